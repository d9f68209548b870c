//! `hall match`: games between players, built-in ones and programs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use arena::bout::{Recording, read_opening};
use arena::entrant::{Entrant, distinct_names};
use arena::local::Local;
use catalog::{AnyGame, GAMES};
use contest::ratings::{self, Estimate};
use contest::report::elo;
use contest::statistics::{Decision, Sprt, interval, score_interval};
use contest::{ContestError, Duel, Fixture, Format, Outcome, Plan, Row, Stop, Tally};
use dice::Seed;
use game::Seat;
use indicatif::{ProgressBar, ProgressStyle};
use protocol::report::{MatchPlayer, MatchReport, MatchScore, MatchTest, MatchVerdict};
use protocol::{GameData, Record};
use search::control::Limits;

use crate::examples;
use crate::house::{self, HouseArguments};
use crate::opening;
use crate::usage::{self, Misused, Stopped, misuse};

#[derive(clap::Args)]
#[command(after_help = help())]
pub struct Arguments {
    /// The game
    #[arg(value_parser = usage::GameParser)]
    game: String,
    /// The players, one for each seat: a level (random, weak, medium, strong), an engine with
    /// settings, or the path of a program
    #[arg(required = true)]
    players: Vec<String>,
    /// The number of games; each opening is played from every seat, the last as far as
    /// there are games for it [default: 100; with --sprt as many as it takes]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    /// Time per move, in milliseconds, of players that think and have no limit of their
    /// own
    #[arg(long, value_parser = usage::milliseconds())]
    ms: Option<u64>,
    /// The number of random moves in each opening
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(..=1000))]
    opening: u32,
    /// A file with one opening per line: moves joined by spaces
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The seed of openings, draws and the players' dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of games at the same time [default: one for each core; with programs,
    /// one for as many cores as there are programs]
    #[arg(long, value_parser = usage::threads())]
    threads: Option<usize>,
    /// Counts processor time instead of wall time: fair on a busy machine, for built-in
    /// players on one thread
    #[arg(long)]
    processor_time: bool,
    /// Ends as soon as it is proved whether the first player is stronger by LOW or by
    /// HIGH Elo points
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true, value_parser = read_sprt)]
    sprt: Option<Sprt>,
    /// Options of the game, as JSON
    #[arg(long, value_name = "JSON", default_value = "{}", value_parser = usage::options)]
    options: GameData,
    /// A folder for the records of all games
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    house: HouseArguments,
}

const EXAMPLES: &str = "Settings follow a colon: ms, depth, nodes, threads, table (MiB), lines. A \
program is named by its path: an executable, a .py file, or a folder with an executable named start.

Examples:
  hall match GAME2 strong:ms=100 medium --games 40
  hall match GAME1 alphabeta:depth=6 medium --games 20 --out games
  hall match GAME0 strong:ms=200 mcts:ms=200 --sprt 0,50
  hall match GAME3 strong medium medium medium --games 40";

/// The players of each game, and the examples.
fn help() -> String {
    let players = GAMES.iter().map(|game| {
        let names = players::any::names(game.id).join(", ");
        format!("  {:<11} {names}\n", game.id)
    });
    let players: String = players.collect();
    format!("Players:\n{players}\n{}", examples::fill(EXAMPLES))
}

