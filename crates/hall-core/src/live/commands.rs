//! Decides commands, one at a time, and carries them out once they are stored.

use std::sync::Arc;

use catalog::bot::AnswerError;
use game::{Seat, message};
use protocol::rest::TableRow;
use protocol::{Answer, Millis, PublicChange, Request};
use table::{Actor, Command, Damaged, Fact, Refusal, Table};

use super::{
    Append, From, HIGHEST_ID, Job, LiveTable, Output, RECOVER_MS, ReplyTo, Task, Work, Write,
};
use crate::lobby::ConnectionId;
use crate::refused::Refused;

impl LiveTable {
    pub(super) fn enqueue(&mut self, job: Job) {
        if self.waiting.len() >= self.limits.waiting {
            self.reply(job.from, Err(Refused::busy()));
        } else {
            self.waiting.push_back(job);
        }
    }

    /// Decides all commands that can be decided now: first what is due by itself,
    /// then requests from outside.
    pub(super) fn go_on(&mut self, now: Millis) {
        if self.is_unsure && now >= self.not_before && matches!(self.work, Work::Nothing) {
            self.refresh();
        }
        while matches!(self.work, Work::Nothing) {
            let next = self.due(now);
            match next.or_else(|| self.waiting.pop_front()) {
                Some(job) => self.start(now, job),
                None => break,
            }
        }
        if matches!(self.work, Work::Nothing) {
            self.ask_computers(now);
            self.make_next(now);
            self.ask_bots(now);
        }
    }

    pub(super) fn start(&mut self, now: Millis, job: Job) {
        let command = match self.command(&job) {
            Ok(command) => command,
            Err(refused) => return self.finish(now, job, Err(refused)),
        };
        if !job.is_looked_up && self.table.may_have_forgotten(&command) {
            self.out.push_back(Output::ReadLog { from: 1 });
            self.work = Work::LookingUp(job);
            return;
        }
        if let Some(answer) = self.table.answer(&command) {
            return self.finish(now, job, Ok(answer));
        }
        let decided = self.permit(&job, &command);
        let decided = decided.and_then(|()| Ok(self.table.decide(now, &command)?));
        let events = match decided {
            Ok(events) => events,
            Err(refused) => return self.finish(now, job, Err(refused)),
        };
        let mut next = self.table.clone();
        if let Err(damaged) = events.iter().try_for_each(|event| next.apply(event)) {
            let refused = self.damage(&damaged);
            return self.finish(now, job, Err(refused));
        }
        let is_listed = events.iter().any(|event| is_listed(&event.fact));
        let row = is_listed.then(|| Box::new(self.row_of(&next, now)));
        let mut facts = events.iter().map(|event| &event.fact);
        let ends = facts.any(|fact| matches!(fact, Fact::Public(PublicChange::Ended { .. })));
        let events = Arc::new(events);
        self.out.push_back(Output::Append(Append {
            events: events.clone(),
            row: row.clone(),
            ends,
        }));
        self.work = Work::Writing(Box::new(Write {
            job,
            events,
            next,
            row,
        }));
    }

    /// A command with the sender and the id of this job, enough to look it up.
    pub(super) fn command_of(&self, job: &Job) -> Option<Command> {
        match &job.task {
            Task::Command(command) => Some(command.clone()),
            Task::Answer { who, id, .. } => {
                Some(Command::new(*id, Actor::Identity(*who), Request::Claim))
            }
        }
    }

    /// The command of a job. Turns a bot's answer into a move.
    fn command(&mut self, job: &Job) -> Result<Command, Refused> {
        let (who, id, turn, answer, lag_ms) = match &job.task {
            Task::Command(command) => return Ok(command.clone()),
            Task::Answer {
                who,
                id,
                turn,
                answer,
                lag_ms,
            } => (*who, *id, *turn, answer, *lag_ms),
        };
        let mut command = Command {
            lag_ms,
            ..Command::new(id, Actor::Identity(who), Request::Claim)
        };
        // If it was carried out before, the first reply is given again.
        let known = self.table.answer(&command).is_some();
        if known || !job.is_looked_up && self.table.may_have_forgotten(&command) {
            return Ok(command);
        }
        let now = self.table.turn();
        if turn != now {
            // Send the request for the current turn again.
            self.ask_again(who);
            let stale = Refusal::Stale {
                meant: turn,
                turn: now,
            };
            return Err(stale.into());
        }
        let seat = self.table.seat_of(who).ok_or(Refusal::NotSeated)?;
        if !self.table.acting().contains(Seat(seat)) {
            return Err(Refusal::NotToAct.into());
        }
        let action = self
            .table
            .game()
            .answer(self.table.state(), Seat(seat), &answer.to_string())
            .map_err(|error| {
                let code = match error {
                    AnswerError::Protocol(_) => "protocol",
                    AnswerError::Illegal { .. } => "illegal",
                };
                let why = error.to_string();
                Refused::new(409, code, message!("bot.answer", why))
            })?;
        command.request = Request::Move { turn, action };
        Ok(command)
    }

