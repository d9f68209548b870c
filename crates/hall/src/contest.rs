//! `hall contest`: many players, standings, ratings, a report.

mod viewing;

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use arena::bot::Program;
use arena::bout::{Recording, read_opening};
use arena::entrant::{Entrant, distinct_names};
use arena::local::Local;
use catalog::AnyGame;
use catalog::codec::Kind;
use contest::report::{self, Report};
use contest::{
    Fixture, Format, Journal, Outcome, Plan, Played, Progress, Scoring, Seeding, Stop, Terms,
    ratings,
};
use dice::Seed;
use game::Seat;
use protocol::GameData;
use protocol::rest::OptionValue;
use sandbox::Sandbox;
use terminal::standings::Live;

use crate::examples;
use crate::house::{self, HouseArguments};
use crate::matches;
use crate::usage::{self, Misused, Stopped, misuse};

#[derive(clap::Args)]
#[command(after_help = examples::fill(EXAMPLES))]
pub struct Arguments {
    /// The game
    #[arg(value_parser = usage::GameParser)]
    game: String,
    /// The players: levels and engines with settings, as in `hall match`, or paths of programs
    players: Vec<String>,
    /// A folder of submissions: every folder in it with an executable `start` is a player
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// round-robin, gauntlet (the first against all others), swiss, knockout, or royale (many seats
    /// in one game) [default: round-robin with two seats, else royale]
    #[arg(long, value_parser = usage::one_of::<Format>(&FORMATS), hide_possible_values = true)]
    format: Option<Format>,
    /// Rounds of a Swiss contest; in a royale with more players than seats, the number
    /// of times each player sits down
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: Option<u32>,
    /// Games of each pairing, or of each table in a royale [default: one for each way to sit]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: Option<u64>,
    /// The starting order in a knockout and in the first round of a Swiss contest:
    /// `order` as named, the strongest first, or `lot`
    #[arg(long, default_value = "order", value_parser = ["order", "lot"])]
    seeding: String,
    /// In a knockout: the number of extra pairs of games that may break a tie
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(..=1000))]
    extra: u32,
    /// The seed of openings, dice and lots [default: 1 between built-in players; random
    /// with programs, which could guess it]
    #[arg(long)]
    seed: Option<Seed>,
    /// The number of games at the same time [default: one for each core; with programs,
    /// fewer, so that they do not share cores]
    #[arg(long, value_parser = usage::threads())]
    threads: Option<usize>,
    /// Binds each game to a core of its own, and each program too if there are enough
    #[arg(long)]
    pin: bool,
    /// The folder of the contest: journal, records, report [default: contest-GAME-…, named after
    /// the plan]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Keeps players that have failed in three games in a row
    #[arg(long)]
    keep_failing: bool,
    /// The number of random moves in each opening [default: 2; 0 if each pairing has
    /// one opening]
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=1000))]
    opening: Option<u32>,
    /// A file with one opening per line: moves joined by spaces
    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    openings: Option<PathBuf>,
    /// Options of the game, as JSON
    #[arg(long, value_name = "JSON", default_value = "{}", value_parser = usage::options)]
    options: GameData,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    house: HouseArguments,
}

/// The names of the formats.
const FORMATS: [&str; 5] = ["round-robin", "gauntlet", "swiss", "knockout", "royale"];

const EXAMPLES: &str = "A contest that was stopped or killed goes on when the same command is \
given again; one that has ended is not played again.

Examples:
  hall contest GAME2 random weak medium strong:nodes=2000 --games 10
  hall contest GAME1 --dir submissions --clock 5m --pin
  hall contest GAME1 strong weak medium --format gauntlet --games 40
  hall contest GAME2 weak medium strong mcts --format swiss --rounds 5
  hall contest GAME3 strong medium weak random --games 40 --out royale";

