//! The table itself.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use catalog::{AnyGame, AnyReport, AnyState, AnyStep};
use dice::Seed;
use game::{Seat, SeatSet};
use protocol::{
    Act, Clock, Dropped, Finish, Identity, Made, Member, Millis, OfferKind, Phase, PublicChange,
    Standing,
};
use thiserror::Error;

use crate::answers::Answers;
use crate::command::Refusal;
use crate::event::{Event, Fact, Sealed, VERSION};
use crate::people::{Actor, People, Person, Viewer};
use crate::public::{Place, PublicTable, Timer};
use crate::settings::{Occupant, Settings, terms};

/// A seat is abandoned after this many turns in a row in which a move was
/// entered for it.
pub const IDLE_TURNS: u8 = 3;

/// A table. It reads no clock, throws no dice and touches no file. Time, seed
/// and commands come from outside, and everything it does is in its log.
#[derive(Clone, Debug)]
pub struct Table {
    /// The public part.
    pub(crate) open: PublicTable,
    /// What the hall notes besides.
    pub(crate) books: Books,
    /// What not everyone may know yet.
    pub(crate) secret: Secret,
}

/// What the hall notes besides the public part. It does not depend on sealed
/// moves either.
#[derive(Clone, Debug)]
pub(crate) struct Books {
    pub settings: Arc<Settings>,
    /// Everyone who ever came, by member number.
    pub people: People,
    /// Shared, because the hall keeps a second copy of the table during each
    /// write.
    pub steps: Vec<Arc<Made>>,
    pub draws: u64,
    /// For each seat: how many turns in a row were entered for it.
    pub idles: Vec<u8>,
    pub offers_made: u32,
    /// The turn in which a seat's offer was last declined.
    pub declined: BTreeMap<(OfferKind, u16), u64>,
    /// The seats that have claimed in this turn.
    pub claimed: BTreeSet<u16>,
    pub dropped: Vec<Dropped>,
    pub takebacks: u32,
}

/// What not everyone may know yet.
#[derive(Clone, Debug)]
pub(crate) struct Secret {
    pub seed: Seed,
    pub sealed: BTreeMap<u16, Sealed>,
    /// The clocks of the seats to act.
    pub timers: BTreeMap<u16, Timer>,
    pub answers: BTreeMap<Actor, Answers>,
    pub seq: u64,
    pub at: Millis,
}

/// The player on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// No one.
    Nobody,
    /// A person or a connected bot.
    Member(Member),
    /// A built-in player or a bot that the hall runs, by name.
    Computer(String),
}

/// A computer player that is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToMove {
    /// Its seat.
    pub seat: u16,
    /// Its name.
    pub player: String,
    /// The turn to name in its move.
    pub turn: u64,
    /// The time left at `since`, if there is a clock.
    pub left_ms: Option<Millis>,
    /// When its clock started.
    pub since: Millis,
}

/// A computer player that must answer an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToAnswer {
    /// Its seat.
    pub seat: u16,
    /// The number of the offer.
    pub offer: u32,
    /// The offer.
    pub what: OfferKind,
}

/// A log that cannot be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Damaged {
    /// The first event does not make the table.
    #[error("the log does not begin with the making of the table")]
    Beginning,
    /// An event has another version.
    #[error("the log has entries of version {0}; this hall reads version {VERSION}")]
    Version(u32),
    /// An event is missing or comes twice.
    #[error("entry {expected} of the log is missing; there is entry {found}")]
    Sequence {
        /// The number that should come.
        expected: u64,
        /// The number that came.
        found: u64,
    },
    /// An event cannot have happened.
    #[error("entry {seq} of the log cannot be: {problem}")]
    Entry {
        /// Its number.
        seq: u64,
        /// Why not.
        problem: String,
    },
}

/// The hash that commits to a seed. `None` if the text is not a seed.
pub(crate) fn commitment(seed: &str) -> Option<String> {
    let seed: Seed = seed.parse().ok()?;
    Some(blake3::hash(seed.bytes()).to_hex().to_string())
}

