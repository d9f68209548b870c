//! The hall's protocol: every message, view, event and body as a type.
//!
//! Only this crate knows what the hall's JSON looks like. Each type serialises and
//! deserialises, so servers, browsers, terminals, bots and tests share one
//! definition. Nothing here knows the rules of a game: JSON in the form of one game
//! is [`GameData`], which `catalog` reads.
//!
//! | module | contents |
//! |---|---|
//! | [`message`] | what clients and the hall send over a WebSocket |
//! | [`view`] | [`TableView`]: a whole table as one viewer may see it |
//! | [`event`] | [`TableEvent`]: one change of a table as one viewer may see it |
//! | [`command`] | what you can ask of a table |
//! | [`rest`] | bodies of HTTP requests and responses |
//! | [`api`] | the routes of the hall over HTTP |
//! | [`contest`] | contests: what to play, standings, games |
//! | [`settings`] | how a table is set up: clock, seats, chat |
//! | [`worker`] | messages between a page and the hall in its browser |
//! | [`analysis`] | what engines think of positions, and the results of checking records |
//! | [`record`] | [`Record`]: a recorded game |
//! | [`report`] | the report of `hall match --json` |
//! | [`sentence`] | [`Sentence`]: what the rules and the hall say, without a language |
//! | [`people`] | identities and member numbers |
//! | [`data`] | JSON in the form of one game |
//! | `schema` | JSON Schema, TypeScript and OpenAPI, with the feature `schema` |
//!
//! ```
//! use protocol::{ClientMessage, ClientRequest, Request, ServerMessage};
//!
//! let text = r#"{"id":7,"type":"command","table":"ab","request":{"do":"resign"}}"#;
//! let message = ClientMessage::read(text).unwrap();
//! assert!(matches!(
//!     message.request,
//!     ClientRequest::Command { request: Request::Resign, .. }
//! ));
//! let reply = ServerMessage::Declined { table: "ab".to_owned() };
//! assert_eq!(ServerMessage::read(&reply.text()).unwrap(), reply);
//! ```

pub mod analysis;
pub mod api;
pub mod command;
pub mod contest;
pub mod data;
pub mod event;
pub mod message;
pub mod people;
pub mod record;
pub mod report;
pub mod rest;
#[cfg(feature = "schema")]
pub mod schema;
pub mod sentence;
pub mod settings;
pub mod text;
pub mod view;
pub mod worker;

pub use command::{Answer, OfferKind, Request};
pub use data::{AsJson, Body, GameData, GameLine};
pub use event::{
    Act, Conflict, Dropped, Finish, Made, PublicChange, TableChange, TableEvent,
    VERSION as EVENT_VERSION,
};
pub use message::{ClientMessage, ClientRequest, Done, Effort, ServerMessage, VERSION};
pub use people::{Identity, IdentityError, Member};
pub use record::Record;
pub use sentence::{Sentence, SentenceValue};
pub use settings::{Clock, Millis, NewTable, ObserverChat};
pub use view::{
    ChatLine, ClockView, ConflictView, EndingView, GameView, MemberView, OfferView, Phase,
    SeatView, Standing, TableView, Terms, You,
};
pub use worker::{PageMessage, WorkerMessage};
