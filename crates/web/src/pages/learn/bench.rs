//! The state of a diagram: a game by the rules, with some given moves.

use std::collections::BTreeMap;
use std::sync::Arc;

use catalog::learn::{Course, Diagram, Kind};
use catalog::{AnyGame, AnyPending, AnyReport, AnyState, AnyStep};
use entry::Situation;
use game::{Dice, Ending, Message, Say as _, Seat, Square, message};
use picture::{Arrow, Marks, Scene};
use protocol::GameData;
use protocol::rest::OptionValue;

/// More steps than any diagram needs until it is the reader's turn again.
const MOST_STEPS: usize = 2000;

/// The effect of a move.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    /// The report of the rules, in sentences.
    pub(super) words: Vec<Message>,
    /// The additional layers of the board.
    pub(super) marks: Marks,
    /// The reports of the rules.
    pub(super) reports: Vec<AnyReport>,
}

impl Told {
    /// Whether players must enter a move again.
    pub(super) fn is_conflict(&self) -> bool {
        self.reports
            .last()
            .is_some_and(|report| report.conflict.is_some())
    }
}

/// The state of a diagram that the reader can change.
pub(super) struct Bench {
    diagram: &'static Diagram,
    game: Arc<dyn AnyGame>,
    state: Arc<AnyState>,
    is_done: bool,
}

impl Bench {
    /// The diagram in its original position.
    pub(super) fn new(diagram: &'static Diagram) -> Result<Bench, Message> {
        let mut options: BTreeMap<String, OptionValue> = match diagram.options {
            "" => BTreeMap::new(),
            text => {
                serde_json::from_str(text).map_err(|error| Message::plain(error.to_string()))?
            }
        };
        if let Some(name) = diagram.option {
            let position = OptionValue::Word(diagram.position.to_owned());
            options.insert(name.to_owned(), position);
        }
        let game = catalog::open(diagram.game, &GameData::from_options(options))
            .map_err(|error| error.message())?;
        let state = match diagram.option {
            Some(_) => game.start(),
            None => game
                .read_position(diagram.position)
                .map_err(|error| error.message())?,
        };
        Ok(Bench {
            diagram,
            game: game.into(),
            state: Arc::new(state),
            is_done: false,
        })
    }

    /// The board.
    pub(super) fn board(&self) -> Scene {
        self.game.scene(&self.state)
    }

    /// The situation in which the reader enters a move, if it is the reader's turn.
    pub(super) fn spot(&self) -> Option<Situation> {
        let seat = self.seat()?;
        Some(Situation {
            game: self.game.clone(),
            state: self.state.clone(),
            seat,
        })
    }

    /// The game.
    pub(super) fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The state.
    pub(super) fn state(&self) -> &AnyState {
        &self.state
    }

