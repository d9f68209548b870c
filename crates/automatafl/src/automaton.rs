//! The automaton's step: what it sees, what each axis offers, and which axis wins.
//!
//! [`Sight::look`] and [`Sight::judge`] decide every step of every game; an explanation
//! puts their findings into words.

use game::{Message, Say, Square, message};

use crate::Tie;
use crate::board::{Board, Piece};
use crate::geometry::{Axis, Size};

/// The end of a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// An attractor at this distance.
    Attractor(u8),
    /// A repulsor at this distance.
    Repulsor(u8),
    /// Neither: the edge of the board or another automaton, with this many empty
    /// squares before it.
    Space(u8),
}

/// What the automaton sees from a square: for each axis upwards (towards higher
/// numbers) and downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The row: right, then left.
    pub row: [Seen; 2],
    /// The column: up, then down.
    pub column: [Seen; 2],
}

impl Sight {
    /// Looks from `at` along both axes.
    #[inline]
    pub fn look(board: &Board, at: Square) -> Sight {
        Sight {
            row: look_along(board, at, Axis::Row),
            column: look_along(board, at, Axis::Column),
        }
    }

    /// Judges both axes and chooses between them.
    #[inline]
    pub fn judge(&self, tie: Tie) -> Verdict {
        let row = judge_axis(self.row);
        let column = judge_axis(self.column);
        let choice = match row.rank().cmp(&column.rank()) {
            _ if row.offer().is_none() && column.offer().is_none() => Choice::Nothing,
            std::cmp::Ordering::Less => Choice::Axis(Axis::Row),
            std::cmp::Ordering::Greater => Choice::Axis(Axis::Column),
            std::cmp::Ordering::Equal => match tie {
                Tie::Column => Choice::ColumnRule,
                Tie::Freeze => Choice::Frozen,
            },
        };
        Verdict {
            row,
            column,
            choice,
        }
    }
}

#[inline]
fn look_along(board: &Board, at: Square, axis: Axis) -> [Seen; 2] {
    let (line, place) = board.line(axis, at);
    let last = board.size().along(axis) - 1;
    let above = line >> place >> 1;
    let below = line & ((1 << place) - 1);
    let up = if above == 0 {
        Seen::Space((last - place) as u8)
    } else {
        let distance = above.trailing_zeros() + 1;
        seen(board, axis.on_line(at, place + distance), distance)
    };
    let down = if below == 0 {
        Seen::Space(place as u8)
    } else {
        let distance = place - below.ilog2();
        seen(board, axis.on_line(at, place - distance), distance)
    };
    [up, down]
}

#[inline]
fn seen(board: &Board, at: Square, distance: u32) -> Seen {
    let distance = distance as u8;
    match board.piece_on(at) {
        Piece::Attractor => Seen::Attractor(distance),
        Piece::Repulsor => Seen::Repulsor(distance),
        Piece::Automaton => Seen::Space(distance - 1),
    }
}

/// A direction along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Right or up.
    Up,
    /// Left or down.
    Down,
}

impl Way {
    /// The opposite direction.
    #[must_use]
    pub const fn back(self) -> Way {
        match self {
            Way::Up => Way::Down,
            Way::Down => Way::Up,
        }
    }
}

/// What an axis offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Rule 1: from a repulsor on one side toward an attractor on the other.
    OpposingPair {
        /// The direction of the step.
        way: Way,
        /// The distance of the attractor.
        attractor: u8,
        /// The distance of the repulsor.
        repulsor: u8,
    },
    /// Rule 2: away from a repulsor.
    FromRepulsor {
        /// The direction of the step.
        way: Way,
        /// The distance of the nearer repulsor.
        repulsor: u8,
    },
    /// Rule 3: toward an attractor.
    TowardAttractor {
        /// The direction of the step.
        way: Way,
        /// The distance of the nearer attractor.
        attractor: u8,
    },
    /// No step: the attractor it would go to is already beside it.
    Beside,
    /// No step: both sides are the same at the same distance.
    Balanced,
    /// No step: there is no free square away from the repulsor.
    NoRoom,
    /// No step: no attractor or repulsor is in sight on either side.
    Clear,
}

