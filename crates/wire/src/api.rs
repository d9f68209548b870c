//! Messages between the hall and its clients: browsers, and programs that
//! connect over the network.
//!
//! A client opens one WebSocket and sends [`Sent`] messages, each with an id that
//! it chooses. Whatever it asks is answered under that id, with
//! [`Told::Ok`] or with [`Told::Refused`] and the reason. What happens at a table
//! that it watches follows unasked.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Access, Clock, ObserverChat, Occupant, Person, Refusal, Request, Settings};

/// The version of these messages. It is part of every message of the hall, and of
/// the address: `/api/v1/…`.
pub const VERSION: u32 = 1;

/// A message of a client.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Sent {
    /// The version; may be left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v: Option<u32>,
    /// Chosen by the client. Commands to one table need a new id for every new
    /// wish, over all connections; the same id again gets the first answer again.
    pub id: u64,
    /// What is wanted.
    #[serde(flatten)]
    pub ask: Ask,
}

impl Sent {
    /// Reads a message. The error is a sentence, and has the id if there is one.
    pub fn read(text: &str) -> Result<Sent, (Option<u64>, String)> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| (None, format!("a message is one JSON object: {error}")))?;
        let id = value["id"].as_u64();
        let sent: Sent = serde_json::from_value(value)
            .map_err(|error| (id, format!("this message is not understood: {error}")))?;
        match sent.v {
            None | Some(VERSION) => Ok(sent),
            Some(v) => Err((
                id,
                format!("this hall speaks version {VERSION}, not version {v}"),
            )),
        }
    }
}

/// What a client may want.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Ask {
    /// Be told what happens at a table.
    Watch {
        /// Which.
        table: String,
        /// The key of a private table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// The last number seen, by whoever was cut off.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u64>,
        /// Whether to be sent the requests that bots get.
        #[serde(default)]
        bot: bool,
    },
    /// Be told no more.
    Unwatch {
        /// Which table.
        table: String,
    },
    /// Do something at a table.
    Command {
        /// Which.
        table: String,
        /// What.
        request: Request,
    },
    /// A bot's answer to a request.
    Answer {
        /// Which table.
        table: String,
        /// The turn of the request.
        turn: u64,
        /// The answer, as on standard output.
        answer: Value,
    },
    /// Be told, or not any more, when tables of the lobby change.
    Lobby {
        /// Which of the two.
        on: bool,
    },
    /// Be listed as someone who takes challenges in these games; in none to be
    /// listed no more.
    Available {
        /// The ids of the games.
        games: Vec<String>,
    },
    /// Say no to a challenge.
    Decline {
        /// The table that was made for it.
        table: String,
    },
    /// Be answered.
    Ping,
}

/// A message of the hall.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Told<'a> {
    /// The first message.
    Hello {
        /// Who the client is.
        you: &'a Value,
        /// The hall's time, in which all times of tables are given.
        now: u64,
        /// How often the hall pings. A client that hears nothing for three times
        /// as long should connect again.
        ping_ms: u64,
    },
    /// A wish was granted.
    Ok {
        /// Its id.
        id: u64,
        /// What belongs to it: `seq` and `turn` for commands.
        #[serde(flatten)]
        result: Value,
    },
    /// A wish was not granted, and nothing changed.
    Refused {
        /// Its id, if it could be read.
        id: Option<u64>,
        /// A word for programs.
        code: &'a str,
        /// A sentence for people.
        reason: &'a str,
    },
    /// A whole table as the client may see it. What was known of it before does
    /// not count any more.
    Table {
        /// Which.
        table: &'a str,
        /// The hall's time.
        now: u64,
        /// The table.
        view: &'a Value,
    },
    /// Something happened.
    Event {
        /// At which table.
        table: &'a str,
        /// What, with its number `seq`.
        event: &'a Value,
    },
    /// A bot is to move.
    Request {
        /// At which table.
        table: &'a str,
        /// The turn to answer with.
        turn: u64,
        /// What a bot gets on standard input.
        request: &'a Value,
    },
    /// How long and how far a computer thought about a move that is known to all
    /// now. What it thought stays its own: that would be advice.
    Thought {
        /// At which table.
        table: &'a str,
        /// Its seat.
        seat: u16,
        /// The turn of the move.
        turn: u64,
        /// How it thought.
        thought: Effort,
    },
    /// The hall lost sight of a table: watch it anew.
    Lost {
        /// Which.
        table: &'a str,
    },
    /// A table of the lobby is new or changed.
    Lobby {
        /// The table as it is listed.
        table: &'a Value,
    },
    /// Someone challenges the client.
    Challenge {
        /// The challenge: by whom, to what, at which table, with which key.
        challenge: &'a Value,
    },
    /// A challenge of the client was declined.
    Declined {
        /// The table that was made for it.
        table: &'a str,
    },
    /// The hall closes the connection.
    Bye {
        /// A word for programs.
        code: &'a str,
        /// Why.
        reason: &'a str,
    },
}

/// What a computer's search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// How many moves ahead it looked, all of them.
    pub depth: u32,
    /// The states it visited.
    pub states: u64,
    /// The time it took, in milliseconds.
    pub ms: u64,
}

