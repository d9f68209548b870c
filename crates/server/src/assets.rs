//! The page: files that are part of the program, compressed once, with tags that
//! let browsers keep them.
//!
//! With the feature `interface` it is the browser interface, which the crate `site`
//! has made into files. Without it, it is a plain page that is quick to build.

#[cfg_attr(feature = "interface", path = "assets/interface.rs")]
#[cfg_attr(not(feature = "interface"), path = "assets/plain.rs")]
mod page;

use std::io::Write as _;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::refused::Refused;
use crate::rest::{is_known, nothing as nothing_here};

pub(crate) use page::{ADDRESSES, POLICY};

/// A file in all the forms in which it is sent.
struct Asset {
    name: &'static str,
    kind: &'static str,
    tag: String,
    /// How long browsers may keep it.
    kept: &'static str,
    plain: Bytes,
    gzip: Bytes,
    brotli: Bytes,
}

/// Browsers keep it, and ask each time whether it is still the same.
const ASK_AGAIN: &str = "no-cache";

impl Asset {
    fn new(name: &'static str, kind: &'static str, content: &'static [u8]) -> Asset {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail; if it did, the file goes out plain.
        let _ = gzip.write_all(content);
        let gzip = gzip.finish().unwrap_or_default();
        let mut brotli = Vec::new();
        let parameters = brotli::enc::BrotliEncoderParams::default();
        let _ = brotli::BrotliCompress(&mut &content[..], &mut brotli, &parameters);
        Asset {
            name,
            kind,
            tag: format!("\"{}\"", &blake3::hash(content).to_hex()[..16]),
            kept: ASK_AGAIN,
            plain: Bytes::from_static(content),
            gzip: gzip.into(),
            brotli: brotli.into(),
        }
    }

    /// The style of all pages that are not the interface.
    fn style() -> Asset {
        Asset::new(
            "hall.css",
            "text/css; charset=utf-8",
            include_bytes!("../assets/hall.css"),
        )
    }

    fn response(&self, headers: &HeaderMap) -> Response {
        let tags = [
            (header::ETAG, self.tag.as_str()),
            (header::CACHE_CONTROL, self.kept),
            (header::VARY, "accept-encoding"),
        ];
        if is_known(headers, &self.tag) {
            return (StatusCode::NOT_MODIFIED, tags).into_response();
        }
        let kind = [(header::CONTENT_TYPE, self.kind)];
        let accepted = headers.get(header::ACCEPT_ENCODING);
        let accepted = accepted.and_then(|accepted| accepted.to_str().ok());
        let accepts = |coding: &str| {
            accepted.is_some_and(|accepted| {
                accepted.split(',').any(|part| {
                    let mut words = part.split(';').map(str::trim);
                    words.next() == Some(coding) && !words.any(|word| word == "q=0")
                })
            })
        };
        for (coding, form) in [("br", &self.brotli), ("gzip", &self.gzip)] {
            if accepts(coding) && !form.is_empty() {
                let coding = [(header::CONTENT_ENCODING, coding)];
                return (tags, kind, coding, form.clone()).into_response();
            }
        }
        (tags, kind, self.plain.clone()).into_response()
    }
}

static INDEX: LazyLock<Asset> = LazyLock::new(page::index);
static FILES: LazyLock<Vec<Asset>> = LazyLock::new(page::files);

/// The page.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    INDEX.response(&headers)
}

/// A file that belongs to it.
pub(crate) async fn asset(
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let found = FILES.iter().find(|asset| asset.name == name);
    let found = found.ok_or_else(|| {
        Refused::new(
            StatusCode::NOT_FOUND,
            "nothing-here",
            "there is no such file",
        )
    })?;
    Ok(found.response(&headers))
}

/// What is at addresses that do not exist: the page for people, if it can tell
/// them so, and a refusal for programs.
pub(crate) async fn nothing(method: Method, address: Uri, mut headers: HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT);
    let accepted = accepted.and_then(|accepted| accepted.to_str().ok());
    let reads = matches!(method, Method::GET | Method::HEAD);
    let person = reads && accepted.is_some_and(|accepted| accepted.contains("text/html"));
    let program = ["/api", "/assets"].iter().any(|folder| {
        let rest = address.path().strip_prefix(folder);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    if page::TELLS_WHAT_IS_MISSING && person && !program {
        // It is not the page of this address, whatever the browser has kept.
        headers.remove(header::IF_NONE_MATCH);
        return (StatusCode::NOT_FOUND, INDEX.response(&headers)).into_response();
    }
    nothing_here().into_response()
}
