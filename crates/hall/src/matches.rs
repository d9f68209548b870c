//! `hall match`: games between players, built-in ones and programs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use arena::Contested;
use arena::series::{self, Finished, Score, Series, SeriesError, Tally};
use arena::statistics::{Decision, Sprt, elo, interval};
use game::Seat;
use indicatif::{ProgressBar, ProgressStyle};
use search::control::Limits;
use serde_json::{Value, json};

use crate::house::{self, HouseArguments};
use crate::usage::{self, Misused, misuse};

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The game
    #[arg(value_parser = usage::GameParser)]
    game: String,
    /// The players, one for each seat: a level (random, weak, medium, strong), an engine with
    /// settings, or the path of a program
    #[arg(required = true)]
    players: Vec<String>,
    /// How many games; each opening is played from every seat [default: 100; with --sprt as many
    /// as it takes]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    /// Time per move, in milliseconds, of players that think and name no limit of their own
    #[arg(long, value_parser = usage::milliseconds())]
    ms: Option<u64>,
    /// How many random moves each opening has
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(..=1000))]
    opening: u32,
    /// A file with one opening per line: moves joined by spaces
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// What openings, draws and the players' dice follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at the same time [default: one for each core; with programs,
    /// one for as many cores as there are programs]
    #[arg(long, value_parser = usage::threads())]
    threads: Option<usize>,
    /// Counts the time for which the processor works for a player, not that on the wall: fair
    /// on a busy machine, for built-in players on one thread
    #[arg(long)]
    processor_time: bool,
    /// Ends as soon as it is proved whether the first player is stronger by LOW or by HIGH Elo
    /// points
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true, value_parser = read_sprt)]
    sprt: Option<Sprt>,
    /// Options of the game, as JSON
    #[arg(long, value_name = "JSON", default_value = "{}", value_parser = usage::options)]
    options: Value,
    /// A folder for the records of all games
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    house: HouseArguments,
}

const EXAMPLES: &str =
    "Players: random, weak, medium and strong in every game; alphabeta (Brandub, \
Combo), mcts (all but Game 17), solver and greedy (Automatafl), original (Combo), zombie and t800 \
(Game 17). Settings stand behind a colon: ms, depth, nodes, threads, table (MiB), lines. A program is named by its path: \
an executable, a .py file, or a folder with an executable named start.

Examples:
  hall match brandub strong:ms=100 medium --games 40
  hall match combo alphabeta:depth=6 original --games 20 --out games
  hall match automatafl solver:ms=200 mcts:ms=200 --sprt 0,50
  hall match game17 strong t800 t800 t800 --games 40";

pub fn run(arguments: &Arguments) -> Result<()> {
    let mut options = arguments.options.clone();
    // Games with any number of players have as many as are named.
    let named = json!(arguments.players.len());
    let chooses = catalog::GAMES.iter().any(|info| {
        info.id == arguments.game && info.options.iter().any(|option| option.name == "players")
    });
    if chooses && let Some(object) = options.as_object_mut() {
        object.entry("players").or_insert(named);
    }
    if let Some(folder) = &arguments.out {
        std::fs::create_dir_all(folder).with_context(|| format!("--out {}", folder.display()))?;
        let first = record_path(folder, &arguments.game, 0);
        if first.exists() {
            bail!(
                "{} is there already: choose another folder for --out",
                first.display()
            );
        }
    }
    catalog::dispatch!(arguments.game.as_str(), &options, play, arguments).misused()?
}

pub fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

pub fn read_openings(path: Option<&Path>) -> Result<Vec<String>> {
    let Some(path) = path else {
        return Ok(Vec::new());
    };
    let text =
        std::fs::read_to_string(path).with_context(|| format!("--openings {}", path.display()))?;
    let lines = text.lines().map(str::trim);
    let openings: Vec<String> = lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect();
    if openings.is_empty() {
        bail!("--openings {}: no opening in it", path.display());
    }
    Ok(openings)
}

fn read_sprt(text: &str) -> Result<Sprt, String> {
    let bounds = text.split_once(',').and_then(|(low, high)| {
        let (low, high): (f64, f64) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
        (low.is_finite() && high.is_finite() && low < high).then_some(Sprt { low, high })
    });
    bounds.ok_or_else(|| "these must be two rising Elo numbers such as 0,50".to_owned())
}

/// What the arguments ask for.
fn series<G: Contested>(arguments: &Arguments) -> Result<Series> {
    let players = house::entrants::<G>(&arguments.players)?;
    let mut house = arguments.house.house(&players)?;
    house.engines = arguments.ms.map(|ms| Limits {
        time: Some(Duration::from_millis(ms)),
        ..Limits::default()
    });
    let programs = players.iter().filter(|player| player.is_program()).count();
    if arguments.processor_time && programs > 0 {
        bail!("--processor-time is for built-in players; programs think by the time on the wall");
    }
    let series = Series {
        games: arguments.games.unwrap_or(match arguments.sprt {
            Some(_) => 1_000_000,
            None => 100,
        }),
        seed: arguments.seed,
        // Programs that play against each other do not share a core.
        threads: arguments
            .threads
            .unwrap_or_else(|| (all_cores() / programs.max(1)).max(1)),
        processor_time: arguments.processor_time,
        opening: arguments.opening,
        openings: read_openings(arguments.openings.as_deref())?,
        sprt: arguments.sprt,
        records: arguments.out.is_some(),
        players,
        house,
    };
    if series.sprt.is_some() && series.players.len() != 2 {
        misuse!("--sprt compares two players, not {}", series.players.len());
    }
    Ok(series)
}

