//! One live table: a task that owns it.

mod attend;

use std::collections::{HashMap, HashSet, VecDeque};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use axum::http::StatusCode;
use serde_json::{Value, json};
use store::{Append, Outcome, TableId};
use table::{
    Actor, Answer, Command, Event, Fact, Identity, Made, Member, People, Refusal, Request,
    Settings, Table, Viewer, news, project,
};
use tokio::sync::{mpsc, oneshot};
use wire::api::{Effort, Told};

use crate::computers::{Playing, Thought};
use crate::hub::{Hub, stored};
use crate::outbox::Outbox;
use crate::ratings;
use crate::refused::Refused;
use crate::shown::summary;

/// What a table is asked.
pub(crate) enum Order {
    /// Tell this connection what happens.
    Watch {
        outbox: Arc<Outbox>,
        id: u64,
        who: Option<Identity>,
        key: Option<String>,
        after: Option<u64>,
        bot: bool,
    },
    /// Tell it no more.
    Unwatch { number: u64 },
    /// Do something for someone.
    Command {
        who: Identity,
        id: u64,
        request: Request,
        lag_ms: u64,
        reply: Reply,
    },
    /// A bot answers a request.
    Answer {
        who: Identity,
        id: u64,
        turn: u64,
        answer: Value,
        lag_ms: u64,
        reply: Reply,
    },
    /// Show something to someone who may see it.
    Look {
        who: Option<Identity>,
        key: Option<String>,
        then: Then,
    },
    /// Do something for the hall itself.
    Hall {
        request: Request,
        reply: oneshot::Sender<Result<Answer, Refused>>,
    },
    /// See to the clock.
    Wake(oneshot::Sender<()>),
}

/// What is done with a table that may be seen, or with the reason why not.
type Then = Box<dyn FnOnce(Result<Look<'_>, Refused>) + Send>;

/// A table to look at.
pub(crate) struct Look<'a> {
    pub table: &'a Table,
    pub people: &'a People,
    pub now: u64,
}

/// Where an answer goes.
pub(crate) enum Reply {
    Socket(Arc<Outbox>),
    Once(oneshot::Sender<Result<Answer, Refused>>),
}

impl Order {
    /// Says that nothing comes of it.
    pub fn refuse(self, refused: Refused) {
        match self {
            Order::Watch { outbox, id, .. } => {
                outbox.push(refusal(Some(id), &refused));
            }
            Order::Command { id, reply, .. } | Order::Answer { id, reply, .. } => {
                answer(reply, id, "", Err(refused));
            }
            Order::Look { then, .. } => then(Err(refused)),
            Order::Hall { reply, .. } => drop(reply.send(Err(refused))),
            Order::Unwatch { .. } | Order::Wake(_) => {}
        }
    }
}

/// A refusal as a message.
pub(crate) fn refusal(id: Option<u64>, refused: &Refused) -> Utf8Bytes {
    let told = Told::Refused {
        id,
        code: refused.code,
        reason: &refused.reason,
    };
    told.text().into()
}

fn answer(reply: Reply, id: u64, table: &str, result: Result<Answer, Refused>) {
    match (reply, result) {
        (Reply::Socket(outbox), Ok(answer)) => {
            let result = json!({"table": table, "seq": answer.seq, "turn": answer.turn});
            outbox.push(Told::Ok { id, result }.text().into());
        }
        (Reply::Socket(outbox), Err(refused)) => outbox.push(refusal(Some(id), &refused)),
        // Whoever asked may have hung up.
        (Reply::Once(once), result) => drop(once.send(result)),
    }
}

/// Events that are kept for those who were cut off for a moment.
const RECENT: usize = 64;
/// How often a write is tried when others write too.
const TRIES: u32 = 10;
/// Ids of commands are numbers that JavaScript can hold.
const HIGHEST_ID: u64 = 1 << 53;
/// After a failure of the store a table waits so long before it goes on by itself.
const RECOVER_MS: u64 = 1000;

/// A table that is live.
struct Live<'a> {
    hub: &'a Arc<Hub>,
    id: TableId,
    name: String,
    table: Table,
    created_ms: u64,
    people: People,
    recent: VecDeque<Event>,
    watchers: Vec<Watcher>,
    /// Members whose connection is gone, as the table knows it.
    away: HashSet<Member>,
    /// Those who may only be reconnecting, and until when that is assumed.
    leaving: HashMap<Identity, u64>,
    rematch: Option<Box<Settings>>,
    thinking: HashMap<u16, Thinking>,
    /// What the searches did behind moves that are not known to all yet, and the
    /// turns they belong to.
    efforts: HashMap<u16, (u64, Effort)>,
    playing: HashMap<u16, Playing>,
    thoughts: mpsc::UnboundedReceiver<Thought>,
    answers: mpsc::UnboundedSender<Thought>,
    /// Nothing is done by the table itself before this time.
    not_before: u64,
    used: u64,
    in_order: bool,
}

