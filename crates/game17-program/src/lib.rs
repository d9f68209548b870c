//! The original Game 17 program: its players, game files, ranking and pictures.
//! Its command line is `hall game17`.
//!
//! | module | contents |
//! |---|---|
//! | [`entrants`] | names on the command line become players |
//! | [`mover`] | players that move the pieces of an owner: built-in ones and bots |
//! | [`play`] | one game between movers |
//! | [`file`](mod@file) | game files: the first board and the changes of every turn |
//! | [`rank`] | the ranking of many players, and every player against zombies |
//! | [`show`] | games in a terminal |

pub mod entrants;
pub mod file;
pub mod mover;
pub mod play;
pub mod rank;
pub mod show;
mod work;
