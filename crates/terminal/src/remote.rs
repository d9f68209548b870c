//! A hall on the network, over a WebSocket that is reopened when it breaks.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use protocol::rest::{PlayerView, Rename};
use protocol::{ClientMessage, Record, ServerMessage};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::http::{Host, PATIENCE};
use crate::line::{Heard, Trouble};
use crate::session::Input;

/// How long to wait before reconnecting.
const AGAIN: Duration = Duration::from_secs(2);

/// A hall on the network and your identity there.
pub struct Remote {
    host: Host,
    token: String,
    requests: Runtime,
    outgoing: UnboundedSender<ClientMessage>,
    incoming: Receiver<Heard>,
}

impl Remote {
    /// Connects to a hall: as the person with this token, or as a new one with this
    /// name. `inputs` is woken when something arrives.
    pub fn open(
        url: &str,
        token: Option<String>,
        name: Option<&str>,
        inputs: Sender<Input>,
    ) -> Result<Remote, Trouble> {
        let host = Host::of(url)?;
        let requests = runtime()?;
        let token = match token {
            Some(token) => token,
            None => requests.block_on(host.newcomer(name))?,
        };
        // Check that the hall knows you before anything is drawn.
        let me = requests.block_on(host.get::<PlayerView>("/identity", &token));
        let me = me.map_err(|trouble| match trouble.code.as_str() {
            "lost" => trouble,
            _ => Trouble::new("who", format!("{url} does not let you in: {trouble}")),
        })?;
        if let Some(name) = name.filter(|name| *name != me.name) {
            let name = name.to_owned();
            let new = Rename { name };
            let renamed = host.patch::<PlayerView>("/identity", &token, &new);
            requests.block_on(renamed)?;
        }
        let (outgoing, messages) = unbounded_channel();
        let (told, incoming) = channel();
        let line = runtime()?;
        let socket = Socket {
            host: host.clone(),
            token: token.clone(),
            messages,
            told,
            inputs,
        };
        std::thread::Builder::new()
            .name("line to the hall".to_owned())
            .spawn(move || line.block_on(socket.run()))
            .map_err(no_line)?;
        Ok(Remote {
            host,
            token,
            requests,
            outgoing,
            incoming,
        })
    }

    /// The secret that proves your identity to the hall.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The record of a table.
    pub fn record(&self, table: &str, key: Option<&str>) -> Result<Record, Trouble> {
        let query = key.map_or_else(String::new, |key| format!("?key={key}"));
        let path = format!("/tables/{table}/record{query}");
        self.requests.block_on(self.host.get(&path, &self.token))
    }

    /// Sends a message.
    pub fn send(&mut self, message: ClientMessage) {
        // Cannot fail: the thread runs as long as the program.
        let _ = self.outgoing.send(message);
    }

    /// What has arrived since the last call.
    pub fn heard(&mut self) -> Vec<Heard> {
        self.incoming.try_iter().collect()
    }
}

fn runtime() -> Result<Runtime, Trouble> {
    Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(no_line)
}

fn no_line(error: std::io::Error) -> Trouble {
    Trouble::new("thread", format!("no line to the hall: {error}"))
}

/// The thread's end of the connection.
struct Socket {
    host: Host,
    token: String,
    messages: UnboundedReceiver<ClientMessage>,
    told: Sender<Heard>,
    inputs: Sender<Input>,
}

impl Socket {
    /// Keeps the connection open and passes on what arrives.
    async fn run(mut self) {
        while let Err(why) = self.talk().await {
            if !self.tell(Heard::Closed(why)) {
                return;
            }
            tokio::time::sleep(AGAIN).await;
            // The client repeats requests without a reply.
            while self.messages.try_recv().is_ok() {}
        }
    }

    fn tell(&self, heard: Heard) -> bool {
        self.told.send(heard).is_ok() && self.inputs.send(Input::Woken).is_ok()
    }

    /// Runs one connection, until it breaks with an error or the game is left.
    async fn talk(&mut self) -> Result<(), String> {
        let request = self.host.socket().into_client_request();
        let mut request = request.map_err(|error| error.to_string())?;
        let bearer = format!("Bearer {}", self.token).parse();
        let bearer = bearer.map_err(|_| "this token cannot be sent".to_owned())?;
        request.headers_mut().insert("authorization", bearer);
        let stream = self.host.connect().await;
        let stream = stream.map_err(|error| error.to_string())?;
        let socket = tokio_tungstenite::client_async(request, stream).await;
        let (mut socket, _) = socket.map_err(|error| error.to_string())?;
        if !self.tell(Heard::Opened) {
            return Ok(());
        }
        loop {
            tokio::select! {
                message = self.messages.recv() => {
                    let Some(message) = message else { return Ok(()) };
                    let sent = socket.send(Message::text(message.text())).await;
                    sent.map_err(|error| error.to_string())?;
                }
                heard = tokio::time::timeout(PATIENCE, socket.next()) => {
                    let heard = heard.map_err(|_| "the hall says nothing".to_owned())?;
                    let heard = heard.ok_or("the hall has closed the line")?;
                    match heard.map_err(|error| error.to_string())? {
                        Message::Text(text) if !self.tell(read(&text)) => return Ok(()),
                        Message::Close(_) => return Err("the hall has closed the line".to_owned()),
                        _ => {}
                    }
                }
            }
        }
    }
}

fn read(text: &str) -> Heard {
    match ServerMessage::read(text) {
        Ok(message) => Heard::Message(Box::new(message)),
        Err(error) => Heard::Unreadable(error.to_string()),
    }
}
