//! The parameters of Combo, Automatafl and Game 17.

use automatafl::Automatafl;
use combo::Combo;
use game17::Game17;
use players::automatafl::evaluation::{Distance, Weights as Pulls};
use players::combo::judge::{Weighted, Weights as Stacks};
use players::game17::{Course, Strong};
use players::{Player, alphabeta};

use crate::Task;
use crate::climb::{Parameter, Subject};

/// The usual size of a trial's matches.
const USUAL: Task = Task {
    games: 200,
    rounds: 1,
    seed: 1,
    nodes: 1000,
    threads: 1,
};

fn whole(name: &'static str, value: i32, step: f64, least: f64, most: f64) -> Parameter {
    Parameter {
        name,
        value: f64::from(value),
        step,
        least,
        most,
        whole: true,
    }
}

fn real(name: &'static str, value: f64, step: f64, least: f64, most: f64) -> Parameter {
    Parameter {
        name,
        value,
        step,
        least,
        most,
        whole: false,
    }
}

/// The value of an `f32`, in the few digits with which it is written.
fn short(value: f32) -> f64 {
    (f64::from(value) * 1e6).round() / 1e6
}

/// Combo: the weights of `players::combo::judge`, in pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct ComboStacks;

impl Subject for ComboStacks {
    type Game = Combo;
    const NAME: &'static str = "Combo";
    const USUAL: Task = USUAL;
    const OPENING: u32 = 4;

    fn game(&self) -> Combo {
        Combo::default()
    }

    fn parameters(&self) -> Vec<Parameter> {
        let Stacks {
            piece: _,
            stack,
            taller,
            reach,
            step,
            first_threat,
            next_threat,
            to_move,
        } = Stacks::USUAL;
        let bonus = |name, value| whole(name, value, 10.0, -200.0, 200.0);
        vec![
            bonus("stack[1]", stack[1]),
            bonus("stack[2]", stack[2]),
            bonus("stack[3]", stack[3]),
            bonus("stack[4]", stack[4]),
            bonus("stack[5]", stack[5]),
            bonus("stack[6]", stack[6]),
            bonus("stack[7]", stack[7]),
            bonus("taller", taller),
            whole("reach", reach, 1.0, -50.0, 50.0),
            whole("step", step, 2.0, -50.0, 50.0),
            whole("first_threat", first_threat, 10.0, 0.0, 100.0),
            whole("next_threat", next_threat, 15.0, 0.0, 100.0),
            whole("to_move", to_move, 10.0, 0.0, 100.0),
        ]
    }

