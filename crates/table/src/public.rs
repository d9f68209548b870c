//! The public part of a table.
//!
//! The hall has it, and so does every client that follows the table. Only
//! [`apply`](PublicTable::apply) changes it, so a client that has applied the
//! same events sees what the hall would show it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use catalog::{AnyGame, AnyPending, AnyState};
use game::{Seat, SeatSet};
use protocol::{
    Act, ChatLine, ClockView, Conflict, ConflictView, EVENT_VERSION, Finish, Made, Member,
    MemberView, Millis, OfferKind, OfferView, Phase, PublicChange, SeatView, Standing, TableChange,
    TableView, Terms, You,
};

use crate::settings::ClockRules as _;
use crate::table::{Sitter, as_step};

/// How many lines of chat a table shows. The log has all.
pub const CHAT_KEPT: usize = 200;

/// The public part of a table. Nothing in it depends on a sealed move.
#[derive(Clone, Debug)]
pub struct PublicTable {
    pub(crate) terms: Arc<Terms>,
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) state: AnyState,
    pub(crate) members: BTreeMap<Member, Here>,
    pub(crate) creator: Option<Member>,
    pub(crate) places: Vec<Place>,
    pub(crate) phase: Phase,
    /// Goes up whenever other seats are to act, or the same seats act again.
    pub(crate) turn: u64,
    /// How many steps the game has.
    pub(crate) steps: usize,
    /// The rounds of this turn that ended in a conflict.
    pub(crate) rounds: Vec<Arc<Act>>,
    pub(crate) acting: SeatSet,
    pub(crate) round_started: Millis,
    /// Seats that are shown to have sealed a move in this round, with the time
    /// each took.
    pub(crate) entered: BTreeMap<u16, Millis>,
    pub(crate) offers: BTreeMap<OfferKind, Offer>,
    pub(crate) chat: VecDeque<Arc<Line>>,
    pub(crate) finish: Option<Finish>,
    pub(crate) rematch: bool,
    pub(crate) next: Option<String>,
    pub(crate) seq: u64,
    pub(crate) at: Millis,
}

/// Someone who is or was a member.
#[derive(Clone, Debug)]
pub(crate) struct Here {
    pub name: String,
    pub program: bool,
    pub here: bool,
    /// When the connection was lost.
    pub away_since: Option<Millis>,
}

/// A seat.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub sitter: Sitter,
    pub ready: bool,
    pub standing: Standing,
    /// The time left on its clock when the round began.
    pub left: Option<Millis>,
}

/// An open offer.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    pub number: u32,
    pub seat: u16,
    pub accepted: BTreeSet<u16>,
}

/// A line of chat.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub at: Millis,
    pub member: Member,
    pub text: String,
}

/// What only one viewer knows: their member number, their sealed move and their
/// own clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mine {
    /// The viewer's number.
    pub member: Member,
    /// The viewer's sealed move.
    pub sealed: Option<String>,
    /// The viewer's clock in this round, if they are to act.
    pub timer: Option<Timer>,
    /// The key of a private table.
    pub key: Option<String>,
}

/// The clock of a seat in the current round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timer {
    /// The time used before it last started.
    pub spent: Millis,
    /// The credit for lag so far.
    pub lag: Millis,
    /// When it started. `None` while a move is sealed.
    pub since: Option<Millis>,
}

impl Timer {
    /// A clock that starts at this time.
    pub fn start(at: Millis) -> Timer {
        Timer {
            spent: 0,
            lag: 0,
            since: Some(at),
        }
    }
}

/// The time `down` later, for clocks that stood still, but not after `now`.
pub fn later(time: Millis, down: Millis, now: Millis) -> Millis {
    time.saturating_add(down).min(now)
}

impl PublicTable {
    /// A table without members, before its first event.
    pub(crate) fn new(terms: Terms, game: Box<dyn AnyGame>, at: Millis) -> PublicTable {
        let place = Place {
            sitter: Sitter::Nobody,
            ready: false,
            standing: Standing::In,
            left: terms.clock.first(),
        };
        PublicTable {
            places: vec![place; usize::from(game.seats())],
            state: game.start(),
            game: Arc::from(game),
            terms: Arc::new(terms),
            members: BTreeMap::new(),
            creator: None,
            phase: Phase::Lobby,
            turn: 0,
            steps: 0,
            rounds: Vec::new(),
            acting: SeatSet::EMPTY,
            round_started: at,
            entered: BTreeMap::new(),
            offers: BTreeMap::new(),
            chat: VecDeque::new(),
            finish: None,
            rematch: false,
            next: None,
            seq: 1,
            at,
        }
    }

