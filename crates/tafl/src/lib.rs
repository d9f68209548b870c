//! Brandub, the tafl game on 7 x 7 squares: rules, notation, explanations.
//!
//! | module | contents |
//! |---|---|
//! | [`position`] | [`Position`]: pieces in bitboards, moves, captures, perft |
//! | [`state`] | [`State`]: a position with its history |
//! | [`tables`] | the squares as bits |
//! | [`illegal`] | [`Illegal`]: why a move is refused |
//! | [`report`] | [`Report`]: the effect of a move, in words |
//!
//! ```
//! use game::{Game, Pending, Seat, Step};
//! use tafl::{ATTACKERS, Brandub};
//!
//! let brandub = Brandub::default();
//! let mut state = brandub.start();
//! let action = brandub.read(&state, "d1-c1")?;
//! brandub.check(&state, ATTACKERS, &action)?;
//! brandub.apply(&mut state, Step::Act(&[(ATTACKERS, action)]));
//! assert_eq!(state.position().to_string(), "/2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ d");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod illegal;
pub mod position;
pub mod report;
pub mod state;
pub mod tables;

use game::{
    Dice, Ending, Enumerate, Game, Keyed, Message, Never, NotationError, Pending, Say, Seat,
    SeatSet, Step, display_message, message,
};

pub use illegal::Illegal;
pub use position::{Fate, Move, Piece, Played, Position, Side};
pub use report::Report;
pub use state::State;

/// The seat of the attackers. They move first.
pub const ATTACKERS: Seat = Seat(0);
/// The seat of the defenders and their king.
pub const DEFENDERS: Seat = Seat(1);

/// The seat that plays a side.
pub const fn seat(side: Side) -> Seat {
    match side {
        Side::Attackers => ATTACKERS,
        Side::Defenders => DEFENDERS,
    }
}

/// The options of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether a corner helps to capture the king.
    pub king_by_corner: bool,
    /// What happens to a side that cannot move.
    pub no_moves: NoMoves,
    /// How often a position must occur for the game to be drawn; 0 for never.
    pub repetition: u32,
    /// The initial position.
    pub start: Position,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            king_by_corner: true,
            no_moves: NoMoves::Loss,
            repetition: 3,
            start: Position::START,
        }
    }
}

/// What happens to a side that cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMoves {
    /// It loses.
    Loss,
    /// The game is drawn.
    Draw,
}

/// Options that do not make a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionsError {
    /// The repetition is out of range. 1 is not allowed, because every position occurs
    /// once.
    Repetition(u32),
}

impl Say for OptionsError {
    fn message(&self) -> Message {
        match *self {
            OptionsError::Repetition(found) => message!("brandub.repetition", found),
        }
    }
}

display_message!(OptionsError);

/// The rules of Brandub with some options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Brandub {
    options: Options,
}

impl Brandub {
    /// Creates the rules with these options.
    pub fn new(options: Options) -> Result<Brandub, OptionsError> {
        match options.repetition {
            0 | 2..=1000 => Ok(Brandub { options }),
            n => Err(OptionsError::Repetition(n)),
        }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Plays a legal move and returns its effect.
    pub fn play(&self, state: &mut State, m: Move) -> Played {
        state.play(m, &self.options)
    }
}

impl Game for Brandub {
    type State = State;
    type Action = Move;
    type Chance = Never;
    type Draw = Never;
    type Illegal = Illegal;
    type Report = Report;

    fn seats(&self) -> u16 {
        2
    }

    fn start(&self) -> State {
        State::new(self.options.start)
    }

    #[inline]
    fn pending(&self, state: &State) -> Pending<Never> {
        let side = state.position().side();
        if state.is_open() && state.position().has_move() {
            return Pending::Choose(SeatSet::one(seat(side)));
        }
        if let Some(ending) = state.ending() {
            return Pending::Over(ending);
        }
        Pending::Over(match self.options.no_moves {
            NoMoves::Loss => Ending::won(seat(side.other()), "no-moves"),
            NoMoves::Draw => Ending::drawn("no-moves"),
        })
    }

    fn check(&self, state: &State, who: Seat, action: &Move) -> Result<(), Illegal> {
        if state.ending().is_some() {
            return Err(Illegal::Over);
        }
        if who != seat(state.position().side()) {
            return Err(Illegal::NotToMove(state.position().side().other()));
        }
        Illegal::find(state.position(), *action)
    }

    fn check_draw(&self, _: &State, draw: &Never) -> Result<(), Illegal> {
        match *draw {}
    }

    #[inline]
    fn apply(&self, state: &mut State, step: Step<'_, Brandub>) {
        match step {
            Step::Act(joint) => {
                for (_, action) in joint {
                    state.play(*action, &self.options);
                }
            }
            Step::Draw(draw) => match *draw {},
        }
    }

    /// # Panics
    /// If the seat has no move, which is when the game is over.
    #[inline]
    fn propose(&self, state: &State, _: Seat, dice: &mut dyn Dice) -> Move {
        state
            .position()
            .random_move(dice)
            .expect("a game that goes on has a move")
    }

    fn draw(&self, _: &State, _: &mut dyn Dice) -> Never {
        unreachable!("Brandub draws nothing")
    }

    fn report(&self, before: &State, step: Step<'_, Brandub>) -> Report {
        match step {
            Step::Act(joint) => Report::new(before.position(), joint, &self.options),
            Step::Draw(draw) => match *draw {},
        }
    }

    fn read(&self, _: &State, text: &str) -> Result<Move, NotationError> {
        Move::read(text)
    }
}

impl Enumerate for Brandub {
    fn actions(&self, state: &State, who: Seat, out: &mut Vec<Move>) {
        out.clear();
        if state.ending().is_none() && who == seat(state.position().side()) {
            state.position().moves(out);
        }
    }

    fn count(&self, state: &State, who: Seat) -> u64 {
        if state.ending().is_none() && who == seat(state.position().side()) {
            state.position().count_moves()
        } else {
            0
        }
    }
}

impl Keyed for Brandub {
    fn key(&self, state: &State) -> u64 {
        state.position().key()
    }

    fn fresh_key(&self, state: &State) -> u64 {
        state.position().fresh_key()
    }
}
