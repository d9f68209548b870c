//! Many games between the same players, sides swapped, on all cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use dice::Seed;
use game::{Game, Seat};
use protocol::Record;
use record::Made;
use search::control::Clock;
use thiserror::Error;

use crate::Contested;
use crate::bout::{self, Effort, Fault};
use crate::clock::{Processor, Wall};
use crate::entrant::{Entrant, House, distinct_names};
use crate::statistics::{Decision, Sprt};
use crate::written::{self, Header};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Series {
    /// The players, as many as the game has seats.
    pub players: Vec<Entrant>,
    /// Where and by which clock they play.
    pub house: House,
    /// How many games; rounded up to whole rotations.
    pub games: u64,
    /// What openings, draws and the players' dice follow from.
    pub seed: u64,
    /// How many games are played at the same time.
    pub threads: usize,
    /// Whether engines think by the time of the [`Processor`].
    pub processor_time: bool,
    /// How many random steps each opening has.
    pub opening: u32,
    /// Openings in notation instead: the moves of each step, joined by spaces.
    pub openings: Vec<String>,
    /// Ends the series as soon as this test is decided.
    pub sprt: Option<Sprt>,
    /// Whether records are made.
    pub records: bool,
}

/// Why a series cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SeriesError {
    /// The number of players is not the number of seats.
    #[error("this game has {seats} seats; the number of players named is {players}")]
    Seats {
        /// Seats of the game.
        seats: u16,
        /// Players named.
        players: usize,
    },
    /// A player cannot be had.
    #[error(transparent)]
    Player(#[from] players::roster::SpecError),
    /// An opening cannot be played.
    #[error("opening {opening:?}: {problem}")]
    Opening {
        /// The opening.
        opening: String,
        /// Why not.
        problem: String,
    },
    /// A player broke a rule.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// One game of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// Which opening and dice: games with the same number differ in the seats only.
    pub cycle: u64,
    /// Its number in the series, from 0.
    pub number: u64,
    /// Which player sat where.
    pub seating: Vec<usize>,
    /// The place of every player; nothing if the game was given up.
    pub places: Vec<u32>,
    /// Whether every player won, alone or together with others.
    pub won: Vec<bool>,
    /// Why it ended.
    pub reason: &'static str,
    /// How many steps it had.
    pub steps: usize,
    /// What each player spent.
    pub effort: Vec<Effort>,
    /// Why each player failed, if it did.
    pub verdicts: Vec<Option<crate::verdict::Verdict>>,
    /// The game, if records are made; only `progress` gets to see it.
    pub record: Option<Record>,
}

/// The games played so far, in the order of their openings.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The games, without their records.
    pub games: Vec<Finished>,
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Won.
    pub won: u64,
    /// Drawn or shared.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

impl Score {
    /// All games.
    pub fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The mean, a draw as a half.
    pub fn mean(self) -> f64 {
        (self.won as f64 + self.drawn as f64 / 2.0) / (self.games() as f64).max(1.0)
    }

    fn count(&mut self, mine: u32, theirs: u32) {
        match mine.cmp(&theirs) {
            std::cmp::Ordering::Less => self.won += 1,
            std::cmp::Ordering::Equal => self.drawn += 1,
            std::cmp::Ordering::Greater => self.lost += 1,
        }
    }
}

impl Tally {
    /// How the first of two players did against the second; on one seat only,
    /// if one is named.
    pub fn duel(&self, seat: Option<Seat>) -> Score {
        let mut score = Score::default();
        for game in &self.games {
            let sat = game.seating.iter().position(|&player| player == 0);
            if seat.is_none_or(|seat| sat == Some(seat.index())) && game.places.len() == 2 {
                score.count(game.places[0], game.places[1]);
            }
        }
        score
    }

    /// In how many games a player was first, and its mean place.
    pub fn firsts(&self, player: usize) -> (u64, f64) {
        let places: Vec<u32> = self
            .games
            .iter()
            .filter_map(|game| game.places.get(player).copied())
            .collect();
        let won = self
            .games
            .iter()
            .filter(|game| game.won.get(player) == Some(&true))
            .count();
        let mean = places.iter().map(|&place| f64::from(place)).sum::<f64>()
            / (places.len() as f64).max(1.0);
        (won as u64, mean)
    }

