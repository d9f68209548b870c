//! One game between players.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use catalog::bot::{About, AnswerError, BotGame, Breach, line};
use catalog::{AnyGame, AnyPending, AnyStep};
use dice::Seed;
use game::{Ending, Game, Pending, Seat, SeatSet, Step};
use players::roster::SpecError;
use protocol::Record;
use record::verdict::{self, Kind};
use search::control::{Clock, Control};
use thiserror::Error;

use crate::bot::program::visible;
use crate::bot::{self, Ask, Bot};
use crate::entrant::{Entrant, House, SeatedPlayer};
use crate::time::{SeatClock, TimeRules};
use crate::verdict::Verdict;
use crate::{PlayableGame, recording};

/// The most steps a game may have. A longer one is given up as endless.
pub const MOST_STEPS: usize = 1_000_000;

/// Extra time for a program's first answer if the clock is per move, because the
/// program has to start.
pub const START_GRACE: Duration = Duration::from_secs(10);

/// How long to wait to see whether a program that was never asked has failed too.
const STARTING: Duration = Duration::from_millis(500);

/// The result of one game.
#[derive(Clone, Debug)]
pub struct Bout {
    /// How many steps were played, including the opening.
    pub steps: usize,
    /// How the game ended; `None` if it was given up or stopped.
    pub ending: Option<Ending>,
    /// How each seat did.
    pub seats: Vec<SeatOutcome>,
    /// The number of pieces each seat has at the end.
    pub material: Vec<u32>,
    /// The record, if one was requested.
    pub record: Option<Record>,
}

/// The result of one game, with its types.
#[derive(Clone, Debug)]
pub struct TypedBout<G: Game> {
    /// All steps in order, including the opening.
    pub steps: Vec<PlayedStep<G>>,
    /// How the game ended; `None` if it was given up or stopped.
    pub ending: Option<Ending>,
    /// How each seat did.
    pub seats: Vec<SeatOutcome>,
    /// The final state.
    pub last: G::State,
}

/// A step that was played.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayedStep<G: Game> {
    /// The actions of all seats that had to choose, and the time each took.
    Act(Vec<(Seat, G::Action)>, Vec<Duration>),
    /// A draw.
    Draw(G::Draw),
}

impl<G: Game> PlayedStep<G> {
    /// The step in the form that `apply` takes.
    pub fn step(&self) -> Step<'_, G> {
        match self {
            PlayedStep::Act(joint, _) => Step::Act(joint),
            PlayedStep::Draw(draw) => Step::Draw(draw),
        }
    }
}

/// Moves that are played before the players take over: step by step, the moves of all
/// seats that act.
pub type Opening = Vec<Vec<(Seat, String)>>;

/// How a seat did in a game.
#[derive(Clone, Debug, Default)]
pub struct SeatOutcome {
    /// Moves, time and other costs.
    pub effort: Effort,
    /// Why it failed, if it did.
    pub verdict: Option<Verdict>,
    /// The number of steps before it failed.
    pub failed_after: usize,
    /// How many of its turns broke a rule and were void, in games that continue after
    /// that.
    pub voided: u64,
    /// The rule that the first void turn broke.
    pub first_void: Option<String>,
    /// The time left on its clock.
    pub clock_left: Option<Duration>,
    /// The end of a bot's standard error.
    pub log: String,
}

/// What a seat spent on a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// The number of moves it chose.
    pub moves: u64,
    /// The total time it took.
    pub time: Duration,
    /// The longest time for one move.
    pub longest: Duration,
    /// Processor time; bots only.
    pub cpu: Duration,
    /// Peak memory in bytes; bots only.
    pub memory: u64,
    /// States visited; built-in players only.
    pub nodes: u64,
}

impl Effort {
    /// Adds the costs of another game. Maxima stay maxima.
    pub fn add(&mut self, other: Effort) {
        self.moves += other.moves;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
        self.cpu += other.cpu;
        self.memory = self.memory.max(other.memory);
        self.nodes += other.nodes;
    }

    fn count(&mut self, time: Duration, nodes: u64) {
        self.moves += 1;
        self.time += time;
        self.longest = self.longest.max(time);
        self.nodes += nodes;
    }
}

