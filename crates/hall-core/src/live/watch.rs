//! The viewers of a table: what they are told and asked.

use catalog::bot::About;
use game::Seat;
use protocol::{
    Answer, Done, Identity, Made, Millis, Phase, PublicChange, ServerMessage, Standing, TableEvent,
};
use table::{Event, Fact, Viewer, news, project};

use super::{From, LiveTable, Output, RECENT, ReplyTo};
use crate::lobby::ConnectionId;
use crate::refused::Refused;

/// A connection that is told about changes.
#[derive(Debug)]
pub(super) struct Watcher {
    pub connection: ConnectionId,
    pub who: Option<Identity>,
    pub bot: bool,
    /// The turn of the last request it was sent.
    pub asked: Option<u64>,
}

impl LiveTable {
    fn send(&mut self, to: ConnectionId, message: ServerMessage) {
        let to = vec![to];
        self.out.push_back(Output::Send { to, message });
    }

    /// Tells a connection what it missed, and from now on about all changes.
    pub(super) fn watch(
        &mut self,
        now: Millis,
        watcher: Watcher,
        id: u64,
        key: Option<&str>,
        after: Option<u64>,
    ) {
        let Watcher {
            connection, who, ..
        } = watcher;
        if !self.table.may_look(who, key) {
            let refused = Refused::no_table();
            return self.send(connection, refused.reply(Some(id)));
        }
        let answer = Answer {
            seq: self.table.seq(),
            turn: self.table.turn(),
        };
        self.send(connection, self.done(id, answer));
        match after.and_then(|after| self.missed(after, who)) {
            Some(missed) => {
                for event in missed {
                    let message = self.event(event);
                    self.send(connection, message);
                }
            }
            None => self.show(now, connection, who),
        }
        self.unwatch(connection);
        self.watchers.push(watcher);
    }

    pub(super) fn unwatch(&mut self, connection: ConnectionId) {
        self.watchers
            .retain(|watcher| watcher.connection != connection);
    }

    fn done(&self, id: u64, answer: Answer) -> ServerMessage {
        ServerMessage::Ok {
            id,
            done: Done {
                table: Some(self.name.clone()),
                seq: Some(answer.seq),
                turn: Some(answer.turn),
                now: None,
            },
        }
    }

    fn event(&self, event: TableEvent) -> ServerMessage {
        ServerMessage::Event {
            table: self.name.clone(),
            event,
        }
    }

    /// Sends the whole table.
    pub(super) fn show(&mut self, now: Millis, to: ConnectionId, who: Option<Identity>) {
        let message = ServerMessage::Table {
            table: self.name.clone(),
            now,
            view: Box::new(self.table.view(who)),
        };
        self.send(to, message);
    }

    /// The events a client missed, if they are all still kept.
    fn missed(&self, after: u64, who: Option<Identity>) -> Option<Vec<TableEvent>> {
        let first = self.recent.front()?;
        // A private event has the number of the public one before it. If the
        // oldest event is private, others with its number may be gone.
        let is_covered = first.seq == 1 || first.public < after + u64::from(first.fact.is_public());
        if !is_covered || after > self.table.seq() {
            return None;
        }
        Some(news(&self.recent, after, self.viewer(who)))
    }

    fn viewer(&self, who: Option<Identity>) -> Viewer {
        who.map_or(Viewer::Anyone, |who| self.table.viewer(who))
    }

    /// Replies to a command.
    pub(super) fn reply(&mut self, from: From, result: Result<Answer, Refused>) {
        match &result {
            Ok(_) => self.counts.commands += 1,
            Err(_) => self.counts.refusals += 1,
        }
        let (reply, id) = match from {
            From::Client { reply, id, .. } => (reply, id),
            From::Hall(reply) => (reply, 0),
            From::Own(_) => return,
        };
        match reply {
            ReplyTo::Nobody => {}
            ReplyTo::Ticket(ticket) => self.out.push_back(Output::Reply { ticket, result }),
            ReplyTo::Connection(connection) => {
                let message = match result {
                    Ok(answer) => self.done(id, answer),
                    Err(refused) => refused.reply(Some(id)),
                };
                self.send(connection, message);
            }
        }
    }

    /// Sends events to all viewers, to each what they may see. The connection
    /// that waits for a reply comes last, so that its reply can go out in the
    /// same write.
    pub(super) fn tell(&mut self, events: Vec<Event>, asker: Option<ConnectionId>) {
        let mut watchers = self.watchers.iter();
        if let Some(at) = watchers.position(|watcher| Some(watcher.connection) == asker) {
            let last = self.watchers.len() - 1;
            self.watchers.swap(at, last);
        }
        for event in events {
            self.counts.events += 1;
            self.note(&event);
            match &event.fact {
                Fact::Sealed(_) | Fact::Withdrawn { .. } => self.tell_owner(&event),
                _ => self.tell_all(&event),
            }
            match &event.fact {
                Fact::Public(PublicChange::Stepped { made }) => self.tell_efforts(made),
                Fact::Public(PublicChange::Ended { .. }) => self.counts.games += 1,
                _ => {}
            }
            if self.recent.len() == RECENT {
                self.recent.pop_front();
            }
            self.recent.push_back(event);
        }
    }

