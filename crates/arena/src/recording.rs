//! Makes a record of a game that was played here.

use std::time::Duration;

use catalog::Codec;
use catalog::any::ending_view;
use protocol::record::{
    Origin, PlayerKind, Record, RecordPlayer, RecordStep, RecordVerdict, SeatEffort,
};
use record::seal;

use crate::bout::{Participant, PlayedStep, SeatOutcome, Terms, TypedBout};
use crate::entrant::House;

pub(crate) fn record_of<G: Codec>(
    game: &G,
    bout: &TypedBout<G>,
    house: &House,
    terms: &Terms<'_>,
    participants: &[Participant<'_>],
) -> Record {
    let ending = bout.ending.as_ref();
    seal(Record {
        rules: Record::RULES,
        game: G::ID.to_owned(),
        options: game.options_json().into(),
        players: participants
            .iter()
            .map(|participant| Some(player(participant, house)))
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
            .filter_map(|(seat, outcome)| {
                let verdict = outcome.verdict.as_ref()?;
                Some(RecordVerdict {
                    seat,
                    verdict: verdict.kind.name().to_owned(),
                    detail: verdict.detail.clone(),
                    after: Some(outcome.failed_after),
                })
            })
            .collect(),
        hash: String::new(),
    })
}

fn player(participant: &Participant<'_>, house: &House) -> RecordPlayer {
    RecordPlayer {
        name: participant.name.to_owned(),
        kind: Some(if participant.entrant.is_program() {
            PlayerKind::Program
        } else {
            PlayerKind::BuiltIn
        }),
        sandbox: Some(
            house
                .level(participant.entrant)
                .map(|level| level.to_string()),
        ),
    }
}

fn step<G: Codec>(game: &G, made: &PlayedStep<G>) -> RecordStep {
    let hash = String::new();
    match made {
        PlayedStep::Act(joint, times) => RecordStep::Act {
            act: joint
                .iter()
                .map(|(seat, action)| (seat.0, action.to_string()))
                .collect(),
            us: times.iter().copied().map(micros).collect(),
            lag_ms: Vec::new(),
            idle: Vec::new(),
            hash,
        },
        PlayedStep::Draw(draw) => RecordStep::Draw {
            draw: game.draw_json(draw).into(),
            hash,
        },
    }
}

fn effort(outcome: &SeatOutcome) -> SeatEffort {
    SeatEffort {
        moves: outcome.effort.moves,
        us: micros(outcome.effort.time),
        longest_us: micros(outcome.effort.longest),
        cpu_us: micros(outcome.effort.cpu),
        memory: outcome.effort.memory,
        clock_left_us: outcome.clock_left.map(micros),
        voided: outcome.voided,
        first_void: outcome.first_void.clone(),
        log: outcome.log.clone(),
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
