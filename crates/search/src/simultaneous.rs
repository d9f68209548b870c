//! Search for games in which both sides move at the same time.
//!
//! Every state is a matrix game: my moves against the replies of the others, with the
//! worth of the next state in each cell. The worth of a state is the value of its
//! matrix, searched a number of steps ahead. Only some cells are ever needed: the
//! matrix grows by double oracle, which starts with a few moves of each side, solves
//! that small game, and adds each side's best answer to the other's strategy until
//! neither side has a better one.
//!
//! Games of more than two seats are searched by *best reply*: in each step only one
//! opponent acts, the one that hurts most, and the rest are idle. A paranoid search, in
//! which all others act as one, multiplies their moves with each other. It is also too
//! pessimistic for a game in which they hold each other back.
//!
//! A step may leave the game waiting for another choice before anything has moved, like
//! a conflict between two choices. That is a state like any other: both sides choose again,
//! with one step less to look ahead, so the search ends.

mod growth;

use game::{Game, Keyed, Outcome, Pending, Seat, SeatSet, Step};

use crate::control::Control;
use crate::matrix::MatrixGame;

/// What the search knows about a game.
pub trait Guide<G: Game>: Sync {
    /// Puts the moves of `seat` that matter into `out`, most promising first, at least
    /// one. `out` is cleared first. `ahead` is 0 in the searched state and 1 in later
    /// states, where fewer moves are worth considering.
    fn moves(&self, game: &G, state: &G::State, seat: Seat, ahead: u32, out: &mut Vec<G::Action>);

    /// The action of a seat that is assumed to do nothing.
    fn idle(&self, game: &G, state: &G::State, seat: Seat) -> G::Action;

    /// The chance that `me` wins from here, estimated without search, from 0 to 1. It
    /// is squeezed to between 0.03 and 0.97, so that a certain win counts more.
    fn worth(&self, game: &G, state: &G::State, me: Seat) -> f64;
}

/// How wide and how exact the search is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The number of moves of each side to search deeper in the state itself.
    pub width: usize,
    /// The same in later states.
    pub inner_width: usize,
    /// How exactly to solve the matrix of the state itself.
    pub accuracy: f64,
    /// The same in later states.
    pub inner_accuracy: f64,
    /// The most steps to look ahead, whatever the limits allow: 1 solves only the state
    /// itself. The tree goes as deep as it grows.
    pub depth: u32,
    /// The table of known states has 2 to this power entries.
    pub table_bits: u32,
    /// The most states of the tree. Each takes about a kilobyte.
    pub most_nodes: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            width: 24,
            inner_width: 10,
            accuracy: 0.005,
            inner_accuracy: 0.02,
            depth: 64,
            table_bits: 16,
            most_nodes: 1 << 17,
        }
    }
}

/// A move of one of the other seats.
pub type Reply<A> = (Seat, A);

/// The findings of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings<A> {
    /// My moves and the chance to play each, highest first.
    pub mine: Vec<(A, f64)>,
    /// The replies and the chance to expect each, highest first.
    pub replies: Vec<(Reply<A>, f64)>,
    /// `worth[mine][reply]`: my chance to win, with certain wins and losses at the
    /// ends.
    pub worth: Vec<Vec<f64>>,
    /// My chance to win.
    pub value: f64,
    /// How many steps ahead it looked.
    pub depth: u32,
    /// The states it visited.
    pub nodes: u64,
    /// How full the table or the tree is, from 0 to 1.
    pub table_fill: f64,
}

/// The worth of a game drawn among this many seats.
#[inline]
pub fn drawn(seats: u16) -> f64 {
    1.0 / f64::from(seats.max(1))
}

/// The number of steps to a certain win, if a worth says so. Certain wins lie above
/// every estimate, and sooner ones above later ones.
#[inline]
pub fn win_in(worth: f64) -> Option<u32> {
    (worth > BOUND + 0.005)
        .then(|| ((worth - 0.5).ln() - 0.5f64.ln()) / FADE.ln())
        .map(steps)
}

