//! Monte Carlo tree search for any game that can list its actions.
//!
//! If one seat chooses, this is UCT. If several choose at the same time, it is
//! decoupled UCT: every seat keeps its own counts over its own actions, as if the
//! others were part of chance. The tree ends at a state with a draw: it is played out
//! from there, each time anew.
//!
//! With several threads, each grows a tree of its own, and the results at the root are
//! added up. A single thread runs in place; then the same seed and node limit give the
//! same result.

use std::collections::HashMap;

use dice::Quick;
use game::{Dice, Ending, Enumerate, Game, Outcome, Pending, Seat, Step};

use crate::control::Control;

/// What the search knows about a game beyond its rules.
pub trait Guide<G: Game>: Sync {
    /// Puts the actions of `seat` that are worth trying into `out`, most promising
    /// first, at least one. `out` is cleared first.
    fn candidates(&self, game: &G, state: &G::State, seat: Seat, out: &mut Vec<G::Action>);

    /// Chooses an action of `seat` in a playout.
    fn playout(&self, game: &G, state: &G::State, seat: Seat, dice: &mut dyn Dice) -> G::Action {
        game.propose(state, seat, dice)
    }

    /// The worth of a playout that was cut short for `seat`, from 0 to 1.
    fn worth(&self, game: &G, _state: &G::State, _seat: Seat) -> f64 {
        1.0 / f64::from(game.seats().max(1))
    }
}

/// Knows only the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plain;

impl<G: Enumerate> Guide<G> for Plain {
    fn candidates(&self, game: &G, state: &G::State, seat: Seat, out: &mut Vec<G::Action>) {
        game.actions(state, seat, out);
    }
}

/// How the tree grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How strongly to prefer actions that were rarely tried.
    pub exploration: f64,
    /// The number of steps after which a playout is cut short.
    pub playout: u32,
    /// How candidates are added over time; `None` tries all of them from the start.
    pub widening: Option<Widening>,
    /// The number of trees that grow at the same time.
    pub threads: usize,
    /// The most nodes of one tree. A full tree is still searched.
    pub most_nodes: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            exploration: 0.7,
            playout: 200,
            widening: None,
            threads: 1,
            most_nodes: 1 << 20,
        }
    }
}

/// Progressive widening: a node with n visits tries its first
/// `base + factor * n ^ power` candidates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widening {
    /// How many candidates to try at first.
    pub base: f64,
    /// How many more come with the visits.
    pub factor: f64,
    /// How quickly they come.
    pub power: f64,
}

/// The findings about one action.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm<A> {
    /// The action.
    pub action: A,
    /// How often it was tried.
    pub visits: u64,
    /// The average worth for its seat, from 0 to 1.
    pub worth: f64,
}

/// The findings of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings<A> {
    /// For every seat to act, its actions, most tried first.
    pub seats: Vec<(Seat, Vec<Arm<A>>)>,
    /// The most tried line: for each step the actions of all seats.
    pub line: Vec<Vec<(Seat, A)>>,
    /// The states visited, over all threads.
    pub nodes: u64,
    /// Playouts, over all threads.
    pub rounds: u64,
    /// The depth of the deepest node.
    pub depth: u32,
}

impl<A> Findings<A> {
    /// The findings about the actions of a seat.
    pub fn arms(&self, seat: Seat) -> &[Arm<A>] {
        let found = self.seats.iter().find(|(other, _)| *other == seat);
        found.map_or(&[], |(_, arms)| arms)
    }
}

/// Searches until `control` ends it, but at least a few rounds.
///
/// At least one seat must be to act in `state`.
pub fn search<G: Enumerate>(
    game: &G,
    guide: &impl Guide<G>,
    state: &G::State,
    settings: Settings,
    seed: u64,
    control: &Control<'_>,
) -> Findings<G::Action> {
    let threads = settings.threads.max(1);
    let grow = |thread: usize| {
        let seed = seed ^ (thread as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut tree = Tree::new(game, guide, settings, seed);
        tree.grow(state, control, threads as u64);
        tree.findings()
    };
    if threads == 1 {
        return grow(0);
    }
    let found: Vec<Findings<G::Action>> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map(|thread| scope.spawn(move || grow(thread)))
            .collect();
        let mut found = vec![grow(0)];
        found.extend(others.into_iter().filter_map(|other| other.join().ok()));
        found
    });
    merge(found)
}