pub fn run(arguments: &Arguments) -> Result<()> {
    let submissions = match &arguments.dir {
        Some(folder) => Program::find_all(folder, &arguments.game)?,
        None => Vec::new(),
    };
    if let (Some(folder), true) = (&arguments.dir, submissions.is_empty()) {
        bail!(
            "--dir {}: no folder in it has an executable file named start",
            folder.display()
        );
    }
    let count = arguments.players.len() + submissions.len();
    if count == 0 {
        misuse!("name the players, or give a folder of submissions with --dir");
    }
    let mut options = arguments.options.clone();
    choose_seats(arguments, count, &mut options);
    let game = catalog::open(&arguments.game, &options).misused()?;
    hold(game, arguments, submissions)
}

/// Games with a choice of seats have two, or in a royale as many as there are players.
fn choose_seats(arguments: &Arguments, players: usize, options: &mut GameData) {
    let known = catalog::GAMES
        .iter()
        .filter(|info| info.id == arguments.game)
        .flat_map(|info| info.options)
        .find(|option| option.name == "players");
    let Some(option) = known else {
        return;
    };
    let seats = match (option.kind, arguments.format) {
        (Kind::Number { .. }, None | Some(Format::Royale)) => players as u64,
        (Kind::OneOf(counts), Some(Format::Royale)) => {
            let fitting = counts.iter().filter(|count| **count <= players as u64);
            fitting.max().copied().unwrap_or(2)
        }
        _ => 2,
    };
    options.set_default("players", OptionValue::Number(seats as i64));
}

/// The players with their names: those on the command line, then the submissions.
fn players(
    game: &dyn AnyGame,
    arguments: &Arguments,
    submissions: Vec<Program>,
) -> Result<Vec<(String, Entrant)>> {
    let mut entrants = house::entrants(game, &arguments.players)?;
    entrants.extend(submissions.into_iter().map(Entrant::Program));
    let names = distinct_names(&entrants);
    Ok(names.into_iter().zip(entrants).collect())
}

fn hold(game: Box<dyn AnyGame>, arguments: &Arguments, submissions: Vec<Program>) -> Result<()> {
    let players = players(&*game, arguments, submissions)?;
    let lines = matches::read_openings(arguments.openings.as_deref())?;
    let local = local(game, arguments, players, &lines)?;
    let level = local.house.sandbox.as_ref().map(Sandbox::level);
    if let (Some(level), false) = (level, arguments.json) {
        note!("hall: programs run in the sandbox {level}");
    }
    let mut plan = plan(&local, arguments, lines)?;
    plan.check().misused()?;
    // The same command finds the same folder, and in it the seed it began with.
    let folder = arguments.out.clone().unwrap_or_else(|| {
        let hash = plan.as_of_0_1().hash();
        PathBuf::from(format!("contest-{}-{}", plan.game, &hash[..8]))
    });
    let begun = contest::journal::plan(&folder);
    // A contest keeps the scoring with which it began.
    if let Some(begun) = &begun {
        plan.scoring = begun.scoring;
        if begun.scoring < Scoring::CURRENT {
            note!("hall: this contest began under the scoring rules of 0.1 and keeps them");
        }
    }
    if arguments.seed.is_none() && programs(&local) > 0 {
        plan.seed = match &begun {
            Some(begun) => begun.seed,
            None => by_chance()?,
        };
    }
    let mut journal = Journal::open(&folder, &plan)?;
    let records = folder.join("games");
    std::fs::create_dir_all(&records).with_context(|| records.display().to_string())?;
    let stop = stop_on_signals();
    let screen = Screen::new(journal.games(), plan.players.len());
    let outcome = contest::run(
        &plan,
        Some(&mut journal),
        &|fixture| play(&local, fixture, &folder, stop),
        &|progress| screen.show(progress),
        stop,
    );
    screen.clear();
    let outcome = outcome?;
    tell(&*local.game, arguments, &plan, &outcome, &folder)?;
    if !outcome.finished {
        let games = outcome.tally.counted.len();
        return Err(Stopped(format!(
            "stopped after {games} games; give the same command again to go on"
        ))
        .into());
    }
    Ok(())
}

