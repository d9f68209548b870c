//! The hall over HTTP and WebSocket.
//!
//! Every table that someone watches, or that a clock or a computer player waits
//! for, is a task. The task owns the table: it takes one command at a time,
//! writes the resulting events to the [`store`], and only then changes the table
//! and tells everyone. All other tables are only in the store. They come back
//! when someone asks for them or their clock is due.
//!
//! | module | contents |
//! |---|---|
//! | [`config`] | the settings of a hall |
//! | `hub` | the live tables and the connected clients |
//! | `live` | one live table |
//! | `computers` | built-in players on a bounded pool of threads, bots in their sandbox |
//! | `contests` | contests of computer players and connected bots, at ordinary tables |
//! | `ratings` | how a finished game changes ratings |
//! | `shown` | tables as the lobby lists them, games as records |
//! | `identity` | names and secrets |
//! | `rest`, `socket` | HTTP and WebSocket |
//! | `openapi` | the description of the HTTP interface |
//! | `assets` | the page |
//! | `door` | connections: TLS, limits, closing |
//! | `bells`, `limits`, `metrics`, `outbox`, `time` | helpers of the above |
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
