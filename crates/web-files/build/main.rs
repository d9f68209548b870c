//! Makes the files of the browser interface when the program is built. You need no
//! extra tool, and the page always matches this source.

mod bundle;
mod compile;
mod cut;
mod progress;

use std::path::{Path, PathBuf};

use bundle::Bundle;
use compile::Compiler;
use progress::Progress;

/// A crate that becomes part of the page: `web` gives `web.js` and `web.wasm`.
pub struct Part {
    package: &'static str,
    /// The cargo profile for the smallest page. In other modes all parts share a
    /// profile.
    smallest: &'static str,
    /// Whether it is cut at its marked functions and fetched in pieces.
    is_cut: bool,
}

const PARTS: &[Part] = &[
    Part {
        package: "web",
        smallest: "web-dist",
        is_cut: true,
    },
    Part {
        package: "browser",
        smallest: "browser-dist",
        is_cut: false,
    },
];

/// The kind of build.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// For tests: builds fast.
    Quick,
    /// For your own machine: builds in reasonable time.
    Release,
    /// For visitors over a network: as small as possible.
    Smallest,
}

impl Mode {
    /// Cargo only tells a build script which built-in profile its profile inherits.
    /// The optimisation level of this crate, which has no code, tells more.
    fn of_this_build() -> Result<Mode, String> {
        Ok(match variable("OPT_LEVEL")?.as_str() {
            "z" => Mode::Smallest,
            _ if variable("PROFILE")? == "release" => Mode::Release,
            _ => Mode::Quick,
        })
    }

    /// The cargo profile for a part of the page.
    fn profile(self, part: &Part) -> &'static str {
        match self {
            Mode::Quick => "web-dev",
            Mode::Release => "web-release",
            Mode::Smallest => part.smallest,
        }
    }
}

fn main() {
    if let Err(words) = make() {
        // Cargo shows these lines as errors of this crate and fails.
        for line in words.lines() {
            println!("cargo::error={line}");
        }
    }
}

fn make() -> Result<(), String> {
    let mode = Mode::of_this_build()?;
    let out = PathBuf::from(variable("OUT_DIR")?);
    let here = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let root = here.ancestors().nth(2).unwrap_or(&here);
    watch(&here.join("build"));
    let mut progress = Progress::new();
    let compiler = Compiler::new(mode, root, &out)?;
    let files = compiler.compile(PARTS, &mut progress)?;
    progress.say("joining it with the browser");
    let mut bundle = Bundle::new(mode);
    for (part, made) in PARTS.iter().zip(compiler.join(PARTS, files)) {
        let made = made?;
        bundle.add(&format!("{}.js", part.package), made.glue.into_bytes());
        bundle.add(&format!("{}.wasm", part.package), made.wasm);
        for (name, wasm) in made.pieces {
            bundle.add(&name, wasm);
        }
    }
    for part in PARTS {
        let assets = root.join(format!("crates/{}/assets", part.package));
        watch(&assets);
        bundle.add_folder(&assets)?;
    }
    progress.say("compressing");
    bundle.write(&out)?;
    progress.say("done");
    Ok(())
}

/// Tells cargo to run this script again when the file, or a file in the folder,
/// changes.
fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

fn variable(name: &str) -> Result<String, String> {
    std::env::var(name).map_err(|error| format!("{name}: {error}"))
}

/// An error with the name of its file.
fn at(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}
