//! `hall replay`: shows a recorded game.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::Result;
use picture::Theme;
use replay::export::{self, Export};
use replay::player::{self, SPEEDS};
use replay::text;
use terminal::paint::Paint;

use crate::examples;
use crate::usage::misuse;

#[derive(clap::Args)]
#[command(after_help = examples::fill(EXAMPLES))]
pub struct Arguments {
    /// A record of the hall, or a game file of an original program
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
    /// The speed of the game; 2 is twice as fast
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = speed)]
    speed: f64,
    /// Light boards [default for pictures]
    #[arg(long, conflicts_with = "dark")]
    light: bool,
    /// Dark boards [default in the terminal]
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
  hall match GAME2 strong medium --games 2 --out games
  hall replay games/GAME2-00001.json
  hall replay games/GAME2-00001.json --gif game.gif --html game.html
  hall replay games/GAME2-00001.json --step 12 --svg position.svg";

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
    let recorded = replay::read(&arguments.file)?;
    let last = recorded.film.len();
    if let Some(step) = arguments.step
        && step > last
    {
        misuse!("--step {step}: this game has the steps 0 to {last}");
    }
    let wanted = Export {
        gif: arguments.gif.as_deref(),
        svg: arguments.svg.as_deref(),
        html: arguments.html.as_deref(),
        step: arguments.step,
        speed: arguments.speed,
        theme: if arguments.dark {
            Theme::Dark
        } else {
            Theme::Light
        },
    };
    let written = export::all(&recorded, &wanted)?;
    if arguments.json {
        return text::json(&recorded, arguments.step, &written);
    }
    if !written.is_empty() {
        for path in &written {
            writeln!(io::stdout(), "wrote {path}")?;
        }
        return Ok(());
    }
    let on_terminal = io::stdout().is_terminal() && io::stdin().is_terminal();
    if arguments.plain || !on_terminal {
        return text::plain(&recorded, arguments.step);
    }
    let theme = if arguments.light {
        Theme::Light
    } else {
        Theme::Dark
    };
    let paint = Paint::of_terminal(theme);
    player::play(&recorded, paint, arguments.step, arguments.speed)
}
