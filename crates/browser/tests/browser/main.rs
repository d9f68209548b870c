//! The hall in memory, used like a page uses it.

mod common;
mod desk;
mod games;
mod garbage;
mod hotseat;
mod messages;
mod old_hall;
mod saved;
mod services;
