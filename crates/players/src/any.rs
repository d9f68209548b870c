//! Players without the types of their games.

use catalog::{AnyGame, AnyState};
use game::Seat;
use search::control::{Control, Limits};

use crate::measures::Measure;
use crate::roster::{Engine, Roster, Setting, Spec, SpecError};
use crate::tuning::Tuner;
use crate::{Choice, Player};

/// A player of any game.
pub struct AnyEngine {
    player: Box<dyn AnyPlayer>,
    /// The player's limits for each move.
    pub limits: Limits,
}

trait AnyPlayer: Send {
    fn choose(
        &mut self,
        game: &dyn AnyGame,
        state: &AnyState,
        seat: Seat,
        control: &Control<'_>,
    ) -> Choice<String>;
}

impl<G: Roster + catalog::Codec> AnyPlayer for Box<dyn Player<G>> {
    fn choose(
        &mut self,
        game: &dyn AnyGame,
        state: &AnyState,
        seat: Seat,
        control: &Control<'_>,
    ) -> Choice<String> {
        let game = catalog::typed_game::<G>(game).expect("a player only plays its own game");
        let choice = (**self).choose(game, state.of::<G>(), seat, control);
        Choice {
            action: choice.action.to_string(),
            thought: choice.thought,
        }
    }
}

impl AnyEngine {
    /// Creates a player of the game by name. See [`Roster::engine`].
    pub fn new(
        game: &dyn AnyGame,
        spec: &Spec,
        seed: u64,
        threads: usize,
    ) -> Result<AnyEngine, SpecError> {
        (roster(game.info().id).engine)(spec, seed, threads)
    }

    /// Chooses an action for `seat`, which must be to act, and returns it in canonical
    /// notation.
    ///
    /// # Panics
    /// If the player was made for another game.
    pub fn choose(
        &mut self,
        game: &dyn AnyGame,
        state: &AnyState,
        seat: Seat,
        control: &Control<'_>,
    ) -> Choice<String> {
        self.player.choose(game, state, seat, control)
    }
}

/// Checks that the game has this player with these settings.
pub fn check(game: &dyn AnyGame, spec: &Spec) -> Result<(), SpecError> {
    AnyEngine::new(game, spec, 0, 1).map(|_| ())
}

/// The names of a game's players, levels first; empty if there is no such game.
pub fn names(game: &str) -> &'static [&'static str] {
    roster(game).names
}

/// The settings of a player.
pub fn settings(game: &str, name: &str) -> &'static [Setting] {
    (roster(game).settings)(name)
}

/// The work that shows how fast a game and its players are.
pub fn measures(game: &str) -> &'static [Measure] {
    fn of_game<G: Roster>(_: G) -> &'static [Measure] {
        G::measures()
    }
    catalog::dispatch!(game, &catalog::GameData::NULL, of_game).unwrap_or_default()
}

/// Hands over the weights of a game that can be tuned, if it has some.
pub fn tune<T: Tuner>(game: &str, tuner: T) -> Option<T::Output> {
    fn tune_game<G: Roster, T: Tuner>(_: G, tuner: T) -> Option<T::Output> {
        G::tune(tuner)
    }
    catalog::dispatch!(game, &catalog::GameData::NULL, tune_game, tuner).ok()?
}

/// A game's roster as functions.
struct Functions {
    names: &'static [&'static str],
    settings: fn(&str) -> &'static [Setting],
    engine: fn(&Spec, u64, usize) -> Result<AnyEngine, SpecError>,
}

fn roster(game: &str) -> Functions {
    fn functions<G: Roster + catalog::Codec>(_: G) -> Functions {
        Functions {
            names: G::NAMES,
            settings: G::settings,
            engine: |spec, seed, threads| {
                let Engine { player, limits } = G::engine(spec, seed, threads)?;
                let player = Box::new(player);
                Ok(AnyEngine { player, limits })
            },
        }
    }
    let none = |_: catalog::Error| Functions {
        names: &[],
        settings: |_| &[],
        engine: |spec, _, _| {
            Err(SpecError::UnknownPlayer {
                name: spec.name.chars().take(80).collect(),
                game: "this game",
                names: "none".to_owned(),
            })
        },
    };
    catalog::dispatch!(game, &catalog::GameData::NULL, functions).unwrap_or_else(none)
}
