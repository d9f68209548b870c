//! The client's half of the protocol, without input or output.
//!
//! A [`Client`] is one connection to a hall with the tables followed over it.
//! The caller moves the messages: it sends those from
//! [`outgoing`](Client::outgoing), passes on what arrives with
//! [`received`](Client::received), and reports when the connection
//! [opens](Client::opened) and [breaks](Client::closed).
//!
//! After the first view, the client applies events to a [`Replica`] and requests
//! nothing. After a break it resumes from the last event it saw. It fetches a
//! whole table again only if events are missing.
//!
//! | module | contents |
//! |---|---|
//! | [`follow`] | [`Client`]: connection, requests, followed tables |
//! | [`replica`] | [`Replica`]: one table, kept up to date by its events |

pub mod follow;
pub mod replica;

pub use follow::{Client, Update};
pub use replica::{Applied, Replica};