pub fn run(arguments: &Arguments) -> Result<()> {
    let mut options = arguments.options.clone();
    opening::choose_seats(&arguments.game, arguments.players.len(), &mut options);
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
    let game = catalog::open(&arguments.game, &options).misused()?;
    play(game, arguments)
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

/// The match that the arguments describe.
fn read(game: Box<dyn AnyGame>, arguments: &Arguments) -> Result<(Local, Plan)> {
    let entrants = house::entrants(&*game, &arguments.players)?;
    let mut house = arguments.house.house(&entrants)?;
    house.engines = arguments.ms.map(|ms| Limits {
        time: Some(Duration::from_millis(ms)),
        ..Limits::default()
    });
    let programs = entrants.iter().filter(|player| player.is_program()).count();
    if arguments.processor_time && programs > 0 {
        bail!("--processor-time is for built-in players; programs think by the time on the wall");
    }
    if arguments.sprt.is_some() && entrants.len() != 2 {
        misuse!("--sprt compares two players, not {}", entrants.len());
    }
    let names = distinct_names(&entrants);
    let seats = usize::from(game.seats());
    let options = game.options();
    let plan = Plan {
        games: arguments.games.unwrap_or(match arguments.sprt {
            Some(_) => 1_000_000,
            None => 100,
        }),
        seed: Seed::from_number(arguments.seed),
        sprt: arguments.sprt,
        // Programs that play against each other do not share a core.
        threads: arguments
            .threads
            .unwrap_or_else(|| (all_cores() / programs.max(1)).max(1)),
        ..Plan::new(
            &arguments.game,
            options,
            seats,
            Format::Match,
            names.clone(),
        )
    };
    plan.check().misused()?;
    let local = Local {
        players: names.into_iter().zip(entrants).collect(),
        house,
        processor_time: arguments.processor_time,
        opening: arguments.opening,
        openings: read_openings(arguments.openings.as_deref())?
            .iter()
            .map(|line| read_opening(&*game, line))
            .collect::<Result<Vec<_>, _>>()?,
        cores: Vec::new(),
        recording: match arguments.out {
            Some(_) => Recording::Yes,
            None => Recording::No,
        },
        game,
    };
    Ok((local, plan))
}

fn play(game: Box<dyn AnyGame>, arguments: &Arguments) -> Result<()> {
    let (local, plan) = read(game, arguments)?;
    let planned = plan.games;
    let bar = ProgressBar::new(planned);
    bar.set_style(ProgressStyle::with_template(
        "{wide_bar} {pos}/{len} games, {eta} left  {msg}",
    )?);
    // If you interrupt it, you get the result of the games played so far.
    static STOP: AtomicBool = AtomicBool::new(false);
    let _ = ctrlc::set_handler(|| {
        // The second signal ends it at once.
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(usage::STOPPED.into());
        }
    });
    let points = Mutex::new(Duel::default());
    let outcome = contest::run(
        &plan,
        None,
        &|fixture| {
            let (played, record) = local.play(fixture, &STOP)?;
            keep(arguments, fixture, record.as_ref())
                .map_err(|error| Stop::Broken(format!("{error:#}")))?;
            Ok(played)
        },
        &|progress| {
            bar.set_position(progress.fresh);
            if let (Some((fixture, played)), Ok(mut score)) = (progress.latest, points.lock())
                && let [first, second] = played.seats.as_slice()
            {
                match fixture.seating[0] {
                    0 => score.count(first.place, second.place),
                    _ => score.count(second.place, first.place),
                }
                let rate = score.rate().unwrap_or_default();
                bar.set_message(format!("{:.1} %", 100.0 * rate));
            }
        },
        &STOP,
    );
    bar.finish_and_clear();
    let outcome = outcome.map_err(|error| match error {
        // The number of the game would not help you here.
        ContestError::Broken { what, .. } => anyhow::Error::msg(what),
        error => error.into(),
    })?;
    let counted = outcome.tally.counted.len();
    let result = Played {
        game: &*local.game,
        seed: arguments.seed,
        plan: &plan,
        entrants: local.players.iter().map(|(_, entrant)| entrant).collect(),
        outcome: &outcome,
    };
    let mut out = io::stdout().lock();
    if arguments.json {
        usage::write_json(&mut out, &result.report())?;
    } else {
        result.tell(&mut out)?;
    }
    if outcome.finished {
        Ok(())
    } else {
        Err(Stopped(format!("stopped after {counted} of {planned} games")).into())
    }
}

fn record_path(folder: &Path, game: &str, number: u64) -> PathBuf {
    folder.join(format!("{game}-{:05}.json", number + 1))
}

/// Writes the record of a game as soon as the game has ended.
fn keep(arguments: &Arguments, fixture: &Fixture, record: Option<&Record>) -> Result<()> {
    let (Some(folder), Some(record)) = (&arguments.out, record) else {
        return Ok(());
    };
    let path = record_path(folder, &arguments.game, fixture.number);
    std::fs::write(&path, record.to_json()).with_context(|| path.display().to_string())
}

/// The result of a match.
struct Played<'a> {
    game: &'a dyn AnyGame,
    seed: u64,
    plan: &'a Plan,
    entrants: Vec<&'a Entrant>,
    outcome: &'a Outcome,
}

