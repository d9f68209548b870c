//! Random play and move counts for any game.

use crate::{Dice, Ending, Enumerate, Game, Pending, Seat, Step};

/// Plays random turns from `state` until the game is over or `most` steps are done.
/// Returns the ending, if there is one, and the number of steps.
///
/// `joint` is working memory that is reused between calls, so that play itself need not
/// allocate.
#[inline]
pub fn random<G: Game>(
    game: &G,
    state: &mut G::State,
    dice: &mut dyn Dice,
    joint: &mut Vec<(Seat, G::Action)>,
    most: u64,
) -> (Option<Ending>, u64) {
    let mut steps = 0;
    loop {
        match game.pending(state) {
            Pending::Over(ending) => return (Some(ending), steps),
            _ if steps == most => return (None, steps),
            Pending::Choose(seats) => {
                joint.clear();
                joint.extend(
                    seats
                        .iter()
                        .map(|seat| (seat, game.propose(state, seat, dice))),
                );
                game.apply(state, Step::Act(joint));
            }
            Pending::Chance(_) => {
                let draw = game.draw(state, dice);
                game.apply(state, Step::Draw(&draw));
            }
        }
        steps += 1;
    }
}

/// The number of sequences of `depth` steps, by the simplest method: every combination
/// of listed actions is one step. A game that ends earlier counts once if `ended`
/// returns true for its ending, and otherwise not at all. `None` if it would visit more
/// than `budget` states.
///
/// # Panics
///
/// If a draw is due: draws cannot be listed.
pub fn perft<G: Enumerate>(
    game: &G,
    state: &G::State,
    depth: u32,
    ended: &impl Fn(&Ending) -> bool,
    budget: &mut u64,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    match game.pending(state) {
        Pending::Over(ending) => Some(u64::from(ended(&ending))),
        Pending::Choose(_) => perft_of(game, state, &lists(game, state), depth, ended, budget),
        Pending::Chance(_) => panic!("chance has no list of actions"),
    }
}

/// [`perft`] of the sequences that begin with actions from these lists.
pub fn perft_of<G: Enumerate>(
    game: &G,
    state: &G::State,
    lists: &[(Seat, Vec<G::Action>)],
    depth: u32,
    ended: &impl Fn(&Ending) -> bool,
    budget: &mut u64,
) -> Option<u64> {
    *budget = budget.checked_sub(1)?;
    if depth <= 1 {
        return Some(lists.iter().map(|(_, list)| list.len() as u64).product());
    }
    let mut nodes = Some(0);
    each_joint(lists, &mut Vec::with_capacity(lists.len()), &mut |joint| {
        if let Some(sum) = nodes {
            let mut next = state.clone();
            game.apply(&mut next, Step::Act(joint));
            nodes = perft(game, &next, depth - 1, ended, budget).map(|more| sum + more);
        }
    });
    nodes
}

/// The actions of every seat that must choose.
pub fn lists<G: Enumerate>(game: &G, state: &G::State) -> Vec<(Seat, Vec<G::Action>)> {
    let seats = game.pending(state).to_act();
    seats
        .iter()
        .map(|seat| {
            let mut list = Vec::new();
            game.actions(state, seat, &mut list);
            (seat, list)
        })
        .collect()
}

/// Calls `visit` with every combination of one action from each list.
pub fn each_joint<A: Clone>(
    lists: &[(Seat, Vec<A>)],
    joint: &mut Vec<(Seat, A)>,
    visit: &mut impl FnMut(&[(Seat, A)]),
) {
    match lists.split_first() {
        None => visit(joint),
        Some(((seat, list), rest)) => {
            for action in list {
                joint.push((*seat, action.clone()));
                each_joint(rest, joint, visit);
                joint.pop();
            }
        }
    }
}
