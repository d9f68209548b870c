//! Reads and writes records.

use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use thiserror::Error;

use super::{Origin, PlayerKind, Record, RecordPlayer, RecordStep, RecordVerdict, SeatEffort};
use crate::data::{AsJson, GameData};
use crate::settings::Clock;
use crate::view::EndingView;

/// Why something is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// It is not JSON.
    #[error("this is not JSON: {0}")]
    Json(String),
    /// Its format is another one or missing.
    #[error("this is no record of a game: the field \"format\" must be \"taflhalla-record\"")]
    Format,
    /// Its version is later.
    #[error("this record has version {0}; this hall reads version 1")]
    Version(String),
    /// A field is wrong.
    #[error("the record's field {field:?} {problem}")]
    Field {
        /// The path of the field.
        field: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A step is wrong.
    #[error("step {step} of the record: {problem}")]
    Step {
        /// The step's number, from 1.
        step: usize,
        /// What is wrong with it.
        problem: String,
    },
}

const WRONG: &str = "is missing or not of the right shape";
const UNKNOWN: &str = "is not known";

impl ReadError {
    /// The error at a path such as `steps[3].us[0]`. `detail` is used if it is a
    /// whole step.
    fn at(place: &str, problem: &'static str, detail: &str) -> ReadError {
        let in_step = place
            .strip_prefix("steps[")
            .and_then(|rest| rest.split_once(']'))
            .and_then(|(number, field)| Some((number.parse::<usize>().ok()?, field)));
        match in_step {
            None => ReadError::Field {
                field: place.to_owned(),
                problem,
            },
            Some((number, field)) => ReadError::Step {
                step: number + 1,
                problem: match field.strip_prefix('.') {
                    Some(field) => format!("its field {field:?} {problem}"),
                    None => detail.to_owned(),
                },
            },
        }
    }
}

impl Record {
    /// Reads a record. It is refused unless it is exactly as this program would
    /// write it, apart from spaces and the order of fields; so the hashes cover
    /// everything in it.
    pub fn read(text: &[u8]) -> Result<Record, ReadError> {
        Record::from_json(&json(text)?)
    }

    /// Reads a record from JSON, as strictly as [`read`](Record::read).
    pub fn from_json(json: &impl AsJson) -> Result<Record, ReadError> {
        let (json, record) = (json.as_json(), shown(json.as_json())?);
        match difference(json, &to_json(&record), "") {
            None => Ok(record),
            Some((place, problem)) => Err(ReadError::at(&place, problem, WRONG)),
        }
    }

    /// Reads a record to show it. Fields may be missing, and unknown ones are
    /// ignored.
    pub fn read_loosely(text: &[u8]) -> Result<Record, ReadError> {
        shown(&json(text)?)
    }

    /// The canonical JSON at the head of the chain of hashes: all fields but
    /// `steps`, `hash` and those of [`canonical_end`](Record::canonical_end).
    pub fn canonical_head(&self) -> String {
        let skip = |name: &str| ["steps", "hash"].contains(&name) || LAST_FIELDS.contains(&name);
        canonical(&to_json(&Form(self, &[])), &skip)
    }

    /// The canonical JSON at the end of the chain of hashes.
    pub fn canonical_end(&self) -> String {
        canonical(&to_json(&Form(self, &[])), &|name| {
            !LAST_FIELDS.contains(&name)
        })
    }
}

impl RecordStep {
    /// The canonical JSON without the hash.
    pub fn canonical(&self) -> String {
        canonical(&to_json(self), &|name| name == "hash")
    }
}

/// The fields at the end of the chain of hashes.
const LAST_FIELDS: [&str; 3] = ["ending", "verdicts", "seats"];

/// JSON without spaces and with sorted keys, so that every program gets the same
/// text. `skip` omits fields of the outermost object.
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

fn json(text: &[u8]) -> Result<Value, ReadError> {
    serde_json::from_slice(text).map_err(|error| ReadError::Json(error.to_string()))
}

fn to_json(value: &impl Serialize) -> Value {
    // Cannot fail: keys are strings and numbers are finite.
    serde_json::to_value(value).unwrap_or_default()
}

fn shown(json: &Value) -> Result<Record, ReadError> {
    check_format(&json["format"], &json["version"])?;
    serde_path_to_error::deserialize(json).map_err(|error| {
        let place = error.path().to_string();
        ReadError::at(&place, WRONG, &error.into_inner().to_string())
    })
}

fn check_format(format: &Value, version: &Value) -> Result<(), ReadError> {
    if *format != Record::FORMAT {
        return Err(ReadError::Format);
    }
    if *version == Record::VERSION {
        Ok(())
    } else {
        Err(ReadError::Version(version.to_string()))
    }
}

/// The first path where the two differ.
fn difference(read: &Value, written: &Value, place: &str) -> Option<(String, &'static str)> {
    match (read, written) {
        (Value::Object(read), Value::Object(written)) => {
            let at = |name: &str| match place {
                "" => name.to_owned(),
                place => format!("{place}.{name}"),
            };
            let known = read
                .iter()
                .find_map(|(name, value)| match written.get(name) {
                    Some(written) => difference(value, written, &at(name)),
                    None => Some((at(name), UNKNOWN)),
                });
            let missing = || written.keys().find(|name| !read.contains_key(*name));
            known.or_else(|| Some((at(missing()?), WRONG)))
        }
        (Value::Array(read), Value::Array(written)) if read.len() == written.len() => {
            let mut items = read.iter().zip(written).enumerate();
            items.find_map(|(i, (read, written))| {
                difference(read, written, &format!("{place}[{i}]"))
            })
        }
        _ => (read != written).then(|| (place.to_owned(), WRONG)),
    }
}

