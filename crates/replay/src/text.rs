//! A recorded game as text and as JSON.

use std::io::{self, Write};

use anyhow::Result;
use catalog::Language;
use picture::text;
use serde::Serialize;

use crate::Recorded;

/// Prints every position and move, or one position.
pub fn plain(recorded: &Recorded, only: Option<usize>) -> Result<()> {
    let mut out = io::stdout().lock();
    let film = &recorded.film;
    writeln!(out, "{}", recorded.title())?;
    writeln!(out, "{}", film.start().look().legend)?;
    let style = text::Style::plain();
    let mut reel = film.reel();
    let steps = only.map_or(0..=film.len(), |step| step..=step);
    for step in steps {
        reel.seek(step);
        writeln!(out)?;
        match reel.frame() {
            None => writeln!(out, "Start")?,
            Some(frame) => {
                let moves = catalog::english(&frame.moves);
                writeln!(out, "{step}. {moves}{}", spent(&frame.times))?;
                writeln!(out, "{}", Language::English.tell(&frame.words))?;
            }
        }
        for line in text::lines(reel.board(), &reel.marks(), &style) {
            writeln!(out, "{line}")?;
        }
    }
    if only.is_none_or(|step| step == film.len()) {
        writeln!(out, "\n{}", recorded.head.result)?;
    }
    Ok(())
}

/// The fields of a game as JSON.
#[derive(Serialize)]
struct Told<'a> {
    game: &'a str,
    players: Vec<Player<'a>>,
    result: &'a str,
    steps: usize,
    positions: Vec<Position<'a>>,
    written: &'a [String],
}

#[derive(Serialize)]
struct Player<'a> {
    name: &'a str,
    seat: &'a str,
    note: &'a str,
}

#[derive(Serialize)]
struct Position<'a> {
    step: usize,
    #[serde(flatten)]
    made: Option<Made<'a>>,
    board: Vec<String>,
}

#[derive(Serialize)]
struct Made<'a> {
    moves: String,
    report: String,
    us: &'a [u64],
}

/// Prints the same as one JSON object, with the written files.
pub fn json(recorded: &Recorded, only: Option<usize>, written: &[String]) -> Result<()> {
    let Recorded { head, film, .. } = recorded;
    let style = text::Style::plain();
    let mut reel = film.reel();
    let steps = only.map_or(0..=film.len(), |step| step..=step);
    let mut positions = Vec::new();
    for step in steps {
        reel.seek(step);
        positions.push(Position {
            step,
            made: reel.frame().map(|frame| Made {
                moves: catalog::english(&frame.moves),
                report: Language::English.tell(&frame.words),
                us: &frame.times,
            }),
            board: text::lines(reel.board(), &reel.marks(), &style),
        });
    }
    let players = head.players.iter().map(|player| Player {
        name: &player.name,
        seat: &player.seat,
        note: &player.note,
    });
    let told = Told {
        game: &head.game,
        players: players.collect(),
        result: &head.result,
        steps: film.len(),
        positions,
        written,
    };
    writeln!(io::stdout().lock(), "{}", serde_json::to_string(&told)?)?;
    Ok(())
}

/// The time of the slowest seat, in brackets; empty if no time was measured.
pub(crate) fn spent(times: &[u64]) -> String {
    match times.iter().max() {
        None | Some(0) => String::new(),
        Some(us) if *us < 1_000 => format!("  ({us} µs)"),
        Some(us) if *us < 1_000_000 => format!("  ({:.1} ms)", *us as f64 / 1e3),
        Some(us) => format!("  ({:.1} s)", *us as f64 / 1e6),
    }
}
