//! The original Game 17 program: who plays, its game files, its ranking, its
//! pictures. The command line is that of `hall game17`.
//!
//! | module | what is in it |
//! |---|---|
//! | [`entrants`] | names on the command line become players |
//! | [`mover`] | players who move the pieces of an owner: built-in ones and programs |
//! | [`play`] | one game between movers |
//! | [`file`](mod@file) | game files: the first board, and what every turn changed |
//! | [`rank`] | the ranking of many players, and every player against zombies |
//! | [`show`] | games in a terminal |

pub mod entrants;
pub mod file;
pub mod mover;
pub mod play;
pub mod rank;
pub mod show;
mod work;
