//! The settings of a table.

use catalog::AnyGame;
use game::Say as _;
use protocol::{Clock, GameData, Millis, NewTable, ObserverChat, Terms};
use serde::{Deserialize, Serialize};

use crate::command::{Refusal, SettingsError};
use crate::people::Person;
use crate::text::{LONGEST_NAME, LONGEST_TITLE, clean};

/// A day in milliseconds.
pub const DAY: Millis = 24 * 60 * 60 * 1000;
/// The most time a clock may give.
const LONGEST_TIME: Millis = 365 * DAY;
/// The longest key of a private table.
const LONGEST_KEY: usize = 128;
/// The most observers a table may allow.
const MOST_OBSERVERS: u32 = 10_000;

/// The settings of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The id of the game.
    pub game: String,
    /// The game's options. Missing ones have their defaults.
    #[serde(default)]
    pub options: GameData,
    /// The table's title.
    #[serde(default)]
    pub title: String,
    /// How time is kept.
    #[serde(default)]
    pub clock: Clock,
    /// The access to the table.
    #[serde(default)]
    pub access: Access,
    /// The player who made the table. If there is none, only the hall can do what
    /// the creator may.
    #[serde(default)]
    pub creator: Option<Person>,
    /// The players on seats from the beginning. Missing seats are empty.
    #[serde(default)]
    pub seats: Vec<Option<Occupant>>,
    /// The computer player that takes seats still empty at the start.
    #[serde(default)]
    pub fill: Option<String>,
    /// When observers may chat.
    #[serde(default)]
    pub observer_chat: ObserverChat,
    /// Whether others see which seats have sealed a move in a round. They never
    /// see when a move is changed or withdrawn.
    #[serde(default)]
    pub show_entered: bool,
    /// Whether moves may be taken back.
    #[serde(default = "yes")]
    pub takebacks: bool,
    /// The most observers.
    #[serde(default = "usual_observers")]
    pub most_observers: u32,
    /// The most time credited for lag in each move.
    #[serde(default = "usual_lag")]
    pub lag_credit_ms: Millis,
    /// If the game can go on without an absent seat: how long it waits for a seat
    /// that is not connected. Not used with correspondence clocks.
    #[serde(default = "usual_away")]
    pub away_ms: Millis,
    /// Without a clock: how long a player must be away before others can claim.
    #[serde(default = "usual_claim")]
    pub claim_after_ms: Millis,
}

fn yes() -> bool {
    true
}

fn usual_observers() -> u32 {
    500
}

fn usual_lag() -> Millis {
    500
}

fn usual_away() -> Millis {
    30_000
}

fn usual_claim() -> Millis {
    120_000
}

impl Settings {
    /// The default settings for this game.
    pub fn of(game: &str, options: impl Into<GameData>) -> Settings {
        Settings {
            game: game.to_owned(),
            options: options.into(),
            title: String::new(),
            clock: Clock::None,
            access: Access::Public,
            creator: None,
            seats: Vec::new(),
            fill: None,
            observer_chat: ObserverChat::NotDuring,
            show_entered: false,
            takebacks: yes(),
            most_observers: usual_observers(),
            lag_credit_ms: usual_lag(),
            away_ms: usual_away(),
            claim_after_ms: usual_claim(),
        }
    }

    /// The settings of the table that `creator` asks for. With a key, it is
    /// private.
    pub fn from_new(
        new: NewTable,
        creator: Person,
        key: Option<String>,
    ) -> Result<Settings, Refusal> {
        let mut settings = Settings::of(&new.game, new.options);
        settings.title = new.title;
        settings.clock = new.clock;
        settings.fill = new.fill;
        settings.observer_chat = new.observer_chat;
        settings.show_entered = new.show_entered;
        settings.takebacks = new.takebacks.unwrap_or(settings.takebacks);
        settings.lag_credit_ms = new.lag_credit_ms.unwrap_or(settings.lag_credit_ms);
        settings.away_ms = new.away_ms.unwrap_or(settings.away_ms);
        settings.claim_after_ms = new.claim_after_ms.unwrap_or(settings.claim_after_ms);
        let computers = new.computers.into_iter();
        settings.seats = computers
            .map(|player| player.map(|player| Occupant::Computer { player }))
            .collect();
        if let Some(seat) = new.seat {
            let at = usize::from(seat);
            // The settings check which seats exist; this only keeps a large
            // number from making a long list.
            if at > 255 {
                return Err(Refusal::Settings(SettingsError::NoSeat(seat)));
            }
            if settings.seats.len() <= at {
                settings.seats.resize(at + 1, None);
            }
            if settings.seats[at].is_some() {
                return Err(Refusal::Taken(seat));
            }
            settings.seats[at] = Some(Occupant::Person(creator.clone()));
        }
        settings.creator = Some(creator);
        if let Some(key) = key {
            settings.access = Access::Private { key };
        }
        Ok(settings)
    }

