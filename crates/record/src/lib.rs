//! Recorded games: checks, and an engine's analysis.
//!
//! | module | contents |
//! |---|---|
//! | [`check`] | a record's hashes, and how they are checked |
//! | [`verdict`] | why a game did not end on the board |
//! | [`analysis`] | an engine's opinion of a position or of a whole game |
//!
//! Nothing here reads a clock, opens a file or starts a thread of its own, so it runs
//! in a browser too. If you want an engine's opinion, you pass the clock.
//!
//! ```
//! use protocol::Record;
//!
//! let text = include_bytes!("../tests/data/v0_1/table-conflict.json");
//! let record = Record::read(text)?;
//! assert_eq!(record::verify(&record)?.verified.steps, record.steps.len());
//!
//! let mut forged = record.clone();
//! forged.players.swap(0, 1);
//! let error = record::verify(&forged).unwrap_err();
//! assert!(error.to_string().contains("something was changed"), "{error}");
//! assert!(record::verify(&record::seal(forged)).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod check;
mod from_table;
pub mod verdict;

pub use check::{Checked, RecordError, replay, seal, verify};
pub use from_table::of_table;
