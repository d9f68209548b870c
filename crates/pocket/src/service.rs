//! What can be done with a record or a position, without a hall: analysis, checks,
//! pictures.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use catalog::{AnyStep, Codec};
use game::Pending;
use picture::{Colours, Film, Theme, svg};
use players::roster::{Roster, Setting};
use record::RecordError;
use record::analysis::{self, Opinion, judged_json, opinion_json};
use search::control::{Clock, Limits};
use serde::Deserialize;
use serde_json::{Value, json};
use thiserror::Error;

use crate::question::engine;

/// Why something cannot be done with a record or a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ServiceError {
    /// The record is none, or a step of it breaks the rules.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The game, its options or a position of it.
    #[error(transparent)]
    Game(#[from] catalog::Error),
    /// Nothing is chosen in this position.
    #[error("nobody chooses in this position: {0}")]
    Nobody(String),
    /// There is no such engine.
    #[error("{0}")]
    Engine(String),
    /// It cannot be drawn.
    #[error("{0}")]
    Picture(String),
}

/// How thoroughly something is to be analysed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Depth {
    /// The engine, by its name alone.
    pub engine: String,
    /// The time for each position, in milliseconds.
    pub ms: u64,
    /// How many of the best moves are followed, where the engine can do that.
    pub lines: usize,
}

impl Default for Depth {
    fn default() -> Depth {
        Depth {
            engine: "strong".to_owned(),
            ms: 300,
            lines: 1,
        }
    }
}

impl Depth {
    /// What an engine thinks of a state, for every seat that is to act.
    fn opinions<G: Codec + Roster>(
        &self,
        game: &G,
        state: &G::State,
        clock: &dyn Clock,
        stop: &AtomicBool,
    ) -> Result<Vec<Opinion>, ServiceError> {
        let lines = self.lines.clamp(1, 20);
        let mut spec = engine::<G>(&self.engine).map_err(ServiceError::Engine)?;
        if lines > 1 && G::settings(&spec.name).contains(&Setting::Lines) {
            spec = spec.with(Setting::Lines, lines as u64);
        }
        let limits = Limits {
            time: Some(Duration::from_millis(self.ms.clamp(1, 600_000))),
            ..Limits::default()
        };
        let found = analysis::position(game, state, &spec, limits, 1, clock, stop);
        let mut opinions = found.map_err(|error| ServiceError::Engine(error.to_string()))?;
        for opinion in &mut opinions {
            opinion.thought.lines.truncate(lines);
        }
        Ok(opinions)
    }
}

/// Judges every step of a record at which somebody chose. `tell` hears of each as it
/// comes, with how many steps the record has. The answer is `{"game", "steps",
/// "end", "turned"}`: the judged steps, what seat 0 of two came to, and the step that
/// changed its chance most.
pub fn analyse(
    record: &Value,
    depth: &Depth,
    clock: &dyn Clock,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Value, usize),
) -> Result<Value, ServiceError> {
    let (id, options) = record::game_of(record)?;
    catalog::dispatch!(id, options, judge, record, depth, clock, stop, tell)?
}

fn judge<G: Codec + Roster>(
    game: G,
    record: &Value,
    depth: &Depth,
    clock: &dyn Clock,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Value, usize),
) -> Result<Value, ServiceError> {
    // Named before anything else, so that a wrong name is told at once.
    engine::<G>(&depth.engine).map_err(ServiceError::Engine)?;
    let steps = record::steps(&game, record)?;
    let mut told = Vec::new();
    let judged = analysis::whole_game(
        &game,
        &steps,
        |game, state| depth.opinions(game, state, clock, stop),
        |step| {
            let step = judged_json(step);
            tell(&step, steps.len());
            told.push(step);
        },
    )?;
    let turned = judged.turning_point();
    Ok(json!({
        "game": G::ID,
        "steps": told,
        "end": judged.end,
        "turned": turned.map(|(step, swing)| json!({"step": step.step, "swing": swing})),
    }))
}

/// What an engine thinks of a position: `{"game", "opinions"}`, one opinion for each
/// seat that is to act. The position is a state as tables show it (an object), a
/// position in notation (a text), or the beginning (null).
pub fn analyse_position(
    id: &str,
    options: &Value,
    position: &Value,
    depth: &Depth,
    clock: &dyn Clock,
    stop: &AtomicBool,
) -> Result<Value, ServiceError> {
    catalog::dispatch!(id, options, opine, position, depth, clock, stop)?
}

