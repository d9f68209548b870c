//! One live table: a task that drives a [`LiveTable`].
//!
//! `hall_core` makes all decisions of a table. This task gives it the time and
//! whatever arrives, and carries out what it asks for: writing to the store,
//! sending, thinking.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use hall_core::live::ProgramQuestion;
use hall_core::{Append, Found, LiveTable, Output, ReplyTo, Stored, TableInput, TableTerms};
use protocol::{Answer, Identity, Request, ServerMessage};
use store::{Outcome, TableId};
use table::{Event, Table};
use tokio::sync::{mpsc, oneshot};

use crate::computers::{Playing, Thought};
use crate::hub::{Hub, seed, stored};
use crate::ratings;
use crate::refused::Refused;
use crate::shown::summary;

/// How often a write is tried if ratings change in between.
const TRIES: u32 = 10;

/// An order to a table.
pub(crate) enum Order {
    /// A client's request over a connection.
    Input(TableInput),
    /// A command from someone without a connection.
    Command {
        who: Identity,
        id: u64,
        request: Request,
        reply: Reply,
    },
    /// A look at the table by someone who may see it.
    Look {
        who: Option<Identity>,
        key: Option<String>,
        then: Then,
    },
    /// A request from the hall itself.
    Hall { request: Request, reply: Reply },
    /// A check of the clock.
    Wake(oneshot::Sender<()>),
}

/// Gets the table, or the reason why it may not be seen.
type Then = Box<dyn FnOnce(Result<Look<'_>, Refused>) + Send>;

/// Where to send the result of a command.
pub(crate) type Reply = oneshot::Sender<Result<Answer, Refused>>;

/// A table to look at.
pub(crate) struct Look<'a> {
    pub table: &'a Table,
    pub now: u64,
}

impl Order {
    /// Replies that the order cannot be carried out.
    pub fn refuse(self, hub: &Hub, refused: Refused) {
        match self {
            Order::Input(input) => hub.refuse(&input, &refused),
            // The receiver may have gone.
            Order::Command { reply, .. } | Order::Hall { reply, .. } => {
                drop(reply.send(Err(refused)));
            }
            Order::Look { then, .. } => then(Err(refused)),
            Order::Wake(_) => {}
        }
    }
}

/// Runs a table until it is not needed.
pub(crate) async fn run(hub: &Arc<Hub>, id: TableId, mut orders: mpsc::Receiver<Order>) {
    let mut driver = match Driver::load(hub, id).await {
        Ok(driver) => driver,
        Err(refused) => {
            hub.forget(id);
            orders.close();
            while let Some(order) = orders.recv().await {
                order.refuse(hub, refused.clone());
            }
            return;
        }
    };
    let mut alarm = pin!(tokio::time::sleep(Duration::ZERO));
    loop {
        driver.carry_out().await;
        let wake = driver.live.next_wake(hub.time.now());
        let wake = hub.time.moment(wake);
        // An early wake-up does no harm.
        if wake < alarm.deadline() || alarm.is_elapsed() {
            alarm.as_mut().reset(wake);
        }
        tokio::select! {
            order = orders.recv() => match order {
                Some(order) => driver.order(order),
                None => break,
            },
            Some(Thought { number, found }) = driver.thoughts.recv() => {
                driver.live.thought(hub.time.now(), number, found);
            }
            () = &mut alarm => {
                let now = hub.time.now();
                driver.live.tick(now);
                if driver.live.may_rest(now) && hub.put_away(id, &orders) {
                    break;
                }
            }
        }
    }
    driver.rest();
}

struct Driver<'a> {
    hub: &'a Arc<Hub>,
    id: TableId,
    live: LiveTable,
    /// Pending replies by ticket.
    replies: HashMap<u64, Reply>,
    tickets: u64,
    playing: HashMap<u16, Playing>,
    thoughts: mpsc::UnboundedReceiver<Thought>,
    answers: mpsc::UnboundedSender<Thought>,
    in_order: bool,
}

