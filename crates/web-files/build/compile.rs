//! Compiles crates for the browser.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use wasm_bindgen_cli_support::Bindgen;

use crate::cut::Cut;
use crate::progress::Progress;
use crate::{Mode, Part, at, variable, watch};

const TARGET: &str = "wasm32-unknown-unknown";

/// Variables of the outer cargo or its caller that describe its own build, not this
/// one.
const FOREIGN: &[&str] = &[
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_TARGET_DIR",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTFLAGS",
];
const FOREIGN_FAMILIES: &[&str] = &[
    "CARGO_BUILD_",
    "CARGO_CFG_",
    "CARGO_FEATURE_",
    "CARGO_PROFILE_",
    "DEP_",
];

/// Whether the page has the language that is made by machine.
const PSEUDO: bool = cfg!(feature = "pseudo");

/// Runs cargo for the browser.
pub struct Compiler<'a> {
    mode: Mode,
    root: &'a Path,
    out: &'a Path,
    /// A separate folder. In the usual one, this cargo would wait for the outer cargo,
    /// which waits for this one.
    target: PathBuf,
}

/// Whether the compiler supports the browser target.
fn has_target(rustc: &str) -> Result<bool, String> {
    let library = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .map_err(|error| format!("cannot run {rustc}: {error}"))?;
    let library = String::from_utf8_lossy(&library.stdout).trim().to_owned();
    Ok(!library.is_empty() && Path::new(&library).is_dir())
}

/// A compiled part of the page.
pub struct Compiled {
    pub glue: String,
    pub wasm: Vec<u8>,
    /// The pieces that are fetched later, with names.
    pub pieces: Vec<(String, Vec<u8>)>,
}

