//! Shows recorded games: in a terminal, as text, as pictures and as pages.
//!
//! | module | contents |
//! |---|---|
//! | [`record`] | records as films |
//! | [`player`] | a game in the terminal |
//! | [`text`] | a game as text and as JSON |
//! | [`export`] | a game as pictures and as a page |

pub mod export;
pub mod player;
pub mod record;
pub mod text;

pub use record::{Recorded, read};
