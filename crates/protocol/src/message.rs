//! Messages between the hall and its clients: browsers, terminals and connected
//! bots.
//!
//! A client opens one WebSocket and sends [`ClientMessage`]s, each with an id of
//! its choice. The hall replies to each with that id: [`ServerMessage::Ok`], or
//! [`ServerMessage::Refused`] with the reason. It also sends each change of the
//! tables you watch.

use game::{Message, message};
use serde::{Deserialize, Serialize};

use crate::command::Request;
use crate::data::{GameData, GameLine};
use crate::event::TableEvent;
use crate::rest::{Challenge, PlayerView, TableRow};
use crate::sentence::Sentence;
use crate::settings::Millis;
use crate::view::TableView;

/// The version of these messages. It is in every message from the hall and in the
/// path: `/api/v1/…`.
pub const VERSION: u32 = 1;

/// A message from a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClientMessage {
    /// The version, if given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v: Option<u32>,
    /// Chosen by the client. Every new command to a table needs a new id, across
    /// all connections. If you send the same id again, you get the first reply
    /// again.
    pub id: u64,
    /// The request.
    #[serde(flatten)]
    pub request: ClientRequest,
}

/// Why a message cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The message's id, if it has one.
    pub id: Option<u64>,
    /// The problem.
    pub reason: Message,
}

impl ClientMessage {
    /// A message with this id.
    pub fn new(id: u64, request: ClientRequest) -> ClientMessage {
        ClientMessage {
            v: None,
            id,
            request,
        }
    }

    /// Parses a message.
    pub fn read(text: &str) -> Result<ClientMessage, Unreadable> {
        #[derive(Deserialize)]
        struct Id {
            id: Option<u64>,
        }
        let message = match serde_json::from_str::<ClientMessage>(text) {
            Ok(message) => message,
            Err(problem) => {
                let reason = match serde_json::from_str::<serde::de::IgnoredAny>(text) {
                    Ok(_) => message!("hall.not-understood", why = problem.to_string()),
                    Err(error) => message!("hall.not-json", why = error.to_string()),
                };
                let id = serde_json::from_str::<Id>(text).ok().and_then(|id| id.id);
                return Err(Unreadable { id, reason });
            }
        };
        match message.v {
            None | Some(VERSION) => Ok(message),
            Some(v) => Err(Unreadable {
                id: Some(message.id),
                reason: message!("hall.version", version = VERSION, found = v),
            }),
        }
    }

    /// The message as JSON.
    pub fn text(&self) -> String {
        to_text(self)
    }
}

/// A request from a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ClientRequest {
    /// Watch a table.
    Watch {
        /// The table.
        table: String,
        /// The key of a private table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// After a break: the number of the last event you saw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u64>,
        /// Whether you want the requests that bots get.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        bot: bool,
    },
    /// Stop watching.
    Unwatch {
        /// The table.
        table: String,
    },
    /// Do something at a table.
    Command {
        /// The table.
        table: String,
        /// The request.
        request: Request,
    },
    /// Answer a request to a bot.
    Answer {
        /// The table.
        table: String,
        /// The turn of the request.
        turn: u64,
        /// The answer, as a bot writes it to standard output.
        answer: GameData,
    },
    /// Watch the lobby, or stop watching it.
    Lobby {
        /// Whether to watch.
        on: bool,
    },
    /// Be listed as open to challenges in these games. An empty list takes you
    /// off.
    Available {
        /// The ids of the games.
        games: Vec<String>,
    },
    /// Decline a challenge.
    Decline {
        /// The table of the challenge.
        table: String,
    },
    /// Ask for a reply, to see that the connection works.
    Ping,
}

