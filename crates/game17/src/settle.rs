//! Settles a turn: pieces leave, arrive, and fight for squares.

use std::cmp::Ordering;

use game::Dice;

use crate::board::{Board, Winner};
use crate::illegal::Illegal;
use crate::movers::scatter;
use crate::report::{Fight, TurnReport, Verdict};
use crate::squares::Squares;
use crate::turn::{Direction, Turn};

impl Board {
    /// Settles a whole turn of `owner`. `coins` is called once for every tied square,
    /// row by row; `true` gives the square to the mover.
    ///
    /// A turn that breaks a rule changes nothing.
    pub fn turn(
        &mut self,
        owner: u16,
        turn: &Turn,
        coins: &mut dyn FnMut(u8, u8) -> bool,
    ) -> Result<TurnReport, Illegal> {
        self.check(owner, turn)?;
        Ok(self.reported(owner, turn, |board, square| {
            let (row, col) = board.place(square);
            Some(coins(row, col))
        }))
    }

    /// Carries out a turn that passed [`check`](Self::check), except for its coins.
    /// Returns the squares that need one, the last one first. As many pieces are on
    /// their way to such a square as stand on it.
    pub(crate) fn turn_up_to_coins(&mut self, owner: u16, turn: &Turn) -> Vec<u16> {
        let mut tied = Vec::new();
        let mut arrivals = Arrivals::default();
        self.send(turn, &mut arrivals);
        self.settle(
            owner,
            &mut arrivals,
            |_, square| {
                tied.push(square as u16);
                None
            },
            |_, _| {},
        );
        tied.reverse();
        tied
    }

    /// Gives a tied square to the winner of the coin.
    pub(crate) fn settle_tie(&mut self, mover: u16, square: usize, winner: Winner) {
        self.decide(mover, square, self.numbers[square], winner);
    }

    /// Carries out a turn that passed [`check`](Self::check) and reports it.
    pub(crate) fn reported(
        &mut self,
        owner: u16,
        turn: &Turn,
        coin: impl FnMut(&Board, usize) -> Option<bool>,
    ) -> TurnReport {
        let mut fights = Vec::new();
        let mut arrivals = Arrivals::default();
        self.send(turn, &mut arrivals);
        self.settle(owner, &mut arrivals, coin, |board, settled| {
            let (row, col) = board.place(settled.square);
            fights.push(Fight {
                row,
                col,
                holder: settled.holder,
                stayed: settled.stayed,
                arrived: settled.arrived,
                verdict: settled.verdict,
            });
        });
        TurnReport {
            owner,
            orders: turn.orders().len(),
            sent: turn.sent(),
            fights,
        }
    }

    /// Plays the whole turn of a zombie, including coins.
    #[inline]
    pub(crate) fn zombie_turn<D: Dice + ?Sized>(
        &mut self,
        owner: u16,
        dice: &mut D,
        scratch: &mut Scratch,
    ) {
        scratch.fit(self.size());
        let Scratch {
            neighbours,
            arrivals,
            squares,
            ..
        } = scratch;
        self.insert_owned(owner, squares);
        squares.drain(|square| {
            let pieces = std::mem::take(&mut self.numbers[square]);
            let sent = scatter(pieces, dice);
            for (&to, count) in neighbours[square].iter().zip(sent) {
                arrivals.add(usize::from(to), count);
            }
        });
        self.settle(owner, arrivals, |_, _| Some(dice.coin()), |_, _| {});
    }

    fn send(&mut self, turn: &Turn, arrivals: &mut Arrivals) {
        arrivals.fit(self.owners.len());
        for order in turn.orders() {
            let from = order.square();
            let to = order.direction.neighbour(from, self.size());
            if let (Some(from), Some(to)) = (self.index(from.0, from.1), self.index(to.0, to.1)) {
                self.numbers[from] -= order.count.get();
                arrivals.add(to, order.count.get());
            }
        }
    }

    /// Settles every square with arrivals, row by row. `coin` decides a tied square or
    /// leaves it open; `tell` gets every fight.
    #[inline]
    fn settle(
        &mut self,
        mover: u16,
        arrivals: &mut Arrivals,
        mut coin: impl FnMut(&Board, usize) -> Option<bool>,
        mut tell: impl FnMut(&Board, Settled),
    ) {
        arrivals.drain(|square, arrived| {
            let holder = self.owners[square];
            let stayed = self.numbers[square];
            if holder == mover {
                self.numbers[square] = stayed + arrived;
                return;
            }
            let verdict = match arrived.cmp(&stayed) {
                Ordering::Greater => Verdict::Taken,
                Ordering::Less => Verdict::Lost,
                Ordering::Equal => match coin(self, square) {
                    Some(coin) => Verdict::Coin(coin),
                    None => Verdict::Tied,
                },
            };
            match verdict {
                Verdict::Taken | Verdict::Coin(true) => {
                    self.decide(mover, square, arrived, Winner::Mover);
                }
                Verdict::Lost | Verdict::Coin(false) => {
                    self.decide(mover, square, arrived, Winner::Holder);
                }
                Verdict::Tied => {}
            }
            let settled = Settled {
                square,
                holder,
                stayed,
                arrived,
                verdict,
            };
            tell(self, settled);
        });
    }
}

/// A settled fight. Its square is an index, so that only reports pay for the division
/// into row and column.
struct Settled {
    square: usize,
    holder: u16,
    stayed: u32,
    arrived: u32,
    verdict: Verdict,
}

/// Working memory that is reused between turns, so that they need not allocate. It
/// adapts to boards of any size.
#[derive(Clone, Debug)]
pub struct Scratch {
    size: u8,
    // By square, in the order of `Direction::ALL`.
    neighbours: Vec<[u16; 4]>,
    arrivals: Arrivals,
    squares: Squares,
}

