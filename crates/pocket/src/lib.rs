//! A hall in memory that runs in a browser without any server.
//!
//! It speaks as the server does: a [`Pocket`] takes the messages that otherwise go
//! over a WebSocket and the requests that otherwise go over HTTP, with the same tables
//! behind them, so that one interface serves both. It does no input or output, reads
//! no clock and starts no thread: time, chance and thoughts are handed to it.
//!
//! | module | what is in it |
//! |---|---|
//! | [`hall`] | [`Pocket`]: people, tables, messages |
//! | [`rest`] | requests |
//! | [`question`] | what built-in players are asked, and how it is answered |
//! | [`saved`] | the hall as a text that a page keeps |
//! | [`service`] | analysis, checks and pictures of records, without a hall |
//! | [`desk`] | all this behind JSON texts |
//! | `worker` | the desk in a worker of a browser |
//!
//! ```
//! use dice::Seed;
//! use pocket::Pocket;
//! use serde_json::json;
//!
//! let mut pocket = Pocket::new(0, Seed::from_number(17));
//! pocket.request(0, "POST", "/identity", json!({"name": "Ann"}));
//! let table = json!({"game": "brandub", "seat": 0, "computers": [null, "strong"]});
//! let made = pocket.request(0, "POST", "/tables", table);
//! assert_eq!(made.status, 201);
//!
//! let command = |id: u64, request| {
//!     json!({"id": id, "type": "command", "table": made.json["table"], "request": request})
//! };
//! pocket.message(5, &command(1, json!({"do": "ready", "ready": true})).to_string());
//! let moved = json!({"do": "move", "turn": 1, "action": "d1-c1"});
//! pocket.message(9, &command(2, moved).to_string());
//! assert_eq!(pocket.questions()[0].player, "strong");
//! ```
//!
//! # Several people at one browser
//!
//! `POST /identity` with `{"guest": "Bo"}` makes another person and answers with a
//! token. Whoever acts as this person gives the token along. Each has a line of their
//! own, and tables show each what they may see: what one has sealed never stands in a
//! message to another.
//!
//! # A worker and its page
//!
//! `assets/worker.js` is a module worker. It loads what `wasm-bindgen` makes of this
//! crate for the target `web`: the addresses of these two files are to be put in for
//! `{{pocket.js}}` and `{{pocket.wasm}}`. The page starts it with
//!
//! ```js
//! const hall = new Worker("worker.js", { type: "module" });
//! ```
//!
//! and posts and gets **JSON texts**, never objects. Each has a `role`. What the page
//! posts may be posted at once; the worker keeps it until it is ready.
//!
//! For the hall, in one worker:
//!
//! | the page posts | the worker posts |
//! |---|---|
//! | `{"role":"open","saved":null}`, first; `saved` is the last text that was saved | `{"role":"opened","dropped":["a table was left out: …"]}` |
//! | `{"role":"connect"}`, as a WebSocket is opened, also once more | `{"role":"hall","text":"{\"v\":1,\"type\":\"hello\",…}"}` |
//! | `{"role":"hall","text":"{\"id\":1,\"type\":\"watch\",\"table\":\"…\"}"}` | `{"role":"hall","text":"…"}`, any number, whenever something happens |
//! | `{"role":"request","id":7,"method":"POST","path":"/tables","body":{…}}` | `{"role":"reply","id":7,"status":201,"json":{…}}` |
//! | `{"role":"save"}`, if it cannot wait | `{"role":"saved","text":"…"}`, also unasked, soon after each change: put it into `localStorage` |
//!
//! `connect`, `hall` and `request` may have `"as":"TOKEN"`: then a guest acts. Messages
//! to a guest have the same `as`. Computers think in a worker that the hall's worker
//! starts itself.
//!
//! Without a hall, in another worker, since these take their time. To stop one, end
//! its worker. `id` is any value; answers have it too.
//!
//! | the page posts | the worker posts |
//! |---|---|
//! | `{"role":"analyse","id":1,"record":{…},"engine":"strong","ms":300,"lines":1}` | `{"role":"judged","id":1,"of":40,"step":{…}}` for each step at which somebody chose, then `{"role":"analysed","id":1,"judgement":{"game","steps","end","turned"}}` |
//! | `{"role":"position","id":2,"game":"automatafl","options":{},"position":null,"ms":1000}`; a position is a table's `view.game.state`, a text in notation, or null for the start | `{"role":"opinions","id":2,"opinions":[{"seat","action","depth","states","seconds","lines","strategy","matrix"}]}` |
//! | `{"role":"verify","id":3,"record":{…}}` | `{"role":"verdict","id":3,"verdict":{"holds":true,"sentences":["…"],…}}` |
//! | `{"role":"svg","id":4,"record":{…},"step":12,"theme":"dark"}` | `{"role":"picture","id":4,"svg":"<svg…"}` |
//! | `{"role":"gif","id":5,"record":{…},"theme":"light","width":520}` | `{"role":"drawn","id":5,"done":3,"of":40}`, then `{"role":"picture","id":5,"gif":"data:image/gif;base64,…"}` |
//! | `{"role":"question","question":{…}}` | `{"role":"thought","thought":{…}}` |
//!
//! A step is `{"step":3,"played":[[0,"d1-c1"]],"chance_of_seat_0":0.6,"opinions":[…]}`,
//! and the `score` of a line is one of `{"points"}`, `{"chance"}`, `{"win_in"}` and
//! `{"loss_in"}`. Where seats choose at the same time, `strategy` is a list of
//! `[move, chance]`, and `matrix` has `mine`, `theirs` and `worth[mine][theirs]`.
//!
//! What cannot be done is answered with `{"role":"failed","id":1,"reason":"…"}`. After
//! `{"role":"broken","reason":"…"}` the worker has ended: start another one and open it
//! with what was saved last.

pub mod desk;
pub mod hall;
mod line;
mod live;
pub mod question;
mod refused;
pub mod rest;
pub mod saved;
pub mod service;
#[cfg(target_arch = "wasm32")]
mod worker;

pub use desk::Desk;
pub use hall::{Outgoing, Pocket};
pub use question::{Question, Thought, think, think_as};
pub use rest::Reply;
