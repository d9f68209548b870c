//! The rules of Automatafl: two or four players move at the same time, in secret; then
//! the automaton steps by itself.
//!
//! | module | contents |
//! |---|---|
//! | [`options`] | [`Options`]: players, [`Setup`], tie, identical moves, corners |
//! | [`geometry`] | axes, lines, corners: the shape of the board |
//! | [`board`] | [`Board`]: the pieces, as one word of bits per line |
//! | [`moves`] | [`Move`], [`Entry`]: what a player enters |
//! | [`resolve`] | conflicts, and the outcome of each move |
//! | [`automaton`] | what the automaton sees, what it decides, and why |
//! | [`state`] | [`State`]: the board with this turn's locked moves and markers |
//! | [`illegal`] | [`Illegal`]: why an entry is refused |
//! | [`report`] | [`Report`]: the effect of a step, in words |
//!
//! ```
//! use automatafl::{Automatafl, Options};
//! use game::{Game, Seat, Step};
//!
//! let game = Automatafl::new(Options::default())?;
//! let mut state = game.start();
//! let entries = [
//!     (Seat(0), game.read(&state, "b4-c4")?),
//!     (Seat(1), game.read(&state, "f10-f8")?),
//! ];
//! for (seat, entry) in &entries {
//!     game.check(&state, *seat, entry)?;
//! }
//! println!("{:?}", game.report(&state, Step::Act(&entries)));
//! game.apply(&mut state, Step::Act(&entries));
//! assert_eq!(state.turn(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod automaton;
pub mod board;
pub mod geometry;
pub mod illegal;
pub mod moves;
pub mod options;
pub mod report;
pub mod resolve;
pub mod state;

use game::{
    Dice, Ending, Enumerate, Game, Keyed, Never, NotationError, Pending, Seat, SeatSet, Square,
    Step, fair16,
};

pub use automaton::Explanation;
pub use board::{Board, Piece};
pub use illegal::Illegal;
pub use moves::{Entry, Move};
pub use options::{Identical, Options, OptionsError, Players, Setup, Tie};
pub use report::Report;
pub use resolve::{Conflict, Fate};
pub use state::{RestoreError, State};

use resolve::SEATS;

/// The rules of Automatafl with some options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automatafl {
    options: Options,
    board: Board,
    owners: [Seat; 4],
}

impl Default for Automatafl {
    fn default() -> Automatafl {
        Automatafl::new(Options::default()).expect("the usual options make a game")
    }
}

