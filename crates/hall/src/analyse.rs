//! `hall analyse`: an engine's opinion.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use arena::clock::Wall;
use catalog::{AnyGame, AnyPending, AnyState};
use game::Seat;
use players::roster::{Setting, Spec};
use protocol::analysis::{JudgedStep, Opinion, Score};
use protocol::text::visible;
use protocol::{GameData, Record};
use record::analysis;
use search::control::{Control, Limits};
use serde::Serialize;

use crate::examples;
use crate::matches::all_cores;
use crate::opening;
use crate::usage::{self, Misused, misuse};

#[derive(clap::Args)]
#[command(after_help = examples::fill(EXAMPLES))]
pub struct Arguments {
    /// The game
    #[arg(value_parser = usage::GameParser)]
    game: String,
    /// The position, as a record (in a game without notation for it: a state in JSON) [default: the start]
    #[arg(long)]
    position: Option<String>,
    /// Judges every move of this recorded game instead
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    record: Option<PathBuf>,
    /// Time per position, in milliseconds
    #[arg(long, default_value_t = 1000, value_parser = usage::milliseconds())]
    ms: u64,
    /// The number of best moves to show
    #[arg(long, default_value_t = 1, value_parser = usage::count(1..=1000))]
    lines: usize,
    /// The engine
    #[arg(long, default_value = "strong")]
    engine: String,
    /// The number of threads [default: all cores]
    #[arg(long, value_parser = usage::threads())]
    threads: Option<usize>,
    /// Options of the game, as JSON
    #[arg(long, value_name = "JSON", default_value = "{}", value_parser = usage::options)]
    options: GameData,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "Examples:
  hall analyse GAME2 --ms 2000 --lines 3
  hall analyse GAME1 --position 'POSITION1'
  hall analyse GAME0 --ms 3000
  hall match GAME2 strong medium --games 2 --ms 50 --out games
  hall analyse GAME2 --record games/GAME2-00001.json --ms 200";

pub fn run(arguments: &Arguments) -> Result<()> {
    let mut options = arguments.options.clone();
    let recorded = arguments.record.as_deref().map(read_record).transpose()?;
    if let Some(recorded) = &recorded {
        if recorded.game != arguments.game {
            misuse!(
                "this is a record of {}, not of {}",
                visible(&recorded.game),
                arguments.game
            );
        }
        options = recorded.options.clone();
    }
    let position = arguments.position.as_deref();
    let started = position
        .is_some_and(|position| opening::start_from(&arguments.game, position, &mut options));
    let game = catalog::open(&arguments.game, &options)
        .map_err(opening::pointed(position.filter(|_| started)));
    match recorded {
        Some(recorded) => judge(&*game?, arguments, &recorded),
        None => think(&*game.misused()?, arguments, position.filter(|_| !started)),
    }
}

fn read_record(path: &Path) -> Result<Record> {
    let named = || format!("--record {}", path.display());
    let text = std::fs::read(path).with_context(named)?;
    Record::read_loosely(&text).with_context(named)
}

/// The engine and its terms.
struct Asked {
    engine: Spec,
    limits: Limits,
    threads: usize,
    lines: usize,
    clock: Wall,
}

impl Asked {
    fn new(game: &dyn AnyGame, arguments: &Arguments) -> Result<Asked> {
        let mut engine: Spec = arguments.engine.parse().context("--engine").misused()?;
        players::any::check(game, &engine)
            .context("--engine")
            .misused()?;
        let settings = players::any::settings(game.info().id, &engine.name);
        if arguments.lines > 1 && settings.contains(&Setting::Lines) {
            engine = engine.with(Setting::Lines, arguments.lines as u64);
        }
        let mut limits = engine.limits();
        limits
            .time
            .get_or_insert(Duration::from_millis(arguments.ms));
        Ok(Asked {
            engine,
            limits,
            threads: arguments.threads.unwrap_or_else(all_cores),
            lines: arguments.lines.max(1),
            clock: Wall::start(),
        })
    }

    fn opinions(&self, game: &dyn AnyGame, state: &AnyState) -> Result<Vec<Opinion>> {
        let stop = AtomicBool::new(false);
        let control = || Control::new(self.limits, &self.clock, &stop);
        let found = analysis::position(game, state, &self.engine, self.threads, control);
        let mut opinions = found?;
        for opinion in &mut opinions {
            opinion.lines.truncate(self.lines);
        }
        Ok(opinions)
    }
}

/// Judges every move of a recorded game.
fn judge(game: &dyn AnyGame, arguments: &Arguments, recorded: &Record) -> Result<()> {
    let asked = Asked::new(game, arguments)?;
    let mut out = io::stdout().lock();
    let judged = analysis::whole_game(
        game,
        recorded,
        |state| asked.opinions(game, state),
        |step| {
            if !arguments.json {
                // Prints each judgement as it comes, because a long game takes its
                // time.
                let _ = writeln!(out, "{}", judged_line(step));
                let _ = out.flush();
            }
        },
    )?;
    if arguments.json {
        usage::write_json(&mut out, &judged)?;
    } else if let Some(turned) = judged.turned {
        let steps = &mut judged.steps.iter();
        let step = steps.find(|step| step.step == turned.step);
        writeln!(
            out,
            "\nIt turned at step {} ({}): the chance of {} went by {:+.0} %.",
            turned.step,
            step.map(played).unwrap_or_default(),
            game.seat_name(Seat(0)),
            100.0 * turned.swing
        )?;
    }
    Ok(())
}

/// The opinion on a position, for programs.
#[derive(Serialize)]
struct Thought<'a> {
    game: &'a str,
    opinions: &'a [Opinion],
}

