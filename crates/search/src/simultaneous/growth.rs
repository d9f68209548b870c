//! A tree of matrix games that grows where the players are likely to go.
//!
//! Searching one step deeper everywhere takes some fifty times as long, so most of the
//! time would go into a step that is never finished. The tree spends the time on single
//! states instead: it goes down from the root, in each state by a pair of moves that
//! both sides would play often and that was rarely searched, builds a matrix for the
//! state at the end, and solves the matrices on the way back.

use game::Keyed;

use super::{
    Cells, Ended, Guide, Search, Solved, Stage, best, double_oracle, fade, leading, loss_in, win_in,
};

/// A searched state, without the state itself: on the way down it follows from the
/// moves.
struct Node<A> {
    stage: Stage<A>,
    solved: Solved,
    // The node after each pair of moves, or why there is none.
    next: Vec<u32>,
    visits: u32,
    // Nothing below is left to search.
    closed: bool,
}

/// There is no node yet.
const OPEN: u32 = u32::MAX;
/// The game is over.
const OVER: u32 = u32::MAX - 1;

/// The share of the attention that goes to moves by how little they lose; the rest goes
/// to the moves that are played.
const CURIOSITY: f64 = 0.4;
/// A move that loses this much gets a third of the attention of the best.
const NEARLY: f64 = 0.04;
/// Smaller changes of a worth do not change the strategies.
const STILL: f64 = 1e-4;

/// The tree; its root is the searched state.
pub(super) struct Tree<A> {
    nodes: Vec<Node<A>>,
    /// How many steps ahead its deepest node looks.
    pub depth: u32,
}

impl<A: Clone> Tree<A> {
    /// The moves of both sides at the root, and its solved matrix.
    pub fn root(&self) -> (&Stage<A>, &Solved) {
        (&self.nodes[0].stage, &self.nodes[0].solved)
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}

impl<A> Node<A> {
    /// The pair of moves to search next.
    fn pick(&self, tree: &[Node<A>]) -> Option<(usize, usize)> {
        let solved = &self.solved;
        let gain = |worth: &f64| worth - solved.value;
        let rows = attention(&solved.rows, solved.row_worth.iter().map(gain));
        let loss = |worth: &f64| solved.value - worth;
        let columns = attention(&solved.columns, solved.column_worth.iter().map(loss));
        let mut found = None;
        let mut most = 0.0;
        for (row, row_chance) in rows.iter().enumerate() {
            for (column, column_chance) in columns.iter().enumerate() {
                let visits = match self.next[row * columns.len() + column] {
                    OVER => continue,
                    OPEN => 0,
                    next => {
                        let next = &tree[next as usize];
                        if next.closed {
                            continue;
                        }
                        next.visits
                    }
                };
                let wish = row_chance * column_chance / f64::from(1 + visits);
                if wish > most {
                    most = wish;
                    found = Some((row, column));
                }
            }
        }
        found
    }
}

/// How much attention each move gets: by its chance in the mixture, and by how little
/// it loses.
fn attention(mix: &[(usize, f64)], gains: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut shares: Vec<f64> = gains.map(|gain| (gain / NEARLY).exp()).collect();
    let total: f64 = shares.iter().sum();
    for share in &mut shares {
        *share *= CURIOSITY / total;
    }
    for &(index, chance) in mix {
        shares[index] += (1.0 - CURIOSITY) * chance;
    }
    shares
}

fn is_decided(worth: f64) -> bool {
    win_in(worth).or(loss_in(worth)).is_some()
}

impl<G: Keyed, H: Guide<G>> Search<'_, G, H> {
    /// The tree with its root, in which every pair of moves that matters was searched
    /// two steps ahead, unless the search was ended before.
    pub(super) fn plant(
        &mut self,
        state: &G::State,
        stage: &Stage<G::Action>,
        first: &Solved,
    ) -> Option<Tree<G::Action>> {
        let (stage, seeds, _) = narrowed(stage, first, self.settings.width);
        let mut nodes = Vec::new();
        let cells = Cells::new(stage.mine.len(), stage.replies.len());
        let mut next = vec![OPEN; stage.mine.len() * stage.replies.len()];
        // The root comes before the nodes that its matrix needs.
        let every = (stage.all_rows(), stage.all_columns());
        let solved = double_oracle(cells, every, seeds, self.settings.accuracy, |at| {
            let after = self.after(state, &stage, at)?;
            let (worth, number) = self.expanded(&after, &mut nodes, 1)?;
            next[at.0 * stage.replies.len() + at.1] = number;
            Ok(worth)
        })
        .ok()?;
        let root = Node {
            stage,
            solved,
            next,
            visits: 1,
            closed: false,
        };
        // A search that was cut short still rests on the moves that matter most.
        let deep = !root.solved.cut && !nodes.is_empty();
        nodes.insert(0, root);
        Some(Tree {
            nodes,
            depth: 1 + u32::from(deep),
        })
    }

    /// Grows the tree until the search is ended.
    pub(super) fn grow(&mut self, state: &G::State, tree: &mut Tree<G::Action>) {
        while !tree.nodes[0].solved.cut
            && tree.len() < self.settings.most_nodes.min(OVER as usize)
            && !self.control.must_end(self.nodes)
            && !tree.nodes[0].closed
            && !is_decided(tree.nodes[0].solved.value)
        {
            if let Err(Ended) = self.visit(state, tree) {
                break;
            }
        }
    }

