//! The effect of a step, for people and programs.

use game::{Message, Step, Tell, message};

use crate::board::Winner;
use crate::illegal::at;
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
            Step::Draw(&Draw::Coin(coin)) => return Report::coin(before, coin.into()),
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

    fn coin(before: &State, winner: Winner) -> Report {
        let (Some(mover), Some((row, col))) = (before.mover(), before.tied().next()) else {
            return Report::Void {
                owner: before.mover(),
            };
        };
        let holder = before.board.owner(row, col).unwrap_or(mover);
        let (winner, loser) = match winner {
            Winner::Mover => (mover, holder),
            Winner::Holder => (holder, mover),
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

impl Tell for Report {
    fn tell(&self) -> Vec<Message> {
        vec![match *self {
            Report::Dealt => message!("game17.dealt"),
            Report::Ordered { first: Some(owner) } => message!("game17.ordered", owner),
            Report::Ordered { first: None } => message!("game17.order-drawn"),
            Report::Turn(ref turn) => return turn.tell(),
            Report::Void { owner: Some(owner) } => message!("game17.void", owner),
            Report::Void { owner: None } => message!("game17.nothing-moves"),
            Report::Coin {
                row,
                col,
                winner,
                loser,
                lost,
            } => {
                let pieces = pieces(u64::from(lost));
                message!("game17.coin", at = at(row, col), winner, pieces, loser)
            }
        }]
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

impl Tell for TurnReport {
    fn tell(&self) -> Vec<Message> {
        let owner = self.owner;
        if self.orders == 0 {
            return vec![message!("game17.sends-nothing", owner)];
        }
        let (pieces_sent, orders) = (pieces(self.sent), self.orders);
        let mut told = vec![message!(
            "game17.sends",
            owner,
            pieces = pieces_sent,
            orders
        )];
        let coin = |fight: &Fight| match fight.verdict {
            Verdict::Coin(_) => "coin",
            _ => "none",
        };
        let taken = list(self.captures().map(|fight| {
            let (at, owner) = (at(fight.row, fight.col), fight.holder);
            let pieces = pieces(u64::from(fight.stayed));
            message!("game17.from", at, owner, pieces, coin = coin(fight))
        }));
        let lost = list(self.losses().map(|fight| {
            let (at, owner) = (at(fight.row, fight.col), fight.holder);
            let pieces = pieces(u64::from(fight.arrived));
            message!("game17.to", pieces, at, owner, coin = coin(fight))
        }));
        let open = self.with(|verdict| verdict == Verdict::Tied);
        let tied = list(open.map(|fight| Message::plain(at(fight.row, fight.col))));
        let deeds = [
            taken.map(|squares| message!("game17.takes", squares)),
            lost.map(|squares| message!("game17.loses", squares)),
            tied.map(|squares| message!("game17.waits", squares)),
        ];
        let deeds = deeds.into_iter().flatten();
        let deeds = deeds.reduce(|first, next| message!("game17.deed-too", first, next));
        told.extend(deeds.map(|deeds| message!("game17.deeds", deeds)));
        told
    }
}

/// The first few items of a list, and how many more there are.
fn list(mut all: impl Iterator<Item = Message>) -> Option<Message> {
    let first = Message::commas(std::iter::once(all.next()?).chain(all.by_ref().take(3)));
    Some(match all.count() {
        0 => first,
        more => message!("game17.more", first, more),
    })
}

fn pieces(number: u64) -> Message {
    match number {
        0 => message!("game17.no-pieces"),
        number => message!("game17.some-pieces", number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::turn::Turn;

    fn told(text: &str, winner: Winner) -> String {
        let mut board = Board::new(
            &[[1, 2, 3], [1, 1, 4], [5, 6, 7]],
            &[[9, 2, 2], [1, 4, 3], [0, 4, 1]],
        )
        .unwrap();
        let turn = Turn::read(text, 3).unwrap();
        testkit::told(
            &board
                .turn(1, &turn, &mut |_, _| winner == Winner::Mover)
                .unwrap(),
        )
    }

    #[test]
    fn a_turn_is_reported_in_a_sentence_or_two() {
        assert_eq!(told("-", Winner::Mover), "Owner 1 sends nothing.");
        assert_eq!(
            told("0,0s4 1,1w1", Winner::Mover),
            "Owner 1 sends 5 pieces with 2 orders."
        );
        assert_eq!(
            told("0,0n1 0,0e3 0,0w1", Winner::Mover),
            "Owner 1 sends 5 pieces with 3 orders. It takes 0,1 from owner 2 (2 pieces), \
             2,0 from owner 5 (no pieces); it loses 1 piece on 0,2 to owner 3."
        );
        assert_eq!(
            told("0,0w2", Winner::Mover),
            "Owner 1 sends 2 pieces with 1 order. It takes 0,2 from owner 3 (2 pieces) by a coin."
        );
        assert_eq!(
            told("0,0w2", Winner::Holder),
            "Owner 1 sends 2 pieces with 1 order. It loses 2 pieces on 0,2 to owner 3 by a coin."
        );
    }

    #[test]
    fn long_lists_are_cut() {
        let words = |n: u32| list((0..n).map(|i| Message::plain(i.to_string())));
        assert_eq!(words(0), None);
        let said = |n| testkit::said(&words(n).unwrap());
        assert_eq!(said(4), "0, 1, 2, 3");
        assert_eq!(said(6), "0, 1, 2, 3 and 2 more");
    }
}
