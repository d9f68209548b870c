//! Boards as pictures: SVG, coloured text, animations, and a page that plays games.
//!
//! A [`Board`] is what there is to see of a state, without its rules; [`Marks`],
//! which the catalog makes, are what a step did to it. Everything that draws takes these two, so one
//! piece looks the same in a terminal, in a picture and on a page.
//!
//! | module | what is in it |
//! |---|---|
//! | [`board`] | [`Board`]: what stands where |
//! | [`film`] | [`Film`]: a whole game, board by board |
//! | [`svg`] | a board as an SVG picture |
//! | [`text`] | a board as lines of text, plain or in 24-bit colour |
//! | [`colour`] | names of colours, colours of owners, [`Theme`]s |
//! | [`viewer`] | games as one HTML page that plays them |
//! | `raster` | PNG and animated GIF, with the feature `raster` |
//!
//! No font is needed: digits and letters are drawn as lines, so a picture is
//! the same everywhere.
//!
//! ```
//! use picture::{Board, Marks, svg, text};
//!
//! let brandub = catalog::open("brandub", &catalog::GameData::NULL)?;
//! let board = Board::of(&*brandub, &brandub.start())?;
//! let lines = text::lines(&board, &Marks::default(), &text::Style::plain());
//! assert_eq!(lines[0], "7 x  .  .  t  .  .  x");
//! let picture = svg::board(&board, &Marks::default(), &svg::Style::default());
//! assert!(picture.starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod colour;
pub mod film;
mod font;
#[cfg(feature = "raster")]
pub mod raster;
pub mod svg;
pub mod text;
pub mod viewer;

#[doc(no_inline)]
pub use catalog::{Arrow, Marks};

pub use board::{Board, BoardError, Cell};
pub use colour::{Colours, Rgb, Theme};
pub use film::{Film, FilmError, Frame};
