//! The squares of each owner, and what happened since the viewer's last turn.

use std::collections::BTreeMap;

use catalog::{AnyStep, Cell, Scene};
use entry::History;
use game::Message;
use leptos::prelude::*;
use picture::Colours;

use crate::pages::Follow;
use crate::texts::{t, told};

/// The number of owners with a line of their own in lists and charts.
const MOST_OWNERS: usize = 8;

/// The number of squares after every round: for each named owner, and for all zombies
/// together.
fn counts(history: &History, seats: u16, upto: usize) -> Vec<BTreeMap<u16, u32>> {
    let mut reel = history.film.reel();
    let mut rounds = Vec::new();
    let mut take = |board: &Scene| {
        let mut counted = BTreeMap::new();
        for cell in board.cells() {
            if let Cell::Land { owner, .. } = cell {
                *counted.entry((*owner).min(seats)).or_insert(0) += 1;
            }
        }
        rounds.push(counted);
    };
    take(reel.board());
    let frames = history.film.frames().iter().enumerate().take(upto);
    for (step, frame) in frames {
        if frame.round.is_some() {
            reel.seek(step + 1);
            take(reel.board());
        }
    }
    reel.seek(upto);
    take(reel.board());
    rounds
}

/// The number of squares of each owner, now and over time.
#[component]
pub(super) fn Territory(follow: Follow) -> impl IntoView {
    let seats = move || {
        follow
            .seen
            .with(|seen| seen.as_ref().map_or(0, |seen| seen.seats.len() as u16))
    };
    let rounds = Memo::new(move |_| {
        let shown = follow.shown.get();
        follow.history.with(|history| {
            history
                .as_ref()
                .map(|history| counts(history, seats(), shown))
                .unwrap_or_default()
        })
    });
    let leaders = Memo::new(move |_| {
        let many = seats();
        let mut now: Vec<(u16, u32)> = rounds.with(|rounds| {
            let last = rounds.last().cloned().unwrap_or_default();
            (0..=many)
                .map(|owner| (owner, last.get(&owner).copied().unwrap_or(0)))
                .collect()
        });
        let mine = follow
            .seen
            .with(|seen| seen.as_ref().and_then(|seen| seen.seat()));
        now.sort_by_key(|(owner, count)| (*owner == many, Some(*owner) != mine, u32::MAX - count));
        now.truncate(MOST_OWNERS + 1);
        if !now.iter().any(|(owner, _)| *owner == many) {
            now.pop();
            let zombies = rounds.with(|rounds| {
                rounds
                    .last()
                    .and_then(|last| last.get(&many))
                    .copied()
                    .unwrap_or(0)
            });
            now.push((many, zombies));
        }
        now
    });
    let round = move || {
        follow.history.with(|history| {
            let history = history.as_ref()?;
            let rounds = history.game.options().field("rounds")?.number()?;
            let round = history.game.round(&history.state)?;
            let round = (i64::from(round) + 1).min(rounds);
            Some(t().boards.round(round, rounds))
        })
    };
    let name = move |owner: u16| {
        if owner == seats() {
            t().boards.zombies().to_owned()
        } else {
            follow.name(owner)
        }
    };
    let colour = move |owner: u16| Colours::seats(seats()).of(owner).to_string();
    let path = move |owner: u16| {
        rounds.with(|rounds| {
            let most = rounds
                .iter()
                .flat_map(|counted| counted.values())
                .copied()
                .max()
                .unwrap_or(1)
                .max(1);
            let wide = (rounds.len().max(2) - 1) as f64;
            let points = rounds.iter().enumerate().map(|(at, counted)| {
                let count = counted.get(&owner).copied().unwrap_or(0);
                format!(
                    "{:.1},{:.1}",
                    300.0 * at as f64 / wide,
                    100.0 - 96.0 * f64::from(count) / f64::from(most)
                )
            });
            points.collect::<Vec<_>>().join(" ")
        })
    };
    view! {
        <section class="card">
            <div class="row spread"><h2>{move || t().boards.squares()}</h2><span class="muted" id="round">{round}</span></div>
            <table class="squares"><tbody>
                {move || leaders.get().into_iter().map(|(owner, count)| view! {
                    <tr><td><svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="6" fill=colour(owner)/></svg>{name(owner)}</td><td class="mono end">{count}</td></tr>
                }).collect_view()}
            </tbody></table>
        </section>
        <section class="card">
            <h2>{move || t().boards.chart()}</h2>
            <svg class="chart" id="chart" viewBox="0 0 300 104" role="img" aria-label=move || t().boards.chart_words()>
                <line class="axis" x1="0" y1="101" x2="300" y2="101"/>
                {move || leaders.get().into_iter().map(|(owner, _)| {
                    let dashes = if owner == seats() { "4 3" } else { "" };
                    view! { <polyline points=path(owner) fill="none" stroke=colour(owner) stroke-width="2" stroke-dasharray=dashes/> }
                }).collect_view()}
            </svg>
        </section>
    }
}

/// The events since the viewer's last turn.
#[component]
pub(super) fn Since(follow: Follow) -> impl IntoView {
    let mine = move || {
        follow
            .seen
            .with(|seen| seen.as_ref().and_then(|seen| seen.seat()))
    };
    // The step after the viewer's last turn.
    let last = Memo::new(move |_| {
        let seat = mine()?;
        follow.history.with(|history| {
            let steps = &history.as_ref()?.steps;
            let made = steps.iter().rposition(|step| matches!(step, AnyStep::Act(acts) if acts.iter().any(|(who, _)| who.0 == seat)));
            made.map(|step| step + 1)
        })
    });
    // Zombies only wander, so only the turns of others are listed.
    let words = move || {
        follow.history.with(|history| {
            let history = history.as_ref()?;
            let frames = history.film.frames().get(last.get()?..)?;
            let words: Vec<&Vec<Message>> = frames
                .iter()
                .filter(|frame| frame.is_key && !frame.words.is_empty())
                .map(|frame| &frame.words)
                .collect();
            let latest = &words[words.len().saturating_sub(6)..];
            Some(
                latest
                    .iter()
                    .map(|words| told(&words[..]))
                    .collect::<Vec<_>>(),
            )
        })
    };
    view! {
        <Show when=move || last.get().is_some()>
            <section class="card since">
                <h2>{move || t().boards.since()}</h2>
                {move || words().unwrap_or_default().into_iter().map(|words| view! { <p class="small">{words}</p> }).collect_view()}
                <button class="small" id="show-since" on:click=move |_| if let Some(step) = last.get_untracked() { follow.replay_from(step) }>"▶ "{move || t().boards.show()}</button>
            </section>
        </Show>
    }
}
