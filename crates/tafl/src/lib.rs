//! The rules of Brandub.
