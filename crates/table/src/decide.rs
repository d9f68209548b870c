//! Decides what follows from a command. Changes nothing.

use protocol::{
    Dropped, Identity, Member, Millis, ObserverChat, OfferKind, Phase, PublicChange, Request,
    Standing,
};

use crate::ahead::Ahead;
use crate::command::{Command, Refusal};
use crate::event::{Cause, Event, Fact, VERSION};
use crate::people::{Actor, Person};
use crate::settings::{name, player_name};
use crate::table::{Sitter, Table, distinct};
use crate::text::{LONGEST_CHAT, clean};

impl Table {
    /// Decides what follows from a command given now: events to append to the
    /// log after number [`log_seq`](Table::log_seq) and then to
    /// [apply](Table::apply). If the command was carried out before, there are
    /// none, and [`answer`](Table::answer) has its first answer.
    pub fn decide(&self, now: Millis, command: &Command) -> Result<Vec<Event>, Refusal> {
        if self.answer(command).is_some() {
            return Ok(Vec::new());
        }
        // Time never goes back, whatever the hall's clock says.
        let now = now.max(self.secret.at);
        let facts = self.facts(now, command)?;
        if facts.is_empty() {
            return Err(Refusal::Nothing);
        }
        // Ticks repeat themselves by nature, so they need no memory.
        let cause = (command.actor != Actor::Clock).then_some(Cause {
            actor: command.actor,
            id: command.id,
        });
        let mut public = self.open.seq;
        let numbered = (self.secret.seq + 1..).zip(facts).map(|(seq, fact)| {
            public += u64::from(fact.is_public());
            Event {
                v: VERSION,
                seq,
                public,
                at: now,
                cause,
                fact,
            }
        });
        Ok(numbered.collect())
    }

    fn facts(&self, now: Millis, command: &Command) -> Result<Vec<Fact>, Refusal> {
        match command.actor {
            Actor::Identity(identity) => self.asked_by_identity(now, identity, command),
            Actor::Computer(seat) => self.asked_by_computer(now, seat, command),
            Actor::Clock => match command.request {
                Request::Tick => self.tick(now),
                _ => Err(Refusal::NotYours),
            },
            Actor::Hall => self.asked_by_hall(now, &command.request),
        }
    }

    fn asked_by_identity(
        &self,
        now: Millis,
        identity: Identity,
        command: &Command,
    ) -> Result<Vec<Fact>, Refusal> {
        let open = &self.open;
        let request = &command.request;
        let person = |name: &str, program| Person {
            identity,
            name: name.to_owned(),
            program,
        };
        if let Request::Join { name, program, key } = request {
            return self.join(&person(name, *program), key.as_deref());
        }
        let member = self.member(identity).ok_or(Refusal::NotHere)?;
        let seat = || open.seat_of(member).ok_or(Refusal::NotSeated);
        match request {
            Request::Join { .. } => Err(Refusal::Nothing),
            Request::Leave => match open.seat_of(member) {
                Some(seat) if open.phase == Phase::Playing => Err(Refusal::Seated(seat)),
                Some(seat) if open.phase == Phase::Lobby => Ok(vec![
                    Fact::Public(PublicChange::Freed { seat }),
                    Fact::Public(PublicChange::Left { member }),
                ]),
                _ => Ok(vec![Fact::Public(PublicChange::Left { member })]),
            },
            Request::Sit { seat } => self.sit(member, *seat),
            Request::Stand => {
                self.before_game()?;
                Ok(vec![Fact::Public(PublicChange::Freed { seat: seat()? })])
            }
            Request::SeatComputer { .. } | Request::Unseat { .. } | Request::Start => {
                if open.creator != Some(member) {
                    return Err(Refusal::NotCreator);
                }
                self.arrange(now, request, open.seat_of(member))
            }
            Request::Choose { choice } => self.choose(seat()?, *choice),
            Request::Ready { ready } => {
                let seat = seat()?;
                if *ready {
                    self.ready(now, seat)
                } else {
                    self.not_ready(seat)
                }
            }
            Request::Chat { text } => self.chat(member, text),
            Request::Claim => self.claim(now, seat()?),
            Request::Return => {
                self.during_game()?;
                match self.place(seat()?)?.standing {
                    Standing::Abandoned => {
                        Ok(vec![Fact::Public(PublicChange::Returned { seat: seat()? })])
                    }
                    Standing::Out => Err(Refusal::Out),
                    Standing::In => Err(Refusal::Nothing),
                }
            }
            Request::Move { .. }
            | Request::Withdraw { .. }
            | Request::Resign
            | Request::Offer { .. }
            | Request::Accept { .. }
            | Request::Decline { .. } => self.play(now, seat()?, command),
            Request::Tick
            | Request::Present { .. }
            | Request::Resumed { .. }
            | Request::Forfeit { .. }
            | Request::Abort { .. }
            | Request::Next { .. } => Err(Refusal::NotYours),
        }
    }

