//! `hall play`: a game in the terminal, or in plain lines.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use catalog::Info;
use dice::Seed;
use picture::Theme;
use protocol::GameData;
use terminal::computers::{Computer, Computers};
use terminal::keep::Keep;
use terminal::paint::{Depth, Paint};
use terminal::plain::Prompt;
use terminal::remote::Remote;
use terminal::saved::Saved;
use terminal::seating::{Seating, clock, computers};
use terminal::session::{Input, Plan, Session};
use terminal::{plain, screen};

use crate::examples;
use crate::house::HouseArguments;
use crate::opening;
use crate::usage::{self, misuse};

#[derive(clap::Args)]
#[command(after_help = examples::fill(EXAMPLES))]
pub struct Arguments {
    /// The id of the game
    #[arg(required_unless_present_any = ["resume", "table"], value_parser = usage::GameParser)]
    game: Option<String>,
    /// The players in the order of the seats: human or human:NAME, a level (random,
    /// weak, medium, strong), an engine with settings, or the path of a program
    /// [default: you against medium]
    #[arg(value_name = "PLAYER")]
    players: Vec<String>,
    /// The player on a seat: N=PLAYER; seats are counted from 0
    #[arg(long, value_name = "N=PLAYER", value_parser = seat)]
    seat: Vec<(u16, String)>,
    /// The player of White, in a game that has this side
    #[arg(long, value_name = "PLAYER")]
    white: Option<String>,
    /// The player of Black, in a game that has this side
    #[arg(long, value_name = "PLAYER")]
    black: Option<String>,
    /// A program as the opponent
    #[arg(long, value_name = "FILE")]
    cpu: Option<PathBuf>,
    /// Your name
    #[arg(long, value_parser = name)]
    name: Option<String>,
    /// Options of the game, as JSON
    #[arg(long, value_name = "JSON", default_value = "{}", value_parser = usage::options)]
    options: GameData,
    /// The position to begin with, in the game's notation
    #[arg(long)]
    position: Option<String>,
    /// The seed of all chance and the computers' dice [default: random]
    #[arg(long)]
    seed: Option<u64>,
    /// Resumes a saved game [without a file: the latest]
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["game", "server", "position"])]
    resume: Option<Option<PathBuf>>,
    /// The file in which the game is saved if you leave it before its end [default: in
    /// your data folder]
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Writes the record of the game at the end, for hall replay
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Plays at a table of a hall: its address, such as http://127.0.0.1:8080
    #[arg(long, value_name = "URL", requires = "table")]
    server: Option<String>,
    /// The table at the hall
    #[arg(long, value_name = "ID", requires = "server")]
    table: Option<String>,
    /// The key of a private table
    #[arg(long, requires = "table")]
    key: Option<String>,
    /// The token by which the hall recognises you
    #[arg(long, env = "HALL_TOKEN", hide_env_values = true, requires = "server")]
    token: Option<String>,
    /// Plain lines in and out, also on a terminal
    #[arg(long)]
    plain: bool,
    /// No colours; so does NO_COLOR
    #[arg(long)]
    no_color: bool,
    /// For a terminal with a light background [default: a dark one]
    #[arg(long)]
    light: bool,
    #[command(flatten)]
    house: HouseArguments,
}

const EXAMPLES: &str = "Examples:
  hall play GAME2                      you against medium
  hall play GAME1 human strong           you are Black, which moves first
  hall play GAME1 --white human --black alphabeta:depth=6
  hall play GAME1 --cpu ./bot            you against a program
  hall play GAME0 human:Ann human:Bo    two at one keyboard
  hall play GAME3 human strong strong --options '{\"size\":8,\"rounds\":20}'
  hall play GAME2 --clock 5m+3s
  hall play --resume
  hall play --server http://127.0.0.1:8080 --table 01a1...
  printf 'MOVE2\\nquit\\n' | hall play GAME2";

/// A name for a player: at least one visible character.
fn name(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a name needs at least one character that can be seen".to_owned()),
        name => Ok(name.to_owned()),
    }
}

/// Checks that a file can be written at the end, so that no game is lost.
fn check_written(flag: &str, file: Option<&Path>) -> Result<()> {
    let Some(file) = file else { return Ok(()) };
    let folder = match file.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => Path::new("."),
    };
    if file.as_os_str().is_empty() || file.is_dir() {
        misuse!("{flag} {}: name a file", file.display());
    }
    if !folder.is_dir() {
        let (file, folder) = (file.display(), folder.display());
        misuse!("{flag} {file}: there is no folder {folder}");
    }
    Ok(())
}

fn seat(text: &str) -> Result<(u16, String), String> {
    let parts = text.split_once('=');
    let parts = parts.and_then(|(seat, player)| Some((seat.trim().parse().ok()?, player.trim())));
    match parts {
        Some((seat, player)) if !player.is_empty() => Ok((seat, player.to_owned())),
        _ => Err("a seat is written N=PLAYER, as in 1=strong".to_owned()),
    }
}

