//! The tables that are live, and who is connected.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use dice::Seed;
use record::seated::built_in;
use serde_json::{Value, json};
use store::{Append, IdentityId, Listing, NewEvent, Outcome, Store, TableId};
use table::{People, Settings, Table};
use tokio::sync::{Notify, Semaphore, mpsc, oneshot};
use wire::api::Told;

use crate::computers::Thinkers;
use crate::config::{Config, HouseProgram, Limits};
use crate::contests::Contests;
use crate::identity::random;
use crate::limits::{Buckets, Rate};
use crate::live::{self, Order};
use crate::metrics::Metrics;
use crate::outbox::{End, Outbox};
use crate::refused::Refused;
use crate::shown::{listed, summary};
use crate::time::{HallTime, Pulse};

/// Orders that may wait at one table.
const ORDERS: usize = 256;
/// Tables that are woken at the same time when the hall starts.
const WOKEN_AT_ONCE: usize = 32;
/// How long a challenge stands.
const CHALLENGE_MS: u64 = 10 * 60 * 1000;
/// The most challenges that wait for one player.
const CHALLENGES_EACH: usize = 20;

/// The hall: what all connections and tables share.
pub(crate) struct Hub {
    pub store: Store,
    pub limits: Limits,
    pub time: HallTime,
    pub metrics: Arc<Metrics>,
    pub thinkers: Thinkers,
    pub programs: Vec<HouseProgram>,
    pub sandbox: Option<arena::sandbox::Sandbox>,
    pub program_limits: arena::sandbox::Limits,
    pub running_programs: Arc<Semaphore>,
    /// Room for connections of all kinds.
    pub connections: Arc<Semaphore>,
    pub origins: Vec<String>,
    pub behind_proxy: bool,
    pub secure: bool,
    /// Since when the hall was down before it was started, if that is known.
    pub down_from: Option<u64>,
    pub ready: AtomicBool,
    pub new_identities: Buckets<IpAddr>,
    pub new_tables: Buckets<IdentityId>,
    pub requests: Buckets<IpAddr>,
    pub contests: Contests,
    numbers: AtomicU64,
    tables: Mutex<Tables>,
    wakes: Mutex<BTreeSet<(u64, TableId)>>,
    wakes_changed: Notify,
    clients: Mutex<Clients>,
    none_live: Notify,
}

#[derive(Default)]
struct Tables {
    live: HashMap<TableId, mpsc::Sender<Order>>,
    running: usize,
    closed: bool,
}

#[derive(Default)]
struct Clients {
    all: HashMap<u64, Arc<Outbox>>,
    of: HashMap<IdentityId, Vec<u64>>,
    lobby: HashMap<u64, Arc<Outbox>>,
    available: HashMap<IdentityId, Value>,
    challenges: Vec<Challenge>,
}

/// Someone wants to play with someone.
#[derive(Clone)]
pub(crate) struct Challenge {
    pub table: TableId,
    pub from: IdentityId,
    pub to: IdentityId,
    pub until: u64,
    /// What the challenged one is told.
    pub body: Value,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hub {
    pub fn new(config: Config) -> std::io::Result<Arc<Hub>> {
        let metrics = Arc::new(Metrics::default());
        let time = HallTime::start();
        let limits = config.limits;
        let seconds = Duration::from_secs;
        Ok(Arc::new(Hub {
            store: config.store,
            time,
            thinkers: Thinkers::start(config.thinkers, metrics.clone())?,
            metrics,
            programs: config.programs,
            sandbox: config.sandbox,
            program_limits: config.program_limits,
            running_programs: Arc::new(Semaphore::new(limits.programs)),
            connections: Arc::new(Semaphore::new(limits.connections)),
            origins: config.origins,
            behind_proxy: config.behind_proxy,
            secure: config.tls.is_some(),
            down_from: config
                .data
                .as_deref()
                .and_then(|data| Pulse::of(data).last()),
            ready: AtomicBool::new(false),
            new_identities: Buckets::new(Rate::new(limits.identities, seconds(10))),
            new_tables: Buckets::new(Rate::new(limits.tables, seconds(10))),
            requests: Buckets::new(Rate::new(
                limits.requests,
                seconds(10) / limits.requests.max(1),
            )),
            limits,
            contests: Contests::default(),
            // Ids of the hall's own commands must not come again after a restart.
            numbers: AtomicU64::new(time.started() << 10),
            tables: Mutex::default(),
            wakes: Mutex::default(),
            wakes_changed: Notify::new(),
            clients: Mutex::default(),
            none_live: Notify::new(),
        }))
    }

    /// A number that was not given before.
    pub fn number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }
}

