//! How a move is entered on a board, square by square, with a mouse, a finger or
//! a keyboard; the same in a browser and in a terminal.
//!
//! A [`MoveEntry`] is made for one [`Situation`] and is done with when the state changes.
//! It knows what can be touched and what comes of it, and asks the rules for
//! everything else: whatever it gives as [`Pressed::Entered`] has passed them.
//!
//! | module | what is in it |
//! |---|---|
//! | `pieces` | Automatafl and Brandub: a source, then a destination |
//! | `stacks` | Combo: a stack, how many of it, then a destination |
//! | `orders` | Game 17: any number of orders, then the end of the turn |
//! | [`history`] | [`History`]: the game so far, as it is shown |
//! | `names` | [`square_name`], [`describe`]: what squares are called |
//!
//! ```
//! use std::sync::Arc;
//!
//! use game::{Seat, Square};
//! use entry::{Pressed, Situation};
//!
//! let game = catalog::open("brandub", &serde_json::Value::Null)?;
//! let state = Arc::new(game.start());
//! let spot = Situation { game: game.into(), state, seat: Seat(0) };
//! let mut hand = entry::open(&spot);
//! assert_eq!(hand.press(Square::new(3, 0)), Pressed::Changed);
//! assert_eq!(hand.press(Square::new(2, 0)), Pressed::Entered("d1-c1".to_owned()));
//! # Ok::<(), catalog::Error>(())
//! ```

pub mod history;
mod names;
mod orders;
mod pieces;
mod stacks;

use std::sync::Arc;

use catalog::typed::{Automatafl, Brandub, Combo, Game17};
use catalog::{AnyGame, AnyState, Codec};
use game::{Seat, Square};
use picture::{Arrow, Board};

pub use history::History;
pub use names::{describe, square_name};

use orders::Orders;
use pieces::Pieces;
use stacks::Stacks;

/// The hand that enters a move at this spot. In a game that has no board here,
/// moves can only be [typed](MoveEntry::typed).
///
/// # Panics
/// If the state belongs to another game.
pub fn open(spot: &Situation) -> Box<dyn MoveEntry> {
    let spot = spot.clone();
    let Ok(board) = Board::of(&*spot.game, &spot.state) else {
        return Box::new(Pen(spot));
    };
    match spot.game.info().id {
        <Automatafl as Codec>::ID | <Brandub as Codec>::ID => Box::new(Pieces::new(spot, board)),
        <Combo as Codec>::ID => Box::new(Stacks::new(spot, board)),
        <Game17 as Codec>::ID => Box::new(Orders::new(spot, board)),
        _ => Box::new(Pen(spot)),
    }
}

/// Where a move is entered: a state in which a seat is to act.
#[derive(Clone)]
pub struct Situation {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The state.
    pub state: Arc<AnyState>,
    /// Who acts.
    pub seat: Seat,
}

impl Situation {
    /// A move in notation, checked by the rules.
    fn check(&self, text: &str) -> Pressed {
        match self.game.check(&self.state, self.seat, text) {
            Ok(canonical) => Pressed::Entered(canonical),
            Err(error) => refused(error.to_string()),
        }
    }

    fn allows(&self, text: &str) -> bool {
        self.game.check(&self.state, self.seat, text).is_ok()
    }
}

/// A refusal as a whole sentence. The rules say theirs in lower case and without
/// a full stop; a name such as `d4` in the first place stays as it is.
fn refused(text: impl Into<String>) -> Pressed {
    let mut text: String = text.into();
    let word = text.split(|c: char| !c.is_alphanumeric()).next();
    if word.is_some_and(|word| word.chars().all(char::is_alphabetic))
        && let Some(first) = text.get_mut(..1)
    {
        first.make_ascii_uppercase();
    }
    if !text.ends_with('.') {
        text.push('.');
    }
    Pressed::Refused(text)
}

/// What came of a touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// Nothing.
    Nothing,
    /// Something else is chosen or lit now.
    Changed,
    /// A move is complete, in notation.
    Entered(String),
    /// It cannot be; a sentence says why.
    Refused(String),
}

/// What is lit. It changes with [`Pressed::Changed`] and [`Pressed::Entered`] only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Highlights {
    /// The square that was chosen.
    pub chosen: Option<Square>,
    /// Where it could go.
    pub targets: Vec<(Square, Target)>,
    /// Squares that can be chosen.
    pub sources: Vec<Square>,
    /// What was entered so far: the orders of Game 17.
    pub orders: Vec<Order>,
    /// How many pieces go, of how many, where that is to be chosen.
    pub amount: Option<Amount>,
}

/// What a target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A square to go to.
    Free,
    /// Something is captured by it.
    Capture,
    /// Pieces are joined there.
    Join,
}

/// How many pieces go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// From where.
    pub at: Square,
    /// How many.
    pub count: u32,
    /// The fewest that may.
    pub least: u32,
    /// The most that can.
    pub most: u32,
}

/// An order of Game 17.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// From where to where; over the edge the arrow leaves the board by one.
    pub arrow: Arrow,
    /// How many pieces go.
    pub count: u32,
}

/// What a player is about to do.
pub trait MoveEntry: Send + Sync {
    /// A square is touched: the first chooses, the second completes.
    fn press(&mut self, at: Square) -> Pressed;
    /// Pieces are dragged from one square to another.
    fn drag(&mut self, from: Square, to: Square) -> Pressed;
    /// How many pieces are to go.
    fn amount(&mut self, count: u32) -> Pressed;
    /// Takes the last part back: a choice, or the last order.
    fn undo(&mut self) -> Pressed;
    /// Takes one order out again.
    fn remove(&mut self, order: usize) -> Pressed;
    /// Ends a turn that consists of several orders.
    fn finish(&mut self) -> Pressed;
    /// Begins anew.
    fn clear(&mut self) -> Pressed;
    /// What is lit now.
    fn lit(&self) -> Highlights;
    /// A move typed in notation, checked.
    fn typed(&self, text: &str) -> Pressed;
}

/// A hand for a game without a board: it only writes.
struct Pen(Situation);

impl Pen {
    fn no_board(&self) -> Pressed {
        let game = self.0.game.info().name;
        refused(format!("moves of {game} are typed: it has no board here"))
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

fn holds(board: &Board, at: Square) -> bool {
    at.x < board.width() && at.y < board.height()
}

fn off_board() -> Pressed {
    refused("there is no such square on this board")
}

/// A square beside this one, to ask the rules what they have against a source.
fn beside(board: &Board, at: Square) -> Square {
    if at.x + 1 < board.width() {
        Square::new(at.x + 1, at.y)
    } else {
        Square::new(at.x.saturating_sub(1), at.y)
    }
}
