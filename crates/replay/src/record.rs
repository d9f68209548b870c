//! Records as films.
//!
//! This reads only what it shows and skips unknown fields, so it also shows records of
//! later versions that have more in them.

use std::path::Path;

use anyhow::{Context, Result};
use catalog::{AnyGame, AnyStep};
use game::Seat;
use original::file::{FileError, GameFile};
use original::show;
use picture::viewer::{Head, Player};
use picture::{Colours, Film};
use protocol::EndingView;
use protocol::record::{Origin, ReadError, Record, RecordStep};
use protocol::text::visible;

/// A game to show.
pub struct Recorded {
    /// The players and the result.
    pub head: Head,
    /// The boards.
    pub film: Film,
    /// The owners' colours.
    pub colours: Colours,
}

impl Recorded {
    /// The game and its players, in one line.
    pub fn title(&self) -> String {
        if self.head.players.is_empty() {
            return self.head.game.clone();
        }
        let players = self.head.players.iter();
        let names: Vec<String> = players
            .map(|player| format!("{} ({})", player.name, player.seat))
            .collect();
        format!("{}: {}", self.head.game, names.join(", "))
    }
}

/// Reads a record of hall, or a game file of the original program.
pub fn read(path: &Path) -> Result<Recorded> {
    let shown = visible(&path.display().to_string());
    let text = std::fs::read(path).with_context(|| shown.clone())?;
    let recorded = match Record::read_loosely(&text) {
        Ok(record) => own(&record),
        Err(ReadError::Format) => match GameFile::read(&text) {
            Ok(file) => original(&file),
            Err(FileError::Other) => Err(ReadError::Format.into()),
            Err(error) => Err(error.into()),
        },
        Err(error) => Err(error.into()),
    };
    recorded.with_context(|| shown.clone())
}

fn own(record: &Record) -> Result<Recorded> {
    let game = catalog::open(&record.game, &record.options)?;
    let steps: Vec<AnyStep> = record.steps.iter().map(AnyStep::from).collect();
    let times = record.steps.iter().map(RecordStep::times);
    Ok(Recorded {
        head: head(&*game, record),
        film: Film::new(&*game, steps.iter().zip(times))?,
        colours: Colours::seats(game.seats()),
    })
}

fn head(game: &dyn AnyGame, record: &Record) -> Head {
    let ending = record.ending.as_ref();
    let winners = ending.map_or(&[][..], |ending| &ending.winners);
    let players = (0..game.seats())
        .map(|seat| Player {
            // A terminal would obey control characters.
            name: visible(record.player(seat).map_or("?", |player| &player.name)),
            seat: game.seat_name(Seat(seat)),
            note: note(record, seat, winners),
        })
        .collect::<Vec<_>>();
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    Head {
        title: format!("{}: {}", game.info().name, names.join(" – ")),
        game: game.info().name.to_owned(),
        result: ending.map_or_else(
            || "The game was not finished.".to_owned(),
            |ending| result(game, ending),
        ),
        players,
        facts: facts(record),
    }
}

/// The result of a seat.
fn note(record: &Record, seat: u16, winners: &[u16]) -> String {
    let mut verdicts = record.verdicts.iter();
    match verdicts.find(|entry| entry.seat == seat) {
        Some(entry) => visible(&entry.verdict),
        None if winners.contains(&seat) => "won".to_owned(),
        None => String::new(),
    }
}

fn result(game: &dyn AnyGame, ending: &EndingView) -> String {
    let reason = visible(&ending.reason);
    let winners = ending.winners.iter();
    let names: Vec<String> = winners.map(|seat| game.seat_name(Seat(*seat))).collect();
    // If a seat has several players, its name is a plural.
    let verb = if names.len() == 1 && !names[0].ends_with('s') {
        "wins"
    } else {
        "win"
    };
    match names.len() {
        0 => format!("Nobody with a seat wins ({reason})."),
        n if n == usize::from(game.seats()) && n > 1 => format!("Drawn ({reason})."),
        _ => format!("{} {verb} ({reason}).", names.join(", ")),
    }
}

fn facts(record: &Record) -> Vec<(String, String)> {
    let clock = match &record.origin {
        Origin::Contest { clock, .. } => clock.as_deref().map(visible),
        Origin::Table { .. } => None,
    };
    let opening = match record.opening {
        0 => None,
        1 => Some("1 step".to_owned()),
        steps => Some(format!("{steps} steps")),
    };
    let seed = record.seed.as_deref().map(visible);
    let facts = [("clock", clock), ("opening", opening), ("seed", seed)];
    let known = facts
        .into_iter()
        .filter_map(|(name, fact)| Some((name.to_owned(), fact?)));
    known.collect()
}

fn original(file: &GameFile) -> Result<Recorded> {
    let (head, film) = show::film(file)?;
    Ok(Recorded {
        head,
        film,
        colours: Colours::default(),
    })
}
