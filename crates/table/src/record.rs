//! The game of a table as a record.

use protocol::record::{Origin, PlayerKind, Record, RecordPlayer, RecordStep, RecordVerdict};
use protocol::{Act, EndingView, Made};

use crate::table::{Sitter, Table};

impl Table {
    /// The game as a record that is not sealed yet. It contains public moves
    /// but no secrets, and the seed only when the game is over. The hall must
    /// fill in which computer players are built in.
    pub fn record(&self) -> Record {
        let (open, books) = (&self.open, &self.books);
        let finish = open.finish.as_ref();
        Record {
            rules: Record::RULES,
            game: books.settings.game.clone(),
            options: books.settings.options.clone(),
            players: (0..open.game.seats())
                .map(|seat| self.player(seat))
                .collect(),
            origin: Origin::Table {
                clock: books.settings.clock,
                commitment: open.terms.commitment.clone(),
                takebacks: books.takebacks,
                on_board: finish.map(|finish| finish.on_board),
            },
            seed: finish.map(|finish| finish.seed.clone()),
            opening: 0,
            steps: books.steps.iter().map(|made| step(made)).collect(),
            ending: finish.map(|finish| EndingView {
                reason: finish.reason.clone(),
                winners: finish.winners.clone(),
                places: finish.places.clone(),
            }),
            verdicts: books
                .dropped
                .iter()
                .map(|dropped| RecordVerdict {
                    seat: dropped.seat,
                    verdict: dropped.reason.clone(),
                    detail: dropped.detail.clone(),
                    after: None,
                })
                .collect(),
            hash: String::new(),
        }
    }

    fn player(&self, seat: u16) -> Option<RecordPlayer> {
        let (name, kind) = match self.sitter(seat)? {
            Sitter::Computer(player) => (player, None),
            _ => {
                let person = self.people().on(self, seat)?;
                let kind = if person.program {
                    PlayerKind::Program
                } else {
                    PlayerKind::Person
                };
                (&person.name, Some(kind))
            }
        };
        Some(RecordPlayer {
            name: name.clone(),
            kind,
            sandbox: None,
        })
    }
}

fn step(made: &Made) -> RecordStep {
    let hash = String::new();
    match made {
        Made::Draw(draw) => RecordStep::Draw {
            draw: draw.clone(),
            hash,
        },
        Made::Act(Act {
            moves,
            ms,
            lag_ms,
            idle,
            ..
        }) => RecordStep::Act {
            act: moves.clone(),
            us: ms.iter().map(|ms| ms.saturating_mul(1000)).collect(),
            lag_ms: lag_ms.clone(),
            idle: idle.clone(),
            hash,
        },
    }
}
