//! The rules of Combo.
