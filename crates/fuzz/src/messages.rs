//! Messages of clients, and a hall that receives them.

use dice::Seed;
use hall_core::{Computers, LocalHall};
use protocol::{ClientMessage, NewTable, ServerMessage};

use crate::text;

/// The number of lines to read.
const MOST_LINES: usize = 32;

/// The text is one message.
pub fn messages(data: &[u8]) {
    let Some(text) = text(data) else {
        return;
    };
    match ClientMessage::read(text) {
        Ok(message) => {
            let written = message.text();
            assert!(!written.contains('\n'));
            let again = ClientMessage::read(&written);
            assert_eq!(again.as_ref(), Ok(&message), "{written}");
        }
        Err(problem) => assert!(!problem.reason.id.is_empty()),
    }
}

/// Every line does something in a hall: `n` makes a table, `o` is a message of its
/// maker, `g` one of a guest, and `t` advances the time by milliseconds. `$` stands for
/// the latest table, and `#` for its turn.
pub fn hall(data: &[u8]) {
    let Some(text) = text(data) else {
        return;
    };
    let mut room = Room::new();
    for line in text.lines().take(MOST_LINES) {
        let Some((who, rest)) = line.split_at_checked(1) else {
            continue;
        };
        let rest = rest.replace('$', &room.table);
        let rest = rest.replace('#', &room.turn().to_string());
        match who {
            "n" => room.make(&rest),
            "o" => room.say(None, &rest),
            "g" => room.say(Some(room.guest.clone()), &rest),
            "t" => room.pass(rest.trim().parse().unwrap_or(0)),
            _ => {}
        }
    }
    room.survives_saving();
}

/// A hall with two people.
struct Room {
    hall: LocalHall,
    guest: String,
    table: String,
    now: u64,
}

impl Room {
    fn new() -> Room {
        let mut hall = LocalHall::new(0, Seed::from_number(0), Computers::default());
        hall.introduce(Some("Ann")).expect("a name");
        let guest = hall.add_guest("Bo").expect("a name");
        Room {
            hall,
            guest: guest.token.expect("guests have tokens"),
            table: String::new(),
            now: 0,
        }
    }

    fn turn(&self) -> u64 {
        let table = self.hall.look(None, &self.table, None);
        table.map_or(0, table::Table::turn)
    }

    fn make(&mut self, text: &str) {
        let Ok(new) = serde_json::from_str::<NewTable>(text) else {
            return;
        };
        if let Ok(made) = self.hall.make(self.now, None, new) {
            self.table = made.table;
        }
        self.computers_move();
    }

    /// Checks that a message gets one reply, and that a refused one changes nothing.
    fn say(&mut self, who: Option<String>, text: &str) {
        let message = ClientMessage::read(text);
        let id = match &message {
            Ok(message) => Some(message.id),
            Err(problem) => problem.id,
        };
        self.sent();
        let before = self.seen();
        let taken = self.hall.message(self.now, who.as_deref(), message);
        assert!(taken.is_ok(), "{taken:?}");
        let replies: Vec<ServerMessage> = self
            .sent()
            .into_iter()
            .filter(|(to, message)| {
                *to == who
                    && match message {
                        ServerMessage::Ok { id: of, .. } => Some(*of) == id,
                        ServerMessage::Refused { id: of, .. } => *of == id,
                        _ => false,
                    }
            })
            .map(|(_, message)| message)
            .collect();
        assert_eq!(replies.len(), 1, "{text} gets {replies:?}");
        if let ServerMessage::Refused { .. } = &replies[0] {
            assert_eq!(
                self.seen(),
                before,
                "{text} is refused and changes something"
            );
        }
        self.computers_move();
    }

    fn pass(&mut self, ms: u64) {
        self.now = self.now.saturating_add(ms);
        self.hall.tick(self.now);
        self.sent();
    }

    /// Makes the computers play a legal move.
    fn computers_move(&mut self) {
        if !self.hall.questions().is_empty() {
            self.hall.thinker_lost(self.now);
        }
    }

    /// Takes everything that is sent, and checks that every message stays the same when
    /// it is read back.
    fn sent(&mut self) -> Vec<(Option<String>, ServerMessage)> {
        let all = self.hall.outgoing().into_iter();
        all.map(|out| {
            let written = out.message.text();
            let read = ServerMessage::read(&written);
            let read = read.unwrap_or_else(|error| panic!("{written} is not read: {error}"));
            assert_eq!(read, out.message, "{written}");
            (out.to, out.message)
        })
        .collect()
    }

    /// The last event of the table and its state.
    fn seen(&self) -> Option<(u64, String)> {
        let table = self.hall.look(None, &self.table, None).ok()?;
        let state = table.game().state_data(table.state());
        Some((table.log_seq(), state.to_string()))
    }

    /// Checks that a saved hall resumes in the same state.
    fn survives_saving(&self) {
        let saved = self.hall.save();
        let (hall, dropped) =
            LocalHall::restore(self.now, Seed::from_number(1), Computers::default(), &saved);
        assert_eq!(dropped, [""; 0], "{saved}");
        let again = Room {
            hall,
            guest: self.guest.clone(),
            table: self.table.clone(),
            now: self.now,
        };
        // The hall notes its downtime, so there are more events.
        let state = |room: &Room| room.seen().map(|(_, state)| state);
        assert_eq!(state(&again), state(self));
    }
}
