//! Players of Automatafl.
//!
//! | module | contents |
//! |---|---|
//! | [`candidates`] | the moves that matter, judged by their effect |
//! | [`evaluation`] | chances estimated from the board |
//! | [`exact`] | exact solutions of small games |
//!
//! | player | how it plays |
//! |---|---|
//! | [`Random`] | any legal move |
//! | [`Greedy`] | the best result of this turn if the others do nothing |
//! | [`Solver`] | simultaneous-move search; mixes its moves |
//! | [`mcts`] | Monte Carlo, decoupled UCT, with the same candidates |

pub mod candidates;
pub mod evaluation;
pub mod exact;
mod measures;
mod roster;
pub mod tuning;

use automatafl::{Automatafl, Entry, State};
use dice::Quick;
use game::{Dice, Keyed, Seat};
use search::control::Control;
use search::mcts::{self as tree, Widening};
use search::simultaneous;

pub use crate::alphabeta::Random;
use crate::montecarlo::{MonteCarlo, throw};
use crate::{Choice, Line, Matrix, Player, Score, Thought, Weighed};
use candidates::Scope;
use evaluation::{Distance, Evaluation};

/// The names of the levels, then of the other players.
pub const NAMES: [&str; 7] = [
    "random", "weak", "medium", "strong", "greedy", "solver", "mcts",
];

/// Creates a player by name; `None` if the name is unknown.
pub fn named(name: &str, seed: u64) -> Option<Box<dyn Player<Automatafl>>> {
    Some(match name {
        "random" => Box::new(Random::new(seed)),
        "greedy" => Box::new(Greedy::new(seed)),
        "weak" => Box::new(weak(seed)),
        "medium" => Box::new(medium(seed)),
        "strong" | "solver" => Box::new(Solver::new(seed)),
        "mcts" => Box::new(mcts(seed)),
        _ => return None,
    })
}

/// Looks one turn ahead and often plays something else.
pub fn weak(seed: u64) -> Solver {
    let mut player = Solver::new(seed);
    player.settings.depth = 1;
    player.slips = 30;
    player
}

/// Looks one turn ahead.
pub fn medium(seed: u64) -> Solver {
    let mut player = Solver::new(seed);
    player.settings.depth = 1;
    player
}

/// Monte Carlo tree search with decoupled UCT, using the candidates and the evaluation
/// of the [`Solver`].
pub fn mcts(seed: u64) -> MonteCarlo<Guide> {
    let settings = tree::Settings {
        exploration: 0.05,
        playout: 0,
        widening: Some(Widening {
            base: 6.0,
            factor: 1.0,
            power: 0.4,
        }),
        ..tree::Settings::default()
    };
    MonteCarlo::guided(Guide::default(), settings, seed)
}

/// Picks the best result of this turn as if the others did nothing.
#[derive(Clone, Debug)]
pub struct Greedy<E = Distance> {
    evaluation: E,
    dice: Quick,
}

impl Greedy {
    /// Creates the player with this seed.
    pub fn new(seed: u64) -> Greedy {
        Greedy {
            evaluation: Distance::default(),
            dice: Quick::new(seed),
        }
    }
}

impl<E: Evaluation> Player<Automatafl> for Greedy<E> {
    fn choose(
        &mut self,
        game: &Automatafl,
        state: &State,
        seat: Seat,
        control: &Control<'_>,
    ) -> Choice<Entry> {
        let mut moves = Vec::new();
        candidates::moves(game, state, Scope::Moving, &mut moves);
        // Equal results are equally good: the dice decide.
        game::shuffle(&mut moves, &mut self.dice);
        let mut best = (moves[0], f64::NEG_INFINITY);
        for &entry in &moves {
            let (_, worth) = candidates::alone(game, &self.evaluation, state, seat, entry);
            if worth > best.1 {
                best = (entry, worth);
            }
        }
        Choice {
            action: best.0,
            thought: Thought {
                depth: 1,
                nodes: moves.len() as u64,
                time: control.elapsed(),
                lines: vec![Line {
                    score: Score::Chance(best.1),
                    moves: vec![best.0.to_string()],
                }],
                ..Thought::default()
            },
        }
    }
}

/// What both searches know about the game.
#[derive(Clone, Debug)]
pub struct Guide<E = Distance> {
    /// Estimates chances without search.
    pub evaluation: E,
    /// The moves to consider in the state itself.
    pub scope: Scope,
    /// The moves to consider in later states.
    pub inner_scope: Scope,
    /// Up to this many moves are kept as they are. If there are more, moves with the
    /// same effect are merged.
    pub merge_above: usize,
    /// How far chances are shifted at random, up or down. This keeps equal players from
    /// repeating moves for ever, and favours states with many continuations.
    pub noise: f64,
    /// The seed of the shifts.
    pub salt: u64,
}

impl Default for Guide {
    fn default() -> Guide {
        Guide {
            evaluation: Distance::default(),
            scope: Scope::Moving,
            inner_scope: Scope::Lines,
            merge_above: 24,
            noise: 0.01,
            salt: 0,
        }
    }
}

