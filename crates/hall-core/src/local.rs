//! A whole hall in memory, for the people at one machine: in a browser without a
//! server, and in a terminal.

mod saved;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use dice::Seed;
use game::message;
use protocol::message::Unreadable;
use protocol::rest::{IdentityBody, ListPhase, NewTableBody, TableRow, TablesBody, TablesQuery};
use protocol::{Answer, ClientMessage, Identity, Millis, NewTable, Request, ServerMessage};
use table::{Event, Person, Settings, Table, text};

use crate::computers::Computers;
use crate::limits::Rate;
use crate::live::{Found, LiveTable, Output, ReplyTo, Stored, TableInput, TableLimits, TableTerms};
use crate::lobby::{ConnectionId, Lobby, LobbyLimits, LobbyOutput, as_known, player_view};
use crate::refused::Refused;
use crate::think::Question;
use crate::{body, table_id};

pub use saved::MOST_SAVED;

/// The most tables. A new table replaces the oldest one that is not being played.
const MOST_TABLES: usize = 500;
/// The most people.
const MOST_PEOPLE: usize = 64;
/// The most outputs of a table in one go. The rest follows at the next tick.
const MOST_AT_ONCE: u32 = 10_000;
/// A connection within one process does not break, but clients expect a number.
const PING_MS: Millis = 15_000;

/// A hall in memory.
///
/// Times are milliseconds on the caller's clock; they must not go back. A token
/// names a person: `None` is the owner of the machine, and each guest has a
/// token.
#[derive(Debug)]
pub struct LocalHall {
    /// How far the hall's time is ahead of the caller's, because a saved hall
    /// was.
    ahead: Millis,
    now: Millis,
    seed: Seed,
    drawn: u64,
    tickets: u64,
    lobby: Lobby,
    /// The owner, who may not have a name yet, and then the guests.
    people: Vec<Local>,
    tables: BTreeMap<u128, Kept>,
    replies: BTreeMap<u64, Result<Answer, Refused>>,
    questions: Vec<Question>,
    computers: Arc<Computers>,
    is_changed: bool,
}

/// A person at this machine.
#[derive(Debug)]
struct Local {
    /// The token of a guest. The owner has none.
    token: Option<String>,
    person: Option<Person>,
    /// Whether the lobby has their connection.
    is_connected: bool,
    out: Vec<ServerMessage>,
}

/// A table and its log.
#[derive(Debug)]
struct Kept {
    live: LiveTable,
    log: Vec<Event>,
    /// The log as JSON, without the brackets.
    written: String,
    updated: Millis,
}

impl Kept {
    fn append(&mut self, event: Event) {
        if !self.written.is_empty() {
            self.written.push(',');
        }
        // Cannot fail: keys are strings and numbers are integers.
        let text = serde_json::to_string(&event).unwrap_or_default();
        self.written.push_str(&text);
        self.log.push(event);
    }
}

/// A message for a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    /// The token of a guest, or `None` for the owner.
    pub to: Option<String>,
    /// The message.
    pub message: ServerMessage,
}

impl LocalHall {
    /// A hall without tables. Everything random in it comes from the seed, so
    /// take it from the system's random numbers.
    pub fn new(now: Millis, seed: Seed, computers: Computers) -> LocalHall {
        let lobby = Lobby::new(LobbyLimits {
            connections_each: 1,
            watched: usize::MAX,
            messages: Rate::new(u32::MAX, 0.0),
            ping_ms: PING_MS,
        });
        LocalHall {
            ahead: 0,
            now,
            seed,
            drawn: 0,
            tickets: 0,
            lobby,
            people: vec![Local::new(None, None)],
            tables: BTreeMap::new(),
            replies: BTreeMap::new(),
            questions: Vec::new(),
            computers: Arc::new(computers),
            is_changed: false,
        }
    }

    // Messages, as over a WebSocket.

    /// Connects a person, or reconnects them; they no longer watch what they
    /// watched. Their first message is in [`outgoing`](LocalHall::outgoing).
    pub fn connect(&mut self, now: Millis, token: Option<&str>) -> Result<(), Refused> {
        self.set_time(now);
        let at = self.find(token)?;
        self.disconnect(at);
        self.people[at].out.clear();
        let hello = self.hello(at)?;
        self.people[at].out.push(hello);
        Ok(())
    }

