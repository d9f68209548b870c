//! `cargo xtask book`: the guide in `docs` as pages for a browser.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

/// How to get what renders the book.
pub const HOW: &str = "mdbook is not installed; cargo install mdbook --locked gets it, the pages in docs need nothing";

/// Renders the guide, or fails where that cannot be done.
pub fn run(out: &Path) -> Result<()> {
    match render(out)? {
        true => {
            println!("== the guide: {}", out.join("index.html").display());
            Ok(())
        }
        false => bail!("{HOW}"),
    }
}

/// Renders the guide into a folder. `false` where mdbook is not installed.
pub fn render(out: &Path) -> Result<bool> {
    // mdbook takes a relative folder for one beside the book.
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
