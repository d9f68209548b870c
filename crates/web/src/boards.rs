//! What is beside the board in each game, and what is drawn over it.

mod automatafl;
mod brandub;
mod combo;
mod game17;

use catalog::Codec;
use catalog::typed::{Automatafl, Brandub, Combo, Game17};
use leptos::prelude::*;

use crate::board::Extra;
use crate::pages::Follow;

/// What belongs to one game.
pub struct Sides {
    /// How a move is entered, beside the board: amounts, orders.
    pub entry: AnyView,
    /// What there is to know: why the automaton moves, who has how much.
    pub panel: AnyView,
    /// What is drawn over the board.
    pub extra: Signal<Extra>,
    /// A move as an example for those who type.
    pub example: &'static str,
}

/// What belongs to this game.
pub fn sides(game: &str, follow: Follow) -> Sides {
    match game {
        <Automatafl as Codec>::ID => automatafl::sides(follow),
        <Combo as Codec>::ID => combo::sides(follow),
        <Brandub as Codec>::ID => brandub::sides(follow),
        <Game17 as Codec>::ID => game17::sides(follow),
        _ => Sides {
            entry: ().into_any(),
            panel: ().into_any(),
            extra: Signal::default(),
            example: "",
        },
    }
}