    /// The table that a view shows, and the part that only its viewer knows.
    pub fn from_view(view: &TableView) -> Result<(PublicTable, Option<Mine>), String> {
        let game = catalog::open(&view.terms.game, &view.terms.options)
            .map_err(|error| error.to_string())?;
        if view.seats.len() != usize::from(game.seats()) {
            return Err(format!(
                "the game has {} seats, and the view shows {}",
                game.seats(),
                view.seats.len()
            ));
        }
        let state = game.read_state(&view.game.state);
        let mut table = PublicTable::new(view.terms.clone(), game, view.at);
        table.state = state.map_err(|error| error.to_string())?;
        table.seq = view.seq;
        table.phase = view.phase;
        table.turn = view.turn;
        table.steps = view.steps;
        table.creator = view.creator;
        table.finish.clone_from(&view.finish);
        table.rematch = view.rematch;
        table.next.clone_from(&view.next);
        table.read_people(view);
        if view.phase == Phase::Playing {
            table.acting = view.game.to_act.iter().map(|&seat| Seat(seat)).collect();
        }
        for seat in &view.seats {
            let place = &mut table.places[usize::from(seat.seat).min(view.seats.len() - 1)];
            place.standing = seat.standing;
            place.ready = seat.is_ready();
            place.sitter = match (seat.member, &seat.computer) {
                (Some(member), _) => Sitter::Member(member),
                (None, Some(player)) => Sitter::Computer(player.clone()),
                (None, None) => Sitter::Nobody,
            };
            if let Some(clock) = seat.clock {
                let used = clock.used_ms.unwrap_or(0);
                place.left = Some(clock.left_ms.saturating_add(used));
                table.round_started = clock.since.unwrap_or(table.round_started);
            }
        }
        for &seat in &view.entered {
            let clock = view.seats.get(usize::from(seat));
            let used = clock.and_then(|seat| seat.clock?.used_ms);
            table.entered.insert(seat, used.unwrap_or(0));
        }
        for offer in &view.offers {
            let open = Offer {
                number: offer.offer,
                seat: offer.seat,
                accepted: offer.accepted.iter().copied().collect(),
            };
            table.offers.insert(offer.what, open);
        }
        table.rounds = rounds_of(view.conflict.as_ref());
        let mine = view.you.as_ref().map(|you| table.mine(you));
        Ok((table, mine))
    }

    /// Reads everyone a view names: the members, and those on seats and in the
    /// chat.
    fn read_people(&mut self, view: &TableView) {
        for line in &view.chat {
            let name = line.name.clone().unwrap_or_default();
            self.members.entry(line.member).or_insert(Here {
                name,
                program: false,
                here: false,
                away_since: None,
            });
            self.chat.push_back(Arc::new(Line {
                at: line.at,
                member: line.member,
                text: line.text.clone(),
            }));
        }
        for seat in &view.seats {
            if let Some(member) = seat.member {
                let here = Here {
                    name: seat.name.clone().unwrap_or_default(),
                    program: false,
                    here: false,
                    away_since: seat.away_since,
                };
                self.members.insert(member, here);
            }
        }
        for member in &view.members {
            let here = Here {
                name: member.name.clone(),
                program: member.program,
                here: true,
                away_since: member.away_since,
            };
            self.members.insert(member.member, here);
        }
    }

    fn mine(&self, you: &You) -> Mine {
        let left = you
            .seat
            .and_then(|seat| self.places.get(usize::from(seat))?.left);
        let timer = you.clock.map(|clock| Timer {
            spent: left.unwrap_or(0).saturating_sub(clock.left_ms),
            lag: 0,
            since: clock.since,
        });
        Mine {
            member: you.member,
            sealed: you.sealed.clone(),
            timer,
            key: you.key.clone(),
        }
    }

    // Reading.

    /// The settings.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The state of the game. Sealed moves are not in it.
    pub fn state(&self) -> &AnyState {
        &self.state
    }

    /// The number of the last public event.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The current turn, which commands must name.
    pub fn turn(&self) -> u64 {
        self.turn
    }

    /// How far the table has come.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The seats to act.
    pub fn acting(&self) -> SeatSet {
        self.acting
    }

