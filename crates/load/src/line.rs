//! A minimal WebSocket client for the load.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use protocol::{ClientMessage, ServerMessage};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async};

/// A hall that sends nothing for this long is gone.
const PATIENCE: Duration = Duration::from_secs(60);

/// A WebSocket to the hall.
pub struct Line(WebSocketStream<TcpStream>);

impl Line {
    /// Connects with a token, or as an unknown person.
    pub async fn connect(address: SocketAddr, path: &str, token: Option<&str>) -> Result<Line> {
        let mut request = format!("ws://{address}{path}").into_client_request()?;
        if let Some(token) = token {
            let bearer = format!("Bearer {token}").parse()?;
            request.headers_mut().insert("authorization", bearer);
        }
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (socket, _) = client_async(request, stream).await?;
        Ok(Line(socket))
    }

    /// Sends a message. Returns its length in bytes.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<usize> {
        let text = message.text();
        let bytes = text.len();
        self.0.send(Message::text(text)).await?;
        Ok(bytes)
    }

    /// Waits for the hall's next message.
    pub async fn next(&mut self) -> Result<ServerMessage> {
        Ok(ServerMessage::read(&self.text().await?)?)
    }

    /// The next message as text.
    pub async fn text(&mut self) -> Result<Utf8Bytes> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.0.next()).await;
            let message = message.context("the hall says nothing")?;
            match message.context("the connection is gone")?? {
                Message::Text(text) => return Ok(text),
                Message::Close(_) => bail!("the hall has closed the connection"),
                _ => {}
            }
        }
    }
}
