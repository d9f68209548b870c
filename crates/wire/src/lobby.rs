//! What a hall has to offer: its games, its tables as the lobby lists them, its
//! leaderboards.

use catalog::codec::Kind;
use game::Seat;
use serde_json::{Value, json};
use table::{People, Sitter, Table};

/// All games with their options, seats and computers, and the leaderboards.
/// `computers` names those that play a game.
pub fn games_json<'a>(computers: impl Fn(&str) -> Vec<&'a str>) -> Value {
    let games: Vec<Value> = catalog::GAMES
        .iter()
        .map(|info| {
            let options: Vec<Value> = info
                .options
                .iter()
                .map(|option| json!({"name": option.name, "values": values(option.kind), "what": option.what}))
                .collect();
            let game = catalog::open(info.id, &Value::Null).ok();
            json!({
                "game": info.id,
                "name": info.name,
                "what": info.what,
                "options": options,
                "usual": game.as_ref().map(|game| game.options()),
                "seats": game.as_ref().map(|game| game.seats()),
                "computers": computers(info.id),
            })
        })
        .collect();
    json!({"games": games, "leaderboards": boards()})
}

/// What an option may be.
fn values(kind: Kind) -> Value {
    match kind {
        Kind::Number { low, high } => json!({"low": low, "high": high}),
        Kind::OneOf(numbers) => json!({"one_of": numbers}),
        Kind::Flag => json!({"one_of": [false, true]}),
        Kind::Word(words) => json!({"one_of": words}),
        Kind::Position => json!({"position": true}),
        Kind::WordOrPosition(words) => json!({"one_of": words, "position": true}),
        Kind::Corners => json!({"corners": 4}),
    }
}

/// What the lobby shows of a table beside its game, its phase and its times.
pub fn table_json(table: &Table, people: &People) -> Value {
    let settings = table.settings();
    let seats: Vec<Value> = (0..table.game().seats())
        .map(|seat| seat_json(table, people, seat))
        .collect();
    let finish = table.finish().map(|finish| {
        json!({"reason": finish.reason, "winners": finish.winners, "places": finish.places})
    });
    json!({
        "title": settings.title,
        "options": settings.options,
        "clock": settings.clock,
        "fill": settings.fill,
        "seats": seats,
        "steps": table.steps().len(),
        "finish": finish,
    })
}

fn seat_json(table: &Table, people: &People, seat: u16) -> Value {
    let mut value = json!({"seat": seat, "called": table.game().seat_name(Seat(seat))});
    match table.sitter(seat) {
        Some(Sitter::Computer(player)) => value["computer"] = json!(player),
        Some(Sitter::Member(member)) => {
            if let Some(person) = people.person(*member) {
                value["name"] = json!(person.name);
                value["program"] = json!(person.program);
                value["player"] = json!(person.identity);
            }
        }
        Some(Sitter::Nobody) | None => {}
    }
    value
}

/// The leaderboard on which a game counts.
pub fn board(game: &str, seats: u16) -> String {
    match seats {
        0..=2 => game.to_owned(),
        _ => format!("{game}-many"),
    }
}

/// All leaderboards.
pub fn boards() -> Vec<String> {
    let games = catalog::GAMES.iter().map(|info| info.id);
    games
        .flat_map(|game| {
            // Two of the games have two seats and no more.
            let many = matches!(game, "automatafl" | "game17").then(|| board(game, 3));
            [Some(board(game, 2)), many]
        })
        .flatten()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_for_more_than_two_have_a_board_for_many() {
        assert_eq!(boards().len(), 6);
        assert!(boards().contains(&"game17-many".to_owned()));
    }
}
