//! Notation of boards and entries.

use automatafl::geometry::Size;
use automatafl::{Automatafl, Board, Entry, Move, Options, Piece, Setup};
use game::{Game, NotationError, Square};
use proptest::prelude::*;

use crate::plainly::Table;
use crate::{board, square, two};

fn problem(record: &str) -> NotationError {
    match record.parse::<Board>() {
        Ok(board) => panic!("{record} is read as {board}"),
        Err(error) => error,
    }
}

#[test]
fn broken_records_are_refused_at_the_character() {
    for (record, at) in [
        ("", 0),
        ("5/5/2@2/5/5/", 0),
        ("/", 1),
        ("/5/5/2@2/5/5", 12),
        ("/5/5/2x2/5/5/", 6),
        ("/5/5/2A2/5/5/", 6),
        ("/5/5/é@2/5/5/", 5),
        ("/5/5/2@2/5/4/", 11),
        ("/5/5/2@2/5/6/", 11),
        ("/5/5/2@3/5/5/", 7),
        ("/5/5/2@2a/5/5/", 8),
        ("/5/5/2@2/5//", 11),
        ("/5/0/2@2/5/5/", 3),
        ("/5/5/2@2/5/5/ ", 13),
        ("/5/5/2@2/5/5/ w", 13),
        ("/5/5/2@2/5/5/x", 13),
        ("/27/27/2@24/", 1),
        ("/99999999999999999999/5/5/", 1),
    ] {
        assert_eq!(problem(record).at, at, "{record}: {}", problem(record));
    }
    let row = format!("/{}/", "a".repeat(27));
    assert_eq!(problem(&row).at, 27);
    let high = format!("/1@1/{}", "3/".repeat(26));
    assert_eq!(problem(&high).at, 5 + 2 * 25);
    assert!(testkit::said(&problem(&high).problem).contains("more than 26 rows"));
}

#[test]
fn boards_of_a_wrong_size_or_number_of_automata_are_refused() {
    for record in ["/1@/2/", "/1@/2/2/", "/1@1/3/", "/@/", "/26/12@13/"] {
        let problem = testkit::said(&problem(record).problem);
        assert!(
            problem.starts_with("a board has from 3 x 3 to 26 x 26 squares, not "),
            "{record}: {problem}"
        );
    }
    let problem = problem("/@@@@@/@@@@1/5/").problem;
    assert_eq!(testkit::said(&problem), "more than 8 automata");
    let none = Automatafl::new(Options {
        setup: Setup::Custom(Box::new(board("/3/3/3/"))),
        ..Options::default()
    });
    assert!(none.is_err());
    for record in ["/1@1/3/3/", "/1@24/26/26/"] {
        assert_eq!(two(record).start().board().to_string(), record);
    }
    let widest = format!("/1@24/{}", "26/".repeat(25));
    let size = Size {
        width: 26,
        height: 26,
    };
    assert_eq!(board(&widest).size(), size);
}

#[test]
fn broken_entries_are_refused_at_the_character() {
    let game = two("/5/5/2@2/5/5/");
    let state = game.start();
    for (text, at) in [
        ("", 0),
        ("--", 0),
        (" -", 0),
        ("- ", 0),
        ("a", 1),
        ("a1", 2),
        ("a1-", 3),
        ("a1b1", 2),
        ("a1-b", 4),
        ("f1-a1", 0),
        ("a6-a1", 1),
        ("a0-a1", 1),
        ("a1-a6", 4),
        ("a1-f1", 3),
        ("A1-b1", 0),
        ("a1-b1 ", 5),
        ("a1-b1-c1", 5),
        ("a1–b1", 2),
        ("é1-b1", 0),
        ("a99999999999-b1", 1),
    ] {
        match game.read(&state, text) {
            Ok(entry) => panic!("{text} is read as {entry}"),
            Err(error) => assert_eq!(error.at, at, "{text}: {error}"),
        }
    }
    assert_eq!(game.read(&state, "-"), Ok(Entry::Pass));
    let (from, to) = (square("a1"), square("e1"));
    assert_eq!(
        game.read(&state, "a1-e1"),
        Ok(Entry::Move(Move { from, to }))
    );
}

proptest! {
    #[test]
    fn records_round_trip(
        width in 3..=26i32,
        height in 3..=26i32,
        pieces in proptest::collection::vec((0..26i32, 0..26i32, "[ar@]"), 0..60),
    ) {
        let mut table = Table::new(width, height);
        for (x, y, piece) in pieces {
            let piece = piece.chars().next().unwrap();
            if piece != '@' || table.automata().len() < 8 {
                table.put((x % width, y % height), piece);
            }
        }
        let board = board(&table.record());
        prop_assert_eq!(board.to_string(), table.record());
        prop_assert_eq!(board.key(), board.fresh_key());
        for at in table.squares() {
            let found = board.piece(Square::new(at.0 as u8, at.1 as u8));
            prop_assert_eq!(found.map_or('.', Piece::letter), table.on(at));
        }
        let automata: Vec<(i32, i32)> =
            board.automata().iter().map(|at| (at.x.into(), at.y.into())).collect();
        prop_assert_eq!(automata, table.automata());
        prop_assert_eq!(board.piece(Square::new(width as u8, 0)), None);
        prop_assert_eq!(board.piece(Square::new(0, height as u8)), None);
    }

    #[test]
    fn entries_round_trip(from in (0..26u8, 0..26u8), to in (0..26u8, 0..26u8)) {
        let entry = Entry::Move(Move {
            from: Square::new(from.0, from.1),
            to: Square::new(to.0, to.1),
        });
        let size = Size { width: 26, height: 26 };
        prop_assert_eq!(Entry::read(&entry.to_string(), size), Ok(entry));
    }

    #[test]
    fn no_text_makes_the_readers_panic(
        text in "\\PC{0,60}",
        near in "[/ar@0-9 ]{0,40}",
        rows in "(/[ar@1-5]{1,5}){1,28}/",
        entry in "[a-z0-9-]{0,8}",
    ) {
        for text in [text, near, rows, entry] {
            let size = Size { width: 5, height: 26 };
            if let Err(error) = Entry::read(&text, size) {
                prop_assert!(error.at <= text.chars().count());
            }
            match text.parse::<Board>() {
                Err(error) => prop_assert!(error.at <= text.chars().count()),
                Ok(board) => {
                    // Anything that can be read either makes a game or is refused with
                    // a reason.
                    let automata = board.automata().len() as u8;
                    let setup = Setup::Custom(Box::new(board));
                    let _ = Automatafl::new(Options { setup, automata, ..Options::default() });
                }
            }
        }
    }
}
