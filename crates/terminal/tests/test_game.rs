//! A made-up game goes through everything that treats all games alike. Its code is in its
//! folders in `catalog` and `players` and in `testkit`; nothing here knows its rules.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};

use arena::bout::Recording;
use arena::clock::Wall;
use arena::entrant::{Entrant, House};
use arena::local::Local;
use catalog::bot::{About, read_request};
use catalog::referee::Referee;
use catalog::{AnyGame, AnyPending, AnyStep, GAMES, GameData};
use contest::{Fixture, Format, Outcome, Plan};
use dice::Seed;
use picture::{Colours, Film, Marks, Theme, raster, svg, text};
use players::roster::{LEVELS, Spec};
use protocol::{Clock, Record};
use record::analysis;
use sandbox::Limits;
use search::control::Control;
use terminal::computers::Computers;
use terminal::keep::Keep;
use terminal::plain::{self, Prompt};
use terminal::session::{Input, Session};

/// The last game of the list is the made-up one.
fn made_up() -> Box<dyn AnyGame> {
    let id = GAMES[GAMES.len() - 1].id;
    assert_eq!(GAMES.len(), 5, "the feature test-game is off");
    catalog::open(id, &GameData::NULL).unwrap()
}

fn id() -> &'static str {
    made_up().info().id
}

/// A random game, step by step.
fn random_steps(game: &dyn AnyGame, seed: u64) -> Vec<AnyStep> {
    let seed = Seed::from_number(seed);
    let mut state = game.start();
    let mut steps = Vec::new();
    loop {
        let mut dice = seed.draw(steps.len() as u64);
        let step = match game.pending(&state) {
            AnyPending::Over(_) => return steps,
            AnyPending::Chance(_) => AnyStep::Draw(game.draw(&state, &mut dice)),
            AnyPending::Choose(seats) => {
                let acts = seats.iter();
                AnyStep::Act(
                    acts.map(|seat| (seat, game.propose(&state, seat, &mut dice)))
                        .collect(),
                )
            }
        };
        game.play(&mut state, &step).unwrap();
        steps.push(step);
    }
}

#[test]
fn states_options_and_draws_travel_as_json() {
    let game = made_up();
    assert!(catalog::open(id(), &game.options()).is_ok());
    let mut state = game.start();
    for step in random_steps(&*game, 17) {
        let read = game.read_state(&game.state_data(&state)).unwrap();
        assert_eq!(game.state_data(&read), game.state_data(&state));
        assert!(!game.report(&state, &step).unwrap().data.is_null());
        game.play(&mut state, &step).unwrap();
    }
}

