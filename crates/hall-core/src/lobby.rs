//! Connections, the list of tables, challenges and limits.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use game::message;
use protocol::message::Unreadable;
use protocol::rest::{AvailablePlayer, Challenge, PlayerView, TableRow};
use protocol::{ClientMessage, ClientRequest, Done, Identity, Millis, Request, ServerMessage};
use table::Person;

use crate::limits::{Bucket, Rate};
use crate::live::{ReplyTo, TableInput};
use crate::refused::{Refused, TooMany};
use crate::table_id;

/// The number of a connection, chosen by the driver.
pub type ConnectionId = u64;

/// How long a challenge is open.
const CHALLENGE_MS: Millis = 10 * 60 * 1000;
/// The most open challenges to one player.
const CHALLENGES_EACH: usize = 20;
/// After this many refusals in a row for its rate, a connection is closed.
const PATIENCE: u32 = 200;

/// Limits for one client.
#[derive(Clone, Debug)]
pub struct LobbyLimits {
    /// Connections of one identity.
    pub connections_each: usize,
    /// Tables that one connection may watch.
    pub watched: usize,
    /// The rate of messages of one connection.
    pub messages: Rate,
    /// How often clients are pinged.
    pub ping_ms: Millis,
}

/// What a driver must do for the lobby.
#[derive(Clone, Debug)]
pub enum LobbyOutput {
    /// Send a message to connections.
    Send {
        /// The connections.
        to: Vec<ConnectionId>,
        /// The message.
        message: ServerMessage,
    },
    /// Pass a request to a table. Fetch the table if it is not live.
    Table {
        /// The table.
        table: u128,
        /// The request.
        input: TableInput,
    },
    /// A challenge to this table was declined.
    Declined(u128),
    /// Close a connection that exceeds its rate.
    Close(ConnectionId),
}

/// All connections, and everything that belongs to no single table.
#[derive(Debug)]
pub struct Lobby {
    limits: LobbyLimits,
    connections: HashMap<ConnectionId, Connection>,
    of: HashMap<Identity, Vec<ConnectionId>>,
    watchers: BTreeSet<ConnectionId>,
    available: BTreeMap<Identity, AvailablePlayer>,
    challenges: Vec<Standing>,
    rate_limited: u64,
}

#[derive(Debug)]
struct Connection {
    who: Option<Person>,
    watched: HashSet<u128>,
    bucket: Bucket,
    refused: u32,
}

/// An open challenge.
#[derive(Debug)]
struct Standing {
    table: u128,
    from: Identity,
    to: Identity,
    body: Challenge,
}

/// A player as others see them.
pub fn player_view(person: &Person) -> PlayerView {
    PlayerView {
        player: person.identity.to_string(),
        name: person.name.clone(),
        program: person.program,
    }
}

fn send(to: ConnectionId, message: ServerMessage) -> LobbyOutput {
    let to = vec![to];
    LobbyOutput::Send { to, message }
}

fn done(to: ConnectionId, id: u64, done: Done) -> Vec<LobbyOutput> {
    vec![send(to, ServerMessage::Ok { id, done })]
}

impl Lobby {
    /// An empty lobby.
    pub fn new(limits: LobbyLimits) -> Lobby {
        Lobby {
            limits,
            connections: HashMap::new(),
            of: HashMap::new(),
            watchers: BTreeSet::new(),
            available: BTreeMap::new(),
            challenges: Vec::new(),
            rate_limited: 0,
        }
    }

    // Connections.

    /// Registers a connection and returns its first message. Refuses if its
    /// owner has too many.
    pub fn connect(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        who: Option<Person>,
    ) -> Result<ServerMessage, Refused> {
        if let Some(who) = &who {
            let own = self.of.entry(who.identity).or_default();
            if own.len() >= self.limits.connections_each {
                return Err(Refused::too_many(TooMany::OwnConnections));
            }
            own.push(connection);
        }
        let hello = ServerMessage::Hello {
            you: who.as_ref().map(player_view),
            now,
            ping_ms: self.limits.ping_ms,
        };
        let connected = Connection {
            who,
            watched: HashSet::new(),
            bucket: Bucket::full(self.limits.messages, now),
            refused: 0,
        };
        self.connections.insert(connection, connected);
        Ok(hello)
    }

    /// Removes a connection. The outputs tell the tables it watched.
    pub fn disconnect(&mut self, connection: ConnectionId) -> Vec<LobbyOutput> {
        self.watchers.remove(&connection);
        let Some(gone) = self.connections.remove(&connection) else {
            return Vec::new();
        };
        if let Some(who) = gone.who.map(|who| who.identity)
            && let Some(own) = self.of.get_mut(&who)
        {
            own.retain(|known| *known != connection);
            if own.is_empty() {
                self.of.remove(&who);
                self.available.remove(&who);
            }
        }
        let watched = gone.watched.into_iter();
        let unwatch = |table| LobbyOutput::Table {
            table,
            input: TableInput::Unwatch { connection },
        };
        watched.map(unwatch).collect()
    }

