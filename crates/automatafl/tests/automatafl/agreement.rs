//! Checks that the crate and the plain rules agree about everything.

use std::collections::{BTreeMap, BTreeSet};

use automatafl::automaton::Seen;
use automatafl::{
    Automatafl, Entry, Fate, Identical, Move, Options, Piece, Players, Report, RestoreError, Setup,
    State, Tie,
};
use game::{Dice, Enumerate, Game, Pending, Seat, SeatSet, Square, Step};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::plainly::{self, At, Pair, Table, What};

/// How often each thing came up.
type Tally = BTreeMap<&'static str, u64>;

/// The ingredients of a game.
#[derive(Clone, Debug)]
struct Deal {
    width: i32,
    height: i32,
    /// How many squares in ten hold a piece.
    crowd: u32,
    automata: u8,
    /// How many squares in ten are marked at the start.
    marks: u32,
    players: Players,
    tie: Tie,
    identical: Identical,
    seed: u64,
}

fn square((x, y): At) -> Square {
    Square::new(x as u8, y as u8)
}

fn at(square: Square) -> At {
    (square.x.into(), square.y.into())
}

fn entry((from, to): Pair) -> Entry {
    let (from, to) = (square(from), square(to));
    Entry::Move(Move { from, to })
}

fn letter(piece: Piece) -> char {
    match piece {
        Piece::Attractor => 'a',
        Piece::Repulsor => 'r',
        Piece::Automaton => '@',
    }
}

fn indices(seats: SeatSet) -> BTreeSet<usize> {
    seats.iter().map(Seat::index).collect()
}

fn plain(fate: Fate) -> What {
    match fate {
        Fate::Moved { piece, carried_on } => {
            What::Moved(letter(piece), carried_on.map(Seat::index))
        }
        Fate::Blocked { at: place, by } => What::Blocked(letter(by), at(place)),
        Fate::Contested { with } => What::Contested(indices(with)),
        Fate::Cycle { with } => What::Cycle(indices(with)),
        Fate::Occupied { by } => What::Occupied(by.index()),
        Fate::Empty => What::Empty,
    }
}

fn seen(seen: Seen) -> plainly::Sight {
    match seen {
        Seen::Attractor(distance) => ('a', distance.into()),
        Seen::Repulsor(distance) => ('r', distance.into()),
        Seen::Space(room) => ('.', room.into()),
    }
}

/// The same game on both sides, played in step.
struct Match {
    game: Automatafl,
    state: State,
    table: Table,
    marked: BTreeSet<At>,
    locked: Vec<Option<Option<Pair>>>,
    tie: Tie,
    identical: Identical,
    dice: dice::Quick,
    tally: Tally,
}

impl Match {
    fn new(deal: &Deal) -> Match {
        let mut dice = dice::Quick::new(deal.seed);
        let mut table = Table::new(deal.width, deal.height);
        let squares = table.squares();
        for &at in &squares {
            if dice.below(10) < deal.crowd {
                table.put(at, if dice.coin() { 'a' } else { 'r' });
            }
        }
        let mut places = squares.clone();
        places.retain(|&at| !table.is_corner(at));
        game::shuffle(&mut places, &mut dice);
        for &at in &places[..usize::from(deal.automata)] {
            table.put(at, '@');
        }
        let marked: BTreeSet<At> = squares
            .into_iter()
            .filter(|_| dice.below(10) < deal.marks)
            .collect();
        let game = Automatafl::new(Options {
            players: deal.players,
            setup: Setup::Custom(Box::new(table.record().parse().unwrap())),
            tie: deal.tie,
            identical: deal.identical,
            automata: deal.automata,
            ..Options::default()
        })
        .unwrap();
        let markers: Vec<Square> = marked.iter().copied().map(square).collect();
        Match {
            state: game.start_marked(&markers).unwrap(),
            locked: vec![None; deal.players.count().into()],
            game,
            table,
            marked,
            tie: deal.tie,
            identical: deal.identical,
            dice,
            tally: Tally::new(),
        }
    }

