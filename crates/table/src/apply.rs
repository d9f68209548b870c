//! Carrying out what happened. Nothing else changes a table.

use std::collections::BTreeSet;
use std::sync::Arc;

use catalog::AnyPending;
use game::SeatSet;
use serde_json::json;

use crate::command::{Answer, OfferKind};
use crate::event::{Act, Event, Fact, Made, Sealed, VERSION};
use crate::people::Member;
use crate::settings::Millis;
use crate::table::{
    CHAT_KEPT, Damaged, Here, IDLE_TURNS, Line, Offer, Open, Phase, Place, Sitter, Standing, Table,
    Timer, as_step,
};

impl Table {
    /// Carries out the next entry of the log: while playing and when a log is
    /// read again alike. An entry that cannot be right is named, and then the
    /// table must not be used any more.
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
        if event.fact.is_public() {
            self.open.seq += 1;
            self.open.at = event.at;
        }
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
        let open = &mut self.open;
        match &event.fact {
            Fact::Created { .. } => return Err("the table is there already".to_owned()),
            Fact::Joined { member, person } => {
                let here = Here {
                    person: person.clone(),
                    here: true,
                    away_since: None,
                };
                let at = member.0 as usize;
                match open.members.len() {
                    known if at < known => open.members[at] = here,
                    known if at == known => open.members.push(here),
                    _ => return Err("a number of a member is left out".to_owned()),
                }
                let creator = open.settings.creator.as_ref();
                if creator.is_some_and(|creator| creator.identity == person.identity) {
                    open.creator = Some(*member);
                }
            }
            Fact::Left { member } => {
                open.here_mut(*member)?.here = false;
                open.offers.remove(&OfferKind::Rematch);
            }
            Fact::Seated { seat, member } => {
                open.here_mut(*member)?;
                open.take(*seat, Sitter::Member(*member))?;
            }
            Fact::ComputerSeated { seat, player } => {
                open.take(*seat, Sitter::Computer(player.clone()))?;
            }
            Fact::Freed { seat } => open.take(*seat, Sitter::Nobody)?,
            Fact::Corners { corners } => {
                let mut options = open.settings.options.clone();
                options["corners"] = json!(corners);
                let game = catalog::open(&open.settings.game, &options)
                    .map_err(|error| error.to_string())?;
                open.state = game.start();
                open.game = Arc::from(game);
                open.settings.options = options;
            }
            Fact::Ready { seat, ready } => open.place_mut(*seat)?.ready = *ready,
            Fact::Started { fill } => {
                if let Some(fill) = fill {
                    for place in &mut open.places {
                        if place.sitter == Sitter::Nobody {
                            place.sitter = Sitter::Computer(fill.clone());
                        }
                    }
                }
                open.phase = Phase::Playing;
                self.begin_round(at);
            }
            Fact::Present { member, present } => {
                open.here_mut(*member)?.away_since = (!present).then_some(at);
            }
            Fact::Said { member, text } => {
                let text = text.clone();
                let member = *member;
                open.chat.push_back(Arc::new(Line { at, member, text }));
                if open.chat.len() > CHAT_KEPT {
                    open.chat.pop_front();
                }
            }
            Fact::Sealed(sealed) => self.seal(sealed)?,
            Fact::Withdrawn { seat, .. } => {
                self.secret.sealed.remove(seat);
                if let Some(timer) = self.secret.timers.get_mut(seat) {
                    timer.since = Some(at);
                }
            }
            Fact::Entered { seat, ms } => {
                open.entered.insert(*seat, *ms);
            }
            Fact::Stepped { made } => {
                for made in made {
                    open.step(made)?;
                }
                open.lapse();
                self.begin_round(at);
            }
            Fact::Offered { offer, what, seat } => {
                open.offers_made = *offer;
                let offer = Offer {
                    number: *offer,
                    seat: *seat,
                    accepted: BTreeSet::new(),
                };
                open.offers.insert(*what, offer);
            }
            Fact::Accepted { offer, seat } => {
                let offers = open.offers.values_mut();
                for known in offers.filter(|known| known.number == *offer) {
                    known.accepted.insert(*seat);
                }
            }
            Fact::Declined { offer, .. } => {
                let turn = open.turn;
                let declined = &mut open.declined;
                open.offers.retain(|what, known| {
                    let over = known.number == *offer;
                    if over {
                        declined.insert((*what, known.seat), turn);
                    }
                    !over
                });
            }
            Fact::TakenBack { steps, .. } => {
                open.rewind(*steps)?;
                open.takebacks += 1;
                open.lapse();
                self.begin_round(at);
            }
            Fact::Claimed { seat } => {
                open.claimed.insert(*seat);
            }
            Fact::Dropped(dropped) => {
                let place = open.place_mut(dropped.seat)?;
                place.standing = match dropped.may_return {
                    true => Standing::Abandoned,
                    false => Standing::Out,
                };
                open.dropped.push(dropped.clone());
            }
            Fact::Returned { seat } => {
                let place = open.place_mut(*seat)?;
                place.standing = Standing::In;
                place.idles = 0;
            }
            Fact::Resumed { down_ms } => self.resume(*down_ms, at),
            Fact::Ended { finish } => {
                open.phase = Phase::Over;
                open.finish = Some(finish.clone());
                open.acting = SeatSet::EMPTY;
                open.offers.clear();
                open.entered.clear();
                self.secret.sealed.clear();
                self.secret.timers.clear();
            }
            Fact::Rematch { .. } => {
                open.rematch = true;
                open.offers.clear();
            }
            Fact::Next { table } => open.next = Some(table.clone()),
        }
        Ok(())
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