fn play<G: Contested>(game: G, arguments: &Arguments) -> Result<()> {
    let series = &series::<G>(arguments)?;
    let bar = ProgressBar::new(series.games.next_multiple_of(series.players.len() as u64));
    bar.set_style(ProgressStyle::with_template(
        "{wide_bar} {pos}/{len} games, {eta} left  {msg}",
    )?);
    // Whoever has seen enough gets the result of the games played so far.
    static STOP: AtomicBool = AtomicBool::new(false);
    let _ = ctrlc::set_handler(|| {
        // The second time ends it at once.
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    let unwritten = Mutex::new(None);
    let points = Mutex::new((0.0, 0.0));
    let tally = series::run(&game, series, &STOP, &|ended| {
        bar.inc(1);
        if let ([mine, theirs], Ok(mut points)) = (ended.places.as_slice(), points.lock()) {
            points.0 +=
                f64::from(u8::from(mine < theirs)) + f64::from(u8::from(mine == theirs)) / 2.0;
            points.1 += 1.0;
            bar.set_message(format!("{:.1} %", 100.0 * points.0 / points.1));
        }
        if let Err(error) = keep::<G>(arguments, ended) {
            STOP.store(true, Ordering::Relaxed);
            if let Ok(mut unwritten) = unwritten.lock() {
                unwritten.get_or_insert(error);
            }
        }
    });
    let tally = match tally {
        Err(error @ (SeriesError::Seats { .. } | SeriesError::Player(_))) => {
            Err(error).misused()?
        }
        tally => tally?,
    };
    bar.finish_and_clear();
    let planned = series.games.next_multiple_of(series.players.len() as u64);
    let played = tally.games.len() as u64;
    if STOP.load(Ordering::Relaxed) && played < planned {
        note!("hall: stopped after {played} of {planned} games");
    }
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", report_json(&game, series, &tally))?;
    } else {
        report(&mut out, &game, series, &tally)?;
    }
    match unwritten.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => Ok(()),
    }
}

fn record_path(folder: &Path, game: &str, number: u64) -> PathBuf {
    folder.join(format!("{game}-{:05}.json", number + 1))
}

/// Writes the record of a game as soon as the game has ended.
fn keep<G: Contested>(arguments: &Arguments, game: &Finished) -> Result<()> {
    let (Some(folder), Some(record)) = (&arguments.out, &game.record) else {
        return Ok(());
    };
    let path = record_path(folder, G::ID, game.number);
    let text = serde_json::to_vec(record)?;
    std::fs::write(&path, text).with_context(|| path.display().to_string())
}

fn report<G: Contested>(
    out: &mut impl Write,
    game: &G,
    series: &Series,
    tally: &Tally,
) -> Result<()> {
    let games = tally.games.len() as u64;
    writeln!(out, "{}: {games} games, seed {}", G::INFO.name, series.seed)?;
    if series.players.len() == 2 {
        let score = tally.duel(None);
        writeln!(
            out,
            "\n{:<34} {:>6} {:>6} {:>6} {:>8}   95 %",
            "", "won", "drawn", "lost", "score"
        )?;
        row(
            out,
            &format!("{} against {}", series.players[0], series.players[1]),
            score,
        )?;
        for seat in (0..2).map(Seat) {
            row(
                out,
                &format!("  as {}", game.seat_name(seat)),
                tally.duel(Some(seat)),
            )?;
        }
        let (low, high) = interval(score.mean(), score.games());
        // Adding zero turns -0 into 0.
        let [low, middle, high] = [low, score.mean(), high].map(|score| elo(score) + 0.0);
        writeln!(out, "\nElo {middle:+.0} (from {low:+.0} to {high:+.0})")?;
        if let Some(sprt) = series.sprt {
            let pairs = tally.pairs();
            let verdict = match sprt.verdict(&pairs) {
                Decision::Passed => {
                    format!("passed: {:+.0} rather than {:+.0}", sprt.high, sprt.low)
                }
                Decision::Failed => {
                    format!("failed: {:+.0} rather than {:+.0}", sprt.low, sprt.high)
                }
                Decision::Open => "not decided yet".to_owned(),
            };
            writeln!(
                out,
                "SPRT {verdict} (log likelihood ratio {:.2})",
                sprt.ratio(&pairs)
            )?;
        }
    }
    // With one player, with many, or where somebody else can come in first.
    let others = tally.games.iter().any(|game| !game.places.contains(&1));
    if series.players.len() != 2 || others {
        writeln!(
            out,
            "\n{:<34} {:>6} {:>8}   95 %             mean place",
            "", "first", "share"
        )?;
        for (player, spec) in series.players.iter().enumerate() {
            let (won, place) = tally.firsts(player);
            let share = won as f64 / (games as f64).max(1.0);
            let (low, high) = interval(share, games);
            let name = format!("{spec}");
            writeln!(
                out,
                "{name:<34} {won:>6} {:>6.1} %   {:.1} to {:.1} %   {place:.2}",
                100.0 * share,
                100.0 * low,
                100.0 * high
            )?;
        }
    }
    writeln!(
        out,
        "\n{:<34} {:>12} {:>14}",
        "", "ms per move", "states/move"
    )?;
    for (player, spec) in series.players.iter().enumerate() {
        let effort = tally.effort(player);
        let moves = (effort.moves as f64).max(1.0);
        let name = format!("{spec}");
        writeln!(
            out,
            "{name:<34} {:>12.3} {:>14.0}",
            1e3 * effort.time.as_secs_f64() / moves,
            effort.nodes as f64 / moves
        )?;
    }
    let reasons: Vec<String> = reasons(tally)
        .iter()
        .map(|(reason, n)| format!("{reason} {n}"))
        .collect();
    writeln!(out, "\nended by: {}", reasons.join(", "))?;
    for game in &tally.games {
        for (player, verdict) in game.verdicts.iter().enumerate() {
            if let Some(verdict) = verdict {
                let number = game.number + 1;
                writeln!(out, "game {number}: {}: {verdict}", series.players[player])?;
            }
        }
    }
    Ok(())
}

