//! Automatafl: what the automaton sees, and why it will move.

use automatafl::Explanation;
use automatafl::automaton::{Judgement, Seen, Sight, Way};
use catalog::typed::Automatafl;
use catalog::{AnyGame, AnyState};
use entry::History;
use game::Square;
use leptos::prelude::*;
use picture::Arrow;

use super::{Sides, last_words};
use crate::board::Extra;
use crate::browser;
use crate::pages::Follow;
use crate::texts::{t, told};

pub(super) fn sides(follow: Follow) -> Sides {
    let shows = RwSignal::new(browser::kept("why").as_deref() != Some("off"));
    let explained = Memo::new(move |_| {
        follow
            .shown
            .with(|shown| {
                follow.history.with(|history| {
                    let history = history.as_ref()?;
                    let state = history.state_at(*shown);
                    Some(foresee(&*history.game, &state))
                })
            })
            .unwrap_or_default()
    });
    let extra = Signal::derive(move || {
        let sealed = follow.seen.with(|seen| {
            let you = seen.as_ref()?.you.as_ref()?;
            let seat = you.seat?;
            let action = follow.pending.get().or_else(|| you.sealed.clone())?;
            arrow(&action, seat)
        });
        let is_playing = follow.is_playing();
        let explained = explained.get();
        let won = follow.history.with(|history| {
            history
                .as_ref()
                .and_then(|history| won(history, follow.shown.get()))
        });
        Extra {
            sealed: sealed.into_iter().collect(),
            sight: if is_playing {
                explained
                    .iter()
                    .flat_map(|step| lines(step.from, &step.sight))
                    .collect()
            } else {
                Vec::new()
            },
            foreseen: if is_playing && shows.get() {
                explained.iter().filter_map(foreseen).collect()
            } else {
                Vec::new()
            },
            won: won.into_iter().collect(),
        }
    });
    let words = last_words(follow);
    let panel = view! {
        <section class="card why">
            <div class="row spread">
                <h2>{move || t().boards.why()}</h2>
            </div>
            <label class="check"><input type="checkbox" id="why" prop:checked=shows on:change=move |event| {
                let on = event_target_checked(&event);
                browser::keep("why", if on { "on" } else { "off" });
                shows.set(on);
            }/>{move || t().boards.why_show()}</label>
            <Show when=move || shows.get()><Why steps=explained/></Show>
            {move || words().map(|words| view! { <h3>{t().boards.last_turn()}</h3><p class="last-turn">{words}</p> })}
        </section>
    };
    Sides {
        entry: ().into_any(),
        panel: panel.into_any(),
        extra,
        example: "a1-a5",
    }
}

/// What every automaton would do on this board, as things stand.
pub fn foresee(game: &dyn AnyGame, state: &AnyState) -> Vec<Explanation> {
    let typed = catalog::typed_game::<Automatafl>(game);
    typed.map_or_else(Vec::new, |typed| {
        typed.foresee(state.of::<Automatafl>().board())
    })
}

/// The step that an automaton would make.
pub fn foreseen(step: &Explanation) -> Option<Arrow> {
    let arrow = Arrow {
        from: step.from,
        to: step.to,
        seat: None,
        made: true,
    };
    (step.from != step.to).then_some(arrow)
}

/// From an automaton to whatever ends its lines of sight.
pub fn lines(from: Square, sight: &Sight) -> Vec<(Square, Square)> {
    let reach = |seen: Seen| match seen {
        Seen::Attractor(distance) | Seen::Repulsor(distance) | Seen::Space(distance) => distance,
    };
    let ways = [
        (sight.row[0], 1, 0),
        (sight.row[1], -1, 0),
        (sight.column[0], 0, 1),
        (sight.column[1], 0, -1),
    ];
    let ends = ways.map(|(seen, dx, dy): (Seen, i8, i8)| {
        let far = reach(seen) as i8;
        let to = Square::new(
            from.x.wrapping_add_signed(dx * far),
            from.y.wrapping_add_signed(dy * far),
        );
        (from, to)
    });
    ends.into_iter().filter(|(from, to)| from != to).collect()
}

/// A move in notation as an arrow; a pass has none.
pub fn arrow(action: &str, seat: u16) -> Option<Arrow> {
    let (from, to) = action.split_once('-')?;
    let square = |name: &str| Square::read(name, 26, 26).ok();
    Some(Arrow {
        from: square(from)?,
        to: square(to)?,
        seat: Some(seat),
        made: true,
    })
}

/// The corner that decided the game.
pub fn won(history: &History, shown: usize) -> Option<Square> {
    if shown != history.len() {
        return None;
    }
    let state = history.state.of::<Automatafl>();
    state.winner()?;
    let typed = catalog::typed_game::<Automatafl>(&*history.game)?;
    state
        .board()
        .automata()
        .iter()
        .copied()
        .find(|square| typed.goal(*square).is_some())
}

/// Why the automata would move, axis by axis, and in a sentence.
#[component]
pub fn Why(
    /// What they would do.
    #[prop(into)]
    steps: Signal<Vec<Explanation>>,
) -> impl IntoView {
    let one = |step: Explanation| {
        let boards = &t().boards;
        let words = match step.from == step.to {
            true => boards.stays(step.from),
            false => boards.steps(step.from, step.to),
        };
        let row = |name: &'static str,
                   seen: [Seen; 2],
                   signs: [&'static str; 2],
                   judgement: Judgement| {
            let sees = [see(seen[0], signs[0]), see(seen[1], signs[1])].join(" · ");
            view! { <tr><td>{name}</td><td>{sees}</td><td>{verdict(judgement, signs)}</td></tr> }
        };
        view! {
            <p class="foreseen-words">{words}</p>
            <table class="sees">
                <thead><tr><th>{boards.axis()}</th><th>{boards.sees()}</th><th>{boards.verdict()}</th></tr></thead>
                <tbody>
                    {row(boards.column(), step.sight.column, ["↑", "↓"], step.verdict.column)}
                    {row(boards.row(), step.sight.row, ["→", "←"], step.verdict.row)}
                </tbody>
            </table>
            <p class="muted small">{told(&step.to_string())}</p>
        }
    };
    view! { <div class="why-steps">{move || steps.get().into_iter().map(one).collect_view()}</div> }
}

fn see(seen: Seen, sign: &str) -> String {
    let boards = &t().boards;
    match seen {
        Seen::Attractor(distance) => format!("{} {distance} {sign}", boards.attractor()),
        Seen::Repulsor(distance) => format!("{} {distance} {sign}", boards.repulsor()),
        Seen::Space(room) => format!("{} {room} {sign}", boards.edge()),
    }
}

fn verdict(judgement: Judgement, [up, down]: [&str; 2]) -> String {
    let boards = &t().boards;
    match (judgement.rule(), judgement.offer()) {
        (Some(rule), Some(Way::Up)) => format!("({rule}) {up}"),
        (Some(rule), Some(Way::Down)) => format!("({rule}) {down}"),
        _ => boards.nothing().to_owned(),
    }
}
