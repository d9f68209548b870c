//! A game as a JSON file that can be checked.
//!
//! Every step carries a hash of all that came before it, and the record ends
//! with the hash of everything in it. [`verify`] replays a record by the rules,
//! checks every draw against the seed and every hash, and names the first
//! difference. That finds damage and careless changes. Whoever invents a whole
//! game can compute its hashes too: who made a record is not in it.

use std::time::Duration;

use catalog::{AnyGame, AnyPending, AnyStep, AsJson, Codec};
use dice::Seed;
use game::Ending;
use protocol::analysis::Verified;
use serde_json::{Value, json};
use thiserror::Error;

use crate::made::Made;
use crate::verdict::{self, Kind};

/// What stands in the field `format`.
pub const FORMAT: &str = "taflhalla-record";
/// What stands in the field `version`.
pub const VERSION: u32 = 1;
/// What stands in the field `rules`: the version of the games' rules.
pub const RULES: u32 = 1;

/// Adds the hashes to a record that has none: to every step, and at the end.
pub fn seal(mut record: Value) -> Value {
    let mut chain = Chain::begin(&record);
    if let Some(steps) = record.get_mut("steps").and_then(Value::as_array_mut) {
        for step in steps {
            let hash = chain.step(step);
            step["hash"] = json!(hash);
        }
    }
    let hash = chain.end(&record);
    record["hash"] = json!(hash);
    record
}

/// The running hash of a record.
struct Chain(blake3::Hash);

/// What the chain ends with; all other fields but the steps begin it.
const LAST_FIELDS: [&str; 3] = ["ending", "verdicts", "seats"];

impl Chain {
    fn begin(record: &Value) -> Chain {
        let later = |key: &str| key == "steps" || key == "hash" || LAST_FIELDS.contains(&key);
        Chain(blake3::hash(canonical(record, &later).as_bytes()))
    }

    fn add(&mut self, text: &str) {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.0.as_bytes()).update(text.as_bytes());
        self.0 = hasher.finalize();
    }

    /// The hash that belongs into a step: the first 16 digits.
    fn step(&mut self, step: &Value) -> String {
        self.add(&canonical(step, &|key| key == "hash"));
        self.0.to_hex()[..16].to_owned()
    }

    fn end(mut self, record: &Value) -> String {
        self.add(&canonical(record, &|key| !LAST_FIELDS.contains(&key)));
        self.0.to_hex().to_string()
    }
}

/// JSON without spaces, the keys of every object sorted, so that every program
/// gets the same text. `skip` leaves fields of the outermost object out.
fn canonical(value: &Value, skip: &dyn Fn(&str) -> bool) -> String {
    fn write(value: &Value, skip: &dyn Fn(&str) -> bool, out: &mut String) {
        match value {
            Value::Object(object) => {
                let mut keys: Vec<&String> = object.keys().filter(|key| !skip(key)).collect();
                keys.sort();
                out.push('{');
                for (i, key) in keys.into_iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    out.push_str(&Value::from(key.as_str()).to_string());
                    out.push(':');
                    write(&object[key], &|_| false, out);
                }
                out.push('}');
            }
            Value::Array(list) => {
                out.push('[');
                for (i, item) in list.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    write(item, &|_| false, out);
                }
                out.push(']');
            }
            other => out.push_str(&other.to_string()),
        }
    }
    let mut out = String::new();
    write(value, skip, &mut out);
    out
}

/// A record that was checked and holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The game in it.
    pub verified: Verified,
    /// Whether its draws were checked against a seed.
    pub seeded: bool,
    /// What a record cannot show, in sentences.
    pub unproved: Vec<String>,
}

