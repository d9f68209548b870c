//! `cargo xtask book`: renders the guide in `docs` as a website.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

/// How to install mdbook.
pub const HOW: &str = "mdbook is not installed; cargo install mdbook --locked gets it, the pages in docs need nothing";

/// Renders the guide, or fails if mdbook is missing.
pub fn run(out: &Path) -> Result<()> {
    if render(out)? {
        println!("== the guide: {}", out.join("index.html").display());
        Ok(())
    } else {
        bail!("{HOW}")
    }
}

/// Renders the guide into a folder. Returns `false` if mdbook is missing.
pub fn render(out: &Path) -> Result<bool> {
    // mdbook takes relative paths as relative to the book.
    let out = std::path::absolute(out)?;
    let mut command = Command::new("mdbook");
    command.arg("build").arg("--dest-dir").arg(&out);
    match command.status() {
        Ok(status) if status.success() => Ok(true),
        Ok(_) => bail!("{command:?} failed"),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).with_context(|| format!("cannot run {command:?}")),
    }
}
