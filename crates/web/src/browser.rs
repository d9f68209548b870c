//! Access to the browser.

use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, HtmlElement, Storage};

/// The time in milliseconds since 1970.
pub fn now() -> f64 {
    js_sys::Date::now()
}

/// A time in milliseconds that never goes back.
pub fn moment() -> f64 {
    window().performance().map_or_else(now, |clock| clock.now())
}

/// The number need not be secret, only rarely repeat.
pub fn chance() -> f64 {
    js_sys::Math::random()
}

/// Reads a value from the browser's storage.
pub fn kept(name: &str) -> Option<String> {
    storage()?.get_item(name).ok()?
}

/// Writes a value to the browser's storage, if the browser allows it.
pub fn keep(name: &str, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(name, text);
    }
}

fn storage() -> Option<Storage> {
    window().local_storage().ok()?
}

/// Whether a media query matches.
pub fn matches(query: &str) -> bool {
    let list = window().match_media(query).ok().flatten();
    list.is_some_and(|list| list.matches())
}

/// Whether the reader prefers reduced motion.
pub fn is_still() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

/// Waits.
pub async fn pause(ms: u32) {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, ms as i32);
    });
    let _ = wasm_bindgen_futures::JsFuture::from(promise).await;
}

/// Waits for the next frame.
pub async fn next_frame() {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        let _ = window().request_animation_frame(&resolve);
    });
    let _ = wasm_bindgen_futures::JsFuture::from(promise).await;
}

/// Calls a function again and again until its owner is gone.
pub fn every(period: Duration, call: impl Fn() + 'static) {
    if let Ok(handle) = set_interval_with_handle(call, period) {
        on_cleanup(move || handle.clear());
    }
}

/// Reloads the page at the same address.
pub fn reload() {
    let _ = window().location().reload();
}

/// Removes an element from the page.
pub fn remove(id: &str) {
    if let Some(element) = element(id) {
        element.remove();
    }
}

/// The element with this id.
pub fn element(id: &str) -> Option<Element> {
    document().get_element_by_id(id)
}

/// Puts the focus on the element with this id.
pub fn focus(id: &str) {
    if let Some(element) = element(id)
        && let Ok(element) = element.dyn_into::<HtmlElement>()
    {
        let _ = element.focus();
    }
}

/// Copies a text to the clipboard.
pub fn copy(text: &str) {
    let _ = window().navigator().clipboard().write_text(text);
}

/// Offers a text to the reader as a file to save.
pub fn save(name: &str, kind: &str, content: &[u8]) {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(content));
    let bag = web_sys::BlobPropertyBag::new();
    bag.set_type(kind);
    let Ok(blob) = web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &bag) else {
        return;
    };
    let Ok(address) = web_sys::Url::create_object_url_with_blob(&blob) else {
        return;
    };
    if let Ok(link) = document().create_element("a")
        && let Ok(link) = link.dyn_into::<web_sys::HtmlAnchorElement>()
    {
        link.set_href(&address);
        link.set_download(name);
        link.click();
    }
    let _ = web_sys::Url::revoke_object_url(&address);
}

/// A function for the browser that lives as long as the page.
pub fn forever<T>(call: impl FnMut(T) + 'static) -> js_sys::Function
where
    T: wasm_bindgen::convert::FromWasmAbi + 'static,
{
    Closure::<dyn FnMut(T)>::new(call)
        .into_js_value()
        .unchecked_into()
}

thread_local! {
    static AUDIO: std::cell::RefCell<Option<web_sys::AudioContext>> = const { std::cell::RefCell::new(None) };
}

/// A short soft tone, if sounds are on.
pub fn tone(pitch: f32, seconds: f64) {
    AUDIO.with_borrow_mut(|audio| {
        if audio.is_none() {
            *audio = web_sys::AudioContext::new().ok();
        }
        if let Some(audio) = audio {
            let _ = play(audio, pitch, seconds);
        }
    });
}

fn play(
    audio: &web_sys::AudioContext,
    pitch: f32,
    seconds: f64,
) -> Result<(), wasm_bindgen::JsValue> {
    let (source, gain) = (audio.create_oscillator()?, audio.create_gain()?);
    source.set_type(web_sys::OscillatorType::Triangle);
    source.frequency().set_value(pitch);
    let now = audio.current_time();
    gain.gain().set_value_at_time(0.12, now)?;
    gain.gain()
        .exponential_ramp_to_value_at_time(0.001, now + seconds)?;
    source.connect_with_audio_node(&gain)?;
    gain.connect_with_audio_node(&audio.destination())?;
    source.start()?;
    source.stop_with_when(now + seconds)
}
