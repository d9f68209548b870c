//! A client sees what the hall would show it, whatever happens to the table and
//! to the line.

mod hall;
mod lines;
mod replicas;
