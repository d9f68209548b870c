//! Why a request was refused.

use std::ops::Deref;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use table::Refusal;

/// A refusal as a reply over HTTP.
#[derive(Clone, Debug)]
pub(crate) struct Refused(pub hall_core::Refused);

impl Refused {
    pub fn new(status: StatusCode, code: &'static str, reason: impl Into<String>) -> Refused {
        hall_core::Refused::new(status.as_u16(), code, reason).into()
    }

    pub fn bad(reason: impl Into<String>) -> Refused {
        hall_core::Refused::bad(reason).into()
    }

    pub fn no_table() -> Refused {
        hall_core::Refused::no_table().into()
    }

    pub fn who() -> Refused {
        hall_core::Refused::who().into()
    }

    pub fn too_many(what: &str) -> Refused {
        hall_core::Refused::too_many(what).into()
    }

    pub fn busy() -> Refused {
        hall_core::Refused::busy().into()
    }

    pub fn closing() -> Refused {
        Refused::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "closing",
            "the hall is closing; connect again in a moment",
        )
    }

    /// Whether the reason is that the hall is closing.
    pub fn is_closing(&self) -> bool {
        self.code == "closing"
    }
}

impl Deref for Refused {
    type Target = hall_core::Refused;

    fn deref(&self) -> &hall_core::Refused {
        &self.0
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status);
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, axum::Json(self.body())).into_response()
    }
}

impl From<hall_core::Refused> for Refused {
    fn from(refused: hall_core::Refused) -> Refused {
        Refused(refused)
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        hall_core::Refused::from(refusal).into()
    }
}

impl From<store::Error> for Refused {
    fn from(error: store::Error) -> Refused {
        // The database's message may name its files and hosts, so it goes only to
        // the log.
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