impl Drop for Driver<'_> {
    fn drop(&mut self) {
        self.hub.metrics.tables.dec();
        // A table with watchers ends only through a fault. They watch it again
        // and find it as the log has it.
        if !self.in_order {
            let to: Vec<_> = self.live.watchers().collect();
            let table = self.live.name().to_owned();
            self.hub.send(&to, &ServerMessage::Lost { table });
        }
    }
}

impl<'a> Driver<'a> {
    async fn load(hub: &'a Arc<Hub>, id: TableId) -> Result<Driver<'a>, Refused> {
        let mut log = Vec::new();
        read(hub, id, 1, &mut log).await?;
        let Some(last) = log.last() else {
            return Err(Refused::no_table());
        };
        let now = hub.time.now();
        // The hall's pulse tells until when it ran. Without it, the time since
        // the last event does not count.
        let down = (last.at < hub.time.started()).then(|| {
            let ran_until = hub.down_from.unwrap_or(last.at).max(last.at);
            now.saturating_sub(ran_until)
        });
        let live = LiveTable::load(
            now,
            &id.to_string(),
            log,
            down,
            TableTerms {
                seed: seed()?,
                computers: hub.computers.clone(),
                limits: hub.table_limits.clone(),
            },
        )
        .map_err(|damaged| damage(id, &damaged))?;
        let (answers, thoughts) = mpsc::unbounded_channel();
        hub.metrics.tables.inc();
        Ok(Driver {
            hub,
            id,
            live,
            replies: HashMap::new(),
            tickets: 0,
            playing: HashMap::new(),
            thoughts,
            answers,
            in_order: false,
        })
    }

    /// Puts the table away and arranges to wake it for its clock.
    fn rest(mut self) {
        self.in_order = true;
        if let Some(deadline) = self.live.table().next_deadline() {
            self.hub.wake_at(self.id, deadline);
        }
    }

    fn order(&mut self, order: Order) {
        let now = self.hub.time.now();
        match order {
            Order::Input(input) => self.live.input(now, input),
            Order::Command {
                who,
                id,
                request,
                reply,
            } => {
                let input = TableInput::Command {
                    who,
                    id,
                    request,
                    lag_ms: 0,
                    reply: self.ticket(reply),
                };
                self.live.input(now, input);
            }
            Order::Hall { request, reply } => {
                let reply = self.ticket(reply);
                self.live.input(now, TableInput::Hall { request, reply });
            }
            Order::Look { who, key, then } => {
                let look = self.live.look(who, key.as_deref());
                then(match look {
                    Ok(table) => Ok(Look { table, now }),
                    Err(refused) => Err(refused.into()),
                });
            }
            Order::Wake(done) => {
                self.live.tick(now);
                let _ = done.send(());
            }
        }
    }

    fn ticket(&mut self, reply: Reply) -> ReplyTo {
        self.tickets += 1;
        self.replies.insert(self.tickets, reply);
        ReplyTo::Ticket(self.tickets)
    }

    /// Carries out everything that the table asks for.
    async fn carry_out(&mut self) {
        while let Some(output) = self.live.poll() {
            match output {
                Output::Append(append) => {
                    let stored = self.append(&append).await;
                    // `live` continues with the same events.
                    drop(append);
                    let stored = stored.unwrap_or_else(|refused| {
                        self.hub.metrics.store_errors.inc();
                        Stored::Failed(refused.0)
                    });
                    self.live.stored(self.hub.time.now(), stored);
                    self.hub.bells.ring(self.id);
                }
                Output::ReadLog { from } => {
                    let mut log = Vec::new();
                    let read = read(self.hub, self.id, from, &mut log).await;
                    let read = read.map(|()| log).map_err(|refused| refused.0);
                    self.live.log_read(self.hub.time.now(), read);
                }
                Output::Send { to, message } => self.hub.send(&to, &message),
                Output::Reply { ticket, result } => {
                    if let Some(reply) = self.replies.remove(&ticket) {
                        // The receiver may have gone.
                        drop(reply.send(result.map_err(Refused::from)));
                    }
                }
                Output::Think(question) => {
                    let answers = self.answers.clone();
                    self.hub.thinkers.think(self.id, question, answers);
                }
                Output::AskProgram(question) => self.ask_program(question),
                Output::StopPrograms => self.playing.clear(),
                Output::MakeNext(settings) => {
                    let made = self.hub.create(&settings).await;
                    let made = made.map(|id| id.to_string()).map_err(|refused| refused.0);
                    self.live.next_made(self.hub.time.now(), made);
                }
                Output::Listed(row) => {
                    if self.live.is_listed() {
                        self.hub.listed(*row);
                    }
                }
                Output::Problem(problem) => tracing::warn!("{problem}"),
            }
        }
        let counts = self.live.take_counts();
        self.hub.metrics.count(&counts);
    }

    /// Writes to the store. If a game ends, ratings change too. They are computed
    /// again if a player here has finished another game meanwhile.
    async fn append(&self, append: &Append) -> Result<Stored, Refused> {
        let store = &self.hub.store;
        let events = append.events.iter().map(stored).collect::<Result<_, _>>()?;
        let first = append.events.first().map_or(0, |event| event.seq);
        let mut write = store::Append::of(self.id, first, events);
        let now = self.hub.time.now();
        if let Some(row) = &append.row {
            write.summary = Some(summary(row, &self.live.table().settings().access));
        }
        for _ in 0..TRIES {
            if append.ends {
                write.finish = ratings::finish(store, self.live.next(), now).await?;
            }
            let started = Instant::now();
            let outcome = store.append(write.clone()).await?;
            self.hub
                .metrics
                .commit
                .observe(started.elapsed().as_secs_f64());
            match outcome {
                Outcome::Appended { .. } => return Ok(Stored::Appended),
                Outcome::Conflict { .. } => return Ok(Stored::Conflict),
                Outcome::Outrun => {}
            }
        }
        Err(Refused::busy())
    }

    /// Asks a bot. Starts it if it is not running yet.
    fn ask_program(&mut self, question: ProgramQuestion) {
        let ProgramQuestion {
            number,
            player,
            seat,
            line,
            allowance_ms,
        } = question;
        if !self.playing.contains_key(&seat) {
            let game = &self.live.table().settings().game;
            match Playing::start(self.hub, game, &player, seat, self.answers.clone()) {
                Ok(Some(playing)) => {
                    self.playing.insert(seat, playing);
                }
                Ok(None) => return self.found(number, Found::Busy),
                Err(error) => {
                    tracing::error!(%error, player, "no thread for a program");
                    return self.found(number, Found::Busy);
                }
            }
        }
        if let Some(playing) = self.playing.get(&seat) {
            playing.ask(number, line, Duration::from_millis(allowance_ms));
        }
    }

    fn found(&mut self, number: u64, found: Found) {
        self.live.thought(self.hub.time.now(), number, found);
    }
}

/// Reads the log of a table from this number on.
async fn read(hub: &Hub, id: TableId, from: u64, log: &mut Vec<Event>) -> Result<(), Refused> {
    const PAGE: u32 = 1000;
    let mut from = from;
    loop {
        let page = hub.store.read(id, from, PAGE).await?;
        for event in &page {
            log.push(serde_json::from_str(&event.body).map_err(|error| damage(id, &error))?);
        }
        if page.len() < PAGE as usize {
            return Ok(());
        }
        from += u64::from(PAGE);
    }
}

fn damage(id: TableId, problem: &dyn std::fmt::Display) -> Refused {
    tracing::error!(table = %id, %problem, "the log of a table cannot be read");
    hall_core::Refused::damaged().into()
}

/// The message as it is sent.
pub(crate) fn text(message: &ServerMessage) -> Utf8Bytes {
    message.text().into()
}
