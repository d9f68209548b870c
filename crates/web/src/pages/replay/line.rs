//! A variation: moves that start at some position of the game and were not played in
//! it.

use std::sync::Arc;

use catalog::{AnyGame, AnyPending, AnyState, AnyStep};
use dice::Quick;
use entry::History;
use game::{Message, Seat, message};
use picture::{Film, Marks, Scene};

/// A variation.
pub struct Line {
    /// The step of the game after which it starts.
    pub from: usize,
    /// The number of its steps on the screen.
    pub at: usize,
    /// The entries so far in a turn in which several seats choose.
    pub entered: Vec<(Seat, String)>,
    history: History,
    /// The states from its beginning, one more than its steps.
    states: Vec<Arc<AnyState>>,
}

/// A position, given by the steps that lead to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The number of steps of the game.
    pub step: usize,
    /// The steps of a variation after them.
    pub then: Vec<String>,
}

impl Line {
    /// Starts a variation from this state, after this many steps of the game. Draws
    /// that are due are made at once.
    pub fn new(game: Arc<dyn AnyGame>, state: AnyState, from: usize) -> Result<Line, Message> {
        let state = Arc::new(state);
        let mut line = Line {
            from,
            at: 0,
            entered: Vec::new(),
            history: beginning(game, state.clone())?,
            states: vec![state],
        };
        line.draw()?;
        Ok(line)
    }

    /// The state on the screen.
    pub fn state(&self) -> &Arc<AnyState> {
        &self.states[self.at.min(self.states.len() - 1)]
    }

    /// The seat that enters a move now; `None` if the game is over.
    pub fn acting(&self) -> Option<Seat> {
        let AnyPending::Choose(seats) = self.history.game.pending(self.state()) else {
            return None;
        };
        seats
            .iter()
            .find(|seat| self.entered.iter().all(|(who, _)| who != seat))
    }

    /// Enters a move for the next seat. When all seats have entered, plays the moves
    /// and returns true. Steps after the position on the screen are dropped.
    pub fn enter(&mut self, action: String) -> Result<bool, Message> {
        let seat = self.acting().ok_or_else(|| message!("json.nobody"))?;
        self.entered.push((seat, action));
        if self.acting().is_some() {
            return Ok(false);
        }
        let step = AnyStep::Act(std::mem::take(&mut self.entered));
        if self.at < self.history.len() {
            let mut kept = beginning(self.history.game.clone(), self.states[0].clone())?;
            for step in &self.history.steps[..self.at] {
                kept.push(step.clone(), &[])?;
            }
            self.states.truncate(self.at + 1);
            self.history = kept;
        }
        self.push(step)?;
        self.draw()?;
        Ok(true)
    }

    /// Shows another position of the variation.
    pub fn seek(&mut self, at: usize) {
        self.at = at.min(self.history.len());
        self.entered.clear();
    }

    /// The board on the screen, and the step that led to it.
    pub fn picture(&self) -> (Scene, Marks) {
        let frames = self.history.film.frames();
        let marks = self.at.checked_sub(1).and_then(|last| frames.get(last));
        let marks = marks.map(|frame| frame.marks.clone());
        (self.history.film.board(self.at), marks.unwrap_or_default())
    }

    /// The effect of the step before the position on the screen, in words.
    pub fn words(&self) -> Option<&[Message]> {
        let last = self.at.checked_sub(1)?;
        Some(&self.history.film.frames().get(last)?.words)
    }

    /// Its moves, each with the number of the position after it and after all draws
    /// that follow.
    pub fn moves(&self) -> Vec<(usize, Message)> {
        let steps = &self.history.steps;
        let is_act = |at: usize| matches!(steps.get(at), Some(AnyStep::Act(_)) | None);
        let frames = self.history.film.frames().iter().enumerate();
        let acts = frames.filter(|(at, _)| matches!(steps[*at], AnyStep::Act(_)));
        acts.map(|(at, frame)| {
            let settled = (at + 1..=steps.len()).find(|next| is_act(*next));
            (settled.unwrap_or(steps.len()), frame.moves.clone())
        })
        .collect()
    }

    /// The positions in which a seat chooses, and the last.
    pub fn stops(&self) -> Vec<usize> {
        let mut stops = vec![0];
        stops.extend(self.moves().into_iter().map(|(at, _)| at));
        // Draws before the first move do not belong to a move.
        if let Some(first) = self
            .history
            .steps
            .iter()
            .position(|step| matches!(step, AnyStep::Act(_)))
        {
            stops[0] = first;
        } else {
            stops[0] = self.history.len();
        }
        stops
    }

