//! `hall game17`: the original Game 17 command line.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use arena::bout::Recording;
use dice::Seed;
use game17_program::entrants::{Entrants, LoadError};
use game17_program::file::{GameFile, Position};
use game17_program::mover::House;
use game17_program::play::{self, Playing};
use game17_program::rank::{self, Setup, Tally, seconds, table, write};
use game17_program::show::{self, print};
use indexmap::IndexMap;
use indicatif::{ProgressBar, ProgressStyle};
use picture::Colours;
use serde::Serialize;

use crate::house::CageArguments;
use crate::matches::all_cores;
use crate::usage::{self, Misuse, Misused, misuse};

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Players: a Python file (a module with make_moves or get_mover, or a program \
of its own), an executable, a folder with an executable start, or random, weak, medium, strong, zombie, t800.

Examples:
  hall game17 single mine.py:red strong:nodes=500:teal -T 3
  hall game17 vs-zombies mine.py results -g 50
  hall game17 rank mine.py yours.py medium t800 results
  hall game17 replay results/battle-royale-0.json 1:red 2:'xkcd:dark teal'";

#[derive(clap::Subcommand)]
enum Command {
    /// Plays one game and shows it
    #[command(after_help = "Examples:
  hall game17 single strong:red t800:teal --seed 1
  hall game17 single mine.py:red -T 3 -s 10 -r 20 -c")]
    Single(Single),
    /// Plays every player on its own against zombies
    #[command(after_help = "Examples:
  hall game17 vs-zombies medium t800 results -g 10
  hall game17 vs-zombies mine.py results -g 50 -t 0.1")]
    VsZombies(ManyGames),
    /// Plays all players against each other, then groups of equals among themselves
    #[command(after_help = "Examples:
  hall game17 rank weak medium t800 results -g 10
  hall game17 rank mine.py yours.py results -t -1 --json")]
    Rank(ManyGames),
    /// Shows a recorded game
    #[command(after_help = "Examples:
  hall game17 replay results/battle-royale-0.json
  hall game17 replay results/battle-royale-0.json 1:red 2:'xkcd:dark teal' -c")]
    Replay(Replay),
}

#[derive(clap::Args)]
struct Single {
    /// The players, each with an optional colour: mine.py:red. If there are none, only
    /// zombies play
    players: Vec<String>,
    #[command(flatten)]
    show: Show,
    #[command(flatten)]
    setting: Setting,
    /// Writes the game to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct ManyGames {
    /// The players, then the folder for the results
    #[arg(required = true, value_names = ["PLAYER|OUT_DIR"])]
    names: Vec<String>,
    /// The number of games
    #[arg(short = 'g', long, visible_alias = "games", value_name = "GAMES", default_value_t = 100, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    num_games: u32,
    /// The mean time per turn, in seconds, above which rank bans a player; 0 or less: never
    #[arg(
        short = 't',
        long,
        value_name = "SECONDS",
        default_value_t = 0.01,
        allow_hyphen_values = true,
        value_parser = threshold
    )]
    time_threshold: f64,
    /// Accepted for old scripts; it has no effect
    #[arg(short = 'c', long, hide = true)]
    display_counts: bool,
    #[command(flatten)]
    setting: Setting,
    /// The number of games at the same time [default: all cores]
    #[arg(long, value_parser = usage::threads())]
    threads: Option<usize>,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct Setting {
    /// Rows and columns of the board
    #[arg(
        short = 's',
        long,
        visible_alias = "size",
        value_name = "SIZE",
        default_value_t = 14
    )]
    board_size: u8,
    /// The most rounds of a game
    #[arg(
        short = 'r',
        long,
        visible_alias = "rounds",
        value_name = "ROUNDS",
        default_value_t = 50
    )]
    num_rounds: u32,
    /// Adds this many T-800s after the players
    #[arg(short = 'T', long = "num-T800s", value_name = "N", default_value_t = 0)]
    t800s: u16,
    /// Writes the number of each player to this file
    #[arg(short = 'p', long, value_name = "FILE", default_value = "players.txt")]
    players_file: PathBuf,
    /// The seed of all chance [default: a new one each time]
    #[arg(long)]
    seed: Option<u64>,
    /// The longest time of a program for one turn, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = usage::seconds)]
    wait: f64,
    #[command(flatten)]
    cage: CageArguments,
}

