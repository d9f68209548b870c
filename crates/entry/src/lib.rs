//! Entering a move on a board, square by square, with a mouse, a finger or a keyboard;
//! the same in a browser and in a terminal.
//!
//! A [`MoveEntry`] belongs to one [`Situation`] and ends when the state changes. It
//! knows which squares you can touch and what that does, and it asks the rules for
//! everything else: a move that it returns as [`Pressed::Entered`] is legal.
//!
//! | module | contents |
//! |---|---|
//! | `pieces` | a source, then a target |
//! | `stacks` | a stack, how many of it, then a target |
//! | `orders` | any number of orders, then the end of the turn |
//! | [`history`] | [`History`]: the game so far, as it is shown |
//! | `names` | [`describe`]: squares in words |
//!
//! The [kind](catalog::entry::Kind) of entry comes from the game's folder in the
//! catalog; nothing here knows a game.
//!
//! ```
//! use std::sync::Arc;
//!
//! use game::Seat;
//! use entry::{Pressed, Situation};
//!
//! for info in catalog::GAMES {
//!     let game = catalog::open(info.id, &serde_json::Value::Null)?;
//!     let state = Arc::new(game.start());
//!     let spot = Situation { game: game.into(), state, seat: Seat(0) };
//!     let mut hand = entry::open(&spot);
//!     for at in hand.lit().sources {
//!         assert_eq!(hand.press(at), Pressed::Changed);
//!         assert_eq!(hand.press(at), Pressed::Changed);
//!     }
//! }
//! # Ok::<(), catalog::Error>(())
//! ```

pub mod history;
mod names;
mod orders;
mod pieces;
mod stacks;

use std::sync::Arc;

use catalog::entry::Kind;
use catalog::{AnyGame, AnyState, Scene};
use game::{Message, Say as _, Seat, Square, message};
use picture::Arrow;

pub use history::History;
pub use names::describe;

use orders::Orders;
use pieces::Pieces;
use stacks::Stacks;

/// The entry of a move in this situation, of the kind that its game uses.
///
/// # Panics
/// If the state belongs to another game.
pub fn open(spot: &Situation) -> Box<dyn MoveEntry> {
    let (spot, scene) = (spot.clone(), spot.game.scene(&spot.state));
    match spot.game.entry().kind {
        Kind::Move { pass } => Box::new(Pieces::new(spot, scene, pass)),
        Kind::Stack => Box::new(Stacks::new(spot, scene)),
        Kind::Orders { none } => Box::new(Orders::new(spot, scene, none)),
        Kind::Typed => Box::new(Pen(spot)),
    }
}

/// A move from one square to another as an arrow. Moves of other kinds have none.
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

/// The situation in which a move is entered: a state in which a seat is to act.
#[derive(Clone)]
pub struct Situation {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The state.
    pub state: Arc<AnyState>,
    /// The seat that acts.
    pub seat: Seat,
}

impl Situation {
    /// A move in notation, checked by the rules.
    fn check(&self, text: &str) -> Pressed {
        match self.game.check(&self.state, self.seat, text) {
            Ok(canonical) => Pressed::Entered(canonical),
            Err(error) => Pressed::Refused(error.message()),
        }
    }

    fn allows(&self, text: &str) -> bool {
        self.game.check(&self.state, self.seat, text).is_ok()
    }
}

/// The effect of a touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// None.
    Nothing,
    /// The selection or the highlights have changed.
    Changed,
    /// A move is complete, in notation.
    Entered(String),
    /// The move is not possible, and why.
    Refused(Message),
}

/// The highlighted squares. They change only with [`Pressed::Changed`] and
/// [`Pressed::Entered`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Highlights {
    /// The selected square.
    pub chosen: Option<Square>,
    /// Its destinations.
    pub targets: Vec<(Square, Target)>,
    /// Squares that you can select.
    pub sources: Vec<Square>,
    /// The orders that were entered so far.
    pub orders: Vec<Order>,
    /// The number of pieces to move, if you can choose it.
    pub amount: Option<Amount>,
}

/// The kind of a destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// An ordinary destination.
    Free,
    /// The move captures something.
    Capture,
    /// The pieces join others there.
    Join,
}

/// The number of pieces to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The source.
    pub at: Square,
    /// The chosen number.
    pub count: u32,
    /// The lowest possible number.
    pub least: u32,
    /// The highest possible number.
    pub most: u32,
}

/// An order: pieces that go to a neighbouring square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Source and destination. If the order crosses the edge, the arrow leaves the
    /// board by one square.
    pub arrow: Arrow,
    /// The number of pieces to move.
    pub count: u32,
}

/// The move that a player is entering.
pub trait MoveEntry: Send + Sync {
    /// Touches a square: the first touch selects, the second completes.
    fn press(&mut self, at: Square) -> Pressed;
    /// Drags pieces from one square to another.
    fn drag(&mut self, from: Square, to: Square) -> Pressed;
    /// Chooses the number of pieces.
    fn amount(&mut self, count: u32) -> Pressed;
    /// Takes back the last part: a selection or the last order.
    fn undo(&mut self) -> Pressed;
    /// Removes one order.
    fn remove(&mut self, order: usize) -> Pressed;
    /// Ends a turn of several orders.
    fn finish(&mut self) -> Pressed;
    /// Starts again.
    fn clear(&mut self) -> Pressed;
    /// The current highlights.
    fn lit(&self) -> Highlights;
    /// Enters a move typed in notation, and checks it.
    fn typed(&self, text: &str) -> Pressed;
}

/// The entry of a game whose moves are only typed.
struct Pen(Situation);

impl Pen {
    fn no_board(&self) -> Pressed {
        let game = self.0.game.info().name;
        Pressed::Refused(message!("entry.typed", game))
    }
}

impl MoveEntry for Pen {
    fn press(&mut self, _: Square) -> Pressed {
        self.no_board()
    }

    fn drag(&mut self, _: Square, _: Square) -> Pressed {
        self.no_board()
    }

    fn amount(&mut self, _: u32) -> Pressed {
        Pressed::Nothing
    }

    fn undo(&mut self) -> Pressed {
        Pressed::Nothing
    }

    fn remove(&mut self, _: usize) -> Pressed {
        Pressed::Nothing
    }

    fn finish(&mut self) -> Pressed {
        Pressed::Nothing
    }

    fn clear(&mut self) -> Pressed {
        Pressed::Nothing
    }

    fn lit(&self) -> Highlights {
        Highlights::default()
    }

    fn typed(&self, text: &str) -> Pressed {
        self.0.check(text.trim())
    }
}

fn off_board() -> Pressed {
    Pressed::Refused(message!("entry.no-square"))
}

/// A neighbour of this square, to ask the rules why a source is not allowed.
fn beside(scene: &Scene, at: Square) -> Square {
    if at.x + 1 < scene.width() {
        Square::new(at.x + 1, at.y)
    } else {
        Square::new(at.x.saturating_sub(1), at.y)
    }
}
