//! Contests of computers and connected programs.
//!
//! Every game of a contest is an ordinary public table: it can be watched, and
//! it has a record. Who plays whom, what counts and how strong the players are
//! is said by [`arena`], as for contests on the command line. The store has
//! every contest twice: as it was begun, and when it is over as it ended. One that
//! was being played when the hall went down has been interrupted.
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
use store::{Identity, Store, TableId};
use table::{Clock, Occupant, Person};
use tokio::sync::{Notify, OnceCell};

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
/// What of a report is shown of one contest, and not in the list.
const PARTS: [&str; 4] = ["standings", "crosstable", "first_seat", "notes"];
/// How soon a free place is looked at again while a program is busy.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// The contests of a hall.
#[derive(Default)]
pub(crate) struct Contests {
    shelf: Mutex<Shelf>,
    /// Whether the shelf has what the store knows.
    read: OnceCell<()>,
}

#[derive(Default)]
struct Shelf {
    /// The number of the last contest in the store.
    last: u64,
    /// Newest first.
    contests: VecDeque<Kept>,
}

/// A contest of this hall, or one from before the hall was started.
#[derive(Clone)]
enum Kept {
    Live(Arc<Contest>),
    Past(Arc<Value>),
}

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

impl Kept {
    fn running(&self) -> Option<&Arc<Contest>> {
        match self {
            Kept::Live(contest) => Some(contest).filter(|contest| contest.is_running()),
            Kept::Past(_) => None,
        }
    }

    fn has_id(&self, id: &str) -> bool {
        match self {
            Kept::Live(contest) => contest.id == id,
            Kept::Past(past) => past["contest"] == id,
        }
    }

    fn in_short(&self) -> Value {
        match self {
            Kept::Live(contest) => contest.in_short(),
            Kept::Past(past) => {
                let mut short = Value::clone(past);
                if let Some(short) = short.as_object_mut() {
                    short.retain(|part, _| !PARTS.contains(&part.as_str()) && part != "games");
                }
                short
            }
        }
    }

    fn whole(&self) -> Value {
        match self {
            Kept::Live(contest) => contest.whole(),
            Kept::Past(past) => Value::clone(past),
        }
    }
}

impl Contests {
    /// Starts a contest.
    pub async fn start(
        &self,
        hub: &Arc<Hub>,
        me: Identity,
        new: NewContest,
    ) -> Result<Value, Refused> {
        self.read(&hub.store).await?;
        let contest = Arc::new(entry::contest(hub, me, new)?);
        self.admit(&contest)?;
        let whole = contest.whole();
        let number = match self.note(&hub.store, &whole).await {
            Ok(number) => number,
            Err(refused) => {
                let mut shelf = lock(&self.shelf);
                shelf.contests.retain(|kept| !kept.has_id(&contest.id));
                return Err(refused);
            }
        };
        tokio::spawn(run(hub.clone(), contest, number));
        Ok(whole)
    }

    /// Puts a contest on the shelf, if it can be played now.
    fn admit(&self, contest: &Arc<Contest>) -> Result<(), Refused> {
        let mut shelf = lock(&self.shelf);
        let running: Vec<&Arc<Contest>> = shelf.contests.iter().filter_map(Kept::running).collect();
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
        shelf.contests.push_front(Kept::Live(contest.clone()));
        while shelf.contests.len() > KEPT {
            let mut oldest = shelf.contests.iter().rev();
            let Some(back) = oldest.position(|kept| kept.running().is_none()) else {
                break;
            };
            let at = shelf.contests.len() - 1 - back;
            shelf.contests.remove(at);
        }
        Ok(())
    }

    /// Writes down that a contest was started. The number under which it stands
    /// is the next that no hall at this store has taken.
    async fn note(&self, store: &Store, whole: &Value) -> Result<u64, Refused> {
        let body = whole.to_string();
        let mut number = lock(&self.shelf).last + 1;
        while store.settle(&begun(number), &body).await? != body {
            number += 1;
        }
        let mut shelf = lock(&self.shelf);
        shelf.last = shelf.last.max(number);
        Ok(number)
    }

