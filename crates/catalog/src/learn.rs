//! The diagrams of the rules pages: positions, what the other players do, and moves to
//! try. Every try says what it shows, and the tests of the page hold it to that.

use crate::{automatafl, brandub, combo, game17};

/// A diagram.
#[derive(Debug)]
pub struct Diagram {
    /// Its name, under which the texts refer to it.
    pub id: &'static str,
    /// The game.
    pub game: &'static str,
    /// Its options besides the position, as JSON; nothing for the usual ones.
    pub options: &'static str,
    /// The option that takes the position; none if it is read as a state.
    pub option: Option<&'static str>,
    /// The position.
    pub position: &'static str,
    /// How the game goes on after a move.
    pub course: Course,
    /// What the reader does with it.
    pub kind: Kind,
    /// What the other seats enter: the first that the rules allow.
    pub others: &'static [(u16, &'static [&'static str])],
    /// What it shows before anything is moved.
    pub shows: &'static [Shows],
    /// What is to be tried.
    pub tries: &'static [Try],
}

/// What the reader does with a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Plays moves.
    Play,
    /// Rearranges the pieces around an automaton, which waits until it is told to
    /// step.
    Table,
}

/// How a game goes on after a move of the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// The reader moves for the other side.
    BothSides,
    /// The turn is carried out, and that is all.
    OneTurn,
    /// The others have their turns, until it is the reader's again.
    Round,
}

/// Moves to try, one after the other, and what the last of them shows.
#[derive(Debug)]
pub struct Try {
    /// The moves.
    pub moves: &'static [&'static str],
    /// What the last one shows.
    pub shows: &'static [Shows],
}

/// What is shown.
#[derive(Clone, Copy, Debug)]
pub enum Shows {
    /// A report of the engine has this value (in JSON) at this place.
    Says(&'static str, &'static str),
    /// The automaton steps by this rule, to this square, on this axis for this
    /// reason.
    Steps(u8, &'static str, &'static str),
    /// The rules refuse the last move, with these words.
    Refuses(&'static str),
    /// The game ends for this reason.
    Ends(&'static str),
}

/// The diagram with this name.
pub fn diagram(id: &str) -> Option<&'static Diagram> {
    all().find(|diagram| diagram.id == id)
}

/// All diagrams of all games.
pub fn all() -> impl Iterator<Item = &'static Diagram> {
    let games = [
        automatafl::learn::AUTOMATON,
        automatafl::learn::MOVES,
        combo::learn::DIAGRAMS,
        brandub::learn::DIAGRAMS,
        game17::learn::DIAGRAMS,
    ];
    games.into_iter().flatten()
}

/// A diagram of a game in which two sides take turns.
pub(crate) const fn turns(
    id: &'static str,
    game: &'static str,
    position: &'static str,
    tries: &'static [Try],
) -> Diagram {
    Diagram {
        id,
        game,
        options: "",
        option: Some("position"),
        position,
        course: Course::BothSides,
        kind: Kind::Play,
        others: &[],
        shows: &[],
        tries,
    }
}

pub(crate) const fn then(moves: &'static [&'static str], shows: &'static [Shows]) -> Try {
    Try { moves, shows }
}
