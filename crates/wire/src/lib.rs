//! The JSON messages of bots and of the hall's clients.
//!
//! A bot gets one line of JSON when it is to move and answers with one line of
//! JSON. A request holds all that is needed to answer it. Nothing that another
//! seat entered in secret is ever in it: a request is made from the state of the
//! game, which holds no secrets.
//!
//! | module | what is in it |
//! |---|---|
//! | [`bot`] | requests and answers of every game |
//! | [`api`] | messages between the hall and its clients |
//! | [`seen`] | a table as a client sees it |
//! | [`lobby`] | games and tables as the hall lists them |
//!
//! ```
//! use catalog::typed::Brandub;
//! use game::{Game, Seat};
//! use wire::{About, Wire};
//!
//! let brandub = Brandub::default();
//! let state = brandub.start();
//! let mut line = String::new();
//! brandub.request(&state, Seat(0), &About::default(), &mut line);
//! assert!(line.starts_with(r#"{"game":"brandub","side":"attackers""#));
//! let answer = r#"{"from":{"x":3,"y":0},"to":{"x":2,"y":0}}"#;
//! assert_eq!(brandub.answer(&state, Seat(0), answer)?.to_string(), "d1-c1");
//! # Ok::<(), wire::AnswerError>(())
//! ```

pub mod api;
pub mod bot;
pub mod lobby;
pub mod seen;

pub use bot::{About, AnswerError, AnyWire, Breach, RequestError, Wire, open};