/// How often games ended in which way, the most frequent first.
fn reasons(tally: &Tally) -> Vec<(&str, usize)> {
    let mut reasons: Vec<(&str, usize)> = Vec::new();
    for game in &tally.games {
        match reasons
            .iter_mut()
            .find(|(reason, _)| *reason == game.reason)
        {
            Some((_, count)) => *count += 1,
            None => reasons.push((game.reason, 1)),
        }
    }
    reasons.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    reasons
}

fn row(out: &mut impl Write, name: &str, score: Score) -> io::Result<()> {
    let (low, high) = interval(score.mean(), score.games());
    writeln!(
        out,
        "{name:<34} {:>6} {:>6} {:>6} {:>6.1} %   {:.1} to {:.1} %",
        score.won,
        score.drawn,
        score.lost,
        100.0 * score.mean(),
        100.0 * low,
        100.0 * high
    )
}

fn report_json<G: Contested>(game: &G, series: &Series, tally: &Tally) -> Value {
    let score_json = |score: Score| {
        let (low, high) = interval(score.mean(), score.games());
        json!({
            "won": score.won, "drawn": score.drawn, "lost": score.lost,
            "score": score.mean(), "low": low, "high": high,
        })
    };
    let players: Vec<Value> = series
        .players
        .iter()
        .enumerate()
        .map(|(player, spec)| {
            let (won, place) = tally.firsts(player);
            let effort = tally.effort(player);
            json!({
                "player": spec.to_string(),
                "first": won,
                "mean_place": place,
                "moves": effort.moves,
                "seconds": effort.time.as_secs_f64(),
                "states": effort.nodes,
            })
        })
        .collect();
    let verdicts: Vec<Value> = tally
        .games
        .iter()
        .flat_map(|game| {
            let failed = game.verdicts.iter().enumerate();
            failed.filter_map(|(player, verdict)| {
                let verdict = verdict.as_ref()?;
                Some(json!({
                    "game": game.number + 1,
                    "player": player,
                    "verdict": verdict.kind.name(),
                    "detail": verdict.detail,
                }))
            })
        })
        .collect();
    let ended: serde_json::Map<String, Value> = reasons(tally)
        .into_iter()
        .map(|(reason, count)| (reason.to_owned(), json!(count)))
        .collect();
    let mut report = json!({
        "game": G::ID,
        "options": game.options_json(),
        "seed": series.seed,
        "games": tally.games.len(),
        "players": players,
        "ended_by": ended,
        "verdicts": verdicts,
    });
    if series.players.len() == 2 {
        let score = tally.duel(None);
        let (low, high) = interval(score.mean(), score.games());
        report["duel"] = score_json(score);
        // Infinite at 0 and 100 %: null in JSON.
        report["duel"]["elo"] = json!([elo(low), elo(score.mean()), elo(high)]);
        report["sides"] = (0..2)
            .map(Seat)
            .map(|seat| (game.seat_name(seat), score_json(tally.duel(Some(seat)))))
            .collect::<serde_json::Map<_, _>>()
            .into();
        if let Some(sprt) = series.sprt {
            let pairs = tally.pairs();
            report["sprt"] = json!({
                "low": sprt.low, "high": sprt.high, "ratio": sprt.ratio(&pairs),
                "verdict": match sprt.verdict(&pairs) {
                    Decision::Passed => "passed",
                    Decision::Failed => "failed",
                    Decision::Open => "open",
                },
            });
        }
    }
    report
}