    fn asked_by_computer(
        &self,
        now: Millis,
        seat: u16,
        command: &Command,
    ) -> Result<Vec<Fact>, Refusal> {
        let place = self.place(seat)?;
        let allowed = matches!(
            command.request,
            Request::Move { .. }
                | Request::Resign
                | Request::Accept { .. }
                | Request::Decline { .. }
        );
        match place.sitter {
            Sitter::Computer(_) if allowed => self.play(now, seat, command),
            _ => Err(Refusal::NotYours),
        }
    }

    fn asked_by_hall(&self, now: Millis, request: &Request) -> Result<Vec<Fact>, Refusal> {
        let open = &self.open;
        match request {
            Request::SeatComputer { .. } | Request::Unseat { .. } | Request::Start => {
                self.arrange(now, request, None)
            }
            Request::Present { who, present } => {
                if *present {
                    self.back(*who)
                } else {
                    self.gone(*who)
                }
            }
            Request::Resumed { down_ms } => Ok(vec![Fact::Public(PublicChange::Resumed {
                down_ms: *down_ms,
            })]),
            Request::Forfeit {
                seat,
                verdict,
                detail,
            } => {
                self.during_game()?;
                if self.place(*seat)?.standing == Standing::Out {
                    return Err(Refusal::Out);
                }
                let mut ahead = Ahead::new(self, now);
                ahead.drop_out(Dropped {
                    seat: *seat,
                    reason: clean(verdict, 40),
                    detail: clean(detail, LONGEST_CHAT),
                    may_return: false,
                });
                Ok(ahead.facts())
            }
            Request::Abort { detail } => {
                if open.phase == Phase::Over {
                    return Err(Refusal::NotPlaying);
                }
                let mut ahead = Ahead::new(self, now);
                ahead.end("aborted", Vec::new(), &clean(detail, LONGEST_CHAT));
                Ok(ahead.facts())
            }
            Request::Next { table } => {
                if !open.rematch {
                    return Err(Refusal::NotOver);
                }
                let table = clean(table, LONGEST_CHAT);
                Ok(vec![Fact::Public(PublicChange::Next { table })])
            }
            _ => Err(Refusal::NotYours),
        }
    }

    pub(crate) fn before_game(&self) -> Result<(), Refusal> {
        match self.open.phase {
            Phase::Lobby => Ok(()),
            _ => Err(Refusal::Begun),
        }
    }

    pub(crate) fn during_game(&self) -> Result<(), Refusal> {
        match self.open.phase {
            Phase::Playing => Ok(()),
            _ => Err(Refusal::NotPlaying),
        }
    }