    /// Changes a person's name.
    pub fn rename(&mut self, who: Identity, name: &str) {
        for connection in self.of.get(&who).into_iter().flatten() {
            let known = self.connections.get_mut(connection);
            if let Some(person) = known.and_then(|known| known.who.as_mut()) {
                name.clone_into(&mut person.name);
            }
        }
        if let Some(available) = self.available.get_mut(&who) {
            name.clone_into(&mut available.player.name);
        }
    }

    /// Whether a person or bot is connected.
    pub fn is_connected(&self, who: Identity) -> bool {
        self.of.contains_key(&who)
    }

    /// How many connections there are.
    pub fn connections(&self) -> usize {
        self.connections.len()
    }

    /// How many messages were refused for their rate since the last call.
    pub fn take_rate_limited(&mut self) -> u64 {
        std::mem::take(&mut self.rate_limited)
    }

    // Messages.

    /// Takes a client's message. `lag_ms` is the lag of its connection.
    pub fn message(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        message: Result<ClientMessage, Unreadable>,
        lag_ms: Millis,
    ) -> Vec<LobbyOutput> {
        let id = match &message {
            Ok(message) => Some(message.id),
            Err(unreadable) => unreadable.id,
        };
        if let Err(outputs) = self.count(now, connection, id) {
            return outputs;
        }
        let result = match message {
            Ok(message) => self.carry_out(now, connection, message, lag_ms),
            Err(unreadable) => Err(Refused::bad(unreadable.reason)),
        };
        result.unwrap_or_else(|refused| vec![send(connection, refused.reply(id))])
    }

    /// Counts a frame towards the client's rate. If it exceeds the rate, returns
    /// what to do instead of carrying it out.
    pub fn count(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        id: Option<u64>,
    ) -> Result<(), Vec<LobbyOutput>> {
        let Some(known) = self.connections.get_mut(&connection) else {
            return Err(Vec::new());
        };
        if known.bucket.take(self.limits.messages, now) {
            known.refused = 0;
            return Ok(());
        }
        known.refused += 1;
        self.rate_limited += 1;
        Err(vec![if known.refused > PATIENCE {
            LobbyOutput::Close(connection)
        } else {
            send(connection, Refused::too_many(TooMany::Messages).reply(id))
        }])
    }

    fn carry_out(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        message: ClientMessage,
        lag_ms: Millis,
    ) -> Result<Vec<LobbyOutput>, Refused> {
        let ClientMessage { id, request, .. } = message;
        let client = self.connections.get_mut(&connection);
        let client = client.ok_or_else(Refused::who)?;
        let known = client.who.clone().ok_or_else(Refused::who);
        let reply = ReplyTo::Connection(connection);
        match request {
            ClientRequest::Ping => {
                let now = Some(now);
                let pong = Done {
                    now,
                    ..Done::default()
                };
                return Ok(done(connection, id, pong));
            }
            ClientRequest::Watch {
                table,
                key,
                after,
                bot,
            } => {
                let table = table_id(&table).ok_or_else(Refused::no_table)?;
                let most = self.limits.watched;
                if client.watched.len() >= most && !client.watched.contains(&table) {
                    return Err(Refused::new(409, "watched", message!("hall.watched", most)));
                }
                // If the table refuses, one superfluous `Unwatch` at the end
                // does no harm.
                client.watched.insert(table);
                let input = TableInput::Watch {
                    connection,
                    id,
                    who: client.who.as_ref().map(|who| who.identity),
                    key,
                    after,
                    bot,
                };
                return Ok(vec![LobbyOutput::Table { table, input }]);
            }
            ClientRequest::Unwatch { table } => {
                let table = table_id(&table).ok_or_else(Refused::no_table)?;
                let mut outputs = done(connection, id, Done::default());
                if client.watched.remove(&table) {
                    let input = TableInput::Unwatch { connection };
                    outputs.push(LobbyOutput::Table { table, input });
                }
                return Ok(outputs);
            }
            ClientRequest::Command { table, request } => {
                let table = table_id(&table).ok_or_else(Refused::no_table)?;
                let me = known?;
                let input = TableInput::Command {
                    who: me.identity,
                    id,
                    request: as_known(request, &me),
                    lag_ms,
                    reply,
                };
                return Ok(vec![LobbyOutput::Table { table, input }]);
            }
            ClientRequest::Answer {
                table,
                turn,
                answer,
            } => {
                let input = TableInput::Answer {
                    who: known?.identity,
                    id,
                    turn,
                    answer,
                    lag_ms,
                    reply,
                };
                let table = table_id(&table).ok_or_else(Refused::no_table)?;
                return Ok(vec![LobbyOutput::Table { table, input }]);
            }
            ClientRequest::Lobby { on } => {
                if on {
                    self.watchers.insert(connection)
                } else {
                    self.watchers.remove(&connection)
                };
            }
            ClientRequest::Available { games } => self.set_available(&known?, games)?,
            ClientRequest::Decline { table } => {
                let table = table_id(&table).ok_or_else(Refused::no_table)?;
                let declined = self.decline(known?.identity, table)?;
                let mut outputs = done(connection, id, Done::default());
                outputs.extend(declined);
                outputs.push(LobbyOutput::Declined(table));
                return Ok(outputs);
            }
        }
        Ok(done(connection, id, Done::default()))
    }

