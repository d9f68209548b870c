//! Search for any game: alpha-beta, Monte Carlo, simultaneous moves.
//!
//! | module | contents |
//! |---|---|
//! | [`alphabeta`] | alpha-beta search for two players |
//! | [`control`] | limits, the clock, and stopping at once |
//! | [`matrix`] | zero-sum matrix games: saddle points, regret matching |
//! | [`mcts`] | Monte Carlo tree search: UCT, decoupled for simultaneous moves |
//! | [`simultaneous`] | joint-outcome matrices, double oracle, and a tree of them |
//!
//! This crate reads no clock itself. The caller passes one as [`control::Clock`], so a
//! search also runs in a browser and in tests with simulated time.

pub mod alphabeta;
pub mod control;
pub mod matrix;
pub mod mcts;
pub mod simultaneous;