/// Tables.
impl Hub {
    /// Makes a table.
    pub async fn create(&self, settings: &Settings) -> Result<TableId, Refused> {
        let now = self.time.now();
        let seed = Seed::from_bytes(random()?);
        let events = Table::create(now, settings, seed)?;
        let table = Table::replay(&events).map_err(|damaged| {
            tracing::error!(%damaged, "a new table makes no sense");
            Refused::bad(damaged.to_string())
        })?;
        let mut people = People::default();
        for event in &events {
            if let table::Fact::Joined { member, person } = &event.fact {
                people.joined(*member, person);
            }
        }
        // The time first, so that what happens at the same time lies together.
        let [high, low] = random::<16>()?
            .split_first_chunk::<8>()
            .map(|(high, low)| {
                let low = <[u8; 8]>::try_from(low).unwrap_or_default();
                [u64::from_be_bytes(*high), u64::from_be_bytes(low)]
            })
            .unwrap_or_default();
        let id =
            TableId((u128::from(now) << 80) | (u128::from(high & 0xffff) << 64) | u128::from(low));
        let row = summary(&table, &people, now, now);
        let append = Append {
            summary: Some(row.clone()),
            ..Append::of(id, 1, events.iter().map(stored).collect::<Result<_, _>>()?)
        };
        match self.store.append(append).await? {
            Outcome::Appended { .. } => {}
            _ => return Err(Refused::busy()),
        }
        self.lobby_changed(id, row);
        Ok(id)
    }

    /// Gives an order to a table, which is fetched if it is not live.
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
                // It ended unexpectedly.
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

    /// Takes a table off the list, unless someone has just asked for it.
    pub fn put_away(&self, id: TableId, orders: &mpsc::Receiver<Order>) -> bool {
        let mut tables = lock(&self.tables);
        let unused = orders.is_empty();
        if unused {
            tables.live.remove(&id);
        }
        unused
    }

    /// Takes a table off the list that cannot be fetched.
    pub fn forget(&self, id: TableId) {
        lock(&self.tables).live.remove(&id);
    }

    /// Wakes a table at this time.
    pub fn wake_at(&self, id: TableId, at: u64) {
        lock(&self.wakes).insert((at, id));
        self.wakes_changed.notify_one();
    }

    /// Wakes the tables whose time has come, for ever.
    pub async fn alarm(self: Arc<Hub>) {
        loop {
            let first = lock(&self.wakes).first().copied();
            match first {
                Some((at, id)) if at <= self.time.now() => {
                    lock(&self.wakes).remove(&(at, id));
                    // A hall that closes wakes nobody; one that is busy will be asked again.
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

    /// Fetches every table at which a game runs, so that its clock goes on.
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
                    // An error means that it was refused; the log says why.
                    count += usize::from(awake.await.is_ok());
                }
            }
        }
    }

    /// Lets all tables finish what they are doing and waits for them.
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

    /// Whether this computer plays this game.
    pub fn check_computer(&self, game: &str, player: &str) -> Result<(), Refused> {
        if built_in(game).contains(&player) || self.program(game, player).is_some() {
            return Ok(());
        }
        Err(Refused::bad(format!(
            "there is no computer {player:?} for {game}; there are {}",
            self.computers(game).join(", ")
        )))
    }

    /// The computers that play a game.
    pub fn computers(&self, game: &str) -> Vec<&str> {
        let programs = self.programs.iter().filter(|program| program.game == game);
        let programs = programs.map(|program| program.name.as_str());
        built_in(game).iter().copied().chain(programs).collect()
    }

    /// The program of this name.
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

/// An event as the store takes it.
pub(crate) fn stored(event: &table::Event) -> Result<NewEvent, Refused> {
    let body = serde_json::to_string(event).map_err(|error| Refused::bad(error.to_string()))?;
    Ok(NewEvent {
        at_ms: event.at,
        body,
    })
}

/// Those who are connected.
impl Hub {
    /// Notes a WebSocket, unless its owner has too many.
    pub fn connected(&self, outbox: &Arc<Outbox>, who: Option<IdentityId>) -> Result<(), Refused> {
        let mut clients = lock(&self.clients);
        if let Some(who) = who {
            let sockets = clients.of.entry(who).or_default();
            if sockets.len() >= self.limits.sockets_each {
                return Err(Refused::too_many("connections of one identity"));
            }
            sockets.push(outbox.number);
        }
        clients.all.insert(outbox.number, outbox.clone());
        self.metrics.sockets.add(1);
        Ok(())
    }

