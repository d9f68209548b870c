//! Any number of orders, then the end of the turn.

use catalog::{Arrow, Cell, Scene};
use game::{Square, message};

use crate::{Amount, Highlights, MoveEntry, Order, Pressed, Situation, Target, off_board};

/// Collects orders. All remaining pieces of a square go unless you choose a number.
pub(crate) struct Orders {
    spot: Situation,
    scene: Scene,
    /// What is written for no orders.
    none: &'static str,
    /// Whether it is the player's turn.
    may_act: bool,
    /// In the order of entry. Orders with the same source and direction are shown as
    /// one.
    given: Vec<Given>,
    chosen: Option<Chosen>,
}

#[derive(Clone, Copy)]
struct Given {
    from: Square,
    way: Way,
    count: u32,
}

#[derive(Clone, Copy)]
struct Chosen {
    at: Square,
    count: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    North,
    East,
    South,
    West,
}

impl Way {
    const ALL: [Way; 4] = [Way::North, Way::East, Way::South, Way::West];

    fn letter(self) -> char {
        match self {
            Way::North => 'n',
            Way::East => 'e',
            Way::South => 's',
            Way::West => 'w',
        }
    }

    /// The neighbour of a square; across the edge it is off the board.
    fn step(self, from: Square) -> Square {
        let Square { x, y } = from;
        match self {
            Way::North => Square::new(x, y.wrapping_sub(1)),
            Way::East => Square::new(x.wrapping_add(1), y),
            Way::South => Square::new(x, y.wrapping_add(1)),
            Way::West => Square::new(x.wrapping_sub(1), y),
        }
    }

    /// The neighbour; over a linked edge it is at the other side.
    fn neighbour(self, from: Square, scene: &Scene) -> Square {
        let (dx, dy) = match self {
            Way::North => (0, -1),
            Way::East => (1, 0),
            Way::South => (0, 1),
            Way::West => (-1, 0),
        };
        scene.step(from, dx, dy)
    }
}

impl Orders {
    pub(crate) fn new(spot: Situation, scene: Scene, none: &'static str) -> Orders {
        Orders {
            may_act: spot.allows(none),
            none,
            spot,
            scene,
            given: Vec::new(),
            chosen: None,
        }
    }

    /// The player's own pieces on a square; 0 on squares of other owners.
    fn own(&self, at: Square) -> Option<u32> {
        match self.scene.at(at) {
            Cell::Land { owner, count } if owner == self.spot.seat.0 => Some(count),
            _ => None,
        }
    }

    /// Those of them that have no order yet.
    fn left(&self, at: Square) -> u32 {
        let Some(stand) = self.own(at) else {
            return 0;
        };
        let given = self.given.iter().filter(|given| given.from == at);
        let sent: u32 = given.map(|given| given.count).sum();
        stand.saturating_sub(sent)
    }

    fn choose(&self, at: Square) -> Result<Chosen, Pressed> {
        if !self.scene.holds(at) {
            return Err(off_board());
        }
        if !self.may_act {
            return Err(self.spot.check(self.none));
        }
        let name = self.name(at);
        match (self.own(at), self.left(at)) {
            (None, _) => Err(self.spot.check(&format!("{name}n1"))),
            (Some(0), _) => Err(Pressed::Refused(message!("entry.no-pieces", at = name))),
            (Some(_), 0) => Err(Pressed::Refused(message!("entry.all-ordered", at = name))),
            (Some(_), count) => Ok(Chosen { at, count }),
        }
    }

    /// The direction from one square to another. On a board of two rows, two directions
    /// lead to a neighbour: this is the one that does not cross the edge.
    fn way(&self, from: Square, to: Square) -> Option<Way> {
        let ways = || Way::ALL.into_iter();
        ways()
            .find(|way| way.step(from) == to)
            .or_else(|| ways().find(|way| way.neighbour(from, &self.scene) == to))
    }

    fn complete(&mut self, chosen: Chosen, to: Square) -> Pressed {
        if !self.scene.holds(to) {
            return off_board();
        }
        let Chosen { at: from, count } = chosen;
        let Some(way) = self.way(from, to) else {
            let (from, to) = (self.name(from), self.name(to));
            return Pressed::Refused(message!("entry.no-neighbour", to, from));
        };
        self.given.push(Given { from, way, count });
        match self.spot.check(&self.notation()) {
            Pressed::Entered(_) => {
                self.chosen = None;
                Pressed::Changed
            }
            did => {
                self.given.pop();
                did
            }
        }
    }

    fn notation(&self) -> String {
        if self.given.is_empty() {
            return self.none.to_owned();
        }
        let orders = self.given.iter().map(|given| {
            let (from, way) = (self.name(given.from), given.way.letter());
            format!("{from}{way}{}", given.count)
        });
        orders.collect::<Vec<_>>().join(" ")
    }

    fn name(&self, at: Square) -> String {
        self.scene.look().square_name(at)
    }

