//! Players that move the pieces of an owner: built-in ones and bots.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use arena::bot::{Ask, Bot, Program, Reply, ask};
use arena::clock::Wall;
use arena::verdict::Verdict;
use catalog::bot::{About, BotGame as _, line};
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
    /// The owner to move.
    pub owner: u16,
}

/// Moves the pieces of an owner in one game after another.
pub trait Mover: Send {
    /// Begins a new game with this board. `seed` is for the player's own dice.
    fn begin(&mut self, view: &View<'_>, seed: u64) -> Timed<()>;

    /// Its orders for this turn.
    fn orders(&mut self, view: &View<'_>) -> Timed<Turn>;

    /// Ends the game.
    fn end(&mut self) {}
}

/// A result and the time it took.
pub struct Timed<T> {
    /// The result.
    pub result: Result<T, NoOrders>,
    /// The time that counts, see [`START`].
    pub time: Duration,
}

impl<T> Timed<T> {
    fn at_once(result: Result<T, NoOrders>) -> Timed<T> {
        Timed {
            result,
            time: Duration::ZERO,
        }
    }
}

/// A bot is started for every game, and its first answer includes the start.
/// This much of that time is attributed to the start; the rest counts. From
/// outside it is impossible to see when an interpreter has started and a player
/// begins to think. The allowance is the same for all bots, enough for an
/// interpreter with its libraries on a busy machine, and gives extra time to
/// think in one turn only.
pub const START: Duration = Duration::from_secs(1);

/// Why there are no orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoOrders {
    /// This turn is void.
    Void(String),
    /// There will be no more orders in this game.
    Lost(String),
}

/// A built-in player.
pub struct BuiltInMover {
    spec: Spec,
    engine: Option<Engine<Game17>>,
    clock: Wall,
}

impl BuiltInMover {
    /// The player with this name and settings.
    pub fn new(spec: Spec) -> BuiltInMover {
        BuiltInMover {
            spec,
            engine: None,
            clock: Wall::start(),
        }
    }
}

impl Mover for BuiltInMover {
    fn begin(&mut self, _: &View<'_>, seed: u64) -> Timed<()> {
        // A new engine for every game, so that a game depends only on its seed.
        let engine = Game17::engine(&self.spec, seed, 1);
        Timed::at_once(match engine {
            Ok(engine) => {
                self.engine = Some(engine);
                Ok(())
            }
            Err(error) => Err(NoOrders::Lost(error.to_string())),
        })
    }

