//! The ranking of many players, and every player against zombies.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use arena::bout::Recording;
use catalog::Codec as _;
use contest::{Fixture, Format, Outcome, Plan, Played, SeatResult, Stop};
use dice::Seed;
use game::Dice as _;
use game17::Game17;
use protocol::GameData;

use crate::entrants::Entrants;
use crate::mover::Mover;
use crate::play::{self, Account, Playing};
use crate::work;

/// The settings of a ranking.
pub struct Setup<'a> {
    /// The players.
    pub entrants: &'a Entrants,
    /// The game.
    pub game: Game17,
    /// The seed of everything random.
    pub seed: Seed,
    /// How many games run at the same time.
    pub threads: usize,
    /// The mean time of a turn, in seconds, above which a player is banned. There is no
    /// limit if this is 0 or less.
    pub limit: f64,
}

/// The results of a player in all its games.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games it won. In a ranking, only games of all players count.
    pub won: usize,
    /// How many turns it was asked for.
    pub turns: u64,
    /// Turns in which nothing moved because of a failure.
    pub void: u64,
    /// The first failure.
    pub problem: Option<String>,
    /// The highest mean time of a turn in any game, in seconds.
    pub slowest: f64,
    /// Whether it was too slow.
    pub banned: bool,
}

impl Tally {
    fn add(&mut self, account: &Account, name: &str) {
        self.turns += u64::from(account.turns);
        self.void += u64::from(account.void);
        self.slowest = self.slowest.max(account.mean());
        if let Some(problem) = &account.problem {
            self.problem
                .get_or_insert_with(|| format!("in {name}: {problem}"));
        }
    }
}

/// Called with the number of games played and the total.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Plays `games` games of each player alone against zombies.
pub fn vs_zombies(setup: &Setup<'_>, games: u64, progress: Progress<'_>) -> Vec<Tally> {
    let players = setup.entrants.players.len();
    let mut workers: Vec<_> = (0..setup.threads.max(1))
        .map(|_| setup.entrants.movers())
        .collect();
    let jobs = players * games as usize;
    let done = Mutex::new(0);
    let results = work::all(
        jobs,
        &mut workers,
        |movers, job| {
            let (player, game) = (job / games as usize, job % games as usize);
            let mut playing = [Playing {
                number: 0,
                mover: movers[player].as_mut(),
            }];
            let draw = (player as u64) << 40 | game as u64;
            let seed = Seed::from_number(setup.seed.draw(draw).bits());
            let played = play::play(&setup.game, &mut playing, &seed, Recording::No);
            let won = played.position.winners().contains(&0);
            (played.players.into_iter().next().unwrap_or_default(), won)
        },
        || {
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            *done += 1;
            progress(*done, jobs as u64);
        },
    );
    let mut tallies = vec![Tally::default(); players];
    let mut times = vec![(0, Duration::ZERO); players];
    for (job, (account, won)) in results.iter().enumerate() {
        let player = job / games as usize;
        let tally = &mut tallies[player];
        tally.add(account, "a game against zombies");
        tally.won += usize::from(*won);
        times[player].0 += u64::from(account.turns);
        times[player].1 += account.time();
    }
    for (tally, (turns, time)) in tallies.iter_mut().zip(times) {
        let limit = setup.slowest();
        tally.banned = limit.is_some_and(|limit| contest::tally::mean(turns, time) > limit);
    }
    tallies
}

/// The result of a ranking.
pub struct Ranked {
    /// The owner numbers in groups of equals, best first.
    pub groups: Vec<Vec<u16>>,
    /// The tally of each player.
    pub tallies: Vec<Tally>,
}

/// Plays `games` games of all players, then games within each group of equals. Writes
/// all files.
pub fn rank(
    setup: &Setup<'_>,
    games: u64,
    folder: &Path,
    progress: Progress<'_>,
) -> Result<Ranked> {
    let plan = setup.plan(games);
    let stage = Stage {
        setup,
        folder,
        movers: Mutex::default(),
        accounts: Mutex::default(),
    };
    let outcome = contest::run(
        &plan,
        None,
        &|fixture| stage.play(fixture),
        &|told| progress(told.done, told.planned),
        &AtomicBool::new(false),
    )?;
    stage.report(&outcome)
}

