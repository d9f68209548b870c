//! What the referee is asked about Automatafl.

use automatafl::{Automatafl, Entry, Fate, Identical, Options, Players, Report, Setup, Tie};
use game::{Game, Say as _, Seat, Step, Tell as _, message};
use serde_json::{Value, json};
use words::Language;

use super::codec::{IDENTICAL, TIES, board, entries, players, squares};
use crate::codec::{Codec, Error};
use crate::json::{Fields, number};
use crate::referee::{move_list, unknown_do};

pub(super) fn respond(mut fields: Fields<'_>) -> Result<Value, Error> {
    let game = game(&mut fields)?;
    let start = game.start();
    let marked = fields.maybe_list("marked")?.unwrap_or_default();
    let marked = squares("marked", marked, start.board())?;
    let state = game
        .start_marked(&marked)
        .map_err(|at| Error::Refused(message!("rules.off-board", at)))?;
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
        return Err(unknown_do(what, vec!["turn", "explain", "moves"]));
    }
    let entries = entries(fields.value("moves")?, &game, &state)?;
    fields.end()?;
    let joint: Vec<(Seat, Entry)> = (0..).map(Seat).zip(entries).collect();
    let refused: Vec<_> = joint
        .iter()
        .filter_map(|(seat, entry)| {
            let entered_at = if locked.contains(&u64::from(seat.0)) {
                &start
            } else {
                &state
            };
            let why = game.check(entered_at, *seat, entry).err()?;
            Some((seat.0, Language::English.say(&why.message())))
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
        return Ok(
            json!({"text": Language::English.tell(&report.tell()), "report": game.report_json(&report)}),
        );
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
        .map(|(_, _, fate)| fate.map(Fate::name))
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

/// The game with the options of a request.
fn game(fields: &mut Fields<'_>) -> Result<Automatafl, Error> {
    let usual = Options::default();
    let players = fields
        .maybe("players")
        .map_or(Ok(Players::Two), |value| players("players", value))?;
    let tie = fields.maybe_one_of("tie", &TIES)?.unwrap_or(Tie::Column);
    let identical = fields
        .maybe_one_of("identical", &IDENTICAL)?
        .unwrap_or(Identical::Conflict);
    let automata = fields
        .maybe_number("automata", 1, 8)?
        .map_or(1, |n| n as u8);
    let setup = match fields.maybe_text("position")? {
        Some(record) => Setup::Custom(Box::new(board(record)?)),
        None => usual.setup.clone(),
    };
    Automatafl::new(Options {
        players,
        setup,
        tie,
        identical,
        automata,
        ..usual
    })
    .map_err(Error::refused)
}
