//! Game 17 in the catalog.

mod bot;
pub(crate) mod codec;
mod python;
mod referee;
