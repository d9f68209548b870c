//! One game of a contest at its table.

use std::sync::Arc;
use std::time::Duration;

use contest::{Fixture, Played, SeatResult, played};
use game::{Seat, message};
use hall_core::body::link;
use protocol::rest::Challenge;
use protocol::{Answer, Clock, Finish, Made, Phase, Request};
use store::TableId;
use table::{Occupant, Settings};
use tokio::sync::oneshot;

use super::journal::Line;
use super::{Contest, identity_of, is_on};
use crate::hub::Hub;
use crate::live::{Look, Order};
use crate::ratings::places;
use crate::refused::Refused;
use crate::rest::shown;

/// How long a bot has to come to its table.
const COME_WITHIN_MS: u64 = 60 * 1000;
/// A game that takes this long is a draw.
const LONGEST_MS: u64 = 3 * 60 * 60 * 1000;

/// A table as the contest sees it.
struct Seen {
    phase: Phase,
    /// The seats that the right player has not taken.
    missing: Vec<usize>,
    /// The seats of bots that are not ready yet.
    unready: Vec<usize>,
    finish: Option<Finish>,
    steps: usize,
    /// What each seat did, without points; places only if the game is over.
    seats: Vec<SeatResult>,
}

/// Plays a game at a new table. Refuses if that is impossible through no fault
/// of the players.
pub(super) async fn play(
    hub: &Arc<Hub>,
    contest: &Arc<Contest>,
    fixture: &Fixture,
) -> Result<Played, Refused> {
    let seating = &fixture.seating[..];
    let occupants = seating
        .iter()
        .map(|&player| &contest.entrants[player].occupant);
    let settings = Settings {
        title: format!("Contest {}, game {}", contest.title, fixture.number + 1),
        clock: contest.clock,
        seats: occupants.clone().cloned().map(Some).collect(),
        takebacks: false,
        ..Settings::of(&contest.plan.game, contest.plan.options.clone())
    };
    let table = hub.create(&settings).await?;
    contest.seated(fixture.number, table);
    let begun = Line::Begun {
        game: fixture.number,
        table: table.to_string(),
    };
    contest.note(hub, &begun).await?;
    let programs = (0_u16..)
        .zip(occupants)
        .filter_map(|(seat, occupant)| match occupant {
            Occupant::Person(person) => Some((seat, person)),
            Occupant::Computer { .. } => None,
        });
    let programs: Vec<_> = programs.collect();
    if programs.is_empty() {
        order(hub, table, Request::Start).await?;
    }
    for (seat, person) in &programs {
        let challenge = Challenge {
            game: settings.game.clone(),
            options: settings.options.clone(),
            clock: settings.clock,
            seat: None,
            table: table.to_string(),
            key: None,
            link: link(&table.to_string(), None),
            from: shown(&contest.maker),
            until: hub.challenge_ends(),
            contest: Some(contest.id.clone()),
            your_seat: Some(*seat),
        };
        // If a bot has too many challenges, this one fails, and the bot counts
        // as absent.
        let _ = hub.challenge(contest.maker.id, identity_of(person), challenge);
    }
    let ended = follow(hub, contest, table, seating).await;
    hub.end_challenges(table);
    ended
}

/// Waits until a game is over, or until it clearly cannot be played.
async fn follow(
    hub: &Arc<Hub>,
    contest: &Arc<Contest>,
    table: TableId,
    seating: &[usize],
) -> Result<Played, Refused> {
    let begun = hub.time.now();
    let bell = hub.bells.hang(table);
    loop {
        let changed = contest.changed.notified();
        let seen = look(hub, contest, table, seating).await?;
        if seen.phase == Phase::Over {
            let reason = seen.finish.as_ref().map(|finish| finish.reason.as_str());
            if reason == Some("aborted") && !contest.is_running() {
                return Err(stopped());
            }
            return over(seen);
        }
        if !contest.is_running() {
            abort(hub, table, "the contest was stopped").await?;
            return Err(stopped());
        }
        let waited = hub.time.now().saturating_sub(begun);
        let mut absent = seen.missing;
        for seat in seen.unready {
            let program = contest.entrants[seating[seat]].program();
            let asked = program.is_some_and(|who| hub.is_challenged(identity_of(who), table));
            if (waited >= COME_WITHIN_MS || !asked) && !absent.contains(&seat) {
                absent.push(seat);
            }
        }
        if !absent.is_empty() {
            abort(hub, table, "a program did not come").await?;
            return Ok(not_played(seating.len(), &absent));
        }
        if waited >= LONGEST_MS {
            abort(hub, table, "the game took too long").await?;
            return Ok(result("too long", seen.steps, equal(seating.len())));
        }
        let patience = match seen.phase {
            Phase::Lobby => COME_WITHIN_MS,
            _ => LONGEST_MS,
        };
        let patience = Duration::from_millis(patience.saturating_sub(waited));
        tokio::select! {
            () = bell.rung() => {}
            () = changed => {}
            () = tokio::time::sleep(patience) => {}
        }
    }
}

fn stopped() -> Refused {
    Refused::bad(message!("contest.stopped"))
}

/// The result of a game that is over.
fn over(seen: Seen) -> Result<Played, Refused> {
    let Some(finish) = seen.finish else {
        return Err(Refused::bad(message!("contest.no-result")));
    };
    let mut played = result(&finish.reason, seen.steps, seen.seats);
    // With two players, an ending off the board is the loser's fault.
    let fair = finish.on_board || matches!(finish.reason.as_str(), "agreed" | "resigned");
    if let ([_, _], false) = (&played.seats[..], fair) {
        for seat in played.seats.iter_mut().filter(|seat| seat.place > 1) {
            // The table charges a clock with moves only.
            if finish.reason == "time" {
                seat.clock_left = seat.clock_left.map(|_| Duration::ZERO);
            }
            seat.verdict = Some(finish.reason.clone());
            seat.detail = Some(finish.detail.clone());
        }
    }
    Ok(played)
}