impl Table {
    /// The first events in the log of a new table.
    pub fn create(now: Millis, settings: &Settings, seed: Seed) -> Result<Vec<Event>, Refusal> {
        let (settings, _) = settings.settle()?;
        let mut facts = vec![Fact::Created {
            settings: Box::new(settings.clone()),
            seed: seed.to_string(),
        }];
        let mut people: Vec<Identity> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        let mut join = |person: &Person, facts: &mut Vec<Fact>| {
            if let Some(at) = people.iter().position(|&known| known == person.identity) {
                return Member(at as u32);
            }
            let member = Member(people.len() as u32);
            let mut person = person.clone();
            person.name = distinct(&person.name, |name| names.iter().any(|n| n == name));
            people.push(person.identity);
            names.push(person.name.clone());
            facts.push(Fact::Joined { member, person });
            member
        };
        if let Some(creator) = &settings.creator {
            join(creator, &mut facts);
        }
        for (seat, occupant) in (0..).zip(&settings.seats) {
            match occupant {
                None => {}
                Some(Occupant::Person(person)) => {
                    let member = join(person, &mut facts);
                    facts.push(Fact::Public(PublicChange::Seated { seat, member }));
                }
                Some(Occupant::Computer { player }) => {
                    let player = player.clone();
                    facts.push(Fact::Public(PublicChange::ComputerSeated { seat, player }));
                }
            }
        }
        Ok((1..)
            .zip(facts)
            .map(|(seq, fact)| Event {
                v: VERSION,
                seq,
                public: seq,
                at: now,
                cause: None,
                fact,
            })
            .collect())
    }