    fn disconnect(&mut self, at: usize) {
        self.people[at].is_connected = false;
        let gone = self.lobby.disconnect(at as ConnectionId);
        self.carry_out(gone);
    }

    fn hello(&mut self, at: usize) -> Result<ServerMessage, Refused> {
        let person = self.people[at].person.clone();
        let hello = self.lobby.connect(self.now, at as ConnectionId, person)?;
        self.people[at].is_connected = true;
        Ok(hello)
    }

    /// Takes a person's message. Replies are in
    /// [`outgoing`](LocalHall::outgoing).
    pub fn message(
        &mut self,
        now: Millis,
        token: Option<&str>,
        message: Result<ClientMessage, Unreadable>,
    ) -> Result<(), Refused> {
        self.set_time(now);
        let at = self.find(token)?;
        if !self.people[at].is_connected {
            self.hello(at)?;
        }
        let outputs = self.lobby.message(self.now, at as ConnectionId, message, 0);
        self.carry_out(outputs);
        self.settle_all();
        Ok(())
    }

    /// Takes all waiting messages.
    pub fn outgoing(&mut self) -> Vec<Outgoing> {
        let mut all = Vec::new();
        for local in &mut self.people {
            for message in std::mem::take(&mut local.out) {
                let to = local.token.clone();
                all.push(Outgoing { to, message });
            }
        }
        all
    }

    // Time and computer players.

    /// Does what is due by now.
    pub fn tick(&mut self, now: Millis) {
        self.set_time(now);
        for kept in self.tables.values_mut() {
            if kept.live.next_wake(self.now) <= self.now {
                kept.live.tick(self.now);
            }
        }
        self.settle_all();
    }

    /// When something will be due, in the caller's time. Call
    /// [`tick`](LocalHall::tick) then, or at once if the time has passed.
    pub fn next_wake(&self) -> Option<Millis> {
        let tables = self.tables.values();
        let next = tables.filter_map(|kept| kept.live.next_event()).min()?;
        Some(next.saturating_sub(self.ahead))
    }

    /// The questions for built-in players. Each is given once; tables go on
    /// meanwhile.
    pub fn questions(&mut self) -> Vec<Question> {
        let mut questions = std::mem::take(&mut self.questions);
        questions.retain(|question| !question.stop.load(Ordering::Relaxed));
        questions
    }

    /// Takes what a computer player found. If it is no longer needed, it is
    /// ignored. A player that pretends to think, as people do, moves later.
    pub fn answer(&mut self, now: Millis, table: &str, question: u64, found: Found) {
        self.set_time(now);
        let kept = table_id(table).and_then(|id| self.tables.get_mut(&id));
        if let Some(kept) = kept {
            kept.live.thought(self.now, question, found);
        }
        self.settle_all();
    }

    /// The thread or worker that answered questions is gone: the computer players
    /// that were asked make any legal move instead.
    pub fn thinker_lost(&mut self, now: Millis) {
        self.set_time(now);
        self.questions.clear();
        for kept in self.tables.values_mut() {
            kept.live.thinker_lost(self.now);
        }
        self.settle_all();
    }

    /// Lets another player take seats. It answers questions like the built-in
    /// ones and is not saved with the hall.
    pub fn admit(&mut self, player: impl Into<String>) {
        Arc::make_mut(&mut self.computers).admit(player);
    }

    /// The computer players of this hall.
    pub fn computers(&self) -> &Computers {
        &self.computers
    }

    // People.

    /// The person with this token.
    pub fn person(&self, token: Option<&str>) -> Result<&Person, Refused> {
        let at = self.find(token)?;
        self.people[at].person.as_ref().ok_or_else(Refused::who)
    }

    /// The identity of the person with this token, if they have a name.
    pub fn identity(&self, token: Option<&str>) -> Result<Option<Identity>, Refused> {
        let person = self.people[self.find(token)?].person.as_ref();
        Ok(person.map(|person| person.identity))
    }

    /// Gives the owner this name. Without a name, an owner who has one keeps it.
    pub fn introduce(&mut self, name: Option<&str>) -> Result<Person, Refused> {
        match (&self.people[0].person, name) {
            (Some(owner), None) => Ok(owner.clone()),
            (Some(_), Some(name)) => self.rename(None, name),
            (None, name) => {
                let person = self.new_person(name)?;
                // Until now, the connection had no identity.
                self.disconnect(0);
                self.people[0].person = Some(person.clone());
                Ok(person)
            }
        }
    }

