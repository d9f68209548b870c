//! The browser interface as files: compiled for the browser, under names that hold
//! a hash of their content, and compressed. All of it happens in the build script.
//!
//! | in `build` | what is in it |
//! |---|---|
//! | `main` | the list of the crates that are compiled |
//! | `compile` | cargo and wasm-bindgen |
//! | `bundle` | names, hashes and compression |
//!
//! The sources are `crates/web`, with the files that are not Rust in
//! `crates/web/assets`.
//!
//! ```
//! let page = std::str::from_utf8(site::INDEX.plain).unwrap();
//! // The page names the files it needs.
//! for file in site::FILES.iter().filter(|file| file.name.ends_with(".wasm") && file.first) {
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
    /// The content, compressed; empty if that does not make it smaller.
    pub brotli: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The most bytes that the page may need to start.
pub const LARGEST_FIRST_LOAD: usize = 350_000;

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
        match self.brotli {
            [] => self.plain.len(),
            brotli => brotli.len(),
        }
    }
}
