//! A server: requests over HTTP, messages over a WebSocket that is opened again
//! when it breaks; both with TLS where the address says `https`.

use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use catalog::Value;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::line::Trouble;
use crate::session::Input;

/// A server that says nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(45);
/// So long it waits before it connects again.
const AGAIN: Duration = Duration::from_secs(2);

/// Where a server is.
#[derive(Clone)]
struct Place {
    /// `host:port`.
    address: String,
    /// How it proves who it is, where the line is sealed.
    tls: Option<(Arc<ClientConfig>, ServerName<'static>)>,
}

/// A server, and who we are there.
pub struct Remote {
    place: Place,
    token: String,
    outgoing: UnboundedSender<String>,
    incoming: Receiver<Value>,
}

impl Remote {
    /// Comes to a hall: with a token as whom it knows, else as someone new of this
    /// name. `inputs` is woken when there is something to hear.
    pub fn open(
        url: &str,
        token: Option<String>,
        name: Option<&str>,
        inputs: Sender<Input>,
    ) -> Result<Remote, Trouble> {
        let place = Place::of(url)?;
        let token = match token {
            Some(token) => token,
            None => {
                let body = match name {
                    Some(name) => json!({"name": name}),
                    None => json!({}),
                };
                newcomer(&place, &body)?
            }
        };
        let (outgoing, messages) = unbounded_channel();
        let (told, incoming) = channel();
        let remote = Remote {
            place: place.clone(),
            token: token.clone(),
            outgoing,
            incoming,
        };
        // Whether the hall knows us is asked before anything is drawn.
        let (status, json) = remote.request("GET", "/identity", &Value::Null)?;
        if status != 200 {
            let reason = json["reason"].as_str().unwrap_or("it does not say why");
            return Err(Trouble::new(
                "who",
                format!("{url} does not let you in: {reason}"),
            ));
        }
        if let (Some(name), false) = (name, json["name"].as_str() == name) {
            remote.request("PATCH", "/identity", &json!({"name": name}))?;
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Trouble::new("thread", format!("no line to the hall: {error}")))?;
        std::thread::Builder::new()
            .name("line to the hall".to_owned())
            .spawn(move || runtime.block_on(talk(&place, &token, messages, &told, &inputs)))
            .map_err(|error| Trouble::new("thread", format!("no line to the hall: {error}")))?;
        Ok(remote)
    }

    /// By what the hall knows us again.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// A request: the status and the body.
    pub fn request(&self, method: &str, path: &str, body: &Value) -> Result<(u16, Value), Trouble> {
        let (status, _, body) = http(&self.place, method, path, Some(&self.token), body)?;
        Ok((status, serde_json::from_slice(&body).unwrap_or_default()))
    }

    /// Sends a message as soon as there is a connection.
    pub fn send(&mut self, text: String) {
        // The thread ends with the program only.
        let _ = self.outgoing.send(text);
    }

    /// What was said since; `{"type": "open"}` is a new connection and
    /// `{"type": "closed"}` the end of one.
    pub fn heard(&mut self) -> Vec<Value> {
        self.incoming.try_iter().collect()
    }
}

impl Place {
    /// The place of `http://host:port/…` or `https://host:port/…`.
    fn of(url: &str) -> Result<Place, Trouble> {
        let wrong = |why: &str| {
            let example = "as in http://127.0.0.1:8080";
            Trouble::new("url", format!("--server {url:?}: {why}, {example}"))
        };
        let (rest, is_sealed) = match url.split_once("://") {
            Some(("http", rest)) => (rest, false),
            Some(("https", rest)) => (rest, true),
            Some(_) => {
                return Err(wrong(
                    "the address of a hall begins with http:// or https://",
                ));
            }
            None => (url, false),
        };
        let host = rest.split('/').next().unwrap_or_default();
        if host.is_empty() || host.contains(|c: char| c.is_whitespace() || c == '@') {
            return Err(wrong("this is no address"));
        }
        let after_brackets = host.rsplit(']').next().unwrap_or(host);
        let has_port = after_brackets.contains(':');
        let name = match has_port {
            true => host.rsplit_once(':').map_or(host, |(name, _)| name),
            false => host,
        };
        let name = name.trim_start_matches('[').trim_end_matches(']');
        let tls = match is_sealed {
            true => {
                let name = ServerName::try_from(name.to_owned());
                Some((
                    trusted()?,
                    name.map_err(|_| wrong("this is no name of a server"))?,
                ))
            }
            false => None,
        };
        let usual = if is_sealed { 443 } else { 80 };
        let address = match has_port {
            true => host.to_owned(),
            false => format!("{host}:{usual}"),
        };
        Ok(Place { address, tls })
    }
}

/// Whom this machine trusts; `SSL_CERT_FILE` may name others.
fn trusted() -> Result<Arc<ClientConfig>, Trouble> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        let reason = "this machine trusts nobody who could vouch for a hall; SSL_CERT_FILE may \
                      name a file with certificates";
        return Err(Trouble::new("tls", reason));
    }
    let config = ClientConfig::builder()
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