    /// The position on the screen.
    pub fn place(&self) -> Place {
        let steps = self.history.steps[..self.at].iter();
        Place {
            step: self.from,
            then: steps.map(written).collect(),
        }
    }

    fn push(&mut self, step: AnyStep) -> Result<(), Message> {
        self.history.push(step, &[])?;
        self.states.push(self.history.state.clone());
        self.at = self.history.len();
        Ok(())
    }

    /// Draws until a seat chooses. The same variation always gets the same draws.
    fn draw(&mut self) -> Result<(), Message> {
        while let AnyPending::Chance(_) = self.history.game.pending(&self.history.state) {
            let number = ((self.from as u64) << 24) + self.history.len() as u64;
            let drawn = self
                .history
                .game
                .draw(&self.history.state, &mut Quick::new(number));
            self.push(AnyStep::Draw(drawn))?;
        }
        Ok(())
    }
}

fn beginning(game: Arc<dyn AnyGame>, state: Arc<AnyState>) -> Result<History, Message> {
    Ok(History {
        film: Film::starting(game.scene(&state)),
        steps: Vec::new(),
        state,
        game,
    })
}

fn written(step: &AnyStep) -> String {
    match step {
        AnyStep::Act(acts) => {
            let acts = acts.iter().map(|(seat, text)| format!("{seat}:{text}"));
            acts.collect::<Vec<_>>().join(" ")
        }
        AnyStep::Draw(draw) => draw.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::GameData;
    use serde_json::json;

    const AT_ONCE: usize = 0;
    const TURNS: usize = 2;
    const CHANCE: usize = 3;

    fn line(game: usize, options: &GameData) -> Line {
        let id = catalog::GAMES[game].id;
        let game: Arc<dyn AnyGame> = catalog::open(id, options).unwrap().into();
        let start = game.start();
        Line::new(game, start, 0).unwrap()
    }

    #[test]
    fn another_move_in_an_earlier_position_takes_the_place_of_what_came_after() {
        let mut line = line(TURNS, &GameData::NULL);
        for action in ["d1-c1", "d3-c3", "c1-b1"] {
            assert_eq!(line.enter(action.to_owned()), Ok(true));
        }
        assert_eq!(line.moves().len(), 3);
        line.seek(1);
        assert_eq!(line.acting(), Some(Seat(1)));
        line.enter("d3-b3".to_owned()).unwrap();
        let moves = line.moves().into_iter();
        let moves: Vec<String> = moves.map(|(_, text)| catalog::english(&text)).collect();
        assert_eq!(moves, ["d1-c1", "d3-b3"]);
        assert_eq!(line.place().then, ["0:d1-c1", "1:d3-b3"]);
        assert_eq!(line.stops(), [0, 1, 2]);
    }

    #[test]
    fn where_all_choose_at_once_each_enters_before_anything_is_played() {
        let mut line = line(AT_ONCE, &GameData::NULL);
        assert_eq!(line.acting(), Some(Seat(0)));
        assert_eq!(line.enter("b6-c6".to_owned()), Ok(false));
        assert_eq!(line.acting(), Some(Seat(1)));
        assert_eq!(line.at, 0);
        assert_eq!(line.enter("a1-b1".to_owned()), Ok(true));
        assert_eq!(line.at, 1);
        assert!(line.entered.is_empty());
    }

    #[test]
    fn chance_is_drawn_until_somebody_chooses_and_always_the_same() {
        let play = || {
            let mut line = line(CHANCE, &json!({"players": 2}).into());
            for _ in 0..3 {
                let seat = line.acting().unwrap();
                let game = line.history.game.clone();
                let action = game.propose(line.state(), seat, &mut Quick::new(5));
                line.enter(action).unwrap();
            }
            line
        };
        let line = play();
        assert!(line.acting().is_some());
        assert_eq!(line.moves().len(), 3);
        let drawn = line
            .history
            .steps
            .iter()
            .filter(|step| matches!(step, AnyStep::Draw(_)));
        assert!(drawn.count() > 0);
        assert_eq!(line.place(), play().place());
        let stops = line.stops();
        assert_eq!(stops.len(), 4);
        for at in stops {
            let state = &line.states[at];
            assert!(
                matches!(line.history.game.pending(state), AnyPending::Choose(_)),
                "at {at}"
            );
        }
    }
}
