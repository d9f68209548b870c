//! Commands about the game itself: moves, time, offers.

use game::{Say as _, Seat};
use protocol::{Clock, Dropped, Made, Millis, OfferKind, Phase, PublicChange, Request, Standing};

use crate::ahead::Ahead;
use crate::command::{Command, NoClaim, NoTakeback, Refusal};
use crate::event::{Fact, Sealed};
use crate::public::conflict_of;
use crate::settings::{Occupant, Settings};
use crate::table::{Sitter, Table};

impl Table {
    /// Decides a command of a seat. The actor has been checked.
    pub(crate) fn play(
        &self,
        now: Millis,
        seat: u16,
        command: &Command,
    ) -> Result<Vec<Fact>, Refusal> {
        match &command.request {
            Request::Move { turn, action } => self.enter(now, seat, *turn, action, command.lag_ms),
            Request::Withdraw { turn } => self.withdraw(now, seat, *turn),
            Request::Resign => {
                self.during_game()?;
                if self.place(seat)?.standing == Standing::Out {
                    return Err(Refusal::Out);
                }
                let mut ahead = Ahead::new(self, now);
                ahead.drop_out(Dropped {
                    seat,
                    reason: "resigned".to_owned(),
                    detail: String::new(),
                    may_return: false,
                });
                Ok(ahead.facts())
            }
            Request::Offer { what } => self.offer(now, seat, *what),
            Request::Accept { offer } => self.accept(now, seat, *offer),
            Request::Decline { offer } => {
                let (what, by) = self.offer_by_number(*offer)?;
                if by != seat && !self.asked(what, by).contains(&seat) {
                    return Err(Refusal::NotAsked);
                }
                let offer = *offer;
                Ok(vec![Fact::Public(PublicChange::Declined { offer, seat })])
            }
            _ => Err(Refusal::NotYours),
        }
    }

    /// Refuses if a seat may not act now, in this turn.
    fn may_act(&self, seat: u16, turn: u64) -> Result<(), Refusal> {
        self.during_game()?;
        let open = &self.open;
        if self.place(seat)?.standing == Standing::Out {
            return Err(Refusal::Out);
        }
        if turn != open.turn {
            return Err(Refusal::Stale {
                meant: turn,
                turn: open.turn,
            });
        }
        if open.acting.contains(Seat(seat)) {
            Ok(())
        } else {
            Err(Refusal::NotToAct)
        }
    }

    fn enter(
        &self,
        now: Millis,
        seat: u16,
        turn: u64,
        action: &str,
        lag: Millis,
    ) -> Result<Vec<Fact>, Refusal> {
        self.may_act(seat, turn)?;
        let open = &self.open;
        let (ms, lag_ms) = self.charge(seat, now, lag);
        if self.place(seat)?.left.is_some_and(|left| ms >= left) {
            return Err(Refusal::TimeUp);
        }
        let action = open
            .game
            .check(&open.state, Seat(seat), action)
            .map_err(|error| Refusal::Illegal(error.message()))?;
        let mut ahead = Ahead::new(self, now);
        ahead.take_back_in(seat);
        ahead.enter(vec![Sealed {
            seat,
            member: open.member_on(seat),
            action,
            ms,
            lag_ms,
            idle: false,
        }]);
        Ok(ahead.facts())
    }

    fn withdraw(&self, now: Millis, seat: u16, turn: u64) -> Result<Vec<Fact>, Refusal> {
        self.may_act(seat, turn)?;
        if !self.secret.sealed.contains_key(&seat) {
            return Err(Refusal::NothingSealed);
        }
        let (ms, _) = self.charge(seat, now, 0);
        if self.place(seat)?.left.is_some_and(|left| ms >= left) {
            return Err(Refusal::TimeUp);
        }
        let member = self.open.member_on(seat);
        Ok(vec![Fact::Withdrawn { seat, member }])
    }

