//! Iterations, windows, threads and lines.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::table::Table;
use super::worker::{RootMove, Shared, Worker};
use super::{INFINITE, MOST_PLIES, Position, WON_FROM, Worth};
use crate::control::{Control, Limits};

/// Searches positions of one game and remembers its findings for the next move.
pub struct Searcher {
    table: Table,
}

/// How to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Limits of the searcher; those of the [`Control`] apply too.
    pub limits: Limits,
    /// The number of search threads. With 1, no thread is started.
    pub threads: usize,
    /// How many of the best moves get a value and a line of their own.
    pub lines: usize,
    /// How many points below equality the searching side rates a draw: a side that
    /// expects to be stronger does not settle for a draw.
    pub contempt: i32,
    /// Refinements of the plain search.
    pub extras: Extras,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            limits: Limits::default(),
            threads: 1,
            lines: 1,
            contempt: 0,
            extras: Extras::default(),
        }
    }
}

/// Refinements of a plain search to a fixed depth. Without any, the value is exactly
/// that of plain minimax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extras {
    /// Follow captures beyond the depth.
    pub quiescence: bool,
    /// Search late moves less deep, and skip hopeless ones.
    pub reductions: bool,
    /// Search one ply deeper if the side to move is in danger.
    pub extensions: bool,
    /// Use wins and losses that are visible without search, even beyond the depth.
    pub foresight: bool,
    /// Start with a narrow window around the last value.
    pub aspiration: bool,
    /// Treat a recurring position as a draw before the rules do.
    pub early_draws: bool,
    /// Use values that a deeper search has stored.
    pub deeper_known: bool,
}

impl Extras {
    /// The plain search.
    pub const NONE: Extras = Extras {
        quiescence: false,
        reductions: false,
        extensions: false,
        foresight: false,
        aspiration: false,
        early_draws: false,
        deeper_known: false,
    };
}

impl Default for Extras {
    fn default() -> Extras {
        Extras {
            quiescence: true,
            reductions: true,
            extensions: true,
            foresight: true,
            aspiration: true,
            early_draws: true,
            deeper_known: true,
        }
    }
}

/// The findings of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<M> {
    /// The last depth that was searched completely.
    pub depth: u32,
    /// The states visited, by all threads.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
    /// How full the table is, from 0 to 1.
    pub table_fill: f64,
    /// The best moves, best first. Never empty.
    pub lines: Vec<Line<M>>,
}

impl<M> Found<M> {
    /// The best move.
    pub fn best(&self) -> &M {
        &self.lines[0].moves[0]
    }
}

/// A line and its worth for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// Its worth.
    pub worth: Worth,
    /// Its moves. Never empty.
    pub moves: Vec<M>,
}

