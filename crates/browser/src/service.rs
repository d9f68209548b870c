//! Services for records and positions that need no hall: analysis, checks, pictures.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use catalog::{AnyGame, AnyPending, AnyState, AnyStep};
use hall_core::think::player;
use picture::{Colours, Film, svg};
use players::any::settings;
use players::roster::Setting;
use protocol::analysis::{Depth, JudgedStep, Judgement, Opinion, Position, Verdict};
use protocol::worker::Theme;
use protocol::{GameData, Record};
use record::{RecordError, analysis};
use search::control::{Clock, Control, Limits};
use thiserror::Error;

/// Why a service failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ServiceError {
    /// The record is not valid, or a step breaks the rules.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The game, its options or the position is wrong.
    #[error(transparent)]
    Game(#[from] catalog::Error),
    /// No seat is to choose in this position.
    #[error("nobody chooses in this position: {0}")]
    Nobody(String),
    /// There is no such engine.
    #[error("{0}")]
    Engine(String),
    /// It cannot be drawn.
    #[error("{0}")]
    Picture(String),
}

impl From<ServiceError> for String {
    fn from(error: ServiceError) -> String {
        error.to_string()
    }
}

/// Judges every step of a record at which a seat chose. `tell` gets each judged
/// step, and how many steps the record has.
pub fn analyse(
    record: &Record,
    depth: &Depth,
    clock: &dyn Clock,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&JudgedStep, usize),
) -> Result<Judgement, ServiceError> {
    // Look for the engine first, so that a wrong name is reported at once.
    player(&record.game, &depth.engine).map_err(ServiceError::Engine)?;
    let game = catalog::open(&record.game, &record.options)?;
    analysis::whole_game(
        &*game,
        record,
        |state| opinions(&*game, state, depth, clock, stop),
        |step| tell(step, record.steps.len()),
    )
}

/// What an engine thinks of a position or of the start: one opinion for each seat to
/// act.
pub fn analyse_position(
    id: &str,
    options: &GameData,
    position: Option<&Position>,
    depth: &Depth,
    clock: &dyn Clock,
    stop: &AtomicBool,
) -> Result<Vec<Opinion>, ServiceError> {
    let game = catalog::open(id, options)?;
    let state = match position {
        None => game.start(),
        Some(Position::Notation(text)) => game.read_position(text)?,
        Some(Position::State(state)) => game.read_state(state)?,
    };
    let why = match game.pending(&state) {
        AnyPending::Choose(_) => return opinions(&*game, &state, depth, clock, stop),
        AnyPending::Over(ending) => format!("it is over ({})", ending.reason),
        AnyPending::Chance(chance) => format!("this is drawn: {chance}"),
    };
    Err(ServiceError::Nobody(why))
}

fn opinions(
    game: &dyn AnyGame,
    state: &AnyState,
    depth: &Depth,
    clock: &dyn Clock,
    stop: &AtomicBool,
) -> Result<Vec<Opinion>, ServiceError> {
    let lines = depth.lines.clamp(1, 20);
    let id = game.info().id;
    let mut engine = player(id, &depth.engine).map_err(ServiceError::Engine)?;
    if lines > 1 && settings(id, &engine.name).contains(&Setting::Lines) {
        engine = engine.with(Setting::Lines, lines as u64);
    }
    let limits = Limits {
        time: Some(Duration::from_millis(depth.ms.clamp(1, 600_000))),
        ..Limits::default()
    };
    let control = || Control::new(limits, clock, stop);
    let found = analysis::position(game, state, &engine, 1, control);
    let mut opinions = found.map_err(|error| ServiceError::Engine(error.to_string()))?;
    for opinion in &mut opinions {
        opinion.lines.truncate(lines);
    }
    Ok(opinions)
}

/// Replays a record and checks every step, draw and hash in it.
pub fn verify(record: &Record) -> Verdict {
    let checked = match record::verify(record) {
        Ok(checked) => checked,
        Err(error) => {
            return Verdict {
                holds: false,
                sentences: vec![format!("This record does not hold: {error}.")],
                verified: None,
            };
        }
    };
    let verified = checked.verified;
    let name = catalog::GAMES.iter().find(|info| info.id == verified.game);
    let name = name.map_or(verified.game.as_str(), |info| info.name);
    let steps = counted(verified.steps as u64, "step");
    let mut sentences = vec![format!(
        "This record of {name} holds: {steps}, all by the rules, and every hash is right."
    )];
    if verified.draws > 0 {
        let draws = counted(verified.draws, "draw");
        sentences.push(if checked.seeded {
            format!("It has {draws}, and the seed gives the same.")
        } else {
            format!("There are {draws}.")
        });
    }
    sentences.extend(checked.unproved.iter().map(|text| sentence(text)));
    Verdict {
        holds: true,
        sentences,
        verified: Some(verified),
    }
}

/// Gives a text a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}

fn counted(number: u64, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// A recorded game and the style to draw it in.
fn film(record: &Record, theme: Theme) -> Result<(Film, svg::Style), ServiceError> {
    let game = catalog::open(&record.game, &record.options)?;
    let steps: Vec<AnyStep> = record.steps.iter().map(AnyStep::from).collect();
    let film = Film::new(&*game, steps.iter().map(|step| (step, &[][..])))
        .map_err(|error| ServiceError::Picture(error.to_string()))?;
    let style = svg::Style {
        theme: match theme {
            Theme::Light => picture::Theme::Light,
            Theme::Dark => picture::Theme::Dark,
        },
        colours: Colours::seats(game.seats()),
        coordinates: true,
    };
    Ok((film, style))
}

/// The board of a recorded game as SVG, after this many steps or after all.
pub fn svg(record: &Record, step: Option<usize>, theme: Theme) -> Result<String, ServiceError> {
    let (film, style) = film(record, theme)?;
    let mut reel = film.reel();
    reel.seek(step.unwrap_or(film.len()));
    Ok(svg::board(reel.board(), &reel.marks(), &style))
}

/// A recorded game as an animated GIF of this width in pixels. `tell` gets how many
/// frames are drawn and how many there are.
#[cfg(feature = "gif")]
pub fn gif(
    record: &Record,
    theme: Theme,
    width: u32,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Vec<u8>, ServiceError> {
    let (film, style) = film(record, theme)?;
    let shots = picture::raster::shots(&film, &style, 1.0);
    let mut bytes = Vec::new();
    let most = shots.len();
    picture::raster::gif(&mut bytes, &shots, width.clamp(64, 2048), |done| {
        tell(done, most);
    })
    .map_err(|error| ServiceError::Picture(error.to_string()))?;
    Ok(bytes)
}
