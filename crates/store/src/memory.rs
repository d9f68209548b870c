//! The store in memory: for tests and for trying things out.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::Error;
use crate::model::{
    Append, Event, Finish, GameResult, Identity, IdentityId, Leader, Listed, Listing, Outcome,
    Rating, Summary, TableId,
};

/// All data, behind one lock.
#[derive(Default)]
pub(crate) struct Memory(Mutex<State>);

#[derive(Default)]
struct State {
    closed: bool,
    logs: HashMap<TableId, Vec<Event>>,
    tables: HashMap<TableId, Summary>,
    identities: HashMap<IdentityId, Identity>,
    secrets: HashMap<[u8; 32], IdentityId>,
    results: HashMap<TableId, GameResult>,
    ratings: BTreeMap<(String, IdentityId), Rating>,
    /// When each contest began, and its current state.
    contests: HashMap<String, (u64, String)>,
    contest_lines: HashMap<String, Vec<String>>,
    settled: HashMap<String, String>,
}

impl Memory {
    fn state(&self) -> Result<MutexGuard<'_, State>, Error> {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.closed {
            return Err(Error::Closed);
        }
        Ok(state)
    }

    pub(crate) fn close(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.closed = true;
    }

    pub(crate) fn append(&self, append: Append) -> Result<Outcome, Error> {
        Ok(self.state()?.append(append))
    }

    pub(crate) fn read(&self, table: TableId, from: u64, limit: u32) -> Result<Vec<Event>, Error> {
        let state = self.state()?;
        let log = state.logs.get(&table).map_or(&[][..], Vec::as_slice);
        let from = log.partition_point(|event| event.seq < from);
        let rest = log[from..].iter();
        Ok(rest.take(limit as usize).cloned().collect())
    }

    pub(crate) fn next_seq(&self, table: TableId) -> Result<u64, Error> {
        Ok(self.state()?.next_seq(table))
    }

    pub(crate) fn table(&self, id: TableId) -> Result<Option<Listed>, Error> {
        let state = self.state()?;
        Ok(state
            .tables
            .get(&id)
            .cloned()
            .map(|summary| Listed { id, summary }))
    }

    pub(crate) fn tables(&self, listing: &Listing) -> Result<Vec<Listed>, Error> {
        let state = self.state()?;
        let fits = |id: TableId, summary: &Summary| {
            summary.phase == listing.phase
                && listing.access.is_none_or(|access| summary.access == access)
                && listing
                    .game
                    .as_ref()
                    .is_none_or(|game| summary.game == *game)
                && listing
                    .after
                    .is_none_or(|after| (summary.created_ms, id) < after)
        };
        let mut listed: Vec<_> = state
            .tables
            .iter()
            .filter(|(id, summary)| fits(**id, summary))
            .map(|(id, summary)| Listed {
                id: *id,
                summary: summary.clone(),
            })
            .collect();
        listed.sort_by_key(|listed| Reverse((listed.summary.created_ms, listed.id)));
        listed.truncate(listing.limit as usize);
        Ok(listed)
    }

    pub(crate) fn add_identity(&self, identity: Identity) -> Result<bool, Error> {
        let mut state = self.state()?;
        if let Some(known) = state.identities.get(&identity.id) {
            return Ok(known.secret_hash == identity.secret_hash);
        }
        if state.secrets.contains_key(&identity.secret_hash) {
            return Ok(false);
        }
        state.secrets.insert(identity.secret_hash, identity.id);
        state.identities.insert(identity.id, identity);
        Ok(true)
    }

    pub(crate) fn identity(&self, id: IdentityId) -> Result<Option<Identity>, Error> {
        Ok(self.state()?.identities.get(&id).cloned())
    }

    pub(crate) fn identity_by_secret(&self, hash: &[u8; 32]) -> Result<Option<Identity>, Error> {
        let state = self.state()?;
        let id = state.secrets.get(hash);
        Ok(id.and_then(|id| state.identities.get(id)).cloned())
    }

    pub(crate) fn rename(&self, id: IdentityId, name: &str) -> Result<bool, Error> {
        let mut state = self.state()?;
        let identity = state.identities.get_mut(&id);
        Ok(identity
            .map(|identity| name.clone_into(&mut identity.name))
            .is_some())
    }

    pub(crate) fn result(&self, table: TableId) -> Result<Option<GameResult>, Error> {
        Ok(self.state()?.results.get(&table).cloned())
    }

    pub(crate) fn results(
        &self,
        game: &str,
        after: Option<(u64, TableId)>,
        limit: u32,
    ) -> Result<Vec<(TableId, GameResult)>, Error> {
        let state = self.state()?;
        let mut results: Vec<_> = state
            .results
            .iter()
            .filter(|(_, result)| result.game == game)
            .filter(|(table, result)| after.is_none_or(|after| (result.ended_ms, **table) > after))
            .map(|(table, result)| (*table, result.clone()))
            .collect();
        results.sort_by_key(|(table, result)| (result.ended_ms, *table));
        results.truncate(limit as usize);
        Ok(results)
    }

    pub(crate) fn ratings(
        &self,
        game: &str,
        identities: &[IdentityId],
    ) -> Result<Vec<Rating>, Error> {
        let state = self.state()?;
        let rating = |id: &IdentityId| state.ratings.get(&(game.to_owned(), *id)).cloned();
        Ok(identities.iter().filter_map(rating).collect())
    }

    pub(crate) fn leaders(
        &self,
        game: &str,
        least_games: u64,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<Leader>, Error> {
        let state = self.state()?;
        let mut ratings: Vec<_> = state
            .ratings
            .iter()
            .filter(|((of, _), rating)| of == game && rating.games >= least_games)
            .map(|(_, rating)| rating)
            .collect();
        // The sort is stable, so equal values stay in the order of the identities.
        ratings.sort_by(|a, b| b.value.total_cmp(&a.value));
        let leader = |rating: &Rating| Leader {
            name: state
                .identities
                .get(&rating.identity)
                .map(|known| known.name.clone()),
            rating: rating.clone(),
        };
        let page = ratings.into_iter().skip(skip as usize).take(limit as usize);
        Ok(page.map(leader).collect())
    }

    pub(crate) fn keep_contest(&self, id: &str, begun_ms: u64, body: &str) -> Result<(), Error> {
        let kept = (begun_ms, body.to_owned());
        self.state()?.contests.insert(id.to_owned(), kept);
        Ok(())
    }

    pub(crate) fn add_contest_line(&self, id: &str, line: &str) -> Result<(), Error> {
        let mut state = self.state()?;
        let lines = state.contest_lines.entry(id.to_owned()).or_default();
        lines.push(line.to_owned());
        Ok(())
    }

    pub(crate) fn contest_lines(&self, id: &str) -> Result<Vec<String>, Error> {
        let state = self.state()?;
        Ok(state.contest_lines.get(id).cloned().unwrap_or_default())
    }

    pub(crate) fn contest(&self, id: &str) -> Result<Option<String>, Error> {
        let state = self.state()?;
        Ok(state.contests.get(id).map(|(_, body)| body.clone()))
    }

    pub(crate) fn contests(&self, limit: u32) -> Result<Vec<String>, Error> {
        let state = self.state()?;
        let mut contests: Vec<_> = state.contests.iter().collect();
        contests.sort_by_key(|(id, (begun_ms, _))| (Reverse(*begun_ms), *id));
        let newest = contests.into_iter().take(limit as usize);
        Ok(newest.map(|(_, (_, body))| body.clone()).collect())
    }

    pub(crate) fn settle(&self, name: &str, value: &str) -> Result<String, Error> {
        let mut state = self.state()?;
        let settled = state.settled.entry(name.to_owned());
        Ok(settled.or_insert_with(|| value.to_owned()).clone())
    }

    pub(crate) fn settled(&self, name: &str) -> Result<Option<String>, Error> {
        Ok(self.state()?.settled.get(name).cloned())
    }
}