pub fn run(arguments: &Arguments) -> Result<()> {
    check_written("--save", arguments.save.as_deref())?;
    check_written("--record", arguments.record.as_deref())?;
    let (inputs, inbox) = channel();
    let stop = inputs.clone();
    // The terminal sends keys as events, but a signal can also come from elsewhere.
    let _ = ctrlc::set_handler(move || {
        let _ = stop.send(Input::Stop);
    });
    let (mut session, place) = open(arguments, &inputs)?;
    let game = arguments.game.as_deref().unwrap_or("game");
    let keep = Keep {
        file: arguments.save.clone().or_else(|| usual_file(game)),
        record: arguments.record.clone(),
    };
    let on_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if arguments.plain || !on_terminal {
        return in_lines(&mut session, &inputs, &inbox, &keep);
    }
    let theme = if arguments.light {
        Theme::Light
    } else {
        Theme::Dark
    };
    let mut paint = Paint::of_terminal(theme);
    if arguments.no_color {
        paint.depth = Depth::None;
    }
    let lines = screen::play(&mut session, &inputs, &inbox, paint, &keep, place)?;
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn in_lines(
    session: &mut Session,
    inputs: &Sender<Input>,
    inbox: &Receiver<Input>,
    keep: &Keep,
) -> Result<()> {
    plain::listen(inputs.clone())?;
    let prompt = if io::stdin().is_terminal() {
        Prompt::Open
    } else {
        Prompt::Line
    };
    let mut out = io::stdout().lock();
    match plain::play(session, inbox, &mut out, keep, prompt) {
        // The reader of our output has closed it: that is not an error.
        Err(terminal::PlayError::Terminal(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(())
        }
        played => Ok(played?),
    }
}

/// The requested table and its hall.
fn open(arguments: &Arguments, inputs: &Sender<Input>) -> Result<(Session, Option<String>)> {
    if let (Some(url), Some(table)) = (&arguments.server, &arguments.table) {
        // A link has the key behind it: /t/TABLE#KEY.
        let table = table.rsplit("/t/").next().unwrap_or(table);
        let (table, in_link) = match table.split_once('#') {
            Some((table, key)) => (table, Some(key.to_owned())),
            None => (table, None),
        };
        let key = arguments.key.clone().or(in_link);
        let name = arguments.name.as_deref();
        let remote = Remote::open(url, arguments.token.clone(), name, inputs.clone())
            .with_context(|| format!("--server {url}"))?;
        let session = Session::join(remote, table.to_owned(), key);
        return Ok((session, Some(url.clone())));
    }
    if let Some(file) = &arguments.resume {
        let file = match file {
            Some(file) => file.clone(),
            None => last_kept().context("no game is kept; name a file")?,
        };
        let saved = Saved::read(&file)?;
        let seats = seatings(&saved.game, &saved.players)?;
        let (_, others) = computers(&saved.game, &seats);
        let names: Vec<String> = others.keys().cloned().collect();
        let computers = thinkers(arguments, &seats, others, inputs)?;
        let session = Session::resume(&saved, seed(arguments)?, computers, &names)?;
        return Ok((session, None));
    }
    let game = arguments.game.as_deref().unwrap_or_default();
    Ok((begin(arguments, game, inputs)?, None))
}

fn begin(arguments: &Arguments, game: &str, inputs: &Sender<Input>) -> Result<Session> {
    let mut options = arguments.options.clone();
    if let Some(position) = &arguments.position
        && !opening::start_from(game, position, &mut options)
    {
        misuse!("--position: {game} always begins the same way");
    }
    let named = named(arguments, game)?;
    let wanted = if named.is_empty() { 2 } else { named.len() };
    if wanted > 2 || catalog::info(game).is_some_and(Info::seats_any_number) {
        opening::choose_seats(game, wanted, &mut options);
    }
    let opened =
        catalog::open(game, &options).map_err(opening::pointed(arguments.position.as_deref()))?;
    let count = opened.seats();
    let typed = seats(&named, count)?;
    let seats = seatings(game, &typed)?;
    let (names, others) = computers(game, &seats);
    let people = seats
        .iter()
        .enumerate()
        .filter_map(|(seat, who)| match who {
            Seating::Person(name) => Some((seat as u16, name.clone())),
            _ => None,
        });
    let people: Vec<(u16, Option<String>)> = people.collect();
    let alone = people.len() == 1;
    let people = people
        .into_iter()
        .enumerate()
        .map(|(number, (seat, name))| {
            let own = arguments.name.clone().filter(|_| number == 0);
            let usual = if alone {
                "You".to_owned()
            } else {
                format!("Player {}", number + 1)
            };
            (seat, name.or(own).unwrap_or(usual))
        });
    let plan = Plan {
        game: game.to_owned(),
        options,
        clock: clock(arguments.house.clock).map_err(anyhow::Error::msg)?,
        people: people.collect(),
        computers: names,
        typed,
        seed: seed(arguments)?,
    };
    let known: Vec<String> = others.keys().cloned().collect();
    let computers = thinkers(arguments, &seats, others, inputs)?;
    Ok(Session::begin(&plan, computers, &known)?)
}

fn seed(arguments: &Arguments) -> Result<Seed> {
    Ok(match arguments.seed {
        Some(number) => Seed::from_number(number),
        None => {
            let mut bytes = [0; 32];
            let mut filled = 0;
            while filled < bytes.len() {
                let rest = &mut bytes[filled..];
                filled += rustix::rand::getrandom(rest, rustix::rand::GetRandomFlags::empty())
                    .context("the system gives no random numbers")?;
            }
            Seed::from_bytes(bytes)
        }
    })
}

fn thinkers(
    arguments: &Arguments,
    seats: &[Seating],
    others: BTreeMap<String, Computer>,
    inputs: &Sender<Input>,
) -> Result<Computers> {
    let programs = seats.iter().any(Seating::is_program);
    let cage = &arguments.house.cage;
    let sandbox = programs.then(|| cage.open()).transpose()?;
    Ok(Computers::new(
        others,
        sandbox,
        cage.limits(),
        inputs.clone(),
    ))
}

/// The named player of each seat; `None` for other seats.
fn named(arguments: &Arguments, game: &str) -> Result<Vec<Option<String>>> {
    let mut seats: Vec<Option<String>> = arguments.players.iter().cloned().map(Some).collect();
    let mut put = |seat: u16, player: String| -> Result<()> {
        let at = usize::from(seat);
        if at > 4096 {
            misuse!("there is no seat {seat}");
        }
        if seats.len() <= at {
            seats.resize(at + 1, None);
        }
        if let Some(there) = &seats[at] {
            misuse!("seat {seat} is named twice: {there} and {player}");
        }
        seats[at] = Some(player);
        Ok(())
    };
    for (seat, player) in &arguments.seat {
        put(*seat, player.clone())?;
    }
    for (colour, player) in [("white", &arguments.white), ("black", &arguments.black)] {
        let Some(player) = player else { continue };
        let Some(seat) = seat_named(game, colour)? else {
            misuse!("--{colour}: {game} has no side of this name; say --seat N=PLAYER");
        };
        put(seat, player.clone())?;
    }
    if let Some(path) = &arguments.cpu {
        let path = path.to_string_lossy();
        // A name without a path is a file here, not a built-in player.
        let path = if path.contains('/') {
            path.into_owned()
        } else {
            format!("./{path}")
        };
        let free = (0..2).find(|&seat| {
            let person = |seat: usize| {
                let who = seats.get(seat).and_then(Option::as_ref);
                who.is_none_or(|who| who.starts_with("human"))
            };
            seats.get(usize::from(seat)).is_none_or(Option::is_none)
                && person(usize::from(1 - seat))
                && (seat == 1 || seats.get(1).is_some_and(Option::is_some))
        });
        let free = free.context("--cpu: no seat is left for the program")?;
        put_at(&mut seats, free, path);
    }
    Ok(seats)
}

fn put_at(seats: &mut Vec<Option<String>>, seat: u16, player: String) {
    let at = usize::from(seat);
    if seats.len() <= at {
        seats.resize(at + 1, None);
    }
    seats[at] = Some(player);
}

/// The seat of a side with this name.
fn seat_named(game: &str, side: &str) -> Result<Option<u16>> {
    let game = catalog::open(game, &GameData::NULL)?;
    let mut seats = 0..game.seats();
    Ok(seats.find(|&seat| {
        let name = game.seat_name(game::Seat(seat));
        name.eq_ignore_ascii_case(side)
    }))
}

/// The player of each seat. If you are not named, you take the first open seat; the
/// computer takes the rest.
fn seats(named: &[Option<String>], count: u16) -> Result<Vec<String>> {
    if named.len() > usize::from(count) {
        misuse!("the game has {count} seats, and {} are named", named.len());
    }
    let mut seats: Vec<Option<String>> = named.to_vec();
    seats.resize(usize::from(count), None);
    let is_human = |who: &String| who == "human" || who.starts_with("human:");
    let has_person = seats.iter().flatten().any(is_human);
    if !has_person && let Some(free) = seats.iter_mut().find(|seat| seat.is_none()) {
        *free = Some("human".to_owned());
    }
    let filled = seats.into_iter();
    Ok(filled
        .map(|seat| seat.unwrap_or_else(|| "medium".to_owned()))
        .collect())
}

fn seatings(game: &str, typed: &[String]) -> Result<Vec<Seating>> {
    let seats = typed.iter().map(|text| Seating::read(game, text));
    Ok(seats.collect::<Result<_, _>>()?)
}

/// The folder of saved games.
fn usual_folder() -> Option<PathBuf> {
    let folder = crate::serve::usual_folder().ok()?;
    Some(folder.join("games"))
}

fn usual_file(game: &str) -> Option<PathBuf> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    Some(usual_folder()?.join(format!("{game}-{}.json", since.as_secs())))
}

/// The game that was saved last.
fn last_kept() -> Option<PathBuf> {
    let files = std::fs::read_dir(usual_folder()?).ok()?;
    let files = files.flatten().map(|entry| entry.path());
    let games = files.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    games.max_by_key(|path| changed(path))
}

fn changed(path: &Path) -> Option<SystemTime> {
    path.metadata().ok()?.modified().ok()
}
