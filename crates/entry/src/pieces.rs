//! A source, then a target.

use std::collections::BTreeMap;

use catalog::{Cell, Scene};
use game::{Square, message};

use crate::names::stuck;
use crate::{Highlights, MoveEntry, Pressed, Situation, Target, beside, off_board};

/// Chooses a source and a target.
///
/// An empty square can be a source too, where a piece may arrive there first. Only
/// pieces are lit, and once a source is chosen only a piece takes its place: on an
/// empty square the rules say why it is no target.
pub(crate) struct Pieces {
    spot: Situation,
    scene: Scene,
    /// The destinations of each source.
    moves: BTreeMap<Square, Vec<Square>>,
    /// What is written to end a turn without a move.
    pass: Option<&'static str>,
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
    pub(crate) fn new(spot: Situation, scene: Scene, pass: Option<&'static str>) -> Pieces {
        let mut moves: BTreeMap<Square, Vec<Square>> = BTreeMap::new();
        let actions = spot.game.actions(&spot.state, spot.seat);
        for action in actions.unwrap_or_default() {
            if let Some((from, to)) = read(&action, &scene) {
                moves.entry(from).or_default().push(to);
            }
        }
        Pieces {
            spot,
            scene,
            moves,
            pass,
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
        let Situation { game, state, seat } = &self.spot;
        if game.captures(state, *seat, &format!("{from}-{to}")) {
            Target::Capture
        } else {
            Target::Free
        }
    }

    /// Why a square cannot be a source.
    fn no_source(&self, at: Square) -> Pressed {
        if !self.scene.holds(at) {
            return off_board();
        }
        // If a player has no move at all, the rules say so.
        if !self.moves.is_empty() {
            if self.scene.marked().contains(&at) {
                return Pressed::Refused(message!("entry.choose-another", at));
            }
            let piece = self.scene.piece(at);
            if piece.is_some_and(|(kind, _)| kind.seat == Some(self.spot.seat.0)) {
                return Pressed::Refused(stuck(&self.scene, at));
            }
        }
        self.refusal(at, beside(&self.scene, at))
    }

    /// The rules' answer to a move that is not legal.
    fn refusal(&self, from: Square, to: Square) -> Pressed {
        if !self.scene.holds(to) {
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
        self.scene.at(at) != Cell::Empty && self.moves.contains_key(&at)
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
        self.pass
            .map_or(Pressed::Nothing, |pass| self.spot.check(pass))
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
fn read(action: &str, scene: &Scene) -> Option<(Square, Square)> {
    let (from, to) = action.split_once('-')?;
    let square = |name| Square::read(name, scene.width(), scene.height()).ok();
    Some((square(from)?, square(to)?))
}
