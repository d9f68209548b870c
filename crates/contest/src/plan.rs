//! The plan: everything that defines a contest.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use dice::Seed;
use protocol::GameData;
use protocol::text::visible;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::statistics::Sprt;
use crate::{ContestError, Scoring, json_forms};

/// The plan of a contest, and the number of games to play at a time. A journal begins
/// with it, as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The game's id.
    pub game: String,
    /// The game's options.
    pub options: GameData,
    /// The number of seats with these options.
    pub seats: usize,
    /// The format, which says who meets whom.
    pub format: Format,
    /// The players.
    pub players: Vec<Entrant>,
    /// The number of games of each pairing, or of each table in a royale.
    pub games: u64,
    /// The number of rounds in a Swiss contest, or how often each player sits down in a
    /// royale; without it, the format's usual number.
    pub rounds: Option<u32>,
    /// How the starting order is decided in a knockout and in a Swiss contest.
    pub seeding: Seeding,
    /// In a knockout: the number of extra pairs of games that may break a tie.
    pub extra: u32,
    /// The seed of openings, dice and lots.
    #[serde(with = "json_forms::text")]
    pub seed: Seed,
    /// In a match of two: the test that ends it as soon as it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// If the mean time of a player's moves exceeds this, it is set aside.
    #[serde(
        default,
        with = "json_forms::micros::maybe",
        skip_serializing_if = "Option::is_none"
    )]
    pub slowest: Option<Duration>,
    /// Whether bots stay in that fail game after game.
    pub keep_failing: bool,
    /// The scoring version. Plans of 0.1 do not name it.
    #[serde(default, skip_serializing_if = "Scoring::is_first")]
    pub scoring: Scoring,
    /// Other terms of the games.
    pub terms: Terms,
    /// The number of games to play at the same time. The results do not depend on it.
    #[serde(skip)]
    pub threads: usize,
    /// The cores that threads are bound to; if empty, they are not bound. The results
    /// do not depend on it.
    #[serde(skip)]
    pub cores: Vec<usize>,
}

/// The terms of a contest's games besides the players. They are only compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// The number of random moves in an opening.
    pub opening: u32,
    /// Openings in notation that replace the random ones.
    pub openings: Vec<String>,
    /// The clock, as it was typed.
    pub clock: Option<String>,
    /// The memory that a program may use, in bytes.
    pub memory: u64,
    /// The sandbox level for programs.
    pub sandbox: Option<String>,
}

/// A player in a contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Its name in all tables.
    pub name: String,
    /// A hash of its files, or its settings. A player with another fingerprint is
    /// another player.
    pub fingerprint: String,
}

/// The format of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Any two players meet.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// In each round, players with about the same points meet.
    Swiss,
    /// If you lose a tie, you are out.
    Knockout,
    /// Games with many seats.
    Royale,
    /// The same players in all games, each on every seat in turn.
    Match,
    /// All players in all games; then those that won equally many meet each other.
    Rank,
}

/// How the starting order is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seeding {
    /// The order of the list, the strongest first.
    Order,
    /// A lot.
    Lot,
}

/// The text names no format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a format is round-robin, gauntlet, swiss, knockout or royale, not {0:?}")]
pub struct FormatError(String);

impl Format {
    /// The formats of contests. Matches and rankings belong to other commands.
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
    /// A plan for these players, with one game, seed 1 and one thread. Players that
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

    /// Checks that the contest can be played.
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

    /// The hash of everything that defines the contest. Threads and cores are not part
    /// of it.
    pub fn hash(&self) -> String {
        let text = serde_json::to_vec(self).unwrap_or_default();
        blake3::hash(&text).to_hex().to_string()
    }

    /// The same plan under the scoring of 0.1. A contest that began with it is found by
    /// that plan's hash.
    pub fn as_of_0_1(&self) -> Plan {
        Plan {
            scoring: Scoring::First,
            ..self.clone()
        }
    }

    /// The seed of a cycle: the same opening and dice for all its games, whenever they
    /// are played.
    pub fn cycle_seed(&self, cycle: u64) -> Seed {
        self.derived("cycle", &[cycle])
    }

    /// A seed for a lot.
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

/// The differences between the plan of a journal and another plan, in words.
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

/// The parts of a plan besides its players, each with its name, in writing order.
fn parts(plan: &Plan) -> [(&'static str, String); 16] {
    fn part<T: Serialize>(name: &'static str, value: &T) -> (&'static str, String) {
        (name, serde_json::to_string(value).unwrap_or_default())
    }
    let terms = &plan.terms;
    // If no seed was named, it differs each time: so it comes last.
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
