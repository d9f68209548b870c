//! Game 17 in the catalog.

mod bot;
pub(crate) mod codec;
pub(crate) mod learn;
mod python;
mod referee;
mod scene;