#[derive(clap::Args)]
struct Replay {
    /// The game
    file: PathBuf,
    /// Colours of players: 3:red
    #[arg(value_name = "N:COLOUR")]
    colours: Vec<String>,
    #[command(flatten)]
    show: Show,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct Show {
    /// Shows the number of pieces as well
    #[arg(short = 'c', long)]
    display_counts: bool,
    /// Rounds per second on a terminal; 0 shows only the first and the last board
    #[arg(long, value_name = "ROUNDS", default_value_t = 4.0, value_parser = pace)]
    pace: f64,
}

impl Show {
    fn with(&self, colours: Colours) -> show::Show {
        show::Show {
            colours,
            counts: self.display_counts,
            pace: self.pace,
        }
    }
}

/// Reads the time limit per turn.
fn threshold(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if f64::is_finite(seconds) => Ok(seconds),
        _ => Err("this must be a number of seconds".to_owned()),
    }
}

/// Reads the number of rounds per second.
fn pace(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(pace) if (0.0..=1000.0).contains(&pace) => Ok(pace),
        _ => Err("a pace is a number of rounds from 0 to 1000".to_owned()),
    }
}

pub fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::Single(arguments) => single(arguments),
        Command::VsZombies(arguments) => vs_zombies(arguments),
        Command::Rank(arguments) => rank(arguments),
        Command::Replay(arguments) => replay(arguments),
    }
}

impl Setting {
    /// Loads the players and reports failures.
    fn load(&self, names: &[String]) -> Result<Entrants> {
        let open = || {
            Ok(House {
                sandbox: self.cage.open()?,
                limits: self.cage.limits(),
                wait: Duration::from_secs_f64(self.wait),
            })
        };
        let entrants = Entrants::load(names, self.t800s, open).map_err(|error| match error {
            LoadError::Typed(sentence) => Misuse::new(sentence).into(),
            LoadError::Failed(error) => error,
        })?;
        let path = &self.players_file;
        std::fs::write(path, entrants.listing(names))
            .with_context(|| format!("--players-file {}", path.display()))?;
        for (number, problem) in &entrants.failed {
            note!("Player {number} failed to load: {problem}");
        }
        Ok(entrants)
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| {
            // The standard library seeds its hash tables from the system.
            use std::hash::{BuildHasher, RandomState};
            let seed = RandomState::new().hash_one(std::process::id()) >> 32;
            note!("hall: --seed {seed} plays the same again");
            seed
        })
    }

    fn game(&self, highest: u16) -> Result<::game17::Game17> {
        play::game(self.board_size, self.num_rounds, highest).misused()
    }
}

fn single(arguments: &Single) -> Result<()> {
    let setting = &arguments.setting;
    let entrants = setting.load(&arguments.players)?;
    let game = setting.game(entrants.highest)?;
    let mut movers = entrants.movers();
    let mut playing: Vec<Playing<'_>> = entrants
        .players
        .iter()
        .zip(&mut movers)
        .map(|(entrant, mover)| Playing {
            number: entrant.number,
            mover: mover.as_mut(),
        })
        .collect();
    let seed = Seed::from_number(setting.seed());
    let played = play::play(&game, &mut playing, &seed, Recording::Yes);
    let record = played.record.unwrap_or_default();
    if let Some(path) = &arguments.out {
        std::fs::write(path, &record).with_context(|| format!("--out {}", path.display()))?;
    }
    let accounts = || entrants.players.iter().zip(&played.players);
    for (entrant, account) in accounts() {
        if let Some(problem) = &account.problem {
            note!(
                "player {} ({}): {} of {} turns were void; first: {problem}",
                entrant.number,
                entrant.name,
                account.void,
                account.turns.max(account.void)
            );
        }
    }
    if arguments.json {
        let players = accounts().map(|(entrant, account)| Played {
            player: entrant.number,
            name: &entrant.name,
            time: account.mean(),
            turns: account.turns,
            void_turns: account.void,
            problem: account.problem.as_deref(),
        });
        return print_json(&SingleReport {
            result: GameResult::new(&played.position, played.rounds),
            players: players.collect(),
            failed_on_import: failed(&entrants),
        });
    }
    let colours = entrants.colours.iter();
    let colours = colours.fold(Colours::default(), |all, (&owner, &colour)| {
        all.with(owner, colour)
    });
    show::show(
        &GameFile::read(record.as_bytes())?,
        arguments.show.with(colours),
    )?;
    let times: Vec<Vec<String>> = accounts()
        .map(|(entrant, account)| {
            vec![
                entrant.number.to_string(),
                entrant.name.clone(),
                seconds(account.mean()),
            ]
        })
        .collect();
    if times.is_empty() {
        Ok(())
    } else {
        print(&format!("\n{}", table(&["player", "name", "time"], &times)))
    }
}