    fn join(&self, person: &Person, key: Option<&str>) -> Result<Vec<Fact>, Refusal> {
        let people = &self.books.people;
        let known = people.find(person.identity);
        if self.member(person.identity).is_some() {
            return Err(Refusal::Nothing);
        }
        let settings = &self.books.settings;
        let creator = settings.creator.as_ref();
        let creator = creator.is_some_and(|creator| creator.identity == person.identity);
        if known.is_none() && !creator && !settings.access.admits(key) {
            return Err(Refusal::WrongKey);
        }
        let seated = self.open.places.iter();
        let seated = seated.filter(|place| matches!(place.sitter, Sitter::Member(_)));
        let here = self.open.members.values().filter(|here| here.here);
        let observers = here.count().saturating_sub(seated.count());
        let most = settings.most_observers;
        if observers >= most as usize && !creator {
            return Err(Refusal::Full { most });
        }
        let wanted = name(&person.name)?;
        let taken = |name: &str| {
            let mut others = people.members().filter(|&other| Some(other) != known);
            others.any(|other| people.person(other).is_some_and(|other| other.name == name))
        };
        Ok(vec![Fact::Joined {
            member: known.unwrap_or(Member(people.len() as u32)),
            person: Person {
                name: distinct(&wanted, taken),
                ..person.clone()
            },
        }])
    }

    fn sit(&self, member: Member, seat: u16) -> Result<Vec<Fact>, Refusal> {
        self.before_game()?;
        if let Some(seat) = self.open.seat_of(member) {
            return Err(Refusal::Seated(seat));
        }
        match self.place(seat)?.sitter {
            Sitter::Nobody => Ok(vec![Fact::Public(PublicChange::Seated { seat, member })]),
            _ => Err(Refusal::Taken(seat)),
        }
    }

    /// Decides a command that only the creator or the hall may give. `own` is
    /// the creator's seat.
    fn arrange(
        &self,
        now: Millis,
        request: &Request,
        own: Option<u16>,
    ) -> Result<Vec<Fact>, Refusal> {
        self.before_game()?;
        let open = &self.open;
        match request {
            Request::SeatComputer { seat, player } => match self.place(*seat)?.sitter {
                Sitter::Member(_) => Err(Refusal::Taken(*seat)),
                _ => Ok(vec![Fact::Public(PublicChange::ComputerSeated {
                    seat: *seat,
                    player: player_name(player)?,
                })]),
            },
            Request::Unseat { seat } => match self.place(*seat)?.sitter {
                Sitter::Nobody => Err(Refusal::Empty(*seat)),
                _ => Ok(vec![Fact::Public(PublicChange::Freed { seat: *seat })]),
            },
            _ => {
                // A creator who starts the game is ready.
                let places = (0..).zip(&open.places);
                let waiting = places.filter(|(seat, place)| {
                    let person = matches!(place.sitter, Sitter::Member(_));
                    person && !place.ready && Some(*seat) != own
                });
                let waiting: Vec<u16> = waiting.map(|(seat, _)| seat).collect();
                if !waiting.is_empty() {
                    return Err(Refusal::NotReady(waiting));
                }
                let places = (0..).zip(&open.places);
                let empty = places.filter(|(_, place)| place.sitter == Sitter::Nobody);
                let empty: Vec<u16> = empty.map(|(seat, _)| seat).collect();
                match &self.books.settings.fill {
                    _ if empty.is_empty() => Ok(self.start(now, Vec::new(), None)),
                    Some(fill) => Ok(self.start(now, Vec::new(), Some(fill.clone()))),
                    None => Err(Refusal::SeatsEmpty(empty)),
                }
            }
        }
    }

    fn start(&self, now: Millis, before: Vec<Fact>, fill: Option<String>) -> Vec<Fact> {
        let mut ahead = Ahead::new(self, now);
        for fact in before {
            ahead.fact(fact);
        }
        ahead.fact(Fact::Public(PublicChange::Started { fill }));
        ahead.run();
        ahead.facts()
    }

