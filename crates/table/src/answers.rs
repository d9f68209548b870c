//! Answers to earlier commands, so that a repeated command is not carried out
//! again.

use std::collections::VecDeque;

use protocol::Answer;

use crate::command::Command;
use crate::event::Event;
use crate::table::{Damaged, Table};

/// How many commands of one actor have their answers remembered.
const KEPT: usize = 64;

/// The answers to one actor's latest commands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    kept: VecDeque<(u64, Answer)>,
    /// The highest id among the forgotten commands.
    forgotten: Option<u64>,
}

impl Answers {
    /// Notes the answer after an event of a command. A command's events are
    /// adjacent, and the last one counts.
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
    /// The answer to a command that was carried out, the same each time it is
    /// given.
    pub fn answer(&self, command: &Command) -> Option<Answer> {
        self.secret.answers.get(&command.actor)?.get(command.id)
    }

    /// Whether a command may be so old that only the log [knows its
    /// answer](Table::answer_in). This is never so for an actor whose ids go up.
    pub fn may_have_forgotten(&self, command: &Command) -> bool {
        let answers = self.secret.answers.get(&command.actor);
        answers.is_some_and(|answers| {
            Some(command.id) <= answers.forgotten && answers.get(command.id).is_none()
        })
    }

    /// The answer to a command according to the whole log of a table.
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