    /// Adds a guest.
    pub fn add_guest(&mut self, name: &str) -> Result<IdentityBody, Refused> {
        if self.people.len() >= MOST_PEOPLE {
            return Err(Refused::new(429, "too-many", message!("hall.most-people")));
        }
        let person = self.new_person(Some(name))?;
        let token = format!("{:032x}{:032x}", self.random_wide(), self.random_wide());
        let you = player_view(&person);
        let local = Local::new(Some(token.clone()), Some(person));
        self.people.push(local);
        let token = Some(token);
        Ok(IdentityBody { you, token })
    }

    /// All guests with their tokens.
    pub fn guests(&self) -> Vec<IdentityBody> {
        let guests = self.people.iter().skip(1);
        guests
            .filter_map(|local| {
                Some(IdentityBody {
                    you: player_view(local.person.as_ref()?),
                    token: local.token.clone(),
                })
            })
            .collect()
    }

    /// Changes a person's name.
    pub fn rename(&mut self, token: Option<&str>, name: &str) -> Result<Person, Refused> {
        let name = clean_name(name)?;
        let at = self.find(token)?;
        let person = self.people[at].person.as_mut().ok_or_else(Refused::who)?;
        person.name = name;
        let person = person.clone();
        self.lobby.rename(person.identity, &person.name);
        self.is_changed = true;
        Ok(person)
    }

    fn new_person(&mut self, name: Option<&str>) -> Result<Person, Refused> {
        let id = self.random_wide();
        let name = match name {
            Some(name) => clean_name(name)?,
            None => format!("Guest {:04}", id % 10_000),
        };
        self.is_changed = true;
        Ok(Person {
            identity: Identity(id),
            name,
            program: false,
        })
    }

    fn find(&self, token: Option<&str>) -> Result<usize, Refused> {
        let mut people = self.people.iter();
        let found = people.position(|local| local.token.as_deref() == token);
        found.ok_or_else(Refused::who)
    }

    // Tables.

    /// Makes a table.
    pub fn make(
        &mut self,
        now: Millis,
        token: Option<&str>,
        new: NewTable,
    ) -> Result<NewTableBody, Refused> {
        self.set_time(now);
        let me = self.person(token)?.clone();
        for player in new.players() {
            self.computers.check(&new.game, player)?;
        }
        let key = new.private.then(|| format!("{:032x}", self.random_wide()));
        let settings = Settings::from_new(new, me, key.clone())?;
        let table = format!("{:032x}", self.create(&settings)?);
        self.settle_all();
        let link = body::link(&table, key.as_deref());
        Ok(NewTableBody { table, key, link })
    }

    /// A table, if this person may see it.
    pub fn look(
        &self,
        token: Option<&str>,
        table: &str,
        key: Option<&str>,
    ) -> Result<&Table, Refused> {
        let kept = table_id(table).and_then(|id| self.tables.get(&id));
        let kept = kept.ok_or_else(Refused::no_table)?;
        kept.live.look(self.identity(token)?, key)
    }

    /// Carries out a person's command.
    pub fn command(
        &mut self,
        now: Millis,
        token: Option<&str>,
        table: &str,
        id: u64,
        request: Request,
    ) -> Result<Answer, Refused> {
        let me = self.person(token)?.clone();
        let request = as_known(request, &me);
        self.tickets += 1;
        let ticket = self.tickets;
        let input = TableInput::Command {
            who: me.identity,
            id,
            request,
            lag_ms: 0,
            reply: ReplyTo::Ticket(ticket),
        };
        self.ask(now, table, input)?;
        let reply = self.replies.remove(&ticket);
        reply.unwrap_or_else(|| Err(Refused::busy()))
    }

    /// A player that was [admitted](LocalHall::admit) broke the rules or cannot
    /// go on. Does nothing if the turn is over.
    pub fn forfeit(&mut self, now: Millis, question: &Question, verdict: &str, detail: &str) {
        let kept = table_id(&question.table).and_then(|id| self.tables.get(&id));
        if kept.is_none_or(|kept| kept.live.table().turn() != question.turn) {
            return;
        }
        let found = Found::Forfeit(verdict.to_owned(), detail.to_owned());
        self.answer(now, &question.table, question.number, found);
    }

    fn ask(&mut self, now: Millis, table: &str, input: TableInput) -> Result<(), Refused> {
        self.set_time(now);
        let kept = table_id(table).and_then(|id| self.tables.get_mut(&id));
        let kept = kept.ok_or_else(Refused::no_table)?;
        kept.live.input(self.now, input);
        self.settle_all();
        Ok(())
    }

