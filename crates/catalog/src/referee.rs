//! The rules as a service: one JSON line in, one JSON line out.
//!
//! It is stateless. If a request makes no sense or breaks a rule, the answer is
//! `{"error":"…"}`. The manual is `docs/referee.md`.

use game::{Enumerate, Game, Seat, SeatSet, message};
use serde_json::{Value, json};

use crate::any::{AnyPending, AnyStep, ending_view};
use crate::bot::BotGame;
use crate::codec::Error;
use crate::json::{Fields, What, text};
use crate::{AnyGame, AnyState, AsJson as _};

/// No tree is counted deeper than this, whatever the budget.
const MOST_DEPTH: u64 = 100;

/// Answers requests.
#[derive(Clone, Copy, Debug)]
pub struct Referee {
    /// A perft that needs more positions than this is refused.
    pub perft_budget: u64,
}

impl Default for Referee {
    /// The budget is about ten seconds of work.
    fn default() -> Referee {
        Referee {
            perft_budget: 200_000_000,
        }
    }
}

/// The answer to a request that cannot be understood or breaks a rule.
pub fn refusal(problem: &str) -> Value {
    json!({"error": problem})
}

impl Referee {
    /// Answers one line.
    pub fn answer(&self, line: &str) -> Value {
        serde_json::from_str(line)
            .map_err(|error| {
                let error = error.to_string();
                Error::Refused(message!("json.not-json", error))
            })
            .and_then(|request| self.respond(&request))
            .unwrap_or_else(|error| refusal(&error.to_string()))
    }

    /// Answers one request.
    pub fn respond(&self, request: &Value) -> Result<Value, Error> {
        fn respond<G: BotGame>(_: G, fields: Fields<'_>, budget: u64) -> Result<Value, Error> {
            G::respond(fields, budget)
        }
        let mut fields = Fields::of(What::Request, request)?;
        let game = fields.text("game")?;
        crate::dispatch!(game, &Value::Null, respond, fields, self.perft_budget)?
    }
}

/// Answers a request about any game: which moves there are, and what a step does.
pub(crate) fn respond_any<G: BotGame>(mut fields: Fields<'_>, budget: u64) -> Result<Value, Error> {
    let options = fields.maybe("options").unwrap_or(&Value::Null);
    let game = crate::erase(G::from_options(options)?);
    let state = match (fields.maybe("state"), fields.maybe_text("position")?) {
        (Some(state), _) => game.read_state(&state.clone().into())?,
        (None, Some(position)) => game.read_position(position)?,
        (None, None) => game.start(),
    };
    let first = match game.pending(&state) {
        AnyPending::Choose(seats) => seats.lowest(),
        _ => None,
    };
    match fields.text("do")? {
        "moves" => {
            let most = u64::from(game.seats().saturating_sub(1));
            let asked = fields.maybe_number("seat", 0, most)?;
            fields.end()?;
            let seat = asked.map(|seat| Seat(seat as u16)).or(first);
            let moves = seat.and_then(|seat| game.actions(&state, seat));
            Ok(json!({"moves": moves.unwrap_or_default()}))
        }
        "turn" => {
            let step = read_step(&*game, &state, &mut fields)?;
            fields.end()?;
            let report = game.report(&state, &step)?;
            let mut next = state;
            game.play(&mut next, &step)?;
            Ok(json!({
                "state": game.state_data(&next).as_json(),
                "report": report.data.as_json(),
                "pending": match game.pending(&next) {
                    AnyPending::Choose(seats) => json!(seats.iter().map(|seat| seat.0).collect::<Vec<_>>()),
                    AnyPending::Chance(draw) => json!({"draw": draw.as_json()}),
                    AnyPending::Over(_) => Value::Null,
                },
                "ending": match game.pending(&next) {
                    AnyPending::Over(ending) => json!(ending_view(&ending, game.seats())),
                    _ => Value::Null,
                },
            }))
        }
        "perft" => {
            let depth = depth(&mut fields)?;
            fields.end()?;
            let roots = first.and_then(|seat| game.actions(&state, seat));
            let mut left = budget;
            let mut nodes = Some(u64::from(depth == 0));
            for root in roots.filter(|_| depth > 0).unwrap_or_default() {
                let more = game.perft(&state, &root, depth, &mut left)?;
                nodes = nodes.zip(more).map(|(nodes, more)| nodes + more);
            }
            perft_answer(nodes, depth, budget)
        }
        other => Err(unknown_do(other, vec!["moves", "turn", "perft"])),
    }
}

/// A step from `moves`, one for every seat that is to act, or from `draw`.
fn read_step(
    game: &dyn AnyGame,
    state: &AnyState,
    fields: &mut Fields<'_>,
) -> Result<AnyStep, Error> {
    if let Some(draw) = fields.maybe("draw") {
        return Ok(AnyStep::Draw(draw.clone().into()));
    }
    let moves = fields.list("moves")?;
    let seats = match game.pending(state) {
        AnyPending::Choose(seats) => seats,
        _ => SeatSet::EMPTY,
    };
    if seats.len() != moves.len() {
        let (wanted, found) = (seats.len(), moves.len());
        let seats = format!("{seats:?}");
        return Err(Error::NotPending(message!(
            "json.moves-needed",
            seats,
            wanted,
            found
        )));
    }
    let acts = seats.iter().zip(moves);
    acts.map(|(seat, action)| Ok((seat, text("moves", action)?.to_owned())))
        .collect::<Result<_, Error>>()
        .map(AnyStep::Act)
}

pub(crate) fn move_list<G: Enumerate>(game: &G, state: &G::State, seat: Seat) -> Vec<String> {
    let mut list = Vec::new();
    game.actions(state, seat, &mut list);
    let mut list: Vec<String> = list.iter().map(ToString::to_string).collect();
    list.sort_unstable();
    list
}

pub(crate) fn read_move<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    fields: &mut Fields<'_>,
) -> Result<G::Action, Error> {
    let text = fields.text("move")?;
    let action = game
        .read(state, text)
        .map_err(Error::notation("move", text))?;
    game.check(state, seat, &action).map_err(Error::refused)?;
    Ok(action)
}

pub(crate) fn depth(fields: &mut Fields<'_>) -> Result<u32, Error> {
    Ok(fields.number("depth", 0, MOST_DEPTH)? as u32)
}

pub(crate) fn perft_answer(nodes: Option<u64>, depth: u32, budget: u64) -> Result<Value, Error> {
    match nodes {
        Some(nodes) => Ok(json!({"nodes": nodes})),
        None => Err(Error::Refused(message!("json.too-deep", depth, budget))),
    }
}

pub(crate) fn unknown_do(found: &str, known: Vec<&'static str>) -> Error {
    let found: String = found.chars().take(40).collect();
    let found = format!("{found:?}");
    Error::Refused(message!("json.no-do", found, known))
}
