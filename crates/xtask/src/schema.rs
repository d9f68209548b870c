//! `cargo xtask schema`: writes the schemas of the protocol.

use anyhow::Result;

use crate::{cargo, step};

/// Only this feature includes the code that writes schemas.
const CATALOG: [&str; 4] = ["--package", "catalog", "--features", "schema"];

/// Writes the schemas into the repository.
pub fn write() -> Result<()> {
    let example = [&["run", "--quiet"], &CATALOG[..], &["--example", "schema"]];
    step("schemas", cargo(&example.concat()))
}

/// Checks that the schemas in the repository are current.
pub fn test() -> Result<()> {
    let test = [&["test"], &CATALOG[..], &["--test", "schema"]];
    step("schemas", cargo(&test.concat()))
}
