//! Games that were played: records that can be checked, and what an engine
//! thinks of them.
//!
//! | module | what is in it |
//! |---|---|
//! | [`sealed`] | a game as a JSON file that can be checked |
//! | [`made`] | a step with its types |
//! | [`seated`] | the game of a table as its record |
//! | [`verdict`] | the words for why a game did not end on the board |
//! | [`analysis`] | what an engine thinks of a position or of a whole game |
//!
//! Nothing here reads a clock, opens a file or starts a thread of its own, so it
//! runs in a browser too: whoever wants an engine's opinion hands in the time.
//!
//! ```
//! use serde_json::json;
//!
//! let record = record::seal(json!({
//!     "format": record::FORMAT, "version": record::VERSION, "rules": record::RULES,
//!     "game": "brandub", "options": {}, "players": [{"name": "Ann"}, {"name": "Bo"}],
//!     "seed": null, "opening": 0, "steps": [{"act": [[0, "d1-c1"]]}],
//!     "ending": null, "verdicts": [], "seats": null,
//! }));
//! let checked = record::verify(&record)?;
//! assert_eq!(checked.verified.steps, 1);
//!
//! let mut forged = record.clone();
//! forged["steps"][0]["act"][0][1] = json!("d1-b1");
//! let error = record::verify(&forged).unwrap_err();
//! assert!(error.to_string().contains("something was changed"), "{error}");
//! # Ok::<(), record::RecordError>(())
//! ```

pub mod analysis;
pub mod made;
pub mod sealed;
pub mod seated;
pub mod verdict;

pub use made::Made;
pub use sealed::{
    Checked, FORMAT, RULES, RecordError, VERSION, any_steps, game_of, seal, steps, verify,
};
