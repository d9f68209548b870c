//! Workers of this browser. They run the crate `browser`, whose documentation says when
//! each message is sent.

use leptos::prelude::*;
use protocol::{PageMessage, WorkerMessage};
use wasm_bindgen::JsValue;
use web_sys::{MessageEvent, WorkerOptions, WorkerType};

use crate::browser;

/// A running worker.
#[derive(Clone)]
pub struct Worker(web_sys::Worker);

impl Worker {
    /// Starts a worker that calls back with every message; `None` if the browser has no
    /// workers.
    pub fn start(heard: impl Fn(WorkerMessage) + 'static) -> Option<Worker> {
        let meta = document().query_selector("meta[name=worker]").ok()??;
        let address = meta.get_attribute("content")?;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = web_sys::Worker::new_with_options(&address, &options).ok()?;
        let call = browser::forever(move |event: MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            if let Ok(message) = WorkerMessage::read(&text) {
                heard(message);
            }
        });
        worker.set_onmessage(Some(&call));
        Some(Worker(worker))
    }

    /// Sends a message to the worker.
    pub fn post(&self, message: &PageMessage) {
        let _ = self.0.post_message(&JsValue::from_str(&message.text()));
    }

    /// Ends the worker, whatever it is doing.
    pub fn stop(&self) {
        self.0.terminate();
    }
}
