//! A new contest, or why it is refused.

use std::sync::{Arc, Mutex};

use axum::http::StatusCode;
use contest::plan::FormatError;
use contest::{ContestError, Format, Plan};
use dice::Seed;
use game::{Say as _, Seat, message};
use protocol::contest::{Entry, NewContest};
use protocol::rest::{AvailablePlayer, OptionValue};
use protocol::{Clock, GameData};
use store::Identity;
use table::{Occupant, Person};
use tokio::sync::Notify;

use super::{AT_ONCE, Contest, Entrant, Floor};
use crate::hub::Hub;
use crate::identity::{self, random};
use crate::refused::Refused;

/// The most entrants of a contest.
const MOST_ENTRANTS: usize = 12;
/// The most rounds of a contest.
const MOST_ROUNDS: u32 = 100;
/// The most games of a contest.
const MOST_GAMES: u64 = 400;
/// How many extra pairs of games are played to break a tie in a knockout.
const EXTRA_PAIRS: u32 = 1;
/// The longest time a clock may give for a game or for a move.
const LONGEST_GAME_MS: u64 = 60 * 60 * 1000;
const LONGEST_MOVE_MS: u64 = 60 * 1000;
/// The clock of bots if none was chosen.
const USUAL_CLOCK: Clock = Clock::Total {
    ms: 5 * 60 * 1000,
    increment_ms: 1000,
};

/// Makes the contest you ask for, before its first game.
pub(super) fn contest(hub: &Arc<Hub>, me: Identity, new: NewContest) -> Result<Contest, Refused> {
    let info = catalog::GAMES.iter().find(|info| info.id == new.game);
    let unknown = || catalog::Error::UnknownGame(new.game.clone());
    let info = info.ok_or_else(|| Refused::bad(unknown().message()))?;
    if !(2..=MOST_ENTRANTS).contains(&new.entrants.len()) {
        let (most, found) = (MOST_ENTRANTS, new.entrants.len());
        return Err(Refused::bad(message!("contest.entrants", most, found)));
    }
    let mut options = new.options;
    choose_seats(info, new.entrants.len(), &mut options);
    let game = catalog::open(&new.game, &options);
    let game = game.map_err(|error| Refused::bad(error.message()))?;
    let entrants = entrants(hub, &new.game, &new.entrants)?;
    let programs = entrants.iter();
    let programs = programs
        .filter(|entrant| entrant.program().is_some())
        .count();
    let clock = clock(new.clock, programs)?;
    let seats = usize::from(game.seats());
    let title = match new.title.trim() {
        "" => info.name.to_owned(),
        title => identity::name(title)?,
    };
    let format = match &new.format {
        Some(format) => format
            .parse()
            .map_err(|_: FormatError| bad_format(format))?,
        None if seats == 2 => Format::RoundRobin,
        None => Format::Royale,
    };
    let names = entrants.iter().map(|entrant| entrant.name.clone());
    let plan = Plan {
        games: new.games.unwrap_or(seats.max(2) as u64),
        rounds: new.rounds,
        extra: EXTRA_PAIRS,
        seed: Seed::from_bytes(random()?),
        // With more than two seats, every seat must be taken.
        keep_failing: seats != 2,
        threads: AT_ONCE,
        ..Plan::new(&new.game, game.options(), seats, format, names)
    };
    let machine = check(&plan)?;
    let seats = (0..game.seats()).map(|seat| game.seat_name(Seat(seat)));
    let id: [u8; 8] = random()?;
    let mut contest = Contest {
        id: format!("{:016x}", u64::from_be_bytes(id)),
        title,
        maker: me,
        created: hub.time.now(),
        clock,
        entrants,
        seats: seats.collect(),
        floor: Mutex::new(Floor::new(machine)),
        plan,
        waits_until: 0,
        changed: Notify::new(),
    };
    let scores = contest.scores(&crate::hub::lock(&contest.floor));
    if let Ok(floor) = contest.floor.get_mut() {
        floor.scores = scores;
    }
    Ok(contest)
}

fn check(plan: &Plan) -> Result<contest::Contest, Refused> {
    let (seats, players) = (plan.seats, plan.players.len());
    if seats > players {
        return Err(Refused::bad(message!("contest.seats", seats, players)));
    }
    if plan
        .rounds
        .is_some_and(|rounds| !(1..=MOST_ROUNDS).contains(&rounds))
    {
        return Err(Refused::bad(message!("contest.rounds", most = MOST_ROUNDS)));
    }
    plan.check().map_err(|error| plan_error(&error))?;
    if !(1..=MOST_GAMES).contains(&plan.games) {
        let (most, found) = (MOST_GAMES, plan.games);
        return Err(Refused::bad(message!("contest.games", most, found)));
    }
    let machine = contest::Contest::new(plan.clone());
    let machine = machine.map_err(|error| plan_error(&error))?;
    let planned = machine.planned();
    if planned > MOST_GAMES {
        let most = MOST_GAMES;
        return Err(Refused::bad(message!(
            "contest.too-many-games",
            planned,
            most
        )));
    }
    Ok(machine)
}