/// Seats that share the first place and have done nothing.
fn equal(seats: usize) -> Vec<SeatResult> {
    let first = SeatResult {
        place: 1,
        ..SeatResult::default()
    };
    vec![first; seats]
}

/// A result with the points that belong to the places of the seats.
fn result(reason: &str, steps: usize, mut seats: Vec<SeatResult>) -> Played {
    let places: Vec<u32> = seats.iter().map(|seat| seat.place).collect();
    for (seat, points) in seats.iter_mut().zip(played::points(&places)) {
        seat.points = points;
    }
    Played {
        seats,
        reason: reason.to_owned(),
        steps,
        record: None,
        hash: None,
    }
}

/// The result of a game that was not played because bots were absent. They lose
/// it; if all were absent, nobody gets points.
fn not_played(seats: usize, absent: &[usize]) -> Played {
    let all = absent.len() == seats;
    let mut results = equal(seats);
    for &seat in absent.iter().filter(|_| !all) {
        results[seat].place = 2;
    }
    let mut played = result("absent", 0, results);
    for (seat, result) in played.seats.iter_mut().enumerate() {
        if absent.contains(&seat) {
            result.points = 0.0;
            result.verdict = Some("absent".to_owned());
            result.detail = Some("it did not come to its table".to_owned());
        }
    }
    played
}

async fn look(
    hub: &Arc<Hub>,
    contest: &Arc<Contest>,
    table: TableId,
    seating: &[usize],
) -> Result<Seen, Refused> {
    let (contest, seating) = (contest.clone(), seating.to_vec());
    let see = move |look: Look<'_>| see(&contest, &seating, &look);
    let (sender, seen) = oneshot::channel();
    let order = Order::Look {
        who: None,
        key: None,
        then: Box::new(move |look| drop(sender.send(look.map(see)))),
    };
    hub.order(table, order)?;
    seen.await.unwrap_or_else(|_| Err(Refused::closing()))
}

fn see(contest: &Contest, seating: &[usize], look: &Look<'_>) -> Seen {
    let phase = look.table.phase();
    let seats = 0..seating.len();
    let holds = |seat: &usize| is_on(look, *seat as u16, &contest.entrants[seating[*seat]]);
    let missing: Vec<usize> = seats.clone().filter(|seat| !holds(seat)).collect();
    let unready = match phase {
        Phase::Lobby => {
            let sits = look.table.view(None).seats;
            let waits = |seat: &usize| {
                sits.get(*seat)
                    .is_some_and(|sits| sits.ready == Some(false))
            };
            seats.filter(waits).collect()
        }
        Phase::Playing | Phase::Over => Vec::new(),
    };
    let finish = look.table.finish();
    Seen {
        phase,
        missing,
        unready,
        // Adding up takes time, and only the final result needs it.
        seats: finish.map_or(Vec::new(), |finish| {
            results(look, finish, seating.len(), contest.clock)
        }),
        finish: finish.cloned(),
        steps: look.table.steps().len(),
    }
}

/// What each seat did in a game that is over: its place, its pieces and its time.
fn results(look: &Look<'_>, finish: &Finish, seats: usize, clock: Clock) -> Vec<SeatResult> {
    let table = look.table;
    let clocks = table.view(None).seats;
    // A clock for each move says nothing about the game.
    let is_total = matches!(clock, Clock::Total { .. });
    let clock_left = |seat: usize| {
        let clock = clocks.get(seat)?.clock.filter(|_| is_total)?;
        Some(Duration::from_millis(clock.left_ms))
    };
    let places = places(finish, seats as u16);
    let ends = places
        .into_iter()
        .enumerate()
        .map(|(seat, place)| SeatResult {
            place,
            pieces: table.game().material(table.state(), Seat(seat as u16)),
            clock_left: clock_left(seat),
            ..SeatResult::default()
        });
    let mut results: Vec<SeatResult> = ends.collect();
    for step in table.steps() {
        let Made::Act(act) = &**step else { continue };
        for ((seat, _), ms) in act.moves.iter().zip(&act.ms) {
            if let Some(result) = results.get_mut(usize::from(*seat)) {
                let took = Duration::from_millis(*ms);
                result.moves += 1;
                result.wall += took;
                result.slowest = result.slowest.max(took);
            }
        }
    }
    results
}

async fn order(hub: &Arc<Hub>, table: TableId, request: Request) -> Result<Answer, Refused> {
    let (reply, answer) = oneshot::channel();
    hub.order(table, Order::Hall { request, reply })?;
    answer.await.unwrap_or_else(|_| Err(Refused::closing()))
}

pub(super) async fn abort(hub: &Arc<Hub>, table: TableId, why: &str) -> Result<(), Refused> {
    let detail = why.to_owned();
    match order(hub, table, Request::Abort { detail }).await {
        // The game has just ended.
        Err(refused) if refused.code == "not-playing" => Ok(()),
        other => other.map(drop),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_players_lose_and_none_gains_if_all_are_absent() {
        let points = |played: &Played| {
            let seats = played.seats.iter();
            seats.map(|seat| seat.points).collect::<Vec<_>>()
        };
        let one = not_played(2, &[1]);
        assert_eq!(points(&one), [1.0, 0.0]);
        assert!(!one.seats[0].failed() && one.seats[1].failed());
        let both = not_played(2, &[0, 1]);
        assert_eq!(points(&both), [0.0, 0.0]);
    }
}
