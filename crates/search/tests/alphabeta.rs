//! Compares alpha-beta with plain minimax, on made-up games whose trees are full of
//! transpositions.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use search::alphabeta::{End, Extras, MOST_POINTS, Position, Searcher, Settings, Worth};
use search::control::{Clock, Control, Limits};

/// A game made from a seed: every move adds to one of a few heaps. The worth of a
/// position, its ending and its moves follow from the heaps by hashing. Moves in
/// another order lead to the same position.
#[derive(Clone, Debug)]
struct Heaps {
    seed: u64,
    heaps: [u8; 8],
    plies: u32,
}

impl Heaps {
    fn new(seed: u64) -> Heaps {
        Heaps {
            seed,
            heaps: [0; 8],
            plies: 0,
        }
    }

    fn hash(&self, salt: u64) -> u64 {
        let start = self.seed ^ salt << 56 ^ u64::from(self.plies) << 48;
        self.heaps.iter().fold(start, |hash, &heap| {
            let mut z = (hash ^ u64::from(heap)).wrapping_add(0x9e37_79b9_7f4a_7c15);
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z ^ (z >> 27)
        })
    }

    /// Plain minimax: every move, to the full depth.
    fn minimax(&mut self, depth: u32, ply: u32) -> i32 {
        match self.ending() {
            Some(End::Won) => return 30_000 - ply as i32,
            Some(End::Lost) => return ply as i32 - 30_000,
            Some(End::Drawn) => return 0,
            None if depth == 0 => return self.evaluate(),
            None => {}
        }
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let mut best = i32::MIN;
        for m in moves {
            self.play(m);
            best = best.max(-self.minimax(depth - 1, ply + 1));
            self.undo(m);
        }
        best
    }
}

impl Position for Heaps {
    type Move = u8;
    type Undo = u8;
    const SLOTS: usize = 8;

    fn key(&self) -> u64 {
        self.hash(1)
    }

    fn ending(&self) -> Option<End> {
        match self.hash(2) % 40 {
            _ if self.plies == 0 => None,
            0 => Some(End::Won),
            1 | 2 => Some(End::Lost),
            3 => Some(End::Drawn),
            _ => None,
        }
    }

    fn recurs(&self) -> bool {
        false
    }

    fn play(&mut self, m: u8) -> u8 {
        self.heaps[usize::from(m)] += 1;
        self.plies += 1;
        m
    }

    fn undo(&mut self, m: u8) {
        self.heaps[usize::from(m)] -= 1;
        self.plies -= 1;
    }

    fn moves(&self, out: &mut Vec<u8>) {
        let allowed = self.hash(3) | 1;
        out.extend((0..8).filter(|m| allowed >> m & 1 == 1));
    }

    fn noisy(&self, out: &mut Vec<u8>) {
        self.moves(out);
        out.retain(|&m| self.gain(m) > 0);
    }

    fn gain(&self, m: u8) -> i32 {
        let hash = self.hash(4) >> (8 * m);
        if hash & 3 == 0 { 100 } else { 0 }
    }

    fn is_legal(&self, m: u8) -> bool {
        m < 8 && (self.hash(3) | 1) >> m & 1 == 1
    }

    fn evaluate(&self) -> i32 {
        (self.hash(5) % 401) as i32 - 200
    }

    fn pack(m: u8) -> u32 {
        u32::from(m) + 1
    }

    fn unpack(bits: u32) -> Option<u8> {
        Some(bits.checked_sub(1)? as u8)
    }

    fn slot(&self, m: u8) -> usize {
        m.into()
    }
}

struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

fn worth(value: i32) -> Worth {
    match value {
        29_000.. => Worth::WinIn((30_000 - value) as u32),
        ..=-29_000 => Worth::LossIn((30_000 + value) as u32),
        points => Worth::Points(points),
    }
}

fn plain(depth: u32) -> Settings {
    Settings {
        limits: Limits {
            depth: Some(depth),
            ..Limits::default()
        },
        extras: Extras::NONE,
        ..Settings::default()
    }
}

#[test]
fn plain_search_finds_the_value_of_minimax() {
    let stop = AtomicBool::new(false);
    let mut decided = 0;
    // The table is so small that entries constantly replace each other.
    for table_mib in [0, 1] {
        let mut searcher = Searcher::new(table_mib);
        for seed in 0..1500 {
            let depth = 1 + (seed % 6) as u32;
            let control = Control::new(Limits::default(), &Still, &stop);
            let mut root = Heaps::new(seed);
            let found = searcher.search(&root, &plain(depth), &control).unwrap();
            let expected = root.minimax(depth, 0);
            assert_eq!(found.lines[0].worth, worth(expected), "seed {seed}");
            decided += u32::from(expected.abs() > MOST_POINTS);
            // The line leads to a position of that value.
            root.play(*found.best());
            assert_eq!(-root.minimax(depth - 1, 1), expected, "seed {seed}");
        }
    }
    assert!(decided > 100, "wins are among the values: {decided}");
}

