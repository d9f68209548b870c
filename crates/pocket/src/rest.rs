//! Requests, as over HTTP under `/api/v1`.

use record::seated::built_in;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use table::Request;
use wire::api::NewTable;
use wire::lobby::{boards, games_json};

use crate::hall::{Pocket, clean_name, id_of};
use crate::line::{At, Local};
use crate::live::Live;
use crate::refused::Refused;

/// The answer to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// As over HTTP.
    pub status: u16,
    /// The body.
    pub json: Value,
}

impl Pocket {
    /// A request of the browser's own person. `path` is the address behind `/api/v1`
    /// or all of it, with what stands behind the question mark.
    ///
    /// The answers are those of the server. Beyond them, `POST /identity` with
    /// `{"guest": "name"}` makes another person of this browser, whose token is in
    /// the answer, and `GET /guests` lists them with their tokens.
    pub fn request(&mut self, now: u64, method: &str, path: &str, body: Value) -> Reply {
        self.request_as(None, now, method, path, body)
    }

    /// A request of anyone in this browser.
    pub fn request_as(
        &mut self,
        token: Option<&str>,
        now: u64,
        method: &str,
        path: &str,
        body: Value,
    ) -> Reply {
        self.set(now);
        let answer = self
            .lines
            .of(token)
            .and_then(|at| self.answer_to(at, method, path, body));
        self.tick(now);
        match answer {
            Ok((status, json)) => Reply { status, json },
            Err(refused) => Reply {
                status: refused.status,
                json: json!({"code": refused.code, "reason": refused.reason}),
            },
        }
    }

    fn answer_to(
        &mut self,
        at: At,
        method: &str,
        path: &str,
        body: Value,
    ) -> Result<(u16, Value), Refused> {
        let (path, asked) = path.split_once('?').unwrap_or((path, ""));
        let path = path.strip_prefix("/api/v1").unwrap_or(path);
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        let asked = Asked(asked);
        let key = asked.value("key");
        let key = key.as_deref();
        let fine = match (method, parts.as_slice()) {
            ("GET", ["games"]) => games_json(|game| built_in(game).to_vec()),
            ("GET", ["identity"]) => self.lines.known(at)?.shown(),
            ("POST" | "PUT", ["identity"]) => return Ok((201, self.come(given(body)?)?)),
            ("PATCH", ["identity"]) => self.rename(at, given(body)?)?,
            ("GET", ["guests"]) => self.guests(),
            ("GET", ["players"]) => json!({"available": []}),
            ("GET", ["challenges"]) => {
                self.lines.known(at)?;
                json!({"to_you": [], "by_you": []})
            }
            ("GET", ["leaderboards", board]) => leaderboard(board)?,
            ("GET", ["tables"]) => self.list(&asked)?,
            ("POST", ["tables"]) => {
                let (id, key) = self.make(at, given::<NewTable>(body)?)?;
                let id = format!("{id:032x}");
                let link = match &key {
                    Some(key) => format!("/t/{id}#{key}"),
                    None => format!("/t/{id}"),
                };
                return Ok((201, json!({"table": id, "key": key, "link": link})));
            }
            ("POST", ["tables", table, "commands"]) => {
                let NewCommand { id, request } = given(body)?;
                self.lines.known(at)?;
                self.changed = true;
                let answer = self.with(table, |live, hall| live.ordered(hall, at, id, request))?;
                json!({"seq": answer.seq, "turn": answer.turn})
            }
            ("GET", ["tables", table]) => {
                let (now, who) = (self.now, self.lines.identity(at));
                let live = self.look(at, table, key)?;
                json!({"now": now, "view": live.table.view(who)})
            }
            ("GET", ["tables", table, "moves"]) => moves(self.look(at, table, key)?),
            ("GET", ["tables", table, "record"]) => {
                let live = self.look(at, table, key)?;
                record::seated::of_table(&live.table, &live.people)
            }
            ("GET", ["tables", table, "steps", step]) => {
                step_json(self.look(at, table, key)?, step)?
            }
            _ => return Err(Refused::nothing()),
        };
        Ok((200, fine))
    }

    /// A table, if it may be seen.
    fn look(&self, at: At, table: &str, key: Option<&str>) -> Result<&Live, Refused> {
        let live = id_of(table).and_then(|id| self.tables.get(&id));
        live.filter(|live| live.table.may_look(self.lines.identity(at), key))
            .ok_or_else(Refused::no_table)
    }

    fn come(&mut self, new: NewIdentity) -> Result<Value, Refused> {
        if let Some(name) = new.guest {
            return self.add_guest(&name);
        }
        if new.program {
            return Err(Refused::bad(
                "programs cannot come to a hall that lives in a browser",
            ));
        }
        // A browser has one person of its own: asked again, it stays the same.
        let name = new.name.as_deref();
        let me = match (self.lines.who(0).cloned(), name) {
            (Some(me), None) => me,
            (Some(me), Some(name)) => Local {
                name: clean_name(name)?,
                ..me
            },
            (None, name) => self.introduce(name)?,
        };
        let shown = me.shown();
        self.lines.0[0].who = Some(me);
        self.changed = true;
        Ok(shown)
    }

    fn rename(&mut self, at: At, new: Rename) -> Result<Value, Refused> {
        self.lines.known(at)?;
        let name = clean_name(&new.name)?;
        self.changed = true;
        match &mut self.lines.0[at].who {
            Some(me) => {
                me.name = name;
                Ok(me.shown())
            }
            None => Err(Refused::who()),
        }
    }

