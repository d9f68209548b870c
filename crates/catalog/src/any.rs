//! Games without their types.

use std::any::Any;
use std::fmt;

use game::{
    Dice, Ending, Game, Message, Outcome, Pending, Seat, SeatSet, Step, Tell as _, message,
};
use protocol::record::RecordStep;
use protocol::{AsJson as _, Conflict, EndingView, GameData, GameLine, GameView, Made};

use crate::bot::{About, AnswerError, BotGame, Breach};
use crate::codec::{Choice, Codec, Error, Info, LastSeat};
use crate::entry::Entry;
use crate::marks::Marks;
use crate::scene::{Decided, Drawn, Foresight, Look, Scene};
use words::Language;

/// A state of a game. Give it only to the game that made it.
pub struct AnyState(Box<dyn Held>);

trait Held: Send + Sync {
    fn copy(&self) -> Box<dyn Held>;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Clone + Send + Sync + 'static> Held for T {
    fn copy(&self) -> Box<dyn Held> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl AnyState {
    /// A state of a typed game.
    pub fn new<G: Game>(state: G::State) -> AnyState {
        AnyState(Box::new(state))
    }

    /// The typed state.
    ///
    /// # Panics
    /// If the state belongs to another game.
    pub fn of<G: Game>(&self) -> &G::State {
        (*self.0).as_any().downcast_ref().expect(MIXED_UP)
    }

    fn of_mut<G: Game>(&mut self) -> &mut G::State {
        (*self.0).as_any_mut().downcast_mut().expect(MIXED_UP)
    }
}

const MIXED_UP: &str = "a state is only used with the game that made it";

impl Clone for AnyState {
    fn clone(&self) -> AnyState {
        AnyState((*self.0).copy())
    }
}

impl fmt::Debug for AnyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyState")
    }
}

/// A step with actions in notation, or a draw in JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyStep {
    /// One action for every seat that had to choose.
    Act(Vec<(Seat, String)>),
    /// A draw.
    Draw(GameData),
}

impl AnyStep {
    fn acts(moves: &[(u16, String)]) -> AnyStep {
        let moves = moves.iter();
        AnyStep::Act(
            moves
                .map(|(seat, text)| (Seat(*seat), text.clone()))
                .collect(),
        )
    }
}

impl From<&Made> for AnyStep {
    fn from(made: &Made) -> AnyStep {
        match made {
            Made::Act(act) => AnyStep::acts(&act.moves),
            Made::Draw(draw) => AnyStep::Draw(draw.clone()),
        }
    }
}

impl From<&RecordStep> for AnyStep {
    fn from(step: &RecordStep) -> AnyStep {
        match step {
            RecordStep::Act { act, .. } => AnyStep::acts(act),
            RecordStep::Draw { draw, .. } => AnyStep::Draw(draw.clone()),
        }
    }
}

/// What a state waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyPending {
    /// The choices of these seats.
    Choose(SeatSet),
    /// This draw.
    Chance(GameData),
    /// Nothing: the game is over.
    Over(Ending),
}

/// What a step did.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyReport {
    /// What was done, in a few words.
    pub brief: Message,
    /// In sentences.
    pub told: Vec<Message>,
    /// The conflict between the moves, if there is one.
    pub conflict: Option<Conflict>,
    /// On the board.
    pub marks: Marks,
    /// As data.
    pub data: GameData,
}

impl AnyReport {
    /// What was done, in a few English words.
    pub fn brief(&self) -> String {
        Language::English.say(&self.brief)
    }

    /// In English sentences.
    pub fn text(&self) -> String {
        Language::English.tell(&self.told)
    }
}

/// A game with its options chosen, without its types.
///
/// All states it gets must come from a game with the same id.
pub trait AnyGame: Send + Sync + fmt::Debug {
    /// The description of the game.
    fn info(&self) -> Info;

    /// All options, with their defaults filled in.
    fn options(&self) -> GameData;

    /// How many seats there are.
    fn seats(&self) -> u16;

    /// The game's name for a seat.
    fn seat_message(&self, seat: Seat) -> Message;

    /// The game's English name for a seat.
    fn seat_name(&self, seat: Seat) -> String {
        Language::English.say(&self.seat_message(seat))
    }

    /// What a seat may choose before the game, by number.
    fn choices(&self) -> Vec<Choice>;

    /// All options, but with these owners of the [choices](Self::choices).
    fn with_owners(&self, owners: &[u16]) -> GameData;

    /// See [`Codec::LAST_SEAT`].
    fn last_seat(&self) -> LastSeat;