    pub(crate) fn here(&self, member: Member) -> Option<&Here> {
        self.members.get(&member)
    }

    /// The seat of a member.
    pub fn seat_of(&self, member: Member) -> Option<u16> {
        let mut places = (0..).zip(&self.places);
        let found = places.find(|(_, place)| place.sitter == Sitter::Member(member));
        found.map(|(seat, _)| seat)
    }

    pub(crate) fn member_on(&self, seat: u16) -> Option<Member> {
        match self.places.get(usize::from(seat))?.sitter {
            Sitter::Member(member) => Some(member),
            _ => None,
        }
    }

    /// When the member on a seat lost their connection.
    pub(crate) fn away_since(&self, seat: u16) -> Option<Millis> {
        self.here(self.member_on(seat)?)?.away_since
    }

    /// The name of the member or computer player on a seat.
    pub(crate) fn name(&self, seat: u16) -> String {
        match &self.places[usize::from(seat)].sitter {
            Sitter::Nobody => String::new(),
            Sitter::Computer(player) => player.clone(),
            Sitter::Member(member) => {
                let here = self.here(*member);
                here.map_or_else(String::new, |here| here.name.clone())
            }
        }
    }

    // Showing.

    /// The whole table, for a viewer with this knowledge of their own.
    pub fn view(&self, mine: Option<&Mine>) -> TableView {
        let here = self.members.iter().filter(|(_, here)| here.here);
        let seat = mine.and_then(|mine| self.seat_of(mine.member));
        TableView {
            v: EVENT_VERSION,
            seq: self.seq,
            at: self.at,
            phase: self.phase,
            turn: self.turn,
            terms: Terms::clone(&self.terms),
            members: here
                .map(|(member, here)| MemberView {
                    member: *member,
                    name: here.name.clone(),
                    program: here.program,
                    away_since: here.away_since,
                })
                .collect(),
            creator: self.creator,
            seats: (0..self.places.len() as u16)
                .map(|seat| self.seat_view(seat))
                .collect(),
            game: self.game.view(&self.state, seat.map(Seat)),
            steps: self.steps,
            conflict: self.conflict(),
            entered: self.entered.keys().copied().collect(),
            offers: self
                .offers
                .iter()
                .map(|(what, offer)| OfferView {
                    offer: offer.number,
                    what: *what,
                    seat: offer.seat,
                    accepted: offer.accepted.iter().copied().collect(),
                })
                .collect(),
            chat: self
                .chat
                .iter()
                .map(|line| ChatLine {
                    at: line.at,
                    member: line.member,
                    name: self.here(line.member).map(|here| here.name.clone()),
                    text: line.text.clone(),
                })
                .collect(),
            finish: self.finish.clone(),
            rematch: self.rematch,
            next: self.next.clone(),
            you: mine.map(|mine| self.you(mine, seat)),
        }
    }

    fn you(&self, mine: &Mine, seat: Option<u16>) -> You {
        let left = seat.and_then(|seat| self.places[usize::from(seat)].left);
        let clock = mine.timer.zip(left).map(|(timer, left)| ClockView {
            left_ms: left.saturating_sub(timer.spent),
            since: timer.since,
            used_ms: None,
        });
        You {
            member: mine.member,
            seat,
            creator: self.creator == Some(mine.member),
            sealed: mine.sealed.clone(),
            clock,
            key: mine.key.clone(),
        }
    }

    /// The conflict of the current turn: the moves of each round, the squares
    /// in conflict and the seats that choose again.
    pub(crate) fn conflict(&self) -> Option<ConflictView> {
        if self.phase != Phase::Playing {
            return None;
        }
        conflict_of(&self.rounds)
    }

    fn seat_view(&self, seat: u16) -> SeatView {
        let place = &self.places[usize::from(seat)];
        let member = self.member_on(seat);
        SeatView {
            seat,
            called: self.game.seat_name(Seat(seat)),
            standing: place.standing,
            computer: match &place.sitter {
                Sitter::Computer(player) => Some(player.clone()),
                _ => None,
            },
            member,
            name: member.map(|_| self.name(seat)),
            ready: member.map(|_| place.ready),
            away_since: self.away_since(seat),
            clock: place.left.map(|left| match self.entered.get(&seat) {
                Some(&used) => ClockView {
                    left_ms: left.saturating_sub(used),
                    since: None,
                    used_ms: Some(used.min(left)),
                },
                None => ClockView {
                    left_ms: left,
                    since: self
                        .acting
                        .contains(Seat(seat))
                        .then_some(self.round_started),
                    used_ms: None,
                },
            }),
        }
    }

