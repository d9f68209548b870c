//! One game of a contest.

use std::any::Any;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::Contested;
use arena::bout::{self, Bout};
use arena::clock::Wall;
use arena::contest::played::points;
use arena::contest::{Fixture, Played, SeatResult, Stop};
use arena::entrant::{Entrant, House, Party};
use arena::verdict::Verdict;
use arena::written::{self, Header};
use game::{Dice, Game, Seat};
use record::Made;
use record::verdict::Kind;

/// What games depend on besides the plan.
pub struct Terms<G: Game> {
    /// The players with the names they have in this contest.
    pub players: Vec<(String, Entrant)>,
    /// Where and by which clock they play.
    pub house: House,
    /// How many random moves an opening has.
    pub opening: u32,
    /// Openings to use instead.
    pub openings: Vec<Vec<Made<G>>>,
    /// The cores that games are bound to; none if they are not.
    pub cores: Vec<usize>,
}

impl<G: Contested> Terms<G> {
    /// The opening of a cycle.
    fn opening(&self, game: &G, fixture: &Fixture) -> Vec<Made<G>> {
        match self.openings.as_slice() {
            [] => bout::random_opening(game, self.opening, &fixture.seed),
            list => list[(fixture.cycle % list.len() as u64) as usize].clone(),
        }
    }

    /// The core of a program, where games are bound to cores. Programs of one
    /// game have different ones as far as there are enough: one that thinks in
    /// the other's time takes nothing from it.
    fn core(&self, fixture: &Fixture, seat: usize) -> Option<usize> {
        let worker = self.cores.iter().position(|&c| Some(c) == fixture.core)?;
        let place = worker * fixture.seating.len() + seat;
        Some(self.cores[place % self.cores.len()])
    }

    /// Who sits on a seat. Nobody plays for those that were set aside.
    fn party(&self, fixture: &Fixture, seat: usize) -> Result<Party<G>, Stop> {
        if fixture.absent.contains(&seat) {
            let why = "it was set aside after failing in three games in a row";
            return Ok(Party::Failed(Verdict::new(Kind::StartFailed, why)));
        }
        // Dice of their own for every seat of every game, none of which the
        // game itself will ever draw.
        let throw = fixture.number * fixture.seating.len() as u64 + seat as u64;
        let dice = fixture.seed.draw(u64::MAX - 1 - throw).bits();
        let (_, entrant) = &self.players[fixture.seating[seat]];
        let mut house = self.house.clone();
        house.limits.core = self.core(fixture, seat);
        house
            .seat(entrant, dice)
            .map_err(|error| Stop::Broken(error.to_string()))
    }
}

/// Plays one game and keeps its record.
pub fn play_fixture<G: Contested>(
    game: &G,
    terms: &Terms<G>,
    fixture: &Fixture,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Played, Stop> {
    let house = &terms.house;
    let parties = (0..fixture.seating.len())
        .map(|seat| terms.party(fixture, seat))
        .collect::<Result<Vec<_>, Stop>>()?;
    let opening = terms.opening(game, fixture);
    let book = opening.len();
    let clock = Wall::start();
    let bout = bout::play(
        game,
        bout::Terms {
            opening,
            seed: &fixture.seed,
            time: house.time,
            clock: &clock,
            stop,
        },
        parties,
    )
    .map_err(|fault| Stop::Broken(fault.to_string()))?;
    if bout.ending.is_none() && stop.load(Ordering::Relaxed) {
        return Err(Stop::Stopped);
    }
    let header = Header {
        players: fixture
            .seating
            .iter()
            .map(|&player| {
                let (name, entrant) = &terms.players[player];
                (name.as_str(), entrant)
            })
            .collect(),
        house,
        seed: &fixture.seed,
        opening: book,
    };
    let record = written::record_of(game, &bout, &header);
    let text = serde_json::to_string(&record).map_err(|error| Stop::Broken(error.to_string()))?;
    let name = format!("games/{}.json", fixture.stem());
    let path = folder.join(&name);
    // On the disk before the journal speaks of it.
    File::create(&path)
        .and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_data()
        })
        .map_err(|error| Stop::Broken(format!("{}: {error}", path.display())))?;
    Ok(Played {
        record: Some(name),
        hash: Some(record.hash),
        ..result(fixture, &bout)
    })
}

/// What became of every seat.
fn result<G: Contested>(fixture: &Fixture, bout: &Bout<G>) -> Played {
    let seats = fixture.seating.len();
    let places: Vec<u32> = (0..seats)
        .map(|seat| match &bout.ending {
            Some(ending) => ending.outcome.place(Seat(seat as u16)),
            None => 1,
        })
        .collect();
    let points = points(&places);
    let results = bout.seats.iter().enumerate().map(|(seat, fared)| {
        let verdict = match fixture.absent.contains(&seat) {
            true => None,
            false => fared.verdict.as_ref(),
        };
        SeatResult {
            place: places[seat],
            // Where all failed, nobody has earned anything.
            points: if verdict.is_some() && seats == 2 {
                0.0
            } else {
                points[seat]
            },
            pieces: pieces::<G>(&bout.last, seat),
            clock_left: fared.clock_left,
            verdict: verdict.map(|verdict| verdict.kind.to_string()),
            detail: verdict.map(|verdict| verdict.detail.clone()),
            moves: fared.effort.moves,
            wall: fared.effort.time,
            slowest: fared.effort.longest,
            cpu: (!fared.effort.cpu.is_zero()).then_some(fared.effort.cpu),
        }
    });
    Played {
        seats: results.collect(),
        reason: match &bout.ending {
            Some(ending) => ending.reason.to_owned(),
            None => "given-up".to_owned(),
        },
        steps: bout.steps.len(),
        record: None,
        hash: None,
    }
}

/// Pieces that a seat has on the board. In Automatafl nobody owns any.
fn pieces<G: Game>(state: &G::State, seat: usize) -> u32 {
    let state: &dyn Any = state;
    if let Some(state) = state.downcast_ref::<combo::State>() {
        let color = [combo::Color::Black, combo::Color::White][seat % 2];
        let stacks = state.position().pieces(color);
        return stacks.map(|(_, count)| u32::from(count.get())).sum();
    }
    if let Some(state) = state.downcast_ref::<tafl::State>() {
        let position = state.position();
        return match Seat(seat as u16) == tafl::ATTACKERS {
            true => position.attackers().count_ones(),
            // The king is none of them: he stays on the board when he is caught.
            false => position.defenders().count_ones(),
        };
    }
    if let Some(state) = state.downcast_ref::<game17::State>() {
        return state.board().pieces_of(seat as u16);
    }
    0
}