/// Someone new at a hall; the secret that it gave.
fn newcomer(place: &Place, body: &Value) -> Result<String, Trouble> {
    let (status, head, answer) = http(place, "POST", "/identity", None, body)?;
    let answer: Value = serde_json::from_slice(&answer).unwrap_or_default();
    let cookie = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_it = name.eq_ignore_ascii_case("set-cookie");
        let secret = value.split(';').next()?.split_once('=')?.1;
        is_it.then(|| secret.trim().to_owned())
    });
    cookie.ok_or_else(|| {
        let reason = answer["reason"].as_str();
        let reason = reason.map_or_else(|| format!("it answers {status}"), str::to_owned);
        Trouble::new("who", format!("the hall does not let you in: {reason}"))
    })
}

/// A request: status, head and body.
fn http(
    place: &Place,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: &Value,
) -> Result<(u16, String, Vec<u8>), Trouble> {
    let address = &place.address;
    let lost = |error: std::io::Error| {
        Trouble::new(
            "lost",
            format!("the hall at {address} cannot be reached: {error}"),
        )
    };
    let body = match body {
        Value::Null => String::new(),
        body => body.to_string(),
    };
    let bearer = token.map_or_else(String::new, |token| {
        format!("authorization: Bearer {token}\r\n")
    });
    let length = body.len();
    let request = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{bearer}\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    // A name may stand for several addresses, and not all of them need to answer.
    let mut stream = Err(std::io::Error::other("it has no address"));
    for found in address.to_socket_addrs().map_err(lost)? {
        stream = TcpStream::connect_timeout(&found, Duration::from_secs(10));
        if stream.is_ok() {
            break;
        }
    }
    let mut stream = stream.map_err(lost)?;
    stream.set_read_timeout(Some(PATIENCE)).map_err(lost)?;
    let mut answer = Vec::new();
    match &place.tls {
        None => {
            stream.write_all(request.as_bytes()).map_err(lost)?;
            stream.read_to_end(&mut answer).map_err(lost)?;
        }
        Some((config, name)) => {
            let connection = ClientConnection::new(config.clone(), name.clone());
            let connection = connection.map_err(|error| lost(std::io::Error::other(error)))?;
            let mut stream = StreamOwned::new(connection, stream);
            stream.write_all(request.as_bytes()).map_err(lost)?;
            match stream.read_to_end(&mut answer) {
                // Not every server says goodbye; whether all is there is seen below.
                Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {}
                read => drop(read.map_err(lost)?),
            }
        }
    }
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let cut = || lost(std::io::Error::other("its answer is cut off"));
    let end = end.ok_or_else(cut)?;
    let body = answer.split_off(end + 4);
    let head = String::from_utf8_lossy(&answer).into_owned();
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    let body = match head.to_lowercase().contains("transfer-encoding: chunked") {
        true => unchunked(&body).ok_or_else(cut)?,
        false => body,
    };
    Ok((status.ok_or_else(cut)?, head, body))
}