    fn guests(&self) -> Value {
        let guests = self.lines.0.iter().skip(1).filter_map(|line| {
            let mut shown = line.who.as_ref()?.shown();
            shown["token"] = json!(line.token);
            Some(shown)
        });
        json!({"guests": guests.collect::<Vec<_>>()})
    }

    /// The public tables, newest first.
    fn list(&self, asked: &Asked<'_>) -> Result<Value, Refused> {
        let phase = asked.value("phase").unwrap_or_else(|| "open".to_owned());
        if !["open", "running", "finished"].contains(&phase.as_str()) {
            return Err(Refused::bad(format!(
                "there is no phase {phase:?}; there are open, running and finished"
            )));
        }
        let game = asked.value("game");
        let after = asked.value("after").map(|text| cursor(&text)).transpose()?;
        let limit = match asked.value("limit").map(|limit| limit.parse::<usize>()) {
            None => 50,
            Some(Ok(limit)) => limit.clamp(1, 100),
            Some(Err(_)) => return Err(Refused::bad("\"limit\" is a whole number")),
        };
        let mut tables: Vec<(u64, u128, &Live)> = self
            .tables
            .iter()
            .filter(|(_, live)| live.is_listed() && live.phase_word() == phase)
            .filter(|(_, live)| {
                let game = game.as_ref();
                game.is_none_or(|game| *game == live.table.settings().game)
            })
            .map(|(id, live)| (live.created, *id, live))
            .filter(|(created, id, _)| after.is_none_or(|after| (*created, *id) < after))
            .collect();
        tables.sort_unstable_by_key(|(created, id, _)| std::cmp::Reverse((*created, *id)));
        let more = tables.len() > limit;
        tables.truncate(limit);
        let last = tables.last().filter(|_| more);
        let next = last.map(|(created, _, live)| format!("{created}:{}", live.name));
        let tables: Vec<Value> = tables.iter().map(|(.., live)| live.listed()).collect();
        Ok(json!({"tables": tables, "next": next}))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewIdentity {
    name: Option<String>,
    #[serde(default)]
    program: bool,
    guest: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rename {
    name: String,
}

#[derive(Deserialize)]
struct NewCommand {
    id: u64,
    request: Request,
}

/// A body; none is an empty object.
fn given<T: DeserializeOwned>(body: Value) -> Result<T, Refused> {
    let body = match body {
        Value::Null => json!({}),
        body => body,
    };
    serde_json::from_value(body)
        .map_err(|error| Refused::bad(format!("the body is not understood: {error}")))
}

fn cursor(text: &str) -> Result<(u64, u128), Refused> {
    let parts = text.split_once(':');
    let parts = parts.and_then(|(at, id)| Some((at.parse().ok()?, id_of(id)?)));
    parts.ok_or_else(|| Refused::bad("\"after\" is the \"next\" of another answer"))
}

fn leaderboard(board: &str) -> Result<Value, Refused> {
    match boards().iter().any(|known| known == board) {
        true => Ok(json!({"leaderboard": board, "players": []})),
        false => Err(Refused::new(
            404,
            "no-board",
            format!(
                "there is no such leaderboard; there are {}",
                boards().join(", ")
            ),
        )),
    }
}

/// The legal moves of the seats that are to act, where the game can list them.
fn moves(live: &Live) -> Value {
    let table = &live.table;
    let acting = table.acting();
    let seats = acting.iter().map(|seat| {
        let moves = table.game().actions(table.state(), seat);
        json!({"seat": seat.0, "moves": moves})
    });
    json!({"turn": table.turn(), "seats": seats.collect::<Vec<_>>()})
}

/// What a step did. Steps are counted from 1.
fn step_json(live: &Live, step: &str) -> Result<Value, Refused> {
    let none = || Refused::new(404, "no-step", "there is no such step");
    let number: usize = step.parse().map_err(|_| none())?;
    let at = number.checked_sub(1).ok_or_else(none)?;
    let made = &**live.table.steps().get(at).ok_or_else(none)?;
    let report = live.table.explain(at).ok_or_else(none)?;
    Ok(json!({"step": number, "made": made, "text": report.text, "data": report.data}))
}

/// What stands behind the question mark.
struct Asked<'a>(&'a str);

impl Asked<'_> {
    fn value(&self, name: &str) -> Option<String> {
        let mut pairs = self.0.split('&').filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(key, _)| *key == name)?;
        Some(unescaped(value))
    }
}

/// The text with `%3A` and the like as characters; what is no such escape stays.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let digit = |byte: u8| char::from(byte).to_digit(16);
        rest = after;
        match (first, after) {
            (b'%', [high, low, after @ ..]) => match (digit(*high), digit(*low)) {
                (Some(high), Some(low)) => {
                    bytes.push((high * 16 + low) as u8);
                    rest = after;
                }
                _ => bytes.push(b'%'),
            },
            (b'+', _) => bytes.push(b' '),
            (byte, _) => bytes.push(*byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_behind_the_question_mark_are_read() {
        let asked = Asked("a=1%3Ab&c=x+y&d=%zz%4&e=%c3%a5");
        assert_eq!(asked.value("a").as_deref(), Some("1:b"));
        assert_eq!(asked.value("c").as_deref(), Some("x y"));
        assert_eq!(asked.value("d").as_deref(), Some("%zz%4"));
        assert_eq!(asked.value("e").as_deref(), Some("å"));
        assert_eq!(asked.value("f"), None);
    }
}