impl Told<'_> {
    /// The message as text.
    pub fn text(&self) -> String {
        #[derive(Serialize)]
        struct Versioned<'a> {
            v: u32,
            #[serde(flatten)]
            told: &'a Told<'a>,
        }
        let message = Versioned {
            v: VERSION,
            told: self,
        };
        // Keys are strings and numbers are whole: nothing in it can fail.
        serde_json::to_string(&message).unwrap_or_default()
    }
}

/// A table that is to be made.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The id of the game.
    pub game: String,
    /// The game's options; a part of them is enough.
    #[serde(default)]
    pub options: Value,
    /// What the table is called.
    #[serde(default)]
    pub title: String,
    /// How time is kept.
    #[serde(default)]
    pub clock: Clock,
    /// Whether the table is not listed and needs its link.
    #[serde(default)]
    pub private: bool,
    /// The seat of whoever makes the table.
    #[serde(default)]
    pub seat: Option<u16>,
    /// Computers on seats, by name; null or left out is an empty seat.
    #[serde(default)]
    pub computers: Vec<Option<String>>,
    /// The computer that takes the seats still empty at the start.
    #[serde(default)]
    pub fill: Option<String>,
    /// When observers may talk.
    #[serde(default)]
    pub observer_chat: ObserverChat,
    /// Whether others see who has sealed a move.
    #[serde(default)]
    pub show_entered: bool,
    /// Whether moves may be taken back.
    #[serde(default)]
    pub takebacks: Option<bool>,
    /// The most time given back for a slow line, per move.
    #[serde(default)]
    pub lag_credit_ms: Option<u64>,
    /// How long someone not connected is waited for.
    #[serde(default)]
    pub away_ms: Option<u64>,
    /// Without a clock: how long someone must be gone before others can claim.
    #[serde(default)]
    pub claim_after_ms: Option<u64>,
}

impl NewTable {
    /// The computers that are to play.
    pub fn players(&self) -> impl Iterator<Item = &String> {
        self.computers.iter().flatten().chain(&self.fill)
    }

    /// The settings of the table that `creator` makes; with a key it is private.
    pub fn settings(self, creator: Person, key: Option<String>) -> Result<Settings, Refusal> {
        let mut settings = Settings::of(&self.game, self.options);
        settings.title = self.title;
        settings.clock = self.clock;
        settings.fill = self.fill;
        settings.observer_chat = self.observer_chat;
        settings.show_entered = self.show_entered;
        settings.takebacks = self.takebacks.unwrap_or(settings.takebacks);
        settings.lag_credit_ms = self.lag_credit_ms.unwrap_or(settings.lag_credit_ms);
        settings.away_ms = self.away_ms.unwrap_or(settings.away_ms);
        settings.claim_after_ms = self.claim_after_ms.unwrap_or(settings.claim_after_ms);
        let computers = self.computers.into_iter();
        settings.seats = computers
            .map(|player| player.map(|player| Occupant::Computer { player }))
            .collect();
        if let Some(seat) = self.seat {
            let at = usize::from(seat);
            // Which seats there are is checked with the settings; this only keeps a
            // large number from making a long list.
            if at > 255 {
                return Err(Refusal::Settings(format!("there is no seat {seat}")));
            }
            if settings.seats.len() <= at {
                settings.seats.resize(at + 1, None);
            }
            if settings.seats[at].is_some() {
                return Err(Refusal::Taken(seat));
            }
            settings.seats[at] = Some(Occupant::Person(creator.clone()));
        }
        settings.creator = Some(creator);
        if let Some(key) = key {
            settings.access = Access::Private { key };
        }
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_command_is_read_with_its_id() {
        let text = r#"{"id":7,"type":"command","table":"ab","request":{"do":"move","turn":3,"action":"d1-c1"}}"#;
        let sent = Sent::read(text).unwrap();
        assert_eq!(sent.id, 7);
        let action = "d1-c1".to_owned();
        let request = Request::Move { turn: 3, action };
        let table = "ab".to_owned();
        assert_eq!(sent.ask, Ask::Command { table, request });
    }

    #[test]
    fn what_is_not_understood_keeps_its_id_and_names_the_problem() {
        let (id, reason) = Sent::read(r#"{"id":7,"type":"dance"}"#).unwrap_err();
        assert_eq!(id, Some(7));
        assert!(reason.contains("dance"), "{reason}");
        assert_eq!(Sent::read("nonsense").unwrap_err().0, None);
        let (_, reason) = Sent::read(r#"{"v":2,"id":1,"type":"ping"}"#).unwrap_err();
        assert!(reason.contains("version 1"), "{reason}");
    }

    #[test]
    fn deep_nesting_is_refused() {
        let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
        assert!(Sent::read(&deep).is_err());
    }

    #[test]
    fn messages_of_the_hall_carry_version_and_type() {
        let told = Told::Ok {
            id: 3,
            result: json!({"seq": 5, "turn": 2}),
        };
        assert_eq!(
            told.text(),
            r#"{"v":1,"type":"ok","id":3,"seq":5,"turn":2}"#
        );
    }
}