/// A body that came in pieces.
fn unchunked(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    loop {
        let end = body.windows(2).position(|two| two == b"\r\n")?;
        let size = std::str::from_utf8(&body[..end]).ok()?;
        let size = usize::from_str_radix(size.split(';').next()?.trim(), 16).ok()?;
        if size == 0 {
            return Some(whole);
        }
        let piece = body.get(end + 2..end.checked_add(2)?.checked_add(size)?)?;
        whole.extend_from_slice(piece);
        body = body.get(end + 4 + size..)?;
    }
}

/// Keeps a connection, and passes on what is said.
async fn talk(
    place: &Place,
    token: &str,
    mut messages: UnboundedReceiver<String>,
    told: &Sender<Value>,
    inputs: &Sender<Input>,
) {
    let tell = |message: Value| {
        let heard = told.send(message).is_ok();
        heard && inputs.send(Input::Woken).is_ok()
    };
    loop {
        let why = match connected(place, token, &mut messages, &tell).await {
            Ok(()) => return,
            Err(error) => error,
        };
        if !tell(json!({"type": "closed", "reason": why})) {
            return;
        }
        tokio::time::sleep(AGAIN).await;
        // What was meant for the old connection may be out of date.
        while messages.try_recv().is_ok() {}
    }
}

/// A line, sealed or not.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

/// Talks until the connection breaks (an error) or nobody listens any more.
async fn connected(
    place: &Place,
    token: &str,
    messages: &mut UnboundedReceiver<String>,
    tell: &impl Fn(Value) -> bool,
) -> Result<(), String> {
    let scheme = if place.tls.is_some() { "wss" } else { "ws" };
    let url = format!("{scheme}://{}/api/v1/ws", place.address);
    let mut request = url.into_client_request().map_err(|e| e.to_string())?;
    let bearer = format!("Bearer {token}").parse();
    let bearer = bearer.map_err(|_| "this token cannot be sent".to_owned())?;
    request.headers_mut().insert("authorization", bearer);
    let stream = tokio::net::TcpStream::connect(&place.address).await;
    let stream = stream.map_err(|error| error.to_string())?;
    let stream: Box<dyn Stream> = match &place.tls {
        None => Box::new(stream),
        Some((config, name)) => {
            let connector = TlsConnector::from(config.clone());
            let sealed = connector.connect(name.clone(), stream).await;
            Box::new(sealed.map_err(|error| error.to_string())?)
        }
    };
    let (mut socket, _) = tokio_tungstenite::client_async(request, stream)
        .await
        .map_err(|error| error.to_string())?;
    if !tell(json!({"type": "open"})) {
        return Ok(());
    }
    loop {
        tokio::select! {
            message = messages.recv() => {
                let Some(message) = message else { return Ok(()) };
                socket.send(Message::text(message)).await.map_err(|e| e.to_string())?;
            }
            heard = tokio::time::timeout(PATIENCE, socket.next()) => {
                let heard = heard.map_err(|_| "the hall says nothing".to_owned())?;
                match heard.ok_or("the hall has closed the line")?.map_err(|e| e.to_string())? {
                    Message::Text(text) => {
                        let message = serde_json::from_str(&text).unwrap_or_default();
                        if !tell(message) {
                            return Ok(());
                        }
                    }
                    Message::Close(_) => return Err("the hall has closed the line".to_owned()),
                    _ => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_from_a_url() {
        let address = |url: &str| Place::of(url).map(|place| place.address);
        assert_eq!(address("http://host:8080/t/1").unwrap(), "host:8080");
        assert_eq!(address("http://host").unwrap(), "host:80");
        assert_eq!(address("host:81").unwrap(), "host:81");
        assert_eq!(address("http://[::1]:5/").unwrap(), "[::1]:5");
        for wrong in ["", "http://", "ftp://host", "http://a@b", "https://a@b"] {
            let error = address(wrong).unwrap_err();
            assert!(error.reason.contains("http://127.0.0.1:8080"), "{error}");
        }
    }

    #[test]
    fn a_body_in_pieces_is_put_together_and_a_broken_one_is_none() {
        assert_eq!(
            unchunked(b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n").unwrap(),
            b"abcde"
        );
        assert_eq!(unchunked(b"5\r\nabc"), None);
        assert_eq!(unchunked(b"ffffffffffffffff\r\nabc"), None);
    }
}
