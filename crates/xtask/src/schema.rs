//! Schemas of the protocol, from its types.

use anyhow::Result;

use crate::{cargo, step};

/// Only this feature has the code that writes schemas.
const PROTOCOL: [&str; 4] = ["--package", "protocol", "--features", "schema"];

/// Writes the schemas into the repository.
pub fn write() -> Result<()> {
    let example = [&["run", "--quiet"], &PROTOCOL[..], &["--example", "schema"]];
    step("schemas", cargo(&example.concat()))
}

/// Tests that the schemas in the repository are current.
pub fn test() -> Result<()> {
    let test = [&["test"], &PROTOCOL[..], &["--test", "schema"]];
    step("schemas", cargo(&test.concat()))
}
