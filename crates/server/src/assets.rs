//! The page: its files, with tags so that browsers can cache them. They come from
//! [`Config::page`]; a hall without a page says so.
//!
//! [`Config::page`]: crate::Config::page

use std::io::Write as _;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use game::message;

use crate::hub::Hub;
use crate::refused::Refused;
use crate::rest::{is_known, nothing as nothing_here};

/// Paths that show the page. It looks at its address to decide what to show.
pub(crate) const ADDRESSES: &[&str] = &[
    "/",
    "/about",
    "/contests",
    "/contests/{contest}",
    "/learn",
    "/learn/{game}",
    "/new",
    "/ranks",
    "/replay",
    "/replay/{table}",
    "/settings",
    "/t/{table}",
    "/watch",
];

/// The page loads nothing from elsewhere and runs only files of the hall.
/// WebAssembly has a source of its own in the policy, which allows no other
/// evaluation.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; \
     font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// Browsers cache the file, but ask each time whether it has changed.
const ASK_AGAIN: &str = "no-cache";
/// For files whose names contain a hash of their content.
const KEEP_FOR_EVER: &str = "public, max-age=31536000, immutable";

/// The files of the browser interface.
#[derive(Clone, Debug)]
pub struct Page {
    /// The HTML page.
    pub index: PageFile,
    /// The files it fetches from the folder `assets`. Their names contain a hash
    /// of their content, so browsers may cache them for ever.
    pub files: Vec<PageFile>,
}

/// A file in all the forms in which it is sent.
#[derive(Clone, Debug)]
pub struct PageFile {
    /// The name.
    pub name: &'static str,
    /// The media type.
    pub kind: &'static str,
    /// The entity tag of the content, in quotation marks.
    pub tag: String,
    /// The content.
    pub plain: Bytes,
    /// The content compressed with gzip; empty if that is not smaller.
    pub gzip: Bytes,
    /// The content compressed with Brotli; empty if that is not smaller.
    pub brotli: Bytes,
}

impl PageFile {
    fn new(name: &'static str, kind: &'static str, content: &'static [u8]) -> PageFile {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail. If it did, the file would be sent
        // uncompressed.
        let _ = gzip.write_all(content);
        let gzip = gzip.finish().unwrap_or_default();
        PageFile {
            name,
            kind,
            tag: format!("\"{}\"", &blake3::hash(content).to_hex()[..16]),
            plain: Bytes::from_static(content),
            gzip: gzip.into(),
            brotli: Bytes::new(),
        }
    }

    fn response(&self, kept: &'static str, headers: &HeaderMap) -> Response {
        let tags = [
            (header::ETAG, self.tag.as_str()),
            (header::CACHE_CONTROL, kept),
            (header::VARY, "accept-encoding"),
        ];
        if is_known(headers, &self.tag) {
            return (StatusCode::NOT_MODIFIED, tags).into_response();
        }
        let kind = [(header::CONTENT_TYPE, self.kind)];
        for (coding, form) in [("br", &self.brotli), ("gzip", &self.gzip)] {
            if accepts(headers, coding) && !form.is_empty() {
                let coding = [(header::CONTENT_ENCODING, coding)];
                return (tags, kind, coding, form.clone()).into_response();
            }
        }
        (tags, kind, self.plain.clone()).into_response()
    }
}

/// Whether a client accepts a compression.
fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING);
    let accepted = accepted.and_then(|accepted| accepted.to_str().ok());
    accepted.is_some_and(|accepted| {
        accepted.split(',').any(|part| {
            let mut words = part.split(';').map(str::trim);
            words.next() == Some(coding) && !words.any(|word| word == "q=0")
        })
    })
}

/// The page, and the style of all pages outside the interface.
pub(crate) struct Assets {
    page: Page,
    style: PageFile,
}

impl Assets {
    pub(crate) fn new(page: Option<Page>) -> Assets {
        Assets {
            page: page.unwrap_or_else(|| Page {
                index: PageFile::new(
                    "bare.html",
                    "text/html; charset=utf-8",
                    include_bytes!("../assets/bare.html"),
                ),
                files: Vec::new(),
            }),
            style: PageFile::new(
                "hall.css",
                "text/css; charset=utf-8",
                include_bytes!("../assets/hall.css"),
            ),
        }
    }

    fn index(&self, headers: &HeaderMap) -> Response {
        self.page.index.response(ASK_AGAIN, headers)
    }
}

/// Serves the page.
pub(crate) async fn index(State(hub): State<Arc<Hub>>, headers: HeaderMap) -> Response {
    hub.assets.index(&headers)
}

/// Serves a file of the page.
pub(crate) async fn asset(
    State(hub): State<Arc<Hub>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let Assets { page, style } = &hub.assets;
    if name == style.name {
        return Ok(style.response(ASK_AGAIN, &headers));
    }
    let found = page.files.iter().find(|file| file.name == name);
    let found = found.ok_or_else(|| {
        Refused::new(
            StatusCode::NOT_FOUND,
            "nothing-here",
            message!("hall.no-file"),
        )
    })?;
    Ok(found.response(KEEP_FOR_EVER, &headers))
}

/// Serves addresses that do not exist: people get the page, which tells them, and
/// bots get a refusal.
pub(crate) async fn nothing(
    State(hub): State<Arc<Hub>>,
    method: Method,
    address: Uri,
    mut headers: HeaderMap,
) -> Response {
    let accepted = headers.get(header::ACCEPT);
    let accepted = accepted.and_then(|accepted| accepted.to_str().ok());
    let reads = matches!(method, Method::GET | Method::HEAD);
    let person = reads && accepted.is_some_and(|accepted| accepted.contains("text/html"));
    let program = ["/api", "/assets"].iter().any(|folder| {
        let rest = address.path().strip_prefix(folder);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    if person && !program {
        // The reply must be 404, never 304, whatever the browser has cached.
        headers.remove(header::IF_NONE_MATCH);
        return (StatusCode::NOT_FOUND, hub.assets.index(&headers)).into_response();
    }
    nothing_here().into_response()
}