/// Adds up the findings of several trees at the root. The line comes from the first
/// tree.
fn merge<A: Clone + Ord>(found: Vec<Findings<A>>) -> Findings<A> {
    let mut found = found.into_iter();
    let mut sum = found.next().expect("there is at least one tree");
    for other in found {
        sum.nodes += other.nodes;
        sum.rounds += other.rounds;
        sum.depth = sum.depth.max(other.depth);
        for ((_, arms), (_, more)) in sum.seats.iter_mut().zip(other.seats) {
            for arm in more {
                match arms.iter_mut().find(|known| known.action == arm.action) {
                    None => arms.push(arm),
                    Some(known) => {
                        let visits = known.visits + arm.visits;
                        if visits > 0 {
                            let total =
                                known.worth * known.visits as f64 + arm.worth * arm.visits as f64;
                            known.worth = total / visits as f64;
                        }
                        known.visits = visits;
                    }
                }
            }
        }
    }
    for (_, arms) in &mut sum.seats {
        arms.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.worth.total_cmp(&a.worth)));
    }
    sum
}

struct Tree<'a, G: Game, H> {
    game: &'a G,
    guide: &'a H,
    settings: Settings,
    dice: Quick,
    nodes: Vec<Node<G::Action>>,
    // The child of a node, by the numbers of the actions chosen there.
    children: HashMap<(u32, u64), u32>,
    visited: u64,
    rounds: u64,
    depth: u32,
}

struct Node<A> {
    visits: u32,
    // `None` until the second visit: most nodes never get one, and listing and ranking
    // candidates takes longer than anything else.
    seats: Option<Vec<Chooser<A>>>,
}

impl<A> Node<A> {
    const NEW: Node<A> = Node {
        visits: 0,
        seats: None,
    };

    fn choosers(&self) -> &[Chooser<A>] {
        self.seats.as_deref().unwrap_or_default()
    }
}

struct Chooser<A> {
    seat: Seat,
    arms: Vec<Count<A>>,
}

struct Count<A> {
    action: A,
    visits: u32,
    sum: f64,
}

impl<A> Chooser<A> {
    /// The arm to try next: one that was never tried, or else the one with the highest
    /// upper bound.
    fn pick(&self, visits: u32, settings: &Settings) -> usize {
        let open = settings.widening.map_or(self.arms.len(), |wide| {
            let count = wide.base + wide.factor * f64::from(visits).powf(wide.power);
            (count as usize).clamp(1, self.arms.len())
        });
        let log = f64::from(visits.max(1)).ln();
        let mut best = (0, f64::NEG_INFINITY);
        for (index, arm) in self.arms[..open].iter().enumerate() {
            if arm.visits == 0 {
                return index;
            }
            let tried = f64::from(arm.visits);
            let bound = arm.sum / tried + settings.exploration * (log / tried).sqrt();
            if bound > best.1 {
                best = (index, bound);
            }
        }
        best.0
    }

    fn most_tried(&self) -> usize {
        let arms = self.arms.iter().enumerate();
        arms.fold((0, 0), |best, (index, arm)| {
            if arm.visits > best.1 {
                (index, arm.visits)
            } else {
                best
            }
        })
        .0
    }
}

