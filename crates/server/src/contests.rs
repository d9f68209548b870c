//! Contests of computers and connected programs.
//!
//! Every game of a contest is an ordinary public table: it can be watched, and
//! it has a record. A contest lives as long as the hall runs. Who plays whom,
//! what counts and how strong the players are is said by [`arena`], as for
//! contests on the command line.
//!
//! | module | what is in it |
//! |---|---|
//! | `entry` | what is asked for, and why it may be refused |
//! | `playing` | one game at its table |

mod entry;
mod playing;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use arena::contest::schedule::Schedule;
use arena::contest::{Fixture, Outcome, Plan, Played, Standings, Tally};
use arena::report::{self, Report};
use axum::http::StatusCode;
use serde_json::{Value, json};
use store::{Identity, TableId};
use table::{Clock, Occupant, Person};
use tokio::sync::Notify;

use crate::hub::{Hub, lock};
use crate::refused::Refused;
use crate::rest::shown;

pub(crate) use entry::NewContest;

/// Games of one contest that are played at the same time.
const AT_ONCE: usize = 2;
/// Contests that are played at the same time.
const MOST_RUNNING: usize = 4;
/// Contests that are remembered.
const KEPT: usize = 100;
/// How soon a free place is looked at again while a program is busy.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// The contests of a hall, newest first.
#[derive(Default)]
pub(crate) struct Contests(Mutex<VecDeque<Arc<Contest>>>);

/// A contest.
pub(crate) struct Contest {
    id: String,
    title: String,
    maker: Identity,
    created: u64,
    clock: Clock,
    entrants: Vec<Entrant>,
    /// What the seats are called.
    seats: Vec<String>,
    plan: Plan,
    floor: Mutex<Floor>,
    changed: Notify,
}

/// Someone in a contest, under a name that nobody else has there.
struct Entrant {
    name: String,
    occupant: Occupant,
}

impl Entrant {
    fn program(&self) -> Option<&Person> {
        match &self.occupant {
            Occupant::Person(person) => Some(person),
            Occupant::Computer { .. } => None,
        }
    }
}

/// What changes in a contest.
struct Floor {
    state: State,
    /// Why it did not come to its end, in a sentence.
    why: Option<String>,
    ended: Option<u64>,
    games: Vec<Game>,
    /// So many games count. They count in their order, whichever ends first.
    counted: usize,
    tally: Tally,
    /// Standings, crosstable and ratings, after the games that count.
    report: Value,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Running,
    Finished,
    Stopped,
    Interrupted,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            State::Running => "running",
            State::Finished => "finished",
            State::Stopped => "stopped",
            State::Interrupted => "interrupted",
        }
    }
}

/// A game of a contest.
struct Game {
    fixture: Fixture,
    table: Option<TableId>,
    state: GameState,
    played: Option<Played>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum GameState {
    Planned,
    Running,
    Over,
    /// Not played, because a player was set aside.
    Forfeit,
    /// Ended with the contest.
    Stopped,
}

impl GameState {
    fn word(self) -> &'static str {
        match self {
            GameState::Planned => "planned",
            GameState::Running => "running",
            GameState::Over => "finished",
            GameState::Forfeit => "forfeit",
            GameState::Stopped => "stopped",
        }
    }
}

/// What someone with time to play does next.
enum Next {
    Game(usize, Vec<usize>),
    Wait,
    Nothing,
}

impl Contests {
    /// Starts a contest.
    pub fn start(
        &self,
        hub: &Arc<Hub>,
        me: Identity,
        new: NewContest,
    ) -> Result<Arc<Contest>, Refused> {
        let contest = Arc::new(entry::contest(hub, me, new)?);
        let mut all = lock(&self.0);
        let running: Vec<&Arc<Contest>> =
            all.iter().filter(|contest| contest.is_running()).collect();
        let conflict = |code, reason: String| Err(Refused::new(StatusCode::CONFLICT, code, reason));
        if let Some(own) = running.iter().find(|one| one.maker.id == contest.maker.id) {
            let reason = format!(
                "your contest {:?} is still being played; stop it or wait until it has ended",
                own.title
            );
            return conflict("contest-running", reason);
        }
        if running.len() >= MOST_RUNNING {
            let reason = format!(
                "{MOST_RUNNING} contests are being played, and that is all this hall plays at once; wait until one has ended"
            );
            return conflict("contests-running", reason);
        }
        let mut entered = running.iter().flat_map(|one| &one.entrants);
        if let Some(busy) = entered.find_map(|other| {
            let other = other.program()?;
            let mut programs = contest.entrants.iter().filter_map(Entrant::program);
            programs.find(|program| program.identity == other.identity)
        }) {
            let reason = format!("{} is playing in another contest", busy.name);
            return conflict("in-contest", reason);
        }
        all.push_front(contest.clone());
        // Those that are being played are among the newest, or few.
        while all.len() > KEPT {
            let oldest = all.iter().rposition(|contest| !contest.is_running());
            match oldest {
                Some(at) => all.remove(at),
                None => break,
            };
        }
        drop(all);
        tokio::spawn(run(hub.clone(), contest.clone()));
        Ok(contest)
    }

