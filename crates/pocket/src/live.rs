//! One table, its log and those who watch it.

use std::collections::BTreeMap;
use std::time::Duration;

use dice::{Quick, Seed};
use game::Seat;
use players::roster::{Spec, pause};
use record::seated::built_in;
use serde_json::{Map, Value, json};
use table::table::ToMove;
use table::{
    Access, Actor, Answer, Command, Event, Fact, Made, People, Phase, Request, Settings, Table,
    Viewer, news, project,
};
use wire::api::{Effort, Told};
use wire::lobby::table_json;

use crate::line::{At, Lines};
use crate::question::{Question, Thought};
use crate::refused::Refused;

/// Ids of commands are numbers that JavaScript can hold.
const HIGHEST_ID: u64 = 1 << 53;
/// When something that the table does by itself was refused, it waits so long
/// before it tries again.
const RECOVER_MS: u64 = 1000;
/// What a table does by itself in one go. What is left is done at the next.
const MOST_AT_ONCE: u32 = 10_000;

/// A table that is played at.
pub(crate) struct Live {
    pub name: String,
    pub table: Table,
    pub people: People,
    pub created: u64,
    pub updated: u64,
    log: Vec<Event>,
    /// The log as JSON, without the brackets.
    written: String,
    watchers: Vec<At>,
    /// Another game was agreed, and its table is to be made.
    pub rematch: Option<Box<Settings>>,
    thinking: BTreeMap<u16, Thinking>,
    /// What computers thought whose moves are not revealed yet, by seat.
    thoughts: BTreeMap<u16, (u64, Effort)>,
    /// Nothing is done by the table itself before this time.
    not_before: u64,
}

/// A computer that is to move.
struct Thinking {
    turn: u64,
    number: u64,
    /// The question, until it is handed out.
    question: Option<Box<Question>>,
    /// It takes its time, as people do.
    not_before: u64,
    answer: Option<Thought>,
}

/// What a table needs from the hall while it acts.
pub(crate) struct Hall<'a> {
    pub now: u64,
    pub lines: &'a mut Lines,
    pub numbers: &'a mut u64,
    pub seed: &'a Seed,
    pub drawn: &'a mut u64,
    /// Players besides the built-in ones.
    pub others: &'a [String],
}

impl Hall<'_> {
    /// A number that was not given before.
    pub fn number(&mut self) -> u64 {
        *self.numbers += 1;
        *self.numbers
    }

    /// 64 bits that nobody can foresee who does not know the seed.
    pub fn bits(&mut self) -> u64 {
        *self.drawn += 1;
        game::Dice::bits(&mut self.seed.draw(*self.drawn))
    }
}

impl Live {
    /// The table of a log.
    pub fn replay(id: u128, log: Vec<Event>) -> Result<Live, String> {
        let table = Table::replay(&log).map_err(|damaged| damaged.to_string())?;
        let mut live = Live {
            name: format!("{id:032x}"),
            table,
            people: People::default(),
            created: log.first().map_or(0, |event| event.at),
            updated: log.last().map_or(0, |event| event.at),
            log: Vec::new(),
            written: String::new(),
            watchers: Vec::new(),
            rematch: None,
            thinking: BTreeMap::new(),
            thoughts: BTreeMap::new(),
            not_before: 0,
        };
        for event in log {
            live.note(event);
        }
        Ok(live)
    }

    /// Notes what happened, in the log and beside the table.
    fn note(&mut self, event: Event) {
        match &event.fact {
            Fact::Joined { member, person } => self.people.joined(*member, person),
            Fact::Rematch { settings } => self.rematch = Some(settings.clone()),
            Fact::Next { .. } => self.rematch = None,
            _ => {}
        }
        if !self.written.is_empty() {
            self.written.push(',');
        }
        // Keys are strings and numbers are whole: nothing in it can fail.
        let text = serde_json::to_string(&event).unwrap_or_default();
        self.written.push_str(&text);
        self.log.push(event);
    }

    /// The log as a list in JSON.
    pub fn log_json(&self) -> String {
        format!("[{}]", self.written)
    }

    pub fn last_at(&self) -> u64 {
        self.log.last().map_or(0, |event| event.at)
    }