#[inline]
fn judge_axis([up, down]: [Seen; 2]) -> Judgement {
    use Seen::{Attractor, Repulsor, Space};
    match (up, down) {
        (Attractor(1), Repulsor(_)) | (Repulsor(_), Attractor(1)) => Judgement::Beside,
        (Attractor(attractor), Repulsor(repulsor)) => Judgement::OpposingPair {
            way: Way::Up,
            attractor,
            repulsor,
        },
        (Repulsor(repulsor), Attractor(attractor)) => Judgement::OpposingPair {
            way: Way::Down,
            attractor,
            repulsor,
        },
        (Repulsor(above), Repulsor(below)) if above == below => Judgement::Balanced,
        (Repulsor(above), Repulsor(below)) => Judgement::FromRepulsor {
            way: if above < below { Way::Down } else { Way::Up },
            repulsor: above.min(below),
        },
        (Repulsor(_), Space(0)) | (Space(0), Repulsor(_)) => Judgement::NoRoom,
        (Repulsor(repulsor), Space(_)) => Judgement::FromRepulsor {
            way: Way::Down,
            repulsor,
        },
        (Space(_), Repulsor(repulsor)) => Judgement::FromRepulsor {
            way: Way::Up,
            repulsor,
        },
        (Attractor(above), Attractor(below)) if above == below => Judgement::Balanced,
        (Attractor(1), _) | (_, Attractor(1)) => Judgement::Beside,
        (Attractor(above), Attractor(below)) => Judgement::TowardAttractor {
            way: if above < below { Way::Up } else { Way::Down },
            attractor: above.min(below),
        },
        (Attractor(attractor), Space(_)) => Judgement::TowardAttractor {
            way: Way::Up,
            attractor,
        },
        (Space(_), Attractor(attractor)) => Judgement::TowardAttractor {
            way: Way::Down,
            attractor,
        },
        (Space(_), Space(_)) => Judgement::Clear,
    }
}

impl Judgement {
    /// The number of the rule that applies, from 1 to 3.
    #[inline]
    pub fn rule(self) -> Option<u8> {
        match self {
            Judgement::OpposingPair { .. } => Some(1),
            Judgement::FromRepulsor { .. } => Some(2),
            Judgement::TowardAttractor { .. } => Some(3),
            _ => None,
        }
    }

    /// The direction of the step, if the axis offers one.
    #[inline]
    pub fn offer(self) -> Option<Way> {
        match self {
            Judgement::OpposingPair { way, .. }
            | Judgement::FromRepulsor { way, .. }
            | Judgement::TowardAttractor { way, .. } => Some(way),
            _ => None,
        }
    }

    /// Orders the offers, lowest best: by rule, then by the distances that break a tie.
    #[inline]
    fn rank(self) -> u32 {
        let rank = |rule: u8, first: u8, second: u8| u32::from_be_bytes([0, rule, first, second]);
        match self {
            Judgement::OpposingPair {
                attractor,
                repulsor,
                ..
            } => rank(1, attractor, repulsor),
            Judgement::FromRepulsor { repulsor, .. } => rank(2, repulsor, 0),
            Judgement::TowardAttractor { attractor, .. } => rank(3, attractor, 0),
            _ => u32::MAX,
        }
    }
}

/// The choice between the axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Neither axis offers a step.
    Nothing,
    /// This axis won.
    Axis(Axis),
    /// Both offer the same: the column rule picks the column.
    ColumnRule,
    /// Both offer the same: the automaton stays.
    Frozen,
}

/// Why an axis won over the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The other axis offers no step.
    OnlyOffer,
    /// Its rule has the lower number.
    LowerRule,
    /// The rules are the same, but its attractor is nearer.
    NearerAttractor,
    /// The rules are the same, but its repulsor is nearer.
    NearerRepulsor,
    /// Everything is equal, and the column rule prefers the column.
    ColumnRule,
    /// Everything is equal, so the automaton stays.
    Freeze,
}

/// The judgement of both axes, and the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What the row offers.
    pub row: Judgement,
    /// What the column offers.
    pub column: Judgement,
    /// The choice between them.
    pub choice: Choice,
}

impl Verdict {
    /// The axis along which the automaton steps.
    #[inline]
    pub fn axis(&self) -> Option<Axis> {
        match self.choice {
            Choice::Axis(axis) => Some(axis),
            Choice::ColumnRule => Some(Axis::Column),
            Choice::Nothing | Choice::Frozen => None,
        }
    }

    /// What an axis offers.
    #[inline]
    pub fn on(&self, axis: Axis) -> Judgement {
        match axis {
            Axis::Row => self.row,
            Axis::Column => self.column,
        }
    }

    /// The number of the rule by which the automaton steps.
    #[inline]
    pub fn rule(&self) -> Option<u8> {
        self.on(self.axis()?).rule()
    }

    /// The square to which an automaton on `from` steps; `from` itself if it stays.
    #[inline]
    pub fn step(&self, from: Square) -> Square {
        let Some(axis) = self.axis() else {
            return from;
        };
        let (_, place) = axis.line(from);
        match self.on(axis).offer() {
            Some(Way::Up) => axis.on_line(from, place + 1),
            Some(Way::Down) => axis.on_line(from, place - 1),
            None => from,
        }
    }

