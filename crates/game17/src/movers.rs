//! Owners that move by themselves: the zombie and the T-800.

use game::Dice;

use crate::board::Board;
use crate::turn::{Direction, Turn};

/// The turn of a zombie: every piece goes to one of the four neighbours, independently
/// and with equal chance.
pub fn zombie(board: &Board, owner: u16, dice: &mut dyn Dice) -> Turn {
    each_stack(board, owner, |_, pieces| scatter(pieces, dice))
}

/// The turn of a T-800, the smarter computer opponent of the original program.
///
/// From each square it looks at the pieces on the four neighbours, whatever their
/// owner, and sends its own pieces in proportion to them. A hundredth of a piece is
/// added everywhere, so that empty squares have a chance. It gives up neighbours that
/// would get fewer pieces than they have, on average, and shares the pieces out among
/// the rest. If it gives up all of them, the pieces stay.
pub fn t800(board: &Board, owner: u16, dice: &mut dyn Dice) -> Turn {
    each_stack(board, owner, |place, pieces| {
        let beside = Direction::ALL.map(|direction| {
            let (row, col) = direction.neighbour(place, board.size());
            board.number(row, col).unwrap_or(0)
        });
        let weights = t800_weights(pieces, beside);
        let sum: u64 = weights.iter().sum();
        let mut sent = [0; 4];
        if sum > 0 {
            for _ in 0..pieces {
                sent[weighted(&weights, sum, dice)] += 1;
            }
        }
        sent
    })
}

/// A random legal turn: from every square a random number of pieces, each to a random
/// neighbour.
pub(crate) fn any(board: &Board, owner: u16, dice: &mut dyn Dice) -> Turn {
    each_stack(board, owner, |_, pieces| {
        let moving = dice.below(pieces.saturating_add(1));
        scatter(moving, dice)
    })
}

/// How many of `pieces` go in each direction if each goes independently and with equal
/// chance. In the order of [`Direction::ALL`].
#[inline]
pub(crate) fn scatter<D: Dice + ?Sized>(pieces: u32, dice: &mut D) -> [u32; 4] {
    let mut sent = [0; 4];
    let mut left = pieces;
    while left > 0 {
        // Two random bits are a direction. One throw holds 32 first bits and 32 second
        // bits, so counting bits counts the pieces of each direction.
        let some = left.min(32);
        let mask = u32::MAX >> (32 - some);
        let bits = dice.bits();
        let (first, second) = (bits as u32 & mask, (bits >> 32) as u32 & mask);
        let both = (first & second).count_ones();
        let east = first.count_ones() - both;
        let south = second.count_ones() - both;
        sent[0] += both;
        sent[1] += east;
        sent[2] += south;
        sent[3] += some - both - east - south;
        left -= some;
    }
    sent
}

/// A turn that sends pieces from each occupied square of `owner` as `send` says, row by
/// row.
fn each_stack(board: &Board, owner: u16, mut send: impl FnMut((u8, u8), u32) -> [u32; 4]) -> Turn {
    let mut turn = Turn::default();
    for place in board.owned(owner) {
        let pieces = board.number(place.0, place.1).unwrap_or(0);
        if pieces > 0 {
            turn.push(place, send(place, pieces));
        }
    }
    turn
}

/// In hundredths of a piece, so that everything is exact and the same on every machine.
/// 0 for a neighbour that is given up.
fn t800_weights(pieces: u32, beside: [u32; 4]) -> [u64; 4] {
    let mut weights = beside.map(|there| 100 * u64::from(there) + 1);
    loop {
        let sum: u64 = weights.iter().sum();
        let before = weights;
        for (weight, there) in weights.iter_mut().zip(beside) {
            // weight / sum * pieces < there, without division.
            let gets = u128::from(*weight) * u128::from(pieces);
            if gets < u128::from(there) * u128::from(sum) {
                *weight = 0;
            }
        }
        if weights == before {
            return weights;
        }
    }
}

/// An index, each with the chance `weight / sum`.
fn weighted(weights: &[u64; 4], sum: u64, dice: &mut dyn Dice) -> usize {
    let mut number = below(sum, dice);
    for (index, &weight) in weights.iter().enumerate() {
        if number < weight {
            return index;
        }
        number -= weight;
    }
    unreachable!("the weights are fewer than their sum")
}

