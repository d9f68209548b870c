//! Every diagram shows what it is named after.

use std::collections::BTreeSet;

use catalog::Value;
use entry::Pressed;
use game::{Dice, Message, Seat};

use super::bench::{Bench, Told};
use crate::texts::{Language, Part};
use catalog::learn::Shows::{self, Ends, Refuses, Says, Steps};
use catalog::learn::{Diagram, Kind, all, diagram};

/// Always throws the same.
struct Fixed(u64);

impl Dice for Fixed {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        self.0
    }
}

fn hold(
    diagram: &Diagram,
    moves: &[&str],
    shows: &[Shows],
    told: &Result<Told, Message>,
    bench: &Bench,
) {
    let name = format!("{} {moves:?}", diagram.id);
    assert!(!shows.is_empty(), "{name} shows nothing");
    for shown in shows {
        match (shown, told) {
            (Says(place, value), Ok(told)) => {
                let value: Value = serde_json::from_str(value).unwrap();
                assert!(
                    says(told, place, &value),
                    "{name}: no {place} = {value} in {:?}",
                    told.reports
                );
            }
            (Steps(rule, to, because), Ok(told)) => {
                for (field, value) in [
                    ("rule", Value::from(*rule)),
                    ("to", Value::from(*to)),
                    ("because", Value::from(*because)),
                ] {
                    let place = format!("/automata/0/{field}");
                    assert!(says(told, &place, &value), "{name}: no {place} = {value}");
                }
            }
            (Ends(reason), Ok(_)) => {
                assert_eq!(
                    bench.ending().map(|ending| ending.reason),
                    Some(*reason),
                    "{name}"
                );
            }
            (Refuses(words), Err(reason)) => {
                let reason = catalog::english(reason).to_lowercase();
                assert!(reason.contains(words), "{name}: {reason}");
            }
            (shown, told) => panic!("{name} should show {shown:?}, not {told:?}"),
        }
    }
}

/// Enters a move as the reader does.
fn enter(bench: &mut Bench, text: &str) -> Result<Told, Message> {
    let spot = bench.spot().expect("the reader's turn");
    match entry::open(&spot).typed(text) {
        Pressed::Entered(action) => bench.enter(&action, &mut Fixed(7)),
        Pressed::Refused(reason) => Err(reason),
        other => panic!("{other:?}"),
    }
}

/// Whether a report has this value at this place, such as `/moves/0/outcome`.
fn says(told: &Told, place: &str, value: &Value) -> bool {
    use catalog::AsJson as _;
    let mut reports = told.reports.iter();
    reports.any(|report| report.data.as_json().pointer(place) == Some(value))
}

#[test]
fn every_diagram_shows_what_it_is_named_after() {
    for diagram in all() {
        let bench = Bench::new(diagram).unwrap_or_else(|error| panic!("{}: {error}", diagram.id));
        assert!(
            bench.spot().is_some(),
            "{}: it is not the reader's turn",
            diagram.id
        );
        bench.board();
        if diagram.kind == Kind::Table {
            hold(diagram, &[], diagram.shows, &bench.foreseen(), &bench);
        } else {
            assert!(
                !diagram.tries.is_empty(),
                "{} has nothing to try",
                diagram.id
            );
        }
        for attempt in diagram.tries {
            let mut bench = Bench::new(diagram).unwrap();
            let (last, before) = attempt.moves.split_last().unwrap();
            for text in before {
                enter(&mut bench, text)
                    .unwrap_or_else(|error| panic!("{} {text}: {error}", diagram.id));
            }
            let told = enter(&mut bench, last);
            hold(diagram, attempt.moves, attempt.shows, &told, &bench);
            if diagram.kind == Kind::Table {
                // The automaton then does what the table says.
                hold(diagram, attempt.moves, attempt.shows, &bench.step(), &bench);
            }
        }
    }
}

#[test]
fn the_first_entry_of_every_other_seat_is_legal() {
    for diagram in all() {
        let bench = Bench::new(diagram).unwrap();
        for (seat, entries) in diagram.others {
            let checked = bench.game().check(bench.state(), Seat(*seat), entries[0]);
            assert!(checked.is_ok(), "{}: {checked:?}", diagram.id);
        }
        assert_eq!(bench.given().len(), diagram.others.len(), "{}", diagram.id);
    }
}

#[test]
fn a_diagram_can_be_played_again_after_a_conflict_and_is_done_after_the_turn() {
    let mut bench = Bench::new(diagram("source-conflict").unwrap()).unwrap();
    assert!(enter(&mut bench, "a1-a2").unwrap().is_conflict());
    assert_eq!(bench.given(), [(Seat(1), "e5-e4".to_owned())]);
    assert!(!enter(&mut bench, "c1-c2").unwrap().is_conflict());
    assert!(bench.spot().is_none());
}

#[test]
fn every_language_shows_every_diagram_of_its_game_once() {
    let mut orders = Vec::new();
    for language in Language::ALL {
        let mut order = Vec::new();
        for info in catalog::GAMES {
            let rules = language.texts().learn.rules(info.id).unwrap();
            for section in rules.sections {
                order.push(format!("#{}", section.id));
                for part in section.parts {
                    if let Part::Try { diagram: id, .. } = part {
                        let known = diagram(id).unwrap_or_else(|| panic!("no diagram {id}"));
                        assert_eq!(known.game, info.id, "{id}");
                        order.push((*id).to_owned());
                    }
                }
            }
        }
        let shown: BTreeSet<&str> = order
            .iter()
            .map(String::as_str)
            .filter(|id| !id.starts_with('#'))
            .collect();
        let there: BTreeSet<&str> = all().map(|diagram| diagram.id).collect();
        assert_eq!(shown, there, "{}", language.name());
        assert_eq!(
            order.iter().filter(|id| !id.starts_with('#')).count(),
            all().count()
        );
        orders.push(order);
    }
    assert_eq!(orders[0], orders[1]);
}
