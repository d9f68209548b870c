//! The computer players of a hall.

use game::message;
use players::any::names as built_in;

use crate::refused::Refused;

/// The computer players of a hall: the built-in players, and bots besides.
#[derive(Clone, Debug, Default)]
pub struct Computers {
    programs: Vec<Program>,
    others: Vec<String>,
}

/// A bot that plays one game.
#[derive(Clone, Debug)]
struct Program {
    game: String,
    name: String,
}

impl Computers {
    /// Offers a bot. The driver gives it the lines that bots get.
    pub fn add_program(&mut self, game: &str, name: &str) {
        self.programs.push(Program {
            game: game.to_owned(),
            name: name.to_owned(),
        });
    }

    /// Lets another player take seats. It answers [questions](crate::Question)
    /// like the built-in ones.
    pub fn admit(&mut self, player: impl Into<String>) {
        self.others.push(player.into());
    }

    /// The names of all computer players of a game.
    pub fn names(&self, game: &str) -> Vec<&str> {
        let programs = self.programs.iter().filter(|program| program.game == game);
        let programs = programs.map(|program| program.name.as_str());
        built_in(game).iter().copied().chain(programs).collect()
    }

    /// Whether this name belongs to a bot, not to a built-in player.
    pub fn is_program(&self, game: &str, name: &str) -> bool {
        let mut programs = self.programs.iter();
        programs.any(|program| program.game == game && program.name == name)
    }

    /// Refuses a computer player that does not play this game.
    pub fn check(&self, game: &str, player: &str) -> Result<(), Refused> {
        let names = self.names(game);
        if names.contains(&player) || self.others.iter().any(|other| other == player) {
            return Ok(());
        }
        let player = format!("{player:?}");
        let (game, known) = (game.to_owned(), names.join(", "));
        Err(Refused::bad(message!(
            "hall.no-computer",
            player,
            game,
            known
        )))
    }
}