    /// One visit: down the tree, one new node, and back.
    fn visit(&mut self, start: &G::State, tree: &mut Tree<G::Action>) -> Result<(), Ended> {
        let mut path = Vec::new();
        let mut here = start.clone();
        let mut at = 0;
        let mut worth = loop {
            let Some(pair) = tree.nodes[at].pick(&tree.nodes) else {
                tree.nodes[at].closed = true;
                return Ok(());
            };
            let after = self.after(&here, &tree.nodes[at].stage, pair)?;
            path.push((at, pair, here));
            here = after;
            let index = pair.0 * tree.nodes[at].stage.replies.len() + pair.1;
            match tree.nodes[at].next[index] {
                OPEN => {
                    let (worth, number) = self.expanded(&here, &mut tree.nodes, 0)?;
                    tree.nodes[at].next[index] = number;
                    if number != OVER {
                        tree.depth = tree.depth.max(path.len() as u32 + 1);
                    }
                    break worth;
                }
                next => at = next as usize,
            }
        };
        while let Some((at, (row, column), state)) = path.pop() {
            let node = &mut tree.nodes[at];
            node.visits += 1;
            let old = node.solved.cells.known(row, column);
            if old.is_none_or(|old| (old - worth).abs() > STILL) {
                node.solved.cells.set(row, column, worth);
                self.solve_again(tree, at, &state)?;
            }
            let node = &mut tree.nodes[at];
            node.closed |= is_decided(node.solved.value);
            worth = fade(node.solved.value);
        }
        Ok(())
    }

    fn solve_again(
        &mut self,
        tree: &mut Tree<G::Action>,
        at: usize,
        state: &G::State,
    ) -> Result<(), Ended> {
        let node = &mut tree.nodes[at];
        let every = (node.stage.all_rows(), node.stage.all_columns());
        let seeds = (
            leading(&node.solved.rows, &every.0),
            leading(&node.solved.columns, &every.1),
        );
        let cells = node.solved.cells.clone();
        let solved = if at > 0 {
            let stage = &node.stage;
            double_oracle(cells, every, seeds, self.settings.inner_accuracy, |pair| {
                let after = self.after(state, stage, pair)?;
                Ok(fade(self.glance(&after).0))
            })?
        } else {
            // Moves at the root are always compared by a search of the states after
            // them, never by a glance.
            let width = node.stage.replies.len();
            double_oracle(cells, every, seeds, self.settings.accuracy, |pair| {
                let after = self.after(state, &tree.nodes[0].stage, pair)?;
                let (worth, number) = self.expanded(&after, &mut tree.nodes, 0)?;
                tree.nodes[0].next[pair.0 * width + pair.1] = number;
                Ok(worth)
            })?
        };
        if solved.cut {
            return Err(Ended);
        }
        tree.nodes[at].solved = solved;
        Ok(())
    }

    /// The worth of a state one step ahead, seen from the state before. Adds the state
    /// to `nodes` and returns its number, as if `before` more nodes came first.
    fn expanded(
        &mut self,
        state: &G::State,
        nodes: &mut Vec<Node<G::Action>>,
        before: usize,
    ) -> Result<(f64, u32), Ended> {
        let (seen, over) = self.glance(state);
        if over {
            return Ok((fade(seen), OVER));
        }
        let stage = self.stage(state, 1);
        let accuracy = self.settings.inner_accuracy;
        let first = self.first_look(state, &stage, accuracy).ok_or(Ended)?;
        if first.cut {
            return Err(Ended);
        }
        let (stage, seeds, cells) = narrowed(&stage, &first, self.settings.inner_width);
        let every = (stage.all_rows(), stage.all_columns());
        let solved = double_oracle(cells, every, seeds, accuracy, |pair| {
            let after = self.after(state, &stage, pair)?;
            Ok(fade(self.glance(&after).0))
        })?;
        if solved.cut {
            return Err(Ended);
        }
        let worth = fade(solved.value);
        let number = (nodes.len() + before) as u32;
        nodes.push(Node {
            next: vec![OPEN; stage.mine.len() * stage.replies.len()],
            stage,
            closed: is_decided(solved.value),
            solved,
            visits: 1,
        });
        Ok((worth, number))
    }
}

type Seeds = (Vec<usize>, Vec<usize>);

/// The best moves of a stage, those of them that are played, and the cells between
/// them.
fn narrowed<A: Clone>(stage: &Stage<A>, solved: &Solved, width: usize) -> (Stage<A>, Seeds, Cells) {
    let rows = best(&solved.row_worth, width, |a, b| b.total_cmp(&a));
    let columns = best(&solved.column_worth, width, |a, b| a.total_cmp(&b));
    let among = |kept: &[usize], mix: &[(usize, f64)]| {
        let places = leading(mix, kept).into_iter();
        let place = |index| kept.iter().position(|&other| other == index);
        places.filter_map(place).collect::<Vec<_>>()
    };
    let seeds = (among(&rows, &solved.rows), among(&columns, &solved.columns));
    let mut cells = Cells::new(rows.len(), columns.len());
    for (row, &old_row) in rows.iter().enumerate() {
        for (column, &old_column) in columns.iter().enumerate() {
            if let Some(worth) = solved.cells.known(old_row, old_column) {
                cells.set(row, column, worth);
            }
        }
    }
    let stage = Stage {
        acting: stage.acting,
        mine: rows.iter().map(|&row| stage.mine[row].clone()).collect(),
        replies: columns
            .iter()
            .map(|&column| stage.replies[column].clone())
            .collect(),
    };
    (stage, seeds, cells)
}
