//! One table in use.
//!
//! A [`LiveTable`] decides one command at a time. It asks the driver to
//! [append](Output::Append) the resulting events. When they are
//! [stored](LiveTable::stored), it changes the table, tells everyone and replies.
//! Reads are served at once, from the stored state.

mod attend;
mod commands;
mod watch;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dice::Seed;
use protocol::rest::TableRow;
use protocol::{Answer, Effort, GameData, Identity, Member, Millis, Phase, Request, ServerMessage};
use table::{Access, Actor, Command, Damaged, Event, Settings, Table};

use crate::computers::Computers;
use crate::lobby::ConnectionId;
use crate::refused::Refused;
use crate::think::Question;
use watch::Watcher;

/// How many events are kept for clients that lost their connection briefly.
const RECENT: usize = 64;
/// How often a command is decided again if others write too.
const TRIES: u32 = 10;
/// The ids of commands must be numbers that JavaScript can hold.
const HIGHEST_ID: u64 = 1 << 53;
/// How long a table waits after a failure before it acts by itself again.
const RECOVER_MS: Millis = 1000;
/// How soon a table asks again for a bot that could not be started.
const PROGRAM_RETRY_MS: Millis = 500;

/// The terms under which a table is live.
#[derive(Clone, Debug)]
pub struct TableTerms {
    /// All the table's dice come from it, so take it from the system's random numbers.
    pub seed: Seed,
    /// The computer players.
    pub computers: Arc<Computers>,
    /// Limits and times.
    pub limits: TableLimits,
}

/// Limits and times of a table.
#[derive(Clone, Debug)]
pub struct TableLimits {
    /// How long a person may be disconnected before the table shows it. `None` if
    /// everyone is always there.
    pub leaving_ms: Option<Millis>,
    /// How long an unused table stays live.
    pub idle_ms: Millis,
    /// A bot's time for a move if there is no clock.
    pub program_ms: Millis,
    /// How many commands may wait at one table.
    pub waiting: usize,
}

impl Default for TableLimits {
    fn default() -> TableLimits {
        TableLimits {
            leaving_ms: Some(5000),
            idle_ms: 30_000,
            program_ms: 30_000,
            waiting: 256,
        }
    }
}

/// A request of a client or the hall to a table.
#[derive(Clone, Debug)]
pub enum TableInput {
    /// Tell this connection about all changes.
    Watch {
        /// The connection.
        connection: ConnectionId,
        /// The id of the request.
        id: u64,
        /// The person or bot behind it.
        who: Option<Identity>,
        /// The key of a private table.
        key: Option<String>,
        /// The number of the last event seen.
        after: Option<u64>,
        /// Whether to send the requests that bots get.
        bot: bool,
    },
    /// Tell it nothing more.
    Unwatch {
        /// The connection.
        connection: ConnectionId,
    },
    /// Carry out a command of a person or bot.
    Command {
        /// The person or bot.
        who: Identity,
        /// The id of the command.
        id: u64,
        /// The request.
        request: Request,
        /// The lag of the connection.
        lag_ms: Millis,
        /// Where to send the reply.
        reply: ReplyTo,
    },
    /// Take a bot's answer to a request.
    Answer {
        /// The bot.
        who: Identity,
        /// The id of the command.
        id: u64,
        /// The turn of the request.
        turn: u64,
        /// The answer.
        answer: GameData,
        /// The lag of the connection.
        lag_ms: Millis,
        /// Where to send the reply.
        reply: ReplyTo,
    },
    /// Carry out a command of the hall itself.
    Hall {
        /// The request.
        request: Request,
        /// Where to send the reply.
        reply: ReplyTo,
    },
}

/// Where to send a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyTo {
    /// To a connection, with the id of its request.
    Connection(ConnectionId),
    /// To the driver, with a number it chose.
    Ticket(u64),
    /// Nowhere.
    Nobody,
}