/// The number of games of each pairing or table.
fn games(game: &dyn AnyGame, arguments: &Arguments) -> u64 {
    arguments.games.unwrap_or(u64::from(game.seats().max(2)))
}

/// The number of players that are programs.
fn programs(local: &Local) -> usize {
    let players = local.players.iter();
    players.filter(|(_, entrant)| entrant.is_program()).count()
}

/// Everything that the games depend on besides the plan.
fn local(
    game: Box<dyn AnyGame>,
    arguments: &Arguments,
    players: Vec<(String, Entrant)>,
    lines: &[String],
) -> Result<Local> {
    let entrants: Vec<Entrant> = players.iter().map(|(_, entrant)| entrant.clone()).collect();
    let usual = if games(&*game, arguments) > u64::from(game.seats()) {
        2
    } else {
        0
    };
    Ok(Local {
        house: arguments.house.house(&entrants)?,
        processor_time: false,
        opening: arguments.opening.unwrap_or(usual),
        openings: lines
            .iter()
            .map(|line| read_opening(&*game, line))
            .collect::<Result<Vec<_>, _>>()?,
        cores: if arguments.pin {
            contest::cores()
        } else {
            Vec::new()
        },
        recording: Recording::Yes,
        players,
        game,
    })
}

fn plan(local: &Local, arguments: &Arguments, lines: Vec<String>) -> Result<Plan> {
    let (game, house) = (&*local.game, &local.house);
    let seats = usize::from(game.seats());
    Ok(Plan {
        game: arguments.game.clone(),
        options: game.options(),
        seats,
        format: arguments.format.unwrap_or(match seats {
            2 => Format::RoundRobin,
            _ => Format::Royale,
        }),
        players: plan_players(&local.players)?,
        games: games(game, arguments),
        rounds: arguments.rounds,
        seeding: match arguments.seeding.as_str() {
            "lot" => Seeding::Lot,
            _ => Seeding::Order,
        },
        extra: arguments.extra,
        seed: arguments.seed.unwrap_or(Seed::from_number(1)),
        sprt: None,
        slowest: None,
        keep_failing: arguments.keep_failing,
        scoring: Scoring::CURRENT,
        terms: Terms {
            opening: local.opening,
            openings: lines,
            clock: house.time.map(|time| time.to_string()),
            memory: house.limits.memory,
            sandbox: house
                .sandbox
                .as_ref()
                .map(|sandbox| sandbox.level().to_string()),
        },
        // Programs that play against each other do not share a core.
        threads: arguments.threads.unwrap_or_else(|| {
            (matches::all_cores() / programs(local).clamp(1, seats.max(1))).max(1)
        }),
        cores: local.cores.clone(),
    })
}

/// The flag that the first signal sets, so that the contest can resume where it was.
fn stop_on_signals() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let _ = ctrlc::set_handler(|| {
        STOP.store(true, Ordering::Relaxed);
        // The second signal ends it at once. A signal right after the first is the same
        // one, sent to the whole group.
        if FIRST.get_or_init(Instant::now).elapsed() > Duration::from_millis(300) {
            std::process::exit(usage::STOPPED.into());
        }
    });
    &STOP
}

/// Plays one game and keeps its record.
fn play(
    local: &Local,
    fixture: &Fixture,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Played, Stop> {
    let (played, record) = local.play(fixture, stop)?;
    let text = record.map_or_else(String::new, |record| record.to_json());
    let name = format!("games/{}.json", fixture.stem());
    let path = folder.join(&name);
    // The record must be on the disk before the journal mentions it.
    File::create(&path)
        .and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_data()
        })
        .map_err(|error| Stop::Broken(format!("{}: {error}", path.display())))?;
    Ok(Played {
        record: Some(name),
        ..played
    })
}

/// A seed that nobody can guess, from the system's random numbers.
fn by_chance() -> Result<Seed> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| anyhow!("the system has no random numbers for the seed: {error}"))?;
    Ok(Seed::from_bytes(bytes))
}

