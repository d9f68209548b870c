//! A connection to a hall, and the tables followed over it.

use std::collections::{BTreeMap, VecDeque};

use game::message;
use protocol::rest::{Challenge, PlayerView, RefusalBody, TableRow};
use protocol::{
    ClientMessage, ClientRequest, Done, Effort, GameLine, Millis, Request, Sentence, ServerMessage,
    TableEvent,
};

use crate::replica::{Applied, Replica};

/// A connection to a hall, and the tables followed over it.
#[derive(Debug)]
pub struct Client {
    last_id: u64,
    is_open: bool,
    /// Requests without a reply yet.
    waiting: BTreeMap<u64, ClientRequest>,
    tables: BTreeMap<String, Followed>,
    out: VecDeque<ClientMessage>,
    watches_lobby: bool,
    /// Your id as the hall last told it, on this connection or the one before.
    you: Option<Option<String>>,
}

/// A followed table.
#[derive(Debug)]
struct Followed {
    key: Option<String>,
    bot: bool,
    replica: Option<Replica>,
    /// The id of the request to watch it that has no reply or view yet.
    watch: Option<u64>,
}

impl Followed {
    fn new(key: Option<&str>) -> Followed {
        Followed {
            key: key.map(str::to_owned),
            bot: false,
            replica: None,
            watch: None,
        }
    }

    fn is_waiting(&self) -> bool {
        self.watch.is_some() || self.replica.is_none()
    }
}

/// The meaning of a message from the hall.
#[derive(Clone, Debug, PartialEq)]
pub enum Update {
    /// The first message of a connection.
    Hello {
        /// Who you are.
        you: Option<PlayerView>,
        /// The hall's time.
        now: Millis,
        /// How often the hall pings.
        ping_ms: Millis,
    },
    /// A whole table arrived, and its replica is new.
    Viewed {
        /// The table.
        table: String,
        /// The hall's time.
        now: Millis,
    },
    /// A table changed: the event was applied to its replica.
    Changed {
        /// The table.
        table: String,
        /// The event.
        event: TableEvent,
    },
    /// A table cannot be followed.
    Lost {
        /// The table.
        table: String,
        /// The reason.
        refusal: RefusalBody,
    },
    /// The reply to a request that the caller sent.
    Reply {
        /// Its id.
        id: u64,
        /// The result.
        result: Result<Done, RefusalBody>,
    },
    /// A request to your bot.
    Request {
        /// The table.
        table: String,
        /// The turn to name in your answer.
        turn: u64,
        /// The request.
        request: GameLine,
    },
    /// How much a computer player searched.
    Thought {
        /// The table.
        table: String,
        /// The computer player's seat.
        seat: u16,
        /// The turn.
        turn: u64,
        /// The search.
        effort: Effort,
    },
    /// A table in the lobby is new or has changed.
    Lobby(Box<TableRow>),
    /// You are challenged.
    Challenge(Box<Challenge>),
    /// Your challenge was declined.
    Declined {
        /// The table of the challenge.
        table: String,
    },
    /// A refusal that belongs to no request.
    Refused(RefusalBody),
    /// The hall is closing the connection.
    Bye {
        /// A code for programs.
        code: String,
        /// The reason.
        reason: String,
    },
    /// Nothing that matters to the caller.
    Nothing,
}

impl Client {
    /// A client without a connection. The ids of requests must be unique over
    /// all connections of the same person; start with, for example, the time in
    /// microseconds.
    pub fn new(first_id: u64) -> Client {
        Client {
            last_id: first_id,
            is_open: false,
            waiting: BTreeMap::new(),
            tables: BTreeMap::new(),
            out: VecDeque::new(),
            watches_lobby: false,
            you: None,
        }
    }

    // Reading.

    /// Whether the connection is open.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// A followed table, after its first view has arrived.
    pub fn table(&self, table: &str) -> Option<&Replica> {
        self.tables.get(table)?.replica.as_ref()
    }

