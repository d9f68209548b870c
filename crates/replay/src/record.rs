//! Records as films.
//!
//! Only what is shown is read, and fields that are not known are passed over,
//! so records of later versions with more in them can be shown too.

use std::path::Path;

use anyhow::{Context, Result};
use catalog::{AnyGame, AnyStep};
use game::Seat;
use game17_program::file::{FileError, GameFile, Position};
use picture::film::Frame;
use picture::viewer::{Head, Player};
use picture::{Board, Colours, Film};
use protocol::EndingView;
use protocol::record::{Origin, ReadError, Record, RecordStep};
use protocol::text::visible;

/// A game that can be shown.
pub struct Recorded {
    /// Who played and how it ended.
    pub head: Head,
    /// The boards.
    pub film: Film,
    /// Game 17: the owners' colours.
    pub colours: Colours,
}

impl Recorded {
    /// The game and who plays it, in one line.
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

/// Reads a record of hall or of the original Game 17 program.
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
            // A terminal would obey control characters in it.
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

/// What became of a seat.
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
    // A seat of several players is called in the plural.
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

/// A game of the original program has boards, but neither moves nor names.
fn original(file: &GameFile) -> Result<Recorded> {
    let mut position = file.position.clone();
    let drawn =
        |position: &Position| Board::game17(position.size, &position.owners, &position.numbers);
    let mut board = drawn(&position)?;
    let mut film = Film::starting(board.clone());
    for (number, diff) in file.diffs.iter().enumerate() {
        position.apply(diff);
        let next = drawn(&position)?;
        let (round, owner) = (diff.round, diff.owner);
        // The last turn of a round is followed by one of another round.
        let after = file.diffs.get(number + 1);
        let frame = Frame {
            moves: format!("{owner}: round {round}"),
            words: format!("Owner {owner} makes a turn in round {round}."),
            is_key: after.is_none_or(|next| next.round != round),
            ..Frame::default()
        };
        film.push(&board, &next, frame);
        board = next;
    }
    let winners = position.winners();
    let verb = if winners.len() == 1 { "has" } else { "have" };
    let winners: Vec<String> = winners.iter().map(ToString::to_string).collect();
    Ok(Recorded {
        head: Head {
            title: "Game 17".to_owned(),
            game: "Game 17".to_owned(),
            result: format!("Owner {} {verb} most squares.", winners.join(", ")),
            ..Head::default()
        },
        film,
        colours: Colours::default(),
    })
}
