//! The only list of games, and every game without its types.
//!
//! Rules crates know no JSON. Here each game gets a [`Codec`] and with it
//! becomes an [`AnyGame`]: options, states, views, actions and draws in JSON,
//! and every step checked before it is carried out. Tables, servers and tools
//! are written once, for [`AnyGame`]. Search and playouts must be fast, so they
//! use the typed games.
//!
//! | module | contents |
//! |---|---|
//! | [`any`] | [`AnyGame`], [`AnyState`], [`AnyStep`] |
//! | [`codec`] | [`Codec`]: what a game must add to be in the catalog |
//! | [`scene`] | [`Scene`]: what there is to see of a state |
//! | [`entry`] | how moves are entered on a board |
//! | [`bot`] | requests to bots and their answers |
//! | [`learn`] | the diagrams of the rules pages |
//! | [`referee`] | the rules as a service, one JSON line in, one out |
//! | [`json`] | errors of JSON input |
//! | `schema` | JSON Schema, TypeScript and OpenAPI, with the feature `schema` |
//!
//! ```
//! use catalog::AnyStep;
//! use game::Seat;
//! use serde_json::json;
//!
//! let brandub = catalog::open("brandub", &json!({"repetition": 0}))?;
//! let mut state = brandub.start();
//! let step = AnyStep::Act(vec![(Seat(0), "d1-c1".to_owned())]);
//! brandub.play(&mut state, &step)?;
//! assert_eq!(brandub.view(&state, None).to_act, [1]);
//! # Ok::<(), catalog::Error>(())
//! ```

pub mod any;
mod automatafl;
pub mod bot;
mod brandub;
pub mod codec;
mod combo;
pub mod entry;
mod game17;
pub mod json;
pub mod learn;
mod marks;
pub mod referee;
pub mod scene;
#[cfg(feature = "schema")]
pub mod schema;
#[cfg(feature = "test-game")]
mod tug;

#[doc(no_inline)]
pub use protocol::{AsJson, GameData, GameLine};
#[doc(no_inline)]
pub use serde_json::Value;
#[doc(no_inline)]
pub use words::Language;

pub use any::{AnyGame, AnyPending, AnyReport, AnyState, AnyStep};
pub use codec::{Codec, Error, Info, LastSeat, known_message};
pub use marks::{Arrow, Marks};
pub use scene::{Cell, Drawn, Scene};

use any::Erased;
use bot::BotGame;

/// Calls a macro with the list of all games: the only one.
#[cfg(not(feature = "test-game"))]
#[doc(hidden)]
#[macro_export]
macro_rules! with_games {
    (($($macro:tt)+) $arguments:tt) => {
        $($macro)+! { $arguments Automatafl Combo Brandub Game17 }
    };
}

/// The list with a made-up game, for tests.
#[cfg(feature = "test-game")]
#[doc(hidden)]
#[macro_export]
macro_rules! with_games {
    (($($macro:tt)+) $arguments:tt) => {
        $($macro)+! { $arguments Automatafl Combo Brandub Game17 Tug }
    };
}

macro_rules! list {
    ([] $($game:ident)*) => {
        /// All games.
        pub const GAMES: [Info; [$(typed::$game::ID),*].len()] = [$(typed::$game::INFO),*];
    };
}
with_games!((list) []);

/// The game that forms and examples begin with.
pub const USUAL: Info = typed::Brandub::INFO;

/// The description of the game with this id.
pub fn info(id: &str) -> Option<&'static Info> {
    GAMES.iter().find(|info| info.id == id)
}

/// A game with these options. Missing ones have their defaults; null means no
/// options.
pub fn open(id: &str, options: &impl AsJson) -> Result<Box<dyn AnyGame>, Error> {
    dispatch!(id, options, erase)
}

/// Erases the types of a game.
pub fn erase<G: BotGame>(game: G) -> Box<dyn AnyGame> {
    Box::new(Erased(game))
}

/// What something says, in English: for programs, logs and records.
pub fn english(what: &impl game::Say) -> String {
    Language::English.say(&what.message())
}

/// A game's name for a seat, if there is such a game.
pub fn seat_name(id: &str, seat: game::Seat) -> Option<game::Message> {
    fn name<G: BotGame>(game: G, seat: game::Seat) -> game::Message {
        game.seat_name(seat)
    }
    dispatch!(id, &Value::Null, name, seat).ok()
}

/// The typed game, if it is this one.
pub fn typed_game<G: Codec>(game: &dyn AnyGame) -> Option<&G> {
    game.as_any().downcast_ref()
}

/// The current turn, from 1, in games that count turns.
pub fn turn(state: &GameData) -> Option<u64> {
    Some(state.as_json().get("turn")?.as_u64()? + 1)
}

/// The current round, from 1, and the number of rounds, in games with rounds.
pub fn round(state: &GameData, options: &GameData) -> Option<(u64, u64)> {
    let of = options.as_json().get("rounds")?.as_u64()?.max(1);
    let round = state.as_json().get("round")?.as_u64()? + 1;
    Some((round.min(of), of))
}

/// Calls a generic function with the typed game of this id and options, for work
/// that must be fast: `dispatch!(id, options, f, arguments…)` is `Ok(f(game,
/// arguments…))`, or an [`Error`] if there is no such game.
///
/// The function may require more traits than the catalog does, if every game
/// implements them.
#[macro_export]
macro_rules! dispatch {
    ($id:expr, $options:expr, $function:ident $(, $argument:expr)* $(,)?) => {
        $crate::with_games!(($crate::dispatch_among) [$id, $options, $function ($($argument),*)])
    };
}

/// What [`dispatch!`] is made of.
#[doc(hidden)]
#[macro_export]
macro_rules! dispatch_among {
    ([$id:expr, $options:expr, $function:ident $arguments:tt] $($game:ident)*) => {{
        use $crate::{Codec as _, typed};
        let options: &$crate::Value = $crate::AsJson::as_json($options);
        match $id {
            $(<typed::$game as $crate::Codec>::ID => typed::$game::from_options(options)
                .map(|game| $crate::dispatch_to!($function game $arguments)),)*
            id => Err($crate::Error::UnknownGame(id.chars().take(40).collect())),
        }
    }};
}

/// A call with these arguments.
#[doc(hidden)]
#[macro_export]
macro_rules! dispatch_to {
    ($function:ident $game:ident ($($argument:expr),*)) => {
        $function($game $(, $argument)*)
    };
}

/// The typed games.
pub mod typed {
    pub use ::automatafl::Automatafl;
    pub use ::combo::Combo;
    pub use ::game17::Game17;
    pub use tafl::Brandub;
    #[cfg(feature = "test-game")]
    pub use testkit::tug::Tug;
}
