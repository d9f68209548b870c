//! Whoever moves the pieces of an owner: built-in players, and programs.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use arena::bot::{Ask, Bot, Program, Reply, ask};
use arena::clock::Wall;
use arena::verdict::Verdict;
use catalog::bot::{About, BotGame as _};
use game::Seat;
use game17::{Game17, State, Turn};
use players::roster::{Engine, Roster, Spec};
use record::verdict::Kind;
use sandbox::{Limits, Sandbox};
use search::control::Control;
use serde::Deserialize;

/// What a mover sees on its turn.
pub struct View<'a> {
    /// The game.
    pub game: &'a Game17,
    /// Its state.
    pub state: &'a State,
    /// Whose turn it is.
    pub owner: u16,
}

/// Someone who moves the pieces of an owner in one game after another.
pub trait Mover: Send {
    /// A new game begins, with this board. `seed` is for the player's own dice.
    fn begin(&mut self, view: &View<'_>, seed: u64) -> Timed<()>;

    /// Its orders for this turn.
    fn orders(&mut self, view: &View<'_>) -> Timed<Turn>;

    /// The game is over.
    fn end(&mut self) {}
}

/// What a mover did, and how long it was waited for.
pub struct Timed<T> {
    /// What came of it.
    pub result: Result<T, Trouble>,
    /// What counts of the wait: see [`START`].
    pub time: Duration,
}

impl<T> Timed<T> {
    fn at_once(result: Result<T, Trouble>) -> Timed<T> {
        Timed {
            result,
            time: Duration::ZERO,
        }
    }
}

/// A program is started for every game, and its first answer includes that: this
/// much of it is taken for the start, whatever is over counts. Nobody sees
/// from outside when an interpreter is done with itself and a player begins to
/// think. It is the same for all, long enough for an interpreter with its
/// libraries on a busy machine, and no time to think with beyond one turn.
pub const START: Duration = Duration::from_secs(1);

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
    /// A player by its name.
    pub fn new(spec: Spec) -> BuiltIn {
        BuiltIn {
            spec,
            engine: None,
            clock: Wall::start(),
        }
    }
}

impl Mover for BuiltIn {
    fn begin(&mut self, _: &View<'_>, seed: u64) -> Timed<()> {
        // A fresh one for every game, so that a game depends on its seed only.
        let engine = Game17::engine(&self.spec, seed, 1);
        Timed::at_once(match engine {
            Ok(engine) => {
                self.engine = Some(engine);
                Ok(())
            }
            Err(error) => Err(Trouble::Lost(error.to_string())),
        })
    }

    fn orders(&mut self, view: &View<'_>) -> Timed<Turn> {
        let Some(engine) = &mut self.engine else {
            return Timed::at_once(Err(Trouble::Lost("the game has not begun".to_owned())));
        };
        let start = Instant::now();
        let stop = AtomicBool::new(false);
        let control = Control::new(engine.limits, &self.clock, &stop);
        let seat = Seat(view.owner);
        let choice = engine.player.choose(view.game, view.state, seat, &control);
        Timed {
            result: Ok(choice.action),
            time: start.elapsed(),
        }
    }
}

/// Where programs run, and how long they are waited for.
pub struct House {
    /// Where they run.
    pub sandbox: Sandbox,
    /// What they may use.
    pub limits: Limits,
    /// The longest wait for a turn.
    pub wait: Duration,
}

impl House {
    fn start(&self, program: &Program) -> Result<Bot, Verdict> {
        Bot::start(program, &self.sandbox, &self.limits)
    }
}

/// A program that is started once for each game, like any bot.
pub struct Other {
    program: Program,
    house: Arc<House>,
    bot: Option<Bot>,
    fresh: bool,
}

impl Other {
    /// A program that does not run yet.
    pub fn new(program: Program, house: Arc<House>) -> Other {
        Other {
            program,
            house,
            bot: None,
            fresh: false,
        }
    }

    /// Puts a first question to the program, which must not end instead of
    /// answering. Otherwise gives the verdict and its log.
    pub fn try_out(program: &Program, house: &House) -> Result<(), (Verdict, String)> {
        let mut bot = house
            .start(program)
            .map_err(|verdict| (verdict, String::new()))?;
        match send(&mut bot, SAMPLE, house.wait).answer {
            Err(verdict) if ENDS.contains(&verdict.kind) => Err((verdict, bot.log())),
            // What it says, and how long that takes, matters in games.
            _ => Ok(()),
        }
    }
}

/// A request of a small game.
const SAMPLE: &str = concat!(
    r#"{"game":"game17","owner":1,"rounds_left":49,"num_rounds":50,"turn_order":[1,0,3,2],"#,
    r#""owners":[[1,0],[2,3]],"numbers":[[4,4],[4,4]],"turn":0,"clock_ms":10000}"#
);

/// What ends a program.
const ENDS: [Kind; 4] = [
    Kind::StartFailed,
    Kind::Crashed,
    Kind::Memory,
    Kind::Disconnected,
];

impl Mover for Other {
    fn begin(&mut self, _: &View<'_>, _: u64) -> Timed<()> {
        self.bot = None;
        self.fresh = true;
        Timed::at_once(match self.house.start(&self.program) {
            Ok(bot) => {
                self.bot = Some(bot);
                Ok(())
            }
            Err(verdict) => Err(lost(&verdict)),
        })
    }

    fn orders(&mut self, view: &View<'_>) -> Timed<Turn> {
        let mut timed = orders(&mut self.bot, view, self.house.wait, |line| {
            answer(view, line)
        });
        if std::mem::take(&mut self.fresh) {
            timed.time = timed.time.saturating_sub(START);
        }
        timed
    }

