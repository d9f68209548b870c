//! Contests: every player against zombies, and the ranking of many players.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use ::game17::Game17;
use anyhow::{Context, Result};
use dice::Seed;
use game::Dice;
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::entrants::Entrants;
use super::mover::Mover;
use super::play::{self, Played, Playing};
use super::work;

/// Games are played with these players on these threads.
pub struct Contest<'a> {
    entrants: &'a Entrants,
    game: Game17,
    seed: Seed,
    // Each has movers of its own for all players. They are kept from game to
    // game, so that no module is imported more often than need be.
    workers: Vec<Vec<Box<dyn Mover>>>,
    progress: &'a ProgressBar,
    /// What every player has done so far.
    pub tallies: Vec<Tally>,
    limit: f64,
}

/// The time of a player that has had fewer turns is divided by so many.
const FEWEST_TURNS: u64 = 10;

/// What a player did in all its games.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub won: u32,
    pub turns: u64,
    /// How long it was waited for in all its games.
    pub time: Duration,
    pub void: u64,
    /// What went wrong first.
    pub problem: Option<String>,
    /// The highest mean time per turn of any game, won or not, in seconds.
    pub slowest: f64,
    pub banned: bool,
}

/// A game to be played.
struct Match {
    /// Players by their place in the list of entrants.
    players: Vec<usize>,
    /// Which draw of the contest's seed is the seed of the game.
    draw: u64,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Under the players' own numbers, with a record.
    Ranked,
    /// One player as owner 0, without a record.
    Alone,
}