    /// The first state of a game.
    fn start(&self) -> AnyState;

    /// What a state waits for.
    fn pending(&self, state: &AnyState) -> AnyPending;

    /// Parses and checks an action. Returns it in canonical notation.
    fn check(&self, state: &AnyState, seat: Seat, action: &str) -> Result<String, Error>;

    /// The action to enter for an absent seat, if the game can go on without it.
    /// [`check`](Self::check) may refuse this action.
    fn idle(&self, state: &AnyState, seat: Seat) -> Option<String>;

    /// Parses a step, checks all of it and then carries it out. A seat's action
    /// may also be the one that [`idle`](Self::idle) gives.
    fn play(&self, state: &mut AnyState, step: &AnyStep) -> Result<(), Error>;

    /// What a step would do. Checks the step first.
    fn report(&self, state: &AnyState, step: &AnyStep) -> Result<AnyReport, Error>;

    /// A random legal action of a seat that must choose.
    fn propose(&self, state: &AnyState, seat: Seat, dice: &mut dyn Dice) -> String;

    /// Draws what is pending.
    fn draw(&self, state: &AnyState, dice: &mut dyn Dice) -> GameData;

    /// A seat's legal actions in canonical order, if the game can list them.
    fn actions(&self, state: &AnyState, seat: Seat) -> Option<Vec<String>>;

    /// The whole state as JSON.
    fn state_data(&self, state: &AnyState) -> GameData;

    /// Reads a state that [`state_data`](Self::state_data) wrote.
    fn read_state(&self, data: &GameData) -> Result<AnyState, Error>;

    /// Makes a state from a position in notation, or in Game 17 from JSON.
    fn read_position(&self, text: &str) -> Result<AnyState, Error>;

    /// What a viewer sees: the state, the seats to act, the ending. States have
    /// no secrets; the view only tells viewers their seat.
    fn view(&self, state: &AnyState, viewer: Option<Seat>) -> GameView;

    /// How many pieces a seat has on the board. 0 in games without owners of
    /// pieces.
    fn material(&self, state: &AnyState, seat: Seat) -> u32;

    /// See [`Drawn::LOOK`].
    fn look(&self) -> &'static Look;

    /// See [`Drawn::ENTRY`].
    fn entry(&self) -> &'static Entry;

    /// What there is to see of a state.
    fn scene(&self, state: &AnyState) -> Scene;

    /// Whether a legal action takes something off the board.
    fn captures(&self, state: &AnyState, seat: Seat, action: &str) -> bool;

    /// See [`Drawn::round`].
    fn round(&self, state: &AnyState) -> Option<u32>;

    /// See [`Drawn::decided`].
    fn decided(&self, state: &AnyState) -> Decided;

    /// See [`Drawn::foresee`].
    fn foresee(&self, state: &AnyState) -> Vec<Foresight>;

    /// See [`BotGame::BREACH`].
    fn breach(&self) -> Breach;

    /// The request to a bot that is to move.
    fn request(&self, state: &AnyState, seat: Seat, about: &About) -> GameLine;

    /// The action in a bot's line, checked and in canonical notation.
    fn answer(&self, state: &AnyState, seat: Seat, line: &str) -> Result<String, AnswerError>;

    /// A bot's answer for an action.
    fn write_answer(&self, state: &AnyState, action: &str) -> Result<GameLine, Error>;

    /// The typed game; [`typed_game`](crate::typed_game) downcasts it.
    fn as_any(&self) -> &dyn Any;

    /// Counts the ways to play `depth` steps in which the first seat to act
    /// begins with `root`. `Ok(None)` if that takes more than `budget`
    /// positions.
    fn perft(
        &self,
        state: &AnyState,
        root: &str,
        depth: u32,
        budget: &mut u64,
    ) -> Result<Option<u64>, Error>;
}

/// A typed game with its types erased.
#[derive(Debug)]
pub(crate) struct Erased<G>(pub(crate) G);

/// A step with its types restored.
enum Typed<G: Game> {
    Act(Vec<(Seat, G::Action)>),
    Draw(G::Draw),
}

impl<G: Game> Typed<G> {
    fn as_step(&self) -> Step<'_, G> {
        match self {
            Typed::Act(joint) => Step::Act(joint),
            Typed::Draw(draw) => Step::Draw(draw),
        }
    }
}

impl<G: Codec> Erased<G> {
    fn read(&self, state: &G::State, text: &str) -> Result<G::Action, Error> {
        self.0
            .read(state, text)
            .map_err(Error::notation("move", text))
    }