/// A built-in player broke a rule. This is a bug in the hall.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("seat {seat} played {action}: {reason}")]
pub struct Fault {
    /// The seat.
    pub seat: Seat,
    /// The action it chose.
    pub action: String,
    /// The rule it broke.
    pub reason: String,
}

/// How to play a game.
pub struct Terms<'a> {
    /// The moves to play first.
    pub opening: &'a Opening,
    /// The seed of all draws.
    pub seed: &'a Seed,
    /// The clock of every seat.
    pub time: Option<TimeRules>,
    /// The clock that engines read while they think.
    pub clock: &'a dyn Clock,
    /// Set this to end the game early.
    pub stop: &'a AtomicBool,
}

/// One seat of a game, and the player in it.
#[derive(Clone, Copy)]
pub struct Participant<'a> {
    /// The player's name in the record.
    pub name: &'a str,
    /// The player.
    pub entrant: &'a Entrant,
    /// The seed of the player's dice, if it is built in.
    pub dice: u64,
    /// The core that the player is bound to, if it is a bot.
    pub core: Option<usize>,
    /// Why the seat is empty, if it is.
    pub absent: Option<&'static str>,
}

/// Plays a game to its end and then ends its bots.
pub fn play(
    game: &dyn AnyGame,
    house: &House,
    terms: &Terms<'_>,
    participants: &[Participant<'_>],
    recording: Recording,
) -> Result<Bout, PlayError> {
    fn play<G: PlayableGame>(
        game: G,
        house: &House,
        terms: &Terms<'_>,
        participants: &[Participant<'_>],
        recording: Recording,
    ) -> Result<Bout, PlayError> {
        let players = participants
            .iter()
            .map(|participant| house.seat(participant));
        let players = players.collect::<Result<Vec<_>, SpecError>>()?;
        let bout = play_typed(&game, terms, players)?;
        let seats = (0..game.seats()).map(Seat);
        Ok(Bout {
            steps: bout.steps.len(),
            material: seats.map(|seat| game.material(&bout.last, seat)).collect(),
            record: match recording {
                Recording::Yes => Some(recording::record_of(
                    &game,
                    &bout,
                    house,
                    terms,
                    participants,
                )),
                Recording::No => None,
            },
            ending: bout.ending,
            seats: bout.seats,
        })
    }
    let (id, options) = (game.info().id, &game.options());
    catalog::dispatch!(id, options, play, house, terms, participants, recording)?
}

/// Whether to make a record of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recording {
    /// Make a record.
    Yes,
    /// Make none.
    No,
}

/// Why a game cannot be played although no player is to blame.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// A built-in player cannot be created.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// A built-in player broke a rule.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The game cannot be created.
    #[error(transparent)]
    Game(#[from] catalog::Error),
}

/// Plays a typed game to its end and then ends its bots.
pub fn play_typed<G: BotGame>(
    game: &G,
    terms: &Terms<'_>,
    players: Vec<SeatedPlayer<G>>,
) -> Result<TypedBout<G>, Fault> {
    let mut room = Room::new(game, terms, players);
    let mut steps = Vec::new();
    let mut draws = 0;
    for joint in terms.opening {
        let joint: Result<Vec<_>, Fault> = joint
            .iter()
            .map(|(seat, text)| match game.read(&room.state, text) {
                Ok(action) => Ok((*seat, action)),
                Err(error) => Err(Fault {
                    seat: *seat,
                    action: text.clone(),
                    reason: error.to_string(),
                }),
            })
            .collect();
        let joint = joint?;
        let times = vec![Duration::ZERO; joint.len()];
        let made = PlayedStep::Act(joint, times);
        game.apply(&mut room.state, made.step());
        steps.push(made);
    }
    let mut on_board = None;
    while steps.len() < MOST_STEPS && !terms.stop.load(Ordering::Relaxed) {
        let made = match game.pending(&room.state) {
            Pending::Over(ending) => {
                on_board = Some(ending);
                break;
            }
            Pending::Chance(_) => {
                let draw = game.draw(&room.state, &mut terms.seed.draw(draws));
                draws += 1;
                PlayedStep::Draw(draw)
            }
            Pending::Choose(seats) => {
                let chosen = room.choose(seats, steps.len())?;
                // A search that was stopped has not found its best move.
                if terms.stop.load(Ordering::Relaxed) {
                    break;
                }
                match chosen {
                    Some((joint, times)) => PlayedStep::Act(joint, times),
                    None => break,
                }
            }
        };
        game.apply(&mut room.state, made.step());
        steps.push(made);
    }
    if on_board.is_none() && room.is_forfeit() {
        room.count_the_dead();
    }
    let failed: Vec<Option<Kind>> = room
        .seats
        .iter()
        .map(|seat| seat.outcome.verdict.as_ref().map(|verdict| verdict.kind))
        .collect();
    let ending = verdict::settle(on_board, &failed);
    let (seats, last) = room.close();
    Ok(TypedBout {
        steps,
        ending,
        seats,
        last,
    })
}

/// A game in progress: its state and its players.
struct Room<'a, G: Game> {
    game: &'a G,
    state: G::State,
    seats: Vec<Sitting<G>>,
    clock: &'a dyn Clock,
    stop: &'a AtomicBool,
    // The number of steps before the current one.
    step: usize,
}

