//! The words every game of the hall shares, and the traits a game implements.
//!
//! A game is a set of rules ([`Game`]) over a state. The state says what is
//! [pending](Game::pending): some seats must choose, something must be drawn,
//! or the game is over. What was chosen or drawn is a [`Step`], and
//! [applying](Game::apply) a step is deterministic. Nothing here knows a clock,
//! a random generator, a file or JSON: time and dice come in as arguments, so
//! everything built on these traits replays and simulates.
//!
//! | module | what is in it |
//! |---|---|
//! | [`seat`] | [`Seat`], [`SeatSet`] |
//! | [`ending`] | [`Ending`], [`Outcome`]: how a game ended, for whom and why |
//! | [`chance`] | [`Dice`]: fair numbers from any source |
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
pub mod notation;
pub mod play;
pub mod seat;

use std::error::Error;
use std::fmt::{Debug, Display};

pub use chance::{Dice, fair16, shuffle};
pub use ending::{Ending, Outcome};
pub use notation::{NotationError, Scanner, Square};
pub use seat::{Seat, SeatSet};

/// The rules of one game with its options chosen.
///
/// All methods only read `self`: one value serves any number of tables.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// Everything the rules need to go on. It holds no secret: moves that are
    /// sealed but not revealed live at the table, never in a state.
    type State: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// What one seat does when it must choose. Written by `Display`, read by
    /// [`Game::read`].
    type Action: Clone + Ord + Debug + Display + Send + Sync + 'static;
    /// What is to be drawn. [`Never`] in games without chance.
    type Chance: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// What was drawn. [`Never`] in games without chance.
    type Draw: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// Why an action or a draw is refused: the rule and the square.
    type Illegal: Error + Clone + PartialEq + Send + Sync + 'static;
    /// What a step did, for people and programs.
    type Report: Clone + PartialEq + Debug + Display + Send + Sync + 'static;

    /// How many seats the game has.
    fn seats(&self) -> u16;

    /// The state before anything happened.
    fn start(&self) -> Self::State;

    /// Who must choose, what must be drawn, or how the game ended.
    fn pending(&self, state: &Self::State) -> Pending<Self::Chance>;

    /// Whether `seat` may do this now. An error names the rule broken.
    fn check(
        &self,
        state: &Self::State,
        seat: Seat,
        action: &Self::Action,
    ) -> Result<(), Self::Illegal>;

    /// Whether this can be what was drawn now.
    fn check_draw(&self, state: &Self::State, draw: &Self::Draw) -> Result<(), Self::Illegal>;

    /// Carries out a step: one action for every seat that must choose, in seat
    /// order, or one draw.
    ///
    /// The step must have passed [`check`](Self::check) or
    /// [`check_draw`](Self::check_draw). One that has not may leave a state
    /// that breaks the rules, but never memory safety.
    fn apply(&self, state: &mut Self::State, step: Step<'_, Self>);

    /// A random legal action of a seat that must choose, every one with the
    /// same chance where the game can list its actions.
    fn propose(&self, state: &Self::State, seat: Seat, dice: &mut dyn Dice) -> Self::Action;

    /// What is entered for a seat that must choose but is absent, where the game
    /// can go on without it. It need not pass [`check`](Self::check): someone who
    /// is there may not do it. Nothing where the game ends instead.
    fn idle(&self, _state: &Self::State, _seat: Seat) -> Option<Self::Action> {
        None
    }

    /// Draws what is pending, with the chances the rules say.
    fn draw(&self, state: &Self::State, dice: &mut dyn Dice) -> Self::Draw;

    /// What `step` does to `before`, with reasons.
    fn report(&self, before: &Self::State, step: Step<'_, Self>) -> Self::Report;

    /// Reads an action in the game's notation. The action is well formed, not
    /// yet checked. The state settles what the notation leaves open.
    fn read(&self, state: &Self::State, text: &str) -> Result<Self::Action, NotationError>;
}

/// A game whose actions can be listed.
pub trait Enumerate: Game {
    /// Puts every legal action of `seat` into `out`, which is emptied first.
    /// The order is the same every time, but not the canonical one.
    fn actions(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>);

    /// How many legal actions `seat` has.
    fn count(&self, state: &Self::State, seat: Seat) -> u64 {
        let mut out = Vec::new();
        self.actions(state, seat, &mut out);
        out.len() as u64
    }
}

/// A game whose states carry a hash that is kept up to date move by move.
pub trait Keyed: Game {
    /// The hash of what decides how the game goes on, history left out.
    fn key(&self, state: &Self::State) -> u64;

    /// The same number, computed from nothing but the board.
    fn fresh_key(&self, state: &Self::State) -> u64;
}

/// What a game waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Pending<C> {
    /// These seats choose, in secret from each other if there are several.
    Choose(SeatSet),
    /// Something is drawn.
    Chance(C),
    /// Nothing: the game has ended.
    Over(Ending),
}

impl<C> Pending<C> {
    /// The seats that must choose; none when something is drawn or all is over.
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
    /// What was drawn.
    Draw(&'a G::Draw),
}

impl<G: Game> Clone for Step<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Step<'_, G> {}

/// The draw of a game that draws nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}