    fn action(&self, state: &G::State, seat: Seat, text: &str) -> Result<G::Action, Error> {
        let action = self.read(state, text)?;
        self.0.check(state, seat, &action).map_err(Error::refused)?;
        Ok(action)
    }

    fn action_or_idle(&self, state: &G::State, seat: Seat, text: &str) -> Result<G::Action, Error> {
        let action = self.read(state, text)?;
        if self.0.idle(state, seat).as_ref() != Some(&action) {
            self.0.check(state, seat, &action).map_err(Error::refused)?;
        }
        Ok(action)
    }

    fn step(&self, state: &G::State, step: &AnyStep) -> Result<Typed<G>, Error> {
        match (self.0.pending(state), step) {
            (Pending::Over(_), _) => Err(Error::NotPending(message!("rules.over"))),
            (Pending::Choose(seats), AnyStep::Act(joint)) => {
                let acting: Vec<Seat> = joint.iter().map(|(seat, _)| *seat).collect();
                if !seats.iter().eq(acting.iter().copied()) {
                    let acting: Vec<u16> = acting.iter().map(|seat| seat.0).collect();
                    let (seats, found) = (format!("{seats:?}"), format!("{acting:?}"));
                    return Err(Error::NotPending(message!("json.seats-act", seats, found)));
                }
                let joint = joint
                    .iter()
                    .map(|(seat, text)| Ok((*seat, self.action_or_idle(state, *seat, text)?)))
                    .collect::<Result<_, Error>>()?;
                Ok(Typed::Act(joint))
            }
            (Pending::Chance(_), AnyStep::Draw(value)) => {
                Ok(Typed::Draw(read_draw(&self.0, state, value)?))
            }
            (Pending::Choose(seats), AnyStep::Draw(_)) => {
                let seats = format!("{seats:?}");
                Err(Error::NotPending(message!("json.nothing-drawn", seats)))
            }
            (Pending::Chance(chance), AnyStep::Act(_)) => {
                let draw = self.0.chance_json(&chance).to_string();
                Err(Error::NotPending(message!("json.nobody-acts", draw)))
            }
        }
    }
}

impl<G: BotGame> AnyGame for Erased<G> {
    fn info(&self) -> Info {
        G::INFO
    }

    fn options(&self) -> GameData {
        self.0.options_json().into()
    }

    fn seats(&self) -> u16 {
        self.0.seats()
    }

    fn seat_message(&self, seat: Seat) -> Message {
        self.0.seat_name(seat)
    }

    fn choices(&self) -> Vec<Choice> {
        self.0.choices()
    }

    fn with_owners(&self, owners: &[u16]) -> GameData {
        self.0.with_owners(owners).into()
    }

    fn last_seat(&self) -> LastSeat {
        G::LAST_SEAT
    }

    fn start(&self) -> AnyState {
        AnyState::new::<G>(self.0.start())
    }

    fn pending(&self, state: &AnyState) -> AnyPending {
        match self.0.pending(state.of::<G>()) {
            Pending::Choose(seats) => AnyPending::Choose(seats),
            Pending::Chance(chance) => AnyPending::Chance(self.0.chance_json(&chance).into()),
            Pending::Over(ending) => AnyPending::Over(ending),
        }
    }

    fn check(&self, state: &AnyState, seat: Seat, action: &str) -> Result<String, Error> {
        Ok(self.action(state.of::<G>(), seat, action)?.to_string())
    }

    fn idle(&self, state: &AnyState, seat: Seat) -> Option<String> {
        let action = self.0.idle(state.of::<G>(), seat)?;
        Some(action.to_string())
    }

    fn play(&self, state: &mut AnyState, step: &AnyStep) -> Result<(), Error> {
        let step = self.step(state.of::<G>(), step)?;
        self.0.apply(state.of_mut::<G>(), step.as_step());
        Ok(())
    }

    fn report(&self, state: &AnyState, step: &AnyStep) -> Result<AnyReport, Error> {
        let state = state.of::<G>();
        let step = self.step(state, step)?;
        let step = step.as_step();
        let report = self.0.report(state, step);
        Ok(AnyReport {
            brief: self.0.brief(step, &report),
            marks: self.0.marks(step, &report),
            told: report.tell(),
            conflict: self.0.conflict(&report),
            data: self.0.report_json(&report).into(),
        })
    }

    fn propose(&self, state: &AnyState, seat: Seat, dice: &mut dyn Dice) -> String {
        self.0.propose(state.of::<G>(), seat, dice).to_string()
    }