impl Searcher {
    /// Creates a searcher with a table of this many MiB.
    pub fn new(table_mib: usize) -> Searcher {
        Searcher {
            table: Table::new(table_mib),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches until a limit is reached; `None` if there is no move.
    ///
    /// Without any limit it continues until it is stopped or has searched everything.
    pub fn search<P: Position>(
        &mut self,
        position: &P,
        settings: &Settings,
        control: &Control<'_>,
    ) -> Option<Found<P::Move>> {
        self.table.next_search();
        let shared = Shared {
            table: &self.table,
            control,
            settings,
            nodes: AtomicU64::new(0),
            done: AtomicBool::new(false),
        };
        let mut first = Worker::new(&shared, position.clone());
        let moves = first.root_moves();
        if moves.is_empty() {
            return None;
        }
        let (moves, depth) = if settings.threads <= 1 {
            iterate(&mut first, moves, &shared, 0)
        } else {
            std::thread::scope(|scope| {
                for number in 1..settings.threads {
                    let (shared, moves) = (&shared, moves.clone());
                    let position = position.clone();
                    scope.spawn(move || {
                        let mut worker = Worker::new(shared, position);
                        iterate(&mut worker, moves, shared, number);
                    });
                }
                let found = iterate(&mut first, moves, &shared, 0);
                shared.done.store(true, Relaxed);
                found
            })
        };
        let lines = moves
            .into_iter()
            .take(settings.lines.max(1))
            .enumerate()
            .filter(|(i, root)| *i == 0 || root.value > -INFINITE)
            .map(|(_, root)| Line {
                worth: match root.value {
                    // Stopped before anything was searched.
                    ..=UNSEEN => Worth::Points(0),
                    value => Worth::of(value),
                },
                moves: root.line,
            })
            .collect();
        Some(Found {
            depth,
            nodes: shared.nodes.load(Relaxed),
            time: control.elapsed(),
            table_fill: self.table.fill(),
            lines,
        })
    }
}

const UNSEEN: i32 = -INFINITE;

/// Deepens step by step. Returns the moves, best first, and the last depth that was
/// searched completely. Thread `number` 0 decides when to end; the others fill the
/// table for it.
fn iterate<P: Position>(
    worker: &mut Worker<'_, P>,
    mut moves: Vec<RootMove<P::Move>>,
    shared: &Shared<'_>,
    number: usize,
) -> (Vec<RootMove<P::Move>>, u32) {
    let settings = shared.settings;
    let limits = [settings.limits, shared.control.limits()];
    let deepest = limits.iter().filter_map(|limits| limits.depth).min();
    let deepest = deepest.map_or(MOST_PLIES as i32 - 1, |depth| {
        depth.min(MOST_PLIES as u32 - 1) as i32
    });
    let time = limits.iter().filter_map(|limits| limits.time).min();
    let lines = settings.lines.clamp(1, moves.len());
    let mut finished = 0;
    // Threads at different depths see different things.
    let mut depth = 1 + (number & 1) as i32;
    // The first ply is always searched completely, whatever the limits: on a busy
    // machine the time can run out before anything was searched.
    worker.patient = number == 0 && !shared.control.is_stopped();
    while depth <= deepest && (worker.patient || !shared.must_end(shared.nodes.load(Relaxed))) {
        let mut searched = moves.clone();
        let before: Vec<i32> = searched[..lines].iter().map(|root| root.value).collect();
        for root in &mut searched {
            root.value = UNSEEN;
        }
        for (first, &guess) in before.iter().enumerate() {
            windows(worker, &mut searched, first, depth, guess);
            if worker.stopped {
                break;
            }
        }
        worker.patient = false;
        if !worker.stopped {
            searched[..lines].sort_by_key(|root| -root.value);
            finished = depth as u32;
            moves = searched;
        } else {
            // An unfinished iteration still counts if it has searched its first move:
            // that was the best so far, and any move ahead of it now is better.
            if searched[0].value > UNSEEN && lines == 1 {
                moves = searched;
            }
            break;
        }
        if number == 0 && enough(&moves[..lines], depth, shared, time) {
            break;
        }
        depth += 1;
    }
    worker.report();
    (moves, finished)
}

/// Whether a deeper iteration would add nothing or would not finish in time.
fn enough<M>(
    lines: &[RootMove<M>],
    depth: i32,
    shared: &Shared<'_>,
    time: Option<Duration>,
) -> bool {
    // A win or loss well within the depth is final.
    let decided = |root: &RootMove<M>| match Worth::of(root.value) {
        Worth::Points(_) => false,
        Worth::WinIn(plies) | Worth::LossIn(plies) => plies as i32 + 4 <= depth,
    };
    let late = time.is_some_and(|time| shared.control.elapsed() > time.mul_f64(0.6));
    late || lines.iter().all(decided)
}

/// Searches with a narrow window around `guess` and widens it until the value lies
/// inside.
fn windows<P: Position>(
    worker: &mut Worker<'_, P>,
    moves: &mut [RootMove<P::Move>],
    first: usize,
    depth: i32,
    guess: i32,
) {
    let narrow = worker.aspires() && depth >= 4 && guess.abs() < WON_FROM;
    let mut width = 30;
    let (mut alpha, mut beta) = if narrow {
        (guess - width, guess + width)
    } else {
        (-INFINITE, INFINITE)
    };
    loop {
        let value = worker.root(moves, first, depth, alpha, beta);
        if worker.stopped {
            return;
        }
        width *= 4;
        if value <= alpha && alpha > -INFINITE {
            alpha = widened(value - width);
        } else if value >= beta && beta < INFINITE {
            beta = -widened(-value - width);
        } else {
            return;
        }
    }
}

fn widened(alpha: i32) -> i32 {
    if alpha < -2000 { -INFINITE } else { alpha }
}
