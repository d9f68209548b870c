//! Contests of computers and connected programs.
//!
//! Every game of a contest is an ordinary public table: it can be watched, and
//! it has a record. Pairings, standings and ratings come from [`arena`], as for
//! contests on the command line. The store has every contest twice: as it began
//! and as it ended. One that was being played when the hall went down was
//! interrupted.
//!
//! | module | contents |
//! |---|---|
//! | `entry` | a new contest, or why it is refused |
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
use protocol::contest::{
    ContestBody, ContestEntrant, ContestGame, ContestGameState as GameState, ContestResult,
    ContestRow, ContestScores, ContestState as State, NewContest,
};
use protocol::{Body, Clock};
use store::{Identity, Store, TableId};
use table::{Occupant, Person};
use tokio::sync::{Notify, OnceCell};

use crate::hub::{Hub, lock};
use crate::refused::Refused;
use crate::rest::shown;

/// Games of one contest that are played at the same time.
const AT_ONCE: usize = 2;
/// Contests that are played at the same time.
const MOST_RUNNING: usize = 4;
/// Contests that are remembered.
const KEPT: usize = 100;
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
    Past(Arc<ContestBody>),
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

/// An entrant, with a name that no other entrant has.
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

    fn shown(&self) -> ContestEntrant {
        let (computer, player) = match &self.occupant {
            Occupant::Computer { player } => (Some(player.clone()), None),
            Occupant::Person(person) => (None, Some(person.identity.to_string())),
        };
        ContestEntrant {
            name: self.name.clone(),
            program: player.is_some(),
            computer,
            player,
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
    scores: ContestScores,
}

/// A game of a contest.
struct Game {
    fixture: Fixture,
    table: Option<TableId>,
    state: GameState,
    played: Option<Played>,
}

/// What to play next.
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
            Kept::Past(past) => past.row.contest == id,
        }
    }

    fn row(&self) -> ContestRow {
        match self {
            Kept::Live(contest) => contest.row(),
            Kept::Past(past) => past.row.clone(),
        }
    }

    fn whole(&self) -> ContestBody {
        match self {
            Kept::Live(contest) => contest.whole(),
            Kept::Past(past) => ContestBody::clone(past),
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
    ) -> Result<ContestBody, Refused> {
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
    async fn note(&self, store: &Store, whole: &ContestBody) -> Result<u64, Refused> {
        let body = Body::of(whole).to_string();
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
                past.extend(past_contest(&known.unwrap_or_default()));
            }
            let mut shelf = lock(&self.shelf);
            shelf.last = last;
            shelf.contests = past;
            Ok(())
        };
        self.read.get_or_try_init(read).await.map(|_: &()| ())
    }

    /// All contests in short, newest first.
    pub async fn list(&self, store: &Store) -> Result<Vec<ContestRow>, Refused> {
        self.read(store).await?;
        let shelf = lock(&self.shelf);
        Ok(shelf.contests.iter().map(Kept::row).collect())
    }

    /// All of a contest.
    pub async fn whole(&self, store: &Store, id: &str) -> Result<ContestBody, Refused> {
        Ok(self.find(store, id).await?.whole())
    }

    /// Stops a contest. Only its maker may.
    pub async fn stop(
        &self,
        store: &Store,
        id: &str,
        me: &Identity,
    ) -> Result<ContestBody, Refused> {
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

/// A contest from the store. One that was being played when the hall went down
/// was interrupted.
fn past_contest(stored: &str) -> Option<Kept> {
    let read = serde_json::from_str(stored);
    let mut contest: ContestBody = read
        .inspect_err(|error| tracing::error!(%error, "a contest in the store is damaged"))
        .ok()?;
    if contest.row.state == State::Running {
        contest.row.state = State::Interrupted;
        contest.row.ended = Some(contest.row.created);
    }
    Some(Kept::Past(Arc::new(contest)))
}

fn is_over() -> Refused {
    Refused::new(StatusCode::CONFLICT, "contest-over", "this contest is over")
}

impl Contest {
    /// Stops it. Only its maker may.
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
    fn row(&self) -> ContestRow {
        let floor = lock(&self.floor);
        let leaders = floor.scores.standings.iter();
        let leaders = leaders.filter(|row| row.rank == 1 && floor.counted > 0);
        ContestRow {
            contest: self.id.clone(),
            title: self.title.clone(),
            game: self.plan.game.clone(),
            options: self.plan.options.clone().into(),
            seats: self.seats.clone(),
            format: self.plan.format.name().to_owned(),
            games_each: self.plan.games,
            clock: self.clock,
            maker: shown(&self.maker),
            created: self.created,
            ended: floor.ended,
            state: floor.state,
            why: floor.why.clone(),
            played: floor.counted,
            planned: floor.games.len(),
            entrants: self.entrants.iter().map(Entrant::shown).collect(),
            leaders: leaders.map(|row| row.name.clone()).collect(),
        }
    }

    /// All of a contest.
    fn whole(&self) -> ContestBody {
        let row = self.row();
        let floor = lock(&self.floor);
        let begun = floor.games.iter().zip(1_u64..);
        let begun = begun.filter(|(game, _)| game.state != GameState::Planned);
        ContestBody {
            row,
            scores: floor.scores.clone(),
            games: begun.map(|(game, number)| game.shown(number)).collect(),
        }
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
                floor.games[game].state = GameState::Finished;
                floor.count(&self.plan);
                floor.scores = self.scores(&floor);
            }
            Err(refused) => {
                floor.games[game].state = GameState::Stopped;
                if floor.state == State::Running {
                    floor.state = State::Interrupted;
                    floor.why = Some(refused.0.reason);
                }
            }
        }
        drop(floor);
        self.changed.notify_waiters();
    }

    /// The last game is over.
    fn close(&self) {
        let mut floor = lock(&self.floor);
        if floor.state == State::Running {
            floor.state = match floor.counted == floor.games.len() {
                true => State::Finished,
                false => State::Interrupted,
            };
        }
        floor.scores = self.scores(&floor);
    }

    fn scores(&self, floor: &Floor) -> ContestScores {
        let outcome = Outcome {
            finished: floor.state == State::Finished,
            fresh: floor.counted as u64,
            standings: Standings::of(&self.plan, &floor.tally),
            tally: floor.tally.clone(),
        };
        report::scores(&Report {
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
            scores: ContestScores::default(),
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
    fn shown(&self, number: u64) -> ContestGame {
        let result = self.played.as_ref().map(|played| {
            let seats = played.seats.iter();
            ContestResult {
                places: seats.clone().map(|seat| seat.place).collect(),
                points: seats.clone().map(|seat| seat.points).collect(),
                verdicts: seats.map(|seat| seat.verdict.clone()).collect(),
                reason: played.reason.clone(),
                steps: played.steps,
            }
        });
        ContestGame {
            game: number,
            seating: self.fixture.seating.clone(),
            table: self.table.map(|table| table.to_string()),
            state: self.state,
            result,
        }
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
    whole.row.ended = Some(ended);
    let whole = Body::of(&whole).to_string();
    if let Err(error) = hub.store.settle(&over(number), &whole).await {
        tracing::warn!(%error, contest = contest.id, "a contest that is over cannot be kept");
    }
    // Only now, so that a contest that is shown as over is stored as over.
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

/// Whether this entrant sits on a seat.
fn is_on(look: &crate::live::Look<'_>, seat: u16, entrant: &Entrant) -> bool {
    match (&entrant.occupant, look.table.sitter(seat)) {
        (Occupant::Computer { player }, Some(table::Sitter::Computer(sits))) => player == sits,
        (Occupant::Person(person), _) => look
            .table
            .people()
            .on(look.table, seat)
            .is_some_and(|sits| sits.identity == person.identity),
        _ => false,
    }
}

/// The identity behind a program of a contest.
fn identity_of(person: &Person) -> store::IdentityId {
    store::IdentityId(person.identity.0)
}
