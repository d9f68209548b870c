//! Games in a terminal: the screen, and plain lines for scripts and simple terminals.
//!
//! A table is either in this process (a hall of the crate `hall-core`, with computer
//! players on threads) or on the network. Both are a [`Line`](line::Line) with the
//! same messages, and a [`Client`](client::Client) follows the table over it. So one
//! interface serves both.
//!
//! | module | contents |
//! |---|---|
//! | [`seating`] | the players on seats: people, engines, bots |
//! | [`mod@line`], [`local`], [`remote`] | the connection to a hall: in this process, or on the network |
//! | [`http`] | requests to a hall on the network |
//! | [`computers`] | engines and bots, on threads of their own |
//! | [`session`] | a table and everyone at this terminal |
//! | [`saved`], [`keep`] | a game as a file, to continue later |
//! | [`follow`], [`marks`] | a table as one person sees it, with the game so far |
//! | [`command`], [`words`] | what you type, and what the program says |
//! | [`model`] | the state of the screen: an event goes in, wishes come out |
//! | [`layout`], [`board`], [`draw`], [`paint`] | drawing the model, with or without colours |
//! | [`screen`], [`guard`] | the loop on a terminal, which is always restored |
//! | [`plain`] | the loop in plain lines |
//! | [`standings`] | a contest in progress |
//!
//! ```
//! use picture::{Colours, Marks, Theme};
//! use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};
//! use terminal::board::{BoardView, Grid};
//! use terminal::paint::{Depth, Paint};
//!
//! let game = catalog::open(catalog::GAMES[0].id, &protocol::GameData::NULL)?;
//! let board = game.scene(&game.start());
//! let window = Rect::new(0, 0, 80, 24);
//! let view = BoardView {
//!     board: &board,
//!     marks: &Marks::default(),
//!     lit: &entry::Highlights::default(),
//!     sealed: None,
//!     foreseen: &[],
//!     cursor: None,
//!     colours: &Colours::default(),
//!     paint: Paint { depth: Depth::None, theme: Theme::Dark },
//!     grid: Grid::fit(&board, window).ok_or("there is room")?,
//! };
//! let mut screen = Buffer::empty(window);
//! view.render(window, &mut screen);
//! assert_ne!(screen, Buffer::empty(window));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod command;
pub mod computers;
pub mod draw;
pub mod follow;
pub mod guard;
pub mod http;
pub mod keep;
pub mod layout;
pub mod line;
pub mod local;
pub mod marks;
pub mod model;
pub mod paint;
pub mod plain;
pub mod remote;
pub mod saved;
pub mod screen;
pub mod seating;
pub mod session;
pub mod standings;
pub mod words;

use thiserror::Error;

/// Why a game could not continue.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The hall refused something, or cannot be reached.
    #[error(transparent)]
    Trouble(#[from] line::Trouble),
    /// The terminal does not work.
    #[error("the terminal does not work: {0}")]
    Terminal(#[from] std::io::Error),
}