/// A message from the hall.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(transform = crate::schema::versioned))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The first message on a connection.
    Hello {
        /// Who you are, if the hall knows you.
        you: Option<PlayerView>,
        /// The hall's time. All times of tables refer to it.
        now: Millis,
        /// How often the hall pings. If you hear nothing for three times as long,
        /// reconnect.
        ping_ms: Millis,
    },
    /// Your request was carried out.
    Ok {
        /// Its id.
        id: u64,
        /// The result.
        #[serde(flatten)]
        done: Done,
    },
    /// Your request was refused, and nothing changed.
    Refused {
        /// Its id, if it could be read.
        id: Option<u64>,
        /// A code for programs.
        code: String,
        /// A sentence for people.
        reason: String,
        /// The sentence without a language.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<Sentence>,
    },
    /// A whole table as you may see it. It replaces all you knew of the table.
    Table {
        /// The table.
        table: String,
        /// The hall's time.
        now: Millis,
        /// The view.
        view: Box<TableView>,
    },
    /// Something happened at a table you watch.
    Event {
        /// The table.
        table: String,
        /// The event.
        event: TableEvent,
    },
    /// Your bot is to move.
    Request {
        /// The table.
        table: String,
        /// The turn to name in your answer.
        turn: u64,
        /// The line for a bot's standard input.
        #[cfg_attr(
            feature = "schema",
            schemars(schema_with = "crate::schema::bot_request")
        )]
        request: GameLine,
    },
    /// How much a computer player searched for a move that is now public. Its
    /// opinion is not included: that would be advice.
    Thought {
        /// The table.
        table: String,
        /// The computer's seat.
        seat: u16,
        /// The turn of the move.
        turn: u64,
        /// The search.
        thought: Effort,
    },
    /// The hall lost track of a table: watch it again.
    Lost {
        /// The table.
        table: String,
    },
    /// A table in the lobby is new or has changed.
    Lobby {
        /// The table's row in the list.
        table: Box<TableRow>,
    },
    /// You are challenged.
    Challenge {
        /// The challenge.
        challenge: Box<Challenge>,
    },
    /// Your challenge was declined.
    Declined {
        /// The table of the challenge.
        table: String,
    },
    /// The hall is closing the connection.
    Bye {
        /// A code for programs.
        code: String,
        /// The reason.
        reason: String,
    },
}

/// The result of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Done {
    /// The table, if it was a command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The number of the last public event at that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// The turn at that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// The hall's time, in reply to a ping.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<Millis>,
}

/// How much a computer player searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Effort {
    /// How many moves ahead it looked.
    pub depth: u32,
    /// The states it visited.
    pub states: u64,
    /// The time it took, in milliseconds.
    pub ms: u64,
}

impl ServerMessage {
    /// Parses a message.
    pub fn read(text: &str) -> Result<ServerMessage, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The message as JSON, with the version.
    pub fn text(&self) -> String {
        #[derive(Serialize)]
        struct Versioned<'a> {
            v: u32,
            #[serde(flatten)]
            message: &'a ServerMessage,
        }
        to_text(&Versioned {
            v: VERSION,
            message: self,
        })
    }

    /// The table it is about.
    pub fn table(&self) -> Option<&str> {
        match self {
            ServerMessage::Table { table, .. }
            | ServerMessage::Event { table, .. }
            | ServerMessage::Request { table, .. }
            | ServerMessage::Thought { table, .. }
            | ServerMessage::Lost { table } => Some(table),
            _ => None,
        }
    }
}

/// Cannot fail: keys are strings and numbers are finite.
pub(crate) fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_read_with_its_id() {
        let text = r#"{"id":7,"type":"command","table":"ab","request":{"do":"move","turn":3,"action":"d1-c1"}}"#;
        let message = ClientMessage::read(text).unwrap();
        assert_eq!(message.id, 7);
        let action = "d1-c1".to_owned();
        let request = Request::Move { turn: 3, action };
        let table = "ab".to_owned();
        assert_eq!(message.request, ClientRequest::Command { table, request });
    }

    #[test]
    fn an_unreadable_message_keeps_its_id_and_names_the_problem() {
        let wrong = ClientMessage::read(r#"{"id":7,"type":"dance"}"#).unwrap_err();
        assert_eq!(wrong.id, Some(7));
        assert!(wrong.reason.to_string().contains("dance"));
        assert_eq!(ClientMessage::read("nonsense").unwrap_err().id, None);
        let wrong = ClientMessage::read(r#"{"v":2,"id":1,"type":"ping"}"#).unwrap_err();
        let version = message!("hall.version", version = 1, found = 2);
        assert_eq!(wrong.reason, version);
    }

    #[test]
    fn deep_nesting_is_refused() {
        let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
        assert!(ClientMessage::read(&deep).is_err());
    }

    #[test]
    fn messages_of_the_hall_carry_version_and_type() {
        let message = ServerMessage::Ok {
            id: 3,
            done: Done {
                seq: Some(5),
                turn: Some(2),
                ..Done::default()
            },
        };
        assert_eq!(
            message.text(),
            r#"{"v":1,"type":"ok","id":3,"seq":5,"turn":2}"#
        );
    }
}
