//! Whoever moves the pieces of an owner: built-in players, and programs.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ::game17::{Game17, RawOrder, State, Turn};
use arena::clock::Wall;
use game::Seat;
use players::roster::{Engine, Roster, Spec};
use search::control::Control;
use serde_json::Value;

use super::process::{Failure, Process, Program};

/// What a mover sees on its turn.
pub struct View<'a> {
    pub game: &'a Game17,
    pub state: &'a State,
    pub owner: u16,
}

/// Someone who moves the pieces of an owner in one game after another.
pub trait Mover: Send {
    /// A new game begins, with this board. `seed` is for the player's own dice.
    fn begin(&mut self, view: &View<'_>, seed: u64) -> Result<(), Trouble>;

    /// Its orders for this turn.
    fn orders(&mut self, view: &View<'_>) -> Result<Turn, Trouble>;

    /// Whether the first wait of a game is for the player to start, which is not
    /// time that it thinks.
    fn starts_late(&self) -> bool {
        false
    }
}

/// Why there are no orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// This turn is void.
    Void(String),
    /// There will be no orders in this game any more.
    Lost(String),
}

/// A player of the hall's own.
pub struct BuiltIn {
    spec: Spec,
    engine: Option<Engine<Game17>>,
    clock: Wall,
}

impl BuiltIn {
    pub fn new(spec: Spec) -> BuiltIn {
        BuiltIn {
            spec,
            engine: None,
            clock: Wall::start(),
        }
    }
}

impl Mover for BuiltIn {
    fn begin(&mut self, _: &View<'_>, seed: u64) -> Result<(), Trouble> {
        // A fresh one for every game, so that a game depends on its seed only.
        let engine = Game17::engine(&self.spec, seed, 1);
        self.engine = Some(engine.map_err(|error| Trouble::Lost(error.to_string()))?);
        Ok(())
    }

    fn orders(&mut self, view: &View<'_>) -> Result<Turn, Trouble> {
        let Some(engine) = &mut self.engine else {
            return Err(Trouble::Lost("the game has not begun".to_owned()));
        };
        let stop = AtomicBool::new(false);
        let control = Control::new(engine.limits, &self.clock, &stop);
        let seat = Seat(view.owner);
        let choice = engine.player.choose(view.game, view.state, seat, &control);
        Ok(choice.action)
    }
}

/// A program that is started once for each game, like any bot.
pub struct Bot {
    program: Program,
    process: Option<Process>,
    wait: Duration,
}

impl Bot {
    pub fn new(program: Program, wait: Duration) -> Bot {
        Bot {
            program,
            process: None,
            wait,
        }
    }

    /// Puts a first question to the program, which must not end instead of
    /// answering.
    pub fn try_out(program: &Program, wait: Duration) -> Result<(), Failure> {
        let mut process = Process::start(program)?;
        let answer = process.ask(SAMPLE.to_owned(), wait);
        match answer {
            // What it says, and how long that takes, matters in games.
            Ok(_) | Err(Failure::Time(_) | Failure::NoLine) => Ok(()),
            Err(failure) => Err(failure),
        }
    }
}

/// A request of a small game.
const SAMPLE: &str = concat!(
    r#"{"game":"game17","owner":1,"rounds_left":49,"num_rounds":50,"turn_order":[1,0,3,2],"#,
    r#""owners":[[1,0],[2,3]],"numbers":[[4,4],[4,4]],"turn":0,"clock_ms":10000}"#
);

impl Mover for Bot {
    fn starts_late(&self) -> bool {
        true
    }

    fn begin(&mut self, _: &View<'_>, _: u64) -> Result<(), Trouble> {
        self.process = None;
        let process = Process::start(&self.program).map_err(lost)?;
        self.process = Some(process);
        Ok(())
    }

    fn orders(&mut self, view: &View<'_>) -> Result<Turn, Trouble> {
        ask(&mut self.process, view, self.wait)
    }
}

/// A Python module behind its host. The process is kept from game to game, as
/// the original program imports a module once; the host is told of new games.
pub struct Module {
    program: Program,
    process: Option<Process>,
    wait: Duration,
}

impl Module {
    pub fn new(program: Program, wait: Duration) -> Module {
        Module {
            program,
            process: None,
            wait,
        }
    }

    /// Imports the module, which must have the functions of a player.
    pub fn import(program: &Program, wait: Duration) -> Result<(), Failure> {
        let mut process = Process::start(program)?;
        process.ask(r#"{"do":"hello"}"#.to_owned(), wait)?;
        Ok(())
    }
}

/// Importing takes longer than a turn.
pub const IMPORT_WAIT: Duration = Duration::from_secs(60);

impl Mover for Module {
    fn begin(&mut self, view: &View<'_>, seed: u64) -> Result<(), Trouble> {
        let (mut process, wait) = match self.process.take() {
            Some(process) => (process, self.wait),
            None => (Process::start(&self.program).map_err(lost)?, IMPORT_WAIT),
        };
        // Python's generators take 32 bits.
        let start = format!("{{\"do\":\"begin\",\"seed\":{},", seed as u32);
        process
            .ask(request(view, &start), wait.max(self.wait))
            .map_err(lost)?;
        self.process = Some(process);
        Ok(())
    }

