//! A recorded game, and the position on the screen.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use catalog::{AnyState, AnyStep};
use entry::{Highlights, History, MoveEntry, Pressed, Situation};
use game::Seat;
use leptos::prelude::*;
use leptos::task::spawn_local;
use picture::{Frame, Marks, Scene};
use protocol::record::{ReadError, Record};

use super::bring::Opened;
use super::line::{Line, Place};
use crate::app::App;
use crate::board::Touch;
use crate::browser;
use crate::route::Route;
use crate::stage::Stage;
use crate::texts::{t, told};

/// How long the address waits for the reader to stay at a step. Browsers refuse if it
/// changes too often.
const STAY: Duration = Duration::from_millis(250);

/// A recorded game on the page.
#[derive(Clone, Copy)]
pub struct Reader {
    table: StoredValue<Option<String>>,
    record: StoredValue<Arc<Record>>,
    doubt: StoredValue<Option<ReadError>>,
    history: StoredValue<Arc<History>>,
    states: StoredValue<States>,
    hand: StoredValue<Option<Box<dyn MoveEntry>>>,
    run: StoredValue<u32>,
    /// The number of steps of the game on the screen.
    pub shown: RwSignal<usize>,
    /// Whether the reader steps through every step, or only through those of players.
    pub every: RwSignal<bool>,
    /// The steps to stop at.
    pub stops: Memo<Arc<Vec<usize>>>,
    /// The variations.
    pub lines: RwSignal<Vec<Line>>,
    /// The variation that is on the screen instead of the game.
    pub current: RwSignal<Option<usize>>,
    /// The board.
    pub stage: RwSignal<Stage>,
    /// The effect of the step before it.
    pub marks: RwSignal<Marks>,
    /// The move entry for a variation.
    pub lit: RwSignal<Highlights>,
    /// Whether the game plays by itself.
    pub plays: RwSignal<bool>,
    /// Milliseconds between steps while it does.
    pub pace: RwSignal<u32>,
}

impl Reader {
    /// Opens a game at a step.
    pub fn new(table: Option<String>, opened: Opened, step: usize) -> Reader {
        let Opened {
            record,
            doubt,
            history,
        } = opened;
        let every = RwSignal::new(!history.film.is_of_owners());
        let frames = history.clone();
        let stops = Memo::new(move |_| {
            let frames = frames.film.frames();
            Arc::new(if every.get() {
                (0..=frames.len()).collect()
            } else {
                key_stops(frames)
            })
        });
        let shown = step.min(history.len());
        let (board, marks) = picture(&history, shown);
        let reader = Reader {
            table: StoredValue::new(table),
            record: StoredValue::new(record),
            doubt: StoredValue::new(doubt),
            history: StoredValue::new(history),
            states: StoredValue::new(States::default()),
            hand: StoredValue::new(None),
            run: StoredValue::new(0),
            shown: RwSignal::new(shown),
            every,
            stops,
            lines: RwSignal::new(Vec::new()),
            current: RwSignal::new(None),
            stage: RwSignal::new(Stage::new(board)),
            marks: RwSignal::new(marks),
            lit: RwSignal::new(Highlights::default()),
            plays: RwSignal::new(false),
            pace: RwSignal::new(1000),
        };
        reader.keep_address();
        reader
    }

    /// The address follows the step, so that it leads here again.
    fn keep_address(self) {
        let Some(table) = self.table.get_value() else {
            return;
        };
        let waits = StoredValue::new(None::<TimeoutHandle>);
        let stop = move || {
            if let Some(handle) = waits.try_update_value(Option::take).flatten() {
                handle.clear();
            }
        };
        Effect::new(move |before: Option<usize>| {
            let step = self.shown.get();
            if before.is_some_and(|before| before != step) {
                stop();
                let table = table.clone();
                let write = move || {
                    let route = Route::Replay(Some(table.clone()), Some(step));
                    if let Ok(history) = window().history() {
                        let null = wasm_bindgen::JsValue::NULL;
                        let _ = history.replace_state_with_url(&null, "", Some(&route.href()));
                    }
                };
                waits.set_value(set_timeout_with_handle(write, STAY).ok());
            }
            step
        });
        on_cleanup(stop);
    }

    /// A link to the current step; `None` for a game from a file.
    pub fn link(self) -> Option<String> {
        let table = self.table.get_value()?;
        Some(Route::Replay(Some(table), Some(self.shown.get_untracked())).address())
    }

    /// Whether the game was played at a table here.
    pub fn has_table(self) -> bool {
        self.table.with_value(Option::is_some)
    }

    /// The record.
    pub fn record(self) -> Arc<Record> {
        self.record.get_value()
    }

