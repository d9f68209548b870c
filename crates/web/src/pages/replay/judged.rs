//! What an engine thought, as the worker tells it, and where it is in the graph.

use catalog::Value;

/// What an engine would do in a position and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// For whom.
    pub seat: u16,
    /// What it would do.
    pub action: String,
    /// How many moves ahead it looked.
    pub depth: u64,
    /// How many states it visited.
    pub states: u64,
    /// The best lines, best first.
    pub lines: Vec<(Score, Vec<String>)>,
    /// Where moves are made at the same time: how often it would play what.
    pub strategy: Vec<(String, f64)>,
    /// Where moves are made at the same time: what pairs of moves are worth.
    pub matrix: Option<Matrix>,
}

/// What pairs of moves are worth to the seat that was asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// Its moves.
    pub mine: Vec<String>,
    /// Those of the others.
    pub theirs: Vec<String>,
    /// The chance to win for each pair.
    pub worth: Vec<Vec<f64>>,
}

/// What a position is worth to a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// Hundredths of a piece; better above 0.
    Points(i64),
    /// The chance to win.
    Chance(f64),
    /// A win in this many moves.
    WinIn(u64),
    /// A loss in this many.
    LossIn(u64),
}

impl Score {
    fn read(value: &Value) -> Option<Score> {
        let number = |name: &str| value[name].as_u64();
        if let Some(points) = value["points"].as_i64() {
            return Some(Score::Points(points));
        }
        if let Some(chance) = value["chance"].as_f64() {
            return Some(Score::Chance(chance));
        }
        number("win_in")
            .map(Score::WinIn)
            .or_else(|| number("loss_in").map(Score::LossIn))
    }

    /// As a chance to win, by the measure of the worker: two pieces ahead are
    /// three of four games.
    pub fn chance(self) -> f64 {
        match self {
            Score::Points(points) => 1.0 / (1.0 + (-(points as f64) / 182.0).exp()),
            Score::Chance(chance) => chance,
            Score::WinIn(_) => 1.0,
            Score::LossIn(_) => 0.0,
        }
    }
}

impl Opinion {
    /// Reads an opinion; nothing if it is none.
    pub fn read(value: &Value) -> Option<Opinion> {
        let lines = list(&value["lines"]).iter();
        let strategy = list(&value["strategy"]).iter();
        Some(Opinion {
            seat: u16::try_from(value["seat"].as_u64()?).ok()?,
            action: value["action"].as_str()?.to_owned(),
            depth: value["depth"].as_u64().unwrap_or_default(),
            states: value["states"].as_u64().unwrap_or_default(),
            lines: lines
                .filter_map(|line| Some((Score::read(&line["score"])?, texts(&line["moves"]))))
                .collect(),
            strategy: strategy
                .filter_map(|part| Some((part[0].as_str()?.to_owned(), part[1].as_f64()?)))
                .collect(),
            matrix: Matrix::read(&value["matrix"]),
        })
    }

    /// All opinions of a list.
    pub fn read_all(value: &Value) -> Vec<Opinion> {
        list(value).iter().filter_map(Opinion::read).collect()
    }
}

impl Matrix {
    fn read(value: &Value) -> Option<Matrix> {
        let row = |row: &Value| {
            list(row)
                .iter()
                .filter_map(Value::as_f64)
                .collect::<Vec<_>>()
        };
        let matrix = Matrix {
            mine: texts(&value["mine"]),
            theirs: texts(&value["theirs"]),
            worth: list(&value["worth"]).iter().map(row).collect(),
        };
        let fits = matrix.worth.len() == matrix.mine.len()
            && matrix
                .worth
                .iter()
                .all(|row| row.len() == matrix.theirs.len());
        (fits && !matrix.mine.is_empty() && !matrix.theirs.is_empty()).then_some(matrix)
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn texts(value: &Value) -> Vec<String> {
    list(value)
        .iter()
        .filter_map(|text| text.as_str().map(str::to_owned))
        .collect()
}

/// A position of the game and what the engine thought of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// After so many steps.
    pub at: usize,
    /// Chances to win by seat. Of two seats that of seat 0 is enough.
    pub chances: Vec<(u16, f64)>,
    /// What it would have done.
    pub opinions: Vec<Opinion>,
}

impl Judged {
    /// Reads a step; nothing if it is none.
    pub fn read(value: &Value) -> Option<Judged> {
        let at = usize::try_from(value["step"].as_u64()?)
            .ok()?
            .checked_sub(1)?;
        let opinions = Opinion::read_all(&value["opinions"]);
        let chances = match value["chance_of_seat_0"].as_f64() {
            Some(chance) => vec![(0, chance)],
            None => {
                let best =
                    |opinion: &Opinion| Some((opinion.seat, opinion.lines.first()?.0.chance()));
                opinions.iter().filter_map(best).collect()
            }
        };
        Some(Judged {
            at,
            chances,
            opinions,
        })
    }
}

/// Where the graph is drawn: a frame with room for nothing else.
pub const WIDE: f64 = 600.0;
/// How high it is.
pub const HIGH: f64 = 150.0;

/// Where a position of a game of so many steps is.
pub fn across(at: usize, steps: usize) -> f64 {
    WIDE * at as f64 / steps.max(1) as f64
}

/// Where a chance is.
pub fn down(chance: f64) -> f64 {
    HIGH * (1.0 - chance.clamp(0.0, 1.0))
}

/// The judged position nearest to a place of the graph, given as a part of its
/// width.
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

/// All seats that have a curve.
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
    use serde_json::json;

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
        let judged = Judged::read(&step()).unwrap();
        assert_eq!((judged.at, &judged.chances[..]), (2, &[(0, 0.75)][..]));
        let opinion = &judged.opinions[0];
        assert_eq!(
            opinion.lines[0],
            (
                Score::Points(-50),
                vec!["a1-b1".to_owned(), "g7-g6".to_owned()]
            )
        );
        assert_eq!(opinion.lines[1].0, Score::WinIn(3));
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
        let judged = [Judged::read(&value).unwrap()];
        assert_eq!(seats(&judged), [0, 2]);
        assert_eq!(curve(&judged, 2), [(2, 0.3)]);
        assert!(curve(&judged, 0)[0].1 < 0.5);
    }

    #[test]
    fn a_matrix_whose_rows_do_not_fit_is_left_out() {
        let mut value = step();
        value["opinions"][0]["matrix"]["worth"] = json!([[0.5]]);
        let judged = Judged::read(&value).unwrap();
        assert_eq!(judged.opinions[0].matrix, None);
        assert_eq!(Judged::read(&json!({"step": 0})), None);
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
