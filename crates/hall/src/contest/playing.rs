//! One game of a contest.

use std::any::Any;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Result, bail};
use arena::Contested;
use arena::bout::{self, Bout, Made};
use arena::clock::Wall;
use arena::contest::played::points;
use arena::contest::{Fixture, Played, SeatResult, Stop};
use arena::record;
use game::{Dice, Game, Seat};
use players::roster::{Engine, Spec};
use search::control::Limits;

use super::entrants::{Player, Who};

/// What games depend on besides the plan.
pub struct Terms<G: Game> {
    pub players: Vec<Player>,
    /// How many random moves an opening has.
    pub opening: u32,
    /// Openings to use instead.
    pub openings: Vec<Vec<Made<G>>>,
    /// The time each player has for a game.
    pub clock: Option<Duration>,
}

/// A built-in player without limits of its own takes this share of the clock for a move.
const SHARE: u32 = 100;

impl<G: Contested> Terms<G> {
    /// Whether all players can be had.
    pub fn check(&self) -> Result<()> {
        for player in &self.players {
            match &player.who {
                Who::BuiltIn(spec) => {
                    G::engine(spec, 0, 1)?;
                }
                Who::Program(path) => bail!(
                    "{} is a program: contests are between built-in players",
                    path.display()
                ),
            }
        }
        Ok(())
    }

    /// The opening of a cycle.
    fn opening(&self, game: &G, fixture: &Fixture) -> Vec<Made<G>> {
        match self.openings.as_slice() {
            [] => bout::random_opening(game, self.opening, &fixture.seed),
            list => list[(fixture.cycle % list.len() as u64) as usize].clone(),
        }
    }

    fn engine(&self, fixture: &Fixture, seat: usize) -> Result<Engine<G>, Stop> {
        let broken = |error: &dyn std::fmt::Display| Stop::Broken(error.to_string());
        // Dice of their own for every seat of every game, none of which the
        // game itself will ever draw.
        let throw = fixture.number * fixture.seating.len() as u64 + seat as u64;
        let dice = fixture.seed.draw(u64::MAX - 1 - throw).bits();
        let spec: Spec = match &self.players[fixture.seating[seat]].who {
            _ if fixture.absent.contains(&seat) => "random".parse().map_err(|e| broken(&e))?,
            Who::BuiltIn(spec) => spec.clone(),
            Who::Program(path) => return Err(Stop::Broken(path.display().to_string())),
        };
        let mut engine = G::engine(&spec, dice, 1).map_err(|error| broken(&error))?;
        if let Some(clock) = self.clock
            && spec.limits() == Limits::default()
            && !G::settings(&spec.name).is_empty()
        {
            let share = clock / SHARE;
            let usual = engine.limits.time.unwrap_or(share);
            engine.limits.time = Some(share.min(usual));
        }
        Ok(engine)
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
    let mut engines = (0..fixture.seating.len())
        .map(|seat| terms.engine(fixture, seat))
        .collect::<Result<Vec<_>, Stop>>()?;
    let opening = terms.opening(game, fixture);
    let book = opening.len();
    let clock = Wall::start();
    let mut bout = bout::play(game, opening, &mut engines, &fixture.seed, &clock, stop)
        .map_err(|fault| Stop::Broken(fault.to_string()))?;
    if bout.ending.is_none() && stop.load(Ordering::Relaxed) {
        return Err(Stop::Stopped);
    }
    let late = match terms.clock {
        Some(clock) => out_of_time(&mut bout, book, fixture.seating.len(), clock),
        None => Vec::new(),
    };
    let mut played = result(game, terms, fixture, &bout, book, &late);
    let names: Vec<String> = fixture
        .seating
        .iter()
        .map(|&player| terms.players[player].name.clone())
        .collect();
    let text = record::to_json(game, &bout, book, &names, &fixture.seed).to_string();
    let name = format!("games/{}.json", fixture.stem());
    let path = folder.join(&name);
    // On the disk before the journal speaks of it.
    File::create(&path)
        .and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_data()
        })
        .map_err(|error| Stop::Broken(format!("{}: {error}", path.display())))?;
    played.record = Some(name);
    Ok(played)
}

/// The seats that ran out of time. With two seats the game ends there.
fn out_of_time<G: Game>(
    bout: &mut Bout<G>,
    book: usize,
    seats: usize,
    clock: Duration,
) -> Vec<usize> {
    let mut used = vec![Duration::ZERO; seats];
    let mut late: Vec<usize> = Vec::new();
    for number in book..bout.steps.len() {
        let Made::Act(joint, times) = &bout.steps[number] else {
            continue;
        };
        for ((seat, _), time) in joint.iter().zip(times) {
            used[seat.index()] += *time;
            if used[seat.index()] > clock && !late.contains(&seat.index()) {
                late.push(seat.index());
            }
        }
        if seats == 2 && !late.is_empty() {
            bout.steps.truncate(number + 1);
            bout.ending = None;
            break;
        }
    }
    late
}

/// What became of every seat.
fn result<G: Contested>(
    game: &G,
    terms: &Terms<G>,
    fixture: &Fixture,
    bout: &Bout<G>,
    book: usize,
    late: &[usize],
) -> Played {
    let seats = fixture.seating.len();
    let mut state = game.start();
    let mut moves = vec![(0, Duration::ZERO, Duration::ZERO); seats];
    for (number, made) in bout.steps.iter().enumerate() {
        if let Made::Act(joint, times) = made
            && number >= book
        {
            for ((seat, _), &time) in joint.iter().zip(times) {
                let (count, all, slowest) = &mut moves[seat.index()];
                *count += 1;
                *all += time;
                *slowest = (*slowest).max(time);
            }
        }
        game.apply(&mut state, made.step());
    }
    let last = u32::MAX;
    let places: Vec<u32> = (0..seats)
        .map(|seat| match &bout.ending {
            _ if late.contains(&seat) || fixture.absent.contains(&seat) => last,
            Some(ending) => ending.outcome.place(Seat(seat as u16)),
            None => 1,
        })
        .collect();
    // Whoever is last comes after all others, and no further behind than that.
    let behind = 1 + places.iter().filter(|place| **place < last).count() as u32;
    let places: Vec<u32> = places
        .into_iter()
        .map(|place| if place == last { behind } else { place })
        .collect();
    let points = points(&places);
    let results = (0..seats).map(|seat| {
        let (count, wall, slowest) = moves[seat];
        SeatResult {
            place: places[seat],
            points: points[seat],
            pieces: pieces::<G>(&state, seat),
            clock_left: terms.clock.map(|clock| clock.saturating_sub(wall)),
            verdict: late.contains(&seat).then(|| "time".to_owned()),
            detail: late
                .contains(&seat)
                .then(|| format!("it used {:.3} s", wall.as_secs_f64())),
            moves: count,
            wall,
            slowest,
            cpu: None,
        }
    });
    Played {
        seats: results.collect(),
        reason: match &bout.ending {
            Some(ending) => ending.reason.to_owned(),
            None if !late.is_empty() => "time".to_owned(),
            None => "given-up".to_owned(),
        },
        steps: bout.steps.len(),
        record: None,
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