    /// Nobody pays for time in which the hall was down.
    fn resume(&mut self, down: Millis, now: Millis) {
        let later = |time: Millis| time.saturating_add(down).min(now);
        let open = &mut self.open;
        open.round_started = later(open.round_started);
        for timer in self.secret.timers.values_mut() {
            timer.since = timer.since.map(later);
        }
        // All connections went down with the hall.
        for here in &mut open.members {
            here.away_since = Some(here.away_since.map_or(now, later));
        }
    }

    /// Other seats are to act, or the same ones anew.
    fn begin_round(&mut self, at: Millis) {
        let open = &mut self.open;
        open.turn += 1;
        open.round_started = at;
        open.entered.clear();
        open.claimed.clear();
        open.acting = match open.game.pending(&open.state) {
            AnyPending::Choose(seats) => seats,
            _ => SeatSet::EMPTY,
        };
        let clock = open.settings.clock;
        self.secret.sealed.clear();
        self.secret.timers.clear();
        for seat in open.acting.iter() {
            if let Some(place) = open.places.get_mut(seat.index()) {
                place.left = place.left.map(|left| clock.fresh(left));
            }
            let timer = Timer {
                spent: 0,
                lag: 0,
                since: Some(at),
            };
            self.secret.timers.insert(seat.0, timer);
        }
    }
}

impl Open {
    fn here_mut(&mut self, member: Member) -> Result<&mut Here, String> {
        self.members
            .get_mut(member.0 as usize)
            .ok_or_else(|| format!("there is no member {}", member.0))
    }

    fn place_mut(&mut self, seat: u16) -> Result<&mut Place, String> {
        self.places
            .get_mut(usize::from(seat))
            .ok_or_else(|| format!("there is no seat {seat}"))
    }

    fn take(&mut self, seat: u16, sitter: Sitter) -> Result<(), String> {
        let place = self.place_mut(seat)?;
        place.sitter = sitter;
        place.ready = false;
        Ok(())
    }

    fn step(&mut self, made: &Made) -> Result<(), String> {
        self.game
            .play(&mut self.state, &as_step(made))
            .map_err(|error| error.to_string())?;
        match made {
            Made::Draw(_) => self.draws += 1,
            Made::Act(act) => self.count(act)?,
        }
        self.steps.push(Arc::new(made.clone()));
        Ok(())
    }

    /// Clocks and absences after seats have acted.
    fn count(&mut self, act: &Act) -> Result<(), String> {
        for (at, (seat, _)) in act.moves.iter().enumerate() {
            let idle = act.idle.contains(seat);
            let used = act.ms.get(at).copied().unwrap_or(0);
            let place = self.place_mut(*seat)?;
            place.left = place.left.map(|left| left.saturating_sub(used));
            place.idles = match idle {
                true => place.idles.saturating_add(1).min(IDLE_TURNS),
                false => 0,
            };
        }
        let increment = self.settings.clock.increment();
        if act.conflict.is_some() || increment == 0 {
            return Ok(());
        }
        // The turn is complete: whoever moved in it gets more time, those too
        // whose moves were locked in an earlier round of it.
        let earlier = self.steps.iter().rev().map_while(|made| match &**made {
            Made::Act(act) if act.conflict.is_some() => Some(act),
            _ => None,
        });
        let mut seen = BTreeSet::new();
        let mut moved = Vec::new();
        for act in [act].into_iter().chain(earlier) {
            for (seat, _) in &act.moves {
                if seen.insert(*seat) && !act.idle.contains(seat) {
                    moved.push(*seat);
                }
            }
        }
        for seat in moved {
            let place = self.place_mut(seat)?;
            place.left = place.left.map(|left| left.saturating_add(increment));
        }
        Ok(())
    }

    /// Offers about the game lapse when it goes on.
    fn lapse(&mut self) {
        self.offers.clear();
    }

    fn rewind(&mut self, steps: usize) -> Result<(), String> {
        if steps > self.steps.len() {
            return Err("more is taken back than was played".to_owned());
        }
        self.steps.truncate(steps);
        let mut state = self.game.start();
        for made in &self.steps {
            self.game
                .play(&mut state, &as_step(made))
                .map_err(|error| error.to_string())?;
        }
        self.state = state;
        let draws = self
            .steps
            .iter()
            .filter(|made| matches!(***made, Made::Draw(_)));
        self.draws = draws.count() as u64;
        Ok(())
    }
}
