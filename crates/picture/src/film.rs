//! A whole game, board by board.

use catalog::{AnyGame, AnyPending, AnyState, AnyStep, Cell, Marks, Scene};
use game::{Message, Say, Square, message};
use thiserror::Error;

/// A game from its first board to its last. It keeps only differences, so a game of
/// thousands of steps is small.
#[derive(Clone, Debug)]
pub struct Film {
    start: Scene,
    frames: Vec<Frame>,
    deltas: Vec<Delta>,
}

/// The effect of one step.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The moves, in notation.
    pub moves: Message,
    /// The effect in sentences.
    pub words: Vec<Message>,
    /// Its marks on the board.
    pub marks: Marks,
    /// The time of the seats that acted, in microseconds.
    pub times: Vec<u64>,
    /// Whether a player acted, or a round ended. Other steps may be left out if there
    /// is no time to show all.
    pub is_key: bool,
    /// The round that ended with it, counted from 1.
    pub round: Option<u32>,
}

/// The change of the board in one step.
#[derive(Clone, Debug)]
struct Delta {
    changes: Vec<Change>,
    marked: Vec<Square>,
}

#[derive(Clone, Copy, Debug)]
struct Change {
    at: u32,
    was: Cell,
    is: Cell,
}

/// Why a game cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FilmError {
    /// A step breaks the rules.
    #[error("step {step} of the game: {}", catalog::english(problem))]
    Step {
        /// Its number, from 1.
        step: usize,
        /// The reason.
        problem: Message,
    },
}

impl Say for FilmError {
    fn message(&self) -> Message {
        match self {
            FilmError::Step { step, problem } => {
                message!("rules.step", step = *step, problem = problem.clone())
            }
        }
    }
}

impl Film {
    /// Plays a game from the start and checks every step. With each step comes the time
    /// of the seats that acted, in microseconds.
    pub fn new<'a>(
        game: &dyn AnyGame,
        steps: impl IntoIterator<Item = (&'a AnyStep, &'a [u64])>,
    ) -> Result<Film, FilmError> {
        let mut state = game.start();
        let mut film = Film::starting(game.scene(&state));
        for (step, times) in steps {
            film.shoot(game, &mut state, step, times)?;
        }
        Ok(film)
    }

    /// Plays one more step from the state at the end of the film. If the step breaks
    /// the rules, neither the film nor the state changes.
    pub fn shoot(
        &mut self,
        game: &dyn AnyGame,
        state: &mut AnyState,
        step: &AnyStep,
        times: &[u64],
    ) -> Result<(), FilmError> {
        let number = self.frames.len() + 1;
        let wrong = |error: catalog::Error| FilmError::Step {
            step: number,
            problem: error.message(),
        };
        let report = game.report(state, step).map_err(wrong)?;
        let round = game.round(state);
        let before = game.scene(state);
        game.play(state, step).map_err(wrong)?;
        let over = matches!(game.pending(state), AnyPending::Over(_));
        let round_ends = round.filter(|_| over || round != game.round(state));
        let moves = match round_ends {
            Some(round) => {
                let ends = message!("rules.round-ends", round = round + 1);
                Message::commas([report.brief, ends])
            }
            None => report.brief,
        };
        let is_key = matches!(step, AnyStep::Act(_)) || over || round_ends.is_some();
        let frame = Frame {
            moves,
            marks: report.marks,
            words: report.told,
            times: times.to_vec(),
            is_key,
            round: round_ends.map(|round| round + 1),
        };
        self.push(&before, &game.scene(state), frame);
        Ok(())
    }

    /// A film without steps.
    pub fn starting(board: Scene) -> Film {
        Film {
            start: board,
            frames: Vec::new(),
            deltas: Vec::new(),
        }
    }

    /// Adds a frame that leads from the board at the end to the next one.
    pub fn push(&mut self, before: &Scene, after: &Scene, frame: Frame) {
        let cells = before.cells().iter().zip(after.cells()).enumerate();
        let changes = cells
            .filter(|(_, (was, is))| was != is)
            .map(|(at, (was, is))| Change {
                at: at as u32,
                was: *was,
                is: *is,
            })
            .collect();
        self.deltas.push(Delta {
            changes,
            marked: after.marked().to_vec(),
        });
        self.frames.push(frame);
    }

    /// Keeps only this many steps.
    pub fn truncate(&mut self, steps: usize) {
        self.frames.truncate(steps);
        self.deltas.truncate(steps);
    }

    /// The first board.
    pub fn start(&self) -> &Scene {
        &self.start
    }

    /// Every step.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether the film has no steps.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Whether it is a game of owners and their squares, with many small steps.
    pub fn is_of_owners(&self) -> bool {
        self.start.look().is_owned()
    }

    /// A cursor at the beginning of the film.
    pub fn reel(&self) -> Reel<'_> {
        Reel {
            film: self,
            step: 0,
            board: self.start.clone(),
        }
    }

    /// The board after a step, or the last.
    pub fn board(&self, step: usize) -> Scene {
        let mut reel = self.reel();
        reel.seek(step);
        reel.board
    }

    /// The cells that a step (counted from 0) changes: their numbers and their new
    /// content.
    pub(crate) fn changes(&self, step: usize) -> impl Iterator<Item = (u32, Cell)> + '_ {
        let changes = self.deltas[step].changes.iter();
        changes.map(|change| (change.at, change.is))
    }

    /// The squares that carry a conflict marker after a step (from 0).
    pub(crate) fn marked(&self, step: usize) -> &[Square] {
        &self.deltas[step].marked
    }

    /// At most this many steps, always with the first board (0) and the last: all if
    /// there is room, otherwise the most important, otherwise some at equal distances.
    pub fn choice(&self, most: usize) -> Vec<usize> {
        let most = most.max(2);
        let all = self.len() + 1;
        let mut steps: Vec<usize> = (0..all).collect();
        if all > most {
            steps.retain(|&step| step == 0 || step == self.len() || self.frames[step - 1].is_key);
        }
        if steps.len() > most {
            let last = steps.len() - 1;
            steps = (0..most).map(|n| steps[n * last / (most - 1)]).collect();
        }
        steps
    }
}

/// A cursor in a film.
#[derive(Clone, Debug)]
pub struct Reel<'a> {
    film: &'a Film,
    step: usize,
    board: Scene,
}

impl<'a> Reel<'a> {
    /// The number of steps before it.
    pub fn step(&self) -> usize {
        self.step
    }

    /// The board at the cursor.
    pub fn board(&self) -> &Scene {
        &self.board
    }

    /// The step that led here; `None` at the beginning.
    pub fn frame(&self) -> Option<&'a Frame> {
        self.step.checked_sub(1).map(|last| &self.film.frames[last])
    }

    /// The marks of the step that led here.
    pub fn marks(&self) -> Marks {
        self.frame()
            .map(|frame| frame.marks.clone())
            .unwrap_or_default()
    }

    /// Goes to the board after a step, or to the last one.
    pub fn seek(&mut self, step: usize) {
        let step = step.min(self.film.len());
        while self.step < step {
            for change in &self.film.deltas[self.step].changes {
                self.board.set(change.at as usize, change.is);
            }
            self.step += 1;
        }
        while self.step > step {
            self.step -= 1;
            for change in &self.film.deltas[self.step].changes {
                self.board.set(change.at as usize, change.was);
            }
        }
        let marked = match self.step.checked_sub(1) {
            Some(last) => self.film.marked(last),
            None => self.film.start.marked(),
        };
        self.board.set_marked(marked);
    }
}
