//! Brandub in the catalog.

mod bot;
pub(crate) mod codec;
mod referee;