#[test]
fn plain_search_does_not_use_entries_of_a_deeper_one() {
    let stop = AtomicBool::new(false);
    let mut searcher = Searcher::new(1);
    for seed in 0..200 {
        for depth in [6, 3] {
            let control = Control::new(Limits::default(), &Still, &stop);
            let mut root = Heaps::new(seed);
            let found = searcher.search(&root, &plain(depth), &control).unwrap();
            let expected = root.minimax(depth, 0);
            assert_eq!(found.lines[0].worth, worth(expected), "seed {seed}");
        }
    }
}

#[test]
fn several_threads_find_the_same_value() {
    let stop = AtomicBool::new(false);
    for seed in 0..100 {
        let settings = Settings {
            threads: 3,
            ..plain(6)
        };
        let control = Control::new(Limits::default(), &Still, &stop);
        let mut searcher = Searcher::new(1);
        let found = searcher
            .search(&Heaps::new(seed), &settings, &control)
            .unwrap();
        let expected = Heaps::new(seed).minimax(6, 0);
        assert_eq!(found.lines[0].worth, worth(expected), "seed {seed}");
    }
}

#[test]
fn every_line_has_the_value_of_its_first_move() {
    let stop = AtomicBool::new(false);
    for seed in 0..300 {
        let mut root = Heaps::new(seed);
        let mut moves = Vec::new();
        root.moves(&mut moves);
        let mut expected: Vec<i32> = moves
            .iter()
            .map(|&m| {
                root.play(m);
                let value = -root.minimax(3, 1);
                root.undo(m);
                value
            })
            .collect();
        expected.sort_by_key(|value| -value);
        let settings = Settings {
            lines: usize::MAX,
            ..plain(4)
        };
        let control = Control::new(Limits::default(), &Still, &stop);
        let found = Searcher::new(1).search(&root, &settings, &control).unwrap();
        let lines: Vec<Worth> = found.lines.iter().map(|line| line.worth).collect();
        let expected: Vec<Worth> = expected.into_iter().map(worth).collect();
        assert_eq!(lines, expected, "seed {seed}");
    }
}

#[test]
fn narrow_windows_do_not_change_the_value() {
    let stop = AtomicBool::new(false);
    for seed in 0..300 {
        let mut settings = plain(6);
        settings.extras.aspiration = true;
        let control = Control::new(Limits::default(), &Still, &stop);
        let found = Searcher::new(1)
            .search(&Heaps::new(seed), &settings, &control)
            .unwrap();
        let expected = Heaps::new(seed).minimax(6, 0);
        assert_eq!(found.lines[0].worth, worth(expected), "seed {seed}");
    }
}

#[test]
fn one_thread_with_a_node_limit_is_deterministic() {
    let stop = AtomicBool::new(false);
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let run = |seed| {
        let control = Control::new(limits, &Still, &stop);
        Searcher::new(1)
            .search(&Heaps::new(seed), &Settings::default(), &control)
            .unwrap()
    };
    let mut limited = 0;
    for seed in 0..20 {
        let found = run(seed);
        assert_eq!(found, run(seed));
        assert!(found.nodes <= 20_000);
        limited += u32::from(found.nodes == 20_000);
    }
    assert!(limited > 0, "no search met its limit");
}

#[test]
fn a_search_without_time_or_nodes_still_looks_at_one_ply() {
    let stopped = AtomicBool::new(true);
    let running = AtomicBool::new(false);
    let none = Limits::default();
    for (limits, stop) in [
        (none, &stopped),
        (
            Limits {
                nodes: Some(0),
                ..none
            },
            &running,
        ),
        (
            Limits {
                depth: Some(0),
                ..none
            },
            &running,
        ),
        (
            Limits {
                time: Some(Duration::ZERO),
                ..none
            },
            &running,
        ),
    ] {
        let control = Control::new(limits, &Still, stop);
        let root = Heaps::new(4);
        let found = Searcher::new(1)
            .search(&root, &Settings::default(), &control)
            .unwrap();
        assert!(root.is_legal(*found.best()));
        // One ply is searched whatever the limits, but not after a stop or if the depth
        // limit is 0.
        let looked = limits.depth.is_none() && !stop.load(Ordering::Relaxed);
        assert_eq!(found.depth, u32::from(looked));
    }
}
