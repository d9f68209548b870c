//! The browser interface of Taflhalla.
//!
//! The crate `site` compiles it for the browser and bundles what comes out with
//! the files in `assets`.

use leptos::prelude::*;

fn main() {
    console_error_panic_hook::set_once();
    mount_to_body(|| view! { <main><h1>"Taflhalla"</h1></main> });
}
