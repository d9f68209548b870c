//! The rules of Automatafl.
