//! Contests: the list, one contest, and a form for a new one.

mod form;

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::contest::{
    ContestBody, ContestGame, ContestGameState, ContestRow, ContestState, ContestsBody, Duel,
    StandingsRow,
};
use serde::de::DeserializeOwned;

use super::lists::clock;
use crate::app::App;
use crate::browser;
use crate::hall::{self, Trouble};
use crate::route::{A, Route};
use crate::texts::{Shown, listed, reason, t, unwon};

/// How often a page asks for news.
const LOOK: Duration = Duration::from_secs(2);

/// The hall's answer at an address, requested again and again while `more` returns
/// true.
fn follow<T>(path: String, more: fn(&T) -> bool) -> RwSignal<Option<Result<T, Trouble>>>
where
    T: DeserializeOwned + PartialEq + Send + Sync + 'static,
{
    let answer = RwSignal::new(None::<Result<T, Trouble>>);
    let asked = StoredValue::new(false);
    let fetch = move || {
        let wanted = answer.with_untracked(|answer| match answer {
            Some(Ok(known)) => more(known),
            Some(Err(trouble)) => trouble.code != "no-contest",
            None => true,
        });
        if !wanted || asked.get_value() {
            return;
        }
        asked.set_value(true);
        let path = path.clone();
        spawn_local(async move {
            let new = Some(hall::get(&path).await);
            if asked.try_set_value(false).is_some() {
                return;
            }
            // An equal answer does not redraw the page, and the last answer stays while
            // the hall does not reply.
            let keep = answer.with_untracked(|known| {
                *known == new || matches!((known, &new), (Some(Ok(_)), Some(Err(_))))
            });
            if !keep {
                answer.set(new);
            }
        });
    };
    fetch();
    browser::every(LOOK, fetch);
    answer
}

fn game_name(id: &str) -> String {
    let known = catalog::GAMES.iter().find(|info| info.id == id);
    known.map_or(id, |info| info.name).to_owned()
}

fn state(contest: &ContestRow) -> &'static str {
    let texts = &t().contests;
    match contest.state {
        ContestState::Running => texts.running(),
        ContestState::Finished => texts.finished(),
        ContestState::Stopped => texts.stopped(),
        ContestState::Interrupted => texts.interrupted(),
    }
}

/// The name of an entrant, with a sign for programs and computers.
fn entrant(contest: &ContestRow, at: usize) -> String {
    let name = contest.entrants.get(at).map(|entrant| &*entrant.name);
    format!("{} ⚙", name.unwrap_or_default())
}

fn progress(contest: &ContestRow) -> String {
    t().contests.progress(contest.played, contest.planned)
}

