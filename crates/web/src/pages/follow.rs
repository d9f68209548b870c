//! A table that the page follows: its events, and the position on the screen.

use std::collections::BTreeMap;
use std::sync::Arc;

use client::Update as HallUpdate;
use entry::{Highlights, History, MoveEntry, Pressed, Situation};
use game::Seat;
use leptos::prelude::*;
use leptos::task::spawn_local;
use picture::{Arrow, Marks, Scene};
use protocol::{
    Effort, Made, Phase, PublicChange, Record, Request, TableChange, TableEvent, TableView,
};

use crate::app::App;
use crate::board::Touch;
use crate::browser;
use crate::hall::{self, Trouble, line, trouble};
use crate::stage::Stage;
use crate::texts::{sitter, t, told};

/// The phases of the reveal, in milliseconds.
const REVEAL: u32 = 480;
const STEP: u32 = 240;
/// The most time for everything between two turns of the viewer.
const MEANWHILE: u32 = 1400;
/// If more moves than this were missed, they are not shown one by one.
const MISSED: usize = 6;
/// How long to wait, in milliseconds, if a record and the events do not match.
const APART: u32 = 200;

/// A table that is followed.
#[derive(Clone, Copy)]
pub struct Follow {
    table: StoredValue<String>,
    key: StoredValue<Option<String>>,
    /// The view of the table.
    pub seen: RwSignal<Option<Arc<TableView>>>,
    /// The game so far.
    pub history: RwSignal<Option<History>>,
    /// The board on the screen.
    pub stage: RwSignal<Option<Stage>>,
    /// The effect of the step before it.
    pub marks: RwSignal<Marks>,
    /// The number of steps on the screen.
    pub shown: RwSignal<usize>,
    /// Whether the screen follows the game.
    pub is_live: RwSignal<bool>,
    /// The entry of the viewer's move.
    pub lit: RwSignal<Highlights>,
    /// A move that waits for confirmation.
    pub pending: RwSignal<Option<String>>,
    /// Why the table cannot be shown.
    pub trouble: RwSignal<Option<Trouble>>,
    /// The computers' thoughts, by seat.
    pub thoughts: RwSignal<BTreeMap<u16, Effort>>,
    /// Whether the viewer has dismissed the result.
    pub is_read: RwSignal<bool>,
    /// The hall's time minus the browser's, in milliseconds.
    pub skew: RwSignal<f64>,
    hand: StoredValue<Option<(u64, Box<dyn MoveEntry>)>>,
    showing: StoredValue<bool>,
    /// The series of small steps on the screen: its last step, its end, and the time of
    /// its latest frame.
    pace: StoredValue<(usize, f64, f64)>,
    joined: StoredValue<bool>,
    /// The latest view of the table while the game is being fetched.
    fetched_for: StoredValue<Option<Arc<TableView>>>,
}

impl Follow {
    /// Follows a table until the owner is gone.
    pub fn new(table: String, key: Option<String>) -> Follow {
        let follow = Follow {
            table: StoredValue::new(table),
            key: StoredValue::new(key),
            seen: RwSignal::new(None),
            history: RwSignal::new(None),
            stage: RwSignal::new(None),
            marks: RwSignal::new(Marks::default()),
            shown: RwSignal::new(0),
            is_live: RwSignal::new(true),
            lit: RwSignal::new(Highlights::default()),
            pending: RwSignal::new(None),
            trouble: RwSignal::new(None),
            thoughts: RwSignal::new(BTreeMap::new()),
            is_read: RwSignal::new(false),
            skew: RwSignal::new(0.0),
            hand: StoredValue::new(None),
            showing: StoredValue::new(false),
            pace: StoredValue::new((0, 0.0, 0.0)),
            joined: StoredValue::new(false),
            fetched_for: StoredValue::new(None),
        };
        line::listen(move |update| follow.heard(update));
        let name = follow.table();
        on_cleanup(move || line::unfollow(&name));
        line::follow(&follow.table(), follow.key().as_deref());
        // A new turn needs a new move entry.
        Effect::new(move || follow.take_up());
        follow
    }

    /// The id of the table.
    pub fn table(self) -> String {
        self.table.get_value()
    }

    /// The key of its link.
    pub fn key(self) -> Option<String> {
        let told = self
            .seen
            .with_untracked(|seen| seen.as_ref()?.you.as_ref()?.key.clone());
        told.or_else(|| self.key.get_value())
    }

    /// The hall's time.
    pub fn now(self) -> u64 {
        (browser::now() + self.skew.get_untracked()).max(0.0) as u64
    }

    /// Follows the table as another person at this browser.
    pub fn anew(self) {
        self.joined.set_value(true);
        self.hand.set_value(None);
        self.lit.set(Highlights::default());
        line::follow_anew(&self.table(), self.key().as_deref());
    }

