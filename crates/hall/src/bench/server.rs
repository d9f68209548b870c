//! `hall bench server`: what the hall stands over the network.
//!
//! The hall runs in a process of its own, on an SQLite file, and so does the bare
//! echo server that it is compared with.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use catalog::{AnyGame, AnyState, AnyStep};
use dice::Quick;
use futures_util::{SinkExt, StreamExt, stream};
use game::{Dice, Seat};
use indicatif::ProgressBar;
use rustix::process::{Resource, getrlimit, setrlimit};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep_until};

use super::client::{Line, call, newcomer};

/// Measures the hall over the network: idle connections, and games at a steady pace
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Connections that do nothing
    #[arg(long, value_name = "NUMBER", default_value_t = 1000, value_parser = crate::usage::count(0..=1_000_000))]
    idle: usize,
    /// Tables with two players each
    #[arg(long, value_name = "NUMBER", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    tables: u64,
    /// Moves per second at all tables together
    #[arg(long, value_name = "NUMBER", default_value_t = 150, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    rate: u64,
    /// How long moves are made
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
    /// Only echoes, for the comparison
    #[arg(long, hide = true)]
    echo: bool,
}

const EXAMPLES: &str =
    "Every move is acknowledged only when it is on the disk. The latency is that \
from sending a move to its acknowledgement. Beside it stands that of a server which only echoes: the \
same players send it the same moves at the same pace over as many connections. And beside that stands \
how long the disk takes for 4 KiB, below which no durable move can be. The three take turns every two \
seconds, so whatever else the machine does meets all of them.

Examples:
  hall bench server
  hall bench server --idle 10000 --tables 2000 --rate 1500 --seconds 30";

/// Connections that are opened at the same time.
const AT_ONCE: usize = 64;

pub fn run(arguments: &Arguments) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start threads")?;
    match arguments.echo {
        true => runtime.block_on(echo()),
        false => runtime.block_on(measure(arguments)),
    }
}

