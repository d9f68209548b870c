//! Tables as the lobby lists them and as the store keeps them.

use protocol::Body;
use protocol::rest::{ListPhase, TableRow};
use store::Listed;
use table::Access;

/// What the store keeps of a table besides its log.
pub(crate) fn summary(row: &TableRow, access: &Access) -> store::Summary {
    store::Summary {
        game: row.game.clone(),
        access: match access {
            Access::Public => store::Access::Public,
            Access::Private { .. } => store::Access::Private,
        },
        phase: phase(row.phase),
        created_ms: row.created,
        updated_ms: row.updated,
        body: Body::of(&row.summary).to_string(),
    }
}

/// The store's name for a phase.
pub(crate) fn phase(phase: ListPhase) -> store::Phase {
    match phase {
        ListPhase::Open => store::Phase::Open,
        ListPhase::Running => store::Phase::Running,
        ListPhase::Finished => store::Phase::Finished,
    }
}

/// A table as the lobby lists it, or `None` if the stored row makes no sense.
pub(crate) fn listed(listed: Listed) -> Option<TableRow> {
    let (id, stored) = (listed.id, listed.summary);
    let summary = serde_json::from_str(&stored.body);
    let summary = summary
        .inspect_err(|error| tracing::error!(%error, table = %id, "the row of a table is damaged"));
    Some(TableRow {
        table: id.to_string(),
        game: stored.game,
        phase: match stored.phase {
            store::Phase::Open => ListPhase::Open,
            store::Phase::Running => ListPhase::Running,
            store::Phase::Finished => ListPhase::Finished,
        },
        created: stored.created_ms,
        updated: stored.updated_ms,
        summary: summary.ok()?,
    })
}

#[cfg(test)]
mod tests {
    use store::TableId;

    use super::*;

    #[test]
    fn rows_of_version_0_1_keep_their_form() {
        let body = concat!(
            r#"{"title":"","options":{"players":2},"clock":{"kind":"none"},"fill":null,"#,
            r#""seats":[{"seat":0,"called":"attackers","name":"Ann","program":false,"#,
            r#""player":"00000000000000000000000000000007"},"#,
            r#"{"seat":1,"called":"defenders","computer":"weak"}],"#,
            r#""steps":3,"finish":{"reason":"resigned","winners":[1],"places":null}}"#,
        );
        let stored = store::Summary {
            game: catalog::USUAL.id.to_owned(),
            access: store::Access::Public,
            phase: store::Phase::Finished,
            created_ms: 5,
            updated_ms: 7,
            body: body.to_owned(),
        };
        let row = listed(Listed {
            id: TableId(17),
            summary: stored.clone(),
        });
        assert_eq!(summary(&row.unwrap(), &Access::Public), stored);
    }
}
