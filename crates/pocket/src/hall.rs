//! The hall: people, tables, messages and requests.

use std::collections::BTreeMap;

use dice::Seed;
use serde_json::{Value, json};
use table::{Request, Settings, Table, text};
use wire::api::{Ask, NewTable, Sent, Told};

use crate::line::{At, Lines, Local};
use crate::live::{Hall, Live, check_computer};
use crate::question::{Question, Thought};
use crate::refused::Refused;

/// How often the hall says that a connection should be looked at. There is none
/// that could break, but whoever connects expects a number.
const PING_MS: u64 = 15_000;
/// The tables that are kept. The oldest that is not being played goes for a new one.
const MOST_TABLES: usize = 500;

/// A hall in memory, for the people of one browser.
///
/// Times are milliseconds, as the caller counts them; they may not go back. Where a
/// token is asked for, `None` is the browser's own person and a token is a guest:
/// see [`request`](Pocket::request).
pub struct Pocket {
    /// How far the hall's time is ahead of the caller's, since a saved hall was.
    pub(crate) ahead: u64,
    pub(crate) now: u64,
    seed: Seed,
    drawn: u64,
    numbers: u64,
    pub(crate) lines: Lines,
    pub(crate) tables: BTreeMap<u128, Live>,
    pub(crate) changed: bool,
    /// Players besides the built-in ones.
    pub(crate) others: Vec<String>,
}

/// A message for someone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// For whom: the token of a guest, or the browser's own person.
    pub to: Option<String>,
    /// The message, as it would come over a WebSocket.
    pub text: String,
}

impl Pocket {
    /// A hall without tables. The seed is the source of all chance in it: whoever
    /// knows it knows every draw, so take it from the system's random numbers.
    pub fn new(now: u64, seed: Seed) -> Pocket {
        Pocket {
            ahead: 0,
            now,
            seed,
            drawn: 0,
            // Ids of the hall's own commands must not come again after a restart.
            numbers: now << 10,
            lines: Lines::new(),
            tables: BTreeMap::new(),
            changed: false,
            others: Vec::new(),
        }
    }

    // Messages, as over a WebSocket.

    /// Someone connects, or connects again: what was watched is watched no more. The
    /// first message follows.
    pub fn connect(&mut self, now: u64, token: Option<&str>) -> Vec<String> {
        self.set(now);
        let at = match self.lines.of(token) {
            Ok(at) => at,
            Err(refused) => return vec![refusal(&refused)],
        };
        for live in self.tables.values_mut() {
            live.unwatch(at);
        }
        self.lines.0[at].lobby = false;
        self.lines.0[at].out.clear();
        let you = self.lines.who(at).map(Local::shown).unwrap_or_default();
        let hello = Told::Hello {
            you: &you,
            now: self.now,
            ping_ms: PING_MS,
        };
        vec![hello.text()]
    }

    /// A message of the browser's own person, and all that is told them. What others
    /// are told is [`outgoing`](Pocket::outgoing).
    pub fn message(&mut self, now: u64, text: &str) -> Vec<String> {
        self.message_as(None, now, text)
    }

    /// A message of anyone in this browser, and all that is told them.
    pub fn message_as(&mut self, token: Option<&str>, now: u64, text: &str) -> Vec<String> {
        self.set(now);
        let at = match self.lines.of(token) {
            Ok(at) => at,
            Err(refused) => return vec![refusal(&refused)],
        };
        let (id, result) = match Sent::read(text) {
            Ok(sent) => (Some(sent.id), self.carry_out(at, sent)),
            Err((id, reason)) => (id, Err(Refused::bad(reason))),
        };
        if let Err(refused) = result {
            self.lines.refuse(at, id, &refused);
        }
        self.attend();
        self.lines.drain(at)
    }

    fn carry_out(&mut self, at: At, sent: Sent) -> Result<(), Refused> {
        let Sent { id, ask, .. } = sent;
        let fine = match ask {
            Ask::Ping => json!({"now": self.now}),
            Ask::Watch {
                table, key, after, ..
            } => {
                return self.with(&table, |live, hall| {
                    live.watch(hall, at, id, key.as_deref(), after)
                });
            }
            Ask::Unwatch { table } => {
                self.with(&table, |live, _| {
                    live.unwatch(at);
                    Ok(())
                })?;
                json!({})
            }
            Ask::Command { table, request } => return self.command(at, id, &table, request),
            Ask::Answer { .. } => {
                return Err(Refused::new(
                    409,
                    "no-bots",
                    "bots cannot come to a hall that lives in a browser",
                ));
            }
            Ask::Lobby { on } => {
                self.lines.0[at].lobby = on;
                json!({})
            }
            Ask::Available { games } => {
                self.lines.known(at)?;
                for game in &games {
                    if !catalog::GAMES.iter().any(|info| info.id == game) {
                        return Err(Refused::bad(format!("there is no game {game:?}")));
                    }
                }
                json!({})
            }
            Ask::Decline { .. } => return Err(Refused::no_table()),
        };
        self.lines.tell(at, &Told::Ok { id, result: fine });
        Ok(())
    }

