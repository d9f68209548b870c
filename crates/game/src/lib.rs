//! The words that all games share, and the traits that a game implements.
//!
//! A game is a set of rules ([`Game`]) over a state. The state says what is
//! [pending](Game::pending): some seats must choose, a draw is due, or the game is
//! over. The choices or the draw are a [`Step`], and [applying](Game::apply) a step is
//! deterministic. This crate knows no clock, random generator, file or JSON: time and
//! dice are arguments, so you can replay and simulate everything built on these traits.
//!
//! | module | contents |
//! |---|---|
//! | [`seat`] | [`Seat`], [`SeatSet`] |
//! | [`ending`] | [`Ending`], [`Outcome`]: how a game ended, with which result and why |
//! | [`chance`] | [`Dice`]: fair numbers from any source of random bits |
//! | [`message`](mod@message) | [`Message`]: what the rules say, without a language |
//! | [`notation`] | [`Square`] names, a [`Scanner`] whose errors point at a character |
//! | [`play`] | random play and move counts for any game |
//!
//! ```
//! use game::{Seat, SeatSet};
//!
//! let both = SeatSet::first(2);
//! assert!(both.contains(Seat(1)));
//! assert_eq!(both.iter().count(), 2);
//! ```

pub mod chance;
pub mod ending;
pub mod message;
pub mod notation;
pub mod play;
pub mod seat;

use std::error::Error;
use std::fmt::{Debug, Display};

pub use chance::{Dice, fair16, shuffle};
pub use ending::{Ending, Outcome};
pub use message::{Arg, Message, Say, Tell};
pub use notation::{NotationError, Scanner, Square};
pub use seat::{Seat, SeatSet};

/// The rules of one game with some options.
///
/// All methods only read `self`, so one value serves any number of tables.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// Everything the rules need to continue. A state holds no secret: a move that is
    /// sealed and not revealed is at the table, never in a state.
    type State: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// The choice of one seat. `Display` writes it, [`Game::read`] reads it.
    type Action: Clone + Ord + Debug + Display + Send + Sync + 'static;
    /// A draw that is due. [`Never`] in games without chance.
    type Chance: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// The result of a draw. [`Never`] in games without chance.
    type Draw: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// Why an action or a draw is refused: the rule and the square.
    type Illegal: Error + Say + Clone + PartialEq + Send + Sync + 'static;
    /// The effect of a step, for people and programs.
    type Report: Tell + Clone + PartialEq + Debug + Send + Sync + 'static;

    /// The number of seats.
    fn seats(&self) -> u16;

    /// The initial state.
    fn start(&self) -> Self::State;

    /// The seats that must choose, the draw that is due, or how the game ended.
    fn pending(&self, state: &Self::State) -> Pending<Self::Chance>;

    /// Whether `seat` may do this now. The error names the rule it breaks.
    fn check(
        &self,
        state: &Self::State,
        seat: Seat,
        action: &Self::Action,
    ) -> Result<(), Self::Illegal>;

    /// Whether this can be the result of the draw that is due.
    fn check_draw(&self, state: &Self::State, draw: &Self::Draw) -> Result<(), Self::Illegal>;

    /// Carries out a step: one action for every seat that must choose, in seat order,
    /// or one draw.
    ///
    /// The step must have passed [`check`](Self::check) or
    /// [`check_draw`](Self::check_draw). Otherwise the state may break the rules
    /// afterwards, but never memory safety.
    fn apply(&self, state: &mut Self::State, step: Step<'_, Self>);

    /// A random legal action of a seat that must choose. If the game can list its
    /// actions, each has equal chance.
    fn propose(&self, state: &Self::State, seat: Seat, dice: &mut dyn Dice) -> Self::Action;

    /// The action for a seat that must choose but is absent; `None` if the game ends
    /// instead. It need not pass [`check`](Self::check): a player that is present may
    /// not be allowed to do it.
    fn idle(&self, _state: &Self::State, _seat: Seat) -> Option<Self::Action> {
        None
    }

    /// Makes the draw that is due, with the chances of the rules.
    fn draw(&self, state: &Self::State, dice: &mut dyn Dice) -> Self::Draw;

    /// The effect of `step` on `before`, with reasons.
    fn report(&self, before: &Self::State, step: Step<'_, Self>) -> Self::Report;

    /// Reads an action in the game's notation, without checking it against the rules.
    /// The state settles what the notation leaves open.
    fn read(&self, state: &Self::State, text: &str) -> Result<Self::Action, NotationError>;
}

/// A game whose actions can be listed.
pub trait Enumerate: Game {
    /// Puts every legal action of `seat` into `out`, which is cleared first. The order
    /// is always the same, but not the canonical one.
    fn actions(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>);

    /// The number of legal actions of `seat`.
    fn count(&self, state: &Self::State, seat: Seat) -> u64 {
        let mut out = Vec::new();
        self.actions(state, seat, &mut out);
        out.len() as u64
    }
}

/// A game whose states carry a hash that every move updates.
pub trait Keyed: Game {
    /// The hash of everything that decides how the game continues, without its history.
    fn key(&self, state: &Self::State) -> u64;

    /// The same hash, computed afresh from the board.
    fn fresh_key(&self, state: &Self::State) -> u64;
}

/// What a game waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Pending<C> {
    /// These seats must choose. If there are several, they choose in secret.
    Choose(SeatSet),
    /// A draw is due.
    Chance(C),
    /// The game is over.
    Over(Ending),
}

impl<C> Pending<C> {
    /// The seats that must choose; empty if a draw is due or the game is over.
    pub fn to_act(&self) -> SeatSet {
        match self {
            Pending::Choose(seats) => *seats,
            _ => SeatSet::EMPTY,
        }
    }

    /// How the game ended, if it did.
    pub fn ending(&self) -> Option<&Ending> {
        match self {
            Pending::Over(ending) => Some(ending),
            _ => None,
        }
    }
}

/// One step of a game.
pub enum Step<'a, G: Game> {
    /// The actions of all seats that had to choose, in seat order.
    Act(&'a [(Seat, G::Action)]),
    /// The result of a draw.
    Draw(&'a G::Draw),
}

impl<G: Game> Clone for Step<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Step<'_, G> {}

/// The draw of a game without chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}
