//! What can be tuned in Game 17.

use game17::{Game17, Options};

use super::{Course, Strong};
use crate::Player;
use crate::tuning::{Climbed, Parameter, Usual};

/// The value of an `f32`, in the few digits with which it is written.
fn short(value: f32) -> f64 {
    (f64::from(value) * 1e6).round() / 1e6
}

/// The course of the weights of `strong`, for two players among zombies, in pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plans;

impl Climbed for Plans {
    type Game = Game17;
    // No trials of plans: only the planner's judgement counts.
    const USUAL: Usual = Usual {
        games: 200,
        nodes: 0,
    };
    const OPENING: u32 = 0;

    fn game(&self) -> Game17 {
        Game17::new(Options::default()).expect("the usual options are allowed")
    }

    fn parameters(&self) -> Vec<Parameter> {
        let Course {
            early,
            late_square,
            late_thrift,
            last,
        } = Course::USUAL;
        let share = |name, value| Parameter::real(name, short(value), 0.2, [0.0, 1.0]);
        vec![
            Parameter::real("early.square", short(early.square), 0.1, [0.0, 10.0]),
            Parameter::real("early.absorb", short(early.absorb), 0.2, [0.0, 5.0]),
            Parameter::real("early.loss", short(early.loss), 0.2, [0.0, 5.0]),
            Parameter::real("early.pull", short(early.pull), 0.01, [0.0, 1.0]),
            share("early.fear", early.fear),
            share("early.caution", early.caution),
            share("early.thrift", early.thrift),
            Parameter::real("late_square", short(late_square), 0.5, [0.0, 20.0]),
            share("late_thrift", late_thrift),
            share("last.fear", last.fear),
            share("last.caution", last.caution),
            Parameter::real("last.rival", short(last.rival), 0.2, [0.0, 5.0]),
            share("last.thrift", last.thrift),
        ]
    }

    fn player(&self, values: &[f64], seed: u64) -> Box<dyn Player<Game17>> {
        let mut course = Course::USUAL;
        let targets = [
            &mut course.early.square,
            &mut course.early.absorb,
            &mut course.early.loss,
            &mut course.early.pull,
            &mut course.early.fear,
            &mut course.early.caution,
            &mut course.early.thrift,
            &mut course.late_square,
            &mut course.late_thrift,
            &mut course.last.fear,
            &mut course.last.caution,
            &mut course.last.rival,
            &mut course.last.thrift,
        ];
        for (target, value) in targets.into_iter().zip(values) {
            *target = *value as f32;
        }
        Box::new(Strong::with_course(seed, course))
    }
}