    fn command(&mut self, at: At, id: u64, table: &str, request: Request) -> Result<(), Refused> {
        self.lines.known(at)?;
        self.with(table, |live, hall| {
            let result = live.ordered(hall, at, id, request);
            match result {
                Ok(answer) => {
                    let result =
                        json!({"table": live.name, "seq": answer.seq, "turn": answer.turn});
                    hall.lines.tell(at, &Told::Ok { id, result });
                }
                Err(refused) => {
                    hall.lines.refuse(at, Some(id), &refused);
                    if refused.code == "stale" {
                        live.show(hall, at);
                    }
                }
            }
            Ok(())
        })?;
        self.changed = true;
        Ok(())
    }

    /// All messages that wait, for everyone.
    pub fn outgoing(&mut self) -> Vec<Outgoing> {
        let mut all = Vec::new();
        for at in 0..self.lines.0.len() {
            let to = (at > 0).then(|| self.lines.0[at].token.clone());
            let texts = self.lines.drain(at).into_iter();
            all.extend(texts.map(|text| Outgoing {
                to: to.clone(),
                text,
            }));
        }
        all
    }

    // Time and computers.

    /// Does what is due by now.
    pub fn tick(&mut self, now: u64) {
        self.set(now);
        self.attend();
    }

    /// When something will be due, in the caller's time: call
    /// [`tick`](Pocket::tick) then. A time that has passed means at once.
    pub fn next_wake(&self) -> Option<u64> {
        let next = self.tables.values().filter_map(Live::next_wake).min();
        next.map(|next| next.saturating_sub(self.ahead))
    }

    /// What built-in players are to think about. Each question is given once; the
    /// table goes on while it is being answered.
    pub fn questions(&mut self) -> Vec<Question> {
        let tables = self.tables.values_mut();
        tables.flat_map(Live::questions).collect()
    }

    /// Takes what a built-in player has thought. An answer that is no longer waited
    /// for is passed over. A player that takes its time as people do moves later.
    pub fn answer(&mut self, now: u64, thought: Thought) {
        self.set(now);
        let live = id_of(&thought.table).and_then(|id| self.tables.get_mut(&id));
        if let Some(live) = live {
            live.answered(thought);
        }
        self.attend();
    }

    /// Whoever answered questions is gone: the computers that were asked make some
    /// legal move instead.
    pub fn thinker_lost(&mut self, now: u64) {
        self.set(now);
        for live in self.tables.values_mut() {
            live.forsaken();
        }
        self.attend();
    }

    /// Lets a player take seats that is none of the built-in ones: whoever answers
    /// the questions knows it. It is not saved with the hall.
    pub fn admit(&mut self, player: impl Into<String>) {
        self.others.push(player.into());
    }

    /// A player that was [admitted](Pocket::admit) broke the rules or cannot go on, in
    /// this turn: the word for it, and more about it. In another turn nothing happens.
    pub fn forfeit(&mut self, now: u64, question: &Question, verdict: &str, detail: &str) {
        self.set(now);
        if let Some(id) = id_of(&question.table) {
            let request = Request::Forfeit {
                seat: question.seat,
                verdict: verdict.to_owned(),
                detail: detail.to_owned(),
            };
            self.at(id, |live, hall| {
                if live.table.turn() == question.turn {
                    // Whatever is refused here would have changed nothing.
                    let _ = live.hall(hall, request);
                }
            });
            self.changed = true;
        }
        self.attend();
    }

    fn attend(&mut self) {
        let ids: Vec<u128> = self.tables.keys().copied().collect();
        for id in ids {
            let rematch = self.at(id, |live, hall| (live.attend(hall), live.rematch.take()));
            let Some((did, rematch)) = rematch else {
                continue;
            };
            self.changed |= did;
            if let Some(settings) = rematch {
                self.next_table(id, &settings);
            }
        }
    }

    /// Makes the table of the next game, once it was agreed.
    fn next_table(&mut self, id: u128, settings: &Settings) {
        let Ok(next) = self.create(settings) else {
            // There is no room; the old table stays as it is.
            return;
        };
        let table = format!("{next:032x}");
        self.at(id, |live, hall| live.hall(hall, Request::Next { table }));
    }

