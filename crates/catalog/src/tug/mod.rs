//! The made-up game of `testkit` in the catalog, only with the feature `test-game`.

mod bot;
mod codec;
mod scene;
