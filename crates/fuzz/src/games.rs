//! Moves, positions, states and options of all games.

use catalog::bot::{About, BotGame, line};
use catalog::{AnyState, AnyStep, Codec, GameData};
use dice::Seed;
use game::{Pending, Seat, Step, Tell as _};
use serde::Deserialize;

use crate::text;

/// The games, one in a line with its options. The first letter of an input chooses one,
/// starting at `a`.
const GAMES: &str = include_str!("../games.txt");

/// The number of lines to read.
pub(crate) const MOST_LINES: usize = 24;
/// The most draws between two moves. The games are small, so there are fewer.
const MOST_DRAWS: usize = 200;
/// The number of steps from a position.
const MOST_STEPS: u64 = 3;
/// The number of seats whose actions are listed.
const MOST_SEATS: usize = 2;

/// The game that an input chooses, and the rest of the input.
pub(crate) fn chosen(data: &[u8]) -> Option<(&'static str, GameData, &str)> {
    let text = text(data)?;
    let letter = text.chars().next().filter(char::is_ascii)?;
    let many = GAMES.lines().count();
    let number = (letter as usize + many - 'a' as usize % many) % many;
    let (id, options) = GAMES.lines().nth(number)?.split_once(' ')?;
    Some((id, serde_json::from_str(options).ok()?, &text[1..]))
}

/// Every line is a move of the first seat that is to choose; the others play something
/// legal.
pub fn moves(data: &[u8]) {
    fn run<G: BotGame>(game: G, text: &str) {
        follow(&game, text, |state, seat, line| {
            let read = game.read(state, line);
            if let Ok(action) = &read {
                let written = action.to_string();
                let again = game.read(state, &written);
                assert_eq!(
                    again.as_ref(),
                    Ok(action),
                    "{line:?} is written {written:?}"
                );
            }
            let action = read.ok()?;
            let legal = game.check(state, seat, &action);
            if let Some(list) = Codec::actions(&game, state, seat) {
                let listed = list.contains(&action);
                assert_eq!(listed, legal.is_ok(), "list and check differ on {action}");
            }
            let untyped = without_types(&game, state, seat, line);
            assert_eq!(untyped, legal.is_ok(), "{line:?}");
            legal.ok().map(|()| action)
        });
    }
    if let Some((id, options, text)) = chosen(data) {
        catalog::dispatch!(id, &options, run, text).expect("a game of the list");
    }
}

/// Plays a game. `choose` turns a line into the action of a seat, or refuses it.
pub(crate) fn follow<G: BotGame>(
    game: &G,
    text: &str,
    choose: impl Fn(&G::State, Seat, &str) -> Option<G::Action>,
) {
    let mut dice = Seed::from_number(0).stream();
    let mut state = game.start();
    for line in text.lines().take(MOST_LINES) {
        for _ in 0..MOST_DRAWS {
            if let Pending::Chance(_) = game.pending(&state) {
                let draw = game.draw(&state, &mut dice);
                game.apply(&mut state, Step::Draw(&draw));
            }
        }
        let seats = match game.pending(&state) {
            Pending::Choose(seats) => seats,
            Pending::Over(_) => {
                for seat in (0..game.seats()).map(Seat) {
                    let done = choose(&state, seat, line);
                    assert_eq!(done, None, "seat {seat} acts after the end");
                }
                return;
            }
            Pending::Chance(_) => return,
        };
        let first = seats.lowest().expect("somebody chooses");
        let bystander = (0..game.seats()).map(Seat).find(|s| !seats.contains(*s));
        if let Some(seat) = bystander {
            let done = choose(&state, seat, line);
            assert_eq!(done, None, "seat {seat} acts out of turn");
        }
        let Some(action) = choose(&state, first, line) else {
            continue;
        };
        let mut joint = vec![(first, action)];
        for seat in seats.iter().skip(1) {
            joint.push((seat, game.propose(&state, seat, &mut dice)));
        }
        let report = game.report(&state, Step::Act(&joint));
        assert!(!report.tell().is_empty());
        game.apply(&mut state, Step::Act(&joint));
        survives_json(game, &state);
    }
}

/// Whether the game without its types accepts a line. If it refuses it, nothing may
/// change.
fn without_types<G: Codec>(game: &G, state: &G::State, seat: Seat, line: &str) -> bool {
    let any = catalog::open(G::ID, &game.options_json()).expect("options are read back");
    let mut after = AnyState::new::<G>(state.clone());
    let legal = any.check(&after, seat, line).is_ok();
    let step = AnyStep::Act(vec![(seat, line.to_owned())]);
    if any.play(&mut after, &step).is_err() {
        assert_eq!(
            after.of::<G>(),
            state,
            "{line:?} is refused and changes something"
        );
    }
    legal
}