/// A share of points for people.
fn points(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn signed(value: f64) -> String {
    match value.round() {
        // A score of zero has no sign.
        0.0 => "0".to_owned(),
        value if value > 0.0 => format!("+{value}"),
        value => format!("−{}", -value),
    }
}

fn duel(duel: &Duel) -> String {
    format!("{}–{}–{}", duel.won, duel.drawn, duel.lost)
}

/// The list of contests.
#[component]
pub fn ContestsPage() -> impl IntoView {
    if hall::is_in_browser() {
        return view! {
            <section class="page"><h1>{move || t().frame.contests()}</h1><p>{move || t().contests.not_here()}</p></section>
        }
        .into_any();
    }
    let answer = follow::<ContestsBody>("/contests".to_owned(), |_| true);
    let row = |contest: &ContestRow| {
        let id = contest.contest.clone();
        let to = Signal::derive(move || Route::Contest(id.clone()));
        let game = game_name(&contest.game);
        let name = match contest.title == game {
            true => game,
            false => format!("{} · {game}", contest.title),
        };
        let label = format!("{}: {name}", t().contests.open());
        view! {
            <tr>
                <td>{name}</td>
                <td>{format!("{} · {}", state(contest), progress(contest))}</td>
                <td>{contest.leaders.join(", ")}</td>
                <td class="end"><span class="button-link" aria-label=label><A to class="button">{t().contests.open()}</A></span></td>
            </tr>
        }
    };
    view! {
        <section class="page">
            <h1>{move || t().frame.contests()}</h1>
            <div class="lead"><p>{move || t().contests.what()}</p></div>
            <section class="card list">
                <h2>{move || t().contests.all()}</h2>
                {move || match answer.get() {
                    None => view! { <p class="muted">{t().frame.loading()}</p> }.into_any(),
                    Some(Err(trouble)) => view! { <p class="danger">{trouble.shown()}</p> }.into_any(),
                    Some(Ok(answer)) if answer.contests.is_empty() => view! { <p class="muted">{t().contests.none()}</p> }.into_any(),
                    Some(Ok(answer)) => view! {
                        <div class="scroll" tabindex="0" role="region" aria-label=t().contests.all()>
                            <table>
                                <thead><tr><th>{t().home.game()}</th><th>{t().contests.games()}</th><th>{t().contests.leads()}</th><th></th></tr></thead>
                                <tbody>{answer.contests.iter().map(row).collect_view()}</tbody>
                            </table>
                        </div>
                    }.into_any(),
                }}
            </section>
            <form::ContestForm/>
        </section>
    }
    .into_any()
}

/// One contest.
#[component]
pub fn ContestPage(
    /// Its id.
    contest: String,
) -> impl IntoView {
    let path = format!("/contests/{contest}");
    let answer = follow(path, |contest: &ContestBody| contest.row.ended.is_none());
    let known = Memo::new(move |_| {
        answer.with(|answer| {
            answer
                .as_ref()
                .and_then(|known| known.as_ref().ok().cloned())
        })
    });
    let trouble = move || {
        answer.with(|answer| {
            answer
                .as_ref()
                .and_then(|known| known.as_ref().err().map(Shown::shown))
        })
    };
    let is_known = Memo::new(move |_| known.with(Option::is_some));
    view! {
        <section class="page contest">
            {move || trouble().map(|reason| view! { <p class="danger" role="alert">{reason}</p> })}
            <Show when=move || is_known.get() fallback=move || answer.with(Option::is_none).then(|| view! { <p class="muted">{t().frame.loading()}</p> })>
                <Head known/>
                <Standings known/>
                <Crosstable known/>
                <Games known/>
            </Show>
            <p><A to=Signal::derive(|| Route::Contests)>{move || t().contests.all()}</A></p>
        </section>
    }
}

/// Its format and progress.
#[component]
fn Head(known: Memo<Option<ContestBody>>) -> impl IntoView {
    let busy = RwSignal::new(false);
    // Whether the reader may stop it.
    let mine = Memo::new(move |_| {
        let me = App::here().me.get();
        known.with(|known| {
            known.as_ref().is_some_and(|contest| {
                contest.row.state == ContestState::Running
                    && me.is_some_and(|me| contest.row.maker.player == me.player)
            })
        })
    });
    let stop = move |_| {
        let id = known
            .with_untracked(|known| known.as_ref().map(|contest| contest.row.contest.clone()))
            .unwrap_or_default();
        busy.set(true);
        spawn_local(async move {
            let path = format!("/contests/{id}/stop");
            if let Err(trouble) = hall::request::<ContestBody>("POST", &path, &()).await {
                App::here().say(trouble);
            }
            let _ = busy.try_set(false);
        });
    };
    view! {
        {move || known.get().map(|ContestBody { row: contest, .. }| {
            let progress = progress(&contest);
            let maker = t().contests.by(&contest.maker.name);
            let game = game_name(&contest.game);
            let state = state(&contest);
            view! {
                <h1>{contest.title}</h1>
                <p class="muted">{format!("{game} · {}: {} · {maker}", t().home.clock(), clock(&contest.clock))}</p>
                <p class="done">
                    <progress max=contest.planned.to_string() value=contest.played.to_string() aria-label=progress.clone()></progress>
                    <strong>{format!("{state} · {progress}")}</strong>
                </p>
                {contest.why.map(|why| view! { <p class="danger">{why}</p> })}
            }
        })}
        <Show when=move || mine.get()>
            <p><button class="danger" disabled=busy on:click=stop>{move || t().contests.stop()}</button></p>
        </Show>
    }
}

/// The standings.
#[component]
fn Standings(known: Memo<Option<ContestBody>>) -> impl IntoView {
    let row = move |contest: &ContestRow, row: &StandingsRow| {
        let elo = row.rating.as_ref().map(|rating| {
            let estimate = &rating.estimate;
            let (low, high) = (signed(estimate.low), signed(estimate.high));
            format!("{} ({low} … {high})", signed(estimate.elo))
        });
        let aside = row
            .set_aside_after
            .map(|_| view! { <span class="muted small">" "{t().contests.aside()}</span> });
        let sides = (contest.seats.len() == 2).then(|| {
            row.by_seat
                .iter()
                .map(|side| view! { <td class="mono end">{duel(&side.duel)}</td> })
                .collect_view()
        });
        view! {
            <tr>
                <td>{row.rank}</td>
                <th scope="row">{entrant(contest, row.player)}{aside}</th>
                <td class="mono end">{points(row.points)}</td>
                <td class="mono end">{row.games}</td>
                <td class="mono end">{row.duels.won}</td>
                <td class="mono end">{row.duels.drawn}</td>
                <td class="mono end">{row.duels.lost}</td>
                {sides}
                <td class="mono end">{elo}</td>
            </tr>
        }
    };
    view! {
        <section class="card list">
            <h2>{move || t().contests.standings()}</h2>
            <div class="scroll" tabindex="0" role="region" aria-label=move || t().contests.standings()>
                {move || known.get().map(|ContestBody { row: contest, scores, .. }| {
                    let texts = &t().contests;
                    let sides = (contest.seats.len() == 2).then(|| {
                        contest.seats.iter().map(|seat| view! { <th scope="col" class="end">{seat.clone()}</th> }).collect_view()
                    });
                    view! {
                        <table>
                            <thead><tr>
                                <th scope="col">{t().home.rank()}</th><th scope="col">{t().home.player()}</th>
                                <th scope="col" class="end">{texts.points()}</th><th scope="col" class="end">{texts.games()}</th>
                                <th scope="col" class="end">{texts.won()}</th><th scope="col" class="end">{texts.drawn()}</th><th scope="col" class="end">{texts.lost()}</th>
                                {sides}
                                <th scope="col" class="end">{texts.elo()}</th>
                            </tr></thead>
                            <tbody>{scores.standings.iter().map(|one| row(&contest, one)).collect_view()}</tbody>
                        </table>
                    }
                })}
            </div>
            <p class="muted small">{move || t().contests.elo_what()}" "{move || known.with(|known| {
                let first = known.as_ref()?.scores.first_seat?;
                let (elo, low, high) = (signed(first.elo), signed(first.low), signed(first.high));
                Some(t().contests.first_seat(elo, low, high))
            })}</p>
        </section>
    }
}

/// The crosstable.
#[component]
fn Crosstable(known: Memo<Option<ContestBody>>) -> impl IntoView {
    view! {
        <section class="card list">
            <h2>{move || t().contests.crosstable()}</h2>
            <div class="scroll" tabindex="0" role="region" aria-label=move || t().contests.crosstable()>
                {move || known.get().map(|ContestBody { row: contest, scores, .. }| {
                    // The best players come first on both sides.
                    let order: Vec<usize> = scores.standings.iter().map(|row| row.player).collect();
                    let head = order.iter().map(|player| view! { <th scope="col" class="end">{entrant(&contest, *player)}</th> }).collect_view();
                    let body = order.iter().map(|player| {
                        let against = scores.crosstable.get(*player);
                        let cells = order.iter().map(|other| {
                            let played = against.and_then(|against| against.get(*other));
                            let shown = match other == player {
                                true => "·".to_owned(),
                                false => duel(played.unwrap_or(&Duel::default())),
                            };
                            view! { <td class="mono end">{shown}</td> }
                        }).collect_view();
                        view! { <tr><th scope="row">{entrant(&contest, *player)}</th>{cells}</tr> }
                    }).collect_view();
                    view! { <table><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table> }
                })}
            </div>
            <p class="muted small">{move || t().contests.crosstable_what()}</p>
        </section>
    }
}

/// The games, the newest first, with links to their tables.
#[component]
fn Games(known: Memo<Option<ContestBody>>) -> impl IntoView {
    let games = Memo::new(move |_| {
        known.with(|known| {
            known.as_ref().map_or(Vec::new(), |contest| {
                contest.games.iter().rev().cloned().collect()
            })
        })
    });
    let result = |contest: &ContestRow, game: &ContestGame| match (game.state, &game.result) {
        (ContestGameState::Running, _) => t().contests.being_played().to_owned(),
        (ContestGameState::Forfeit, _) => t().contests.not_played().to_owned(),
        (ContestGameState::Finished, Some(result)) => {
            let seats = game.seating.iter().zip(&result.places);
            let winners = seats.filter(|(_, place)| **place == 1);
            let winners: Vec<String> = winners
                .map(|(player, _)| entrant(contest, *player))
                .collect();
            let words = match winners.len() {
                0 => unwon(&contest.game, &result.reason),
                all if all == game.seating.len() => t().table.drawn().to_owned(),
                1 => t().table.wins(&winners[0]),
                _ => t().table.share_win(listed(&winners)),
            };
            format!("{words} ({})", reason(&result.reason))
        }
        _ => t().contests.broken_off().to_owned(),
    };
    let row = move |game: ContestGame| {
        let contest = known.get_untracked().map(|contest| contest.row);
        let number = game.game;
        let names = contest.as_ref().map(|contest| {
            let seats = game.seating.iter();
            seats
                .map(|player| entrant(contest, *player))
                .collect::<Vec<_>>()
        });
        let players = names.unwrap_or_default().join(" – ");
        let running = game.state == ContestGameState::Running;
        let label_of = players.clone();
        let link = game.table.clone().map(|table| {
            let to = match running {
                true => Route::Table(table, None),
                false => Route::Replay(Some(table), None),
            };
            let word = move || if running { t().home.watch() } else { t().home.replay() };
            view! {
                <span class="button-link" aria-label=move || format!("{}: {number}, {label_of}", word())>
                    <A to=Signal::derive(move || to.clone()) class="button small">{word}</A>
                </span>
            }
        });
        view! {
            <tr>
                <td class="mono">{number}</td>
                <td>{players}</td>
                <td>{move || contest.as_ref().map(|contest| result(contest, &game))}</td>
                <td class="end">{link}</td>
            </tr>
        }
    };
    view! {
        <section class="card list">
            <h2>{move || t().contests.games()}</h2>
            <Show when=move || games.with(Vec::is_empty)><p class="muted">{move || t().contests.no_games()}</p></Show>
            <div class="scroll contest-games" tabindex="0" role="region" aria-label=move || t().contests.games()>
                <table>
                    <thead><tr>
                        <th scope="col">{move || t().contests.number()}</th><th scope="col">{move || t().home.players()}</th>
                        <th scope="col">{move || t().home.result()}</th><th></th>
                    </tr></thead>
                    // A row stays until its game changes.
                    <tbody><For each=move || games.get() key=|game| (game.game, game.state, game.table.is_none()) children=row/></tbody>
                </table>
            </div>
        </section>
    }
}