/// The number of steps to a certain loss, if a worth says so.
#[inline]
pub fn loss_in(worth: f64) -> Option<u32> {
    win_in(1.0 - worth)
}

fn steps(steps: f64) -> u32 {
    (steps.round() as u32).max(1)
}

/// Estimates stay below this and above its mirror image.
const BOUND: f64 = 0.97;
/// With every step, a worth moves this much towards the middle, so that an earlier win
/// is better and so is a later loss.
const FADE: f64 = 0.999;

/// Searches deeper and deeper until `control` ends it. The first step is always
/// searched, so there is always an answer.
///
/// With a depth limit, every move that matters is searched to that depth. Without one,
/// two steps are searched everywhere, and from there a tree grows where the players are
/// likely to go; [`Findings::depth`] is the depth of its deepest state.
///
/// `me` must be to act in `state`.
pub fn solve<G: Keyed>(
    game: &G,
    guide: &impl Guide<G>,
    state: &G::State,
    me: Seat,
    settings: Settings,
    control: &Control<'_>,
) -> Findings<G::Action> {
    let mut search = Search {
        game,
        guide,
        me,
        settings,
        control,
        nodes: 0,
        table: Vec::new(),
        filled: 0,
        joint: Vec::new(),
        patient: true,
    };
    let stage = search.stage(state, 0);
    let first = search
        .first_look(state, &stage, settings.accuracy)
        .expect("a patient search is not stopped");
    let mut findings = search.findings(&stage, &first, 1);
    search.patient = false;
    if control.limits().depth.is_none() && settings.depth > 1 {
        if let Some(mut tree) = search.plant(state, &stage, &first) {
            search.grow(state, &mut tree);
            let (stage, solved) = tree.root();
            findings = search.findings(stage, solved, tree.depth);
            findings.table_fill = (tree.len() as f64 / settings.most_nodes as f64).min(1.0);
        }
        findings.nodes = search.nodes;
        return findings;
    }
    search.table = vec![Known::default(); 1 << settings.table_bits.clamp(1, 28)];
    let most = control
        .limits()
        .depth
        .unwrap_or(u32::MAX)
        .min(settings.depth);
    let mut order = first;
    let mut depth = 1;
    while depth < most && !control.must_end(search.nodes) {
        // A decided game needs no deeper search.
        if win_in(order.value)
            .or(loss_in(order.value))
            .is_some_and(|n| n <= depth)
        {
            break;
        }
        depth += 1;
        let Some(deeper) = search.look(state, &stage, &order, depth, settings.width) else {
            break;
        };
        // The findings of a search that was cut short still rest on deeper searches of
        // the moves that matter most.
        let cut = deeper.cut;
        findings = search.findings(&stage, &deeper, depth - u32::from(cut));
        if cut {
            break;
        }
        order = deeper;
    }
    findings.nodes = search.nodes;
    findings.table_fill = search.filled as f64 / search.table.len() as f64;
    findings
}

struct Search<'a, G: Game, H> {
    game: &'a G,
    guide: &'a H,
    me: Seat,
    settings: Settings,
    control: &'a Control<'a>,
    nodes: u64,
    table: Vec<Known>,
    filled: u64,
    joint: Vec<(Seat, G::Action)>,
    // While set, nothing stops the search.
    patient: bool,
}

#[derive(Clone, Copy, Default)]
struct Known {
    key: u64,
    worth: f32,
    // 0 marks an empty entry.
    depth: u32,
}

/// The moves of both sides in a state; `None` if a side does not act.
struct Stage<A> {
    acting: SeatSet,
    mine: Vec<Option<A>>,
    replies: Vec<Option<Reply<A>>>,
}

impl<A> Stage<A> {
    fn all_rows(&self) -> Vec<usize> {
        (0..self.mine.len()).collect()
    }

    fn all_columns(&self) -> Vec<usize> {
        (0..self.replies.len()).collect()
    }
}

/// A solved matrix: strategies over all moves of the stage.
struct Solved {
    rows: Vec<(usize, f64)>,
    columns: Vec<(usize, f64)>,
    value: f64,
    // The gain of each row against the columns' strategy, and the cost of each column
    // against the rows'. Rows and columns that were not searched have the lowest worth.
    row_worth: Vec<f64>,
    column_worth: Vec<f64>,
    cells: Cells,
    // Whether the search ended before all answers were considered.
    cut: bool,
}

