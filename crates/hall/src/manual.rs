//! `hall completions`, `hall man`, and the list of all commands, made from the
//! definition of the command line.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::builder::Str;
use clap::{Arg, ArgAction, Command};
use clap_complete::Shell;
use serde::Serialize;

use crate::usage;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  hall completions bash > hall.bash
  hall completions fish > hall.fish
  hall completions zsh > _hall

Where they belong: bash reads ~/.local/share/bash-completion/completions/hall, fish reads
~/.config/fish/completions/hall.fish, zsh reads _hall in a folder of its fpath.")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

#[derive(clap::Args)]
#[command(after_help = "Examples:
  hall man > hall.1
  hall man --out man1")]
pub struct Man {
    /// Writes a page for every command into this folder, instead of printing the main page
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// Prints the script that completes the hall's commands.
pub fn completions(arguments: &Completions, mut hall: Command) -> Result<()> {
    // Makes it in memory first, because clap_complete panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut hall, "hall", &mut script);
    io::stdout().write_all(&script)?;
    Ok(())
}

/// Prints the main manual page, or writes all of them.
pub fn man(arguments: &Man, hall: Command) -> Result<()> {
    // As clap has them after a first use, with the full names of all commands.
    let mut hall = hall.disable_help_subcommand(true);
    hall.build();
    let Some(folder) = &arguments.out else {
        io::stdout().write_all(&page(&hall)?)?;
        return Ok(());
    };
    let told = || format!("--out {}", folder.display());
    std::fs::create_dir_all(folder).with_context(told)?;
    write_pages(&hall, folder).with_context(told)
}

fn write_pages(command: &Command, folder: &std::path::Path) -> Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    std::fs::write(folder.join(format!("{name}.1")), page(command)?)?;
    for part in visible(command) {
        write_pages(part, folder)?;
    }
    Ok(())
}

fn page(command: &Command) -> io::Result<Vec<u8>> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let version = concat!("Taflhalla ", env!("CARGO_PKG_VERSION"));
    let page = clap_mangen::Man::new(command.clone())
        .title(name.to_owned())
        .manual("Taflhalla")
        .source(version);
    let mut text = Vec::new();
    page.render(&mut text)?;
    Ok(text)
}

fn visible(command: &Command) -> impl Iterator<Item = &Command> {
    let parts = command.get_subcommands();
    parts.filter(|part| !part.is_hide_set())
}

/// Prints all commands with their arguments as JSON, for tests and tools.
pub fn list(mut hall: Command) -> Result<()> {
    hall.build();
    usage::write_json(&mut io::stdout(), &Described::new(&hall))
}

/// A command with its arguments and its parts.
#[derive(Serialize)]
struct Described<'a> {
    name: &'a str,
    hidden: bool,
    help: String,
    arguments: Vec<Argument<'a>>,
    commands: Vec<Described<'a>>,
}

#[derive(Serialize)]
struct Argument<'a> {
    long: Option<&'a str>,
    aliases: Option<Vec<&'a str>>,
    short: Option<char>,
    takes_value: bool,
    env: Option<&'a str>,
    value: Option<&'a str>,
}

impl<'a> Described<'a> {
    fn new(command: &'a Command) -> Described<'a> {
        let parts = command.get_subcommands();
        let parts = parts.filter(|part| part.get_name() != "help");
        Described {
            name: command.get_name(),
            hidden: command.is_hide_set(),
            help: command.clone().render_long_help().to_string(),
            arguments: command.get_arguments().map(Argument::new).collect(),
            commands: parts.map(Described::new).collect(),
        }
    }
}

impl<'a> Argument<'a> {
    fn new(argument: &'a Arg) -> Argument<'a> {
        let names = argument.get_value_names().unwrap_or_default();
        Argument {
            long: argument.get_long(),
            aliases: argument.get_visible_aliases(),
            short: argument.get_short(),
            takes_value: matches!(argument.get_action(), ArgAction::Set | ArgAction::Append),
            env: argument.get_env().and_then(OsStr::to_str),
            value: names.first().map(Str::as_str),
        }
    }
}
