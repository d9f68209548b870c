//! Orders on the command line, from the hall to a guard and from a guard to the bot's
//! own process.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::{Level, Limits};

/// How to confine one bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orders {
    pub level: Level,
    pub limits: Limits,
    /// Its working folder.
    pub folder: PathBuf,
    /// Its scratch folder.
    pub scratch: PathBuf,
    /// What it may read, if Landlock has to enforce that.
    pub readable: Vec<PathBuf>,
    /// The program to execute.
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
}

impl Orders {
    /// Writes the orders as words.
    pub fn words(&self) -> Vec<OsString> {
        let limits = &self.limits;
        let mut words: Vec<OsString> = Vec::new();
        let mut say = |flag: &str, value: OsString| words.extend([OsString::from(flag), value]);
        say("--level", self.level.to_string().into());
        say("--memory", limits.memory.to_string().into());
        say("--processes", limits.processes.to_string().into());
        say("--file-size", limits.file_size.to_string().into());
        say("--scratch-size", limits.scratch.to_string().into());
        if let Some(core) = limits.core {
            say("--core", core.to_string().into());
        }
        say("--folder", self.folder.clone().into());
        say("--scratch", self.scratch.clone().into());
        for path in &self.readable {
            say("--read", path.clone().into());
        }
        words.push("--".into());
        words.push(self.program.clone().into());
        words.extend(self.arguments.iter().cloned());
        words
    }

    /// Reads the words that [`Orders::words`] writes.
    pub fn parse(mut words: impl Iterator<Item = OsString>) -> Result<Orders, String> {
        let mut orders = Orders {
            level: Level::Unconfined,
            limits: Limits::default(),
            folder: Path::new("/").to_owned(),
            scratch: Path::new("/tmp").to_owned(),
            readable: Vec::new(),
            program: PathBuf::new(),
            arguments: Vec::new(),
        };
        loop {
            let flag = words.next().ok_or("no program after --")?;
            let value = words
                .next()
                .ok_or_else(|| format!("nothing follows {}", flag.display()))?;
            let number = || -> Result<u64, String> {
                let text = value.to_str().and_then(|text| text.parse().ok());
                text.ok_or_else(|| format!("{} is no number", value.display()))
            };
            match flag.to_str() {
                Some("--level") => {
                    let word = value.to_string_lossy();
                    orders.level = word.parse().map_err(|error| format!("{error}"))?;
                }
                Some("--memory") => orders.limits.memory = number()?,
                Some("--processes") => orders.limits.processes = number()?,
                Some("--file-size") => orders.limits.file_size = number()?,
                Some("--scratch-size") => orders.limits.scratch = number()?,
                Some("--core") => {
                    let core = usize::try_from(number()?);
                    orders.limits.core = Some(core.map_err(|error| error.to_string())?);
                }
                Some("--folder") => orders.folder = value.into(),
                Some("--scratch") => orders.scratch = value.into(),
                Some("--read") => orders.readable.push(value.into()),
                Some("--") => {
                    orders.program = value.into();
                    orders.arguments = words.collect();
                    return Ok(orders);
                }
                _ => return Err(format!("there is no option {}", flag.display())),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_as_they_are_written() {
        let orders = Orders {
            level: Level::Contained,
            limits: Limits {
                core: Some(3),
                memory: 7,
                ..Limits::default()
            },
            folder: "/a b".into(),
            scratch: "/tmp/x".into(),
            readable: vec!["/r".into(), "--".into()],
            program: "/bin/sh".into(),
            arguments: vec!["--level".into(), "--".into()],
        };
        assert_eq!(Orders::parse(orders.words().into_iter()), Ok(orders));
        assert!(Orders::parse(["--".into()].into_iter()).is_err());
        assert!(Orders::parse(["--memory".into(), "x".into()].into_iter()).is_err());
    }
}
