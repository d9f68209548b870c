//! Screens as text, and how keys and the mouse change them.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use dice::Seed;
use picture::Theme;
use protocol::{Clock, Identity, NewTable, Request};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use ratatui::style::Color;
use serde_json::{Value, json};
use table::{Actor, Command, Person, Settings, Table, project};

use terminal::draw::draw;
use terminal::layout::Layout;
use terminal::model::{Model, Wish};
use terminal::paint::{Depth, Paint};

const PLAIN: Paint = Paint {
    depth: Depth::None,
    theme: Theme::Dark,
};
const COLOUR: Paint = Paint {
    depth: Depth::True,
    theme: Theme::Dark,
};

const ANN: Identity = Identity(1);
const BO: Identity = Identity(2);

/// A table for two people, seen by the first.
struct Stage {
    table: Table,
    model: Model,
    now: u64,
}

impl Stage {
    fn new(game: &str, options: Value, window: (u16, u16)) -> Stage {
        let new = NewTable {
            options: options.into(),
            seat: Some(0),
            clock: Clock::Total {
                ms: 300_000,
                increment_ms: 0,
            },
            ..NewTable::of(game)
        };
        let ann = Person {
            identity: ANN,
            name: "Ann".to_owned(),
            program: false,
        };
        let settings = Settings::from_new(new, ann, None).unwrap();
        let log = Table::create(1000, &settings, Seed::from_number(5)).unwrap();
        let mut stage = Stage {
            table: Table::replay(&log).unwrap(),
            model: Model::new(Rect::new(0, 0, window.0, window.1), None),
            now: 1000,
        };
        stage
            .model
            .follow
            .viewed(stage.table.view(Some(ANN)))
            .unwrap();
        stage.order(
            BO,
            Request::Join {
                name: "Bo".to_owned(),
                program: false,
                key: None,
            },
        );
        stage.order(BO, Request::Sit { seat: 1 });
        stage.order(BO, Request::Ready { ready: true });
        stage.order(ANN, Request::Ready { ready: true });
        stage
    }

    fn order(&mut self, who: Identity, request: Request) {
        self.now += 1;
        let command = Command::new(self.now, Actor::Identity(who), request);
        let events = self.table.decide(self.now, &command);
        for event in events.unwrap_or_else(|refusal| panic!("{command:?}: {refusal}")) {
            self.table.apply(&event).unwrap();
            let view = self.table.view(Some(ANN));
            let follow = &mut self.model.follow;
            follow.set_time(self.now, self.now);
            if let Some(event) = project(&event, self.table.viewer(ANN)) {
                follow.changed(view, &event).unwrap();
            }
            assert!(!follow.wants_record());
        }
        self.model.refresh();
    }

    fn guest_moves(&mut self, action: &str) {
        let turn = self.model.follow.view.as_ref().unwrap().turn;
        let action = action.to_owned();
        self.order(BO, Request::Move { turn, action });
    }

    /// Handles an event and returns the resulting wishes.
    fn event(&mut self, event: &Event) -> Vec<Wish> {
        let wishes = self.model.event(event);
        for wish in &wishes {
            if let Wish::Table(request) = wish {
                self.order(ANN, request.clone());
            }
        }
        wishes
    }

