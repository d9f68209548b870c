//! Plans one turn, square by square.

use std::num::NonZeroU32;

use game::Seat;
use game17::{Board, Direction, Game17, Order, State, Turn};

use super::odds::Odds;

/// The situation of the owner to move, as far as a plan needs it.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The board.
    pub board: &'a Board,
    /// The owner to move.
    pub owner: u16,
    /// Owners below this number are players; all others are zombies.
    pub players: u16,
    /// The order of turns. Owners not in it are assumed to move before the next turn of
    /// `owner`, even in the last round.
    pub order: &'a [u16],
    /// The number of rounds after this one.
    pub rounds_left: u32,
}

impl<'a> Moment<'a> {
    /// The situation of `seat` in a game.
    pub fn new(game: &Game17, state: &'a State, seat: Seat) -> Moment<'a> {
        Moment {
            board: state.board(),
            owner: seat.0,
            players: game.options().players,
            order: state.order(),
            rounds_left: game.rounds_left(state),
        }
    }
}

/// The weights of a plan, in pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// A piece of your own.
    pub piece: f32,
    /// A square of your own.
    pub square: f32,
    /// The share of the neighbours' expected losses that counts as won, on a square
    /// that holds against their scattering.
    pub absorb: f32,
    /// A piece lost to another owner, on top of its own value.
    pub loss: f32,
    /// One step on a piece's way to the nearest prey.
    pub pull: f32,
    /// How likely a player is to attack a stack smaller than the pieces it has beside
    /// it.
    pub fear: f32,
    /// How likely zombies are assumed to come, from 0 (ignore them) to 1 (as they do).
    pub caution: f32,
    /// A square taken from the strongest rival: the other owner with the most squares.
    pub rival: f32,
    /// How strongly cheap captures come before rich ones, from 0 to 1.
    pub thrift: f32,
}

impl Weights {
    /// Counts pieces and squares only, and ignores what follows.
    pub const GREEDY: Weights = Weights {
        piece: 1.0,
        square: 0.5,
        absorb: 0.0,
        loss: 0.0,
        pull: 0.0,
        fear: 0.0,
        caution: 0.0,
        rival: 0.0,
        thrift: 0.0,
    };

    /// With fewer rounds left than this, squares begin to count more.
    pub const LATE: u32 = 8;

    /// The usual weights with this many rounds after this one: pieces first, squares
    /// last.
    pub fn usual(rounds_left: u32) -> Weights {
        Course::USUAL.at(rounds_left)
    }
}

/// How the weights change during a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// The weights before squares begin to count.
    pub early: Weights,
    /// How much more a square counts at the end, before the last round.
    pub late_square: f32,
    /// How much more thrift counts at the end, before the last round.
    pub late_thrift: f32,
    /// The weights in the last round.
    pub last: Weights,
}

impl Course {
    /// The course of [`Weights::usual`].
    pub const USUAL: Course = Course {
        early: Weights {
            piece: 1.0,
            square: 0.1,
            absorb: 0.8,
            loss: 0.3,
            pull: 0.02,
            fear: 1.0,
            caution: 0.5,
            rival: 0.0,
            thrift: 0.0,
        },
        late_square: 2.0,
        late_thrift: 1.0,
        last: Weights {
            piece: 0.001,
            square: 1.0,
            absorb: 0.0,
            loss: 0.0,
            pull: 0.0,
            fear: 0.6,
            caution: 1.0,
            rival: 0.5,
            thrift: 1.0,
        },
    };

    /// The weights with this many rounds after this one.
    pub fn at(&self, rounds_left: u32) -> Weights {
        let late = |from: u32| 1.0 - (rounds_left.min(from) as f32 / from as f32);
        if rounds_left == 0 {
            return self.last;
        }
        Weights {
            square: self.early.square + self.late_square * late(Weights::LATE),
            thrift: self.early.thrift + self.late_thrift * late(5),
            ..self.early
        }
    }
}

impl Default for Course {
    fn default() -> Course {
        Course::USUAL
    }
}

/// Plans turns on boards of any size. Reuses its memory between turns.
#[derive(Clone, Debug)]
pub struct Planner {
    size: u8,
    neighbours: Vec<[u16; 4]>,
    odds: Odds,
    // By square: pieces that are there now and are not sent, pieces that arrive, and
    // whether the square is the mover's after the turn.
    stay: Vec<u32>,
    come: Vec<u32>,
    own: Vec<bool>,
    sent: Vec<[u32; 4]>,
    // Steps to the nearest prey.
    way: Vec<u16>,
    queue: Vec<u16>,
    // By owner: whether it moves before the mover's next turn.
    comes_first: Vec<bool>,
    prey: Vec<(f32, u16)>,
    rival: Option<u16>,
}

