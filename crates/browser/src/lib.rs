//! A hall in memory that runs in a browser without any server.
//!
//! A [`Desk`] drives a [`LocalHall`](hall_core::LocalHall), the same hall that the server
//! runs. It takes messages from a page instead of a WebSocket and HTTP. It does no input
//! or output, reads no clock and starts no thread: its callers provide time, chance and
//! thoughts.
//!
//! | module | contents |
//! |---|---|
//! | [`desk`] | the messages of a page |
//! | [`rest`] | requests like those over HTTP |
//! | [`service`] | analysis, checks and pictures of records, without a hall |
//! | `worker` | the desk in a worker of a browser |
//!
//! ```
//! use dice::Seed;
//! use hall_core::{Computers, LocalHall};
//! use browser::rest::{self, Asked};
//! use protocol::rest::NewTableBody;
//! use protocol::{Body, NewTable, Request};
//!
//! let mut hall = LocalHall::new(0, Seed::from_number(17), Computers::default());
//! hall.introduce(Some("Ann"))?;
//! let new = NewTable {
//!     seat: Some(0),
//!     computers: vec![None, Some("strong".to_owned())],
//!     ..NewTable::of(catalog::USUAL.id)
//! };
//! let asked = Asked { token: None, method: "POST", path: "/tables", body: Some(&Body::of(&new)) };
//! let made = rest::request(&mut hall, 0, asked);
//! assert_eq!(made.status, 201);
//!
//! let made: NewTableBody = made.json.read().unwrap();
//! hall.command(5, None, &made.table, 1, Request::Ready { ready: true })?;
//! let moved = Request::Move { turn: 1, action: catalog::USUAL.sample.action.to_owned() };
//! hall.command(9, None, &made.table, 2, moved)?;
//! assert_eq!(hall.questions()[0].player, "strong");
//! # Ok::<(), hall_core::Refused>(())
//! ```
//!
//! # Several people at one browser
//!
//! `POST /identity` with `{"guest": "Bo"}` adds a person and returns a token. To act as
//! this person, send the token. Tables show each person only what they may see: a sealed
//! move is never in a message to someone else.
//!
//! # A worker and its page
//!
//! `assets/worker.js` is a module worker. It loads what `wasm-bindgen` makes of this
//! crate for the target `web`. Put the addresses of these two files in place of
//! `{{browser.js}}` and `{{browser.wasm}}`. The page starts it with
//!
//! ```js
//! const hall = new Worker("worker.js", { type: "module" });
//! ```
//!
//! and posts and gets **JSON texts**, never objects. Each has a `role`. The page may post
//! at once; the worker keeps messages until it is ready.
//!
//! For the hall, in one worker:
//!
//! | the page posts | the worker posts |
//! |---|---|
//! | `{"role":"open","saved":null}`, first; `saved` is the last saved text | `{"role":"opened","dropped":["a table was left out: …"]}` |
//! | `{"role":"connect"}`, like opening a WebSocket; may be repeated | `{"role":"hall","text":"{\"v\":1,\"type\":\"hello\",…}"}` |
//! | `{"role":"hall","text":"{\"id\":1,\"type\":\"watch\",\"table\":\"…\"}"}` | `{"role":"hall","text":"…"}`, any number, whenever something happens |
//! | `{"role":"request","id":7,"method":"POST","path":"/tables","body":{…}}` | `{"role":"reply","id":7,"status":201,"json":{…}}` |
//! | `{"role":"save"}`, if it cannot wait | `{"role":"saved","text":"…"}`, also unasked soon after each change: put it into `localStorage` |
//!
//! With `"as":"TOKEN"` in `connect`, `hall` or `request`, a guest acts. Messages to a
//! guest have the same `as`. Computer players think in another worker, which the hall's
//! worker starts.
//!
//! Without a hall, in another worker, because these requests take long. To cancel one,
//! end its worker. `id` is a number or a word, and answers repeat it.
//!
//! | the page posts | the worker posts |
//! |---|---|
//! | `{"role":"analyse","id":1,"record":{…},"engine":"strong","ms":300,"lines":1}` | `{"role":"judged","id":1,"of":40,"step":{…}}` for each step at which a seat chose, then `{"role":"analysed","id":1,"judgement":{"game","steps","end","turned"}}` |
//! | `{"role":"position","id":2,"game":"…","options":{},"position":null,"ms":1000}`; a position is a table's `view.game.state`, a text in notation, or null for the start | `{"role":"opinions","id":2,"opinions":[{"seat","action","depth","states","seconds","lines","strategy","matrix"}]}` |
//! | `{"role":"verify","id":3,"record":{…}}` | `{"role":"verdict","id":3,"verdict":{"holds":true,"sentences":["…"],…}}` |
//! | `{"role":"svg","id":4,"record":{…},"step":12,"theme":"dark"}` | `{"role":"picture","id":4,"svg":"<svg…"}` |
//! | `{"role":"gif","id":5,"record":{…},"theme":"light","width":520}` | `{"role":"drawn","id":5,"done":3,"of":40}`, then `{"role":"picture","id":5,"gif":"data:image/gif;base64,…"}` |
//! | `{"role":"question","question":{…}}` | `{"role":"thought","thought":{…}}` |
//!
//! A step is `{"step":3,"played":[[0,"d1-c1"]],"chance_of_seat_0":0.6,"opinions":[…]}`,
//! and the `score` of a line is one of `{"points"}`, `{"chance"}`, `{"win_in"}` and
//! `{"loss_in"}`. If seats choose at the same time, `strategy` is a list of `[move,
//! probability]`, and `matrix` has `mine`, `theirs` and `worth[mine][theirs]`.
//!
//! If a request fails, the worker posts `{"role":"failed","id":1,"reason":"…"}`. After
//! `{"role":"broken","reason":"…"}` the worker has ended: start another one and open it
//! with the last saved text.

pub mod desk;
pub mod rest;
pub mod service;
#[cfg(target_arch = "wasm32")]
mod worker;

pub use desk::Desk;