/// If a game can have any number of seats, it gets one for each entrant, unless
/// the options say otherwise.
fn choose_seats(info: &catalog::Info, entrants: usize, options: &mut GameData) {
    if info.seats_any_number() {
        options.set_default("players", OptionValue::Number(entrants as i64));
    }
}

fn entrants(hub: &Hub, game: &str, entries: &[Entry]) -> Result<Vec<Entrant>, Refused> {
    let available = hub.available();
    let mut entrants: Vec<Entrant> = Vec::new();
    for entry in entries {
        let (name, occupant) = match entry {
            Entry::Computer(player) => {
                hub.check_computer(game, player)?;
                let player = player.clone();
                (player.clone(), Occupant::Computer { player })
            }
            Entry::Player { player } => {
                let person = program(&available, game, player)?;
                (person.name.clone(), Occupant::Person(person))
            }
        };
        let twice = |other: &&Entrant| other.occupant == occupant;
        if let (Occupant::Person(_), Some(twice)) = (&occupant, entrants.iter().find(twice)) {
            let name = twice.name.clone();
            return Err(Refused::bad(message!("contest.twice", name)));
        }
        let same = |name: &str| entrants.iter().any(|other| other.name == name);
        let mut shown = name.clone();
        let mut number = 2;
        while same(&shown) {
            shown = format!("{name} ({number})");
            number += 1;
        }
        entrants.push(Entrant {
            name: shown,
            occupant,
        });
    }
    Ok(entrants)
}

/// The connected bot with this id, if it plays this game.
fn program(available: &[AvailablePlayer], game: &str, player: &str) -> Result<Person, Refused> {
    let found = available.iter().find(|one| {
        one.player.player == player
            && one.player.program
            && one.games.iter().any(|other| other == game)
    });
    let found = found.and_then(|one| {
        Some(Person {
            identity: player.to_owned().try_into().ok()?,
            name: one.player.name.clone(),
            program: true,
        })
    });
    found.ok_or_else(|| {
        Refused::new(
            StatusCode::CONFLICT,
            "not-available",
            message!(
                "contest.no-program",
                player = format!("{:?}", player.chars().take(40).collect::<String>()),
                game = game.to_owned()
            ),
        )
    })
}

fn bad_format(format: &str) -> Refused {
    let found = format!("{:?}", format.chars().take(40).collect::<String>());
    Refused::bad(message!("contest.format", found))
}

/// Why a plan makes no contest.
fn plan_error(error: &ContestError) -> Refused {
    Refused::bad(match *error {
        ContestError::TooFew {
            format,
            least,
            players,
        } => message!("contest.too-few", format, least, players),
        ContestError::Seats { format, seats } => message!("contest.two-seats", format, seats),
        ContestError::NotSeated { seats, players } => {
            message!("contest.not-seated", seats, players)
        }
        ContestError::Lonely(seats) => message!("contest.lonely", seats),
        ContestError::SameName(ref name) => {
            message!("contest.same-name", name = format!("{name:?}"))
        }
        ref other => message!("contest.plan", why = other.to_string()),
    })
}

/// The clock of every game. Bots need one; without it, a game could wait for a
/// bot for ever.
fn clock(wanted: Option<Clock>, programs: usize) -> Result<Clock, Refused> {
    let usual = if programs > 0 {
        USUAL_CLOCK
    } else {
        Clock::None
    };
    let clock = wanted.unwrap_or(usual);
    match clock {
        Clock::None if programs > 0 => Err(Refused::bad(message!("contest.needs-clock"))),
        Clock::Days { .. } => Err(Refused::bad(message!("contest.no-days"))),
        Clock::Total { ms, increment_ms }
            if ms > LONGEST_GAME_MS || increment_ms > LONGEST_MOVE_MS =>
        {
            Err(Refused::bad(message!("contest.long-game")))
        }
        Clock::PerMove { ms } if ms > LONGEST_MOVE_MS => {
            Err(Refused::bad(message!("contest.long-move")))
        }
        Clock::Total { ms: 0, .. } | Clock::PerMove { ms: 0 } => {
            Err(Refused::bad(message!("contest.short-move")))
        }
        clock => Ok(clock),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_have_a_clock_even_if_none_was_chosen() {
        assert_eq!(clock(None, 0).unwrap(), Clock::None);
        assert_eq!(clock(None, 1).unwrap(), USUAL_CLOCK);
        assert!(clock(Some(Clock::None), 1).is_err());
        assert!(clock(Some(Clock::Days { days: 1 }), 0).is_err());
        assert!(clock(Some(Clock::PerMove { ms: 60_001 }), 1).is_err());
        assert!(clock(Some(Clock::PerMove { ms: 60_000 }), 1).is_ok());
    }

    #[test]
    fn only_games_for_any_number_adapt_their_seats_to_the_entrants() {
        for info in &catalog::GAMES {
            let mut options = GameData::NULL;
            choose_seats(info, 5, &mut options);
            choose_seats(info, 7, &mut options);
            assert_eq!(options.is_null(), !info.seats_any_number());
            if info.seats_any_number() {
                assert_eq!(options.to_string(), r#"{"players":5}"#);
            }
        }
        let mut infos = catalog::GAMES.iter();
        assert!(infos.any(catalog::Info::seats_any_number));
    }
}
