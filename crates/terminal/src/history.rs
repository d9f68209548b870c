//! A game as it was played so far.

use std::sync::Arc;

use catalog::{AnyGame, AnyState, AnyStep, Value};
use game::Seat;
use picture::{Board, Cell, Film, Marks};
use table::Made;

/// A game from its beginning to where it stands.
pub struct History {
    /// The game with its options.
    pub game: Arc<dyn AnyGame>,
    /// Every board, what led to it and what is said of it.
    pub film: Film,
    /// The state after the last step.
    pub state: Arc<AnyState>,
    steps: Vec<AnyStep>,
}

impl History {
    /// A game that has just begun.
    pub fn new(game: &str, options: &Value) -> Result<History, String> {
        let game: Arc<dyn AnyGame> = catalog::open(game, options)
            .map_err(|error| error.to_string())?
            .into();
        let state = game.start();
        let board = Board::of(&*game, &state).map_err(|error| error.to_string())?;
        Ok(History {
            film: Film::starting(board),
            state: Arc::new(state),
            steps: Vec::new(),
            game,
        })
    }

    /// The game of a record.
    pub fn of_record(record: &Value) -> Result<History, String> {
        let game = record["game"].as_str().ok_or("a record names its game")?;
        let mut history = History::new(game, &record["options"])?;
        let steps = record["steps"].as_array();
        for step in steps.ok_or("a record lists its steps")? {
            let times = step["us"].as_array().map_or(&[][..], Vec::as_slice);
            let times: Vec<u64> = times.iter().filter_map(Value::as_u64).collect();
            history.push(record::any_step(step)?, &times)?;
        }
        Ok(history)
    }

    /// Plays one more step, as a table tells it.
    pub fn made(&mut self, made: &Made) -> Result<(), String> {
        match made {
            Made::Act(act) => {
                let moves = act.moves.iter();
                let moves = moves.map(|(seat, text)| (Seat(*seat), text.clone()));
                let times: Vec<u64> = act.ms.iter().map(|ms| ms.saturating_mul(1000)).collect();
                self.push(AnyStep::Act(moves.collect()), &times)
            }
            Made::Draw(draw) => self.push(AnyStep::Draw(draw.clone()), &[]),
        }
    }

    fn push(&mut self, step: AnyStep, times: &[u64]) -> Result<(), String> {
        // Hands keep the state for a while; then it is copied.
        let mut state = (*self.state).clone();
        self.film
            .shoot(&*self.game, &mut state, &step, times)
            .map_err(|error| error.to_string())?;
        self.state = Arc::new(state);
        self.steps.push(step);
        Ok(())
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing happened yet.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Who chose what in a step, counted from 1; nobody where something was drawn.
    pub fn acts(&self, step: usize) -> &[(Seat, String)] {
        match step.checked_sub(1).and_then(|at| self.steps.get(at)) {
            Some(AnyStep::Act(acts)) => acts,
            _ => &[],
        }
    }

    /// The state after so many steps.
    pub fn state_at(&self, step: usize) -> Arc<AnyState> {
        if step >= self.len() {
            return self.state.clone();
        }
        let mut state = self.game.start();
        for step in self.steps.iter().take(step) {
            // It was played before.
            let _ = self.game.play(&mut state, step);
        }
        Arc::new(state)
    }

    /// What is to be marked after so many steps. In a game of many small steps that
    /// is what players won since `seat` acted last, and what it lost itself.
    pub fn marks(&self, step: usize, seat: Option<u16>) -> Marks {
        let frames = &self.film.frames()[..step.min(self.len())];
        if !self.film.is_of_owners() {
            return frames
                .last()
                .map_or_else(Marks::default, |f| f.marks.clone());
        }
        let own = |at: usize| self.acts(at).iter().any(|(mover, _)| Some(mover.0) == seat);
        let since = (1..=frames.len()).rev().find(|&at| own(at)).unwrap_or(0);
        // What happens among zombies is no news.
        let (before, after) = (self.film.board(since), self.film.board(step));
        let seats = self.game.seats();
        let squares = after
            .squares()
            .filter(|&at| match (before.at(at), after.at(at)) {
                (Cell::Land { owner: was, .. }, Cell::Land { owner: is, .. }) => {
                    was != is && since > 0 && (is < seats || Some(was) == seat)
                }
                _ => false,
            });
        Marks {
            captured: squares.collect(),
            ..Marks::default()
        }
    }
}
