//! A game that was played here, as its record.

use std::time::Duration;

use catalog::Codec;
use dice::Seed;
use record::{FORMAT, Made, RULES, VERSION, seal};
use serde_json::{Value, json};

use crate::bout::Bout;
use crate::entrant::{Entrant, House};

/// Who played a game, and how it was set up.
pub struct Header<'a> {
    /// The players by seat, each with the name it has in the contest.
    pub players: Vec<(&'a str, &'a Entrant)>,
    /// Where they played.
    pub house: &'a House,
    /// What all draws follow from.
    pub seed: &'a Seed,
    /// How many of the first steps were not the players' choice.
    pub opening: usize,
}

/// A game that was played, as its record.
pub fn to_json<G: Codec>(game: &G, bout: &Bout<G>, header: &Header<'_>) -> Value {
    let players: Vec<Value> = header
        .players
        .iter()
        .map(|(name, entrant)| {
            json!({
                "name": name,
                "kind": if entrant.is_program() { "program" } else { "built-in" },
                "sandbox": header.house.level(entrant).map(|level| level.to_string()),
            })
        })
        .collect();
    let steps = bout.steps.iter().map(|made| match made {
        Made::Act(joint, times) => {
            let moves: Vec<Value> = joint
                .iter()
                .map(|(seat, action)| json!([seat.0, action.to_string()]))
                .collect();
            let times: Vec<u64> = times.iter().copied().map(micros).collect();
            json!({"act": moves, "us": times})
        }
        Made::Draw(draw) => json!({"draw": game.draw_json(draw)}),
    });
    let verdicts: Vec<Value> = bout
        .seats
        .iter()
        .enumerate()
        .filter_map(|(seat, fared)| {
            let verdict = fared.verdict.as_ref()?;
            Some(json!({
                "seat": seat,
                "verdict": verdict.kind.name(),
                "detail": verdict.detail,
                "after": fared.failed_after,
            }))
        })
        .collect();
    let seats: Vec<Value> = bout
        .seats
        .iter()
        .map(|fared| {
            let mut seat = json!({
                "moves": fared.effort.moves,
                "us": micros(fared.effort.time),
                "longest_us": micros(fared.effort.longest),
                "cpu_us": micros(fared.effort.cpu),
                "memory": fared.effort.memory,
                "clock_left_us": fared.clock_left.map(micros),
                "voided": fared.voided,
            });
            if let Some(rule) = &fared.first_void {
                seat["first_void"] = json!(rule);
            }
            if !fared.log.is_empty() {
                seat["log"] = json!(fared.log);
            }
            seat
        })
        .collect();
    seal(json!({
        "format": FORMAT,
        "version": VERSION,
        "rules": RULES,
        "game": G::ID,
        "options": game.options_json(),
        "players": players,
        "clock": header.house.time.map(|time| time.to_string()),
        "seed": header.seed.to_string(),
        "opening": header.opening,
        "steps": steps.collect::<Vec<_>>(),
        "ending": bout.ending.as_ref().map(|ending| catalog::any::ending_view(ending, game.seats())),
        "verdicts": verdicts,
        "seats": seats,
    }))
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
