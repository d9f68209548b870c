//! The effect of a step, for people and programs.

use std::fmt;

use game::Step;

use crate::rules::Game17;
use crate::state::{Draw, State};

/// The effect of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// The owners were dealt to the squares.
    Dealt,
    /// The order of turns was drawn.
    Ordered {
        /// The first owner.
        first: Option<u16>,
    },
    /// A player or a zombie took a turn.
    Turn(TurnReport),
    /// The turn broke a rule, so no piece moved.
    Void {
        /// The owner whose turn it was.
        owner: Option<u16>,
    },
    /// A coin decided a tied square.
    Coin {
        /// The row.
        row: u8,
        /// The column.
        col: u8,
        /// The owner that has the square now.
        winner: u16,
        /// The owner that lost pieces.
        loser: u16,
        /// How many pieces it lost.
        lost: u32,
    },
}

impl Report {
    pub(crate) fn new(before: &State, step: Step<'_, Game17>) -> Report {
        let turn = match step {
            Step::Draw(Draw::Deal(_)) => return Report::Dealt,
            Step::Draw(Draw::Order(order)) => {
                return Report::Ordered {
                    first: order.first().copied(),
                };
            }
            Step::Draw(&Draw::Coin(coin)) => return Report::coin(before, coin),
            Step::Draw(Draw::Zombie(turn)) => Some(turn),
            Step::Act(turns) => turns.first().map(|(_, turn)| turn),
        };
        let owner = before.mover();
        match (owner, turn) {
            (Some(owner), Some(turn)) if before.board.check(owner, turn).is_ok() => {
                Report::Turn(before.board.clone().reported(owner, turn, |_, _| None))
            }
            _ => Report::Void { owner },
        }
    }

    fn coin(before: &State, coin: bool) -> Report {
        let (Some(mover), Some((row, col))) = (before.mover(), before.tied().next()) else {
            return Report::Void {
                owner: before.mover(),
            };
        };
        let holder = before.board.owner(row, col).unwrap_or(mover);
        let (winner, loser) = if coin {
            (mover, holder)
        } else {
            (holder, mover)
        };
        Report::Coin {
            row,
            col,
            winner,
            loser,
            lost: before.board.number(row, col).unwrap_or(0),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Report::Dealt => f.write_str("Owners are dealt."),
            Report::Ordered { first: Some(first) } => {
                write!(f, "The order of turns is drawn: owner {first} begins.")
            }
            Report::Ordered { first: None } => f.write_str("The order of turns is drawn."),
            Report::Turn(turn) => turn.fmt(f),
            Report::Void { owner: Some(owner) } => {
                write!(f, "The turn of owner {owner} is void: nothing moves.")
            }
            Report::Void { owner: None } => f.write_str("Nothing moves."),
            Report::Coin {
                row,
                col,
                winner,
                loser,
                lost,
            } => write!(
                f,
                "The coin at {row},{col} falls to owner {winner}, who gets {} of owner {loser}.",
                pieces(u64::from(*lost))
            ),
        }
    }
}

/// The effect of one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnReport {
    /// The owner whose turn it was.
    pub owner: u16,
    /// The number of orders.
    pub orders: usize,
    /// The number of pieces they sent.
    pub sent: u64,
    /// The fights on squares of other owners, row by row.
    pub fights: Vec<Fight>,
}

/// A fight: pieces arrived on a square of another owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    /// The row.
    pub row: u8,
    /// The column.
    pub col: u8,
    /// The owner of the square before the fight.
    pub holder: u16,
    /// The holder's pieces there.
    pub stayed: u32,
    /// The mover's pieces that arrived.
    pub arrived: u32,
    /// How it ended.
    pub verdict: Verdict,
}

/// The outcome of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// More pieces arrived than were there: the mover takes the square.
    Taken,
    /// More pieces were there: the mover lost those that arrived.
    Lost,
    /// The numbers were equal, and the coin gave the square to the mover (`true`) or
    /// the holder.
    Coin(bool),
    /// The numbers are equal, and the coin is still to be tossed.
    Tied,
}

impl TurnReport {
    /// The fights in which the mover took the square.
    pub fn captures(&self) -> impl Iterator<Item = &Fight> {
        self.with(|verdict| matches!(verdict, Verdict::Taken | Verdict::Coin(true)))
    }

    /// The fights in which the mover lost its pieces.
    pub fn losses(&self) -> impl Iterator<Item = &Fight> {
        self.with(|verdict| matches!(verdict, Verdict::Lost | Verdict::Coin(false)))
    }

