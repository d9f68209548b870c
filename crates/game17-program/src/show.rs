//! Shows games in a terminal.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::Result;
use catalog::Drawn as _;
use catalog::scene::SceneError;
use game::message;
use picture::film::Frame;
use picture::viewer::Head;
use picture::{Colours, Film, Marks, Scene, Theme, text};

use crate::file::{GameFile, Position};
use crate::rank::table;

/// The style of the boards.
struct Pictures {
    style: text::Style,
    counts: bool,
}

impl Pictures {
    /// The board, line by line. Plain boards show owners and pieces. In colour there
    /// is room for one of them: pieces if owners have colours, otherwise owners. In
    /// the second case a second board shows the pieces, if requested.
    fn draw(&self, position: &Position) -> Result<Vec<String>> {
        let board = scene(position)?;
        let lines = |style: &text::Style| text::lines(&board, &Marks::default(), style);
        let first = lines(&self.style);
        let painted = self.style.paint == text::Paint::Colour;
        if !(painted && self.counts && self.style.colours.is_empty()) {
            return Ok(first);
        }
        // No owner has this colour, so all squares are grey and show pieces.
        let nobody = Colours::default().with(u16::MAX, Theme::Dark.surface());
        let second = lines(&text::Style::colour(Theme::Dark, nobody));
        let sides = first.into_iter().zip(second);
        Ok(sides
            .map(|(left, right)| format!("{left}   {right}"))
            .collect())
    }
}

fn scene(position: &Position) -> Result<Scene, SceneError> {
    let look = catalog::typed::Game17::LOOK;
    Scene::land(look, position.size, &position.owners, &position.numbers)
}

/// A game file as a film. Its games have boards, but neither moves nor names.
pub fn film(file: &GameFile) -> Result<(Head, Film), SceneError> {
    let mut position = file.position.clone();
    let mut board = scene(&position)?;
    let mut film = Film::starting(board.clone());
    for (number, diff) in file.diffs.iter().enumerate() {
        position.apply(diff);
        let next = scene(&position)?;
        let (round, owner) = (diff.round, diff.owner);
        // The last turn of a round is followed by one of another round.
        let after = file.diffs.get(number + 1);
        let frame = Frame {
            moves: message!("game17.brief-round", owner, round),
            words: vec![message!("game17.round-turn", owner, round)],
            marks: Marks::default(),
            times: Vec::new(),
            is_key: after.is_none_or(|next| next.round != round),
            round: None,
        };
        film.push(&board, &next, frame);
        board = next;
    }
    let winners = position.winners();
    let verb = if winners.len() == 1 { "has" } else { "have" };
    let winners: Vec<String> = winners.iter().map(ToString::to_string).collect();
    let name = board.look().name;
    let head = Head {
        title: name.to_owned(),
        game: name.to_owned(),
        result: format!("Owner {} {verb} most squares.", winners.join(", ")),
        ..Head::default()
    };
    Ok((head, film))
}

/// How to show a game.
pub struct Show {
    /// The owners' colours.
    pub colours: Colours,
    /// Whether to show the number of pieces too.
    pub counts: bool,
    /// Rounds per second on a terminal. At 0 it shows only the first and the last
    /// board.
    pub pace: f64,
}

/// Shows a game on standard output: all of it on a terminal, otherwise its first and
/// last board.
pub fn show(game: &GameFile, show: Show) -> Result<()> {
    let terminal = std::io::stdout().is_terminal();
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let pictures = Pictures {
        style: if terminal && !plain {
            text::Style::colour(Theme::Dark, show.colours)
        } else {
            text::Style::plain()
        },
        counts: show.counts,
    };
    let mut position = game.position.clone();
    let first = pictures.draw(&position)?;
    print(&format!("the deal\n{}\n\n", first.join("\n")))?;
    let up = first.len() + 2;
    let moving = terminal && show.pace > 0.0;
    let mut round = 0;
    let mut moment = Instant::now();
    for (place, diff) in game.diffs.iter().enumerate() {
        position.apply(diff);
        let last = place + 1 == game.diffs.len();
        if !(last || moving) {
            continue;
        }
        let text = format!(
            "round {}, player {}\n{}\n\n",
            diff.round,
            diff.owner,
            pictures.draw(&position)?.join("\n")
        );
        if !moving {
            print(&text)?;
            continue;
        }
        let turns = game.diffs.iter().filter(|other| other.round == diff.round);
        if place == 0 || diff.round != round {
            round = diff.round;
            moment = Instant::now();
        }
        // Clear the rest of each line, in case numbers and boards get narrower.
        let text = text.replace('\n', "\x1b[K\n");
        print(&format!("\x1b[{up}A{text}"))?;
        // The turns of a round share its time, however many there are.
        let done = game.diffs[..=place].iter().filter(|d| d.round == round);
        let share = done.count() as f64 / turns.count() as f64 / show.pace.min(1000.0);
        let share = Duration::try_from_secs_f64(share).unwrap_or(Duration::from_secs(60));
        std::thread::sleep(share.saturating_sub(moment.elapsed()));
    }
    let rows: Vec<Vec<String>> = position
        .squares()
        .into_iter()
        .map(|(owner, squares)| vec![owner.to_string(), squares.to_string()])
        .collect();
    print(&table(&["player", "squares"], &rows))?;
    let winners: Vec<String> = position.winners().iter().map(u16::to_string).collect();
    print(&match &winners[..] {
        [winner] => format!("\nplayer {winner} wins\n"),
        winners => format!("\nplayers {} win\n", winners.join(", ")),
    })
}

/// Writes to standard output and flushes.
pub fn print(text: &str) -> Result<()> {
    let mut output = std::io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Python package has its own table of colours.
    #[test]
    fn colours_mean_the_same_in_python() {
        let table = include_str!("../../../python/game17/colours.txt");
        for line in table.lines() {
            let (code, name) = line.split_once(' ').expect("a code and a name");
            let (code, name) = (code.parse::<picture::Rgb>(), name.parse());
            assert_eq!(code.expect("a code"), name.expect("a name"), "{line}");
        }
        assert!(table.lines().count() > 200);
    }

    #[test]
    fn in_colour_a_second_board_shows_pieces_on_request() {
        let position = Position {
            size: 2,
            owners: vec![1, 0, 2, 13],
            numbers: vec![4, 0, 125, 8],
        };
        let lines = |colours, counts| {
            let style = text::Style::colour(Theme::Dark, colours);
            let pictures = Pictures { style, counts };
            pictures.draw(&position).expect("a board").join("\n")
        };
        let owners = lines(Colours::default(), false);
        assert!(
            owners.contains("m 13\x1b") && !owners.contains("125"),
            "{owners}"
        );
        let both = lines(Colours::default(), true);
        assert!(
            both.contains("m 13\x1b") && both.contains("m 125\x1b"),
            "{both}"
        );
        let pieces = lines(Colours::default().with(2, picture::Rgb(1, 2, 3)), true);
        assert!(
            !pieces.contains("m 13\x1b") && pieces.contains("m 125\x1b"),
            "{pieces}"
        );
    }
}
