//! Reading the command line, and its errors.
//!
//! Every command ends with 0 on success, with 1 if it failed or its answer is no, with
//! 2 if the command line is wrong, and with 130 if Ctrl-C ended it.

use std::ffi::OsStr;
use std::io::Write;
use std::ops::RangeInclusive;
use std::process::ExitCode;

use clap::builder::{
    PossibleValue, PossibleValuesParser, RangedU64ValueParser, StringValueParser, TypedValueParser,
};
use clap::error::ErrorKind;
use clap::{Arg, Command, Parser};
use protocol::GameData;
use serde::Serialize;

/// The exit code for a wrong command line, the same as clap's.
const MISUSED: u8 = 2;
/// The exit code if Ctrl-C ended the command, the same as in shells.
pub const STOPPED: u8 = 130;

/// Reads the arguments of the program, and ends it if they are wrong.
pub fn parse<P: Parser>() -> P {
    P::try_parse().unwrap_or_else(|error| {
        if !error.use_stderr() {
            // Help and version, in colour if colour is wanted.
            error.exit();
        }
        note!("{}", refusal::<P>(&error));
        std::process::exit(MISUSED.into())
    })
}

/// An error of clap, in the style of all other errors.
fn refusal<P: Parser>(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let words: Vec<String> = std::env::args().collect();
        let given = named(&P::command(), words.iter().skip(1).map(String::as_str));
        return format!("hall: {given} needs to be told what to do; {given} --help lists it");
    }
    let rendered = error.render().to_string();
    let mut parts = rendered.split("\n\n").map(|part| {
        let lines: Vec<&str> = part.lines().map(str::trim).collect();
        lines.join(" ")
    });
    let sentence = parts.next().unwrap_or_default();
    let sentence = sentence.strip_prefix("error: ").unwrap_or(&sentence);
    let mut text = format!("hall: {sentence}");
    for part in parts {
        if let Some(usage) = part.strip_prefix("Usage: hall ") {
            let given = named(&P::command(), usage.split_whitespace());
            text.push_str(&format!("\n  {given} --help says what there is"));
        } else if part.starts_with("tip: ") {
            text.push_str(&format!("\n  {part}"));
        }
    }
    text
}

/// The command that these words name.
fn named<'a>(root: &Command, words: impl Iterator<Item = &'a str>) -> String {
    let mut name = "hall".to_owned();
    let mut command = root;
    for word in words {
        let Some(next) = command.find_subcommand(word) else {
            break;
        };
        name.push(' ');
        name.push_str(word);
        command = next;
    }
    name
}

/// The end of a command.
pub fn exit_code(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            note!("hall: {error:#}");
            if error.is::<Misuse>() {
                ExitCode::from(MISUSED)
            } else if error.is::<Stopped>() {
                ExitCode::from(STOPPED)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

/// The reader of our output has closed it: that is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Ctrl-C ended the command early; a sentence says how far it had come.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Stopped(pub String);

/// The command line is wrong.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Misuse(String);

impl Misuse {
    /// A sentence that says what is wrong and what would be right.
    pub fn new(sentence: impl Into<String>) -> Misuse {
        Misuse(sentence.into())
    }
}

/// Marks errors as those of the command line.
pub trait Misused<T> {
    /// The same error as [`Misuse`].
    fn misused(self) -> anyhow::Result<T>;
}

impl<T, E: Into<anyhow::Error>> Misused<T> for Result<T, E> {
    fn misused(self) -> anyhow::Result<T> {
        self.map_err(|error| {
            let error = error.into();
            if error.is::<Misuse>() {
                error
            } else {
                Misuse(format!("{error:#}")).into()
            }
        })
    }
}

/// Ends a function with a [`Misuse`].
macro_rules! misuse {
    ($($words:tt)*) => {
        return Err($crate::usage::Misuse::new(format!($($words)*)).into())
    };
}
pub(crate) use misuse;

/// Reads the name of a game.
#[derive(Clone, Copy)]
pub struct GameParser;

impl TypedValueParser for GameParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let known = |id: String| {
            if catalog::GAMES.iter().any(|info| info.id == id) {
                Ok(id)
            } else {
                Err(catalog::Error::UnknownGame(id.chars().take(40).collect()))
            }
        };
        let parser = StringValueParser::new().try_map(known);
        parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let games = catalog::GAMES.iter();
        Some(Box::new(games.map(|info| PossibleValue::new(info.id))))
    }
}

/// Reads one of these words as its value.
pub fn one_of<T>(words: &[&'static str]) -> impl TypedValueParser<Value = T>
where
    T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>
        + Clone
        + Send
        + Sync
        + 'static,
{
    PossibleValuesParser::new(words.to_vec()).try_map(|word| word.parse::<T>())
}

/// The names of sandbox levels.
pub const LEVELS: [&str; 3] = ["isolated", "contained", "unconfined"];

/// Reads options of a game.
pub fn options(text: &str) -> Result<GameData, String> {
    match serde_json::from_str::<GameData>(text) {
        Ok(options) if options.is_object() => Ok(options),
        Ok(_) => Err("options are a JSON object such as {\"rounds\":20}".to_owned()),
        Err(error) => Err(format!("this is not JSON: {error}")),
    }
}

/// Writes a line of JSON.
pub fn write_json(out: &mut impl Write, value: &impl Serialize) -> anyhow::Result<()> {
    writeln!(out, "{}", serde_json::to_string(value)?)?;
    Ok(())
}

/// Reads a whole number in a range.
pub fn count(range: RangeInclusive<u64>) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(range)
}

/// Reads a number of threads.
pub fn threads() -> RangedU64ValueParser<usize> {
    count(1..=1024)
}

/// Reads a time in milliseconds, at most a day.
pub fn milliseconds() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(1..=86_400_000)
}

/// Reads seconds, above none and at most a day.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err("seconds are a number above 0 and at most 86400".to_owned()),
    }
}