    /// Makes the table from its log.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Table, Damaged> {
        let mut events = events.into_iter();
        let mut table = Table::first(events.next().ok_or(Damaged::Beginning)?)?;
        for event in events {
            table.apply(event)?;
        }
        Ok(table)
    }

    /// The table after the first event of its log.
    fn first(event: &Event) -> Result<Table, Damaged> {
        let Fact::Created { settings, seed } = &event.fact else {
            return Err(Damaged::Beginning);
        };
        if event.v != VERSION {
            return Err(Damaged::Version(event.v));
        }
        if event.seq != 1 {
            return Err(Damaged::Sequence {
                expected: 1,
                found: event.seq,
            });
        }
        let wrong = |problem: String| Damaged::Entry { seq: 1, problem };
        let (settings, game) = settings
            .settle()
            .map_err(|refusal| wrong(refusal.to_string()))?;
        let commitment = commitment(seed).ok_or_else(|| wrong("its seed is invalid".to_owned()))?;
        let seed: Seed = seed
            .parse()
            .map_err(|error: dice::SeedError| wrong(error.to_string()))?;
        let open = PublicTable::new(terms(&settings, commitment), game, event.at);
        let books = Books {
            idles: vec![0; open.places.len()],
            settings: Arc::new(settings),
            people: People::default(),
            steps: Vec::new(),
            draws: 0,
            offers_made: 0,
            declined: BTreeMap::new(),
            claimed: BTreeSet::new(),
            dropped: Vec::new(),
            takebacks: 0,
        };
        let secret = Secret {
            seed,
            sealed: BTreeMap::new(),
            timers: BTreeMap::new(),
            answers: BTreeMap::new(),
            seq: 1,
            at: event.at,
        };
        Ok(Table {
            open,
            books,
            secret,
        })
    }

    // Reading.

    /// The settings, including what only the hall knows.
    pub fn settings(&self) -> &Settings {
        &self.books.settings
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.open.game
    }

    /// The state of the game. Sealed moves are not in it.
    pub fn state(&self) -> &AnyState {
        &self.open.state
    }

    /// How far the table has come.
    pub fn phase(&self) -> Phase {
        self.open.phase
    }

    /// The current turn, which commands must name.
    pub fn turn(&self) -> u64 {
        self.open.turn
    }

    /// The seats to act. This does not tell which of them have sealed a move.
    pub fn acting(&self) -> SeatSet {
        self.open.acting
    }

    /// The player on a seat.
    pub fn sitter(&self, seat: u16) -> Option<&Sitter> {
        let place = self.open.places.get(usize::from(seat))?;
        Some(&place.sitter)
    }

    /// Whether a seat takes part.
    pub fn standing(&self, seat: u16) -> Option<Standing> {
        let place = self.open.places.get(usize::from(seat))?;
        Some(place.standing)
    }

    /// How the game ended, if it did.
    pub fn finish(&self) -> Option<&Finish> {
        self.open.finish.as_ref()
    }

    /// All steps of the game, without those taken back.
    pub fn steps(&self) -> &[Arc<Made>] {
        &self.books.steps
    }

    /// The number of the last event in the log.
    pub fn log_seq(&self) -> u64 {
        self.secret.seq
    }

    /// The number of the last public event.
    pub fn seq(&self) -> u64 {
        self.open.seq
    }

    /// The viewer that an identity is.
    pub fn viewer(&self, identity: Identity) -> Viewer {
        self.member(identity).map_or(Viewer::Anyone, Viewer::Member)
    }

    /// Whether someone may see the table: if it is private, only members and
    /// those with the key.
    pub fn may_look(&self, identity: Option<Identity>, key: Option<&str>) -> bool {
        let member = identity.and_then(|identity| self.member(identity));
        member.is_some() || self.books.settings.access.admits(key)
    }

    /// Everyone who ever came.
    pub fn people(&self) -> &People {
        &self.books.people
    }

    /// The seat of an identity.
    pub fn seat_of(&self, identity: Identity) -> Option<u16> {
        self.open.seat_of(self.member(identity)?)
    }

    /// What a step did, in sentences and as data. Steps count from 0.
    pub fn explain(&self, step: usize) -> Option<AnyReport> {
        let (state, step) = self.before(step)?;
        self.open.game.report(&state, &step).ok()
    }

    /// The state before a step, and the step. Steps count from 0.
    pub fn before(&self, step: usize) -> Option<(AnyState, AnyStep)> {
        let last = self.books.steps.get(step)?;
        let mut state = self.open.game.start();
        for made in &self.books.steps[..step] {
            self.open.game.play(&mut state, &as_step(made)).ok()?;
        }
        Some((state, as_step(last)))
    }

    // Work for the hall.

    /// The computer players that are to move.
    pub fn computers_to_act(&self) -> Vec<ToMove> {
        let open = &self.open;
        let acting = open.acting.iter().map(|seat| seat.0);
        acting
            .filter(|seat| !self.secret.sealed.contains_key(seat))
            .filter_map(|seat| {
                let place = &open.places[usize::from(seat)];
                let Sitter::Computer(player) = &place.sitter else {
                    return None;
                };
                (place.standing == Standing::In).then(|| ToMove {
                    seat,
                    player: player.clone(),
                    turn: open.turn,
                    left_ms: place.left,
                    since: open.round_started,
                })
            })
            .collect()
    }

    /// The computer players that must answer offers. The hall answers for them;
    /// an open offer lapses when the game goes on.
    pub fn computers_to_answer(&self) -> Vec<ToAnswer> {
        let open = &self.open;
        let mut asked = Vec::new();
        for (&what, offer) in &open.offers {
            for seat in self.asked(what, offer.seat) {
                let computer = matches!(open.places[usize::from(seat)].sitter, Sitter::Computer(_));
                if computer && !offer.accepted.contains(&seat) {
                    asked.push(ToAnswer {
                        seat,
                        offer: offer.number,
                        what,
                    });
                }
            }
        }
        asked
    }

    /// When the clock should next [tick](protocol::Request::Tick). If the time
    /// has passed, at once.
    pub fn next_deadline(&self) -> Option<Millis> {
        let open = &self.open;
        if open.phase != Phase::Playing {
            return None;
        }
        if open.acting.is_empty() || self.waits_for_nobody() {
            // There was too much for one command.
            return Some(open.at);
        }
        let seats = open.acting.iter().map(|seat| seat.0);
        seats.filter_map(|seat| self.deadline(seat)).min()
    }

    /// Whether all seats to act have left the game.
    fn waits_for_nobody(&self) -> bool {
        let mut acting = self.open.acting.iter();
        acting.all(|seat| self.standing(seat.0) != Some(Standing::In))
    }

    /// When a seat to act runs out of time, or has been waited for long enough.
    pub(crate) fn deadline(&self, seat: u16) -> Option<Millis> {
        let place = self.open.places.get(usize::from(seat))?;
        let timer = self.secret.timers.get(&seat)?;
        let since = timer.since?;
        let flag = place.left.map(|left| {
            let grace = match self.books.settings.clock {
                Clock::Days { .. } => 0,
                _ => self.books.settings.lag_credit_ms,
            };
            since
                .saturating_add(left.saturating_sub(timer.spent))
                .saturating_add(grace)
        });
        let away = self.waited_out(seat);
        flag.into_iter().chain(away).min()
    }

    /// The time a seat has used in this round if it moves now with this lag, and
    /// its credit for lag.
    pub(crate) fn charge(&self, seat: u16, now: Millis, lag: Millis) -> (Millis, Millis) {
        let Some(timer) = self.secret.timers.get(&seat) else {
            return (0, 0);
        };
        let Some(since) = timer.since else {
            return (timer.spent, timer.lag);
        };
        let elapsed = now.saturating_sub(since);
        let credit = lag.min(self.books.settings.lag_credit_ms).min(elapsed);
        (
            timer.spent.saturating_add(elapsed - credit),
            timer.lag.saturating_add(credit),
        )
    }
}

