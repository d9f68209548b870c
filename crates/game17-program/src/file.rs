//! Game files: the first board and the changes of every turn.

use std::fmt::Write;

use game17::Board;
use serde::Deserialize;
use serde::de::IgnoredAny;
use thiserror::Error;

/// Writes a game file.
pub struct Recorder {
    text: String,
    owners: Vec<u16>,
    numbers: Vec<u32>,
    first: bool,
}

impl Recorder {
    /// Begins with the dealt board.
    pub fn new(board: &Board) -> Recorder {
        let size = usize::from(board.size());
        let mut text = String::with_capacity(1 << 16);
        text.push_str("{\"owners\": ");
        let owners = board.owners().iter().map(|&owner| u32::from(owner));
        rows(&mut text, owners, size);
        text.push_str(", \"numbers\": ");
        rows(&mut text, board.numbers().iter().copied(), size);
        text.push_str(", \"diffs\": [");
        Recorder {
            text,
            owners: board.owners().to_vec(),
            numbers: board.numbers().to_vec(),
            first: true,
        }
    }

    /// Adds a turn that led to this board.
    pub fn turn(&mut self, round: u32, owner: u16, board: &Board) {
        let size = usize::from(board.size());
        let text = &mut self.text;
        text.push_str(if self.first { "" } else { ", " });
        self.first = false;
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{{\"round\": {round}, \"owner\": {owner}, \"owners\": "
        );
        changes(text, &mut self.owners, board.owners(), size, u32::from);
        text.push_str(", \"numbers\": ");
        changes(text, &mut self.numbers, board.numbers(), size, |n| n);
        text.push('}');
    }

    /// Returns the file.
    pub fn finish(mut self) -> String {
        self.text.push_str("]}");
        self.text
    }
}

/// Writes `[[row, col, new], …]` and updates `old`.
fn changes<T: Copy + PartialEq>(
    text: &mut String,
    old: &mut [T],
    new: &[T],
    size: usize,
    number: impl Fn(T) -> u32,
) {
    text.push('[');
    let mut first = true;
    for (square, (old, &new)) in old.iter_mut().zip(new).enumerate() {
        if *old == new {
            continue;
        }
        *old = new;
        text.push_str(if first { "[" } else { ", [" });
        first = false;
        digits(text, (square / size) as u32);
        text.push_str(", ");
        digits(text, (square % size) as u32);
        text.push_str(", ");
        digits(text, number(new));
        text.push(']');
    }
    text.push(']');
}

/// Writes `[[…],[…]]`, rows of `size` numbers.
fn rows(text: &mut String, mut numbers: impl Iterator<Item = u32>, size: usize) {
    for row in 0..size {
        text.push(if row == 0 { '[' } else { ',' });
        list(text, numbers.by_ref().take(size));
    }
    text.push(']');
}

/// Writes `[1,2,3]`.
fn list(text: &mut String, numbers: impl Iterator<Item = u32>) {
    text.push('[');
    for (place, number) in numbers.enumerate() {
        if place > 0 {
            text.push(',');
        }
        digits(text, number);
    }
    text.push(']');
}

/// Games have hundreds of thousands of numbers, and this is several times as
/// fast as formatting.
fn digits(text: &mut String, number: u32) {
    if number >= 10 {
        digits(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// A game file after parsing.
#[derive(Debug)]
pub struct GameFile {
    /// The dealt board.
    pub position: Position,
    /// The changes of every turn.
    pub diffs: Vec<Diff>,
}

/// A board in a game file. The file may come from elsewhere, so only its shape
/// has been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// How many rows and columns it has.
    pub size: usize,
    /// The owner of every square, row by row.
    pub owners: Vec<u16>,
    /// The pieces on every square, row by row.
    pub numbers: Vec<u32>,
}

/// The most rows of a board.
const LARGEST: usize = u8::MAX as usize;

/// The changes of a turn: squares and their new values.
#[derive(Clone, Debug)]
pub struct Diff {
    /// The round, from 0.
    pub round: u32,
    /// The owner whose turn it was.
    pub owner: u16,
    owners: Vec<(usize, u16)>,
    numbers: Vec<(usize, u32)>,
}

impl Position {
    /// The board of a running game.
    pub fn of(board: &Board) -> Position {
        Position {
            size: usize::from(board.size()),
            owners: board.owners().to_vec(),
            numbers: board.numbers().to_vec(),
        }
    }

    /// Applies the changes of a turn.
    pub fn apply(&mut self, diff: &Diff) {
        for &(square, owner) in &diff.owners {
            self.owners[square] = owner;
        }
        for &(square, number) in &diff.numbers {
            self.numbers[square] = number;
        }
    }

    /// The number of squares of each owner, largest first.
    pub fn squares(&self) -> Vec<(u16, usize)> {
        let mut sorted = self.owners.clone();
        sorted.sort_unstable();
        let mut counts: Vec<(u16, usize)> = sorted
            .chunk_by(|a, b| a == b)
            .map(|group| (group[0], group.len()))
            .collect();
        counts.sort_by_key(|&(owner, squares)| (std::cmp::Reverse(squares), owner));
        counts
    }

    /// All owners with the most squares.
    pub fn winners(&self) -> Vec<u16> {
        let squares = self.squares();
        let most = squares.first().map(|first| first.1);
        squares
            .into_iter()
            .filter(|owner| Some(owner.1) == most)
            .map(|owner| owner.0)
            .collect()
    }
}

/// Why a text is not a game file.
#[derive(Debug, Error)]
pub enum FileError {
    /// It is something else.
    #[error("this is not a game file: it needs owners, numbers and diffs")]
    Other,
    /// A part has the wrong form.
    #[error("this game file is damaged: {0}")]
    Shape(serde_path_to_error::Error<serde_json::Error>),
    /// A board is not square.
    #[error(
        "\"{name}\" must be a square of 1 to {LARGEST} rows, and the rows have {rows:?} squares"
    )]
    Board {
        /// The name of the part.
        name: &'static str,
        /// The length of each row.
        rows: Vec<usize>,
    },
    /// The two boards differ in size.
    #[error("\"owners\" has {owners} rows, but \"numbers\" has {numbers}")]
    Sizes {
        /// The rows of `owners`.
        owners: usize,
        /// The rows of `numbers`.
        numbers: usize,
    },
    /// A changed square is off the board.
    #[error("diff {} changes a square that is not on the board", .0 + 1)]
    Square(usize),
}

/// A game file as it is written.
#[derive(Deserialize)]
struct Written {
    owners: Vec<Vec<u16>>,
    numbers: Vec<Vec<u32>>,
    diffs: Vec<WrittenDiff>,
}

#[derive(Deserialize)]
struct WrittenDiff {
    round: u32,
    owner: u16,
    #[serde(default)]
    owners: Vec<(usize, usize, u16)>,
    #[serde(default)]
    numbers: Vec<(usize, usize, u32)>,
}

/// The fields that identify a game file.
#[derive(Deserialize)]
struct Parts {
    #[serde(rename = "owners")]
    _owners: Vec<IgnoredAny>,
    #[serde(rename = "numbers")]
    _numbers: Vec<IgnoredAny>,
    #[serde(rename = "diffs")]
    _diffs: Vec<IgnoredAny>,
}

impl GameFile {
    /// Parses a game file of this program or the original one.
    pub fn read(text: &[u8]) -> Result<GameFile, FileError> {
        if serde_json::from_slice::<Parts>(text).is_err() {
            return Err(FileError::Other);
        }
        let mut json = serde_json::Deserializer::from_slice(text);
        let written: Written =
            serde_path_to_error::deserialize(&mut json).map_err(FileError::Shape)?;
        let (size, numbers) = (written.owners.len(), written.numbers.len());
        let position = Position {
            size,
            owners: square("owners", written.owners)?,
            numbers: square("numbers", written.numbers)?,
        };
        if size != numbers {
            let owners = size;
            return Err(FileError::Sizes { owners, numbers });
        }
        let diffs = written.diffs.into_iter().enumerate().map(|(place, diff)| {
            let off = || FileError::Square(place);
            Ok(Diff {
                round: diff.round,
                owner: diff.owner,
                owners: changes_of(diff.owners, size).ok_or_else(off)?,
                numbers: changes_of(diff.numbers, size).ok_or_else(off)?,
            })
        });
        let diffs = diffs.collect::<Result<Vec<Diff>, FileError>>()?;
        Ok(GameFile { position, diffs })
    }
}

/// The rows of a square board in one list.
fn square<N>(name: &'static str, rows: Vec<Vec<N>>) -> Result<Vec<N>, FileError> {
    let size = rows.len();
    if !(1..=LARGEST).contains(&size) || rows.iter().any(|row| row.len() != size) {
        let rows = rows.iter().map(Vec::len).take(LARGEST + 1).collect();
        return Err(FileError::Board { name, rows });
    }
    Ok(rows.into_iter().flatten().collect())
}

/// The changes by square, if all are on the board.
fn changes_of<N>(changes: Vec<(usize, usize, N)>, size: usize) -> Option<Vec<(usize, N)>> {
    let on_board = |(row, column, new)| {
        let inside = row < size && column < size;
        inside.then(|| (row * size + column, new))
    };
    changes.into_iter().map(on_board).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game17::Turn;

    #[test]
    fn a_written_file_is_read_back() {
        let mut board = Board::new(&[[1, 0], [2, 30]], &[[12, 4], [4, 4]]).unwrap();
        let mut recorder = Recorder::new(&board);
        for (round, owner, text) in [(0, 1, "0,0e10"), (0, 2, "-"), (1, 1, "0,1s9")] {
            let turn = Turn::read(text, 2).unwrap();
            board.turn(owner, &turn, &mut |_, _| true).unwrap();
            recorder.turn(round, owner, &board);
        }
        let text = recorder.finish();
        let file = GameFile::read(text.as_bytes()).unwrap();
        assert_eq!(file.diffs.len(), 3);
        let mut position = file.position;
        assert_eq!(position.owners, [1, 0, 2, 30]);
        for diff in &file.diffs {
            position.apply(diff);
        }
        assert_eq!(position, Position::of(&board));
        assert_eq!(position.squares(), [(1, 3), (2, 1)]);
        assert_eq!(position.winners(), [1]);
    }

    #[test]
    fn a_bad_file_is_refused_with_the_place() {
        let good = r#"{"owners":[[0,1],[2,3]],"numbers":[[4,4],[4,4]],"diffs":
            [{"round":0,"owner":1,"owners":[],"numbers":[[0,1,3]]}]}"#;
        assert!(GameFile::read(good.as_bytes()).is_ok());
        for (from, to, problem) in [
            ("{\"own", "own", "not a game file"),
            ("[2,3]", "[2]", "the rows have [2, 1] squares"),
            ("[[4,4],[4,4]]", "[[4]]", "but \"numbers\" has 1"),
            ("[4,4]", "[4,-4]", "numbers[0][1]: invalid value"),
            (
                "[0,1,3]",
                "[0,2,3]",
                "diff 1 changes a square that is not on the board",
            ),
            ("[0,1,3]", "[0,1]", "diffs[0].numbers[0]: invalid length 2"),
            (
                "\"owner\":1",
                "\"owner\":-1",
                "diffs[0].owner: invalid value",
            ),
            ("diffs", "moves", "not a game file"),
        ] {
            let error = GameFile::read(good.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert!(format!("{error:#}").contains(problem), "{error:#}");
        }
    }
}