/// Thinks about a position or the start.
fn think(game: &dyn AnyGame, arguments: &Arguments, position: Option<&str>) -> Result<()> {
    let asked = Asked::new(game, arguments)?;
    let state = match position {
        Some(position) => game
            .read_position(position)
            .map_err(opening::pointed(Some(position)))
            .misused()?,
        None => game.start(),
    };
    match game.pending(&state) {
        AnyPending::Over(ending) => bail!("the game is over in this position: {}", ending.reason),
        AnyPending::Chance(chance) => bail!(
            "nobody chooses here, something is drawn ({chance}): name another state with --position"
        ),
        AnyPending::Choose(_) => {}
    }
    let opinions = asked.opinions(game, &state)?;
    let mut out = io::stdout().lock();
    if arguments.json {
        let thought = Thought {
            game: game.info().id,
            opinions: &opinions,
        };
        return usage::write_json(&mut out, &thought);
    }
    for (i, opinion) in opinions.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        tell(&mut out, game, opinion)?;
    }
    Ok(())
}

fn tell(out: &mut impl Write, game: &dyn AnyGame, opinion: &Opinion) -> io::Result<()> {
    let Opinion {
        seat,
        action,
        depth,
        states,
        seconds,
        table_fill,
        lines,
        strategy,
        matrix,
    } = opinion;
    writeln!(out, "{}: {action}", game.seat_name(Seat(*seat)))?;
    let speed = *states as f64 / seconds.max(1e-9);
    writeln!(
        out,
        "depth {depth}, {states} states visited, {:.0} thousand a second, table {:.0} % full",
        speed / 1e3,
        100.0 * table_fill
    )?;
    for line in lines {
        writeln!(
            out,
            "  {:>10}  {}",
            score_text(line.score),
            line.moves.join(" ")
        )?;
    }
    if !strategy.is_empty() {
        writeln!(out, "  mixed strategy:")?;
        for (action, chance) in strategy.iter().take(8) {
            writeln!(out, "  {:>9.1} %  {action}", 100.0 * chance)?;
        }
    }
    if let Some(matrix) = matrix {
        writeln!(out, "  chance to win, own moves down, theirs across:")?;
        let most = 6;
        let heads: Vec<String> = matrix
            .theirs
            .iter()
            .take(most)
            .map(|m| format!("{m:>9}"))
            .collect();
        writeln!(out, "  {:>9} {}", "", heads.join(" "))?;
        for (mine, row) in matrix.mine.iter().zip(&matrix.worth).take(most) {
            let cells: Vec<String> = row
                .iter()
                .take(most)
                .map(|w| format!("{:>7.1} %", 100.0 * w))
                .collect();
            writeln!(out, "  {mine:>9} {}", cells.join(" "))?;
        }
    }
    Ok(())
}

fn score_text(score: Score) -> String {
    match score {
        Score::Points(points) => format!("{:+.2}", f64::from(points) / 100.0),
        Score::Chance(chance) => format!("{:.1} %", 100.0 * chance),
        Score::WinIn(moves) => format!("win in {moves}"),
        Score::LossIn(moves) => format!("loss in {moves}"),
    }
}

/// The moves of a step.
fn played(step: &JudgedStep) -> String {
    let moves = step.played.iter().map(|(_, action)| action.as_str());
    moves.collect::<Vec<_>>().join(" ")
}

fn judged_line(step: &JudgedStep) -> String {
    let better: Vec<String> = step
        .opinions
        .iter()
        .zip(&step.played)
        .filter(|(opinion, (_, played))| opinion.action != *played)
        .map(|(opinion, _)| match step.played.len() {
            1 => opinion.action.clone(),
            _ => format!("seat {} {}", opinion.seat, opinion.action),
        })
        .collect();
    let score = step
        .opinions
        .first()
        .and_then(|opinion| opinion.lines.first());
    let chance = step.chance_of_seat_0;
    let chance = chance.map(|chance| format!("{:.0} %", 100.0 * chance));
    let line = format!(
        "{:>4}. {:<20} {:>10} {:>6}  {}",
        step.step,
        played(step),
        score.map_or(String::new(), |line| score_text(line.score)),
        chance.unwrap_or_default(),
        match better.as_slice() {
            [] => String::new(),
            better => format!("engine: {}", better.join(", ")),
        }
    );
    line.trim_end().to_owned()
}
