//! Measures the hall's overhead for bots.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use arena::bot::{Bot, Program};
use arena::bout::{self, Participant, Recording, Terms};
use arena::clock::Wall;
use arena::entrant::{Entrant, House};
use catalog::GameData;
use dice::Seed;
use sandbox::{Level, Limits, Sandbox};

use crate::all_cores;

fn hall() -> PathBuf {
    std::env::current_exe().expect("the hall knows its own file")
}

/// The hall's own random player, as a bot that answers at once.
fn quick_bot(game: &str) -> Program {
    let arguments = ["bot", "run", game, "random", "--seed", "17"];
    Program::built(hall(), &arguments)
}

/// Plays games between two bots without a sandbox, one game on each core. Returns
/// the turns and no signature, because bots do not depend on the rules alone.
pub fn turns(game: &str) -> (u64, u64) {
    let house = House {
        sandbox: Sandbox::at(Level::Unconfined, &hall()).ok(),
        ..House::built_in()
    };
    let play = |number: u64| {
        let bot = Entrant::Program(quick_bot(game));
        let participant = Participant {
            name: "",
            entrant: &bot,
            dice: 0,
            core: None,
            absent: None,
        };
        let (clock, stop) = (Wall::start(), AtomicBool::new(false));
        let terms = Terms {
            opening: &Vec::new(),
            seed: &Seed::from_number(number),
            time: None,
            clock: &clock,
            stop: &stop,
        };
        let game = catalog::open(game, &GameData::NULL).expect("a game of the list");
        let bout = bout::play(&*game, &house, &terms, &[participant; 2], Recording::No);
        bout.expect("bots make no faults").steps as u64
    };
    let each = 8;
    let turns = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..all_cores() as u64)
            .map(|worker| {
                scope.spawn(move || (0..each).map(|number| play(number + worker)).sum::<u64>())
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("no game panics"))
            .sum()
    });
    (turns, 0)
}

/// Starts and ends bots one after the other in the best sandbox available.
pub fn starts(game: &str) -> (u64, u64) {
    let sandbox = Sandbox::best(&hall());
    let program = quick_bot(game);
    let starts = 10;
    for _ in 0..starts {
        let bot =
            Bot::start(&program, &sandbox, &Limits::default()).expect("the hall runs as a bot");
        bot.finish();
    }
    (starts, 0)
}
