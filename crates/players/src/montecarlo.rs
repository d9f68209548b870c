//! Monte Carlo tree search as a player for any game that lists its actions.

use std::fmt::Display;

use dice::Quick;
use game::{Dice, Enumerate, Seat};
use search::control::Control;
use search::mcts::{self, Arm, Guide, Plain, Settings};

use crate::{Choice, Line, Player, Score, Thought, Weighed};

/// Plays the move that Monte Carlo tree search tried most. If several seats choose at
/// the same time, it picks at random among the moves it tried often.
#[derive(Clone, Debug)]
pub struct MonteCarlo<H = Plain> {
    /// What the search knows about the game.
    pub guide: H,
    /// How the tree grows.
    pub settings: Settings,
    dice: Quick,
}

impl MonteCarlo {
    /// Creates a player with this seed that knows only the rules.
    pub fn new(seed: u64) -> MonteCarlo {
        MonteCarlo::guided(Plain, Settings::default(), seed)
    }
}

impl<H> MonteCarlo<H> {
    /// Creates a player with this seed and a guide.
    pub fn guided(guide: H, settings: Settings, seed: u64) -> MonteCarlo<H> {
        MonteCarlo {
            guide,
            settings,
            dice: Quick::new(seed),
        }
    }
}

impl<G: Enumerate, H: Guide<G> + Send> Player<G> for MonteCarlo<H> {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        control: &Control<'_>,
    ) -> Choice<G::Action> {
        let seed = self.dice.bits();
        let found = mcts::search(game, &self.guide, state, self.settings, seed, control);
        let arms = found.arms(seat);
        let alone = found.seats.len() < 2;
        let played = leading(arms, found.seats.len());
        let total: u64 = played.iter().map(|arm| arm.visits).sum();
        let strategy: Vec<(&Arm<G::Action>, f64)> = played
            .iter()
            .map(|arm| (arm, arm.visits as f64 / total.max(1) as f64))
            .collect();
        let chosen = throw(&strategy, &mut self.dice);
        let action = match chosen {
            Some(arm) => arm.action.clone(),
            None => game.propose(state, seat, &mut self.dice),
        };
        let lines = arms.iter().take(LINES).filter(|arm| arm.visits > 0);
        let lines = lines.map(|arm| Line {
            score: Score::Chance(arm.worth),
            moves: line(&found.line, seat, arm),
        });
        let strategy = if alone {
            Vec::new()
        } else {
            strategy
                .iter()
                .map(|(arm, chance)| Weighed {
                    action: arm.action.to_string(),
                    chance: *chance,
                })
                .collect()
        };
        Choice {
            action,
            thought: Thought {
                depth: found.depth,
                nodes: found.nodes,
                time: control.elapsed(),
                lines: lines.collect(),
                strategy,
                ..Thought::default()
            },
        }
    }
}

/// The most lines in a thought.
const LINES: usize = 5;

/// The arms to play: the one tried most and, if several seats choose at the same time,
/// those tried nearly as often. The rest were only explored.
fn leading<A>(arms: &[Arm<A>], seats: usize) -> &[Arm<A>] {
    let most = arms.first().map_or(0, |arm| arm.visits);
    let enough = |arm: &Arm<A>| arm.visits > 0 && arm.visits * 5 >= most;
    let most_arms = if seats < 2 { 1 } else { arms.len() };
    let count = arms.iter().take_while(|arm| enough(arm)).count().max(1);
    &arms[..count.min(most_arms).min(arms.len())]
}

/// Picks one at random by its chance.
pub(crate) fn throw<T: Copy>(strategy: &[(T, f64)], dice: &mut dyn Dice) -> Option<T> {
    let mut thrown = (dice.bits() >> 11) as f64 / (1u64 << 53) as f64;
    for (item, chance) in strategy {
        thrown -= chance;
        if thrown < 0.0 {
            return Some(*item);
        }
    }
    strategy.first().map(|(item, _)| *item)
}

/// The line that begins with an arm: the whole main line if the arm is its first move,
/// otherwise only the arm's move.
fn line<A: Display + PartialEq>(main: &[Vec<(Seat, A)>], seat: Seat, arm: &Arm<A>) -> Vec<String> {
    let first = main
        .first()
        .and_then(|step| step.iter().find(|(other, _)| *other == seat));
    if first.is_none_or(|(_, action)| *action != arm.action) {
        return vec![arm.action.to_string()];
    }
    main.iter()
        .map(|step| joined(step.iter().map(|(_, action)| action)))
        .collect()
}

/// Joins the moves of one step into one text.
pub(crate) fn joined<A: Display>(actions: impl Iterator<Item = A>) -> String {
    let texts: Vec<String> = actions.map(|action| action.to_string()).collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_follow_the_chances() {
        let mut dice = Quick::new(7);
        let strategy = [('a', 0.75), ('b', 0.25)];
        let often = (0..4000)
            .filter(|_| throw(&strategy, &mut dice) == Some('a'))
            .count();
        assert!((2850..3150).contains(&often), "{often} of 4000");
    }

    #[test]
    fn only_moves_tried_often_are_played() {
        let arm = |visits| Arm {
            action: 'x',
            visits,
            worth: 0.5,
        };
        let arms = [arm(100), arm(30), arm(19), arm(0)];
        assert_eq!(leading(&arms, 2).len(), 2);
        assert_eq!(leading(&arms, 1).len(), 1);
        assert_eq!(leading::<char>(&[], 2).len(), 0);
    }
}
