//! Crates compiled for the browser.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use wasm_bindgen_cli_support::Bindgen;

use crate::cut::{self, Cut};
use crate::{Mode, Part, at, variable, watch};

const TARGET: &str = "wasm32-unknown-unknown";

/// What the outer cargo, or whoever called it, says about its own build and not
/// about this one.
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

/// Runs cargo for the browser.
pub struct Compiler<'a> {
    mode: Mode,
    root: &'a Path,
    out: &'a Path,
    /// A folder of its own: in the usual one, this would wait for the outer
    /// cargo, which waits for this.
    target: PathBuf,
}

/// Whether the compiler can compile for browsers.
fn has_target(rustc: &str) -> Result<bool, String> {
    let library = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .map_err(|error| format!("cannot run {rustc}: {error}"))?;
    let library = String::from_utf8_lossy(&library.stdout).trim().to_owned();
    Ok(!library.is_empty() && Path::new(&library).is_dir())
}

/// A part of the page.
pub struct Compiled {
    pub glue: String,
    pub wasm: Vec<u8>,
    /// What is fetched later, by its name.
    pub pieces: Vec<(String, Vec<u8>)>,
}

impl<'a> Compiler<'a> {
    pub fn new(mode: Mode, root: &'a Path, out: &'a Path) -> Result<Compiler<'a>, String> {
        let rustc = variable("RUSTC")?;
        // rustup fetches by itself what `rust-toolchain.toml` names, unless it was told
        // not to.
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
        // Cargo marks its target folder; what lies between depends on its version.
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

    /// Compiles a crate and makes the glue between it and the browser.
    pub fn compile(&self, part: &Part) -> Result<Compiled, String> {
        let mut wasm = self.cargo(part)?;
        watch_sources(&wasm.with_extension("d"))?;
        let mut cut = None;
        if part.is_cut {
            let made = Cut::make(&wasm, &self.out.join("pieces"), self.mode)?;
            wasm.clone_from(&made.main);
            cut = Some(made);
        }
        let folder = self.out.join("glue");
        Bindgen::new()
            .input_path(&wasm)
            .out_name(part.package)
            .web(true)
            .and_then(|bindgen| {
                bindgen
                    .typescript(false)
                    // The page knows where the file is.
                    .omit_default_module_path(true)
                    // Pieces share the table of functions.
                    .keep_lld_exports(part.is_cut)
                    .remove_name_section(self.mode == Mode::Release)
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

    /// Runs cargo and says where the wasm file is.
    fn cargo(&self, part: &Part) -> Result<PathBuf, String> {
        let profile = match self.mode {
            Mode::Quick => part.dev,
            Mode::Release => part.release,
        };
        let mut command = Command::new(variable("CARGO")?);
        command
            .arg(if part.is_cut { "rustc" } else { "build" })
            .args(["--locked", "--target", TARGET, "--package"])
            .args([part.package, "--profile", profile])
            .args(["--message-format", "json-render-diagnostics"])
            .arg("--target-dir")
            .arg(&self.target)
            .current_dir(self.root)
            .stderr(Stdio::inherit());
        if part.is_cut {
            command.args(["--bin", part.package, "--"]);
            command.arg(format!("-Clink-arg={}", cut::LINKER_OPTION));
        }
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            let family = FOREIGN_FAMILIES.iter().any(|start| text.starts_with(start));
            if family || FOREIGN.contains(&text.as_ref()) {
                command.env_remove(&name);
            }
        }
        // Views without their types: much smaller, and quicker to compile.
        command.env("RUSTFLAGS", "--cfg=erase_components");
        let output = command
            .output()
            .map_err(|error| format!("cannot run {command:?}: {error}"))?;
        if !output.status.success() {
            // Cargo shows what went to standard error only if this fails as well.
            eprintln!("{} does not compile for the browser", part.package);
            std::process::exit(1);
        }
        let messages = String::from_utf8_lossy(&output.stdout);
        messages
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .filter(|message| message["target"]["name"] == part.package)
            .filter_map(|message| message["filenames"].as_array().cloned())
            .flatten()
            .filter_map(|file| file.as_str().map(PathBuf::from))
            .find(|file| file.extension().is_some_and(|end| end == "wasm"))
            .ok_or_else(|| {
                format!(
                    "cargo does not say where the wasm file of {} is",
                    part.package
                )
            })
    }
}

/// Watches every file of the workspace that went into a wasm file, and the
/// manifests of their crates. Cargo writes the list beside it, in the form of a
/// makefile.
fn watch_sources(list: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(list).map_err(at(list))?;
    let (_, sources) = text.split_once(": ").unwrap_or_default();
    // Spaces in names are written with a backslash before them.
    let sources = sources.trim().replace("\\ ", "\0");
    let mut manifests = Vec::new();
    for source in sources.split_whitespace() {
        let source = PathBuf::from(source.replace('\0', " "));
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