    // What the parts of the hall share.

    /// Sets the hall's time, which never goes back.
    pub(crate) fn set(&mut self, now: u64) {
        self.now = self.now.max(now.saturating_add(self.ahead));
    }

    /// Does something at a table that is there.
    pub(crate) fn at<T>(
        &mut self,
        id: u128,
        then: impl FnOnce(&mut Live, &mut Hall<'_>) -> T,
    ) -> Option<T> {
        let live = self.tables.get_mut(&id)?;
        let mut hall = Hall {
            now: self.now,
            lines: &mut self.lines,
            numbers: &mut self.numbers,
            seed: &self.seed,
            drawn: &mut self.drawn,
            others: &self.others,
        };
        Some(then(live, &mut hall))
    }

    /// Does something at a table, if it is there.
    pub(crate) fn with<T>(
        &mut self,
        table: &str,
        then: impl FnOnce(&mut Live, &mut Hall<'_>) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let id = id_of(table).ok_or_else(Refused::no_table)?;
        self.at(id, then).ok_or_else(Refused::no_table)?
    }

    pub(crate) fn random(&mut self) -> u64 {
        self.drawn += 1;
        game::Dice::bits(&mut self.seed.draw(self.drawn))
    }

    pub(crate) fn random_wide(&mut self) -> u128 {
        u128::from(self.random()) << 64 | u128::from(self.random())
    }

    /// Makes a table for someone.
    pub(crate) fn make(
        &mut self,
        at: At,
        new: NewTable,
    ) -> Result<(u128, Option<String>), Refused> {
        let me = self.lines.known(at)?.person();
        for player in new.players() {
            check_computer(&new.game, player, &self.others)?;
        }
        let key = new.private.then(|| format!("{:032x}", self.random_wide()));
        let settings = new.settings(me, key.clone())?;
        Ok((self.create(&settings)?, key))
    }

    fn create(&mut self, settings: &Settings) -> Result<u128, Refused> {
        let bytes: Vec<u8> = (0..4).flat_map(|_| self.random().to_be_bytes()).collect();
        let bytes = <[u8; 32]>::try_from(bytes).unwrap_or_default();
        let log = Table::create(self.now, settings, Seed::from_bytes(bytes))?;
        // The time first, so that a list by number is a list by time.
        let low = self.random_wide() & (u128::MAX >> 48);
        let id = u128::from(self.now) << 80 | low;
        let live = Live::replay(id, log).map_err(Refused::bad)?;
        if self.tables.len() >= MOST_TABLES {
            let mut tables = self.tables.iter();
            let oldest = tables.find(|(_, live)| live.phase_word() != "running");
            let oldest = oldest.map(|(id, _)| *id).ok_or_else(|| {
                Refused::new(
                    429,
                    "too-many",
                    format!("{MOST_TABLES} games are being played here; finish some first"),
                )
            })?;
            self.tables.remove(&oldest);
        }
        live.tell_lobby(&mut self.lines);
        self.tables.insert(id, live);
        self.changed = true;
        Ok(id)
    }

    /// Someone new. The first is the browser's own person, who is known without a
    /// token.
    pub(crate) fn introduce(&mut self, name: Option<&str>) -> Result<Local, Refused> {
        let id = self.random_wide();
        let name = match name {
            Some(name) => clean_name(name)?,
            None => format!("Guest {:04}", id % 10_000),
        };
        self.changed = true;
        Ok(Local { id, name })
    }

    /// Another person of this browser.
    pub(crate) fn add_guest(&mut self, name: &str) -> Result<Value, Refused> {
        if !self.lines.has_room() {
            return Err(Refused::new(
                429,
                "too-many",
                "there are too many people in this browser",
            ));
        }
        let guest = self.introduce(Some(name))?;
        let token = format!("{:032x}{:032x}", self.random_wide(), self.random_wide());
        let mut shown = guest.shown();
        shown["token"] = json!(token);
        self.lines.add(token, Some(guest));
        Ok(shown)
    }
}

/// A name as it is shown.
pub(crate) fn clean_name(name: &str) -> Result<String, Refused> {
    match text::clean(name, text::LONGEST_NAME) {
        name if name.is_empty() => Err(table::Refusal::Name.into()),
        name => Ok(name),
    }
}

/// The number of a table.
pub(crate) fn id_of(text: &str) -> Option<u128> {
    // Rust's own reading of numbers would also take a sign.
    let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    digits
        .then(|| u128::from_str_radix(text, 16).ok())
        .flatten()
}

fn refusal(refused: &Refused) -> String {
    let told = Told::Refused {
        id: None,
        code: refused.code,
        reason: &refused.reason,
    };
    told.text()
}
