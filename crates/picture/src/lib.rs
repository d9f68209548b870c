//! Boards as pictures: SVG, coloured text, animations, and a page that plays games.
//!
//! A [`Scene`] is what there is to see of a state, without its rules; [`Marks`] are
//! what a step did to it. The catalog makes both. Everything that draws takes these
//! two and knows no game, so a piece looks the same in a terminal, in a picture and
//! on a page.
//!
//! | module | contents |
//! |---|---|
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
//! use picture::{Marks, svg, text};
//!
//! for info in catalog::GAMES {
//!     let game = catalog::open(info.id, &catalog::GameData::NULL)?;
//!     let scene = game.scene(&game.start());
//!     let lines = text::lines(&scene, &Marks::default(), &text::Style::plain());
//!     assert_eq!(lines.len(), usize::from(scene.height()) + 1);
//!     let picture = svg::board(&scene, &Marks::default(), &svg::Style::default());
//!     assert!(picture.starts_with("<svg"));
//! }
//! # Ok::<(), catalog::Error>(())
//! ```

pub mod colour;
pub mod film;
mod font;
#[cfg(feature = "raster")]
pub mod raster;
pub mod svg;
pub mod text;
mod tone;
pub mod viewer;

#[doc(no_inline)]
pub use catalog::{Arrow, Cell, Marks, Scene};

pub use colour::{Colours, Rgb, Theme};
pub use film::{Film, FilmError, Frame};
