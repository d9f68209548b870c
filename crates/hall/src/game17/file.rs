//! Game files: the first board, and what every turn changed.

use std::fmt::Write;

use ::game17::Board;
use anyhow::{Context, Result, bail};
use serde_json::Value;

/// A game file that is being written.
pub struct Recorder {
    text: String,
    owners: Vec<u16>,
    numbers: Vec<u32>,
    first: bool,
}

impl Recorder {
    /// Begins with the board as it was dealt.
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

    /// Adds a turn, after which the board is `board`.
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

    /// The file.
    pub fn finish(mut self) -> String {
        self.text.push_str("]}");
        self.text
    }
}

/// Writes `[[row, col, new], …]` and brings `old` up to date.
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

/// Games have hundreds of thousands of numbers: this is several times as fast as
/// formatting.
fn digits(text: &mut String, number: u32) {
    if number >= 10 {
        digits(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// A game file that was read.
#[derive(Debug)]
pub struct GameFile {
    pub position: Position,
    pub diffs: Vec<Diff>,
}

/// A board as game files have it; files may come from elsewhere, so nothing is
/// known of it but its shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub size: usize,
    pub owners: Vec<u16>,
    pub numbers: Vec<u32>,
}

/// The largest board there is.
const LARGEST: usize = u8::MAX as usize;

/// What a turn changed: squares and their new values.
#[derive(Clone, Debug)]
pub struct Diff {
    pub round: u32,
    pub owner: u16,
    owners: Vec<(usize, u16)>,
    numbers: Vec<(usize, u32)>,
}

impl Position {
    /// The board of a game that is being played.
    pub fn of(board: &Board) -> Position {
        Position {
            size: usize::from(board.size()),
            owners: board.owners().to_vec(),
            numbers: board.numbers().to_vec(),
        }
    }

    /// Carries out a diff.
    pub fn apply(&mut self, diff: &Diff) {
        for &(square, owner) in &diff.owners {
            self.owners[square] = owner;
        }
        for &(square, number) in &diff.numbers {
            self.numbers[square] = number;
        }
    }

    /// Squares by owner, the most first.
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

    /// All owners that lead.
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

impl GameFile {
    /// Reads a game file, ours or the original program's.
    pub fn read(text: &str) -> Result<GameFile> {
        let value: Value = serde_json::from_str(text).context("this is no JSON")?;
        let (size, owners) = grid(&value, "owners")?;
        let (number_rows, numbers) = grid(&value, "numbers")?;
        if size != number_rows {
            bail!("\"owners\" has {size} rows, but \"numbers\" has {number_rows}");
        }
        let diffs = value["diffs"]
            .as_array()
            .context("\"diffs\" must be a list")?
            .iter()
            .enumerate()
            .map(|(place, diff)| Diff::read(diff, size).with_context(|| format!("diff {place}")))
            .collect::<Result<Vec<Diff>>>()?;
        let position = Position {
            size,
            owners,
            numbers,
        };
        Ok(GameFile { position, diffs })
    }
}

impl Diff {
    fn read(value: &Value, size: usize) -> Result<Diff> {
        fn number<N: TryFrom<u64>>(value: &Value, key: &str) -> Result<N> {
            whole(&value[key]).with_context(|| format!("\"{key}\" must be a whole number"))
        }
        Ok(Diff {
            round: number(value, "round")?,
            owner: number(value, "owner")?,
            owners: changed(value, "owners", size)?,
            numbers: changed(value, "numbers", size)?,
        })
    }
}

/// Reads `[[row, col, new], …]`.
fn changed<N: TryFrom<u64>>(value: &Value, key: &str, size: usize) -> Result<Vec<(usize, N)>> {
    let list = value[key]
        .as_array()
        .with_context(|| format!("\"{key}\" must be a list"))?;
    let read = list.iter().map(|change| {
        let parts = change.as_array().map(Vec::as_slice);
        let Some([row, col, new]) = parts else {
            return None;
        };
        let (row, col) = (whole_below(row, size)?, whole_below(col, size)?);
        Some((row * size + col, whole(new)?))
    });
    read.collect::<Option<Vec<_>>>().with_context(|| {
        format!("\"{key}\" must be a list of [row, column, new value] on the board")
    })
}

fn whole<N: TryFrom<u64>>(value: &Value) -> Option<N> {
    value.as_u64().and_then(|number| N::try_from(number).ok())
}

fn whole_below(value: &Value, limit: usize) -> Option<usize> {
    let number = usize::try_from(value.as_u64()?).ok()?;
    (number < limit).then_some(number)
}

fn grid<N: TryFrom<u64>>(value: &Value, key: &str) -> Result<(usize, Vec<N>)> {
    let problem = || format!("\"{key}\" must be a square of whole numbers, row by row");
    let rows = value[key].as_array().with_context(problem)?;
    if rows.is_empty() || rows.len() > LARGEST {
        bail!("{}, of 1 to {LARGEST} rows", problem());
    }
    let mut all = Vec::with_capacity(rows.len() * rows.len());
    for row in rows {
        let row = row.as_array().with_context(problem)?;
        if row.len() != rows.len() {
            bail!("{}: a row has {}, not {}", problem(), row.len(), rows.len());
        }
        for cell in row {
            all.push(whole(cell).with_context(problem)?);
        }
    }
    Ok((rows.len(), all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::game17::Turn;

    #[test]
    fn what_is_written_is_read_again() {
        let mut board = Board::new(&[[1, 0], [2, 30]], &[[12, 4], [4, 4]]).unwrap();
        let mut recorder = Recorder::new(&board);
        for (round, owner, text) in [(0, 1, "0,0e10"), (0, 2, "-"), (1, 1, "0,1s9")] {
            let turn = Turn::read(text, 2).unwrap();
            board.turn(owner, &turn, &mut |_, _| true).unwrap();
            recorder.turn(round, owner, &board);
        }
        let text = recorder.finish();
        let file = GameFile::read(&text).unwrap();
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
    fn a_file_that_is_no_game_is_refused_with_the_place() {
        let good = r#"{"owners":[[0,1],[2,3]],"numbers":[[4,4],[4,4]],"diffs":
            [{"round":0,"owner":1,"owners":[],"numbers":[[0,1,3]]}]}"#;
        assert!(GameFile::read(good).is_ok());
        for (from, to, problem) in [
            ("{\"own", "own", "no JSON"),
            ("[2,3]", "[2]", "a row has 1"),
            ("[[4,4],[4,4]]", "[[4]]", "but \"numbers\" has 1"),
            ("[4,4]", "[4,-4]", "square of whole numbers"),
            ("[0,1,3]", "[0,2,3]", "on the board"),
            ("[0,1,3]", "[0,1]", "on the board"),
            ("\"owner\":1", "\"owner\":-1", "diff 0"),
            ("diffs", "moves", "\"diffs\" must be"),
        ] {
            let error = GameFile::read(&good.replacen(from, to, 1)).unwrap_err();
            assert!(format!("{error:#}").contains(problem), "{error:#}");
        }
    }
}
