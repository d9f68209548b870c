//! One game of Game 17 between movers.

use std::time::Duration;

use arena::bout::Recording;
use dice::Seed;
use game::{Dice, Game, Seat, Step};
use game17::{Draw, Game17, Options, OptionsError, Turn};

use crate::file::{Position, Recorder};
use crate::mover::{Mover, NoOrders, View};

/// A mover with its owner number.
pub struct Playing<'a> {
    /// The number.
    pub number: u16,
    /// The mover.
    pub mover: &'a mut dyn Mover,
}

/// The result of a game.
pub struct Played {
    /// The last board.
    pub position: Position,
    /// How many rounds were begun.
    pub rounds: u32,
    /// The account of each player, in the given order.
    pub players: Vec<Account>,
    /// The game file, if requested.
    pub record: Option<String>,
}

/// The time and the failures of a player in a game.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// How many turns it was asked for.
    pub turns: u32,
    // How long the game waited for it, by the wall clock.
    time: Duration,
    /// Turns in which nothing moved because of a failure.
    pub void: u32,
    /// The first failure.
    pub problem: Option<String>,
}

impl Account {
    /// The mean time of a turn, in seconds.
    pub fn mean(&self) -> f64 {
        self.time.as_secs_f64() / f64::from(self.turns.max(1))
    }

    /// How long the game waited for it.
    pub fn time(&self) -> Duration {
        self.time
    }

    fn suffer(&mut self, problem: String) {
        self.void += 1;
        self.problem.get_or_insert(problem);
    }
}

/// A game with this board, in which owners up to `highest` may be players.
pub fn game(size: u8, rounds: u32, highest: u16) -> anyhow::Result<Game17> {
    let options = Options {
        size,
        rounds,
        players: 0,
        ..Options::default()
    };
    let wrong = |error: OptionsError| anyhow::anyhow!(catalog::english(&error));
    options.check().map_err(wrong)?;
    if highest >= options.squares() {
        anyhow::bail!(
            "a board of size {size} has the owners 0 to {}, and players are numbered from 1: \
             there is room for {} players, not {highest}",
            options.squares() - 1,
            options.squares() - 1
        );
    }
    let players = highest + 1;
    Game17::new(Options { players, ..options }).map_err(wrong)
}

