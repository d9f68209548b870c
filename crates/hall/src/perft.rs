//! `hall perft`: the size of a game's move tree.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Result, bail};
use catalog::{AnyPending, Error};
use indexmap::IndexMap;
use indicatif::{ProgressBar, ProgressStyle};
use protocol::GameData;
use serde::Serialize;

use crate::examples;
use crate::opening;
use crate::usage::{self, Misused, misuse};

#[derive(clap::Args)]
#[command(after_help = examples::fill(EXAMPLES))]
pub struct Arguments {
    /// The id of a game whose moves can be listed
    #[arg(value_parser = usage::GameParser)]
    game: String,
    /// The depth in moves (or in turns, if players move at once)
    #[arg(long, default_value_t = 4, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(..=100))]
    depth: u32,
    /// The position to start from, as a record
    #[arg(long)]
    position: Option<String>,
    /// Options of the game, as JSON
    #[arg(long, value_name = "JSON", default_value = "{}", value_parser = usage::options)]
    options: GameData,
    /// Shows the number below each first move
    #[arg(long)]
    divide: bool,
    /// The number of threads
    #[arg(long, default_value_t = 1, value_parser = usage::threads())]
    threads: usize,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "Examples:
  hall perft GAME2 --depth 5
  hall perft GAME1 --depth 2 --divide
  hall perft GAME2 --depth 3 --position 'POSITION2'
  hall perft GAME0 --depth 1 --options '{\"setup\":\"small\"}'";

/// The size of the tree, for programs.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    depth: u32,
    nodes: u64,
    seconds: f64,
    /// The number below each first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<IndexMap<String, u64>>,
}

pub fn run(arguments: &Arguments) -> Result<()> {
    let mut options = arguments.options.clone();
    let position = arguments.position.as_deref();
    let started = position
        .is_some_and(|position| opening::start_from(&arguments.game, position, &mut options));
    let pointed = opening::pointed(position.filter(|_| started));
    let game = catalog::open(&arguments.game, &options)
        .map_err(pointed)
        .misused()?;
    let state = match position {
        Some(position) if !started => game
            .read_position(position)
            .map_err(opening::pointed(Some(position)))
            .misused()?,
        _ => game.start(),
    };
    let first = match game.pending(&state) {
        AnyPending::Choose(seats) => seats.lowest(),
        AnyPending::Over(_) => None,
        AnyPending::Chance(_) => {
            misuse!("{} begins with a draw: it has no move tree", arguments.game)
        }
    };
    let roots = match first.map(|seat| game.actions(&state, seat)) {
        Some(None) => misuse!("the moves of {} cannot be listed", arguments.game),
        Some(Some(roots)) => roots,
        None => Vec::new(),
    };
    refuse_endless(&*game, &state, &roots, arguments)?;
    let started = Instant::now();
    let counts = if arguments.depth == 0 {
        Vec::new()
    } else {
        count(&roots, arguments.threads, |root| {
            game.perft(&state, root, arguments.depth, &mut { u64::MAX })
        })?
    };
    // A position without first moves, or no depth, is a tree of one leaf,
    // unless the side to move simply has no move.
    let total = match arguments.depth {
        0 => 1,
        _ if first.is_none() => u64::from(!is_stuck(&*game, &state)),
        _ => counts.iter().map(|(_, nodes)| nodes).sum(),
    };
    let seconds = started.elapsed().as_secs_f64();

    let mut out = io::stdout().lock();
    if arguments.json {
        let report = Report {
            game: &arguments.game,
            depth: arguments.depth,
            nodes: total,
            seconds,
            moves: arguments.divide.then(|| counts.into_iter().collect()),
        };
        return usage::write_json(&mut out, &report);
    }
    if arguments.divide {
        for (root, nodes) in &counts {
            writeln!(out, "{root} {nodes}")?;
        }
        writeln!(out)?;
    }
    let speed = total as f64 / seconds.max(1e-9) / 1e6;
    writeln!(
        out,
        "{total} leaves at depth {} ({seconds:.2} s, {speed:.0} M/s)",
        arguments.depth
    )?;
    Ok(())
}

/// The most leaves that can be counted.
const MOST_LEAVES: f64 = u64::MAX as f64;

/// Refuses a depth at which there are more leaves than can be counted, judged by how
/// fast the tree grows near the top.
fn refuse_endless(
    game: &dyn catalog::AnyGame,
    state: &catalog::AnyState,
    roots: &[String],
    arguments: &Arguments,
) -> Result<()> {
    const SURE: u32 = 6;
    if arguments.depth <= SURE {
        return Ok(());
    }
    // This many leaves are counted in a moment.
    let mut budget = 1_000_000;
    let mut known = vec![1.0, roots.len() as f64];
    'growing: for depth in 2..=4 {
        let mut leaves = 0;
        for root in roots {
            match game.perft(state, root, depth, &mut budget)? {
                Some(below) => leaves += below,
                None => break 'growing,
            }
        }
        known.push(leaves as f64);
    }
    let [.., before, last] = known[..] else {
        return Ok(());
    };
    let growth = last / before.max(1.0);
    let left = |depth: u32| f64::from(depth) + 1.0 - known.len() as f64;
    if last < 1.0 || last * growth.powf(left(arguments.depth)) < MOST_LEAVES {
        return Ok(());
    }
    let fits = |depth: &u32| last * growth.powf(left(*depth)) < MOST_LEAVES;
    let most = (SURE..arguments.depth)
        .take_while(fits)
        .last()
        .unwrap_or(SURE);
    misuse!(
        "--depth {}: that is about 10^{:.0} leaves, more than can be counted; choose a depth of \
         at most {most}",
        arguments.depth,
        last.log10() + left(arguments.depth) * growth.log10()
    )
}

/// Whether the game is over because the side to move has no move: such a
/// position has no leaves below it.
fn is_stuck(game: &dyn catalog::AnyGame, state: &catalog::AnyState) -> bool {
    matches!(game.pending(state), AnyPending::Over(ending) if ending.reason == "no-moves")
}

/// Counts below every root, with a bar on a terminal.
fn count(
    roots: &[String],
    threads: usize,
    below: impl Fn(&str) -> Result<Option<u64>, Error> + Sync,
) -> Result<Vec<(String, u64)>> {
    let bar = ProgressBar::new(roots.len() as u64);
    bar.set_style(ProgressStyle::with_template(
        "{wide_bar} {pos}/{len} first moves, {eta} left",
    )?);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counts = Vec::new();
        while let Some(root) = roots.get(next.fetch_add(1, Ordering::Relaxed)) {
            match below(root)? {
                Some(nodes) => counts.push((root.clone(), nodes)),
                None => bail!("too many positions below {root}"),
            }
            bar.inc(1);
        }
        Ok(counts)
    };
    let mut counts = Vec::with_capacity(roots.len());
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.clamp(1, roots.len().max(1)))
            .map(|_| scope.spawn(work))
            .collect();
        for worker in workers {
            let counted = worker.join();
            counts.extend(counted.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        anyhow::Ok(())
    })?;
    bar.finish_and_clear();
    counts.sort_unstable();
    Ok(counts)
}