/// The search was ended from outside.
struct Ended;

impl<G: Keyed, H: Guide<G>> Search<'_, G, H> {
    fn stage(&self, state: &G::State, ahead: u32) -> Stage<G::Action> {
        let acting = self.game.pending(state).to_act();
        let mut list = Vec::new();
        let mut mine = vec![None];
        if acting.contains(self.me) {
            self.guide
                .moves(self.game, state, self.me, ahead, &mut list);
            mine = list.drain(..).map(Some).collect();
        }
        let mut replies = Vec::new();
        for seat in acting.without(self.me).iter() {
            self.guide.moves(self.game, state, seat, ahead, &mut list);
            replies.extend(list.drain(..).map(|action| Some((seat, action))));
        }
        if replies.is_empty() {
            replies.push(None);
        }
        Stage {
            acting,
            mine,
            replies,
        }
    }

    /// The state after a pair of moves.
    fn after(
        &mut self,
        state: &G::State,
        stage: &Stage<G::Action>,
        (row, column): (usize, usize),
    ) -> Result<G::State, Ended> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) && !self.patient && self.control.must_end(self.nodes) {
            return Err(Ended);
        }
        self.joint.clear();
        for seat in stage.acting.iter() {
            let action = match (&stage.mine[row], &stage.replies[column]) {
                (Some(action), _) if seat == self.me => action.clone(),
                (_, Some((other, action))) if seat == *other => action.clone(),
                _ => self.guide.idle(self.game, state, seat),
            };
            self.joint.push((seat, action));
        }
        let mut next = state.clone();
        self.game.apply(&mut next, Step::Act(&self.joint));
        Ok(next)
    }

    /// The worth of a state without looking ahead, and whether the game is over.
    fn glance(&self, state: &G::State) -> (f64, bool) {
        match self.game.pending(state) {
            Pending::Over(ending) => {
                let worth = match &ending.outcome {
                    Outcome::Drawn => drawn(self.game.seats()),
                    outcome if outcome.won(self.me) => 1.0,
                    _ => 0.0,
                };
                (worth, true)
            }
            _ => {
                let worth = self.guide.worth(self.game, state, self.me);
                (1.0 - BOUND + worth * (2.0 * BOUND - 1.0), false)
            }
        }
    }

    /// Searches every move that matters, one step ahead.
    fn first_look(
        &mut self,
        state: &G::State,
        stage: &Stage<G::Action>,
        accuracy: f64,
    ) -> Option<Solved> {
        let cells = Cells::new(stage.mine.len(), stage.replies.len());
        let all = |count: usize| (0..count).collect::<Vec<_>>();
        let few = |count: usize| (0..count.min(2)).collect::<Vec<_>>();
        let (rows, columns) = (stage.mine.len(), stage.replies.len());
        let (every, seeds) = ((all(rows), all(columns)), (few(rows), few(columns)));
        double_oracle(cells, every, seeds, accuracy, |at| {
            let next = self.after(state, stage, at)?;
            Ok(fade(self.glance(&next).0))
        })
        .ok()
    }

    /// Searches the moves that `order` found best, `depth` steps ahead.
    fn look(
        &mut self,
        state: &G::State,
        stage: &Stage<G::Action>,
        order: &Solved,
        depth: u32,
        width: usize,
    ) -> Option<Solved> {
        let inner = depth < 2 || width < self.settings.width;
        let accuracy = if inner {
            self.settings.inner_accuracy
        } else {
            self.settings.accuracy
        };
        let rows = best(&order.row_worth, width, |a, b| b.total_cmp(&a));
        let columns = best(&order.column_worth, width, |a, b| a.total_cmp(&b));
        let seeds = (
            leading(&order.rows, &rows),
            leading(&order.columns, &columns),
        );
        let cells = Cells::new(stage.mine.len(), stage.replies.len());
        double_oracle(cells, (rows, columns), seeds, accuracy, |at| {
            let next = self.after(state, stage, at)?;
            Ok(fade(self.worth(&next, depth - 1)?))
        })
        .ok()
    }

    /// The worth of a state, searched `depth` steps ahead.
    fn worth(&mut self, state: &G::State, depth: u32) -> Result<f64, Ended> {
        let (seen, over) = self.glance(state);
        if over || depth == 0 {
            return Ok(seen);
        }
        let key = self.game.key(state);
        let place = (key % self.table.len() as u64) as usize;
        let known = self.table[place];
        if known.key == key && known.depth == depth {
            return Ok(f64::from(known.worth));
        }
        let stage = self.stage(state, 1);
        let accuracy = self.settings.inner_accuracy;
        let mut solved = self.first_look(state, &stage, accuracy).ok_or(Ended)?;
        if solved.cut {
            return Err(Ended);
        }
        let width = self.settings.inner_width.min(self.settings.width - 1);
        for depth in 2..=depth {
            solved = self
                .look(state, &stage, &solved, depth, width)
                .ok_or(Ended)?;
            if solved.cut {
                return Err(Ended);
            }
        }
        let place = &mut self.table[place];
        self.filled += u64::from(place.depth == 0);
        *place = Known {
            key,
            worth: solved.value as f32,
            depth,
        };
        Ok(solved.value)
    }

    fn findings(
        &self,
        stage: &Stage<G::Action>,
        solved: &Solved,
        depth: u32,
    ) -> Findings<G::Action> {
        let mut rows = solved.rows.clone();
        let mut columns = solved.columns.clone();
        rows.sort_by(|a, b| b.1.total_cmp(&a.1));
        columns.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mine = rows
            .iter()
            .filter_map(|&(row, chance)| Some((stage.mine[row].clone()?, chance)));
        let replies = columns
            .iter()
            .filter_map(|&(column, chance)| Some((stage.replies[column].clone()?, chance)));
        let worth = rows
            .iter()
            .map(|&(row, _)| {
                let cells = columns.iter();
                cells
                    .map(|&(column, _)| solved.cells.known(row, column).unwrap_or(solved.value))
                    .collect()
            })
            .collect();
        Findings {
            mine: mine.collect(),
            replies: replies.collect(),
            worth,
            value: solved.value,
            depth,
            nodes: self.nodes,
            table_fill: 0.0,
        }
    }
}

