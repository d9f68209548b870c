//! The browser interface as files: compiled for the browser, under names that hold
//! a hash of their content, and compressed. All of it happens in the build script.
//!
//! | in `build` | what is in it |
//! |---|---|
//! | `main` | the list of the crates that are compiled |
//! | `compile` | cargo and wasm-bindgen |
//! | `cut` | what the page needs to start, and what is fetched when it is first used |
//! | `bundle` | names, hashes and compression |
//! | `progress` | what you see of it while you wait |
//!
//! The sources are `crates/web`, with the files that are not Rust in
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
    /// The name; pages find the files in the folder `assets`.
    pub name: &'static str,
    /// The media type.
    pub kind: &'static str,
    /// A tag of the content for HTTP, in quotation marks.
    pub tag: &'static str,
    /// Whether the page needs it to start.
    pub first: bool,
    /// The content.
    pub plain: &'static [u8],
    /// The content, compressed; empty if that does not make it smaller.
    pub gzip: &'static [u8],
    /// The content, compressed; empty if that does not make it smaller, and in
    /// `release`.
    pub brotli: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The most bytes that the smallest page may need to start.
pub const LARGEST_FIRST_LOAD: usize = 300_000;

/// How many bytes a browser fetches until the page starts.
pub fn first_load() -> usize {
    FILES
        .iter()
        .filter(|file| file.first)
        .chain([&INDEX])
        .map(File::sent)
        .sum()
}

impl File {
    /// How many bytes go to a browser of today.
    pub fn sent(&self) -> usize {
        let forms = [self.brotli, self.gzip, self.plain];
        let sent = forms.into_iter().find(|form| !form.is_empty());
        sent.map_or(0, <[u8]>::len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands between quotation marks.
    fn quoted(text: &str) -> impl Iterator<Item = &str> {
        text.split('"').skip(1).step_by(2)
    }

    fn text(file: &File) -> &'static str {
        std::str::from_utf8(file.plain).unwrap()
    }

    #[test]
    fn both_pages_name_the_same_files_each_from_where_it_is() {
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
    fn scripts_name_files_that_are_there() {
        let scripts = FILES.iter().filter(|file| file.name.ends_with(".js"));
        // The glue names parts of the wasm file in the same way.
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
    fn whoever_starts_does_not_fetch_the_pieces() {
        let script = FILES
            .iter()
            .find(|file| file.name.starts_with("web-") && file.name.ends_with(".js"))
            .unwrap();
        for piece in ["split_play-", "split_library-"] {
            let file = FILES.iter().find(|file| file.name.starts_with(piece));
            let file = file.unwrap_or_else(|| panic!("there is no {piece}"));
            assert!(!file.first && file.plain.starts_with(b"\0asm"), "{piece}");
            // They are fetched from where the script is, at any address.
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
