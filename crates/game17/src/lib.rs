//! The rules of Game 17.
