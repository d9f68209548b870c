//! How a finished game changes ratings.
//!
//! Games with two seats are rated by Glicko-2, games with more by Weng-Lin. Each
//! system has its own leaderboards, because their numbers do not compare. Games
//! against the hall's computer players do not count, since a player could choose
//! a weak one; only games between identities do.

use hall_core::body::leaderboard;
use protocol::rest::RatingSystem;
use protocol::{Body, Identity};
use serde::{Deserialize, Serialize};
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};
use store::{Finish, GameResult, IdentityId, Rating, Store};
use table::{Sitter, Table};

/// A result in the form of the store.
#[derive(Serialize)]
struct StoredResult<'a> {
    seats: Vec<StoredSeat<'a>>,
    reason: &'a str,
    rated: bool,
}

/// A seat of a result.
#[derive(Serialize)]
#[serde(untagged)]
enum StoredSeat<'a> {
    Person {
        player: Identity,
        name: &'a str,
        program: bool,
        place: Option<u32>,
    },
    Computer {
        computer: Option<&'a str>,
        place: Option<u32>,
    },
}

/// The result of a finished game and the new ratings.
pub(crate) async fn finish(
    store: &Store,
    table: &Table,
    now: u64,
) -> Result<Option<Finish>, store::Error> {
    let Some(ending) = table.finish() else {
        return Ok(None);
    };
    let people = table.people();
    let seats = table.game().seats();
    let board = leaderboard(&table.settings().game, seats);
    let places = places(ending, seats);
    let sat = (0..seats).map(|seat| {
        let place = places.get(usize::from(seat)).copied();
        match (people.on(table, seat), table.sitter(seat)) {
            (Some(person), _) => StoredSeat::Person {
                player: person.identity,
                name: &person.name,
                program: person.program,
                place,
            },
            (None, Some(Sitter::Computer(player))) => StoredSeat::Computer {
                computer: Some(player),
                place,
            },
            _ => StoredSeat::Computer {
                computer: None,
                place,
            },
        }
    });
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
    let result = StoredResult {
        seats: sat.collect(),
        reason: &ending.reason,
        rated: !ratings.is_empty(),
    };
    Ok(Some(Finish {
        result: GameResult {
            game: board,
            ended_ms: now,
            seats: Body::of(&result).to_string(),
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

/// The numbers of a stored rating. Missing ones have the values that players
/// start with.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Numbers {
    system: String,
    rating: Option<f64>,
    deviation: Option<f64>,
    volatility: Option<f64>,
    uncertainty: Option<f64>,
}

impl Numbers {
    fn read(body: &str) -> Numbers {
        serde_json::from_str(body).unwrap_or_default()
    }

    fn glicko2(&self) -> Glicko2Rating {
        let usual = Glicko2Rating::new();
        Glicko2Rating {
            rating: self.rating.unwrap_or(usual.rating),
            deviation: self.deviation.unwrap_or(usual.deviation),
            volatility: self.volatility.unwrap_or(usual.volatility),
        }
    }

    fn weng_lin(&self) -> WengLinRating {
        let usual = WengLinRating::new();
        WengLinRating {
            rating: self.rating.unwrap_or(usual.rating),
            uncertainty: self.uncertainty.unwrap_or(usual.uncertainty),
        }
    }
}

/// Parses a stored rating.
pub(crate) fn read(body: &str) -> RatingSystem {
    let numbers = Numbers::read(body);
    match numbers.system.as_str() {
        "weng-lin" => of_weng_lin(numbers.weng_lin()),
        _ => of_glicko2(numbers.glicko2()),
    }
}

fn of_glicko2(numbers: Glicko2Rating) -> RatingSystem {
    RatingSystem::Glicko2 {
        rating: numbers.rating,
        deviation: numbers.deviation,
        volatility: numbers.volatility,
    }
}

fn of_weng_lin(numbers: WengLinRating) -> RatingSystem {
    RatingSystem::WengLin {
        rating: numbers.rating,
        uncertainty: numbers.uncertainty,
    }
}

/// A cautious estimate of a player's strength: the rating less two or three
/// deviations.
fn value(system: RatingSystem) -> f64 {
    match system {
        RatingSystem::Glicko2 {
            rating, deviation, ..
        } => rating - 2.0 * deviation,
        RatingSystem::WengLin {
            rating,
            uncertainty,
        } => rating - 3.0 * uncertainty,
    }
}

/// The new ratings after a game with these places.
fn rate(players: &[IdentityId], places: &[u32], known: &[Rating]) -> Vec<Rating> {
    let of = |player: &IdentityId| {
        let known = known.iter().find(|rating| rating.identity == *player);
        known.map_or((0, Numbers::default()), |rating| {
            (rating.games, Numbers::read(&rating.body))
        })
    };
    let before: Vec<(u64, Numbers)> = players.iter().map(of).collect();
    let after = match (&before[..], places) {
        ([(_, one), (_, two)], [first, second]) => {
            let outcome = match first.cmp(second) {
                std::cmp::Ordering::Less => Outcomes::WIN,
                std::cmp::Ordering::Equal => Outcomes::DRAW,
                std::cmp::Ordering::Greater => Outcomes::LOSS,
            };
            let config = Glicko2Config::new();
            let (one, two) = glicko2(&one.glicko2(), &two.glicko2(), &outcome, &config);
            vec![of_glicko2(one), of_glicko2(two)]
        }
        _ => {
            let before = before.iter().map(|(_, numbers)| [numbers.weng_lin()]);
            let teams: Vec<[WengLinRating; 1]> = before.collect();
            let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
                .iter()
                .zip(places)
                .map(|(team, &place)| (&team[..], MultiTeamOutcome::new(place as usize)))
                .collect();
            let after = weng_lin_multi_team(&ranked, &WengLinConfig::new());
            after.into_iter().flatten().map(of_weng_lin).collect()
        }
    };
    players
        .iter()
        .zip(&before)
        .zip(after)
        .map(|((player, (games, _)), system)| Rating {
            identity: *player,
            value: value(system),
            games: games + 1,
            body: Body::of(&system).to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(rating: &Rating) -> f64 {
        match read(&rating.body) {
            RatingSystem::Glicko2 { rating, .. } | RatingSystem::WengLin { rating, .. } => rating,
        }
    }

    #[test]
    fn winners_gain_and_losers_lose_rating() {
        for count in [2, 4] {
            let players: Vec<IdentityId> = (1..=count).map(IdentityId).collect();
            let places: Vec<u32> = (1..=count as u32).collect();
            let first = rate(&players, &places, &[]);
            assert!(first.iter().all(|rating| rating.games == 1));
            let second = rate(&players, &places, &first);
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
            assert!((number(&rating) - 1500.0).abs() < 1e-6);
        }
    }

    #[test]
    fn ratings_are_stored_as_in_version_0_1() {
        for stored in [
            r#"{"system":"glicko-2","rating":1662.25,"deviation":290.5,"volatility":0.06}"#,
            r#"{"system":"weng-lin","rating":27.5,"uncertainty":8.25}"#,
        ] {
            assert_eq!(Body::of(&read(stored)).to_string(), stored);
        }
        let usual = Glicko2Rating::new();
        assert_eq!(
            read(r#"{"rating":1700}"#),
            RatingSystem::Glicko2 {
                rating: 1700.0,
                deviation: usual.deviation,
                volatility: usual.volatility,
            }
        );
    }
}
