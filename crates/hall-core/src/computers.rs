//! Which computers play here.

use players::any::names as built_in;

use crate::refused::Refused;

/// The computers of a hall: the built-in players, and programs beside them.
#[derive(Clone, Debug, Default)]
pub struct Computers {
    programs: Vec<Program>,
    others: Vec<String>,
}

/// A program that plays one game.
#[derive(Clone, Debug)]
struct Program {
    game: String,
    name: String,
}

impl Computers {
    /// Offers a program. The driver asks it with the lines that bots get.
    pub fn add_program(&mut self, game: &str, name: &str) {
        self.programs.push(Program {
            game: game.to_owned(),
            name: name.to_owned(),
        });
    }

    /// Lets another player take seats that answers [questions](crate::Question)
    /// as the built-in ones do.
    pub fn admit(&mut self, player: impl Into<String>) {
        self.others.push(player.into());
    }

    /// The computers that play a game.
    pub fn names(&self, game: &str) -> Vec<&str> {
        let programs = self.programs.iter().filter(|program| program.game == game);
        let programs = programs.map(|program| program.name.as_str());
        built_in(game).iter().copied().chain(programs).collect()
    }

    /// Whether a program plays under this name, not a built-in player.
    pub fn is_program(&self, game: &str, name: &str) -> bool {
        let mut programs = self.programs.iter();
        programs.any(|program| program.game == game && program.name == name)
    }

    /// Refuses a computer that does not play this game.
    pub fn check(&self, game: &str, player: &str) -> Result<(), Refused> {
        let names = self.names(game);
        if names.contains(&player) || self.others.iter().any(|other| other == player) {
            return Ok(());
        }
        Err(Refused::bad(format!(
            "there is no computer {player:?} for {game}; there are {}",
            names.join(", ")
        )))
    }
}
