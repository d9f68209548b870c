//! `cargo xtask dist`: makes a release, an archive with its checksum.
//!
//! The same files give the same archive, byte by byte: names are sorted, all owners
//! are the same, and all times are that of the last commit.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};

use crate::{book, cargo, step};

#[derive(clap::Args)]
pub struct Arguments {
    /// The folder for the archive and its checksum
    #[arg(long, value_name = "FOLDER", default_value = "dist")]
    out: PathBuf,
    /// Packs this program instead of building one
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
}

/// The file with the checksums.
const SUMS: &str = "SHA256SUMS";

/// Files and folders that go into the archive unchanged.
const AS_THEY_ARE: [&str; 9] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "bots",
    "contrib",
    "docs",
];

/// Files and folders that builds and runs leave behind.
const LEFT_BEHIND: [&str; 4] = ["Cargo.lock", "__pycache__", "node_modules", "target"];

/// A file in the archive.
struct Packed {
    bytes: Vec<u8>,
    executable: bool,
}

/// The files by path.
type Files = BTreeMap<String, Packed>;

pub fn run(arguments: &Arguments) -> Result<()> {
    let binary = match &arguments.binary {
        Some(binary) => binary.canonicalize(),
        None => {
            let build = [
                "build",
                "--profile",
                "dist",
                "--locked",
                "--package",
                "hall",
            ];
            step("program", cargo(&build))?;
            Path::new("target/dist/hall").canonicalize()
        }
    };
    let binary = binary.context("the program")?;
    let mut files = Files::new();
    add(&mut files, "hall", &binary)?;
    for name in AS_THEY_ARE {
        add(&mut files, name, Path::new(name))?;
    }
    for (shell, name) in [
        ("bash", "hall.bash"),
        ("elvish", "hall.elv"),
        ("fish", "hall.fish"),
        ("powershell", "_hall.ps1"),
        ("zsh", "_hall"),
    ] {
        let script = output(Command::new(&binary).args(["completions", shell]))?;
        files.insert(
            format!("completions/{name}"),
            Packed {
                bytes: script,
                executable: false,
            },
        );
    }
    let made = Path::new("target/dist");
    if made.exists() {
        std::fs::remove_dir_all(made).context("target/dist")?;
    }
    let pages = made.join("man1");
    output(Command::new(&binary).args(["man", "--out"]).arg(&pages))?;
    add(&mut files, "man/man1", &pages)?;
    let rendered = made.join("book");
    if book::render(&rendered)? {
        add(&mut files, "book", &rendered)?;
    } else {
        println!("== the guide goes in as it is written: {}", book::HOW);
    }
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("taflhalla-{version}-{}", target()?);
    let archive = archive(&name, &files, time()?)?;
    let file = format!("{name}.tar.gz");
    let out = &arguments.out;
    std::fs::create_dir_all(out).with_context(|| out.display().to_string())?;
    std::fs::write(out.join(&file), &archive).with_context(|| file.clone())?;
    std::fs::write(out.join(SUMS), sum(&file, &archive)).context(SUMS)?;
    println!(
        "== {}: {} files, {:.1} MB",
        out.join(&file).display(),
        files.len(),
        archive.len() as f64 / 1e6
    );
    Ok(())
}