impl<'a> Compiler<'a> {
    pub fn new(mode: Mode, root: &'a Path, out: &'a Path) -> Result<Compiler<'a>, String> {
        let rustc = variable("RUSTC")?;
        // rustup installs the targets in `rust-toolchain.toml` by itself, unless it was
        // told not to.
        if !has_target(&rustc)? {
            let added = Command::new("rustup")
                .args(["target", "add", TARGET])
                .output();
            if !added.is_ok_and(|added| added.status.success()) || !has_target(&rustc)? {
                return Err(format!(
                    "the browser interface needs the Rust target {TARGET}, which is not installed.\n\
                     Install it: rustup target add {TARGET}\n\
                     Or build without the interface: cargo build --release --no-default-features",
                ));
            }
        }
        // Cargo marks its target folder. The path in between depends on cargo's
        // version.
        let target = out
            .ancestors()
            .find(|folder| folder.join("CACHEDIR.TAG").is_file())
            .or_else(|| out.ancestors().nth(4))
            .unwrap_or(out)
            .join("web-build");
        for file in ["Cargo.toml", "Cargo.lock"] {
            watch(&root.join(file));
        }
        Ok(Compiler {
            mode,
            root,
            out,
            target,
        })
    }

    /// Compiles the parts of the page. Returns their wasm files in the same order.
    pub fn compile(&self, parts: &[Part], progress: &mut Progress) -> Result<Vec<PathBuf>, String> {
        let mut profiles: Vec<&str> = parts.iter().map(|part| self.mode.profile(part)).collect();
        profiles.dedup();
        let mut files = BTreeMap::new();
        for profile in profiles {
            let packages: Vec<&str> = parts
                .iter()
                .filter(|part| self.mode.profile(part) == profile)
                .map(|part| part.package)
                .collect();
            self.cargo(profile, &packages, progress, &mut files)?;
        }
        parts
            .iter()
            .map(|part| {
                let file = files.remove(part.package).ok_or_else(|| {
                    format!(
                        "cargo does not say where the wasm file of {} is",
                        part.package
                    )
                })?;
                watch_sources(&file.with_extension("d"), &self.target)?;
                Ok(file)
            })
            .collect()
    }

    /// Joins all parts with the browser, at the same time.
    pub fn join(&self, parts: &[Part], files: Vec<PathBuf>) -> Vec<Result<Compiled, String>> {
        std::thread::scope(|scope| {
            let threads: Vec<_> = parts
                .iter()
                .zip(files)
                .map(|(part, wasm)| scope.spawn(move || self.join_one(part, wasm)))
                .collect();
            let ended = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
            ended
                .map(|made| made.unwrap_or_else(|_| Err("a thread of the build failed".to_owned())))
                .collect()
        })
    }

    /// Generates the glue between a compiled crate and the browser, and cuts the crate
    /// into pieces.
    fn join_one(&self, part: &Part, mut wasm: PathBuf) -> Result<Compiled, String> {
        let mut cut = None;
        if part.is_cut {
            let made = Cut::make(&wasm, &self.out.join("pieces"), self.mode)?;
            wasm.clone_from(&made.main);
            cut = Some(made);
        }
        let folder = self.out.join("glue").join(part.package);
        Bindgen::new()
            .input_path(&wasm)
            .out_name(part.package)
            .web(true)
            .and_then(|bindgen| {
                bindgen
                    .typescript(false)
                    // The page has the address of the file.
                    .omit_default_module_path(true)
                    // The pieces share the table of functions.
                    .keep_lld_exports(part.is_cut)
                    .remove_name_section(self.mode != Mode::Quick)
                    .remove_producers_section(true)
                    .generate(&folder)
            })
            .map_err(|error| format!("the glue of {}: {error:#}", part.package))?;
        if folder.join("snippets").exists() {
            return Err(format!(
                "{} or a crate it uses brings scripts of its own, which the page does not load",
                part.package
            ));
        }
        let glue = folder.join(format!("{}.js", part.package));
        let wasm = folder.join(format!("{}_bg.wasm", part.package));
        let (glue, wasm) = (
            std::fs::read_to_string(&glue).map_err(at(&glue))?,
            std::fs::read(&wasm).map_err(at(&wasm))?,
        );
        Ok(match cut {
            None => Compiled {
                glue,
                wasm,
                pieces: Vec::new(),
            },
            Some(cut) => Compiled {
                glue: cut.join(&glue)?,
                wasm,
                pieces: cut.pieces,
            },
        })
    }

    /// Runs cargo for some packages and notes their wasm files.
    fn cargo(
        &self,
        profile: &str,
        packages: &[&str],
        progress: &mut Progress,
        files: &mut BTreeMap<String, PathBuf>,
    ) -> Result<(), String> {
        let names = packages.join(" and ");
        progress.say(&format!("compiling {names} for browsers ({profile})"));
        let mut command = Command::new(variable("CARGO")?);
        command
            .args(["build", "--locked", "--target", TARGET])
            .args(["--profile", profile])
            .args(packages.iter().flat_map(|package| ["--package", package]))
            .args(if PSEUDO && packages.contains(&"web") {
                &["--features", "web/pseudo"][..]
            } else {
                &[]
            })
            .args(["--message-format", "json-render-diagnostics"])
            .arg("--target-dir")
            .arg(&self.target)
            .current_dir(self.root)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit());
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            let family = FOREIGN_FAMILIES.iter().any(|start| text.starts_with(start));
            if family || FOREIGN.contains(&text.as_ref()) {
                command.env_remove(&name);
            }
        }
        // Type-erased views are much smaller and compile faster.
        command.env("RUSTFLAGS", "--cfg=erase_components");
        let words = format!("{command:?}");
        let failed = |error| format!("cannot run {words}: {error}");
        let mut child = command.spawn().map_err(failed)?;
        let messages = child.stdout.take().map(BufReader::new);
        for line in messages.into_iter().flat_map(BufRead::lines) {
            let line = line.map_err(failed)?;
            let Ok(message) = serde_json::from_str::<Value>(&line) else {
                continue;
            };
            if message["reason"] != "compiler-artifact" {
                continue;
            }
            if message["fresh"] == false {
                progress.count();
            }
            let name = message["target"]["name"].as_str().unwrap_or_default();
            let wasm = message["filenames"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|file| file.as_str().map(PathBuf::from))
                .find(|file| file.extension().is_some_and(|end| end == "wasm"));
            if let Some(wasm) = wasm
                && packages.contains(&name)
            {
                files.insert(name.to_owned(), wasm);
            }
        }
        if !child.wait().map_err(failed)?.success() {
            // Cargo shows standard error only if this script fails as well.
            eprintln!("{names} cannot be compiled for the browser");
            std::process::exit(1);
        }
        Ok(())
    }
}

/// Watches every file of the workspace that went into a wasm file, and the manifests of
/// their crates. Cargo writes the list next to the wasm file, in the format of a
/// makefile. The list also has what build scripts watch, such as the folders of words,
/// and what they write into `target`, which would look newer than this build.
fn watch_sources(list: &Path, target: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(list).map_err(at(list))?;
    let (_, sources) = text.split_once(": ").unwrap_or_default();
    // A space in a name is escaped with a backslash.
    let sources = sources.trim().replace("\\ ", "\0");
    let mut manifests = Vec::new();
    for source in sources.split_whitespace() {
        let source = PathBuf::from(source.replace('\0', " "));
        if source.starts_with(target) {
            continue;
        }
        watch(&source);
        let manifest = source
            .ancestors()
            .map(|folder| folder.join("Cargo.toml"))
            .find(|manifest| manifest.is_file());
        manifests.extend(manifest);
    }
    manifests.sort();
    manifests.dedup();
    for manifest in &manifests {
        watch(manifest);
    }
    Ok(())
}
