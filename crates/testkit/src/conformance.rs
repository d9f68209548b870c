//! Facts that must hold for every game, checked on random play.
//!
//! [`any`] is for all games, [`listed`] for those that list their actions, and
//! [`keyed`] for those that keep a hash.

use std::collections::BTreeSet;
use std::fmt::Debug;

use dice::Seed;
use game::{Enumerate, Game, Keyed, Pending, Seat, Step};

use crate::told;

/// A step that owns its actions or draw, so that it can be replayed.
#[derive(Clone, Debug)]
enum Done<A, D> {
    Act(Vec<(Seat, A)>),
    Draw(D),
}

/// Plays `games` random games of at most `most` steps each and checks at every step:
///
/// - the results of `propose` and `draw` pass `check` and `check_draw`;
/// - a seat that is not to act is refused, and after the end every seat is;
/// - an action is read back from its own notation as the same action;
/// - a report has words;
/// - the recorded steps, applied again from the start without dice, lead through the
///   same states.
///
/// # Panics
///
/// If one of these does not hold.
pub fn any<G: Game>(game: &G, games: u64, most: usize) {
    for number in 0..games {
        walk(game, number, most, &mut |_| {});
    }
}

/// Checks everything that [`any`] does, and that the list of actions is exact: it has
/// no action twice, all of them are legal, every proposal is among them, `count` is its
/// length, and of all of `conceivable` exactly the listed ones pass `check`.
///
/// # Panics
/// If one of these does not hold.
pub fn listed<G: Enumerate>(
    game: &G,
    games: u64,
    most: usize,
    conceivable: impl Fn(&G::State) -> Vec<G::Action>,
) {
    let mut list = Vec::new();
    for number in 0..games {
        walk(game, number, most, &mut |state| {
            let Pending::Choose(seats) = game.pending(state) else {
                return;
            };
            for seat in seats.iter() {
                game.actions(state, seat, &mut list);
                assert_eq!(
                    game.count(state, seat),
                    list.len() as u64,
                    "count and list differ"
                );
                let set: BTreeSet<&G::Action> = list.iter().collect();
                assert_eq!(set.len(), list.len(), "an action is listed twice");
                for action in &list {
                    legal(game.check(state, seat, action), action);
                }
                for action in conceivable(state) {
                    let listed = set.contains(&action);
                    let allowed = game.check(state, seat, &action).is_ok();
                    assert_eq!(
                        listed, allowed,
                        "list and check differ about {action}: {state:?}"
                    );
                }
                let mut dice = Seed::from_number(number).stream();
                let proposed = game.propose(state, seat, &mut dice);
                assert!(
                    set.contains(&proposed),
                    "{proposed} is proposed, not listed"
                );
            }
        });
    }
}

/// Checks that the hash that moves update equals the hash computed from the board.
///
/// # Panics
///
/// If it does not.
pub fn keyed<G: Keyed>(game: &G, games: u64, most: usize) {
    for number in 0..games {
        walk(game, number, most, &mut |state| {
            assert_eq!(
                game.key(state),
                game.fresh_key(state),
                "stale hash: {state:?}"
            );
        });
    }
}

fn walk<G: Game>(game: &G, number: u64, most: usize, visit: &mut impl FnMut(&G::State)) {
    let seed = Seed::from_number(number);
    let mut state = game.start();
    let mut done = Vec::new();
    let mut states = vec![state.clone()];
    let mut last: Vec<(Seat, G::Action)> = Vec::new();
    for step in 0..most {
        visit(&state);
        let mut dice = seed.draw(step as u64);
        match game.pending(&state) {
            Pending::Over(_) => {
                for (seat, action) in &last {
                    assert!(
                        game.check(&state, *seat, action).is_err(),
                        "play after the end"
                    );
                }
                break;
            }
            Pending::Choose(seats) => {
                assert!(!seats.is_empty(), "nobody has to choose: {state:?}");
                let joint: Vec<(Seat, G::Action)> = seats
                    .iter()
                    .map(|seat| (seat, game.propose(&state, seat, &mut dice)))
                    .collect();
                for (seat, action) in &joint {
                    legal(game.check(&state, *seat, action), action);
                    let text = action.to_string();
                    match game.read(&state, &text) {
                        Ok(read) => assert_eq!(&read, action, "{text} is read as another action"),
                        Err(error) => panic!("{text} is written but not read: {error}"),
                    }
                    for other in (0..game.seats()).map(Seat).filter(|s| !seats.contains(*s)) {
                        assert!(
                            game.check(&state, other, action).is_err(),
                            "seat {other} may act out of turn"
                        );
                    }
                }
                let before = state.clone();
                assert!(!told(&game.report(&before, Step::Act(&joint))).is_empty());
                game.apply(&mut state, Step::Act(&joint));
                last.clone_from(&joint);
                done.push(Done::Act(joint));
            }
            Pending::Chance(_) => {
                let draw = game.draw(&state, &mut dice);
                legal(game.check_draw(&state, &draw), &draw);
                assert!(!told(&game.report(&state, Step::Draw(&draw))).is_empty());
                game.apply(&mut state, Step::Draw(&draw));
                done.push(Done::Draw(draw));
            }
        }
        states.push(state.clone());
    }
    visit(&state);

    let mut again = game.start();
    assert_eq!(again, states[0], "two starts differ");
    for (step, live) in done.iter().zip(&states[1..]) {
        match step {
            Done::Act(joint) => game.apply(&mut again, Step::Act(joint)),
            Done::Draw(draw) => game.apply(&mut again, Step::Draw(draw)),
        }
        assert_eq!(&again, live, "replay differs from live play");
    }
}

fn legal<E: std::error::Error>(result: Result<(), E>, what: &impl Debug) {
    if let Err(error) = result {
        panic!("{what:?} is offered but refused: {error}");
    }
}
