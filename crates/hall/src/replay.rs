//! `hall replay`: shows a recorded game.

mod export;
mod player;
pub mod record;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::Result;
use picture::{Theme, text};
use serde_json::json;
use terminal::paint::Paint;

use self::record::Recorded;
use crate::usage::misuse;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A record of hall, or of the original Game 17 program
    file: PathBuf,
    /// Writes an animated GIF instead of showing the game
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Writes the position after --step as SVG; into a folder: all positions
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Writes one page that plays the game in any browser
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// The step to begin with, to print or to draw; 0 is the start
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// How fast the game plays; 2 is twice as fast
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = speed)]
    speed: f64,
    /// Light boards [pictures: the default]
    #[arg(long, conflicts_with = "dark")]
    light: bool,
    /// Dark boards [terminal: the default]
    #[arg(long)]
    dark: bool,
    /// Prints every position and move as plain text
    #[arg(long)]
    plain: bool,
    /// Prints one JSON object
    #[arg(long, conflicts_with = "plain")]
    json: bool,
}

const EXAMPLES: &str = "Keys:
  space  play or pause     left, right  one step back or on
  + -    speed             home, end    first or last position
  ?      help              q            quit

Examples:
  hall match brandub strong medium --games 2 --out games
  hall replay games/brandub-00001.json
  hall replay games/brandub-00001.json --gif game.gif --html game.html
  hall replay games/brandub-00001.json --step 12 --svg position.svg";

/// The slowest and the fastest a game plays.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.05..=100.0;

fn speed(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(speed) if SPEEDS.contains(&speed) => Ok(speed),
        _ => Err(format!(
            "a speed is a number from {} to {}",
            SPEEDS.start(),
            SPEEDS.end()
        )),
    }
}

pub fn run(arguments: &Arguments) -> Result<()> {
    let recorded = record::read(&arguments.file)?;
    let last = recorded.film.len();
    if let Some(step) = arguments.step
        && step > last
    {
        misuse!("--step {step}: this game has the steps 0 to {last}");
    }
    let written = export::all(&recorded, arguments)?;
    if arguments.json {
        return print_json(&recorded, arguments.step, &written);
    }
    if !written.is_empty() {
        for path in &written {
            writeln!(io::stdout(), "wrote {path}")?;
        }
        return Ok(());
    }
    let on_terminal = io::stdout().is_terminal() && io::stdin().is_terminal();
    if arguments.plain || !on_terminal {
        return print_plain(&recorded, arguments.step);
    }
    let theme = if arguments.light {
        Theme::Light
    } else {
        Theme::Dark
    };
    let paint = Paint::of_terminal(theme, true);
    player::play(&recorded, paint, arguments.step, arguments.speed)
}

fn print_plain(recorded: &Recorded, only: Option<usize>) -> Result<()> {
    let mut out = io::stdout().lock();
    let film = &recorded.film;
    writeln!(out, "{}", recorded.title())?;
    writeln!(out, "{}", text::legend(film.start().look()))?;
    let style = text::Style::plain();
    let mut reel = film.reel();
    let steps = only.map_or(0..=film.len(), |step| step..=step);
    for step in steps {
        reel.seek(step);
        writeln!(out)?;
        match reel.frame() {
            None => writeln!(out, "Start")?,
            Some(frame) => {
                writeln!(out, "{step}. {}{}", frame.moves, spent(&frame.times))?;
                writeln!(out, "{}", frame.words)?;
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

fn print_json(recorded: &Recorded, only: Option<usize>, written: &[String]) -> Result<()> {
    let film = &recorded.film;
    let style = text::Style::plain();
    let mut reel = film.reel();
    let steps = only.map_or(0..=film.len(), |step| step..=step);
    let mut positions = Vec::new();
    for step in steps {
        reel.seek(step);
        let board = text::lines(reel.board(), &reel.marks(), &style);
        positions.push(match reel.frame() {
            None => json!({"step": step, "board": board}),
            Some(frame) => json!({
                "step": step,
                "moves": frame.moves,
                "report": frame.words,
                "us": frame.times,
                "board": board,
            }),
        });
    }
    let players = recorded
        .head
        .players
        .iter()
        .map(|player| json!({"name": player.name, "seat": player.seat, "note": player.note}));
    let object = json!({
        "game": recorded.head.game,
        "players": players.collect::<Vec<_>>(),
        "result": recorded.head.result,
        "steps": film.len(),
        "positions": positions,
        "written": written,
    });
    writeln!(io::stdout().lock(), "{object}")?;
    Ok(())
}

/// How long the slowest took, in brackets; nothing where nobody measured.
fn spent(times: &[u64]) -> String {
    match times.iter().max() {
        None | Some(0) => String::new(),
        Some(us) if *us < 1_000 => format!("  ({us} µs)"),
        Some(us) if *us < 1_000_000 => format!("  ({:.1} ms)", *us as f64 / 1e3),
        Some(us) => format!("  ({:.1} s)", *us as f64 / 1e6),
    }
}