    /// What a player spent on all games.
    pub fn effort(&self, player: usize) -> Effort {
        let mut sum = Effort::default();
        for game in &self.games {
            sum.add(game.effort.get(player).copied().unwrap_or_default());
        }
        sum
    }

    /// The mean score of the first of two players in every cycle that has been
    /// played to its end.
    pub fn pairs(&self) -> Vec<f64> {
        self.games
            .chunk_by(|a, b| a.cycle == b.cycle)
            .filter_map(cycle_score)
            .collect()
    }
}

/// The mean score of the first of two players, if the cycle is complete.
fn cycle_score(cycle: &[Finished]) -> Option<f64> {
    let mut score = Score::default();
    for game in cycle.iter().filter(|game| game.places.len() == 2) {
        score.count(game.places[0], game.places[1]);
    }
    (score.games() == 2).then(|| score.mean())
}

/// Plays the series. `progress` hears of every game as it ends; `stop` ends the
/// series early.
pub fn run<G: Contested>(
    game: &G,
    series: &Series,
    stop: &AtomicBool,
    progress: &(dyn Fn(&Finished) + Sync),
) -> Result<Tally, SeriesError> {
    let seats = game.seats();
    let count = series.players.len();
    if usize::from(seats) != count || count == 0 {
        return Err(SeriesError::Seats {
            seats,
            players: count,
        });
    }
    for entrant in &series.players {
        if let Entrant::BuiltIn(spec) = entrant {
            G::engine(spec, 0, 1)?;
        }
    }
    let written = series
        .openings
        .iter()
        .map(|text| read_opening(game, text))
        .collect::<Result<Vec<_>, _>>()?;
    let cycles = series.games.div_ceil(count as u64);
    let next = AtomicU64::new(0);
    let results: Mutex<(Vec<Finished>, Vec<f64>)> = Mutex::default();
    let fault = Mutex::new(None);
    let decided = AtomicBool::new(false);
    let wall = Wall::start();
    let clock: &dyn Clock = match series.processor_time {
        true => &Processor,
        false => &wall,
    };
    let play_cycle = |cycle: u64| -> Result<Vec<Finished>, SeriesError> {
        let seed = cycle_seed(series.seed, cycle);
        let mut played = Vec::with_capacity(count);
        for rotation in 0..count {
            let opening = match written.as_slice() {
                [] => bout::random_opening(game, series.opening, &seed),
                list => list[cycle as usize % list.len()].clone(),
            };
            let pairing = Pairing {
                cycle,
                rotation,
                seed: &seed,
                opening,
            };
            match play_one(game, series, pairing, clock, stop)? {
                // What comes in after a decision is not part of it.
                Some(mut game) if !decided.load(Ordering::Relaxed) => {
                    progress(&game);
                    game.record = None;
                    played.push(game);
                }
                _ => break,
            }
        }
        Ok(played)
    };
    let work = || {
        while !stop.load(Ordering::Relaxed) && !decided.load(Ordering::Relaxed) {
            let cycle = next.fetch_add(1, Ordering::Relaxed);
            if cycle >= cycles {
                return;
            }
            match (play_cycle(cycle), results.lock()) {
                (Ok(played), Ok(mut held)) => {
                    let (games, pairs) = &mut *held;
                    pairs.extend(cycle_score(&played));
                    games.extend(played);
                    let verdict = series.sprt.map(|sprt| sprt.verdict(pairs));
                    if verdict.is_some_and(|verdict| verdict != Decision::Open) {
                        decided.store(true, Ordering::Relaxed);
                    }
                }
                (Err(error), _) => {
                    if let Ok(mut fault) = fault.lock() {
                        *fault = Some(error);
                    }
                    decided.store(true, Ordering::Relaxed);
                }
                _ => return,
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..series.threads.clamp(1, 256) {
            scope.spawn(work);
        }
    });
    if let Some(fault) = fault.into_inner().unwrap_or_default() {
        return Err(fault);
    }
    let (mut games, _) = results.into_inner().unwrap_or_default();
    games.sort_by_key(|game| game.number);
    Ok(Tally { games })
}

/// Every cycle has a seed of its own, whoever plays it and when.
fn cycle_seed(seed: u64, cycle: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&cycle.to_le_bytes());
    Seed::from_bytes(bytes)
}

