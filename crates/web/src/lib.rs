//! The browser interface.
//!
//! | module | contents |
//! |---|---|
//! | [`app`] | what every page knows: language, theme, address, who one is |
//! | [`hall`] | the line to the hall: a server, or a worker of this browser |
//! | [`route`] | addresses of pages |
//! | [`texts`] | everything the interface says, in every language |
//! | [`stage`] | pieces that keep their identity while they move |
//! | [`board`] | the board: drawing, pointer, keyboard, names for screen readers |
//! | [`boards`] | what is beside the board in each game |
//! | [`worker`] | workers of this browser: analysis, the hall without a server |
//! | [`pages`] | the pages |

pub mod app;
pub mod board;
pub mod boards;
pub mod browser;
pub mod hall;
pub mod pages;
pub mod route;
pub mod stage;
pub mod texts;
pub mod worker;

/// Mounts the interface on the page.
pub fn start() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::Root);
    browser::remove("wait");
}