async fn measure(arguments: &Arguments) -> Result<()> {
    make_room(arguments)?;
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(200));
    let say = |what: String| bar.set_message(what);
    let folder = Folder::make()?;
    let hall = Server::hall(&folder)?;

    say(format!("{} idle connections", arguments.idle));
    let before = hall.memory()?;
    let idle = idle(hall.address, arguments.idle).await?;
    let with = hall.memory()?;
    idle.into_iter().for_each(|task| task.abort());

    say(format!("{} tables are made", arguments.tables));
    let games = (0..arguments.tables).map(|number| Table::make(hall.address, number));
    let mut games = all(games).await?;
    let server = Server::echo()?;
    let pairs = (0..arguments.tables).map(|number| Pair::connect(server.address, number));
    let mut pairs = all(pairs).await?;
    let disk = Disk::prepare(&folder)?;
    let (mut moves, mut echoes, mut syncs) = (Vec::new(), Vec::new(), Vec::new());
    let mut worked = Duration::ZERO;
    for slice in slices(arguments.seconds) {
        say(format!("moves and echoes for {} s each", arguments.seconds));
        let pace = Pace::of(arguments, slice);
        let before = hall.worked()?;
        games = together(games, pace, Table::play, &mut moves).await?;
        worked += hall.worked()? - before;
        pairs = together(pairs, pace, Pair::play, &mut echoes).await?;
        syncs.extend(tokio::task::block_in_place(|| disk.measure(slice / 4))?);
    }
    drop((games, pairs, hall, server));
    bar.finish_and_clear();
    let arrivals = Latencies::of(moves.iter().map(|[_, reached]| *reached).collect())?;
    let moves = Latencies::of(moves.iter().map(|[sent, _]| *sent).collect())?;
    let echoes = Latencies::of(echoes.iter().map(|[sent, _]| *sent).collect())?;
    let syncs = Latencies::of(syncs)?;
    let least = echoes.plus(&syncs);

    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: Vec<f64> = load
        .split_whitespace()
        .take(3)
        .filter_map(|number| number.parse().ok())
        .collect();
    let ratio = moves.p99() / echoes.p99();
    let durable_ratio = moves.p99() / least.p99();
    let each = (with - before) as f64 / arguments.idle.max(1) as f64;
    let per_second = moves.0.len() as f64 / arguments.seconds as f64;
    let work_each = worked.as_secs_f64() * 1e3 / moves.0.len() as f64;
    let mut out = io::stdout().lock();
    if arguments.json {
        let figures = json!({
            "idle": {"connections": arguments.idle, "memory_before": before, "memory_with": with, "bytes_each": each.round()},
            "games": {
                "tables": arguments.tables, "players": 2 * arguments.tables,
                "moves": moves.0.len(), "wanted_per_second": arguments.rate, "moves_per_second": per_second,
                "processor_ms_each": work_each,
                "acknowledged_ms": moves.json(), "opponent_told_ms": arrivals.json(),
            },
            "echo": {"connections": 2 * arguments.tables, "echoed_ms": echoes.json()},
            "disk": {"synced_ms": syncs.json()},
            "echo_and_disk_ms": least.json(),
            "p99_ratio": ratio,
            "p99_ratio_with_disk": durable_ratio,
            "load": load,
        });
        writeln!(out, "{figures}")?;
        return Ok(());
    }
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    writeln!(
        out,
        "{} idle connections: the hall takes {:.1} MiB, {:.1} MiB without them; {:.1} KiB each",
        arguments.idle,
        mib(with),
        mib(before),
        each / 1024.0
    )?;
    writeln!(
        out,
        "{} tables, {} players: {per_second:.0} durable moves per second of {} wanted; a move is \
         {work_each:.2} ms of the hall's processor time",
        arguments.tables,
        2 * arguments.tables,
        arguments.rate
    )?;
    let head = ["ms", "p50", "p99", "longest"];
    writeln!(
        out,
        "{:<28} {:>9} {:>9} {:>9}",
        head[0], head[1], head[2], head[3]
    )?;
    for (what, latencies) in [
        ("move to acknowledgement", &moves),
        ("move to opponent", &arrivals),
        ("bare echo", &echoes),
        ("4 KiB to the disk", &syncs),
        ("echo, then 4 KiB to the disk", &least),
    ] {
        writeln!(
            out,
            "{what:<28} {:>9.2} {:>9.2} {:>9.2}",
            latencies.at(0.5),
            latencies.p99(),
            latencies.at(1.0)
        )?;
    }
    writeln!(
        out,
        "p99 of a move is {ratio:.1} times that of an echo, {durable_ratio:.1} times that of an echo \
         and one write to the disk"
    )?;
    let load: Vec<String> = load.iter().map(f64::to_string).collect();
    writeln!(out, "load of the machine: {}", load.join(" "))?;
    Ok(())
}

/// Lets this process and those it starts have as many connections as needed.
fn make_room(arguments: &Arguments) -> Result<()> {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit)?;
    let needed = arguments.idle.max(4 * arguments.tables as usize) + 200;
    match limit.maximum {
        Some(most) if most < needed as u64 => bail!(
            "this needs {needed} open files, and a process may have {most}: ask for less, or \
             raise the limit (ulimit -Hn)"
        ),
        _ => Ok(()),
    }
}

/// A folder that is gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn make() -> Result<Folder> {
        let name = format!("hall-bench-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server in a process of its own.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn hall(folder: &Folder) -> Result<Server> {
        let many = "1000000";
        let mut command = Command::new(std::env::current_exe()?);
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "error"])
            .args([
                "--burst",
                many,
                "--per-second",
                many,
                "--max-requests",
                many,
            ])
            .args(["--max-identities", many, "--max-tables", many])
            .args(["--max-connections", "100000", "--data"])
            .arg(&folder.0);
        Server::start(command)
    }

    fn echo() -> Result<Server> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["bench", "server", "--echo"]);
        Server::start(command)
    }

    fn start(mut command: Command) -> Result<Server> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let said = child.stdout.take().context("it says nothing")?;
        let mut line = String::new();
        BufReader::new(said).read_line(&mut line)?;
        let address = line.trim().trim_end_matches('/').rsplit('/').next();
        let address = address.and_then(|address| address.parse().ok());
        let address = address.with_context(|| format!("the server said {line:?}"))?;
        Ok(Server { child, address })
    }

    /// What it has in memory, in bytes.
    fn memory(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        Ok(kib.context("/proc does not say how much memory the hall uses")? << 10)
    }

    /// How long processors have worked for it.
    fn worked(&self) -> Result<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name before it may hold anything; then the state and ten numbers come
        // before the time as a program and the time in the kernel.
        let numbers = stat.rsplit(')').next().unwrap_or_default();
        let numbers = numbers.split_whitespace().skip(11).take(2);
        let ticks: u64 = numbers.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
        let each = rustix::param::clock_ticks_per_second();
        Ok(Duration::from_secs_f64(ticks as f64 / each as f64))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Echoes whatever comes.
