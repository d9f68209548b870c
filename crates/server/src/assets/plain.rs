//! The plain page.

use super::Asset;

/// Where the page is.
pub(crate) const ADDRESSES: &[&str] = &["/", "/t/{table}"];

/// It shows the lobby wherever it is.
pub(super) const TELLS_WHAT_IS_MISSING: bool = false;

/// Pages load nothing from elsewhere and run no script that is not a file of the
/// hall.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

pub(super) fn index() -> Asset {
    Asset::new(
        "index.html",
        "text/html; charset=utf-8",
        include_bytes!("../../assets/index.html"),
    )
}

pub(super) fn files() -> Vec<Asset> {
    vec![
        Asset::style(),
        Asset::new(
            "hall.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../assets/hall.js"),
        ),
        Asset::new(
            "icon.svg",
            "image/svg+xml",
            include_bytes!("../../assets/icon.svg"),
        ),
    ]
}
