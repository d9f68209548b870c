//! The hall over a WebSocket: one per client, for all tables it watches.

use std::collections::HashSet;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use futures_util::SinkExt;
use serde_json::{Value, json};
use store::{Identity, Kind, TableId};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::sleep_until;
use wire::api::{Ask, Sent, Told};

use crate::hub::Hub;
use crate::identity::{at_table, origin_is_fine};
use crate::limits::{Bucket, Rate};
use crate::live::{Order, Reply, refusal};
use crate::outbox::{End, Next, Outbox};
use crate::refused::Refused;
use crate::rest::{Who, tables::as_known};

/// What a socket reads at a time. Messages are short, and there are many sockets.
const READ_BUFFER: usize = 4 << 10;
/// What is written at a time at most, but for a message that is longer by itself.
const WRITE_BUFFER: usize = 16 << 10;
/// Whoever goes on after so many refusals in a row because of the rate is cut off.
const PATIENCE: u32 = 200;
/// How long saying goodbye may take.
const GOODBYE: Duration = Duration::from_secs(2);

/// Opens a WebSocket.
pub(crate) async fn upgrade(
    State(hub): State<Arc<Hub>>,
    Who(who): Who,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refused> {
    if !origin_is_fine(&headers, &hub.origins) {
        return Err(Refused::new(
            StatusCode::FORBIDDEN,
            "origin",
            "pages of other sites may not connect",
        ));
    }
    // The connection it comes over gives its own room back with the upgrade.
    let room = hub.connections.clone().try_acquire_owned();
    let room = room.map_err(|_| Refused::too_many("connections"))?;
    let outbox = Arc::new(Outbox::new(hub.number(), hub.limits.queue));
    hub.connected(&outbox, who.as_ref().map(|who| who.id))?;
    let place = Place {
        hub,
        who,
        outbox,
        _room: room,
    };
    let frame = place.hub.limits.frame;
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_frame_size(frame)
        .max_message_size(frame)
        .on_upgrade(async move |socket| Client::new(place).run(socket).await))
}

/// A client's place among those connected, given up when this is dropped, even if
/// the connection never came about.
struct Place {
    hub: Arc<Hub>,
    who: Option<Identity>,
    outbox: Arc<Outbox>,
    _room: OwnedSemaphorePermit,
}

impl Drop for Place {
    fn drop(&mut self) {
        let who = self.who.as_ref().map(|who| who.id);
        self.hub.disconnected(&self.outbox, who);
    }
}

/// A client that is connected.
struct Client {
    place: Place,
    watched: HashSet<TableId>,
    bucket: Bucket,
    refused: u32,
    heard: Instant,
    pinged: Instant,
    /// The last times that a ping took, of which the shortest counts.
    lags: [u32; 4],
}

/// Why a client is left.
enum Leave {
    /// The other end has gone, or is to be left without a word.
    Gone,
    /// With these last words.
    Say(u16, &'static str),
}

impl Client {
    fn new(place: Place) -> Client {
        let now = Instant::now();
        let bucket = Bucket::full(rate(&place.hub), now);
        Client {
            place,
            watched: HashSet::new(),
            bucket,
            refused: 0,
            heard: now,
            pinged: now,
            lags: [u32::MAX; 4],
        }
    }

    fn push(&self, told: &Told<'_>) {
        self.place.outbox.push(told.text().into());
    }

    async fn run(mut self, mut socket: WebSocket) {
        let you = self.place.who.as_ref().map(|who| {
            json!({
                "player": who.id.to_string(),
                "name": who.name,
                "program": who.kind == Kind::Program,
            })
        });
        let hello = Told::Hello {
            you: &you.unwrap_or_default(),
            now: self.place.hub.time.now(),
            ping_ms: self.place.hub.limits.ping.as_millis() as u64,
        };
        self.push(&hello);
        let leave = self.serve(&mut socket).await;
        for &table in &self.watched {
            let number = self.place.outbox.number;
            // A table that is gone needs no word.
            let _ = self.place.hub.order(table, Order::Unwatch { number });
        }
        if let Leave::Say(code, reason) = leave {
            let bye = Told::Bye {
                code: word(code),
                reason,
            };
            let close = CloseFrame {
                code,
                reason: Utf8Bytes::from_static(reason),
            };
            let goodbye = async {
                socket.send(Message::Text(bye.text().into())).await?;
                socket.send(Message::Close(Some(close))).await?;
                // The other end says goodbye too, or hangs up.
                while let Some(Ok(_)) = socket.recv().await {}
                Ok::<(), axum::Error>(())
            };
            let _ = tokio::time::timeout(GOODBYE, goodbye).await;
        }
    }

