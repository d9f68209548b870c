//! A small made-up game with something of everything: a draw, choices at the same time,
//! a win and a draw.
//!
//! A stone lies on the middle one of five squares, `a1` to `e1`. In each turn a die says
//! how far it may go, one square or two. Then both seats choose at once, in secret: pull
//! or rest. If only one seat pulls, the stone goes its way: seat 0 pulls to `a1`, seat 1
//! to `e1`. A seat wins when the stone is on its end. After six turns the game is drawn.

use std::fmt;

use game::{
    Dice, Ending, Enumerate, Game, Message, NotationError, Pending, Say, Scanner, Seat, SeatSet,
    Square, Step, Tell, display_message,
};

/// The number of squares.
pub const SQUARES: u8 = 5;
/// The number of turns after which the game is drawn.
pub const TURNS: u32 = 6;

/// The rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tug;

/// Where the stone is, and what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The column of the stone.
    pub stone: u8,
    /// How far it may go, once that is thrown.
    pub reach: Option<u8>,
    /// The turn, from 0.
    pub turn: u32,
}

impl State {
    /// The square of the stone.
    pub fn square(&self) -> Square {
        Square::new(self.stone, 0)
    }
}

/// What a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// It pulls.
    Pull,
    /// It rests.
    Rest,
}

impl Action {
    const WORDS: [(&'static str, Action); 2] = [("pull", Action::Pull), ("rest", Action::Rest)];
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::Pull => "pull",
            Action::Rest => "rest",
        })
    }
}

/// The die that is thrown in each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die;

/// How far the stone may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach(pub u8);

/// A rule that an action or a draw breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// It is not the time for it.
    NotNow,
    /// There is no such seat.
    NoSeat,
    /// The die has no such side.
    NoSide,
}

/// Its words are not in the files of `words`: no person plays this game.
impl Say for Illegal {
    fn message(&self) -> Message {
        Message::plain(match self {
            Illegal::NotNow => "it is not the time for this",
            Illegal::NoSeat => "only two seats play",
            Illegal::NoSide => "the die says 1 or 2",
        })
    }
}

display_message!(Illegal);

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Where the stone was, and where it is.
    pub from: Square,
    /// Where it is.
    pub to: Square,
    /// What was thrown, if a die was.
    pub thrown: Option<u8>,
}

impl Tell for Report {
    fn tell(&self) -> Vec<Message> {
        vec![Message::plain(match self.thrown {
            Some(reach) => format!("The stone may go {reach}."),
            None if self.from == self.to => "The stone stays.".to_owned(),
            None => format!("The stone goes from {} to {}.", self.from, self.to),
        })]
    }
}

impl Game for Tug {
    type State = State;
    type Action = Action;
    type Chance = Die;
    type Draw = Reach;
    type Illegal = Illegal;
    type Report = Report;

    fn seats(&self) -> u16 {
        2
    }

    fn start(&self) -> State {
        State {
            stone: SQUARES / 2,
            reach: None,
            turn: 0,
        }
    }

    fn pending(&self, state: &State) -> Pending<Die> {
        if state.stone == 0 {
            Pending::Over(Ending::won(Seat(0), "pulled-over"))
        } else if state.stone == SQUARES - 1 {
            Pending::Over(Ending::won(Seat(1), "pulled-over"))
        } else if state.turn == TURNS {
            Pending::Over(Ending::drawn("max-turns"))
        } else if state.reach.is_none() {
            Pending::Chance(Die)
        } else {
            Pending::Choose(SeatSet::first(2))
        }
    }

    fn check(&self, state: &State, seat: Seat, _: &Action) -> Result<(), Illegal> {
        if seat.0 >= self.seats() {
            Err(Illegal::NoSeat)
        } else if self.pending(state).to_act().contains(seat) {
            Ok(())
        } else {
            Err(Illegal::NotNow)
        }
    }

    fn check_draw(&self, state: &State, draw: &Reach) -> Result<(), Illegal> {
        match self.pending(state) {
            Pending::Chance(Die) if (1..=2).contains(&draw.0) => Ok(()),
            Pending::Chance(Die) => Err(Illegal::NoSide),
            _ => Err(Illegal::NotNow),
        }
    }

    fn apply(&self, state: &mut State, step: Step<'_, Tug>) {
        match step {
            Step::Draw(reach) => state.reach = Some(reach.0),
            Step::Act(joint) => {
                let reach = state.reach.take().unwrap_or(0);
                let pulls = |seat| joint.contains(&(Seat(seat), Action::Pull));
                match (pulls(0), pulls(1)) {
                    (true, false) => state.stone = state.stone.saturating_sub(reach),
                    (false, true) => state.stone = (state.stone + reach).min(SQUARES - 1),
                    _ => {}
                }
                state.turn += 1;
            }
        }
    }

    fn propose(&self, _: &State, _: Seat, dice: &mut dyn Dice) -> Action {
        Action::WORDS[dice.below(2) as usize].1
    }

    fn idle(&self, _: &State, _: Seat) -> Option<Action> {
        Some(Action::Rest)
    }

    fn draw(&self, _: &State, dice: &mut dyn Dice) -> Reach {
        Reach(1 + dice.below(2) as u8)
    }

    fn report(&self, before: &State, step: Step<'_, Tug>) -> Report {
        let mut after = *before;
        self.apply(&mut after, step);
        Report {
            from: before.square(),
            to: after.square(),
            thrown: match step {
                Step::Draw(reach) => Some(reach.0),
                Step::Act(_) => None,
            },
        }
    }

    fn read(&self, _: &State, text: &str) -> Result<Action, NotationError> {
        let mut words = Action::WORDS.iter();
        match words.find(|(word, _)| *word == text) {
            Some((_, action)) => Ok(*action),
            None => Err(Scanner::new(text).error(Message::plain("pull or rest"))),
        }
    }
}

impl Enumerate for Tug {
    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if self.pending(state).to_act().contains(seat) {
            out.extend(Action::WORDS.map(|(_, action)| action));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;

    #[test]
    fn it_is_a_game_like_any_other() {
        let all = |_: &State| Action::WORDS.map(|(_, action)| action).to_vec();
        conformance::listed(&Tug, 50, 100, all);
    }

    #[test]
    fn the_stone_goes_to_the_only_seat_that_pulls() {
        let mut state = Tug.start();
        Tug.apply(&mut state, Step::Draw(&Reach(2)));
        let joint = [(Seat(0), Action::Rest), (Seat(1), Action::Pull)];
        Tug.apply(&mut state, Step::Act(&joint));
        assert_eq!(state.square().to_string(), "e1");
        let ending = Tug.pending(&state).ending().cloned();
        assert_eq!(ending, Some(Ending::won(Seat(1), "pulled-over")));
    }
}
