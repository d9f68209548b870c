//! Replies that are the same in every hall.

use catalog::codec::Kind;
use game::message;
use protocol::rest::{
    GameInfo, GamesBody, MovesBody, OptionInfo, OptionValue, OptionValues, SeatMoves, StepBody,
    TableBody,
};
use protocol::{GameData, Identity, Millis, Sentence};
use table::Table;

use crate::computers::Computers;
use crate::refused::Refused;

/// All games with their options, seats and computer players, and the
/// leaderboards.
pub fn games(computers: &Computers) -> GamesBody {
    let games = catalog::GAMES.iter().map(|info| {
        let game = catalog::open(info.id, &GameData::NULL).ok();
        let options = info.options.iter().map(|option| OptionInfo {
            name: option.name.to_owned(),
            values: values(option.kind),
            what: catalog::english(&info.option(option.name)),
        });
        let names = computers.names(info.id).into_iter();
        GameInfo {
            game: info.id.to_owned(),
            name: info.name.to_owned(),
            what: catalog::english(&info.what()),
            options: options.collect(),
            usual: game.as_ref().map(|game| game.options()),
            seats: game.as_ref().map(|game| game.seats()),
            computers: names.map(str::to_owned).collect(),
        }
    });
    GamesBody {
        games: games.collect(),
        leaderboards: leaderboards(),
    }
}

fn values(kind: Kind) -> OptionValues {
    let mut values = OptionValues::default();
    match kind {
        Kind::Number { low, high } => {
            values.low = Some(low as i64);
            values.high = Some(high as i64);
        }
        Kind::OneOf(numbers) => {
            let numbers = numbers
                .iter()
                .map(|&number| OptionValue::Number(number as i64));
            values.one_of = Some(numbers.collect());
        }
        Kind::Flag => {
            values.one_of = Some([false, true].map(OptionValue::Flag).to_vec());
        }
        Kind::Word(words) => values.one_of = Some(one_of(words)),
        Kind::Position => values.position = true,
        Kind::WordOrPosition(words) => {
            values.one_of = Some(one_of(words));
            values.position = true;
        }
        Kind::Corners => values.corners = Some(4),
    }
    values
}

fn one_of(words: &[&str]) -> Vec<OptionValue> {
    let words = words.iter().map(|&word| word.to_owned());
    words.map(OptionValue::Word).collect()
}

/// The leaderboard that games of this kind count on.
pub fn leaderboard(game: &str, seats: u16) -> String {
    match seats {
        0..=2 => game.to_owned(),
        _ => format!("{game}-many"),
    }
}

/// All leaderboards. Games that can have more than two seats have two.
pub fn leaderboards() -> Vec<String> {
    let many = |info: &catalog::Info| {
        let players = info.options.iter().any(|option| option.name == "players");
        players.then(|| leaderboard(info.id, 3))
    };
    let games = catalog::GAMES.iter();
    games
        .flat_map(|info| [Some(leaderboard(info.id, 2)), many(info)])
        .flatten()
        .collect()
}

/// The link of a table. The key follows a `#`, so browsers do not send it and
/// it gets into no log.
pub fn link(table: &str, key: Option<&str>) -> String {
    match key {
        Some(key) => format!("/t/{table}#{key}"),
        None => format!("/t/{table}"),
    }
}

/// A table as one viewer may see it.
pub fn table(table: &Table, who: Option<Identity>, now: Millis) -> TableBody {
    TableBody {
        now,
        view: table.view(who),
    }
}

/// The legal moves of the seats to act, if the game can list them.
pub fn moves(table: &Table) -> MovesBody {
    let acting = table.acting();
    let seats = acting.iter().map(|seat| SeatMoves {
        seat: seat.0,
        moves: table.game().actions(table.state(), seat),
    });
    MovesBody {
        turn: table.turn(),
        seats: seats.collect(),
    }
}

/// What a step did. Steps count from 1.
pub fn step(table: &Table, number: usize) -> Result<StepBody, Refused> {
    let none = || Refused::new(404, "no-step", message!("hall.no-step"));
    let at = number.checked_sub(1).ok_or_else(none)?;
    let made = table.steps().get(at).ok_or_else(none)?;
    let report = table.explain(at).ok_or_else(none)?;
    Ok(StepBody {
        step: number,
        made: protocol::Made::clone(made),
        text: report.text(),
        told: report.told.iter().map(Sentence::from).collect(),
        data: report.data,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_for_more_than_two_have_a_second_board() {
        let boards = leaderboards();
        let many = boards.iter().filter(|board| board.ends_with("-many"));
        let many = many.count();
        assert_eq!((boards.len(), many), (catalog::GAMES.len() + 2, 2));
    }
}
