//! A hall in a worker of this browser.

use serde_json::Value;

use super::Trouble;
use crate::app::App;

pub(super) fn open(_: App) {}

pub(super) fn send(_: &str) {}

pub(super) async fn request(
    _: &str,
    _: &str,
    _: Option<&Value>,
) -> Result<(u16, Value), Trouble> {
    Err(Trouble::new("lost", "the hall does not answer"))
}