    /// Why the file is not valid, whatever the record says.
    pub fn doubt(self) -> Option<ReadError> {
        self.doubt.get_value()
    }

    /// The game.
    pub fn history(self) -> Arc<History> {
        self.history.get_value()
    }

    /// The id of the game.
    pub fn game(self) -> &'static str {
        self.history.with_value(|history| history.game.info().id)
    }

    /// The name of a seat's player.
    pub fn name(self, seat: u16) -> String {
        let name = self
            .record
            .with_value(|record| Some(record.player(seat)?.name.clone()));
        name.unwrap_or_else(|| {
            self.history
                .with_value(|history| told(&history.game.seat_message(Seat(seat))))
        })
    }

    /// The position on the screen.
    pub fn place(self) -> Place {
        match self.current.get() {
            Some(current) => self
                .lines
                .with(|lines| lines.get(current).map(Line::place))
                .unwrap_or_default(),
            None => Place {
                step: self.shown.get(),
                then: Vec::new(),
            },
        }
    }

    /// The state on the screen.
    pub fn state(self) -> Arc<AnyState> {
        let line = self.current.get().and_then(|current| {
            self.lines
                .with(|lines| lines.get(current).map(|line| line.state().clone()))
        });
        line.unwrap_or_else(|| self.state_at(self.shown.get()))
    }

    /// The state after this many steps of the game.
    fn state_at(self, step: usize) -> Arc<AnyState> {
        let history = self.history();
        let mut states = self.states.write_value();
        Arc::new(states.at(&history, step))
    }

    /// The seats that choose in the position on the screen.
    pub fn acting(self) -> Vec<u16> {
        if let Some(current) = self.current.get() {
            let seat = self
                .lines
                .with(|lines| lines.get(current).and_then(Line::acting));
            return seat.iter().map(|seat| seat.0).collect();
        }
        let shown = self.shown.get();
        self.history
            .with_value(|history| match history.steps.get(shown) {
                Some(AnyStep::Act(acts)) => acts.iter().map(|(seat, _)| seat.0).collect(),
                _ => Vec::new(),
            })
    }

    /// The step that led to the position on the screen, in words.
    pub fn words(self) -> Option<String> {
        if let Some(current) = self.current.get() {
            return self
                .lines
                .with(|lines| lines.get(current)?.words().map(told));
        }
        let last = self.shown.get().checked_sub(1)?;
        self.history
            .with_value(|history| Some(told(&history.film.frames().get(last)?.words)))
    }

    fn show(self) {
        let current = self.current.get_untracked();
        let line = current.and_then(|current| {
            self.lines
                .with_untracked(|lines| lines.get(current).map(Line::picture))
        });
        let (board, marks) = line.unwrap_or_else(|| {
            self.history
                .with_value(|history| picture(history, self.shown.get_untracked()))
        });
        self.stage.update(|stage| stage.go(board, &marks));
        self.marks.set(marks);
        self.take_up();
    }

    /// Goes to a step of the game.
    pub fn seek(self, step: usize) {
        let most = self.history.with_value(|history| history.len());
        self.current.set(None);
        self.shown.set(step.min(most));
        self.show();
    }

    /// Goes to a step at the reader's request: the game stops playing by itself.
    pub fn go(self, step: usize) {
        self.plays.set(false);
        self.seek(step);
    }

    /// Goes to the beginning.
    pub fn first(self) {
        match self.current.get_untracked() {
            Some(current) => self.walk(current, |stops, _| stops.first().copied()),
            None => self.go(0),
        }
    }

    /// Goes to the end.
    pub fn last(self) {
        match self.current.get_untracked() {
            Some(current) => self.walk(current, |stops, _| stops.last().copied()),
            None => self.go(usize::MAX),
        }
    }

    /// Goes to the next stop.
    pub fn next(self) {
        match self.current.get_untracked() {
            Some(current) => self.walk(current, after),
            None => {
                let next = self
                    .stops
                    .with_untracked(|stops| after(stops, self.shown.get_untracked()));
                if let Some(next) = next {
                    self.go(next);
                }
            }
        }
    }

    /// Goes to the previous stop.
    pub fn previous(self) {
        match self.current.get_untracked() {
            Some(current) => self.walk(current, before),
            None => {
                let last = self
                    .stops
                    .with_untracked(|stops| before(stops, self.shown.get_untracked()));
                if let Some(last) = last {
                    self.go(last);
                }
            }
        }
    }

    fn walk(self, current: usize, to: impl Fn(&[usize], usize) -> Option<usize>) {
        let at = self.lines.with_untracked(|lines| {
            let line = lines.get(current)?;
            to(&line.stops(), line.at)
        });
        if let Some(at) = at {
            self.enter_line(current, at);
        }
    }

    /// Lets the game play by itself, or stops it.
    pub fn toggle(self) {
        let plays = !self.plays.get_untracked();
        self.plays.set(plays);
        let run = self.run.get_value() + 1;
        self.run.set_value(run);
        if !plays {
            return;
        }
        // At the end, it starts again from the beginning.
        let is_last = self
            .history
            .with_value(|history| history.len() == self.shown.get_untracked());
        if is_last || self.current.get_untracked().is_some() {
            self.seek(if is_last {
                0
            } else {
                self.shown.get_untracked()
            });
        }
        spawn_local(async move {
            loop {
                let Some(pace) = self.pace.try_get_untracked() else {
                    return;
                };
                browser::pause(pace).await;
                let is_mine = self.run.try_get_value() == Some(run);
                if !is_mine || self.plays.try_get_untracked() != Some(true) {
                    return;
                }
                let next = self
                    .stops
                    .with_untracked(|stops| after(stops, self.shown.get_untracked()));
                match next {
                    Some(next) => self.seek(next),
                    None => {
                        self.plays.set(false);
                        return;
                    }
                }
            }
        });
    }

    /// Starts a variation at the position on the screen.
    pub fn vary(self) {
        self.plays.set(false);
        if self.current.get_untracked().is_some() {
            return;
        }
        let from = self.shown.get_untracked();
        // If there is one already, the reader continues it.
        let known = self.lines.with_untracked(|lines| {
            lines
                .iter()
                .position(|line| line.from == from && line.moves().is_empty())
        });
        if let Some(known) = known {
            self.current.set(Some(known));
            self.show();
            return;
        }
        let game = self.history.with_value(|history| history.game.clone());
        let state = (*self.state_at(from)).clone();
        match Line::new(game, state, from) {
            Ok(line) => {
                self.lines.update(|lines| lines.push(line));
                self.current
                    .set(Some(self.lines.with_untracked(Vec::len) - 1));
                self.show();
            }
            Err(reason) => App::here().say(reason),
        }
    }

    /// Shows a position of a variation.
    pub fn enter_line(self, number: usize, at: usize) {
        self.plays.set(false);
        self.lines.update(|lines| {
            if let Some(line) = lines.get_mut(number) {
                line.seek(at);
            }
        });
        self.current.set(Some(number));
        self.show();
    }

    /// Returns to the position at which the variation left the game.
    pub fn back(self) {
        let current = self.current.get_untracked();
        let from = current.and_then(|current| {
            self.lines
                .with_untracked(|lines| lines.get(current).map(|line| line.from))
        });
        self.go(from.unwrap_or_else(|| self.shown.get_untracked()));
    }

    /// Removes a variation from the list.
    pub fn drop_line(self, number: usize) {
        if self.current.get_untracked().is_some() {
            self.back();
        }
        self.lines.update(|lines| {
            if number < lines.len() {
                lines.remove(number);
            }
        });
    }

    /// Opens a move entry for the seat that is to choose.
    fn take_up(self) {
        let spot = self.current.get_untracked().and_then(|current| {
            self.lines.with_untracked(|lines| {
                let line = lines.get(current)?;
                let game = self.history.with_value(|history| history.game.clone());
                Some(Situation {
                    game,
                    state: line.state().clone(),
                    seat: line.acting()?,
                })
            })
        });
        let hand = spot.as_ref().map(entry::open);
        self.lit
            .set(hand.as_ref().map(|hand| hand.lit()).unwrap_or_default());
        self.hand.set_value(hand);
    }

    /// Handles an input on the board.
    pub fn touch(self, touch: Touch) {
        self.act(|hand| touch.apply(&mut **hand));
    }

    /// Changes the move entry and handles the result.
    pub fn act(self, with: impl FnOnce(&mut Box<dyn MoveEntry>) -> Pressed) {
        let did = self.hand.try_update_value(|hand| hand.as_mut().map(with));
        match did.flatten() {
            None | Some(Pressed::Nothing) => {}
            Some(Pressed::Changed) => self.relight(),
            Some(Pressed::Refused(reason)) => {
                self.relight();
                App::here().say(reason);
            }
            Some(Pressed::Entered(action)) => self.enter(action),
        }
    }

    fn relight(self) {
        let lit = self
            .hand
            .with_value(|hand| hand.as_ref().map(|hand| hand.lit()));
        self.lit.set(lit.unwrap_or_default());
    }

    fn enter(self, action: String) {
        let Some(current) = self.current.get_untracked() else {
            return;
        };
        let entered = self
            .lines
            .try_update(|lines| lines.get_mut(current).map(|line| line.enter(action)));
        match entered.flatten() {
            Some(Err(reason)) => App::here().say(reason),
            Some(Ok(true)) => {
                if let Some(words) = untrack(|| self.words()) {
                    App::here().speak(words);
                }
            }
            Some(Ok(false)) => App::here().speak(t().replay.entered()),
            None => {}
        }
        self.show();
    }
}