    pub fn disconnected(&self, outbox: &Outbox, who: Option<IdentityId>) {
        let mut clients = lock(&self.clients);
        clients.all.remove(&outbox.number);
        clients.lobby.remove(&outbox.number);
        if let Some(who) = who
            && let Some(sockets) = clients.of.get_mut(&who)
        {
            sockets.retain(|number| *number != outbox.number);
            if sockets.is_empty() {
                clients.of.remove(&who);
                clients.available.remove(&who);
            }
        }
        self.metrics.sockets.add(-1);
    }

    /// Sends to all connections of someone; whether there is one.
    pub fn tell(&self, who: IdentityId, told: &Told<'_>) -> bool {
        let clients = lock(&self.clients);
        let Some(sockets) = clients.of.get(&who) else {
            return false;
        };
        let text = Utf8Bytes::from(told.text());
        for number in sockets {
            if let Some(outbox) = clients.all.get(number) {
                outbox.push(text.clone());
            }
        }
        true
    }

    /// Ends all connections.
    pub fn close_sockets(&self) {
        let clients = lock(&self.clients);
        for outbox in clients.all.values() {
            outbox.end(End::Closing);
        }
    }

    pub fn watch_lobby(&self, outbox: &Arc<Outbox>, on: bool) {
        let mut clients = lock(&self.clients);
        match on {
            true => clients.lobby.insert(outbox.number, outbox.clone()),
            false => clients.lobby.remove(&outbox.number),
        };
    }

    /// Tells those who look at the lobby.
    pub fn lobby_changed(&self, id: TableId, summary: store::Summary) {
        if summary.access != store::Access::Public {
            return;
        }
        let clients = lock(&self.clients);
        if clients.lobby.is_empty() {
            return;
        }
        let row = listed(&store::Listed { id, summary });
        let text = Utf8Bytes::from(Told::Lobby { table: &row }.text());
        for outbox in clients.lobby.values() {
            outbox.push(text.clone());
        }
    }

    pub fn set_available(&self, who: IdentityId, name: &str, program: bool, games: &[String]) {
        let mut clients = lock(&self.clients);
        match games.is_empty() {
            true => clients.available.remove(&who),
            false => clients.available.insert(
                who,
                json!({"player": who.to_string(), "name": name, "program": program, "games": games}),
            ),
        };
    }

    pub fn available(&self) -> Vec<Value> {
        lock(&self.clients).available.values().cloned().collect()
    }

    /// Notes a challenge and tells the challenged one.
    pub fn challenge(&self, challenge: Challenge) -> Result<(), Refused> {
        let now = self.time.now();
        let to = challenge.to;
        let body = challenge.body.clone();
        {
            let mut clients = lock(&self.clients);
            clients.challenges.retain(|known| known.until > now);
            let waiting = clients.challenges.iter().filter(|known| known.to == to);
            if waiting.count() >= CHALLENGES_EACH {
                return Err(Refused::too_many("challenges to this player"));
            }
            clients.challenges.push(challenge);
        }
        self.tell(to, &Told::Challenge { challenge: &body });
        Ok(())
    }

    pub fn challenge_ends(&self) -> u64 {
        self.time.now() + CHALLENGE_MS
    }

    /// Whether someone has a connection.
    pub fn is_connected(&self, who: IdentityId) -> bool {
        lock(&self.clients).of.contains_key(&who)
    }

    /// The challenges to someone and by someone.
    pub fn challenges(&self, who: IdentityId) -> (Vec<Value>, Vec<Value>) {
        let now = self.time.now();
        let clients = lock(&self.clients);
        let standing = clients.challenges.iter().filter(|known| known.until > now);
        let (mut to, mut by) = (Vec::new(), Vec::new());
        for challenge in standing {
            if challenge.to == who {
                to.push(challenge.body.clone());
            }
            if challenge.from == who {
                by.push(challenge.body.clone());
            }
        }
        (to, by)
    }

    /// Whether someone has been challenged to this table and has not declined.
    pub fn is_challenged(&self, who: IdentityId, table: TableId) -> bool {
        let clients = lock(&self.clients);
        let mut challenges = clients.challenges.iter();
        challenges.any(|known| known.to == who && known.table == table)
    }

    /// The challenges to this table were answered.
    pub fn end_challenges(&self, table: TableId) {
        let mut clients = lock(&self.clients);
        clients.challenges.retain(|known| known.table != table);
    }

    /// Says no to a challenge.
    pub fn decline(&self, who: IdentityId, table: TableId) -> Result<(), Refused> {
        let challenge = {
            let mut clients = lock(&self.clients);
            let mut challenges = clients.challenges.iter();
            let at = challenges.position(|known| known.to == who && known.table == table);
            let at = at.ok_or_else(Refused::no_table)?;
            clients.challenges.swap_remove(at)
        };
        let table = challenge.table.to_string();
        self.tell(challenge.from, &Told::Declined { table: &table });
        Ok(())
    }
}