    fn count(&mut self, what: &'static str) {
        *self.tally.entry(what).or_default() += 1;
    }

    fn any<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.dice.below(list.len() as u32) as usize]
    }

    /// Squares on few rows and columns, so that moves meet.
    fn pool(&mut self) -> Vec<At> {
        let (width, height) = (self.table.width as u32, self.table.height as u32);
        let columns: Vec<u32> = (0..3).map(|_| self.dice.below(width)).collect();
        let rows: Vec<u32> = (0..2).map(|_| self.dice.below(height)).collect();
        let crossings = columns
            .iter()
            .flat_map(|&x| rows.iter().map(move |&y| (x as i32, y as i32)));
        crossings.collect()
    }

    /// A pair of squares related to those that others name. It need not be legal.
    fn pair(&mut self, pool: &[At], named: &[Pair]) -> Pair {
        let (mut from, mut to) = (self.any(pool), self.any(pool));
        if !named.is_empty() {
            let other = self.any(named);
            match self.dice.below(12) {
                0 => from = other.0,
                1 | 2 => from = other.1,
                3 | 4 => to = other.0,
                5 => to = other.1,
                6 => (from, to) = (other.1, other.0),
                7 => (from, to) = other,
                8 => (from, to) = (other.1, named[0].0),
                _ => {}
            }
        }
        if self.dice.below(40) == 0 {
            to = (self.table.width, to.1);
        }
        (from, to)
    }

    /// Chooses entries and compares the legal moves of both sides on the way.
    fn choose(&mut self, seats: SeatSet) -> Vec<(Seat, Option<Pair>)> {
        let pool = self.pool();
        let mut named: Vec<Pair> = self.locked.iter().copied().flatten().flatten().collect();
        let mut joint = Vec::new();
        let all = plainly::entries(&self.table, &self.marked);
        for seat in seats.iter() {
            let pass = self.game.check(&self.state, seat, &Entry::Pass);
            assert_eq!(pass.is_ok(), all.is_empty(), "{:?}", self.state);
            assert_eq!(
                self.game.count(&self.state, seat),
                all.len().max(1) as u64,
                "{:?}",
                self.state
            );
            let mut chosen = None;
            for _ in 0..12 {
                let pair = self.pair(&pool, &named);
                let allowed = plainly::legal(&self.table, &self.marked, pair);
                let checked = self.game.check(&self.state, seat, &entry(pair));
                assert_eq!(checked.is_ok(), allowed, "{pair:?} {:?}", self.state);
                self.count(if allowed { "legal" } else { "illegal" });
                if allowed {
                    chosen = Some(pair);
                    break;
                }
            }
            if chosen.is_none() && !all.is_empty() {
                chosen = Some(self.any(&all));
            }
            if chosen.is_none() {
                self.count("pass");
            }
            named.extend(chosen);
            joint.push((seat, chosen));
        }
        joint
    }

    /// Plays one step on both sides. Returns whether the game goes on.
    fn step(&mut self) -> bool {
        let Pending::Choose(seats) = self.game.pending(&self.state) else {
            return false;
        };
        let waiting: BTreeSet<usize> = (0..self.locked.len())
            .filter(|&seat| self.locked[seat].is_none())
            .collect();
        assert_eq!(indices(seats), waiting, "who is to enter");
        let chosen = self.choose(seats);
        let joint: Vec<(Seat, Entry)> = chosen
            .iter()
            .map(|&(seat, pair)| (seat, pair.map_or(Entry::Pass, entry)))
            .collect();
        for &(seat, pair) in &chosen {
            self.locked[seat.index()] = Some(pair);
        }
        let context = format!(
            "{} marked {:?}: {joint:?}",
            self.table.record(),
            self.marked
        );
        let report = self.game.report(&self.state, Step::Act(&joint));
        let turn = self.state.turn();
        self.game.apply(&mut self.state, Step::Act(&joint));

        let moves: Vec<Option<Pair>> = self.locked.iter().map(|pair| pair.unwrap()).collect();
        let (squares, again) = plainly::conflicts(&self.table, &moves, self.identical);
        if squares.is_empty() {
            self.turn(&moves, report, &context);
            assert_eq!(self.state.turn(), turn + 1, "{context}");
        } else {
            self.conflict(squares, &again, report, &context);
            assert_eq!(self.state.turn(), turn, "{context}");
        }
        assert_eq!(
            self.state.board().to_string(),
            self.table.record(),
            "{context}"
        );
        let automata: Vec<At> = self
            .state
            .board()
            .automata()
            .iter()
            .copied()
            .map(at)
            .collect();
        assert_eq!(automata, self.table.automata(), "{context}");
        let marked: BTreeSet<At> = self.state.marked().into_iter().map(at).collect();
        assert_eq!(marked, self.marked, "{context}");
        for (seat, locked) in self.locked.iter().enumerate() {
            let locked = locked.map(|pair| pair.map_or(Entry::Pass, entry));
            assert_eq!(self.state.locked(Seat(seat as u16)), locked, "{context}");
        }
        assert_eq!(self.restored().as_ref(), Ok(&self.state), "{context}");
        true
    }

    /// The state, rebuilt from its visible parts.
    fn restored(&self) -> Result<State, RestoreError> {
        let locked: Vec<(Seat, Entry)> = (0..self.game.seats())
            .map(Seat)
            .filter_map(|seat| Some((seat, self.state.locked(seat)?)))
            .collect();
        let board = self.state.board().clone();
        let marked = self.state.marked();
        let (turn, winner) = (self.state.turn(), self.state.winner());
        self.game.restore(board, turn, &marked, &locked, winner)
    }

    fn conflict(
        &mut self,
        squares: BTreeSet<At>,
        again: &BTreeSet<usize>,
        report: Report,
        context: &str,
    ) {
        let Report::Conflict(conflict) = report else {
            panic!("{context}: no conflict on {squares:?}: {report:?}");
        };
        let found: BTreeSet<At> = conflict.squares.iter().copied().map(at).collect();
        assert_eq!(found, squares, "{context}");
        assert_eq!(conflict.squares.len(), squares.len(), "{context}");
        assert_eq!(&indices(conflict.reenter), again, "{context}");
        self.count("conflict");
        if self.state.is_reentry() && again.len() < self.locked.len() {
            self.count("some locked");
        }
        self.marked.extend(squares);
        for &seat in again {
            self.locked[seat] = None;
        }
    }

    fn turn(&mut self, moves: &[Option<Pair>], report: Report, context: &str) {
        let before = self.table.clone();
        let mut order: Vec<usize> = (0..moves.len()).collect();
        game::shuffle(&mut order, &mut self.dice);
        let fates = plainly::resolve(&mut self.table, moves, &order);
        let mut settled = self.table.clone();
        let (steps, corner) = plainly::automata(&mut self.table, self.tie);

        let Report::Turn {
            moves: told,
            automata,
            winner,
        } = report
        else {
            panic!("{context}: a conflict is reported: {report:?}");
        };
        assert_eq!(told.len(), moves.len(), "{context}");
        for (seat, &(who, what, fate)) in told.iter().enumerate() {
            assert_eq!(who.index(), seat);
            assert_eq!(what, moves[seat].map_or(Entry::Pass, entry));
            assert_eq!(fate.map(plain), fates[seat], "seat {seat}, {context}");
            let names = (fate.map(Fate::name), fates[seat].as_ref().map(What::name));
            assert_eq!(names.0, names.1);
            if let Some(name) = names.0 {
                self.count(name);
            }
            if let Some(What::Moved(_, Some(_))) = fates[seat] {
                self.count("carried on");
            }
            if moves[..seat].contains(&moves[seat]) && moves[seat].is_some() {
                self.count("merged");
            }
        }
        assert_eq!(automata.len(), steps.len(), "{context}");
        for (told, &(from, rule, to)) in automata.iter().zip(&steps) {
            assert_eq!(at(told.from), from, "{context}");
            assert_eq!(told.verdict.rule(), rule, "{told:?}: {context}");
            assert_eq!(at(told.to), to, "{told:?}: {context}");
            let ways = [(1, 0), (-1, 0), (0, 1), (0, -1)];
            let sights = ways.map(|way| plainly::look(&settled, from, way));
            let [[right, left], [up, down]] = [told.sight.row, told.sight.column];
            assert_eq!([right, left, up, down].map(seen), sights, "{context}");
            settled.put(from, '.');
            settled.put(to, '@');
            self.count(match rule {
                None => "stays",
                Some(1) => "rule 1",
                Some(2) => "rule 2",
                _ => "rule 3",
            });
        }
        assert_eq!(settled, self.table);
        let players = self.game.seats();
        let owner = corner.map(|corner| Seat(plainly::owner(&before, corner, players)));
        assert_eq!(winner, owner, "{context}");
        assert_eq!(self.state.winner(), owner, "{context}");
        let over = self.game.pending(&self.state);
        let ending = over
            .ending()
            .map(|ending| (ending.reason, ending.outcome.clone()));
        assert_eq!(
            ending,
            owner.map(|seat| ("corner", game::Outcome::Won(seat))),
            "{context}"
        );
        if owner.is_some() {
            self.count("corner");
        }
        self.marked.clear();
        self.locked.fill(None);
        self.count("turn");
    }
}

