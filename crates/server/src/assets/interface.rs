//! The browser interface.

use axum::body::Bytes;

use super::{ASK_AGAIN, Asset};

/// Where the page is: it looks at its address and shows what belongs there.
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

/// It knows its addresses, and says so at others.
pub(super) const TELLS_WHAT_IS_MISSING: bool = true;

/// Pages load nothing from elsewhere and run nothing that is not a file of the
/// hall. Compiled code has a name of its own there, which allows no other
/// evaluation.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; \
     font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The name of such a file holds a hash of its content.
const KEEP_FOR_EVER: &str = "public, max-age=31536000, immutable";

pub(super) fn index() -> Asset {
    asset(&site::INDEX, ASK_AGAIN)
}

pub(super) fn files() -> Vec<Asset> {
    let files = site::FILES.iter();
    files
        .map(|file| asset(file, KEEP_FOR_EVER))
        .chain([Asset::style()])
        .collect()
}

fn asset(file: &site::File, kept: &'static str) -> Asset {
    Asset {
        name: file.name,
        kind: file.kind,
        tag: file.tag.to_owned(),
        kept,
        plain: Bytes::from_static(file.plain),
        gzip: Bytes::from_static(file.gzip),
        brotli: Bytes::from_static(file.brotli),
    }
}
