//! Cuts the interface into pieces: one that the page needs to start, and others
//! that are fetched when they are first used. `wasm_split` in the crate marks the
//! functions where to cut.

use std::path::{Path, PathBuf};

use crate::{Mode, at};

/// The script in which the starting file looks for the functions that fetch the
/// other pieces.
const LINK: &str = "./__wasm_split.js";

/// A wasm file after cutting.
pub struct Cut {
    /// The file that starts, still without glue.
    pub main: PathBuf,
    /// The other files, by name.
    pub pieces: Vec<(String, Vec<u8>)>,
    /// The script that fetches the pieces.
    script: String,
}

impl Cut {
    pub fn make(wasm: &Path, folder: &Path, mode: Mode) -> Result<Cut, String> {
        if folder.exists() {
            std::fs::remove_dir_all(folder).map_err(at(folder))?;
        }
        std::fs::create_dir_all(folder).map_err(at(folder))?;
        let main = folder.join("main.wasm");
        let whole = std::fs::read(wasm).map_err(at(wasm))?;
        let mut options = wasm_split_cli_support::Options::new(&whole);
        options.output_dir = folder;
        options.main_out_path = &main;
        options.link_name = LINK;
        let split = wasm_split_cli_support::transform(options)
            .map_err(|error| format!("{} cannot be cut: {error:#}", wasm.display()))?;
        let mut pieces = Vec::new();
        for path in split.split_modules {
            let content = std::fs::read(&path).map_err(at(&path))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let content = match mode {
                Mode::Quick => content,
                Mode::Release | Mode::Smallest => without_notes(&content)
                    .ok_or_else(|| format!("{} is no wasm file", path.display()))?,
            };
            pieces.push((name.into_owned(), content));
        }
        let link = folder.join(LINK);
        Ok(Cut {
            main,
            pieces,
            script: std::fs::read_to_string(&link).map_err(at(&link))?,
        })
    }

    /// Joins the script that fetches the pieces and the glue of the starting file
    /// into one file. They refer to each other, so as two files each name would
    /// have to contain a hash of the other.
    pub fn join(&self, glue: &str) -> Result<String, String> {
        // One for each imported function.
        let mut aliases = Vec::new();
        let mut joined = String::new();
        for line in glue.lines() {
            let import = line
                .strip_prefix("import * as ")
                .and_then(|rest| rest.split_once(" from "))
                .filter(|(_, from)| from.trim_matches(['"', '\'', ';']) == LINK);
            match import {
                Some((alias, _)) => aliases.push(alias),
                None => joined.extend([line, "\n"]),
            }
        }
        if aliases.is_empty() {
            return Err(format!("the glue does not import {LINK:?}"));
        }
        let mut loaders = Vec::new();
        for line in self.script.lines() {
            if line.starts_with("import ") {
                continue;
            }
            let line = match line.strip_prefix("export ") {
                None => line,
                Some(line) => {
                    loaders.extend(line.split_whitespace().nth(1));
                    line
                }
            };
            joined.extend([line, "\n"]);
        }
        if loaders.is_empty() {
            return Err("the script that fetches the pieces exports nothing".to_owned());
        }
        for (name, _) in &self.pieces {
            let address = format!("\"./{name}\"");
            if !joined.contains(&address) {
                return Err(format!("nothing fetches {name}"));
            }
            joined = joined.replace(&address, &format!("\"{{{{later {name}}}}}\""));
        }
        // Some servers of static files do not know the type of wasm files.
        joined = joined.replace(
            "WebAssembly.instantiateStreaming(src, imports)",
            "WebAssembly.instantiate(await (await src).arrayBuffer(), imports)",
        );
        let loaders = loaders.join(", ");
        for alias in aliases {
            joined.extend(["const ", alias, " = { ", &loaders, " };\n"]);
        }
        Ok(joined)
    }
}

/// A wasm file without custom sections, such as names of functions.
fn without_notes(wasm: &[u8]) -> Option<Vec<u8>> {
    let (head, mut rest) = wasm.split_at_checked(8)?;
    let mut kept = head.to_vec();
    while let Some(&kind) = rest.first() {
        let mut length = 0_usize;
        let mut at = 1;
        loop {
            let byte = *rest.get(at)?;
            length |= usize::from(byte & 0x7f).checked_shl(7 * (at as u32 - 1))?;
            at += 1;
            if byte < 0x80 {
                break;
            }
        }
        let (section, after) = rest.split_at_checked(at.checked_add(length)?)?;
        if kind != 0 {
            kept.extend_from_slice(section);
        }
        rest = after;
    }
    Some(kept)
}