    /// The move that is entered for an absent seat.
    fn idle(&self, now: Millis, seat: u16) -> Option<Sealed> {
        let open = &self.open;
        let (ms, lag_ms) = self.charge(seat, now, 0);
        let left = open.places.get(usize::from(seat))?.left;
        Some(Sealed {
            seat,
            member: open.member_on(seat),
            action: open.game.idle(&open.state, Seat(seat))?,
            ms: left.map_or(ms, |left| ms.min(left)),
            lag_ms,
            idle: true,
        })
    }

    pub(crate) fn tick(&self, now: Millis) -> Result<Vec<Fact>, Refusal> {
        self.during_game()?;
        let mut ahead = Ahead::new(self, now);
        if self.open.acting.is_empty() {
            ahead.run();
            return Ok(ahead.facts());
        }
        let mut entered = Vec::new();
        for Seat(seat) in self.open.acting.iter() {
            if self.deadline(seat).is_none_or(|deadline| deadline > now) {
                continue;
            }
            match self.idle(now, seat) {
                Some(sealed) => entered.push(sealed),
                None => {
                    ahead.lose(seat, "time");
                    return Ok(ahead.facts());
                }
            }
        }
        ahead.enter(entered);
        Ok(ahead.facts())
    }

    /// Goes on without seats that have been away for long. Whether this is
    /// refused must not depend on sealed moves.
    pub(crate) fn claim(&self, now: Millis, seat: u16) -> Result<Vec<Fact>, Refusal> {
        self.during_game()?;
        let open = &self.open;
        if self.place(seat)?.standing != Standing::In {
            return Err(Refusal::Out);
        }
        if self.books.settings.clock != Clock::None {
            return Err(Refusal::NoClaim(NoClaim::Clock));
        }
        if self.books.claimed.contains(&seat) {
            return Err(Refusal::NoClaim(NoClaim::Claimed));
        }
        let gone = |other: u16| {
            let since = open.away_since(other)?;
            (since.saturating_add(self.books.settings.claim_after_ms) <= now).then_some(())
        };
        let acting = open.acting.iter().map(|other| other.0);
        let absent: Vec<u16> = acting
            .filter(|&other| other != seat && gone(other).is_some())
            .collect();
        if absent.is_empty() {
            return Err(Refusal::NoClaim(NoClaim::NotGone));
        }
        let mut ahead = Ahead::new(self, now);
        ahead.fact(Fact::Public(PublicChange::Claimed { seat }));
        let mut entered = Vec::new();
        for other in absent {
            if self.secret.sealed.contains_key(&other) {
                continue;
            }
            match self.idle(now, other) {
                Some(sealed) => entered.push(sealed),
                None => {
                    ahead.end("claimed", vec![seat], "");
                    return Ok(ahead.facts());
                }
            }
        }
        ahead.enter(entered);
        Ok(ahead.facts())
    }

    fn offer(&self, now: Millis, seat: u16, what: OfferKind) -> Result<Vec<Fact>, Refusal> {
        let open = &self.open;
        match what {
            OfferKind::Rematch if open.phase != Phase::Over => return Err(Refusal::NotOver),
            OfferKind::Rematch if open.rematch => return Err(Refusal::Nothing),
            OfferKind::Rematch => {}
            OfferKind::Draw | OfferKind::Takeback => {
                self.during_game()?;
                if self.place(seat)?.standing != Standing::In {
                    return Err(Refusal::Out);
                }
            }
        }
        if what == OfferKind::Takeback {
            self.takeback_to(seat)?;
        }
        if let Some(known) = open.offers.get(&what) {
            // Two seats that make the same offer agree.
            return if known.seat == seat {
                Err(Refusal::Offered(known.number))
            } else {
                self.accept(now, seat, known.number)
            };
        }
        if self.books.declined.get(&(what, seat)) == Some(&open.turn) {
            return Err(Refusal::Declined);
        }
        match self.asked(what, seat).is_empty() {
            true if what == OfferKind::Draw => Err(Refusal::NobodyToAsk),
            true => self.agreed(now, what, seat),
            false => Ok(vec![Fact::Public(PublicChange::Offered {
                offer: self.books.offers_made + 1,
                what,
                seat,
            })]),
        }
    }

