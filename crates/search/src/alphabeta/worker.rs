//! One thread's walk through the tree.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::ordering::{Ordering, pick};
use super::searcher::{Extras, Settings};
use super::table::{Bound, Known, Table};
use super::{End, Foreseen, INFINITE, LOST_FROM, MOST_PLIES, Position, WIN, WON_FROM};
use crate::control::Control;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub control: &'a Control<'a>,
    pub settings: &'a Settings,
    pub nodes: AtomicU64,
    pub done: AtomicBool,
}

impl Shared<'_> {
    /// Whether the search must end after `nodes` states.
    pub fn must_end(&self, nodes: u64) -> bool {
        let own = &self.settings.limits;
        self.control.must_end(nodes)
            || own.nodes.is_some_and(|most| nodes >= most)
            || own.time.is_some_and(|most| self.control.elapsed() >= most)
    }

    fn most_nodes(&self) -> u64 {
        let limits = [self.settings.limits, self.control.limits()];
        limits
            .iter()
            .filter_map(|limits| limits.nodes)
            .min()
            .unwrap_or(u64::MAX)
    }
}

/// A move at the root, its value and the line behind it.
#[derive(Clone)]
pub(super) struct RootMove<M> {
    pub m: M,
    pub value: i32,
    pub line: Vec<M>,
}

/// A position that is being searched: its terms, and the best move so far.
struct Node<M> {
    depth: i32,
    alpha: i32,
    beta: i32,
    ply: usize,
    known_move: Option<M>,
    in_danger: bool,
    // Moves that hardly change the result are left out.
    prunes: bool,
    // The evaluation; 0 if it is not needed.
    judged: i32,
    best: i32,
    best_move: Option<M>,
}

pub(super) struct Worker<'a, P: Position> {
    shared: &'a Shared<'a>,
    extras: Extras,
    position: P,
    ordering: Ordering<P>,
    // Lists by ply, which keep their memory.
    listed: Vec<P::Move>,
    ranked: Vec<Vec<(i32, P::Move)>>,
    lines: Vec<Vec<P::Move>>,
    reductions: Vec<[i8; 64]>,
    nodes: u64,
    reported: u64,
    next_look: u64,
    // Whether only the switch stops it, not a limit.
    pub patient: bool,
    pub stopped: bool,
}

/// How many states to visit between two looks at the clock.
const LOOK: u64 = 1024;