    fn end(&mut self) {
        self.bot = None;
    }
}

/// A Python module behind its host. The process is kept from game to game, as
/// the original program imports a module once; the host is told of new games.
pub struct Module {
    program: Program,
    house: Arc<House>,
    bot: Option<Bot>,
}

impl Module {
    /// A module that is not imported yet.
    pub fn new(program: Program, house: Arc<House>) -> Module {
        Module {
            program,
            house,
            bot: None,
        }
    }

    /// Imports the module, which must have the functions of a player. Otherwise
    /// gives the verdict and the log.
    pub fn try_out(program: &Program, house: &House) -> Result<(), (Verdict, String)> {
        Module::import(program, house).map(drop)
    }

    fn import(program: &Program, house: &House) -> Result<Bot, (Verdict, String)> {
        let mut bot = house
            .start(program)
            .map_err(|verdict| (verdict, String::new()))?;
        let wait = house.wait.max(IMPORT_WAIT);
        match send(&mut bot, r#"{"do":"hello"}"#, wait).answer {
            Ok(_) => Ok(bot),
            Err(verdict) => Err((verdict, bot.log())),
        }
    }
}

/// Importing takes longer than a turn.
const IMPORT_WAIT: Duration = Duration::from_secs(60);

impl Mover for Module {
    fn begin(&mut self, view: &View<'_>, seed: u64) -> Timed<()> {
        // The import is not counted: it knows nothing of the game.
        let mut bot = match self.bot.take() {
            Some(bot) => bot,
            None => match Module::import(&self.program, &self.house) {
                Ok(bot) => bot,
                Err((verdict, _)) => return Timed::at_once(Err(lost(&verdict))),
            },
        };
        let request = request(view, self.house.wait);
        // The host's own words stand before those that every program gets.
        // Python's generators take 32 bits.
        let rest = request.strip_prefix('{').unwrap_or_default();
        let line = format!(r#"{{"do":"begin","seed":{},{rest}"#, seed as u32);
        let reply = send(&mut bot, &line, self.house.wait);
        Timed {
            time: reply.time,
            result: match reply.answer {
                Ok(_) => {
                    self.bot = Some(bot);
                    Ok(())
                }
                Err(verdict) => Err(lost(&verdict)),
            },
        }
    }

    fn orders(&mut self, view: &View<'_>) -> Timed<Turn> {
        orders(
            &mut self.bot,
            view,
            self.house.wait,
            |line| match exception(line) {
                Some(text) => Err(Trouble::Void(format!("an exception: {text}"))),
                None => answer(view, line),
            },
        )
    }
}

fn lost(verdict: &Verdict) -> Trouble {
    Trouble::Lost(verdict.to_string())
}

/// Asks a program for orders. One that fails is ended.
fn orders(
    bot: &mut Option<Bot>,
    view: &View<'_>,
    wait: Duration,
    read: impl Fn(&str) -> Result<Turn, Trouble>,
) -> Timed<Turn> {
    let Some(running) = bot else {
        return Timed::at_once(Err(Trouble::Lost("it does not run".to_owned())));
    };
    let reply = send(running, &request(view, wait), wait);
    Timed {
        time: reply.time,
        result: match reply.answer {
            Ok(line) => read(&line),
            Err(verdict) => {
                *bot = None;
                Err(lost(&verdict))
            }
        },
    }
}

fn send(bot: &mut Bot, line: &str, allowance: Duration) -> Reply {
    ask(&mut [Ask {
        bot,
        line,
        allowance,
    }])
    .swap_remove(0)
}

/// The request as every program gets it.
fn request(view: &View<'_>, wait: Duration) -> String {
    let about = About {
        clock_ms: Some(wait.as_millis() as u64),
    };
    let owner = Seat(view.owner);
    view.game.request(view.state, owner, &about).line()
}

/// The orders in an answer, if it has the right shape and they break no rule.
fn answer(view: &View<'_>, line: &str) -> Result<Turn, Trouble> {
    let answer = view.game.answer(view.state, Seat(view.owner), line);
    answer.map_err(|error| Trouble::Void(error.to_string()))
}

/// What the host says of a player that raised an exception.
fn exception(line: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Raised {
        exception: String,
    }
    // Orders are a list, and need not be read twice.
    let raised: Raised = serde_json::from_str(line.starts_with('{').then_some(line)?).ok()?;
    Some(raised.exception)
}

#[cfg(test)]
mod tests {
    use game::{Game, Step};
    use game17::Options;

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
    fn an_answer_is_orders_or_says_what_is_wrong() {
        let (game, state) = game();
        let (row, col) = state.board().owned(1)[0];
        let view = View {
            game: &game,
            state: &state,
            owner: 1,
        };
        let order = |count: &str| format!("[[[{row},{col}],\"n\",{count}]]");
        assert_eq!(answer(&view, &order("3")).unwrap().sent(), 3);
        assert_eq!(answer(&view, "[]").unwrap().sent(), 0);
        for (line, problem) in [
            (order("5"), "4 pieces stand"),
            (order("-1"), "must not be negative"),
            (order("2.0"), "with whole numbers"),
            ("null".to_owned(), "list"),
            ("moves".to_owned(), "one line of JSON"),
        ] {
            let Err(Trouble::Void(error)) = answer(&view, &line) else {
                panic!("{line} is no answer");
            };
            assert!(error.contains(problem), "{line}: {error}");
        }
    }

    #[test]
    fn an_exception_is_told_from_an_answer() {
        let found = exception(r#"{"exception":"Oops"}"#);
        assert_eq!(found.as_deref(), Some("Oops"));
        assert_eq!(exception("[]"), None);
        assert_eq!(exception("{"), None);
    }
}
