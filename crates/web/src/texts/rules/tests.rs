use std::collections::BTreeSet;

use catalog::{AnyPending, AnyStep, Value};
use dice::Quick;
use entry::{History, Pressed, Situation};
use game::{Seat, Square};
use serde_json::json;
use table::Refusal;

use super::{GERMAN, as_sentence};
use crate::texts::Language;

/// Words that only English has.
const ENGLISH_WORDS: &[&str] = &[
    "the", "of", "to", "and", "from", "on", "it", "is", "are", "seat", "seats", "owner", "piece",
    "pieces", "square", "squares", "row", "column", "moves", "turn", "by",
];

/// What is said of texts: each must be known, and be German then.
#[derive(Default)]
struct Heard {
    shapes: BTreeSet<String>,
    unknown: BTreeSet<String>,
}

impl Heard {
    /// Hears one or more sentences.
    fn hear(&mut self, text: &str) {
        if GERMAN.sentence(text).is_some() {
            return self.hear_one(text);
        }
        for one in text.split_inclusive(". ") {
            self.hear_one(one.trim_end());
        }
    }

    fn hear_one(&mut self, text: &str) {
        let has_words = text
            .split(|c: char| !c.is_alphabetic())
            .any(|word| word.len() > 1);
        if !has_words || !self.shapes.insert(shape(text)) {
            return;
        }
        let german = GERMAN.sentence(text).filter(|german| {
            let quoted = german.split('"').step_by(2).collect::<String>();
            let mut words = quoted.split(|c: char| !c.is_alphanumeric() && c != '\'');
            german != text && !words.any(|word| ENGLISH_WORDS.contains(&word))
        });
        match german {
            // To be read by who can tell good German from bad.
            Some(german) => println!("{text}\n    {german}"),
            None => {
                self.unknown.insert(text.to_owned());
            }
        }
    }

    fn all_german(&self, least: usize) {
        assert!(
            self.unknown.is_empty(),
            "not in German: {:#?}",
            self.unknown
        );
        let heard = self.shapes.len();
        assert!(heard >= least, "only {heard} sentences were heard");
    }
}

