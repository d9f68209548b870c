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
    let text = std::fs::read_to_string(path).with_context(|| shown.clone())?;
    let record: Value =
        serde_json::from_str(&text).with_context(|| format!("{shown} is not JSON"))?;
    let recorded = if record["diffs"].is_array() && record["owners"].is_array() {
        original(&record)
    } else {
        own(&record)
    };
    recorded.with_context(|| shown.clone())
}

fn own(record: &Value) -> Result<Recorded> {
    let (id, options) = record::game_of(record)?;
    let game = catalog::open(id, options)?;
    let written = record["steps"].as_array();
    let written = written.context("the record's field \"steps\" must be a list")?;
    let steps = written
        .iter()
        .enumerate()
        .map(|(number, step)| {
            read_step(step).with_context(|| format!("step {} of the record", number + 1))
        })
        .collect::<Result<Vec<(AnyStep, Vec<u64>)>>>()?;
    let film = Film::new(&*game, steps.iter().map(|(step, times)| (step, &times[..])))?;
    Ok(Recorded {
        head: head(&*game, record),
        film,
        colours: Colours::seats(game.seats()),
    })
}

fn read_step(step: &Value) -> Result<(AnyStep, Vec<u64>)> {
    let read = AnyStep::read(step).map_err(anyhow::Error::msg)?;
    Ok((read, times(step)))
}

/// The microseconds that each seat took.
fn times(step: &Value) -> Vec<u64> {
    let times = step["us"].as_array().map(Vec::as_slice).unwrap_or_default();
    times.iter().map(|us| us.as_u64().unwrap_or(0)).collect()
}

fn head(game: &dyn AnyGame, record: &Value) -> Head {
    let ending = &record["ending"];
    let winners: Vec<u64> = ending["winners"]
        .as_array()
        .map(|seats| seats.iter().filter_map(Value::as_u64).collect())
        .unwrap_or_default();
    let players = (0..game.seats())
        .map(|seat| Player {
            name: name(&record["players"][usize::from(seat)]),
            seat: game.seat_name(Seat(seat)),
            note: note(record, seat, winners.contains(&u64::from(seat))),
        })
        .collect::<Vec<_>>();
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    Head {
        title: format!("{}: {}", game.info().name, names.join(" – ")),
        game: game.info().name.to_owned(),
        result: result(game, ending, &winners),
        players,
        facts: facts(record),
    }
}

/// A player is a name, or an object that has one. A terminal would obey control
/// characters in it.
fn name(player: &Value) -> String {
    let name = player.as_str().or_else(|| player["name"].as_str());
    visible(name.unwrap_or("?"))
}

/// What became of a seat.
fn note(record: &Value, seat: u16, won: bool) -> String {
    let verdicts = record["verdicts"].as_array().into_iter().flatten();
    let verdict = verdicts
        .filter(|verdict| verdict["seat"] == seat)
        .find_map(|verdict| verdict["verdict"].as_str());
    match verdict {
        Some(verdict) => visible(verdict),
        None if won => "won".to_owned(),
        None => String::new(),
    }
}

fn result(game: &dyn AnyGame, ending: &Value, winners: &[u64]) -> String {
    let Some(reason) = ending["reason"].as_str().map(visible) else {
        return "The game was not finished.".to_owned();
    };
    let names: Vec<String> = winners
        .iter()
        .filter_map(|seat| u16::try_from(*seat).ok())
        .map(|seat| game.seat_name(Seat(seat)))
        .collect();
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

fn facts(record: &Value) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    for name in ["date", "clock", "opening", "seed"] {
        let shown = match &record[name] {
            Value::String(text) => visible(text),
            Value::Number(number) if name == "opening" => match number.as_u64() {
                Some(0) => continue,
                Some(1) => "1 step".to_owned(),
                _ => format!("{number} steps"),
            },
            Value::Number(number) => number.to_string(),
            _ => continue,
        };
        facts.push((name.to_owned(), shown));
    }
    facts
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