    /// Reads the newest contests from the store, once.
    async fn read(&self, store: &Store) -> Result<(), Refused> {
        let read = async || {
            // They are numbered without a gap: find the last.
            let mut beyond = 1;
            while store.settled(&begun(beyond)).await?.is_some() {
                beyond *= 2;
            }
            let mut last = beyond / 2;
            while last + 1 < beyond {
                let middle = last.midpoint(beyond);
                match store.settled(&begun(middle)).await? {
                    Some(_) => last = middle,
                    None => beyond = middle,
                }
            }
            let mut past = VecDeque::new();
            for number in (1..=last).rev().take(KEPT) {
                let known = match store.settled(&over(number)).await? {
                    None => store.settled(&begun(number)).await?,
                    known => known,
                };
                let known = known.unwrap_or_default();
                let Ok(mut contest) = serde_json::from_str::<Value>(&known) else {
                    continue;
                };
                if contest["state"] == State::Running.word() {
                    contest["state"] = json!(State::Interrupted.word());
                    contest["ended"] = contest["created"].clone();
                }
                past.push_back(Kept::Past(Arc::new(contest)));
            }
            let mut shelf = lock(&self.shelf);
            shelf.last = last;
            shelf.contests = past;
            Ok(())
        };
        self.read.get_or_try_init(read).await.map(|_: &()| ())
    }

    /// All contests in short, newest first.
    pub async fn list(&self, store: &Store) -> Result<Vec<Value>, Refused> {
        self.read(store).await?;
        let shelf = lock(&self.shelf);
        Ok(shelf.contests.iter().map(Kept::in_short).collect())
    }

    /// All of a contest.
    pub async fn whole(&self, store: &Store, id: &str) -> Result<Value, Refused> {
        Ok(self.find(store, id).await?.whole())
    }

    /// Stops a contest, if this is whoever started it.
    pub async fn stop(&self, store: &Store, id: &str, me: &Identity) -> Result<Value, Refused> {
        match self.find(store, id).await? {
            Kept::Live(contest) => {
                contest.stop(me)?;
                Ok(contest.whole())
            }
            Kept::Past(_) => Err(is_over()),
        }
    }

    async fn find(&self, store: &Store, id: &str) -> Result<Kept, Refused> {
        self.read(store).await?;
        let shelf = lock(&self.shelf);
        let found = shelf.contests.iter().find(|kept| kept.has_id(id));
        found.cloned().ok_or_else(|| {
            Refused::new(
                StatusCode::NOT_FOUND,
                "no-contest",
                format!("there is no such contest among the last {KEPT}"),
            )
        })
    }
}

/// Under which name the store has a contest that was begun.
fn begun(number: u64) -> String {
    format!("contest {number}")
}

/// And under which it has the same contest when it is over.
fn over(number: u64) -> String {
    format!("contest {number} over")
}

fn is_over() -> Refused {
    Refused::new(StatusCode::CONFLICT, "contest-over", "this contest is over")
}

impl Contest {
    /// Stops it, if this is whoever started it.
    fn stop(&self, me: &Identity) -> Result<(), Refused> {
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
            State::Finished | State::Interrupted => return Err(is_over()),
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
    fn whole(&self) -> Value {
        let mut whole = self.in_short();
        let floor = lock(&self.floor);
        for part in PARTS {
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
    fn close(&self) {
        let mut floor = lock(&self.floor);
        if floor.state == State::Running {
            floor.state = match floor.counted == floor.games.len() {
                true => State::Finished,
                false => State::Interrupted,
            };
        }
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
async fn run(hub: Arc<Hub>, contest: Arc<Contest>, number: u64) {
    let players: Vec<_> = (0..AT_ONCE)
        .map(|_| tokio::spawn(play(hub.clone(), contest.clone())))
        .collect();
    for player in players {
        // One that panics leaves a game that does not count: the contest is
        // shown as interrupted.
        let _ = player.await;
    }
    contest.close();
    let ended = hub.time.now();
    let mut whole = contest.whole();
    whole["ended"] = json!(ended);
    let whole = whole.to_string();
    if let Err(error) = hub.store.settle(&over(number), &whole).await {
        tracing::warn!(%error, contest = contest.id, "a contest that is over cannot be kept");
    }
    // Whoever sees that it has ended can rely on it.
    lock(&contest.floor).ended = Some(ended);
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