/// Replays a record by the rules and checks every step, every draw against the
/// seed, the ending, and all hashes. An error names the first difference.
pub fn verify(record: &impl AsJson) -> Result<Checked, RecordError> {
    let record = record.as_json();
    let (id, options) = game_of(record)?;
    let game = catalog::open(id, options)
        .map_err(|error| RecordError::Difference(format!("its options: {error}")))?;
    let steps = written_steps(record)?;
    let seed = match &record["seed"] {
        Value::Null => None,
        value => Some(
            value
                .as_str()
                .and_then(|text| text.parse::<Seed>().ok())
                .ok_or(RecordError::Field("seed"))?,
        ),
    };
    check_shape(&*game, record)?;
    let mut chain = Chain::begin(record);
    let mut state = game.start();
    let mut draws = 0;
    for (number, step) in steps.iter().enumerate() {
        let differs = |problem: String| RecordError::Step {
            step: number + 1,
            problem,
        };
        let any = AnyStep::read(step).map_err(differs)?;
        if let (AnyStep::Draw(drawn), AnyPending::Chance(_)) = (&any, game.pending(&state)) {
            if let Some(seed) = &seed {
                let due = game.draw(&state, &mut seed.draw(draws));
                if due != *drawn {
                    return Err(differs(format!("{drawn} was drawn; the seed gives {due}")));
                }
            }
            draws += 1;
        }
        game.play(&mut state, &any)
            .map_err(|error| differs(error.to_string()))?;
        let due = chain.step(step);
        if step["hash"] != due.as_str() {
            return Err(differs(format!(
                "its hash is {}, but this step and those before it give {due:?}: something was changed",
                step["hash"]
            )));
        }
    }
    let ending = ending_of(&*game, &state, record)?;
    if ending != record["ending"] {
        return Err(RecordError::Difference(format!(
            "the ending: the record says {}, the game gives {ending}",
            record["ending"]
        )));
    }
    let hash = chain.end(record);
    if record["hash"] != hash.as_str() {
        return Err(RecordError::Difference(format!(
            "the last hash is {}, but everything in the record gives {hash:?}: the ending, the \
             verdicts or the seats were changed",
            record["hash"]
        )));
    }
    let mut unproved = Vec::new();
    if seed.is_none() && draws > 0 {
        unproved.push("the draws are not checked, since the record has no seed".to_owned());
    }
    if !matches!(game.pending(&state), AnyPending::Over(_)) {
        let how = match ending["reason"].as_str() {
            Some(reason) => format!("the game ended off the board ({reason})"),
            None => "the game was not finished".to_owned(),
        };
        unproved.push(format!("{how}, which steps cannot show"));
    }
    let ending = serde_json::from_value(ending).map_err(|_| RecordError::Field("ending"))?;
    Ok(Checked {
        verified: Verified {
            game: id.to_owned(),
            steps: steps.len(),
            draws,
            ending,
            hash,
        },
        seeded: seed.is_some(),
        unproved,
    })
}

/// Whether everything that stands beside the steps has the right shape.
fn check_shape(game: &dyn AnyGame, record: &Value) -> Result<(), RecordError> {
    if record["rules"] != RULES {
        return Err(RecordError::Rules(record["rules"].clone()));
    }
    let seats = usize::from(game.seats());
    let of_seats = |name: &'static str| match record[name].as_array() {
        Some(list) if list.len() == seats => Ok(list),
        _ => Err(RecordError::Field(name)),
    };
    if of_seats("players")?
        .iter()
        .any(|player| !player.is_null() && !player["name"].is_string())
    {
        return Err(RecordError::Field("players"));
    }
    // Tables do not keep what programs spent.
    if !record["seats"].is_null() && of_seats("seats")?.iter().any(|seat| !seat.is_object()) {
        return Err(RecordError::Field("seats"));
    }
    let ending = &record["ending"];
    if ending.is_null() {
        return Ok(());
    }
    let winners = ending["winners"].as_array();
    let are_seats = |winners: &Vec<Value>| {
        let seat = |winner: &Value| winner.as_u64().is_some_and(|seat| seat < seats as u64);
        winners.iter().all(seat)
    };
    match (ending["reason"].is_string(), winners) {
        (true, Some(winners)) if are_seats(winners) => Ok(()),
        _ => Err(RecordError::Field("ending")),
    }
}

/// What stands as verdict on seats that left a table.
const LEFT: [&str; 2] = ["resigned", "abandoned"];

