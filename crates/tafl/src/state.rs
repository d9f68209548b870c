//! A position with its history.

use game::Ending;

use crate::{ATTACKERS, DEFENDERS, Fate, Move, Options, Played, Position};

/// The state of a game: the position, and what is needed to detect repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    position: Position,
    turn: u32,
    fate: Fate,
    repeated: bool,
    history: History,
}

impl State {
    /// Creates a state that starts from `position`.
    pub fn new(position: Position) -> State {
        let mut state = State {
            position,
            turn: 0,
            fate: Fate::Open,
            repeated: false,
            history: History::default(),
        };
        state.restart(position);
        state
    }

    /// Starts again from `position` and reuses the memory.
    #[inline]
    pub fn restart(&mut self, position: Position) {
        self.position = position;
        self.turn = 0;
        self.fate = if position.escaped() {
            Fate::Escaped
        } else {
            Fate::Open
        };
        self.repeated = false;
        self.history.clear();
        self.history.add(position.key());
    }

    /// Rebuilds a state. `history` is what [`history`](Self::history) returned, ending
    /// with the key of `position`. `None` if it does not end so, or if `fate` does not
    /// fit the king's square.
    pub fn restore(
        position: Position,
        turn: u32,
        history: &[u64],
        fate: Fate,
        options: &Options,
    ) -> Option<State> {
        let fits = history.last() == Some(&position.key());
        if !fits || position.escaped() != (fate == Fate::Escaped) {
            return None;
        }
        let mut state = State::new(position);
        state.turn = turn;
        state.fate = fate;
        state.history.clear();
        let occurred = history.iter().map(|&key| state.history.add(key)).last();
        state.repeated = options.repetition > 0 && occurred >= Some(options.repetition);
        Some(state)
    }

    /// The king's fate.
    pub fn fate(&self) -> Fate {
        self.fate
    }

    /// The pieces and the side to move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The number of moves played.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The keys of the positions since the last capture, including this one, oldest
    /// first. No earlier position can occur again.
    pub fn history(&self) -> &[u64] {
        &self.history.keys
    }

    /// Whether no move has ended the game.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.fate == Fate::Open && !self.repeated
    }

    /// How a move has ended the game, if one has. This does not detect a side without
    /// moves.
    pub fn ending(&self) -> Option<Ending> {
        match self.fate {
            Fate::Escaped => Some(Ending::won(DEFENDERS, "king-escaped")),
            Fate::Captured => Some(Ending::won(ATTACKERS, "king-captured")),
            Fate::Open if self.repeated => Some(Ending::drawn("repetition")),
            Fate::Open => None,
        }
    }

    #[inline]
    pub(crate) fn play(&mut self, m: Move, options: &Options) -> Played {
        let played = self.position.play_unchecked(m, options);
        self.turn = self.turn.saturating_add(1);
        self.fate = played.fate;
        if played.captures() {
            self.history.clear();
        }
        let occurred = self.history.add(self.position.key());
        self.repeated = options.repetition > 0 && occurred >= options.repetition;
        played
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct History {
    keys: Vec<u64>,
    // One bit for the lowest eight bits of each key: most positions are new, and this
    // shows it without a search through all keys.
    seen: [u64; 4],
}

impl History {
    #[inline]
    fn clear(&mut self) {
        self.keys.clear();
        self.seen = [0; 4];
    }

    /// Adds a position and returns how often it has occurred now.
    #[inline]
    fn add(&mut self, key: u64) -> u32 {
        let word = &mut self.seen[(key >> 6 & 3) as usize];
        let bit = 1 << (key & 63);
        let occurred = if *word & bit == 0 {
            1
        } else {
            1 + self.keys.iter().filter(|&&k| k == key).count() as u32
        };
        *word |= bit;
        self.keys.push(key);
        occurred
    }
}