    fn heard(self, update: &HallUpdate) {
        let is_here = |table: &str| self.table.with_value(|here| here == table);
        match update {
            HallUpdate::Hello { now, .. } => self.set_clock(*now),
            HallUpdate::Viewed { table, now } if is_here(table) => {
                self.set_clock(*now);
                self.look(&[]);
            }
            HallUpdate::Changed { table, event } if is_here(table) => self.happened(event),
            HallUpdate::Lost { table, refusal } if is_here(table) => {
                self.trouble.set(Some(refusal.clone()));
            }
            HallUpdate::Thought {
                table,
                seat,
                effort,
                ..
            } if is_here(table) => self.thoughts.update(|thoughts| {
                thoughts.insert(*seat, *effort);
            }),
            _ => {}
        }
    }

    fn set_clock(self, now: u64) {
        self.skew.set(now as f64 - browser::now());
    }

    /// Takes over a new view of the table, after these steps.
    fn look(self, made: &[Made]) {
        let Some(seen) = line::view(&self.table()).map(Arc::new) else {
            return;
        };
        // An observer is also here, and may talk.
        if seen.you.is_none() && !self.joined.get_value() {
            self.joined.set_value(true);
            self.wish(Request::Join {
                name: String::new(),
                program: false,
                key: self.key(),
            });
        }
        // A fetched view may be older than this one, and must not replace it.
        if self.fetched_for.with_value(Option::is_some) {
            self.fetched_for.set_value(Some(seen));
            return;
        }
        if !made.is_empty() && self.push(made, seen.steps) {
            self.play_on();
        }
        let known = self.history.with_untracked(|history| {
            history
                .as_ref()
                .filter(|history| history.game.options() == seen.terms.options)
                .map(History::len)
        });
        match known {
            Some(steps) if steps == seen.steps => self.seen.set(Some(seen)),
            _ => {
                // A step was missed or taken back.
                self.fetch(seen);
            }
        }
    }

    /// Fetches the game from its beginning.
    fn fetch(self, seen: Arc<TableView>) {
        if seen.steps == 0 {
            match History::new(&seen.terms.game, &seen.terms.options) {
                Ok(history) => self.begin(history, seen),
                Err(reason) => self.trouble.set(Some(trouble("game", &reason))),
            }
            return;
        }
        let query = self
            .key()
            .map_or_else(String::new, |key| format!("?key={key}"));
        let path = format!("/tables/{}/record{query}", self.table());
        self.fetched_for.set_value(Some(seen));
        spawn_local(async move {
            let record = hall::get::<Record>(&path).await;
            // Stop if the page is gone.
            let Some(Some(seen)) = self.fetched_for.try_update_value(Option::take) else {
                return;
            };
            let history = record.and_then(|record| {
                History::of_record(&record).map_err(|reason| trouble("record", &reason))
            });
            match history {
                Ok(history) => {
                    let fits = history.len() == seen.steps;
                    self.begin(history, seen);
                    if !fits {
                        // Records and events arrive on different ways: check again when
                        // both are here.
                        browser::pause(APART).await;
                        if self.seen.try_get_untracked().is_some() {
                            self.look(&[]);
                        }
                    }
                }
                Err(trouble) => self.trouble.set(Some(trouble)),
            }
        });
    }

    fn begin(self, history: History, seen: Arc<TableView>) {
        let steps = history.len();
        let board = history.film.board(steps);
        let marks = steps
            .checked_sub(1)
            .map(|last| history.film.frames()[last].marks.clone());
        self.history.set(Some(history));
        self.seen.set(Some(seen));
        self.show_at(steps, Stage::new(board), marks.unwrap_or_default());
        self.is_live.set(true);
    }

    fn show_at(self, step: usize, stage: Stage, marks: Marks) {
        self.marks.set(marks);
        self.stage.set(Some(stage));
        self.shown.set(step);
    }

    fn happened(self, event: &TableEvent) {
        match &event.change {
            TableChange::Public(PublicChange::Stepped { made }) => self.look(made),
            TableChange::Public(PublicChange::Said { .. }) => {
                if !document().has_focus().unwrap_or(true) {
                    App::here().tone(660.0);
                }
                self.look(&[]);
            }
            _ => self.look(&[]),
        }
    }

    /// Adds steps to the game if the table then has as many.
    fn push(self, made: &[Made], steps: usize) -> bool {
        let pushed = self.history.try_update(|history| {
            let history = history.as_mut()?;
            let fits = history.len() + made.len() == steps;
            let pushed = fits.then(|| made.iter().try_for_each(|made| history.made(made)));
            pushed?.ok()
        });
        pushed.flatten().is_some()
    }