/// The text is a position.
pub fn positions(data: &[u8]) {
    fn run<G: BotGame>(game: G, text: &str) {
        if let Ok(state) = game.read_position(text) {
            examine(&game, state);
        }
    }
    if let Some((id, options, text)) = chosen(data) {
        catalog::dispatch!(id, &options, run, text).expect("a game of the list");
    }
}

/// The text is a state in JSON.
pub fn states(data: &[u8]) {
    fn run<G: BotGame>(game: G, text: &str) {
        let Ok(value) = serde_json::from_str(text) else {
            return;
        };
        if let Ok(state) = game.read_state(&value) {
            examine(&game, state);
        }
    }
    if let Some((id, options, text)) = chosen(data) {
        catalog::dispatch!(id, &options, run, text).expect("a game of the list");
    }
}

/// The choice of a game.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Chosen {
    game: String,
    options: GameData,
}

/// The text is an object with the fields `game` and `options`.
pub fn options(data: &[u8]) {
    fn run<G: BotGame>(game: G) {
        let written = game.options_json();
        let again = G::from_options(&written);
        let again = again.unwrap_or_else(|error| panic!("{written} is not read: {error}"));
        assert_eq!(again.options_json(), written);
        assert_eq!(again.start(), game.start());
        let (data, state) = (written.into(), game.start());
        catalog::round(&game.state_json(&state).into(), &data);
        let owners: Vec<u16> = game.choices().iter().map(|choice| choice.owner).collect();
        assert_eq!(GameData::from(game.with_owners(&owners)), data);
        examine(&game, state);
    }
    let read = |text| serde_json::from_str::<Chosen>(text).ok();
    let Some(Chosen { game, options }) = text(data).and_then(read) else {
        return;
    };
    if let Err(error) = catalog::dispatch!(game.as_str(), &options, run) {
        assert!(!error.to_string().is_empty());
    }
}

/// Examines a state and makes some steps from it.
pub(crate) fn examine<G: BotGame>(game: &G, mut state: G::State) {
    let seed = Seed::from_number(0);
    for number in 0..MOST_STEPS {
        survives_json(game, &state);
        let mut dice = seed.draw(number);
        match game.pending(&state) {
            Pending::Over(_) => return,
            Pending::Chance(_) => {
                let draw = game.draw(&state, &mut dice);
                assert_eq!(game.check_draw(&state, &draw), Ok(()), "{draw:?}");
                let written = game.draw_json(&draw);
                let read = game.read_draw(&state, &written);
                assert_eq!(read.as_ref(), Ok(&draw), "{written}");
                assert!(!game.report(&state, Step::Draw(&draw)).tell().is_empty());
                game.apply(&mut state, Step::Draw(&draw));
            }
            Pending::Choose(seats) => {
                assert!(!seats.is_empty(), "nobody chooses: {state:?}");
                let mut joint = Vec::new();
                for (nth, seat) in seats.iter().enumerate() {
                    let action = game.propose(&state, seat, &mut dice);
                    if nth < MOST_SEATS {
                        may(game, &state, seat, &action);
                    }
                    joint.push((seat, action));
                }
                assert!(!game.report(&state, Step::Act(&joint)).tell().is_empty());
                game.apply(&mut state, Step::Act(&joint));
            }
        }
    }
    survives_json(game, &state);
}

/// Checks that a seat may choose what is proposed and everything that is listed, and
/// that a bot gets a request and may answer the same.
fn may<G: BotGame>(game: &G, state: &G::State, seat: Seat, proposed: &G::Action) {
    let allowed = |action: &G::Action| {
        assert_eq!(
            game.check(state, seat, action),
            Ok(()),
            "{action} is offered"
        );
    };
    allowed(proposed);
    let written = proposed.to_string();
    assert_eq!(
        game.read(state, &written).as_ref(),
        Ok(proposed),
        "{written:?}"
    );
    if let Some(list) = Codec::actions(game, state, seat) {
        list.iter().for_each(allowed);
        assert!(
            list.contains(proposed),
            "{proposed} is proposed, not listed"
        );
    }
    let request = line(&game.request(state, seat, &About::default()));
    assert!(!request.contains('\n'));
    let answer = line(&game.write_answer(proposed));
    assert_eq!(
        game.answer(state, seat, &answer).as_ref(),
        Ok(proposed),
        "{answer}"
    );
}

/// Checks that a state stays the same when it is written and read.
fn survives_json<G: Codec>(game: &G, state: &G::State) {
    let written = game.state_json(state);
    let again = serde_json::from_str(&written.to_string()).expect("JSON that was written");
    let read = game.read_state(&again);
    let read = read.unwrap_or_else(|error| panic!("{written} is not read: {error}"));
    assert_eq!(game.state_json(&read), written);
    assert_eq!(game.pending(&read), game.pending(state), "{written}");
}
