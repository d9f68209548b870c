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

use serde_json::Value;

pub use any::{AnyGame, AnyPending, AnyReport, AnyState, AnyStep};
pub use codec::{Codec, Error, Info};

use any::Erased;

/// The games there are.
pub const GAMES: [Info; 4] = [
    <::automatafl::Automatafl as Codec>::INFO,
    <::combo::Combo as Codec>::INFO,
    <tafl::Brandub as Codec>::INFO,
    <::game17::Game17 as Codec>::INFO,
];

/// A game with these options, which may be null or leave any of them out.
pub fn open(id: &str, options: &Value) -> Result<Box<dyn AnyGame>, Error> {
    fn make<G: Codec>(options: &Value) -> Result<Box<dyn AnyGame>, Error> {
        Ok(Box::new(Erased(G::from_options(options)?)))
    }
    match id {
        <::automatafl::Automatafl as Codec>::ID => make::<::automatafl::Automatafl>(options),
        <::combo::Combo as Codec>::ID => make::<::combo::Combo>(options),
        <tafl::Brandub as Codec>::ID => make::<tafl::Brandub>(options),
        <::game17::Game17 as Codec>::ID => make::<::game17::Game17>(options),
        _ => Err(Error::UnknownGame(id.chars().take(40).collect())),
    }
}
