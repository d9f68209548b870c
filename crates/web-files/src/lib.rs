//! The browser interface as files: compiled for the browser, compressed, and with
//! names that contain a hash of their content. The build script does all of it.
//!
//! | in `build` | contents |
//! |---|---|
//! | `main` | the list of the crates to compile |
//! | `compile` | cargo and wasm-bindgen |
//! | `cut` | cutting the interface into pieces |
//! | `bundle` | names, hashes and compression |
//! | `progress` | progress in the terminal during the build |
//!
//! The sources are in `crates/web`. The files that are not Rust are in
//! `crates/web/assets`.
//!
//! ```
//! let page = std::str::from_utf8(web_files::INDEX.plain).unwrap();
//! // The page names the files it needs.
//! for file in web_files::FILES.iter().filter(|file| file.name.ends_with(".wasm") && file.first) {
//!     assert!(page.contains(file.name));
//! }
//! ```

/// A file in all the forms in which it is sent.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// The name. Pages find the files in the folder `assets`.
    pub name: &'static str,
    /// The media type.
    pub kind: &'static str,
    /// The entity tag of the content, in quotation marks.
    pub tag: &'static str,
    /// Whether the page needs it to start.
    pub first: bool,
    /// The content.
    pub plain: &'static [u8],
    /// The content compressed with gzip; empty if that is not smaller.
    pub gzip: &'static [u8],
    /// The content compressed with Brotli; empty if that is not smaller, and in
    /// `release`.
    pub brotli: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The most bytes that the smallest page may need to start.
pub const LARGEST_FIRST_LOAD: usize = 300_000;

/// How many bytes a browser fetches before the page starts.
pub fn first_load() -> usize {
    FILES
        .iter()
        .filter(|file| file.first)
        .chain([&INDEX])
        .map(File::sent)
        .sum()
}

impl File {
    /// How many bytes a modern browser fetches.
    pub fn sent(&self) -> usize {
        let forms = [self.brotli, self.gzip, self.plain];
        let sent = forms.into_iter().find(|form| !form.is_empty());
        sent.map_or(0, <[u8]>::len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a text in quotation marks.
    fn quoted(text: &str) -> impl Iterator<Item = &str> {
        text.split('"').skip(1).step_by(2)
    }

    fn text(file: &File) -> &'static str {
        std::str::from_utf8(file.plain).unwrap()
    }

    #[test]
    fn both_pages_refer_to_existing_files() {
        for (page, folder, hall) in [
            (&INDEX, "/assets/", "server"),
            (&BROWSER_INDEX, "assets/", "browser"),
        ] {
            let names: Vec<&str> = quoted(text(page))
                .filter_map(|word| word.strip_prefix(folder))
                .collect();
            assert!(names.len() >= 5, "{}", text(page));
            for name in names {
                assert!(FILES.iter().any(|file| file.name == name), "{name}");
            }
            let meta = format!("<meta name=\"hall\" content=\"{hall}\">");
            assert!(text(page).contains(&meta));
            assert!(!text(page).contains("{{"));
            // The server's policy forbids all of these.
            for inline in [
                "<script>",
                "<style",
                " style=",
                " onclick=",
                "http://",
                "https://",
            ] {
                assert!(!text(page).contains(inline), "{inline}");
            }
        }
    }

    #[test]
    fn scripts_refer_to_existing_files() {
        let scripts = FILES.iter().filter(|file| file.name.ends_with(".js"));
        // The glue refers to parts of the wasm file in the same way.
        let glue = |file: &File| file.name.starts_with("web-") || file.name.starts_with("browser-");
        let mut named = 0;
        for script in scripts {
            let names = quoted(text(script)).filter_map(|word| word.strip_prefix("./"));
            for name in names.filter(|name| !glue(script) || name.ends_with(".wasm")) {
                assert!(FILES.iter().any(|file| file.name == name), "{name}");
                named += 1;
            }
        }
        assert!(named >= 4);
    }

    #[test]
    fn the_page_starts_without_the_pieces() {
        let script = FILES
            .iter()
            .find(|file| file.name.starts_with("web-") && file.name.ends_with(".js"))
            .unwrap();
        for piece in ["split_play-", "split_library-"] {
            let file = FILES.iter().find(|file| file.name.starts_with(piece));
            let file = file.unwrap_or_else(|| panic!("there is no {piece}"));
            assert!(!file.first && file.plain.starts_with(b"\0asm"), "{piece}");
            // They are fetched from the address of the script, wherever that is.
            let address = format!("new URL(\"./{}\", import.meta.url)", file.name);
            assert!(text(script).contains(&address), "{address}");
        }
    }

    #[test]
    fn the_page_starts_with_its_own_wasm() {
        let wasm = FILES
            .iter()
            .find(|file| file.name.starts_with("web-") && file.name.ends_with(".wasm"))
            .unwrap();
        assert!(wasm.first && wasm.plain.starts_with(b"\0asm"));
        assert!(first_load() > wasm.sent());
        assert!(wasm.sent() <= wasm.gzip.len() && wasm.gzip.len() < wasm.plain.len());
    }

    #[test]
    fn the_first_load_of_the_smallest_page_is_small() {
        assert!(
            !IS_SMALLEST || first_load() <= LARGEST_FIRST_LOAD,
            "{}",
            first_load()
        );
    }
}
