//! What a table does by itself: the clock, computers, bots, who is there.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use catalog::AnyGame;
use dice::Quick;
use game::Seat;
use players::roster::{Spec, pause};
use table::{Actor, Command, Identity, Member, Phase, Request, Sitter, Standing, table::ToMove};
use wire::api::Told;
use wire::{About, AnswerError, Breach};

use super::{Live, RECOVER_MS, Thinking};
use crate::computers::{Found, Playing, Question, Thought};
use crate::config::HouseProgram;
use crate::identity::random;
use crate::refused::Refused;

/// How soon a table looks again whether a program can be started.
const PROGRAM_RETRY_MS: u64 = 500;

impl Live<'_> {
    /// Does what is due.
    pub(super) async fn attend(&mut self) {
        let now = self.hub.time.now();
        if now >= self.not_before {
            self.presence(now).await;
            self.tick().await;
            self.answer_offers().await;
            self.computers();
            self.next_table().await;
        }
        self.ask_bots();
    }

    /// When something is due again.
    pub(super) fn next_wake(&self) -> u64 {
        let deadline = self.table.next_deadline();
        let leaving = self.leaving.values().copied().min();
        let next = deadline.into_iter().chain(leaving).min();
        // Even a table with nothing to do looks at itself, to be put away.
        let rest = self.hub.time.now() + self.hub.limits.idle.as_millis() as u64;
        let next = next.map_or(rest, |next| next.min(rest));
        let waits = self
            .thinking
            .values()
            .any(|thinking| thinking.not_before == u64::MAX);
        let retry = self.hub.time.now() + PROGRAM_RETRY_MS;
        let next = if waits { next.min(retry) } else { next };
        next.max(self.not_before)
    }

    /// Whether nobody needs the table now.
    pub(super) fn may_rest(&self) -> bool {
        let idle = self.hub.limits.idle.as_millis() as u64;
        let now = self.hub.time.now();
        let soon = self.table.next_deadline();
        self.watchers.is_empty()
            && self.leaving.is_empty()
            && self.thinking.is_empty()
            && self.rematch.is_none()
            && now >= self.used + idle
            && soon.is_none_or(|deadline| deadline > now + idle)
    }

    /// Something the table does by itself failed: it waits before it goes on, lest
    /// it does nothing else.
    fn hold(&mut self) {
        self.not_before = self.not_before.max(self.hub.time.now() + RECOVER_MS);
    }

    /// Tells the table who of those on its seats is connected.
    async fn presence(&mut self, now: u64) {
        if self.table.phase() == Phase::Over {
            self.leaving.clear();
            return;
        }
        for (member, who) in self.seated() {
            let mut watchers = self.watchers.iter();
            let connected = watchers.any(|watcher| watcher.who == Some(who));
            let change = match (connected, self.away.contains(&member)) {
                (true, true) => Some(true),
                (true, false) | (false, true) => {
                    self.leaving.remove(&who);
                    None
                }
                (false, false) => {
                    let patience = self.hub.limits.leaving.as_millis() as u64;
                    let until = *self.leaving.entry(who).or_insert(now + patience);
                    (now >= until).then_some(false)
                }
            };
            if let Some(present) = change {
                self.leaving.remove(&who);
                if self.hall(Request::Present { who, present }).await.is_err() {
                    self.hold();
                }
            }
        }
    }

    /// Those on seats who have an identity.
    fn seated(&self) -> Vec<(Member, Identity)> {
        (0..self.table.game().seats())
            .filter_map(|seat| match self.table.sitter(seat)? {
                Sitter::Member(member) => Some((*member, self.people.person(*member)?.identity)),
                _ => None,
            })
            .collect()
    }

    async fn tick(&mut self) {
        while let Some(deadline) = self.table.next_deadline()
            && deadline <= self.hub.time.now()
        {
            let command = Command::new(self.hub.number(), Actor::Clock, Request::Tick);
            if let Err(refused) = self.give(command).await {
                tracing::warn!(
                    table = self.name,
                    reason = refused.reason,
                    "a tick was refused"
                );
                self.hold();
                return;
            }
        }
    }

    /// Computers play on: they take no draws.
    async fn answer_offers(&mut self) {
        for asked in self.table.computers_to_answer() {
            let request = Request::Decline { offer: asked.offer };
            let actor = Actor::Computer(asked.seat);
            let command = Command::new(self.hub.number(), actor, request);
            // Another computer may have declined before.
            let _ = self.give(command).await;
        }
    }

    /// Lets the computers think that are to move.
    fn computers(&mut self) {
        let turn = self.table.turn();
        self.thinking.retain(|_, thinking| {
            let holds = thinking.turn == turn;
            if !holds {
                thinking.stop.store(true, Ordering::Relaxed);
            }
            holds
        });
        self.efforts.retain(|_, (of, _)| *of == turn);
        if self.table.phase() != Phase::Playing {
            self.thinking.clear();
            self.playing.clear();
            return;
        }
        for to_move in self.table.computers_to_act() {
            let known = self.thinking.get(&to_move.seat);
            // A program that could not be started yet is tried again.
            if known.is_some_and(|thinking| thinking.not_before != u64::MAX) {
                continue;
            }
            let game = &self.table.settings().game;
            let result = match self.hub.program(game, &to_move.player) {
                Some(program) => self.ask_program(program.clone(), &to_move),
                None => self.ask_built_in(&to_move),
            };
            if let Err(refused) = result {
                tracing::error!(
                    table = self.name,
                    player = to_move.player,
                    reason = refused.reason,
                    "a computer cannot play"
                );
                self.hold();
            }
        }
    }

    /// What is left on the clock of a computer.
    fn left(&self, to_move: &ToMove) -> Option<Duration> {
        let used = self.hub.time.now().saturating_sub(to_move.since);
        let left = to_move.left_ms?.saturating_sub(used);
        Some(Duration::from_millis(left))
    }

    fn ask_built_in(&mut self, to_move: &ToMove) -> Result<(), Refused> {
        let player: Spec = to_move
            .player
            .parse()
            .map_err(|error| Refused::bad(format!("{error}")))?;
        let seed = u64::from_be_bytes(random()?);
        let person = |seat| {
            self.people
                .on(&self.table, seat)
                .is_some_and(|on| !on.program)
        };
        let people = (0..self.table.game().seats()).any(person);
        let patience = match people {
            true => pause(&player, &mut Quick::new(seed)),
            false => Duration::ZERO,
        };
        let stop = Arc::default();
        self.thinking.insert(
            to_move.seat,
            Thinking {
                turn: to_move.turn,
                stop: Arc::clone(&stop),
                not_before: self.hub.time.now() + patience.as_millis() as u64,
            },
        );
        let settings = self.table.settings();
        let question = Question {
            game: settings.game.clone(),
            options: settings.options.clone(),
            state: self.table.state().clone(),
            seat: to_move.seat,
            turn: to_move.turn,
            player,
            seed,
            left: self.left(to_move),
            stop,
            answer: self.answers.clone(),
        };
        self.hub.thinkers.think(self.id, question);
        Ok(())
    }

    fn ask_program(&mut self, program: HouseProgram, to_move: &ToMove) -> Result<(), Refused> {
        let seat = to_move.seat;
        let mut thinking = Thinking {
            turn: to_move.turn,
            stop: Arc::default(),
            not_before: 0,
        };
        if !self.playing.contains_key(&seat) {
            let free = self.hub.running_programs.clone().try_acquire_owned();
            let (Ok(permit), Some(sandbox)) = (free, self.hub.sandbox.clone()) else {
                // All places are taken: it is tried again.
                thinking.not_before = u64::MAX;
                self.thinking.insert(seat, thinking);
                return Ok(());
            };
            let playing = Playing::start(
                program.program,
                sandbox,
                self.hub.program_limits.clone(),
                seat,
                self.answers.clone(),
                self.hub.metrics.clone(),
                permit,
            )
            .map_err(|error| Refused::bad(format!("no thread for a program: {error}")))?;
            self.playing.insert(seat, playing);
        }
        let left = self.left(to_move);
        let about = About {
            clock_ms: left.map(|left| left.as_millis() as u64),
        };
        let line = self.wire()?.request(self.table.state(), Seat(seat), &about);
        let allowance = left.unwrap_or(self.hub.limits.program_time);
        if let Some(playing) = self.playing.get(&seat) {
            playing.ask(line, to_move.turn, allowance);
        }
        self.thinking.insert(seat, thinking);
        Ok(())
    }

    /// A computer has come up with something.
    pub(super) async fn thought(&mut self, thought: Thought) {
        let Some(thinking) = self.thinking.get(&thought.seat) else {
            return;
        };
        if thinking.turn != thought.turn || thought.turn != self.table.turn() {
            return;
        }
        if thinking.not_before > self.hub.time.now() {
            let moment = self.hub.time.moment(thinking.not_before);
            let answers = self.answers.clone();
            tokio::spawn(async move {
                tokio::time::sleep_until(moment).await;
                let _ = answers.send(thought);
            });
            return;
        }
        let (seat, turn) = (thought.seat, thought.turn);
        let request = match thought.what {
            Found::Move(action, effort) => {
                // A player that does not search has nothing to tell.
                if effort.states > 0 {
                    self.efforts.insert(seat, (turn, effort));
                }
                Request::Move { turn, action }
            }
            Found::Failed(problem) => {
                tracing::error!(table = self.name, seat, problem, "a built-in player failed");
                self.any_move(seat, turn)
            }
            Found::Line(Ok(line)) => self.line_of_program(seat, turn, &line),
            Found::Line(Err(verdict)) => forfeit(seat, verdict.kind.name(), verdict.detail),
        };
        let actor = match request {
            Request::Forfeit { .. } => Actor::Hall,
            _ => Actor::Computer(seat),
        };
        let command = Command::new(self.hub.number(), actor, request);
        let given = self.give(command).await;
        // If it was refused and the table waits still, it is asked again after a
        // moment.
        self.thinking.remove(&seat);
        if let Err(refused) = given {
            tracing::warn!(
                table = self.name,
                seat,
                reason = refused.reason,
                "a computer's move was refused"
            );
            self.hold();
        }
    }

    /// A move by chance, where a built-in player has none.
    fn any_move(&self, seat: u16, turn: u64) -> Request {
        let mut dice = Quick::new(self.hub.number());
        let game = self.table.game();
        let action = game.propose(self.table.state(), Seat(seat), &mut dice);
        Request::Move { turn, action }
    }

    /// What a program of the hall answered, by the rules of contests.
    fn line_of_program(&self, seat: u16, turn: u64, line: &str) -> Request {
        let wire = match self.wire() {
            Ok(wire) => wire,
            Err(refused) => return forfeit(seat, "protocol", refused.reason),
        };
        let game: &dyn AnyGame = self.table.game();
        match wire.answer(self.table.state(), Seat(seat), line) {
            Ok(action) => Request::Move { turn, action },
            Err(AnswerError::Protocol(detail)) => forfeit(seat, "protocol", detail),
            Err(error @ AnswerError::Illegal { .. }) => {
                let idle = game.idle(self.table.state(), Seat(seat));
                match (wire.breach(), idle) {
                    (Breach::Voids, Some(action)) => Request::Move { turn, action },
                    _ => forfeit(seat, "illegal", error.to_string()),
                }
            }
        }
    }

    /// Sends requests to the bots that are to move.
    fn ask_bots(&mut self) {
        if self.table.phase() != Phase::Playing || !self.watchers.iter().any(|w| w.bot) {
            return;
        }
        let turn = self.table.turn();
        for at in 0..self.watchers.len() {
            let watcher = &self.watchers[at];
            let (true, Some(who)) = (watcher.bot && watcher.asked != Some(turn), watcher.who)
            else {
                continue;
            };
            let Some(seat) = self.table.seat_of(who) else {
                continue;
            };
            let acts = self.table.acting().contains(Seat(seat));
            if !acts || self.table.standing(seat) != Some(Standing::In) {
                continue;
            }
            let request = match self.wire() {
                Ok(wire) => wire.request(self.table.state(), Seat(seat), &self.clock_of(who)),
                Err(_) => continue,
            };
            let Ok(request) = serde_json::from_str(&request) else {
                continue;
            };
            let told = Told::Request {
                table: &self.name,
                turn,
                request: &request,
            };
            watcher.outbox.push(told.text().into());
            self.watchers[at].asked = Some(turn);
        }
    }

    /// What someone has left on the clock.
    fn clock_of(&self, who: Identity) -> About {
        if self.table.settings().clock == table::Clock::None {
            return About::default();
        }
        let clock = &self.table.view(Some(who))["you"]["clock"];
        let since = clock["since"].as_u64();
        let used = since.map_or(0, |since| self.hub.time.now().saturating_sub(since));
        About {
            clock_ms: clock["left_ms"]
                .as_u64()
                .map(|left| left.saturating_sub(used)),
        }
    }

    /// Makes the table of the next game, once it was agreed.
    async fn next_table(&mut self) {
        let Some(settings) = self.rematch.clone() else {
            return;
        };
        let made = match self.hub.create(&settings).await {
            Ok(next) => {
                let table = next.to_string();
                self.hall(Request::Next { table }).await.map(drop)
            }
            Err(refused) => Err(refused),
        };
        match made {
            Ok(()) => self.rematch = None,
            Err(refused) => {
                tracing::warn!(table = self.name, reason = refused.reason, "no next table");
                self.hold();
            }
        }
    }
}

fn forfeit(seat: u16, verdict: &str, detail: String) -> Request {
    Request::Forfeit {
        seat,
        verdict: verdict.to_owned(),
        detail,
    }
}
