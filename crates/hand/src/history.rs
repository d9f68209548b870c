//! A game as it was played so far, as a table or a record tells it.

use std::sync::Arc;

use catalog::{AnyGame, AnyState, AnyStep, Value};
use game::Seat;
use picture::{Board, Film};
use table::Made;

/// A game from its beginning to where it stands.
pub struct History {
    /// The game with its options.
    pub game: Arc<dyn AnyGame>,
    /// All steps.
    pub steps: Vec<AnyStep>,
    /// Every board, what led to it and what is said of it.
    pub film: Film,
    /// The state after the last step.
    pub state: Arc<AnyState>,
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
            steps: Vec::new(),
            state: Arc::new(state),
            game,
        })
    }

    /// The game of a record.
    pub fn of_record(record: &Value) -> Result<History, String> {
        let game = record["game"].as_str().ok_or("a record names its game")?;
        let mut history = History::new(game, &record["options"])?;
        let steps = record["steps"]
            .as_array()
            .ok_or("a record lists its steps")?;
        for (number, step) in (1..).zip(steps) {
            let times = step["us"].as_array().map_or(&[][..], Vec::as_slice);
            let times: Vec<u64> = times.iter().filter_map(Value::as_u64).collect();
            let step = read_step(step).ok_or(format!("step {number} of the record is no step"))?;
            history.push(step, &times)?;
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

    /// Plays one more step. Times are in microseconds, one for each who acts.
    pub fn push(&mut self, step: AnyStep, times: &[u64]) -> Result<(), String> {
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
}

/// A step as a record has it: `{"act":[[0,"d1-c1"]]}` or `{"draw":…}`.
fn read_step(step: &Value) -> Option<AnyStep> {
    if let Some(draw) = step.get("draw") {
        return Some(AnyStep::Draw(draw.clone()));
    }
    let acts = step["act"].as_array()?.iter();
    let acts = acts.map(|act| {
        let seat = u16::try_from(act[0].as_u64()?).ok()?;
        Some((Seat(seat), act[1].as_str()?.to_owned()))
    });
    acts.collect::<Option<_>>().map(AnyStep::Act)
}