    fn orders(&mut self, view: &View<'_>) -> Result<Turn, Trouble> {
        ask(&mut self.process, view, self.wait)
    }
}

fn lost(failure: Failure) -> Trouble {
    Trouble::Lost(failure.to_string())
}

/// Asks a process for orders. One that fails is ended.
fn ask(process: &mut Option<Process>, view: &View<'_>, wait: Duration) -> Result<Turn, Trouble> {
    let Some(running) = process else {
        return Err(Trouble::Lost("it does not run".to_owned()));
    };
    let start = format!("{{\"clock_ms\":{},", wait.as_millis());
    match running.ask(request(view, &start), wait) {
        Ok(answer) => read(&answer, view).map_err(Trouble::Void),
        Err(failure) => {
            *process = None;
            Err(lost(failure))
        }
    }
}

/// A request as every program for Game 17 gets it, after `start`.
fn request(view: &View<'_>, start: &str) -> String {
    let board = view.state.board();
    let (size, squares) = (usize::from(board.size()), board.owners().len());
    let mut text = String::with_capacity(200 + 12 * squares);
    text.push_str(start);
    let rounds = view.game.options().rounds;
    text.push_str(&format!(
        "\"game\":\"game17\",\"owner\":{},\"rounds_left\":{},\"num_rounds\":{rounds},\"turn\":{}",
        view.owner,
        view.game.rounds_left(view.state),
        view.state.round(),
    ));
    text.push_str(",\"turn_order\":");
    super::file::list(&mut text, view.state.order().iter().map(|&n| u32::from(n)));
    text.push_str(",\"owners\":");
    let owners = board.owners().iter().map(|&n| u32::from(n));
    super::file::rows(&mut text, owners, size);
    text.push_str(",\"numbers\":");
    super::file::rows(&mut text, board.numbers().iter().copied(), size);
    text.push('}');
    text
}

/// The orders in an answer, if it has the right shape and they break no rule.
fn read(answer: &str, view: &View<'_>) -> Result<Turn, String> {
    let shape = "an answer is a list of orders such as [[3,4],\"n\",2]";
    let value: Value = serde_json::from_str(answer).map_err(|error| format!("{shape}: {error}"))?;
    if let Some(text) = value.get("exception").and_then(Value::as_str) {
        return Err(format!("an exception: {text}"));
    }
    let orders: Option<Vec<RawOrder<'_>>> = value
        .as_array()
        .ok_or(shape)?
        .iter()
        .map(|order| {
            let [square, direction, count] = &order.as_array()?[..] else {
                return None;
            };
            let [row, col] = &square.as_array()?[..] else {
                return None;
            };
            Some(RawOrder {
                row: row.as_i64()?,
                col: col.as_i64()?,
                direction: direction.as_str()?,
                count: count.as_i64()?,
            })
        })
        .collect();
    let orders = orders.ok_or(shape)?;
    Turn::from_raw(view.state.board(), view.owner, orders).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use ::game17::Options;
    use game::{Game, Step};

    use super::*;

    fn game() -> (Game17, State) {
        let options = Options {
            size: 2,
            rounds: 9,
            pieces: 4,
            players: 2,
        };
        let game = Game17::new(options).unwrap();
        let mut state = game.start();
        for _ in 0..2 {
            let draw = game.draw(&state, &mut dice::Quick::new(1));
            game.apply(&mut state, Step::Draw(&draw));
        }
        (game, state)
    }

    #[test]
    fn a_request_has_all_that_is_needed_to_answer() {
        let (game, state) = game();
        let view = View {
            game: &game,
            state: &state,
            owner: 1,
        };
        let text = request(&view, "{\"clock_ms\":10000,");
        let found: Value = serde_json::from_str(&text).unwrap();
        let owners: Vec<&[u16]> = state.board().owners().chunks(2).collect();
        let wanted = serde_json::json!({
            "clock_ms": 10000, "game": "game17", "owner": 1, "rounds_left": 8, "num_rounds": 9,
            "turn": 0, "turn_order": state.order(), "owners": owners, "numbers": [[4, 4], [4, 4]],
        });
        assert_eq!(found, wanted);
        assert!(!text.contains('\n'));
    }

    #[test]
    fn answers_of_a_wrong_shape_or_against_the_rules_are_told_apart_from_orders() {
        let (game, state) = game();
        let (row, col) = state.board().owned(1)[0];
        let view = View {
            game: &game,
            state: &state,
            owner: 1,
        };
        let order = |count: &str| format!("[[[{row},{col}],\"n\",{count}]]\n");
        assert_eq!(read(&order("3"), &view).unwrap().sent(), 3);
        assert_eq!(read("[]", &view).unwrap().sent(), 0);
        for (answer, problem) in [
            (order("5"), "4 pieces stand"),
            (order("-1"), "must not be negative"),
            (order("2.0"), "list of orders"),
            (order("\"2\""), "list of orders"),
            (order("99999999999999999999"), "list of orders"),
            ("null".to_owned(), "list of orders"),
            ("[[1,2]]".to_owned(), "list of orders"),
            ("{\"exception\":\"Oops\"}".to_owned(), "an exception: Oops"),
            ("moves".to_owned(), "list of orders"),
            (String::new(), "list of orders"),
        ] {
            let error = read(&answer, &view).unwrap_err();
            assert!(error.contains(problem), "{answer}: {error}");
        }
    }
}
