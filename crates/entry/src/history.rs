//! The course of a game so far, from a table or a record.

use std::sync::Arc;

use catalog::{AnyGame, AnyState, AnyStep};
use game::{Message, Say as _, Seat};
use picture::Film;
use protocol::{GameData, Made, Record};

/// A game from its beginning to its current state.
pub struct History {
    /// The game with its options.
    pub game: Arc<dyn AnyGame>,
    /// All steps.
    pub steps: Vec<AnyStep>,
    /// Every board, with the step that led to it and its description.
    pub film: Film,
    /// The state after the last step.
    pub state: Arc<AnyState>,
}

impl History {
    /// A game that has just begun.
    pub fn new(game: &str, options: &GameData) -> Result<History, Message> {
        let game: Arc<dyn AnyGame> = catalog::open(game, options)
            .map_err(|error| error.message())?
            .into();
        let state = game.start();
        Ok(History {
            film: Film::starting(game.scene(&state)),
            steps: Vec::new(),
            state: Arc::new(state),
            game,
        })
    }

    /// The game of a record.
    pub fn of_record(record: &Record) -> Result<History, Message> {
        let mut history = History::new(&record.game, &record.options)?;
        for step in &record.steps {
            history.push(step.into(), step.times())?;
        }
        Ok(history)
    }

    /// Applies the next step of a table.
    pub fn made(&mut self, made: &Made) -> Result<(), Message> {
        let times: Vec<u64> = match made {
            Made::Act(act) => act.ms.iter().map(|ms| ms.saturating_mul(1000)).collect(),
            Made::Draw(_) => Vec::new(),
        };
        self.push(made.into(), &times)
    }

    /// Applies the next step. `us` has a time in microseconds for each seat that acts.
    pub fn push(&mut self, step: AnyStep, times: &[u64]) -> Result<(), Message> {
        // Move entries keep the state for a while; in that case it is copied.
        let mut state = (*self.state).clone();
        self.film
            .shoot(&*self.game, &mut state, &step, times)
            .map_err(|error| error.message())?;
        self.state = Arc::new(state);
        self.steps.push(step);
        Ok(())
    }

    /// Takes back all but this many steps.
    pub fn take_back(&mut self, steps: usize) {
        if steps < self.len() {
            self.state = self.state_at(steps);
            self.steps.truncate(steps);
            self.film.truncate(steps);
        }
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether the game has no steps yet.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The seats that chose in a step, counted from 1; none in a draw.
    pub fn acts(&self, step: usize) -> &[(Seat, String)] {
        match step.checked_sub(1).and_then(|at| self.steps.get(at)) {
            Some(AnyStep::Act(acts)) => acts,
            _ => &[],
        }
    }

    /// The state after this many steps.
    pub fn state_at(&self, step: usize) -> Arc<AnyState> {
        if step >= self.len() {
            return self.state.clone();
        }
        let mut state = self.game.start();
        for step in self.steps.iter().take(step) {
            // The step was legal when it was played.
            let _ = self.game.play(&mut state, step);
        }
        Arc::new(state)
    }
}
