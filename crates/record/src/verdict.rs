//! Verdicts: why a game did not end on the board, and who wins then.

use std::fmt;

use game::{Ending, Outcome, Seat};

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The player could not be started.
    StartFailed,
    /// Its process ended.
    Crashed,
    /// It never answered the first request.
    Stalled,
    /// It ran out of time.
    Time,
    /// It broke a rule of the game.
    Illegal,
    /// It answered with something other than a move.
    Protocol,
    /// It wrote too much.
    OutputLimit,
    /// It used too much memory.
    Memory,
    /// It closed its output.
    Disconnected,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 9] = [
        Kind::StartFailed,
        Kind::Crashed,
        Kind::Stalled,
        Kind::Time,
        Kind::Illegal,
        Kind::Protocol,
        Kind::OutputLimit,
        Kind::Memory,
        Kind::Disconnected,
    ];

    /// Its name in records and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::StartFailed => "start-failed",
            Kind::Crashed => "crashed",
            Kind::Stalled => "stalled",
            Kind::Time => "time",
            Kind::Illegal => "illegal",
            Kind::Protocol => "protocol",
            Kind::OutputLimit => "output-limit",
            Kind::Memory => "memory",
            Kind::Disconnected => "disconnected",
        }
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The ending of a game in which some seats failed. `board` is the ending on the board,
/// if the game went on without them.
///
/// In a game of two, the seat that did not fail wins; if both failed, neither does. In
/// a game of many, the failed seats come after all others.
pub fn settle(board: Option<Ending>, failed: &[Option<Kind>]) -> Option<Ending> {
    let Some(reason) = failed.iter().flatten().next() else {
        return board;
    };
    let fine: Vec<usize> = (0..failed.len())
        .filter(|&seat| failed[seat].is_none())
        .collect();
    match (&board, fine.as_slice(), failed.len()) {
        (None, [], _) => Some(Ending::drawn(reason.name())),
        (None, [winner], _) => Some(Ending::won(Seat(*winner as u16), reason.name())),
        (None, ..) => None,
        (Some(ended), ..) => {
            let place = |seat: usize| ended.outcome.place(Seat(seat as u16));
            let last = (0..failed.len()).map(place).max().unwrap_or(0);
            // The failed seats share the place behind the last of the others.
            let behind = fine.iter().map(|&seat| place(seat)).max().unwrap_or(last) + 1;
            let places = (0..failed.len()).map(|seat| match failed[seat] {
                None => place(seat),
                Some(_) => behind.max(fine.len() as u32 + 1),
            });
            Some(Ending {
                outcome: Outcome::Places(places.collect()),
                reason: ended.reason,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for kind in Kind::ALL {
            assert_eq!(Kind::named(kind.name()), Some(kind));
        }
        assert_eq!(Kind::named("late"), None);
    }

    #[test]
    fn of_two_the_one_that_did_not_fail_wins() {
        let ending = settle(None, &[Some(Kind::Time), None]);
        assert_eq!(ending, Some(Ending::won(Seat(1), "time")));
        let ending = settle(None, &[Some(Kind::Time), Some(Kind::Crashed)]);
        assert_eq!(ending, Some(Ending::drawn("time")));
    }

    #[test]
    fn of_many_those_that_failed_come_last() {
        let board = Ending {
            outcome: Outcome::Places(Box::new([1, 2, 2, 9])),
            reason: "rounds",
        };
        let ended = settle(Some(board), &[Some(Kind::Crashed), None, None, None]);
        let places = ended.map(|ending| ending.outcome);
        assert_eq!(places, Some(Outcome::Places(Box::new([10, 2, 2, 9]))));
    }
}
