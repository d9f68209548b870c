//! The alpha-beta player, shared by the two-player games.

use std::time::Duration;

use game::{Dice, Game, Seat};
use search::alphabeta::{Extras, Found, Position, Searcher, Settings, Worth};
use search::control::{Control, Limits};

use crate::{Choice, Line, Player, Score, Thought};

/// Judges positions without looking ahead. You can use a neural network in place of the
/// built-in evaluations.
pub trait Evaluate<P>: Clone + Send + Sync {
    /// The worth of the position for the side to move; a piece is worth about 100.
    fn evaluate(&self, position: &P) -> i32;
}

/// A game that alpha-beta search plays.
pub trait Searched<E>: Game {
    /// A position under search, judged by `E`.
    type Board: Position<Move = Self::Action>;

    /// The position to search.
    fn board(&self, state: &Self::State, evaluate: E) -> Self::Board;
}

/// How an [`AlphaBeta`] player thinks. A missing limit means no limit, but a player
/// without any limit takes [`USUAL_TIME`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The number of search threads.
    pub threads: usize,
    /// The size of the table of known positions, in MiB.
    pub table_mib: usize,
    /// How many plies to look ahead.
    pub depth: Option<u32>,
    /// Time per move.
    pub time: Option<Duration>,
    /// Positions to visit per move.
    pub nodes: Option<u64>,
    /// How many of the best moves to follow, for analysis.
    pub lines: usize,
    /// How many points below equality this player rates a draw.
    pub contempt: i32,
    /// Refinements of the plain search.
    pub extras: Extras,
}

/// The time for a move without any other limit.
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
    /// Uses this many threads for all the given time.
    pub fn with_threads(threads: usize) -> Effort {
        Effort {
            threads,
            ..Effort::default()
        }
    }

    /// Searches this many plies on one thread.
    pub fn to_depth(depth: u32) -> Effort {
        Effort {
            depth: Some(depth),
            table_mib: 8,
            ..Effort::default()
        }
    }
}

/// A player that searches with alpha-beta and evaluates with `E`.
pub struct AlphaBeta<E> {
    effort: Effort,
    pub(crate) evaluate: E,
    // Holds the table. Creating it takes a while, so it is done before the clock runs.
    searcher: Searcher,
}

impl<E> AlphaBeta<E> {
    /// Creates a player with this effort and evaluation.
    pub fn new(effort: Effort, evaluate: E) -> AlphaBeta<E> {
        let searcher = Searcher::new(effort.table_mib);
        AlphaBeta {
            effort,
            evaluate,
            searcher,
        }
    }

    /// How the player thinks.
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
            // The game should not be over here. If it is, let the game itself propose
            // an action.
            None => Choice {
                action: game.propose(state, seat, &mut dice::Quick::new(0)),
                thought: Thought::default(),
            },
        }
    }
}

/// Converts the findings of a search for people and programs.
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

/// A player that looks a little ahead at every move and picks one of the good moves,
/// better ones more often. It varies like a person, sees what is right in front of it,
/// and misses the rest.
pub struct Casual<E> {
    engine: AlphaBeta<E>,
    dice: dice::Quick,
    // In points: a move that is worse by this much is picked about a third as often as
    // the best.
    slack: f64,
}

impl<E> Casual<E> {
    /// Looks `depth` plies ahead; the field explains `slack`.
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
        // 53 bits: every machine computes the same fraction.
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

/// A player that picks any legal move with equal chance.
pub struct Random {
    dice: dice::Quick,
}

impl Random {
    /// Creates a player with this seed.
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
