//! Games in a terminal: everything that is drawn there, and plain lines where there
//! is no terminal.
//!
//! A table is either in this process (a hall of the crate `hall-core`, with computers
//! on threads) or on the network. Both are a [`Line`](line::Line) that takes the same
//! messages, and a [`Client`](client::Client) follows the table over it, so one
//! interface serves both.
//!
//! | module | what is in it |
//! |---|---|
//! | [`seating`] | who sits where: people, engines, programs |
//! | [`mod@line`], [`local`], [`remote`] | the line to a hall: in this process, or on the network |
//! | [`http`] | requests to a hall on the network |
//! | [`computers`] | engines and programs, on threads of their own |
//! | [`session`] | a table and everyone at this terminal |
//! | [`saved`], [`keep`] | a game as a file, to go on later |
//! | [`follow`], [`marks`] | a table as one person sees it, with the game so far |
//! | [`command`], [`words`] | what is typed, and what is said |
//! | [`model`] | what is on the screen: an event goes in, wishes come out |
//! | [`layout`], [`board`], [`draw`], [`paint`] | the model as a picture, with colours or without |
//! | [`screen`], [`guard`] | the loop on a terminal, which is always given back |
//! | [`plain`] | the loop in plain lines |
//! | [`standings`] | a contest while it is played |
//!
//! ```
//! use picture::{Board, Colours, Marks, Theme};
//! use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};
//! use terminal::board::{BoardView, Grid};
//! use terminal::paint::{Depth, Paint};
//!
//! let brandub = catalog::open("brandub", &protocol::GameData::NULL)?;
//! let board = Board::of(&*brandub, &brandub.start())?;
//! let window = Rect::new(0, 0, 40, 12);
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
//! let top: String = (0..23).map(|x| screen[(x, 0)].symbol()).collect();
//! assert_eq!(top, "7  x  .  .  t  .  .  x ");
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

/// Why a game could not be played on.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The hall says no.
    #[error(transparent)]
    Trouble(#[from] line::Trouble),
    /// The terminal does not work.
    #[error("the terminal does not work: {0}")]
    Terminal(#[from] std::io::Error),
}
