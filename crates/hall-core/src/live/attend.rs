//! What a table does by itself: clock, computer players, presence, rematches.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use catalog::bot::{About, AnswerError, Breach};
use dice::Quick;
use game::Seat;
use players::roster::{Spec, pause};
use protocol::{Identity, Member, Millis, Phase, Request};
use table::table::ToMove;
use table::{Actor, Command, Sitter};

use super::{Found, From, Job, LiveTable, Output, ProgramQuestion, Task, Thinking};
use crate::think::Question;

impl LiveTable {
    /// The next job that is due by now.
    pub(super) fn due(&mut self, now: Millis) -> Option<Job> {
        if now < self.not_before {
            return None;
        }
        self.forget_old_thoughts();
        let (actor, request, seat) = self
            .resume()
            .or_else(|| self.presence(now))
            .or_else(|| self.clock(now))
            .or_else(|| self.offer())
            .or_else(|| self.computer(now))
            .or_else(|| self.next_game())?;
        let command = Command::new(self.number(), actor, request);
        Some(Job::new(Task::Command(command), From::Own(seat)))
    }

    /// When the next job will be due.
    pub(super) fn next_due(&self) -> Millis {
        let deadline = self.table.next_deadline();
        let leaving = self.leaving.values().copied();
        let thinking = self.thinking.values();
        let found = thinking.filter(|thinking| thinking.found.is_some());
        let found = found.map(|thinking| thinking.not_before);
        let held = Some(self.not_before).filter(|_| self.is_held());
        let due = deadline.into_iter().chain(leaving).chain(found).chain(held);
        due.min().unwrap_or(Millis::MAX)
    }

    /// Whether something could not be done at the last try and waits.
    fn is_held(&self) -> bool {
        self.is_unsure
            || self.down.is_some()
            || self.next_table.is_some()
            || self.rematch.is_some() && !self.is_making_next
            || self.thinking.is_empty() && !self.table.computers_to_act().is_empty()
    }

    /// Tells the table that the hall was down.
    fn resume(&mut self) -> Option<(Actor, Request, Option<u16>)> {
        let down_ms = self.down.take()?;
        Some((Actor::Hall, Request::Resumed { down_ms }, None))
    }

    /// Tells the table which seated people are connected.
    fn presence(&mut self, now: Millis) -> Option<(Actor, Request, Option<u16>)> {
        let patience = self.limits.leaving_ms?;
        if self.table.phase() == Phase::Over {
            self.leaving.clear();
            return None;
        }
        for (member, who) in self.seated() {
            let mut watchers = self.watchers.iter();
            let is_connected = watchers.any(|watcher| watcher.who == Some(who));
            let present = match (is_connected, self.away.contains(&member)) {
                (true, true) => true,
                (true, false) | (false, true) => {
                    self.leaving.remove(&who);
                    continue;
                }
                (false, false) => {
                    let until = now.saturating_add(patience);
                    if now < *self.leaving.entry(who).or_insert(until) {
                        continue;
                    }
                    false
                }
            };
            self.leaving.remove(&who);
            return Some((Actor::Hall, Request::Present { who, present }, None));
        }
        None
    }

    /// The people and bots on seats.
    fn seated(&self) -> Vec<(Member, Identity)> {
        (0..self.table.game().seats())
            .filter_map(|seat| match self.table.sitter(seat)? {
                Sitter::Member(member) => {
                    let person = self.table.people().person(*member)?;
                    Some((*member, person.identity))
                }
                _ => None,
            })
            .collect()
    }

    fn clock(&self, now: Millis) -> Option<(Actor, Request, Option<u16>)> {
        let deadline = self.table.next_deadline()?;
        (deadline <= now).then_some((Actor::Clock, Request::Tick, None))
    }

    /// Declines a draw for a computer player: they play on.
    fn offer(&self) -> Option<(Actor, Request, Option<u16>)> {
        let asked = self.table.computers_to_answer().into_iter().next()?;
        let request = Request::Decline { offer: asked.offer };
        Some((Actor::Computer(asked.seat), request, None))
    }

    // Computer players.

    /// Drops questions and search efforts of earlier turns.
    fn forget_old_thoughts(&mut self) {
        let turn = self.table.turn();
        let playing = self.table.phase() == Phase::Playing;
        self.thinking
            .retain(|_, thinking| playing && thinking.turn == turn);
        self.efforts
            .retain(|_, (thought_in, _)| playing && *thought_in == turn);
    }

    /// The move of a computer player that has found one and has waited long
    /// enough.
    fn computer(&mut self, now: Millis) -> Option<(Actor, Request, Option<u16>)> {
        let turn = self.table.turn();
        let mut thinking = self.thinking.iter_mut();
        let is_due = |thinking: &Thinking| thinking.found.is_some() && thinking.not_before <= now;
        let (&seat, thinking) = thinking.find(|(_, thinking)| is_due(thinking))?;
        let request = match thinking.found.take()? {
            Found::Busy => {
                // The bot is asked again.
                self.thinking.remove(&seat);
                return None;
            }
            Found::Move(action, effort) => {
                // A player that does not search has no effort to show.
                if effort.states > 0 {
                    self.efforts.insert(seat, (turn, effort));
                }
                Request::Move { turn, action }
            }
            Found::Failed(problem) => {
                self.problem("a built-in player failed", &problem);
                self.any_move(seat)
            }
            Found::Line(line) => self.line_of_program(seat, &line),
            Found::Forfeit(verdict, detail) => forfeit(seat, &verdict, detail),
        };
        let actor = match request {
            Request::Forfeit { .. } => Actor::Hall,
            _ => Actor::Computer(seat),
        };
        Some((actor, request, Some(seat)))
    }