/// A text with its squares and numbers left out.
fn shape(text: &str) -> String {
    let quoted = text.split('"').step_by(2).collect::<Vec<_>>().join("#");
    let words = quoted.split(' ').map(|word| {
        let is_name = word.contains(|c: char| c.is_ascii_digit());
        if is_name { "#" } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Plays at random and shows every position.
fn play(id: &str, options: &Value, seed: u64, most: usize, mut show: impl FnMut(&History)) {
    let mut history = History::new(id, &options.clone().into()).unwrap();
    let mut dice = Quick::new(seed);
    for _ in 0..most {
        show(&history);
        let (game, state) = (history.game.clone(), history.state.clone());
        let step = match game.pending(&state) {
            AnyPending::Choose(seats) => {
                let act = |seat| (seat, game.propose(&state, seat, &mut dice));
                AnyStep::Act(seats.iter().map(act).collect())
            }
            AnyPending::Chance(_) => AnyStep::Draw(game.draw(&state, &mut dice)),
            AnyPending::Over(_) => return,
        };
        history.push(step, &[]).unwrap();
    }
    show(&history);
}

/// Games in which much happens soon, and how many steps of how many of them.
fn games() -> Vec<(&'static str, Value, usize, u64)> {
    let narrow = "/a1r/r@a/1ra/";
    vec![
        ("automatafl", json!({}), 60, 6),
        ("automatafl", json!({"setup": "small"}), 400, 20),
        (
            "automatafl",
            json!({"setup": "small", "tie": "freeze"}),
            400,
            6,
        ),
        (
            "automatafl",
            json!({"setup": "small", "players": 4}),
            400,
            60,
        ),
        (
            "automatafl",
            json!({"setup": narrow, "players": 4}),
            100,
            20,
        ),
        (
            "automatafl",
            json!({"setup": "twins", "automata": 2}),
            60,
            6,
        ),
        ("combo", json!({"width": 4, "height": 4}), 200, 6),
        ("brandub", json!({}), 200, 6),
        (
            "game17",
            json!({"size": 4, "players": 2, "rounds": 12}),
            400,
            6,
        ),
        ("game17", json!({"players": 3, "rounds": 2}), 700, 1),
    ]
}

#[test]
fn what_steps_do_is_said_in_german() {
    let mut heard = Heard::default();
    for (id, options, most, times) in games() {
        for seed in 0..times {
            let mut last = 0;
            play(id, &options, seed, most, |history| {
                for frame in &history.film.frames()[last..] {
                    heard.hear(&frame.words);
                    heard.hear(&frame.moves);
                }
                last = history.len();
            });
        }
    }
    heard.all_german(400);
}

#[test]
fn squares_are_called_by_german_names() {
    let mut heard = Heard::default();
    for (id, options, most, _) in games() {
        play(id, &options, 1, most.min(80), |history| {
            let board = history.game.scene(&history.state);
            for square in board.squares() {
                heard.hear(&entry::describe(&board, square));
            }
            heard.hear(&entry::describe(&board, Square::new(30, 30)));
        });
    }
    heard.all_german(20);
}

/// Everything that the rules and the hand have against moves in a position.
fn refusals(history: &History, seat: Seat, heard: &mut Heard) {
    let spot = Situation {
        game: history.game.clone(),
        state: history.state.clone(),
        seat,
    };
    let mut did = |did: Pressed| {
        if let Pressed::Refused(reason) = did {
            heard.hear(&reason);
        }
    };
    let board = history.game.scene(&history.state);
    let mut squares: Vec<Square> = board.squares().collect();
    squares.push(Square::new(board.width(), 0));
    let name = |square| history.game.look().square_name(square);
    let mut hand = entry::open(&spot);
    for &from in &squares {
        hand.clear();
        did(hand.amount(3));
        did(hand.press(from));
        did(hand.amount(0));
        let counts: &[u32] = match hand.lit().amount {
            Some(_) => &[0, 1, 2, 3, 99],
            None => &[0],
        };
        for &count in counts {
            for &to in squares.iter().filter(|to| **to != from) {
                if count > 0 {
                    hand.clear();
                    hand.press(from);
                    did(hand.amount(count));
                }
                did(hand.drag(from, to));
            }
        }
        for &to in &squares {
            for count in ["", "=1", "=2", "=30"] {
                did(hand.typed(&format!("{}-{}{count}", name(from), name(to))));
            }
        }
        for order in ["n1", "n2", "w99", "q1", "n", "n0"] {
            did(hand.typed(&format!("{}{order}", name(from))));
        }
    }
    let wrong = "|-|--|a|a1|a1 |a1-|a1-z1|a1-a0|a99-a1|A1-a2|a1-a2=|a1-a2=0|a1-a2=99999|\
                 a1-a2 \"no. 1\"|é|3|3,|99,1n1|1,99n1|1,1|1,1n4294967295|1,1n1,|\
                 1,1n4096000000 1,1n4096000000";
    for text in wrong.split('|') {
        did(hand.typed(text));
    }
}

#[test]
fn refusals_of_the_rules_are_german() {
    let mut heard = Heard::default();
    let games = games().into_iter();
    let small = games.filter(|(id, options, ..)| match *id {
        "automatafl" => options["setup"] == "small" && options["tie"].is_null(),
        "game17" => options["size"] == 4,
        _ => true,
    });
    for (id, options, most, _) in small {
        let seats = catalog::open(id, &options).unwrap().seats();
        let (mut positions, mut is_marked) = (0, false);
        play(id, &options, 3, most, |history| {
            let is_due = match history.game.pending(&history.state) {
                AnyPending::Over(_) => true,
                AnyPending::Chance(_) => false,
                AnyPending::Choose(_) => {
                    let last = history.film.frames().last();
                    let marked = last.is_some_and(|frame| !frame.marks.marked.is_empty());
                    let first = marked && !is_marked;
                    is_marked |= marked;
                    positions += 1;
                    positions % 9 == 1 && positions < 30 || first
                }
            };
            if is_due {
                for seat in 0..=seats {
                    refusals(history, Seat(seat), &mut heard);
                }
            }
        });
    }
    heard.all_german(50);
}

#[test]
fn every_phrase_has_its_places_and_other_words() {
    for &(pattern, instead) in GERMAN.phrases.iter().copied().flatten() {
        let places = pattern.matches('{').count();
        let kinds = pattern.matches("{}").count() + pattern.matches("{words}").count();
        assert_eq!(kinds, places, "{pattern}");
        assert_eq!(instead.matches('{').count(), places, "{instead}");
        for place in 0..places {
            assert!(instead.contains(&format!("{{{place}}}")), "{instead}");
        }
    }
}

#[test]
fn a_text_is_told_in_another_language_or_as_it_is() {
    let told = |text: &str| GERMAN.told(text);
    assert_eq!(
        told("Black moves 2 from d7 to d5, captures 3 White pieces, leaves 1 on d7."),
        "Schwarz zieht 2 von d7 nach d5, schlägt 3 weiße Steine, lässt 1 auf d7."
    );
    assert_eq!(
        told(
            "The automaton stays on e3: in its row the repulsor to the left pushes, but it \
             cannot step right; in its column the attractor below is already beside it."
        ),
        "Der Automat bleibt auf e3: in seiner Reihe drückt der Abstoßer links, aber nach \
         rechts ist kein Platz; in seiner Spalte steht der Anzieher unten schon neben ihm."
    );
    assert_eq!(
        told(
            "Owner 1 sends 5 pieces with 3 orders. It takes 0,1 from owner 2 (2 pieces), \
             2,0 from owner 5 (no pieces); it loses 1 piece on 0,2 to owner 3."
        ),
        "Besitzer 1 schickt 5 Steine mit 3 Befehlen. Er nimmt 0,1 von Besitzer 2 (2 Steine), \
         2,0 von Besitzer 5 (keine Steine); er verliert 1 Stein auf 0,2 an Besitzer 3."
    );
    assert_eq!(
        told("The ice melts. Seat 1 passes."),
        "The ice melts. Platz 1 passt."
    );
    assert_eq!(told("Seat 0 and the ice"), "Seat 0 and the ice");
    assert_eq!(told("Seat 3"), "Platz 3");
    assert_eq!(
        as_sentence(told("the game is over")),
        "Das Spiel ist zu Ende."
    );
    assert_eq!(
        told("7 pieces stand on 1,1, not 99."),
        "Auf 1,1 stehen 7 Steine, nicht 99."
    );
    assert_eq!(
        as_sentence(told("d4 is marked: choose another square.")),
        "d4 ist markiert: wähle ein anderes Feld."
    );
    let english = super::of(Language::English);
    for text in ["Seat 1 passes. The ice melts.", "d4, attractor", "a  b"] {
        assert_eq!(english.told(text), text);
    }
}

#[test]
fn a_long_text_that_nobody_knows_is_given_up_soon() {
    let text = "the a, b and c moves from to owner (d), it takes no pieces on e; ".repeat(60);
    assert_eq!(GERMAN.told(&text), text.trim_end());
    let list = format!(
        "It takes {}ice.",
        "1,2 from owner 3 (4 pieces), ".repeat(30)
    );
    assert_eq!(GERMAN.told(&list), list);
}

#[test]
fn refusals_of_tables_are_german() {
    let mut heard = Heard::default();
    let refusals = [
        Refusal::NotHere,
        Refusal::WrongKey,
        Refusal::Full { most: 9 },
        Refusal::Name,
        Refusal::NotCreator,
        Refusal::NotYours,
        Refusal::NoSeat { seat: 7, seats: 2 },
        Refusal::Taken(1),
        Refusal::Empty(1),
        Refusal::NotSeated,
        Refusal::Seated(1),
        Refusal::Begun,
        Refusal::NotPlaying,
        Refusal::NotOver,
        Refusal::SeatsEmpty(vec![0, 1]),
        Refusal::NotReady(vec![1]),
        Refusal::NoCorners,
        Refusal::CornerTaken(1),
        Refusal::Silent,
        Refusal::ObserversSilent,
        Refusal::Stale { meant: 3, turn: 4 },
        Refusal::NotToAct,
        Refusal::Out,
        Refusal::TimeUp,
        Refusal::NothingSealed,
        Refusal::Offered(1),
        Refusal::Declined,
        Refusal::NoOffer(1),
        Refusal::NotAsked,
        Refusal::NobodyToAsk,
        Refusal::NoTakeback("you have not moved yet"),
        Refusal::NoClaim("the clock decides"),
        Refusal::Nothing,
    ];
    for refusal in &refusals {
        heard.hear(&refusal.to_string());
    }
    heard.all_german(refusals.len());
}

#[test]
fn what_is_seldom_said_is_german_too() {
    let mut heard = Heard::default();
    let seldom = [
        "The turn of owner 3 is void: nothing moves.",
        "3: void, round 2 ends",
        "the column wins: the attractors are equally near, but its repulsor is nearer.",
        "5 pieces cannot leave d4: only 3 there",
        "1 piece stands on 3,4, not 2",
        "no pieces stand on 3,4, not 2",
        "No pieces stand on 3,4.",
        "The white stack of 3 on d4 cannot move now.",
        "The king on d4 cannot move now.",
        "From d4 only 2 pieces can go, not 1.",
        "step 12 of the game: no piece stands on d4",
    ];
    for text in seldom {
        heard.hear(text);
    }
    heard.all_german(seldom.len());
}