    async fn serve(&mut self, socket: &mut WebSocket) -> Leave {
        let outbox = self.place.outbox.clone();
        let mut alarm = pin!(sleep_until(self.due().into()));
        loop {
            // What has gathered goes out in one piece.
            loop {
                let sent = match outbox.next() {
                    Next::Message(text) => self.send(socket.feed(Message::Text(text))).await,
                    Next::End(End::Slow) => return self.too_slow(),
                    Next::End(End::Closing) => {
                        return Leave::Say(close_code::RESTART, "the hall is closing");
                    }
                    Next::Nothing => break,
                };
                if let Err(leave) = sent {
                    return leave;
                }
            }
            if let Err(leave) = self.send(socket.flush()).await {
                return leave;
            }
            tokio::select! {
                () = outbox.changed() => {}
                message = socket.recv() => {
                    let left = match message {
                        Some(Ok(message)) => self.received(message).await,
                        Some(Err(error)) => Err(fault(&error)),
                        None => Err(Leave::Gone),
                    };
                    if let Err(leave) = left {
                        return leave;
                    }
                }
                () = &mut alarm => {
                    if self.is_silent() {
                        return self.silent();
                    }
                    if self.due() <= Instant::now() {
                        self.pinged = Instant::now();
                        // The time in it comes back with the answer.
                        let now = self.place.hub.time.now().to_be_bytes();
                        let ping = Message::Ping(Bytes::copy_from_slice(&now));
                        if let Err(leave) = self.send(socket.send(ping)).await {
                            return leave;
                        }
                    }
                    alarm.as_mut().reset(self.due().into());
                }
            }
        }
    }

    /// When something is to be done about the silence, unless something is heard
    /// or sent until then: so an alarm may come too early, but not too late.
    fn due(&self) -> Instant {
        let limits = &self.place.hub.limits;
        (self.heard + limits.silence).min(self.pinged + limits.ping)
    }

    fn is_silent(&self) -> bool {
        self.heard + self.place.hub.limits.silence <= Instant::now()
    }

    fn too_slow(&self) -> Leave {
        self.place.hub.metrics.slow_readers.add();
        Leave::Gone
    }

    fn silent(&self) -> Leave {
        self.place.hub.metrics.silent.add();
        Leave::Gone
    }

    /// Sends, unless the reader turns out to be too slow.
    async fn send(
        &mut self,
        sending: impl Future<Output = Result<(), axum::Error>>,
    ) -> Result<(), Leave> {
        let limit = Instant::now() + self.place.hub.limits.silence;
        let outbox = self.place.outbox.clone();
        let mut sent = pin!(sending);
        loop {
            tokio::select! {
                // Most of the time there is nothing to wait for.
                biased;
                result = &mut sent => return result.map_err(|_| Leave::Gone),
                () = outbox.changed() => {
                    if outbox.is_too_slow() {
                        return Err(self.too_slow());
                    }
                }
                () = sleep_until(limit.into()) => return Err(self.silent()),
            }
        }
    }

    async fn received(&mut self, message: Message) -> Result<(), Leave> {
        let now = Instant::now();
        self.heard = now;
        let text = match message {
            Message::Text(text) => text,
            Message::Pong(time) => {
                self.measure(&time);
                return Ok(());
            }
            Message::Ping(_) => {
                // Answered below us; but it counts like any message.
                return self.count(now, None).map(drop);
            }
            Message::Binary(_) => {
                return Err(Leave::Say(close_code::UNSUPPORTED, "messages are text"));
            }
            Message::Close(_) => return Err(Leave::Gone),
        };
        self.place.hub.metrics.messages.add();
        let sent = Sent::read(&text);
        let id = match &sent {
            Ok(sent) => Some(sent.id),
            Err((id, _)) => *id,
        };
        if !self.count(now, id)? {
            return Ok(());
        }
        let result = match sent {
            Ok(sent) => self.carry_out(sent).await,
            Err((_, reason)) => Err(Refused::bad(reason)),
        };
        if let Err(refused) = result {
            self.place.outbox.push(refusal(id, &refused));
        }
        Ok(())
    }

    /// Counts a message; whether it may be carried out.
    fn count(&mut self, now: Instant, id: Option<u64>) -> Result<bool, Leave> {
        if self.bucket.take(rate(&self.place.hub), now) {
            self.refused = 0;
            return Ok(true);
        }
        self.refused += 1;
        self.place.hub.metrics.rate_limited.add();
        if self.refused > PATIENCE {
            return Err(Leave::Say(close_code::POLICY, "too many messages"));
        }
        let refused = Refused::too_many("messages");
        self.place.outbox.push(refusal(id, &refused));
        Ok(false)
    }