#[test]
fn the_referee_answers() {
    let answer = |line: String| Referee::default().answer(&line).to_string();
    let id = id();
    let turn = answer(format!(r#"{{"game":"{id}","do":"turn","draw":1}}"#));
    assert!(turn.contains(r#""ending":null"#), "{turn}");
    let wrong = answer(format!(r#"{{"game":"{id}","do":"turn","draw":7}}"#));
    assert!(wrong.contains("error"), "{wrong}");
}

#[test]
fn bots_are_asked_and_answer() {
    let game = made_up();
    let mut state = game.start();
    let mut asked = 0;
    for step in random_steps(&*game, 17) {
        if let AnyStep::Act(acts) = &step {
            for (seat, action) in acts {
                let line = game.request(&state, *seat, &About::default()).line();
                let (there, seen, theirs) = read_request(id(), &line).unwrap();
                assert_eq!(theirs, *seat);
                assert_eq!(there.state_data(&seen), game.state_data(&state));
                let answer = game.write_answer(&state, action).unwrap().line();
                assert_eq!(game.answer(&state, *seat, &answer).as_ref(), Ok(action));
                asked += 1;
            }
        }
        game.play(&mut state, &step).unwrap();
    }
    assert!(asked > 0);
}

/// Plays a contest of these levels. Gives its records too.
fn contest(format: Format, levels: &[&str], games: u64) -> (Outcome, Vec<Record>) {
    let game = made_up();
    let entrants = levels
        .iter()
        .map(|level| Entrant::find(&*game, level).unwrap());
    let entrants: Vec<Entrant> = entrants.collect();
    let names: Vec<String> = levels.iter().map(|level| (*level).to_owned()).collect();
    let seats = usize::from(game.seats());
    let plan = Plan {
        games,
        seed: Seed::from_number(5),
        ..Plan::new(id(), game.options(), seats, format, names.clone())
    };
    let local = Local {
        game,
        players: names.into_iter().zip(entrants).collect(),
        house: House::built_in(),
        processor_time: false,
        opening: 2,
        openings: Vec::new(),
        cores: Vec::new(),
        recording: Recording::Yes,
    };
    let stop = AtomicBool::new(false);
    let records = std::sync::Mutex::new(Vec::new());
    let play = |fixture: &Fixture| {
        let (played, record) = local.play(fixture, &stop)?;
        records.lock().unwrap().push(record.unwrap());
        Ok(played)
    };
    let outcome = contest::run(&plan, None, &play, &|_| {}, &stop).unwrap();
    (outcome, records.into_inner().unwrap())
}

#[test]
fn matches_and_contests_are_played_and_their_records_verified() {
    let (outcome, records) = contest(Format::Match, &["strong", "random"], 20);
    assert!(outcome.finished && records.len() == 20);
    let (outcome, more) = contest(Format::RoundRobin, &LEVELS, 2);
    assert!(outcome.finished && outcome.standings.rows.len() == LEVELS.len());
    let mut drawn = 0;
    for record in records.iter().chain(&more) {
        let verified = record::verify(record).unwrap().verified;
        assert_eq!(verified.steps, record.steps.len());
        assert!(verified.draws > 0);
        drawn += usize::from(
            record
                .ending
                .as_ref()
                .is_some_and(|it| it.reason == "max-turns"),
        );
        let text = serde_json::to_vec(record).unwrap();
        assert_eq!(Record::read(&text).as_ref(), Ok(record));
    }
    assert!(drawn > 0, "no game was drawn");
}

#[test]
fn records_are_analysed() {
    let game = made_up();
    let (_, records) = contest(Format::Match, &["medium", "weak"], 2);
    let spec: Spec = "strong".parse().unwrap();
    let (clock, stop) = (Wall::start(), AtomicBool::new(false));
    let opinion = |state: &catalog::AnyState| {
        let control = || Control::new(spec.limits(), &clock, &stop);
        let opinions = analysis::position(&*game, state, &spec, 1, control);
        Ok::<_, record::RecordError>(opinions.unwrap())
    };
    let mut told = 0;
    let judged = analysis::whole_game(&*game, &records[0], opinion, |_| told += 1).unwrap();
    assert!(told > 0 && judged.steps.len() == told);
}

#[test]
fn boards_are_drawn_as_svg_text_and_film() {
    let game = made_up();
    let steps = random_steps(&*game, 17);
    let frames = steps.iter().map(|step| (step, &[][..]));
    let film = Film::new(&*game, frames).unwrap();
    assert_eq!(film.len(), steps.len());
    let style = svg::Style {
        theme: Theme::Light,
        colours: Colours::seats(game.seats()),
        coordinates: true,
    };
    let scene = game.scene(&game.start());
    let drawn = svg::board(&scene, &Marks::default(), &style);
    assert!(drawn.starts_with("<svg"), "{drawn}");
    let lines = text::lines(&scene, &Marks::default(), &text::Style::plain());
    assert!(lines.iter().any(|line| line.contains('O')), "{lines:?}");
    let shots = raster::shots(&film, &style, 1.0);
    assert!(shots.len() > steps.len());
    let mut gif = Vec::new();
    raster::gif(&mut gif, &shots, 200, |_| {}).unwrap();
    assert!(gif.starts_with(b"GIF89a"));
}

/// Plays at a table in this process, as the terminal does: a person against a computer.
/// Gives what was printed, and the record.
fn at_a_table(lines: &[&str]) -> (String, Record) {
    let (inputs, inbox): (Sender<Input>, Receiver<Input>) = channel();
    let plan = terminal::session::Plan {
        game: id().to_owned(),
        options: GameData::NULL,
        clock: Clock::None,
        people: BTreeMap::from([(0, "You".to_owned())])
            .into_iter()
            .collect(),
        computers: vec![None, Some("strong".to_owned())],
        typed: Vec::new(),
        seed: Seed::from_number(17),
    };
    let thinkers = Computers::new(BTreeMap::new(), None, Limits::default(), inputs.clone());
    let mut session = Session::begin(&plan, thinkers, &[]).unwrap();
    for line in lines {
        inputs.send(Input::Line((*line).to_owned())).unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let keep = Keep {
        file: None,
        record: Some(folder.path().join("record.json")),
    };
    let mut out = Vec::new();
    plain::play(&mut session, &inbox, &mut out, &keep, Prompt::Line).unwrap();
    let record = std::fs::read(folder.path().join("record.json")).unwrap();
    (
        String::from_utf8(out).unwrap(),
        Record::read(&record).unwrap(),
    )
}

#[test]
fn a_game_is_played_at_a_table_by_typing() {
    let (text, record) = at_a_table(&["nonsense", "rest", "rest", "pull", "pull", "pull", "rest"]);
    assert!(record.ending.is_some(), "{text}");
    assert!(record::verify(&record).unwrap().verified.draws > 0);
    let action = made_up().info().sample.action;
    assert!(text.contains(action), "{text}");
}