impl Played<'_> {
    fn tally(&self) -> &Tally {
        &self.outcome.tally
    }

    fn games(&self) -> u64 {
        self.tally().counted.len() as u64
    }

    /// The first player's advantage over the second, in Elo points.
    fn lead(&self) -> Option<Estimate> {
        ratings::of(self.plan, self.tally()).lead()
    }

    /// A player in the standings.
    fn row(&self, player: usize) -> &Row {
        let rows = &self.outcome.standings.rows;
        let found = rows.iter().find(|row| row.player == player);
        found.expect("every player has a row")
    }

    /// The number of games in which a player was first, and its mean place. If all
    /// share the first place, it does not count.
    fn firsts(&self, player: usize) -> (u64, f64) {
        let (mut won, mut places) = (0, 0);
        for game in &self.tally().counted {
            let seats = &game.played.seats;
            let seat = game.fixture.seating.iter().position(|&p| p == player);
            let place = seat.map_or(0, |seat| seats[seat].place);
            let shared = seats.len() > 1 && seats.iter().all(|seat| seat.place == 1);
            won += u64::from(place == 1 && !shared);
            places += u64::from(place);
        }
        (won, places as f64 / (self.games() as f64).max(1.0))
    }

    /// How often games ended in which way, the most frequent first.
    fn reasons(&self) -> Vec<(&str, usize)> {
        let mut reasons: Vec<(&str, usize)> = Vec::new();
        for game in &self.tally().counted {
            let reason = game.played.reason.as_str();
            match reasons.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => reasons.push((reason, 1)),
            }
        }
        reasons.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        reasons
    }

    /// The games that a player failed in: number, player, verdict, detail.
    fn verdicts(&self) -> impl Iterator<Item = (u64, usize, &str, &str)> {
        self.tally().counted.iter().flat_map(|game| {
            let seats = game.fixture.seating.iter().zip(&game.played.seats);
            let mut failed: Vec<_> = seats
                .filter_map(|(&player, seat)| {
                    let verdict = seat.verdict.as_deref()?;
                    let detail = seat.detail.as_deref().unwrap_or_default();
                    Some((game.fixture.number + 1, player, verdict, detail))
                })
                .collect();
            failed.sort_by_key(|(_, player, ..)| *player);
            failed
        })
    }

    fn tell(&self, out: &mut impl Write) -> Result<()> {
        let (games, name) = (self.games(), self.game.info().name);
        writeln!(out, "{name}: {games} games, seed {}", self.seed)?;
        if let [first, second] = self.entrants[..] {
            self.tell_duel(out, first, second)?;
        }
        // With one player, with many, or where somebody else can come in first.
        let counted = &mut self.tally().counted.iter();
        let others = counted.any(|game| game.played.seats.iter().all(|seat| seat.place != 1));
        if self.entrants.len() != 2 || others {
            writeln!(
                out,
                "\n{:<34} {:>6} {:>8}   95 %             mean place",
                "", "first", "share"
            )?;
            for (player, entrant) in self.entrants.iter().enumerate() {
                let (won, place) = self.firsts(player);
                let share = won as f64 / (games as f64).max(1.0);
                let (low, high) = interval(share, games);
                let name = entrant.to_string();
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
        for (player, entrant) in self.entrants.iter().enumerate() {
            let row = self.row(player);
            let moves = (row.moves as f64).max(1.0);
            let name = entrant.to_string();
            writeln!(
                out,
                "{name:<34} {:>12.3} {:>14.0}",
                1e3 * row.wall.as_secs_f64() / moves,
                row.states as f64 / moves
            )?;
        }
        let reasons = self.reasons().into_iter();
        let reasons: Vec<String> = reasons
            .map(|(reason, count)| format!("{reason} {count}"))
            .collect();
        writeln!(out, "\nended by: {}", reasons.join(", "))?;
        for (number, player, verdict, detail) in self.verdicts() {
            let entrant = self.entrants[player];
            writeln!(out, "game {number}: {entrant}: {verdict}: {detail}")?;
        }
        Ok(())
    }

    fn tell_duel(&self, out: &mut impl Write, first: &Entrant, second: &Entrant) -> Result<()> {
        writeln!(
            out,
            "\n{:<34} {:>6} {:>6} {:>6} {:>8}   95 %",
            "", "won", "drawn", "lost", "score"
        )?;
        let mine = self.row(0);
        let name = format!("{first} against {second}");
        score_row(out, &name, mine.duels)?;
        for (seat, score) in (0..).map(Seat).zip(&mine.by_seat) {
            let name = format!("  as {}", self.game.seat_name(seat));
            score_row(out, &name, *score)?;
        }
        match self.lead() {
            Some(Estimate { value, low, high }) => {
                let [value, low, high] = [value, low, high].map(elo);
                writeln!(out, "\nElo {value} (from {low} to {high})")?;
            }
            None => writeln!(out, "\nElo unknown: no game compares the two players")?,
        }
        if let (Some(sprt), Some(decision)) = (self.plan.sprt, self.tally().decision) {
            let verdict = match decision {
                Decision::Passed => {
                    format!("passed: {:+.0} rather than {:+.0}", sprt.high, sprt.low)
                }
                Decision::Failed => {
                    format!("failed: {:+.0} rather than {:+.0}", sprt.low, sprt.high)
                }
                Decision::Open => "not decided yet".to_owned(),
            };
            let ratio = sprt.ratio(&self.tally().pairs);
            writeln!(out, "SPRT {verdict} (log likelihood ratio {ratio:.2})")?;
        }
        Ok(())
    }

    /// The result for programs.
    fn report(&self) -> MatchReport {
        let players = self.entrants.iter().enumerate().map(|(player, entrant)| {
            let (first, mean_place) = self.firsts(player);
            let row = self.row(player);
            MatchPlayer {
                player: entrant.to_string(),
                first,
                mean_place,
                moves: row.moves,
                seconds: row.wall.as_secs_f64(),
                states: row.states,
            }
        });
        let verdicts = self
            .verdicts()
            .map(|(game, player, verdict, detail)| MatchVerdict {
                game,
                player,
                verdict: verdict.to_owned(),
                detail: detail.to_owned(),
            });
        let reasons = self.reasons().into_iter();
        let duel = (self.entrants.len() == 2).then(|| self.row(0));
        let sides = |row: &Row| {
            let seats = (0..).map(Seat).zip(&row.by_seat);
            seats
                .map(|(seat, score)| (self.game.seat_name(seat), match_score(*score)))
                .collect()
        };
        let tested = self.plan.sprt.zip(self.tally().decision);
        MatchReport {
            game: self.plan.game.clone(),
            options: self.plan.options.clone(),
            seed: self.seed,
            games: self.games(),
            players: players.collect(),
            ended_by: reasons
                .map(|(reason, count)| (reason.to_owned(), count))
                .collect(),
            verdicts: verdicts.collect(),
            duel: duel.map(|row| MatchScore {
                elo: self.lead().map(|lead| [lead.low, lead.value, lead.high]),
                ..match_score(row.duels)
            }),
            sides: duel.map(sides),
            sprt: tested.map(|(sprt, decision)| MatchTest {
                low: sprt.low,
                high: sprt.high,
                ratio: sprt.ratio(&self.tally().pairs),
                verdict: match decision {
                    Decision::Passed => "passed",
                    Decision::Failed => "failed",
                    Decision::Open => "open",
                }
                .to_owned(),
            }),
        }
    }
}

/// The score with its interval: low, mean, high.
fn bounds(score: Duel) -> [f64; 3] {
    let mean = score.rate().unwrap_or_default();
    let (low, high) = score_interval(score);
    [low, mean, high]
}

fn score_row(out: &mut impl Write, name: &str, score: Duel) -> io::Result<()> {
    let [low, mean, high] = bounds(score).map(|share| 100.0 * share);
    writeln!(
        out,
        "{name:<34} {:>6} {:>6} {:>6} {mean:>6.1} %   {low:.1} to {high:.1} %",
        score.won, score.drawn, score.lost,
    )
}

fn match_score(score: Duel) -> MatchScore {
    let [low, mean, high] = bounds(score);
    MatchScore {
        won: score.won,
        drawn: score.drawn,
        lost: score.lost,
        score: mean,
        low,
        high,
        elo: None,
    }
}
