//! Commands for developers: `cargo xtask test` and others.

mod book;
mod dist;
mod fuzz;
mod packages;
mod schema;
mod strength;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};

/// The target for browsers.
const BROWSER: &str = "wasm32-unknown-unknown";

#[derive(Parser)]
#[command(name = "cargo xtask", about = "What developers run")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Checks everything: format, lints, tests, the browser target, documentation.
    Test {
        /// Also runs the long tests, in a release build.
        #[arg(long)]
        full: bool,
    },
    /// Writes the browser interface as a folder for any server of static files.
    Web {
        /// The folder
        #[arg(default_value = "target/site")]
        out: PathBuf,
    },
    /// Makes a release: an archive for this kind of machine, and its checksum.
    Dist(dist::Arguments),
    /// Looks for inputs that break code that reads input from strangers.
    Fuzz(fuzz::Arguments),
    /// Renders the guide with mdbook.
    Book {
        /// The folder
        #[arg(default_value = "target/book")]
        out: PathBuf,
    },
    /// Makes the pictures of the README, in Chromium.
    Pictures,
    /// Writes the schemas of the protocol: docs/schema and the server's page /api.
    Schema,
    /// Measures the players against each other and writes docs/strength.md.
    Strength(strength::Arguments),
    /// Looks for better weights of a game's evaluation by self-play.
    #[command(disable_help_flag = true)]
    Tune {
        /// See `cargo xtask tune --help`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

fn main() -> Result<()> {
    match Arguments::parse().task {
        Task::Test { full } => {
            test()?;
            if full { test_long() } else { Ok(()) }
        }
        Task::Web { out } => web(&out),
        Task::Dist(arguments) => dist::run(&arguments),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::Book { out } => book::run(&out),
        Task::Pictures => pictures(),
        Task::Schema => schema::write(),
        Task::Strength(arguments) => strength::run(&arguments),
        Task::Tune { arguments } => tune(&arguments),
    }
}

/// Runs the crate `tune`. Only a release build is fast enough.
fn tune(arguments: &[String]) -> Result<()> {
    let mut command = cargo(&["run", "--release", "--quiet", "--package", "tune", "--"]);
    let status = command
        .args(arguments)
        .status()
        .with_context(|| format!("cannot run {command:?}"))?;
    if !status.success() {
        bail!("tuning failed");
    }
    Ok(())
}

/// Runs the crate `web-files`, which fails if the page is too large. Uses the profile
/// that makes the smallest page.
fn web(out: &Path) -> Result<()> {
    let mut command = cargo(&[
        "run",
        "--profile",
        "dist",
        "--quiet",
        "--package",
        "web-files",
        "--",
    ]);
    command.arg(out);
    let status = command
        .status()
        .with_context(|| format!("cannot run {command:?}"))?;
    if !status.success() {
        bail!("the browser interface is not fit to be given away");
    }
    Ok(())
}

/// Plays a little of each game in a browser, in the light and the dark theme.
fn pictures() -> Result<()> {
    packages::install()?;
    let folder = std::env::current_dir()?.join("docs/pictures");
    std::fs::create_dir_all(&folder)?;
    let mut command = cargo(&["test", "--package", "hall", "--test", "browser"]);
    command.args(["pictures_for_the_readme", "--", "--ignored"]);
    command.env("PICTURES", folder);
    step("pictures", command)
}

fn test() -> Result<()> {
    install_components();
    packages::install()?;
    step("format", cargo(&["fmt", "--all", "--check"]))?;
    step(
        "lints",
        cargo(&[
            "clippy",
            "--workspace",
            "--exclude",
            "web",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ]),
    )?;
    // Excludes `web`, which is compiled for browsers and tested in one. Testing the rest
    // of it would compile everything it uses once more. `web-files` also compiles games
    // and players for browsers, because `browser` uses them.
    let mut all = cargo(&TESTS);
    all.env("AXE", packages::axe()?);
    step("tests", all)?;
    // Only this feature adds a made-up game to the list.
    let test_game = ["test", "--package", "terminal", "--features", "test-game"];
    let test_game = [&test_game[..], &["--test", "test_game"]].concat();
    step("a made-up game", cargo(&test_game))?;
    schema::test()?;
    let mut python = Command::new(packages::python()?);
    python.args(["-m", "unittest", "discover", "-s", "tests", "-t", "."]);
    python.current_dir("python");
    step("Python package", python)?;
    let mut documentation = cargo(&["doc", "--workspace", "--exclude", "web", "--no-deps"]);
    documentation.env("RUSTDOCFLAGS", "-D warnings");
    step("documentation", documentation)
}

/// Runs what `cargo xtask test --full` adds.
fn test_long() -> Result<()> {
    // `web-files` compiles `web` anyway, but its lints need another build of
    // everything it uses.
    step(
        "lints of the interface",
        cargo(&[
            "clippy",
            "--package",
            "web",
            "--target",
            BROWSER,
            "--",
            "-D",
            "warnings",
        ]),
    )?;
    let long = [&TESTS[..], &["--release", "--", "--ignored"]].concat();
    step("long tests", cargo(&long))?;
    step("interface", cargo(&["test", "--package", "web"]))?;
    step("size of the interface", cargo(&["xtask", "web"]))
}

const TESTS: [&str; 4] = ["test", "--workspace", "--exclude", "web"];

/// Installs what the toolchain file names, in case rustup has not done so by itself.
/// Without rustup, the tools are there already, or the next step says which one is
/// missing.
fn install_components() {
    for arguments in [
        ["component", "add", "clippy", "rustfmt"].as_slice(),
        &["target", "add", BROWSER],
    ] {
        let installed = Command::new("rustup").args(arguments).output();
        match installed {
            Ok(output) if !output.status.success() => {
                let words = String::from_utf8_lossy(&output.stderr);
                eprintln!("rustup {}: {}", arguments.join(" "), words.trim());
            }
            _ => {}
        }
    }
}

fn cargo(arguments: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments);
    command
}

fn step(name: &str, mut command: Command) -> Result<()> {
    println!("== {name}");
    let started = Instant::now();
    let status = command
        .status()
        .with_context(|| format!("{name}: cannot run {command:?}"))?;
    if !status.success() {
        bail!("{name} failed: {command:?}");
    }
    println!(
        "== {name}: fine after {:.0} s",
        started.elapsed().as_secs_f64()
    );
    Ok(())
}
