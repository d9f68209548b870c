//! Why something was not done.

use table::Refusal;

/// Why something was not done: a word for programs, a sentence for people, and the
/// status it has as the answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    pub status: u16,
    pub code: &'static str,
    pub reason: String,
}

impl Refused {
    pub fn new(status: u16, code: &'static str, reason: impl Into<String>) -> Refused {
        Refused {
            status,
            code,
            reason: reason.into(),
        }
    }

    pub fn bad(reason: impl Into<String>) -> Refused {
        Refused::new(400, "bad-request", reason)
    }

    /// The same for a table that is not there and for one that may not be seen.
    pub fn no_table() -> Refused {
        Refused::new(
            404,
            "no-table",
            "there is no such table, or its link is not complete",
        )
    }

    pub fn who() -> Refused {
        Refused::new(
            401,
            "who",
            "the hall does not know you; ask for an identity first (POST /api/v1/identity)",
        )
    }

    pub fn nothing() -> Refused {
        Refused::new(
            404,
            "nothing-here",
            "there is nothing at this address of a hall in a browser",
        )
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::new(409, refusal.code(), refusal.to_string())
    }
}
