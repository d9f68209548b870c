//! What can be tuned in Combo.

use combo::Combo;

use super::judge::{Weighted, Weights};
use crate::tuning::{Climbed, Parameter};
use crate::{Player, alphabeta};

/// The weights of [`judge`](super::judge), in pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judgement;

impl Climbed for Judgement {
    type Game = Combo;
    const OPENING: u32 = 4;

    fn game(&self) -> Combo {
        Combo::default()
    }

    fn parameters(&self) -> Vec<Parameter> {
        let Weights {
            piece: _,
            stack,
            taller,
            reach,
            step,
            first_threat,
            next_threat,
            to_move,
        } = Weights::USUAL;
        let bonus = |name, value| Parameter::whole(name, value, 10.0, [-200.0, 200.0]);
        vec![
            bonus("stack[1]", stack[1]),
            bonus("stack[2]", stack[2]),
            bonus("stack[3]", stack[3]),
            bonus("stack[4]", stack[4]),
            bonus("stack[5]", stack[5]),
            bonus("stack[6]", stack[6]),
            bonus("stack[7]", stack[7]),
            bonus("taller", taller),
            Parameter::whole("reach", reach, 1.0, [-50.0, 50.0]),
            Parameter::whole("step", step, 2.0, [-50.0, 50.0]),
            Parameter::whole("first_threat", first_threat, 10.0, [0.0, 100.0]),
            Parameter::whole("next_threat", next_threat, 15.0, [0.0, 100.0]),
            Parameter::whole("to_move", to_move, 10.0, [0.0, 100.0]),
        ]
    }

    fn player(&self, values: &[f64], _: u64) -> Box<dyn Player<Combo>> {
        let mut weights = Weights::USUAL;
        let mut targets: Vec<&mut i32> = weights.stack[1..].iter_mut().collect();
        targets.extend([
            &mut weights.taller,
            &mut weights.reach,
            &mut weights.step,
            &mut weights.first_threat,
            &mut weights.next_threat,
            &mut weights.to_move,
        ]);
        for (target, value) in targets.into_iter().zip(values) {
            *target = value.round() as i32;
        }
        let effort = alphabeta::Effort {
            table_mib: 1,
            // Like the levels: a match of draws shows nothing.
            contempt: 40,
            ..alphabeta::Effort::default()
        };
        Box::new(alphabeta::AlphaBeta::new(effort, Weighted(weights)))
    }
}
