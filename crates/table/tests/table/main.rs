//! The table from outside, as a hall uses it.

mod clocks;
mod common;
mod game17;
mod lobby;
mod matrix;
mod offers;
mod old;
mod properties;
mod rounds;
mod scenes;
mod secrecy;
