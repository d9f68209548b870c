//! The schemas of the protocol, with what the bots of each game read and write.

use protocol::schema::{Games, files as files_with};
use schemars::generate::SchemaGenerator;
use schemars::{JsonSchema, Schema};

use crate::bot::BotGame;
use crate::{GAMES, GameData, USUAL, dispatch};

/// The generated files: paths in the repository, and contents.
pub fn files() -> [(&'static str, String); 4] {
    files_with(&Games {
        names: GAMES.iter().map(|game| game.name).collect(),
        usual: USUAL.id,
        requests: |schemas| of_all(schemas, Part::Request),
        answers: |schemas| of_all(schemas, Part::Answer),
    })
}

#[derive(Clone, Copy)]
enum Part {
    Request,
    Answer,
}

fn of_all(schemas: &mut SchemaGenerator, part: Part) -> Vec<Schema> {
    let of = |id| dispatch!(id, &GameData::NULL, of_game, schemas, part);
    let schemas = GAMES.iter().map(|game| game.id).map(of);
    schemas
        .map(|schema| schema.expect("a game of the list"))
        .collect()
}

fn of_game<G: BotGame>(_: G, schemas: &mut SchemaGenerator, part: Part) -> Schema
where
    G::Request: JsonSchema,
    G::Answer: JsonSchema,
{
    match part {
        Part::Request => schemas.subschema_for::<G::Request>(),
        Part::Answer => schemas.subschema_for::<G::Answer>(),
    }
}