    /// The table as the lobby lists it.
    pub fn listed(&self) -> Value {
        let mut row = Map::new();
        row.insert("table".to_owned(), json!(self.name));
        row.insert("game".to_owned(), json!(self.table.settings().game));
        row.insert("phase".to_owned(), json!(self.phase_word()));
        row.insert("created".to_owned(), json!(self.created));
        row.insert("updated".to_owned(), json!(self.updated));
        if let Value::Object(body) = table_json(&self.table, &self.people) {
            row.extend(body);
        }
        Value::Object(row)
    }

    pub fn phase_word(&self) -> &'static str {
        match self.table.phase() {
            Phase::Lobby => "open",
            Phase::Playing => "running",
            Phase::Over => "finished",
        }
    }

    pub fn is_listed(&self) -> bool {
        self.table.settings().access == Access::Public
    }

    /// Tells those who look at the lobby.
    pub fn tell_lobby(&self, lines: &mut Lines) {
        if !self.is_listed() {
            return;
        }
        let row = self.listed();
        for at in 0..lines.0.len() {
            if lines.0[at].lobby {
                lines.tell(at, &Told::Lobby { table: &row });
            }
        }
    }
}

/// Those who watch.
impl Live {
    /// Lets someone know all that happens from now on, and what they missed.
    pub fn watch(
        &mut self,
        hall: &mut Hall<'_>,
        at: At,
        id: u64,
        key: Option<&str>,
        after: Option<u64>,
    ) -> Result<(), Refused> {
        let who = hall.lines.identity(at);
        if !self.table.may_look(who, key) {
            return Err(Refused::no_table());
        }
        let result =
            json!({"table": self.name, "seq": self.table.seq(), "turn": self.table.turn()});
        hall.lines.tell(at, &Told::Ok { id, result });
        match after.filter(|after| *after <= self.table.seq()) {
            Some(after) => {
                let viewer = who.map_or(Viewer::Anyone, |who| self.table.viewer(who));
                for shown in news(&self.log, after, viewer) {
                    hall.lines.push(at, self.event_text(&shown));
                }
            }
            None => self.show(hall, at),
        }
        self.unwatch(at);
        self.watchers.push(at);
        Ok(())
    }

    pub fn unwatch(&mut self, at: At) {
        self.watchers.retain(|watcher| *watcher != at);
    }

    /// Sends someone the whole table.
    pub fn show(&self, hall: &mut Hall<'_>, at: At) {
        let told = Told::Table {
            table: &self.name,
            now: hall.now,
            view: &self.table.view(hall.lines.identity(at)),
        };
        hall.lines.tell(at, &told);
    }

    fn event_text(&self, shown: &table::Projection) -> String {
        let event = serde_json::to_value(shown).unwrap_or_default();
        let told = Told::Event {
            table: &self.name,
            event: &event,
        };
        told.text()
    }

    /// Tells everyone who watches, as far as each may know it. `turn` is the turn
    /// before it.
    fn tell(&mut self, hall: &mut Hall<'_>, turn: u64, event: &Event) {
        for &at in &self.watchers {
            let who = hall.lines.identity(at);
            let viewer = who.map_or(Viewer::Anyone, |who| self.table.viewer(who));
            if let Some(shown) = project(event, viewer) {
                hall.lines.push(at, self.event_text(&shown));
            }
        }
        if let Fact::Stepped { made } = &event.fact {
            self.tell_thoughts(hall, turn, made);
        }
    }

    /// What computers thought is told with their moves and not before: that a
    /// computer has thought would say that it has sealed a move.
    fn tell_thoughts(&mut self, hall: &mut Hall<'_>, turn: u64, made: &[Made]) {
        for made in made {
            let Made::Act(act) = made else { continue };
            for (seat, _) in &act.moves {
                let Some((thought_in, looked)) = self.thoughts.remove(seat) else {
                    continue;
                };
                if thought_in != turn {
                    continue;
                }
                let told = Told::Thought {
                    table: &self.name,
                    seat: *seat,
                    turn,
                    thought: looked,
                };
                let text = told.text();
                for &at in &self.watchers {
                    hall.lines.push(at, text.clone());
                }
            }
        }
    }
}

