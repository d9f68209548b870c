//! Games at a fixed number of states per move, on all cores.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use arena::bout::{self, Fault, Terms, TypedBout};
use arena::entrant::SeatedPlayer;
use catalog::bot::BotGame;
use dice::Seed;
use game::{Game, Seat};
use players::Player;
use players::roster::Engine;
use search::control::{Clock, Limits};

use crate::Task;

/// Receives the progress of a piece of work.
#[derive(Default)]
pub struct Watch<'a> {
    /// Called with the games played so far and the total.
    pub games: Option<&'a (dyn Fn(u64, u64) + Sync)>,
}

/// Creates a player from a seed.
pub type Maker<'a, G> = &'a (dyn Fn(u64) -> Box<dyn Player<G>> + Sync);

/// Two players. Each plays both sides of every opening.
pub struct Duel<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The number of random steps in an opening.
    pub opening: u32,
    /// The player whose score is counted.
    pub first: Maker<'a, G>,
    /// The other player.
    pub second: Maker<'a, G>,
}

impl<G: BotGame> Duel<'_, G> {
    /// Plays at least `games` games. Returns the mean score of the first player in each
    /// pair of games with the same opening, in the order of the openings.
    pub fn play(
        &self,
        task: &Task,
        games: u64,
        seed: u64,
        watch: &Watch<'_>,
    ) -> Result<Vec<f64>, Fault> {
        let pairs = games.div_ceil(2) as usize;
        let scores = in_order(pairs, task.threads, watch, |pair| {
            let seed = seed_of(seed, pair as u64);
            let mut score = 0.0;
            for swapped in [false, true] {
                let dice = seed_of_dice(&seed);
                let (a, b) = ((self.first)(dice), (self.second)(dice ^ 1));
                let players = if swapped { [b, a] } else { [a, b] };
                let mine = Seat(u16::from(swapped));
                let bout = one(self.game, self.opening, players.into(), &seed, task.nodes)?;
                score += score_of(&bout, mine) / 2.0;
            }
            Ok(score)
        });
        scores.into_iter().collect()
    }
}

/// The score of a seat in a two-player game: 1, a half or 0.
pub fn score_of<G: Game>(bout: &TypedBout<G>, seat: Seat) -> f64 {
    let Some(ending) = &bout.ending else {
        return 0.5;
    };
    let (mine, theirs) = (seat, Seat(1 - seat.0));
    match ending
        .outcome
        .place(mine)
        .cmp(&ending.outcome.place(theirs))
    {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }
}

/// Plays one game after a random opening.
pub fn one<G: BotGame>(
    game: &G,
    opening: u32,
    players: Vec<Box<dyn Player<G>>>,
    seed: &Seed,
    nodes: u64,
) -> Result<TypedBout<G>, Fault> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let parties = players
        .into_iter()
        .map(|player| SeatedPlayer::from(Engine { player, limits }))
        .collect();
    let terms = Terms {
        opening: &bout::random_opening(&*catalog::erase(game.clone()), opening, seed),
        seed,
        time: None,
        clock: &Still,
        stop: &AtomicBool::new(false),
    };
    bout::play_typed(game, &terms, parties)
}

/// A clock that stands still, so that nothing can depend on it.
struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// The seed of one game or pair, derived from `seed`.
pub fn seed_of(seed: u64, number: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    Seed::from_bytes(bytes)
}

/// The seed of the players' dice. No game draws this late.
pub fn seed_of_dice(seed: &Seed) -> u64 {
    game::Dice::bits(&mut seed.draw(u64::MAX))
}

/// Does numbered pieces of work on several threads. The results come in the order of
/// the numbers, whichever thread finishes first.
pub fn in_order<T: Send>(
    count: usize,
    threads: usize,
    watch: &Watch<'_>,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results = Mutex::new(Vec::with_capacity(count));
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let result = work(number);
                    let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                    results.push((number, result));
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    if let Some(tell) = watch.games {
                        tell(done as u64, count as u64);
                    }
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}