impl<E: Evaluation> simultaneous::Guide<Automatafl> for Guide<E> {
    fn moves(
        &self,
        game: &Automatafl,
        state: &State,
        seat: Seat,
        ahead: u32,
        out: &mut Vec<Entry>,
    ) {
        let scope = match ahead {
            0 => self.scope,
            _ => self.inner_scope,
        };
        candidates::moves(game, state, scope, out);
        // Any one of several moves with the same effect will do.
        let mut dice = Quick::new(self.salt ^ game.key(state));
        game::shuffle(out, &mut dice);
        candidates::merge(game, &self.evaluation, state, seat, self.merge_above, out);
    }

    fn idle(&self, _: &Automatafl, _: &State, _: Seat) -> Entry {
        // Not a legal entry, but it has the effect of a move that moves nothing.
        Entry::Pass
    }

    fn worth(&self, game: &Automatafl, state: &State, me: Seat) -> f64 {
        if state.is_reentry() {
            // The automaton steps, whatever the players choose.
            return candidates::alone(game, &self.evaluation, state, me, Entry::Pass).1;
        }
        let bits = (game.key(state) ^ self.salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let shift = bits as f64 / f64::from(u32::MAX) * 2.0 - 1.0;
        let chance = self.evaluation.chance(game, state, me) + shift * self.noise;
        chance.clamp(0.0, 1.0)
    }
}

/// Simultaneous-move search: solves the matrix of joint outcomes and plays a mixed
/// strategy with its dice.
///
/// With four players it searches by best reply: each turn, the one opponent that can
/// hurt most acts and the rest do nothing. All three opponents together would have some
/// fifty moves to the third power, and they do not act as one: two of them want the
/// automaton elsewhere than the third.
///
/// A win or loss in a number of turns holds against the replies that the search
/// considered; conflicts count as turns.
#[derive(Clone, Debug)]
pub struct Solver<E = Distance> {
    /// What the search knows about the game.
    pub guide: Guide<E>,
    /// How wide and how deep to search.
    pub settings: simultaneous::Settings,
    /// How many moves in a hundred are instead a random move that moves a piece.
    pub slips: u32,
    dice: Quick,
}

impl Solver {
    /// Creates the player with this seed, at full strength.
    pub fn new(seed: u64) -> Solver {
        Solver {
            guide: Guide::default(),
            settings: simultaneous::Settings::default(),
            slips: 0,
            dice: Quick::new(seed),
        }
    }
}

impl<E: Evaluation> Player<Automatafl> for Solver<E> {
    fn choose(
        &mut self,
        game: &Automatafl,
        state: &State,
        seat: Seat,
        control: &Control<'_>,
    ) -> Choice<Entry> {
        if self.dice.below(100) < self.slips {
            let mut moves = Vec::new();
            candidates::moves(game, state, Scope::Moving, &mut moves);
            let pick = self.dice.below(moves.len() as u32) as usize;
            return Choice {
                action: moves[pick],
                thought: Thought::default(),
            };
        }
        self.guide.salt = self.dice.bits();
        let found = simultaneous::solve(game, &self.guide, state, seat, self.settings, control);
        let action = throw(&found.mine, &mut self.dice).unwrap_or(Entry::Pass);
        Choice {
            action,
            thought: thought(&found, control),
        }
    }
}

fn score(worth: f64, depth: u32) -> Score {
    // A mixture of wins and estimates can look like a win far away: only wins within
    // the depth are certain.
    match (simultaneous::win_in(worth), simultaneous::loss_in(worth)) {
        (Some(turns), _) if turns <= depth => Score::WinIn(turns),
        (_, Some(turns)) if turns <= depth => Score::LossIn(turns),
        _ => Score::Chance(worth),
    }
}

fn thought(found: &simultaneous::Findings<Entry>, control: &Control<'_>) -> Thought {
    let mine: Vec<String> = found
        .mine
        .iter()
        .map(|(entry, _)| entry.to_string())
        .collect();
    let theirs: Vec<String> = found
        .replies
        .iter()
        .map(|((_, entry), _)| entry.to_string())
        .collect();
    let lines = found
        .mine
        .iter()
        .zip(&found.worth)
        .map(|((entry, _), worth)| {
            let mean = found
                .replies
                .iter()
                .zip(worth)
                .map(|((_, chance), worth)| chance * worth);
            Line {
                score: score(mean.sum(), found.depth),
                moves: vec![entry.to_string()],
            }
        })
        .collect();
    Thought {
        depth: found.depth,
        nodes: found.nodes,
        time: control.elapsed(),
        table_fill: found.table_fill,
        lines,
        strategy: found
            .mine
            .iter()
            .map(|(entry, chance)| Weighed {
                action: entry.to_string(),
                chance: *chance,
            })
            .collect(),
        matrix: Some(Matrix {
            mine,
            theirs,
            worth: found.worth.clone(),
        }),
    }
}

impl<E: Evaluation> tree::Guide<Automatafl> for Guide<E> {
    fn candidates(&self, game: &Automatafl, state: &State, seat: Seat, out: &mut Vec<Entry>) {
        candidates::moves(game, state, self.inner_scope, out);
        candidates::merge(game, &self.evaluation, state, seat, self.merge_above, out);
    }

    fn playout(&self, game: &Automatafl, state: &State, _: Seat, dice: &mut dyn Dice) -> Entry {
        let mut moves = Vec::new();
        candidates::moves(game, state, Scope::Lines, &mut moves);
        moves[dice.below(moves.len() as u32) as usize]
    }

    fn worth(&self, game: &Automatafl, state: &State, seat: Seat) -> f64 {
        self.evaluation.chance(game, state, seat)
    }
}