/// What a driver must do for a table.
#[derive(Clone, Debug)]
pub enum Output {
    /// Append to the log, then call [`LiveTable::stored`]. There is only one
    /// append at a time.
    Append(Append),
    /// Read the log from this number on, then call [`LiveTable::log_read`].
    ReadLog {
        /// The number of the first event.
        from: u64,
    },
    /// Send a message to connections.
    Send {
        /// The connections.
        to: Vec<ConnectionId>,
        /// The message.
        message: ServerMessage,
    },
    /// Reply to the command with this ticket.
    Reply {
        /// The ticket.
        ticket: u64,
        /// The reply.
        result: Result<Answer, Refused>,
    },
    /// Let a built-in player think, then call [`LiveTable::thought`].
    Think(Question),
    /// Ask a bot, then call [`LiveTable::thought`].
    AskProgram(ProgramQuestion),
    /// The game is over and needs no more bots.
    StopPrograms,
    /// Make the table of the next game, then call [`LiveTable::next_made`].
    MakeNext(Box<Settings>),
    /// The table's row in the list has changed.
    Listed(Box<TableRow>),
    /// Log a problem for the operator.
    Problem(String),
}

/// Events for the log.
#[derive(Clone, Debug)]
pub struct Append {
    /// The events. The first one follows the end of the log.
    pub events: Arc<Vec<Event>>,
    /// The table's row in the list, if it has changed.
    pub row: Option<Box<TableRow>>,
    /// Whether the game ends with them. Then ratings change too, see
    /// [`LiveTable::next`].
    pub ends: bool,
}

/// A request to a bot to move.
#[derive(Clone, Debug)]
pub struct ProgramQuestion {
    /// The number of the question.
    pub number: u64,
    /// The bot's name.
    pub player: String,
    /// The bot's seat.
    pub seat: u16,
    /// The line for its standard input.
    pub line: String,
    /// The time it has for the move.
    pub allowance_ms: Millis,
}

/// The result of an append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// It is durable.
    Appended,
    /// Another writer has appended in between, and nothing was written.
    Conflict,
    /// It failed. It may have been written all the same.
    Failed(Refused),
}

/// What a computer player found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A move in notation, and how much the search for it took.
    Move(String, Effort),
    /// A line from a bot.
    Line(String),
    /// A bot failed: the verdict and details.
    Forfeit(String, String),
    /// A bot could not be started yet.
    Busy,
    /// A built-in player failed.
    Failed(String),
}

/// Counts since they were last taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Commands carried out.
    pub commands: u64,
    /// Commands refused.
    pub refusals: u64,
    /// Events sent to viewers.
    pub events: u64,
    /// Appends that came too late.
    pub conflicts: u64,
    /// Games that ended.
    pub games: u64,
}

/// A table in use.
#[derive(Debug)]
pub struct LiveTable {
    name: String,
    table: Table,
    created: Millis,
    limits: TableLimits,
    computers: Arc<Computers>,
    recent: VecDeque<Event>,
    watchers: Vec<Watcher>,
    /// Members without a connection, as the table has it.
    away: BTreeSet<Member>,
    /// People who may be reconnecting, and until when they get the benefit of the
    /// doubt.
    leaving: BTreeMap<Identity, Millis>,
    /// How long the hall was down, until the table has been told.
    down: Option<Millis>,
    rematch: Option<Box<Settings>>,
    is_making_next: bool,
    /// The table of the next game, until this table has been told.
    next_table: Option<String>,
    /// Whether bots were asked in this game.
    has_programs: bool,
    thinking: BTreeMap<u16, Thinking>,
    /// By seat: the turn and search effort of a move that is not public yet.
    efforts: BTreeMap<u16, (u64, Effort)>,
    /// The table does nothing by itself before this time.
    not_before: Millis,
    used: Millis,
    /// Whether the log may have more events than the table.
    is_unsure: bool,
    seed: Seed,
    drawn: u64,
    numbers: u64,
    work: Work,
    waiting: VecDeque<Job>,
    out: VecDeque<Output>,
    counts: Counts,
}

