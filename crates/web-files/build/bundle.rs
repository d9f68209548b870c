//! Bundles the files: gives them names with a hash of their content, so that
//! browsers may cache them for ever, and compresses them.
//!
//! A file refers to another one in double braces: `{{style.css}}` becomes the name
//! with the hash. In `index.html` these are addresses from the page, elsewhere from
//! the file they are in. `{{later worker.js}}` refers to a file that the page does
//! not need to start.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use crate::{Mode, at};

const INDEX: &str = "index.html";

/// All files of the page.
pub struct Bundle {
    mode: Mode,
    sources: BTreeMap<String, Vec<u8>>,
}

/// A file as it is sent.
struct Finished {
    content: Vec<u8>,
    /// The name, including the hash.
    name: String,
    tag: String,
    /// The files it cannot do without.
    needs: BTreeSet<String>,
}

impl Bundle {
    pub fn new(mode: Mode) -> Bundle {
        Bundle {
            mode,
            sources: BTreeMap::new(),
        }
    }

    pub fn add(&mut self, name: &str, content: Vec<u8>) {
        self.sources.insert(name.to_owned(), content);
    }

    /// Adds every file in a folder.
    pub fn add_folder(&mut self, folder: &Path) -> Result<(), String> {
        for entry in std::fs::read_dir(folder).map_err(at(folder))? {
            let path = entry.map_err(at(folder))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let content = std::fs::read(&path).map_err(at(&path))?;
            self.add(&name, content);
        }
        Ok(())
    }

    /// Writes the files and the Rust source that includes them.
    pub fn write(mut self, out: &Path) -> Result<(), String> {
        let index = self.sources.remove(INDEX);
        let index = index.ok_or_else(|| format!("there is no {INDEX}"))?;
        let mut finished = BTreeMap::new();
        for name in self.sources.keys() {
            self.finish(name, &mut finished, &mut Vec::new())?;
        }
        let folder = out.join("files");
        if folder.exists() {
            std::fs::remove_dir_all(&folder).map_err(at(&folder))?;
        }
        std::fs::create_dir_all(&folder).map_err(at(&folder))?;

        let mut source = String::new();
        let mut first = BTreeSet::new();
        for (item, hall, base) in [
            ("INDEX", "server", "/assets/"),
            ("BROWSER_INDEX", "browser", "assets/"),
        ] {
            let (content, needs) = fill(INDEX, &index, |name| match name {
                "hall" => Some(hall.to_owned()),
                _ => Some(format!("{base}{}", finished.get(name)?.name)),
            })?;
            let tag = hash(&content);
            let kind = kind(INDEX)?;
            let form = self.forms(&folder, &format!("{hall}.html"), &content)?;
            let _ = writeln!(
                source,
                "/// The page {}.\npub static {item}: File = File {{ name: {INDEX:?}, kind: {kind:?}, tag: \"\\\"{tag}\\\"\", first: true, {form} }};",
                if hall == "server" {
                    "that a server sends"
                } else {
                    "that has its hall in the browser"
                },
            );
            collect(&needs, &finished, &mut first);
        }
        source.push_str("/// All files but the pages. A name is used for one content only, for ever.\npub static FILES: &[File] = &[\n");
        let forms = self.all_forms(&folder, &finished);
        for ((plain_name, file), form) in finished.iter().zip(forms) {
            let (kind, form) = (kind(plain_name)?, form?);
            let (name, tag, first) = (&file.name, &file.tag, first.contains(plain_name));
            let _ = writeln!(
                source,
                "    File {{ name: {name:?}, kind: {kind:?}, tag: \"\\\"{tag}\\\"\", first: {first}, {form} }},",
            );
        }
        source.push_str("];\n");
        let _ = writeln!(
            source,
            "/// Whether this is the page for those who fetch it from afar.\npub const IS_SMALLEST: bool = {};",
            self.mode == Mode::Smallest,
        );
        let list = out.join("files.rs");
        std::fs::write(&list, source).map_err(at(&list))
    }

    /// Puts the names of other files into a file, after finishing those files.
    fn finish(
        &self,
        name: &str,
        finished: &mut BTreeMap<String, Finished>,
        open: &mut Vec<String>,
    ) -> Result<(), String> {
        if finished.contains_key(name) {
            return Ok(());
        }
        if open.iter().any(|open| open == name) {
            return Err(format!("{name} names itself, through {}", open.join(", ")));
        }
        open.push(name.to_owned());
        let source = &self.sources[name];
        for (other, _) in mentions(name, source) {
            if self.sources.contains_key(other) {
                self.finish(other, finished, open)?;
            }
        }
        open.pop();
        let (content, needs) = fill(name, source, |other| {
            Some(format!("./{}", finished.get(other)?.name))
        })?;
        let tag = hash(&content);
        let (stem, end) = name.rsplit_once('.').unwrap_or((name, ""));
        let file = Finished {
            name: format!("{stem}-{tag}.{end}"),
            content,
            tag,
            needs,
        };
        finished.insert(name.to_owned(), file);
        Ok(())
    }