impl Automatafl {
    /// Creates the rules with these options.
    pub fn new(options: Options) -> Result<Automatafl, OptionsError> {
        let board = options.setup.board();
        options.check(&board)?;
        let owners = options.owners();
        Ok(Automatafl {
            options,
            board,
            owners,
        })
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The owners of the corners (0, 0), (max, 0), (max, max), (0, max).
    pub fn corners(&self) -> [Seat; 4] {
        self.owners
    }

    /// The seat that wins when the automaton enters `at`.
    #[inline]
    pub fn goal(&self, at: Square) -> Option<Seat> {
        self.board
            .size()
            .corner(at)
            .map(|corner| self.owners[corner])
    }

    /// The start with markers on squares, as after a conflict. Fails with the first
    /// square that is off the board.
    pub fn start_marked(&self, marked: &[Square]) -> Result<State, Square> {
        let mut state = self.start();
        state.mark_all(marked)?;
        Ok(state)
    }

    /// Rebuilds a state from the board, the number of turns played and, for a turn with
    /// conflicts, its markers and locked moves. Fails with the first thing that does
    /// not fit.
    pub fn restore(
        &self,
        board: Board,
        turn: u32,
        marked: &[Square],
        locked: &[(Seat, Entry)],
        winner: Option<Seat>,
    ) -> Result<State, RestoreError> {
        if board.size() != self.board.size() {
            return Err(RestoreError::Size);
        }
        if board.automata().len() != usize::from(self.options.automata) {
            return Err(RestoreError::Automata);
        }
        let in_corner = board.automata().iter().find_map(|&at| self.goal(at));
        if in_corner != winner {
            return Err(RestoreError::Winner);
        }
        let mut state = State::new(board, self.seats());
        state.turn = turn;
        state.winner = winner;
        for (seat, entry) in locked {
            match self.check(&state, *seat, entry) {
                // A pass is locked if the seat was absent.
                Ok(()) | Err(Illegal::MustMove) => {}
                Err(_) => return Err(RestoreError::Locked(*seat)),
            }
            Self::enter(&mut state, &[(*seat, *entry)]);
        }
        if state.to_enter.is_empty() || marked.is_empty() && !locked.is_empty() {
            return Err(RestoreError::NobodyEnters);
        }
        state.mark_all(marked).map_err(RestoreError::OffBoard)?;
        Ok(state)
    }

    /// The step that each automaton would make if nothing else moved, in their order.
    pub fn foresee(&self, board: &Board) -> Vec<Explanation> {
        let mut board = board.clone();
        let mut steps = Vec::new();
        self.step_automata(&mut board, |step| steps.push(*step));
        steps
    }

    /// Steps the automata. Returns the owner of the first corner entered.
    #[inline]
    fn step_automata(&self, board: &mut Board, mut tell: impl FnMut(&Explanation)) -> Option<Seat> {
        for which in 0..board.automata().len() {
            let from = board.automata()[which];
            let step = Explanation::of(board, from, self.options.tie);
            tell(&step);
            if step.to == from {
                continue;
            }
            board.shift_automaton(which, step.to);
            if let Some(corner) = board.size().corner(step.to) {
                board.sort_automata();
                return Some(self.owners[corner]);
            }
        }
        board.sort_automata();
        None
    }

    /// Stores the entries of this step. Returns whether all entries are in.
    #[inline]
    fn enter(state: &mut State, joint: &[(Seat, Entry)]) -> bool {
        for &(seat, entry) in joint {
            if seat.index() < SEATS {
                state.entries[seat.index()] = Some(entry);
            }
        }
        if joint.len() == state.to_enter.len() {
            state.to_enter = SeatSet::EMPTY;
        } else {
            for &(seat, _) in joint {
                state.to_enter = state.to_enter.without(seat);
            }
        }
        state.to_enter.is_empty()
    }

    /// Reveals all entries: finds conflicts, or plays the turn to its end.
    #[inline]
    fn reveal<const N: usize>(&self, state: &mut State) {
        let moves = state.entered::<N>();
        let mut reenter = SeatSet::EMPTY;
        let (board, marked) = (&state.board, &mut state.marked);
        resolve::conflicts(board, &moves, self.options.identical, |at, i, j| {
            marked.insert(at);
            reenter = reenter.with(Seat(i as u16)).with(Seat(j as u16));
        });
        if !reenter.is_empty() {
            for seat in reenter.iter() {
                state.entries[seat.index()] = None;
            }
            state.to_enter = reenter;
            return;
        }
        // Nothing moves unless a piece is on some source.
        let board = &mut state.board;
        if moves.iter().flatten().any(|m| board.is_occupied(m.from)) {
            resolve::resolve(board, &moves);
        }
        state.winner = self.step_automata(&mut state.board, |_| {});
        state.marked.clear();
        state.entries = [None; SEATS];
        state.to_enter = SeatSet::first(self.seats());
        state.turn = state.turn.saturating_add(1);
    }

    /// The conflicts among the entries, if there are any.
    fn conflict(&self, state: &State) -> Option<Conflict> {
        let mut found = Conflict {
            squares: Vec::new(),
            reenter: SeatSet::EMPTY,
        };
        let moves = state.entered::<SEATS>();
        resolve::conflicts(&state.board, &moves, self.options.identical, |at, i, j| {
            if !found.squares.contains(&at) {
                found.squares.push(at);
            }
            found.reenter = found.reenter.with(Seat(i as u16)).with(Seat(j as u16));
        });
        found.squares.sort_by_key(Square::to_string);
        (!found.squares.is_empty()).then_some(found)
    }
}

impl Game for Automatafl {
    type State = State;
    type Action = Entry;
    type Chance = Never;
    type Draw = Never;
    type Illegal = Illegal;
    type Report = Report;

    #[inline]
    fn seats(&self) -> u16 {
        self.options.players.count()
    }

    #[inline]
    fn start(&self) -> State {
        State::new(self.board.clone(), self.seats())
    }

    #[inline]
    fn pending(&self, state: &State) -> Pending<Never> {
        if let Some(seat) = state.winner {
            return Pending::Over(Ending::won(seat, "corner"));
        }
        let most = self.options.max_turns;
        if most > 0 && state.turn >= most {
            return Pending::Over(Ending::drawn("max-turns"));
        }
        Pending::Choose(state.to_enter)
    }