/// A computer player that is to move.
#[derive(Debug)]
struct Thinking {
    turn: u64,
    number: u64,
    stop: Arc<AtomicBool>,
    /// It pretends to think, as people do, until this time.
    not_before: Millis,
    found: Option<Found>,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// What must finish before the next command can be decided.
#[derive(Debug)]
enum Work {
    Nothing,
    /// Reading the log to find the reply to an old command.
    LookingUp(Job),
    /// Reading the log because another writer has appended to it.
    CatchingUp(Job),
    /// Reading the log because a write failed, which may have been written all
    /// the same.
    Refreshing,
    Writing(Box<Write>),
}

#[derive(Debug)]
struct Write {
    job: Job,
    events: Arc<Vec<Event>>,
    next: Table,
    row: Option<Box<TableRow>>,
}

/// A command and its sender.
#[derive(Debug)]
struct Job {
    task: Task,
    from: From,
    tries: u32,
    is_looked_up: bool,
}

#[derive(Debug)]
enum Task {
    Command(Command),
    /// A bot's answer. Its meaning depends on the state when its turn comes.
    Answer {
        who: Identity,
        id: u64,
        turn: u64,
        answer: GameData,
        lag_ms: Millis,
    },
}

#[derive(Clone, Copy, Debug)]
enum From {
    Client {
        who: Identity,
        id: u64,
        reply: ReplyTo,
    },
    Hall(ReplyTo),
    /// The table itself, with the seat of a computer player that moves.
    Own(Option<u16>),
}

impl Job {
    fn new(task: Task, from: From) -> Job {
        Job {
            task,
            from,
            tries: 0,
            is_looked_up: false,
        }
    }
}

impl LiveTable {
    /// Makes a table from its log. `down` is how long the hall was down during
    /// the game, if it was.
    pub fn load(
        now: Millis,
        name: &str,
        mut log: Vec<Event>,
        down: Option<Millis>,
        terms: TableTerms,
    ) -> Result<LiveTable, Damaged> {
        let TableTerms {
            seed,
            computers,
            limits,
        } = terms;
        let table = Table::replay(&log)?;
        let down = down.filter(|_| table.phase() == Phase::Playing);
        let mut live = LiveTable {
            name: name.to_owned(),
            created: log.first().map_or(0, |event| event.at),
            table,
            limits,
            computers,
            recent: VecDeque::new(),
            watchers: Vec::new(),
            away: BTreeSet::new(),
            leaving: BTreeMap::new(),
            down,
            rematch: None,
            is_making_next: false,
            next_table: None,
            has_programs: false,
            thinking: BTreeMap::new(),
            efforts: BTreeMap::new(),
            not_before: 0,
            used: now,
            is_unsure: false,
            seed,
            drawn: 0,
            // Ids of the hall's own commands must not repeat after a restart.
            numbers: now << 10,
            work: Work::Nothing,
            waiting: VecDeque::new(),
            out: VecDeque::new(),
            counts: Counts::default(),
        };
        for event in &log {
            live.note(event);
        }
        log.drain(..log.len().saturating_sub(RECENT));
        live.recent = log.into();
        live.go_on(now);
        Ok(live)
    }

    // Reading.

    /// The table's id.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The table as it is stored.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The table as it will be when the current append is stored.
    pub fn next(&self) -> &Table {
        match &self.work {
            Work::Writing(write) => &write.next,
            _ => &self.table,
        }
    }

    /// The table, if this viewer may see it.
    pub fn look(&self, who: Option<Identity>, key: Option<&str>) -> Result<&Table, Refused> {
        if self.table.may_look(who, key) {
            Ok(&self.table)
        } else {
            Err(Refused::no_table())
        }
    }

    /// The table's row in the list.
    pub fn row(&self, updated: Millis) -> TableRow {
        self.row_of(&self.table, updated)
    }

    /// Whether it appears in the public list.
    pub fn is_listed(&self) -> bool {
        self.table.settings().access == Access::Public
    }