/// One game that is to be played.
struct Pairing<'a, G: Game> {
    cycle: u64,
    rotation: usize,
    seed: &'a Seed,
    opening: Vec<Made<G>>,
}

fn play_one<G: Contested>(
    game: &G,
    series: &Series,
    pairing: Pairing<'_, G>,
    clock: &dyn Clock,
    stop: &AtomicBool,
) -> Result<Option<Finished>, SeriesError> {
    let Pairing {
        cycle,
        rotation,
        seed,
        opening,
    } = pairing;
    let count = series.players.len();
    let seating: Vec<usize> = (0..count).map(|seat| (seat + rotation) % count).collect();
    let parties = seating
        .iter()
        .map(|&player| {
            let dice = series.seed ^ cycle << 20 ^ (player as u64) << 8 ^ rotation as u64;
            series.house.seat(&series.players[player], dice)
        })
        .collect::<Result<_, _>>()?;
    let book = opening.len();
    let terms = bout::Terms {
        opening,
        seed,
        time: series.house.time,
        clock,
        stop,
    };
    let played = bout::play(game, terms, parties)?;
    if played.ending.is_none() && stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let by_player = |of_seat: &dyn Fn(usize) -> u32| {
        let mut places = vec![0; count];
        for (seat, &player) in seating.iter().enumerate() {
            places[player] = of_seat(seat);
        }
        places
    };
    let mut effort = vec![Effort::default(); count];
    let mut verdicts = vec![None; count];
    for (seat, &player) in seating.iter().enumerate() {
        effort[player] = played.seats[seat].effort;
        verdicts[player] = played.seats[seat].verdict.clone();
    }
    let outcome = played.ending.as_ref().map(|ending| &ending.outcome);
    let names = distinct_names(&series.players);
    let header = Header {
        players: seating
            .iter()
            .map(|&player| (names[player].as_str(), &series.players[player]))
            .collect(),
        house: &series.house,
        seed,
        opening: book,
    };
    Ok(Some(Finished {
        cycle,
        number: cycle * count as u64 + rotation as u64,
        places: by_player(&|seat| outcome.map_or(1, |outcome| outcome.place(Seat(seat as u16)))),
        won: by_player(&|seat| {
            u32::from(outcome.is_some_and(|outcome| outcome.won(Seat(seat as u16))))
        })
        .into_iter()
        .map(|won| won == 1)
        .collect(),
        reason: played
            .ending
            .as_ref()
            .map_or("given-up", |ending| ending.reason),
        steps: played.steps.len(),
        record: series
            .records
            .then(|| written::record_of(game, &played, &header)),
        effort,
        verdicts,
        seating,
    }))
}

/// Reads an opening: the moves of all seats that act, step after step.
pub fn read_opening<G: Game>(game: &G, text: &str) -> Result<Vec<Made<G>>, SeriesError> {
    let error = |problem: String| SeriesError::Opening {
        opening: text.chars().take(80).collect(),
        problem,
    };
    let mut state = game.start();
    let mut words = text.split_whitespace().peekable();
    let mut steps = Vec::new();
    while words.peek().is_some() {
        let mut joint = Vec::new();
        for seat in game.pending(&state).to_act().iter() {
            let word = words
                .next()
                .ok_or_else(|| error(format!("a move of seat {seat} is missing")))?;
            let action = game
                .read(&state, word)
                .map_err(|e| error(format!("{word}: {e}")))?;
            game.check(&state, seat, &action)
                .map_err(|e| error(format!("{word}: {e}")))?;
            joint.push((seat, action));
        }
        if joint.is_empty() {
            return Err(error("nobody is to act".to_owned()));
        }
        let times = vec![std::time::Duration::ZERO; joint.len()];
        let made = Made::Act(joint, times);
        game.apply(&mut state, made.step());
        steps.push(made);
    }
    Ok(steps)
}
