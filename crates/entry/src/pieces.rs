//! Automatafl and Brandub: a source, then a destination.

use std::collections::BTreeMap;

use catalog::Codec;
use catalog::typed::{Automatafl, Brandub};
use game::{Game as _, Square, Step};
use picture::{Board, Cell};

use crate::names::standing;
use crate::{Highlights, MoveEntry, Pressed, Situation, Target, beside, holds, off_board, refused};

/// Chooses a source and a destination.
///
/// In Automatafl an empty square can be a source too, because a piece may arrive
/// there. Only pieces are lit, and once a source is chosen only a piece takes its
/// place: on an empty square the rules say why it is no destination.
pub(crate) struct Pieces {
    spot: Situation,
    board: Board,
    /// Where each source can go.
    moves: BTreeMap<Square, Vec<Square>>,
    chosen: Option<Chosen>,
}

#[derive(Clone)]
struct Chosen {
    at: Square,
    targets: Vec<(Square, Target)>,
}

impl Chosen {
    fn reaches(&self, to: Square) -> bool {
        self.targets.iter().any(|(target, _)| *target == to)
    }
}

impl Pieces {
    pub(crate) fn new(spot: Situation, board: Board) -> Pieces {
        let mut moves: BTreeMap<Square, Vec<Square>> = BTreeMap::new();
        let actions = spot.game.actions(&spot.state, spot.seat);
        for action in actions.unwrap_or_default() {
            if let Some((from, to)) = read(&action, &board) {
                moves.entry(from).or_default().push(to);
            }
        }
        Pieces {
            spot,
            board,
            moves,
            chosen: None,
        }
    }

    fn choose(&self, at: Square) -> Result<Chosen, Pressed> {
        let Some(targets) = self.moves.get(&at) else {
            return Err(self.no_source(at));
        };
        let targets = targets.iter().map(|&to| (to, self.target(at, to)));
        Ok(Chosen {
            at,
            targets: targets.collect(),
        })
    }

    fn target(&self, from: Square, to: Square) -> Target {
        let captures = || {
            let game = catalog::typed_game::<Brandub>(&*self.spot.game)?;
            let state = self.spot.state.of::<Brandub>();
            let action = game.read(state, &format!("{from}-{to}")).ok()?;
            let report = game.report(state, Step::Act(&[(self.spot.seat, action)]));
            Some(report.captures())
        };
        match captures() {
            Some(true) => Target::Capture,
            _ => Target::Free,
        }
    }

    /// Why a square cannot be a source.
    fn no_source(&self, at: Square) -> Pressed {
        if !holds(&self.board, at) {
            return off_board();
        }
        // Who cannot move at all is told that by the rules.
        if !self.moves.is_empty() {
            if self.board.marked().contains(&at) {
                return refused(format!("{at} is marked: choose another square"));
            }
            let cell = self.board.at(at);
            let own = match cell {
                Cell::Attacker => self.spot.seat.0 == 0,
                Cell::Defender | Cell::King => self.spot.seat.0 == 1,
                _ => false,
            };
            if own {
                return refused(format!("the {} on {at} cannot move now", standing(cell)));
            }
        }
        self.refusal(at, beside(&self.board, at))
    }

    /// What the rules say about a move that is not among the legal ones.
    fn refusal(&self, from: Square, to: Square) -> Pressed {
        if !holds(&self.board, to) {
            return off_board();
        }
        self.spot.check(&format!("{from}-{to}"))
    }

    fn complete(&mut self, chosen: &Chosen, to: Square) -> Pressed {
        let did = self.refusal(chosen.at, to);
        if matches!(did, Pressed::Entered(_)) {
            self.chosen = None;
        }
        did
    }

    fn is_piece_to_choose(&self, at: Square) -> bool {
        self.board.at(at) != Cell::Empty && self.moves.contains_key(&at)
    }

    fn take(&mut self, chosen: Result<Chosen, Pressed>) -> Pressed {
        match chosen {
            Ok(chosen) => {
                self.chosen = Some(chosen);
                Pressed::Changed
            }
            Err(did) => did,
        }
    }

    fn sources(&self) -> Vec<Square> {
        let pieces = self.moves.keys().copied();
        let pieces = pieces.filter(|&at| self.is_piece_to_choose(at));
        match &self.chosen {
            Some(chosen) => pieces
                .filter(|&at| at != chosen.at && !chosen.reaches(at))
                .collect(),
            None => {
                let pieces: Vec<Square> = pieces.collect();
                if pieces.is_empty() {
                    return self.moves.keys().copied().collect();
                }
                pieces
            }
        }
    }
}

impl MoveEntry for Pieces {
    fn press(&mut self, at: Square) -> Pressed {
        match self.chosen.clone() {
            None => {
                let chosen = self.choose(at);
                self.take(chosen)
            }
            Some(chosen) if chosen.at == at => self.clear(),
            Some(chosen) if !chosen.reaches(at) && self.is_piece_to_choose(at) => {
                let other = self.choose(at);
                self.take(other)
            }
            Some(chosen) => self.complete(&chosen, at),
        }
    }

    fn drag(&mut self, from: Square, to: Square) -> Pressed {
        if from == to {
            return self.press(from);
        }
        match self.choose(from) {
            Ok(chosen) => self.complete(&chosen, to),
            Err(did) => did,
        }
    }

    fn amount(&mut self, _: u32) -> Pressed {
        Pressed::Nothing
    }

    fn undo(&mut self) -> Pressed {
        self.clear()
    }

    fn remove(&mut self, _: usize) -> Pressed {
        Pressed::Nothing
    }

    fn finish(&mut self) -> Pressed {
        match self.spot.game.info().id {
            // A pass, for who has no legal move.
            <Automatafl as Codec>::ID => self.spot.check("-"),
            _ => Pressed::Nothing,
        }
    }

    fn clear(&mut self) -> Pressed {
        match self.chosen.take() {
            Some(_) => Pressed::Changed,
            None => Pressed::Nothing,
        }
    }

    fn lit(&self) -> Highlights {
        let (chosen, targets) = match &self.chosen {
            Some(chosen) => (Some(chosen.at), chosen.targets.clone()),
            None => (None, Vec::new()),
        };
        Highlights {
            chosen,
            targets,
            sources: self.sources(),
            ..Highlights::default()
        }
    }

    fn typed(&self, text: &str) -> Pressed {
        self.spot.check(text.trim())
    }
}

/// Reads `d1-d3`; a pass has no squares.
fn read(action: &str, board: &Board) -> Option<(Square, Square)> {
    let (from, to) = action.split_once('-')?;
    let square = |name| Square::read(name, board.width(), board.height()).ok();
    Some((square(from)?, square(to)?))
}
