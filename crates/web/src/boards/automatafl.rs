//! What is beside the board of automatafl.

use leptos::prelude::*;

use super::Sides;
use crate::pages::Follow;

pub(super) fn sides(_: Follow) -> Sides {
    Sides {
        entry: ().into_any(),
        panel: ().into_any(),
        extra: Signal::default(),
        example: "a1-a5",
    }
}
