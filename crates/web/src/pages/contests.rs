//! Contests: all of them, one of them as it is played, and a form for a new one.

mod form;

use std::time::Duration;

use catalog::Value;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::lists::clock;
use crate::app::App;
use crate::browser;
use crate::hall::{self, Trouble};
use crate::route::{A, Route};
use crate::texts::{fill, reason, t};

/// How often a page looks whether something is new.
const LOOK: Duration = Duration::from_secs(2);

/// What the hall answers at an address, asked again and again while `more` wants
/// it.
fn follow(path: String, more: fn(&Value) -> bool) -> RwSignal<Option<Result<Value, Trouble>>> {
    let answer = RwSignal::new(None::<Result<Value, Trouble>>);
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
            let new = Some(hall::request("GET", &path, None).await);
            if asked.try_set_value(false).is_some() {
                return;
            }
            // What is the same is not drawn anew, and what was seen stays while
            // the hall is not heard.
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

fn rows(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn game_name(id: &str) -> String {
    let known = catalog::GAMES.iter().find(|info| info.id == id);
    known.map_or(id, |info| info.name).to_owned()
}

fn state(contest: &Value) -> &'static str {
    let texts = &t().contests;
    match contest["state"].as_str() {
        Some("running") => texts.running,
        Some("finished") => texts.finished,
        Some("stopped") => texts.stopped,
        _ => texts.interrupted,
    }
}

/// The name of an entrant, with the sign of programs and computers.
fn entrant(contest: &Value, at: &Value) -> String {
    let at = at.as_u64().unwrap_or_default() as usize;
    format!("{} ⚙", text(&contest["entrants"][at]["name"]))
}

fn progress(contest: &Value) -> (u64, u64, String) {
    let number = |name: &str| contest[name].as_u64().unwrap_or_default();
    let (played, planned) = (number("played"), number("planned"));
    let values = [
        ("played", &*played.to_string()),
        ("planned", &*planned.to_string()),
    ];
    (played, planned, fill(t().contests.progress, &values))
}

/// A share of points as people write it.
fn points(value: &Value) -> String {
    let value = value.as_f64().unwrap_or_default();
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn signed(value: &Value) -> String {
    let value = value.as_f64().unwrap_or_default().round();
    match value {
        // There is no zero below zero.
        0.0 => "0".to_owned(),
        value if value > 0.0 => format!("+{value}"),
        value => format!("−{}", -value),
    }
}

fn duel(duel: &Value) -> String {
    let number = |name: &str| duel[name].as_u64().unwrap_or_default();
    format!("{}–{}–{}", number("won"), number("drawn"), number("lost"))
}

/// All contests.
#[component]
pub fn ContestsPage() -> impl IntoView {
    if hall::is_pocket() {
        return view! {
            <section class="page"><h1>{move || t().frame.contests}</h1><p>{move || t().contests.not_here}</p></section>
        }
        .into_any();
    }
    let answer = follow("/contests".to_owned(), |_| true);
    let row = |contest: &Value| {
        let id = text(&contest["contest"]);
        let to = Signal::derive(move || Route::Contest(id.clone()));
        let (_, _, progress) = progress(contest);
        let leaders: Vec<String> = rows(&contest["leaders"]).iter().map(text).collect();
        let title = text(&contest["title"]);
        let game = game_name(contest["game"].as_str().unwrap_or_default());
        let name = if title == game {
            title.clone()
        } else {
            format!("{title} · {game}")
        };
        let label = format!("{}: {name}", t().contests.open);
        view! {
            <tr>
                <td>{name}</td>
                <td>{format!("{} · {progress}", state(contest))}</td>
                <td>{leaders.join(", ")}</td>
                <td class="end"><span class="button-link" aria-label=label><A to class="button">{t().contests.open}</A></span></td>
            </tr>
        }
    };
    view! {
        <section class="page">
            <h1>{move || t().frame.contests}</h1>
            <div class="lead"><p>{move || t().contests.what}</p></div>
            <section class="card list">
                <h2>{move || t().contests.all}</h2>
                {move || match answer.get() {
                    None => view! { <p class="muted">{t().frame.loading}</p> }.into_any(),
                    Some(Err(trouble)) => view! { <p class="danger">{trouble.reason}</p> }.into_any(),
                    Some(Ok(answer)) if rows(&answer["contests"]).is_empty() => view! { <p class="muted">{t().contests.none}</p> }.into_any(),
                    Some(Ok(answer)) => view! {
                        <div class="scroll" tabindex="0" role="region" aria-label=t().contests.all>
                            <table>
                                <thead><tr><th>{t().home.game}</th><th>{t().contests.games}</th><th>{t().contests.leads}</th><th></th></tr></thead>
                                <tbody>{rows(&answer["contests"]).iter().map(row).collect_view()}</tbody>
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
    let id = StoredValue::new(contest);
    let answer = follow(format!("/contests/{}", id.get_value()), |contest| {
        contest["ended"].is_null()
    });
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
                .and_then(|known| known.as_ref().err().map(|trouble| trouble.reason.clone()))
        })
    };
    let is_known = Memo::new(move |_| known.with(Option::is_some));
    view! {
        <section class="page contest">
            {move || trouble().map(|reason| view! { <p class="danger" role="alert">{reason}</p> })}
            <Show when=move || is_known.get() fallback=move || answer.with(Option::is_none).then(|| view! { <p class="muted">{t().frame.loading}</p> })>
                <Head known/>
                <Standings known/>
                <Crosstable known/>
                <Games known/>
            </Show>
            <p><A to=Signal::derive(|| Route::Contests)>{move || t().contests.all}</A></p>
        </section>
    }
}

/// What it is and how far it has come.
#[component]
fn Head(known: Memo<Option<Value>>) -> impl IntoView {
    let busy = RwSignal::new(false);
    // Whether one may stop it.
    let mine = Memo::new(move |_| {
        let me = App::here().me.get();
        known.with(|known| {
            known.as_ref().is_some_and(|contest| {
                contest["state"] == "running"
                    && me.is_some_and(|me| contest["maker"]["player"] == me.player.as_str())
            })
        })
    });
    let stop = move |_| {
        let id = known
            .with_untracked(|known| known.as_ref().map(|contest| text(&contest["contest"])))
            .unwrap_or_default();
        busy.set(true);
        spawn_local(async move {
            if let Err(trouble) = hall::request("POST", &format!("/contests/{id}/stop"), None).await
            {
                App::here().say(trouble.reason);
            }
            let _ = busy.try_set(false);
        });
    };
    view! {
        {move || known.get().map(|contest| {
            let (played, planned, progress) = progress(&contest);
            let maker = fill(t().contests.by, &[("name", &text(&contest["maker"]["name"]))]);
            let game = game_name(contest["game"].as_str().unwrap_or_default());
            let why = contest["why"].as_str().map(str::to_owned);
            view! {
                <h1>{text(&contest["title"])}</h1>
                <p class="muted">{format!("{game} · {}: {} · {maker}", t().home.clock, clock(&contest["clock"]))}</p>
                <p class="done">
                    <progress max=planned.to_string() value=played.to_string() aria-label=progress.clone()></progress>
                    <strong>{format!("{} · {progress}", state(&contest))}</strong>
                </p>
                {why.map(|why| view! { <p class="danger">{why}</p> })}
            }
        })}
        <Show when=move || mine.get()>
            <p><button class="danger" disabled=busy on:click=stop>{move || t().contests.stop}</button></p>
        </Show>
    }
}

/// Who stands where.
#[component]
fn Standings(known: Memo<Option<Value>>) -> impl IntoView {
    let two = move |contest: &Value| rows(&contest["seats"]).len() == 2;
    let row = move |contest: &Value, row: &Value| {
        let rating = &row["rating"];
        let elo = (!rating.is_null()).then(|| {
            format!(
                "{} ({} … {})",
                signed(&rating["elo"]),
                signed(&rating["low"]),
                signed(&rating["high"])
            )
        });
        let aside = (!row["set_aside_after"].is_null())
            .then(|| view! { <span class="muted small">" "{t().contests.aside}</span> });
        let sides = two(contest).then(|| {
            rows(&row["by_seat"])
                .iter()
                .map(|side| view! { <td class="mono end">{duel(side)}</td> })
                .collect_view()
        });
        let number = |name: &str| row[name].as_u64().unwrap_or_default();
        view! {
            <tr>
                <td>{number("rank")}</td>
                <th scope="row">{entrant(contest, &row["player"])}{aside}</th>
                <td class="mono end">{points(&row["points"])}</td>
                <td class="mono end">{number("games")}</td>
                <td class="mono end">{number("won")}</td>
                <td class="mono end">{number("drawn")}</td>
                <td class="mono end">{number("lost")}</td>
                {sides}
                <td class="mono end">{elo}</td>
            </tr>
        }
    };
    view! {
        <section class="card list">
            <h2>{move || t().contests.standings}</h2>
            <div class="scroll" tabindex="0" role="region" aria-label=move || t().contests.standings>
                {move || known.get().map(|contest| {
                    let texts = &t().contests;
                    let sides = two(&contest).then(|| {
                        rows(&contest["seats"]).iter().map(|seat| view! { <th scope="col" class="end">{text(seat)}</th> }).collect_view()
                    });
                    view! {
                        <table>
                            <thead><tr>
                                <th scope="col">{t().home.rank}</th><th scope="col">{t().home.player}</th>
                                <th scope="col" class="end">{texts.points}</th><th scope="col" class="end">{texts.games}</th>
                                <th scope="col" class="end">{texts.won}</th><th scope="col" class="end">{texts.drawn}</th><th scope="col" class="end">{texts.lost}</th>
                                {sides}
                                <th scope="col" class="end">{texts.elo}</th>
                            </tr></thead>
                            <tbody>{rows(&contest["standings"]).iter().map(|one| row(&contest, one)).collect_view()}</tbody>
                        </table>
                    }
                })}
            </div>
            <p class="muted small">{move || t().contests.elo_what}" "{move || known.with(|known| {
                let first = known.as_ref().map(|contest| contest["first_seat"].clone()).filter(|first| !first.is_null())?;
                let (elo, low, high) = (signed(&first["elo"]), signed(&first["low"]), signed(&first["high"]));
                Some(fill(t().contests.first_seat, &[("elo", &elo), ("low", &low), ("high", &high)]))
            })}</p>
        </section>
    }
}

/// Who did how well against whom.
#[component]
fn Crosstable(known: Memo<Option<Value>>) -> impl IntoView {
    view! {
        <section class="card list">
            <h2>{move || t().contests.crosstable}</h2>
            <div class="scroll" tabindex="0" role="region" aria-label=move || t().contests.crosstable>
                {move || known.get().map(|contest| {
                    // The best first, on both sides.
                    let order: Vec<Value> = rows(&contest["standings"]).iter().map(|row| row["player"].clone()).collect();
                    let head = order.iter().map(|player| view! { <th scope="col" class="end">{entrant(&contest, player)}</th> }).collect_view();
                    let body = order.iter().map(|player| {
                        let against = &contest["crosstable"][player.as_u64().unwrap_or_default() as usize];
                        let cells = order.iter().map(|other| {
                            let shown = match other == player {
                                true => "·".to_owned(),
                                false => duel(&against[other.as_u64().unwrap_or_default() as usize]),
                            };
                            view! { <td class="mono end">{shown}</td> }
                        }).collect_view();
                        view! { <tr><th scope="row">{entrant(&contest, player)}</th>{cells}</tr> }
                    }).collect_view();
                    view! { <table><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table> }
                })}
            </div>
            <p class="muted small">{move || t().contests.crosstable_what}</p>
        </section>
    }
}

/// The games, the newest first, with the way to their tables.
#[component]
fn Games(known: Memo<Option<Value>>) -> impl IntoView {
    let games = Memo::new(move |_| {
        known.with(|known| {
            known.as_ref().map_or(Vec::new(), |contest| {
                rows(&contest["games"]).iter().rev().cloned().collect()
            })
        })
    });
    let result = |contest: &Value, game: &Value| {
        let seating = rows(&game["seating"]);
        let names = |wanted: &dyn Fn(usize) -> bool| {
            let seats = seating.iter().enumerate().filter(|(seat, _)| wanted(*seat));
            seats
                .map(|(_, player)| entrant(contest, player))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let place = |seat: usize| game["places"][seat].as_u64();
        match game["state"].as_str() {
            Some("running") => t().contests.being_played.to_owned(),
            Some("forfeit") => t().contests.not_played.to_owned(),
            Some("finished") => {
                let ended = text(&game["reason"]);
                let all = (0..seating.len()).all(|seat| place(seat) == Some(1));
                let winners = names(&|seat| place(seat) == Some(1));
                let words = match (all, winners.as_str()) {
                    (true, _) => t().table.drawn.to_owned(),
                    (_, "") => t().table.unwon(&text(&contest["game"]), &ended).to_owned(),
                    (_, names) => fill(t().table.wins, &[("name", names)]),
                };
                format!("{words} ({})", reason(&ended))
            }
            _ => t().contests.broken_off.to_owned(),
        }
    };
    let row = move |game: Value| {
        let contest = known.get_untracked().unwrap_or_default();
        let number = game["game"].as_u64().unwrap_or_default();
        let players: Vec<String> = rows(&game["seating"])
            .iter()
            .map(|player| entrant(&contest, player))
            .collect();
        let players = players.join(" – ");
        let running = game["state"] == "running";
        let label_of = players.clone();
        let link = game["table"].as_str().map(str::to_owned).map(|table| {
            let to = match running {
                true => Route::Table(table, None),
                false => Route::Replay(Some(table), None),
            };
            let word = move || if running { t().home.watch } else { t().home.replay };
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
                <td>{move || result(&contest, &game)}</td>
                <td class="end">{link}</td>
            </tr>
        }
    };
    view! {
        <section class="card list">
            <h2>{move || t().contests.games}</h2>
            <Show when=move || games.with(Vec::is_empty)><p class="muted">{move || t().contests.no_games}</p></Show>
            <div class="scroll contest-games" tabindex="0" role="region" aria-label=move || t().contests.games>
                <table>
                    <thead><tr>
                        <th scope="col">{move || t().contests.number}</th><th scope="col">{move || t().home.players}</th>
                        <th scope="col">{move || t().home.result}</th><th></th>
                    </tr></thead>
                    // A row stays as it is until its game does not.
                    <tbody><For each=move || games.get() key=|game| (game["game"].to_string(), game["state"].to_string(), game["table"].is_null()) children=row/></tbody>
                </table>
            </div>
        </section>
    }
}
