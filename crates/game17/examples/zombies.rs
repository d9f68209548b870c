//! Plays games of zombies only and says how long one takes.
//!
//! ```sh
//! cargo run --release -p game17 --example zombies
//! ```

use std::time::Instant;

use dice::Quick;
use game::Game;
use game17::{Game17, Options, Scratch};

fn main() -> Result<(), game17::OptionsError> {
    for (size, games) in [(5, 5000), (14, 2000), (64, 10)] {
        let game = Game17::new(Options {
            size,
            players: 0,
            ..Options::default()
        })?;
        let mut dice = Quick::new(17);
        let mut scratch = Scratch::new();
        let mut winners = 0;
        let start = Instant::now();
        for _ in 0..games {
            let mut state = game.start();
            game.run(&mut state, &mut dice, &mut scratch);
            winners += state.winners().len();
        }
        let time = start.elapsed().as_secs_f64() * 1e3 / f64::from(games);
        println!("size {size}: {time:.3} ms per game, {winners} winners in {games} games");
    }
    Ok(())
}