/// A connection that is told what happens.
struct Watcher {
    outbox: Arc<Outbox>,
    who: Option<Identity>,
    bot: bool,
    /// The turn for which it was last sent a request.
    asked: Option<u64>,
}

/// A computer that is to move.
struct Thinking {
    turn: u64,
    stop: Arc<AtomicBool>,
    /// It takes its time, as people do.
    not_before: u64,
}

/// Runs a table until nobody needs it.
pub(crate) async fn run(hub: &Arc<Hub>, id: TableId, mut orders: mpsc::Receiver<Order>) {
    let mut live = match Live::load(hub, id).await {
        Ok(live) => live,
        Err(refused) => {
            hub.forget(id);
            orders.close();
            while let Some(order) = orders.recv().await {
                order.refuse(refused.clone());
            }
            return;
        }
    };
    let mut alarm = pin!(tokio::time::sleep(Duration::ZERO));
    loop {
        live.attend().await;
        let wake = hub.time.moment(live.next_wake());
        // One that comes too early does no harm.
        if wake < alarm.deadline() || alarm.is_elapsed() {
            alarm.as_mut().reset(wake);
        }
        tokio::select! {
            order = orders.recv() => match order {
                Some(order) => live.carry_out(order).await,
                None => break,
            },
            Some(thought) = live.thoughts.recv() => live.thought(thought).await,
            () = &mut alarm => {
                if live.may_rest() && hub.put_away(id, &orders) {
                    break;
                }
            }
        }
    }
    live.rest();
}

impl Drop for Live<'_> {
    fn drop(&mut self) {
        self.hub.metrics.tables.add(-1);
        for thinking in self.thinking.values() {
            thinking
                .stop
                .store(true, std::sync::atomic::Ordering::Relaxed);
        }
        // Only a fault ends a table while someone watches: they come back and
        // find it as the log has it.
        if !self.in_order && !self.watchers.is_empty() {
            let text = Utf8Bytes::from(Told::Lost { table: &self.name }.text());
            for watcher in &self.watchers {
                watcher.outbox.push(text.clone());
            }
        }
    }
}

