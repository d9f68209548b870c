//! The rules of Game 17: owners send pieces over a square board with linked edges. The
//! owner with more pieces on a square takes it.
//!
//! Every square starts with an owner of its own. The first owners are players; all
//! others are zombies that scatter their pieces at random. [`Game17`] implements
//! [`game::Game`]: the deal, the order of turns, each zombie's turn and the coin for
//! every tied square are separate draws, so a recorded game replays without a random
//! generator. [`Board::turn`] settles a whole turn at once, if you keep a board of your
//! own, and [`Game17::run`] plays zombies at full speed. All three settle squares with
//! the same code.
//!
//! | module | contents |
//! |---|---|
//! | [`options`] | [`Options`]: size, rounds, pieces, players |
//! | [`board`] | [`Board`]: the owner and the number of pieces of each square |
//! | [`turn`] | [`Turn`], [`Order`], [`Direction`]; their notation; orders from outside |
//! | [`settle`] | how a turn is settled; [`Scratch`] |
//! | [`state`] | [`State`], and the draws: [`Chance`], [`Draw`] |
//! | [`rules`] | [`Game17`] |
//! | [`movers`] | [`zombie`] and [`t800`] |
//! | [`report`] | [`Report`]: the effect of a step |
//! | [`illegal`] | [`Illegal`]: the rule that a step breaks |
//!
//! ```
//! use game17::{Board, Turn};
//!
//! // Owner 1 sends 3 of its 4 pieces east, against 2 pieces of owner 0.
//! let owners = [[1, 0], [0, 0]];
//! let numbers = [[4, 2], [1, 1]];
//! let mut board = Board::new(&owners, &numbers)?;
//! let turn = Turn::read("0,0e3", 2)?;
//! let report = board.turn(1, &turn, &mut |_, _| unreachable!("nothing is tied"))?;
//! assert_eq!((board.owner(0, 1), board.number(0, 1)), (Some(1), Some(5)));
//! assert_eq!(report.captures().count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod illegal;
pub mod movers;
pub mod options;
pub mod report;
pub mod rules;
pub mod settle;
mod squares;
pub mod state;
pub mod turn;

pub use board::{Board, BoardError};
pub use illegal::{BadOrder, Illegal};
pub use movers::{t800, zombie};
pub use options::{Options, OptionsError};
pub use report::{Fight, Report, TurnReport, Verdict};
pub use rules::Game17;
pub use settle::Scratch;
pub use state::{Chance, Draw, Parts, Reason, RestoreError, State};
pub use turn::{Direction, Order, RawOrder, Turn, TurnError};