fn fade(worth: f64) -> f64 {
    0.5 + (worth - 0.5) * FADE
}

/// The first `width` indices in the order of their worth; ties keep their order.
fn best(worth: &[f64], width: usize, order: impl Fn(f64, f64) -> std::cmp::Ordering) -> Vec<usize> {
    let mut all: Vec<usize> = (0..worth.len()).collect();
    all.sort_by(|&a, &b| order(worth[a], worth[b]));
    all.truncate(width.max(1));
    all
}

/// The moves of a strategy that are played at all and are among `kept`.
fn leading(strategy: &[(usize, f64)], kept: &[usize]) -> Vec<usize> {
    let mut leading: Vec<usize> = strategy
        .iter()
        .filter(|(index, chance)| *chance > 0.02 && kept.contains(index))
        .map(|(index, _)| *index)
        .collect();
    if leading.is_empty() {
        leading.push(kept[0]);
    }
    leading
}

/// The known cells of a matrix.
#[derive(Clone)]
struct Cells {
    columns: usize,
    worth: Vec<f32>,
}

impl Cells {
    fn new(rows: usize, columns: usize) -> Cells {
        Cells {
            columns,
            worth: vec![f32::NAN; rows * columns],
        }
    }

    fn known(&self, row: usize, column: usize) -> Option<f64> {
        let worth = self.worth[row * self.columns + column];
        (!worth.is_nan()).then_some(f64::from(worth))
    }

    fn set(&mut self, row: usize, column: usize, worth: f64) {
        self.worth[row * self.columns + column] = worth as f32;
    }

