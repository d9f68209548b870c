//! Applies events. Nothing else changes a table.

use std::sync::Arc;

use protocol::{Act, Answer, Made, Member, Millis, PublicChange, TableChange};

use crate::event::{Event, Fact, Sealed, VERSION};
use crate::people::Viewer;
use crate::project::project;
use crate::public::{Timer, later};
use crate::table::{Damaged, IDLE_TURNS, Table, as_step};

impl Table {
    /// Applies the next event of the log, both during play and when a log is
    /// replayed. The error says what is wrong with the event; after an error
    /// the table must not be used.
    pub fn apply(&mut self, event: &Event) -> Result<(), Damaged> {
        if event.v != VERSION {
            return Err(Damaged::Version(event.v));
        }
        let expected = self.secret.seq + 1;
        if event.seq != expected {
            return Err(Damaged::Sequence {
                expected,
                found: event.seq,
            });
        }
        self.carry_out(event).map_err(|problem| Damaged::Entry {
            seq: event.seq,
            problem,
        })?;
        self.secret.seq = event.seq;
        self.secret.at = event.at;
        if self.open.seq != event.public {
            return Err(Damaged::Entry {
                seq: event.seq,
                problem: format!("its public number is {}", event.public),
            });
        }
        if let Some(cause) = event.cause {
            let answer = Answer {
                seq: self.open.seq,
                turn: self.open.turn,
            };
            let answers = self.secret.answers.entry(cause.actor).or_default();
            answers.note(cause.id, answer);
        }
        Ok(())
    }

    fn carry_out(&mut self, event: &Event) -> Result<(), String> {
        let at = event.at;
        match &event.fact {
            Fact::Sealed(sealed) => return self.seal(sealed),
            Fact::Withdrawn { seat, .. } => {
                self.secret.sealed.remove(seat);
                if let Some(timer) = self.secret.timers.get_mut(seat) {
                    timer.since = Some(at);
                }
                return Ok(());
            }
            Fact::Public(PublicChange::TakenBack { steps, .. }) => {
                self.rewind(at, *steps)?;
                self.open.seq += 1;
                self.open.at = at;
            }
            _ => {
                let shown = project(event, Viewer::Anyone).ok_or("it is not public")?;
                self.note(&event.fact)?;
                self.open.apply(at, &shown.change)?;
                if let TableChange::Joined { member, .. } = &shown.change {
                    self.note_creator(member.member);
                }
            }
        }
        self.note_clocks(at, &event.fact);
        Ok(())
    }

    /// Notes what the hall needs besides the public table.
    fn note(&mut self, fact: &Fact) -> Result<(), String> {
        let books = &mut self.books;
        match fact {
            Fact::Joined { member, person } => return books.people.joined(*member, person),
            Fact::Public(PublicChange::Chosen { owners }) => {
                let settings = Arc::make_mut(&mut books.settings);
                settings.options = self.open.game.with_owners(owners);
            }
            Fact::Public(PublicChange::Stepped { made }) => {
                for made in made {
                    match made {
                        Made::Draw(_) => books.draws += 1,
                        Made::Act(act) => count_idle(&mut books.idles, act),
                    }
                    books.steps.push(Arc::new(made.clone()));
                }
            }
            Fact::Public(PublicChange::Offered { offer, .. }) => books.offers_made = *offer,
            Fact::Public(PublicChange::Declined { offer, .. }) => {
                for (what, known) in &self.open.offers {
                    if known.number == *offer {
                        books.declined.insert((*what, known.seat), self.open.turn);
                    }
                }
            }
            Fact::Public(PublicChange::Claimed { seat }) => {
                books.claimed.insert(*seat);
            }
            Fact::Public(PublicChange::Dropped(dropped)) => books.dropped.push(dropped.clone()),
            Fact::Public(PublicChange::Returned { seat }) => {
                if let Some(idles) = books.idles.get_mut(usize::from(*seat)) {
                    *idles = 0;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn note_creator(&mut self, member: Member) {
        let creator = self.books.settings.creator.as_ref();
        let person = self.books.people.person(member);
        if let (Some(creator), Some(person)) = (creator, person)
            && creator.identity == person.identity
        {
            self.open.creator = Some(member);
        }
    }

    /// Updates the clocks and the sealed moves of the seats to act.
    fn note_clocks(&mut self, at: Millis, fact: &Fact) {
        match fact {
            Fact::Public(
                PublicChange::Started { .. }
                | PublicChange::Stepped { .. }
                | PublicChange::TakenBack { .. },
            ) => {
                self.books.claimed.clear();
                self.secret.sealed.clear();
                let acting = self.open.acting.iter();
                self.secret.timers = acting.map(|seat| (seat.0, Timer::start(at))).collect();
            }
            Fact::Public(PublicChange::Resumed { down_ms }) => {
                for timer in self.secret.timers.values_mut() {
                    timer.since = timer.since.map(|since| later(since, *down_ms, at));
                }
            }
            Fact::Public(PublicChange::Ended { .. }) => {
                self.secret.sealed.clear();
                self.secret.timers.clear();
            }
            _ => {}
        }
    }

    fn seal(&mut self, sealed: &Sealed) -> Result<(), String> {
        let timer = self.secret.timers.get_mut(&sealed.seat);
        let timer = timer.ok_or("a seat that is not to act has sealed a move")?;
        timer.spent = sealed.ms;
        timer.lag = sealed.lag_ms;
        timer.since = None;
        self.secret.sealed.insert(sealed.seat, sealed.clone());
        Ok(())
    }

    /// Takes the game back to what it was after this many steps.
    fn rewind(&mut self, at: Millis, steps: usize) -> Result<(), String> {
        let (state, rounds) = self.after_steps(steps)?;
        let books = &mut self.books;
        books.steps.truncate(steps);
        let draws = books.steps.iter();
        let draws = draws.filter(|made| matches!(***made, Made::Draw(_)));
        books.draws = draws.count() as u64;
        books.takebacks += 1;
        self.open.take_back(at, steps, state, rounds);
        Ok(())
    }

    /// The game after this many steps, and the rounds of that turn that ended
    /// in a conflict.
    pub(crate) fn after_steps(
        &self,
        steps: usize,
    ) -> Result<(catalog::AnyState, Vec<Arc<Act>>), String> {
        let all = &self.books.steps;
        let kept = all
            .get(..steps)
            .ok_or("more is taken back than was played")?;
        let game = &self.open.game;
        let mut state = game.start();
        for made in kept {
            game.play(&mut state, &as_step(made))
                .map_err(|error| error.to_string())?;
        }
        let mut rounds: Vec<Arc<Act>> = kept
            .iter()
            .rev()
            .map_while(|made| match &**made {
                Made::Act(act) if act.conflict.is_some() => Some(Arc::new(act.clone())),
                _ => None,
            })
            .collect();
        rounds.reverse();
        Ok((state, rounds))
    }
}

/// Counts for each seat how many turns in a row were entered for it.
fn count_idle(idles: &mut [u8], act: &Act) {
    for (seat, _) in &act.moves {
        if let Some(idles) = idles.get_mut(usize::from(*seat)) {
            *idles = if act.idle.contains(seat) {
                idles.saturating_add(1).min(IDLE_TURNS)
            } else {
                0
            };
        }
    }
}
