//! A stack, how many of it, then a target.

use catalog::{Cell, Scene};
use game::{Square, message};

use crate::names::stuck;
use crate::{Amount, Highlights, MoveEntry, Pressed, Situation, Target, beside, off_board};

/// Selects a stack, a number and a destination. The whole stack moves unless you choose
/// a number.
pub(crate) struct Stacks {
    spot: Situation,
    scene: Scene,
    sources: Vec<Square>,
    chosen: Option<Chosen>,
}

#[derive(Clone)]
struct Chosen {
    at: Square,
    count: u32,
    /// The height of the stack.
    stack: u32,
    reach: Vec<Reach>,
}

/// A destination of a stack.
#[derive(Clone, Copy)]
struct Reach {
    to: Square,
    /// The number of pieces that may go there.
    least: u32,
    target: Target,
}

impl Chosen {
    fn reach(&self, to: Square) -> Option<Reach> {
        self.reach.iter().copied().find(|reach| reach.to == to)
    }

    /// The lowest number of pieces that can move anywhere.
    fn least(&self) -> u32 {
        let least = self.reach.iter().map(|reach| reach.least);
        least.min().unwrap_or(self.stack)
    }
}

impl Stacks {
    pub(crate) fn new(spot: Situation, scene: Scene) -> Stacks {
        let mut hand = Stacks {
            spot,
            scene,
            sources: Vec::new(),
            chosen: None,
        };
        let squares = hand.scene.squares();
        hand.sources = squares.filter(|&at| hand.can_move(at)).collect();
        hand
    }

    /// The player's own pieces on a square.
    fn own(&self, at: Square) -> Option<u32> {
        let piece = self.scene.piece(at);
        let own = piece.filter(|(kind, _)| kind.seat == Some(self.spot.seat.0));
        own.map(|(_, count)| count)
    }

    /// A stack that can move at all can move by one square, as a whole: squares further
    /// away lie behind an empty one.
    fn can_move(&self, at: Square) -> bool {
        let Some(stack) = self.own(at) else {
            return false;
        };
        let around = |n: u8, end: u8| n.saturating_sub(1)..=(n + 1).min(end - 1);
        around(at.y, self.scene.height())
            .flat_map(|y| around(at.x, self.scene.width()).map(move |x| Square::new(x, y)))
            .any(|to| self.allows(at, to, stack))
    }

    fn allows(&self, from: Square, to: Square, count: u32) -> bool {
        self.spot.allows(&format!("{from}-{to}={count}"))
    }

    fn choose(&self, at: Square) -> Result<Chosen, Pressed> {
        if !self.sources.contains(&at) {
            return Err(self.no_source(at));
        }
        let stack = self.own(at).unwrap_or(1);
        let reach = self.scene.squares();
        Ok(Chosen {
            at,
            count: stack,
            stack,
            reach: reach.filter_map(|to| self.reach(at, to, stack)).collect(),
        })
    }

    fn reach(&self, from: Square, to: Square, stack: u32) -> Option<Reach> {
        if !self.allows(from, to, stack) {
            return None;
        }
        // If some pieces can go somewhere, more pieces can too. So halving finds the
        // lowest number.
        let (mut least, mut most) = (1, stack);
        while least < most {
            let middle = least + (most - least) / 2;
            if self.allows(from, to, middle) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        let target = match (self.scene.at(to), self.own(to)) {
            (Cell::Empty, _) => Target::Free,
            (_, Some(_)) => Target::Join,
            (_, None) => Target::Capture,
        };
        Some(Reach { to, least, target })
    }

    /// Why a square cannot be a source.
    fn no_source(&self, at: Square) -> Pressed {
        if !self.scene.holds(at) {
            return off_board();
        }
        if self.own(at).is_some() && !self.sources.is_empty() {
            return Pressed::Refused(stuck(&self.scene, at));
        }
        let to = beside(&self.scene, at);
        self.spot.check(&format!("{at}-{to}"))
    }

    fn complete(&mut self, chosen: &Chosen, to: Square) -> Pressed {
        if !self.scene.holds(to) {
            return off_board();
        }
        let Chosen {
            at, count, stack, ..
        } = *chosen;
        if let Some(Reach { least, .. }) = chosen.reach(to)
            && least > count
        {
            let (from, most) = (at, stack);
            return Pressed::Refused(if least == most {
                message!("entry.too-far-all", to, count, from, most)
            } else {
                message!("entry.too-far", to, count, from, least, most)
            });
        }
        let did = self.spot.check(&format!("{at}-{to}={count}"));
        if matches!(did, Pressed::Entered(_)) {
            self.chosen = None;
        }
        did
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
}

impl MoveEntry for Stacks {
    fn press(&mut self, at: Square) -> Pressed {
        match self.chosen.clone() {
            None => {
                let chosen = self.choose(at);
                self.take(chosen)
            }
            Some(chosen) if chosen.at == at => self.clear(),
            Some(chosen) if chosen.reach(at).is_none() && self.sources.contains(&at) => {
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
        let chosen = match self.chosen.clone() {
            Some(chosen) if chosen.at == from => Ok(chosen),
            _ => self.choose(from),
        };
        match chosen {
            Ok(chosen) => self.complete(&chosen, to),
            Err(did) => did,
        }
    }

    fn amount(&mut self, count: u32) -> Pressed {
        let Some(chosen) = &mut self.chosen else {
            return Pressed::Refused(message!("entry.stack-first"));
        };
        let (least, most) = (chosen.least(), chosen.stack);
        if count == chosen.count {
            return Pressed::Nothing;
        }
        if !(least..=most).contains(&count) {
            let from = chosen.at;
            return Pressed::Refused(if least == most {
                message!("entry.only", from, most, count)
            } else {
                message!("entry.between", from, least, most, count)
            });
        }
        chosen.count = count;
        Pressed::Changed
    }

    fn undo(&mut self) -> Pressed {
        self.clear()
    }

    fn remove(&mut self, _: usize) -> Pressed {
        Pressed::Nothing
    }

    fn finish(&mut self) -> Pressed {
        Pressed::Nothing
    }

    fn clear(&mut self) -> Pressed {
        match self.chosen.take() {
            Some(_) => Pressed::Changed,
            None => Pressed::Nothing,
        }
    }

    fn lit(&self) -> Highlights {
        let Some(chosen) = &self.chosen else {
            return Highlights {
                sources: self.sources.clone(),
                ..Highlights::default()
            };
        };
        let targets = chosen.reach.iter().filter(|r| r.least <= chosen.count);
        let sources = self.sources.iter().copied();
        Highlights {
            chosen: Some(chosen.at),
            targets: targets.map(|reach| (reach.to, reach.target)).collect(),
            sources: sources
                .filter(|&at| at != chosen.at && chosen.reach(at).is_none())
                .collect(),
            amount: Some(Amount {
                at: chosen.at,
                count: chosen.count,
                least: chosen.least(),
                most: chosen.stack,
            }),
            ..Highlights::default()
        }
    }

    fn typed(&self, text: &str) -> Pressed {
        self.spot.check(text.trim())
    }
}
