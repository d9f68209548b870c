//! The rules as a service: one JSON line in, one JSON line out.
//!
//! It is stateless. If a request makes no sense or breaks a rule, the answer is
//! `{"error":"…"}`. The manual is `docs/referee.md`.

use ::automatafl::{Automatafl, Entry, Identical, Options, Players, Report, Setup, Tie};
use ::combo::{Combo, Move};
use ::game17::Turn;
use game::{Enumerate, Game, Seat, Step};
use serde_json::{Value, json};
use tafl::Brandub;

use crate::codec::{Codec, Error};
use crate::json::{Fields, number};
use crate::{
    automatafl::codec as automatafl, brandub::codec as brandub, combo::codec as combo,
    game17::codec as game17,
};

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
            .map_err(|error| format!("this line is not JSON: {error}"))
            .and_then(|request| self.respond(&request).map_err(|error| error.to_string()))
            .unwrap_or_else(|error| refusal(&error))
    }

    /// Answers one request.
    pub fn respond(&self, request: &Value) -> Result<Value, Error> {
        let mut fields = Fields::of("a request", request)?;
        match fields.text("game")? {
            Brandub::ID => respond_brandub(fields, self.perft_budget),
            Combo::ID => respond_combo(fields, self.perft_budget),
            Automatafl::ID => respond_automatafl(fields),
            ::game17::Game17::ID => respond_game17(fields),
            other => Err(Error::UnknownGame(other.chars().take(40).collect())),
        }
    }
}

fn respond_brandub(mut fields: Fields<'_>, budget: u64) -> Result<Value, Error> {
    let game = Brandub::from_options(fields.maybe("options").unwrap_or(&Value::Null))?;
    let state = match fields.maybe_text("position")? {
        Some(record) => game.read_position(record)?,
        None => game.start(),
    };
    let seat = tafl::seat(state.position().side());
    match fields.text("do")? {
        "moves" => {
            fields.end()?;
            Ok(json!({"moves": move_list(&game, &state, seat)}))
        }
        "play" => {
            let action = read_move(&game, &state, seat, &mut fields)?;
            fields.end()?;
            let report = game.report(&state, Step::Act(&[(seat, action)]));
            let mut next = state;
            game.apply(&mut next, Step::Act(&[(seat, action)]));
            Ok(json!({
                "position": next.position().to_string(),
                "captures": crate::codec::names_json(&report.captured),
                "winner": brandub::winner(&game, &next),
            }))
        }
        "perft" => {
            let depth = depth(&mut fields)?;
            fields.end()?;
            let nodes = state
                .position()
                .perft_within(depth, game.options(), &mut { budget });
            perft_answer(nodes, depth, budget)
        }
        other => Err(unknown_do(other, "moves, play and perft")),
    }
}

fn respond_combo(mut fields: Fields<'_>, budget: u64) -> Result<Value, Error> {
    let game = Combo::from_options(fields.maybe("options").unwrap_or(&Value::Null))?;
    let state = match fields.maybe_text("position")? {
        Some(record) => game.read_position(record)?,
        None => game.start(),
    };
    let seat = state.position().to_move().seat();
    match fields.text("do")? {
        "moves" => {
            fields.end()?;
            Ok(json!({"moves": move_list(&game, &state, seat)}))
        }
        "play" => {
            let action: Move = read_move(&game, &state, seat, &mut fields)?;
            fields.end()?;
            let mut next = state;
            game.apply(&mut next, Step::Act(&[(seat, action)]));
            Ok(json!({
                "position": next.position().to_string(),
                "winner": combo::winner(&game, &next),
            }))
        }
        "perft" => {
            let depth = depth(&mut fields)?;
            fields.end()?;
            let nodes = state
                .position()
                .clone()
                .perft_within(depth as u8, &mut { budget });
            perft_answer(nodes, depth, budget)
        }
        other => Err(unknown_do(other, "moves, play and perft")),
    }
}

fn move_list<G: Enumerate>(game: &G, state: &G::State, seat: Seat) -> Vec<String> {
    let mut list = Vec::new();
    game.actions(state, seat, &mut list);
    let mut list: Vec<String> = list.iter().map(ToString::to_string).collect();
    list.sort_unstable();
    list
}

