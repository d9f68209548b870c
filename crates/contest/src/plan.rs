//! All that defines a contest.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use dice::Seed;
use protocol::GameData;
use protocol::text::visible;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::statistics::Sprt;
use crate::{ContestError, Scoring, written};

/// All that defines a contest, and how many games are played at a time. As JSON it
/// begins a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The game's id.
    pub game: String,
    /// Its options.
    pub options: GameData,
    /// How many seats it has with these options.
    pub seats: usize,
    /// Who plays whom.
    pub format: Format,
    /// Who takes part.
    pub players: Vec<Entrant>,
    /// Games of each pairing, or of each table in a royale.
    pub games: u64,
    /// Rounds of a Swiss contest, or how often every player sits down in a royale;
    /// the format's own number if it is missing.
    pub rounds: Option<u32>,
    /// Where players start in the bracket of a knockout and in a Swiss contest.
    pub seeding: Seeding,
    /// In a knockout: how many more pairs of games are played to break a tie.
    pub extra: u32,
    /// What openings, dice and lots follow from.
    #[serde(with = "written::text")]
    pub seed: Seed,
    /// In a match of two: ends it as soon as this test is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// A player whose moves take longer than this, on average, is set aside.
    #[serde(
        default,
        with = "written::micros::maybe",
        skip_serializing_if = "Option::is_none"
    )]
    pub slowest: Option<Duration>,
    /// Whether bots that fail game after game stay in.
    pub keep_failing: bool,
    /// By which law games are scored. Plans of 0.1 do not name it.
    #[serde(default, skip_serializing_if = "Scoring::is_first")]
    pub scoring: Scoring,
    /// What else the games depend on.
    pub terms: Terms,
    /// How many games are played at the same time. Makes no difference.
    #[serde(skip)]
    pub threads: usize,
    /// Cores that threads are bound to; none: they are not. Makes no difference.
    #[serde(skip)]
    pub cores: Vec<usize>,
}

/// What the games of a contest depend on besides the players. Only compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// How many random moves an opening has.
    pub opening: u32,
    /// Openings to use instead, in notation.
    pub openings: Vec<String>,
    /// The clock, as it is typed.
    pub clock: Option<String>,
    /// The bytes of memory that a program may use.
    pub memory: u64,
    /// The sandbox that programs run in.
    pub sandbox: Option<String>,
}

/// Who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// The name in all tables.
    pub name: String,
    /// What the player is: a hash of its files, or its settings. Another
    /// fingerprint is another player.
    pub fingerprint: String,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody against everybody.
    RoundRobin,
    /// The first against all others.
    Gauntlet,
    /// Rounds in which players with about the same points meet.
    Swiss,
    /// Who loses is out.
    Knockout,
    /// Many seats in one game.
    Royale,
    /// The same players in all games, each of them on every seat in turn.
    Match,
    /// All players in all games; then those who won equally many against each
    /// other.
    Rank,
}

/// Where players start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seeding {
    /// In the order in which they are named, the strongest first.
    Order,
    /// By lot.
    Lot,
}

/// A text that names no format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a format is round-robin, gauntlet, swiss, knockout or royale, not {0:?}")]
pub struct FormatError(String);

