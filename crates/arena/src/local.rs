//! The games of a contest, played on this machine.

use std::sync::atomic::{AtomicBool, Ordering};

use catalog::AnyGame;
use game::{Dice, Seat};
use protocol::Record;
use search::control::Clock;

use crate::bout::{self, Bout, Opening, Participant, Recording};
use crate::clock::{Processor, Wall};
use crate::entrant::{Entrant, House};
use contest::played::points;
use contest::{Fixture, Played, SeatResult, Stop};

/// Everything that games depend on besides the plan.
pub struct Local {
    /// The game.
    pub game: Box<dyn AnyGame>,
    /// The players, with their names in this contest.
    pub players: Vec<(String, Entrant)>,
    /// Where they play, and with which clock.
    pub house: House,
    /// Whether engines measure their time with [`Processor`].
    pub processor_time: bool,
    /// The number of random moves in an opening.
    pub opening: u32,
    /// Openings to use instead of random moves.
    pub openings: Vec<Opening>,
    /// The cores to bind games to; empty to bind none.
    pub cores: Vec<usize>,
    /// Whether to make records.
    pub recording: Recording,
}

impl Local {
    /// Plays one game.
    pub fn play(
        &self,
        fixture: &Fixture,
        stop: &AtomicBool,
    ) -> Result<(Played, Option<Record>), Stop> {
        let participants: Vec<Participant<'_>> = (0..fixture.seating.len())
            .map(|seat| self.participant(fixture, seat))
            .collect();
        let wall = Wall::start();
        let clock: &dyn Clock = if self.processor_time {
            &Processor
        } else {
            &wall
        };
        let terms = bout::Terms {
            opening: &self.opening(fixture),
            seed: &fixture.seed,
            time: self.house.time,
            clock,
            stop,
        };
        let bout = bout::play(
            &*self.game,
            &self.house,
            &terms,
            &participants,
            self.recording,
        )
        .map_err(|error| Stop::Broken(error.to_string()))?;
        if bout.ending.is_none() && stop.load(Ordering::Relaxed) {
            return Err(Stop::Stopped);
        }
        Ok((result(fixture, &bout), bout.record))
    }

    /// The opening of a fixture's cycle.
    fn opening(&self, fixture: &Fixture) -> Opening {
        match self.openings.as_slice() {
            [] => bout::random_opening(&*self.game, self.opening, &fixture.seed),
            list => list[(fixture.cycle % list.len() as u64) as usize].clone(),
        }
    }

    /// The player in a seat. A seat whose player was set aside stays empty.
    fn participant(&self, fixture: &Fixture, seat: usize) -> Participant<'_> {
        // Each seat of each game has dice of its own, and the game never draws from
        // them.
        let throw = fixture.number * fixture.seating.len() as u64 + seat as u64;
        let (name, entrant) = &self.players[fixture.seating[seat]];
        Participant {
            name,
            entrant,
            dice: fixture.seed.draw(u64::MAX - 1 - throw).bits(),
            core: self.core(fixture, seat),
            absent: fixture
                .absent
                .contains(&seat)
                .then_some("it was set aside after failing in three games in a row"),
        }
    }

    /// The core of a bot, if games are bound to cores. The bots of one game get
    /// different cores while there are enough, so a bot that thinks on its opponent's
    /// time takes nothing from it.
    fn core(&self, fixture: &Fixture, seat: usize) -> Option<usize> {
        let worker = self.cores.iter().position(|&c| Some(c) == fixture.core)?;
        let place = worker * fixture.seating.len() + seat;
        Some(self.cores[place % self.cores.len()])
    }
}

fn result(fixture: &Fixture, bout: &Bout) -> Played {
    let seats = fixture.seating.len();
    let places: Vec<u32> = (0..seats)
        .map(|seat| match &bout.ending {
            Some(ending) => ending.outcome.place(Seat(seat as u16)),
            None => 1,
        })
        .collect();
    let points = points(&places);
    let results = bout.seats.iter().enumerate().map(|(seat, outcome)| {
        let verdict = if fixture.absent.contains(&seat) {
            None
        } else {
            outcome.verdict.as_ref()
        };
        SeatResult {
            place: places[seat],
            // If all players failed, none has earned points.
            points: if verdict.is_some() && seats == 2 {
                0.0
            } else {
                points[seat]
            },
            pieces: bout.material[seat],
            clock_left: outcome.clock_left,
            verdict: verdict.map(|verdict| verdict.kind.to_string()),
            detail: verdict.map(|verdict| verdict.detail.clone()),
            moves: outcome.effort.moves,
            wall: outcome.effort.time,
            slowest: outcome.effort.longest,
            cpu: (!outcome.effort.cpu.is_zero()).then_some(outcome.effort.cpu),
            states: outcome.effort.nodes,
        }
    });
    Played {
        seats: results.collect(),
        reason: match &bout.ending {
            Some(ending) => ending.reason.to_owned(),
            None => "given-up".to_owned(),
        },
        steps: bout.steps,
        record: None,
        hash: bout.record.as_ref().map(|record| record.hash.clone()),
    }
}