/// Commands.
impl Live {
    /// A command of someone of this browser.
    pub fn ordered(
        &mut self,
        hall: &mut Hall<'_>,
        at: At,
        id: u64,
        request: Request,
    ) -> Result<Answer, Refused> {
        if id > HIGHEST_ID {
            return Err(Refused::bad("the id of a command is at most 2^53"));
        }
        let me = hall.lines.known(at)?.person();
        let who = me.identity;
        // A private table is not there for those who do not have its link.
        let key = match &request {
            Request::Join { key, .. } => key.as_deref(),
            _ => None,
        };
        if !self.table.may_look(Some(who), key) {
            return Err(Refused::no_table());
        }
        if let Request::SeatComputer { player, .. } = &request {
            check_computer(&self.table.settings().game, player, hall.others)?;
        }
        let request = match request {
            // Whoever joins has the name that the hall knows.
            Request::Join { key, .. } => Request::Join {
                name: me.name,
                program: false,
                key,
            },
            other => other,
        };
        self.give(hall, &Command::new(id, Actor::Identity(who), request))
    }

    /// A command of the hall itself.
    pub fn hall(&mut self, hall: &mut Hall<'_>, request: Request) -> Result<Answer, Refused> {
        let command = Command::new(hall.number(), Actor::Hall, request);
        self.give(hall, &command)
    }

    /// Decides, changes the table and tells everyone.
    fn give(&mut self, hall: &mut Hall<'_>, command: &Command) -> Result<Answer, Refused> {
        if let Some(answer) = self.table.answer(command) {
            return Ok(answer);
        }
        let events = self.table.decide(hall.now, command)?;
        let turn = self.table.turn();
        let mut next = self.table.clone();
        for event in &events {
            next.apply(event)
                .map_err(|damaged| Refused::new(500, "damaged", damaged.to_string()))?;
        }
        let answer = Answer {
            seq: next.seq(),
            turn: next.turn(),
        };
        self.table = next;
        let listed = events.iter().any(|event| is_listed(&event.fact));
        for event in events {
            self.tell(hall, turn, &event);
            self.note(event);
        }
        if listed {
            self.updated = hall.now;
            self.tell_lobby(hall.lines);
        }
        Ok(answer)
    }
}

/// What changes the row of a table in the lobby.
fn is_listed(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Seated { .. }
            | Fact::ComputerSeated { .. }
            | Fact::Freed { .. }
            | Fact::Corners { .. }
            | Fact::Started { .. }
            | Fact::Ended { .. }
    )
}

/// Whether this computer plays this game.
pub(crate) fn check_computer(game: &str, player: &str, others: &[String]) -> Result<(), Refused> {
    let names = built_in(game);
    if names.contains(&player) || others.iter().any(|other| other == player) {
        return Ok(());
    }
    Err(Refused::bad(format!(
        "there is no computer {player:?} for {game}; there are {}",
        names.join(", ")
    )))
}

/// What a table does by itself: the clock and the computers.
impl Live {
    /// Does what is due; whether anything was done.
    pub fn attend(&mut self, hall: &mut Hall<'_>) -> bool {
        if hall.now < self.not_before {
            return false;
        }
        let before = self.log.len();
        for _ in 0..MOST_AT_ONCE {
            let length = self.log.len();
            self.tick(hall);
            self.answer_offers(hall);
            self.play_thoughts(hall);
            if self.log.len() == length {
                break;
            }
        }
        self.ask(hall);
        self.log.len() != before
    }

    /// When something is due again.
    pub fn next_wake(&self) -> Option<u64> {
        let deadline = self.table.next_deadline();
        let answered = self
            .thinking
            .values()
            .filter(|thinking| thinking.answer.is_some())
            .map(|thinking| thinking.not_before);
        let next = deadline.into_iter().chain(answered).min();
        let held = Some(self.not_before).filter(|_| self.table.phase() == Phase::Playing);
        match (next, held) {
            (Some(next), held) => Some(next.max(held.unwrap_or(0))),
            // A computer that could not be asked is asked again.
            (None, Some(held)) if held > 0 && self.thinking.is_empty() => {
                (!self.table.computers_to_act().is_empty()).then_some(held)
            }
            (None, _) => None,
        }
    }

    fn hold(&mut self, now: u64) {
        self.not_before = now + RECOVER_MS;
    }

    fn tick(&mut self, hall: &mut Hall<'_>) {
        let due = |table: &Table, now: u64| table.next_deadline().is_some_and(|at| at <= now);
        if due(&self.table, hall.now) {
            let command = Command::new(hall.number(), Actor::Clock, Request::Tick);
            if self.give(hall, &command).is_err() {
                self.hold(hall.now);
            }
        }
    }

    /// Computers play on: they take no draws.
    fn answer_offers(&mut self, hall: &mut Hall<'_>) {
        for asked in self.table.computers_to_answer() {
            let request = Request::Decline { offer: asked.offer };
            let command = Command::new(hall.number(), Actor::Computer(asked.seat), request);
            // Another computer may have declined before.
            let _ = self.give(hall, &command);
        }
    }

