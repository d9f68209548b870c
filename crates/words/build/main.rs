//! Turns the files of all languages into Rust, and fails if a language says less, more
//! or something else than the first one.

mod check;
mod fluent;
mod pseudo;
mod rules;
mod rust;
mod source;

use std::path::{Path, PathBuf};

fn main() {
    if let Err(problems) = make() {
        // Cargo shows these lines as errors of this crate, and fails.
        for problem in problems {
            println!("cargo::error={problem}");
        }
    }
}

fn make() -> Result<(), Vec<String>> {
    let here = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    for path in ["build", source::LIST] {
        watch(&here.join(path));
    }
    let mut languages = source::read(&here)?;
    for language in &languages {
        watch(&here.join(&language.code));
    }
    check::check(&languages)?;
    if std::env::var_os("CARGO_FEATURE_PSEUDO").is_some() {
        languages.push(pseudo::of(&languages[0]));
    }
    let file = PathBuf::from(variable("OUT_DIR")?).join("words.rs");
    std::fs::write(&file, rust::write(&languages))
        .map_err(|error| vec![format!("{}: {error}", file.display())])
}

fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

fn variable(name: &str) -> Result<String, Vec<String>> {
    std::env::var(name).map_err(|error| vec![format!("{name}: {error}")])
}
