//! `hall confine`: how the hall starts other people's bots. Not for people.

use std::ffi::OsString;
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

pub fn run(arguments: Arguments) -> ExitCode {
    sandbox::confine(arguments.words)
}
