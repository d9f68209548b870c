//! Players that do not look ahead.

use std::num::NonZeroU32;

use dice::Quick;
use game::{Dice, Game, Seat, shuffle};
use game17::{Board, Direction, Game17, Order, State, Turn};
use search::control::Control;

use super::plan::{Moment, Planner, Weights};
use crate::{Choice, Player, Thought};

/// Scatters all of its pieces, like the owners without a player.
#[derive(Clone, Debug)]
pub struct Zombie(Quick);

/// The smarter computer opponent of the original program.
#[derive(Clone, Debug)]
pub struct T800(Quick);

/// Plays any legal turn.
#[derive(Clone, Debug)]
pub struct Random(Quick);

/// Looks at the neighbours of one square at a time, and overlooks some.
#[derive(Clone, Debug)]
pub struct Weak {
    dice: Quick,
}

/// Takes all it can with joined forces and considers nothing else.
#[derive(Clone, Debug, Default)]
pub struct Medium {
    planner: Planner,
}

impl Zombie {
    /// Creates the player with this seed.
    pub fn new(seed: u64) -> Zombie {
        Zombie(Quick::new(seed))
    }
}

impl T800 {
    /// Creates the player with this seed.
    pub fn new(seed: u64) -> T800 {
        T800(Quick::new(seed))
    }
}

impl Random {
    /// Creates the player with this seed.
    pub fn new(seed: u64) -> Random {
        Random(Quick::new(seed))
    }
}

impl Weak {
    /// Creates the player with this seed.
    pub fn new(seed: u64) -> Weak {
        Weak {
            dice: Quick::new(seed),
        }
    }

    fn turn(&mut self, board: &Board, owner: u16) -> Turn {
        let mut orders = Vec::new();
        for (row, col) in board.owned(owner) {
            let mut free = board.number(row, col).unwrap_or(0);
            let mut ways = Direction::ALL;
            shuffle(&mut ways, &mut self.dice);
            for direction in ways {
                let (to_row, to_col) = direction.neighbour((row, col), board.size());
                let there = board.number(to_row, to_col).unwrap_or(0);
                let foreign = board.owner(to_row, to_col) != Some(owner);
                // It overlooks one chance in three.
                if !foreign || there >= free || self.dice.below(3) == 0 {
                    continue;
                }
                // It either counts out just enough or sends all it has.
                let count = if self.dice.coin() { there + 1 } else { free };
                free -= count;
                orders.extend(NonZeroU32::new(count).map(|count| Order {
                    row,
                    col,
                    direction,
                    count,
                }));
            }
        }
        Turn::new(orders).unwrap_or_default()
    }
}

impl Medium {
    /// Creates the player. It needs no dice.
    pub fn new() -> Medium {
        Medium::default()
    }
}

impl Player<Game17> for Zombie {
    fn choose(
        &mut self,
        _: &Game17,
        state: &State,
        seat: Seat,
        control: &Control<'_>,
    ) -> Choice<Turn> {
        at_once(
            game17::zombie(state.board(), seat.0, &mut self.0),
            0,
            control,
        )
    }
}

impl Player<Game17> for T800 {
    fn choose(
        &mut self,
        _: &Game17,
        state: &State,
        seat: Seat,
        control: &Control<'_>,
    ) -> Choice<Turn> {
        at_once(game17::t800(state.board(), seat.0, &mut self.0), 0, control)
    }
}

impl Player<Game17> for Random {
    fn choose(
        &mut self,
        game: &Game17,
        state: &State,
        seat: Seat,
        control: &Control<'_>,
    ) -> Choice<Turn> {
        at_once(game.propose(state, seat, &mut self.0), 0, control)
    }
}

impl Player<Game17> for Weak {
    fn choose(
        &mut self,
        _: &Game17,
        state: &State,
        seat: Seat,
        control: &Control<'_>,
    ) -> Choice<Turn> {
        at_once(self.turn(state.board(), seat.0), 0, control)
    }
}

impl Player<Game17> for Medium {
    fn choose(
        &mut self,
        game: &Game17,
        state: &State,
        seat: Seat,
        control: &Control<'_>,
    ) -> Choice<Turn> {
        let moment = Moment::new(game, state, seat);
        at_once(self.planner.turn(&moment, &Weights::GREEDY), 1, control)
    }
}

fn at_once(action: Turn, nodes: u64, control: &Control<'_>) -> Choice<Turn> {
    Choice {
        action,
        thought: Thought {
            nodes,
            time: control.elapsed(),
            ..Thought::default()
        },
    }
}