    /// Refuses what this client may not ask.
    fn permit(&self, job: &Job, command: &Command) -> Result<(), Refused> {
        let From::Client { who, id, .. } = job.from else {
            return Ok(());
        };
        if id > HIGHEST_ID {
            return Err(Refused::bad(message!("hall.command-id")));
        }
        // Without its link, a private table does not exist.
        let key = match &command.request {
            Request::Join { key, .. } => key.as_deref(),
            _ => None,
        };
        if !self.table.may_look(Some(who), key) {
            return Err(Refused::no_table());
        }
        match &command.request {
            Request::SeatComputer { player, .. } => {
                self.computers.check(&self.table.settings().game, player)
            }
            _ => Ok(()),
        }
    }

    /// The connection that waits for the reply to a job.
    pub(super) fn asker(&self, job: &Job) -> Option<ConnectionId> {
        match job.from {
            From::Client {
                reply: ReplyTo::Connection(connection),
                ..
            } => Some(connection),
            _ => None,
        }
    }

    /// Ends a job that was carried out or refused.
    pub(super) fn finish(&mut self, now: Millis, job: Job, result: Result<Answer, Refused>) {
        if let From::Own(seat) = job.from {
            if let Some(seat) = seat {
                // If the move was refused and the table still waits, the computer
                // player is asked again after a moment.
                self.thinking.remove(&seat);
            }
            if let Err(refused) = result {
                if let Some(seat) = seat {
                    self.efforts.remove(&seat);
                }
                if let Task::Command(Command {
                    request: Request::Resumed { down_ms },
                    ..
                }) = job.task
                {
                    self.down = Some(down_ms);
                }
                self.problem("the table cannot go on", &refused.reason());
                self.hold(now);
            }
            return;
        }
        let stale = matches!(&result, Err(refused) if refused.code == "stale");
        self.reply(job.from, result);
        if let From::Client {
            who,
            reply: ReplyTo::Connection(connection),
            ..
        } = job.from
            && stale
        {
            self.show(now, connection, Some(who));
        }
    }

    pub(super) fn row_of(&self, table: &Table, updated: Millis) -> TableRow {
        TableRow {
            table: self.name.clone(),
            game: table.settings().game.clone(),
            phase: table.list_phase(),
            created: self.created,
            updated,
            summary: table.summary(),
        }
    }

    /// A number that was not used before.
    pub(super) fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }

    /// 64 unpredictable bits.
    pub(super) fn bits(&mut self) -> u64 {
        self.drawn += 1;
        game::Dice::bits(&mut self.seed.draw(self.drawn))
    }

    /// Makes the table wait after one of its own jobs failed, so that it does not
    /// repeat the job without pause.
    pub(super) fn hold(&mut self, now: Millis) {
        self.not_before = self.not_before.max(now.saturating_add(RECOVER_MS));
    }

    pub(super) fn problem(&mut self, what: &str, reason: &str) {
        let problem = format!("table {}: {what}: {reason}", self.name);
        self.out.push_back(Output::Problem(problem));
    }

    pub(super) fn damage(&mut self, damaged: &Damaged) -> Refused {
        self.problem("its log cannot be read", &damaged.to_string());
        Refused::damaged()
    }
}

/// Whether an event changes the table's row in the list.
fn is_listed(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Public(
            PublicChange::Seated { .. }
                | PublicChange::ComputerSeated { .. }
                | PublicChange::Freed { .. }
                | PublicChange::Chosen { .. }
                | PublicChange::Started { .. }
                | PublicChange::Ended { .. }
        )
    )
}
