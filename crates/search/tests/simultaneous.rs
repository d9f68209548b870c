//! Search for simultaneous moves, on games small enough to know the answer.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::{
    Dice, Ending, Enumerate, Game, Keyed, Message, Never, NotationError, Pending, Seat, SeatSet,
    Step, Tell,
};
use search::control::{Clock, Control, Limits};
use search::{mcts, simultaneous};

/// Both sides show a number of fingers for a few rounds. Each round seat 0 gains what
/// its table says. If it has gained more than it paid, it wins.
#[derive(Clone, Debug)]
struct Fingers {
    gains: [[i32; 3]; 3],
    rounds: u32,
}

#[derive(Clone, Debug, PartialEq)]
struct Shown {
    round: u32,
    gained: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct MoveEntry(usize);

impl fmt::Display for MoveEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Tell for MoveEntry {
    fn tell(&self) -> Vec<Message> {
        vec![Message::plain(self.to_string())]
    }
}

impl Game for Fingers {
    type State = Shown;
    type Action = MoveEntry;
    type Chance = Never;
    type Draw = Never;
    type Illegal = NotationError;
    type Report = MoveEntry;

    fn seats(&self) -> u16 {
        2
    }

    fn start(&self) -> Shown {
        Shown {
            round: 0,
            gained: 0,
        }
    }

    fn pending(&self, state: &Shown) -> Pending<Never> {
        if state.round < self.rounds {
            return Pending::Choose(SeatSet::first(2));
        }
        Pending::Over(match state.gained {
            0 => Ending::drawn("even"),
            1.. => Ending::won(Seat(0), "ahead"),
            _ => Ending::won(Seat(1), "ahead"),
        })
    }

    fn check(&self, _: &Shown, _: Seat, _: &MoveEntry) -> Result<(), NotationError> {
        Ok(())
    }

    fn check_draw(&self, _: &Shown, draw: &Never) -> Result<(), NotationError> {
        match *draw {}
    }

    fn apply(&self, state: &mut Shown, step: Step<'_, Fingers>) {
        if let Step::Act([(_, mine), (_, theirs)]) = step {
            state.round += 1;
            state.gained += self.gains[mine.0][theirs.0];
        }
    }

    fn propose(&self, _: &Shown, _: Seat, dice: &mut dyn Dice) -> MoveEntry {
        MoveEntry(dice.below(3) as usize)
    }

    fn draw(&self, _: &Shown, _: &mut dyn Dice) -> Never {
        unreachable!("nothing is drawn")
    }

    fn report(&self, _: &Shown, _: Step<'_, Fingers>) -> MoveEntry {
        MoveEntry(0)
    }

    fn read(&self, _: &Shown, _: &str) -> Result<MoveEntry, NotationError> {
        Err(NotationError::whole(Message::plain("not written")))
    }
}

impl Enumerate for Fingers {
    fn actions(&self, _: &Shown, _: Seat, out: &mut Vec<MoveEntry>) {
        out.clear();
        out.extend((0..3).map(MoveEntry));
    }
}

impl Keyed for Fingers {
    fn key(&self, state: &Shown) -> u64 {
        u64::from(state.round) << 32
            | u64::from(state.gained.unsigned_abs()) << 1
            | u64::from(state.gained < 0)
    }

    fn fresh_key(&self, state: &Shown) -> u64 {
        self.key(state)
    }
}

struct Blank;

impl simultaneous::Guide<Fingers> for Blank {
    fn moves(&self, game: &Fingers, state: &Shown, seat: Seat, _: u32, out: &mut Vec<MoveEntry>) {
        game.actions(state, seat, out);
    }

    fn idle(&self, _: &Fingers, _: &Shown, _: Seat) -> MoveEntry {
        MoveEntry(0)
    }

    fn worth(&self, _: &Fingers, _: &Shown, _: Seat) -> f64 {
        0.5
    }
}

struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

fn solve(game: &Fingers, seat: u16, limits: Limits) -> simultaneous::Findings<MoveEntry> {
    let stop = AtomicBool::new(false);
    let control = Control::new(limits, &Still, &stop);
    let settings = simultaneous::Settings::default();
    simultaneous::solve(game, &Blank, &game.start(), Seat(seat), settings, &control)
}

fn ahead(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

const ROSHAMBO: [[i32; 3]; 3] = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]];

#[test]
fn rock_paper_scissors_is_mixed_evenly() {
    let game = Fingers {
        gains: ROSHAMBO,
        rounds: 1,
    };
    let found = solve(&game, 0, ahead(1));
    assert_eq!(found.mine.len(), 3);
    assert!(
        found
            .mine
            .iter()
            .all(|(_, chance)| (chance - 1.0 / 3.0).abs() < 0.02)
    );
    assert!((found.value - 0.5).abs() < 0.01);
}

#[test]
fn a_move_that_wins_whatever_comes_is_a_certain_win_for_its_seat() {
    let game = Fingers {
        gains: [[-1, 1, -1], [1, 1, 1], [0, 0, -1]],
        rounds: 1,
    };
    let found = solve(&game, 0, ahead(3));
    assert_eq!(found.mine, [(MoveEntry(1), 1.0)]);
    assert_eq!(simultaneous::win_in(found.value), Some(1));
    assert_eq!(
        simultaneous::loss_in(solve(&game, 1, ahead(3)).value),
        Some(1)
    );
}