    fn measure(&mut self, time: &[u8]) {
        let Ok(time) = <[u8; 8]>::try_from(time) else {
            return;
        };
        let took = self
            .place
            .hub
            .time
            .now()
            .checked_sub(u64::from_be_bytes(time));
        if let Some(lag) = took.and_then(|took| u32::try_from(took).ok()) {
            self.lags.rotate_left(1);
            self.lags[3] = lag;
            let least = self.lags.iter().min().copied().unwrap_or(0);
            self.place.outbox.set_lag_ms(least);
        }
    }

    async fn carry_out(&mut self, sent: Sent) -> Result<(), Refused> {
        let Sent { id, ask, .. } = sent;
        let hub = self.place.hub.clone();
        match ask {
            Ask::Ping => self.fine(id, json!({"now": hub.time.now()})),
            Ask::Watch {
                table,
                key,
                after,
                bot,
            } => {
                let table = table_id(&table)?;
                if self.watched.len() >= hub.limits.watched && !self.watched.contains(&table) {
                    return Err(Refused::new(
                        StatusCode::CONFLICT,
                        "watched",
                        format!("a connection watches at most {} tables", hub.limits.watched),
                    ));
                }
                let order = Order::Watch {
                    outbox: self.place.outbox.clone(),
                    id,
                    who: self.place.who.as_ref().map(|who| at_table(who.id)),
                    key,
                    after,
                    bot,
                };
                hub.order(table, order)?;
                // Refused later or not, a word too many at the end does no harm.
                self.watched.insert(table);
            }
            Ask::Unwatch { table } => {
                let table = table_id(&table)?;
                if self.watched.remove(&table) {
                    let number = self.place.outbox.number;
                    let order = Order::Unwatch { number };
                    hub.order(table, order)?;
                }
                self.fine(id, json!({}));
            }
            Ask::Command { table, request } => {
                let table = table_id(&table)?;
                let me = self.known()?;
                let request = match request {
                    // The name may have been changed since this connection was made.
                    joins @ table::Request::Join { .. } => {
                        let known = hub.store.identity(me.id).await?;
                        as_known(joins, known.as_ref().unwrap_or(me))
                    }
                    other => other,
                };
                let order = Order::Command {
                    who: at_table(me.id),
                    id,
                    request,
                    lag_ms: self.place.outbox.lag_ms(),
                    reply: Reply::Socket(self.place.outbox.clone()),
                };
                hub.order(table, order)?;
            }
            Ask::Answer {
                table,
                turn,
                answer,
            } => {
                let order = Order::Answer {
                    who: at_table(self.known()?.id),
                    id,
                    turn,
                    answer,
                    lag_ms: self.place.outbox.lag_ms(),
                    reply: Reply::Socket(self.place.outbox.clone()),
                };
                let table = table_id(&table)?;
                hub.order(table, order)?;
            }
            Ask::Lobby { on } => {
                hub.watch_lobby(&self.place.outbox, on);
                self.fine(id, json!({}));
            }
            Ask::Available { games } => {
                let me = self.known()?;
                for game in &games {
                    if !catalog::GAMES.iter().any(|info| info.id == game) {
                        return Err(Refused::bad(format!("there is no game {game:?}")));
                    }
                }
                if games.len() > catalog::GAMES.len() {
                    return Err(Refused::bad("name every game once"));
                }
                hub.set_available(me.id, &me.name, me.kind == Kind::Program, &games);
                self.fine(id, json!({}));
            }
            Ask::Decline { table } => {
                hub.decline(self.known()?.id, table_id(&table)?)?;
                self.fine(id, json!({}));
            }
        }
        Ok(())
    }

    fn fine(&self, id: u64, result: Value) {
        self.push(&Told::Ok { id, result });
    }

    fn known(&self) -> Result<&Identity, Refused> {
        self.place.who.as_ref().ok_or_else(Refused::who)
    }
}

fn rate(hub: &Hub) -> Rate {
    let every = Duration::from_secs(1) / hub.limits.per_second.max(1);
    Rate::new(hub.limits.burst, every)
}

fn table_id(text: &str) -> Result<TableId, Refused> {
    text.parse().map_err(|_| Refused::no_table())
}

/// What is said to a client whose frames cannot be read.
fn fault(error: &axum::Error) -> Leave {
    // axum hides the kind of error; only its text tells a long message from a
    // broken line.
    let source = std::error::Error::source(error).map(ToString::to_string);
    match source.unwrap_or_default() {
        text if text.contains("too long") => {
            Leave::Say(close_code::SIZE, "a message is at most 64 KiB")
        }
        text if text.contains("UTF-8") => Leave::Say(close_code::INVALID, "messages are UTF-8"),
        _ => Leave::Gone,
    }
}

fn word(code: u16) -> &'static str {
    match code {
        close_code::RESTART => "closing",
        close_code::POLICY => "too-many",
        close_code::SIZE => "too-long",
        close_code::UNSUPPORTED | close_code::INVALID => "not-text",
        _ => "bye",
    }
}
