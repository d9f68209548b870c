//! Why something was not done.

use axum::http::StatusCode;
use table::Refusal;

/// Why something was not done: a word for programs, a sentence for people, and the
/// status it has over HTTP.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub code: &'static str,
    pub reason: String,
    pub status: StatusCode,
}

impl Refused {
    pub fn new(status: StatusCode, code: &'static str, reason: impl Into<String>) -> Refused {
        Refused {
            code,
            reason: reason.into(),
            status,
        }
    }

    pub fn bad(reason: impl Into<String>) -> Refused {
        Refused::new(StatusCode::BAD_REQUEST, "bad-request", reason)
    }

    /// The same for a table that is not there and for one that may not be seen.
    pub fn no_table() -> Refused {
        Refused::new(
            StatusCode::NOT_FOUND,
            "no-table",
            "there is no such table, or its link is not complete",
        )
    }

    pub fn who() -> Refused {
        Refused::new(
            StatusCode::UNAUTHORIZED,
            "who",
            "the hall does not know you; ask for an identity first (POST /api/v1/identity)",
        )
    }

    pub fn too_many(what: &str) -> Refused {
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many",
            format!("too many {what} in a short time; wait a little"),
        )
    }

    pub fn busy() -> Refused {
        Refused::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy",
            "this table has too much to do just now; try again",
        )
    }

    pub fn closing() -> Refused {
        Refused::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "closing",
            "the hall is closing; connect again in a moment",
        )
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::new(StatusCode::CONFLICT, refusal.code(), refusal.to_string())
    }
}

impl From<store::Error> for Refused {
    fn from(error: store::Error) -> Refused {
        // What the database says may name its files and hosts: that is for the log.
        tracing::error!(%error, "the store refuses");
        Refused::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "store",
            match error.is_passing() {
                _ if matches!(error, store::Error::Full { .. }) => {
                    "the hall has no room left to write this; try again later"
                }
                true => "nothing can be written or read just now; try again",
                false => "the hall cannot read or write this; its log says why",
            },
        )
    }
}
