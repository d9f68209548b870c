//! The rules with their options.

use game::{
    Dice, Ending, Enumerate, Game, Keyed, Message, NotationError, Pending, Say, Seat, SeatSet,
    Step, display_message, message,
};

use crate::moves::{Illegal, Move};
use crate::piece::Color;
use crate::position::{MOST_SIDE, Position};
use crate::report::Report;

/// The rules of Combo with some options.
///
/// Seat 0 plays Black and moves first, seat 1 plays White. If the side to move has no
/// legal move, it loses (`no-moves`). If the limit of quiet moves is reached, the game
/// is drawn (`quiet-limit`). If both are true, the loss counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combo {
    options: Options,
    start: Position,
}

impl Default for Combo {
    fn default() -> Combo {
        Combo::new(Options::default()).expect("the usual options make a game")
    }
}

impl Combo {
    /// Creates the rules with these options.
    pub fn new(options: Options) -> Result<Combo, OptionsError> {
        let Options { width, height, .. } = options;
        if !(1..=MOST_SIDE).contains(&width) {
            return Err(OptionsError::Width { width });
        }
        if !(LEAST_HEIGHT..=MOST_SIDE).contains(&height) {
            return Err(OptionsError::Height { height });
        }
        let start = Position::start(width, height);
        Ok(Combo { options, start })
    }

    /// The rules for a game that starts from a position. Its board may have any size.
    pub fn starting_from(start: Position, quiet_limit: u32) -> Combo {
        let options = Options {
            width: start.width(),
            height: start.height(),
            quiet_limit,
        };
        Combo { options, start }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The initial position.
    pub fn start_position(&self) -> &Position {
        &self.start
    }

    /// A state to continue from: a position, `quiet` moves after the last capture. The
    /// board may have another size than the initial one.
    pub fn resume(&self, position: Position, quiet: u32) -> State {
        State { position, quiet }
    }

    #[inline]
    fn over(&self, state: &State) -> Option<Ending> {
        let position = &state.position;
        if !position.has_moves() {
            let winner = position.to_move().opponent();
            return Some(Ending::won(winner.seat(), "no-moves"));
        }
        let limit = self.options.quiet_limit;
        (limit > 0 && state.quiet >= limit).then(|| Ending::drawn("quiet-limit"))
    }

    /// Whether it is the turn of `seat`.
    fn may_choose(&self, state: &State, seat: Seat) -> bool {
        state.position.to_move().seat() == seat && self.over(state).is_none()
    }
}

/// The options of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of columns, 1 to 26.
    pub width: u8,
    /// The number of rows, 4 to 26.
    pub height: u8,
    /// The number of moves in a row without a capture after which the game is drawn; 0
    /// for no limit.
    pub quiet_limit: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            width: 8,
            height: 8,
            quiet_limit: 200,
        }
    }
}

const LEAST_HEIGHT: u8 = 4;

/// Options that do not make a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionsError {
    /// The width is out of range: squares have names only up to column z.
    Width {
        /// The requested width.
        width: u8,
    },
    /// The height is out of range: both sides need two rows to start on.
    Height {
        /// The requested height.
        height: u8,
    },
}

impl Say for OptionsError {
    fn message(&self) -> Message {
        let high = MOST_SIDE;
        match *self {
            OptionsError::Width { width } => message!("combo.width", low = 1, high, width),
            OptionsError::Height { height } => {
                message!("combo.height", low = LEAST_HEIGHT, high, height)
            }
        }
    }
}

display_message!(OptionsError);

/// A position, and the number of moves since the last capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    position: Position,
    quiet: u32,
}

impl State {
    /// The board and the side to move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The number of moves in a row without a capture.
    pub fn quiet(&self) -> u32 {
        self.quiet
    }
}

impl Game for Combo {
    type State = State;
    type Action = Move;
    type Chance = game::Never;
    type Draw = game::Never;
    type Illegal = Illegal;
    type Report = Report;

    fn seats(&self) -> u16 {
        2
    }

    fn start(&self) -> State {
        self.resume(self.start.clone(), 0)
    }

    #[inline]
    fn pending(&self, state: &State) -> Pending<game::Never> {
        match self.over(state) {
            Some(ending) => Pending::Over(ending),
            None => Pending::Choose(SeatSet::one(state.position.to_move().seat())),
        }
    }

    fn check(&self, state: &State, seat: Seat, action: &Move) -> Result<(), Illegal> {
        let to_move = state.position.to_move();
        if self.over(state).is_some() {
            return Err(Illegal::GameOver);
        }
        if Color::of_seat(seat) != Some(to_move) {
            return Err(Illegal::NotToMove { seat, to_move });
        }
        state.position.check(*action)
    }

    fn check_draw(&self, _: &State, draw: &game::Never) -> Result<(), Illegal> {
        match *draw {}
    }

    #[inline]
    fn apply(&self, state: &mut State, step: Step<'_, Combo>) {
        let undo = state.position.play_unchecked(the_move(step));
        state.quiet = if undo.captured() {
            0
        } else {
            state.quiet.saturating_add(1)
        };
    }

    /// # Panics
    /// If the game is over.
    #[inline]
    fn propose(&self, state: &State, _: Seat, dice: &mut dyn Dice) -> Move {
        let picked = state.position.pick(dice);
        picked.expect("a seat that must choose has a legal move")
    }

    fn draw(&self, _: &State, _: &mut dyn Dice) -> game::Never {
        unreachable!("Combo never waits for a draw")
    }

    fn report(&self, before: &State, step: Step<'_, Combo>) -> Report {
        before.position.report(the_move(step))
    }

    fn read(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        Move::read(&state.position, text)
    }
}

impl Enumerate for Combo {
    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Move>) {
        out.clear();
        if self.may_choose(state, seat) {
            state.position.moves(out);
        }
    }

    fn count(&self, state: &State, seat: Seat) -> u64 {
        if self.may_choose(state, seat) {
            state.position.count_moves()
        } else {
            0
        }
    }
}

impl Keyed for Combo {
    fn key(&self, state: &State) -> u64 {
        state.position.hash()
    }

    fn fresh_key(&self, state: &State) -> u64 {
        state.position.fresh_hash()
    }
}

/// The move of a step: exactly one seat chooses at a time.
fn the_move(step: Step<'_, Combo>) -> Move {
    match step {
        Step::Act(joint) => joint[0].1,
        Step::Draw(never) => match *never {},
    }
}
