//! The way into a worker of a browser. `assets/worker.js` calls it.

use std::time::Duration;

use js_sys::Function;
use search::control::Clock;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::desk::Desk;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker began; it never goes back.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn since_start() -> f64;
}

/// The clock by which players think.
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
    /// What the wall clock showed when the worker began. From then on time is
    /// counted by the clock that never goes back.
    began: f64,
}

#[wasm_bindgen]
impl Worker {
    /// A desk whose chance comes from `seed`: 64 hexadecimal digits from the
    /// system's random numbers.
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

    /// Takes what the page posted; `post` is called with every answer.
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

    /// In how many milliseconds something is due; nothing if never.
    pub fn wait(&self) -> Option<f64> {
        let at = self.desk.next_wake()?;
        Some(at.saturating_sub(self.now()) as f64)
    }
}

fn call(post: &Function, text: &str) {
    // What the page does with it is not ours.
    let _ = post.call1(&JsValue::NULL, &JsValue::from_str(text));
}