impl Setup<'_> {
    fn slowest(&self) -> Option<Duration> {
        let limit = Duration::try_from_secs_f64(self.limit).unwrap_or(Duration::MAX);
        (self.limit > 0.0).then_some(limit)
    }

    fn plan(&self, games: u64) -> Plan {
        let players = self.entrants.players.iter();
        let seats = players.len();
        let names = players.map(|entrant| entrant.number.to_string());
        Plan {
            games,
            seed: self.seed,
            slowest: self.slowest(),
            threads: self.threads,
            ..Plan::new(Game17::ID, GameData::NULL, seats, Format::Rank, names)
        }
    }

    fn number(&self, player: usize) -> u16 {
        self.entrants.players[player].number
    }

    fn numbers(&self, players: &[usize]) -> Vec<u16> {
        players.iter().map(|&player| self.number(player)).collect()
    }

    /// The name of a game, which is also its file name without the extension.
    fn name(&self, fixture: &Fixture) -> String {
        match fixture.round {
            0 => format!("battle-royale-{}", fixture.number),
            _ => {
                let numbers = self.numbers(&fixture.seating);
                let numbers: Vec<String> = numbers.iter().map(u16::to_string).collect();
                numbers.join(" vs ")
            }
        }
    }
}

/// Identifies a game by its number and its empty seats.
type Key = (u64, Vec<usize>);

/// Plays the games of a ranking.
struct Stage<'a> {
    setup: &'a Setup<'a>,
    folder: &'a Path,
    /// Movers of all players from finished games. They are reused, so that no module is
    /// imported more often than necessary.
    movers: Mutex<Vec<Vec<Box<dyn Mover>>>>,
    /// The accounts of each game, by its number and its empty seats.
    accounts: Mutex<HashMap<Key, Vec<Account>>>,
}

impl Stage<'_> {
    /// Plays a game and writes its file.
    fn play(&self, fixture: &Fixture) -> Result<Played, Stop> {
        let (setup, kept) = (self.setup, &self.movers);
        let free = kept.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut movers = free.unwrap_or_else(|| setup.entrants.movers());
        let here = |seat: usize| !fixture.absent.contains(&seat);
        let mut playing: Vec<Playing<'_>> = movers
            .iter_mut()
            .enumerate()
            .filter(|(player, _)| {
                let seat = fixture.seating.iter().position(|seated| seated == player);
                seat.is_some_and(here)
            })
            .map(|(player, mover)| Playing {
                number: setup.number(player),
                mover: mover.as_mut(),
            })
            .collect();
        let played = play::play(&setup.game, &mut playing, &fixture.seed, Recording::Yes);
        drop(playing);
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push(movers);
        drop(kept);
        let name = format!("{}.json", setup.name(fixture));
        let record = played.record.unwrap_or_default();
        write(self.folder, &name, &record).map_err(|error| Stop::Broken(format!("{error:#}")))?;
        let winners = played.position.winners();
        // Players are sorted by number, and so are their accounts.
        let mut accounts = played.players.iter();
        let seats = (0..fixture.seating.len()).map(|seat| {
            let number = setup.number(fixture.seating[seat]);
            let won = here(seat) && winners.contains(&number);
            let account = here(seat).then(|| accounts.next()).flatten();
            SeatResult {
                place: if won { 1 } else { 2 },
                points: f64::from(u8::from(won)),
                moves: account.map_or(0, |account| u64::from(account.turns)),
                wall: account.map_or(Duration::ZERO, Account::time),
                ..SeatResult::default()
            }
        });
        let result = Played {
            seats: seats.collect(),
            reason: "rounds".to_owned(),
            steps: played.rounds as usize,
            record: Some(name),
            hash: None,
        };
        let mut kept = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert((fixture.number, fixture.absent.clone()), played.players);
        Ok(result)
    }

    /// Writes the tables and returns the ranking.
    fn report(self, outcome: &Outcome) -> Result<Ranked> {
        let Stage {
            setup,
            folder,
            accounts,
            ..
        } = self;
        let tally = &outcome.tally;
        let accounts = accounts
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let all: Vec<usize> = (0..setup.entrants.players.len()).collect();
        // The tally of each player in a round, or in all rounds.
        let tallied = |round: Option<u32>| {
            let mut tallies = vec![Tally::default(); all.len()];
            for game in &tally.counted {
                let fixture = &game.fixture;
                let key = (fixture.number, fixture.absent.clone());
                let Some(accounts) = accounts.get(&key) else {
                    continue;
                };
                if round.is_some_and(|round| fixture.round != round) {
                    continue;
                }
                let seats = (0..).zip(&fixture.seating);
                let here = seats.filter(|(seat, _)| !fixture.absent.contains(seat));
                for ((_, &player), account) in here.zip(accounts) {
                    tallies[player].add(account, &format!("{}.json", setup.name(fixture)));
                }
            }
            for (player, told) in tallies.iter_mut().enumerate() {
                told.won = tally.won(round.unwrap_or(0), player);
                told.banned = tally.aside[player].is_some();
            }
            tallies
        };
        let summary = |round: u32, players: &[usize]| {
            let tallies = tallied(Some(round));
            let rows = players.iter().map(|&player| {
                let tally = &tallies[player];
                let won = if tally.banned {
                    "banned".to_owned()
                } else {
                    tally.won.to_string()
                };
                vec![
                    setup.number(player).to_string(),
                    won,
                    seconds(tally.slowest),
                ]
            });
            table(&["", "games won", "max time"], &rows.collect::<Vec<_>>())
        };
        let royale = summary(0, &all);
        write(folder, "battle-royale-summary.txt", &royale)?;
        for (round, group) in (1..).zip(&tally.groups) {
            let games = tally.counted.iter().filter(|game| {
                let mut players = game.fixture.seating.iter();
                game.fixture.round == round && players.all(|&player| tally.aside[player].is_none())
            });
            if !tally.counted.iter().any(|game| game.fixture.round == round) {
                continue;
            }
            let listed = games.map(|game| {
                let seats = game.fixture.seating.iter().zip(&game.played.seats);
                let winners = seats.filter(|(_, seat)| seat.place == 1);
                let winners: Vec<usize> = winners.map(|(&player, _)| player).collect();
                vec![setup.name(&game.fixture), joined(&setup.numbers(&winners))]
            });
            let text = table(&["", "winner"], &listed.collect::<Vec<_>>());
            let number = round - 1;
            write(folder, &format!("round-robin-{number}.txt"), &text)?;
            let text = summary(round, group);
            write(folder, &format!("round-robin-summary-{number}.txt"), &text)?;
        }
        let ranking = tally.ranking();
        let groups: Vec<Vec<u16>> = ranking.iter().map(|group| setup.numbers(group)).collect();
        let listed: Vec<Vec<String>> = groups
            .iter()
            .enumerate()
            .map(|(rank, group)| vec![rank.to_string(), joined(group)])
            .collect();
        write(folder, "ranks.txt", &table(&["", "players"], &listed))?;
        Ok(Ranked {
            groups,
            tallies: tallied(None),
        })
    }
}