/// Like [`Dice::below`], for numbers above 32 bits.
fn below(n: u64, dice: &mut dyn Dice) -> u64 {
    let mut product = u128::from(dice.bits()) * u128::from(n);
    if (product as u64) < n {
        let unfair = n.wrapping_neg() % n;
        while (product as u64) < unfair {
            product = u128::from(dice.bits()) * u128::from(n);
        }
    }
    (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use dice::Quick;
    use proptest::prelude::*;
    use testkit::statistics::{assert_uniform, chi_squared_limit};

    use super::*;

    #[test]
    fn every_piece_of_a_stack_goes_in_each_direction_with_equal_chance() {
        let mut dice = Quick::new(17);
        for pieces in [1, 2, 4, 31, 32, 33, 64, 65, 100] {
            let mut counts = [0u64; 4];
            for _ in 0..40_000 / pieces {
                let sent = scatter(pieces, &mut dice);
                assert_eq!(sent.iter().sum::<u32>(), pieces);
                for (count, sent) in counts.iter_mut().zip(sent) {
                    *count += u64::from(sent);
                }
            }
            assert_uniform(&format!("a stack of {pieces}"), &counts);
        }
    }

    #[test]
    fn the_pieces_of_a_stack_go_independently() {
        // Two pieces: all 16 pairs of directions are equally likely, so both go the
        // same way in a quarter of all cases.
        let mut dice = Quick::new(3);
        let mut together = [0u64; 4];
        let mut apart = [0u64; 6];
        for _ in 0..64_000 {
            let sent = scatter(2, &mut dice);
            let ways: Vec<usize> = (0..4).filter(|&way| sent[way] > 0).collect();
            match ways[..] {
                [way] => together[way] += 1,
                [a, b] => apart[[0, 0, 1, 3][b] + a] += 1,
                _ => unreachable!("two pieces go at most two ways"),
            }
        }
        assert_uniform("both one way", &together);
        assert_uniform("two ways", &apart);
        let found: u64 = together.iter().sum();
        assert!((found as f64 / 16_000.0 - 1.0).abs() < 0.02, "{found}");
    }

    #[test]
    fn a_t800_gives_up_neighbours_it_could_not_take() {
        // 5 pieces beside 4, 1, 0 and 0: weights 401, 101, 1, 1 of 504. The first would
        // get 3.98 of the pieces, fewer than 4; the second 1.002. Among the rest, of
        // 103, the second would get 4.9.
        assert_eq!(t800_weights(5, [4, 1, 0, 0]), [0, 101, 1, 1]);
        // 10 beside 4, 4, 0, 0: 401 of 804 is 4.99 pieces each.
        assert_eq!(t800_weights(10, [4, 4, 0, 0]), [401, 401, 1, 1]);
        // 10 beside 5, 5, 0, 0: 501 of 1004 is 4.99 again, fewer than 5.
        assert_eq!(t800_weights(10, [5, 5, 0, 0]), [0, 0, 1, 1]);
        // A fair share of 12 is exactly 3, which is not fewer.
        assert_eq!(t800_weights(12, [3, 3, 3, 3]), [301; 4]);
        assert_eq!(t800_weights(11, [3, 3, 3, 3]), [0; 4]);
        // Giving up a neighbour frees pieces for the rest, but only afterwards: both
        // are given up in the same step.
        assert_eq!(t800_weights(6, [5, 5, 5, 0]), [0, 0, 0, 1]);
    }

    #[test]
    fn a_t800_that_is_outnumbered_on_all_sides_stays() {
        let board = Board::new(
            &[[9, 2, 9], [2, 1, 2], [1, 2, 9]],
            &[[0, 5, 0], [5, 4, 5], [6, 5, 0]],
        )
        .unwrap();
        let turn = t800(&board, 1, &mut Quick::new(1));
        // Beside 2,0 are 1,0 with 5 pieces, 2,1 with 5, and across the edges 0,0 and
        // 2,2 without pieces: it can only afford the empty ones.
        assert_eq!(turn.sent(), 6);
        assert!(turn.orders().iter().all(|order| {
            order.square() == (2, 0)
                && matches!(order.direction, Direction::South | Direction::West)
        }));
    }

    #[test]
    fn a_t800_sends_its_pieces_by_weight() {
        let mut dice = Quick::new(5);
        let weights = t800_weights(1000, [30, 20, 10, 0]);
        assert_eq!(weights, [3001, 2001, 1001, 1]);
        let sum: u64 = weights.iter().sum();
        let mut counts = [0u64; 4];
        let throws = 300_000;
        for _ in 0..throws {
            counts[weighted(&weights, sum, &mut dice)] += 1;
        }
        let found: f64 = (0..4)
            .map(|i| {
                let expected = weights[i] as f64 / sum as f64 * f64::from(throws);
                (counts[i] as f64 - expected).powi(2) / expected
            })
            .sum();
        assert!(found < chi_squared_limit(3), "{counts:?}: {found}");
    }

    #[test]
    fn numbers_below_large_bounds_are_fair() {
        let mut dice = Quick::new(8);
        // Three quarters of 2^64: without rethrowing, every third number would come up
        // twice as often as the others.
        let n = 3 << 62;
        let mut counts = [0u64; 3];
        for _ in 0..30_000 {
            counts[(below(n, &mut dice) % 3) as usize] += 1;
        }
        assert_uniform("remainders", &counts);
    }

    proptest! {
        #[test]
        fn a_t800_never_sends_where_too_few_would_arrive(
            pieces in 1..2_000u32,
            beside in prop::array::uniform4(0..800u32),
        ) {
            let weights = t800_weights(pieces, beside);
            let sum: u64 = weights.iter().sum();
            for (weight, there) in weights.into_iter().zip(beside) {
                if weight > 0 {
                    prop_assert_eq!(weight, 100 * u64::from(there) + 1);
                    prop_assert!(weight * u64::from(pieces) >= u64::from(there) * sum);
                }
            }
            // An empty neighbour is never given up.
            prop_assert!(sum > 0 || beside.iter().all(|&there| there > 0));
        }

        #[test]
        fn the_largest_stacks_do_not_overflow(
            pieces in 1..=4_096_000_000u32,
            beside in prop::array::uniform4(0..=4_096_000_000u32),
        ) {
            t800_weights(pieces, beside);
        }
    }
}