    /// Shows the missing steps one by one.
    fn play_on(self) {
        if self.showing.get_value() || !self.is_live.get_untracked() {
            return;
        }
        self.showing.set_value(true);
        spawn_local(async move {
            while self.is_live.try_get_untracked() == Some(true) && self.show_next().await {}
            let _ = self.showing.try_set_value(false);
        });
    }

    async fn show_next(self) -> bool {
        let at = self.shown.get_untracked();
        let next = self.history.with_untracked(|history| {
            let history = history.as_ref()?;
            let left = history.len().checked_sub(at).filter(|left| *left > 0)?;
            // A series of small steps is quick: it shows several at a time, however
            // slowly this browser draws. The same applies if many players move between
            // two turns, or if many steps were missed.
            let frames = &history.film.frames()[at..];
            let keys = frames.iter().filter(|frame| frame.is_key).count();
            let quick = if history.film.is_of_owners() || keys > MISSED {
                left
            } else {
                frames.iter().take_while(|frame| !frame.is_key).count()
            };
            let jump = match quick {
                0 => 1,
                quick => self.stride(at + quick, quick),
            };
            let frame = &frames[jump - 1];
            let told = frames[..jump].iter().rfind(|frame| frame.is_key);
            Some((
                jump,
                quick > 0,
                history.film.board(at + jump),
                frame.marks.clone(),
                told.map(|frame| frame.words.clone()),
            ))
        });
        let Some((jump, is_quick, board, marks, words)) = next else {
            return false;
        };
        let app = App::here();
        if let Some(words) = words {
            app.speak(told(&words));
        }
        let still = browser::is_still();
        if is_quick {
            self.show_at(at + jump, self.moved(board, &marks), marks);
            if still {
                return true;
            }
            browser::next_frame().await;
            return self.shown.try_get_untracked().is_some();
        }
        let sealed: Vec<Arrow> = marks
            .arrows
            .iter()
            .filter(|arrow| arrow.seat.is_some())
            .copied()
            .collect();
        let others: Vec<Arrow> = marks
            .arrows
            .iter()
            .filter(|arrow| arrow.seat.is_none())
            .copied()
            .collect();
        let is_reveal = sealed.len() > 1 && !still;
        if is_reveal {
            self.marks.set(Marks {
                arrows: sealed,
                marked: marks.marked.clone(),
                ..Marks::default()
            });
            browser::pause(REVEAL).await;
            if self.stage.try_get_untracked().is_none() {
                return false;
            }
        }
        app.tone(if marks.captured.is_empty() {
            440.0
        } else {
            330.0
        });
        let stage = self.moved(board, &marks);
        if is_reveal && !others.is_empty() {
            // Pieces that move by themselves go last.
            let mut before = stage.clone();
            for token in &mut before.tokens {
                let step = others.iter().find(|arrow| arrow.to == token.at);
                if let Some(step) = step
                    && !token.gone
                {
                    token.at = step.from;
                }
            }
            self.stage.set(Some(before));
            browser::pause(STEP).await;
            if self.stage.try_get_untracked().is_none() {
                return false;
            }
        }
        self.show_at(at + 1, stage, marks);
        if !still {
            browser::pause(STEP).await;
        }
        self.shown.try_get_untracked().is_some()
    }

    /// The number of small steps up to `end` to show next, so that all of them appear
    /// in time.
    fn stride(self, end: usize, left: usize) -> usize {
        let now = browser::moment();
        let (known, deadline, last) = self.pace.get_value();
        let (deadline, last) = if known == end {
            (deadline, last)
        } else {
            (now + f64::from(MEANWHILE), now - 16.0)
        };
        self.pace.set_value((end, deadline, now));
        let part = (now - last).max(8.0) / (deadline - now).max(1.0);
        ((left as f64 * part).ceil() as usize).clamp(1, left)
    }

    fn moved(self, board: Scene, marks: &Marks) -> Stage {
        let stage = self.stage.get_untracked();
        match stage {
            Some(mut stage) => {
                stage.go(board, marks);
                stage
            }
            None => Stage::new(board),
        }
    }

    /// Shows the game after this many steps. At the last step, the screen follows the
    /// game again.
    pub fn seek(self, step: usize) {
        let found = self.history.with_untracked(|history| {
            let history = history.as_ref()?;
            let step = step.min(history.len());
            let marks = step
                .checked_sub(1)
                .map(|last| history.film.frames()[last].marks.clone());
            Some((
                step,
                step == history.len(),
                history.film.board(step),
                marks.unwrap_or_default(),
            ))
        });
        if let Some((step, is_last, board, marks)) = found {
            self.is_live.set(is_last);
            let stage = self.moved(board, &marks);
            self.show_at(step, stage, marks);
        }
    }