/// Adds a file, or all files in a folder.
fn add(files: &mut Files, name: &str, path: &Path) -> Result<()> {
    let about = path
        .metadata()
        .with_context(|| path.display().to_string())?;
    if !about.is_dir() {
        let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
        let executable = is_executable(&about);
        files.insert(name.to_owned(), Packed { bytes, executable });
        return Ok(());
    }
    for entry in path
        .read_dir()
        .with_context(|| path.display().to_string())?
    {
        let entry = entry?;
        let Ok(part) = entry.file_name().into_string() else {
            bail!("{}: this name is no text", entry.path().display());
        };
        if !LEFT_BEHIND.contains(&part.as_str()) {
            add(files, &format!("{name}/{part}"), &entry.path())?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn is_executable(about: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &std::fs::Metadata) -> bool {
    false
}

/// An archive with these files in a folder of this name.
fn archive(name: &str, files: &Files, time: u64) -> Result<Vec<u8>> {
    // The gzip header has no name and no time either.
    let packer = GzBuilder::new().write(Vec::new(), Compression::best());
    let mut builder = tar::Builder::new(packer);
    for (path, file) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(file.bytes.len() as u64);
        header.set_mode(if file.executable { 0o755 } else { 0o644 });
        header.set_mtime(time);
        header.set_uid(0);
        header.set_gid(0);
        builder.append_data(&mut header, format!("{name}/{path}"), &*file.bytes)?;
    }
    let mut packer = builder.into_inner()?;
    packer.flush()?;
    Ok(packer.finish()?)
}

/// A line in the format of `sha256sum -c`.
fn sum(file: &str, bytes: &[u8]) -> String {
    let mut line = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(line, "{byte:02x}");
    }
    line + "  " + file + "\n"
}

/// The time of all files, in seconds since 1970: `SOURCE_DATE_EPOCH` or the time of
/// the last commit.
fn time() -> Result<u64> {
    if let Ok(time) = std::env::var("SOURCE_DATE_EPOCH") {
        return time
            .parse()
            .context("SOURCE_DATE_EPOCH is a number of seconds");
    }
    let commit = output(Command::new("git").args(["log", "-1", "--format=%ct"]));
    let commit = commit.context("set SOURCE_DATE_EPOCH where there is no git")?;
    Ok(String::from_utf8(commit)?.trim().parse()?)
}

/// The target triple of this machine.
pub fn target() -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = String::from_utf8(output(Command::new(rustc).arg("-vV"))?)?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV names no host")?.to_owned())
}

/// What a program prints, if it succeeds.
fn output(command: &mut Command) -> Result<Vec<u8>> {
    let output = command
        .output()
        .with_context(|| format!("cannot run {command:?}"))?;
    if !output.status.success() {
        bail!(
            "{command:?} failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    Ok(output.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Files {
        let file = |bytes: &[u8], executable| Packed {
            bytes: bytes.to_vec(),
            executable,
        };
        // Too long for the field in a tar header, as pages of a book can be.
        let long = format!("docs/{}.md", "long".repeat(40));
        Files::from([
            ("hall".to_owned(), file(b"program", true)),
            ("README.md".to_owned(), file(b"text", false)),
            (long, file(b"page", false)),
        ])
    }

    #[test]
    fn the_same_files_give_the_same_archive() {
        let first = archive("hall-1", &files(), 1_000_000_000).expect("an archive");
        let second = archive("hall-1", &files(), 1_000_000_000).expect("an archive");
        assert_eq!(first, second);
        assert_ne!(first, archive("hall-1", &files(), 5).expect("an archive"));
    }

    #[test]
    fn packed_files_come_out_unchanged() {
        let packed = archive("hall-1", &files(), 1_000_000_000).expect("an archive");
        let mut reader = tar::Archive::new(flate2::read::GzDecoder::new(&*packed));
        let mut found = Vec::new();
        for entry in reader.entries().expect("entries") {
            let entry = entry.expect("an entry");
            let header = entry.header();
            assert_eq!(header.mtime().expect("a time"), 1_000_000_000);
            let path = entry.path().expect("a path").display().to_string();
            found.push((path, header.mode().expect("a mode")));
        }
        let long = format!("hall-1/docs/{}.md", "long".repeat(40));
        let expected = [
            ("hall-1/README.md".to_owned(), 0o644),
            (long, 0o644),
            ("hall-1/hall".to_owned(), 0o755),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_checksum_has_the_format_of_sha256sum() {
        // The checksum of empty input is well known.
        assert_eq!(
            sum("empty.tar.gz", b""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  empty.tar.gz\n"
        );
    }
}
