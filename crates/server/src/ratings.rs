//! What a finished game does to the leaderboard.
//!
//! Games of two seats are rated by Glicko-2, games of more by Weng-Lin, on a
//! board of their own: the numbers do not compare. Only games between
//! people and programs with an identity count. A computer of the hall is chosen,
//! and could be chosen weak, by one of those who sit at the table.

use serde_json::{Value, json};
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};
use store::{Finish, GameResult, IdentityId, Rating, Store};
use table::{People, Table};
use wire::lobby::board;

/// The result of a game that is over, with the ratings that follow from it.
pub(crate) async fn finish(
    store: &Store,
    table: &Table,
    people: &People,
    now: u64,
) -> Result<Option<Finish>, store::Error> {
    let Some(ending) = table.finish() else {
        return Ok(None);
    };
    let seats = table.game().seats();
    let board = board(&table.settings().game, seats);
    let places = places(ending, seats);
    let sat: Vec<Value> = (0..seats)
        .map(|seat| match people.on(table, seat) {
            Some(person) => json!({
                "player": person.identity,
                "name": person.name,
                "program": person.program,
                "place": places.get(usize::from(seat)),
            }),
            None => json!({
                "computer": match table.sitter(seat) {
                    Some(table::Sitter::Computer(player)) => Some(player),
                    _ => None,
                },
                "place": places.get(usize::from(seat)),
            }),
        })
        .collect();
    let identities: Option<Vec<IdentityId>> = (0..seats)
        .map(|seat| {
            let person = people.on(table, seat)?;
            Some(IdentityId(person.identity.0))
        })
        .collect();
    let rated = identities.filter(|all| all.len() > 1 && ending.reason != "aborted");
    let ratings = match rated {
        Some(identities) => {
            let known = store.ratings(&board, &identities).await?;
            rate(&identities, &places, &known)
        }
        None => Vec::new(),
    };
    Ok(Some(Finish {
        result: GameResult {
            game: board,
            ended_ms: now,
            seats: json!({"seats": sat, "reason": ending.reason, "rated": !ratings.is_empty()})
                .to_string(),
        },
        ratings,
    }))
}

/// The places of all seats.
pub(crate) fn places(ending: &table::Finish, seats: u16) -> Vec<u32> {
    match &ending.places {
        Some(places) => places.clone(),
        None => (0..seats)
            .map(|seat| match ending.winners.as_slice() {
                [] => 1,
                winners if winners.contains(&seat) => 1,
                _ => 2,
            })
            .collect(),
    }
}

/// The new ratings of these players, who came in at these places.
fn rate(players: &[IdentityId], places: &[u32], known: &[Rating]) -> Vec<Rating> {
    let of = |player: &IdentityId| {
        let known = known.iter().find(|rating| rating.identity == *player);
        let body = known.and_then(|rating| serde_json::from_str(&rating.body).ok());
        let games = known.map_or(0, |rating| rating.games);
        (games, body.unwrap_or(Value::Null))
    };
    let before: Vec<(u64, Value)> = players.iter().map(of).collect();
    let number = |body: &Value, name: &str, usual: f64| body[name].as_f64().unwrap_or(usual);
    let after: Vec<(f64, Value)> = match players.len() {
        2 => {
            let rating = |body: &Value| {
                let usual = Glicko2Rating::new();
                Glicko2Rating {
                    rating: number(body, "rating", usual.rating),
                    deviation: number(body, "deviation", usual.deviation),
                    volatility: number(body, "volatility", usual.volatility),
                }
            };
            let outcome = match places[0].cmp(&places[1]) {
                std::cmp::Ordering::Less => Outcomes::WIN,
                std::cmp::Ordering::Equal => Outcomes::DRAW,
                std::cmp::Ordering::Greater => Outcomes::LOSS,
            };
            let (one, two) = (rating(&before[0].1), rating(&before[1].1));
            let (one, two) = glicko2(&one, &two, &outcome, &Glicko2Config::new());
            [one, two]
                .into_iter()
                .map(|new| {
                    let body = json!({
                        "system": "glicko-2",
                        "rating": new.rating,
                        "deviation": new.deviation,
                        "volatility": new.volatility,
                    });
                    // What the player is worth at least, most likely.
                    (new.rating - 2.0 * new.deviation, body)
                })
                .collect()
        }
        _ => {
            let teams: Vec<[WengLinRating; 1]> = before
                .iter()
                .map(|(_, body)| {
                    let usual = WengLinRating::new();
                    [WengLinRating {
                        rating: number(body, "rating", usual.rating),
                        uncertainty: number(body, "uncertainty", usual.uncertainty),
                    }]
                })
                .collect();
            let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
                .iter()
                .zip(places)
                .map(|(team, &place)| (&team[..], MultiTeamOutcome::new(place as usize)))
                .collect();
            weng_lin_multi_team(&ranked, &WengLinConfig::new())
                .into_iter()
                .flatten()
                .map(|new| {
                    let body = json!({
                        "system": "weng-lin",
                        "rating": new.rating,
                        "uncertainty": new.uncertainty,
                    });
                    (new.rating - 3.0 * new.uncertainty, body)
                })
                .collect()
        }
    };
    players
        .iter()
        .zip(&before)
        .zip(after)
        .map(|((player, (games, _)), (value, body))| Rating {
            identity: *player,
            value,
            games: games + 1,
            body: body.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wins_goes_up_and_who_loses_goes_down() {
        for count in [2, 4] {
            let players: Vec<IdentityId> = (1..=count).map(IdentityId).collect();
            let places: Vec<u32> = (1..=count as u32).collect();
            let first = rate(&players, &places, &[]);
            assert!(first.iter().all(|rating| rating.games == 1));
            let second = rate(&players, &places, &first);
            let number = |rating: &Rating| {
                let body: Value = serde_json::from_str(&rating.body).unwrap();
                body["rating"].as_f64().unwrap()
            };
            assert!(number(&second[0]) > number(&first[0]));
            let last = players.len() - 1;
            assert!(number(&second[last]) < number(&first[last]));
            assert_eq!(second[0].games, 2);
        }
    }

    #[test]
    fn a_draw_of_equals_changes_no_rating() {
        let players = [IdentityId(1), IdentityId(2)];
        for rating in rate(&players, &[1, 1], &[]) {
            let body: Value = serde_json::from_str(&rating.body).unwrap();
            assert!((body["rating"].as_f64().unwrap() - 1500.0).abs() < 1e-6);
        }
    }
}
