//! All that defines a contest.

use std::fmt;
use std::str::FromStr;

use dice::Seed;
use serde_json::{Value, json};
use thiserror::Error;

use super::ContestError;

/// All that defines a contest, and how many games are played at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The game's id.
    pub game: String,
    /// Its options.
    pub options: Value,
    /// How many seats it has with these options.
    pub seats: usize,
    /// Who takes part.
    pub players: Vec<Entrant>,
    /// Who plays whom.
    pub format: Format,
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
    pub seed: Seed,
    /// Whether bots that fail game after game stay in.
    pub keep_failing: bool,
    /// What else the games depend on: openings, clocks. Only compared.
    pub terms: Value,
    /// How many games are played at the same time. Makes no difference.
    pub threads: usize,
    /// Cores that threads are bound to; none: they are not. Makes no difference.
    pub cores: Vec<usize>,
}

/// Who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The name in all tables.
    pub name: String,
    /// What the player is: a hash of its files, or its settings. Another
    /// fingerprint is another player.
    pub fingerprint: String,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}

/// Where players start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Whether the contest can be played at all.
    pub fn check(&self) -> Result<(), ContestError> {
        let format = self.format.name();
        let players = self.players.len();
        let least = match self.format {
            Format::Royale => self.seats,
            _ => 2,
        };
        if self.seats < 2 {
            return Err(ContestError::Lonely(self.seats));
        }
        if self.format != Format::Royale && self.seats != 2 {
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

    /// All that defines the contest, for the journal. Threads and cores are no
    /// part of it.
    pub fn to_json(&self) -> Value {
        let players: Vec<Value> = self
            .players
            .iter()
            .map(|who| json!({"name": who.name, "fingerprint": who.fingerprint}))
            .collect();
        json!({
            "game": self.game,
            "options": self.options,
            "seats": self.seats,
            "format": self.format.name(),
            "players": players,
            "games": self.games,
            "rounds": self.rounds,
            "seeding": match self.seeding { Seeding::Order => "order", Seeding::Lot => "lot" },
            "extra": self.extra,
            "seed": self.seed.to_string(),
            "keep_failing": self.keep_failing,
            "terms": self.terms,
        })
    }

    /// The hash of all that defines the contest.
    pub fn hash(&self) -> String {
        hash(&self.to_json())
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

pub(crate) fn hash(plan: &Value) -> String {
    blake3::hash(plan.to_string().as_bytes())
        .to_hex()
        .to_string()
}

/// What differs between the plan of a journal and another, in words.
pub(crate) fn difference(old: &Value, new: &Value) -> String {
    let names = |plan: &Value| -> Vec<String> {
        let players = plan["players"].as_array();
        players.map_or(Vec::new(), |list| {
            list.iter()
                .map(|who| crate::report::plain(who["name"].as_str().unwrap_or_default()))
                .collect()
        })
    };
    let (before, now) = (names(old), names(new));
    if before != now {
        return format!(
            "its players are {}, not {}",
            before.join(", "),
            now.join(", ")
        );
    }
    let files = |plan: &Value, player: usize| plan["players"][player]["fingerprint"].clone();
    let changed = (0..now.len()).find(|&player| files(old, player) != files(new, player));
    if let Some(player) = changed {
        return format!(
            "the player {} has changed since that contest began",
            now[player]
        );
    }
    let brief = |value: &Value| value.to_string().chars().take(200).collect::<String>();
    let keys = new.as_object().into_iter().flat_map(|plan| plan.keys());
    for key in keys {
        if old[key] == new[key] {
            continue;
        }
        if let (Some(before), Some(now)) = (old[key].as_object(), new[key].as_object()) {
            let inner = now
                .keys()
                .chain(before.keys())
                .find(|inner| before.get(*inner) != now.get(*inner));
            if let Some(inner) = inner {
                let show = |value: Option<&Value>| value.map_or("nothing".to_owned(), &brief);
                return format!(
                    "its {inner} is {}, not {}",
                    show(before.get(inner)),
                    show(now.get(inner))
                );
            }
        }
        return format!(
            "its {key} is {}, not {}",
            brief(&old[key]),
            brief(&new[key])
        );
    }
    "it was written by another version of the hall".to_owned()
}