async fn echo() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    {
        let mut out = io::stdout().lock();
        writeln!(out, "http://{}/", listener.local_addr()?)?;
        out.flush()?;
    }
    loop {
        let (stream, _) = listener.accept().await?;
        tokio::spawn(echoes(stream));
    }
}

async fn echoes(stream: TcpStream) -> Result<()> {
    stream.set_nodelay(true)?;
    let mut socket = tokio_tungstenite::accept_async(stream).await?;
    while let Some(message) = socket.next().await {
        let message = message?;
        if message.is_text() {
            socket.send(message).await?;
        }
    }
    Ok(())
}

/// Connects and does nothing but answer pings.
async fn idle(address: SocketAddr, connections: usize) -> Result<Vec<tokio::task::JoinHandle<()>>> {
    let lines = (0..connections).map(|_| async move {
        let mut line = Line::connect(address, "/api/v1/ws", "").await?;
        line.next().await?;
        Ok(tokio::spawn(
            async move { while line.next().await.is_ok() {} },
        ))
    });
    let tasks: Vec<Result<_>> = stream::iter(lines)
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    let tasks = tasks.into_iter().collect::<Result<Vec<_>>>()?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let gone = tasks.iter().filter(|task| task.is_finished()).count();
    match gone {
        0 => Ok(tasks),
        _ => bail!("{gone} of {connections} connections were cut off"),
    }
}

/// Does so many things at the same time, and all of them.
async fn all<T>(work: impl Iterator<Item = impl Future<Output = Result<T>>>) -> Result<Vec<T>> {
    let done: Vec<Result<T>> = stream::iter(work).buffer_unordered(AT_ONCE).collect().await;
    done.into_iter().collect()
}

/// So many seconds in parts of two at most.
fn slices(seconds: u64) -> impl Iterator<Item = Duration> {
    (0..seconds)
        .step_by(2)
        .map(move |from| Duration::from_secs((seconds - from).min(2)))
}

/// When moves are made.
#[derive(Clone, Copy)]
struct Pace {
    from: Instant,
    until: Instant,
    /// From one move to the next at one table.
    every: Duration,
}

impl Pace {
    fn of(arguments: &Arguments, time: Duration) -> Pace {
        let now = Instant::now();
        Pace {
            from: now,
            until: now + time,
            every: Duration::from_secs_f64(arguments.tables as f64 / arguments.rate as f64),
        }
    }

    /// The same from now on; with a moment to begin in.
    fn starting_now(self) -> Pace {
        let from = Instant::now() + Duration::from_millis(100);
        Pace {
            from,
            until: from + (self.until - self.from),
            ..self
        }
    }

    /// When this table makes its first move: they take turns.
    fn first(&self, dice: &mut Quick) -> Instant {
        self.from + self.every.mul_f64(f64::from(dice.below(1000)) / 1000.0)
    }
}

/// Lets all play at the same time. Adds how long it took until what they sent was
/// answered, and until it reached the other player.
async fn together<T, F>(
    all: Vec<T>,
    pace: Pace,
    play: fn(T, Pace) -> F,
    latencies: &mut Vec<[f64; 2]>,
) -> Result<Vec<T>>
where
    F: Future<Output = Result<(T, Vec<[f64; 2]>)>> + Send + 'static,
    T: Send + 'static,
{
    let pace = pace.starting_now();
    let tasks: Vec<_> = all
        .into_iter()
        .map(|one| tokio::spawn(play(one, pace)))
        .collect();
    let mut players = Vec::new();
    for task in tasks {
        let (player, took) = task.await??;
        latencies.extend(took);
        players.push(player);
    }
    Ok(players)
}