/// A record with these steps, to be written.
struct Form<'a>(&'a Record, &'a [RecordStep]);

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Form(self, &self.steps).serialize(to)
    }
}

impl Serialize for Form<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Form(record, steps) = self;
        let mut fields = to.serialize_map(None)?;
        fields.serialize_entry("format", Record::FORMAT)?;
        fields.serialize_entry("version", &Record::VERSION)?;
        if let Origin::Contest { .. } = record.origin {
            fields.serialize_entry("rules", &record.rules)?;
        }
        fields.serialize_entry("game", &record.game)?;
        fields.serialize_entry("options", &record.options)?;
        fields.serialize_entry("players", &record.players)?;
        match &record.origin {
            Origin::Contest { clock, .. } => fields.serialize_entry("clock", clock)?,
            Origin::Table {
                clock, commitment, ..
            } => {
                fields.serialize_entry("clock", clock)?;
                fields.serialize_entry("commitment", commitment)?;
            }
        }
        fields.serialize_entry("seed", &record.seed)?;
        fields.serialize_entry("opening", &record.opening)?;
        if let Origin::Table { takebacks, .. } = &record.origin {
            fields.serialize_entry("takebacks", takebacks)?;
        }
        fields.serialize_entry("steps", steps)?;
        fields.serialize_entry("ending", &record.ending)?;
        if let Origin::Table { on_board, .. } = &record.origin {
            fields.serialize_entry("on_board", on_board)?;
        }
        fields.serialize_entry("verdicts", &record.verdicts)?;
        match &record.origin {
            Origin::Contest { seats, .. } => fields.serialize_entry("seats", seats)?,
            Origin::Table { .. } => fields.serialize_entry("rules", &record.rules)?,
        }
        if !record.hash.is_empty() {
            fields.serialize_entry("hash", &record.hash)?;
        }
        fields.end()
    }
}

/// All fields that a record may have.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Written {
    format: Value,
    version: Value,
    rules: u32,
    game: String,
    options: GameData,
    players: Vec<Option<RecordPlayer>>,
    clock: Option<WrittenClock>,
    commitment: Option<String>,
    takebacks: u32,
    on_board: Option<bool>,
    seed: Option<String>,
    opening: usize,
    steps: Vec<RecordStep>,
    ending: Option<EndingView>,
    verdicts: Vec<RecordVerdict>,
    seats: Vec<SeatEffort>,
    hash: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenClock {
    Contest(String),
    Table(Clock),
}

impl TryFrom<Written> for Record {
    type Error = ReadError;

    fn try_from(written: Written) -> Result<Record, ReadError> {
        check_format(&written.format, &written.version)?;
        let origin = match (written.clock, written.commitment) {
            (None, None) => Origin::Contest {
                clock: None,
                seats: written.seats,
            },
            (Some(WrittenClock::Contest(clock)), _) => Origin::Contest {
                clock: Some(clock),
                seats: written.seats,
            },
            (clock, commitment) => Origin::Table {
                clock: match clock {
                    Some(WrittenClock::Table(clock)) => clock,
                    _ => Clock::None,
                },
                commitment: commitment.unwrap_or_default(),
                takebacks: written.takebacks,
                on_board: written.on_board,
            },
        };
        Ok(Record {
            rules: written.rules,
            game: written.game,
            options: written.options,
            players: written.players,
            origin,
            seed: written.seed,
            opening: written.opening,
            steps: written.steps,
            ending: written.ending,
            verdicts: written.verdicts,
            hash: written.hash,
        })
    }
}

/// A player: a name, or an object with one.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum WrittenPlayer {
    Name(String),
    Player {
        name: String,
        #[serde(default)]
        kind: Option<PlayerKind>,
        #[serde(default, deserialize_with = "some")]
        sandbox: Option<Option<String>>,
    },
}

impl From<WrittenPlayer> for RecordPlayer {
    fn from(written: WrittenPlayer) -> RecordPlayer {
        let (name, kind, sandbox) = match written {
            WrittenPlayer::Name(name) => (name, None, None),
            WrittenPlayer::Player {
                name,
                kind,
                sandbox,
            } => (name, kind, sandbox),
        };
        RecordPlayer {
            name,
            kind,
            sandbox,
        }
    }
}

/// Tells `null` from a missing field.
fn some<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// Adds the fields that are the same in every record.
#[cfg(feature = "schema")]
pub(super) fn named(schema: &mut schemars::Schema) {
    use serde_json::json;

    let object = schema.ensure_object();
    let fields = [
        ("format", json!(Record::FORMAT), "The name of the format."),
        (
            "version",
            json!(Record::VERSION),
            "The version of the format.",
        ),
    ];
    for (name, value, text) in fields {
        if let Some(properties) = object.get_mut("properties").and_then(Value::as_object_mut) {
            let field = json!({"description": text, "const": value});
            properties.insert(name.to_owned(), field);
        }
        if let Some(required) = object.get_mut("required").and_then(Value::as_array_mut) {
            required.push(json!(name));
        }
    }
}
