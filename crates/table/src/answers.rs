//! What commands were answered, so that a command that comes again is not carried
//! out again.

use std::collections::VecDeque;

use protocol::Answer;

use crate::command::Command;
use crate::event::Event;
use crate::table::{Damaged, Table};

/// The commands of one actor whose answers are remembered.
const KEPT: usize = 64;

/// The answers to the last commands of one actor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    kept: VecDeque<(u64, Answer)>,
    /// The highest id of a command that is no longer among them.
    forgotten: Option<u64>,
}

impl Answers {
    /// One of the events of a command; they follow each other.
    pub fn note(&mut self, id: u64, answer: Answer) {
        match self.kept.back_mut() {
            Some((last, known)) if *last == id => *known = answer,
            _ => self.kept.push_back((id, answer)),
        }
        if self.kept.len() > KEPT
            && let Some((id, _)) = self.kept.pop_front()
        {
            self.forgotten = self.forgotten.max(Some(id));
        }
    }

    fn get(&self, id: u64) -> Option<Answer> {
        let known = self.kept.iter().rev().find(|(known, _)| *known == id);
        known.map(|(_, answer)| *answer)
    }
}

impl Table {
    /// What the sender of a command gets, if it was done: at first and whenever it
    /// is given again.
    pub fn answer(&self, command: &Command) -> Option<Answer> {
        self.secret.answers.get(&command.actor)?.get(command.id)
    }

    /// Whether a command may have been done so long ago that only the log
    /// [knows its answer](Table::answer_in). Never so for those who number their
    /// commands upwards.
    pub fn may_have_forgotten(&self, command: &Command) -> bool {
        let answers = self.secret.answers.get(&command.actor);
        answers.is_some_and(|answers| {
            Some(command.id) <= answers.forgotten && answers.get(command.id).is_none()
        })
    }

    /// What a command was answered according to the whole log of a table.
    pub fn answer_in(log: &[Event], command: &Command) -> Result<Option<Answer>, Damaged> {
        let caused = |event: &Event| {
            let cause = event.cause.as_ref();
            cause.is_some_and(|cause| (cause.actor, cause.id) == (command.actor, command.id))
        };
        let Some(last) = log.iter().rposition(caused) else {
            return Ok(None);
        };
        Ok(Table::replay(&log[..=last])?.answer(command))
    }
}