    /// The ending of the game.
    pub(super) fn ending(&self) -> Option<Ending> {
        match self.game.pending(&self.state) {
            AnyPending::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// The seat for which the reader moves now. If players take turns, the reader moves
    /// for both.
    fn seat(&self) -> Option<Seat> {
        if self.is_done {
            return None;
        }
        let AnyPending::Choose(seats) = self.game.pending(&self.state) else {
            return None;
        };
        match self.diagram.course {
            Course::BothSides => seats.lowest(),
            Course::OneTurn | Course::Round => seats.iter().find(|seat| seat.0 == 0),
        }
    }

    /// The moves that the others will enter together with the reader's next move.
    pub(super) fn given(&self) -> Vec<(Seat, String)> {
        if self.diagram.others.is_empty() || self.is_done {
            return Vec::new();
        }
        let AnyPending::Choose(seats) = self.game.pending(&self.state) else {
            return Vec::new();
        };
        let others = seats.iter().filter(|seat| seat.0 != 0);
        others.map(|seat| (seat, self.entry(seat))).collect()
    }

    /// The same as arrows.
    pub(super) fn arrows(&self) -> Vec<Arrow> {
        let given = self.given();
        let given = given.iter();
        given
            .filter_map(|(seat, text)| entry::arrow(text, seat.0))
            .collect()
    }

    /// The first given entry of a seat that the rules allow now: markers rule out the
    /// earlier ones.
    fn entry(&self, seat: Seat) -> String {
        let given = self
            .diagram
            .others
            .iter()
            .find(|(other, _)| *other == seat.0);
        let entries = given.map_or(&[][..], |(_, entries)| entries);
        let legal = entries
            .iter()
            .find_map(|text| self.game.check(&self.state, seat, text).ok());
        legal
            .or_else(|| self.game.idle(&self.state, seat))
            .unwrap_or_else(|| "-".to_owned())
    }

    /// Plays the reader's move and everything that follows from it.
    pub(super) fn enter(&mut self, action: &str, dice: &mut dyn Dice) -> Result<Told, Message> {
        let seat = self.seat().ok_or_else(|| message!("json.nobody"))?;
        if self.diagram.kind == Kind::Table {
            return self.put(seat, action);
        }
        let mut told = Told::default();
        let step = self.joint(Some((seat, action)));
        self.play(&step, &mut told)?;
        for _ in 0..MOST_STEPS {
            if self.seat().is_some() || self.is_done {
                break;
            }
            let step = match self.game.pending(&self.state) {
                AnyPending::Over(_) => break,
                AnyPending::Chance(_) => AnyStep::Draw(self.game.draw(&self.state, dice)),
                AnyPending::Choose(_) => self.joint(None),
            };
            self.play(&step, &mut told)?;
        }
        Ok(told)
    }

    /// Lets the automaton step without any move.
    pub(super) fn step(&mut self) -> Result<Told, Message> {
        let mut told = Told::default();
        let step = self.stand_still();
        let state = self.state.clone();
        let report = self
            .game
            .report(&state, &step)
            .map_err(|error| error.message())?;
        told.marks.clone_from(&report.marks);
        // All seats passed, so the report is only about the automaton.
        let foreseen = self.game.foresee(&state);
        told.words = foreseen.into_iter().map(|step| step.words).collect();
        told.reports.push(report);
        let mut state = (*state).clone();
        self.game
            .play(&mut state, &step)
            .map_err(|error| error.message())?;
        self.state = Arc::new(state);
        Ok(told)
    }

    /// The automaton's next step, as data.
    #[cfg(test)]
    pub(super) fn foreseen(&self) -> Result<Told, Message> {
        let report = self
            .game
            .report(&self.state, &self.stand_still())
            .map_err(|error| error.message())?;
        Ok(Told {
            reports: vec![report],
            ..Told::default()
        })
    }

    fn stand_still(&self) -> AnyStep {
        let seats = (0..self.game.seats()).map(Seat);
        AnyStep::Act(seats.map(|seat| (seat, "-".to_owned())).collect())
    }

    /// Moves a piece while the automaton waits.
    fn put(&mut self, seat: Seat, action: &str) -> Result<Told, Message> {
        let joint = (0..self.game.seats()).map(Seat).map(|other| {
            let text = if other == seat { action } else { "-" };
            (other, text.to_owned())
        });
        let step = AnyStep::Act(joint.collect());
        let report = self
            .game
            .report(&self.state, &step)
            .map_err(|error| error.message())?;
        let mut told = Told::default();
        let mut arrows = report.marks.arrows.iter();
        let own = arrows.find(|arrow| arrow.seat == Some(seat.0));
        match own.copied() {
            Some(arrow) if arrow.made => {
                let record = rearranged(&self.board(), arrow.from, arrow.to);
                let state = self
                    .game
                    .read_position(&record)
                    .map_err(|error| error.message())?;
                self.state = Arc::new(state);
                told.marks.arrows.push(arrow);
                told.reports.push(report);
            }
            _ => {
                // The first sentence is about the reader's move.
                told.words.extend(report.told.into_iter().next());
            }
        }
        Ok(told)
    }

    /// The entries of all seats that must choose.
    fn joint(&self, reader: Option<(Seat, &str)>) -> AnyStep {
        let AnyPending::Choose(seats) = self.game.pending(&self.state) else {
            return AnyStep::Act(Vec::new());
        };
        let entry = |seat| match reader {
            Some((own, action)) if own == seat => action.to_owned(),
            _ => self.entry(seat),
        };
        AnyStep::Act(seats.iter().map(|seat| (seat, entry(seat))).collect())
    }

    fn play(&mut self, step: &AnyStep, told: &mut Told) -> Result<(), Message> {
        let report = self
            .game
            .report(&self.state, step)
            .map_err(|error| error.message())?;
        let mut state = (*self.state).clone();
        self.game
            .play(&mut state, step)
            .map_err(|error| error.message())?;
        self.state = Arc::new(state);
        if self.diagram.course == Course::Round {
            // Players that wait for the reader are no news.
            let orders = report.data.field("orders");
            if orders == Some(OptionValue::Number(0)) && !told.reports.is_empty() {
                return Ok(());
            }
            told.marks.arrows.extend(&report.marks.arrows);
            told.marks.captured.extend(&report.marks.captured);
        } else {
            told.marks.clone_from(&report.marks);
        }
        told.words.extend_from_slice(&report.told);
        let is_conflict = report.conflict.is_some();
        self.is_done = self.diagram.course == Course::OneTurn && !is_conflict;
        told.reports.push(report);
        Ok(())
    }
}

/// The board with one piece elsewhere, as a position record.
fn rearranged(board: &Scene, from: Square, to: Square) -> String {
    let mut record = String::from("/");
    for y in 0..board.height() {
        let mut empty = 0;
        let mut row = String::new();
        for x in 0..board.width() {
            let at = Square::new(x, y);
            let piece = match at {
                at if at == to => board.piece(from),
                at if at == from => None,
                at => board.piece(at),
            };
            let Some((kind, _)) = piece else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                row += &empty.to_string();
                empty = 0;
            }
            row.push(kind.letter);
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        record += &row;
        record.push('/');
    }
    record
}