/// The failures of each player, for people.
pub fn problems(entrants: &Entrants, tallies: &[Tally]) -> Vec<String> {
    let players = entrants.players.iter().zip(tallies);
    players
        .filter_map(|(entrant, tally)| {
            let problem = tally.problem.as_ref()?;
            Some(format!(
                "player {} ({}): {} of {} turns were void; first {problem}",
                entrant.number,
                entrant.name,
                tally.void,
                tally.turns.max(tally.void),
            ))
        })
        .collect()
}

/// Seconds in the format of all files.
pub fn seconds(time: f64) -> String {
    format!("{time:.6}")
}

fn joined(numbers: &[u16]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u16::to_string).collect();
    numbers.join(", ")
}

/// A table in columns. The first one is left-aligned, the others right-aligned.
pub fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = heads
        .iter()
        .enumerate()
        .map(|(column, head)| {
            let cells = rows.iter().map(|row| row[column].len());
            cells.max().unwrap_or(0).max(head.len())
        })
        .collect();
    let heads: Vec<String> = heads.iter().map(|&head| head.to_owned()).collect();
    let mut text = String::new();
    for row in std::iter::once(&heads).chain(rows) {
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            text += &match column {
                0 => format!("{cell:<width$}"),
                _ => format!("  {cell:>width$}"),
            };
        }
        text.push('\n');
    }
    text
}

/// Writes a file of the ranking.
pub fn write(folder: &Path, name: &str, text: &str) -> Result<()> {
    let path = folder.join(name);
    fs::write(&path, text).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_aligned() {
        let rows = [
            vec!["1".to_owned(), "banned".to_owned()],
            vec!["12".to_owned(), "3".to_owned()],
        ];
        assert_eq!(
            table(&["", "won"], &rows),
            "       won\n1   banned\n12       3\n"
        );
        assert_eq!(table(&["", "winner"], &[]), "  winner\n");
    }
}