    fn choose(&self, seat: u16, choice: u8) -> Result<Vec<Fact>, Refusal> {
        self.before_game()?;
        let choices = self.open.game.choices();
        let holder = choices
            .get(usize::from(choice))
            .ok_or(Refusal::NoChoice)?
            .owner;
        if holder == seat {
            return Err(Refusal::Nothing);
        }
        if matches!(self.place(holder)?.sitter, Sitter::Member(_)) {
            return Err(Refusal::ChoiceTaken(holder));
        }
        let owners = choices.iter().map(|choice| match choice.owner {
            owner if owner == seat => holder,
            owner if owner == holder => seat,
            owner => owner,
        });
        let owners = owners.collect();
        Ok(vec![Fact::Public(PublicChange::Chosen { owners })])
    }

    fn ready(&self, now: Millis, seat: u16) -> Result<Vec<Fact>, Refusal> {
        self.before_game()?;
        if self.place(seat)?.ready {
            return Err(Refusal::Nothing);
        }
        let ready = true;
        let fact = Fact::Public(PublicChange::Ready { seat, ready });
        let mut places = (0..).zip(&self.open.places);
        let all = places.all(|(other, place)| match place.sitter {
            Sitter::Nobody => false,
            Sitter::Computer(_) => true,
            Sitter::Member(_) => place.ready || other == seat,
        });
        if all {
            Ok(self.start(now, vec![fact], None))
        } else {
            Ok(vec![fact])
        }
    }

    fn not_ready(&self, seat: u16) -> Result<Vec<Fact>, Refusal> {
        self.before_game()?;
        if !self.place(seat)?.ready {
            return Err(Refusal::Nothing);
        }
        let ready = false;
        Ok(vec![Fact::Public(PublicChange::Ready { seat, ready })])
    }

    fn chat(&self, member: Member, text: &str) -> Result<Vec<Fact>, Refusal> {
        let silent = match self.books.settings.observer_chat {
            ObserverChat::Always => false,
            ObserverChat::NotDuring => self.open.phase == Phase::Playing,
            ObserverChat::Never => true,
        };
        if silent && self.open.seat_of(member).is_none() {
            return Err(Refusal::ObserversSilent);
        }
        match clean(text, LONGEST_CHAT) {
            text if text.is_empty() => Err(Refusal::Silent),
            text => Ok(vec![Fact::Public(PublicChange::Said { member, text })]),
        }
    }

    fn back(&self, who: Identity) -> Result<Vec<Fact>, Refusal> {
        let (member, seat) = self.seated(who)?;
        if !self.is_away(member) {
            return Err(Refusal::Nothing);
        }
        let present = true;
        let mut facts = vec![Fact::Public(PublicChange::Present { member, present })];
        let abandoned = self.place(seat)?.standing == Standing::Abandoned;
        if abandoned && self.open.phase == Phase::Playing {
            facts.push(Fact::Public(PublicChange::Returned { seat }));
        }
        Ok(facts)
    }

    fn gone(&self, who: Identity) -> Result<Vec<Fact>, Refusal> {
        let (member, _) = self.seated(who)?;
        if self.is_away(member) {
            return Err(Refusal::Nothing);
        }
        let present = false;
        Ok(vec![Fact::Public(PublicChange::Present {
            member,
            present,
        })])
    }

    /// A member with a seat. It does not matter to the table whether an observer is
    /// connected.
    fn seated(&self, who: Identity) -> Result<(Member, u16), Refusal> {
        let member = self.member(who).ok_or(Refusal::NotHere)?;
        let seat = self.open.seat_of(member).ok_or(Refusal::Nothing)?;
        Ok((member, seat))
    }

    fn is_away(&self, member: Member) -> bool {
        let here = self.open.here(member);
        here.is_some_and(|here| here.away_since.is_some())
    }

    pub(crate) fn offer_by_number(&self, number: u32) -> Result<(OfferKind, u16), Refusal> {
        let mut offers = self.open.offers.iter();
        let found = offers.find(|(_, offer)| offer.number == number);
        let (what, offer) = found.ok_or(Refusal::NoOffer(number))?;
        Ok((*what, offer.seat))
    }
}
