//! A load generator: measures how much a hall can take over the network.
//!
//! The hall runs in a process of its own, on an SQLite file. So does the bare echo
//! server that it is compared with.

mod line;
mod process;
mod report;
mod tables;
mod watch;

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use futures_util::{StreamExt, stream};
use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::runtime::Runtime;
use tokio::time::Instant;

use process::{Disk, Folder, Server, echo};
use report::{Latencies, Measured, Watchers};
use tables::{Pace, Pair, Table};
use watch::{Habit, Traffic};

pub use line::Line;
pub use report::Figures;

/// The load to put on a hall.
#[derive(Clone, Debug)]
pub struct Load {
    /// Idle connections.
    pub idle: usize,
    /// Tables with two players each.
    pub tables: u64,
    /// Moves per second, at all tables together.
    pub rate: u64,
    /// How long to make moves.
    pub seconds: u64,
    /// Also measure watchers that fetch the table after every event, as clients of
    /// version 0.1 did.
    pub fetch: bool,
}

/// How many connections to open at the same time.
const AT_ONCE: usize = 64;
/// How many tables get watchers.
const WATCHED: usize = 50;
/// The path of the hall's WebSocket.
const SOCKET: &str = "/api/v1/ws";

/// Puts a load on a hall that `program` serves, in a process of its own. Reports
/// progress through `say`.
pub fn measure(program: &Path, load: &Load, say: impl Fn(String)) -> Result<Figures> {
    make_room(load)?;
    let measured = runtime()?.block_on(measure_all(program, load, say))?;
    Ok(Figures::of(load, &measured))
}

/// Runs the echo server for the comparison: `hall bench server --echo`.
pub fn serve_echo() -> Result<()> {
    runtime()?.block_on(echo())
}

fn runtime() -> Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start threads")
}

async fn measure_all(program: &Path, load: &Load, say: impl Fn(String)) -> Result<Measured> {
    let folder = Folder::make()?;
    let hall = Server::hall(program, &folder)?;

    say(format!("{} idle connections", load.idle));
    let before = hall.memory()?;
    let idle = idle(hall.address, load.idle).await?;
    let memory = [before, hall.memory()?];
    idle.into_iter().for_each(|task| task.abort());

    say(format!("{} tables are made", load.tables));
    let games = (0..load.tables).map(|number| Table::make(hall.address, number));
    let mut games = all(games).await?;
    let server = Server::echo(program)?;
    let pairs = (0..load.tables).map(|number| Pair::connect(server.address, number));
    let mut pairs = all(pairs).await?;
    let disk = Disk::prepare(&folder)?;
    let (mut moves, mut echoes, mut syncs) = (Vec::new(), Vec::new(), Vec::new());
    let mut worked = Duration::ZERO;
    for slice in slices(load.seconds) {
        say(format!("moves and echoes for {} s each", load.seconds));
        let pace = Pace::of(load, slice);
        let before = hall.worked()?;
        games = together(games, pace, Table::play, &mut moves).await?;
        worked += hall.worked()? - before;
        pairs = together(pairs, pace, Pair::play, &mut echoes).await?;
        syncs.extend(tokio::task::block_in_place(|| disk.measure(slice / 4))?);
    }
    say("moves with watchers".to_owned());
    let watchers = watchers(games, load.habits()).await?;
    Ok(Measured {
        memory,
        arrivals: Latencies::of(moves.iter().map(|[_, reached]| *reached).collect())?,
        moves: Latencies::of(moves.iter().map(|[sent, _]| *sent).collect())?,
        echoes: Latencies::of(echoes.iter().map(|[sent, _]| *sent).collect())?,
        syncs: Latencies::of(syncs)?,
        worked,
        watchers,
    })
}

impl Load {
    fn habits(&self) -> &'static [Habit] {
        if self.fetch {
            &[Habit::Follow, Habit::Fetch]
        } else {
            &[Habit::Follow]
        }
    }
}

/// The network traffic of watchers. They come after everything else is measured, so
/// they do not affect it.
async fn watchers(mut games: Vec<Table>, habits: &[Habit]) -> Result<Watchers> {
    games.truncate(WATCHED);
    let connections = games.len();
    let traffic = all(games.into_iter().map(|game| game.play_watched(habits))).await?;
    let of = |habit: usize| {
        let traffic = traffic.iter().filter_map(|each| each.get(habit).copied());
        Traffic::sum(traffic).per_move()
    };
    Ok(Watchers {
        connections,
        following: of(0),
        fetching: habits.contains(&Habit::Fetch).then(|| of(1)),
    })
}

/// Raises the limit of open files for this process and those it starts, so that it
/// allows all connections.
fn make_room(load: &Load) -> Result<()> {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit)?;
    let needed = load.idle.max(4 * load.tables as usize) + 200;
    match limit.maximum {
        Some(most) if most < needed as u64 => bail!(
            "this needs {needed} open files, and a process may have {most}: ask for less, or \
             raise the limit (ulimit -Hn)"
        ),
        _ => Ok(()),
    }
}

/// Opens connections that only answer pings.
async fn idle(address: SocketAddr, connections: usize) -> Result<Vec<tokio::task::JoinHandle<()>>> {
    let lines = (0..connections).map(|_| async move {
        let mut line = Line::connect(address, SOCKET, None).await?;
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

/// Completes all of this work, a limited number of items at a time.
async fn all<T>(work: impl Iterator<Item = impl Future<Output = Result<T>>>) -> Result<Vec<T>> {
    let done: Vec<Result<T>> = stream::iter(work).buffer_unordered(AT_ONCE).collect().await;
    done.into_iter().collect()
}

/// Splits this many seconds into parts of at most two.
fn slices(seconds: u64) -> impl Iterator<Item = Duration> {
    (0..seconds)
        .step_by(2)
        .map(move |from| Duration::from_secs((seconds - from).min(2)))
}

/// Lets all play at the same time. Adds the times from sending a move to its
/// acknowledgement and to its arrival at the other player.
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

fn ms_since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}
