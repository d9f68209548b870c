//! A client sees what the hall would show it, whatever happens to the table and
//! the connection.

mod hall;
mod lines;
mod replicas;