impl Planner {
    /// Creates a planner for boards of any size.
    pub fn new() -> Planner {
        Planner {
            size: 0,
            neighbours: Vec::new(),
            odds: Odds::new(),
            stay: Vec::new(),
            come: Vec::new(),
            own: Vec::new(),
            sent: Vec::new(),
            way: Vec::new(),
            queue: Vec::new(),
            comes_first: Vec::new(),
            prey: Vec::new(),
            rival: None,
        }
    }

    /// The best turn by these weights, as far as the planner sees.
    pub fn turn(&mut self, moment: &Moment<'_>, weights: &Weights) -> Turn {
        self.begin(moment);
        self.capture(moment, weights);
        self.shift(moment, weights);
        self.orders(moment.board)
    }

    fn begin(&mut self, moment: &Moment<'_>) {
        let Moment { board, owner, .. } = *moment;
        let size = board.size();
        if self.size != size {
            self.size = size;
            let index = |(row, col)| u16::from(row) * u16::from(size) + u16::from(col);
            self.neighbours.clear();
            self.neighbours.extend(
                (0..size)
                    .flat_map(|row| (0..size).map(move |col| (row, col)))
                    .map(|place| Direction::ALL.map(|d| index(d.neighbour(place, size)))),
            );
        }
        let squares = self.neighbours.len();
        let (owners, numbers) = (board.owners(), board.numbers());
        self.own.clear();
        self.own.extend(owners.iter().map(|&of| of == owner));
        self.stay.clear();
        self.stay.extend_from_slice(numbers);
        self.come.clear();
        self.come.resize(squares, 0);
        self.sent.clear();
        self.sent.resize(squares, [0; 4]);

        self.comes_first.clear();
        let most = owners.iter().copied().max().unwrap_or(0);
        self.comes_first.resize(usize::from(most) + 1, true);
        if moment.rounds_left == 0 {
            for &done in moment.order.iter().take_while(|&&other| other != owner) {
                if let Some(first) = self.comes_first.get_mut(usize::from(done)) {
                    *first = false;
                }
            }
        }
        self.rival = (0..=most)
            .filter(|&other| other != owner)
            .max_by_key(|&other| board.squares_of(other))
            .filter(|&other| 2 * board.squares_of(other) > board.squares_of(owner));

        // Breadth-first search from all prey at once.
        self.way.clear();
        self.way.resize(squares, u16::MAX);
        self.queue.clear();
        let late = moment.rounds_left < Weights::LATE;
        for (square, &number) in numbers.iter().enumerate() {
            if !self.own[square] && (late || number > 0) {
                self.way[square] = 0;
                self.queue.push(square as u16);
            }
        }
        let mut at = 0;
        while let Some(&square) = self.queue.get(at) {
            at += 1;
            let further = self.way[usize::from(square)] + 1;
            for next in self.neighbours[usize::from(square)] {
                if self.way[usize::from(next)] == u16::MAX {
                    self.way[usize::from(next)] = further;
                    self.queue.push(next);
                }
            }
        }
    }

    /// The pieces on a square after the turn.
    #[inline]
    fn stack(&self, square: usize) -> u32 {
        self.stay[square] + self.come[square]
    }

    /// The worth of one of the mover's squares with this many pieces, once the others
    /// have moved.
    fn worth(&self, moment: &Moment<'_>, weights: &Weights, square: usize, pieces: u32) -> f32 {
        let board = moment.board;
        let (owners, numbers) = (board.owners(), board.numbers());
        let way = f32::from(self.way[square].min(32));
        let stack = pieces as f32;
        let (mut holds, mut income) = (1.0f32, 0.0f32);
        if way <= 1.0 || self.way[square] == u16::MAX {
            let mut seen = [(0u16, 0u32); 4];
            let mut kinds = 0;
            for next in self.neighbours[square] {
                let next = usize::from(next);
                let (owner, number) = (owners[next], numbers[next]);
                if self.own[next] || number == 0 || !self.comes_first[usize::from(owner)] {
                    continue;
                }
                match seen[..kinds].iter_mut().find(|(other, _)| *other == owner) {
                    Some((_, beside)) => *beside += number,
                    None => {
                        seen[kinds] = (owner, number);
                        kinds += 1;
                    }
                }
            }
            for &(owner, beside) in &seen[..kinds] {
                if owner < moment.players {
                    if beside > pieces {
                        holds *= 1.0 - weights.fear;
                    } else if beside == pieces && pieces > 0 {
                        holds *= 1.0 - 0.5 * weights.fear;
                    }
                } else {
                    holds *= 1.0 - weights.caution * (1.0 - self.odds.hold(beside, pieces));
                    income += beside as f32 * 0.25;
                }
            }
        }
        if pieces == 0 {
            income = 0.0;
        }
        let each = weights.piece - weights.pull * (way - 1.0).max(0.0);
        holds * (stack * each + weights.absorb * weights.piece * income + weights.square)
            - (1.0 - holds) * stack * weights.loss * weights.piece
    }

