//! The rules a second time, taken from the text square by square, slow and plain.
//!
//! Only the names of options come from the crate: squares are pairs of numbers, the board is a
//! table of characters.

use std::collections::{BTreeMap, BTreeSet};

use automatafl::{Identical, Tie};

/// Column and row, from 0.
pub type At = (i32, i32);
/// Source and destination.
pub type Pair = (At, At);

/// The table of characters: `.`, `a`, `r`, `@`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub width: i32,
    pub height: i32,
    // By row, from the bottom.
    rows: Vec<Vec<char>>,
}

impl Table {
    pub fn new(width: i32, height: i32) -> Table {
        Table {
            width,
            height,
            rows: vec![vec!['.'; width as usize]; height as usize],
        }
    }

    pub fn holds(&self, (x, y): At) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    pub fn on(&self, (x, y): At) -> char {
        self.rows[y as usize][x as usize]
    }

    pub fn put(&mut self, (x, y): At, piece: char) {
        self.rows[y as usize][x as usize] = piece;
    }

    pub fn free(&self, at: At) -> bool {
        self.on(at) == '.'
    }

    pub fn squares(&self) -> Vec<At> {
        let across = |y| (0..self.width).map(move |x| (x, y));
        (0..self.height).flat_map(across).collect()
    }

    pub fn is_corner(&self, (x, y): At) -> bool {
        (x == 0 || x == self.width - 1) && (y == 0 || y == self.height - 1)
    }

    /// The automata, in reading order.
    pub fn automata(&self) -> Vec<At> {
        let mut all = self.squares();
        all.retain(|&at| self.on(at) == '@');
        all
    }

    /// The position record.
    pub fn record(&self) -> String {
        let mut text = "/".to_owned();
        for row in &self.rows {
            let mut run = 0;
            for &piece in row {
                if piece == '.' {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    text += &run.to_string();
                }
                run = 0;
                text.push(piece);
            }
            if run > 0 {
                text += &run.to_string();
            }
            text.push('/');
        }
        text
    }
}

/// Whether the rules allow an entry.
pub fn legal(table: &Table, marked: &BTreeSet<At>, (from, to): Pair) -> bool {
    let usable = |at: At| table.holds(at) && table.on(at) != '@' && !marked.contains(&at);
    usable(from) && usable(to) && from != to && (from.0 == to.0 || from.1 == to.1)
}

/// All legal entries.
pub fn entries(table: &Table, marked: &BTreeSet<At>) -> Vec<Pair> {
    let mut found = Vec::new();
    for from in table.squares() {
        for x in 0..table.width {
            found.push((from, (x, from.1)));
        }
        for y in 0..table.height {
            found.push((from, (from.0, y)));
        }
    }
    found.retain(|&pair| legal(table, marked, pair));
    found
}

/// The conflicted squares, and the seats that choose again.
pub fn conflicts(
    table: &Table,
    moves: &[Option<Pair>],
    identical: Identical,
) -> (BTreeSet<At>, BTreeSet<usize>) {
    let (mut squares, mut seats) = (BTreeSet::new(), BTreeSet::new());
    let mut clash = |at: At, named: &dyn Fn(Pair) -> bool| {
        let group: Vec<usize> = (0..moves.len())
            .filter(|&seat| moves[seat].is_some_and(named))
            .collect();
        let different: BTreeSet<Pair> = group.iter().filter_map(|&seat| moves[seat]).collect();
        let count = match identical {
            Identical::Merge => different.len(),
            Identical::Conflict => group.len(),
        };
        if count >= 2 {
            squares.insert(at);
            seats.extend(group);
        }
    };
    for at in table.squares() {
        if !table.free(at) {
            clash(at, &|(from, _)| from == at);
        }
        clash(at, &|(_, to)| to == at);
    }
    (squares, seats)
}

