//! The tables over HTTP and WebSocket.
//!
//! Every table that someone looks at, or that a clock or a computer waits for,
//! is a task of its own that owns the [`table::Table`]: it takes commands one
//! after the other, writes what follows to the [`store`], and only then changes
//! the table and tells everyone. Tables nobody looks at are only in the store and
//! come back when they are asked for or when their clock is due.
//!
//! | module | what is in it |
//! |---|---|
//! | [`config`] | what can be set |
//! | `hub` | the tables that are live, and who is connected |
//! | `live` | one live table |
//! | `computers` | built-in players on a bounded pool, programs in their sandbox |
//! | `contests` | contests of computers and connected programs at ordinary tables |
//! | `ratings` | what a finished game does to the leaderboard |
//! | `shown` | tables as the lobby lists them, games as records |
//! | `identity` | names and secrets |
//! | `rest`, `socket` | the two ways to talk to the hall |
//! | `openapi` | the description of the first of them |
//! | `assets` | the page |
//! | `door` | connections: TLS, limits, the end |
//! | `bells`, `limits`, `metrics`, `outbox`, `time` | what these need |
//!
//! ```no_run
//! # async fn example() -> Result<(), server::StartError> {
//! let config = server::Config::new(store::Store::memory());
//! let hall = server::start(config).await?;
//! println!("http://{}", hall.address());
//! hall.shut_down().await;
//! # Ok(())
//! # }
//! ```

mod assets;
mod bells;
mod computers;
pub mod config;
mod contests;
mod door;
mod hub;
mod identity;
mod limits;
mod live;
mod metrics;
mod openapi;
mod outbox;
mod ratings;
mod refused;
mod rest;
mod shown;
mod socket;
mod time;

pub use assets::{Page, PageFile};
pub use config::{Config, HouseProgram, Limits};
pub use door::{Running, StartError, start};