impl Table {
    /// The number of an identity that is at the table.
    pub fn member(&self, identity: Identity) -> Option<Member> {
        let member = self.books.people.find(identity)?;
        let here = self.open.here(member).is_some_and(|here| here.here);
        here.then_some(member)
    }

    pub(crate) fn place(&self, seat: u16) -> Result<&Place, Refusal> {
        let place = self.open.places.get(usize::from(seat));
        place.ok_or(Refusal::NoSeat {
            seat,
            seats: self.open.game.seats(),
        })
    }

    /// When an absent seat has been waited for long enough, if seats move in
    /// turn and the game can go on without this one.
    fn waited_out(&self, seat: u16) -> Option<Millis> {
        let open = &self.open;
        let correspondence = matches!(open.terms.clock, Clock::Days { .. });
        if correspondence || open.acting.len() != 1 {
            return None;
        }
        let since = open.away_since(seat)?;
        open.game.idle(&open.state, Seat(seat))?;
        Some(since.saturating_add(self.books.settings.away_ms))
    }

    /// The seats that must agree to an offer by seat `by`.
    pub(crate) fn asked(&self, what: OfferKind, by: u16) -> Vec<u16> {
        let places = (0..).zip(&self.open.places);
        let others = places.filter(|(seat, _)| *seat != by);
        others
            .filter(|(_, place)| match (what, &place.sitter) {
                (_, Sitter::Nobody) => false,
                (OfferKind::Draw, _) => place.standing == Standing::In,
                // Computer players always agree.
                (_, Sitter::Computer(_)) => false,
                (OfferKind::Takeback, Sitter::Member(_)) => place.standing == Standing::In,
                (OfferKind::Rematch, Sitter::Member(member)) => {
                    self.open.here(*member).is_some_and(|here| here.here)
                }
            })
            .map(|(seat, _)| seat)
            .collect()
    }
}

/// The name, with a number if it is taken.
pub(crate) fn distinct(name: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(name) {
        return name.to_owned();
    }
    (2..)
        .map(|number: u32| format!("{name} ({number})"))
        .find(|name| !taken(name))
        .unwrap_or_else(|| name.to_owned())
}

/// The step in the form that games read.
pub(crate) fn as_step(made: &Made) -> AnyStep {
    match made {
        Made::Act(Act { moves, .. }) => AnyStep::Act(
            moves
                .iter()
                .map(|(seat, action)| (Seat(*seat), action.clone()))
                .collect(),
        ),
        Made::Draw(value) => AnyStep::Draw(value.clone()),
    }
}
