//! The effect of a step.

use game::{Message, Say, Seat, SeatSet, Tell, message};

use crate::automaton::Explanation;
use crate::moves::{Entry, Move};
use crate::resolve::{Conflict, Fate};

/// What happened when all entries were in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// Players conflicted and choose again.
    Conflict(Conflict),
    /// The turn was played.
    Turn {
        /// The entry of every seat in seat order, and its outcome; a pass has none.
        moves: Vec<(Seat, Entry, Option<Fate>)>,
        /// The steps of the automata, in their order.
        automata: Vec<Explanation>,
        /// The owner of the corner that an automaton entered.
        winner: Option<Seat>,
    },
}

impl Tell for Report {
    fn tell(&self) -> Vec<Message> {
        match self {
            Report::Conflict(Conflict { squares, reenter }) => {
                let (squares, seats) = (squares.clone(), seats(*reenter));
                vec![message!("automatafl.conflict", squares, seats)]
            }
            Report::Turn {
                moves,
                automata,
                winner,
            } => {
                let entries = moves.iter();
                let mut told: Vec<Message> = entries
                    .map(|&(seat, entry, fate)| told(seat, entry, fate, moves))
                    .collect();
                told.extend(automata.iter().map(Say::message));
                if let (Some(seat), Some(step)) = (winner, automata.last()) {
                    told.push(message!("automatafl.won", at = step.to, seat = *seat));
                }
                told
            }
        }
    }
}

/// One entry and its outcome.
fn told(
    seat: Seat,
    entry: Entry,
    fate: Option<Fate>,
    all: &[(Seat, Entry, Option<Fate>)],
) -> Message {
    let Entry::Move(Move { from, to }) = entry else {
        return message!("automatafl.passes", seat);
    };
    let outcome = match fate {
        Some(Fate::Moved { piece, carried_on }) => match carried_on {
            Some(by) => message!("automatafl.carried-on", piece = piece.name(), seat = by),
            None => message!("automatafl.moved", piece = piece.name()),
        },
        Some(Fate::Blocked { at, by }) => {
            message!("automatafl.blocked", at, piece = by.name())
        }
        Some(Fate::Contested { with }) => {
            message!("automatafl.contested", seats = seats(with), at = from)
        }
        Some(Fate::Cycle { with }) => message!("automatafl.cycle", seats = seats(with)),
        Some(Fate::Occupied { by }) => {
            let theirs = all.iter().find(|(other, ..)| *other == by);
            match theirs {
                Some((_, entry, _)) => {
                    let entry = entry.to_string();
                    message!("automatafl.occupied", at = to, seat = by, entry)
                }
                None => message!("automatafl.occupied-by", at = to, seat = by),
            }
        }
        Some(Fate::Empty) | None => message!("automatafl.empty", at = from),
    };
    message!("automatafl.entry", seat, from, to, outcome)
}

fn seats(set: SeatSet) -> Vec<Seat> {
    set.iter().collect()
}
