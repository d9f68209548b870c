//! Makes the files of the browser interface while the program is built: no tool
//! has to be installed, and the page is always the one of this source.

mod bundle;
mod compile;
mod cut;

use std::path::{Path, PathBuf};

use bundle::Bundle;
use compile::Compiler;

/// A crate that becomes a part of the page: `web` gives `web.js` and `web.wasm`.
pub struct Part {
    package: &'static str,
    /// The cargo profile for release builds.
    release: &'static str,
    /// The cargo profile for all others.
    dev: &'static str,
    /// Whether it is cut where its functions say so, and fetched in pieces.
    is_cut: bool,
}

const PARTS: &[Part] = &[
    Part {
        package: "web",
        release: "web-release",
        dev: "web-dev",
        is_cut: true,
    },
    Part {
        package: "pocket",
        release: "pocket-release",
        dev: "web-dev",
        is_cut: false,
    },
];

/// The kind of build that is going on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Soon done.
    Quick,
    /// Small and quick for those who use it.
    Release,
}

fn main() {
    if let Err(words) = make() {
        // Cargo shows these lines as errors of this crate, and fails.
        for line in words.lines() {
            println!("cargo::error={line}");
        }
    }
}

fn make() -> Result<(), String> {
    let mode = match variable("PROFILE")?.as_str() {
        "release" => Mode::Release,
        _ => Mode::Quick,
    };
    let out = PathBuf::from(variable("OUT_DIR")?);
    let here = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let root = here.ancestors().nth(2).unwrap_or(&here);
    watch(&here.join("build"));
    let compiler = Compiler::new(mode, root, &out)?;
    let mut bundle = Bundle::new(mode);
    for part in PARTS {
        let compiled = compiler.compile(part)?;
        bundle.add(&format!("{}.js", part.package), compiled.glue.into_bytes());
        bundle.add(&format!("{}.wasm", part.package), compiled.wasm);
        for (name, wasm) in compiled.pieces {
            bundle.add(&name, wasm);
        }
    }
    for part in PARTS {
        let assets = root.join(format!("crates/{}/assets", part.package));
        watch(&assets);
        bundle.add_folder(&assets)?;
    }
    bundle.write(&out)
}

/// Tells cargo to run this again when a file, or any file in a folder, changes.
fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

fn variable(name: &str) -> Result<String, String> {
    std::env::var(name).map_err(|error| format!("{name}: {error}"))
}

/// An error with the file it is about.
fn at(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}
