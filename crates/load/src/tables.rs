//! Random games, at tables of the hall and over the echo server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use catalog::{AnyGame, AnyPending, AnyState, AnyStep};
use dice::Quick;
use game::{Dice, Seat};
use protocol::rest::NewTableBody;
use protocol::{
    ClientMessage, ClientRequest, Done, GameData, NewTable, PublicChange, Request, ServerMessage,
    TableChange,
};
use terminal::http::Host;
use tokio::time::{Instant, sleep_until};

use crate::line::Line;
use crate::watch::{Habit, Traffic, Watcher};
use crate::{Load, SOCKET, ms_since};

/// The game to play.
const GAME: &str = catalog::USUAL.id;
/// How many moves are watched at a table.
const WATCHED_MOVES: usize = 20;

/// When to make moves.
#[derive(Clone, Copy)]
pub struct Pace {
    from: Instant,
    until: Instant,
    /// The time between two moves at one table.
    every: Duration,
}

impl Pace {
    /// The pace that gives the wanted rate of moves.
    pub fn of(load: &Load, time: Duration) -> Pace {
        let now = Instant::now();
        Pace {
            from: now,
            until: now + time,
            every: Duration::from_secs_f64(load.tables as f64 / load.rate as f64),
        }
    }

    /// The same pace, starting shortly from now.
    pub fn starting_now(self) -> Pace {
        let from = Instant::now() + Duration::from_millis(100);
        Pace {
            from,
            until: from + (self.until - self.from),
            ..self
        }
    }

    /// When this table makes its first move: tables are spread over time at random.
    fn first(&self, dice: &mut Quick) -> Instant {
        self.from + self.every.mul_f64(f64::from(dice.below(1000)) / 1000.0)
    }
}

/// A random game.
struct Game {
    game: Arc<dyn AnyGame>,
    state: AnyState,
    turn: u64,
    dice: Quick,
}

impl Game {
    fn new(number: u64) -> Result<Game> {
        let game: Arc<dyn AnyGame> = catalog::open(GAME, &GameData::NULL)?.into();
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

    /// The player to move and the move; `None` at the end of the game.
    fn next(&mut self) -> Option<(usize, String)> {
        let AnyPending::Choose(seats) = self.game.pending(&self.state) else {
            return None;
        };
        let seat = seats.iter().next()?;
        let action = self.game.propose(&self.state, seat, &mut self.dice);
        Some((seat.index(), action))
    }

    fn request(&self, action: &str) -> Request {
        Request::Move {
            turn: self.turn,
            action: action.to_owned(),
        }
    }

    fn play(&mut self, seat: usize, action: String) -> Result<()> {
        let step = AnyStep::Act(vec![(Seat(seat as u16), action)]);
        self.game.play(&mut self.state, &step)?;
        self.turn += 1;
        Ok(())
    }
}

/// A game between two connections.
pub struct Table {
    address: SocketAddr,
    host: Host,
    tokens: [String; 2],
    lines: [Line; 2],
    table: String,
    next_id: u64,
    game: Game,
}

impl Table {
    /// Creates a table for two new people.
    pub async fn make(address: SocketAddr, number: u64) -> Result<Table> {
        let host = Host::of(&format!("http://{address}"))?;
        let tokens = [
            host.newcomer(Some("Ann")).await?,
            host.newcomer(Some("Bob")).await?,
        ];
        let lines = [
            Line::connect(address, SOCKET, Some(&tokens[0])).await?,
            Line::connect(address, SOCKET, Some(&tokens[1])).await?,
        ];
        let mut table = Table {
            address,
            host,
            tokens,
            lines,
            table: String::new(),
            next_id: 0,
            game: Game::new(number)?,
        };
        table.sit_down().await?;
        Ok(table)
    }

    async fn sit_down(&mut self) -> Result<()> {
        let new = NewTable {
            seat: Some(0),
            ..NewTable::of(GAME)
        };
        let made: NewTableBody = self.host.post("/tables", &self.tokens[0], &new).await?;
        self.table = made.table;
        for seat in 0..2 {
            let table = self.table.clone();
            self.ask(seat, watch(table)).await?;
        }
        for (seat, request) in [
            (1, join()),
            (1, Request::Sit { seat: 1 }),
            (0, Request::Ready { ready: true }),
            (1, Request::Ready { ready: true }),
        ] {
            self.command(seat, request).await?;
        }
        self.game.begin();
        Ok(())
    }