#[test]
fn an_end_beyond_the_depth_is_not_seen() {
    // In two rounds, a gain of 1 and a loss of 1 would be a draw.
    let game = Fingers {
        gains: [[1, 1, 1], [-1, -1, -1], [-1, -1, -1]],
        rounds: 2,
    };
    let near = solve(&game, 0, ahead(1));
    assert_eq!((near.depth, simultaneous::win_in(near.value)), (1, None));
    let far = solve(&game, 0, ahead(2));
    assert_eq!((far.depth, simultaneous::win_in(far.value)), (2, Some(2)));
    assert_eq!(far.mine[0].0, MoveEntry(0));
}

#[test]
fn the_other_side_is_credited_with_its_best_replies() {
    // Three fingers of seat 1 always win for it.
    let game = Fingers {
        gains: [[1, -1, -1], [-1, 1, -1], [-1, -1, -1]],
        rounds: 2,
    };
    let found = solve(&game, 0, ahead(2));
    assert_eq!(simultaneous::loss_in(found.value), Some(2));
    assert_eq!(found.replies[0].0, (Seat(1), MoveEntry(2)));
}

#[test]
fn a_node_limit_ends_the_search_with_an_answer() {
    let game = Fingers {
        gains: ROSHAMBO,
        rounds: 99,
    };
    let limits = Limits {
        nodes: Some(600),
        ..Limits::default()
    };
    let found = solve(&game, 0, limits);
    assert!(found.nodes < 900, "{} nodes", found.nodes);
    assert!(found.depth < 99);
    assert!(!found.mine.is_empty());
    assert_eq!(found, solve(&game, 0, limits));
}

#[test]
fn without_a_depth_a_game_is_looked_at_to_its_end_and_no_further() {
    // Mixing is best for seat 0, and a game this short closes all its branches.
    let game = Fingers {
        gains: [[0, -1, 2], [1, 0, -1], [-1, 1, 0]],
        rounds: 3,
    };
    let all = solve(&game, 0, Limits::default());
    let same = solve(&game, 0, ahead(3));
    assert_eq!(all.depth, 3);
    assert!((all.value - 0.5).abs() > 0.02, "{}", all.value);
    assert!(
        (all.value - same.value).abs() < 0.02,
        "{} {}",
        all.value,
        same.value
    );
}

#[test]
fn a_win_that_is_certain_ends_the_search() {
    let game = Fingers {
        gains: [[1, 1, 1], [-1, -1, -1], [-1, -1, -1]],
        rounds: 3,
    };
    let found = solve(&game, 0, Limits::default());
    assert_eq!(simultaneous::win_in(found.value), Some(3));
    assert!(found.nodes < 1000, "{} nodes", found.nodes);
    assert_eq!(found.mine[0].0, MoveEntry(0));
}

fn grow(threads: usize, nodes: u64, game: &Fingers) -> mcts::Findings<MoveEntry> {
    let stop = AtomicBool::new(false);
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let control = Control::new(limits, &Still, &stop);
    let settings = mcts::Settings {
        threads,
        ..mcts::Settings::default()
    };
    mcts::search(game, &mcts::Plain, &game.start(), settings, 5, &control)
}

#[test]
fn decoupled_uct_finds_the_dominant_move_of_both_seats() {
    let game = Fingers {
        gains: [[-1, 1, -1], [1, 1, 0], [0, 0, -1]],
        rounds: 1,
    };
    let found = grow(1, 2000, &game);
    assert_eq!(found.arms(Seat(0))[0].action, MoveEntry(1));
    assert_eq!(found.arms(Seat(1))[0].action, MoveEntry(2));
    assert_eq!(
        found.line,
        [[(Seat(0), MoveEntry(1)), (Seat(1), MoveEntry(2))]]
    );
    assert!(found.arms(Seat(0))[0].worth < 0.7);
}

#[test]
fn one_thread_is_deterministic_and_two_share_the_nodes() {
    let game = Fingers {
        gains: ROSHAMBO,
        rounds: 3,
    };
    let one = grow(1, 3000, &game);
    assert_eq!(one, grow(1, 3000, &game));
    assert!((3000..3010).contains(&one.nodes), "{} nodes", one.nodes);
    let two = grow(2, 3000, &game);
    assert!((3000..3020).contains(&two.nodes), "{} nodes", two.nodes);
    let visits: u64 = two.arms(Seat(1)).iter().map(|arm| arm.visits).sum();
    assert_eq!(visits, two.rounds);
}

#[test]
fn widening_lets_candidates_in_one_after_the_other() {
    let game = Fingers {
        gains: ROSHAMBO,
        rounds: 1,
    };
    let stop = AtomicBool::new(false);
    let limits = Limits {
        nodes: Some(40),
        ..Limits::default()
    };
    let control = Control::new(limits, &Still, &stop);
    let settings = mcts::Settings {
        widening: Some(mcts::Widening {
            base: 1.0,
            factor: 0.1,
            power: 0.7,
        }),
        ..mcts::Settings::default()
    };
    let found = mcts::search(&game, &mcts::Plain, &game.start(), settings, 1, &control);
    let arms = found.arms(Seat(0));
    assert!(arms.iter().any(|arm| arm.visits == 0));
    assert!(arms.iter().filter(|arm| arm.visits > 0).count() > 1);
}