fn picture(history: &History, step: usize) -> (Scene, Marks) {
    let frames = history.film.frames();
    let marks = step
        .checked_sub(1)
        .and_then(|last| frames.get(last))
        .map(|frame| frame.marks.clone());
    (history.film.board(step), marks.unwrap_or_default())
}

/// The steps to stop at: the first, the last, and those after a player's move or the
/// end of a round.
pub fn key_stops(frames: &[Frame]) -> Vec<usize> {
    let last = frames.len();
    let is_stop = |step: &usize| *step == 0 || *step == last || frames[step - 1].is_key;
    (0..=last).filter(is_stop).collect()
}

/// The stop after a step.
pub fn after(stops: &[usize], step: usize) -> Option<usize> {
    stops
        .get(stops.partition_point(|stop| *stop <= step))
        .copied()
}

/// The stop before a step.
pub fn before(stops: &[usize], step: usize) -> Option<usize> {
    let upto = stops.partition_point(|stop| *stop < step);
    upto.checked_sub(1).map(|last| stops[last])
}

/// States of a game computed earlier, so that every state is near one of them.
#[derive(Default)]
pub struct States(BTreeMap<usize, AnyState>);

/// The number of steps between kept states.
const APART: usize = 64;

impl States {
    /// The state after this many steps.
    pub fn at(&mut self, history: &History, step: usize) -> AnyState {
        let step = step.min(history.len());
        if step == history.len() {
            return (*history.state).clone();
        }
        let known = self.0.range(..=step).next_back();
        let (from, mut state) = match known {
            Some((from, state)) => (*from, state.clone()),
            None => (0, history.game.start()),
        };
        for (number, made) in history.steps.iter().enumerate().take(step).skip(from) {
            // The step was legal when it was played.
            let _ = history.game.play(&mut state, made);
            if (number + 1) % APART == 0 {
                self.0.insert(number + 1, state.clone());
            }
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::AnyPending;
    use dice::Quick;
    use protocol::GameData;
    use serde_json::json;

    fn played(id: &str, options: &GameData, steps: usize) -> History {
        let mut history = History::new(id, options).unwrap();
        let mut dice = Quick::new(7);
        while history.len() < steps {
            let (game, state) = (history.game.clone(), history.state.clone());
            let step = match game.pending(&state) {
                AnyPending::Over(_) => break,
                AnyPending::Chance(_) => AnyStep::Draw(game.draw(&state, &mut dice)),
                AnyPending::Choose(seats) => {
                    let acts = seats
                        .iter()
                        .map(|seat| (seat, game.propose(&state, seat, &mut dice)));
                    AnyStep::Act(acts.collect())
                }
            };
            history.push(step, &[]).unwrap();
        }
        history
    }

    #[test]
    fn any_state_is_found_again_in_whatever_order_it_is_asked_for() {
        let history = played(catalog::GAMES[3].id, &json!({"players": 2}).into(), 300);
        assert_eq!(history.len(), 300);
        let mut states = States::default();
        for step in [299, 5, 130, 64, 300, 0, 131, 1000] {
            let found = history.game.state_data(&states.at(&history, step));
            let due = history.game.state_data(&history.state_at(step.min(300)));
            assert_eq!(found, due, "step {step}");
        }
        assert!(states.0.len() >= 4);
    }

    #[test]
    fn only_players_turns_leave_out_what_zombies_did() {
        let history = played(catalog::GAMES[3].id, &json!({"players": 2}).into(), 300);
        let frames = history.film.frames();
        let all: Vec<usize> = (0..=frames.len()).collect();
        let some = key_stops(frames);
        assert_eq!(all.len(), 301);
        assert!(some.len() < all.len() / 2, "{}", some.len());
        assert_eq!((some[0], some.last()), (0, Some(&300)));
        assert!(
            some[1..some.len() - 1]
                .iter()
                .all(|step| frames[step - 1].is_key)
        );
    }

    #[test]
    fn going_on_and_back_stops_at_the_nearest() {
        let stops = [0, 3, 8];
        assert_eq!(after(&stops, 0), Some(3));
        assert_eq!(after(&stops, 4), Some(8));
        assert_eq!(after(&stops, 8), None);
        assert_eq!(before(&stops, 8), Some(3));
        assert_eq!(before(&stops, 4), Some(3));
        assert_eq!(before(&stops, 0), None);
    }
}
