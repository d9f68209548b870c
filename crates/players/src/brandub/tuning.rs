//! What can be tuned in Brandub.

use game::Seat;
use search::alphabeta::Position as _;
use tafl::{Brandub, Side, State};

use super::judge::{FEATURES, WEIGHTS, Weighted, Weights, features};
use super::{AlphaBeta, Board, Effort};
use crate::Player;
use crate::tuning::{Fitted, Usual};

/// The weights of [`judge`](super::judge).
#[derive(Clone, Copy, Debug, Default)]
pub struct Judgement;

impl Fitted for Judgement {
    type Game = Brandub;
    const USUAL: Usual = Usual {
        games: 2000,
        nodes: 2000,
    };
    const SEAT: Seat = Seat(Side::Defenders as u16);
    const ROWS: &'static [usize] = &[5, 5, 5, 9, 9, 9];

    fn game(&self) -> Brandub {
        Brandub::default()
    }

    fn weights(&self) -> Vec<Vec<i32>> {
        WEIGHTS.map(Vec::from).into()
    }

    fn player(&self, weights: &[Vec<i32>]) -> Box<dyn Player<Brandub>> {
        let mut own: Weights = [[0; FEATURES]; 2];
        for (own, weights) in own.iter_mut().zip(weights) {
            own.copy_from_slice(weights);
        }
        let effort = Effort {
            table_mib: 1,
            ..Effort::default()
        };
        Box::new(AlphaBeta::new(effort, Weighted(own)))
    }

    /// A position in which nothing can be captured and neither side is in danger.
    fn features(&self, game: &Brandub, state: &State) -> Option<(Seat, Vec<f64>)> {
        let board = Board::new(game.options(), state, Weighted(WEIGHTS));
        let mut captures = Vec::new();
        board.noisy(&mut captures);
        let quiet = captures.is_empty() && !board.in_danger() && board.foresee().is_none();
        let position = state.position();
        quiet.then(|| {
            let features = features(position).map(f64::from).to_vec();
            (Seat(position.side() as u16), features)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_all_weights() {
        assert_eq!(Judgement::ROWS.iter().sum::<usize>(), FEATURES);
    }
}
