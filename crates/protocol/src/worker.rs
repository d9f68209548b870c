//! Messages between a page and its worker: the hall in a browser, and services
//! that need no hall.
//!
//! Both sides post texts, never objects. The documentation of the crate `browser`
//! says when each is sent.

use serde::{Deserialize, Serialize};

use crate::analysis::{Depth, JudgedStep, Judgement, Opinion, Position, Verdict};
use crate::data::{Body, GameData};
use crate::message::{Effort, to_text};
use crate::record::Record;
use crate::settings::Millis;

/// Identifies a request in its replies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum RequestId {
    /// A number.
    Number(u64),
    /// A word.
    Word(String),
}

impl RequestId {
    /// Finds the id even if the rest of the message makes no sense.
    pub fn find(text: &str) -> Option<RequestId> {
        #[derive(Deserialize)]
        struct Id {
            id: RequestId,
        }
        serde_json::from_str::<Id>(text).ok().map(|found| found.id)
    }
}

impl From<u64> for RequestId {
    fn from(id: u64) -> RequestId {
        RequestId::Number(id)
    }
}

/// A message from the page. `token` names a guest who acts; without it, the owner
/// of the browser acts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "role", rename_all = "kebab-case")]
pub enum PageMessage {
    /// Open the hall. This is the first message.
    Open {
        /// The last saved text.
        #[serde(default)]
        saved: Option<String>,
    },
    /// Connect, like opening a WebSocket.
    Connect {
        /// The guest.
        #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// A message to the hall.
    Hall {
        /// The guest.
        #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// A [`ClientMessage`](crate::ClientMessage).
        text: String,
    },
    /// A request like those over HTTP.
    Request {
        /// Identifies the request.
        id: RequestId,
        /// The guest.
        #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// `GET`, `POST` and so on.
        method: String,
        /// The path after `/api/v1`, with the query.
        path: String,
        /// The body.
        #[serde(default)]
        body: Option<Body>,
    },
    /// Save now.
    Save,
    /// A computer player is to move.
    Question {
        /// The question.
        question: Box<Question>,
    },
    /// A computer player has chosen.
    Thought {
        /// The answer.
        thought: Thought,
    },
    /// The worker in which computer players think is gone.
    ThinkerLost,
    /// Judge every step of a record.
    Analyse {
        /// Identifies the request.
        id: RequestId,
        /// The record.
        record: Record,
        /// How thoroughly.
        #[serde(flatten)]
        depth: Depth,
    },
    /// Judge a position.
    Position {
        /// Identifies the request.
        id: RequestId,
        /// The id of the game.
        game: String,
        /// The game's options.
        #[serde(default)]
        options: GameData,
        /// The position. The default is the start.
        #[serde(default)]
        position: Option<Position>,
        /// How thoroughly.
        #[serde(flatten)]
        depth: Depth,
    },
    /// Check a record.
    Verify {
        /// Identifies the request.
        id: RequestId,
        /// The record.
        record: Record,
    },
    /// Draw the board of a record.
    Svg {
        /// Identifies the request.
        id: RequestId,
        /// The record.
        record: Record,
        /// After this many steps. The default is all.
        #[serde(default)]
        step: Option<usize>,
        /// How it looks.
        #[serde(default)]
        theme: Theme,
    },
    /// Draw a whole record as an animation.
    Gif {
        /// Identifies the request.
        id: RequestId,
        /// The record.
        record: Record,
        /// How it looks.
        #[serde(default)]
        theme: Theme,
        /// Its width in pixels.
        #[serde(default)]
        width: Option<u32>,
    },
}

/// How a picture looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// For a light background.
    #[default]
    Light,
    /// For a dark background.
    Dark,
}

