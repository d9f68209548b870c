//! The whole table as one viewer may see it.

use game::Seat;
use protocol::rest::{FinishRow, ListPhase, SeatRow, TableSummary};
use protocol::{ClockView, Identity, Member, Phase, TableView};

use crate::public::Mine;
use crate::settings::Access;
use crate::table::{Sitter, Table};

impl Table {
    /// Everything that a viewer may see. `None` is an outsider.
    pub fn view(&self, viewer: Option<Identity>) -> TableView {
        let member = viewer.and_then(|identity| self.member(identity));
        let mine = member.map(|member| self.mine(member));
        self.open.view(mine.as_ref())
    }

    /// What only this member may see.
    fn mine(&self, member: Member) -> Mine {
        let seat = self.open.seat_of(member);
        let sealed = seat.and_then(|seat| self.secret.sealed.get(&seat));
        Mine {
            member,
            sealed: sealed.map(|sealed| sealed.action.clone()),
            timer: seat.and_then(|seat| self.secret.timers.get(&seat).copied()),
            // A member may pass on the link that let them in.
            key: match &self.books.settings.access {
                Access::Private { key } => Some(key.clone()),
                Access::Public => None,
            },
        }
    }

    /// The clock of a seat as its player sees it, if there is one and the seat
    /// is to act.
    pub fn clock_of(&self, seat: u16) -> Option<ClockView> {
        let left = self.open.places.get(usize::from(seat))?.left?;
        let timer = self.secret.timers.get(&seat)?;
        Some(ClockView {
            left_ms: left.saturating_sub(timer.spent),
            since: timer.since,
            used_ms: None,
        })
    }

    /// The list that the table is in.
    pub fn list_phase(&self) -> ListPhase {
        match self.open.phase {
            Phase::Lobby => ListPhase::Open,
            Phase::Playing => ListPhase::Running,
            Phase::Over => ListPhase::Finished,
        }
    }

    /// What the list of tables shows of it.
    pub fn summary(&self) -> TableSummary {
        let settings = &self.books.settings;
        let seats = 0..self.open.game.seats();
        TableSummary {
            title: settings.title.clone(),
            options: settings.options.clone(),
            clock: settings.clock,
            fill: settings.fill.clone(),
            seats: seats.map(|seat| self.seat_row(seat)).collect(),
            steps: self.books.steps.len(),
            finish: self.open.finish.clone().map(FinishRow::from),
        }
    }

    fn seat_row(&self, seat: u16) -> SeatRow {
        let person = self.people().on(self, seat);
        SeatRow {
            seat,
            called: self.open.game.seat_name(Seat(seat)),
            computer: match self.sitter(seat) {
                Some(Sitter::Computer(player)) => Some(player.clone()),
                _ => None,
            },
            name: person.map(|person| person.name.clone()),
            program: person.map(|person| person.program),
            player: person.map(|person| person.identity.to_string()),
        }
    }
}