/// Plays a game. Owners without players are zombies. Everything random follows
/// from the seed.
pub fn play(
    game: &Game17,
    players: &mut [Playing<'_>],
    seed: &Seed,
    recording: Recording,
) -> Played {
    let mut dice = seed.stream();
    let mut state = game.start();
    for _ in 0..2 {
        let draw = game.draw(&state, &mut dice);
        game.apply(&mut state, Step::Draw(&draw));
    }
    let mut recorder = match recording {
        Recording::Yes => Some(Recorder::new(state.board())),
        Recording::No => None,
    };
    let mut accounts = vec![Account::default(); players.len()];
    let mut gone = vec![false; players.len()];
    let mut place = vec![None; usize::from(game.seats())];
    for (index, player) in players.iter_mut().enumerate() {
        place[usize::from(player.number)] = Some(index);
        let view = View {
            game,
            state: &state,
            owner: player.number,
        };
        // A separate seed: a player must not learn the game's future draws.
        let own = seed.draw(u64::from(player.number)).bits();
        let begun = player.mover.begin(&view, own);
        accounts[index].time += begun.time;
        if let Err(NoOrders::Void(problem) | NoOrders::Lost(problem)) = begun.result {
            gone[index] = true;
            accounts[index].problem = Some(problem);
        }
    }
    let mut rounds = 0;
    while let Some(owner) = state.mover() {
        let round = state.round();
        rounds = round + 1;
        match place.get(usize::from(owner)).copied().flatten() {
            Some(index) => {
                let view = View {
                    game,
                    state: &state,
                    owner,
                };
                let player = &mut players[index];
                let turn = ask(player, &view, &mut accounts[index], &mut gone[index]);
                game.apply(&mut state, Step::Act(&[(Seat(owner), turn)]));
            }
            None => {
                let turn = game17::zombie(state.board(), owner, &mut dice);
                if owner < game.seats() {
                    game.apply(&mut state, Step::Act(&[(Seat(owner), turn)]));
                } else {
                    game.apply(&mut state, Step::Draw(&Draw::Zombie(turn)));
                }
            }
        }
        while state.tied().next().is_some() {
            game.apply(&mut state, Step::Draw(&Draw::Coin(dice.coin())));
        }
        if let Some(recorder) = &mut recorder {
            recorder.turn(round, owner, state.board());
        }
    }
    for player in players {
        player.mover.end();
    }
    Played {
        position: Position::of(state.board()),
        rounds,
        players: accounts,
        record: recorder.map(Recorder::finish),
    }
}

fn ask(player: &mut Playing<'_>, view: &View<'_>, account: &mut Account, gone: &mut bool) -> Turn {
    if *gone {
        account.void += 1;
        return Turn::default();
    }
    let orders = player.mover.orders(view);
    account.time += orders.time;
    account.turns += 1;
    match orders.result {
        Ok(turn) => match view.state.board().check(view.owner, &turn) {
            Ok(()) => return turn,
            Err(problem) => account.suffer(catalog::english(&problem)),
        },
        Err(NoOrders::Void(problem)) => account.suffer(problem),
        Err(NoOrders::Lost(problem)) => {
            *gone = true;
            account.suffer(problem);
        }
    }
    Turn::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::GameFile;
    use crate::mover::{BuiltInMover, Timed};

    fn t800() -> BuiltInMover {
        BuiltInMover::new("t800".parse().unwrap())
    }

    fn played(seed: u64) -> Played {
        let game = game(6, 20, 5).unwrap();
        let (mut a, mut b) = (t800(), t800());
        let mut players = [
            Playing {
                number: 2,
                mover: &mut a,
            },
            Playing {
                number: 5,
                mover: &mut b,
            },
        ];
        play(
            &game,
            &mut players,
            &Seed::from_number(seed),
            Recording::Yes,
        )
    }

    #[test]
    fn the_same_seed_gives_the_same_game() {
        let record = |seed| played(seed).record.unwrap();
        assert_eq!(record(7), record(7));
        assert_ne!(record(7), record(8));
    }

    #[test]
    fn the_changes_in_a_game_file_lead_to_the_last_board() {
        for seed in 0..20 {
            let played = played(seed);
            let file = GameFile::read(played.record.unwrap().as_bytes()).unwrap();
            let mut position = file.position;
            for diff in &file.diffs {
                position.apply(diff);
            }
            assert_eq!(position, played.position);
            assert_eq!(position.numbers.iter().sum::<u32>(), 4 * 36);
            assert!(file.diffs.iter().any(|diff| diff.owner == 2));
        }
    }

    struct Sleepy;

    impl Mover for Sleepy {
        fn begin(&mut self, _: &View<'_>, _: u64) -> Timed<()> {
            Timed {
                result: Ok(()),
                time: Duration::from_secs(100),
            }
        }

        fn orders(&mut self, _: &View<'_>) -> Timed<Turn> {
            Timed {
                result: Err(NoOrders::Void("asleep".to_owned())),
                time: Duration::from_millis(3),
            }
        }
    }

    #[test]
    fn every_wait_counts_whether_or_not_the_game_is_won() {
        let game = game(6, 4, 1).unwrap();
        let mut mover = Sleepy;
        let mut players = [Playing {
            number: 1,
            mover: &mut mover,
        }];
        let played = play(&game, &mut players, &Seed::from_number(3), Recording::No);
        let account = &played.players[0];
        assert!(account.turns > 0 && account.void == account.turns);
        let turns = f64::from(account.turns);
        assert!((account.mean() * turns - (100.0 + 0.003 * turns)).abs() < 1e-6);
        assert_eq!(account.problem.as_deref(), Some("asleep"));
    }

    #[test]
    fn without_players_zombies_play_the_game() {
        let game = game(5, 10, 0).unwrap();
        let played = play(&game, &mut [], &Seed::from_number(1), Recording::No);
        assert_eq!(played.position.numbers.iter().sum::<u32>(), 100);
        assert!(played.rounds > 0);
    }

    #[test]
    fn more_players_than_squares_are_refused() {
        assert!(game(2, 10, 3).is_ok());
        let error = game(2, 10, 4).unwrap_err().to_string();
        assert!(error.contains("room for 3 players, not 4"), "{error}");
        assert!(game(0, 10, 0).is_err());
    }
}
