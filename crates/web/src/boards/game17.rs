//! What is beside the board of game17.

use leptos::prelude::*;

use super::Sides;
use crate::pages::Follow;

pub(super) fn sides(_: Follow) -> Sides {
    Sides {
        entry: ().into_any(),
        panel: ().into_any(),
        extra: Signal::default(),
        example: "3,4n2 3,4e1",
    }
}
