//! The client's half of the protocol, without input or output.
//!
//! A [`Client`] stands for one connection to a hall and the tables followed over
//! it. The caller moves messages: it sends what [`outgoing`](Client::outgoing)
//! gives, hands in what arrives with [`received`](Client::received), and says
//! when the line [opens](Client::opened) and [breaks](Client::closed).
//!
//! After the first view the client applies events to a [`Replica`] and asks for
//! nothing. After a break it resumes from the last event it saw; it fetches a
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