    fn player(&self, values: &[f64], _: u64) -> Box<dyn Player<Combo>> {
        let mut weights = Stacks::USUAL;
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

/// Automatafl: the weights of `players::automatafl::evaluation`.
#[derive(Clone, Copy, Debug)]
pub struct AutomataflPulls {
    /// The number of turns after which a game is drawn.
    pub max_turns: u32,
}

impl Default for AutomataflPulls {
    fn default() -> AutomataflPulls {
        AutomataflPulls {
            max_turns: automatafl::Options::default().max_turns,
        }
    }
}

impl Subject for AutomataflPulls {
    type Game = Automatafl;
    const NAME: &'static str = "Automatafl";
    // Fewer games, because they are long.
    const USUAL: Task = Task {
        games: 100,
        nodes: 250,
        ..USUAL
    };
    const OPENING: u32 = 2;

    fn game(&self) -> Automatafl {
        let options = automatafl::Options {
            max_turns: self.max_turns,
            ..automatafl::Options::default()
        };
        Automatafl::new(options).expect("any number of turns is allowed")
    }

    fn parameters(&self) -> Vec<Parameter> {
        let Pulls {
            near,
            close,
            fade,
            taken,
            barred,
            steps,
            later,
            reached,
        } = Pulls::default();
        vec![
            real("near", near, 0.05, 0.0, 5.0),
            real("close", close, 1.0, 0.0, 50.0),
            real("fade", fade, 1.0, 0.1, 50.0),
            whole("taken", taken as i32, 1.0, 0.0, 20.0),
            whole("barred", barred as i32, 1.0, 0.0, 20.0),
            whole("steps", steps as i32, 1.0, 1.0, 4.0),
            real("later", later, 0.15, 0.0, 2.0),
            real("reached", reached, 1.0, 0.0, 20.0),
        ]
    }

    fn player(&self, values: &[f64], seed: u64) -> Box<dyn Player<Automatafl>> {
        let usual = Pulls::default();
        let at = |number: usize, usual: f64| values.get(number).copied().unwrap_or(usual);
        let weights = Pulls {
            near: at(0, usual.near),
            close: at(1, usual.close),
            fade: at(2, usual.fade),
            taken: at(3, usual.taken as f64) as usize,
            barred: at(4, usual.barred as f64) as usize,
            steps: at(5, f64::from(usual.steps)) as u32,
            later: at(6, usual.later),
            reached: at(7, usual.reached),
        };
        let mut player = players::automatafl::Solver::new(seed);
        player.guide.evaluation = Distance::new(weights);
        Box::new(player)
    }
}

/// Game 17: the course of the weights of `players::game17`, for two players among
/// zombies, in pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct Game17Course;

impl Subject for Game17Course {
    type Game = Game17;
    const NAME: &'static str = "Game 17";
    // No trials of plans: only the planner's judgement counts.
    const USUAL: Task = Task { nodes: 0, ..USUAL };
    const OPENING: u32 = 0;

    fn game(&self) -> Game17 {
        Game17::new(game17::Options::default()).expect("the usual options are allowed")
    }

    fn parameters(&self) -> Vec<Parameter> {
        let Course {
            early,
            late_square,
            late_thrift,
            last,
        } = Course::USUAL;
        let share = |name, value| real(name, short(value), 0.2, 0.0, 1.0);
        vec![
            real("early.square", short(early.square), 0.1, 0.0, 10.0),
            real("early.absorb", short(early.absorb), 0.2, 0.0, 5.0),
            real("early.loss", short(early.loss), 0.2, 0.0, 5.0),
            real("early.pull", short(early.pull), 0.01, 0.0, 1.0),
            share("early.fear", early.fear),
            share("early.caution", early.caution),
            share("early.thrift", early.thrift),
            real("late_square", short(late_square), 0.5, 0.0, 20.0),
            share("late_thrift", late_thrift),
            share("last.fear", last.fear),
            share("last.caution", last.caution),
            real("last.rival", short(last.rival), 0.2, 0.0, 5.0),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::climb::compare;
    use crate::selfplay::Watch;

    fn values_of<S: Subject>(subject: &S) -> Vec<f64> {
        let parameters = subject.parameters();
        parameters.iter().map(|parameter| parameter.value).collect()
    }

    fn at<S: Subject>(subject: &S, name: &str) -> usize {
        let parameters = subject.parameters();
        let found = parameters
            .iter()
            .position(|parameter| parameter.name == name);
        found.unwrap()
    }

    fn bad_value_loses<S: Subject>(subject: &S, name: &str, bad: f64, task: &Task) {
        let good = values_of(subject);
        let mut values = good.clone();
        values[at(subject, name)] = bad;
        let result = compare(subject, &good, &values, task, 1, &Watch::default()).unwrap();
        assert!(result.is_better(), "{name}: {result}");
    }

    #[test]
    fn a_combo_player_that_avoids_pairs_is_found_to_be_worse() {
        let task = Task {
            games: 24,
            nodes: 60,
            threads: 2,
            ..USUAL
        };
        bad_value_loses(&ComboStacks, "stack[2]", -200.0, &task);
    }

    #[test]
    fn an_automatafl_player_that_wants_to_be_far_is_found_to_be_worse() {
        let task = Task {
            games: 8,
            nodes: 50,
            threads: 2,
            ..USUAL
        };
        bad_value_loses(&AutomataflPulls::default(), "near", -0.5, &task);
    }

    #[test]
    fn a_planner_that_fears_no_player_is_found_to_be_worse() {
        let task = Task {
            games: 20,
            threads: 2,
            ..Game17Course::USUAL
        };
        bad_value_loses(&Game17Course, "early.fear", 0.0, &task);
    }
}