    /// The public tables, newest first.
    pub fn list(&self, query: &TablesQuery) -> Result<TablesBody, Refused> {
        let phase = match query.phase.as_deref().unwrap_or("open") {
            "open" => ListPhase::Open,
            "running" => ListPhase::Running,
            "finished" => ListPhase::Finished,
            other => {
                let phase = format!("{other:?}");
                return Err(Refused::bad(message!("hall.no-phase", phase)));
            }
        };
        let after = query.after.as_deref().map(cursor).transpose()?;
        let limit = query.limit.unwrap_or(50).clamp(1, 100) as usize;
        let mut rows: Vec<(Millis, u128, TableRow)> = self
            .tables
            .iter()
            .filter(|(_, kept)| kept.live.is_listed())
            .map(|(id, kept)| (*id, kept.live.row(kept.updated)))
            .filter(|(_, row)| row.phase == phase)
            .filter(|(_, row)| query.game.as_ref().is_none_or(|game| *game == row.game))
            .map(|(id, row)| (row.created, id, row))
            .filter(|(created, id, _)| after.is_none_or(|after| (*created, *id) < after))
            .collect();
        rows.sort_unstable_by_key(|(created, id, _)| std::cmp::Reverse((*created, *id)));
        let more = rows.len() > limit;
        rows.truncate(limit);
        let last = rows.last().filter(|_| more);
        Ok(TablesBody {
            next: last.map(|(created, id, _)| format!("{created}:{id:032x}")),
            tables: rows.into_iter().map(|(.., row)| row).collect(),
        })
    }