/// A file in the folder of the hall that is written over and over.
struct Disk(File);

/// What is written at once: a page of the hall's file.
const PAGE: usize = 4096;
/// How many of them the file has.
const PAGES: u64 = 1024;

impl Disk {
    fn prepare(folder: &Folder) -> Result<Disk> {
        let mut file = File::create(folder.0.join("disk"))?;
        for _ in 0..PAGES {
            file.write_all(&[1; PAGE])?;
        }
        file.sync_all()?;
        Ok(Disk(file))
    }

    /// How long it takes until a page is on the disk, in milliseconds.
    fn measure(&self, time: Duration) -> Result<Vec<f64>> {
        let until = Instant::now() + time;
        let mut took = Vec::new();
        for at in (0..PAGES).cycle() {
            let start = Instant::now();
            if start >= until {
                break;
            }
            let page = [at as u8; PAGE];
            self.0.write_all_at(&page, at * PAGE as u64)?;
            self.0.sync_data()?;
            took.push(ms_since(start));
        }
        Ok(took)
    }
}

/// Latencies in milliseconds, the shortest first.
struct Latencies(Vec<f64>);

impl Latencies {
    fn of(mut all: Vec<f64>) -> Result<Latencies> {
        if all.is_empty() {
            bail!("nothing was sent in this time: measure for longer, or ask for more moves");
        }
        all.sort_by(f64::total_cmp);
        Ok(Latencies(all))
    }

    fn at(&self, part: f64) -> f64 {
        let last = self.0.len() - 1;
        self.0[(last as f64 * part).round() as usize]
    }

    fn p99(&self) -> f64 {
        self.at(0.99)
    }

    /// One of these and then one of those, by chance.
    fn plus(&self, others: &Latencies) -> Latencies {
        let mut dice = Quick::new(17);
        let mut any = || others.0[dice.below(others.0.len() as u32) as usize];
        let mut sums: Vec<f64> = self.0.iter().map(|one| one + any()).collect();
        sums.sort_by(f64::total_cmp);
        Latencies(sums)
    }

    fn json(&self) -> Value {
        json!({"p50": self.at(0.5), "p99": self.p99(), "longest": self.at(1.0)})
    }
}

fn ms_since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// A game of Brandub by chance.
struct Game {
    game: Arc<dyn AnyGame>,
    state: AnyState,
    turn: u64,
    dice: Quick,
}

impl Game {
    fn new(number: u64) -> Result<Game> {
        let game: Arc<dyn AnyGame> = catalog::open("brandub", &Value::Null)?.into();
        Ok(Game {
            state: game.start(),
            game,
            turn: 1,
            dice: Quick::new(number),
        })
    }

    fn begin(&mut self) {
        self.state = self.game.start();
        self.turn = 1;
    }

    /// Who is to move, and the move; nothing at the end of the game.
    fn next(&mut self) -> Option<(usize, String)> {
        let seat = self.game.view(&self.state, None)["to_act"][0].as_u64()?;
        let action = self
            .game
            .propose(&self.state, Seat(seat as u16), &mut self.dice);
        Some((seat as usize, action))
    }

    fn request(&self, action: &str) -> Value {
        json!({"do": "move", "turn": self.turn, "action": action})
    }

    fn play(&mut self, seat: usize, action: String) -> Result<()> {
        let step = AnyStep::Act(vec![(Seat(seat as u16), action)]);
        self.game.play(&mut self.state, &step)?;
        self.turn += 1;
        Ok(())
    }
}

/// A game between two connections.
struct Table {
    address: SocketAddr,
    cookies: [String; 2],
    lines: [Line; 2],
    table: String,
    next_id: u64,
    game: Game,
}

impl Table {
    async fn make(address: SocketAddr, number: u64) -> Result<Table> {
        let cookies = [
            newcomer(address, "Ann").await?,
            newcomer(address, "Bob").await?,
        ];
        let path = "/api/v1/ws";
        let lines = [
            Line::connect(address, path, &cookies[0]).await?,
            Line::connect(address, path, &cookies[1]).await?,
        ];
        let mut table = Table {
            address,
            cookies,
            lines,
            table: String::new(),
            next_id: 0,
            game: Game::new(number)?,
        };
        table.sit_down().await?;
        Ok(table)
    }