    fn look(
        &mut self,
        at: (usize, usize),
        cell: &mut impl FnMut((usize, usize)) -> Result<f64, Ended>,
    ) -> Result<f64, Ended> {
        if let Some(worth) = self.known(at.0, at.1) {
            return Ok(worth);
        }
        let worth = cell(at)?;
        self.set(at.0, at.1, worth);
        Ok(f64::from(worth as f32))
    }
}

/// Solves the matrix game of `rows` and `columns`, computing no more cells than it
/// needs.
fn double_oracle(
    mut cells: Cells,
    (rows, columns): (Vec<usize>, Vec<usize>),
    (mut row_set, mut column_set): (Vec<usize>, Vec<usize>),
    accuracy: f64,
    mut cell: impl FnMut((usize, usize)) -> Result<f64, Ended>,
) -> Result<Solved, Ended> {
    let row_count = cells.worth.len() / cells.columns;
    let mut row_worth = vec![f64::NEG_INFINITY; row_count];
    let mut column_worth = vec![f64::INFINITY; cells.columns];
    let mut last: Option<(Strategy, Strategy, f64)> = None;
    let mut cut = false;
    loop {
        let small = match restricted(&mut cells, &row_set, &column_set, &mut cell) {
            Ok(small) => small,
            Err(Ended) if last.is_some() => {
                cut = true;
                break;
            }
            Err(Ended) => return Err(Ended),
        };
        let solution = small.solve(accuracy / 2.0, 2000);
        let row_mix = strategy(&row_set, &solution.rows);
        let column_mix = strategy(&column_set, &solution.columns);
        last = Some((row_mix.clone(), column_mix.clone(), solution.value));

        // The gain of every row against the columns' strategy, and the cost of every
        // column against the rows'.
        let mut answers = || {
            for &row in &rows {
                row_worth[row] = mean(&column_mix, |column| cells.look((row, column), &mut cell))?;
            }
            for &column in &columns {
                column_worth[column] = mean(&row_mix, |row| cells.look((row, column), &mut cell))?;
            }
            Ok(())
        };
        if let Err(Ended) = answers() {
            cut = true;
            break;
        }
        let best_row = best(&row_worth, 1, |a, b| b.total_cmp(&a))[0];
        let best_column = best(&column_worth, 1, |a, b| a.total_cmp(&b))[0];
        let mut grown = false;
        let margin = accuracy / 2.0;
        if row_worth[best_row] > solution.value + margin && !row_set.contains(&best_row) {
            row_set.push(best_row);
            grown = true;
        }
        if column_worth[best_column] < solution.value - margin && !column_set.contains(&best_column)
        {
            column_set.push(best_column);
            grown = true;
        }
        if !grown {
            break;
        }
    }
    let (rows, columns, value) = last.ok_or(Ended)?;
    Ok(Solved {
        rows,
        columns,
        value,
        row_worth,
        column_worth,
        cells,
        cut,
    })
}

type Strategy = Vec<(usize, f64)>;

/// The game in which each side has only some of its moves.
fn restricted(
    cells: &mut Cells,
    rows: &[usize],
    columns: &[usize],
    cell: &mut impl FnMut((usize, usize)) -> Result<f64, Ended>,
) -> Result<MatrixGame, Ended> {
    let mut worth = Vec::with_capacity(rows.len() * columns.len());
    for &row in rows {
        for &column in columns {
            worth.push(cells.look((row, column), cell)?);
        }
    }
    Ok(MatrixGame::new(rows.len(), columns.len(), worth))
}

fn mean(
    mix: &[(usize, f64)],
    mut worth: impl FnMut(usize) -> Result<f64, Ended>,
) -> Result<f64, Ended> {
    let mut sum = 0.0;
    for &(index, chance) in mix {
        sum += chance * worth(index)?;
    }
    Ok(sum)
}

/// The moves that are played often enough to matter, scaled to a sum of 1.
fn strategy(set: &[usize], chances: &[f64]) -> Strategy {
    let played = |chance: f64| chance > 0.005;
    let total: f64 = chances.iter().filter(|&&chance| played(chance)).sum();
    set.iter()
        .zip(chances)
        .filter(|&(_, &chance)| played(chance))
        .map(|(&index, &chance)| (index, chance / total))
        .collect()
}
