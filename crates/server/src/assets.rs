//! The page: files that are part of the program, compressed once, with tags that
//! let browsers keep them.

use std::io::Write as _;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::refused::Refused;
use crate::rest::is_known;

/// A file in all the forms in which it is sent.
struct Asset {
    name: &'static str,
    kind: &'static str,
    tag: String,
    plain: Bytes,
    gzip: Bytes,
    brotli: Bytes,
}

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
            plain: Bytes::from_static(content),
            gzip: gzip.into(),
            brotli: brotli.into(),
        }
    }

    fn response(&self, headers: &HeaderMap) -> Response {
        let tags = [
            (header::ETAG, self.tag.as_str()),
            (header::CACHE_CONTROL, "no-cache"),
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

static ASSETS: LazyLock<[Asset; 4]> = LazyLock::new(|| {
    [
        Asset::new(
            "index.html",
            "text/html; charset=utf-8",
            include_bytes!("../assets/index.html"),
        ),
        Asset::new(
            "hall.css",
            "text/css; charset=utf-8",
            include_bytes!("../assets/hall.css"),
        ),
        Asset::new(
            "hall.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../assets/hall.js"),
        ),
        Asset::new(
            "icon.svg",
            "image/svg+xml",
            include_bytes!("../assets/icon.svg"),
        ),
    ]
});

/// The page.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    ASSETS[0].response(&headers)
}

/// A file that belongs to it.
pub(crate) async fn asset(
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let found = ASSETS.iter().find(|asset| asset.name == name);
    let found = found.ok_or_else(|| {
        Refused::new(
            StatusCode::NOT_FOUND,
            "nothing-here",
            "there is no such file",
        )
    })?;
    Ok(found.response(&headers))
}