    /// Writes all forms of all files, each file on a thread of its own.
    fn all_forms(
        &self,
        folder: &Path,
        files: &BTreeMap<String, Finished>,
    ) -> Vec<Result<String, String>> {
        std::thread::scope(|scope| {
            let threads: Vec<_> = files
                .values()
                .map(|file| scope.spawn(|| self.forms(folder, &file.name, &file.content)))
                .collect();
            let ended = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
            ended
                .map(|forms| {
                    forms.unwrap_or_else(|_| Err("a file cannot be compressed".to_owned()))
                })
                .collect()
        })
    }

    /// Writes all forms of a file and returns the Rust source that includes them.
    fn forms(&self, folder: &Path, name: &str, content: &[u8]) -> Result<String, String> {
        let mut source = String::new();
        let forms = [
            ("plain", "", Some(content.to_vec())),
            ("gzip", ".gz", Some(self.gzip(content).map_err(at(folder))?)),
            ("brotli", ".br", self.brotli(content).map_err(at(folder))?),
        ];
        for (field, end, form) in forms {
            let form = form.filter(|form| end.is_empty() || form.len() < content.len());
            let Some(form) = form else {
                let _ = write!(source, "{field}: b\"\", ");
                continue;
            };
            let file = folder.join(format!("{name}{end}"));
            std::fs::write(&file, form).map_err(at(&file))?;
            let _ = write!(source, "{field}: include_bytes!(\"files/{name}{end}\"), ");
        }
        Ok(source)
    }

    fn gzip(&self, content: &[u8]) -> std::io::Result<Vec<u8>> {
        let level = match self.mode {
            Mode::Quick => flate2::Compression::fast(),
            Mode::Release => flate2::Compression::default(),
            Mode::Smallest => flate2::Compression::best(),
        };
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), level);
        gzip.write_all(content)?;
        gzip.finish()
    }

    /// `None` in `release`: an unoptimised build script takes too long for it, and
    /// on your own machine gzip is enough.
    fn brotli(&self, content: &[u8]) -> std::io::Result<Option<Vec<u8>>> {
        let quality = match self.mode {
            Mode::Quick => 2,
            Mode::Release => return Ok(None),
            Mode::Smallest => 11,
        };
        let parameters = brotli::enc::BrotliEncoderParams {
            quality,
            lgwin: 22,
            size_hint: content.len(),
            ..Default::default()
        };
        let mut brotli = Vec::new();
        brotli::BrotliCompress(&mut &content[..], &mut brotli, &parameters)?;
        Ok(Some(brotli))
    }
}

/// The names in double braces in a file, and whether the file is needed only later.
fn mentions<'a>(name: &str, content: &'a [u8]) -> Vec<(&'a str, bool)> {
    let text = if is_text(name) {
        std::str::from_utf8(content).unwrap_or_default()
    } else {
        ""
    };
    text.split("{{")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once("}}")?.0))
        .map(|mention| match mention.strip_prefix("later ") {
            Some(name) => (name, true),
            None => (mention, false),
        })
        .filter(|(name, _)| {
            // Scripts have other braces too.
            let letter = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
            !name.is_empty() && name.chars().all(letter)
        })
        .collect()
}

/// Replaces the names in double braces. Also returns the files that are needed at
/// the start.
fn fill(
    name: &str,
    content: &[u8],
    replacement: impl Fn(&str) -> Option<String>,
) -> Result<(Vec<u8>, BTreeSet<String>), String> {
    let mentions = mentions(name, content);
    if mentions.is_empty() {
        return Ok((content.to_vec(), BTreeSet::new()));
    }
    let mut text = String::from_utf8_lossy(content).into_owned();
    let mut needs = BTreeSet::new();
    for (other, later) in mentions {
        let address = replacement(other)
            .ok_or_else(|| format!("{name} names {other:?}, and there is no such file"))?;
        let mention = if later {
            format!("{{{{later {other}}}}}")
        } else {
            format!("{{{{{other}}}}}")
        };
        text = text.replace(&mention, &address);
        if !later {
            needs.insert(other.to_owned());
        }
    }
    Ok((text.into_bytes(), needs))
}

/// Adds files and everything they need.
fn collect(
    names: &BTreeSet<String>,
    finished: &BTreeMap<String, Finished>,
    all: &mut BTreeSet<String>,
) {
    for name in names {
        if let Some(file) = finished.get(name)
            && all.insert(name.clone())
        {
            collect(&file.needs, finished, all);
        }
    }
}

fn hash(content: &[u8]) -> String {
    blake3::hash(content).to_hex()[..16].to_owned()
}

fn is_text(name: &str) -> bool {
    kind(name).is_ok_and(|kind| kind.contains("charset"))
}

fn kind(name: &str) -> Result<&'static str, String> {
    Ok(match name.rsplit('.').next().unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json; charset=utf-8",
        "woff2" => "font/woff2",
        _ => {
            return Err(format!(
                "{name}: files with this ending are not known; add theirs to the list of kinds"
            ));
        }
    })
}