/// How a game ended, by its last state and the verdicts on those that failed.
fn ending_of(
    game: &dyn AnyGame,
    state: &catalog::AnyState,
    record: &Value,
) -> Result<Value, RecordError> {
    let mut failed = vec![None; usize::from(game.seats())];
    for entry in record["verdicts"].as_array().into_iter().flatten() {
        let seat = entry["seat"]
            .as_u64()
            .and_then(|seat| failed.get_mut(seat as usize));
        let word = entry["verdict"].as_str().unwrap_or_default();
        match (seat, Kind::named(word)) {
            (Some(seat), Some(kind)) => *seat = Some(kind),
            // Who left a table did not fail: the game went on without them, or
            // ended off the board.
            (Some(_), None) if LEFT.contains(&word) => {}
            _ => return Err(RecordError::Field("verdicts")),
        }
    }
    let on_board = match game.pending(state) {
        AnyPending::Over(ending) => Some(ending),
        _ => None,
    };
    // A table says whether the rules ended the game or those who played it:
    // by resigning, agreeing to a draw, running out of time, staying away.
    match (record["on_board"].as_bool(), &on_board) {
        (Some(true), Some(ending)) => return Ok(ending_json(ending, game)),
        (Some(false), None) => return Ok(record["ending"].clone()),
        (Some(said), _) => {
            return Err(RecordError::Difference(format!(
                "the record says that the rules {} the game, and after the last step they {}",
                if said { "ended" } else { "did not end" },
                if said { "did not" } else { "did" },
            )));
        }
        (None, _) => {}
    }
    if on_board.is_none() && failed.iter().all(Option::is_none) {
        return Ok(record["ending"].clone());
    }
    let ending = verdict::settle(on_board, &failed);
    Ok(ending.map_or(Value::Null, |ending| ending_json(&ending, game)))
}

fn ending_json(ending: &Ending, game: &dyn AnyGame) -> Value {
    json!(catalog::any::ending_view(ending, game.seats()))
}

/// The steps of a record as they are written, not yet checked.
pub fn any_steps(record: &impl AsJson) -> Result<Vec<AnyStep>, RecordError> {
    let read = |(step, written)| {
        AnyStep::read(written).map_err(|problem| RecordError::Step { step, problem })
    };
    (1..)
        .zip(written_steps(record.as_json())?)
        .map(read)
        .collect()
}

fn written_steps(record: &Value) -> Result<&Vec<Value>, RecordError> {
    record["steps"]
        .as_array()
        .ok_or(RecordError::Field("steps"))
}

/// A file that is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// Another format, or none.
    #[error("this is no record of a game: the field \"format\" must be \"taflhalla-record\"")]
    Format,
    /// A later version.
    #[error("this record has version {0}; this hall reads version 1")]
    Version(Value),
    /// Other rules.
    #[error("this record was played by version {0} of the rules; this hall knows version 1")]
    Rules(Value),
    /// A field is missing or of another shape.
    #[error("the record's field {0:?} is missing or not of the right shape")]
    Field(&'static str),
    /// Something in it is not what the game gives.
    #[error("{0}")]
    Difference(String),
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
pub fn game_of(record: &impl AsJson) -> Result<(&str, &Value), RecordError> {
    let record = record.as_json();
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
pub fn steps<G: Codec>(game: &G, record: &impl AsJson) -> Result<Vec<Made<G>>, RecordError> {
    let written = written_steps(record.as_json())?;
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
    let joint = match AnyStep::read(step)? {
        AnyStep::Draw(draw) => {
            let draw = game
                .read_draw(state, draw.as_json())
                .map_err(|error| error.to_string())?;
            game.check_draw(state, &draw)
                .map_err(|error| error.to_string())?;
            return Ok(Made::Draw(draw));
        }
        AnyStep::Act(joint) => joint,
    };
    let joint = joint
        .into_iter()
        .map(|(seat, text)| {
            let action = game
                .read(state, &text)
                .map_err(|error| format!("{text:?}: {error}"))?;
            // What is entered for a seat that is absent is no move of its own.
            if game.idle(state, seat).as_ref() != Some(&action) {
                game.check(state, seat, &action)
                    .map_err(|error| format!("{text}: {error}"))?;
            }
            Ok((seat, action))
        })
        .collect::<Result<Vec<_>, String>>()?;
    let expected = game.pending(state).to_act();
    if !expected.iter().eq(joint.iter().map(|(seat, _)| *seat)) {
        return Err(format!("seats {expected:?} are to act"));
    }
    let times = (0..joint.len())
        .map(|i| Duration::from_micros(step["us"][i].as_u64().unwrap_or_default()))
        .collect();
    Ok(Made::Act(joint, times))
}
