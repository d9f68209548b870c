//! The only list of games: what there is, and every game without its types.
//!
//! Rules crates know no JSON. Here each game gets a [`Codec`], and through it
//! becomes an [`AnyGame`]: options, states, views, actions and draws in JSON,
//! every step checked before it is carried out. Tables, servers and tools are
//! written once against [`AnyGame`]. What must be fast (search, playouts) uses
//! the typed games instead.
//!
//! | module | what is in it |
//! |---|---|
//! | [`any`] | [`AnyGame`], [`AnyState`], [`AnyStep`] |
//! | [`codec`] | [`Codec`]: what a game adds to be in the catalog |
//! | [`referee`] | the rules as a service, one JSON line in, one out |
//! | [`json`] | errors of JSON input |
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
//! assert_eq!(brandub.view(&state, None)["to_act"], json!([1]));
//! # Ok::<(), catalog::Error>(())
//! ```

pub mod any;
mod automatafl;
mod brandub;
pub mod codec;
mod combo;
mod game17;
pub mod json;
pub mod referee;

#[doc(no_inline)]
pub use serde_json::Value;

pub use any::{AnyGame, AnyPending, AnyReport, AnyState, AnyStep};
pub use codec::{Codec, Error, Info};
pub use game17::raw_orders;

use any::Erased;

/// The games there are.
pub const GAMES: [Info; 4] = [
    typed::Automatafl::INFO,
    typed::Combo::INFO,
    typed::Brandub::INFO,
    typed::Game17::INFO,
];

/// A game with these options, which may be null or leave any of them out.
pub fn open(id: &str, options: &Value) -> Result<Box<dyn AnyGame>, Error> {
    fn make<G: Codec>(game: G) -> Box<dyn AnyGame> {
        Box::new(Erased(game))
    }
    dispatch!(id, options, make)
}

/// Calls a generic function with the typed game of this id and options, for
/// work that must be fast: `dispatch!(id, options, f, arguments…)` is
/// `Ok(f(game, arguments…))`, or an [`Error`] if there is no such game.
///
/// The function may ask more of a game than the catalog does, as long as every
/// game has it.
#[macro_export]
macro_rules! dispatch {
    ($id:expr, $options:expr, $function:ident $(, $argument:expr)* $(,)?) => {{
        use $crate::{Codec as _, typed};
        let options: &$crate::Value = $options;
        match $id {
            <typed::Automatafl as $crate::Codec>::ID => typed::Automatafl::from_options(options)
                .map(|game| $function(game $(, $argument)*)),
            <typed::Combo as $crate::Codec>::ID => typed::Combo::from_options(options)
                .map(|game| $function(game $(, $argument)*)),
            <typed::Brandub as $crate::Codec>::ID => typed::Brandub::from_options(options)
                .map(|game| $function(game $(, $argument)*)),
            <typed::Game17 as $crate::Codec>::ID => typed::Game17::from_options(options)
                .map(|game| $function(game $(, $argument)*)),
            id => Err($crate::Error::UnknownGame(id.chars().take(40).collect())),
        }
    }};
}

/// The typed games.
pub mod typed {
    pub use ::automatafl::Automatafl;
    pub use ::combo::Combo;
    pub use ::game17::Game17;
    pub use tafl::Brandub;
}
