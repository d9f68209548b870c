//! A client of the hall: a WebSocket, and requests over HTTP.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

/// A hall that says nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(60);

/// A WebSocket to the hall.
pub struct Line(WebSocketStream<TcpStream>);

impl Line {
    /// Connects, with a cookie or as nobody.
    pub async fn connect(address: SocketAddr, path: &str, cookie: &str) -> Result<Line> {
        let mut request = format!("ws://{address}{path}").into_client_request()?;
        if !cookie.is_empty() {
            request.headers_mut().insert("cookie", cookie.parse()?);
        }
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (socket, _) = client_async(request, stream).await?;
        Ok(Line(socket))
    }

    pub async fn send(&mut self, message: &Value) -> Result<()> {
        Ok(self.0.send(Message::text(message.to_string())).await?)
    }

    pub async fn next(&mut self) -> Result<Value> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.0.next()).await;
            let message = message.context("the hall says nothing")?;
            match message.context("the connection is gone")?? {
                Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                Message::Close(_) => bail!("the hall has closed the connection"),
                _ => {}
            }
        }
    }
}

/// A request; the headers in small letters, and the body.
async fn http(
    address: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> Result<(String, Vec<u8>)> {
    let length = body.len();
    let request = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         cookie: {cookie}\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await??;
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.context("the answer is cut off")?;
    let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
    let body = answer.split_off(end + 4);
    if !head.starts_with("http/1.1 2") {
        bail!("{method} {path}: {}", String::from_utf8_lossy(&body));
    }
    Ok((head, body))
}

/// A call of the API.
pub async fn call(
    address: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: Option<&Value>,
) -> Result<Value> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let (_, body) = http(address, method, path, cookie, &body).await?;
    Ok(serde_json::from_slice(&body)?)
}

/// Someone new; the cookie by which the hall knows them.
pub async fn newcomer(address: SocketAddr, name: &str) -> Result<String> {
    let body = json!({"name": name}).to_string();
    let (head, _) = http(address, "POST", "/identity", "", &body).await?;
    let cookie = head
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.and_then(|cookie| cookie.split(';').next());
    Ok(cookie.context("the hall gave no cookie")?.to_owned())
}