    /// Makes the questions for the computers that are to move.
    fn ask(&mut self, hall: &mut Hall<'_>) {
        let turn = self.table.turn();
        self.thinking.retain(|_, thinking| thinking.turn == turn);
        self.thoughts
            .retain(|_, (thought_in, _)| *thought_in == turn);
        if self.table.phase() != Phase::Playing {
            self.thinking.clear();
            self.thoughts.clear();
            return;
        }
        for to_move in self.table.computers_to_act() {
            if !self.thinking.contains_key(&to_move.seat) {
                let thinking = self.thinking(hall, to_move);
                self.thinking.insert(thinking.0, thinking.1);
            }
        }
    }

    fn thinking(&self, hall: &mut Hall<'_>, to_move: ToMove) -> (u16, Thinking) {
        let settings = self.table.settings();
        let seed = hall.bits() >> 11;
        let seats = 0..self.table.game().seats();
        let people = seats.filter_map(|seat| self.people.on(&self.table, seat));
        let patience = match (people.count(), to_move.player.parse::<Spec>()) {
            (1.., Ok(spec)) => pause(&spec, &mut Quick::new(seed)),
            _ => Duration::ZERO,
        };
        let number = hall.number();
        let used = hall.now.saturating_sub(to_move.since);
        let question = Question {
            question: number,
            table: self.name.clone(),
            game: settings.game.clone(),
            options: settings.options.clone(),
            state: self.table.game().state_json(self.table.state()),
            seat: to_move.seat,
            turn: to_move.turn,
            player: to_move.player,
            left_ms: to_move.left_ms.map(|left| left.saturating_sub(used)),
            seed,
        };
        let thinking = Thinking {
            turn: to_move.turn,
            number,
            question: Some(Box::new(question)),
            not_before: hall.now + patience.as_millis() as u64,
            answer: None,
        };
        (to_move.seat, thinking)
    }

    /// The questions that were not handed out yet.
    pub fn questions(&mut self) -> impl Iterator<Item = Question> + '_ {
        let thinking = self.thinking.values_mut();
        thinking.filter_map(|thinking| thinking.question.take().map(|question| *question))
    }

    /// Takes an answer; one that nobody waits for is passed over.
    pub fn answered(&mut self, thought: Thought) {
        let mut thinking = self.thinking.values_mut();
        let asked = thinking.find(|thinking| thinking.number == thought.question);
        if let Some(thinking) = asked {
            thinking.answer.get_or_insert(thought);
        }
    }

    /// Nobody will answer what was handed out.
    pub fn forsaken(&mut self) {
        for thinking in self.thinking.values_mut() {
            if thinking.question.is_none() && thinking.answer.is_none() {
                thinking.answer = Some(Thought {
                    question: thinking.number,
                    table: self.name.clone(),
                    action: None,
                    failed: Some("it was interrupted".to_owned()),
                    thought: Effort::default(),
                });
            }
        }
    }

    /// Makes the moves that computers have found and whose time has come.
    fn play_thoughts(&mut self, hall: &mut Hall<'_>) {
        let turn = self.table.turn();
        let due: Vec<u16> = self
            .thinking
            .iter()
            .filter(|(_, thinking)| thinking.answer.is_some() && thinking.not_before <= hall.now)
            .map(|(seat, _)| *seat)
            .collect();
        for seat in due {
            let Some(thinking) = self.thinking.remove(&seat) else {
                continue;
            };
            let (Some(thought), true) = (thinking.answer, thinking.turn == turn) else {
                continue;
            };
            if self.table.turn() != turn || !self.table.acting().contains(Seat(seat)) {
                return;
            }
            let action = thought.action.unwrap_or_else(|| {
                // A built-in player that has no move makes one by chance.
                let mut dice = Quick::new(hall.bits());
                let (game, state) = (self.table.game(), self.table.state());
                game.propose(state, Seat(seat), &mut dice)
            });
            self.thoughts.insert(seat, (turn, thought.thought));
            let request = Request::Move { turn, action };
            let command = Command::new(hall.number(), Actor::Computer(seat), request);
            if self.give(hall, &command).is_err() {
                // If the table waits still, the computer is asked again after a moment.
                self.thoughts.remove(&seat);
                self.hold(hall.now);
            }
        }
    }
}
