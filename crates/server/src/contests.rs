//! Contests of computers and connected programs.
//!
//! Every game of a contest is an ordinary public table: it can be watched, and
//! it has a record. Pairings, standings and ratings come from [`arena`], as for
//! contests on the command line. The store has every contest as it began, and then
//! as it ended, and its journal. One that was being played when the hall went down goes on
//! when the hall is back; games that had not ended are played again.
//!
//! | module | contents |
//! |---|---|
//! | `entry` | a new contest, or why it is refused |
//! | `playing` | one game at its table |
//! | `journal` | what is stored of a contest, and how it goes on |

mod entry;
mod journal;
mod playing;

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::StatusCode;
use contest::report::{self, Report};
use contest::{self, Fixture, Plan, Played};
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

/// Games of one contest that are played at the same time.
const AT_ONCE: usize = 2;
/// Contests that are played at the same time.
const MOST_RUNNING: usize = 4;
/// Contests that are remembered.
const KEPT: usize = 100;

/// The contests of a hall.
#[derive(Default)]
pub(crate) struct Contests {
    /// The last contests, newest first.
    shelf: Mutex<VecDeque<Kept>>,
    /// Whether the shelf has what the store knows.
    read: OnceCell<()>,
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
    /// Until then, games of programs that are not connected wait for them.
    waits_until: u64,
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
    /// What comes next and what counts.
    machine: contest::Contest,
    /// The games that were begun or forfeited, by number.
    games: BTreeMap<u64, Game>,
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

    /// Puts a contest on the shelf, if it can be played now.
    fn admit(&self, contest: &Arc<Contest>) -> Result<(), Refused> {
        let mut shelf = lock(&self.shelf);
        let running: Vec<&Arc<Contest>> = shelf.iter().filter_map(Kept::running).collect();
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

    /// Reads the newest contests from the store, once, and goes on with those that were
    /// being played.
    pub async fn read(&self, hub: &Arc<Hub>) -> Result<(), Refused> {
        let read = async || {
            let known = hub.store.contests(KEPT as u32).await?;
            let mut shelf = VecDeque::new();
            for kept in known.iter().filter_map(|known| stored(known)) {
                let running = kept.row.state == State::Running;
                let restored = match running {
                    true => journal::restored(hub, &kept).await?,
                    false => None,
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

    /// All contests in short, newest first.
    pub async fn list(&self, hub: &Arc<Hub>) -> Result<Vec<ContestRow>, Refused> {
        self.read(hub).await?;
        Ok(lock(&self.shelf).iter().map(Kept::row).collect())
    }

    /// All of a contest.
    pub async fn whole(&self, hub: &Arc<Hub>, id: &str) -> Result<ContestBody, Refused> {
        Ok(self.find(hub, id).await?.whole())
    }

    /// Stops a contest. Only its maker may.
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
                "there is no such contest",
            )
        })
    }
}

/// Keeps a contest as it stands.
async fn keep(store: &Store, whole: &ContestBody) -> Result<(), store::Error> {
    let row = &whole.row;
    let body = Body::of(whole).to_string();
    store.keep_contest(&row.contest, row.created, &body).await
}

/// A contest from the store.
fn stored(kept: &str) -> Option<ContestBody> {
    let read = serde_json::from_str(kept);
    read.inspect_err(|error| tracing::error!(%error, "a contest in the store is damaged"))
        .ok()
}

/// A contest that is over. One that was being played when the hall went down, and that
/// cannot go on, was interrupted.
fn past_contest(mut contest: ContestBody) -> Kept {
    if contest.row.state == State::Running {
        contest.row.state = State::Interrupted;
        contest.row.ended = Some(contest.row.created);
    }
    Kept::Past(Arc::new(contest))
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

    /// All of a contest.
    fn whole(&self) -> ContestBody {
        let row = self.row();
        let floor = lock(&self.floor);
        ContestBody {
            row,
            scores: floor.scores.clone(),
            games: floor.games.values().map(Game::shown).collect(),
        }
    }

    /// The next game that can be played now.
    fn take(&self, hub: &Hub) -> Next {
        let mut floor = lock(&self.floor);
        if floor.state != State::Running || floor.machine.is_over() {
            return Next::Nothing;
        }
        // A program plays one game at a time: its clock is to be its own.
        let running = floor.games.values();
        let busy: HashSet<usize> = running
            .filter(|game| game.state == GameState::Running)
            .flat_map(|game| game.fixture.seating.iter().copied())
            .filter(|&player| self.entrants[player].program().is_some())
            .collect();
        // After a restart, programs get time to come back.
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

    /// A game has its table.
    fn seated(&self, game: u64, table: TableId) {
        if let Some(game) = lock(&self.floor).games.get_mut(&game) {
            game.table = Some(table);
        }
    }

    /// A game has ended.
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
                Err(refused.0.reason)
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

    /// The last game is over.
    fn close(&self) {
        let mut floor = lock(&self.floor);
        if floor.state == State::Running {
            floor.state = match floor.machine.is_over() {
                true => State::Finished,
                false => State::Interrupted,
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

    /// Shows the games that count without having been played.
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
        // One that panics leaves a game that does not count: the contest is
        // shown as interrupted.
        closing |= matches!(player.await, Ok(End::Closing));
    }
    if closing && contest.is_running() {
        // It goes on when the hall is opened again.
        return;
    }
    contest.close();
    let ended = hub.time.now();
    let mut whole = contest.whole();
    whole.row.ended = Some(ended);
    if let Err(error) = keep(&hub.store, &whole).await {
        tracing::warn!(%error, contest = contest.id, "a contest that is over cannot be kept");
    }
    // Only now, so that a contest that is shown as over is stored as over.
    lock(&contest.floor).ended = Some(ended);
}

/// Why no more games are played.
#[derive(PartialEq, Eq)]
enum End {
    /// There are none.
    Over,
    /// The hall closes.
    Closing,
}

/// Plays one game after the other.
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
            // It goes on when another game has ended, or when a program is back.
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
