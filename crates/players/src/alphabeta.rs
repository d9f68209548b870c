//! The alpha-beta player of two-player games, and what it shares between them.

use std::time::Duration;

use game::{Dice, Game, Seat};
use search::alphabeta::{Extras, Found, Position, Searcher, Settings, Worth};
use search::control::{Control, Limits};

use crate::{Choice, Line, Player, Score, Thought};

/// Judges positions without looking ahead. A network can take the place of
/// what is built in.
pub trait Evaluate<P>: Clone + Send + Sync {
    /// What the position is worth to the side to move; a hundred is about a
    /// piece.
    fn evaluate(&self, position: &P) -> i32;
}

/// A game that alpha-beta search plays.
pub trait Searched<E>: Game {
    /// A position under search, judged by `E`.
    type Board: Position<Move = Self::Action>;

    /// The position to search.
    fn board(&self, state: &Self::State, evaluate: E) -> Self::Board;
}

/// How an [`AlphaBeta`] player thinks. What is missing does not limit, but a
/// player without any limit takes [`USUAL_TIME`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many threads search.
    pub threads: usize,
    /// The size of the table of known positions, in MiB.
    pub table_mib: usize,
    /// Plies ahead.
    pub depth: Option<u32>,
    /// Time per move.
    pub time: Option<Duration>,
    /// Positions visited per move.
    pub nodes: Option<u64>,
    /// How many of the best moves are followed, for analysis.
    pub lines: usize,
    /// How many points below equal a draw is to this player.
    pub contempt: i32,
    /// What goes beyond plain search.
    pub extras: Extras,
}

/// The time for a move when nothing else limits it.
pub const USUAL_TIME: Duration = Duration::from_secs(1);

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            threads: 1,
            table_mib: 16,
            depth: None,
            time: None,
            nodes: None,
            lines: 1,
            contempt: 0,
            extras: Extras::default(),
        }
    }
}

impl Effort {
    /// As much as these threads can do within the time that is given.
    pub fn with_threads(threads: usize) -> Effort {
        Effort {
            threads,
            ..Effort::default()
        }
    }

    /// So many plies on one thread.
    pub fn to_depth(depth: u32) -> Effort {
        Effort {
            depth: Some(depth),
            table_mib: 8,
            ..Effort::default()
        }
    }
}

/// A player that searches with alpha-beta, and judges with `E`.
pub struct AlphaBeta<E> {
    effort: Effort,
    pub(crate) evaluate: E,
    // With its table, which takes a while to make: not on the clock.
    searcher: Searcher,
}

impl<E> AlphaBeta<E> {
    /// A player of this effort and judgement.
    pub fn new(effort: Effort, evaluate: E) -> AlphaBeta<E> {
        let searcher = Searcher::new(effort.table_mib);
        AlphaBeta {
            effort,
            evaluate,
            searcher,
        }
    }

    /// How it thinks.
    pub fn effort(&self) -> &Effort {
        &self.effort
    }

    /// Searches a position; `None` if there is no move.
    pub(crate) fn search<P: Position>(
        &mut self,
        position: &P,
        control: &Control<'_>,
    ) -> Option<Found<P::Move>> {
        let effort = &self.effort;
        let mut limits = Limits {
            time: effort.time,
            depth: effort.depth,
            nodes: effort.nodes,
        };
        if limits == Limits::default() && control.limits() == Limits::default() {
            limits.time = Some(USUAL_TIME);
        }
        let settings = Settings {
            limits,
            threads: effort.threads,
            lines: effort.lines,
            contempt: effort.contempt,
            extras: effort.extras,
        };
        self.searcher.search(position, &settings, control)
    }
}

impl<E: Clone + Send, G: Searched<E>> Player<G> for AlphaBeta<E> {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        control: &Control<'_>,
    ) -> Choice<G::Action> {
        let board = game.board(state, self.evaluate.clone());
        match self.search(&board, control) {
            Some(found) => Choice {
                action: found.best().clone(),
                thought: thought(&found),
            },
            // Nobody asks when the game is over; if somebody does, the game
            // itself says what it thinks of that.
            None => Choice {
                action: game.propose(state, seat, &mut dice::Quick::new(0)),
                thought: Thought::default(),
            },
        }
    }
}

/// What a search saw, for people and programs.
pub(crate) fn thought<M: std::fmt::Display>(found: &Found<M>) -> Thought {
    Thought {
        depth: found.depth,
        nodes: found.nodes,
        time: found.time,
        table_fill: found.table_fill,
        lines: found
            .lines
            .iter()
            .map(|line| Line {
                score: score(line.worth),
                moves: line.moves.iter().map(ToString::to_string).collect(),
            })
            .collect(),
        ..Thought::default()
    }
}

fn score(worth: Worth) -> Score {
    match worth {
        Worth::Points(points) => Score::Points(points),
        Worth::WinIn(plies) => Score::WinIn(plies),
        Worth::LossIn(plies) => Score::LossIn(plies),
    }
}

/// A player that looks a little ahead at every move and takes one of the good
/// ones, the better the more often: it varies as people do, sees what is right
/// in front of it, and misses what is not.
pub struct Casual<E> {
    engine: AlphaBeta<E>,
    dice: dice::Quick,
    // How many points a move may be worse and still be taken about a third as
    // often as the best.
    slack: f64,
}

impl<E> Casual<E> {
    /// Looks `depth` plies ahead; see the field for the slack.
    pub(crate) fn new(depth: u32, slack: f64, seed: u64, evaluate: E) -> Casual<E> {
        let effort = Effort {
            lines: usize::MAX,
            table_mib: 1,
            ..Effort::to_depth(depth)
        };
        Casual {
            engine: AlphaBeta::new(effort, evaluate),
            dice: dice::Quick::new(seed),
            slack,
        }
    }
}

impl<E: Clone + Send, G: Searched<E>> Player<G> for Casual<E> {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        control: &Control<'_>,
    ) -> Choice<G::Action> {
        let board = game.board(state, self.engine.evaluate.clone());
        let Some(mut found) = self.engine.search(&board, control) else {
            return self.engine.choose(game, state, seat, control);
        };
        let points = |worth: Worth| match worth {
            Worth::Points(points) => f64::from(points.clamp(-2000, 2000)),
            Worth::WinIn(_) => 4000.0,
            Worth::LossIn(_) => -4000.0,
        };
        let best = points(found.lines[0].worth);
        let shares: Vec<f64> = found
            .lines
            .iter()
            .map(|line| ((points(line.worth) - best) / self.slack).exp())
            .collect();
        // 53 bits: a fraction that every machine computes alike.
        let fraction = (self.dice.bits() >> 11) as f64 / (1u64 << 53) as f64;
        let mut left = fraction * shares.iter().sum::<f64>();
        let taken = shares
            .iter()
            .position(|share| {
                left -= share;
                left < 0.0
            })
            .unwrap_or(0);
        found.lines[..=taken].rotate_right(1);
        found.lines.truncate(1);
        Choice {
            action: found.best().clone(),
            thought: thought(&found),
        }
    }
}

/// A player that takes any legal move, each with the same chance.
pub struct Random {
    dice: dice::Quick,
}

impl Random {
    /// With dice from this seed.
    pub fn new(seed: u64) -> Random {
        Random {
            dice: dice::Quick::new(seed),
        }
    }
}

impl<G: Game> Player<G> for Random {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        _: &Control<'_>,
    ) -> Choice<G::Action> {
        Choice {
            action: game.propose(state, seat, &mut self.dice),
            thought: Thought::default(),
        }
    }
}
