//! `cargo xtask fuzz`: runs the targets of the crate `fuzz`, guided by coverage.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::cargo;
use crate::dist::target;

/// The folder for the instrumented program, inputs and findings.
const FOLDER: &str = "target/fuzz";
/// Compiler flags that count coverage on the stable toolchain. These are the
/// flags of cargo-fuzz without a sanitizer.
const COUNTED: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    --cfg fuzzing -Cdebug-assertions -Coverflow-checks";
/// The longest input. Targets cut off the rest.
const LONGEST: u32 = 4096;
/// An input that takes longer than this, in seconds, is a finding.
const SLOW: u32 = 10;

#[derive(clap::Args)]
pub struct Arguments {
    /// The target. Without one, lists all targets
    name: Option<String>,
    /// Inputs to run once, such as a finding, instead of looking for new ones
    files: Vec<PathBuf>,
    /// How many seconds to look. Without it, looks until it finds something or
    /// you press Ctrl-C
    #[arg(long)]
    seconds: Option<u32>,
    /// How many processes look at the same time
    #[arg(long, default_value_t = 1)]
    jobs: u32,
}

/// Lists the targets, runs one on some files, or looks for inputs that break it.
pub fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.name {
        Some(name) if arguments.files.is_empty() => look(name, arguments),
        // Not instrumented, so that it builds fast and is easy to debug.
        _ => {
            let mut command =
                cargo(&["run", "--quiet", "--package", "fuzz", "--bin", "fuzz", "--"]);
            command.args(&arguments.name).args(&arguments.files);
            let status = command
                .status()
                .with_context(|| format!("cannot run {command:?}"))?;
            if !status.success() {
                bail!("it breaks");
            }
            Ok(())
        }
    }
}

fn look(name: &str, arguments: &Arguments) -> Result<()> {
    let committed = Path::new("crates/fuzz/corpus").join(name);
    if !committed.is_dir() {
        bail!("there is no target {name:?}; cargo xtask fuzz lists them");
    }
    let program = build()?;
    let corpus = Path::new(FOLDER).join("corpus").join(name);
    let findings = Path::new(FOLDER).join("findings").join(name);
    for folder in [&corpus, &findings] {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let before = files(&findings)?;
    let mut command = std::process::Command::new(program);
    command.env("TARGET", name).args([
        format!("-artifact_prefix={}/", findings.display()),
        format!("-max_len={LONGEST}"),
        format!("-timeout={SLOW}"),
        format!("-dict={}", words(name, &committed)?.display()),
        "-use_value_profile=1".to_owned(),
        "-print_final_stats=1".to_owned(),
    ]);
    if let Some(seconds) = arguments.seconds {
        command.arg(format!("-max_total_time={seconds}"));
    }
    if arguments.jobs > 1 {
        command.arg(format!("-fork={}", arguments.jobs));
    }
    // New inputs go into the first folder. The second one is only read.
    let status = command
        .args([&corpus, &committed])
        .status()
        .with_context(|| format!("cannot run {command:?}"))?;
    let after = files(&findings)?;
    for found in after.difference(&before) {
        println!(
            "== found; see it again with: cargo xtask fuzz {name} {}",
            found.display()
        );
    }
    if !status.success() || after != before {
        bail!("{name} breaks");
    }
    Ok(())
}

/// Builds the instrumented program. It passes `--target`, because otherwise build
/// scripts and macros would be instrumented too and could not run.
fn build() -> Result<PathBuf> {
    let host = target()?;
    let mut command = cargo(&["build", "--release", "--package", "fuzz", "--bin", "fuzzer"]);
    command.args(["--features", "libfuzzer", "--target-dir", FOLDER]);
    command.args(["--target", &host]).env("RUSTFLAGS", COUNTED);
    crate::step("instrumented build", command)?;
    Ok(Path::new(FOLDER).join(host).join("release/fuzzer"))
}

/// A dictionary of the quoted words in the committed inputs, few of which would
/// be found by chance.
fn words(name: &str, committed: &Path) -> Result<PathBuf> {
    let mut words = BTreeSet::new();
    for path in files(committed)? {
        let input = std::fs::read(&path).with_context(|| path.display().to_string())?;
        let input = String::from_utf8_lossy(&input);
        let plain = |word: &&str| {
            let letters = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
            (2..=24).contains(&word.len()) && word.chars().all(letters)
        };
        words.extend(input.split('"').filter(plain).map(str::to_owned));
    }
    // libFuzzer refuses an empty file.
    let mut lines = format!("# {name}\n");
    for word in words {
        lines.push_str(&format!("\"{word}\"\n"));
    }
    let path = Path::new(FOLDER).join(format!("{name}.words"));
    std::fs::write(&path, lines).with_context(|| path.display().to_string())?;
    Ok(path)
}

fn files(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    entries.map(|entry| Ok(entry?.path())).collect()
}
