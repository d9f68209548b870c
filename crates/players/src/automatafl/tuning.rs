//! What can be tuned in Automatafl.

use automatafl::{Automatafl, Options};

use super::Solver;
use super::evaluation::{Distance, Weights};
use crate::Player;
use crate::tuning::{Climbed, Parameter, Usual};

/// The weights of [`evaluation`](super::evaluation).
#[derive(Clone, Copy, Debug)]
pub struct Pulls {
    /// The number of turns after which a game is drawn.
    pub max_turns: u32,
}

impl Default for Pulls {
    fn default() -> Pulls {
        Pulls {
            max_turns: Options::default().max_turns,
        }
    }
}

impl Climbed for Pulls {
    type Game = Automatafl;
    // Fewer games, because they are long.
    const USUAL: Usual = Usual {
        games: 100,
        nodes: 250,
    };
    const OPENING: u32 = 2;

    fn game(&self) -> Automatafl {
        let options = Options {
            max_turns: self.max_turns,
            ..Options::default()
        };
        Automatafl::new(options).expect("any number of turns is allowed")
    }

    fn parameters(&self) -> Vec<Parameter> {
        let Weights {
            near,
            close,
            fade,
            taken,
            barred,
            steps,
            later,
            reached,
        } = Weights::default();
        vec![
            Parameter::real("near", near, 0.05, [0.0, 5.0]),
            Parameter::real("close", close, 1.0, [0.0, 50.0]),
            Parameter::real("fade", fade, 1.0, [0.1, 50.0]),
            Parameter::whole("taken", taken as i32, 1.0, [0.0, 20.0]),
            Parameter::whole("barred", barred as i32, 1.0, [0.0, 20.0]),
            Parameter::whole("steps", steps as i32, 1.0, [1.0, 4.0]),
            Parameter::real("later", later, 0.15, [0.0, 2.0]),
            Parameter::real("reached", reached, 1.0, [0.0, 20.0]),
        ]
    }

    fn player(&self, values: &[f64], seed: u64) -> Box<dyn Player<Automatafl>> {
        let usual = Weights::default();
        let at = |number: usize, usual: f64| values.get(number).copied().unwrap_or(usual);
        let weights = Weights {
            near: at(0, usual.near),
            close: at(1, usual.close),
            fade: at(2, usual.fade),
            taken: at(3, usual.taken as f64) as usize,
            barred: at(4, usual.barred as f64) as usize,
            steps: at(5, f64::from(usual.steps)) as u32,
            later: at(6, usual.later),
            reached: at(7, usual.reached),
        };
        let mut player = Solver::new(seed);
        player.guide.evaluation = Distance::new(weights);
        Box::new(player)
    }
}
