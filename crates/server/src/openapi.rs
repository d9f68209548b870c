//! The description of the HTTP interface, for programs and for people. `cargo
//! xtask schema` generates both from the types and routes of `protocol`.

use axum::http::header;
use axum::response::IntoResponse;

const DOCUMENT: &str = include_str!("../../../docs/schema/openapi.json");
const PAGE: &str = include_str!("../assets/api.html");

pub(crate) async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT)
}

pub(crate) async fn page() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], PAGE)
}