    fn key(&mut self, code: KeyCode) -> Vec<Wish> {
        self.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    fn keys(&mut self, text: &str) -> Vec<Wish> {
        let keys = text.chars().map(|letter| match letter {
            '\n' => KeyCode::Enter,
            letter => KeyCode::Char(letter),
        });
        keys.collect::<Vec<_>>()
            .into_iter()
            .flat_map(|key| self.key(key))
            .collect()
    }

    fn click(&mut self, square: game::Square) -> Vec<Wish> {
        let board = self.model.board().unwrap();
        let layout = Layout::of(self.model.window, &board).unwrap();
        let at = layout.grid.middle(&board, square);
        let press = |kind| {
            Event::Mouse(MouseEvent {
                kind,
                column: at.x,
                row: at.y,
                modifiers: KeyModifiers::NONE,
            })
        };
        let mut wishes = self.event(&press(MouseEventKind::Down(MouseButton::Left)));
        wishes.extend(self.event(&press(MouseEventKind::Up(MouseButton::Left))));
        wishes
    }

    fn wheel(&mut self, kind: MouseEventKind) {
        self.event(&Event::Mouse(MouseEvent {
            kind,
            column: 0,
            row: 0,
            modifiers: KeyModifiers::NONE,
        }));
    }

    fn terminal(&self, paint: Paint) -> Terminal<TestBackend> {
        let Rect { width, height, .. } = self.model.window;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal
            .draw(|frame| draw(frame, &self.model, paint, self.now))
            .unwrap();
        terminal
    }

    fn screen(&self, paint: Paint) -> String {
        let terminal = self.terminal(paint);
        let buffer = terminal.backend().buffer();
        let rows = buffer.content().chunks(usize::from(buffer.area.width));
        let rows = rows.map(|row| {
            let row: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
            row.trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}

fn is_move(request: &Request, typed: &str) -> bool {
    matches!(request, Request::Move { action, .. } if action == typed)
}

#[track_caller]
fn shows(screen: &str, words: &[&str]) {
    for word in words {
        assert!(
            screen.contains(word),
            "{word:?} is not on the screen:\n{screen}"
        );
    }
}

#[test]
fn every_game_shows_board_coordinates_players_and_clocks() {
    for (game, options, words) in [
        (
            "brandub",
            json!({}),
            [
                "4  t  t  T  K  T  t  t",
                "a  b  c  d  e  f  g",
                "Attackers: Ann (you)",
            ],
        ),
        (
            "combo",
            json!({}),
            ["8  b1  b1  b1", "a   b   c", "White: Bo"],
        ),
        (
            "automatafl",
            json!({}),
            ["11  r  .  .  .  a  r  a", "a  b  c  d", "1 Bo: a11 k11"],
        ),
        (
            "game17",
            json!({"size": 4, "rounds": 3, "players": 2}),
            ["best zombie", "A Ann (you)", "B Bo"],
        ),
    ] {
        let screen = Stage::new(game, options, (100, 24)).screen(PLAIN);
        shows(&screen, &words);
        shows(&screen, &["5:00", "? help", "q quit"]);
    }
}

#[test]
fn squares_have_colours_only_if_colours_are_on() {
    for game in ["brandub", "combo", "automatafl", "game17"] {
        let mut stage = Stage::new(game, json!({}), (120, 40));
        stage.keys("\n");
        let terminal = stage.terminal(PLAIN);
        let cells = terminal.backend().buffer().content();
        assert!(
            cells
                .iter()
                .all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset)
        );
        let terminal = stage.terminal(COLOUR);
        let cells = terminal.backend().buffer().content();
        assert!(
            cells.iter().any(|cell| matches!(cell.bg, Color::Rgb(..))),
            "{game}"
        );
    }
}

#[test]
fn a_window_too_small_says_what_size_it_needs() {
    let mut stage = Stage::new("automatafl", json!({}), (39, 30));
    shows(
        &stage.screen(PLAIN),
        &["too small", "39 x 30", "needs 40 x 18"],
    );
    stage.event(&Event::Resize(40, 17));
    shows(&stage.screen(PLAIN), &["too small"]);
    stage.event(&Event::Resize(40, 18));
    shows(&stage.screen(PLAIN), &["a  b  c  d  e  f  g  h  i  j  k"]);
    stage.event(&Event::Resize(1, 1));
    stage.screen(PLAIN);
    stage.event(&Event::Resize(200, 60));
    shows(&stage.screen(COLOUR), &["▐ @ ▌"]);
}

#[test]
fn the_cursor_enters_moves_and_targets_have_signs() {
    let mut stage = Stage::new("brandub", json!({}), (90, 24));
    stage.model.cursor = game::Square::new(3, 0);
    assert_eq!(stage.keys("\n"), []);
    shows(
        &stage.screen(PLAIN),
        &["x  o  o {t} o  o  x", "{ } chosen", "can go"],
    );
    stage.keys("h\n");
    shows(
        &stage.screen(PLAIN),
        &["x  . [t][.] .  .  x", "1. d1-c1", "Bo to move."],
    );
    stage.guest_moves("d3-c3");
    shows(&stage.screen(PLAIN), &["Your move.", "2. d3-c3"]);
}

#[test]
fn two_clicks_are_a_move_and_a_refusal_is_a_sentence() {
    let mut stage = Stage::new("brandub", json!({}), (90, 24));
    stage.click(game::Square::new(3, 3));
    shows(&stage.screen(PLAIN), &["is not yours"]);
    stage.click(game::Square::new(3, 0));
    let wishes = stage.click(game::Square::new(2, 0));
    assert!(matches!(&wishes[..], [Wish::Table(request)] if is_move(request, "d1-c1")));
}

#[test]
fn the_wheel_and_digits_change_the_number_of_pieces() {
    let position = "x8/x8/x8/b3,x7/x8/x8/x8/w,x7 b";
    let mut stage = Stage::new("combo", json!({"position": position}), (90, 24));
    stage.click(game::Square::new(0, 3));
    shows(&stage.screen(PLAIN), &["3 of 3 go from a4"]);
    stage.wheel(MouseEventKind::ScrollDown);
    shows(&stage.screen(PLAIN), &["2 of 3 go from a4"]);
    stage.keys("1");
    shows(&stage.screen(PLAIN), &["1 of 3 go from a4"]);
    let wishes = stage.click(game::Square::new(1, 3));
    assert!(matches!(&wishes[..], [Wish::Table(request)] if is_move(request, "a4-b4=1")));
}

#[test]
fn a_wrong_typed_move_stays_for_correction() {
    let mut stage = Stage::new("brandub", json!({}), (90, 24));
    stage.keys(":d1-d9\n");
    shows(&stage.screen(PLAIN), &["> d1-d9", "from 1 to 7"]);
    stage.key(KeyCode::Esc);
    let wishes = stage.keys(":d1-c1\n");
    assert!(matches!(&wishes[..], [Wish::Table(request)] if is_move(request, "d1-c1")));
}

#[test]
fn a_conflict_is_marked_and_names_the_players_who_choose_again() {
    let mut stage = Stage::new("automatafl", json!({}), (100, 30));
    stage.keys(":a1-a5\n");
    shows(
        &stage.screen(PLAIN),
        &["a1-a5 is sealed", "=r=", "= 0 Ann (you)"],
    );
    stage.guest_moves("k5-a5");
    let screen = stage.screen(PLAIN);
    shows(
        &screen,
        &[
            "!r!",
            "! ! conflict",
            "CONFLICT: Ann a1-a5, Bo k5-a5",
            "Again: Ann, Bo",
        ],
    );
    let terminal = stage.terminal(COLOUR);
    let marks = terminal
        .backend()
        .buffer()
        .content()
        .iter()
        .filter(|cell| cell.symbol() == "!");
    let red = marks.filter(|cell| matches!(cell.bg, Color::Rgb(r, g, _) if r > 180 && g < 140));
    assert!(red.count() >= 2);
}

#[test]
fn the_automaton_is_explained_and_its_step_is_marked() {
    let mut stage = Stage::new("automatafl", json!({}), (100, 30));
    shows(
        &stage.screen(PLAIN),
        &[
            "It would stay on f6",
            "column: ↑ repulsor 4, ↓ repulsor 4: nothing",
        ],
    );
    stage.keys(":b6-c6\n");
    stage.guest_moves("a1-b1");
    let screen = stage.screen(PLAIN);
    shows(&screen, &["It would step", "rule 2", "its next step"]);
}

#[test]
fn a_covered_screen_shows_nothing_of_the_game_until_a_key_is_pressed() {
    let mut stage = Stage::new("automatafl", json!({}), (80, 24));
    stage.keys(":a1-a5\n");
    stage.model.change_viewer();
    stage.model.cover = Some(terminal::session::Handover {
        person: 1,
        seat: 1,
        is_secret: true,
    });
    let screen = stage.screen(COLOUR);
    shows(&screen, &["Bo (Seat 1) is next.", "press any key"]);
    for secret in ["a1", "a5", "▐", "Moves", "sealed"] {
        assert!(!screen.contains(secret), "{secret}:\n{screen}");
    }
    assert_eq!(stage.keys("x"), [Wish::Uncover]);
}

#[test]
fn orders_of_game_17_are_listed_and_a_key_ends_the_turn() {
    let options = json!({"size": 4, "rounds": 2, "players": 2});
    let mut stage = Stage::new("game17", options, (100, 30));
    let to_act = stage
        .model
        .follow
        .view
        .as_ref()
        .unwrap()
        .game
        .to_act
        .clone();
    if to_act != [0] {
        stage.guest_moves("-");
    }
    let own = stage.model.lit.sources[0];
    stage.click(own);
    shows(&stage.screen(PLAIN), &[" go from "]);
    stage.keys("2");
    let neighbour = stage.model.lit.targets[0].0;
    stage.click(neighbour);
    shows(&stage.screen(PLAIN), &["Orders (e ends the turn)", ": 2"]);
    let wishes = stage.keys("e");
    assert!(matches!(&wishes[..], [Wish::Table(Request::Move { .. })]));
}

#[test]
fn resigning_and_quitting_ask_first_and_help_opens() {
    let mut stage = Stage::new("combo", json!({}), (90, 30));
    stage.keys("?");
    shows(
        &stage.screen(PLAIN),
        &["how many pieces go", "a7-a5=2", "take back"],
    );
    stage.keys("x");
    stage.keys("R");
    shows(&stage.screen(PLAIN), &["Give up this game?"]);
    assert_eq!(stage.keys("n"), []);
    stage.keys("q");
    shows(&stage.screen(PLAIN), &["Leave this game?"]);
    assert_eq!(stage.keys("y"), [Wish::Quit]);
    stage.keys("Ry");
    shows(
        &stage.screen(PLAIN),
        &["Bo (White) wins: the other side resigned."],
    );
    assert_eq!(stage.keys("q"), [Wish::Quit]);
}

#[test]
fn you_can_look_back_and_enter_returns() {
    let mut stage = Stage::new("brandub", json!({}), (90, 24));
    stage.keys(":d1-c1\n");
    stage.guest_moves("d3-c3");
    stage.keys("[");
    shows(
        &stage.screen(PLAIN),
        &["After step 1", "3  .  .  .  T  .  .  ."],
    );
    stage.keys("[");
    shows(&stage.screen(PLAIN), &["After step 0"]);
    stage.keys("\n");
    shows(&stage.screen(PLAIN), &["Your move."]);
}