struct Sitting<G: Game> {
    player: SeatedPlayer<G>,
    clock: Option<SeatClock>,
    // Whether the next answer is the first and may take longer.
    starting: bool,
    outcome: SeatOutcome,
}

/// The actions of all seats that had to choose, and the time each took.
type Chosen<A> = (Vec<(Seat, A)>, Vec<Duration>);

impl<'a, G: BotGame> Room<'a, G> {
    fn new(game: &'a G, terms: &Terms<'a>, players: Vec<SeatedPlayer<G>>) -> Room<'a, G> {
        let seats = players.into_iter().map(|player| {
            let mut outcome = SeatOutcome::default();
            if let SeatedPlayer::Failed(verdict) = &player {
                outcome.verdict = Some(verdict.clone());
            }
            Sitting {
                clock: terms.time.map(TimeRules::clock),
                starting: matches!(terms.time, Some(TimeRules::PerMove { .. })),
                player,
                outcome,
            }
        });
        Room {
            game,
            state: game.start(),
            seats: seats.collect(),
            clock: terms.clock,
            stop: terms.stop,
            step: 0,
        }
    }

    /// Chooses actions for all seats that must act; `None` if failures have ended the
    /// game.
    fn choose(&mut self, seats: SeatSet, step: usize) -> Result<Option<Chosen<G::Action>>, Fault> {
        if self.is_forfeit() {
            return Ok(None);
        }
        self.step = step;
        let mut actions: Vec<(Seat, Option<G::Action>, Duration)> = Vec::with_capacity(seats.len());
        for seat in seats.iter() {
            let (action, time) = self.think(seat)?.unwrap_or((None, Duration::ZERO));
            actions.push((seat, action, time));
        }
        self.ask(&mut actions);
        let mut joint = Vec::with_capacity(actions.len());
        let mut times = Vec::with_capacity(actions.len());
        for (seat, action, time) in actions {
            let action = match action {
                Some(action) => action,
                // A player that failed is absent from now on.
                None => match self.game.idle(&self.state, seat) {
                    Some(idle) => idle,
                    None => return Ok(None),
                },
            };
            joint.push((seat, action));
            times.push(time);
        }
        Ok((!self.is_forfeit()).then_some((joint, times)))
    }

    /// Whether no opponent is left because the others failed. If the game makes a
    /// breach void instead, it goes on.
    fn is_forfeit(&self) -> bool {
        let failed = self
            .seats
            .iter()
            .filter(|seat| seat.outcome.verdict.is_some());
        let fine = self.seats.len() - failed.count();
        fine < self.seats.len() && fine <= 1 && G::BREACH == Breach::Loses
    }

    /// Finds programs that exited unnoticed: such a program must not win because
    /// another failed before it was asked.
    fn count_the_dead(&mut self) {
        for number in 0..self.seats.len() {
            let sitting = &mut self.seats[number];
            // A program that has not moved may still be starting.
            let within = match sitting.outcome.effort.moves {
                0 => STARTING,
                _ => Duration::ZERO,
            };
            if let SeatedPlayer::Bot(bot) = &mut sitting.player
                && let Some(verdict) = bot.failed(within)
            {
                self.fail(Seat(number as u16), verdict);
            }
        }
    }

    /// Lets a built-in player think; `None` if the seat has none.
    #[expect(clippy::type_complexity, reason = "it has one caller")]
    fn think(&mut self, seat: Seat) -> Result<Option<(Option<G::Action>, Duration)>, Fault> {
        let sitting = &mut self.seats[seat.index()];
        let SeatedPlayer::Engine { engine, by_clock } = &mut sitting.player else {
            return Ok(None);
        };
        if sitting.outcome.verdict.is_some() {
            return Ok(None);
        }
        let mut limits = engine.limits;
        if *by_clock && let Some(clock) = &sitting.clock {
            limits.time = Some(clock.share());
        }
        let control = Control::new(limits, self.clock, self.stop);
        let choice = engine.player.choose(self.game, &self.state, seat, &control);
        let time = control.elapsed();
        if let Err(reason) = self.game.check(&self.state, seat, &choice.action) {
            return Err(Fault {
                seat,
                action: choice.action.to_string(),
                reason: catalog::english(&reason),
            });
        }
        sitting.outcome.effort.count(time, choice.thought.nodes);
        if let Some(clock) = &mut sitting.clock
            && !clock.spend(time)
        {
            sitting.outcome.verdict = Some(Verdict::new(
                Kind::Time,
                format!("it thought for {time:.1?}, longer than was left"),
            ));
            sitting.outcome.failed_after = self.step;
            return Ok(Some((None, time)));
        }
        Ok(Some((Some(choice.action), time)))
    }

    /// Asks all bots among the seats that must choose, at the same time.
    fn ask(&mut self, actions: &mut [(Seat, Option<G::Action>, Duration)]) {
        let mut asked: Vec<(Seat, String, Duration)> = Vec::new();
        for &(seat, ..) in actions.iter() {
            let sitting = &self.seats[seat.index()];
            if sitting.outcome.verdict.is_some() || !matches!(sitting.player, SeatedPlayer::Bot(_))
            {
                continue;
            }
            let about = About {
                clock_ms: sitting
                    .clock
                    .map(|clock| clock.allowance().as_millis() as u64),
            };
            let request = line(&self.game.request(&self.state, seat, &about));
            let allowance = sitting
                .clock
                .map_or(Duration::from_secs(86_400), |clock| clock.allowance());
            let grace = if sitting.starting {
                START_GRACE
            } else {
                Duration::ZERO
            };
            asked.push((seat, request, allowance + grace));
        }
        if asked.is_empty() {
            return;
        }
        let mut bots: Vec<(Seat, &mut Bot)> = Vec::with_capacity(asked.len());
        for (number, sitting) in self.seats.iter_mut().enumerate() {
            let seat = Seat(number as u16);
            if let SeatedPlayer::Bot(bot) = &mut sitting.player
                && asked.iter().any(|(asked, ..)| *asked == seat)
            {
                bots.push((seat, bot));
            }
        }
        let mut asks: Vec<Ask<'_>> = bots
            .into_iter()
            .zip(&asked)
            .map(|((_, bot), (_, line, allowance))| Ask {
                bot,
                line,
                allowance: *allowance,
            })
            .collect();
        // A bot that is stopped while it thinks has not failed.
        let Some(replies) = bot::ask_unless(&mut asks, self.stop) else {
            return;
        };
        drop(asks);
        for ((seat, ..), reply) in asked.into_iter().zip(replies) {
            let action = self.judge(seat, reply.answer, reply.time);
            for entry in actions.iter_mut().filter(|(s, ..)| *s == seat) {
                (entry.1, entry.2) = (action.clone(), reply.time);
            }
        }
    }

    /// Turns an answer into an action and charges its time.
    fn judge(
        &mut self,
        seat: Seat,
        answer: Result<String, Verdict>,
        time: Duration,
    ) -> Option<G::Action> {
        let sitting = &mut self.seats[seat.index()];
        sitting.outcome.effort.count(time, 0);
        let grace = std::mem::take(&mut sitting.starting);
        let charged = match sitting.clock {
            Some(clock) if grace => time.min(clock.allowance()),
            _ => time,
        };
        let in_time = sitting
            .clock
            .as_mut()
            .is_none_or(|clock| clock.spend(charged));
        let read = answer.and_then(|line| {
            if !in_time {
                return Err(Verdict::new(Kind::Time, "its answer came after its time"));
            }
            match self.game.answer(&self.state, seat, &line) {
                Ok(action) => Ok(Some(action)),
                Err(AnswerError::Protocol(what)) => Err(Verdict::new(Kind::Protocol, what)),
                Err(error @ AnswerError::Illegal { .. }) => match G::BREACH {
                    Breach::Loses => Err(Verdict::new(Kind::Illegal, error.to_string())),
                    Breach::Voids => {
                        sitting.outcome.voided += 1;
                        let first = &mut sitting.outcome.first_void;
                        first.get_or_insert_with(|| visible(&error.to_string()));
                        Ok(None)
                    }
                },
            }
        });
        match read {
            Ok(Some(action)) => Some(action),
            Ok(None) => self.game.idle(&self.state, seat),
            Err(verdict) => {
                self.fail(seat, verdict);
                None
            }
        }
    }

    /// Records a failure and ends the bot at once.
    fn fail(&mut self, seat: Seat, verdict: Verdict) {
        let sitting = &mut self.seats[seat.index()];
        let player = std::mem::replace(&mut sitting.player, SeatedPlayer::Failed(verdict.clone()));
        if let SeatedPlayer::Bot(bot) = player {
            sitting.outcome.bury(*bot);
        }
        sitting.outcome.verdict = Some(verdict);
        sitting.outcome.failed_after = self.step;
    }

    fn close(self) -> (Vec<SeatOutcome>, G::State) {
        let seats = self.seats.into_iter().map(|sitting| {
            let mut outcome = sitting.outcome;
            outcome.clock_left = sitting.clock.map(|clock| clock.left());
            if let SeatedPlayer::Bot(bot) = sitting.player {
                outcome.bury(*bot);
            }
            outcome
        });
        (seats.collect(), self.state)
    }
}