    /// Checks and completes the settings, and opens the game.
    pub(crate) fn settle(&self) -> Result<(Settings, Box<dyn AnyGame>), Refusal> {
        let wrong = |error| Err(Refusal::Settings(error));
        let game = catalog::open(&self.game, &self.options)
            .map_err(|error| Refusal::Settings(SettingsError::Game(error.message())))?;
        let mut settled = self.clone();
        settled.options = game.options();
        settled.title = clean(&self.title, LONGEST_TITLE);
        if let Access::Private { key } = &self.access
            && !(16..=LONGEST_KEY).contains(&key.len())
        {
            let (most, found) = (LONGEST_KEY, key.len());
            return wrong(SettingsError::Key { most, found });
        }
        if !self.clock.is_sound() {
            return wrong(SettingsError::Clock);
        }
        if self.most_observers > MOST_OBSERVERS {
            return wrong(SettingsError::Observers(MOST_OBSERVERS));
        }
        let times = [self.lag_credit_ms, self.away_ms, self.claim_after_ms];
        if times.iter().any(|&time| time > LONGEST_TIME) {
            return wrong(SettingsError::Times);
        }
        let seats = usize::from(game.seats());
        if self.seats.len() > seats {
            let found = self.seats.len();
            return wrong(SettingsError::Seats { seats, found });
        }
        settled.seats.resize(seats, None);
        let mut seen = Vec::new();
        for occupant in settled.seats.iter_mut().flatten() {
            match occupant {
                Occupant::Computer { player } => *player = player_name(player)?,
                Occupant::Person(person) => {
                    person.name = name(&person.name)?;
                    if seen.contains(&person.identity) {
                        return wrong(SettingsError::Twice);
                    }
                    seen.push(person.identity);
                }
            }
        }
        if let Some(creator) = &mut settled.creator {
            creator.name = name(&creator.name)?;
        }
        if let Some(fill) = &mut settled.fill {
            *fill = player_name(fill)?;
        }
        Ok((settled, game))
    }
}

/// Cleans up a person's name for display.
pub(crate) fn name(text: &str) -> Result<String, Refusal> {
    match clean(text, LONGEST_NAME) {
        name if name.is_empty() => Err(Refusal::Name),
        name => Ok(name),
    }
}

/// Cleans up the name of a computer player. The hall knows which exist.
pub(crate) fn player_name(text: &str) -> Result<String, Refusal> {
    match clean(text, LONGEST_TITLE) {
        name if name.is_empty() => Err(Refusal::Name),
        name => Ok(name),
    }
}

/// How clocks work.
pub(crate) trait ClockRules {
    fn is_sound(&self) -> bool;
    /// The time at the beginning, if there is a clock.
    fn first(self) -> Option<Millis>;
    /// The time for the next move if `left` remained after the last one.
    fn fresh(self, left: Millis) -> Millis;
    /// The time that a move adds.
    fn increment(self) -> Millis;
}

impl ClockRules for Clock {
    fn is_sound(&self) -> bool {
        let fits = |ms| (1..=LONGEST_TIME).contains(&ms);
        match *self {
            Clock::None => true,
            Clock::PerMove { ms } => fits(ms),
            Clock::Total { ms, increment_ms } => fits(ms) && increment_ms <= LONGEST_TIME,
            Clock::Days { days } => (1..=365).contains(&days),
        }
    }

    fn first(self) -> Option<Millis> {
        match self {
            Clock::None => None,
            Clock::PerMove { ms } | Clock::Total { ms, .. } => Some(ms),
            Clock::Days { days } => Some(Millis::from(days) * DAY),
        }
    }

    fn fresh(self, left: Millis) -> Millis {
        match self {
            Clock::Total { .. } | Clock::None => left,
            Clock::PerMove { .. } | Clock::Days { .. } => self.first().unwrap_or(left),
        }
    }

    fn increment(self) -> Millis {
        match self {
            Clock::Total { increment_ms, .. } => increment_ms,
            _ => 0,
        }
    }
}

/// The public settings.
pub(crate) fn terms(settings: &Settings, commitment: String) -> Terms {
    Terms {
        game: settings.game.clone(),
        options: settings.options.clone(),
        title: settings.title.clone(),
        clock: settings.clock,
        private: settings.access != Access::Public,
        fill: settings.fill.clone(),
        show_entered: settings.show_entered,
        takebacks: settings.takebacks,
        lag_credit_ms: settings.lag_credit_ms,
        away_ms: settings.away_ms,
        claim_after_ms: settings.claim_after_ms,
        commitment,
    }
}

/// The access to a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Access {
    /// Anyone may come, and the table is listed.
    #[default]
    Public,
    /// You need the link. The hall generates the key in it.
    Private {
        /// The key, which cannot be guessed.
        key: String,
    },
}

impl Access {
    /// Whether someone with this key may come. A key that is almost right takes
    /// as long to check as one that is all wrong.
    pub fn admits(&self, offered: Option<&str>) -> bool {
        match self {
            Access::Public => true,
            Access::Private { key } => {
                let offered = offered.unwrap_or_default();
                let pairs = key.bytes().zip(offered.bytes());
                key.len() == offered.len() && pairs.fold(0, |all, (a, b)| all | (a ^ b)) == 0
            }
        }
    }
}

/// A player on a seat from the beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occupant {
    /// A person or a connected bot.
    Person(Person),
    /// A built-in player, or a bot that the hall runs.
    Computer {
        /// Its name, such as `strong` or `zombie`.
        player: String,
    },
}
