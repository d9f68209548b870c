//! Games that were played: records that can be checked, and what an engine
//! thinks of them.
//!
//! | module | what is in it |
//! |---|---|
//! | [`sealed`] | a record with hashes, and how it is checked |
//! | [`seated`] | the game of a table as its record |
//! | [`verdict`] | the words for why a game did not end on the board |
//! | [`analysis`] | what an engine thinks of a position or of a whole game |
//!
//! Nothing here reads a clock, opens a file or starts a thread of its own, so it
//! runs in a browser too: whoever wants an engine's opinion hands in the time.
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
pub mod sealed;
pub mod seated;
pub mod verdict;

pub use sealed::{Checked, RecordError, replay, seal, verify};