impl<'a> Contest<'a> {
    /// `limit` is the mean time per turn, in seconds, above which a player is
    /// banned; 0 or less for none.
    pub fn new(
        entrants: &'a Entrants,
        game: Game17,
        seed: u64,
        threads: usize,
        limit: f64,
        progress: &'a ProgressBar,
    ) -> Contest<'a> {
        Contest {
            entrants,
            game,
            seed: Seed::from_number(seed),
            workers: (0..threads.max(1)).map(|_| entrants.movers()).collect(),
            progress,
            tallies: vec![Tally::default(); entrants.players.len()],
            limit,
        }
    }

    /// Every player plays `games` games on its own against zombies.
    pub fn vs_zombies(&mut self, games: usize) {
        self.progress
            .set_length((games * self.tallies.len()) as u64);
        for player in 0..self.tallies.len() {
            let matches: Vec<Match> = (0..games)
                .map(|game| Match {
                    players: vec![player],
                    draw: (player as u64) << 40 | game as u64,
                    kind: Kind::Alone,
                })
                .collect();
            for chunk in matches.chunks(self.at_once()) {
                for played in self.play(chunk) {
                    self.account(&[player], &played, "a game against zombies");
                    let won = played.position.winners().contains(&0);
                    self.tallies[player].won += u32::from(won);
                }
            }
        }
    }

    /// All players in `games` games; then every group of equals among
    /// themselves. Writes all files; gives groups of equals by number, best first.
    pub fn rank(&mut self, games: usize, folder: &Path) -> Result<Vec<Vec<u16>>> {
        self.progress.set_length(games as u64);
        let groups = self.battle_royale(games, folder)?;
        let wins: Vec<Tally> = self.tallies.clone();
        let mut ranks = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            // Who is banned plays no more.
            if group.len() == 1 || group.iter().any(|&player| wins[player].banned) {
                ranks.push(group.clone());
            } else {
                ranks.extend(self.round_robin(number, group, folder)?);
            }
        }
        let ranks: Vec<Vec<u16>> = ranks
            .into_iter()
            .map(|group| {
                group
                    .into_iter()
                    .map(|player| self.number(player))
                    .collect()
            })
            .collect();
        let listed: Vec<Vec<String>> = ranks
            .iter()
            .enumerate()
            .map(|(rank, group)| vec![rank.to_string(), joined(group)])
            .collect();
        write(folder, "ranks.txt", &table(&["", "players"], &listed))?;
        // What was won in the first part is what is reported.
        for (tally, before) in self.tallies.iter_mut().zip(wins) {
            tally.won = before.won;
        }
        Ok(ranks)
    }

    fn battle_royale(&mut self, games: usize, folder: &Path) -> Result<Vec<Vec<usize>>> {
        let everyone: Vec<usize> = (0..self.tallies.len()).collect();
        let mut game = 0;
        while game < games {
            let allowed = self.allowed(&everyone);
            let batch: Vec<Match> = (game..games.min(game + self.at_once()))
                .map(|game| Match {
                    players: allowed.clone(),
                    draw: game as u64,
                    kind: Kind::Ranked,
                })
                .collect();
            for played in self.play(&batch) {
                let name = format!("battle-royale-{game}.json");
                self.finish(&allowed, &played, folder, &name)?;
                game += 1;
                // Games after this one are played without whoever is banned now.
                if self.allowed(&allowed).len() < allowed.len() {
                    self.progress.set_position(game as u64);
                    break;
                }
            }
        }
        write(
            folder,
            "battle-royale-summary.txt",
            &self.summary(&everyone),
        )?;
        Ok(self.groups(&everyone))
    }

    fn round_robin(
        &mut self,
        number: usize,
        group: &[usize],
        folder: &Path,
    ) -> Result<Vec<Vec<usize>>> {
        for &player in group {
            self.tallies[player].won = 0;
            self.tallies[player].slowest = 0.0;
        }
        let pairs: Vec<Vec<usize>> = group
            .iter()
            .enumerate()
            .flat_map(|(place, &a)| group[place + 1..].iter().map(move |&b| vec![a, b]))
            .collect();
        self.progress.inc_length(pairs.len() as u64);
        let mut results: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
        for chunk in pairs.chunks(self.at_once()) {
            let matches: Vec<Match> = chunk
                .iter()
                .filter(|pair| self.allowed(pair).len() == 2)
                .map(|pair| Match {
                    players: pair.clone(),
                    draw: 1 << 63 | (pair[0] as u64) << 32 | pair[1] as u64,
                    kind: Kind::Ranked,
                })
                .collect();
            let results_of_chunk = self.play(&matches);
            for (pair, played) in matches.into_iter().zip(results_of_chunk) {
                let pair = pair.players;
                if self.allowed(&pair).len() < 2 {
                    continue;
                }
                let name = format!("{}.json", self.versus(&pair));
                let winners = self.finish(&pair, &played, folder, &name)?;
                results.insert(pair, winners);
            }
        }
        // What was played against someone who was banned later does not count.
        results.retain(|pair, _| self.allowed(pair).len() == 2);
        for &player in group {
            let won = results.values().filter(|winners| winners.contains(&player));
            self.tallies[player].won = won.count() as u32;
        }
        let listed: Vec<Vec<String>> = results
            .iter()
            .map(|(pair, winners)| {
                let winners: Vec<u16> = winners.iter().map(|&w| self.number(w)).collect();
                vec![self.versus(pair), joined(&winners)]
            })
            .collect();
        let text = table(&["", "winner"], &listed);
        write(folder, &format!("round-robin-{number}.txt"), &text)?;
        let text = self.summary(group);
        write(folder, &format!("round-robin-summary-{number}.txt"), &text)?;
        Ok(self.groups(group))
    }

    /// How many games are played before bans are looked at again. With programs
    /// that may be slow, no more than run at the same time.
    fn at_once(&self) -> usize {
        match self.entrants.all_built_in() {
            true => 64 * self.workers.len(),
            false => self.workers.len(),
        }
    }

    fn play(&mut self, matches: &[Match]) -> Vec<Played> {
        let (entrants, game, seed) = (self.entrants, &self.game, &self.seed);
        work::all(
            matches.len(),
            &mut self.workers,
            |movers, place| {
                let Match {
                    players,
                    draw,
                    kind,
                } = &matches[place];
                let mut playing: Vec<Playing<'_>> = movers
                    .iter_mut()
                    .enumerate()
                    .filter(|(player, _)| players.contains(player))
                    .map(|(player, mover)| Playing {
                        number: match kind {
                            Kind::Ranked => entrants.players[player].number,
                            Kind::Alone => 0,
                        },
                        mover: mover.as_mut(),
                    })
                    .collect();
                let seed = seed.draw(*draw).bits();
                play::play(game, &mut playing, seed, *kind == Kind::Ranked)
            },
            || self.progress.inc(1),
        )
    }

    /// Writes a game down. Gives the players that won it.
    fn finish(
        &mut self,
        players: &[usize],
        played: &Played,
        folder: &Path,
        name: &str,
    ) -> Result<Vec<usize>> {
        if let Some(record) = &played.record {
            write(folder, name, record)?;
        }
        self.account(players, played, name);
        let winners = played.position.winners();
        let won: Vec<usize> = players
            .iter()
            .copied()
            .filter(|&player| winners.contains(&self.number(player)))
            .collect();
        for &player in &won {
            self.tallies[player].won += 1;
        }
        Ok(won)
    }

    fn account(&mut self, players: &[usize], played: &Played, name: &str) {
        for (&player, account) in players.iter().zip(&played.players) {
            let tally = &mut self.tallies[player];
            tally.turns += u64::from(account.turns);
            tally.void += u64::from(account.void);
            tally.slowest = tally.slowest.max(account.mean());
            tally.time += account.time();
            // The mean of a turn or two says more about the machine than about
            // the player.
            let turns = tally.turns.max(FEWEST_TURNS);
            let mean = tally.time.as_secs_f64() / turns as f64;
            tally.banned |= self.limit > 0.0 && mean > self.limit;
            if let Some(problem) = &account.problem {
                tally
                    .problem
                    .get_or_insert_with(|| format!("in {name}: {problem}"));
            }
        }
    }

    fn allowed(&self, players: &[usize]) -> Vec<usize> {
        let allowed = players
            .iter()
            .filter(|&&player| !self.tallies[player].banned);
        allowed.copied().collect()
    }

    /// Groups of players with equally many wins, best first, the banned last.
    fn groups(&self, players: &[usize]) -> Vec<Vec<usize>> {
        let mut by_wins: BTreeMap<(bool, u32), Vec<usize>> = BTreeMap::new();
        for &player in players {
            let tally = &self.tallies[player];
            let won = if tally.banned { 0 } else { tally.won };
            by_wins
                .entry((!tally.banned, won))
                .or_default()
                .push(player);
        }
        by_wins.into_values().rev().collect()
    }

    fn number(&self, player: usize) -> u16 {
        self.entrants.players[player].number
    }

    fn versus(&self, pair: &[usize]) -> String {
        let numbers: Vec<String> = pair.iter().map(|&p| self.number(p).to_string()).collect();
        numbers.join(" vs ")
    }

    fn summary(&self, players: &[usize]) -> String {
        let listed: Vec<Vec<String>> = players
            .iter()
            .map(|&player| {
                let tally = &self.tallies[player];
                let won = match tally.banned {
                    true => "banned".to_owned(),
                    false => tally.won.to_string(),
                };
                vec![self.number(player).to_string(), won, seconds(tally.slowest)]
            })
            .collect();
        table(&["", "games won", "max time"], &listed)
    }

    /// What went wrong, player by player, for people.
    pub fn problems(&self) -> Vec<String> {
        let players = self.entrants.players.iter().zip(&self.tallies);
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

    /// All tallies, for programs.
    pub fn json(&self) -> Value {
        let players = self.entrants.players.iter().zip(&self.tallies);
        players
            .map(|(entrant, tally)| {
                json!({
                    "player": entrant.number, "name": entrant.name, "num_wins": tally.won,
                    "max_time": tally.slowest, "banned": tally.banned, "turns": tally.turns,
                    "void_turns": tally.void, "problem": tally.problem,
                })
            })
            .collect()
    }
}

/// Seconds as all files have them.
pub fn seconds(time: f64) -> String {
    format!("{time:.6}")
}

fn joined(numbers: &[u16]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u16::to_string).collect();
    numbers.join(", ")
}

/// Columns side by side; the first begins at the left, the others end at the right.
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

/// Writes a file of the contest.
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