    /// Replays everything since a step.
    pub fn replay_from(self, step: usize) {
        self.seek(step);
        self.is_live.set(true);
        self.play_on();
    }

    /// Sends a request to the table and shows its refusal.
    pub fn wish(self, request: Request) {
        let table = self.table();
        spawn_local(async move {
            if let Err(trouble) = hall::command(&table, request).await
                && trouble.code != "nothing"
            {
                App::here().say(trouble);
            }
        });
    }

    /// Whether the viewer can enter a move on the board on the screen.
    pub fn may_move(self) -> bool {
        let steps = self
            .history
            .with(|history| history.as_ref().map(History::len));
        let is_mine = self.seen.with(|seen| {
            seen.as_ref()
                .is_some_and(|seen| seen.is_my_turn() && Some(seen.steps) == steps)
        });
        is_mine && steps == Some(self.shown.get())
    }

    /// Opens a move entry for the current turn.
    fn take_up(self) {
        let may = self.may_move();
        let spot = self.seen.with(|seen| {
            let seen = seen.as_ref().filter(|_| may)?;
            let seat = Seat(seen.seat()?);
            let taken = self
                .hand
                .with_value(|hand| hand.as_ref().map(|(turn, _)| *turn));
            if taken == Some(seen.turn) {
                return None;
            }
            let spot = self.history.with_untracked(|history| {
                let history = history.as_ref()?;
                Some(Situation {
                    game: history.game.clone(),
                    state: history.state.clone(),
                    seat,
                })
            })?;
            Some((seen.turn, spot))
        });
        match spot {
            Some((turn, spot)) => {
                let hand = entry::open(&spot);
                self.pending.set(None);
                self.lit.set(hand.lit());
                self.hand.set_value(Some((turn, hand)));
                if !document().has_focus().unwrap_or(true) {
                    App::here().tone(550.0);
                }
            }
            None if !may => {
                self.hand.set_value(None);
                self.lit.set(Highlights::default());
                self.pending.set(None);
            }
            None => {}
        }
    }

    /// Handles an input on the board.
    pub fn touch(self, touch: Touch) {
        self.act(|hand| touch.apply(&mut **hand));
    }

    /// Changes the move entry and handles the result. Returns whether the change was
    /// possible.
    pub fn act(self, with: impl FnOnce(&mut Box<dyn MoveEntry>) -> Pressed) -> bool {
        let did = self
            .hand
            .try_update_value(|hand| hand.as_mut().map(|(_, hand)| with(hand)));
        match did.flatten() {
            None => return false,
            Some(Pressed::Nothing) => {}
            Some(Pressed::Changed) => self.relight(),
            Some(Pressed::Refused(reason)) => {
                self.relight();
                App::here().say(reason);
                return false;
            }
            Some(Pressed::Entered(action)) => {
                self.relight();
                if App::here().confirm.get_untracked() {
                    self.pending.set(Some(action));
                } else {
                    self.play(action);
                }
            }
        }
        true
    }

    fn relight(self) {
        let lit = self
            .hand
            .with_value(|hand| hand.as_ref().map(|(_, hand)| hand.lit()));
        self.lit.set(lit.unwrap_or_default());
    }

    /// Plays a move, or seals it.
    pub fn play(self, action: String) {
        let Some(seen) = self.seen.get_untracked() else {
            return;
        };
        self.pending.set(None);
        self.act(|hand| hand.clear());
        // The screen shows it at once; the hall's answer comes later.
        if seen.is_simultaneous() {
            let mut shown = (*seen).clone();
            if let Some(you) = &mut shown.you {
                you.sealed = Some(action.clone());
            }
            self.seen.set(Some(Arc::new(shown)));
        }
        let turn = seen.turn;
        let request = Request::Move { turn, action };
        let table = self.table();
        spawn_local(async move {
            if let Err(trouble) = hall::command(&table, request).await {
                App::here().say(trouble);
                if self.seen.try_get_untracked().is_some() {
                    self.look(&[]);
                }
            }
        });
    }

    /// The name of a seat's player.
    pub fn name(self, seat: u16) -> String {
        self.seen.with(|seen| {
            let place = seen
                .as_ref()
                .and_then(|seen| seen.seats.get(usize::from(seat)));
            let name = place.and_then(sitter);
            name.unwrap_or_else(|| t().table.free_seat().to_owned())
        })
    }

    /// Whether the game is in progress.
    pub fn is_playing(self) -> bool {
        self.seen.with(|seen| {
            seen.as_ref()
                .is_some_and(|seen| seen.phase == Phase::Playing)
        })
    }
}
