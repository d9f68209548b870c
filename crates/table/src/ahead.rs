//! Looks ahead: what follows from a move without further choices.

use std::collections::BTreeMap;

use catalog::{AnyPending, AnyState, LastSeat};
use game::{Ending, Outcome, Seat, SeatSet};
use protocol::{Act, Clock, Dropped, Finish, Made, Millis, PublicChange, Standing};

use crate::event::{Fact, Sealed};
use crate::table::{IDLE_TURNS, Table, as_step};

/// The most steps in one event, so that viewers get messages of moderate size.
const STEPS_IN_EVENT: usize = 256;
/// The most steps after one command. If there are more, the clock ticks at once.
const STEPS_AT_ONCE: usize = 2048;

/// The reason for dropping a seat that was absent for too long.
const ABANDONED: &str = "abandoned";

/// Collects the facts that follow from a command, on a copy of the game's state.
pub(crate) struct Ahead<'a> {
    table: &'a Table,
    now: Millis,
    state: AnyState,
    draws: u64,
    standing: Vec<Standing>,
    idles: Vec<u8>,
    sealed: BTreeMap<u16, Sealed>,
    made: Vec<Made>,
    steps: usize,
    facts: Vec<Fact>,
    over: bool,
}

impl<'a> Ahead<'a> {
    pub fn new(table: &'a Table, now: Millis) -> Ahead<'a> {
        let open = &table.open;
        Ahead {
            table,
            now,
            state: open.state.clone(),
            draws: table.books.draws,
            standing: open.places.iter().map(|place| place.standing).collect(),
            idles: table.books.idles.clone(),
            sealed: table.secret.sealed.clone(),
            made: Vec::new(),
            steps: 0,
            facts: Vec::new(),
            over: false,
        }
    }

    /// Adds a fact. It comes after everything so far.
    pub fn fact(&mut self, fact: Fact) {
        self.flush();
        self.facts.push(fact);
    }

    /// All facts, in order.
    pub fn facts(mut self) -> Vec<Fact> {
        self.flush();
        self.facts
    }

    /// Enters moves. If other seats have not sealed theirs yet, these are
    /// sealed; otherwise the game goes on.
    pub fn enter(&mut self, moves: Vec<Sealed>) {
        for sealed in &moves {
            self.sealed.insert(sealed.seat, sealed.clone());
        }
        if self.reveal() {
            self.run();
            return;
        }
        for sealed in moves {
            let (seat, ms) = (sealed.seat, sealed.ms);
            self.facts.push(Fact::Sealed(sealed));
            let open = &self.table.open;
            if open.terms.show_entered && !open.entered.contains_key(&seat) {
                self.facts
                    .push(Fact::Public(PublicChange::Entered { seat, ms }));
            }
        }
    }

    /// Lets an abandoned seat take part again.
    pub fn take_back_in(&mut self, seat: u16) {
        let at = usize::from(seat);
        if let Some(standing) = self.standing.get_mut(at)
            && *standing == Standing::Abandoned
        {
            *standing = Standing::In;
            self.idles[at] = 0;
            self.fact(Fact::Public(PublicChange::Returned { seat }));
        }
    }

    /// Drops a seat from the game: it resigned, or the hall made it forfeit.
    pub fn drop_out(&mut self, dropped: Dropped) {
        let seat = dropped.seat;
        let reason = dropped.reason.clone();
        let detail = dropped.detail.clone();
        self.standing[usize::from(seat)] = Standing::Out;
        self.fact(Fact::Public(PublicChange::Dropped(dropped)));
        if self.standing.len() == 1 {
            self.end(&reason, Vec::new(), &detail);
        } else if !self.decided(&reason, &detail) && self.reveal() {
            self.run();
        }
    }

    /// Ends the game off the board.
    pub fn end(&mut self, reason: &str, winners: Vec<u16>, detail: &str) {
        let seats = self.standing.len();
        let places = (seats > 2).then(|| {
            let place = |seat| {
                if winners.contains(&seat) {
                    1
                } else {
                    1 + winners.len() as u32
                }
            };
            (0..seats as u16).map(place).collect()
        });
        self.finish(Finish {
            reason: reason.to_owned(),
            winners,
            places,
            detail: detail.to_owned(),
            on_board: false,
            seed: self.table.secret.seed.to_string(),
        });
    }

    /// Reveals the round if every move is in or needless. Returns whether it
    /// did.
    fn reveal(&mut self) -> bool {
        let acting = self.table.open.acting;
        if acting.is_empty() {
            return false;
        }
        let mut act = Act {
            moves: Vec::new(),
            ms: Vec::new(),
            lag_ms: Vec::new(),
            idle: Vec::new(),
            conflict: None,
        };
        for seat in acting.iter() {
            // A seat that is out has no move, not even a sealed one.
            let here = self.standing.get(seat.index()) == Some(&Standing::In);
            let sealed = self.sealed.get(&seat.0).filter(|_| here);
            let (action, ms, lag, idle) = match sealed {
                Some(sealed) => (sealed.action.clone(), sealed.ms, sealed.lag_ms, sealed.idle),
                None if self.goes_without(seat, acting) => {
                    match self.table.open.game.idle(&self.state, seat) {
                        Some(idle) => (idle, 0, 0, true),
                        None => return false,
                    }
                }
                None => return false,
            };
            act.moves.push((seat.0, action));
            act.ms.push(ms);
            act.lag_ms.push(lag);
            if idle {
                act.idle.push(seat.0);
            }
        }
        if act.lag_ms.iter().all(|&lag| lag == 0) {
            act.lag_ms.clear();
        }
        self.act(act);
        true
    }

    /// Whether the game need not wait for this seat, one of `acting`.
    fn goes_without(&self, seat: Seat, acting: SeatSet) -> bool {
        if self.standing.get(seat.index()) != Some(&Standing::In) {
            return true;
        }
        let open = &self.table.open;
        let correspondence = matches!(open.terms.clock, Clock::Days { .. });
        if correspondence || acting.len() != 1 {
            return false;
        }
        let gone = open.away_since(seat.0);
        gone.is_some_and(|since| since.saturating_add(open.terms.away_ms) <= self.now)
            && open.game.idle(&self.state, seat).is_some()
    }

    /// Goes on until a seat must choose or the game is over.
    pub fn run(&mut self) {
        let game = &self.table.open.game;
        while !self.over && self.steps < STEPS_AT_ONCE {
            match game.pending(&self.state) {
                AnyPending::Over(ending) => self.end_on_board(&ending),
                AnyPending::Chance(_) => {
                    let mut dice = self.table.secret.seed.draw(self.draws);
                    let draw = game.draw(&self.state, &mut dice);
                    self.draws += 1;
                    self.step(Made::Draw(draw));
                }
                AnyPending::Choose(acting) => {
                    if !acting.iter().all(|seat| self.goes_without(seat, acting)) {
                        break;
                    }
                    let mut moves = Vec::new();
                    for seat in acting.iter() {
                        match game.idle(&self.state, seat) {
                            Some(action) => moves.push((seat.0, action)),
                            None => {
                                // The game cannot go on without this seat.
                                self.lose(seat.0, ABANDONED);
                                return;
                            }
                        }
                    }
                    self.act(Act {
                        ms: vec![0; moves.len()],
                        lag_ms: Vec::new(),
                        idle: moves.iter().map(|(seat, _)| *seat).collect(),
                        conflict: None,
                        moves,
                    });
                }
            }
        }
    }

    /// Ends the game with a loss for this seat.
    pub fn lose(&mut self, seat: u16, reason: &str) {
        let seats = self.standing.len() as u16;
        let winners = match seats {
            2 => vec![1 - seat],
            _ => Vec::new(),
        };
        self.end(reason, winners, "");
    }

    fn act(&mut self, mut act: Act) {
        let game = &self.table.open.game;
        if act.moves.len() > 1 {
            let step = as_step(&Made::Act(act.clone()));
            let report = game.report(&self.state, &step).ok();
            act.conflict = report.and_then(|report| report.conflict);
        }
        let idle = act.idle.clone();
        let moves: Vec<u16> = act.moves.iter().map(|(seat, _)| *seat).collect();
        self.step(Made::Act(act));
        let mut given_up = Vec::new();
        for seat in moves {
            let at = usize::from(seat);
            let (Some(idles), Some(standing)) = (self.idles.get_mut(at), self.standing.get_mut(at))
            else {
                continue;
            };
            if !idle.contains(&seat) {
                *idles = 0;
                continue;
            }
            *idles = idles.saturating_add(1);
            if *idles >= IDLE_TURNS && *standing == Standing::In {
                *standing = Standing::Abandoned;
                given_up.push(seat);
            }
        }
        if given_up.is_empty() || self.is_over_on_board() {
            return;
        }
        for seat in given_up {
            self.fact(Fact::Public(PublicChange::Dropped(Dropped {
                seat,
                reason: ABANDONED.to_owned(),
                detail: String::new(),
                may_return: true,
            })));
        }
        self.decided(ABANDONED, "");
    }

    fn is_over_on_board(&self) -> bool {
        let pending = self.table.open.game.pending(&self.state);
        matches!(pending, AnyPending::Over(_))
    }

    fn step(&mut self, made: Made) {
        // The game has checked, drawn or entered this step itself.
        let played = self.table.open.game.play(&mut self.state, &as_step(&made));
        debug_assert!(played.is_ok(), "{made:?}: {played:?}");
        self.made.push(made);
        self.steps += 1;
        if self.made.len() == STEPS_IN_EVENT {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if !self.made.is_empty() {
            let made = std::mem::take(&mut self.made);
            self.facts
                .push(Fact::Public(PublicChange::Stepped { made }));
        }
    }

    /// Ends the game if dropped seats have decided it. With two seats, the other
    /// one wins. With more, the game says what becomes of the last one.
    fn decided(&mut self, reason: &str, detail: &str) -> bool {
        let seats = self.standing.len();
        let plays_on = self.table.open.game.last_seat() == LastSeat::PlaysOn;
        if self.over || seats < 2 || seats > 2 && plays_on {
            return false;
        }
        let left = (0..).zip(&self.standing);
        let left: Vec<u16> = left
            .filter(|(_, standing)| **standing == Standing::In)
            .map(|(seat, _)| seat)
            .collect();
        if left.len() <= 1 {
            self.end(reason, left, detail);
        }
        self.over
    }

    fn end_on_board(&mut self, ending: &Ending) {
        let seats = self.standing.len() as u16;
        let all = || (0..seats).map(Seat);
        let winners = all().filter(|&seat| ending.outcome.won(seat));
        let places = || all().map(|seat| ending.outcome.place(seat)).collect();
        self.finish(Finish {
            reason: ending.reason.to_owned(),
            winners: winners.map(|seat| seat.0).collect(),
            places: matches!(ending.outcome, Outcome::Places(_)).then(places),
            detail: String::new(),
            on_board: true,
            seed: self.table.secret.seed.to_string(),
        });
    }

    fn finish(&mut self, finish: Finish) {
        if !self.over {
            self.over = true;
            self.fact(Fact::Public(PublicChange::Ended { finish }));
        }
    }
}