fn opine<G: Codec + Roster>(
    game: G,
    position: &Value,
    depth: &Depth,
    clock: &dyn Clock,
    stop: &AtomicBool,
) -> Result<Value, ServiceError> {
    let state = match position {
        Value::Null => game.start(),
        Value::String(text) => game.read_position(text)?,
        state => game.read_state(state)?,
    };
    match game.pending(&state) {
        Pending::Choose(_) => {}
        Pending::Over(ending) => {
            return Err(ServiceError::Nobody(format!(
                "it is over ({})",
                ending.reason
            )));
        }
        Pending::Chance(chance) => {
            let drawn = game.chance_json(&chance);
            return Err(ServiceError::Nobody(format!("this is drawn: {drawn}")));
        }
    }
    let opinions = depth.opinions(&game, &state, clock, stop)?;
    let opinions: Vec<Value> = opinions.iter().map(opinion_json).collect();
    Ok(json!({"game": G::ID, "opinions": opinions}))
}

/// Replays a record and checks every step, draw and hash in it: `{"holds",
/// "sentences", …}`. The sentences say what was found, for people.
pub fn verify(record: &Value) -> Value {
    let verified = match record::verify(record) {
        Ok(verified) => verified,
        Err(error) => {
            let sentence = format!("This record does not hold: {error}.");
            return json!({"holds": false, "sentences": [sentence]});
        }
    };
    let name = catalog::GAMES.iter().find(|info| info.id == verified.game);
    let name = name.map_or(verified.game.as_str(), |info| info.name);
    let steps = counted(verified.steps as u64, "step");
    let mut sentences = vec![format!(
        "This record of {name} holds: {steps}, all by the rules, and every hash is right."
    )];
    if verified.draws > 0 {
        let draws = counted(verified.draws, "draw");
        match record["seed"].is_null() {
            true => sentences.push(format!("There are {draws}.")),
            false => sentences.push(format!("It has {draws}, and the seed gives the same.")),
        }
    }
    for unproved in &verified.unproved {
        let mut letters = unproved.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string());
        sentences.push(format!(
            "{}{}.",
            first.unwrap_or_default(),
            letters.as_str()
        ));
    }
    json!({
        "holds": true,
        "sentences": sentences,
        "game": verified.game,
        "steps": verified.steps,
        "draws": verified.draws,
        "ending": verified.ending,
        "hash": verified.hash,
    })
}

fn counted(number: u64, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// How a picture is to look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shade {
    /// By day.
    #[default]
    Light,
    /// By night.
    Dark,
}

/// A recorded game and how it is drawn.
fn film(record: &Value, shade: Shade) -> Result<(Film, svg::Style), ServiceError> {
    let (id, options) = record::game_of(record)?;
    let game = catalog::open(id, options)?;
    let written = record["steps"].as_array();
    let written = written.ok_or(RecordError::Field("steps"))?;
    let steps = (1..)
        .zip(written)
        .map(|(step, written)| {
            record::any_step(written).map_err(|problem| RecordError::Step { step, problem })
        })
        .collect::<Result<Vec<AnyStep>, RecordError>>()?;
    let film = Film::new(&*game, steps.iter().map(|step| (step, &[][..])))
        .map_err(|error| ServiceError::Picture(error.to_string()))?;
    let style = svg::Style {
        theme: match shade {
            Shade::Light => Theme::Light,
            Shade::Dark => Theme::Dark,
        },
        colours: Colours::seats(game.seats()),
        coordinates: true,
    };
    Ok((film, style))
}

/// The board of a recorded game after so many steps, or the last, as SVG.
pub fn svg(record: &Value, step: Option<usize>, shade: Shade) -> Result<String, ServiceError> {
    let (film, style) = film(record, shade)?;
    let mut reel = film.reel();
    reel.seek(step.unwrap_or(film.len()));
    Ok(svg::board(reel.board(), &reel.marks(), &style))
}

/// A recorded game as an animated GIF, so many pixels wide. `tell` hears how many of
/// how many pictures are done.
#[cfg(feature = "gif")]
pub fn gif(
    record: &Value,
    shade: Shade,
    width: u32,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Vec<u8>, ServiceError> {
    let (film, style) = film(record, shade)?;
    let shots = picture::raster::shots(&film, &style, 1.0);
    let mut bytes = Vec::new();
    let most = shots.len();
    picture::raster::gif(&mut bytes, &shots, width.clamp(64, 2048), |done| {
        tell(done, most);
    })
    .map_err(|error| ServiceError::Picture(error.to_string()))?;
    Ok(bytes)
}