impl State {
    fn next_seq(&self, table: TableId) -> u64 {
        self.logs.get(&table).map_or(0, Vec::len) as u64 + 1
    }

    fn append(&mut self, append: Append) -> Outcome {
        let table = append.table;
        let next = self.next_seq(table);
        if next != append.expected {
            return Outcome::Conflict { next };
        }
        let finish = append.finish.filter(|_| !self.results.contains_key(&table));
        if finish.as_ref().is_some_and(|finish| self.outruns(finish)) {
            return Outcome::Outrun;
        }
        let log = self.logs.entry(table).or_default();
        for (event, seq) in append.events.into_iter().zip(next..) {
            log.push(Event {
                seq,
                at_ms: event.at_ms,
                body: event.body,
            });
        }
        if let Some(mut summary) = append.summary {
            if let Some(first) = self.tables.remove(&table) {
                summary.game = first.game;
                summary.created_ms = first.created_ms;
            }
            self.tables.insert(table, summary);
        }
        if let Some(finish) = finish {
            for rating in finish.ratings {
                let key = (finish.result.game.clone(), rating.identity);
                self.ratings.insert(key, rating);
            }
            self.results.insert(table, finish.result);
        }
        Outcome::Appended { first: next }
    }

    fn outruns(&self, finish: &Finish) -> bool {
        finish.ratings.iter().any(|rating| {
            let key = (finish.result.game.clone(), rating.identity);
            let games = self.ratings.get(&key).map_or(0, |rating| rating.games);
            games + 1 != rating.games
        })
    }
}
