//! Tables in this process, driven like the loops of the terminal do.

#[path = "terminal/screens.rs"]
mod screens;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use dice::Seed;
use protocol::{Clock, GameData, OfferKind, Phase, Request, TableView};
use sandbox::Limits;
use terminal::computers::Computers;
use terminal::follow::Follow;
use terminal::saved::Saved;
use terminal::seating::{Seating, computers};
use terminal::session::{Input, Plan, Session};

/// A session, what it shows, and what its computer players find.
struct Played {
    session: Session,
    follow: Follow,
    inbox: Receiver<Input>,
}

impl Played {
    fn begin(game: &str, people: &[(u16, &str)], computers: &[Option<&str>]) -> Played {
        let (inputs, inbox) = channel();
        let name = |name: &Option<&str>| name.map(str::to_owned);
        let plan = Plan {
            game: game.to_owned(),
            options: GameData::NULL,
            clock: Clock::None,
            people: people
                .iter()
                .map(|(seat, name)| (*seat, (*name).to_owned()))
                .collect(),
            computers: computers.iter().map(name).collect(),
            typed: Vec::new(),
            seed: Seed::from_number(17),
        };
        let thinkers = Computers::new(BTreeMap::new(), None, Limits::default(), inputs);
        let session = Session::begin(&plan, thinkers, &[]).unwrap();
        Played::of(session, inbox)
    }

    fn resume(file: &Path) -> Played {
        let (inputs, inbox) = channel();
        let saved = Saved::read(file).unwrap();
        let seats = saved.players.iter();
        let seats: Vec<Seating> = seats
            .map(|text| Seating::read(&saved.game, text).unwrap())
            .collect();
        let (_, others) = computers(&saved.game, &seats);
        let names: Vec<String> = others.keys().cloned().collect();
        let thinkers = Computers::new(others, None, Limits::default(), inputs);
        let seed = Seed::from_number(18);
        let session = Session::resume(&saved, seed, thinkers, &names).unwrap();
        Played::of(session, inbox)
    }

    fn of(session: Session, inbox: Receiver<Input>) -> Played {
        let mut played = Played {
            session,
            follow: Follow::default(),
            inbox,
        };
        played.session.pump(&mut played.follow).unwrap();
        played
    }

    fn wish(&mut self, request: Request) {
        self.session.wish(&mut self.follow, request).unwrap();
        assert!(self.session.is_settled());
    }

    fn moves(&mut self, action: &str) {
        let turn = self.turn();
        let action = action.to_owned();
        self.wish(Request::Move { turn, action });
    }

    fn turn(&self) -> u64 {
        self.follow.view.as_ref().unwrap().turn
    }

    fn steps(&self) -> usize {
        let steps = self.follow.view.as_ref().unwrap().steps;
        assert_eq!(self.follow.history.as_ref().unwrap().len(), steps);
        steps
    }

    fn sealed(&self) -> Option<&str> {
        let you = self.follow.view.as_ref()?.you.as_ref()?;
        you.sealed.as_deref()
    }

    /// Waits until a person here is to move.
    fn until_turn(&mut self) {
        while !self.follow.may_move() {
            match self.inbox.recv_timeout(Duration::from_secs(60)).unwrap() {
                Input::Found(found) => self.session.found(found),
                other => panic!("{other:?}"),
            }
            self.session.pump(&mut self.follow).unwrap();
        }
    }
}

fn data(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    folder.join(format!("{name}-0.1.json"))
}

#[test]
fn a_computer_moves_and_moves_can_be_taken_back() {
    let mut played = Played::begin("brandub", &[(0, "You")], &[None, Some("random")]);
    assert!(played.follow.may_move());
    played.moves("d1-c1");
    played.until_turn();
    assert_eq!(played.steps(), 2);
    let what = OfferKind::Takeback;
    played.wish(Request::Offer { what });
    assert_eq!(played.steps(), 0);
    assert!(played.follow.may_move());
    played.moves("d1-b1");
    played.until_turn();
    assert_eq!(played.steps(), 2);
}