    /// All contests in short, newest first.
    pub fn list(&self) -> Vec<Value> {
        lock(&self.0).iter().map(|one| one.in_short()).collect()
    }

    /// The contest with this id.
    pub fn find(&self, id: &str) -> Result<Arc<Contest>, Refused> {
        let all = lock(&self.0);
        let found = all.iter().find(|contest| contest.id == id).cloned();
        found.ok_or_else(|| {
            Refused::new(
                StatusCode::NOT_FOUND,
                "no-contest",
                "there is no such contest; contests are forgotten when the hall is started anew",
            )
        })
    }
}

impl Contest {
    /// Stops it, if this is whoever started it.
    pub fn stop(&self, me: &Identity) -> Result<(), Refused> {
        if me.id != self.maker.id {
            return Err(Refused::new(
                StatusCode::FORBIDDEN,
                "not-maker",
                format!(
                    "only {}, who started it, may stop this contest",
                    self.maker.name
                ),
            ));
        }
        let mut floor = lock(&self.floor);
        match floor.state {
            State::Running => floor.state = State::Stopped,
            State::Stopped => {}
            State::Finished | State::Interrupted => {
                return Err(Refused::new(
                    StatusCode::CONFLICT,
                    "contest-over",
                    "this contest is over",
                ));
            }
        }
        drop(floor);
        self.changed.notify_waiters();
        Ok(())
    }

    fn is_running(&self) -> bool {
        lock(&self.floor).state == State::Running
    }

    /// A contest as the list shows it.
    fn in_short(&self) -> Value {
        let floor = lock(&self.floor);
        let rows = floor.report["standings"].as_array();
        let leaders = rows.map_or(&[][..], Vec::as_slice).iter();
        let leaders = leaders.filter(|row| row["rank"] == 1 && floor.counted > 0);
        let leaders: Vec<&Value> = leaders.map(|row| &row["name"]).collect();
        let entrants = self.entrants.iter().map(|entrant| match &entrant.occupant {
            Occupant::Computer { player } => json!({"name": entrant.name, "computer": player}),
            Occupant::Person(person) => {
                json!({"name": entrant.name, "player": String::from(person.identity), "program": true})
            }
        });
        json!({
            "contest": self.id,
            "title": self.title,
            "game": self.plan.game,
            "options": self.plan.options,
            "seats": self.seats,
            "format": self.plan.format.name(),
            "games_each": self.plan.games,
            "clock": self.clock,
            "maker": shown(&self.maker),
            "created": self.created,
            "ended": floor.ended,
            "state": floor.state.word(),
            "why": floor.why,
            "played": floor.counted,
            "planned": floor.games.len(),
            "entrants": entrants.collect::<Vec<_>>(),
            "leaders": leaders,
        })
    }

    /// All of a contest.
    pub fn whole(&self) -> Value {
        let mut whole = self.in_short();
        let floor = lock(&self.floor);
        for part in ["standings", "crosstable", "first_seat", "notes"] {
            whole[part] = floor.report[part].clone();
        }
        let begun = floor.games.iter().zip(1_u64..);
        let begun = begun.filter(|(game, _)| game.state != GameState::Planned);
        let games: Vec<Value> = begun.map(|(game, number)| game.json(number)).collect();
        whole["games"] = json!(games);
        whole
    }

    /// The next game that can be played now.
    fn take(&self) -> Next {
        let mut floor = lock(&self.floor);
        if floor.state != State::Running {
            return Next::Nothing;
        }
        // A program plays one game at a time: its clock is to be its own.
        let mut busy = vec![false; self.entrants.len()];
        for game in &floor.games {
            if game.state == GameState::Running {
                for &player in &game.fixture.seating {
                    busy[player] = self.entrants[player].program().is_some();
                }
            }
        }
        let mut waiting = false;
        let found = floor.games.iter().position(|game| {
            let open = game.state == GameState::Planned
                && !floor.tally.is_forfeit(&floor.tally.seated(&game.fixture));
            let free = game.fixture.seating.iter().all(|&player| !busy[player]);
            waiting |= open;
            open && free
        });
        match found {
            Some(at) => {
                floor.games[at].state = GameState::Running;
                Next::Game(at, floor.games[at].fixture.seating.clone())
            }
            None if waiting => Next::Wait,
            None => Next::Nothing,
        }
    }

    /// A game has its table.
    fn seated(&self, game: usize, table: TableId) {
        lock(&self.floor).games[game].table = Some(table);
    }

