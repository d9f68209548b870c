//! Players of Tug, the made-up game of `testkit`, only with the feature `test-game`.

use dice::Quick;
use game::{Dice, Seat};
use search::control::Control;
use testkit::tug::{Action, State, Tug};

use crate::roster::{LEVELS, Roster, Setting, Spec};
use crate::{Choice, Player, Thought};

/// Pulls so often: never less than the level below.
struct Puller {
    dice: Quick,
    level: u32,
}

impl Player<Tug> for Puller {
    fn choose(&mut self, _: &Tug, _: &State, _: Seat, _: &Control<'_>) -> Choice<Action> {
        let pulls = self.dice.below(LEVELS.len() as u32) <= self.level;
        let action = if pulls { Action::Pull } else { Action::Rest };
        let thought = Thought::default();
        Choice { action, thought }
    }
}

impl Roster for Tug {
    const GAME: &'static str = "tug";
    const NAMES: &'static [&'static str] = &LEVELS;

    fn settings(_: &str) -> &'static [Setting] {
        &[]
    }

    fn named(spec: &Spec, seed: u64, _: usize) -> Option<Box<dyn Player<Tug>>> {
        let level = LEVELS.iter().position(|name| *name == spec.name)? as u32;
        let dice = Quick::new(seed);
        Some(Box::new(Puller { dice, level }))
    }
}
