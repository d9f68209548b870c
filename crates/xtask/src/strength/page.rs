//! The page that `cargo xtask strength` writes.

use std::fmt::Write;

use anyhow::{Context, Result};
use protocol::report::{MatchPlayer, MatchReport, MatchScore};

use super::{Subject, Tuned};

/// The page with the rows measured so far.
pub struct Page<'a> {
    subjects: Vec<(&'a Subject, Vec<String>)>,
    all: usize,
}

const HEAD: &str = "# How strong the players are

Written by `cargo xtask strength`; do not edit it by hand.

Every row of the tables is one match, and the command in it repeats it. Each opening (two random moves) is played from every seat, so that no player
profits from the better side. A draw is half a point. The interval holds the true score in 95 of 100 cases (Wilson's). Openings, draws and the
players' dice follow from the seed, which is 1 unless the command says otherwise; where a player thinks for a time, the machine still has a say.

Each level should score at least 80 % against the one below.
";

const TUNING: &str = "
## How evaluations are tuned

`cargo xtask tune GAME` looks for better weights by self-play. Every player visits a fixed number of states per move and no clock decides anything, so
the same seed and arguments give the same output on any number of threads.

- **All weights at once** ({fitted}). The engine plays against itself after random openings. A logistic regression fits the weights to the results, position by quiet
  position; a weight the games say little about stays where it is. Every fifth game is held out and shows whether the fit holds for games it has not
  seen. In the end the new weights play against the old ones. The output is the table of weights as it stands in the code, ready to paste.
- **One weight at a time** ({climbed}). One parameter at a time is moved a step up, then down, and plays paired games against the best so far. A change is
  kept if its score is above a half by more than twice its standard error. In the end all changes together play against the start, in games of their
  own: believe that figure, not those of the trials, the best of which were lucky too.

Weights go into the code only if such a final match, or a `hall match` with `--sprt`, says that they are better.
";

impl<'a> Page<'a> {
    /// A page without rows, of which there will be `all`.
    pub fn new(subjects: &[&'a Subject], all: usize) -> Page<'a> {
        Page {
            subjects: subjects.iter().map(|&of| (of, Vec::new())).collect(),
            all,
        }
    }

    /// Adds the report of a match. Returns its score in words.
    pub fn add(&mut self, game: &str, command: &str, report: &MatchReport) -> Result<String> {
        let (score, row) = table_row(command, report);
        let subject = self.subjects.iter_mut().find(|(of, _)| of.id == game);
        let (_, rows) = subject.with_context(|| format!("no game {game}"))?;
        rows.push(row);
        Ok(score)
    }

    /// The whole page.
    pub fn text(&self) -> String {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (system, kind) = (std::env::consts::OS, std::env::consts::ARCH);
        let mut text = format!(
            "{HEAD}\nMeasured on {cores} cores ({kind}, {system}), a game on each at a time.\n"
        );
        let measured: usize = self.subjects.iter().map(|(_, rows)| rows.len()).sum();
        if measured < self.all {
            let all = self.all;
            _ = writeln!(text, "\n**Not complete: {measured} of {all} rows.**");
        }
        for (subject, rows) in &self.subjects {
            _ = writeln!(
                text,
                "\n## {}\n\n{}| level | what it does |\n|---|---|",
                subject.name,
                match subject.about.as_str() {
                    "" => String::new(),
                    about => format!("{about}\n\n"),
                }
            );
            for (level, does) in &subject.levels {
                _ = writeln!(text, "| `{level}` | {does} |");
            }
            if rows.is_empty() {
                continue;
            }
            text.push_str(
                "\n| players | games | score (95 %) | by side | ms per move | command |\n",
            );
            text.push_str("|---|---|---|---|---|---|\n");
            for row in rows {
                _ = writeln!(text, "{row}");
            }
        }
        let tuned = |way| {
            let subjects = self.subjects.iter().map(|(subject, _)| subject);
            let names = subjects.filter(|subject| subject.tuned == way);
            let names: Vec<&str> = names.map(|subject| subject.name.as_str()).collect();
            names.join(", ")
        };
        let tuning = TUNING.replace("{fitted}", &tuned(Tuned::Fit));
        text.push_str(&tuning.replace("{climbed}", &tuned(Tuned::Climb)));
        text
    }
}

/// The score in words, and the row of the table.
fn table_row(command: &str, report: &MatchReport) -> (String, String) {
    let (players, games) = (&report.players, report.games);
    let names: Vec<&str> = players.iter().map(|of| of.player.as_str()).collect();
    let score = match &report.duel {
        Some(duel) => score(duel),
        None => players
            .first()
            .map_or_else(String::new, |of| first(of, games)),
    };
    let sides = report.sides.iter().flatten();
    let sides: Vec<String> = sides
        .map(|(side, score)| format!("{side} {:.1} %", 100.0 * score.score))
        .collect();
    // Players with the same name have the same pace.
    let mut paces: Vec<String> = Vec::new();
    for (number, player) in players.iter().enumerate() {
        if names[..number].contains(&names[number]) {
            continue;
        }
        let pace = 1e3 * player.seconds / (player.moves as f64).max(1.0);
        paces.push(match pace {
            pace if pace < 0.095 => "< 0.1".to_owned(),
            pace => format!("{pace:.1}"),
        });
    }
    let row = format!(
        "| {} | {games} | {score} | {} | {} | `{command}` |",
        described(&names),
        sides.join(", "),
        paces.join(" / ")
    );
    (score, row)
}

fn described(names: &[&str]) -> String {
    match names {
        [one] => format!("{one}, alone among zombies"),
        [first, others @ ..] => match others {
            [second] => format!("{first} against {second}"),
            _ if others.iter().all(|other| *other == others[0]) => {
                format!("{first} against {} × {}", others.len(), others[0])
            }
            _ => format!("{first} against {}", others.join(", ")),
        },
        [] => String::new(),
    }
}

fn score(duel: &MatchScore) -> String {
    let [score, low, high] = [duel.score, duel.low, duel.high].map(|share| 100.0 * share);
    format!("{score:.1} % ({low:.1} to {high:.1})")
}

/// How often a player came first, unless there are two players.
fn first(player: &MatchPlayer, games: u64) -> String {
    let share = player.first as f64 / games.max(1) as f64;
    let (low, high) = interval(share, games);
    format!(
        "first in {:.1} % ({:.1} to {:.1}), mean place {:.2}",
        100.0 * share,
        100.0 * low,
        100.0 * high,
        player.mean_place
    )
}

/// Wilson's interval, as `hall match` prints it. Its JSON has it only for two
/// players.
fn interval(share: f64, games: u64) -> (f64, f64) {
    let (n, z) = ((games as f64).max(1.0), 1.959_964);
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn report(games: u64, players: Value) -> MatchReport {
        let report = json!({
            "game": "chess", "options": {}, "seed": 1, "games": games, "players": players,
            "ended_by": {}, "verdicts": [],
        });
        serde_json::from_value(report).unwrap()
    }

    fn scored(score: f64, low: f64, high: f64) -> MatchScore {
        MatchScore {
            won: 0,
            drawn: 0,
            lost: 0,
            score,
            low,
            high,
            elo: None,
        }
    }

    #[test]
    fn a_duel_becomes_a_row() {
        let players = json!([
            {"player": "weak", "moves": 100, "seconds": 0.2, "first": 9, "mean_place": 1.1, "states": 0},
            {"player": "random", "moves": 100, "seconds": 0.0001, "first": 1, "mean_place": 1.9, "states": 0},
        ]);
        let sides = [("black", 1.0), ("white", 0.8)];
        let sides = sides.map(|(side, score)| (side.to_owned(), scored(score, 0.0, 1.0)));
        let report = MatchReport {
            duel: Some(scored(0.9, 0.6, 0.98)),
            sides: Some(sides.into_iter().collect()),
            ..report(10, players)
        };
        let (score, row) = table_row("hall match", &report);
        assert_eq!(score, "90.0 % (60.0 to 98.0)");
        assert_eq!(
            row,
            "| weak against random | 10 | 90.0 % (60.0 to 98.0) | black 100.0 %, white 80.0 % | 2.0 / < 0.1 | `hall match` |"
        );
    }

    #[test]
    fn with_other_numbers_of_players_firsts_count() {
        let machine = json!({"player": "t800", "moves": 1, "seconds": 0, "first": 0, "mean_place": 3.0, "states": 0});
        let strong = json!({"player": "strong", "moves": 1, "seconds": 0.006, "first": 100, "mean_place": 1.0, "states": 0});
        let report = report(100, json!([strong, machine, machine, machine]));
        let (score, row) = table_row("hall match", &report);
        assert_eq!(score, "first in 100.0 % (96.3 to 100.0), mean place 1.00");
        assert!(row.contains("| strong against 3 × t800 | 100 |"), "{row}");
        assert!(row.contains("| 6.0 / < 0.1 |"), "{row}");
    }
}