    /// Whether a reply or a table is still to arrive.
    pub fn is_waiting(&self) -> bool {
        let mut tables = self.tables.values();
        !self.waiting.is_empty() || tables.any(Followed::is_waiting)
    }

    // Requests of the caller.

    /// Follows a table until [`unfollow`](Client::unfollow).
    pub fn follow(&mut self, table: &str, key: Option<&str>) {
        self.add(table, Followed::new(key));
    }

    /// Follows a table from a new view, as another person.
    pub fn follow_anew(&mut self, table: &str, key: Option<&str>) {
        self.tables.remove(table);
        self.follow(table, key);
    }

    /// Follows a table and asks for the requests that bots get.
    pub fn follow_as_bot(&mut self, table: &str, key: Option<&str>) {
        let followed = Followed::new(key);
        self.add(
            table,
            Followed {
                bot: true,
                ..followed
            },
        );
    }

    fn add(&mut self, table: &str, followed: Followed) {
        let known = self.tables.get(table);
        if known.is_some_and(|known| known.key == followed.key && known.bot == followed.bot) {
            return;
        }
        self.tables.insert(table.to_owned(), followed);
        self.watch(table);
    }

    /// Stops following a table.
    pub fn unfollow(&mut self, table: &str) {
        if self.tables.remove(table).is_some() && self.is_open {
            let table = table.to_owned();
            self.send(ClientRequest::Unwatch { table });
        }
    }

    /// Watches the list of tables from now on.
    pub fn watch_lobby(&mut self) {
        self.watches_lobby = true;
        if self.is_open {
            self.send(ClientRequest::Lobby { on: true });
        }
    }

    /// Sends a command to a table and returns its id, which the reply repeats.
    /// If the connection breaks before the reply, the command is sent again
    /// with the same id, so it is carried out once.
    pub fn command(&mut self, table: &str, request: Request) -> u64 {
        let table = table.to_owned();
        self.send(ClientRequest::Command { table, request })
    }

    /// Sends a request and returns its id, which the reply repeats.
    pub fn send(&mut self, request: ClientRequest) -> u64 {
        self.last_id += 1;
        self.waiting.insert(self.last_id, request.clone());
        if self.is_open {
            let message = ClientMessage::new(self.last_id, request);
            self.out.push_back(message);
        }
        self.last_id
    }

    /// The next message to send.
    pub fn outgoing(&mut self) -> Option<ClientMessage> {
        self.out.pop_front()
    }

    // The connection.

    /// The connection has opened: resumes followed tables and sends waiting
    /// requests.
    pub fn opened(&mut self) {
        self.closed();
        self.is_open = true;
        let waiting = self.waiting.iter();
        let waiting = waiting.map(|(id, request)| ClientMessage::new(*id, request.clone()));
        self.out.extend(waiting);
        let tables: Vec<String> = self.tables.keys().cloned().collect();
        for table in tables {
            self.watch(&table);
        }
        if self.watches_lobby {
            self.send(ClientRequest::Lobby { on: true });
        }
    }

    /// The connection broke. Commands will be sent again on the next one. The
    /// requests with the returned ids get no reply.
    pub fn closed(&mut self) -> Vec<u64> {
        if !std::mem::take(&mut self.is_open) {
            return Vec::new();
        }
        self.out.clear();
        for followed in self.tables.values_mut() {
            followed.watch = None;
        }
        let is_kept = |request: &ClientRequest| {
            matches!(
                request,
                ClientRequest::Command { .. } | ClientRequest::Answer { .. }
            )
        };
        let lost = self.waiting.extract_if(.., |_, request| !is_kept(request));
        lost.map(|(id, _)| id).collect()
    }

