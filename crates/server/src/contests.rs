//! Contests of computer players and connected bots.
//!
//! Every game of a contest is played at an ordinary public table: you can watch it, and
//! it has a record. Pairings, standings and ratings come from [`contest`], as for
//! contests on the command line. The store keeps each contest as it began, its journal,
//! and finally the contest as it ended. If the hall goes down during a contest, it
//! resumes the contest later; games that had not ended are played again.
//!
//! | module | contents |
//! |---|---|
//! | `entry` | a new contest, or why it is refused |
//! | `playing` | one game at its table |
//! | `journal` | a contest's journal in the store, and how a contest resumes |

mod entry;
mod journal;
mod playing;

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::StatusCode;
use contest::report::{self, Report};
use contest::{self, Fixture, Plan, Played};
use game::message;
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
use journal::Line;

/// How many games of one contest are played at the same time.
const AT_ONCE: usize = 2;
/// How many contests run at the same time.
const MOST_RUNNING: usize = 4;
/// How many contests the hall keeps in memory.
const KEPT: usize = 100;

/// The contests of a hall.
#[derive(Default)]
pub(crate) struct Contests {
    /// The latest contests, newest first.
    shelf: Mutex<VecDeque<Kept>>,
    /// Set when the shelf has been filled from the store.
    read: OnceCell<()>,
}

/// A contest of this run of the hall, or an earlier one.
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
    /// The names of the seats.
    seats: Vec<String>,
    plan: Plan,
    /// Until this time, games wait for bots that are not connected.
    waits_until: u64,
    floor: Mutex<Floor>,
    changed: Notify,
}

/// An entrant with a unique name.
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

/// The parts of a contest that change.
struct Floor {
    state: State,
    /// Why it was interrupted, in a sentence.
    why: Option<String>,
    ended: Option<u64>,
    /// Decides which games are next and which results count.
    machine: contest::Contest,
    /// Games that have begun or were forfeited, by number.
    games: BTreeMap<u64, Game>,
    /// Standings, crosstable and ratings from the games that count.
    scores: ContestScores,
}

/// A game of a contest.
struct Game {
    fixture: Fixture,
    table: Option<TableId>,
    state: GameState,
    played: Option<Played>,
}