    /// A random move, if a built-in player has none.
    fn any_move(&mut self, seat: u16) -> Request {
        let mut dice = Quick::new(self.bits());
        let game = self.table.game();
        let action = game.propose(self.table.state(), Seat(seat), &mut dice);
        let turn = self.table.turn();
        Request::Move { turn, action }
    }

    /// A bot's answer, under the rules of contests.
    fn line_of_program(&self, seat: u16, line: &str) -> Request {
        let turn = self.table.turn();
        let (game, state) = (self.table.game(), self.table.state());
        match game.answer(state, Seat(seat), line) {
            Ok(action) => Request::Move { turn, action },
            Err(AnswerError::Protocol(detail)) => forfeit(seat, "protocol", detail),
            Err(error @ AnswerError::Illegal { .. }) => {
                match (game.breach(), game.idle(state, Seat(seat))) {
                    (Breach::Voids, Some(action)) => Request::Move { turn, action },
                    _ => forfeit(seat, "illegal", error.to_string()),
                }
            }
        }
    }

    /// Asks the computer players that are to move.
    pub(super) fn ask_computers(&mut self, now: Millis) {
        self.forget_old_thoughts();
        if self.table.phase() == Phase::Over {
            if std::mem::take(&mut self.has_programs) {
                self.out.push_back(Output::StopPrograms);
            }
            return;
        }
        if now < self.not_before {
            return;
        }
        for to_move in self.table.computers_to_act() {
            if self.thinking.contains_key(&to_move.seat) {
                continue;
            }
            let game = &self.table.settings().game;
            if self.computers.is_program(game, &to_move.player) {
                self.ask_program(now, &to_move);
            } else {
                self.ask_built_in(now, to_move);
            }
        }
    }

    fn ask_built_in(&mut self, now: Millis, to_move: ToMove) {
        let seed = self.bits() >> 11;
        let person = |seat| {
            let person = self.table.people().on(&self.table, seat);
            person.is_some_and(|person| !person.program)
        };
        let people = (0..self.table.game().seats()).any(person);
        let patience = match (people, to_move.player.parse::<Spec>()) {
            (true, Ok(spec)) => pause(&spec, &mut Quick::new(seed)).as_millis() as Millis,
            _ => 0,
        };
        let not_before = now.saturating_add(patience);
        let (number, stop) = self.think(&to_move, not_before);
        let settings = self.table.settings();
        self.out.push_back(Output::Think(Question {
            number,
            table: self.name.clone(),
            game: settings.game.clone(),
            options: settings.options.clone(),
            state: self.table.state().clone(),
            seat: to_move.seat,
            turn: to_move.turn,
            left_ms: left(now, &to_move),
            player: to_move.player,
            seed,
            stop,
        }));
    }

    fn ask_program(&mut self, now: Millis, to_move: &ToMove) {
        let clock_ms = left(now, to_move);
        let (game, state) = (self.table.game(), self.table.state());
        let about = About { clock_ms };
        let line = game.request(state, Seat(to_move.seat), &about).line();
        let (number, _) = self.think(to_move, now);
        self.has_programs = true;
        self.out.push_back(Output::AskProgram(ProgramQuestion {
            number,
            player: to_move.player.clone(),
            seat: to_move.seat,
            line,
            allowance_ms: clock_ms.unwrap_or(self.limits.program_ms),
        }));
    }

    /// Notes that a computer player was asked.
    fn think(&mut self, to_move: &ToMove, not_before: Millis) -> (u64, Arc<AtomicBool>) {
        let number = self.number();
        let stop = Arc::<AtomicBool>::default();
        let thinking = Thinking {
            turn: to_move.turn,
            number,
            stop: stop.clone(),
            not_before,
            found: None,
        };
        self.thinking.insert(to_move.seat, thinking);
        (number, stop)
    }

    /// Tells the table about the next game.
    fn next_game(&self) -> Option<(Actor, Request, Option<u16>)> {
        let table = self.next_table.clone()?;
        Some((Actor::Hall, Request::Next { table }, None))
    }

    /// Asks for the table of the next game after a rematch was agreed.
    pub(super) fn make_next(&mut self, now: Millis) {
        if now < self.not_before || self.is_making_next || self.next_table.is_some() {
            return;
        }
        if let Some(settings) = self.rematch.clone() {
            self.is_making_next = true;
            self.out.push_back(Output::MakeNext(settings));
        }
    }
}

/// The time left on a computer player's clock.
fn left(now: Millis, to_move: &ToMove) -> Option<Millis> {
    let used = now.saturating_sub(to_move.since);
    Some(to_move.left_ms?.saturating_sub(used))
}

fn forfeit(seat: u16, verdict: &str, detail: String) -> Request {
    Request::Forfeit {
        seat,
        verdict: verdict.to_owned(),
        detail,
    }
}