    /// All connections that watch.
    pub fn watchers(&self) -> impl Iterator<Item = ConnectionId> + '_ {
        self.watchers.iter().map(|watcher| watcher.connection)
    }

    /// When to call [`tick`](LiveTable::tick) again.
    pub fn next_wake(&self, now: Millis) -> Millis {
        let due = self.next_due().max(self.not_before);
        // Even an idle table wakes up, so that it can be put away.
        due.min(now.saturating_add(self.limits.idle_ms))
    }

    /// When the table will do something by itself, if ever.
    pub fn next_event(&self) -> Option<Millis> {
        let has_output = !self.out.is_empty();
        let due = self.next_due().max(self.not_before);
        if has_output {
            Some(0)
        } else {
            Some(due).filter(|due| *due != Millis::MAX)
        }
    }

    /// Whether the table is unused and can be put away.
    pub fn may_rest(&self, now: Millis) -> bool {
        let idle = self.limits.idle_ms;
        let soon = self.table.next_deadline();
        matches!(self.work, Work::Nothing)
            && !self.is_unsure
            && self.waiting.is_empty()
            && self.out.is_empty()
            && self.watchers.is_empty()
            && self.leaving.is_empty()
            && self.thinking.is_empty()
            && self.rematch.is_none()
            && now >= self.used.saturating_add(idle)
            && soon.is_none_or(|deadline| deadline > now.saturating_add(idle))
    }

    // Input.

    /// Takes a request from a client or the hall.
    pub fn input(&mut self, now: Millis, input: TableInput) {
        self.used = now;
        match input {
            TableInput::Watch {
                connection,
                id,
                who,
                key,
                after,
                bot,
            } => {
                let watcher = Watcher {
                    connection,
                    who,
                    bot,
                    asked: None,
                };
                self.watch(now, watcher, id, key.as_deref(), after);
            }
            TableInput::Unwatch { connection } => self.unwatch(connection),
            TableInput::Command {
                who,
                id,
                request,
                lag_ms,
                reply,
            } => {
                let command = Command {
                    id,
                    actor: Actor::Identity(who),
                    lag_ms,
                    request,
                };
                let from = From::Client { who, id, reply };
                self.enqueue(Job::new(Task::Command(command), from));
            }
            TableInput::Answer {
                who,
                id,
                turn,
                answer,
                lag_ms,
                reply,
            } => {
                let task = Task::Answer {
                    who,
                    id,
                    turn,
                    answer,
                    lag_ms,
                };
                self.enqueue(Job::new(task, From::Client { who, id, reply }));
            }
            TableInput::Hall { request, reply } => {
                let command = Command::new(self.number(), Actor::Hall, request);
                self.enqueue(Job::new(Task::Command(command), From::Hall(reply)));
            }
        }
        self.go_on(now);
    }

    /// Takes the result of the last [append](Output::Append).
    pub fn stored(&mut self, now: Millis, stored: Stored) {
        let Work::Writing(write) = std::mem::replace(&mut self.work, Work::Nothing) else {
            return;
        };
        let mut write = *write;
        match stored {
            Stored::Appended => {
                let answer = Answer {
                    seq: write.next.seq(),
                    turn: write.next.turn(),
                };
                self.table = write.next;
                if let Some(row) = write.row {
                    self.out.push_back(Output::Listed(row));
                }
                let asker = self.asker(&write.job);
                let events = Arc::unwrap_or_clone(write.events);
                self.tell(events, asker);
                self.finish(now, write.job, Ok(answer));
            }
            Stored::Conflict => {
                self.counts.conflicts += 1;
                write.job.tries += 1;
                if write.job.tries < TRIES {
                    self.out.push_back(Output::ReadLog {
                        from: self.table.log_seq() + 1,
                    });
                    self.work = Work::CatchingUp(write.job);
                } else {
                    self.finish(now, write.job, Err(Refused::busy()));
                }
            }
            Stored::Failed(refused) => {
                self.not_before = now.saturating_add(RECOVER_MS);
                self.finish(now, write.job, Err(refused));
                self.refresh();
            }
        }
        self.go_on(now);
    }