impl Format {
    /// The formats of contests. Matches and rankings are plans of other commands.
    const ALL: [Format; 5] = [
        Format::RoundRobin,
        Format::Gauntlet,
        Format::Swiss,
        Format::Knockout,
        Format::Royale,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss => "swiss",
            Format::Knockout => "knockout",
            Format::Royale => "royale",
            Format::Match => "match",
            Format::Rank => "rank",
        }
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Format, FormatError> {
        let found = Format::ALL.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| FormatError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Plan {
    /// A plan for these players, with one game, the seed 1 and one thread. Players who
    /// fail stay in.
    pub fn new(
        game: &str,
        options: GameData,
        seats: usize,
        format: Format,
        names: impl IntoIterator<Item = String>,
    ) -> Plan {
        let entrant = |name| Entrant {
            name,
            fingerprint: String::new(),
        };
        Plan {
            game: game.to_owned(),
            options,
            seats,
            format,
            players: names.into_iter().map(entrant).collect(),
            games: 1,
            rounds: None,
            seeding: Seeding::Order,
            extra: 0,
            seed: Seed::from_number(1),
            sprt: None,
            slowest: None,
            keep_failing: true,
            scoring: Scoring::CURRENT,
            terms: Terms::default(),
            threads: 1,
            cores: Vec::new(),
        }
    }

    /// Whether the contest can be played at all.
    pub fn check(&self) -> Result<(), ContestError> {
        let format = self.format.name();
        let players = self.players.len();
        let least = match self.format {
            Format::Royale | Format::Match | Format::Rank => self.seats,
            _ => 2,
        };
        let whole = matches!(self.format, Format::Match | Format::Rank);
        if whole && (players != self.seats || players == 0) {
            let seats = self.seats;
            return Err(ContestError::NotSeated { seats, players });
        }
        if self.seats < 2 && !whole {
            return Err(ContestError::Lonely(self.seats));
        }
        if !whole && self.format != Format::Royale && self.seats != 2 {
            let seats = self.seats;
            return Err(ContestError::Seats { format, seats });
        }
        if players < least {
            return Err(ContestError::TooFew {
                format,
                least,
                players,
            });
        }
        let mut names: Vec<&str> = self.players.iter().map(|who| who.name.as_str()).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(ContestError::SameName(pair[0].to_owned())),
            None => Ok(()),
        }
    }

    /// The hash of all that defines the contest. Threads and cores are no part of it.
    pub fn hash(&self) -> String {
        let text = serde_json::to_vec(self).unwrap_or_default();
        blake3::hash(&text).to_hex().to_string()
    }

    /// The same plan under the law of 0.1. A contest that was begun with it is found
    /// by the hash of that plan.
    pub fn as_of_0_1(&self) -> Plan {
        Plan {
            scoring: Scoring::First,
            ..self.clone()
        }
    }

    /// The seed of a cycle: the same opening and dice whoever plays, and when.
    pub fn cycle_seed(&self, cycle: u64) -> Seed {
        self.derived("cycle", &[cycle])
    }

    /// A seed for something that is decided by lot.
    pub(crate) fn lot(&self, what: &str, numbers: &[u64]) -> Seed {
        self.derived(what, numbers)
    }

    fn derived(&self, what: &str, numbers: &[u64]) -> Seed {
        let mut hasher = blake3::Hasher::new_keyed(self.seed.bytes());
        hasher.update(what.as_bytes());
        for number in numbers {
            hasher.update(&number.to_le_bytes());
        }
        Seed::from_bytes(*hasher.finalize().as_bytes())
    }
}

/// What differs between the plan of a journal and another, in words.
pub(crate) fn difference(old: &Plan, new: &Plan) -> String {
    let names = |plan: &Plan| -> Vec<String> {
        let players = plan.players.iter();
        players.map(|who| visible(&who.name)).collect()
    };
    let (before, now) = (names(old), names(new));
    if before != now {
        return format!(
            "its players are {}, not {}",
            before.join(", "),
            now.join(", ")
        );
    }
    let mut players = old.players.iter().zip(&new.players);
    if let Some((_, changed)) = players.find(|(old, new)| old.fingerprint != new.fingerprint) {
        return format!(
            "the player {} has changed since that contest began",
            visible(&changed.name)
        );
    }
    let found = parts(old).into_iter().zip(parts(new));
    for ((name, before), (_, now)) in found {
        if before != now {
            let [before, now] =
                [before, now].map(|text| text.chars().take(200).collect::<String>());
            return format!("its {name} is {before}, not {now}");
        }
    }
    "it was written by another version of the hall".to_owned()
}

/// The parts of a plan besides its players, each with its name, as they are written.
fn parts(plan: &Plan) -> [(&'static str, String); 16] {
    fn part<T: Serialize>(name: &'static str, value: &T) -> (&'static str, String) {
        (name, serde_json::to_string(value).unwrap_or_default())
    }
    let terms = &plan.terms;
    // A seed that was not named is another each time: it is told last.
    [
        part("game", &plan.game),
        part("options", &plan.options),
        part("seats", &plan.seats),
        part("format", &plan.format),
        part("games", &plan.games),
        part("rounds", &plan.rounds),
        part("seeding", &plan.seeding),
        part("extra", &plan.extra),
        part("keep_failing", &plan.keep_failing),
        part("scoring", &plan.scoring),
        part("opening", &terms.opening),
        part("openings", &terms.openings),
        part("clock", &terms.clock),
        part("memory", &terms.memory),
        part("sandbox", &terms.sandbox),
        part("seed", &plan.seed.to_string()),
    ]
}
