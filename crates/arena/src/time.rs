//! How much time a seat has.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// How much time every seat has: `5m` for the whole game, `3m+2s` with an increment per
/// move, `100ms/move` for each move, `100ms/move+10s` with a reserve for longer moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeRules {
    /// A total for the game and an increment per move.
    Total {
        /// The total for the game.
        total: Duration,
        /// The time added after every move.
        increment: Duration,
    },
    /// A time for each move and a reserve for longer moves.
    PerMove {
        /// The time for each move.
        each: Duration,
        /// The reserve for the whole game.
        reserve: Duration,
    },
}

impl TimeRules {
    /// The clock of a contest between programs: five minutes a side.
    pub const CONTEST: TimeRules = TimeRules::Total {
        total: Duration::from_secs(300),
        increment: Duration::ZERO,
    };

    /// A full clock for one seat.
    pub fn clock(self) -> SeatClock {
        let left = match self {
            TimeRules::Total { total, .. } => total,
            TimeRules::PerMove { reserve, .. } => reserve,
        };
        SeatClock { rules: self, left }
    }
}

/// The clock of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatClock {
    rules: TimeRules,
    left: Duration,
}

impl SeatClock {
    /// How long the next move may take.
    pub fn allowance(&self) -> Duration {
        match self.rules {
            TimeRules::Total { .. } => self.left,
            TimeRules::PerMove { each, .. } => each + self.left,
        }
    }

    /// What is left of the total or the reserve.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// How much a player that divides its time well spends on the next move.
    pub fn share(&self) -> Duration {
        match self.rules {
            TimeRules::Total { increment, .. } => {
                (self.left / 40 + increment * 3 / 4).min(self.left / 2)
            }
            TimeRules::PerMove { each, .. } => each * 9 / 10,
        }
    }

    /// Takes the time of a move off the clock. Returns false if the clock ran out.
    #[must_use]
    pub fn spend(&mut self, time: Duration) -> bool {
        if time > self.allowance() {
            self.left = Duration::ZERO;
            return false;
        }
        self.left = match self.rules {
            TimeRules::Total { increment, .. } => self.left - time + increment,
            TimeRules::PerMove { each, .. } => self.left - time.saturating_sub(each),
        };
        true
    }
}

/// A text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is no clock: write 5m (for the game), 3m+2s (with an increment), 100ms/move or \
     100ms/move+10s (with a reserve); times are in ms, s, m or h"
)]
pub struct TimeError(String);

impl FromStr for TimeRules {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<TimeRules, TimeError> {
        let read = || {
            let (main, rest) = match text.split_once('+') {
                Some((main, rest)) => (main, duration(rest)?),
                None => (text, Duration::ZERO),
            };
            let rules = match main.strip_suffix("/move") {
                Some(each) => TimeRules::PerMove {
                    each: duration(each)?,
                    reserve: rest,
                },
                None => TimeRules::Total {
                    total: duration(main)?,
                    increment: rest,
                },
            };
            (!rules.clock().allowance().is_zero()).then_some(rules)
        };
        read().ok_or_else(|| TimeError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for TimeRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (main, suffix, rest) = match *self {
            TimeRules::Total { total, increment } => (total, "", increment),
            TimeRules::PerMove { each, reserve } => (each, "/move", reserve),
        };
        write!(f, "{}{suffix}", Short(main))?;
        if !rest.is_zero() {
            write!(f, "+{}", Short(rest))?;
        }
        Ok(())
    }
}

/// Displays a duration in the short form that [`duration`] reads.
struct Short(Duration);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = self.0.as_millis();
        for (unit, factor) in [("h", 3_600_000), ("m", 60_000), ("s", 1000)] {
            if ms >= factor && ms.is_multiple_of(factor) {
                return write!(f, "{}{unit}", ms / factor);
            }
        }
        write!(f, "{ms}ms")
    }
}

/// Reads `250ms`, `10s`, `1.5m` or `2h`; at most a year.
pub fn duration(text: &str) -> Option<Duration> {
    let digits = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: f64 = number.parse().ok()?;
    let factor = match unit.trim() {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let seconds = number * factor;
    (seconds <= 366.0 * 86_400.0).then(|| Duration::from_micros((seconds * 1e6).round() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> TimeRules {
        text.parse().expect("a clock")
    }

    #[test]
    fn clocks_are_written_as_they_are_read() {
        for text in ["5m", "3m+2s", "100ms/move", "100ms/move+10s", "90s", "1h"] {
            assert_eq!(rules(text).to_string(), text);
        }
        assert_eq!(rules("0.5s"), rules("500ms"));
        assert_eq!(rules("300s"), TimeRules::CONTEST);
        for text in [
            "",
            "5",
            "m",
            "-5m",
            "5m/turn",
            "0s",
            "1e9h",
            "5m+",
            "NaNs",
            "5 parsecs",
        ] {
            assert!(text.parse::<TimeRules>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_total_runs_out() {
        let mut clock = rules("10s").clock();
        assert!(clock.spend(Duration::from_secs(4)));
        assert_eq!(clock.allowance(), Duration::from_secs(6));
        assert!(clock.spend(Duration::from_secs(6)));
        assert!(!clock.spend(Duration::from_millis(1)));
    }

    #[test]
    fn an_increment_is_added_after_the_move() {
        let mut clock = rules("10s+2s").clock();
        assert!(clock.spend(Duration::from_secs(9)));
        assert_eq!(clock.left(), Duration::from_secs(3));
    }

    #[test]
    fn a_reserve_pays_for_time_beyond_that_of_a_move() {
        let mut clock = rules("1s/move+3s").clock();
        assert!(clock.spend(Duration::from_secs(1)));
        assert_eq!(clock.left(), Duration::from_secs(3));
        assert!(clock.spend(Duration::from_secs(3)));
        assert_eq!(clock.left(), Duration::from_secs(1));
        assert!(!clock.spend(Duration::from_millis(2001)));
    }
}
