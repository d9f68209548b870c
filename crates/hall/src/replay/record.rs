//! Records as films.
//!
//! Only what is shown is read, and fields that are not known are passed over,
//! so records of later versions with more in them can be shown too.

use std::path::Path;

use anyhow::{Context, Result, bail};
use arena::text::visible;
use catalog::{AnyGame, AnyStep};
use game::Seat;
use picture::film::Frame;
use picture::viewer::{Head, Player};
use picture::{Board, Colours, Film};
use protocol::EndingView;
use protocol::record::{Origin, ReadError, Record, RecordStep};
use serde_json::Value;

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
        Err(ReadError::Format) => match serde_json::from_slice::<Value>(&text)? {
            record if record["diffs"].is_array() && record["owners"].is_array() => {
                original(&record)
            }
            _ => Err(ReadError::Format.into()),
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
            note: note(record, seat, winners.contains(&seat)),
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
fn note(record: &Record, seat: u16, won: bool) -> String {
    let mut verdicts = record.verdicts.iter();
    match verdicts.find(|entry| entry.seat == seat) {
        Some(entry) => visible(&entry.verdict),
        None if won => "won".to_owned(),
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

/// `{"owners":[[…]],"numbers":[[…]],"diffs":[{"round":0,"owner":5,"owners":[[i,j,new]…],"numbers":…}…]}`.
/// It has boards, but neither moves nor names.
fn original(record: &Value) -> Result<Recorded> {
    let (width, mut owners) = rows::<u16>(record, "owners")?;
    let (of_numbers, mut numbers) = rows::<u32>(record, "numbers")?;
    if width != of_numbers {
        bail!("\"owners\" has rows of {width} squares and \"numbers\" rows of {of_numbers}");
    }
    let mut board = Board::game17(width, &owners, &numbers)?;
    let mut film = Film::starting(board.clone());
    let diffs = record["diffs"].as_array().map_or(&[][..], Vec::as_slice);
    for (number, diff) in diffs.iter().enumerate() {
        let place = || format!("diff {} of the record", number + 1);
        change(&mut owners, width, &diff["owners"]).with_context(place)?;
        change(&mut numbers, width, &diff["numbers"]).with_context(place)?;
        let next = Board::game17(width, &owners, &numbers).with_context(place)?;
        let (round, owner) = (diff["round"].as_u64(), diff["owner"].as_u64());
        let round = round.with_context(|| format!("{}: \"round\" is missing", place()))?;
        let owner = owner.with_context(|| format!("{}: \"owner\" is missing", place()))?;
        // The last turn of a round is followed by one of another round.
        let is_key = diffs
            .get(number + 1)
            .is_none_or(|next| next["round"].as_u64() != Some(round));
        let frame = Frame {
            moves: format!("{owner}: round {round}"),
            words: format!("Owner {owner} makes a turn in round {round}."),
            is_key,
            ..Frame::default()
        };
        film.push(&board, &next, frame);
        board = next;
    }
    let winners = leaders(&owners);
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

fn rows<T: TryFrom<u64>>(record: &Value, name: &str) -> Result<(usize, Vec<T>)> {
    let wrong = || format!("\"{name}\" must be a list of rows of whole numbers");
    let rows = record[name].as_array().with_context(wrong)?;
    let mut width = None;
    let mut all = Vec::new();
    for row in rows {
        let row = row.as_array().with_context(wrong)?;
        if *width.get_or_insert(row.len()) != row.len() {
            bail!("the rows of \"{name}\" differ in length");
        }
        for value in row {
            let value = value.as_u64().and_then(|value| T::try_from(value).ok());
            all.push(value.with_context(wrong)?);
        }
    }
    Ok((width.with_context(wrong)?, all))
}

fn change<T: TryFrom<u64>>(values: &mut [T], width: usize, changes: &Value) -> Result<()> {
    let wrong = "a change must be [row, column, new value] on the board";
    for change in changes.as_array().map_or(&[][..], Vec::as_slice) {
        let whole = |n: usize| change[n].as_u64().context(wrong);
        let (row, column) = (whole(0)? as usize, whole(1)? as usize);
        let at = row.checked_mul(width).filter(|_| column < width);
        let at = at
            .and_then(|start| start.checked_add(column))
            .context(wrong)?;
        let value = T::try_from(whole(2)?).ok().context(wrong)?;
        *values.get_mut(at).context(wrong)? = value;
    }
    Ok(())
}

fn leaders(owners: &[u16]) -> Vec<u16> {
    let mut squares = std::collections::BTreeMap::new();
    for owner in owners {
        *squares.entry(*owner).or_insert(0) += 1;
    }
    let most = squares.values().copied().max().unwrap_or(0);
    squares.retain(|_, count| *count == most);
    squares.into_keys().collect()
}
