//! The list of games, in JSON and without types.
