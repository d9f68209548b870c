//! How built-in players choose.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use catalog::{AnyPending, AnyState};
use game::Seat;
use players::any::AnyEngine;
use players::roster::Spec;
use protocol::{Effort, GameData, Millis, worker};
use search::control::{Clock, Control};

/// A request to choose a move for a built-in player. It holds everything needed
/// to answer it, so [`think`] can do so on any thread.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its number, repeated in the answer.
    pub number: u64,
    /// The table.
    pub table: String,
    /// The id of the game.
    pub game: String,
    /// The game's options.
    pub options: GameData,
    /// The state of the game.
    pub state: AnyState,
    /// The seat to move.
    pub seat: u16,
    /// The turn.
    pub turn: u64,
    /// The name of the player on the seat.
    pub player: String,
    /// The time left on its clock.
    pub left_ms: Option<Millis>,
    /// The seed of its dice. It is below 2^53 because JavaScript cannot hold
    /// larger integers.
    pub seed: u64,
    /// Set when the answer is no longer needed.
    pub stop: Arc<AtomicBool>,
}

impl Question {
    /// The question as a message to another worker.
    pub fn to_message(&self) -> Result<worker::Question, catalog::Error> {
        let game = catalog::open(&self.game, &self.options)?;
        Ok(worker::Question {
            question: self.number,
            table: self.table.clone(),
            game: self.game.clone(),
            options: self.options.clone(),
            state: game.state_data(&self.state),
            seat: self.seat,
            turn: self.turn,
            player: self.player.clone(),
            left_ms: self.left_ms,
            seed: self.seed,
        })
    }

    /// The question from a message.
    pub fn from_message(message: &worker::Question) -> Result<Question, catalog::Error> {
        let game = catalog::open(&message.game, &message.options)?;
        Ok(Question {
            number: message.question,
            table: message.table.clone(),
            game: message.game.clone(),
            options: message.options.clone(),
            state: game.read_state(&message.state)?,
            seat: message.seat,
            turn: message.turn,
            player: message.player.clone(),
            left_ms: message.left_ms,
            seed: message.seed,
            stop: Arc::default(),
        })
    }
}

/// Answers a question: a move in notation, and how much the search for it took.
/// It takes as long as the player thinks, unless `stop` of the question ends it.
/// `engine` replaces the player that the question names.
pub fn think(
    question: &Question,
    engine: Option<&Spec>,
    clock: &dyn Clock,
) -> Result<(String, Effort), String> {
    let game = catalog::open(&question.game, &question.options);
    let game = &*game.map_err(|error| error.to_string())?;
    let (state, seat) = (&question.state, Seat(question.seat));
    match game.pending(state) {
        AnyPending::Choose(seats) if seats.contains(seat) => {}
        _ => return Err(format!("seat {seat} is not to move in this state")),
    }
    let spec = match engine {
        Some(spec) => spec.clone(),
        None => player(&question.game, &question.player)?,
    };
    let engine = AnyEngine::new(game, &spec, question.seed, 1);
    let mut engine = engine.map_err(|error| error.to_string())?;
    if let Some(left) = question.left_ms {
        engine.limits = engine.limits.out_of(Duration::from_millis(left));
    }
    let control = Control::new(engine.limits, clock, &question.stop);
    let choice = engine.choose(game, state, seat, &control);
    let effort = Effort {
        depth: choice.thought.depth,
        states: choice.thought.nodes,
        ms: u64::try_from(choice.thought.time.as_millis()).unwrap_or(u64::MAX),
    };
    Ok((choice.action, effort))
}

/// The built-in player with this name. It may have no settings: they could ask
/// for more memory and threads than there are.
pub fn player(game: &str, name: &str) -> Result<Spec, String> {
    let names = players::any::names(game);
    if !names.contains(&name) {
        return Err(format!(
            "there is no computer {:?} for {game}; there are {}",
            name.chars().take(80).collect::<String>(),
            names.join(", ")
        ));
    }
    name.parse()
        .map_err(|error: players::roster::SpecError| error.to_string())
}