    fn orders(&mut self, view: &View<'_>) -> Timed<Turn> {
        let Some(engine) = &mut self.engine else {
            return Timed::at_once(Err(NoOrders::Lost("the game has not begun".to_owned())));
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

/// Where bots run, and how long to wait for them.
pub struct House {
    /// The sandbox.
    pub sandbox: Sandbox,
    /// What each bot may use.
    pub limits: Limits,
    /// The longest wait for a turn.
    pub wait: Duration,
}

impl House {
    fn start(&self, program: &Program) -> Result<Bot, Verdict> {
        Bot::start(program, &self.sandbox, &self.limits)
    }
}

/// A bot that is started once for each game.
pub struct BotMover {
    program: Program,
    house: Arc<House>,
    bot: Option<Bot>,
    fresh: bool,
}

impl BotMover {
    /// A bot that is not running yet.
    pub fn new(program: Program, house: Arc<House>) -> BotMover {
        BotMover {
            program,
            house,
            bot: None,
            fresh: false,
        }
    }

    /// Asks the bot a first question. If it ends instead of answering, the error
    /// is the verdict and its log.
    pub fn try_out(program: &Program, house: &House) -> Result<(), (Verdict, String)> {
        let mut bot = house
            .start(program)
            .map_err(|verdict| (verdict, String::new()))?;
        match send(&mut bot, SAMPLE, house.wait).answer {
            Err(verdict) if ENDS.contains(&verdict.kind) => Err((verdict, bot.log())),
            // Its answer and its speed matter only in games.
            _ => Ok(()),
        }
    }
}

/// A request in a small game.
const SAMPLE: &str = concat!(
    r#"{"game":"game17","owner":1,"rounds_left":49,"num_rounds":50,"turn_order":[1,0,3,2],"#,
    r#""owners":[[1,0],[2,3]],"numbers":[[4,4],[4,4]],"turn":0,"clock_ms":10000}"#
);

/// The verdicts that mean the bot has ended.
const ENDS: [Kind; 4] = [
    Kind::StartFailed,
    Kind::Crashed,
    Kind::Memory,
    Kind::Disconnected,
];

impl Mover for BotMover {
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

/// A Python module behind a host program. The process is kept between games,
/// because the original program imports a module only once. The host is told
/// when a game begins.
pub struct ModuleMover {
    program: Program,
    house: Arc<House>,
    bot: Option<Bot>,
}

impl ModuleMover {
    /// A module that has not been imported yet.
    pub fn new(program: Program, house: Arc<House>) -> ModuleMover {
        ModuleMover {
            program,
            house,
            bot: None,
        }
    }

    /// Imports the module. If it lacks the functions of a player, the error is
    /// the verdict and the log.
    pub fn try_out(program: &Program, house: &House) -> Result<(), (Verdict, String)> {
        ModuleMover::import(program, house).map(drop)
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

/// How long an import may take; that is longer than a turn.
const IMPORT_WAIT: Duration = Duration::from_secs(60);

impl Mover for ModuleMover {
    fn begin(&mut self, view: &View<'_>, seed: u64) -> Timed<()> {
        // The import does not count, because it knows nothing of the game.
        let mut bot = match self.bot.take() {
            Some(bot) => bot,
            None => match ModuleMover::import(&self.program, &self.house) {
                Ok(bot) => bot,
                Err((verdict, _)) => return Timed::at_once(Err(lost(&verdict))),
            },
        };
        let request = request(view, self.house.wait);
        // The host's own fields come before those that every bot gets. Seeds of
        // Python's generators have 32 bits here.
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
                Some(text) => Err(NoOrders::Void(format!("an exception: {text}"))),
                None => answer(view, line),
            },
        )
    }
}

fn lost(verdict: &Verdict) -> NoOrders {
    NoOrders::Lost(verdict.to_string())
}

/// Asks a bot for orders, and ends it if it fails.
fn orders(
    bot: &mut Option<Bot>,
    view: &View<'_>,
    wait: Duration,
    read: impl Fn(&str) -> Result<Turn, NoOrders>,
) -> Timed<Turn> {
    let Some(running) = bot else {
        return Timed::at_once(Err(NoOrders::Lost("it does not run".to_owned())));
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

/// The request that every bot gets.
fn request(view: &View<'_>, wait: Duration) -> String {
    let about = About {
        clock_ms: Some(wait.as_millis() as u64),
    };
    let owner = Seat(view.owner);
    line(&view.game.request(view.state, owner, &about))
}

/// The orders in an answer, if it is well-formed and they break no rule.
fn answer(view: &View<'_>, line: &str) -> Result<Turn, NoOrders> {
    let answer = view.game.answer(view.state, Seat(view.owner), line);
    answer.map_err(|error| NoOrders::Void(error.to_string()))
}

/// The exception in the host's answer, if the player raised one.
fn exception(line: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Raised {
        exception: String,
    }
    // Orders are a list, and need not be parsed twice.
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
    fn an_answer_is_orders_or_an_error_that_says_what_is_wrong() {
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
            let Err(NoOrders::Void(error)) = answer(&view, &line) else {
                panic!("{line} is no answer");
            };
            assert!(error.contains(problem), "{line}: {error}");
        }
    }

    #[test]
    fn exceptions_and_answers_are_distinguished() {
        let found = exception(r#"{"exception":"Oops"}"#);
        assert_eq!(found.as_deref(), Some("Oops"));
        assert_eq!(exception("[]"), None);
        assert_eq!(exception("{"), None);
    }
}
