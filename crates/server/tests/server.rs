//! Runs the real server in this process, with clients that talk to it over the
//! network.

#[path = "server/harness.rs"]
mod harness;

#[path = "server/api.rs"]
mod api;
#[path = "server/bots.rs"]
mod bots;
#[path = "server/contests.rs"]
mod contests;
#[path = "server/durability.rs"]
mod durability;
#[path = "server/games.rs"]
mod games;
#[path = "server/hostile.rs"]
mod hostile;
#[path = "server/old_hall.rs"]
mod old_hall;
#[path = "server/people.rs"]
mod people;
#[path = "server/restart.rs"]
mod restart;
#[path = "server/secrecy.rs"]
mod secrecy;
#[path = "server/web.rs"]
mod web;