    /// Reads what may have been written although the store reported a failure.
    fn refresh(&mut self) {
        let from = self.table.log_seq() + 1;
        self.out.push_back(Output::ReadLog { from });
        self.work = Work::Refreshing;
        self.is_unsure = false;
    }

    /// Takes the log that was [asked for](Output::ReadLog).
    pub fn log_read(&mut self, now: Millis, log: Result<Vec<Event>, Refused>) {
        let work = std::mem::replace(&mut self.work, Work::Nothing);
        match (work, log) {
            (Work::LookingUp(mut job), Ok(log)) => {
                job.is_looked_up = true;
                let known = match self.command_of(&job) {
                    Some(command) => Table::answer_in(&log, &command),
                    None => Ok(None),
                };
                match known {
                    Ok(Some(answer)) => self.finish(now, job, Ok(answer)),
                    Ok(None) => self.start(now, job),
                    Err(damaged) => {
                        let refused = self.damage(&damaged);
                        self.finish(now, job, Err(refused));
                    }
                }
            }
            (Work::CatchingUp(job), Ok(log)) => match self.catch_up(log) {
                Ok(()) => self.start(now, job),
                Err(refused) => self.finish(now, job, Err(refused)),
            },
            (Work::Refreshing, Ok(log)) => {
                if self.catch_up(log).is_err() {
                    self.hold(now);
                }
            }
            (Work::Refreshing, Err(_)) => {
                self.is_unsure = true;
                self.hold(now);
            }
            (Work::LookingUp(job) | Work::CatchingUp(job), Err(refused)) => {
                self.not_before = now.saturating_add(RECOVER_MS);
                self.finish(now, job, Err(refused));
            }
            (other, _) => self.work = other,
        }
        self.go_on(now);
    }

    /// Applies events from the log and sends them to viewers.
    fn catch_up(&mut self, log: Vec<Event>) -> Result<(), Refused> {
        let mut next = self.table.clone();
        if let Err(damaged) = log.iter().try_for_each(|event| next.apply(event)) {
            return Err(self.damage(&damaged));
        }
        self.table = next;
        self.tell(log, None);
        Ok(())
    }

    /// Takes what a computer player found. If it is no longer needed, it is
    /// ignored.
    pub fn thought(&mut self, now: Millis, number: u64, found: Found) {
        let mut thinking = self.thinking.values_mut();
        if let Some(thinking) = thinking.find(|thinking| thinking.number == number) {
            if found == Found::Busy {
                thinking.not_before = now.saturating_add(PROGRAM_RETRY_MS);
            }
            thinking.found.get_or_insert(found);
        }
        self.go_on(now);
    }

    /// All open questions will stay unanswered: the computer players make any
    /// legal move instead.
    pub fn thinker_lost(&mut self, now: Millis) {
        for thinking in self.thinking.values_mut() {
            let interrupted = || Found::Failed("it was interrupted".to_owned());
            thinking.found.get_or_insert_with(interrupted);
        }
        self.go_on(now);
    }

    /// Takes the table of the next game, or the reason why there is none.
    pub fn next_made(&mut self, now: Millis, made: Result<String, Refused>) {
        self.is_making_next = false;
        match made {
            Ok(table) => self.next_table = Some(table),
            Err(refused) => {
                self.problem("no next table", &refused.reason());
                self.hold(now);
            }
        }
        self.go_on(now);
    }

    /// Does what is due by now.
    pub fn tick(&mut self, now: Millis) {
        self.go_on(now);
    }

    // Output.

    /// The next thing for the driver to do.
    pub fn poll(&mut self) -> Option<Output> {
        self.out.pop_front()
    }

    /// The counts since the last call.
    pub fn take_counts(&mut self) -> Counts {
        std::mem::take(&mut self.counts)
    }
}