fn replay(arguments: &Replay) -> Result<()> {
    let path = arguments.file.display().to_string();
    let text = std::fs::read(&arguments.file).with_context(|| path.clone())?;
    let game = GameFile::read(&text).with_context(|| path)?;
    let mut colours = Colours::default();
    for text in &arguments.colours {
        let parts = text.split_once(':');
        let owner = parts.and_then(|(owner, name)| Some((owner.parse().ok()?, name)));
        let (owner, name): (u16, &str) = owner
            .with_context(|| {
                format!(
                    "{text:?} is no colour of a player: give its number and a colour, like 3:red"
                )
            })
            .misused()?;
        colours = colours.with(owner, name.parse().misused()?);
    }
    if arguments.json {
        let mut position = game.position.clone();
        game.diffs.iter().for_each(|diff| position.apply(diff));
        let rounds = game.diffs.last().map_or(0, |diff| diff.round + 1);
        return print_json(&GameResult::new(&position, rounds));
    }
    show::show(&game, arguments.show.with(colours))
}

/// The ending of a game, for programs.
#[derive(Serialize)]
struct GameResult {
    rounds: u32,
    winners: Vec<u16>,
    /// The squares of each owner, largest first.
    squares: IndexMap<u16, usize>,
}

impl GameResult {
    fn new(position: &Position, rounds: u32) -> GameResult {
        GameResult {
            rounds,
            winners: position.winners(),
            squares: position.squares().into_iter().collect(),
        }
    }
}

/// A single game, for programs.
#[derive(Serialize)]
struct SingleReport<'a> {
    #[serde(flatten)]
    result: GameResult,
    players: Vec<Played<'a>>,
    failed_on_import: Vec<Failed<'a>>,
}

#[derive(Serialize)]
struct Played<'a> {
    player: u16,
    name: &'a str,
    time: f64,
    turns: u32,
    void_turns: u32,
    problem: Option<&'a str>,
}

/// Many games, for programs.
#[derive(Serialize)]
struct TalliesReport<'a> {
    /// Groups of equals, best first, in a ranking.
    #[serde(skip_serializing_if = "Option::is_none")]
    ranks: Option<&'a [Vec<u16>]>,
    players: Vec<Tallied<'a>>,
    failed_on_import: Vec<Failed<'a>>,
}

#[derive(Serialize)]
struct Tallied<'a> {
    player: u16,
    name: &'a str,
    num_wins: usize,
    max_time: f64,
    banned: bool,
    turns: u64,
    void_turns: u64,
    problem: Option<&'a str>,
}

/// A player that could not be loaded.
#[derive(Serialize)]
struct Failed<'a> {
    player: u16,
    problem: &'a str,
}

fn failed(entrants: &Entrants) -> Vec<Failed<'_>> {
    let failed = entrants.failed.iter();
    failed
        .map(|(player, problem)| Failed {
            player: *player,
            problem,
        })
        .collect()
}

fn tallied<'a>(entrants: &'a Entrants, tallies: &'a [Tally]) -> Vec<Tallied<'a>> {
    let players = entrants.players.iter().zip(tallies);
    players
        .map(|(entrant, tally)| Tallied {
            player: entrant.number,
            name: &entrant.name,
            num_wins: tally.won,
            max_time: tally.slowest,
            banned: tally.banned,
            turns: tally.turns,
            void_turns: tally.void,
            problem: tally.problem.as_deref(),
        })
        .collect()
}