impl<'a> Live<'a> {
    async fn load(hub: &'a Arc<Hub>, id: TableId) -> Result<Live<'a>, Refused> {
        let mut log = Vec::new();
        read(hub, id, 1, &mut log).await?;
        let Some(first) = log.first() else {
            return Err(Refused::no_table());
        };
        let created_ms = first.at;
        let last_ms = log.last().map_or(0, |event| event.at);
        let table = Table::replay(&log).map_err(|damaged| damage(id, &damaged))?;
        let (answers, thoughts) = mpsc::unbounded_channel();
        hub.metrics.tables.add(1);
        let mut live = Live {
            hub,
            id,
            name: id.to_string(),
            table,
            created_ms,
            people: People::default(),
            recent: VecDeque::new(),
            watchers: Vec::new(),
            away: HashSet::new(),
            leaving: HashMap::new(),
            rematch: None,
            thinking: HashMap::new(),
            efforts: HashMap::new(),
            playing: HashMap::new(),
            thoughts,
            answers,
            not_before: 0,
            used: hub.time.now(),
            in_order: false,
        };
        for event in &log {
            live.note(event);
        }
        log.drain(..log.len().saturating_sub(RECENT));
        live.recent = log.into();
        let playing = live.table.phase() == table::Phase::Playing;
        if playing && last_ms < hub.time.started() {
            // Up to when the hall ran is in its notes. Without them the time
            // since the last event is nobody's.
            let ran_until = hub.down_from.unwrap_or(last_ms).max(last_ms);
            let down_ms = hub.time.now().saturating_sub(ran_until);
            live.hall(Request::Resumed { down_ms }).await?;
        }
        Ok(live)
    }

    /// The table is put away; its clock is seen to.
    fn rest(mut self) {
        self.in_order = true;
        if let Some(deadline) = self.table.next_deadline() {
            self.hub.wake_at(self.id, deadline);
        }
        // The hall closes: connections are told by their own tasks.
        self.watchers.clear();
    }

    async fn carry_out(&mut self, order: Order) {
        self.used = self.hub.time.now();
        match order {
            Order::Watch {
                outbox,
                id,
                who,
                key,
                after,
                bot,
            } => self.watch(outbox, id, (who, key), after, bot),
            Order::Unwatch { number } => {
                self.watchers
                    .retain(|watcher| watcher.outbox.number != number);
            }
            Order::Command {
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
                self.tell_last(&reply);
                let result = self.ordered(command).await;
                self.reply(reply, id, who, result);
            }
            Order::Answer {
                who,
                id,
                turn,
                answer,
                lag_ms,
                reply,
            } => {
                self.tell_last(&reply);
                let result = self.answered(who, id, turn, &answer, lag_ms).await;
                self.reply(reply, id, who, result);
            }
            Order::Look { who, key, then } => match self.table.may_look(who, key.as_deref()) {
                true => then(Ok(Look {
                    table: &self.table,
                    people: &self.people,
                    now: self.hub.time.now(),
                })),
                false => then(Err(Refused::no_table())),
            },
            Order::Hall { request, reply } => drop(reply.send(self.hall(request).await)),
            // What is due is done after every order.
            Order::Wake(done) => drop(done.send(())),
        }
    }

    /// Who waits for an answer is told last what happens: the task that is woken
    /// last runs first, and the answer goes out with the news.
    fn tell_last(&mut self, reply: &Reply) {
        let Reply::Socket(outbox) = reply else {
            return;
        };
        let mut watchers = self.watchers.iter();
        if let Some(at) = watchers.position(|watcher| watcher.outbox.number == outbox.number) {
            let last = self.watchers.len() - 1;
            self.watchers.swap(at, last);
        }
    }

    fn reply(&self, reply: Reply, id: u64, who: Identity, result: Result<Answer, Refused>) {
        let counter = match &result {
            Ok(_) => &self.hub.metrics.commands,
            Err(_) => &self.hub.metrics.refusals,
        };
        counter.add();
        let stale = matches!(&result, Err(refused) if refused.code == "stale");
        let outbox = match &reply {
            Reply::Socket(outbox) => Some(outbox.clone()),
            Reply::Once(_) => None,
        };
        answer(reply, id, &self.name, result);
        if let (true, Some(outbox)) = (stale, outbox) {
            outbox.push(self.view(Some(who)));
        }
    }

    /// Lets a connection know all that happens from now on, and what it missed.
    fn watch(
        &mut self,
        outbox: Arc<Outbox>,
        id: u64,
        (who, key): (Option<Identity>, Option<String>),
        after: Option<u64>,
        bot: bool,
    ) {
        if !self.table.may_look(who, key.as_deref()) {
            outbox.push(refusal(Some(id), &Refused::no_table()));
            return;
        }
        let result =
            json!({"table": self.name, "seq": self.table.seq(), "turn": self.table.turn()});
        outbox.push(Told::Ok { id, result }.text().into());
        match after.and_then(|after| self.missed(after, who)) {
            Some(missed) => missed.into_iter().for_each(|text| outbox.push(text)),
            None => outbox.push(self.view(who)),
        }
        self.watchers
            .retain(|watcher| watcher.outbox.number != outbox.number);
        self.watchers.push(Watcher {
            outbox,
            who,
            bot,
            asked: None,
        });
    }

    /// What someone missed, if all of it is still at hand.
    fn missed(&self, after: u64, who: Option<Identity>) -> Option<Vec<Utf8Bytes>> {
        let first = self.recent.front()?;
        let covered = first.seq == 1 || first.public <= after;
        if !covered || after > self.table.seq() {
            return None;
        }
        let viewer = who.map_or(Viewer::Anyone, |who| self.table.viewer(who));
        let missed = news(&self.recent, after, viewer);
        Some(missed.iter().map(|shown| self.event_text(shown)).collect())
    }

    fn event_text(&self, shown: &table::Projection) -> Utf8Bytes {
        let event = serde_json::to_value(shown).unwrap_or_default();
        let told = Told::Event {
            table: &self.name,
            event: &event,
        };
        told.text().into()
    }

    fn view(&self, who: Option<Identity>) -> Utf8Bytes {
        let told = Told::Table {
            table: &self.name,
            now: self.hub.time.now(),
            view: &self.table.view(who),
        };
        told.text().into()
    }

    /// A command from outside.
    async fn ordered(&mut self, command: Command) -> Result<Answer, Refused> {
        if command.id > HIGHEST_ID {
            return Err(Refused::bad("the id of a command is at most 2^53"));
        }
        let Actor::Identity(who) = command.actor else {
            return Err(Refusal::NotYours.into());
        };
        // A private table is not there for those who do not have its link.
        let key = match &command.request {
            Request::Join { key, .. } => key.as_deref(),
            _ => None,
        };
        if !self.table.may_look(Some(who), key) {
            return Err(Refused::no_table());
        }
        if let Request::SeatComputer { player, .. } = &command.request {
            let game = &self.table.settings().game;
            self.hub.check_computer(game, player)?;
        }
        self.give(command).await
    }

    /// A bot's answer becomes a move.
    async fn answered(
        &mut self,
        who: Identity,
        id: u64,
        turn: u64,
        answer: &Value,
        lag_ms: u64,
    ) -> Result<Answer, Refused> {
        let mut command = Command {
            id,
            actor: Actor::Identity(who),
            lag_ms,
            request: Request::Claim,
        };
        if let Some(answer) = self.known_answer(&command).await? {
            return Ok(answer);
        }
        let now = self.table.turn();
        if turn != now {
            // The request for the turn being played is sent once more.
            for watcher in &mut self.watchers {
                if watcher.who == Some(who) {
                    watcher.asked = None;
                }
            }
            return Err(Refusal::Stale {
                meant: turn,
                turn: now,
            }
            .into());
        }
        let seat = self.table.seat_of(who).ok_or(Refusal::NotSeated)?;
        if !self.table.acting().contains(game::Seat(seat)) {
            return Err(Refusal::NotToAct.into());
        }
        let action = self
            .wire()?
            .answer(self.table.state(), game::Seat(seat), &answer.to_string())
            .map_err(|error| {
                let code = match error {
                    wire::AnswerError::Protocol(_) => "protocol",
                    wire::AnswerError::Illegal { .. } => "illegal",
                };
                Refused::new(StatusCode::CONFLICT, code, error.to_string())
            })?;
        command.request = Request::Move { turn, action };
        self.ordered(command).await
    }

    fn wire(&self) -> Result<Box<dyn wire::AnyWire>, Refused> {
        let settings = self.table.settings();
        wire::open(&settings.game, &settings.options)
            .map_err(|error| Refused::bad(error.to_string()))
    }

    /// A command of the hall itself.
    async fn hall(&mut self, request: Request) -> Result<Answer, Refused> {
        let command = Command::new(self.hub.number(), Actor::Hall, request);
        self.give(command).await
    }

    /// Decides, writes, and only then changes the table and tells everyone.
    async fn give(&mut self, command: Command) -> Result<Answer, Refused> {
        for _ in 0..TRIES {
            if let Some(answer) = self.known_answer(&command).await? {
                return Ok(answer);
            }
            let events = self.table.decide(self.hub.time.now(), &command)?;
            let mut next = self.table.clone();
            for event in &events {
                next.apply(event)
                    .map_err(|damaged| damage(self.id, &damaged))?;
            }
            let answer = Answer {
                seq: next.seq(),
                turn: next.turn(),
            };
            match self.write(&events, &next).await? {
                Outcome::Appended { .. } => {
                    self.table = next;
                    self.tell(events);
                    return Ok(answer);
                }
                Outcome::Conflict { .. } => {
                    self.hub.metrics.conflicts.add();
                    self.catch_up().await?;
                }
                // Someone at this table has finished another game: the ratings
                // are computed again.
                Outcome::Outrun => {}
            }
        }
        Err(Refused::busy())
    }

    /// What a command was answered, if it was carried out before.
    async fn known_answer(&mut self, command: &Command) -> Result<Option<Answer>, Refused> {
        if !self.table.may_have_forgotten(command) {
            return Ok(self.table.answer(command));
        }
        let mut log = Vec::new();
        read(self.hub, self.id, 1, &mut log).await?;
        Table::answer_in(&log, command).map_err(|damaged| damage(self.id, &damaged))
    }

    async fn write(&mut self, events: &[Event], next: &Table) -> Result<Outcome, Refused> {
        let store = &self.hub.store;
        let now = self.hub.time.now();
        let mut people = None;
        for event in events {
            if let Fact::Joined { member, person } = &event.fact {
                people
                    .get_or_insert_with(|| self.people.clone())
                    .joined(*member, person);
            }
        }
        let people = people.as_ref().unwrap_or(&self.people);
        let is_listed = |event: &Event| {
            matches!(
                event.fact,
                Fact::Seated { .. }
                    | Fact::ComputerSeated { .. }
                    | Fact::Freed { .. }
                    | Fact::Corners { .. }
                    | Fact::Started { .. }
                    | Fact::Ended { .. }
            )
        };
        let row = events
            .iter()
            .any(is_listed)
            .then(|| summary(next, people, self.created_ms, now));
        let ended = events
            .iter()
            .any(|event| matches!(event.fact, Fact::Ended { .. }));
        let finish = match ended {
            true => ratings::finish(store, next, people, now).await?,
            false => None,
        };
        let append = Append {
            summary: row.clone(),
            finish,
            ..Append::of(
                self.id,
                self.table.log_seq() + 1,
                events.iter().map(stored).collect::<Result<_, _>>()?,
            )
        };
        let started = Instant::now();
        let outcome = store.append(append).await.inspect_err(|_| {
            self.hub.metrics.store_errors.add();
            self.not_before = self.hub.time.now() + RECOVER_MS;
        })?;
        self.hub.metrics.commit.took(started.elapsed());
        if let Outcome::Appended { .. } = outcome {
            if let Some(row) = row {
                self.hub.lobby_changed(self.id, row);
            }
            if ended {
                self.hub.metrics.games.add();
            }
        }
        Ok(outcome)
    }

    /// Reads what someone else has written.
    async fn catch_up(&mut self) -> Result<(), Refused> {
        let mut events = Vec::new();
        read(self.hub, self.id, self.table.log_seq() + 1, &mut events).await?;
        let mut next = self.table.clone();
        for event in &events {
            next.apply(event)
                .map_err(|damaged| damage(self.id, &damaged))?;
        }
        self.table = next;
        self.tell(events);
        Ok(())
    }

    /// Tells everyone what happened, as far as each may know it.
    fn tell(&mut self, events: Vec<Event>) {
        for event in events {
            self.hub.metrics.events.add();
            self.note(&event);
            if event.fact.is_public() {
                self.tell_all(&event);
            } else {
                self.tell_one(&event);
            }
            if let Fact::Stepped { made } = &event.fact {
                self.tell_efforts(made);
            }
            if self.recent.len() == RECENT {
                self.recent.pop_front();
            }
            self.recent.push_back(event);
        }
    }

    /// What all may know is the same for all, and is encoded once.
    fn tell_all(&self, event: &Event) {
        if self.watchers.is_empty() {
            return;
        }
        if let Some(shown) = project(event, Viewer::Anyone) {
            let text = self.event_text(&shown);
            for watcher in &self.watchers {
                watcher.outbox.push(text.clone());
            }
        }
    }

    /// Tells what the searches did behind moves that were just told.
    fn tell_efforts(&mut self, made: &[Made]) {
        let acts = made.iter().filter_map(|made| match made {
            Made::Act(act) => Some(act),
            Made::Draw(_) => None,
        });
        for (seat, _) in acts.flat_map(|act| &act.moves) {
            let Some((turn, thought)) = self.efforts.remove(seat) else {
                continue;
            };
            let told = Told::Thought {
                table: &self.name,
                seat: *seat,
                turn,
                thought,
            };
            let text = Utf8Bytes::from(told.text());
            for watcher in &self.watchers {
                watcher.outbox.push(text.clone());
            }
        }
    }

    fn tell_one(&self, event: &Event) {
        for watcher in &self.watchers {
            let Some(who) = watcher.who else {
                continue;
            };
            if let Some(shown) = project(event, self.table.viewer(who)) {
                watcher.outbox.push(self.event_text(&shown));
            }
        }
    }

    /// Notes what the hall has to know beside the table.
    fn note(&mut self, event: &Event) {
        match &event.fact {
            Fact::Joined { member, person } => {
                self.people.joined(*member, person);
                self.away.remove(member);
            }
            Fact::Present { member, present } => {
                match present {
                    true => self.away.remove(member),
                    false => self.away.insert(*member),
                };
            }
            Fact::Resumed { .. } => self.away.extend(self.people.members()),
            Fact::Rematch { settings } => self.rematch = Some(settings.clone()),
            Fact::Next { .. } => self.rematch = None,
            _ => {}
        }
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
    Refused::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "damaged",
        "the log of this table is damaged; the hall's log says more",
    )
}