fn read_move<G: Game>(
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

fn depth(fields: &mut Fields<'_>) -> Result<u32, Error> {
    Ok(fields.number("depth", 0, MOST_DEPTH)? as u32)
}

fn perft_answer(nodes: Option<u64>, depth: u32, budget: u64) -> Result<Value, Error> {
    match nodes {
        Some(nodes) => Ok(json!({"nodes": nodes})),
        None => Err(Error::Refused(format!(
            "depth {depth} takes more than {budget} positions here: use a smaller one, or hall perft"
        ))),
    }
}

fn unknown_do(found: &str, there_are: &str) -> Error {
    let found: String = found.chars().take(40).collect();
    Error::Refused(format!(
        "\"do\" cannot be {found:?} here; there are {there_are}"
    ))
}

fn respond_automatafl(mut fields: Fields<'_>) -> Result<Value, Error> {
    let usual = Options::default();
    let players = fields.maybe("players").map_or(Ok(Players::Two), |value| {
        automatafl::players("players", value)
    })?;
    let tie = fields
        .maybe_one_of("tie", &automatafl::TIES)?
        .unwrap_or(Tie::Column);
    let identical = fields
        .maybe_one_of("identical", &automatafl::IDENTICAL)?
        .unwrap_or(Identical::Conflict);
    let automata = fields
        .maybe_number("automata", 1, 8)?
        .map_or(1, |n| n as u8);
    let setup = match fields.maybe_text("position")? {
        Some(record) => Setup::Custom(Box::new(automatafl::board(record)?)),
        None => usual.setup.clone(),
    };
    let game = Automatafl::new(Options {
        players,
        setup,
        tie,
        identical,
        automata,
        ..usual
    })
    .map_err(Error::refused)?;
    let start = game.start();
    let marked = fields.maybe_list("marked")?.unwrap_or_default();
    let marked = automatafl::squares("marked", marked, start.board())?;
    let state = game
        .start_marked(&marked)
        .map_err(|at| Error::Refused(format!("{at} is off the board")))?;
    // Seats that had entered their moves before the markers were placed.
    let locked: Vec<u64> = fields
        .maybe_list("locked")?
        .unwrap_or_default()
        .iter()
        .map(|seat| number("locked", seat, 0, u64::from(game.seats()) - 1))
        .collect::<Result<_, _>>()?;
    let what = fields.text("do")?;
    if what == "moves" {
        fields.end()?;
        return Ok(json!({"moves": move_list(&game, &state, Seat(0))}));
    }
    if !["turn", "explain"].contains(&what) {
        return Err(unknown_do(what, "turn, explain and moves"));
    }
    let entries = automatafl::entries(fields.value("moves")?, &game, &state)?;
    fields.end()?;
    let joint: Vec<(Seat, Entry)> = (0..).map(Seat).zip(entries).collect();
    let refused: Vec<_> = joint
        .iter()
        .filter_map(|(seat, entry)| {
            let entered_at = match locked.contains(&u64::from(seat.0)) {
                true => &start,
                false => &state,
            };
            let why = game.check(entered_at, *seat, entry).err()?;
            Some((seat.0, why.to_string()))
        })
        .collect();
    if !refused.is_empty() {
        let seats: Vec<u16> = refused.iter().map(|(seat, _)| *seat).collect();
        return Ok(if what == "turn" {
            json!({"illegal": seats})
        } else {
            let why: Vec<&String> = refused.iter().map(|(_, why)| why).collect();
            json!({"illegal": seats, "because": why})
        });
    }
    let report = game.report(&state, Step::Act(&joint));
    if what == "explain" {
        return Ok(json!({"text": report.to_string(), "report": game.report_json(&report)}));
    }
    let (moves, automata, winner) = match &report {
        Report::Conflict(_) => return Ok(game.report_json(&report)),
        Report::Turn {
            moves,
            automata,
            winner,
        } => (moves, automata, winner),
    };
    let mut next = state;
    game.apply(&mut next, Step::Act(&joint));
    let outcomes: Vec<Option<&str>> = moves
        .iter()
        .map(|(_, _, fate)| fate.map(::automatafl::Fate::name))
        .collect();
    let steps: Vec<Value> = automata
        .iter()
        .map(|step| {
            json!({
                "from": step.from.to_string(),
                "to": step.to.to_string(),
                "rule": step.verdict.rule(),
            })
        })
        .collect();
    let mut answer = json!({
        "outcomes": outcomes,
        "automaton": steps[0],
        "position": next.board().to_string(),
        "winner": winner.map(|seat| seat.0),
    });
    if game.options().automata > 1 {
        answer["automata"] = json!(steps);
    }
    Ok(answer)
}

fn respond_game17(mut fields: Fields<'_>) -> Result<Value, Error> {
    let owner = game17::owner(&mut fields)?;
    let mut board = game17::board(&mut fields)?;
    match fields.text("do")? {
        "turn" => {}
        other => return Err(unknown_do(other, "turn")),
    }
    let orders = game17::raw_orders(fields.value("moves")?)?;
    let coins = game17::coins(fields.maybe_list("coins")?.unwrap_or_default())?;
    fields.end()?;
    let Ok(turn) = Turn::from_raw(&board, owner, orders) else {
        let (owners, numbers) = game17::board_json(&board);
        return Ok(json!({"owners": owners, "numbers": numbers, "skipped": true}));
    };
    let mut tossed = coins.iter();
    let mut missing = 0;
    board
        .turn(owner, &turn, &mut |_, _| {
            tossed.next().copied().unwrap_or_else(|| {
                missing += 1;
                false
            })
        })
        .map_err(Error::refused)?;
    if missing > 0 {
        return Err(Error::Refused(format!(
            "\"coins\" has a length of {}, but the number of tied squares is {}",
            coins.len(),
            coins.len() + missing
        )));
    }
    let (owners, numbers) = game17::board_json(&board);
    Ok(json!({"owners": owners, "numbers": numbers, "skipped": false}))
}