/// The players for the journal: another version of a program makes another contest.
fn plan_players(players: &[(String, Entrant)]) -> Result<Vec<contest::Entrant>> {
    players
        .iter()
        .map(|(name, entrant)| {
            let print = entrant
                .fingerprint()
                .with_context(|| format!("cannot read {name}"))?;
            let fingerprint = match entrant {
                Entrant::BuiltIn(_) => {
                    format!("built in, {print}, version {}", env!("CARGO_PKG_VERSION"))
                }
                Entrant::Program(_) => print,
            };
            Ok(contest::Entrant {
                name: name.clone(),
                fingerprint,
            })
        })
        .collect()
}

fn tell(
    game: &dyn AnyGame,
    arguments: &Arguments,
    plan: &Plan,
    outcome: &Outcome,
    folder: &Path,
) -> Result<()> {
    let ratings = ratings::of(plan, &outcome.tally);
    let seats: Vec<String> = (0..game.seats())
        .map(|seat| game.seat_name(Seat(seat)))
        .collect();
    let told = Report {
        game: game.info().name,
        seats: &seats,
        plan,
        outcome,
        ratings: &ratings,
        viewer: viewing::viewer(outcome, folder),
    };
    report::write(&told, folder).with_context(|| folder.display().to_string())?;
    let mut out = io::stdout().lock();
    if arguments.json {
        let mut whole = report::whole(&told);
        // The folder has them, and there may be very many.
        whole.games = None;
        whole.folder = Some(folder.display().to_string());
        usage::write_json(&mut out, &whole)?;
    } else {
        if outcome.finished && outcome.fresh == 0 {
            writeln!(out, "This contest has been played already.\n")?;
        }
        write!(out, "{}", report::text(&told))?;
        writeln!(out, "\nreport: {}", folder.join(report::PAGE).display())?;
    }
    Ok(())
}

/// The progress on the screen: standings and time left, or a line now and then if there
/// is no terminal.
struct Screen {
    live: Mutex<Option<Live>>,
    is_live: bool,
    started: Instant,
    told: Mutex<Option<Instant>>,
}

impl Screen {
    fn new(known: usize, players: usize) -> Screen {
        if known > 0 {
            note!("hall: {known} games of this contest have been played already");
        }
        // The screen can be redrawn only if all three are terminals.
        let terminal =
            io::stdin().is_terminal() && io::stdout().is_terminal() && io::stderr().is_terminal();
        let live = terminal.then(|| Live::open(players).ok()).flatten();
        Screen {
            is_live: live.is_some(),
            live: Mutex::new(live),
            started: Instant::now(),
            told: Mutex::new(None),
        }
    }

    fn show(&self, progress: &Progress<'_>) {
        // Games of an earlier run say nothing about the time left.
        if progress.latest.is_none() {
            return;
        }
        let pause = if self.is_live {
            Duration::from_millis(250)
        } else {
            Duration::from_secs(10)
        };
        let Ok(mut told) = self.told.lock() else {
            return;
        };
        if told.unwrap_or(self.started).elapsed() < pause {
            return;
        }
        *told = Some(Instant::now());
        let left = progress.planned.saturating_sub(progress.done) as f64;
        let pace = self.started.elapsed().as_secs_f64() / progress.fresh.max(1) as f64;
        let left = Duration::from_secs_f64((left * pace).min(1e9));
        let left = indicatif::HumanDuration(left).to_string();
        let standings = (progress.standings)();
        let games = (progress.done, progress.planned);
        if let Ok(mut live) = self.live.lock()
            && let Some(screen) = live.as_mut()
        {
            // The contest goes on if the terminal is gone.
            if screen.show(&standings, games, &left).is_err() {
                *live = None;
            }
        } else {
            let leaders = report::top(&standings, 5);
            note!(
                "hall: {}/{} games, {left} left  {leaders}",
                games.0,
                games.1
            );
        }
    }

    fn clear(&self) {
        if let Ok(mut live) = self.live.lock()
            && let Some(screen) = live.take()
        {
            screen.close();
        }
    }
}