    // The list of tables, and the players who take challenges.

    /// Tells the viewers of the lobby that a row has changed.
    pub fn listed(&self, row: TableRow) -> Option<LobbyOutput> {
        if self.watchers.is_empty() {
            return None;
        }
        let table = Box::new(row);
        Some(LobbyOutput::Send {
            to: self.watchers.iter().copied().collect(),
            message: ServerMessage::Lobby { table },
        })
    }

    fn set_available(&mut self, me: &Person, games: Vec<String>) -> Result<(), Refused> {
        for game in &games {
            if !catalog::GAMES.iter().any(|info| info.id == game) {
                return Err(Refused::bad(message!(
                    "hall.no-game",
                    game = format!("{game:?}")
                )));
            }
        }
        if games.len() > catalog::GAMES.len() {
            return Err(Refused::bad(message!("hall.games-once")));
        }
        if games.is_empty() {
            self.available.remove(&me.identity);
        } else {
            let player = player_view(me);
            let available = AvailablePlayer { player, games };
            self.available.insert(me.identity, available);
        }
        Ok(())
    }

    /// All players who take challenges.
    pub fn available(&self) -> Vec<AvailablePlayer> {
        self.available.values().cloned().collect()
    }

    // Challenges.

    /// When a challenge made now expires.
    pub fn challenge_ends(now: Millis) -> Millis {
        now.saturating_add(CHALLENGE_MS)
    }

    /// Registers a challenge and tells the player who is challenged.
    pub fn challenge(
        &mut self,
        now: Millis,
        from: Identity,
        to: Identity,
        body: Challenge,
    ) -> Result<Option<LobbyOutput>, Refused> {
        let table = table_id(&body.table).ok_or_else(Refused::no_table)?;
        self.challenges.retain(|known| known.body.until > now);
        let waiting = self.challenges.iter().filter(|known| known.to == to);
        if waiting.count() >= CHALLENGES_EACH {
            return Err(Refused::too_many(TooMany::Challenges));
        }
        let challenge = Box::new(body.clone());
        self.challenges.push(Standing {
            table,
            from,
            to,
            body,
        });
        Ok(self.tell(to, ServerMessage::Challenge { challenge }))
    }

    /// The challenges to a player and by a player.
    pub fn challenges(&self, now: Millis, who: Identity) -> (Vec<Challenge>, Vec<Challenge>) {
        let standing = self.challenges.iter();
        let standing = standing.filter(|known| known.body.until > now);
        let to = standing.clone().filter(|known| known.to == who);
        let by = standing.filter(|known| known.from == who);
        let bodies = |known: &Standing| known.body.clone();
        (to.map(bodies).collect(), by.map(bodies).collect())
    }

    /// Whether a player is challenged to this table and has not declined.
    pub fn is_challenged(&self, who: Identity, table: u128) -> bool {
        let mut challenges = self.challenges.iter();
        challenges.any(|known| known.to == who && known.table == table)
    }

    /// Removes the challenges to this table, which were answered.
    pub fn end_challenges(&mut self, table: u128) {
        self.challenges.retain(|known| known.table != table);
    }

    fn decline(&mut self, who: Identity, table: u128) -> Result<Option<LobbyOutput>, Refused> {
        let mut challenges = self.challenges.iter();
        let at = challenges.position(|known| known.to == who && known.table == table);
        let at = at.ok_or_else(Refused::no_table)?;
        let challenge = self.challenges.swap_remove(at);
        let table = challenge.body.table;
        Ok(self.tell(challenge.from, ServerMessage::Declined { table }))
    }

    /// A message to all connections of a person or bot.
    fn tell(&self, who: Identity, message: ServerMessage) -> Option<LobbyOutput> {
        let to = self.of.get(&who)?.clone();
        Some(LobbyOutput::Send { to, message })
    }
}

/// Puts the name the hall knows into a request to join.
pub fn as_known(request: Request, me: &Person) -> Request {
    match request {
        Request::Join { key, .. } => Request::Join {
            name: me.name.clone(),
            program: me.program,
            key,
        },
        other => other,
    }
}
