//! The journal of a contest in the store, and how a contest resumes from it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use contest::{Fixture, Plan, Played};
use protocol::contest::{ContestBody, ContestGameState as GameState};
use serde::{Deserialize, Serialize};
use store::TableId;
use table::Occupant;
use tokio::sync::Notify;

use super::{AT_ONCE, Contest, Entrant, Floor, Game, playing};
use crate::hub::{Hub, lock};
use crate::refused::Refused;

/// How long after a restart bots have to reconnect before they forfeit games.
const BACK_WITHIN_MS: u64 = 10 * 60 * 1000;

/// A line of a contest's journal.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Line {
    /// The first line: everything that defines the contest.
    Plan {
        plan: Box<Plan>,
        entrants: Vec<Occupant>,
    },
    /// A game got its table.
    Begun { game: u64, table: String },
    /// A game ended.
    Played { game: Fixture, played: Played },
}

impl Contest {
    /// Writes the first line of the journal.
    pub(super) async fn begin_journal(&self, hub: &Hub) -> Result<(), store::Error> {
        let entrants = self.entrants.iter().map(|entrant| &entrant.occupant);
        let line = Line::Plan {
            plan: Box::new(self.plan.clone()),
            entrants: entrants.cloned().collect(),
        };
        self.note(hub, &line).await
    }

    /// Adds a line to the journal.
    pub(super) async fn note(&self, hub: &Hub, line: &Line) -> Result<(), store::Error> {
        // Cannot fail: keys are strings and numbers are finite.
        let line = serde_json::to_string(line).unwrap_or_default();
        hub.store.add_contest_line(&self.id, &line).await
    }
}

/// Restores a contest that was running when the hall went down, and the tables of its
/// unfinished games. `None` if the journal is not enough.
pub(super) async fn restored(
    hub: &Arc<Hub>,
    kept: &ContestBody,
) -> Result<Option<(Contest, Vec<TableId>)>, Refused> {
    let row = &kept.row;
    let lines = hub.store.contest_lines(&row.contest).await?;
    let mut lines = lines.iter().map(|line| serde_json::from_str::<Line>(line));
    let Some(Ok(Line::Plan { plan, entrants })) = lines.next() else {
        return Ok(None);
    };
    let plan = Plan {
        threads: AT_ONCE,
        ..*plan
    };
    let Ok(maker) = row.maker.player.parse() else {
        return Ok(None);
    };
    let Some(maker) = hub.store.identity(maker).await? else {
        return Ok(None);
    };
    let mut tables: BTreeMap<u64, TableId> = BTreeMap::new();
    let mut played: Vec<(Fixture, Played)> = Vec::new();
    for line in lines {
        match line {
            Ok(Line::Begun { game, table }) => {
                if let Ok(table) = table.parse() {
                    tables.insert(game, table);
                }
            }
            Ok(Line::Played {
                game,
                played: result,
            }) => played.push((game, result)),
            Ok(Line::Plan { .. }) => {}
            Err(error) => {
                tracing::error!(%error, contest = row.contest, "a line of a contest is damaged");
                return Ok(None);
            }
        }
    }
    let machine = match contest::Contest::resume(plan.clone(), played.clone()) {
        Ok(machine) => machine,
        Err(error) => {
            tracing::error!(%error, contest = row.contest, "a contest cannot go on");
            return Ok(None);
        }
    };
    let mut floor = Floor::new(machine);
    for (fixture, result) in played {
        let game = Game {
            table: tables.remove(&fixture.number),
            state: GameState::Finished,
            played: Some(result),
            fixture: fixture.clone(),
        };
        floor.games.entry(fixture.number).or_insert(game);
    }
    floor.note_forfeits();
    let names = row.entrants.iter().map(|entrant| entrant.name.clone());
    let contest = Contest {
        id: row.contest.clone(),
        title: row.title.clone(),
        maker,
        created: row.created,
        clock: row.clock,
        entrants: names
            .zip(entrants)
            .map(|(name, occupant)| Entrant { name, occupant })
            .collect(),
        seats: row.seats.clone(),
        plan,
        waits_until: hub.time.now() + BACK_WITHIN_MS,
        floor: Mutex::new(floor),
        changed: Notify::new(),
    };
    let scores = contest.scores(&lock(&contest.floor));
    lock(&contest.floor).scores = scores;
    Ok(Some((contest, tables.into_values().collect())))
}

/// Ends the unfinished games. They are played again from the start.
pub(super) async fn abort(hub: &Arc<Hub>, tables: Vec<TableId>) {
    for table in tables {
        let aborted = playing::abort(hub, table, "the hall was started again").await;
        if let Err(refused) = aborted {
            tracing::info!(
                reason = refused.reason(),
                "a game of a contest is left alone"
            );
        }
    }
}