#[test]
fn a_refusal_is_a_sentence() {
    let mut played = Played::begin("brandub", &[(0, "You")], &[None, Some("random")]);
    played.moves("a1-a2");
    let notices = played.session.notices();
    assert!(
        matches!(&notices[..], [notice] if notice.ends_with('.')),
        "{notices:?}"
    );
    assert!(played.follow.may_move());
}

#[test]
fn two_people_take_turns_and_see_only_their_own_secrets() {
    let mut played = Played::begin("automatafl", &[(0, "Ann"), (1, "Bo")], &[]);
    assert_eq!(played.session.handover(&played.follow), None);
    played.moves("a1-a5");
    assert_eq!(played.sealed(), Some("a1-a5"));
    let next = played.session.handover(&played.follow).unwrap();
    assert_eq!((next.person, next.seat, next.is_secret), (1, 1, true));
    played.session.look_as(&mut played.follow, 1).unwrap();
    assert_eq!(played.sealed(), None);
    assert_eq!(played.follow.seat(), Some(1));
    played.moves("k5-k4");
    assert_eq!(played.steps(), 1);
    // Both take back without being asked.
    let what = OfferKind::Takeback;
    played.wish(Request::Offer { what });
    assert_eq!(played.steps(), 0);
}

#[test]
fn without_people_you_observe_the_computers() {
    let mut played = Played::begin("brandub", &[], &[Some("random"), Some("random")]);
    assert_eq!(played.follow.seat(), None);
    for _ in 0..10 {
        match played.inbox.recv_timeout(Duration::from_secs(60)).unwrap() {
            Input::Found(found) => played.session.found(found),
            other => panic!("{other:?}"),
        }
        played.session.pump(&mut played.follow).unwrap();
    }
    assert_eq!(played.steps(), 10);
}

#[test]
fn a_game_is_saved_and_resumed() {
    let mut played = Played::begin("automatafl", &[(0, "Ann"), (1, "Bo")], &[]);
    played.moves("a1-a5");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("saved.json");
    played.session.save(&file, &played.follow).unwrap();
    let mut again = Played::resume(&file);
    // The file does not say which person is at the keyboard now.
    assert!(again.session.handover(&again.follow).is_some());
    again.session.look_as(&mut again.follow, 0).unwrap();
    assert_eq!(again.sealed(), Some("a1-a5"));
    // Everything is as it was, except that the hall was down.
    let was = played.follow.view.as_deref().unwrap();
    let is = again.follow.view.as_deref().unwrap();
    let (seq, at) = (was.seq, was.at);
    assert_eq!(
        TableView {
            seq,
            at,
            ..is.clone()
        },
        *was
    );
}

#[test]
fn games_saved_by_version_0_1_go_on() {
    let mut played = Played::resume(&data("automatafl"));
    let squares = |played: &Played| {
        let conflict = played.follow.view.as_ref()?.conflict.clone()?;
        Some(conflict.squares)
    };
    assert_eq!(squares(&played), Some(vec!["a5".to_owned()]));
    assert_eq!(played.sealed(), None);
    played.session.look_as(&mut played.follow, 1).unwrap();
    assert_eq!(played.sealed(), Some("k5-k4"));
    played.session.look_as(&mut played.follow, 0).unwrap();
    played.moves("a1-a4");
    assert_eq!(squares(&played), None);

    let mut played = Played::resume(&data("brandub"));
    played.until_turn();
    let before = played.steps();
    played.moves("d7-c7");
    played.until_turn();
    assert_eq!(played.steps(), before + 2);

    let mut played = Played::resume(&data("game17"));
    played.until_turn();
    let before = played.steps();
    played.moves("-");
    played.until_turn();
    assert!(played.steps() > before);
    played.wish(Request::Resign);
    assert!(played.follow.is(Phase::Over));
}