    /// The orders; those with the same source and direction are added up.
    fn added_up(&self) -> Vec<Given> {
        let mut orders: Vec<Given> = Vec::new();
        for given in &self.given {
            let same = |order: &&mut Given| order.from == given.from && order.way == given.way;
            match orders.iter_mut().find(same) {
                Some(order) => order.count += given.count,
                None => orders.push(*given),
            }
        }
        orders
    }

    fn targets(&self, chosen: Chosen) -> Vec<(Square, Target)> {
        let mut targets: Vec<(Square, Target)> = Vec::new();
        for way in Way::ALL {
            let to = way.neighbour(chosen.at, &self.scene);
            if to != chosen.at && !targets.iter().any(|(target, _)| *target == to) {
                targets.push((to, self.target(to, chosen.count)));
            }
        }
        targets
    }

    /// The result of a square if this many more pieces arrive. A coin decides a tie.
    fn target(&self, to: Square, count: u32) -> Target {
        let arriving = self.given.iter().filter(|given| {
            let end = given.way.neighbour(given.from, &self.scene);
            end == to
        });
        let arriving = arriving.map(|given| u64::from(given.count)).sum::<u64>() + u64::from(count);
        match (self.own(to), self.scene.at(to)) {
            (Some(_), _) => Target::Join,
            (None, Cell::Land { count, .. }) if arriving > u64::from(count) => Target::Capture,
            _ => Target::Free,
        }
    }

    fn can_choose(&self, at: Square) -> bool {
        self.may_act && self.left(at) > 0
    }
}

impl MoveEntry for Orders {
    fn press(&mut self, at: Square) -> Pressed {
        let chosen = match self.chosen {
            Some(chosen) if chosen.at == at => {
                self.chosen = None;
                return Pressed::Changed;
            }
            Some(chosen) if self.way(chosen.at, at).is_some() || !self.can_choose(at) => {
                return self.complete(chosen, at);
            }
            _ => self.choose(at),
        };
        match chosen {
            Ok(chosen) => {
                self.chosen = Some(chosen);
                Pressed::Changed
            }
            Err(did) => did,
        }
    }

    fn drag(&mut self, from: Square, to: Square) -> Pressed {
        if from == to {
            return self.press(from);
        }
        let chosen = match self.chosen {
            Some(chosen) if chosen.at == from => Ok(chosen),
            _ => self.choose(from),
        };
        match chosen {
            Ok(chosen) => self.complete(chosen, to),
            Err(did) => did,
        }
    }

    fn amount(&mut self, count: u32) -> Pressed {
        let Some(chosen) = self.chosen else {
            return Pressed::Refused(message!("entry.square-first"));
        };
        let (name, left) = (self.name(chosen.at), self.left(chosen.at));
        if count == chosen.count {
            return Pressed::Nothing;
        }
        if !(1..=left).contains(&count) {
            let (from, most) = (name, left);
            return Pressed::Refused(match left {
                1 => message!("entry.only", from, most, count),
                _ => message!("entry.between", from, least = 1, most, count),
            });
        }
        self.chosen = Some(Chosen { count, ..chosen });
        Pressed::Changed
    }

    fn undo(&mut self) -> Pressed {
        if self.chosen.take().is_some() || self.given.pop().is_some() {
            Pressed::Changed
        } else {
            Pressed::Nothing
        }
    }

    fn remove(&mut self, order: usize) -> Pressed {
        let Some(gone) = self.added_up().get(order).copied() else {
            return Pressed::Nothing;
        };
        self.given
            .retain(|given| given.from != gone.from || given.way != gone.way);
        Pressed::Changed
    }

    /// The orders stay, so that nothing is lost if they could not be sent.
    fn finish(&mut self) -> Pressed {
        let did = self.spot.check(&self.notation());
        if matches!(did, Pressed::Entered(_)) {
            self.chosen = None;
        }
        did
    }

    fn clear(&mut self) -> Pressed {
        if self.chosen.is_none() && self.given.is_empty() {
            return Pressed::Nothing;
        }
        self.chosen = None;
        self.given.clear();
        Pressed::Changed
    }

    fn lit(&self) -> Highlights {
        let targets = self.chosen.map_or_else(Vec::new, |c| self.targets(c));
        let is_target = |at| targets.iter().any(|(target, _)| *target == at);
        let chosen = self.chosen.map(|chosen| chosen.at);
        let sources = self.scene.squares();
        let sources =
            sources.filter(|&at| self.can_choose(at) && chosen != Some(at) && !is_target(at));
        let orders = self.added_up().into_iter().map(|given| Order {
            arrow: Arrow {
                from: given.from,
                to: given.way.step(given.from),
                seat: Some(self.spot.seat.0),
                made: false,
            },
            count: given.count,
        });
        Highlights {
            sources: sources.collect(),
            chosen,
            targets,
            orders: orders.collect(),
            amount: self.chosen.map(|chosen| Amount {
                at: chosen.at,
                count: chosen.count,
                least: 1,
                most: self.left(chosen.at),
            }),
        }
    }

    fn typed(&self, text: &str) -> Pressed {
        self.spot.check(text.trim())
    }
}
