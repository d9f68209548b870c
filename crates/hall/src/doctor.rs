//! `hall doctor`: checks what this machine offers.

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use indexmap::IndexMap;
use sandbox::{Level, Sandbox, SandboxError, needs};
use serde::Serialize;

use crate::usage;

/// Checks what this machine offers, and says how to get more
#[derive(clap::Args)]
#[command(after_help = "Examples:
  hall doctor
  hall doctor --json")]
pub struct Arguments {
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let shim = std::env::current_exe()?;
    let findings = [
        sandbox(&shim),
        vec![
            cores(),
            python(),
            tool("node", &["node", "nodejs"]),
            tool("ruby", &["ruby"]),
            tool(
                "browser",
                &["chromium", "chromium-browser", "google-chrome"],
            ),
            tool("chromedriver", &["chromedriver"]),
            database(),
            terminal(),
        ],
    ]
    .concat();
    let mut out = io::stdout().lock();
    if arguments.json {
        let found = findings.into_iter();
        let found = found.filter_map(|finding| Some((finding.name, finding.found?)));
        return usage::write_json(&mut out, &found.collect::<IndexMap<String, Found>>());
    }
    let width = findings.iter().map(|finding| finding.name.len()).max();
    for Finding { name, lines, .. } in findings {
        let mut label = name.as_str();
        for line in lines {
            writeln!(out, "{label:width$}  {line}", width = width.unwrap_or(0))?;
            label = "";
        }
    }
    Ok(())
}

/// One check.
#[derive(Clone)]
struct Finding {
    name: String,
    lines: Vec<String>,
    /// `None` if it belongs to another finding.
    found: Option<Found>,
}

/// The findings, for programs.
#[derive(Clone, Serialize)]
#[serde(untagged)]
enum Found {
    Nothing,
    Sandbox {
        level: String,
        missing: Vec<String>,
        refused: IndexMap<String, Refused>,
    },
    Cores(usize),
    Tool {
        version: String,
        path: String,
        /// The version of numpy; Python only.
        #[serde(skip_serializing_if = "Option::is_none")]
        numpy: Option<Option<String>>,
    },
    Terminal {
        is_terminal: bool,
        colours: &'static str,
    },
}

/// Why a level of the sandbox is not available.
#[derive(Clone, Serialize)]
struct Refused {
    reason: String,
    remedy: String,
}

impl Finding {
    fn new(name: &str, lines: Vec<String>, found: Found) -> Finding {
        Finding {
            name: name.to_owned(),
            lines,
            found: Some(found),
        }
    }
}

/// The level that bots get, and why they get no better one.
fn sandbox(shim: &Path) -> Vec<Finding> {
    let mut failed: Vec<SandboxError> = Vec::new();
    let mut found = None;
    for level in [Level::Isolated, Level::Contained, Level::Unconfined] {
        match Sandbox::at(level, shim) {
            Ok(sandbox) => {
                found = Some(sandbox);
                break;
            }
            Err(error) => failed.push(error),
        }
    }
    let level = found
        .as_ref()
        .map_or("none".to_owned(), |sandbox| sandbox.level().to_string());
    let missing = found.as_ref().map(Sandbox::missing).unwrap_or_default();
    let mut lines = vec![level.clone()];
    if level == "unconfined" {
        lines[0].push_str(" (bots run only with --trust-bots)");
    }
    for error in &failed {
        lines.push(format!("not {}: {}", error.level, error.reason));
        lines.push(format!("  to get it: {}", error.remedy));
    }
    let refused = failed.into_iter().map(|error| {
        let SandboxError { reason, remedy, .. } = error;
        (error.level.to_string(), Refused { reason, remedy })
    });
    let found = Found::Sandbox {
        level,
        missing: missing.clone(),
        refused: refused.collect(),
    };
    vec![
        Finding::new("sandbox", lines, found),
        Finding {
            name: "not protected".to_owned(),
            lines: missing,
            found: None,
        },
    ]
}

fn cores() -> Finding {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Finding::new("cores", vec![cores.to_string()], Found::Cores(cores))
}

fn python() -> Finding {
    let found = found(&["python3", "python"]);
    let mut python = describe("python", found.as_ref());
    if let Some((path, _)) = found {
        let numpy = output(&path, &["-c", "import numpy; print(numpy.__version__)"]);
        python.lines.push(match &numpy {
            Some(version) => format!("numpy {version}"),
            None => "no numpy".to_owned(),
        });
        if let Some(Found::Tool { numpy: known, .. }) = &mut python.found {
            *known = Some(numpy);
        }
    }
    python
}

fn tool(name: &str, programs: &[&str]) -> Finding {
    describe(name, found(programs).as_ref())
}

/// PostgreSQL keeps its programs out of `PATH`, in a folder for each version.
fn database() -> Finding {
    let mut servers: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin/postgres"))
        .filter(|server| server.is_file())
        .collect();
    servers.sort();
    servers.extend(needs::on_path("postgres".as_ref()));
    let found = servers
        .pop()
        .and_then(|server| Some((server.clone(), output(&server, &["--version"])?)));
    describe("database", found.as_ref())
}

fn terminal() -> Finding {
    let colours = match std::env::var("COLORTERM").as_deref() {
        Ok("truecolor" | "24bit") => "16 million",
        _ => match std::env::var("TERM") {
            Ok(term) if term.contains("256") => "256",
            Ok(term) if !term.is_empty() && term != "dumb" => "16",
            _ => "none",
        },
    };
    let is_terminal = io::stdout().is_terminal();
    let line = if is_terminal {
        format!("{colours} colours")
    } else {
        "output is not a terminal".to_owned()
    };
    Finding::new(
        "terminal",
        vec![line],
        Found::Terminal {
            is_terminal,
            colours,
        },
    )
}

/// The first of these programs that exists and tells its version.
fn found(programs: &[&str]) -> Option<(PathBuf, String)> {
    programs.iter().find_map(|program| {
        let path = needs::on_path(OsStr::new(program))?;
        let version = output(&path, &["--version"])?;
        Some((path, version))
    })
}

fn describe(name: &str, found: Option<&(PathBuf, String)>) -> Finding {
    match found {
        None => Finding::new(name, vec!["not found".to_owned()], Found::Nothing),
        Some((path, version)) => Finding::new(
            name,
            vec![format!("{version}, {}", path.display())],
            Found::Tool {
                version: version.clone(),
                path: path.to_string_lossy().into_owned(),
                numpy: None,
            },
        ),
    }
}

/// The first line that a program prints, if it succeeds.
fn output(program: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().next()?.trim().to_owned();
    (output.status.success() && !line.is_empty()).then_some(line)
}