/// A message from the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "role", rename_all = "kebab-case")]
pub enum WorkerMessage {
    /// The hall is open.
    Opened {
        /// What could not be restored, in sentences.
        dropped: Vec<String>,
    },
    /// A message from the hall.
    Hall {
        /// The guest it is for.
        #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// A [`ServerMessage`](crate::ServerMessage).
        text: String,
    },
    /// The reply to a request.
    Reply {
        /// The request.
        id: RequestId,
        /// The HTTP status.
        status: u16,
        /// The body.
        json: Body,
    },
    /// The hall as a text. Keep the last one.
    Saved {
        /// The text.
        text: String,
    },
    /// A computer player is to move.
    Question {
        /// The question.
        question: Box<Question>,
    },
    /// A computer player has chosen.
    Thought {
        /// The answer.
        thought: Thought,
    },
    /// A step was judged; more follow.
    Judged {
        /// The request.
        id: RequestId,
        /// How many steps the record has.
        of: usize,
        /// The step.
        step: JudgedStep,
    },
    /// A record was judged.
    Analysed {
        /// The request.
        id: RequestId,
        /// The judgement.
        judgement: Judgement,
    },
    /// A position was judged.
    Opinions {
        /// The request.
        id: RequestId,
        /// One opinion for each seat to act.
        opinions: Vec<Opinion>,
    },
    /// A record was checked.
    Verdict {
        /// The request.
        id: RequestId,
        /// The verdict.
        verdict: Verdict,
    },
    /// A frame of an animation was drawn; more follow.
    Drawn {
        /// The request.
        id: RequestId,
        /// How many frames are drawn.
        done: usize,
        /// How many there will be.
        of: usize,
    },
    /// A picture.
    Picture {
        /// The request.
        id: RequestId,
        /// The picture.
        #[serde(flatten)]
        picture: Picture,
    },
    /// A request failed.
    Failed {
        /// The request, if it could be read.
        id: Option<RequestId>,
        /// The reason.
        reason: String,
    },
    /// The worker has ended.
    Broken {
        /// The reason.
        reason: String,
    },
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Picture {
    /// An SVG picture.
    Svg(String),
    /// A GIF as a data URL.
    Gif(String),
}

impl PageMessage {
    /// Parses a message.
    pub fn read(text: &str) -> Result<PageMessage, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The message as JSON.
    pub fn text(&self) -> String {
        to_text(self)
    }
}

impl WorkerMessage {
    /// Parses a message.
    pub fn read(text: &str) -> Result<WorkerMessage, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The message as JSON. Its `role` comes first.
    pub fn text(&self) -> String {
        to_text(self)
    }

    /// The id of the request it replies to.
    pub fn id(&self) -> Option<&RequestId> {
        match self {
            WorkerMessage::Reply { id, .. }
            | WorkerMessage::Judged { id, .. }
            | WorkerMessage::Analysed { id, .. }
            | WorkerMessage::Opinions { id, .. }
            | WorkerMessage::Verdict { id, .. }
            | WorkerMessage::Drawn { id, .. }
            | WorkerMessage::Picture { id, .. } => Some(id),
            WorkerMessage::Failed { id, .. } => id.as_ref(),
            _ => None,
        }
    }

