//! A game as a JSON file.

use catalog::Codec;
use dice::Seed;
use game::Seat;
use serde_json::{Value, json};
use thiserror::Error;

use crate::bout::{Bout, Made};

/// What stands in the field `format`.
pub const FORMAT: &str = "taflhalla-record";
/// What stands in the field `version`.
pub const VERSION: u32 = 1;

/// A game that was played, with who played it.
/// The first `opening` steps were not the players' choice.
pub fn to_json<G: Codec>(
    game: &G,
    bout: &Bout<G>,
    opening: usize,
    players: &[String],
    seed: &Seed,
) -> Value {
    let steps: Vec<Value> = bout
        .steps
        .iter()
        .map(|made| match made {
            Made::Act(joint, times) => {
                let moves: Vec<Value> = joint
                    .iter()
                    .map(|(seat, action)| json!([seat.0, action.to_string()]))
                    .collect();
                let times: Vec<f64> = times
                    .iter()
                    .map(|time| millis(time.as_secs_f64()))
                    .collect();
                json!({"act": moves, "ms": times})
            }
            Made::Draw(draw) => json!({"draw": game.draw_json(draw)}),
        })
        .collect();
    json!({
        "format": FORMAT,
        "version": VERSION,
        "game": G::ID,
        "options": game.options_json(),
        "players": players,
        "seed": seed.to_string(),
        "opening": opening,
        "steps": steps,
        "ending": bout.ending.as_ref().map(|ending| catalog::any::ending_json(ending, game.seats())),
    })
}

fn millis(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e3
}

/// A file that is no record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// Another format, or none.
    #[error("this is no record of a game: the field \"format\" must be \"taflhalla-record\"")]
    Format,
    /// A later version.
    #[error("this record has version {0}; this hall reads version 1")]
    Version(Value),
    /// A field is missing or of another shape.
    #[error("the record's field {0:?} is missing or not of the right shape")]
    Field(&'static str),
    /// A step cannot be made.
    #[error("step {step} of the record: {problem}")]
    Step {
        /// Which, from 1.
        step: usize,
        /// Why not.
        problem: String,
    },
}

/// The game and options of a record.
pub fn game_of(record: &Value) -> Result<(&str, &Value), RecordError> {
    if record["format"] != FORMAT {
        return Err(RecordError::Format);
    }
    if record["version"] != VERSION {
        return Err(RecordError::Version(record["version"].clone()));
    }
    let id = record["game"].as_str().ok_or(RecordError::Field("game"))?;
    Ok((id, &record["options"]))
}

/// The steps of a record, every one checked.
pub fn steps<G: Codec>(game: &G, record: &Value) -> Result<Vec<Made<G>>, RecordError> {
    let written = record["steps"]
        .as_array()
        .ok_or(RecordError::Field("steps"))?;
    let mut state = game.start();
    let mut steps = Vec::with_capacity(written.len());
    for (number, step) in written.iter().enumerate() {
        let made = read_step(game, &state, step).map_err(|problem| RecordError::Step {
            step: number + 1,
            problem,
        })?;
        game.apply(&mut state, made.step());
        steps.push(made);
    }
    Ok(steps)
}

fn read_step<G: Codec>(game: &G, state: &G::State, step: &Value) -> Result<Made<G>, String> {
    if let Some(draw) = step.get("draw") {
        let draw = game
            .read_draw(state, draw)
            .map_err(|error| error.to_string())?;
        game.check_draw(state, &draw)
            .map_err(|error| error.to_string())?;
        return Ok(Made::Draw(draw));
    }
    let moves = step["act"]
        .as_array()
        .ok_or("it has neither \"act\" nor \"draw\"")?;
    let mut joint = Vec::new();
    for entry in moves {
        let seat = entry[0].as_u64().and_then(|seat| u16::try_from(seat).ok());
        let (Some(seat), Some(text)) = (seat, entry[1].as_str()) else {
            return Err("\"act\" must be a list of [seat, move]".to_owned());
        };
        let action = game
            .read(state, text)
            .map_err(|error| format!("{text:?}: {error}"))?;
        game.check(state, Seat(seat), &action)
            .map_err(|error| format!("{text}: {error}"))?;
        joint.push((Seat(seat), action));
    }
    let expected = game.pending(state).to_act();
    if !expected.iter().eq(joint.iter().map(|(seat, _)| *seat)) {
        return Err(format!("seats {expected:?} are to act"));
    }
    let times = vec![std::time::Duration::ZERO; joint.len()];
    Ok(Made::Act(joint, times))
}
