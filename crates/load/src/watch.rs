//! Watchers of a table, and their network traffic.

use std::net::SocketAddr;

use anyhow::Result;
use client::Client;
use protocol::{ClientMessage, ClientRequest, ServerMessage};
use serde::Serialize;

use crate::SOCKET;
use crate::line::Line;

/// How a watcher keeps up with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// It applies events to its view.
    Follow,
    /// It fetches the whole table after every event, as clients of version 0.1 did.
    Fetch,
}

/// A number of messages and their bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    messages: u64,
    bytes: u64,
}

impl Count {
    fn add(&mut self, bytes: usize) {
        self.messages += 1;
        self.bytes += bytes as u64;
    }
}

/// The traffic of watchers while moves were made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Traffic {
    /// Watched moves, counted once for each watcher.
    moves: u64,
    told: Count,
    asked: Count,
}

impl Traffic {
    /// The total traffic of several watchers.
    pub fn sum(all: impl Iterator<Item = Traffic>) -> Traffic {
        all.fold(Traffic::default(), |mut sum, one| {
            sum.moves += one.moves;
            sum.told.messages += one.told.messages;
            sum.told.bytes += one.told.bytes;
            sum.asked.messages += one.asked.messages;
            sum.asked.bytes += one.asked.bytes;
            sum
        })
    }

    /// The traffic of one watcher for one move.
    pub fn per_move(&self) -> PerMove {
        let each = |count: u64| count as f64 / self.moves.max(1) as f64;
        PerMove {
            messages: each(self.told.messages),
            bytes: each(self.told.bytes),
            asked_messages: each(self.asked.messages),
            asked_bytes: each(self.asked.bytes),
        }
    }
}

/// The traffic of one watcher for one move.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PerMove {
    /// Messages from the hall.
    pub messages: f64,
    /// Their bytes.
    pub bytes: f64,
    /// Messages from the watcher.
    pub asked_messages: f64,
    /// Their bytes.
    pub asked_bytes: f64,
}

/// A watcher of a table.
pub struct Watcher {
    line: Line,
    habit: Habit,
    client: Client,
    table: String,
    /// The last event that a fetching watcher knows.
    seen: u64,
    /// How often it requested the table, and how often the table came.
    fetches: [u64; 2],
    traffic: Traffic,
}

impl Watcher {
    /// Connects and watches a table. This traffic does not count.
    pub async fn new(address: SocketAddr, habit: Habit, table: &str) -> Result<Watcher> {
        let mut client = Client::new(0);
        client.opened();
        let mut watcher = Watcher {
            line: Line::connect(address, SOCKET, None).await?,
            habit,
            client,
            table: String::new(),
            seen: 0,
            fetches: [0; 2],
            traffic: Traffic::default(),
        };
        watcher.watch(table).await?;
        Ok(watcher)
    }

    /// Switches to another table. This traffic does not count.
    pub async fn watch(&mut self, table: &str) -> Result<()> {
        let before = self.traffic;
        let left = std::mem::replace(&mut self.table, table.to_owned());
        self.seen = 0;
        match self.habit {
            Habit::Follow => {
                self.client.unfollow(&left);
                self.client.follow(table, None);
            }
            Habit::Fetch => self.fetch().await?,
        }
        self.until(1).await?;
        self.traffic = before;
        Ok(())
    }

    /// Call this after a move: reads until the table is known up to this event.
    pub async fn moved(&mut self, seq: u64) -> Result<()> {
        self.traffic.moves += 1;
        self.until(seq).await
    }

    async fn until(&mut self, seq: u64) -> Result<()> {
        self.flush().await?;
        while !self.knows(seq) {
            let text = self.line.text().await?;
            self.traffic.told.add(text.len());
            let message = ServerMessage::read(&text)?;
            match self.habit {
                Habit::Follow => drop(self.client.received(message)),
                Habit::Fetch => self.fetched(&message).await?,
            }
            self.flush().await?;
        }
        Ok(())
    }

    fn knows(&self, seq: u64) -> bool {
        match self.habit {
            Habit::Follow => {
                let table = self.client.table(&self.table);
                table.is_some_and(|table| table.seq() >= seq)
            }
            Habit::Fetch => self.fetches[0] == self.fetches[1] && self.seen >= seq,
        }
    }

    async fn fetch(&mut self) -> Result<()> {
        self.fetches[0] += 1;
        let request = ClientRequest::Watch {
            table: self.table.clone(),
            key: None,
            after: None,
            bot: false,
        };
        let message = ClientMessage::new(self.fetches[0], request);
        let bytes = self.line.send(&message).await?;
        self.traffic.asked.add(bytes);
        Ok(())
    }

    async fn fetched(&mut self, message: &ServerMessage) -> Result<()> {
        if message.table() != Some(self.table.as_str()) {
            return Ok(());
        }
        match message {
            ServerMessage::Event { .. } => self.fetch().await?,
            ServerMessage::Table { view, .. } => {
                self.fetches[1] += 1;
                self.seen = view.seq;
            }
            _ => {}
        }
        Ok(())
    }

    async fn flush(&mut self) -> Result<()> {
        while let Some(message) = self.client.outgoing() {
            let bytes = self.line.send(&message).await?;
            self.traffic.asked.add(bytes);
        }
        Ok(())
    }

    /// The traffic so far.
    pub fn traffic(&self) -> Traffic {
        self.traffic
    }
}