    // Changing.

    /// Applies the next public event. After an error the table must not be
    /// used.
    pub fn apply(&mut self, at: Millis, change: &TableChange) -> Result<(), String> {
        self.change(at, change)?;
        self.seq += 1;
        self.at = at;
        Ok(())
    }

    fn change(&mut self, at: Millis, change: &TableChange) -> Result<(), String> {
        match change {
            TableChange::Created(_) => return Err("the table is there already".to_owned()),
            TableChange::Own { .. } => return Err("a sealed move is not public".to_owned()),
            TableChange::Joined { member, .. } => {
                let here = Here {
                    name: member.name.clone(),
                    program: member.program,
                    here: true,
                    away_since: None,
                };
                self.members.insert(member.member, here);
            }
            TableChange::Rematch => {
                self.rematch = true;
                self.offers.clear();
            }
            TableChange::Public(change) => self.change_openly(at, change)?,
        }
        Ok(())
    }

    fn change_openly(&mut self, at: Millis, change: &PublicChange) -> Result<(), String> {
        match change {
            PublicChange::Left { member } => {
                self.here_mut(*member)?.here = false;
                self.offers.remove(&OfferKind::Rematch);
            }
            PublicChange::Seated { seat, member } => {
                self.here_mut(*member)?;
                self.take(*seat, Sitter::Member(*member))?;
            }
            PublicChange::ComputerSeated { seat, player } => {
                self.take(*seat, Sitter::Computer(player.clone()))?;
            }
            PublicChange::Freed { seat } => self.take(*seat, Sitter::Nobody)?,
            PublicChange::Chosen { owners } => self.choose(owners)?,
            PublicChange::Ready { seat, ready } => self.place_mut(*seat)?.ready = *ready,
            PublicChange::Started { fill } => {
                for place in &mut self.places {
                    if let (Sitter::Nobody, Some(fill)) = (&place.sitter, fill) {
                        place.sitter = Sitter::Computer(fill.clone());
                    }
                }
                self.phase = Phase::Playing;
                self.begin_round(at);
            }
            PublicChange::Present { member, present } => {
                self.here_mut(*member)?.away_since = (!present).then_some(at);
            }
            PublicChange::Said { member, text } => {
                let text = text.clone();
                let member = *member;
                self.chat.push_back(Arc::new(Line { at, member, text }));
                if self.chat.len() > CHAT_KEPT {
                    self.chat.pop_front();
                }
            }
            PublicChange::Entered { seat, ms } => {
                self.entered.insert(*seat, *ms);
            }
            PublicChange::Stepped { made } => {
                for made in made {
                    self.step(made)?;
                }
                self.offers.clear();
                self.begin_round(at);
            }
            PublicChange::Offered { offer, what, seat } => {
                let offer = Offer {
                    number: *offer,
                    seat: *seat,
                    accepted: BTreeSet::new(),
                };
                self.offers.insert(*what, offer);
            }
            PublicChange::Accepted { offer, seat } => {
                let offers = self.offers.values_mut();
                for known in offers.filter(|known| known.number == *offer) {
                    known.accepted.insert(*seat);
                }
            }
            PublicChange::Declined { offer, .. } => {
                self.offers.retain(|_, known| known.number != *offer);
            }
            PublicChange::TakenBack {
                steps,
                state,
                conflict,
                ..
            } => {
                let state = state.as_ref().ok_or("the state is not told")?;
                let state = self.game.read_state(state);
                let state = state.map_err(|error| error.to_string())?;
                self.take_back(at, *steps, state, rounds_of(conflict.as_ref()));
            }
            PublicChange::Claimed { .. } => {}
            PublicChange::Dropped(dropped) => {
                self.place_mut(dropped.seat)?.standing = if dropped.may_return {
                    Standing::Abandoned
                } else {
                    Standing::Out
                };
            }
            PublicChange::Returned { seat } => self.place_mut(*seat)?.standing = Standing::In,
            PublicChange::Resumed { down_ms } => {
                self.round_started = later(self.round_started, *down_ms, at);
                // The hall went down, and with it all connections.
                for here in self.members.values_mut() {
                    let since = here.away_since;
                    here.away_since = Some(since.map_or(at, |since| later(since, *down_ms, at)));
                }
            }
            PublicChange::Ended { finish } => {
                self.phase = Phase::Over;
                self.finish = Some(finish.clone());
                self.acting = SeatSet::EMPTY;
                self.offers.clear();
                self.entered.clear();
            }
            PublicChange::Next { table } => self.next = Some(table.clone()),
        }
        Ok(())
    }