impl Scratch {
    /// Working memory for boards of any size.
    pub fn new() -> Scratch {
        Scratch {
            size: 0,
            neighbours: Vec::new(),
            arrivals: Arrivals::default(),
            squares: Squares::EMPTY,
        }
    }

    #[inline]
    fn fit(&mut self, size: u8) {
        if self.size == size {
            return;
        }
        self.size = size;
        self.arrivals.fit(usize::from(size) * usize::from(size));
        self.neighbours.clear();
        let index = |(row, col)| u16::from(row) * u16::from(size) + u16::from(col);
        self.neighbours.extend(
            (0..size)
                .flat_map(|row| (0..size).map(move |col| (row, col)))
                .map(|place| Direction::ALL.map(|d| index(d.neighbour(place, size)))),
        );
    }
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::new()
    }
}

/// Pieces on their way, by destination.
#[derive(Clone, Debug)]
struct Arrivals {
    numbers: Vec<u32>,
    squares: Squares,
}

impl Default for Arrivals {
    fn default() -> Arrivals {
        Arrivals {
            numbers: Vec::new(),
            squares: Squares::EMPTY,
        }
    }
}

impl Arrivals {
    #[inline]
    fn fit(&mut self, squares: usize) {
        self.numbers.resize(squares, 0);
    }

    #[inline]
    fn add(&mut self, square: usize, count: u32) {
        // Whether a piece goes this way is unpredictable, so this avoids a branch.
        self.numbers[square] += count;
        self.squares.insert_if_any(square, count);
    }

    #[inline]
    fn drain(&mut self, mut visit: impl FnMut(usize, u32)) {
        let Arrivals { numbers, squares } = self;
        squares.drain(|square| visit(square, std::mem::take(&mut numbers[square])));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        Board::new(
            &[[1, 2, 3], [1, 1, 4], [5, 6, 7]],
            &[[6, 2, 2], [1, 0, 3], [0, 4, 1]],
        )
        .unwrap()
    }

    fn turn(text: &str, coins: &[bool]) -> (Board, TurnReport) {
        let mut board = board();
        let mut coins = coins.iter();
        let turn = Turn::read(text, 3).unwrap();
        let report = board
            .turn(1, &turn, &mut |_, _| *coins.next().unwrap())
            .unwrap();
        assert_eq!(coins.next(), None, "too few coins were asked for");
        (board, report)
    }

    #[test]
    fn more_pieces_take_a_square_and_all_pieces_on_it() {
        let (board, report) = turn("0,0e3", &[]);
        assert_eq!(board.numbers()[..3], [3, 5, 2]);
        assert_eq!(board.owners()[..3], [1, 1, 3]);
        assert_eq!(board.pieces_of(1), 9);
        assert_eq!(board.squares_of(2), 0);
        assert_eq!(report.fights[0].verdict, Verdict::Taken);
    }

    #[test]
    fn fewer_pieces_are_lost_to_the_holder() {
        let (board, _) = turn("0,0e1 0,0n1", &[]);
        assert_eq!(board.numbers()[..3], [4, 3, 2]);
        assert_eq!(board.owners()[..3], [1, 2, 3]);
        // 2,0 was empty: one piece takes it.
        assert_eq!((board.owner(2, 0), board.number(2, 0)), (Some(1), Some(1)));
        assert_eq!((board.pieces_of(1), board.pieces_of(2)), (6, 3));
    }

    #[test]
    fn coins_are_tossed_row_by_row_for_tied_squares_only() {
        let (board, report) = turn("0,0w2 0,0e2 0,0s1", &[true, false]);
        assert_eq!(board.owners()[..3], [1, 1, 3]);
        assert_eq!(board.numbers()[..3], [1, 4, 4]);
        assert_eq!(board.number(1, 0), Some(2));
        let verdicts: Vec<Verdict> = report.fights.iter().map(|fight| fight.verdict).collect();
        assert_eq!(verdicts, [Verdict::Coin(true), Verdict::Coin(false)]);
    }

    #[test]
    fn pieces_that_just_arrived_do_not_move_on() {
        let mut board = board();
        let turn = Turn::read("0,0s1 1,0e2", 3).unwrap();
        let error = board.turn(1, &turn, &mut |_, _| true).unwrap_err();
        assert_eq!(testkit::said(&error), "1 piece stands on 1,0, not 2");
    }

    #[test]
    fn a_swap_of_own_stacks_leaves_both_whole() {
        let (board, report) = turn("0,0s6 1,0n1", &[]);
        assert_eq!((board.number(0, 0), board.number(1, 0)), (Some(1), Some(6)));
        assert!(report.fights.is_empty());
    }

    #[test]
    fn a_void_turn_changes_nothing() {
        for text in ["0,0n7", "0,0n1 0,1n1", "0,0n3 0,0e4", "1,1n1"] {
            let mut after = board();
            let turn = Turn::read(text, 3).unwrap();
            assert!(after.turn(1, &turn, &mut |_, _| true).is_err());
            assert_eq!(after, board());
            assert_eq!(after.owned(1), board().owned(1));
        }
        let off = Turn::read("3,0n1", 4).unwrap();
        let error = board().turn(1, &off, &mut |_, _| true).unwrap_err();
        assert!(matches!(error, Illegal::OffBoard { row: 3, .. }));
    }

    #[test]
    fn a_failed_attack_can_leave_one_owner() {
        let mut board = Board::new(&[[1, 2], [2, 2]], &[[1, 3], [0, 0]]).unwrap();
        let turn = Turn::read("0,0e1", 2).unwrap();
        board.turn(1, &turn, &mut |_, _| true).unwrap();
        assert_eq!(board.sole_owner(), Some(2));
        assert_eq!(board.squares_of(1), 1);
    }
}
