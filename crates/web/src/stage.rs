//! Pieces that keep their identity while they move, so that they slide on the screen.

use game::Square;
use picture::{Cell, Marks, Scene};

/// A piece on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its own number.
    pub id: u32,
    /// Its square.
    pub at: Square,
    /// Its kind.
    pub cell: Cell,
    /// Whether it has just been taken off the board.
    pub gone: bool,
}

/// A board with its pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The board.
    pub board: Scene,
    /// The pieces by their numbers. On a board of owners the squares are drawn instead.
    pub tokens: Vec<Token>,
    next: u32,
}

impl Stage {
    /// A board with new pieces.
    pub fn new(board: Scene) -> Stage {
        let mut stage = Stage {
            board: board.clone(),
            tokens: Vec::new(),
            next: 0,
        };
        stage.go(board, &Marks::default());
        stage
    }

    /// Shows the next board. A piece follows the arrow of a move; if a stack was split,
    /// the moving part does.
    pub fn go(&mut self, board: Scene, marks: &Marks) {
        if board.look().is_owned() {
            self.board = board;
            return;
        }
        let old: Vec<Token> = self
            .tokens
            .iter()
            .filter(|token| !token.gone)
            .copied()
            .collect();
        let mut tokens: Vec<Token> = Vec::with_capacity(old.len());
        let is_placed = |tokens: &[Token], at: Square| tokens.iter().any(|token| token.at == at);
        for arrow in marks.arrows.iter().filter(|arrow| arrow.made) {
            let mover = old.iter().find(|token| token.at == arrow.from);
            let cell = board.at(arrow.to);
            if let Some(mover) = mover
                && is_same_kind(mover.cell, cell)
                && !is_placed(&tokens, arrow.to)
                && !tokens.iter().any(|token| token.id == mover.id)
            {
                tokens.push(Token {
                    at: arrow.to,
                    cell,
                    ..*mover
                });
            }
        }
        for (at, cell) in board.squares().zip(board.cells().iter().copied()) {
            if cell == Cell::Empty || is_placed(&tokens, at) {
                continue;
            }
            let stays = old.iter().find(|token| {
                token.at == at
                    && is_same_kind(token.cell, cell)
                    && !tokens.iter().any(|placed| placed.id == token.id)
            });
            let id = stays.map_or_else(
                || {
                    self.next += 1;
                    self.next
                },
                |token| token.id,
            );
            tokens.push(Token {
                id,
                at,
                cell,
                gone: false,
            });
        }
        for token in old {
            if !tokens.iter().any(|placed| placed.id == token.id) {
                tokens.push(Token {
                    gone: true,
                    ..token
                });
            }
        }
        tokens.sort_unstable_by_key(|token| token.id);
        self.tokens = tokens;
        self.board = board;
    }
}

fn is_same_kind(a: Cell, b: Cell) -> bool {
    match (a, b) {
        (Cell::Piece { kind: a, .. }, Cell::Piece { kind: b, .. }) => a == b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{AnyStep, Value};
    use game::Seat;

    const AT_ONCE: usize = 0;
    const STACKS: usize = 1;
    const TURNS: usize = 2;

    fn play(game: usize, moves: &[&[&str]]) -> (Stage, Stage) {
        let game = catalog::open(catalog::GAMES[game].id, &Value::Null).unwrap();
        let mut state = game.start();
        let mut stage = Stage::new(game.scene(&state));
        let mut before = stage.clone();
        for (turn, joint) in (0..).zip(moves) {
            let first = if joint.len() == 1 { turn % 2 } else { 0 };
            let acts = (first..)
                .zip(*joint)
                .map(|(seat, text)| (Seat(seat), (*text).to_owned()));
            let step = AnyStep::Act(acts.collect());
            let marks = Marks::of(&*game, &state, &step).unwrap();
            game.play(&mut state, &step).unwrap();
            before = stage.clone();
            stage.go(game.scene(&state), &marks);
        }
        (before, stage)
    }

    fn at(stage: &Stage, name: &str) -> Option<Token> {
        let square = Square::read(name, 26, 26).unwrap();
        let mut standing = stage.tokens.iter().filter(|token| !token.gone);
        standing.find(|token| token.at == square).copied()
    }

    #[test]
    fn a_piece_that_moves_stays_the_same_piece() {
        let (before, after) = play(TURNS, &[&["d1-c1"]]);
        assert_eq!(at(&before, "d1").unwrap().id, at(&after, "c1").unwrap().id);
        assert_eq!(at(&after, "d1"), None);
        assert_eq!(before.tokens.len(), after.tokens.len());
    }

    #[test]
    fn of_a_split_stack_the_part_that_moves_is_the_old_one() {
        let (before, after) = play(STACKS, &[&["a8-a7=1"], &["a1-a2=1"], &["a7-a6=1"]]);
        assert_eq!(at(&before, "a7").unwrap().id, at(&after, "a6").unwrap().id);
        assert_ne!(at(&after, "a7").unwrap().id, at(&after, "a6").unwrap().id);
    }

    #[test]
    fn moves_made_at_once_keep_their_pieces_apart() {
        let (before, after) = play(AT_ONCE, &[&["b6-c6", "a1-b1"]]);
        assert_eq!(at(&before, "b6").unwrap().id, at(&after, "c6").unwrap().id);
        assert_eq!(at(&before, "a1").unwrap().id, at(&after, "b1").unwrap().id);
        let automaton = |stage: &Stage| {
            let mut found = stage
                .tokens
                .iter()
                .filter(|token| stage.board.look().piece(token.cell).unwrap().0.symbol == 'u');
            found.next().map(|token| token.id)
        };
        assert_eq!(automaton(&before), automaton(&after));
    }
}