/// Plays up to `most` steps of a deal on both sides.
fn along(deal: &Deal, most: usize) -> Tally {
    let mut both = Match::new(deal);
    let steps = (0..most).take_while(|_| both.step()).count();
    assert!(steps > 0);
    both.tally
}

fn any_deal() -> impl Strategy<Value = Deal> {
    let side = || prop_oneof![Just(3), Just(5), 3..=9];
    let sides = prop_oneof![
        30 => (side(), side()),
        1 => Just((26, 26)),
        1 => (3..=26, 3..=26),
    ];
    let crowd = 1u32..=8;
    let automata = prop_oneof![4 => Just(1u8), 1 => 2..=4u8];
    let marks = prop_oneof![6 => Just(0u32), 2 => 1u32..=3, 1 => 8u32..=10];
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    (sides, crowd, automata, marks, flags, any::<u64>()).prop_map(
        |((width, height), crowd, automata, marks, (two, column, conflict), seed)| Deal {
            width,
            height,
            crowd,
            automata,
            marks,
            players: if two { Players::Two } else { Players::Four },
            tie: if column { Tie::Column } else { Tie::Freeze },
            identical: if conflict {
                Identical::Conflict
            } else {
                Identical::Merge
            },
            seed,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn fast_and_plain_rules_agree(deal in any_deal()) {
        along(&deal, 8);
    }
}

#[test]
#[ignore = "takes seconds: cargo xtask test --full"]
fn fast_and_plain_rules_agree_at_length() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..30_000 {
        let deal = any_deal().new_tree(&mut runner).unwrap().current();
        along(&deal, 12);
    }
}

#[test]
fn these_deals_cover_everything_in_the_rules() {
    let mut runner = TestRunner::deterministic();
    let mut tally = Tally::new();
    for _ in 0..1500 {
        let deal = any_deal().new_tree(&mut runner).unwrap().current();
        for (what, count) in along(&deal, 8) {
            *tally.entry(what).or_default() += count;
        }
    }
    for what in [
        "legal",
        "illegal",
        "pass",
        "conflict",
        "some locked",
        "turn",
        "moved",
        "carried on",
        "merged",
        "blocked",
        "contested",
        "cycle",
        "occupied",
        "empty",
        "rule 1",
        "rule 2",
        "rule 3",
        "stays",
        "corner",
    ] {
        let count = tally.get(what).copied().unwrap_or(0);
        assert!(count >= 50, "{what} came up {count} times: {tally:?}");
    }
}
