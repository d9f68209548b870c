//! What a built-in player is asked, and what it answers.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use catalog::Codec;
use game::{Pending, Seat};
use players::roster::{Roster, Spec};
use search::control::{Clock, Control};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wire::api::Effort;

/// A built-in player is to move. The question holds all that is needed to answer
/// it, so that it can be answered anywhere, by [`think`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// Its number, by which the answer is known.
    pub question: u64,
    /// At which table.
    pub table: String,
    /// The id of the game.
    pub game: String,
    /// The game's options.
    pub options: Value,
    /// The state of the game.
    pub state: Value,
    /// Which seat is to move.
    pub seat: u16,
    /// In which turn.
    pub turn: u64,
    /// Who sits there: the name of a built-in player.
    pub player: String,
    /// What is left on its clock, in milliseconds.
    #[serde(default)]
    pub left_ms: Option<u64>,
    /// What its dice are thrown from. JavaScript can hold it: it is below 2^53.
    pub seed: u64,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thought {
    /// The number of the question.
    pub question: u64,
    /// At which table.
    pub table: String,
    /// The move in the game's notation; nothing if the player has none.
    #[serde(default)]
    pub action: Option<String>,
    /// Why there is no move.
    #[serde(default)]
    pub failed: Option<String>,
    /// How far the player looked.
    #[serde(default)]
    pub thought: Effort,
}

/// How far a player looked.
fn effort(thought: &players::Thought) -> Effort {
    Effort {
        depth: thought.depth,
        states: thought.nodes,
        ms: u64::try_from(thought.time.as_millis()).unwrap_or(u64::MAX),
    }
}

/// Answers a question. It takes as long as the player thinks; `stop` ends it
/// early.
pub fn think(question: &Question, clock: &dyn Clock, stop: &AtomicBool) -> Thought {
    thought(question, None, clock, stop)
}

/// Answers a question as an engine with settings would, where there are threads and
/// memory for what they ask.
pub fn think_as(question: &Question, spec: &Spec, clock: &dyn Clock, stop: &AtomicBool) -> Thought {
    thought(question, Some(spec), clock, stop)
}

fn thought(
    question: &Question,
    spec: Option<&Spec>,
    clock: &dyn Clock,
    stop: &AtomicBool,
) -> Thought {
    let chosen = catalog::dispatch!(
        question.game.as_str(),
        &question.options,
        choose,
        question,
        spec,
        clock,
        stop
    );
    let chosen = chosen.unwrap_or_else(|error| Err(error.to_string()));
    let mut thought = Thought {
        question: question.question,
        table: question.table.clone(),
        action: None,
        failed: None,
        thought: Effort::default(),
    };
    match chosen {
        Ok((action, looked)) => {
            thought.action = Some(action);
            thought.thought = looked;
        }
        Err(problem) => thought.failed = Some(problem),
    }
    thought
}

fn choose<G: Codec + Roster>(
    game: G,
    question: &Question,
    spec: Option<&Spec>,
    clock: &dyn Clock,
    stop: &AtomicBool,
) -> Result<(String, Effort), String> {
    let state = game
        .read_state(&question.state)
        .map_err(|error| error.to_string())?;
    let seat = Seat(question.seat);
    match game.pending(&state) {
        Pending::Choose(seats) if seats.contains(seat) => {}
        _ => return Err(format!("seat {seat} is not to move in this state")),
    }
    let spec = match spec {
        Some(spec) => spec.clone(),
        None => engine::<G>(&question.player)?,
    };
    let engine = G::engine(&spec, question.seed, 1);
    let mut engine = engine.map_err(|error| error.to_string())?;
    if let Some(left) = question.left_ms {
        engine.limits = engine.limits.out_of(Duration::from_millis(left));
    }
    let control = Control::new(engine.limits, clock, stop);
    let choice = engine.player.choose(&game, &state, seat, &control);
    Ok((choice.action.to_string(), effort(&choice.thought)))
}

/// The player of this name. Settings are not taken: they could ask for more memory
/// than there is, and for threads, which a browser does not have.
pub(crate) fn engine<G: Roster>(name: &str) -> Result<Spec, String> {
    if !G::NAMES.contains(&name) {
        return Err(format!(
            "there is no computer {:?} for {}; there are {}",
            name.chars().take(80).collect::<String>(),
            G::GAME,
            G::NAMES.join(", ")
        ));
    }
    name.parse()
        .map_err(|error: players::roster::SpecError| error.to_string())
}
