//! The rules of Combo.
//!
//! Two sides play with stacks of pieces. A move takes some of the pieces of a stack and
//! carries them in a straight line, at most as many squares as it carries pieces.
//! Stacks merge and split. Two or more pieces together capture a whole enemy stack; a
//! single piece captures nothing. If you cannot move, you lose.
//!
//! | module | contents |
//! |---|---|
//! | [`rules`] | [`Combo`]: the rules with their options; [`State`] |
//! | [`position`] | [`Position`]: the board and the side to move; playing, listing and counting moves |
//! | [`moves`] | [`Move`] and its notation, [`Illegal`]: why a move is refused |
//! | [`record`] | the notation of a position |
//! | [`report`] | [`Report`]: the effect of a move |
//! | [`piece`] | [`Color`], [`Piece`] |
//!
//! ```
//! use combo::{Combo, Options};
//! use game::{Enumerate, Game, Seat, Step};
//!
//! let combo = Combo::new(Options::default())?;
//! let mut state = combo.start();
//! assert_eq!(combo.count(&state, Seat(0)), 94);
//!
//! // Without a count the whole stack moves: here the only piece of d7.
//! let join = combo.read(&state, "d7-d8")?;
//! combo.check(&state, Seat(0), &join)?;
//! combo.apply(&mut state, Step::Act(&[(Seat(0), join)]));
//! assert_eq!(
//!     state.position().to_string(),
//!     "w,w,w,w,w,w,w,w/w,w,w,w,w,w,w,w/x8/x8/x8/x8/b,b,b,x,b,b,b,b/b,b,b,b2,b,b,b,b w"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod moves;
pub mod piece;
pub mod position;
pub mod record;
pub mod report;
pub mod rules;
mod squares;

pub use moves::{Illegal, Move};
pub use piece::{Color, Piece};
pub use position::{Position, Undo};
pub use report::Report;
pub use rules::{Combo, Options, OptionsError, State};
