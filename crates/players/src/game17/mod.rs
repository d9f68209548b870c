//! The players of Game 17.
//!
//! | player | what it does |
//! |---|---|
//! | [`Zombie`] | scatters all of its pieces, like the owners without a player |
//! | [`T800`] | the smarter computer opponent of the original program |
//! | [`Random`] | any turn at all |
//! | [`Weak`] | looks at one square at a time, takes what that square alone can take, and overlooks a third of it |
//! | [`Medium`] | joins forces and takes all it can, and ignores counter-attacks |
//! | [`Strong`] | weighs what a capture exposes, brings pieces to the front, spreads at the end; tries out several plans |
//!
//! Their strength is measured in pairs: two players in a field of zombies on the usual
//! board. The player with more squares at the end wins the game, and every deal is
//! played twice with the seats exchanged. Each of `weak`, `medium` and `strong` wins at
//! least four of five such games against the level before it.
//!
//! | module | contents |
//! |---|---|
//! | `simple` | all players that do not look ahead |
//! | `strong` | [`Strong`]: tries out several plans |
//! | `plan` | [`Planner`]: one turn by given [`Weights`], without trials |
//! | `odds` | the chance that a stack holds its square |
//!
//! ```
//! use game17::Board;
//! use players::game17::{Moment, Planner, Weights};
//!
//! // Owner 0 has 3 and 2 pieces beside 4 of owner 2: together they are enough.
//! let board = Board::new(&[[0, 2, 0], [5, 5, 5], [5, 5, 5]], &[[3, 4, 2], [0; 3], [0; 3]])?;
//! let moment = Moment {
//!     board: &board,
//!     owner: 0,
//!     players: 1,
//!     order: &[],
//!     rounds_left: 20,
//! };
//! let turn = Planner::new().turn(&moment, &Weights::usual(moment.rounds_left));
//! assert_eq!(turn.to_string(), "0,0e3 0,2w2");
//! # Ok::<(), game17::BoardError>(())
//! ```

mod measures;
mod odds;
mod plan;
mod roster;
mod simple;
mod strong;
pub mod tuning;

use ::game17::Game17;

pub use plan::{Course, Moment, Planner, Weights};
pub use simple::{Medium, Random, T800, Weak, Zombie};
pub use strong::{Judge, Pieces, Strong};

use crate::Player;

/// The names that [`named`] knows: the levels from weakest to strongest, then the
/// owners that move by themselves.
pub const NAMES: [&str; 6] = ["random", "weak", "medium", "strong", "zombie", "t800"];

/// Creates the player with this name; its dice use `seed`.
pub fn named(name: &str, seed: u64) -> Option<Box<dyn Player<Game17>>> {
    Some(match name {
        "random" => Box::new(Random::new(seed)),
        "weak" => Box::new(Weak::new(seed)),
        "medium" => Box::new(Medium::new()),
        "strong" => Box::new(Strong::new(seed)),
        "zombie" => Box::new(Zombie::new(seed)),
        "t800" => Box::new(T800::new(seed)),
        _ => return None,
    })
}