    /// The tied fights, whether or not their coin has been tossed.
    pub fn ties(&self) -> impl Iterator<Item = &Fight> {
        self.with(|verdict| matches!(verdict, Verdict::Coin(_) | Verdict::Tied))
    }

    fn with(&self, wanted: impl Fn(Verdict) -> bool) -> impl Iterator<Item = &Fight> {
        self.fights
            .iter()
            .filter(move |fight| wanted(fight.verdict))
    }
}

impl fmt::Display for TurnReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = self.owner;
        if self.orders == 0 {
            return write!(f, "Owner {owner} sends nothing.");
        }
        let orders = match self.orders {
            1 => "1 order".to_owned(),
            n => format!("{n} orders"),
        };
        write!(
            f,
            "Owner {owner} sends {} with {orders}.",
            pieces(self.sent)
        )?;
        let by_coin = |fight: &Fight| match fight.verdict {
            Verdict::Coin(_) => " by a coin",
            _ => "",
        };
        let taken = list(self.captures().map(|fight| {
            let Fight {
                row, col, holder, ..
            } = fight;
            let lost = pieces(u64::from(fight.stayed));
            format!("{row},{col} from owner {holder} ({lost}){}", by_coin(fight))
        }));
        let lost = list(self.losses().map(|fight| {
            let Fight {
                row, col, holder, ..
            } = fight;
            let lost = pieces(u64::from(fight.arrived));
            format!("{lost} on {row},{col} to owner {holder}{}", by_coin(fight))
        }));
        let open = self.with(|verdict| verdict == Verdict::Tied);
        let tied = list(open.map(|fight| format!("{},{}", fight.row, fight.col)));
        let deeds: Vec<String> = [
            ("takes", taken),
            ("loses", lost),
            ("waits for a coin at", tied),
        ]
        .into_iter()
        .filter_map(|(verb, what)| Some(format!("{verb} {}", what?)))
        .collect();
        if !deeds.is_empty() {
            write!(f, " It {}.", deeds.join("; it "))?;
        }
        Ok(())
    }
}

/// The first few items of a list in words, and how many more there are.
fn list(mut all: impl Iterator<Item = String>) -> Option<String> {
    let mut words = all.next()?;
    for more in all.by_ref().take(3) {
        words += ", ";
        words += &more;
    }
    match all.count() {
        0 => Some(words),
        more => Some(format!("{words} and {more} more")),
    }
}

fn pieces(n: u64) -> String {
    match n {
        0 => "no pieces".to_owned(),
        1 => "1 piece".to_owned(),
        n => format!("{n} pieces"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::turn::Turn;

    fn told(text: &str, coin: bool) -> String {
        let mut board = Board::new(
            &[[1, 2, 3], [1, 1, 4], [5, 6, 7]],
            &[[9, 2, 2], [1, 4, 3], [0, 4, 1]],
        )
        .unwrap();
        let turn = Turn::read(text, 3).unwrap();
        board.turn(1, &turn, &mut |_, _| coin).unwrap().to_string()
    }

    #[test]
    fn a_turn_is_reported_in_a_sentence_or_two() {
        assert_eq!(told("-", true), "Owner 1 sends nothing.");
        assert_eq!(
            told("0,0s4 1,1w1", true),
            "Owner 1 sends 5 pieces with 2 orders."
        );
        assert_eq!(
            told("0,0n1 0,0e3 0,0w1", true),
            "Owner 1 sends 5 pieces with 3 orders. It takes 0,1 from owner 2 (2 pieces), \
             2,0 from owner 5 (no pieces); it loses 1 piece on 0,2 to owner 3."
        );
        assert_eq!(
            told("0,0w2", true),
            "Owner 1 sends 2 pieces with 1 order. It takes 0,2 from owner 3 (2 pieces) by a coin."
        );
        assert_eq!(
            told("0,0w2", false),
            "Owner 1 sends 2 pieces with 1 order. It loses 2 pieces on 0,2 to owner 3 by a coin."
        );
    }

    #[test]
    fn long_lists_are_cut() {
        let words = |n: u32| list((0..n).map(|i| i.to_string()));
        assert_eq!(words(0), None);
        assert_eq!(words(4).as_deref(), Some("0, 1, 2, 3"));
        assert_eq!(words(6).as_deref(), Some("0, 1, 2, 3 and 2 more"));
    }
}