    fn check(&self, state: &State, seat: Seat, action: &Entry) -> Result<(), Illegal> {
        match self.pending(state) {
            Pending::Over(_) => return Err(Illegal::Over),
            _ if seat.0 >= self.seats() => return Err(Illegal::NoSeat(seat)),
            Pending::Choose(seats) if seats.contains(seat) => {}
            _ => return Err(Illegal::Locked(seat)),
        }
        let Entry::Move(Move { from, to }) = *action else {
            return if state.has_move() {
                Err(Illegal::MustMove)
            } else {
                Ok(())
            };
        };
        let board = &state.board;
        if let Some(at) = [from, to].into_iter().find(|&at| !board.size().holds(at)) {
            return Err(Illegal::OffBoard(at));
        }
        if from == to {
            return Err(Illegal::Stays(from));
        }
        if geometry::Axis::between(from, to).is_none() {
            return Err(Illegal::NotInLine { from, to });
        }
        if board.is_automaton(from) {
            return Err(Illegal::AutomatonSource(from));
        }
        if board.is_automaton(to) {
            return Err(Illegal::AutomatonDestination(to));
        }
        match [from, to].into_iter().find(|&at| state.marked.contains(at)) {
            Some(at) => Err(Illegal::Marked(at)),
            None => Ok(()),
        }
    }

    fn check_draw(&self, _: &State, draw: &Never) -> Result<(), Illegal> {
        match *draw {}
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step<'_, Automatafl>) {
        let Step::Act(joint) = step else { return };
        if !Self::enter(state, joint) {
            return;
        }
        match self.options.players {
            Players::Two => self.reveal::<2>(state),
            Players::Four => self.reveal::<4>(state),
        }
    }

    #[inline(always)]
    fn propose(&self, state: &State, _: Seat, dice: &mut dyn Dice) -> Entry {
        // Nearly every pair of squares in a line is a move, so drawing until one is
        // legal is fair and quick.
        let size = state.board.size();
        let others = size.others();
        for _ in 0..64 {
            let bits = dice.bits();
            let thrown = (
                fair16(bits as u16, size.width.into()),
                fair16((bits >> 16) as u16, size.height.into()),
                fair16((bits >> 32) as u16, others as u16),
            );
            let (Some(x), Some(y), Some(which)) = thrown else {
                continue;
            };
            let from = Square::new(x as u8, y as u8);
            let to = size.other(from, which.into());
            if state.is_free(from) && state.is_free(to) {
                return Entry::Move(Move { from, to });
            }
        }
        let count = state.count_moves() as u32;
        let pick = if count > 0 { dice.below(count) } else { 0 };
        let chosen = state.moves().nth(pick as usize);
        chosen.map_or(Entry::Pass, Entry::Move)
    }

    fn idle(&self, _: &State, _: Seat) -> Option<Entry> {
        Some(Entry::Pass)
    }

    fn draw(&self, _: &State, _: &mut dyn Dice) -> Never {
        unreachable!("Automatafl draws nothing")
    }

    fn report(&self, before: &State, step: Step<'_, Automatafl>) -> Report {
        let joint = match step {
            Step::Act(joint) => joint,
            Step::Draw(draw) => match *draw {},
        };
        let mut state = before.clone();
        Self::enter(&mut state, joint);
        if let Some(conflict) = self.conflict(&state) {
            return Report::Conflict(conflict);
        }
        let entered = state.entered::<SEATS>();
        let fates = resolve::resolve(&mut state.board, &entered);
        let mut automata = Vec::new();
        let winner = self.step_automata(&mut state.board, |step| automata.push(*step));
        let moves = (0..self.seats())
            .map(|seat| {
                let entry = state.entries[usize::from(seat)].unwrap_or(Entry::Pass);
                let fate = entry.as_move().map(|_| fates[usize::from(seat)]);
                (Seat(seat), entry, fate)
            })
            .collect();
        Report::Turn {
            moves,
            automata,
            winner,
        }
    }

    fn read(&self, state: &State, text: &str) -> Result<Entry, NotationError> {
        Entry::read(text, state.board.size())
    }
}

impl Enumerate for Automatafl {
    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Entry>) {
        out.clear();
        if !self.pending(state).to_act().contains(seat) {
            return;
        }
        out.extend(state.moves().map(Entry::Move));
        if out.is_empty() {
            out.push(Entry::Pass);
        }
    }

    fn count(&self, state: &State, seat: Seat) -> u64 {
        if self.pending(state).to_act().contains(seat) {
            state.count_moves().max(1)
        } else {
            0
        }
    }
}

impl Keyed for Automatafl {
    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.hash(state.board.key())
    }

    fn fresh_key(&self, state: &State) -> u64 {
        state.hash(state.board.fresh_key())
    }
}
