//! A contest as a function of its plan and its results.
//!
//! It folds over the games in the order of their numbers. Games may end in any order,
//! but nothing is decided before all games with lower numbers are known. So neither the
//! number of threads nor a crash changes anything.

use std::collections::{HashMap, HashSet, VecDeque};

use super::schedule::Schedule;
use super::{ContestError, Fixture, Outcome, Plan, Played, Standings, Tally};

/// A game's number and its empty seats. If a player is set aside, games that were
/// played ahead with it are played again without it.
pub(crate) type Key = (u64, Vec<usize>);

/// A contest: the games to play next, and the results that count so far.
#[derive(Debug)]
pub struct Contest {
    plan: Plan,
    schedule: Schedule,
    tally: Tally,
    /// The games of the current stage that do not count yet, in order.
    stage: VecDeque<Fixture>,
    /// The games whose results are known but do not count yet.
    results: HashMap<Key, (Vec<usize>, Played)>,
    running: HashSet<Key>,
    over: bool,
}

impl Contest {
    /// Starts a contest without results.
    pub fn new(plan: Plan) -> Result<Contest, ContestError> {
        Contest::resume(plan, [])
    }

    /// Resumes a contest after these games, in any order. If a game occurs twice, the
    /// first counts.
    pub fn resume(
        plan: Plan,
        games: impl IntoIterator<Item = (Fixture, Played)>,
    ) -> Result<Contest, ContestError> {
        plan.check()?;
        let mut results = HashMap::new();
        for (fixture, played) in games {
            let key = fixture.key();
            results.entry(key).or_insert((fixture.seating, played));
        }
        let mut contest = Contest {
            schedule: Schedule::new(&plan),
            tally: Tally::new(&plan),
            plan,
            stage: VecDeque::new(),
            results,
            running: HashSet::new(),
            over: false,
        };
        contest.advance()?;
        Ok(contest)
    }

    /// The plan of the contest.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The games that count so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Whether all games have been played.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The number of games that count so far.
    pub fn done(&self) -> u64 {
        self.tally.counted.len() as u64
    }

    /// The number of games that the contest will have, as far as is known.
    pub fn planned(&self) -> u64 {
        let known = self.done() + self.stage.len() as u64;
        if self.over {
            known
        } else {
            self.schedule.planned(&self.plan).max(known)
        }
    }

    /// The current standings.
    pub fn standings(&self) -> Standings {
        Standings::of(&self.plan, &self.tally)
    }

    /// The contest as far as it has been played; `fresh` of its games were played just
    /// now.
    pub fn outcome(&self, fresh: u64) -> Outcome {
        Outcome {
            finished: self.over,
            fresh,
            standings: self.standings(),
            tally: self.tally.clone(),
        }
    }

    /// Takes the next free game that `fits`. It stays yours until you
    /// [`finish`](Contest::finish) it or [give it back](Contest::give_back).
    pub fn take(&mut self, fits: impl Fn(&Fixture) -> bool) -> Option<Fixture> {
        let games = self.stage.iter().map(|fixture| self.tally.seated(fixture));
        let found = games
            .filter(|fixture| !self.tally.is_forfeit(&self.plan, fixture))
            .find(|fixture| {
                let key = fixture.key();
                !self.running.contains(&key) && !self.results.contains_key(&key) && fits(fixture)
            })?;
        self.running.insert(found.key());
        Some(found)
    }

    /// Returns a game that you took but did not play.
    pub fn give_back(&mut self, fixture: &Fixture) {
        self.running.remove(&fixture.key());
    }

    /// Enters the result of a game that you took.
    pub fn finish(&mut self, fixture: &Fixture, played: Played) -> Result<(), ContestError> {
        fixture.check(&played)?;
        let key = fixture.key();
        self.running.remove(&key);
        self.results.insert(key, (fixture.seating.clone(), played));
        self.advance()
    }

    /// Counts all games that can be counted, and opens stage after stage.
    fn advance(&mut self) -> Result<(), ContestError> {
        while !self.over {
            let mut counted = 0;
            while let Some(fixture) = self.stage.get(counted) {
                if self.tally.is_decided() {
                    break;
                }
                let fixture = self.tally.seated(fixture);
                if self.tally.is_forfeit(&self.plan, &fixture) {
                    self.tally.forfeit(&self.plan, fixture);
                } else {
                    let Some((seating, played)) = self.results.remove(&fixture.key()) else {
                        break;
                    };
                    if seating != fixture.seating || played.seats.len() != fixture.seating.len() {
                        let what = format!(
                            "the journal has it with the players {seating:?}, the schedule with {:?}",
                            fixture.seating
                        );
                        return Err(ContestError::Broken {
                            game: fixture.number,
                            what,
                        });
                    }
                    self.tally.count(&self.plan, fixture, played);
                }
                counted += 1;
            }
            self.stage.drain(..counted);
            if self.tally.is_decided() {
                self.stage.clear();
            } else if self.stage.len() > self.schedule.ahead(&self.plan) {
                break;
            }
            match self.schedule.next(&self.plan, &mut self.tally) {
                Some(games) => self.stage.extend(games),
                None if self.stage.is_empty() => self.over = true,
                None => break,
            }
        }
        Ok(())
    }
}