    async fn sit_down(&mut self) -> Result<()> {
        let settings = json!({"game": "brandub", "seat": 0});
        let cookie = &self.cookies[0];
        let made = call(self.address, "POST", "/tables", cookie, Some(&settings)).await?;
        let table = made["table"].as_str().context("a table has an id")?;
        self.table = table.to_owned();
        for seat in 0..2 {
            self.ask(seat, json!({"type": "watch", "table": self.table}))
                .await?;
        }
        for (seat, request) in [
            (1, json!({"do": "join"})),
            (1, json!({"do": "sit", "seat": 1})),
            (0, json!({"do": "ready", "ready": true})),
            (1, json!({"do": "ready", "ready": true})),
        ] {
            self.command(seat, request).await?;
        }
        self.game.begin();
        Ok(())
    }

    async fn command(&mut self, seat: usize, request: Value) -> Result<()> {
        let message = json!({"type": "command", "table": self.table, "request": request});
        self.ask(seat, message).await
    }

    async fn ask(&mut self, seat: usize, mut message: Value) -> Result<()> {
        self.next_id += 1;
        message["id"] = json!(self.next_id);
        self.lines[seat].send(&message).await?;
        loop {
            let told = self.lines[seat].next().await?;
            if told["type"] == "refused" {
                bail!("{message}: {}", told["reason"]);
            }
            if told["type"] == "ok" && told["id"] == self.next_id {
                return Ok(());
            }
        }
    }

    async fn play(mut self, pace: Pace) -> Result<(Table, Vec<[f64; 2]>)> {
        let mut next = pace.first(&mut self.game.dice);
        let mut latencies = Vec::new();
        while next < pace.until {
            let Some((seat, action)) = self.game.next() else {
                let left = self.table.clone();
                for seat in 0..2 {
                    self.ask(seat, json!({"type": "unwatch", "table": left}))
                        .await?;
                }
                self.sit_down().await?;
                continue;
            };
            let request = self.game.request(&action);
            sleep_until(next).await;
            let start = Instant::now();
            self.command(seat, request).await?;
            let acknowledged = ms_since(start);
            self.told(1 - seat).await?;
            latencies.push([acknowledged, ms_since(start)]);
            self.game.play(seat, action)?;
            next = (next + pace.every).max(start);
        }
        Ok((self, latencies))
    }

    /// Waits until a player is told of the other's move. Its own it was told of
    /// before they were acknowledged.
    async fn told(&mut self, seat: usize) -> Result<()> {
        while self.lines[seat].next().await?["event"]["type"] != "stepped" {}
        Ok(())
    }
}

/// Two connections to the echo, which play as those of a table do.
struct Pair {
    lines: [Line; 2],
    next_id: u64,
    game: Game,
}

impl Pair {
    async fn connect(address: SocketAddr, number: u64) -> Result<Pair> {
        let lines = [
            Line::connect(address, "/", "").await?,
            Line::connect(address, "/", "").await?,
        ];
        Ok(Pair {
            lines,
            next_id: 0,
            game: Game::new(number)?,
        })
    }

    async fn play(mut self, pace: Pace) -> Result<(Pair, Vec<[f64; 2]>)> {
        let mut next = pace.first(&mut self.game.dice);
        let mut latencies = Vec::new();
        // As long as the id of a table.
        let table = "0".repeat(32);
        while next < pace.until {
            let Some((seat, action)) = self.game.next() else {
                self.game.begin();
                continue;
            };
            self.next_id += 1;
            let request = self.game.request(&action);
            let mut message = json!({"type": "command", "table": table, "request": request});
            message["id"] = json!(self.next_id);
            sleep_until(next).await;
            let start = Instant::now();
            self.lines[seat].send(&message).await?;
            self.lines[seat].next().await?;
            latencies.push([ms_since(start); 2]);
            self.game.play(seat, action)?;
            next = (next + pace.every).max(start);
        }
        Ok((self, latencies))
    }
}
