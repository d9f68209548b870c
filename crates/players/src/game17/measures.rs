//! What is measured in Game 17.

use dice::Quick;
use game::Game;
use game17::{Game17, Options, Scratch};

use crate::measures::{Measure, Work};

/// A static, not a constant: every crate that uses a constant would compile its functions
/// again, with that crate's settings.
pub static MEASURES: [Measure; 1] = [Measure {
    what: "all zombies, 14 x 14, 50 rounds",
    unit: "games",
    work: Work::Rules(|| {
        let options = Options {
            players: 0,
            ..Options::default()
        };
        let game = Game17::new(options).expect("these options make a game");
        let mut dice = Quick::new(17);
        let mut scratch = Scratch::new();
        let games = 500;
        let mut signature = 0;
        for _ in 0..games {
            let mut state = game.start();
            game.run(&mut state, &mut dice, &mut scratch);
            signature += state
                .winners()
                .iter()
                .map(|&owner| u64::from(owner))
                .sum::<u64>();
        }
        (games, signature)
    }),
}];
