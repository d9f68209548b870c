//! Weights that can be tuned by self-play, game by game. `cargo xtask tune` does it.

use catalog::bot::BotGame;
use game::Seat;

use crate::Player;

/// How much is usually played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usual {
    /// The games of one trial or, if all weights are fitted, of one round.
    pub games: u64,
    /// The number of states that a player visits for a move.
    pub nodes: u64,
}

/// Does something with the weights of a game, whichever kind they are.
pub trait Tuner {
    /// What comes of it.
    type Output;

    /// Changes one weight at a time.
    fn climb<S: Climbed>(self, subject: S) -> Self::Output;

    /// Fits all weights to the results of games.
    fn fit<S: Fitted>(self, subject: S) -> Self::Output;
}

/// Weights that are changed one at a time.
pub trait Climbed: Sync {
    /// The game.
    type Game: BotGame;
    /// How much is usually played.
    const USUAL: Usual = Usual {
        games: 200,
        nodes: 1000,
    };
    /// The number of random steps in an opening.
    const OPENING: u32;

    /// The rules of the game, as used for tuning.
    fn game(&self) -> Self::Game;

    /// The parameters that can be changed.
    fn parameters(&self) -> Vec<Parameter>;

    /// Creates a player with these values of the parameters, in their order.
    fn player(&self, values: &[f64], seed: u64) -> Box<dyn Player<Self::Game>>;
}

/// A number in an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its name in the code.
    pub name: &'static str,
    /// Its current value.
    pub value: f64,
    /// How far to change it in the first round. The next round halves this.
    pub step: f64,
    /// The lower bound.
    pub least: f64,
    /// The upper bound.
    pub most: f64,
    /// Whether it must be a whole number.
    pub whole: bool,
}

impl Parameter {
    /// A whole number between two others.
    pub(crate) fn whole(
        name: &'static str,
        value: i32,
        step: f64,
        [least, most]: [f64; 2],
    ) -> Parameter {
        let whole = true;
        Parameter {
            whole,
            ..Parameter::real(name, value.into(), step, [least, most])
        }
    }

    /// Any number between two others.
    pub(crate) fn real(
        name: &'static str,
        value: f64,
        step: f64,
        [least, most]: [f64; 2],
    ) -> Parameter {
        Parameter {
            name,
            value,
            step,
            least,
            most,
            whole: false,
        }
    }
}

/// Weights of features, all fitted at once to the results of games between two players.
pub trait Fitted: Sync {
    /// The game.
    type Game: BotGame;
    /// How much is usually played.
    const USUAL: Usual;
    /// The seat whose chances the features tell.
    const SEAT: Seat;
    /// How many weights are in each row of the table in the code.
    const ROWS: &'static [usize];

    /// The rules of the game, as used for tuning.
    fn game(&self) -> Self::Game;

    /// The current weights, in points: for each seat, those with it to move.
    fn weights(&self) -> Vec<Vec<i32>>;

    /// Creates a player with these weights.
    fn player(&self, weights: &[Vec<i32>]) -> Box<dyn Player<Self::Game>>;

    /// The seat to move and the features of the state, if it is quiet enough to tell
    /// what they are worth.
    fn features(
        &self,
        game: &Self::Game,
        state: &<Self::Game as game::Game>::State,
    ) -> Option<(Seat, Vec<f64>)>;
}
