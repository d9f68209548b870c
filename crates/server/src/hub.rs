//! The hall: everything that connections and tables share.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use dice::Seed;
use game::message;
use hall_core::limits::Rate;
use hall_core::{
    Computers, ConnectionId, Lobby, LobbyLimits, LobbyOutput, ReplyTo, TableInput, TableLimits,
};
use protocol::message::Unreadable;
use protocol::rest::{AvailablePlayer, Challenge, TableRow};
use protocol::{ClientMessage, ServerMessage};
use store::{Append, IdentityId, Listing, NewEvent, Outcome, Store, TableId};
use table::{Access, Person, Settings, Table};
use tokio::sync::{Notify, Semaphore, mpsc, oneshot};

use crate::assets::Assets;
use crate::bells::Bells;
use crate::computers::Thinkers;
use crate::config::{Config, HouseProgram, Limits};
use crate::contests::Contests;
use crate::identity::{at_table, random};
use crate::limits::Buckets;
use crate::live::{self, Order, text};
use crate::metrics::Metrics;
use crate::outbox::{End, Outbox};
use crate::refused::Refused;
use crate::shown::summary;
use crate::time::{HallTime, Pulse};

/// How many orders may wait at one table.
const ORDERS: usize = 256;
/// How many tables are woken at the same time when the hall starts.
const WOKEN_AT_ONCE: usize = 32;
/// One more identity and one more table are allowed every 10 seconds.
const SLOWLY_MS: f32 = 10_000.0;

/// The hall: everything that connections and tables share.
pub(crate) struct Hub {
    pub store: Store,
    pub limits: Limits,
    pub table_limits: TableLimits,
    pub time: HallTime,
    pub metrics: Arc<Metrics>,
    pub thinkers: Thinkers,
    pub computers: Arc<Computers>,
    pub programs: Vec<HouseProgram>,
    pub sandbox: Option<sandbox::Sandbox>,
    pub program_limits: sandbox::Limits,
    pub running_programs: Arc<Semaphore>,
    /// Permits for connections of all kinds.
    pub connections: Arc<Semaphore>,
    pub origins: Vec<String>,
    pub behind_proxy: bool,
    pub secure: bool,
    pub assets: Assets,
    /// When the hall went down before this start, if known.
    pub down_from: Option<u64>,
    pub ready: AtomicBool,
    pub new_identities: Buckets<IpAddr>,
    pub new_tables: Buckets<IdentityId>,
    pub requests: Buckets<IpAddr>,
    pub contests: Contests,
    /// Notified when someone connects.
    pub arrivals: Notify,
    pub bells: Bells,
    numbers: AtomicU64,
    tables: Mutex<Tables>,
    wakes: Mutex<BTreeSet<(u64, TableId)>>,
    wakes_changed: Notify,
    lobby: Mutex<Lobby>,
    outboxes: RwLock<HashMap<ConnectionId, Arc<Outbox>>>,
    none_live: Notify,
}

