//! The hall over WebSockets: one per client, for all tables it watches.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use futures_util::SinkExt;
use game::message;
use hall_core::TooMany;
use protocol::{ClientMessage, ServerMessage};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::sleep_until;

use crate::hub::Hub;
use crate::identity::{origin_is_fine, person};
use crate::live::text;
use crate::outbox::{End, Next, Outbox};
use crate::refused::Refused;
use crate::rest::Who;

/// The size of a socket's read buffer. Messages are short, and there are many
/// sockets.
const READ_BUFFER: usize = 4 << 10;
/// The most that is written at once, except for a single longer message.
const WRITE_BUFFER: usize = 16 << 10;
/// How long a goodbye may take.
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
            message!("hall.other-site-connects"),
        ));
    }
    // The WebSocket gets its own permit, because the upgraded connection releases
    // its own.
    let room = hub.connections.clone().try_acquire_owned();
    let room = room.map_err(|_| Refused::too_many(TooMany::Connections))?;
    let outbox = Arc::new(Outbox::new(hub.number(), hub.limits.queue));
    hub.connect(&outbox, who.as_ref().map(person))?;
    let place = Place {
        hub,
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

/// A client's registration with the hall. Dropping it disconnects the client,
/// even if the upgrade never completed.
struct Place {
    hub: Arc<Hub>,
    outbox: Arc<Outbox>,
    _room: OwnedSemaphorePermit,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.hub.disconnect(self.outbox.number);
    }
}

/// A connected client.
struct Client {
    place: Place,
    heard: Instant,
    pinged: Instant,
    /// The last round-trip times of pings. The shortest counts as lag.
    lags: [u32; 4],
}

/// How to end the connection.
enum Leave {
    /// Without a word: the other end is gone or too slow.
    Gone,
    /// With this code and reason.
    Say(u16, &'static str),
}

impl Client {
    fn new(place: Place) -> Client {
        let now = Instant::now();
        Client {
            place,
            heard: now,
            pinged: now,
            lags: [u32::MAX; 4],
        }
    }

    async fn run(mut self, mut socket: WebSocket) {
        let leave = self.serve(&mut socket).await;
        if let Leave::Say(code, reason) = leave {
            let bye = ServerMessage::Bye {
                code: word(code).to_owned(),
                reason: reason.to_owned(),
            };
            let close = CloseFrame {
                code,
                reason: Utf8Bytes::from_static(reason),
            };
            let goodbye = async {
                socket.send(Message::Text(text(&bye))).await?;
                socket.send(Message::Close(Some(close))).await?;
                // Wait until the other end says goodbye or hangs up.
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
            // Send everything in the queue at once.
            loop {
                let sent = match outbox.next() {
                    Next::Message(text) => self.send(socket.feed(Message::Text(text))).await,
                    Next::End(End::Slow) => return self.too_slow(),
                    Next::End(End::Closing) => {
                        return Leave::Say(close_code::RESTART, "the hall is closing");
                    }
                    Next::End(End::Flooding) => {
                        return Leave::Say(close_code::POLICY, "too many messages");
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
                        Some(Ok(message)) => self.received(message),
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
                        // The pong returns this time.
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

    /// When to ping or give up, if nothing is heard or sent until then. So the
    /// alarm may go off too early, but never too late.
    fn due(&self) -> Instant {
        let limits = &self.place.hub.limits;
        (self.heard + limits.silence).min(self.pinged + limits.ping)
    }

    fn is_silent(&self) -> bool {
        self.heard + self.place.hub.limits.silence <= Instant::now()
    }

    fn too_slow(&self) -> Leave {
        self.place.hub.metrics.slow_readers.inc();
        Leave::Gone
    }

    fn silent(&self) -> Leave {
        self.place.hub.metrics.silent.inc();
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
                // Usually the socket is ready, so poll it first.
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

    fn received(&mut self, message: Message) -> Result<(), Leave> {
        self.heard = Instant::now();
        let Place { hub, outbox, .. } = &self.place;
        match message {
            Message::Text(text) => {
                hub.metrics.messages.inc();
                hub.message(outbox, ClientMessage::read(&text));
            }
            Message::Pong(time) => self.measure(&time),
            // The library replies to pings, but they count like any message.
            Message::Ping(_) => hub.count(outbox),
            Message::Binary(_) => {
                return Err(Leave::Say(close_code::UNSUPPORTED, "messages are text"));
            }
            Message::Close(_) => return Err(Leave::Gone),
        }
        Ok(())
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
}

/// What to tell a client whose frames cannot be read.
fn fault(error: &axum::Error) -> Leave {
    // axum hides the kind of error. Only its text tells a long message from a
    // broken connection.
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