impl<'a, P: Position> Worker<'a, P> {
    pub(super) fn new(shared: &'a Shared<'a>, position: P) -> Worker<'a, P> {
        let reduction = |depth: usize, nth: usize| {
            let product = (depth.max(1) as f64).ln() * (nth.max(1) as f64).ln();
            (0.4 + product / 2.2) as i8
        };
        Worker {
            shared,
            extras: shared.settings.extras,
            position,
            ordering: Ordering::new(),
            listed: Vec::new(),
            ranked: (0..MOST_PLIES + 2).map(|_| Vec::new()).collect(),
            lines: (0..MOST_PLIES + 2).map(|_| Vec::new()).collect(),
            reductions: (0..64)
                .map(|depth| std::array::from_fn(|nth| reduction(depth, nth)))
                .collect(),
            nodes: 0,
            reported: 0,
            next_look: LOOK.min(shared.most_nodes()),
            patient: false,
            stopped: false,
        }
    }

    /// Whether to start with narrow windows.
    pub(super) fn aspires(&self) -> bool {
        self.extras.aspiration
    }

    /// The legal moves at the root, in the order in which to try them.
    pub(super) fn root_moves(&mut self) -> Vec<RootMove<P::Move>> {
        let known = self.known_move(0);
        self.listed.clear();
        self.position.moves(&mut self.listed);
        let mut ranked = Vec::new();
        let Worker {
            ordering,
            position,
            listed,
            ..
        } = self;
        ordering.rank(position, listed, known, 0, &mut ranked);
        ranked.sort_by_key(|&(rank, _)| -rank);
        ranked
            .into_iter()
            .map(|(_, m)| RootMove {
                m,
                value: -INFINITE,
                line: vec![m],
            })
            .collect()
    }

    fn known_move(&self, ply: usize) -> Option<P::Move> {
        let known = self.shared.table.find(self.position.key(), ply)?;
        P::unpack(known.packed).filter(|&m| self.position.is_legal(m))
    }

    /// Reports the states visited since the last report to the other threads.
    pub(super) fn report(&mut self) -> u64 {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        self.shared.nodes.fetch_add(new, Relaxed) + new
    }

    #[cold]
    fn look(&mut self) {
        let total = self.report();
        let ended = if self.patient {
            self.shared.control.is_stopped()
        } else {
            self.shared.done.load(Relaxed) || self.shared.must_end(total)
        };
        if ended {
            self.stopped = true;
            self.shared.done.store(true, Relaxed);
        }
        let left = self.shared.most_nodes().saturating_sub(total);
        self.next_look = self.nodes + LOOK.min(left.max(1));
    }

    /// Searches the moves from `first` on and brings the best of them to `first`.
    /// Returns its value, which is only a bound unless it lies between alpha and beta.
    pub(super) fn root(
        &mut self,
        moves: &mut [RootMove<P::Move>],
        first: usize,
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut best = -INFINITE;
        let lowest = alpha;
        for i in first..moves.len() {
            let m = moves[i].m;
            let undo = self.position.play(m);
            let mut value = 0;
            let mut full = i == first;
            if !full {
                value = -self.search::<false>(depth - 1, -alpha - 1, -alpha, 1);
                full = value > alpha && !self.stopped;
            }
            if full {
                value = -self.search::<true>(depth - 1, -beta, -alpha, 1);
            }
            self.position.undo(undo);
            if self.stopped {
                return best;
            }
            best = best.max(value);
            if i == first || value > alpha {
                let below = &self.lines[1];
                let root = &mut moves[i];
                root.value = value;
                root.line.clear();
                root.line.push(m);
                root.line.extend_from_slice(below);
                // The new best goes first; the others keep their order.
                if value > alpha {
                    moves[first..=i].rotate_right(1);
                }
                alpha = alpha.max(value);
            }
            if value >= beta {
                break;
            }
        }
        if first == 0 && best > -INFINITE {
            self.keep(depth, best, [lowest, beta], Some(moves[0].m), 0);
        }
        best
    }

    fn keep(
        &self,
        depth: i32,
        value: i32,
        [alpha, beta]: [i32; 2],
        best: Option<P::Move>,
        ply: usize,
    ) {
        let bound = if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let known = Known {
            packed: best.map_or(0, P::pack),
            value,
            depth,
            bound,
        };
        self.shared.table.keep(self.position.key(), known, ply);
    }

    /// Done on every arrival at a position: counts it and checks whether the game has
    /// ended.
    #[inline]
    fn arrive(&mut self, ply: usize) -> Option<i32> {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
            if self.stopped {
                return Some(0);
            }
        }
        match self.position.ending() {
            Some(End::Drawn) => return Some(self.drawn(ply)),
            Some(End::Lost) => return Some(ply as i32 - WIN),
            Some(End::Won) => return Some(WIN - ply as i32),
            None => {}
        }
        if self.extras.early_draws && self.position.recurs() {
            return Some(self.drawn(ply));
        }
        (ply >= MOST_PLIES).then(|| self.position.evaluate())
    }

    /// The worth of a draw for the side to move. The root's side is to move at every
    /// second ply.
    fn drawn(&self, ply: usize) -> i32 {
        let contempt = self.shared.settings.contempt;
        if ply.is_multiple_of(2) {
            -contempt
        } else {
            contempt
        }
    }

    /// The value of the position, searched `depth` plies ahead.
    fn search<const PV: bool>(&mut self, mut depth: i32, alpha: i32, beta: i32, ply: usize) -> i32 {
        if PV {
            self.lines[ply].clear();
        }
        if let Some(value) = self.arrive(ply) {
            return value;
        }
        if let Some(value) = self.foreseen(depth, ply) {
            return value;
        }
        if depth <= 0 && !self.extras.quiescence {
            return self.position.evaluate();
        }
        let in_danger = self.extras.foresight && self.position.in_danger();
        if in_danger && self.extras.extensions && ply < 2 * MOST_PLIES / 3 {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 {
            return self.quiet(alpha, beta, ply, 0);
        }

        // No line from here is quicker than a win with the next move.
        let lowest = alpha.max(ply as i32 - WIN);
        let beta = beta.min(WIN - ply as i32 - 1);
        if lowest >= beta {
            return lowest;
        }

        let known = self.shared.table.find(self.position.key(), ply);
        if let Some(known) = known
            && !PV
            && (known.depth == depth || known.depth > depth && self.extras.deeper_known)
            && match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.value >= beta,
                Bound::Upper => known.value <= lowest,
            }
        {
            return known.value;
        }
        let known_move = known
            .and_then(|known| P::unpack(known.packed))
            .filter(|&m| self.position.is_legal(m));

        let quiet_window = lowest.abs() < WON_FROM && beta.abs() < WON_FROM;
        let prunes = !PV && self.extras.reductions && !in_danger && quiet_window;
        let judged = if prunes && depth <= 6 {
            self.position.evaluate()
        } else {
            0
        };
        // So far ahead that the other side can hardly catch up in the few plies left.
        if prunes && depth <= 4 && judged - 120 * depth >= beta {
            return judged;
        }
        // Without a known move the order is poor: search less deep to find one.
        if self.extras.reductions && known_move.is_none() && depth >= 4 {
            depth -= 1;
        }

        let mut node = Node {
            depth,
            alpha: lowest,
            beta,
            ply,
            known_move,
            in_danger,
            prunes,
            judged,
            best: -INFINITE,
            best_move: None,
        };
        self.try_known::<PV>(&mut node);
        if node.alpha < beta && !self.stopped {
            self.try_others::<PV>(&mut node);
        }
        if self.stopped {
            return 0;
        }
        self.keep(depth, node.best, [lowest, beta], node.best_move, ply);
        node.best
    }

    /// A decision that is visible without search, if the search would see it too, or in
    /// any case if it may look beyond its depth.
    #[inline]
    fn foreseen(&self, depth: i32, ply: usize) -> Option<i32> {
        if depth <= 0 && !self.extras.foresight {
            return None;
        }
        let within = |plies: u32| self.extras.foresight || plies as i32 <= depth;
        match self.position.foresee()? {
            Foreseen::Win(plies) if within(plies) => Some(WIN - (ply as i32 + plies as i32)),
            Foreseen::Loss(plies) if within(plies) => Some(ply as i32 + plies as i32 - WIN),
            _ => None,
        }
    }

    /// Tries the known move before the others are even listed: often it is enough.
    #[inline]
    fn try_known<const PV: bool>(&mut self, node: &mut Node<P::Move>) {
        let Some(m) = node.known_move else {
            return;
        };
        let undo = self.position.play(m);
        let value = -self.search::<PV>(node.depth - 1, -node.beta, -node.alpha, node.ply + 1);
        self.position.undo(undo);
        if self.stopped {
            return;
        }
        self.note::<PV>(node, m, value);
        if value >= node.beta && self.position.gain(m) == 0 {
            let ordering = &mut self.ordering;
            ordering.refuted(&self.position, m, &[], node.depth, node.ply);
        }
    }

    /// Tries the moves that are not known, in their order, until one of them is enough.
    #[inline]
    fn try_others<const PV: bool>(&mut self, node: &mut Node<P::Move>) {
        let Node { depth, ply, .. } = *node;
        self.listed.clear();
        if node.in_danger {
            self.position.evasions(&mut self.listed);
        } else {
            self.position.moves(&mut self.listed);
        }
        let mut ranked = std::mem::take(&mut self.ranked[ply]);
        let Worker {
            ordering,
            position,
            listed,
            ..
        } = &mut *self;
        ordering.rank(position, listed, node.known_move, ply, &mut ranked);
        if node.in_danger && node.best == -INFINITE {
            // If no move parries, the other side wins with its next move.
            node.best = ply as i32 + 2 - WIN;
        }
        // Too far behind for quiet moves to catch up in the plies left.
        let futile = node.judged + 80 + 90 * depth;
        let hopeless = node.prunes && depth <= 6 && futile <= node.alpha;
        let mut at = 0;
        while at < ranked.len() {
            let (rank, m) = pick(&mut ranked, at);
            at += 1;
            if node.known_move == Some(m) {
                continue;
            }
            // The remaining moves are no better. A skipped move must not count as
            // lost: a loss is reported only if every reply was tried.
            if !Ordering::<P>::is_special(rank) {
                if hopeless && at > 1 {
                    node.best = node.best.max(futile);
                    break;
                }
                if node.prunes && too_late(at, depth) {
                    node.best = node.best.max(node.judged.min(node.alpha));
                    break;
                }
            }
            let undo = self.position.play(m);
            let value = if at == 1 && node.known_move.is_none() {
                -self.search::<PV>(depth - 1, -node.beta, -node.alpha, ply + 1)
            } else {
                self.later::<PV>(node, at, rank)
            };
            self.position.undo(undo);
            if self.stopped {
                break;
            }
            self.note::<PV>(node, m, value);
            if node.alpha >= node.beta {
                if !Ordering::<P>::is_noisy(rank) {
                    let tried = &ranked[..at];
                    self.ordering.refuted(&self.position, m, tried, depth, ply);
                }
                break;
            }
        }
        self.ranked[ply] = ranked;
    }

    /// Compares a move that was tried with the best so far.
    #[inline]
    fn note<const PV: bool>(&mut self, node: &mut Node<P::Move>, m: P::Move, value: i32) {
        if value > node.best {
            node.best = value;
            if value > node.alpha {
                node.best_move = Some(m);
                node.alpha = value;
                if PV {
                    self.extend_line(m, node.ply);
                }
            }
        }
    }

    /// The value of the move that was just played, the `nth` in its order and not the
    /// first: the search tries to show with little effort that it is no better.
    #[inline]
    fn later<const PV: bool>(&mut self, node: &Node<P::Move>, nth: usize, rank: i32) -> i32 {
        let Node {
            depth,
            alpha,
            beta,
            ply,
            ..
        } = *node;
        let late = self.extras.reductions && depth >= 3 && nth > 3 && !node.in_danger;
        if late && !Ordering::<P>::is_special(rank) {
            let mut less = i32::from(self.reductions[depth.min(63) as usize][nth.min(63)]);
            less -= i32::from(PV) + rank / 6000;
            let less = less.clamp(0, depth - 2);
            if less > 0 {
                let value = -self.search::<false>(depth - 1 - less, -alpha - 1, -alpha, ply + 1);
                if value <= alpha || self.stopped {
                    return value;
                }
            }
        }
        let value = -self.search::<false>(depth - 1, -alpha - 1, -alpha, ply + 1);
        if PV && value > alpha && value < beta && !self.stopped {
            return -self.search::<true>(depth - 1, -beta, -alpha, ply + 1);
        }
        value
    }

    fn extend_line(&mut self, m: P::Move, ply: usize) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        let here = &mut here[ply];
        here.clear();
        here.push(m);
        here.extend_from_slice(&below[0]);
    }

    /// The value once the captures are over. The game goes on here, and no decisive
    /// result is foreseen.
    fn quiet(&mut self, mut alpha: i32, beta: i32, ply: usize, plies: u32) -> i32 {
        let mut best = self.position.evaluate();
        if best >= beta || plies >= MOST_QUIET {
            return best;
        }
        let judged = best;
        alpha = alpha.max(best);
        self.listed.clear();
        self.position.noisy(&mut self.listed);
        let mut ranked = std::mem::take(&mut self.ranked[ply]);
        ranked.clear();
        let position = &self.position;
        ranked.extend(self.listed.iter().map(|&m| (position.gain(m), m)));
        for at in 0..ranked.len() {
            let (gain, m) = pick(&mut ranked, at);
            // Even with a bonus on top, this capture would not be enough.
            if judged + gain + 150 <= alpha && alpha > LOST_FROM {
                break;
            }
            let undo = self.position.play(m);
            let value = -self.quiet_arrival(-beta, -alpha, ply + 1, plies + 1);
            self.position.undo(undo);
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        self.ranked[ply] = ranked;
        best
    }

    fn quiet_arrival(&mut self, alpha: i32, beta: i32, ply: usize, plies: u32) -> i32 {
        self.lines[ply].clear();
        if let Some(value) = self.arrive(ply) {
            return value;
        }
        match self.position.foresee() {
            Some(Foreseen::Win(plies)) => WIN - (ply as i32 + plies as i32),
            Some(Foreseen::Loss(plies)) => ply as i32 + plies as i32 - WIN,
            None => self.quiet(alpha, beta, ply, plies),
        }
    }
}

/// Whether a quiet move comes too late in the order to matter this close to the leaves.
fn too_late(nth: usize, depth: i32) -> bool {
    depth <= 4 && nth > 3 * (1 + depth * depth) as usize
}

/// The most captures in a row to follow.
const MOST_QUIET: u32 = 16;