    fn capture(&mut self, moment: &Moment<'_>, weights: &Weights) {
        for _ in 0..2 {
            let mut prey = std::mem::take(&mut self.prey);
            prey.clear();
            for square in 0..self.own.len() {
                if !self.own[square]
                    && let Some(raid) = self.best_raid(moment, weights, square)
                {
                    prey.push((raid.gain, square as u16));
                }
            }
            prey.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            for &(_, square) in &prey {
                let square = usize::from(square);
                if let Some(Raid { party, need, .. }) = self.best_raid(moment, weights, square) {
                    let (_, given) = self.muster(moment, weights, square, need, &party);
                    for (&(from, direction), some) in party.sources().iter().zip(given) {
                        self.sent[from][direction] += some;
                    }
                }
            }
            let done = prey.is_empty();
            self.prey = prey;
            if done {
                return;
            }
        }
    }

    /// How best to take a square with forces from all around, if that is worth it: with
    /// just enough pieces, or with so many that no player can take it back.
    fn best_raid(&mut self, moment: &Moment<'_>, weights: &Weights, target: usize) -> Option<Raid> {
        let owners = moment.board.owners();
        let numbers = moment.board.numbers();
        let number = numbers[target];
        let mut party = Party::default();
        for (direction, next) in self.neighbours[target].into_iter().enumerate() {
            let next = usize::from(next);
            if !self.own[next] || party.beside[..party.besides].contains(&next) {
                continue;
            }
            party.beside[party.besides] = next;
            party.besides += 1;
            if owners[next] == moment.owner && self.stay[next] > 0 {
                party.sources[party.count] = (next, (direction + 2) % 4);
                party.count += 1;
                party.free += u64::from(self.stay[next]);
            }
        }
        let least = number.checked_add(1)?;
        if party.free < u64::from(least) {
            return None;
        }
        let answer = self.strongest_player_beside(moment, target);
        let safe = answer.saturating_sub(number).saturating_add(1);
        let mut gain = self.gain(moment, weights, target, least, &party);
        let mut need = least;
        if safe > least && u64::from(safe) <= party.free {
            let more = self.gain(moment, weights, target, safe, &party);
            if more > gain {
                (gain, need) = (more, safe);
            }
        }
        (gain > 0.0).then_some(Raid { gain, need, party })
    }

    /// The worth of taking a square with `need` pieces.
    fn gain(
        &mut self,
        moment: &Moment<'_>,
        weights: &Weights,
        target: usize,
        need: u32,
        party: &Party,
    ) -> f32 {
        let (gain, given) = self.muster(moment, weights, target, need, party);
        for (&(from, _), some) in party.sources().iter().zip(given) {
            self.stay[from] += some;
        }
        self.come[target] = 0;
        self.own[target] = false;
        gain
    }

    /// The most pieces that any single other player has around a square.
    fn strongest_player_beside(&self, moment: &Moment<'_>, square: usize) -> u32 {
        let (owners, numbers) = (moment.board.owners(), moment.board.numbers());
        let around = self.neighbours[square].map(usize::from);
        let mut most = 0;
        for next in around {
            let owner = owners[next];
            if owner < moment.players && !self.own[next] && self.comes_first[usize::from(owner)] {
                let all = around
                    .iter()
                    .filter(|&&other| owners[other] == owner && !self.own[other])
                    .map(|&other| numbers[other])
                    .sum();
                most = most.max(all);
            }
        }
        most
    }