    /// Sends a public event, which is the same for all. Only the person who
    /// joins is told that it is them.
    fn tell_all(&mut self, event: &Event) {
        let own = match &event.fact {
            Fact::Joined { person, .. } => Some(person.identity),
            _ => None,
        };
        let is_own = |watcher: &Watcher| own.is_some() && watcher.who == own;
        let connections = |own: bool| -> Vec<ConnectionId> {
            let watchers = self.watchers.iter();
            let watchers = watchers.filter(|watcher| is_own(watcher) == own);
            watchers.map(|watcher| watcher.connection).collect()
        };
        let (others, joined) = (connections(false), connections(true));
        for (to, viewer) in [(others, Viewer::Anyone), (joined, self.viewer(own))] {
            if !to.is_empty()
                && let Some(event) = project(event, viewer)
            {
                let message = self.event(event);
                self.out.push_back(Output::Send { to, message });
            }
        }
    }

    /// Sends a sealed move, to its owner only.
    fn tell_owner(&mut self, event: &Event) {
        for at in 0..self.watchers.len() {
            let Watcher {
                connection, who, ..
            } = self.watchers[at];
            if let Some(event) = who.and_then(|who| project(event, self.table.viewer(who))) {
                let message = self.event(event);
                self.send(connection, message);
            }
        }
    }

    /// Tells how much the computer players searched for moves that are now
    /// public. Earlier, it would reveal that one has sealed a move.
    fn tell_efforts(&mut self, made: &[Made]) {
        let acts = made.iter().filter_map(|made| match made {
            Made::Act(act) => Some(act),
            Made::Draw(_) => None,
        });
        for (seat, _) in acts.flat_map(|act| &act.moves) {
            let Some((turn, thought)) = self.efforts.remove(seat) else {
                continue;
            };
            let to: Vec<ConnectionId> = self.watchers().collect();
            if !to.is_empty() {
                let message = ServerMessage::Thought {
                    table: self.name.clone(),
                    seat: *seat,
                    turn,
                    thought,
                };
                self.out.push_back(Output::Send { to, message });
            }
        }
    }

    /// Notes what the hall must know besides the table.
    pub(super) fn note(&mut self, event: &Event) {
        match &event.fact {
            Fact::Joined { member, .. } => {
                self.away.remove(member);
            }
            Fact::Public(PublicChange::Present { member, present }) => {
                if *present {
                    self.away.remove(member)
                } else {
                    self.away.insert(*member)
                };
            }
            Fact::Public(PublicChange::Resumed { .. }) => {
                self.away.extend(self.table.people().members());
            }
            Fact::Rematch { settings } => self.rematch = Some(settings.clone()),
            Fact::Public(PublicChange::Next { .. }) => {
                self.rematch = None;
                self.next_table = None;
            }
            _ => {}
        }
    }

    // Bots.

    /// Makes the request for this turn go out to a bot again.
    pub(super) fn ask_again(&mut self, who: Identity) {
        for watcher in &mut self.watchers {
            if watcher.who == Some(who) {
                watcher.asked = None;
            }
        }
    }

    /// Sends requests to the bots that are to move.
    pub(super) fn ask_bots(&mut self, now: Millis) {
        let playing = self.table.phase() == Phase::Playing;
        if !playing || !self.watchers.iter().any(|watcher| watcher.bot) {
            return;
        }
        let turn = self.table.turn();
        for at in 0..self.watchers.len() {
            let watcher = &self.watchers[at];
            let (true, Some(who)) = (watcher.bot && watcher.asked != Some(turn), watcher.who)
            else {
                continue;
            };
            let connection = watcher.connection;
            let Some(seat) = self.table.seat_of(who) else {
                continue;
            };
            let acts = self.table.acting().contains(Seat(seat));
            if !acts || self.table.standing(seat) != Some(Standing::In) {
                continue;
            }
            let clock = self.table.clock_of(seat);
            let about = About {
                clock_ms: clock.map(|clock| clock.at(now)),
            };
            let game = self.table.game();
            let request = game.request(self.table.state(), Seat(seat), &about);
            let message = ServerMessage::Request {
                table: self.name.clone(),
                turn,
                request,
            };
            self.send(connection, message);
            self.watchers[at].asked = Some(turn);
        }
    }
}