/// What to do next.
enum Next {
    Game(Fixture),
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
        self.read(hub).await?;
        let contest = Arc::new(entry::contest(hub, me, new)?);
        self.admit(&contest)?;
        let whole = contest.whole();
        let kept = async {
            contest.begin_journal(hub).await?;
            keep(&hub.store, &whole).await
        };
        if let Err(error) = kept.await {
            lock(&self.shelf).retain(|kept| !kept.has_id(&contest.id));
            return Err(error.into());
        }
        tokio::spawn(run(hub.clone(), contest));
        Ok(whole)
    }

    /// Puts a contest on the shelf if it may run now.
    fn admit(&self, contest: &Arc<Contest>) -> Result<(), Refused> {
        let mut shelf = lock(&self.shelf);
        let running: Vec<&Arc<Contest>> = shelf.iter().filter_map(Kept::running).collect();
        let conflict = |code, message| Err(Refused::new(StatusCode::CONFLICT, code, message));
        if let Some(own) = running.iter().find(|one| one.maker.id == contest.maker.id) {
            let title = format!("{:?}", own.title);
            return conflict("contest-running", message!("contest.running", title));
        }
        if running.len() >= MOST_RUNNING {
            let reason = message!("contest.most", most = MOST_RUNNING);
            return conflict("contests-running", reason);
        }
        let mut entered = running.iter().flat_map(|one| &one.entrants);
        if let Some(busy) = entered.find_map(|other| {
            let other = other.program()?;
            let mut programs = contest.entrants.iter().filter_map(Entrant::program);
            programs.find(|program| program.identity == other.identity)
        }) {
            let name = busy.name.clone();
            return conflict("in-contest", message!("contest.busy", name));
        }
        shelf.push_front(Kept::Live(contest.clone()));
        while shelf.len() > KEPT {
            let mut oldest = shelf.iter().rev();
            let Some(back) = oldest.position(|kept| kept.running().is_none()) else {
                break;
            };
            let at = shelf.len() - 1 - back;
            shelf.remove(at);
        }
        Ok(())
    }

    /// Reads the newest contests from the store, once, and resumes those that were
    /// running.
    pub async fn read(&self, hub: &Arc<Hub>) -> Result<(), Refused> {
        let read = async || {
            let known = hub.store.contests(KEPT as u32).await?;
            let mut shelf = VecDeque::new();
            for kept in known.iter().filter_map(|known| stored(known)) {
                let running = kept.row.state == State::Running;
                let restored = if running {
                    journal::restored(hub, &kept).await?
                } else {
                    None
                };
                shelf.push_back(match restored {
                    Some((contest, tables)) => {
                        let contest = Arc::new(contest);
                        let going_on = (hub.clone(), contest.clone());
                        tokio::spawn(async move {
                            let (hub, contest) = going_on;
                            journal::abort(&hub, tables).await;
                            run(hub, contest).await;
                        });
                        Kept::Live(contest)
                    }
                    None => past_contest(kept),
                });
            }
            *lock(&self.shelf) = shelf;
            Ok(())
        };
        self.read.get_or_try_init(read).await.map(|_: &()| ())
    }

    /// The rows of all contests, newest first.
    pub async fn list(&self, hub: &Arc<Hub>) -> Result<Vec<ContestRow>, Refused> {
        self.read(hub).await?;
        Ok(lock(&self.shelf).iter().map(Kept::row).collect())
    }

    /// A contest with its standings and games.
    pub async fn whole(&self, hub: &Arc<Hub>, id: &str) -> Result<ContestBody, Refused> {
        Ok(self.find(hub, id).await?.whole())
    }

    /// Stops a contest. Only the player who started it may.
    pub async fn stop(
        &self,
        hub: &Arc<Hub>,
        id: &str,
        me: &Identity,
    ) -> Result<ContestBody, Refused> {
        match self.find(hub, id).await? {
            Kept::Live(contest) => {
                contest.stop(me)?;
                Ok(contest.whole())
            }
            Kept::Past(_) => Err(is_over()),
        }
    }

    async fn find(&self, hub: &Arc<Hub>, id: &str) -> Result<Kept, Refused> {
        self.read(hub).await?;
        let found = lock(&self.shelf)
            .iter()
            .find(|kept| kept.has_id(id))
            .cloned();
        if let Some(found) = found {
            return Ok(found);
        }
        let known = hub.store.contest(id).await?;
        let known = known.and_then(|known| stored(&known)).map(past_contest);
        known.ok_or_else(|| {
            Refused::new(
                StatusCode::NOT_FOUND,
                "no-contest",
                message!("contest.none"),
            )
        })
    }
}

/// Stores a contest in its current state.
async fn keep(store: &Store, whole: &ContestBody) -> Result<(), store::Error> {
    let row = &whole.row;
    let body = Body::of(whole).to_string();
    store.keep_contest(&row.contest, row.created, &body).await
}

/// Parses a contest from the store.
fn stored(kept: &str) -> Option<ContestBody> {
    let read = serde_json::from_str(kept);
    read.inspect_err(|error| tracing::error!(%error, "a contest in the store is damaged"))
        .ok()
}

/// A contest that is over. If the hall went down during it and it cannot resume, it was
/// interrupted.
fn past_contest(mut contest: ContestBody) -> Kept {
    if contest.row.state == State::Running {
        contest.row.state = State::Interrupted;
        contest.row.ended = Some(contest.row.created);
    }
    Kept::Past(Arc::new(contest))
}

fn is_over() -> Refused {
    Refused::new(
        StatusCode::CONFLICT,
        "contest-over",
        message!("contest.over"),
    )
}

