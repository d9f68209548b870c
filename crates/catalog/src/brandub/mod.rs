//! Brandub in the catalog.

mod bot;
pub(crate) mod codec;
pub(crate) mod learn;
mod referee;
mod scene;
