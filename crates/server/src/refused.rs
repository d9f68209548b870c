//! Why a request was refused.

use std::ops::Deref;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use catalog::Language;
use game::{Message, message};
use hall_core::TooMany;
use table::Refusal;

/// A refusal as a reply over HTTP.
#[derive(Clone, Debug)]
pub(crate) struct Refused(pub hall_core::Refused);

impl Refused {
    pub fn new(status: StatusCode, code: &'static str, message: Message) -> Refused {
        hall_core::Refused::new(status.as_u16(), code, message).into()
    }

    pub fn bad(message: Message) -> Refused {
        hall_core::Refused::bad(message).into()
    }

    pub fn no_table() -> Refused {
        hall_core::Refused::no_table().into()
    }

    pub fn who() -> Refused {
        hall_core::Refused::who().into()
    }

    pub fn too_many(what: TooMany) -> Refused {
        hall_core::Refused::too_many(what).into()
    }

    pub fn busy() -> Refused {
        hall_core::Refused::busy().into()
    }

    pub fn closing() -> Refused {
        Refused::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "closing",
            message!("hall.closing"),
        )
    }

    /// Whether the reason is that the hall is closing.
    pub fn is_closing(&self) -> bool {
        self.code == "closing"
    }
}

impl Refused {
    /// Puts the reason in this language into the reply, which has it in English.
    pub fn say_in(&self, language: Language, response: &mut Response) {
        if language != Language::English
            && let Ok(body) = serde_json::to_vec(&self.body(language))
        {
            *response.body_mut() = body.into();
        }
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
        let mut response = (status, axum::Json(self.body(Language::English))).into_response();
        // The guard says it again if the client prefers another language.
        response.extensions_mut().insert(self);
        response
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
                _ if matches!(error, store::Error::Full { .. }) => message!("hall.store-full"),
                true => message!("hall.store-busy"),
                false => message!("hall.store-broken"),
            },
        )
    }
}