impl<'a, G: Enumerate, H: Guide<G>> Tree<'a, G, H> {
    fn new(game: &'a G, guide: &'a H, settings: Settings, seed: u64) -> Tree<'a, G, H> {
        Tree {
            game,
            guide,
            settings,
            dice: Quick::new(seed),
            nodes: Vec::new(),
            children: HashMap::new(),
            visited: 0,
            rounds: 0,
            depth: 0,
        }
    }

    fn grow(&mut self, state: &G::State, control: &Control<'_>, threads: u64) {
        self.nodes.push(Node::NEW);
        // The node limit counts all threads: each takes its share.
        let must_end = |visited: u64| control.must_end(visited.saturating_mul(threads));
        let deepest = control.limits().depth.unwrap_or(u32::MAX);
        let mut path = Vec::new();
        let mut joint = Vec::new();
        while self.rounds < 2 || !must_end(self.visited) {
            self.round(state, deepest, &mut path, &mut joint);
        }
    }

    fn choosers(&self, state: &G::State) -> Vec<Chooser<G::Action>> {
        let mut list = Vec::new();
        let acting = self.game.pending(state).to_act();
        acting
            .iter()
            .map(|seat| {
                self.guide.candidates(self.game, state, seat, &mut list);
                let arms = list.drain(..).map(|action| Count {
                    action,
                    visits: 0,
                    sum: 0.0,
                });
                Chooser {
                    seat,
                    arms: arms.collect(),
                }
            })
            .collect()
    }

    /// One round: down the tree, one new node, a playout, and back.
    fn round(
        &mut self,
        start: &G::State,
        deepest: u32,
        path: &mut Vec<(u32, Vec<u32>)>,
        joint: &mut Vec<(Seat, G::Action)>,
    ) {
        path.clear();
        let mut state = start.clone();
        let mut at = 0u32;
        loop {
            if self.nodes[at as usize].seats.is_none() {
                self.nodes[at as usize].seats = Some(self.choosers(&state));
            }
            let node = &self.nodes[at as usize];
            let choosers = node.choosers();
            if choosers.is_empty() || path.len() as u32 >= deepest {
                break;
            }
            joint.clear();
            let mut code = 0u64;
            let mut picks = Vec::with_capacity(choosers.len());
            for chooser in choosers {
                let pick = chooser.pick(node.visits, &self.settings);
                code = code
                    .wrapping_mul(chooser.arms.len() as u64)
                    .wrapping_add(pick as u64);
                picks.push(pick as u32);
                joint.push((chooser.seat, chooser.arms[pick].action.clone()));
            }
            path.push((at, picks));
            self.game.apply(&mut state, Step::Act(joint));
            self.visited += 1;
            match self.children.get(&(at, code)) {
                Some(&child) => at = child,
                None => {
                    if self.nodes.len() < self.settings.most_nodes.min(u32::MAX as usize) {
                        self.children.insert((at, code), self.nodes.len() as u32);
                        self.nodes.push(Node::NEW);
                        self.depth = self.depth.max(path.len() as u32);
                    }
                    break;
                }
            }
        }
        let ending = self.play_out(&mut state, joint);
        self.rounds += 1;
        for (at, picks) in path.iter() {
            let node = &mut self.nodes[*at as usize];
            node.visits += 1;
            for (chooser, pick) in node.seats.iter_mut().flatten().zip(picks) {
                let arm = &mut chooser.arms[*pick as usize];
                arm.visits += 1;
                arm.sum += match &ending {
                    Some(ending) => reward(ending, chooser.seat, self.game.seats()),
                    None => self.guide.worth(self.game, &state, chooser.seat),
                };
            }
        }
    }

    fn play_out(
        &mut self,
        state: &mut G::State,
        joint: &mut Vec<(Seat, G::Action)>,
    ) -> Option<Ending> {
        let mut steps = 0;
        loop {
            match self.game.pending(state) {
                Pending::Over(ending) => return Some(ending),
                Pending::Chance(_) => {
                    let draw = self.game.draw(state, &mut self.dice);
                    self.game.apply(state, Step::Draw(&draw));
                }
                _ if steps >= self.settings.playout => return None,
                Pending::Choose(seats) => {
                    joint.clear();
                    for seat in seats.iter() {
                        let action = self.guide.playout(self.game, state, seat, &mut self.dice);
                        joint.push((seat, action));
                    }
                    self.game.apply(state, Step::Act(joint));
                }
            }
            steps += 1;
            self.visited += 1;
        }
    }

    fn findings(&self) -> Findings<G::Action> {
        let seats = self.nodes[0].choosers().iter().map(|chooser| {
            let mut arms: Vec<Arm<G::Action>> = chooser
                .arms
                .iter()
                .map(|arm| Arm {
                    action: arm.action.clone(),
                    visits: u64::from(arm.visits),
                    worth: match arm.visits {
                        0 => 0.0,
                        visits => arm.sum / f64::from(visits),
                    },
                })
                .collect();
            arms.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.worth.total_cmp(&a.worth)));
            (chooser.seat, arms)
        });
        Findings {
            seats: seats.collect(),
            line: self.line(),
            nodes: self.visited,
            rounds: self.rounds,
            depth: self.depth,
        }
    }

    fn line(&self) -> Vec<Vec<(Seat, G::Action)>> {
        let mut line = Vec::new();
        let mut at = 0u32;
        loop {
            let node = &self.nodes[at as usize];
            if node.visits == 0 {
                return line;
            }
            let mut code = 0u64;
            let mut step = Vec::with_capacity(node.choosers().len());
            for chooser in node.choosers() {
                let pick = chooser.most_tried();
                code = code
                    .wrapping_mul(chooser.arms.len() as u64)
                    .wrapping_add(pick as u64);
                step.push((chooser.seat, chooser.arms[pick].action.clone()));
            }
            line.push(step);
            match self.children.get(&(at, code)) {
                Some(&child) => at = child,
                None => return line,
            }
        }
    }
}

/// The worth of an ending for a seat: 1 for a win; all seats share a draw.
fn reward(ending: &Ending, seat: Seat, seats: u16) -> f64 {
    match &ending.outcome {
        Outcome::Drawn => 1.0 / f64::from(seats.max(1)),
        outcome if outcome.won(seat) => 1.0,
        _ => 0.0,
    }
}