/// The outcome of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The piece that moved, and the seat whose move had brought it to the source in
    /// this turn.
    Moved(char, Option<usize>),
    /// The blocking piece and its square.
    Blocked(char, At),
    /// The other seats.
    Contested(BTreeSet<usize>),
    /// The other seats; of equal moves, only the lowest seat's.
    Cycle(BTreeSet<usize>),
    /// The seat whose piece it is.
    Occupied(usize),
    Empty,
}

impl What {
    pub fn name(&self) -> &'static str {
        match self {
            What::Moved(..) => "moved",
            What::Blocked(..) => "blocked",
            What::Contested(_) => "contested",
            What::Cycle(_) => "cycle",
            What::Occupied(_) => "occupied",
            What::Empty => "empty",
        }
    }
}

/// Carries out the moves and tries them in `order`. The result must not depend on that
/// order.
pub fn resolve(table: &mut Table, moves: &[Option<Pair>], order: &[usize]) -> Vec<Option<What>> {
    let before = table.clone();
    let all: Vec<(usize, Pair)> = (0..moves.len())
        .filter_map(|seat| Some((seat, moves[seat]?)))
        // Of equal moves, the lowest seat's stands for all.
        .filter(|(seat, pair)| !moves[..*seat].contains(&Some(*pair)))
        .collect();
    let lifted: BTreeSet<At> = all
        .iter()
        .map(|&(_, (from, _))| from)
        .filter(|&from| !before.free(from))
        .collect();
    let mut fates: BTreeMap<usize, What> = BTreeMap::new();

    for &(seat, (from, to)) in &all {
        let (dx, dy) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let mut at = from;
        while at != to {
            at = (at.0 + dx, at.1 + dy);
            if !before.free(at) && !lifted.contains(&at) {
                fates.insert(seat, What::Blocked(before.on(at), at));
                break;
            }
        }
        let rivals: BTreeSet<usize> = (0..moves.len())
            .filter(|&other| moves[other].is_some_and(|(f, t)| f == from && t != to))
            .collect();
        if before.free(from) && !rivals.is_empty() {
            fates.entry(seat).or_insert(What::Contested(rivals));
        }
    }
    let live: Vec<(usize, Pair)> = all
        .iter()
        .copied()
        .filter(|(seat, _)| !fates.contains_key(seat))
        .collect();

    for &(seat, (start, mut end)) in &live {
        let mut round = vec![(seat, start)];
        while let Some(&(next, (from, to))) = live.iter().find(|(_, (from, _))| *from == end) {
            if round.iter().any(|&(known, _)| known == next) {
                break;
            }
            round.push((next, from));
            end = to;
        }
        if end == start {
            let held = round.iter().any(|&(_, from)| !before.free(from));
            // All seats with one of these moves, including equal ones.
            let members = (0..moves.len())
                .filter(|&other| round.iter().any(|&(known, _)| moves[known] == moves[other]))
                .collect();
            let fate = if held {
                What::Cycle(members)
            } else {
                What::Empty
            };
            fates.insert(seat, fate);
        }
    }

    let mut arrived: BTreeMap<At, usize> = BTreeMap::new();
    loop {
        let next = order.iter().find_map(|&seat| {
            let ready = |(_, (from, to)): &&(usize, Pair)| !table.free(*from) && table.free(*to);
            let mine = live.iter().find(|(other, _)| *other == seat);
            mine.filter(|_| !fates.contains_key(&seat)).filter(ready)
        });
        let Some(&(seat, (from, to))) = next else {
            break;
        };
        let piece = table.on(from);
        table.put(from, '.');
        table.put(to, piece);
        fates.insert(seat, What::Moved(piece, arrived.get(&from).copied()));
        arrived.insert(to, seat);
    }
    for &(seat, (from, to)) in &live {
        let fate = if table.free(from) {
            What::Empty
        } else {
            let owner = all
                .iter()
                .find(|(_, (other, _))| *other == to && !before.free(to));
            What::Occupied(owner.map_or(usize::MAX, |&(owner, _)| owner))
        };
        fates.entry(seat).or_insert(fate);
    }
    (0..moves.len())
        .map(|seat| {
            let pair = moves[seat]?;
            let first = all.iter().find(|(_, other)| *other == pair)?.0;
            let mut fate = fates.get(&first).cloned();
            if let Some(What::Cycle(members)) = &mut fate {
                members.remove(&seat);
            }
            fate
        })
        .collect()
}