    fn draw(&self, state: &AnyState, dice: &mut dyn Dice) -> GameData {
        let draw = self.0.draw(state.of::<G>(), dice);
        self.0.draw_json(&draw).into()
    }

    fn actions(&self, state: &AnyState, seat: Seat) -> Option<Vec<String>> {
        let actions = Codec::actions(&self.0, state.of::<G>(), seat)?;
        let mut actions: Vec<String> = actions.iter().map(ToString::to_string).collect();
        actions.sort_unstable();
        Some(actions)
    }

    fn state_data(&self, state: &AnyState) -> GameData {
        self.0.state_json(state.of::<G>()).into()
    }

    fn read_state(&self, data: &GameData) -> Result<AnyState, Error> {
        Ok(AnyState::new::<G>(self.0.read_state(data.as_json())?))
    }

    fn read_position(&self, text: &str) -> Result<AnyState, Error> {
        Ok(AnyState::new::<G>(self.0.read_position(text)?))
    }

    fn view(&self, state: &AnyState, viewer: Option<Seat>) -> GameView {
        let state = state.of::<G>();
        let pending = self.0.pending(state);
        let seats = self.0.seats();
        GameView {
            game: G::ID.to_owned(),
            seats,
            viewer: viewer.map(|seat| seat.0),
            to_act: pending.to_act().iter().map(|seat| seat.0).collect(),
            ending: pending.ending().map(|ending| ending_view(ending, seats)),
            state: self.0.state_json(state).into(),
        }
    }

    fn material(&self, state: &AnyState, seat: Seat) -> u32 {
        self.0.material(state.of::<G>(), seat)
    }

    fn look(&self) -> &'static Look {
        G::LOOK
    }

    fn entry(&self) -> &'static Entry {
        G::ENTRY
    }

    fn scene(&self, state: &AnyState) -> Scene {
        self.0.scene(state.of::<G>())
    }

    fn captures(&self, state: &AnyState, seat: Seat, action: &str) -> bool {
        let state = state.of::<G>();
        let action = self.action(state, seat, action);
        action.is_ok_and(|action| self.0.captures(state, seat, &action))
    }

    fn round(&self, state: &AnyState) -> Option<u32> {
        self.0.round(state.of::<G>())
    }

    fn decided(&self, state: &AnyState) -> Decided {
        self.0.decided(state.of::<G>())
    }

    fn foresee(&self, state: &AnyState) -> Vec<Foresight> {
        Drawn::foresee(&self.0, state.of::<G>())
    }

    fn breach(&self) -> Breach {
        G::BREACH
    }

    fn request(&self, state: &AnyState, seat: Seat, about: &About) -> GameLine {
        GameLine::of(&self.0.request(state.of::<G>(), seat, about))
    }

    fn answer(&self, state: &AnyState, seat: Seat, line: &str) -> Result<String, AnswerError> {
        let action = self.0.answer(state.of::<G>(), seat, line)?;
        Ok(action.to_string())
    }

    fn write_answer(&self, state: &AnyState, action: &str) -> Result<GameLine, Error> {
        let action = self.read(state.of::<G>(), action)?;
        Ok(GameLine::of(&self.0.write_answer(&action)))
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn perft(
        &self,
        state: &AnyState,
        root: &str,
        depth: u32,
        budget: &mut u64,
    ) -> Result<Option<u64>, Error> {
        let state = state.of::<G>();
        let Some(seat) = self.0.pending(state).to_act().lowest() else {
            return Err(Error::NotPending(message!("json.nobody")));
        };
        let root = self.action(state, seat, root)?;
        Ok(Codec::perft(&self.0, state, &root, depth, budget))
    }
}

/// Parses and checks a draw.
fn read_draw<G: Codec>(game: &G, state: &G::State, data: &GameData) -> Result<G::Draw, Error> {
    let draw = game.read_draw(state, data.as_json())?;
    game.check_draw(state, &draw).map_err(Error::refused)?;
    Ok(draw)
}

/// How a game ended on the board.
pub fn ending_view(ending: &Ending, seats: u16) -> EndingView {
    let all = || (0..seats).map(Seat);
    let winners = all().filter(|&seat| ending.outcome.won(seat));
    let places = || all().map(|seat| ending.outcome.place(seat)).collect();
    EndingView {
        reason: ending.reason.to_owned(),
        winners: winners.map(|seat| seat.0).collect(),
        places: matches!(ending.outcome, Outcome::Places(_)).then(places),
    }
}