    /// Gathers `need` pieces from the squares that miss them least. Returns the worth
    /// of taking the square with them, and how many each source gives.
    fn muster(
        &mut self,
        moment: &Moment<'_>,
        weights: &Weights,
        target: usize,
        need: u32,
        party: &Party,
    ) -> (f32, [u32; 4]) {
        let sources = party.sources();
        let total = |plan: &Planner| -> f32 {
            party.beside[..party.besides]
                .iter()
                .map(|&s| plan.worth(moment, weights, s, plan.stack(s)))
                .sum()
        };
        let before = total(self);
        self.own[target] = true;
        let mut given = [0u32; 4];
        let mut left = need;
        let portion = (need / 6).max(1);
        while left > 0 {
            let mut best: Option<(f32, usize, u32)> = None;
            for (which, &(from, _)) in sources.iter().enumerate() {
                let some = portion.min(left).min(self.stay[from]);
                if some == 0 {
                    continue;
                }
                let stack = self.stack(from);
                let cost = self.worth(moment, weights, from, stack)
                    - self.worth(moment, weights, from, stack - some);
                let cost = cost / some as f32;
                if best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, which, some));
                }
            }
            let Some((_, which, some)) = best else { break };
            self.stay[sources[which].0] -= some;
            given[which] += some;
            left -= some;
        }
        self.come[target] = need;
        let mut gain =
            total(self) + self.worth(moment, weights, target, self.stack(target)) - before;
        let holder = moment.board.owners()[target];
        if Some(holder) == self.rival {
            gain += weights.rival;
        }
        (gain / (need as f32).powf(weights.thrift), given)
    }

    /// Moves idle pieces to squares where they are worth more.
    fn shift(&mut self, moment: &Moment<'_>, weights: &Weights) {
        let owners = moment.board.owners();
        for _ in 0..2 {
            for (from, &owner) in owners.iter().enumerate() {
                if owner != moment.owner || self.stay[from] == 0 {
                    continue;
                }
                for _ in 0..3 {
                    if !self.shift_from(moment, weights, from) {
                        break;
                    }
                }
            }
        }
    }

    fn shift_from(&mut self, moment: &Moment<'_>, weights: &Weights, from: usize) -> bool {
        let free = self.stay[from];
        if free == 0 {
            return false;
        }
        let stack = self.stack(from);
        if self.way[from] > 2 && self.way[from] < 32 {
            // Far from everyone, only the way to the front counts.
            return weights.pull > 0.0 && self.march(from);
        }
        let here = self.worth(moment, weights, from, stack);
        let mut best: Option<(f32, usize, usize, u32)> = None;
        let mut portions = [free, free / 2, 1];
        if free < 3 {
            portions[1] = 0;
        }
        if free < 2 {
            portions[2] = 0;
        }
        for (direction, to) in self.neighbours[from].into_iter().enumerate() {
            let to = usize::from(to);
            if to == from || !self.own[to] {
                continue;
            }
            let there = self.stack(to);
            let before = here + self.worth(moment, weights, to, there);
            for some in portions {
                if some == 0 {
                    continue;
                }
                let after = self.worth(moment, weights, from, stack - some)
                    + self.worth(moment, weights, to, there + some);
                let gain = after - before;
                if gain > 1e-3 && best.is_none_or(|(most, ..)| gain > most) {
                    best = Some((gain, direction, to, some));
                }
            }
        }
        let Some((_, direction, to, some)) = best else {
            return false;
        };
        self.stay[from] -= some;
        self.come[to] += some;
        self.sent[from][direction] += some;
        true
    }

    /// Sends all free pieces one step nearer to prey. Returns whether they moved.
    fn march(&mut self, from: usize) -> bool {
        let nearer = self.neighbours[from]
            .into_iter()
            .position(|to| self.way[usize::from(to)] < self.way[from]);
        let Some(direction) = nearer else {
            return false;
        };
        let to = usize::from(self.neighbours[from][direction]);
        if !self.own[to] {
            return false;
        }
        let free = std::mem::take(&mut self.stay[from]);
        self.come[to] += free;
        self.sent[from][direction] += free;
        true
    }

    fn orders(&self, board: &Board) -> Turn {
        let size = usize::from(board.size());
        let mut orders = Vec::new();
        for (square, sent) in self.sent.iter().enumerate() {
            for (direction, &count) in Direction::ALL.into_iter().zip(sent) {
                if let Some(count) = NonZeroU32::new(count) {
                    orders.push(Order {
                        row: (square / size) as u8,
                        col: (square % size) as u8,
                        direction,
                        count,
                    });
                }
            }
        }
        Turn::new(orders).unwrap_or_default()
    }
}

/// The squares that can take part in a capture.
#[derive(Default)]
struct Party {
    // Squares with free pieces, and the direction from each to the target.
    sources: [(usize, usize); 4],
    count: usize,
    // All of the mover's squares around the target.
    beside: [usize; 4],
    besides: usize,
    // All free pieces.
    free: u64,
}

impl Party {
    fn sources(&self) -> &[(usize, usize)] {
        &self.sources[..self.count]
    }
}

/// A capture that is worth its pieces.
struct Raid {
    gain: f32,
    need: u32,
    party: Party,
}

impl Default for Planner {
    fn default() -> Planner {
        Planner::new()
    }
}
