//! A contest as a page, as CSV, as JSON and as text, all from one [`Report`].
//!
//! The players' names come from strangers, who may try to break the page. So they are
//! [made plain](plain) everywhere, and escaped in the page.

mod csv;
mod html;
mod json;
mod text;

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use protocol::text::unseen;
use serde::Serialize;

use crate::ratings::Ratings;
use crate::schedule::Note;
use crate::{Format, Outcome, Plan, Scoring, Ties};

pub use csv::csv;
pub use html::html;
pub use json::{WholeReport, brief, scores, whole};
pub use text::{text, top};

pub use protocol::text::visible as plain;

/// The contents of a report.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// The names of the seats.
    pub seats: &'a [String],
    /// The plan.
    pub plan: &'a Plan,
    /// The contest as far as it was played.
    pub outcome: &'a Outcome,
    /// The players' ratings.
    pub ratings: &'a Ratings,
    /// The viewer of games in the page. Without it, the page links to their records.
    pub viewer: Option<Viewer>,
}

/// Shows games in a page. It follows the address: `#3` is the third game of its data.
#[derive(Clone, Debug, Default)]
pub struct Viewer {
    /// The style sheet, for elements inside one with the class `tv`.
    pub style: String,
    /// The script.
    pub script: String,
    /// The name of a function in the script. The page calls it with an element to show
    /// games in, and the data.
    pub mount: String,
    /// The games, as JSON.
    pub data: String,
    /// The numbers of these games, in the order of the data.
    pub games: Vec<u64>,
}

/// The page's file name in the folder of the contest.
pub const PAGE: &str = "report.html";

fn pretty(value: &impl Serialize) -> io::Result<String> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    Ok(text)
}

/// Writes all files into the folder of the contest: `report.html`, `report.json`,
/// `standings.json` and the tables as CSV.
pub fn write(report: &Report<'_>, folder: &Path) -> io::Result<()> {
    let mut files = vec![
        (PAGE, html(report)),
        ("report.json", pretty(&whole(report))?),
        ("standings.json", pretty(&brief(report))?),
    ];
    files.extend(csv(report));
    for (name, text) in files {
        // A reader sees either the old file or the new one.
        let draft = folder.join(format!(".{name}.draft"));
        std::fs::write(&draft, text)?;
        std::fs::rename(&draft, folder.join(name))?;
    }
    Ok(())
}

impl Report<'_> {
    fn name(&self, player: usize) -> String {
        plain(&self.plan.players[player].name)
    }

    /// Byes, broken ties and players that were set aside, in words.
    pub fn notes(&self) -> Vec<String> {
        let tally = &self.outcome.tally;
        let mut notes: Vec<String> = tally
            .notes
            .iter()
            .map(|note| match note {
                Note::Bye {
                    round,
                    player,
                    points,
                } => format!(
                    "Round {}: {} had a bye{}.",
                    round + 1,
                    self.name(*player),
                    if *points > 0.0 {
                        format!(" and got {} points", number(*points))
                    } else {
                        String::new()
                    }
                ),
                Note::Decided {
                    round,
                    winner,
                    loser,
                    by,
                } => format!(
                    "Round {}: {} and {} were level; {} went on ({}).",
                    round + 1,
                    self.name(*winner),
                    self.name(*loser),
                    self.name(*winner),
                    by.name()
                ),
            })
            .collect();
        for (player, aside) in tally.aside.iter().enumerate() {
            if let Some(aside) = aside {
                let detail = aside.detail.as_deref().map_or(String::new(), |detail| {
                    format!(": {}", plain(detail).chars().take(200).collect::<String>())
                });
                notes.push(format!(
                    "{} was set aside after game {}, its third failure in a row ({}{detail}).",
                    self.name(player),
                    aside.game + 1,
                    plain(&aside.verdict)
                ));
            }
        }
        notes
    }

    /// How games ended and how often, the most frequent first.
    fn reasons(&self) -> Vec<(String, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for game in &self.outcome.tally.counted {
            *counts.entry(&game.played.reason).or_default() += 1;
        }
        let mut reasons: Vec<(String, usize)> = counts
            .into_iter()
            .map(|(reason, count)| (plain(reason), count))
            .collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        reasons
    }

    /// The kind of contest, in one line.
    fn heading(&self) -> String {
        let games = self.outcome.tally.counted.len();
        format!(
            "{}, {}: {} players, {games} games{}",
            self.game,
            self.plan.format,
            self.plan.players.len(),
            if self.outcome.finished { "" } else { " so far" }
        )
    }
}

/// The tie-breaks of this contest with their titles, in the order in which they count.
/// Contests of 0.1 have none.
fn tie_breaks(report: &Report<'_>, ties: Option<Ties>) -> Vec<(&'static str, String)> {
    let plan = report.plan;
    if plan.scoring == Scoring::First {
        return Vec::new();
    }
    let ties = ties.unwrap_or_default();
    let told = |value: Option<f64>| value.map_or("–".to_owned(), number);
    let mut told = match plan.format {
        Format::Gauntlet => {
            let share = 100.0 * ties.share.unwrap_or_default();
            vec![("score", format!("{share:.1} %"))]
        }
        Format::Swiss => vec![
            ("Buchholz", told(ties.buchholz)),
            ("Sonn.-Berger", told(ties.berger)),
            ("head-to-head", told(ties.direct)),
        ],
        _ => Vec::new(),
    };
    told.push(("pieces/game", format!("{:.2}", ties.pieces)));
    told
}

/// Elo points for people: with a sign, and never `-0`.
pub fn elo(value: f64) -> String {
    // Adding zero turns -0 into 0.
    format!("{:+.0}", value.round() + 0.0)
}

/// A number with as many digits as it needs, at most three.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
