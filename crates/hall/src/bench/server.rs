//! `hall bench server`: the load that the hall can take over the network.
//!
//! The hall runs in a process of its own, on an SQLite file, and so does the bare
//! echo server that it is compared with.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;
use indicatif::ProgressBar;
use load::Load;

use crate::usage;

/// Measures the hall over the network: idle connections, and games at a steady pace
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The number of idle connections
    #[arg(long, value_name = "NUMBER", default_value_t = 1000, value_parser = usage::count(0..=1_000_000))]
    idle: usize,
    /// The number of tables with two players each
    #[arg(long, value_name = "NUMBER", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    tables: u64,
    /// The moves per second at all tables together
    #[arg(long, value_name = "NUMBER", default_value_t = 150, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    rate: u64,
    /// The seconds to make moves for
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
    /// Also measures watchers that fetch the table after every event, as clients of 0.1 did
    #[arg(long, hide = true)]
    fetch: bool,
    /// Only runs the echo server, for the comparison
    #[arg(long, hide = true)]
    echo: bool,
}

const EXAMPLES: &str =
    "Every move is acknowledged only when it is on the disk. The latency is that \
from sending a move to its acknowledgement. Beside it stands that of a server which only echoes: the \
same players send it the same moves at the same pace over as many connections. And beside that stands \
how long the disk takes for 4 KiB, below which no durable move can be. The three take turns every two \
seconds, so whatever else the machine does meets all of them. At the end some tables get a watcher, and \
the messages and bytes of JSON are counted that a move costs it.

Examples:
  hall bench server
  hall bench server --idle 10000 --tables 2000 --rate 1500 --seconds 30";

pub fn run(arguments: &Arguments) -> Result<()> {
    if arguments.echo {
        return load::serve_echo();
    }
    let load = Load {
        idle: arguments.idle,
        tables: arguments.tables,
        rate: arguments.rate,
        seconds: arguments.seconds,
        fetch: arguments.fetch,
    };
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(200));
    let hall = std::env::current_exe()?;
    let figures = load::measure(&hall, &load, |what| bar.set_message(what))?;
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string(&figures)?)?;
    } else {
        write!(out, "{figures}")?;
    }
    Ok(())
}