    /// A game has ended.
    fn over(&self, game: usize, played: Result<Played, Refused>) {
        let mut floor = lock(&self.floor);
        match played {
            Ok(played) => {
                floor.games[game].played = Some(played);
                floor.games[game].state = GameState::Over;
                floor.count(&self.plan);
                floor.report = self.report(&floor);
            }
            Err(refused) => {
                floor.games[game].state = GameState::Stopped;
                if floor.state == State::Running {
                    floor.state = State::Interrupted;
                    floor.why = Some(refused.reason);
                }
            }
        }
        drop(floor);
        self.changed.notify_waiters();
    }

    /// Nobody plays any more.
    fn close(&self, now: u64) {
        let mut floor = lock(&self.floor);
        if floor.state == State::Running {
            floor.state = match floor.counted == floor.games.len() {
                true => State::Finished,
                false => State::Interrupted,
            };
        }
        floor.ended = Some(now);
        floor.report = self.report(&floor);
    }

    fn report(&self, floor: &Floor) -> Value {
        let outcome = Outcome {
            finished: floor.state == State::Finished,
            fresh: floor.counted as u64,
            standings: Standings::of(&self.plan, &floor.tally),
            tally: floor.tally.clone(),
        };
        report::json(&Report {
            game: &self.plan.game,
            seats: &self.seats,
            plan: &self.plan,
            ratings: &arena::ratings::of(&self.plan, &floor.tally),
            outcome: &outcome,
            viewer: None,
        })
    }
}

impl Floor {
    fn new(plan: &Plan) -> Floor {
        let mut tally = Tally::new(plan);
        // Everybody against everybody is one stage, and so are tables of many.
        let fixtures = Schedule::new(plan).next(plan, &mut tally);
        let games = fixtures.unwrap_or_default().into_iter();
        Floor {
            state: State::Running,
            why: None,
            ended: None,
            games: games
                .map(|fixture| Game {
                    fixture,
                    table: None,
                    state: GameState::Planned,
                    played: None,
                })
                .collect(),
            counted: 0,
            tally,
            report: Value::Null,
        }
    }

    /// Counts what can be counted.
    fn count(&mut self, plan: &Plan) {
        while let Some(game) = self.games.get_mut(self.counted) {
            match &game.played {
                Some(played) => {
                    let (fixture, played) = (game.fixture.clone(), played.clone());
                    self.tally.count(plan, fixture, played);
                }
                None => {
                    let fixture = self.tally.seated(&game.fixture);
                    let open = game.state == GameState::Planned;
                    if !open || !self.tally.is_forfeit(&fixture) {
                        return;
                    }
                    self.tally.forfeit(fixture);
                    game.state = GameState::Forfeit;
                    game.played = self.tally.counted.last().map(|last| last.played.clone());
                }
            }
            self.counted += 1;
        }
    }
}

impl Game {
    fn json(&self, number: u64) -> Value {
        let mut value = json!({
            "game": number,
            "seating": self.fixture.seating,
            "table": self.table.map(|table| table.to_string()),
            "state": self.state.word(),
        });
        if let Some(played) = &self.played {
            let seats = played.seats.iter();
            let places: Vec<u32> = seats.clone().map(|seat| seat.place).collect();
            let points: Vec<f64> = seats.clone().map(|seat| seat.points).collect();
            let verdicts: Vec<&Option<String>> = seats.map(|seat| &seat.verdict).collect();
            value["places"] = json!(places);
            value["points"] = json!(points);
            value["verdicts"] = json!(verdicts);
            value["reason"] = json!(played.reason);
            value["steps"] = json!(played.steps);
        }
        value
    }
}

/// Plays a contest to its end.
async fn run(hub: Arc<Hub>, contest: Arc<Contest>) {
    let players: Vec<_> = (0..AT_ONCE)
        .map(|_| tokio::spawn(play(hub.clone(), contest.clone())))
        .collect();
    for player in players {
        // One that panics leaves a game that does not count: the contest is
        // shown as interrupted.
        let _ = player.await;
    }
    contest.close(hub.time.now());
}

/// Plays one game after the other.
async fn play(hub: Arc<Hub>, contest: Arc<Contest>) {
    loop {
        let changed = contest.changed.notified();
        match contest.take() {
            Next::Game(game, seating) => {
                let played = playing::play(&hub, &contest, game, &seating).await;
                contest.over(game, played);
            }
            Next::Wait => {
                let _ = tokio::time::timeout(LOOK_AGAIN, changed).await;
            }
            Next::Nothing => return,
        }
    }
}

/// Someone as a table knows them, if they are this entrant.
fn is_on(look: &crate::live::Look<'_>, seat: u16, entrant: &Entrant) -> bool {
    match (&entrant.occupant, look.table.sitter(seat)) {
        (Occupant::Computer { player }, Some(table::Sitter::Computer(sits))) => player == sits,
        (Occupant::Person(person), _) => look
            .people
            .on(look.table, seat)
            .is_some_and(|sits| sits.identity == person.identity),
        _ => false,
    }
}

/// The identity behind a program of a contest.
fn identity_of(person: &Person) -> store::IdentityId {
    store::IdentityId(person.identity.0)
}
