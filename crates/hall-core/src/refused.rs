//! Why a request was refused.

use protocol::ServerMessage;
use protocol::rest::RefusalBody;
use table::Refusal;

/// Why a request was refused: a code for programs, a sentence for people, and a
/// status for HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The HTTP status.
    pub status: u16,
    /// The code.
    pub code: &'static str,
    /// The sentence.
    pub reason: String,
}

impl Refused {
    /// A refusal.
    pub fn new(status: u16, code: &'static str, reason: impl Into<String>) -> Refused {
        Refused {
            status,
            code,
            reason: reason.into(),
        }
    }

    /// The request makes no sense.
    pub fn bad(reason: impl Into<String>) -> Refused {
        Refused::new(400, "bad-request", reason)
    }

    /// The table does not exist or you may not see it; the reply is the same.
    pub fn no_table() -> Refused {
        Refused::new(
            404,
            "no-table",
            "there is no such table, or its link is not complete",
        )
    }

    /// The hall does not know you.
    pub fn who() -> Refused {
        Refused::new(
            401,
            "who",
            "the hall does not know you; ask for an identity first (POST /api/v1/identity)",
        )
    }

    /// You do this too often.
    pub fn too_many(what: &str) -> Refused {
        Refused::new(
            429,
            "too-many",
            format!("too many {what} in a short time; wait a little"),
        )
    }

    /// The table has too much to do.
    pub fn busy() -> Refused {
        Refused::new(
            503,
            "busy",
            "this table has too much to do just now; try again",
        )
    }

    /// The log of a table makes no sense.
    pub fn damaged() -> Refused {
        Refused::new(
            500,
            "damaged",
            "the log of this table is damaged; the hall's log says more",
        )
    }

    /// The refusal as a message.
    pub fn message(&self, id: Option<u64>) -> ServerMessage {
        ServerMessage::Refused {
            id,
            code: self.code.to_owned(),
            reason: self.reason.clone(),
        }
    }

    /// The refusal as the body of a reply.
    pub fn body(&self) -> RefusalBody {
        RefusalBody {
            code: self.code.to_owned(),
            reason: self.reason.clone(),
        }
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::new(409, refusal.code(), refusal.to_string())
    }
}
