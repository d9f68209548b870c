//! The engine's opinions, and their places in the graph.

use protocol::analysis::{JudgedStep, Matrix, Opinion};

/// The opinions, without matrices whose rows have different lengths.
pub fn checked(mut opinions: Vec<Opinion>) -> Vec<Opinion> {
    let fits = |matrix: &Matrix| {
        let wide = matrix.theirs.len();
        matrix.worth.len() == matrix.mine.len()
            && matrix.worth.iter().all(|row| row.len() == wide)
            && !matrix.mine.is_empty()
            && wide > 0
    };
    for opinion in &mut opinions {
        opinion.matrix = opinion.matrix.take().filter(fits);
    }
    opinions
}

/// A position of the game, and the engine's opinion of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The number of steps before it.
    pub at: usize,
    /// Chances to win by seat. In a game of two, that of seat 0 is enough.
    pub chances: Vec<(u16, f64)>,
    /// The engine's own moves.
    pub opinions: Vec<Opinion>,
}

impl Judged {
    /// The position before a step; `None` if there is no such step.
    pub fn of(step: JudgedStep) -> Option<Judged> {
        let chances = match step.chance_of_seat_0 {
            Some(chance) => vec![(0, chance)],
            None => {
                let best = |opinion: &Opinion| Some((opinion.seat, opinion.chance()?));
                step.opinions.iter().filter_map(best).collect()
            }
        };
        Some(Judged {
            at: step.step.checked_sub(1)?,
            chances,
            opinions: checked(step.opinions),
        })
    }
}

/// The width of the graph.
pub const WIDE: f64 = 600.0;
/// The height of the graph.
pub const HIGH: f64 = 150.0;

/// The horizontal place of a position in a game with this many steps.
pub fn across(at: usize, steps: usize) -> f64 {
    WIDE * at as f64 / steps.max(1) as f64
}

/// The vertical place of a chance.
pub fn down(chance: f64) -> f64 {
    HIGH * (1.0 - chance.clamp(0.0, 1.0))
}

/// The judged position nearest to a place in the graph, given as a share of its width.
pub fn nearest(judged: &[Judged], part: f64, steps: usize) -> Option<usize> {
    let wanted = part * steps as f64;
    let away = |at: usize| (at as f64 - wanted).abs();
    let all = judged
        .iter()
        .map(|judged| judged.at)
        .chain((!judged.is_empty()).then_some(steps));
    all.min_by(|a, b| away(*a).total_cmp(&away(*b)))
}

/// The curve of a seat: pairs of a position and a chance.
pub fn curve(judged: &[Judged], seat: u16) -> Vec<(usize, f64)> {
    let of = |judged: &Judged| {
        let found = judged.chances.iter().find(|(who, _)| *who == seat)?;
        Some((judged.at, found.1))
    };
    judged.iter().filter_map(of).collect()
}

/// The seats that have a curve.
pub fn seats(judged: &[Judged]) -> Vec<u16> {
    let mut seats: Vec<u16> = judged
        .iter()
        .flat_map(|judged| judged.chances.iter().map(|(seat, _)| *seat))
        .collect();
    seats.sort_unstable();
    seats.dedup();
    seats
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::analysis::{Line, Score};
    use serde_json::{Value, json};

    fn read(value: &Value) -> Option<Judged> {
        Judged::of(serde_json::from_value(value.clone()).unwrap())
    }

    fn step() -> Value {
        json!({"step": 3, "played": [[0, "a1-a2"]], "chance_of_seat_0": 0.75, "opinions": [{
            "seat": 0, "action": "a1-b1", "depth": 4, "states": 1200, "seconds": 0.3, "table_fill": 0.0,
            "lines": [{"score": {"points": -50}, "moves": ["a1-b1", "g7-g6"]}, {"score": {"win_in": 3}, "moves": []}],
            "strategy": [["a1-b1", 0.6], ["pass", 0.4]],
            "matrix": {"mine": ["a1-b1", "pass"], "theirs": ["g7-g6"], "worth": [[0.5], [0.25]]},
        }]})
    }

    #[test]
    fn a_step_is_read_as_the_worker_writes_it() {
        let judged = read(&step()).unwrap();
        assert_eq!((judged.at, &judged.chances[..]), (2, &[(0, 0.75)][..]));
        let opinion = &judged.opinions[0];
        assert_eq!(
            opinion.lines[0],
            Line {
                score: Score::Points(-50),
                moves: vec!["a1-b1".to_owned(), "g7-g6".to_owned()]
            }
        );
        assert_eq!(opinion.lines[1].score, Score::WinIn(3));
        assert_eq!(opinion.strategy[1], ("pass".to_owned(), 0.4));
        assert_eq!(opinion.matrix.as_ref().unwrap().worth, [[0.5], [0.25]]);
    }

    #[test]
    fn with_more_than_two_seats_each_has_its_own_curve() {
        let mut value = step();
        value["chance_of_seat_0"] = Value::Null;
        let mut other = value["opinions"][0].clone();
        other["seat"] = json!(2);
        other["lines"][0]["score"] = json!({"chance": 0.3});
        value["opinions"].as_array_mut().unwrap().push(other);
        let judged = [read(&value).unwrap()];
        assert_eq!(seats(&judged), [0, 2]);
        assert_eq!(curve(&judged, 2), [(2, 0.3)]);
        assert!(curve(&judged, 0)[0].1 < 0.5);
    }

    #[test]
    fn a_matrix_whose_rows_do_not_fit_is_left_out() {
        let mut value = step();
        value["opinions"][0]["matrix"]["worth"] = json!([[0.5]]);
        let judged = read(&value).unwrap();
        assert_eq!(judged.opinions[0].matrix, None);
        value["step"] = json!(0);
        assert_eq!(read(&value), None);
    }

    #[test]
    fn a_click_on_the_graph_finds_the_nearest_judged_position() {
        let at = |at| Judged {
            at,
            chances: Vec::new(),
            opinions: Vec::new(),
        };
        let judged = [at(0), at(4), at(6)];
        assert_eq!(nearest(&judged, 0.0, 10), Some(0));
        assert_eq!(nearest(&judged, 0.45, 10), Some(4));
        assert_eq!(nearest(&judged, 0.95, 10), Some(10));
        assert_eq!(nearest(&[], 0.5, 10), None);
        assert!((across(5, 10) - WIDE / 2.0).abs() < 1e-9);
        assert!(down(1.0) < down(0.0));
    }
}
