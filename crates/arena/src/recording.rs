//! Makes a record of a game that was played here.

use std::time::Duration;

use catalog::Codec;
use catalog::any::ending_view;
use protocol::record::{
    Origin, PlayerKind, Record, RecordPlayer, RecordStep, RecordVerdict, SeatEffort,
};
use record::seal;

use crate::bout::{Chair, Fared, Made, Terms, TypedBout};
use crate::entrant::House;

pub(crate) fn record_of<G: Codec>(
    game: &G,
    bout: &TypedBout<G>,
    house: &House,
    terms: &Terms<'_>,
    chairs: &[Chair<'_>],
) -> Record {
    let ending = bout.ending.as_ref();
    seal(Record {
        rules: Record::RULES,
        game: G::ID.to_owned(),
        options: game.options_json().into(),
        players: chairs
            .iter()
            .map(|chair| Some(player(chair, house)))
            .collect(),
        origin: Origin::Contest {
            clock: house.time.map(|time| time.to_string()),
            seats: bout.seats.iter().map(effort).collect(),
        },
        seed: Some(terms.seed.to_string()),
        opening: terms.opening.len(),
        steps: bout.steps.iter().map(|made| step(game, made)).collect(),
        ending: ending.map(|ending| ending_view(ending, game.seats())),
        verdicts: (0..)
            .zip(&bout.seats)
            .filter_map(|(seat, fared)| {
                let verdict = fared.verdict.as_ref()?;
                Some(RecordVerdict {
                    seat,
                    verdict: verdict.kind.name().to_owned(),
                    detail: verdict.detail.clone(),
                    after: Some(fared.failed_after),
                })
            })
            .collect(),
        hash: String::new(),
    })
}

fn player(chair: &Chair<'_>, house: &House) -> RecordPlayer {
    RecordPlayer {
        name: chair.name.to_owned(),
        kind: Some(match chair.entrant.is_program() {
            true => PlayerKind::Program,
            false => PlayerKind::BuiltIn,
        }),
        sandbox: Some(house.level(chair.entrant).map(|level| level.to_string())),
    }
}

fn step<G: Codec>(game: &G, made: &Made<G>) -> RecordStep {
    let hash = String::new();
    match made {
        Made::Act(joint, times) => RecordStep::Act {
            act: joint
                .iter()
                .map(|(seat, action)| (seat.0, action.to_string()))
                .collect(),
            us: times.iter().copied().map(micros).collect(),
            lag_ms: Vec::new(),
            idle: Vec::new(),
            hash,
        },
        Made::Draw(draw) => RecordStep::Draw {
            draw: game.draw_json(draw).into(),
            hash,
        },
    }
}

fn effort(fared: &Fared) -> SeatEffort {
    SeatEffort {
        moves: fared.effort.moves,
        us: micros(fared.effort.time),
        longest_us: micros(fared.effort.longest),
        cpu_us: micros(fared.effort.cpu),
        memory: fared.effort.memory,
        clock_left_us: fared.clock_left.map(micros),
        voided: fared.voided,
        first_void: fared.first_void.clone(),
        log: fared.log.clone(),
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