    /// Whether more replies to the same request follow.
    pub fn goes_on(&self) -> bool {
        matches!(
            self,
            WorkerMessage::Judged { .. } | WorkerMessage::Drawn { .. }
        )
    }
}

/// A request to choose a move for a computer player. It holds everything needed
/// to answer it, so it can be answered anywhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Question {
    /// Its number, repeated in the answer.
    pub question: u64,
    /// The table.
    pub table: String,
    /// The id of the game.
    pub game: String,
    /// The game's options.
    pub options: GameData,
    /// The state of the game.
    pub state: GameData,
    /// The seat to move.
    pub seat: u16,
    /// The turn.
    pub turn: u64,
    /// The computer player's name.
    pub player: String,
    /// The time left on its clock.
    #[serde(default)]
    pub left_ms: Option<Millis>,
    /// The seed of its dice. It is below 2^53 because JavaScript cannot hold
    /// larger integers.
    pub seed: u64,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Thought {
    /// The number of the question.
    pub question: u64,
    /// The table.
    pub table: String,
    /// The move in the game's notation.
    #[serde(default)]
    pub action: Option<String>,
    /// Why there is no move.
    #[serde(default)]
    pub failed: Option<String>,
    /// How much it searched.
    #[serde(default)]
    pub thought: Effort,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn question() -> Value {
        json!({
            "question": 3, "table": "ab", "game": "chess", "options": {}, "state": {"x": 1},
            "seat": 1, "turn": 4, "player": "strong", "left_ms": null, "seed": 7,
        })
    }

    fn thought() -> Value {
        json!({
            "question": 3, "table": "ab", "action": "d1-c1", "failed": null,
            "thought": {"depth": 3, "states": 40, "ms": 5},
        })
    }

    fn record() -> Value {
        json!({
            "format": "taflhalla-record", "version": 1, "rules": 1, "game": "chess", "options": {},
            "players": [], "clock": null, "seed": null, "opening": 0, "steps": [], "ending": null,
            "verdicts": [], "seats": [],
        })
    }

    #[test]
    fn messages_of_the_page_keep_their_form() {
        for written in [
            json!({"role": "open", "saved": null}),
            json!({"role": "connect", "as": "t"}),
            json!({"role": "hall", "text": "{}"}),
            json!({
                "role": "request", "id": 7, "method": "POST", "path": "/tables",
                "body": {"game": "chess"},
            }),
            json!({"role": "save"}),
            json!({"role": "question", "question": question()}),
            json!({"role": "thought", "thought": thought()}),
            json!({"role": "thinker-lost"}),
            json!({
                "role": "analyse", "id": "x", "record": record(), "engine": "weak",
                "ms": 5, "lines": 2,
            }),
            json!({
                "role": "position", "id": 2, "game": "chess", "options": {},
                "position": {"board": "…"}, "engine": "strong", "ms": 1000, "lines": 1,
            }),
            json!({"role": "verify", "id": 3, "record": record()}),
            json!({"role": "svg", "id": 4, "record": record(), "step": 12, "theme": "dark"}),
            json!({"role": "gif", "id": 5, "record": record(), "theme": "light", "width": 520}),
        ] {
            let read = PageMessage::read(&written.to_string()).unwrap();
            let again: Value = serde_json::from_str(&read.text()).unwrap();
            assert_eq!(again, written);
        }
    }

    #[test]
    fn missing_fields_have_their_defaults() {
        let written = r#"{"role":"position","id":2,"game":"chess","ms":9}"#;
        let PageMessage::Position {
            position, depth, ..
        } = PageMessage::read(written).unwrap()
        else {
            panic!("{written}");
        };
        assert_eq!(position, None);
        assert_eq!((depth.engine.as_str(), depth.ms), ("strong", 9));
        let written = r#"{"role":"position","id":2,"game":"chess","position":"8/8 b"}"#;
        let PageMessage::Position { position, .. } = PageMessage::read(written).unwrap() else {
            panic!("{written}");
        };
        assert_eq!(position, Some(Position::Notation("8/8 b".to_owned())));
    }

    #[test]
    fn messages_of_the_worker_keep_their_form() {
        for written in [
            json!({"role": "opened", "dropped": []}),
            json!({"role": "hall", "text": "{}"}),
            json!({"role": "hall", "as": "t", "text": "{}"}),
            json!({"role": "reply", "id": 7, "status": 201, "json": {"table": "ab"}}),
            json!({"role": "saved", "text": "…"}),
            json!({"role": "question", "question": question()}),
            json!({"role": "thought", "thought": thought()}),
            json!({
                "role": "judged", "id": 1, "of": 40,
                "step": {"step": 1, "played": [], "chance_of_seat_0": null, "opinions": []},
            }),
            json!({
                "role": "analysed", "id": 1,
                "judgement": {"game": "chess", "steps": [], "end": 1.0, "turned": null},
            }),
            json!({"role": "opinions", "id": 2, "opinions": []}),
            json!({
                "role": "verdict", "id": 3, "verdict": {"holds": false, "sentences": ["No."]},
            }),
            json!({"role": "drawn", "id": 5, "done": 3, "of": 40}),
            json!({"role": "picture", "id": 4, "svg": "<svg"}),
            json!({"role": "picture", "id": 5, "gif": "data:image/gif;base64,"}),
            json!({"role": "failed", "id": null, "reason": "why"}),
            json!({"role": "broken", "reason": "why"}),
        ] {
            let read = WorkerMessage::read(&written.to_string()).unwrap();
            let text = read.text();
            assert!(text.starts_with(r#"{"role":"#), "{text}");
            assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), written);
        }
    }

    #[test]
    fn the_id_is_found_in_a_message_that_makes_no_sense() {
        let word = RequestId::Word("x".to_owned());
        assert_eq!(RequestId::find(r#"{"role":"dance","id":"x"}"#), Some(word));
        assert_eq!(RequestId::find(r#"{"role":"dance"}"#), None);
        assert_eq!(RequestId::find("dance"), None);
    }
}