impl SeatOutcome {
    fn bury(&mut self, bot: Bot) {
        let remains = bot.finish();
        self.effort.cpu = remains.usage.cpu;
        self.effort.memory = remains.usage.peak_memory;
        self.log = remains.log;
    }
}

/// `plies` random steps from the start. Fewer if the game would end or a draw comes
/// next.
pub fn random_opening(game: &dyn AnyGame, plies: u32, seed: &Seed) -> Opening {
    let mut state = game.start();
    let mut dice = seed.stream();
    let mut steps = Vec::new();
    for _ in 0..plies {
        let AnyPending::Choose(seats) = game.pending(&state) else {
            break;
        };
        let joint: Vec<_> = seats
            .iter()
            .map(|seat| (seat, game.propose(&state, seat, &mut dice)))
            .collect();
        let step = AnyStep::Act(joint);
        let mut next = state.clone();
        let played = game.play(&mut next, &step).is_ok();
        if !played || matches!(game.pending(&next), AnyPending::Over(_)) {
            break;
        }
        state = next;
        if let AnyStep::Act(joint) = step {
            steps.push(joint);
        }
    }
    steps
}

/// An opening that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("opening {opening:?}: {problem}")]
pub struct OpeningError {
    /// The opening as written.
    pub opening: String,
    /// Why it cannot be played.
    pub problem: String,
}

/// Reads an opening: the moves of all seats that act, step by step.
pub fn read_opening(game: &dyn AnyGame, text: &str) -> Result<Opening, OpeningError> {
    let error = |problem: String| OpeningError {
        opening: text.chars().take(80).collect(),
        problem,
    };
    let mut state = game.start();
    let mut words = text.split_whitespace().peekable();
    let mut steps = Vec::new();
    while words.peek().is_some() {
        let AnyPending::Choose(seats) = game.pending(&state) else {
            return Err(error("nobody is to act".to_owned()));
        };
        let mut joint = Vec::new();
        for seat in seats.iter() {
            let word = words
                .next()
                .ok_or_else(|| error(format!("a move of seat {seat} is missing")))?;
            let action = game.check(&state, seat, word).map_err(|e| match e {
                catalog::Error::Notation { error, .. } => {
                    format!("{word}: {}", catalog::english(&error))
                }
                other => format!("{word}: {other}"),
            });
            joint.push((seat, action.map_err(error)?));
        }
        let step = AnyStep::Act(joint.clone());
        game.play(&mut state, &step)
            .map_err(|e| error(e.to_string()))?;
        steps.push(joint);
    }
    Ok(steps)
}
