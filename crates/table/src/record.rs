//! The game of a table as a record.

use std::sync::Arc;

use protocol::{Act, Clock, EndingView, GameData, Made, Millis};
use serde::Serialize;

use crate::table::Table;

/// The game of a table as a record, before it is sealed with hashes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableRecord {
    format: &'static str,
    version: u32,
    /// The id of the game.
    pub game: String,
    /// All its options.
    pub options: GameData,
    /// The names on the seats.
    pub players: Vec<String>,
    /// How time was kept.
    pub clock: Clock,
    /// The hash of the seed.
    pub commitment: String,
    /// The seed, once the game is over.
    pub seed: Option<String>,
    opening: u32,
    /// How often moves were taken back.
    pub takebacks: u32,
    /// What was chosen and drawn.
    pub steps: Vec<RecordStep>,
    /// How it ended.
    pub ending: Option<EndingView>,
    /// Whether it ended on the board.
    pub on_board: Option<bool>,
    /// The seats that dropped out.
    pub verdicts: Vec<RecordVerdict>,
}

/// A step in the form of records.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum RecordStep {
    /// Seats chose.
    Act {
        /// The moves by seat.
        act: Vec<(u16, String)>,
        /// The time each took.
        ms: Vec<Millis>,
        /// The credit for lag of each.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        lag_ms: Vec<Millis>,
        /// The seats that were absent.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        idle: Vec<u16>,
    },
    /// Something was drawn.
    Draw {
        /// The draw.
        draw: GameData,
    },
}

/// A seat that dropped out, in the form of records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordVerdict {
    /// The seat.
    pub seat: u16,
    /// The reason.
    pub verdict: String,
    /// Details.
    pub detail: String,
}

impl TableRecord {
    pub(crate) fn of(table: &Table) -> TableRecord {
        let (open, books) = (&table.open, &table.books);
        let finish = open.finish.as_ref();
        TableRecord {
            format: "taflhalla-record",
            version: 1,
            game: books.settings.game.clone(),
            options: books.settings.options.clone(),
            players: (0..open.game.seats()).map(|seat| open.name(seat)).collect(),
            clock: books.settings.clock,
            commitment: open.terms.commitment.clone(),
            seed: finish.map(|finish| finish.seed.clone()),
            opening: 0,
            takebacks: books.takebacks,
            steps: books
                .steps
                .iter()
                .map(Arc::as_ref)
                .map(record_step)
                .collect(),
            ending: finish.map(|finish| EndingView {
                reason: finish.reason.clone(),
                winners: finish.winners.clone(),
                places: finish.places.clone(),
            }),
            on_board: finish.map(|finish| finish.on_board),
            verdicts: books
                .dropped
                .iter()
                .map(|dropped| RecordVerdict {
                    seat: dropped.seat,
                    verdict: dropped.reason.clone(),
                    detail: dropped.detail.clone(),
                })
                .collect(),
        }
    }
}

fn record_step(made: &Made) -> RecordStep {
    match made {
        Made::Draw(draw) => RecordStep::Draw { draw: draw.clone() },
        Made::Act(Act {
            moves,
            ms,
            lag_ms,
            idle,
            ..
        }) => RecordStep::Act {
            act: moves.clone(),
            ms: ms.clone(),
            lag_ms: lag_ms.clone(),
            idle: idle.clone(),
        },
    }
}
