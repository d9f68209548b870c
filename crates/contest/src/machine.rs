//! A contest as a function of its plan and its games.
//!
//! It is a fold over the games in the order of their numbers. They may end in any
//! order, but nothing is decided before all games with lower numbers are known, so
//! the number of threads, and where a contest was killed, make no difference.

use std::collections::{HashMap, HashSet, VecDeque};

use super::schedule::Schedule;
use super::{ContestError, Fixture, Outcome, Plan, Played, Standings, Tally};

/// A game is known by its number and by the seats that are empty in it: when a
/// player is set aside, what was played ahead with it is played again without.
pub(crate) type Key = (u64, Vec<usize>);

/// A contest: which games come next, and what counts so far.
#[derive(Debug)]
pub struct Contest {
    plan: Plan,
    schedule: Schedule,
    tally: Tally,
    /// Games of the current stage that do not count yet, in order.
    stage: VecDeque<Fixture>,
    /// Games whose results are known and do not count yet.
    results: HashMap<Key, (Vec<usize>, Played)>,
    running: HashSet<Key>,
    over: bool,
}

impl Contest {
    /// Before the first game.
    pub fn new(plan: Plan) -> Result<Contest, ContestError> {
        Contest::resume(plan, [])
    }

    /// After these games, in any order. Of a game that is there twice, the first
    /// counts.
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

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What counts so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Whether all games were played.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Games that count so far.
    pub fn done(&self) -> u64 {
        self.tally.counted.len() as u64
    }

    /// Games there will be, as far as is known.
    pub fn planned(&self) -> u64 {
        let known = self.done() + self.stage.len() as u64;
        match self.over {
            true => known,
            false => self.schedule.planned(&self.plan).max(known),
        }
    }

    /// How the contest stands.
    pub fn standings(&self) -> Standings {
        Standings::of(&self.plan, &self.tally)
    }

    /// The contest as far as it was played, `fresh` games of it just now.
    pub fn outcome(&self, fresh: u64) -> Outcome {
        Outcome {
            finished: self.over,
            fresh,
            standings: self.standings(),
            tally: self.tally.clone(),
        }
    }

    /// The next game that is free and that `fits`. It is yours until you
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

    /// A game that was taken and is to be played another time.
    pub fn give_back(&mut self, fixture: &Fixture) {
        self.running.remove(&fixture.key());
    }

    /// A game that was taken has been played.
    pub fn finish(&mut self, fixture: &Fixture, played: Played) -> Result<(), ContestError> {
        fixture.check(&played)?;
        let key = fixture.key();
        self.running.remove(&key);
        self.results.insert(key, (fixture.seating.clone(), played));
        self.advance()
    }

    /// Counts what can be counted, and opens stage after stage.
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