#[derive(Default)]
struct Tables {
    live: HashMap<TableId, mpsc::Sender<Order>>,
    running: usize,
    closed: bool,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An unpredictable seed.
pub(crate) fn seed() -> Result<Seed, Refused> {
    Ok(Seed::from_bytes(random()?))
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

impl Hub {
    pub fn new(config: Config) -> std::io::Result<Arc<Hub>> {
        let metrics = Arc::new(Metrics::default());
        let limits = config.limits;
        let mut computers = Computers::default();
        for program in &config.programs {
            computers.add_program(&program.game, &program.name);
        }
        let lobby = Lobby::new(LobbyLimits {
            connections_each: limits.sockets_each,
            watched: limits.watched,
            messages: Rate::new(limits.burst, 1000.0 / limits.per_second.max(1) as f32),
            ping_ms: millis(limits.ping),
        });
        Ok(Arc::new(Hub {
            store: config.store,
            time: HallTime::start(),
            thinkers: Thinkers::start(config.thinkers, metrics.clone())?,
            metrics,
            computers: Arc::new(computers),
            programs: config.programs,
            sandbox: config.sandbox,
            program_limits: config.program_limits,
            running_programs: Arc::new(Semaphore::new(limits.programs)),
            connections: Arc::new(Semaphore::new(limits.connections)),
            origins: config.origins,
            behind_proxy: config.behind_proxy,
            secure: config.tls.is_some(),
            assets: Assets::new(config.page),
            down_from: config
                .data
                .as_deref()
                .and_then(|data| Pulse::of(data).last()),
            ready: AtomicBool::new(false),
            new_identities: Buckets::new(Rate::new(limits.identities, SLOWLY_MS)),
            new_tables: Buckets::new(Rate::new(limits.tables, SLOWLY_MS)),
            requests: Buckets::new(Rate::new(
                limits.requests,
                SLOWLY_MS / limits.requests.max(1) as f32,
            )),
            table_limits: TableLimits {
                leaving_ms: Some(millis(limits.leaving)),
                idle_ms: millis(limits.idle),
                program_ms: millis(limits.program_time),
                waiting: ORDERS,
            },
            limits,
            contests: Contests::default(),
            arrivals: Notify::new(),
            bells: Bells::default(),
            numbers: AtomicU64::new(1),
            tables: Mutex::default(),
            wakes: Mutex::default(),
            wakes_changed: Notify::new(),
            lobby: Mutex::new(lobby),
            outboxes: RwLock::default(),
            none_live: Notify::new(),
        }))
    }

    /// A number that was not used before.
    pub fn number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }
}

impl Hub {
    /// Makes a table.
    pub async fn create(&self, settings: &Settings) -> Result<TableId, Refused> {
        let now = self.time.now();
        let events = Table::create(now, settings, seed()?)?;
        let table = Table::replay(&events).map_err(|damaged| {
            tracing::error!(%damaged, "a new table makes no sense");
            Refused::bad(message!("hall.bad-table", why = damaged.to_string()))
        })?;
        // The id begins with the time, so that tables made together are stored
        // together.
        let low = u128::from_be_bytes(random()?) & (u128::MAX >> 48);
        let id = TableId((u128::from(now) << 80) | low);
        let row = TableRow {
            table: id.to_string(),
            game: settings.game.clone(),
            phase: table.list_phase(),
            created: now,
            updated: now,
            summary: table.summary(),
        };
        let append = Append {
            summary: Some(summary(&row, &settings.access)),
            ..Append::of(id, 1, events.iter().map(stored).collect::<Result<_, _>>()?)
        };
        match self.store.append(append).await? {
            Outcome::Appended { .. } => {}
            _ => return Err(Refused::busy()),
        }
        if settings.access == Access::Public {
            self.listed(row);
        }
        Ok(id)
    }

    /// Sends an order to a table. Fetches the table if it is not live.
    pub fn order(self: &Arc<Hub>, id: TableId, order: Order) -> Result<(), Refused> {
        let mut tables = lock(&self.tables);
        if tables.closed {
            return Err(Refused::closing());
        }
        let mut order = order;
        if let Some(sender) = tables.live.get(&id) {
            match sender.try_send(order) {
                Ok(()) => return Ok(()),
                Err(mpsc::error::TrySendError::Full(_)) => return Err(Refused::busy()),
                // The task ended unexpectedly.
                Err(mpsc::error::TrySendError::Closed(back)) => order = back,
            }
        }
        let (sender, orders) = mpsc::channel(ORDERS);
        let sent = sender.try_send(order);
        tables.live.insert(id, sender);
        tables.running += 1;
        drop(tables);
        let hub = self.clone();
        tokio::spawn(async move {
            let _running = Running(&hub);
            live::run(&hub, id, orders).await;
        });
        sent.map_err(|_| Refused::busy())
    }

    /// Removes a table from the live ones, unless an order has just arrived.
    pub fn put_away(&self, id: TableId, orders: &mpsc::Receiver<Order>) -> bool {
        let mut tables = lock(&self.tables);
        let unused = orders.is_empty();
        if unused {
            tables.live.remove(&id);
        }
        unused
    }

    /// Removes a table that cannot be fetched from the live ones.
    pub fn forget(&self, id: TableId) {
        lock(&self.tables).live.remove(&id);
    }

    /// Wakes a table at this time.
    pub fn wake_at(&self, id: TableId, at: u64) {
        lock(&self.wakes).insert((at, id));
        self.wakes_changed.notify_one();
    }

    /// Wakes the tables that are due, for ever.
    pub async fn alarm(self: Arc<Hub>) {
        loop {
            let first = lock(&self.wakes).first().copied();
            match first {
                Some((at, id)) if at <= self.time.now() => {
                    lock(&self.wakes).remove(&(at, id));
                    // A closing hall wakes no table. A busy table is tried again
                    // later.
                    if let Err(refused) = self.order(id, Order::Wake(oneshot::channel().0))
                        && refused.code != "closing"
                    {
                        self.wake_at(id, self.time.now() + 1000);
                    }
                }
                Some((at, _)) => tokio::select! {
                    () = tokio::time::sleep_until(self.time.moment(at)) => {}
                    () = self.wakes_changed.notified() => {}
                },
                None => self.wakes_changed.notified().await,
            }
        }
    }

