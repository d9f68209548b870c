//! JSON Schema, TypeScript and OpenAPI from the types and the list of routes.
//!
//! `cargo xtask schema` writes the [files](files), and a test checks that they
//! are current. TypeScript is made from the JSON Schema, not by a second derive.
//! So every type has one description, numbers are `number`, and optional fields
//! are optional in both.

mod openapi;
mod page;
mod typescript;

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::contest::{ContestBody, ContestsBody, NewContest};
use crate::rest::*;
use crate::{Answer, ClientMessage, PageMessage, Record, ServerMessage, WorkerMessage};

/// The definitions of all types, by name.
type Definitions = Map<String, Value>;

/// What the games add to the protocol.
pub struct Games {
    /// Their names.
    pub names: Vec<&'static str>,
    /// The id of one of them, for `GAME` in the examples of routes.
    pub usual: &'static str,
    /// Adds what the bots of each game read, and gives one schema for each.
    pub requests: fn(&mut SchemaGenerator) -> Vec<Schema>,
    /// Adds what they write.
    pub answers: fn(&mut SchemaGenerator) -> Vec<Schema>,
}

impl Games {
    /// The schema of what one of the games has.
    fn any_of(&self, description: &str, schemas: Vec<Schema>) -> Value {
        let of_games = self.names.iter().zip(schemas).map(|(name, mut schema)| {
            schema.insert("description".to_owned(), json!(format!("{name}.")));
            schema
        });
        json!({"anyOf": of_games.collect::<Vec<_>>(), "description": description})
    }
}

/// A reference to what the games add for requests to bots.
pub(crate) fn bot_request(_: &mut SchemaGenerator) -> Schema {
    schemars::json_schema!({"$ref": "#/$defs/BotRequest"})
}

/// The generated files: paths in the repository, and contents.
pub fn files(games: &Games) -> [(&'static str, String); 4] {
    let definitions = definitions(games);
    let openapi = openapi::describe(&definitions, &games.names);
    let with_game = |text: String| text.replace("GAME", games.usual);
    [
        (
            "docs/schema/protocol.schema.json",
            text(&root(&definitions)),
        ),
        (
            "docs/schema/protocol.d.ts",
            typescript::module(&definitions),
        ),
        ("docs/schema/openapi.json", with_game(text(&openapi))),
        (
            "crates/server/assets/api.html",
            with_game(page::page(&definitions)),
        ),
    ]
}

fn text(value: &Value) -> String {
    // Cannot fail: keys are strings and numbers are finite.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

fn root(definitions: &Definitions) -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The protocol of Taflhalla",
        "description": format!(
            "Version {}. Over a WebSocket you send a ClientMessage and get ServerMessages. Generated from the types in crates/protocol by `cargo xtask schema`.",
            crate::VERSION
        ),
        "$defs": definitions,
    })
}

/// The definitions of all types. In what you send, every field with a default is
/// optional; in what you get, only fields that are omitted when empty are.
fn definitions(games: &Games) -> Definitions {
    let mut written = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    add_written(&mut written);
    let requests = (games.requests)(&mut written);
    let mut read = SchemaSettings::draft2020_12()
        .for_deserialize()
        .into_generator();
    add_read(&mut read);
    let answers = (games.answers)(&mut read);
    let mut all = written.take_definitions(true);
    // A type that goes both ways gets the form that accepts both.
    all.extend(read.take_definitions(true));
    let request = games.any_of("A request to a bot that is to move.", requests);
    let answer = games.any_of("A bot's answer, which the game checks.", answers);
    all.extend([
        ("BotRequest".to_owned(), request),
        ("BotAnswer".to_owned(), answer),
    ]);
    let mut all: Vec<(String, Value)> = all.into_iter().collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    for (_, definition) in &mut all {
        clean(definition);
    }
    all.into_iter().collect()
}

/// Adds the types that the hall and its bots read.
fn add_read(schemas: &mut SchemaGenerator) {
    add::<ClientMessage>(schemas);
    add::<PageMessage>(schemas);
    add::<NewIdentity>(schemas);
    add::<Rename>(schemas);
    add::<NewChallenge>(schemas);
    add::<NewCommand>(schemas);
    add::<NewContest>(schemas);
    add::<TablesQuery>(schemas);
    add::<KeyQuery>(schemas);
    add::<BoardQuery>(schemas);
    add::<LeaderboardQuery>(schemas);
}

/// Adds the types that the hall and its bots write.
fn add_written(schemas: &mut SchemaGenerator) {
    add::<ServerMessage>(schemas);
    add::<WorkerMessage>(schemas);
    add::<RefusalBody>(schemas);
    add::<GamesBody>(schemas);
    add::<IdentityBody>(schemas);
    add::<GuestsBody>(schemas);
    add::<AvailableBody>(schemas);
    add::<PlayerBody>(schemas);
    add::<LeaderboardBody>(schemas);
    add::<ChallengesBody>(schemas);
    add::<TablesBody>(schemas);
    add::<NewTableBody>(schemas);
    add::<TableBody>(schemas);
    add::<Answer>(schemas);
    add::<MovesBody>(schemas);
    add::<Record>(schemas);
    add::<StepBody>(schemas);
    add::<ContestsBody>(schemas);
    add::<ContestBody>(schemas);
}

fn add<T: JsonSchema>(schemas: &mut SchemaGenerator) {
    schemas.subschema_for::<T>();
}

/// Adds the version, which is in the hall's messages but not a field of the
/// type.
pub(crate) fn versioned(schema: &mut Schema) {
    let version = json!({"description": "The version of the protocol.", "const": crate::VERSION});
    let object = schema.ensure_object();
    object.insert("type".to_owned(), json!("object"));
    object.insert("properties".to_owned(), json!({"v": version}));
    object.insert("required".to_owned(), json!(["v"]));
}

/// Removes the targets of links from descriptions: they point into the code.
fn clean(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            for (name, value) in object {
                match value {
                    Value::String(text) if name == "description" => *text = without_links(text),
                    other => clean(other),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(clean),
        _ => {}
    }
}

/// The text on one line, with `[a](b)` as `a`.
fn without_links(text: &str) -> String {
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    while let Some((before, rest)) = text.split_once("[`")
        && let Some((name, rest)) = rest.split_once("`]")
    {
        let target = rest.strip_prefix('(');
        let rest = target
            .and_then(|target| target.split_once(')'))
            .map_or(rest, |(_, rest)| rest);
        text = format!("{before}`{name}`{rest}");
    }
    text
}

/// The name in a reference to a definition.
fn referred(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.rsplit('/').next()
}

/// The names that these schemas refer to, directly or not.
fn reachable(definitions: &Definitions, from: &[&str]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut open: Vec<String> = from.iter().map(|&name| name.to_owned()).collect();
    while let Some(name) = open.pop() {
        if !found.contains(&name) {
            collect_names(&definitions[&name], &mut open);
            found.push(name);
        }
    }
    found.sort();
    found
}

fn collect_names(schema: &Value, names: &mut Vec<String>) {
    names.extend(referred(schema).map(str::to_owned));
    match schema {
        Value::Object(object) => object
            .values()
            .for_each(|value| collect_names(value, names)),
        Value::Array(items) => items.iter().for_each(|value| collect_names(value, names)),
        _ => {}
    }
}
