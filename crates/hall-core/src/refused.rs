//! Why a request was refused.

use catalog::Language;
use game::{Message, Say, message};
use protocol::rest::RefusalBody;
use protocol::{Sentence, ServerMessage};
use table::Refusal;

/// Why a request was refused: a code for programs, a message for people, and a
/// status for HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The HTTP status.
    pub status: u16,
    /// The code.
    pub code: &'static str,
    /// The reason.
    pub message: Message,
}

/// Things that may be too many in a short time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMany {
    /// Connections from one address.
    Connections,
    /// Connections of one identity.
    OwnConnections,
    /// Messages on a connection.
    Messages,
    /// Requests over HTTP.
    Requests,
    /// Challenges to one player.
    Challenges,
    /// New tables.
    Tables,
    /// New tables and contests.
    TablesAndContests,
    /// New identities.
    Identities,
}

impl Refused {
    /// A refusal.
    pub fn new(status: u16, code: &'static str, message: Message) -> Refused {
        Refused {
            status,
            code,
            message,
        }
    }

    /// The request makes no sense.
    pub fn bad(message: Message) -> Refused {
        Refused::new(400, "bad-request", message)
    }

    /// The table does not exist or you may not see it; the reply is the same.
    pub fn no_table() -> Refused {
        Refused::new(404, "no-table", message!("hall.no-table"))
    }

    /// The hall does not know you.
    pub fn who() -> Refused {
        Refused::new(401, "who", message!("hall.who"))
    }

    /// You do this too often.
    pub fn too_many(what: TooMany) -> Refused {
        let what = match what {
            TooMany::Connections => "connections",
            TooMany::OwnConnections => "own-connections",
            TooMany::Messages => "messages",
            TooMany::Requests => "requests",
            TooMany::Challenges => "challenges",
            TooMany::Tables => "tables",
            TooMany::TablesAndContests => "tables-and-contests",
            TooMany::Identities => "identities",
        };
        Refused::new(429, "too-many", message!("hall.too-many", what))
    }

    /// The table has too much to do.
    pub fn busy() -> Refused {
        Refused::new(503, "busy", message!("hall.busy"))
    }

    /// The log of a table makes no sense.
    pub fn damaged() -> Refused {
        Refused::new(500, "damaged", message!("hall.damaged"))
    }

    /// The reason in English, for logs.
    pub fn reason(&self) -> String {
        catalog::english(&self.message)
    }

    /// The refusal as a reply to the message with this id.
    pub fn reply(&self, id: Option<u64>) -> ServerMessage {
        ServerMessage::Refused {
            id,
            code: self.code.to_owned(),
            reason: self.reason(),
            message: Some(Sentence::from(&self.message)),
        }
    }

    /// The refusal as the body of a reply, with the reason in this language.
    pub fn body(&self, language: Language) -> RefusalBody {
        RefusalBody {
            code: self.code.to_owned(),
            reason: language.say(&self.message),
            message: Some(Sentence::from(&self.message)),
        }
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::new(409, refusal.code(), refusal.message())
    }
}
