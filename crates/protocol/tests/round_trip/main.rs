//! Every type is read back as it was written, and messages of version 0.1 are
//! still read and written in the same form.

mod sample;
mod types;
mod v0_1;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use protocol::{ClientMessage, PageMessage, ServerMessage, VERSION, WorkerMessage};
use sample::{Sample, Source};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use types::TYPES;

/// Makes a value from bytes, writes it and reads it back.
fn round_trip<T: Sample + Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) {
    let value = T::sample(&mut Source(bytes));
    let text = serde_json::to_string(&value).unwrap();
    let read: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(read, value, "{text}");
    let json = serde_json::to_value(&value).unwrap();
    assert_eq!(serde_json::from_value::<T>(json).unwrap(), value, "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_type_is_read_as_it_was_written(bytes in vec(any::<u8>(), 0..400)) {
        for (_, round_trip) in TYPES {
            round_trip(&bytes);
        }
    }

    #[test]
    fn messages_survive_as_text(bytes in vec(any::<u8>(), 0..400)) {
        let source = &mut Source(&bytes);
        let mut message = ClientMessage::sample(source);
        message.v = message.v.map(|_| VERSION);
        prop_assert_eq!(ClientMessage::read(&message.text()).unwrap(), message);
        let message = ServerMessage::sample(source);
        assert!(message.text().starts_with("{\"v\":1,\"type\":"));
        prop_assert_eq!(ServerMessage::read(&message.text()).unwrap(), message);
        let message = PageMessage::sample(source);
        prop_assert_eq!(PageMessage::read(&message.text()).unwrap(), message);
        let message = WorkerMessage::sample(source);
        prop_assert_eq!(WorkerMessage::read(&message.text()).unwrap(), message);
    }
}

/// Types that are part of others and have no name of their own in the schema.
const FLATTENED: [&str; 11] = [
    "ClientRequest",
    "ContestResult",
    "ContestScores",
    "Depth",
    "Done",
    "Pace",
    "Picture",
    "RatingSystem",
    "TableChange",
    "TableSummary",
    "Verified",
];

/// Types of what commands print, which the schema of the hall does not have.
const PRINTED: [&str; 5] = [
    "MatchPlayer",
    "MatchReport",
    "MatchScore",
    "MatchTest",
    "MatchVerdict",
];

#[test]
fn no_type_is_forgotten() {
    let tested: BTreeSet<&str> = TYPES.iter().map(|(name, _)| *name).collect();
    assert_eq!(tested.len(), TYPES.len(), "a type is there twice");
    let written = types_in_the_code();
    let written: BTreeSet<&str> = written.iter().map(String::as_str).collect();
    assert_eq!(&tested ^ &written, BTreeSet::new(), "untested or unknown");

    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let schema = repository.join("docs/schema/protocol.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(schema).unwrap()).unwrap();
    let of_games = types_of_games(&schema);
    let defined = schema["$defs"].as_object().unwrap().keys();
    let defined = defined
        .map(String::as_str)
        .filter(|name| !of_games.contains(name));
    let defined: BTreeSet<&str> = defined.chain(FLATTENED).chain(PRINTED).collect();
    assert_eq!(
        &tested ^ &defined,
        BTreeSet::new(),
        "not in the schema, or unknown"
    );
}

/// The names in the schema that the games add: what their bots read and write.
fn types_of_games(schema: &Value) -> BTreeSet<&str> {
    fn collect<'a>(schema: &'a Value, names: &mut Vec<&'a str>) {
        match schema {
            Value::Object(object) => object.values().for_each(|value| collect(value, names)),
            Value::Array(items) => items.iter().for_each(|value| collect(value, names)),
            Value::String(text) => names.extend(text.strip_prefix("#/$defs/")),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    let mut open = vec!["BotRequest", "BotAnswer"];
    while let Some(name) = open.pop() {
        if found.insert(name) {
            collect(&schema["$defs"][name], &mut open);
        }
    }
    found
}

/// The names of all public types that implement serde's traits.
fn types_in_the_code() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut names = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let code = std::fs::read_to_string(path).unwrap();
        for item in code.split("#[derive(").skip(1) {
            let (traits, rest) = item.split_once(')').unwrap();
            let is_item = |line: &&str| {
                let starts = ["pub ", "pub(", "struct ", "enum "];
                starts.iter().any(|start| line.starts_with(start))
            };
            let Some(head) = rest.lines().find(is_item) else {
                continue;
            };
            let name = head
                .strip_prefix("pub struct ")
                .or(head.strip_prefix("pub enum "));
            if let (true, Some(name)) = (traits.contains("Deserialize"), name) {
                let end = name.find(|c: char| !c.is_alphanumeric()).unwrap();
                names.push(name[..end].to_owned());
            }
        }
    }
    names
}