    /// Whether anything has changed since the last call and should be saved.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.is_changed)
    }

    /// The hall's time.
    pub fn now(&self) -> Millis {
        self.now
    }

    /// Sets the hall's time. It never goes back.
    fn set_time(&mut self, now: Millis) {
        self.now = self.now.max(now.saturating_add(self.ahead));
    }

    fn create(&mut self, settings: &Settings) -> Result<u128, Refused> {
        let bytes: Vec<u8> = (0..4).flat_map(|_| self.random().to_be_bytes()).collect();
        let bytes = <[u8; 32]>::try_from(bytes).unwrap_or_default();
        let log = Table::create(self.now, settings, Seed::from_bytes(bytes))?;
        // The id begins with the time, so that tables are sorted by time.
        let low = self.random_wide() & (u128::MAX >> 48);
        let id = u128::from(self.now) << 80 | low;
        if self.tables.len() >= MOST_TABLES {
            let mut tables = self.tables.iter();
            let is_running = |kept: &Kept| kept.live.table().list_phase() == ListPhase::Running;
            let oldest = tables.find(|(_, kept)| !is_running(kept));
            let oldest = oldest.map(|(id, _)| *id).ok_or_else(|| {
                Refused::new(
                    429,
                    "too-many",
                    message!("hall.most-tables", most = MOST_TABLES),
                )
            })?;
            self.tables.remove(&oldest);
        }
        self.load(id, log, None)
            .map_err(|why| Refused::bad(message!("hall.bad-table", why)))?;
        let row = self.tables.get(&id).filter(|kept| kept.live.is_listed());
        let row = row.map(|kept| kept.live.row(kept.updated));
        let told = row.and_then(|row| self.lobby.listed(row));
        self.carry_out(told.into_iter().collect());
        self.is_changed = true;
        Ok(id)
    }

    /// Adds a table made from its log.
    fn load(&mut self, id: u128, log: Vec<Event>, down: Option<Millis>) -> Result<(), String> {
        let bytes: Vec<u8> = (0..4).flat_map(|_| self.random().to_be_bytes()).collect();
        let seed = Seed::from_bytes(<[u8; 32]>::try_from(bytes).unwrap_or_default());
        let limits = TableLimits {
            leaving_ms: None,
            ..TableLimits::default()
        };
        let live = LiveTable::load(
            self.now,
            &format!("{id:032x}"),
            log.clone(),
            down,
            TableTerms {
                seed,
                computers: self.computers.clone(),
                limits,
            },
        )
        .map_err(|damaged| damaged.to_string())?;
        let mut kept = Kept {
            live,
            updated: log.last().map_or(0, |event| event.at),
            log: Vec::new(),
            written: String::new(),
        };
        for event in log {
            kept.append(event);
        }
        self.tables.insert(id, kept);
        Ok(())
    }

    fn carry_out(&mut self, outputs: Vec<LobbyOutput>) {
        for output in outputs {
            match output {
                LobbyOutput::Send { to, message } => self.send(&to, &message),
                LobbyOutput::Table { table, input } => match self.tables.get_mut(&table) {
                    Some(kept) => kept.live.input(self.now, input),
                    None => self.refuse(&input),
                },
                LobbyOutput::Declined(_) | LobbyOutput::Close(_) => {}
            }
        }
    }

    /// Refuses a request to a table that does not exist.
    fn refuse(&mut self, input: &TableInput) {
        let (to, id) = match input {
            TableInput::Watch { connection, id, .. } => (*connection, *id),
            TableInput::Command {
                reply: ReplyTo::Connection(connection),
                id,
                ..
            }
            | TableInput::Answer {
                reply: ReplyTo::Connection(connection),
                id,
                ..
            } => (*connection, *id),
            _ => return,
        };
        self.send(&[to], &Refused::no_table().reply(Some(id)));
    }

    fn send(&mut self, to: &[ConnectionId], message: &ServerMessage) {
        for &connection in to {
            if let Some(local) = self.people.get_mut(connection as usize) {
                local.out.push(message.clone());
            }
        }
    }

    /// Carries out the outputs of all tables until there are none.
    fn settle_all(&mut self) {
        let ids: Vec<u128> = self.tables.keys().copied().collect();
        for id in ids {
            self.settle(id);
        }
    }

    fn settle(&mut self, id: u128) {
        for _ in 0..MOST_AT_ONCE {
            let kept = self.tables.get_mut(&id);
            let Some((kept, output)) = kept.and_then(|kept| {
                let output = kept.live.poll()?;
                Some((kept, output))
            }) else {
                return;
            };
            match output {
                Output::Append(append) => {
                    for event in append.events.iter() {
                        kept.append(event.clone());
                    }
                    if append.row.is_some() {
                        kept.updated = self.now;
                    }
                    // `live` continues with the same events.
                    drop(append);
                    self.is_changed = true;
                    kept.live.stored(self.now, Stored::Appended);
                }
                Output::ReadLog { from } => {
                    let skip = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX);
                    let log = kept.log.iter().skip(skip).cloned().collect();
                    kept.live.log_read(self.now, Ok(log));
                }
                Output::Send { to, message } => self.send(&to, &message),
                Output::Reply { ticket, result } => {
                    self.replies.insert(ticket, result);
                }
                Output::Think(question) => self.questions.push(question),
                Output::AskProgram(asked) => {
                    // A local hall has no bots of its own.
                    let failed = Found::Failed("there is no such program".to_owned());
                    kept.live.thought(self.now, asked.number, failed);
                }
                Output::MakeNext(settings) => {
                    let made = self.create(&settings).map(|next| format!("{next:032x}"));
                    if let Some(kept) = self.tables.get_mut(&id) {
                        kept.live.next_made(self.now, made);
                    }
                }
                Output::Listed(row) => {
                    if kept.live.is_listed() {
                        let told = self.lobby.listed(*row);
                        self.carry_out(told.into_iter().collect());
                    }
                }
                Output::StopPrograms | Output::Problem(_) => {}
            }
        }
    }

    fn random(&mut self) -> u64 {
        self.drawn += 1;
        game::Dice::bits(&mut self.seed.draw(self.drawn))
    }

    fn random_wide(&mut self) -> u128 {
        u128::from(self.random()) << 64 | u128::from(self.random())
    }
}

impl Local {
    fn new(token: Option<String>, person: Option<Person>) -> Local {
        Local {
            token,
            person,
            is_connected: false,
            out: Vec::new(),
        }
    }
}

/// Cleans up a name for display.
fn clean_name(name: &str) -> Result<String, Refused> {
    match text::clean(name, text::LONGEST_NAME) {
        name if name.is_empty() => Err(table::Refusal::Name.into()),
        name => Ok(name),
    }
}

fn cursor(text: &str) -> Result<(Millis, u128), Refused> {
    let parts = text.split_once(':');
    let parts = parts.and_then(|(at, id)| Some((at.parse().ok()?, table_id(id)?)));
    parts.ok_or_else(|| Refused::bad(message!("hall.after")))
}
