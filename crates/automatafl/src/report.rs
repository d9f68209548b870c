//! The effect of a step, in words.

use std::fmt;

use game::{Seat, SeatSet};

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

/// Displays one entry and its outcome as a sentence.
struct Told<'a>(Seat, Entry, Option<Fate>, &'a [(Seat, Entry, Option<Fate>)]);

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Report::Conflict(Conflict { squares, reenter }) => {
                let squares = squares.iter().map(ToString::to_string).collect();
                let who = seats(*reenter);
                write!(f, "Conflict on {}: {who} enter again.", list(squares))
            }
            Report::Turn {
                moves,
                automata,
                winner,
            } => {
                for &(seat, entry, fate) in moves {
                    write!(f, "{} ", Told(seat, entry, fate, moves))?;
                }
                for (i, step) in automata.iter().enumerate() {
                    write!(f, "{}{step}", if i == 0 { "" } else { " " })?;
                }
                match (winner, automata.last()) {
                    (Some(seat), Some(step)) => write!(
                        f,
                        " It has reached the corner {}: seat {seat} owns it and wins.",
                        step.to
                    ),
                    _ => Ok(()),
                }
            }
        }
    }
}

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Told(seat, entry, fate, all) = self;
        let Entry::Move(Move { from, to }) = entry else {
            return write!(f, "Seat {seat} passes.");
        };
        write!(f, "Seat {seat}, {from} to {to}: ")?;
        match fate {
            Some(Fate::Moved { piece, carried_on }) => {
                write!(f, "the {} moved", piece.name())?;
                if let Some(by) = carried_on {
                    write!(f, ", carried on from seat {by}'s move")?;
                }
                f.write_str(".")
            }
            Some(Fate::Blocked { at, by }) => {
                write!(f, "blocked at {at} by {}.", by.with_article())
            }
            Some(Fate::Contested { with }) => write!(
                f,
                "{} also named the empty square {from}, so none of these moves applies.",
                seats(with)
            ),
            Some(Fate::Cycle { with }) => write!(
                f,
                "it closes a circle with {}, so no piece in it moves.",
                seats(with)
            ),
            Some(Fate::Occupied { by }) => {
                let theirs = all.iter().find(|(other, ..)| *other == by);
                let theirs = theirs.map_or(String::new(), |(_, entry, _)| format!(" ({entry})"));
                write!(
                    f,
                    "{to} did not become free: seat {by}'s piece{theirs} stayed there."
                )
            }
            Some(Fate::Empty) | None => write!(f, "there was no piece on {from}."),
        }
    }
}

/// Formats seats as "seat 1" or "seats 0 and 2".
fn seats(set: SeatSet) -> String {
    let word = if set.len() == 1 { "seat" } else { "seats" };
    let names = set.iter().map(|seat| seat.to_string()).collect();
    format!("{word} {}", list(names))
}

/// Joins words as "a", "a and b" or "a, b and c".
fn list(words: Vec<String>) -> String {
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
