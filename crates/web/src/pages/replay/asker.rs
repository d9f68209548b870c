//! Requests to a worker.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use leptos::prelude::*;
use protocol::worker::RequestId;
use protocol::{PageMessage, WorkerMessage};

use crate::texts::t;
use crate::worker::Worker;

type Heard = Rc<dyn Fn(WorkerMessage)>;

#[derive(Default)]
struct Desk {
    worker: Option<Worker>,
    waiting: BTreeMap<u64, Heard>,
    last: u64,
}

/// A worker that starts with the first request and ends with the page.
#[derive(Clone, Copy)]
pub struct Asker(StoredValue<Rc<RefCell<Desk>>, LocalStorage>);

impl Asker {
    /// A worker that has not started yet.
    pub fn new() -> Asker {
        let asker = Asker(StoredValue::new_local(Rc::default()));
        on_cleanup(move || asker.stop());
        asker
    }

    /// Sends a request, and calls `answer` with every progress report and with the
    /// result. If it fails, the answer is [`Failed`](WorkerMessage::Failed). `message`
    /// receives the id of the request.
    pub fn ask(
        self,
        message: impl FnOnce(RequestId) -> PageMessage,
        heard: impl Fn(WorkerMessage) + 'static,
    ) {
        let Some(desk) = self.0.try_get_value() else {
            return;
        };
        let running = desk.borrow().worker.clone();
        let worker = running.or_else(|| {
            let weak = Rc::downgrade(&desk);
            Worker::start(move |answer| {
                if let Some(desk) = weak.upgrade() {
                    answered(&desk, answer);
                }
            })
        });
        let Some(worker) = worker else {
            heard(failed(t().replay.no_worker()));
            return;
        };
        let id = {
            let mut desk = desk.borrow_mut();
            desk.last += 1;
            let id = desk.last;
            desk.waiting.insert(id, Rc::new(heard));
            desk.worker = Some(worker.clone());
            id
        };
        worker.post(&message(id.into()));
    }

    /// Ends the worker and its request. No more answers arrive.
    pub fn stop(self) {
        let Some(desk) = self.0.try_get_value() else {
            return;
        };
        let mut desk = desk.borrow_mut();
        desk.waiting.clear();
        if let Some(worker) = desk.worker.take() {
            worker.stop();
        }
    }
}

fn answered(desk: &RefCell<Desk>, answer: WorkerMessage) {
    if let WorkerMessage::Broken { reason } = &answer {
        let waiting = {
            let mut desk = desk.borrow_mut();
            desk.worker = None;
            std::mem::take(&mut desk.waiting)
        };
        for heard in waiting.values() {
            heard(failed(reason));
        }
        return;
    }
    let Some(RequestId::Number(id)) = answer.id() else {
        return;
    };
    let heard = if answer.goes_on() {
        desk.borrow().waiting.get(id).cloned()
    } else {
        desk.borrow_mut().waiting.remove(id)
    };
    // The worker is free again before `answer` runs, so that it can send the next
    // request.
    if let Some(heard) = heard {
        heard(answer);
    }
}

fn failed(reason: &str) -> WorkerMessage {
    WorkerMessage::Failed {
        id: None,
        reason: reason.to_owned(),
    }
}
