//! The entry point for a worker in a browser. `assets/worker.js` calls it.

use std::time::Duration;

use js_sys::Function;
use search::control::Clock;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::desk::Desk;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker started. It never goes back.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn since_start() -> f64;
}

/// The clock that players think by.
struct Performance;

impl Clock for Performance {
    fn now(&self) -> Duration {
        Duration::try_from_secs_f64(since_start() / 1000.0).unwrap_or_default()
    }
}

/// The desk of a worker.
#[wasm_bindgen]
pub struct Worker {
    desk: Desk,
    /// The wall clock's time when the worker started. From then on, time
    /// follows the clock that never goes back.
    began: f64,
}

#[wasm_bindgen]
impl Worker {
    /// A desk with this seed: 64 hexadecimal digits from the system's random
    /// numbers.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: &str) -> Result<Worker, JsValue> {
        let seed = seed
            .parse()
            .map_err(|error: dice::SeedError| JsValue::from_str(&error.to_string()))?;
        Ok(Worker {
            desk: Desk::new(seed),
            began: js_sys::Date::now() - since_start(),
        })
    }

    fn now(&self) -> u64 {
        (self.began + since_start()) as u64
    }

    /// Takes a message of the page. `post` is called with every answer.
    pub fn receive(&mut self, text: &str, post: &Function) {
        let now = self.now();
        self.desk
            .receive(now, &Performance, text, &mut |text| call(post, &text));
    }

    /// Does what is due.
    pub fn wake(&mut self, post: &Function) {
        let now = self.now();
        self.desk.wake(now, &mut |text| call(post, &text));
    }

    /// The milliseconds until something is due, if ever.
    pub fn wait(&self) -> Option<f64> {
        let at = self.desk.next_wake()?;
        Some(at.saturating_sub(self.now()) as f64)
    }
}

fn call(post: &Function, text: &str) {
    // An error of the page's callback is not ours to handle.
    let _ = post.call1(&JsValue::NULL, &JsValue::from_str(text));
}
