//! Numbers every arrangement of the pieces.

use automatafl::{Board, Piece};
use game::Square;

/// An arrangement of the pieces: the automaton's square, and sets of squares, row by
/// row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub automaton: u32,
    pub attractors: u32,
    pub repulsors: u32,
}

/// A way to mirror the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mirror {
    x: bool,
    y: bool,
}

pub(super) const MIRRORS: [Mirror; 4] = [
    Mirror { x: false, y: false },
    Mirror { x: true, y: false },
    Mirror { x: false, y: true },
    Mirror { x: true, y: true },
];

impl Mirror {
    /// Each row of corners belongs to one seat, so mirroring the rows swaps the seats.
    pub fn swaps_seats(self) -> bool {
        self.y
    }
}

/// The size of a board, and the number of each kind of piece on it.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    width: u32,
    height: u32,
    // The sets of squares of each size, in the order of their numbers.
    attractors: Vec<u32>,
    repulsors: Vec<u32>,
    // `choose[k][n]`: the number of sets of k + 1 squares among n.
    choose: [[u32; 32]; MOST],
}

/// The most pieces of one kind.
const MOST: usize = 4;
/// The most states.
const LIMIT: usize = 1 << 24;

impl Shape {
    /// The shape of a board with one automaton, if the board is small enough.
    pub fn of(board: &Board) -> Option<Shape> {
        let (width, height) = (
            u32::from(board.size().width),
            u32::from(board.size().height),
        );
        if width * height > 25 || width > 9 || board.automata().len() != 1 {
            return None;
        }
        let mut choose = [[0; 32]; MOST];
        for n in 1..32 {
            for k in 0..MOST {
                let fewer = if k == 0 { 1 } else { choose[k - 1][n - 1] };
                choose[k][n] = choose[k][n - 1] + fewer;
            }
        }
        let count = |piece| {
            let all = board.size().all();
            all.filter(|&at| board.piece(at) == Some(piece)).count()
        };
        let sets = |piece| {
            let count = count(piece);
            (count <= MOST).then(|| sets(width * height, count as u32))
        };
        let shape = Shape {
            width,
            height,
            attractors: sets(Piece::Attractor)?,
            repulsors: sets(Piece::Repulsor)?,
            choose,
        };
        (shape.states() <= LIMIT).then_some(shape)
    }

    /// The count of numbers; not every number stands for a state.
    pub fn states(&self) -> usize {
        (self.width * self.height) as usize * self.attractors.len() * self.repulsors.len()
    }

    /// The number of an arrangement.
    pub fn index(&self, place: Place) -> usize {
        let rank = |set: u32| {
            let mut rest = set;
            let mut rank = 0;
            for choose in &self.choose {
                if rest == 0 {
                    break;
                }
                rank += choose[rest.trailing_zeros() as usize] as usize;
                rest &= rest - 1;
            }
            rank
        };
        let index = place.automaton as usize * self.attractors.len() + rank(place.attractors);
        index * self.repulsors.len() + rank(place.repulsors)
    }

    /// The arrangement with this number, unless two of its pieces share a square.
    pub fn place(&self, index: usize) -> Option<Place> {
        let (rest, repulsors) = (index / self.repulsors.len(), index % self.repulsors.len());
        let place = Place {
            automaton: (rest / self.attractors.len()) as u32,
            attractors: self.attractors[rest % self.attractors.len()],
            repulsors: self.repulsors[repulsors],
        };
        let crowded = place.attractors & place.repulsors != 0
            || (place.attractors | place.repulsors) >> place.automaton & 1 == 1;
        (!crowded).then_some(place)
    }

    /// The arrangement on a board.
    pub fn place_of(&self, board: &Board) -> Place {
        self.place_among(board, (1 << (self.width * self.height)) - 1)
    }

    /// Like `place_of`, if you know that all attractors and repulsors are on some of
    /// these squares.
    pub fn place_among(&self, board: &Board, squares: u32) -> Place {
        let mut place = Place {
            automaton: self.number(board.automata()[0]),
            attractors: 0,
            repulsors: 0,
        };
        let mut rest = squares;
        while rest != 0 {
            let number = rest.trailing_zeros();
            rest &= rest - 1;
            match board.piece(self.square(number)) {
                Some(Piece::Attractor) => place.attractors |= 1 << number,
                Some(Piece::Repulsor) => place.repulsors |= 1 << number,
                _ => {}
            }
        }
        place
    }