    /// Fetches every table with a running game, so that its clock goes on.
    pub async fn wake_all(self: &Arc<Hub>) -> Result<usize, store::Error> {
        let mut listing = Listing::of(store::Phase::Running, 500);
        let mut count = 0;
        loop {
            let page = self.store.tables(&listing).await?;
            let Some(last) = page.last() else {
                return Ok(count);
            };
            listing.after = Some((last.summary.created_ms, last.id));
            for some in page.chunks(WOKEN_AT_ONCE) {
                let awake: Vec<_> = some
                    .iter()
                    .map(|row| {
                        let (done, awake) = oneshot::channel();
                        let _ = self.order(row.id, Order::Wake(done));
                        awake
                    })
                    .collect();
                for awake in awake {
                    // An error means that it was refused. The log says why.
                    count += usize::from(awake.await.is_ok());
                }
            }
        }
    }

    /// Asks all tables to finish their work, and waits for them.
    pub async fn close_tables(&self, within: Duration) {
        {
            let mut tables = lock(&self.tables);
            tables.closed = true;
            tables.live.clear();
        }
        self.thinkers.close();
        let none = async {
            loop {
                let changed = self.none_live.notified();
                if lock(&self.tables).running == 0 {
                    return;
                }
                changed.await;
            }
        };
        if tokio::time::timeout(within, none).await.is_err() {
            tracing::warn!("some tables did not end in time; what they confirmed is stored");
        }
    }

    /// Refuses a computer player that does not play this game.
    pub fn check_computer(&self, game: &str, player: &str) -> Result<(), Refused> {
        Ok(self.computers.check(game, player)?)
    }

    /// The hall's bot with this name.
    pub fn program(&self, game: &str, name: &str) -> Option<&HouseProgram> {
        let mut programs = self.programs.iter();
        programs.find(|program| program.game == game && program.name == name)
    }
}

struct Running<'a>(&'a Hub);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        lock(&self.0.tables).running -= 1;
        self.0.none_live.notify_waiters();
    }
}

/// An event in the form of the store.
pub(crate) fn stored(event: &table::Event) -> Result<NewEvent, Refused> {
    let body = serde_json::to_string(event)
        .map_err(|error| Refused::bad(message!("hall.bad-table", why = error.to_string())))?;
    Ok(NewEvent {
        at_ms: event.at,
        body,
    })
}

impl Hub {
    /// Registers a WebSocket, unless its owner has too many, and queues its
    /// first message.
    pub fn connect(&self, outbox: &Arc<Outbox>, who: Option<Person>) -> Result<(), Refused> {
        let now = self.time.now();
        let hello = lock(&self.lobby).connect(now, outbox.number, who)?;
        outbox.push(text(&hello));
        let mut outboxes = self
            .outboxes
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        outboxes.insert(outbox.number, outbox.clone());
        self.metrics.sockets.inc();
        drop(outboxes);
        self.arrivals.notify_waiters();
        Ok(())
    }

    pub fn disconnect(self: &Arc<Hub>, connection: ConnectionId) {
        let outputs = lock(&self.lobby).disconnect(connection);
        self.carry_out(outputs);
        let mut outboxes = self
            .outboxes
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        outboxes.remove(&connection);
        self.metrics.sockets.dec();
    }

    /// Handles a message from a client.
    pub fn message(self: &Arc<Hub>, outbox: &Outbox, message: Result<ClientMessage, Unreadable>) {
        let (now, lag) = (self.time.now(), outbox.lag_ms());
        let mut lobby = lock(&self.lobby);
        let outputs = lobby.message(now, outbox.number, message, lag);
        self.metrics.rate_limited.inc_by(lobby.take_rate_limited());
        drop(lobby);
        self.carry_out(outputs);
    }

    /// Counts a frame that is not a message towards the client's limit.
    pub fn count(self: &Arc<Hub>, outbox: &Outbox) {
        let now = self.time.now();
        let counted = lock(&self.lobby).count(now, outbox.number, None);
        if let Err(outputs) = counted {
            self.carry_out(outputs);
        }
    }