impl Contest {
    /// Stops the contest. Only the player who started it may.
    fn stop(&self, me: &Identity) -> Result<(), Refused> {
        if me.id != self.maker.id {
            return Err(Refused::new(
                StatusCode::FORBIDDEN,
                "not-maker",
                message!("contest.not-maker", name = self.maker.name.clone()),
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

    /// The contest as the list shows it.
    fn row(&self) -> ContestRow {
        let floor = lock(&self.floor);
        let leaders = floor.scores.standings.iter();
        let leaders = leaders.filter(|row| row.rank == 1 && floor.machine.done() > 0);
        ContestRow {
            contest: self.id.clone(),
            title: self.title.clone(),
            game: self.plan.game.clone(),
            options: self.plan.options.clone(),
            seats: self.seats.clone(),
            format: self.plan.format.name().to_owned(),
            games_each: self.plan.games,
            clock: self.clock,
            maker: shown(&self.maker),
            created: self.created,
            ended: floor.ended,
            state: floor.state,
            why: floor.why.clone(),
            played: floor.machine.done() as usize,
            planned: floor.machine.planned() as usize,
            entrants: self.entrants.iter().map(Entrant::shown).collect(),
            leaders: leaders.map(|row| row.name.clone()).collect(),
        }
    }

    /// The contest with its standings and games.
    fn whole(&self) -> ContestBody {
        let row = self.row();
        let floor = lock(&self.floor);
        ContestBody {
            row,
            scores: floor.scores.clone(),
            games: floor.games.values().map(Game::shown).collect(),
        }
    }

    /// Takes the next game that can be played now.
    fn take(&self, hub: &Hub) -> Next {
        let mut floor = lock(&self.floor);
        if floor.state != State::Running || floor.machine.is_over() {
            return Next::Nothing;
        }
        // A bot plays one game at a time, so that it has its clock to itself.
        let running = floor.games.values();
        let busy: HashSet<usize> = running
            .filter(|game| game.state == GameState::Running)
            .flat_map(|game| game.fixture.seating.iter().copied())
            .filter(|&player| self.entrants[player].program().is_some())
            .collect();
        // After a restart, bots get time to reconnect.
        let waits = hub.time.now() < self.waits_until;
        let back = |player: usize| {
            let program = self.entrants[player].program();
            !waits || program.is_none_or(|who| hub.is_connected(identity_of(who)))
        };
        let free = |fixture: &Fixture| {
            let mut players = fixture.seating.iter();
            players.all(|&player| !busy.contains(&player) && back(player))
        };
        let Some(fixture) = floor.machine.take(free) else {
            return Next::Wait;
        };
        let game = Game {
            fixture: fixture.clone(),
            table: None,
            state: GameState::Running,
            played: None,
        };
        floor.games.insert(fixture.number, game);
        Next::Game(fixture)
    }

    /// Notes the table of a game.
    fn seated(&self, game: u64, table: TableId) {
        if let Some(game) = lock(&self.floor).games.get_mut(&game) {
            game.table = Some(table);
        }
    }

    /// Notes the end of a game.
    fn over(&self, fixture: &Fixture, played: Result<Played, Refused>) {
        let mut floor = lock(&self.floor);
        let counted = match played {
            Ok(played) => {
                if let Some(game) = floor.games.get_mut(&fixture.number) {
                    game.played = Some(played.clone());
                    game.state = GameState::Finished;
                }
                let counted = floor.machine.finish(fixture, played);
                counted.map_err(|error| error.to_string())
            }
            Err(refused) => {
                floor.machine.give_back(fixture);
                if let Some(game) = floor.games.get_mut(&fixture.number) {
                    game.state = GameState::Stopped;
                }
                Err(refused.reason())
            }
        };
        match counted {
            Ok(()) => floor.scores = self.scores(&floor),
            Err(why) if floor.state == State::Running => {
                floor.state = State::Interrupted;
                floor.why = Some(why);
            }
            Err(_) => {}
        }
        floor.note_forfeits();
        drop(floor);
        self.changed.notify_waiters();
    }

    /// Notes the end of the contest.
    fn close(&self) {
        let mut floor = lock(&self.floor);
        if floor.state == State::Running {
            floor.state = if floor.machine.is_over() {
                State::Finished
            } else {
                State::Interrupted
            };
        }
        floor.scores = self.scores(&floor);
    }

    fn scores(&self, floor: &Floor) -> ContestScores {
        report::scores(&Report {
            game: &self.plan.game,
            seats: &self.seats,
            plan: &self.plan,
            ratings: &contest::ratings::of(&self.plan, floor.machine.tally()),
            outcome: &floor.machine.outcome(floor.machine.done()),
            viewer: None,
        })
    }
}

impl Floor {
    fn new(machine: contest::Contest) -> Floor {
        Floor {
            state: State::Running,
            why: None,
            ended: None,
            machine,
            games: BTreeMap::new(),
            scores: ContestScores::default(),
        }
    }

    /// Shows the games that count although they were not played.
    fn note_forfeits(&mut self) {
        let counted = self.machine.tally().counted.iter();
        for game in counted.filter(|game| game.forfeit) {
            self.games.entry(game.fixture.number).or_insert(Game {
                fixture: game.fixture.clone(),
                table: None,
                state: GameState::Forfeit,
                played: Some(game.played.clone()),
            });
        }
    }
}

impl Game {
    fn shown(&self) -> ContestGame {
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
            game: self.fixture.number + 1,
            seating: self.fixture.seating.clone(),
            table: self.table.map(|table| table.to_string()),
            state: self.state,
            result,
        }
    }
}

/// Plays a contest to its end.
async fn run(hub: Arc<Hub>, contest: Arc<Contest>) {
    let players: Vec<_> = (0..AT_ONCE)
        .map(|_| tokio::spawn(play(hub.clone(), contest.clone())))
        .collect();
    let mut closing = false;
    for player in players {
        // If it panics, its game does not count, and the contest is shown as interrupted.
        closing |= matches!(player.await, Ok(End::Closing));
    }
    if closing && contest.is_running() {
        // The contest resumes when the hall starts again.
        return;
    }
    contest.close();
    let ended = hub.time.now();
    let mut whole = contest.whole();
    whole.row.ended = Some(ended);
    if let Err(error) = keep(&hub.store, &whole).await {
        tracing::warn!(%error, contest = contest.id, "a contest that is over cannot be kept");
    }
    // Set last, so that a contest that is shown as over is also stored as over.
    lock(&contest.floor).ended = Some(ended);
}

/// Why a player of games has stopped.
#[derive(PartialEq, Eq)]
enum End {
    /// There are no more games.
    Over,
    /// The hall is closing.
    Closing,
}

/// Plays one game after another.
async fn play(hub: Arc<Hub>, contest: Arc<Contest>) -> End {
    loop {
        let changed = contest.changed.notified();
        let arrived = hub.arrivals.notified();
        match contest.take(&hub) {
            Next::Game(fixture) => {
                let mut played = playing::play(&hub, &contest, &fixture).await;
                // Stored before it counts.
                if let Ok(result) = &played {
                    let line = Line::Played {
                        game: fixture.clone(),
                        played: result.clone(),
                    };
                    if let Err(error) = contest.note(&hub, &line).await {
                        played = Err(error.into());
                    }
                }
                if matches!(&played, Err(refused) if refused.is_closing()) {
                    return End::Closing;
                }
                contest.over(&fixture, played);
            }
            // Wait until another game ends or a bot reconnects.
            Next::Wait => {
                let left = contest.waits_until.saturating_sub(hub.time.now());
                let patience = match left {
                    0 => Duration::from_secs(86_400),
                    left => Duration::from_millis(left),
                };
                tokio::select! {
                    () = changed => {}
                    () = arrived => {}
                    () = tokio::time::sleep(patience) => {}
                }
            }
            Next::Nothing => return End::Over,
        }
    }
}

/// Whether this entrant has the seat.
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

/// The identity of a bot in a contest.
fn identity_of(person: &Person) -> store::IdentityId {
    store::IdentityId(person.identity.0)
}
