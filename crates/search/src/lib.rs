//! Search for any game: alpha-beta, Monte Carlo, simultaneous moves.
//!
//! | module | what is in it |
//! |---|---|
//! | [`alphabeta`] | alpha-beta search for two players |
//! | [`control`] | limits, time as an argument, stopping at once |
//! | [`matrix`] | zero-sum matrix games: saddle, regret matching |
//! | [`mcts`] | Monte Carlo tree search: UCT, decoupled where moves are simultaneous |
//! | [`simultaneous`] | joint-outcome matrices, double oracle, a tree of them |
//!
//! Nothing here reads a clock by itself: time comes in through
//! [`control::Clock`], so that a search also runs in a browser and in tests
//! with simulated time.

pub mod alphabeta;
pub mod control;
pub mod matrix;
pub mod mcts;
pub mod simultaneous;