    fn here_mut(&mut self, member: Member) -> Result<&mut Here, String> {
        self.members
            .get_mut(&member)
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

    fn choose(&mut self, owners: &[u16]) -> Result<(), String> {
        let options = self.game.with_owners(owners);
        let game = catalog::open(&self.terms.game, &options).map_err(|error| error.to_string())?;
        self.state = game.start();
        self.game = Arc::from(game);
        Arc::make_mut(&mut self.terms).options = options;
        Ok(())
    }

    fn step(&mut self, made: &Made) -> Result<(), String> {
        self.game
            .play(&mut self.state, &as_step(made))
            .map_err(|error| error.to_string())?;
        self.steps += 1;
        match made {
            Made::Draw(_) => self.rounds.clear(),
            Made::Act(act) => {
                self.charge(act)?;
                match act.conflict {
                    Some(_) => self.rounds.push(Arc::new(act.clone())),
                    None => self.rounds.clear(),
                }
            }
        }
        Ok(())
    }

    /// Updates the clocks after seats have acted.
    fn charge(&mut self, act: &Act) -> Result<(), String> {
        for (at, (seat, _)) in act.moves.iter().enumerate() {
            let used = act.ms.get(at).copied().unwrap_or(0);
            let place = self.place_mut(*seat)?;
            place.left = place.left.map(|left| left.saturating_sub(used));
        }
        let increment = self.terms.clock.increment();
        if act.conflict.is_some() || increment == 0 {
            return Ok(());
        }
        // The turn is complete. All seats that moved in it get their increment,
        // also those whose moves were locked in an earlier round.
        let mut seen = BTreeSet::new();
        let mut moved = Vec::new();
        let earlier = self.rounds.iter().rev().map(|round| &**round);
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

    /// Takes the game back to this state, after this many steps.
    pub(crate) fn take_back(
        &mut self,
        at: Millis,
        steps: usize,
        state: AnyState,
        rounds: Vec<Arc<Act>>,
    ) {
        self.state = state;
        self.steps = steps;
        self.rounds = rounds;
        self.offers.clear();
        self.begin_round(at);
    }

    /// Begins a round: other seats are to act, or the same seats act again.
    fn begin_round(&mut self, at: Millis) {
        self.turn += 1;
        self.round_started = at;
        self.entered.clear();
        self.acting = match self.game.pending(&self.state) {
            AnyPending::Choose(seats) => seats,
            _ => SeatSet::EMPTY,
        };
        let clock = self.terms.clock;
        for seat in self.acting.iter() {
            if let Some(place) = self.places.get_mut(seat.index()) {
                place.left = place.left.map(|left| clock.fresh(left));
            }
        }
    }
}

/// The view of rounds that ended in a conflict.
pub(crate) fn conflict_of(rounds: &[Arc<Act>]) -> Option<ConflictView> {
    let last = rounds.last()?.conflict.as_ref()?;
    let idle: Vec<Vec<u16>> = rounds.iter().map(|act| act.idle.clone()).collect();
    Some(ConflictView {
        squares: last.squares.clone(),
        reenter: last.reenter.clone(),
        rounds: rounds.iter().map(|act| act.moves.clone()).collect(),
        idle: if idle.iter().all(Vec::is_empty) {
            Vec::new()
        } else {
            idle
        },
    })
}

/// The rounds of a view, as far as they still matter.
fn rounds_of(conflict: Option<&ConflictView>) -> Vec<Arc<Act>> {
    let Some(conflict) = conflict else {
        return Vec::new();
    };
    let rounds = conflict.rounds.iter().enumerate();
    rounds
        .map(|(at, moves)| {
            Arc::new(Act {
                moves: moves.clone(),
                ms: Vec::new(),
                lag_ms: Vec::new(),
                idle: conflict.idle.get(at).cloned().unwrap_or_default(),
                conflict: Some(Conflict {
                    squares: conflict.squares.clone(),
                    reenter: conflict.reenter.clone(),
                }),
            })
        })
        .collect()
}