/// The end of a line of sight, `.` for the edge or another automaton; and the distance
/// of the piece, or the number of empty squares.
pub type Sight = (char, i32);

pub fn look(table: &Table, (x, y): At, (dx, dy): (i32, i32)) -> Sight {
    let mut distance = 1;
    loop {
        let at = (x + dx * distance, y + dy * distance);
        if !table.holds(at) || table.on(at) == '@' {
            return ('.', distance - 1);
        }
        if !table.free(at) {
            return (table.on(at), distance);
        }
        distance += 1;
    }
}

/// What an axis offers: the rule, the distances that break a tie, and whether the step
/// goes to the first side.
fn offer(first: Sight, second: Sight) -> Option<(u8, Vec<i32>, bool)> {
    let ((a, near), (b, far)) = (first, second);
    match [a, b] {
        ['a', 'r'] => (near > 1).then(|| (1, vec![near, far], true)),
        ['r', 'r'] => (near != far).then(|| (2, vec![near.min(far)], near > far)),
        ['r', '.'] => (far > 0).then(|| (2, vec![near], false)),
        ['a', 'a'] => {
            (near != far && near.min(far) > 1).then(|| (3, vec![near.min(far)], near < far))
        }
        ['a', '.'] => (near > 1).then(|| (3, vec![near], true)),
        ['.', '.'] => None,
        _ => offer(second, first).map(|(rule, distances, way)| (rule, distances, !way)),
    }
}

/// The automaton's step: the rule, if it moves, and its square afterwards.
pub fn step(table: &Table, at: At, tie: Tie) -> (Option<u8>, At) {
    let (x, y) = at;
    let row = offer(look(table, at, (1, 0)), look(table, at, (-1, 0)));
    let column = offer(look(table, at, (0, 1)), look(table, at, (0, -1)));
    let along_row = |right: bool| (if right { x + 1 } else { x - 1 }, y);
    let along_column = |up: bool| (x, if up { y + 1 } else { y - 1 });
    match (row, column) {
        (None, None) => (None, at),
        (Some((rule, _, right)), None) => (Some(rule), along_row(right)),
        (None, Some((rule, _, up))) => (Some(rule), along_column(up)),
        (Some((rule, near, right)), Some((other, far, up))) => {
            if (rule, &near) < (other, &far) {
                (Some(rule), along_row(right))
            } else if (rule, &near) > (other, &far) {
                (Some(other), along_column(up))
            } else if tie == Tie::Freeze {
                (None, at)
            } else {
                (Some(other), along_column(up))
            }
        }
    }
}

/// One step of one automaton: source, rule, destination.
pub type Stepped = (At, Option<u8>, At);

/// Steps all automata. Returns their steps and the entered corner.
pub fn automata(table: &mut Table, tie: Tie) -> (Vec<Stepped>, Option<At>) {
    let mut steps = Vec::new();
    for at in table.automata() {
        let (rule, to) = step(table, at, tie);
        steps.push((at, rule, to));
        table.put(at, '.');
        table.put(to, '@');
        if to != at && table.is_corner(to) {
            return (steps, Some(to));
        }
    }
    (steps, None)
}

/// The usual owner of a corner.
pub fn owner(table: &Table, (x, y): At, players: u16) -> u16 {
    match (players, x == 0, y == 0) {
        (2, _, true) | (_, true, true) => 0,
        (2, _, false) | (_, false, true) => 1,
        (_, false, false) => {
            assert_eq!((x, y), (table.width - 1, table.height - 1));
            2
        }
        (_, true, false) => 3,
    }
}