    /// The number of a square.
    pub fn number(&self, at: Square) -> u32 {
        u32::from(at.y) * self.width + u32::from(at.x)
    }

    /// The square with this number.
    pub fn square(&self, number: u32) -> Square {
        Square::new((number % self.width) as u8, (number / self.width) as u8)
    }

    /// The arrangement as a position record.
    pub fn record(&self, place: Place) -> String {
        let mut record = String::from("/");
        let mut empty = 0;
        for number in 0..self.width * self.height {
            let piece = if number == place.automaton {
                Some('@')
            } else if place.attractors >> number & 1 == 1 {
                Some('a')
            } else if place.repulsors >> number & 1 == 1 {
                Some('r')
            } else {
                None
            };
            let ends = (number + 1).is_multiple_of(self.width);
            empty += u32::from(piece.is_none());
            if empty > 0 && (ends || piece.is_some()) {
                record.extend(char::from_digit(empty, 10));
                empty = 0;
            }
            record.extend(piece);
            if ends {
                record.push('/');
            }
        }
        record
    }

    /// The mirror image.
    pub fn mirrored(&self, place: Place, mirror: Mirror) -> Place {
        let number = |number: u32| {
            let (x, y) = (number % self.width, number / self.width);
            let x = if mirror.x { self.width - 1 - x } else { x };
            let y = if mirror.y { self.height - 1 - y } else { y };
            y * self.width + x
        };
        let set = |set: u32| {
            let mut rest = set;
            let mut image = 0;
            while rest != 0 {
                image |= 1 << number(rest.trailing_zeros());
                rest &= rest - 1;
            }
            image
        };
        Place {
            automaton: number(place.automaton),
            attractors: set(place.attractors),
            repulsors: set(place.repulsors),
        }
    }
}

/// All sets of `count` squares, in the order of their numbers.
fn sets(squares: u32, count: u32) -> Vec<u32> {
    (0..1u32 << squares)
        .filter(|set| set.count_ones() == count)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arrangement_has_a_number_of_its_own() {
        let board: Board = "/1a1/r@r/3/".parse().expect("a board");
        let shape = Shape::of(&board).expect("a small board");
        let places = (0..shape.states()).filter_map(|index| Some((index, shape.place(index)?)));
        let mut count = 0;
        for (index, place) in places {
            assert_eq!(shape.index(place), index);
            let board: Board = shape.record(place).parse().expect("a board");
            assert_eq!(shape.place_of(&board), place);
            count += 1;
        }
        // 9 squares for the automaton, 8 for the attractor, 7 over 2 for two repulsors.
        assert_eq!(count, 9 * 8 * 21);
        assert_eq!(shape.record(shape.place_of(&board)), board.to_string());
    }

    #[test]
    fn a_mirror_used_twice_changes_nothing() {
        let board: Board = "/a3/1@r1/3a/".parse().expect("a board");
        let shape = Shape::of(&board).expect("a small board");
        let place = shape.place_of(&board);
        let images = MIRRORS.map(|mirror| shape.record(shape.mirrored(place, mirror)));
        assert_eq!(
            images,
            [
                "/a3/1@r1/3a/",
                "/3a/1r@1/a3/",
                "/3a/1@r1/a3/",
                "/a3/1r@1/3a/"
            ]
        );
        for mirror in MIRRORS {
            let image = shape.mirrored(place, mirror);
            assert_eq!(shape.mirrored(image, mirror), place);
        }
    }

    #[test]
    fn large_boards_and_several_automata_have_no_shape() {
        for board in ["/r1r1r/5/a1@1a/5/r1r1r/", "/3/@1@/3/", "/6/6/6/6/2@3/"] {
            assert!(
                Shape::of(&board.parse().expect("a board")).is_none(),
                "{board}"
            );
        }
    }
}