fn print_json(value: &impl Serialize) -> Result<()> {
    print(&format!("{}\n", serde_json::to_string(value)?))
}

/// The players, the folder and a bar for progress.
fn prepare(arguments: &ManyGames) -> Result<(Entrants, &Path, ProgressBar)> {
    let (folder, names) = arguments
        .names
        .split_last()
        .context("name the players, then the folder for the results")?;
    if names.is_empty() && arguments.setting.t800s == 0 {
        misuse!("there are no players: name them before the folder {folder}");
    }
    if folder.is_empty() {
        misuse!("the last argument is the folder for the results, and it is empty");
    }
    let folder = Path::new(folder);
    if folder.is_file() {
        bail!(
            "the last argument is the folder for the results, but {} is a file",
            folder.display()
        );
    }
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let entrants = arguments.setting.load(names)?;
    write(
        folder,
        "players_that_failed_on_import.txt",
        &entrants.failed_numbers(),
    )?;
    let progress = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left")?;
    progress.set_style(style);
    Ok((entrants, folder, progress))
}

impl ManyGames {
    fn setup<'a>(&self, entrants: &'a Entrants, highest: u16) -> Result<Setup<'a>> {
        Ok(Setup {
            entrants,
            game: self.setting.game(highest)?,
            seed: Seed::from_number(self.setting.seed()),
            threads: self.threads.unwrap_or_else(all_cores),
            limit: self.time_threshold,
        })
    }
}

/// Moves a bar.
fn moving(bar: &ProgressBar) -> impl Fn(u64, u64) + Sync {
    |done, planned| {
        bar.set_length(planned);
        bar.set_position(done);
    }
}

fn vs_zombies(arguments: &ManyGames) -> Result<()> {
    let (entrants, folder, bar) = prepare(arguments)?;
    let setup = arguments.setup(&entrants, 0)?;
    let tallies = rank::vs_zombies(&setup, arguments.num_games.into(), &moving(&bar));
    bar.finish_and_clear();
    let mut text = "player\tnum_wins\tmax_time\n".to_owned();
    for (entrant, tally) in entrants.players.iter().zip(&tallies) {
        let time = seconds(tally.slowest);
        text += &format!("{}\t{}\t{time}\n", entrant.number, tally.won);
        if tally.banned {
            note!(
                "player {} ({}) took {time} s per turn, over the {} s of -t: rank would ban it",
                entrant.number,
                entrant.name,
                arguments.time_threshold
            );
        }
    }
    write(folder, "vs-zombies.txt", &text)?;
    for line in rank::problems(&entrants, &tallies) {
        note!("{line}");
    }
    if arguments.json {
        return print_json(&TalliesReport {
            ranks: None,
            players: tallied(&entrants, &tallies),
            failed_on_import: failed(&entrants),
        });
    }
    print(&text)
}

fn rank(arguments: &ManyGames) -> Result<()> {
    let (entrants, folder, bar) = prepare(arguments)?;
    let setup = arguments.setup(&entrants, entrants.highest)?;
    let ranked = rank::rank(&setup, arguments.num_games.into(), folder, &moving(&bar))?;
    bar.finish_and_clear();
    for line in rank::problems(&entrants, &ranked.tallies) {
        note!("{line}");
    }
    if arguments.json {
        return print_json(&TalliesReport {
            ranks: Some(&ranked.groups),
            players: tallied(&entrants, &ranked.tallies),
            failed_on_import: failed(&entrants),
        });
    }
    let rows: Vec<Vec<String>> = (0..)
        .zip(&ranked.groups)
        .flat_map(|(rank, group)| group.iter().map(move |&number| (rank, number)))
        .filter_map(|(rank, number): (u32, u16)| {
            let place = entrants.players.iter().position(|e| e.number == number)?;
            let tally = &ranked.tallies[place];
            Some(vec![
                rank.to_string(),
                number.to_string(),
                entrants.players[place].name.clone(),
                if tally.banned {
                    "banned".to_owned()
                } else {
                    tally.won.to_string()
                },
            ])
        })
        .collect();
    let heads = ["rank", "player", "name", "games won"];
    print(&table(&heads, &rows))
}
