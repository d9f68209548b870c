//! Projects events to what a viewer may see.

use protocol::{Member, MemberView, TableChange, TableEvent};

use crate::event::{Event, Fact, VERSION};
use crate::people::Viewer;
use crate::settings::terms;
use crate::table::commitment;

/// What this viewer may see of an event. `None` if it is another seat's secret.
pub fn project(event: &Event, viewer: Viewer) -> Option<TableEvent> {
    let is_own = |member: Option<Member>| member.map(Viewer::Member) == Some(viewer);
    let change = match event.fact.clone() {
        Fact::Created { settings, seed } => {
            let commitment = commitment(&seed).unwrap_or_default();
            TableChange::Created(terms(&settings, commitment))
        }
        Fact::Joined { member, person } => TableChange::Joined {
            member: MemberView {
                member,
                name: person.name,
                program: person.program,
                away_since: None,
            },
            you: is_own(Some(member)),
        },
        Fact::Sealed(sealed) if is_own(sealed.member) => TableChange::Own {
            seat: sealed.seat,
            action: Some(sealed.action),
            ms: Some(sealed.ms),
        },
        Fact::Withdrawn { seat, member } if is_own(member) => TableChange::Own {
            seat,
            action: None,
            ms: None,
        },
        Fact::Sealed(_) | Fact::Withdrawn { .. } => return None,
        Fact::Rematch { .. } => TableChange::Rematch,
        Fact::Public(change) => TableChange::Public(change),
    };
    Some(TableEvent {
        v: VERSION,
        seq: event.public,
        at: event.at,
        change,
    })
}

/// The events a viewer missed since number `after`. Some of the viewer's own
/// sealed moves may come twice, in order; the last one counts.
pub fn news<'a>(
    log: impl IntoIterator<Item = &'a Event>,
    after: u64,
    viewer: Viewer,
) -> Vec<TableEvent> {
    let missed = log.into_iter().filter(|event| {
        if event.fact.is_public() {
            event.public > after
        } else {
            // It has the number of the public event before it.
            event.public >= after
        }
    });
    missed.filter_map(|event| project(event, viewer)).collect()
}