    /// Why one axis won; `None` if neither offered a step.
    pub fn reason(&self) -> Option<Reason> {
        use Judgement::{FromRepulsor, OpposingPair, TowardAttractor};
        let axis = match self.choice {
            Choice::Nothing => return None,
            Choice::ColumnRule => return Some(Reason::ColumnRule),
            Choice::Frozen => return Some(Reason::Freeze),
            Choice::Axis(axis) => axis,
        };
        let (winner, other) = match axis {
            Axis::Row => (self.row, self.column),
            Axis::Column => (self.column, self.row),
        };
        Some(match (winner, other) {
            _ if other.offer().is_none() => Reason::OnlyOffer,
            (OpposingPair { attractor: a, .. }, OpposingPair { attractor: b, .. }) if a == b => {
                Reason::NearerRepulsor
            }
            (OpposingPair { .. }, OpposingPair { .. })
            | (TowardAttractor { .. }, TowardAttractor { .. }) => Reason::NearerAttractor,
            (FromRepulsor { .. }, FromRepulsor { .. }) => Reason::NearerRepulsor,
            _ => Reason::LowerRule,
        })
    }
}

/// One step of one automaton, explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The square it stood on.
    pub from: Square,
    /// The square it went to; the same one if it stayed.
    pub to: Square,
    /// What it saw.
    pub sight: Sight,
    /// What it decided.
    pub verdict: Verdict,
}

impl Explanation {
    /// The step that the automaton on `from` would make on this board.
    #[inline]
    pub fn of(board: &Board, from: Square, tie: Tie) -> Explanation {
        let sight = Sight::look(board, from);
        let verdict = sight.judge(tie);
        Explanation {
            from,
            to: verdict.step(from),
            sight,
            verdict,
        }
    }

    /// The corner it moved into, if any.
    pub fn corner(&self, size: Size) -> Option<usize> {
        (self.from != self.to)
            .then(|| size.corner(self.to))
            .flatten()
    }
}

impl Say for Explanation {
    fn message(&self) -> Message {
        let verdict = &self.verdict;
        let row = offer(verdict.row, self.sight.row, &ROW);
        let column = offer(verdict.column, self.sight.column, &COLUMN);
        let axis = match verdict.axis() {
            Some(Axis::Row) => "row",
            _ => "column",
        };
        let because = match verdict.reason() {
            None | Some(Reason::OnlyOffer) => Message::plain(""),
            Some(Reason::LowerRule) => {
                let rule = |axis| verdict.on(axis).rule().unwrap_or_default();
                let (low, high) = (rule(Axis::Row), rule(Axis::Column));
                let (low, high) = (low.min(high), low.max(high));
                message!("automatafl.lower-rule", axis, low, high)
            }
            Some(Reason::NearerAttractor) => message!("automatafl.nearer-attractor", axis),
            Some(Reason::NearerRepulsor) if verdict.rule() == Some(1) => {
                message!("automatafl.equal-attractors", axis)
            }
            Some(Reason::NearerRepulsor) => message!("automatafl.nearer-repulsor", axis),
            Some(Reason::ColumnRule) => message!("automatafl.column-rule", axis),
            Some(Reason::Freeze) => message!("automatafl.freezes"),
        };
        let (from, to) = (self.from, self.to);
        if from == to {
            message!("automatafl.stays", at = from, row, column, because)
        } else {
            message!("automatafl.steps", from, to, row, column, because)
        }
    }
}

/// The words for the two directions along an axis.
type Words = [&'static str; 2];

const ROW: Words = ["right", "left"];
const COLUMN: Words = ["up", "down"];

/// What an axis offers.
fn offer(judgement: Judgement, [above, below]: [Seen; 2], words: &Words) -> Message {
    let way_word = |way: Way| words[way as usize];
    match judgement {
        Judgement::OpposingPair {
            way,
            attractor,
            repulsor,
        } => message!(
            "automatafl.opposing-pair",
            attractor,
            way = way_word(way),
            repulsor,
            back = way_word(way.back())
        ),
        Judgement::FromRepulsor { way, repulsor } => message!(
            "automatafl.from-repulsor",
            repulsor,
            back = way_word(way.back()),
            way = way_word(way)
        ),
        Judgement::TowardAttractor { way, attractor } => {
            message!(
                "automatafl.toward-attractor",
                attractor,
                way = way_word(way)
            )
        }
        Judgement::Beside => {
            let way = if above == Seen::Attractor(1) {
                Way::Up
            } else {
                Way::Down
            };
            message!("automatafl.beside", way = way_word(way))
        }
        Judgement::Balanced => {
            let (piece, distance) = match above {
                Seen::Attractor(distance) => ("attractor", distance),
                Seen::Repulsor(distance) | Seen::Space(distance) => ("repulsor", distance),
            };
            message!("automatafl.balanced", piece, distance)
        }
        Judgement::NoRoom => {
            let away = if matches!(below, Seen::Space(_)) {
                Way::Down
            } else {
                Way::Up
            };
            message!(
                "automatafl.no-room",
                back = way_word(away.back()),
                way = way_word(away)
            )
        }
        Judgement::Clear => message!("automatafl.clear"),
    }
}