    fn carry_out(self: &Arc<Hub>, outputs: impl IntoIterator<Item = LobbyOutput>) {
        for output in outputs {
            match output {
                LobbyOutput::Send { to, message } => self.send(&to, &message),
                LobbyOutput::Table { table, input } => self.hand_in(TableId(table), input),
                LobbyOutput::Declined(table) => self.bells.ring(TableId(table)),
                LobbyOutput::Close(connection) => {
                    if let Some(outbox) = self.outboxes().get(&connection) {
                        outbox.end(End::Flooding);
                    }
                }
            }
        }
    }

    /// Passes a client's request to a table. If the table cannot take it, the
    /// request is refused.
    fn hand_in(self: &Arc<Hub>, table: TableId, input: TableInput) {
        let address = address(&input);
        if let Err(refused) = self.order(table, Order::Input(input)) {
            self.refuse_at(address, &refused);
        }
    }

    /// Refuses a client's request to a table.
    pub fn refuse(&self, input: &TableInput, refused: &Refused) {
        self.refuse_at(address(input), refused);
    }

    fn refuse_at(&self, address: Option<(ConnectionId, u64)>, refused: &Refused) {
        if let Some((connection, id)) = address {
            self.send(&[connection], &refused.reply(Some(id)));
        }
    }

    fn outboxes(&self) -> std::sync::RwLockReadGuard<'_, HashMap<ConnectionId, Arc<Outbox>>> {
        self.outboxes.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a message to all of these. It is encoded once.
    pub fn send(&self, to: &[ConnectionId], message: &ServerMessage) {
        if to.is_empty() {
            return;
        }
        let text = text(message);
        let outboxes = self.outboxes();
        for outbox in to.iter().filter_map(|connection| outboxes.get(connection)) {
            outbox.push(text.clone());
        }
    }

    /// Closes all connections.
    pub fn close_sockets(&self) {
        for outbox in self.outboxes().values() {
            outbox.end(End::Closing);
        }
    }

    /// Tells the lobby that a row of the list has changed.
    pub fn listed(&self, row: TableRow) {
        let told = lock(&self.lobby).listed(row);
        if let Some(LobbyOutput::Send { to, message }) = told {
            self.send(&to, &message);
        }
    }

    /// Tells the lobby that a player has a new name.
    pub fn renamed(&self, who: IdentityId, name: &str) {
        lock(&self.lobby).rename(at_table(who), name);
    }

    pub fn available(&self) -> Vec<AvailablePlayer> {
        lock(&self.lobby).available()
    }

    /// Registers a challenge and tells the player who is challenged.
    pub fn challenge(
        &self,
        from: IdentityId,
        to: IdentityId,
        challenge: Challenge,
    ) -> Result<(), Refused> {
        let now = self.time.now();
        let mut lobby = lock(&self.lobby);
        let told = lobby.challenge(now, at_table(from), at_table(to), challenge)?;
        drop(lobby);
        if let Some(LobbyOutput::Send { to, message }) = told {
            self.send(&to, &message);
        }
        Ok(())
    }

    pub fn challenge_ends(&self) -> u64 {
        Lobby::challenge_ends(self.time.now())
    }

    /// Whether a person or bot is connected.
    pub fn is_connected(&self, who: IdentityId) -> bool {
        lock(&self.lobby).is_connected(at_table(who))
    }

    /// The challenges to and by a person or bot.
    pub fn challenges(&self, who: IdentityId) -> (Vec<Challenge>, Vec<Challenge>) {
        lock(&self.lobby).challenges(self.time.now(), at_table(who))
    }

    /// Whether this person or bot is challenged to this table and has not
    /// declined.
    pub fn is_challenged(&self, who: IdentityId, table: TableId) -> bool {
        lock(&self.lobby).is_challenged(at_table(who), table.0)
    }

    /// Removes the challenges to this table, which have been answered.
    pub fn end_challenges(&self, table: TableId) {
        lock(&self.lobby).end_challenges(table.0);
    }
}

/// Where to send the reply to a request.
fn address(input: &TableInput) -> Option<(ConnectionId, u64)> {
    match input {
        TableInput::Watch { connection, id, .. } => Some((*connection, *id)),
        TableInput::Command { reply, id, .. } | TableInput::Answer { reply, id, .. } => match reply
        {
            ReplyTo::Connection(connection) => Some((*connection, *id)),
            _ => None,
        },
        TableInput::Unwatch { .. } | TableInput::Hall { .. } => None,
    }
}