    /// Takes a message from the hall.
    pub fn received(&mut self, message: ServerMessage) -> Update {
        match message {
            ServerMessage::Hello { you, now, ping_ms } => {
                self.met(you.as_ref());
                Update::Hello { you, now, ping_ms }
            }
            ServerMessage::Ok { id, done } => self.replied(id, Ok(done)),
            ServerMessage::Refused {
                id,
                code,
                reason,
                message,
            } => {
                let refusal = RefusalBody {
                    code,
                    reason,
                    message,
                };
                match id {
                    Some(id) => self.replied(id, Err(refusal)),
                    None => Update::Refused(refusal),
                }
            }
            ServerMessage::Table { table, now, view } => {
                let Some(followed) = self.tables.get_mut(&table) else {
                    return Update::Nothing;
                };
                followed.watch = None;
                match Replica::new(&view, followed.key.as_deref()) {
                    Ok(replica) => {
                        followed.replica = Some(replica);
                        Update::Viewed { table, now }
                    }
                    Err(problem) => {
                        let code = "view".to_owned();
                        let reason = format!("the hall's view of the table is wrong: {problem}");
                        let message = message!("page.wrong-view", why = problem);
                        let refusal = RefusalBody {
                            code,
                            reason,
                            message: Some(Sentence::from(&message)),
                        };
                        Update::Lost { table, refusal }
                    }
                }
            }
            ServerMessage::Event { table, event } => self.happened(table, event),
            ServerMessage::Request {
                table,
                turn,
                request,
            } => Update::Request {
                table,
                turn,
                request,
            },
            ServerMessage::Thought {
                table,
                seat,
                turn,
                thought,
            } => Update::Thought {
                table,
                seat,
                turn,
                effort: thought,
            },
            ServerMessage::Lost { table } => {
                self.watch(&table);
                Update::Nothing
            }
            ServerMessage::Lobby { table } => Update::Lobby(table),
            ServerMessage::Challenge { challenge } => Update::Challenge(challenge),
            ServerMessage::Declined { table } => Update::Declined { table },
            ServerMessage::Bye { code, reason } => Update::Bye { code, reason },
        }
    }

    fn happened(&mut self, table: String, event: TableEvent) -> Update {
        let Some(followed) = self.tables.get_mut(&table) else {
            return Update::Nothing;
        };
        // A whole view is on its way, or none has arrived yet.
        let Some(replica) = &mut followed.replica else {
            return Update::Nothing;
        };
        match replica.apply(&event) {
            Applied::Changed => Update::Changed { table, event },
            Applied::Known => Update::Nothing,
            Applied::Gap => {
                self.watch_anew(&table);
                Update::Nothing
            }
        }
    }

    /// Another person sees other things, so no table can be resumed.
    fn met(&mut self, you: Option<&PlayerView>) {
        let you = you.map(|you| you.player.clone());
        let before = self.you.replace(you.clone());
        if before.is_some_and(|before| before != you) {
            let tables: Vec<String> = self.tables.keys().cloned().collect();
            for table in tables {
                self.watch_anew(&table);
            }
        }
    }

    fn replied(&mut self, id: u64, result: Result<Done, RefusalBody>) -> Update {
        if self.waiting.remove(&id).is_some() {
            return Update::Reply { id, result };
        }
        let mut tables = self.tables.iter_mut();
        let watched = tables.find(|(_, followed)| followed.watch == Some(id));
        let Some((table, followed)) = watched else {
            return Update::Nothing;
        };
        followed.watch = None;
        match result {
            Ok(_) => Update::Nothing,
            Err(refusal) => Update::Lost {
                table: table.clone(),
                refusal,
            },
        }
    }

    /// Requests a whole table.
    fn watch_anew(&mut self, table: &str) {
        if let Some(followed) = self.tables.get_mut(table) {
            followed.replica = None;
            followed.watch = None;
        }
        self.watch(table);
    }

    /// Requests a table: what was missed, or all of it.
    fn watch(&mut self, table: &str) {
        let Some(followed) = self.tables.get_mut(table) else {
            return;
        };
        if !self.is_open || followed.watch.is_some() {
            return;
        }
        self.last_id += 1;
        followed.watch = Some(self.last_id);
        let request = ClientRequest::Watch {
            table: table.to_owned(),
            key: followed.key.clone(),
            after: followed.replica.as_ref().map(Replica::seq),
            bot: followed.bot,
        };
        let message = ClientMessage::new(self.last_id, request);
        self.out.push_back(message);
    }
}