    fn accept(&self, now: Millis, seat: u16, number: u32) -> Result<Vec<Fact>, Refusal> {
        let (what, by) = self.offer_by_number(number)?;
        let asked = self.asked(what, by);
        let offer = self
            .open
            .offers
            .get(&what)
            .ok_or(Refusal::NoOffer(number))?;
        if !asked.contains(&seat) || offer.accepted.contains(&seat) {
            return Err(Refusal::NotAsked);
        }
        let accepted = Fact::Public(PublicChange::Accepted {
            offer: number,
            seat,
        });
        let mut others = asked.iter().filter(|&&other| other != seat);
        if !others.all(|other| offer.accepted.contains(other)) {
            return Ok(vec![accepted]);
        }
        let mut facts = vec![accepted];
        facts.extend(self.agreed(now, what, by)?);
        Ok(facts)
    }

    /// What follows when all have agreed to an offer of this seat.
    fn agreed(&self, now: Millis, what: OfferKind, seat: u16) -> Result<Vec<Fact>, Refusal> {
        match what {
            OfferKind::Draw => {
                let mut ahead = Ahead::new(self, now);
                ahead.end("agreed", Vec::new(), "");
                Ok(ahead.facts())
            }
            OfferKind::Takeback => {
                let steps = self.takeback_to(seat)?;
                let (state, rounds) = self
                    .after_steps(steps)
                    .map_err(|_| Refusal::NoTakeback(NoTakeback::Replay))?;
                Ok(vec![Fact::Public(PublicChange::TakenBack {
                    steps,
                    seat,
                    state: Some(self.open.game.state_data(&state)),
                    conflict: conflict_of(&rounds),
                })])
            }
            OfferKind::Rematch => Ok(vec![Fact::Rematch {
                settings: Box::new(self.rematch()),
            }]),
        }
    }

    /// How many steps remain when a seat takes back.
    fn takeback_to(&self, seat: u16) -> Result<usize, Refusal> {
        if !self.books.settings.takebacks {
            return Err(Refusal::NoTakeback(NoTakeback::NotAllowed));
        }
        let nothing = Refusal::NoTakeback(NoTakeback::NotMoved);
        let played = &self.books.steps;
        let mut acts = played.iter().enumerate().rev();
        let last = acts.find_map(|(at, made)| match &**made {
            Made::Act(act) if act.moves.iter().any(|(mover, _)| *mover == seat) => Some((at, act)),
            _ => None,
        });
        let (mut to, act) = last.ok_or(nothing)?;
        if act.moves.len() > 1 {
            // All rounds of a turn are taken back together. The last one may be
            // unfinished, and this seat's move may be locked since an earlier
            // one.
            let earlier = played[..to].iter().rev();
            let rounds = earlier
                .take_while(|made| matches!(&***made, Made::Act(act) if act.conflict.is_some()));
            to -= rounds.count();
        }
        let undone = &played[to..];
        if undone.iter().any(|made| matches!(**made, Made::Draw(_))) {
            return Err(Refusal::NoTakeback(NoTakeback::Drawn));
        }
        Ok(to)
    }

    /// The settings of the next game, with every player one seat further.
    fn rematch(&self) -> Settings {
        let open = &self.open;
        let mut settings = Settings::clone(&self.books.settings);
        let mut seats: Vec<Option<Occupant>> = open
            .places
            .iter()
            .map(|place| match &place.sitter {
                Sitter::Nobody => None,
                Sitter::Computer(player) => Some(Occupant::Computer {
                    player: player.clone(),
                }),
                Sitter::Member(member) => {
                    let here = open.here(*member)?.here;
                    let person = self.books.people.person(*member)?;
                    here.then(|| Occupant::Person(person.clone()))
                }
            })
            .collect();
        if !seats.is_empty() {
            seats.rotate_right(1);
        }
        settings.seats = seats;
        settings
    }
}
