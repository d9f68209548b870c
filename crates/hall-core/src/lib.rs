//! The hall itself, without input or output.
//!
//! Nothing here reads a clock, opens a file or starts a thread. Drivers pass in
//! what happens and carry out what comes back:
//!
//! | in | out |
//! |---|---|
//! | a client's message | send a message |
//! | the time | wake me at this time |
//! | a thought of a computer player | let a computer player think |
//! | "stored", or why not | append to the log |
//!
//! The server is one driver, with a task for each table. The hall in a browser
//! and the terminal's own table are others; they use [`LocalHall`].
//!
//! | module | contents |
//! |---|---|
//! | [`live`] | [`LiveTable`]: one table in use |
//! | [`lobby`] | [`Lobby`]: connections, the list of tables, challenges, limits |
//! | [`local`] | [`LocalHall`]: a whole hall in memory |
//! | [`think`](mod@think) | [`Question`] and [`think`](think()): how built-in players choose |
//! | [`computers`] | [`Computers`]: the computer players of a hall |
//! | [`limits`] | rate limits |
//! | [`body`] | replies that are the same in every hall |
//! | [`refused`] | [`Refused`]: why a request was refused |

pub mod body;
pub mod computers;
pub mod limits;
pub mod live;
pub mod lobby;
pub mod local;
pub mod refused;
pub mod think;

pub use computers::Computers;
pub use live::{
    Append, Found, LiveTable, Output, ReplyTo, Stored, TableInput, TableLimits, TableTerms,
};
pub use lobby::{ConnectionId, Lobby, LobbyLimits, LobbyOutput};
pub use local::LocalHall;
pub use refused::{Refused, TooMany};
pub use think::{Question, think};

/// Parses the id of a table: 32 hexadecimal digits.
pub fn table_id(text: &str) -> Option<u128> {
    // `from_str_radix` would also accept a sign.
    let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    digits
        .then(|| u128::from_str_radix(text, 16).ok())
        .flatten()
}