    /// Starts another game once this one is over.
    async fn again(&mut self) -> Result<()> {
        for seat in 0..2 {
            let table = self.table.clone();
            self.ask(seat, ClientRequest::Unwatch { table }).await?;
        }
        self.sit_down().await
    }

    async fn command(&mut self, seat: usize, request: Request) -> Result<Done> {
        let table = self.table.clone();
        self.ask(seat, ClientRequest::Command { table, request })
            .await
    }

    async fn ask(&mut self, seat: usize, request: ClientRequest) -> Result<Done> {
        self.next_id += 1;
        let message = ClientMessage::new(self.next_id, request);
        self.lines[seat].send(&message).await?;
        loop {
            match self.lines[seat].next().await? {
                ServerMessage::Refused { reason, .. } => bail!("{}: {reason}", message.text()),
                ServerMessage::Ok { id, done } if id == self.next_id => return Ok(done),
                _ => {}
            }
        }
    }

    /// Plays at this pace. Returns for each move the times until it was acknowledged
    /// and until it reached the other player.
    pub async fn play(mut self, pace: Pace) -> Result<(Table, Vec<[f64; 2]>)> {
        let mut next = pace.first(&mut self.game.dice);
        let mut latencies = Vec::new();
        while next < pace.until {
            let Some((seat, action)) = self.game.next() else {
                self.again().await?;
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

    /// Plays as fast as possible, with one watcher of each habit. Returns their network
    /// traffic.
    pub async fn play_watched(mut self, habits: &[Habit]) -> Result<Vec<Traffic>> {
        let mut watchers = Vec::new();
        for habit in habits {
            watchers.push(Watcher::new(self.address, *habit, &self.table).await?);
        }
        for _ in 0..WATCHED_MOVES {
            let (seat, action) = match self.game.next() {
                Some(next) => next,
                None => {
                    self.again().await?;
                    for watcher in &mut watchers {
                        watcher.watch(&self.table).await?;
                    }
                    self.game.next().context("a new game has a first move")?
                }
            };
            let done = self.command(seat, self.game.request(&action)).await?;
            let seq = done.seq.context("a move has a number")?;
            self.told(1 - seat).await?;
            self.game.play(seat, action)?;
            for watcher in &mut watchers {
                watcher.moved(seq).await?;
            }
        }
        Ok(watchers.iter().map(Watcher::traffic).collect())
    }

    /// Waits until a player hears of the other's move. It heard of its own before they
    /// were acknowledged.
    async fn told(&mut self, seat: usize) -> Result<()> {
        loop {
            if let ServerMessage::Event { event, .. } = self.lines[seat].next().await?
                && matches!(
                    event.change,
                    TableChange::Public(PublicChange::Stepped { .. })
                )
            {
                return Ok(());
            }
        }
    }
}

fn watch(table: String) -> ClientRequest {
    ClientRequest::Watch {
        table,
        key: None,
        after: None,
        bot: false,
    }
}

fn join() -> Request {
    Request::Join {
        name: String::new(),
        program: false,
        key: None,
    }
}

/// Two connections to the echo server, which play like those of a table.
pub struct Pair {
    lines: [Line; 2],
    next_id: u64,
    game: Game,
}

impl Pair {
    /// Connects to the echo server.
    pub async fn connect(address: SocketAddr, number: u64) -> Result<Pair> {
        let lines = [
            Line::connect(address, "/", None).await?,
            Line::connect(address, "/", None).await?,
        ];
        Ok(Pair {
            lines,
            next_id: 0,
            game: Game::new(number)?,
        })
    }

    /// Plays at this pace. Returns the time until each move came back.
    pub async fn play(mut self, pace: Pace) -> Result<(Pair, Vec<[f64; 2]>)> {
        let mut next = pace.first(&mut self.game.dice);
        let mut latencies = Vec::new();
        while next < pace.until {
            let Some((seat, action)) = self.game.next() else {
                self.game.begin();
                continue;
            };
            self.next_id += 1;
            let request = ClientRequest::Command {
                // As long as a table's id.
                table: "0".repeat(32),
                request: self.game.request(&action),
            };
            let message = ClientMessage::new(self.next_id, request);
            sleep_until(next).await;
            let start = Instant::now();
            self.lines[seat].send(&message).await?;
            let echo = self.lines[seat].text().await?;
            if ClientMessage::read(&echo).is_err() {
                bail!("the echo is no echo: {echo}");
            }
            latencies.push([ms_since(start); 2]);
            self.game.play(seat, action)?;
            next = (next + pace.every).max(start);
        }
        Ok((self, latencies))
    }
}
