//! A hall on a free port, and clients for it.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Running};
use store::Store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// How long anything may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Hall {
    pub running: Running,
    pub address: SocketAddr,
}

impl Hall {
    pub async fn open() -> Hall {
        Hall::with(Store::memory(), |_| {}).await
    }

    pub async fn with(store: Store, change: impl FnOnce(&mut Config)) -> Hall {
        let mut config = Config::new(store);
        // Tests are in more of a hurry than people.
        config.limits.burst = 100_000;
        config.limits.per_second = 100_000;
        config.limits.requests = 100_000;
        config.limits.identities = 100_000;
        config.limits.tables = 100_000;
        config.metrics = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
        change(&mut config);
        let running = server::start(config).await.expect("a hall on a free port");
        let address = running.address();
        Hall { running, address }
    }

    pub async fn close(self) {
        self.running.shut_down().await;
    }

    /// Sends a request and returns the status, the headers and the body.
    pub async fn http(&self, request: &str) -> (u16, String, Vec<u8>) {
        http(self.address, request).await
    }

    /// The page of metrics.
    pub async fn numbers(&self) -> String {
        let address = self.running.metrics().expect("a hall with numbers");
        let request = "GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        let (status, _, page) = http(address, request).await;
        assert_eq!(status, 200);
        String::from_utf8(page).unwrap()
    }

    /// Calls the API.
    pub async fn call(
        &self,
        method: &str,
        path: &str,
        secret: &str,
        body: Option<Value>,
    ) -> (u16, Value) {
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{secret}content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let (status, _, body) = self.http(&request).await;
        let body = serde_json::from_slice(&body)
            .unwrap_or_else(|_| panic!("{method} {path} gave {}", String::from_utf8_lossy(&body)));
        (status, body)
    }

    pub async fn get(&self, path: &str) -> Value {
        let (status, body) = self.call("GET", path, "", None).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    /// Makes a person and returns its secret as a header line.
    pub async fn secret(&self, name: &str) -> String {
        let (head, _) = self.identity(json!({"name": name, "program": false})).await;
        let mut lines = head.lines();
        let cookie = lines.find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie.unwrap().split(';').next().unwrap();
        format!("cookie: {cookie}\r\n")
    }

    /// Makes a program and returns its secret as a header line.
    pub async fn program_secret(&self, name: &str) -> String {
        let (_, body) = self.identity(json!({"name": name, "program": true})).await;
        let body: Value = serde_json::from_slice(&body).unwrap();
        let token = body["token"].as_str().unwrap();
        format!("authorization: Bearer {token}\r\n")
    }

    async fn identity(&self, body: Value) -> (String, Vec<u8>) {
        let body = body.to_string();
        let request = format!(
            "POST /api/v1/identity HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let (status, head, body) = self.http(&request).await;
        assert_eq!(status, 201, "{head}");
        (head, body)
    }

    pub async fn person(&self, name: &str) -> Client {
        Client::connect(self.address, self.secret(name).await)
            .await
            .unwrap()
    }

    pub async fn program(&self, name: &str) -> Client {
        Client::connect(self.address, self.program_secret(name).await)
            .await
            .unwrap()
    }

    /// Makes a table and returns its id and its key.
    pub async fn table(&self, by: &Client, settings: Value) -> (String, Option<String>) {
        let (status, made) = self
            .call("POST", "/tables", &by.secret, Some(settings))
            .await;
        assert_eq!(status, 201, "{made}");
        let key = made["key"].as_str().map(str::to_owned);
        (made["table"].as_str().unwrap().to_owned(), key)
    }
}

async fn http(address: SocketAddr, request: &str) -> (u16, String, Vec<u8>) {
    let exchange = async {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        answer
    };
    let answer = tokio::time::timeout(PATIENCE, exchange).await.unwrap();
    parts(&answer)
}

/// The status, headers and body of a response.
pub fn parts(answer: &[u8]) -> (u16, String, Vec<u8>) {
    let end = answer
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap();
    let head = String::from_utf8(answer[..end].to_vec()).unwrap();
    let status = head[9..12].parse().unwrap();
    (status, head.to_lowercase(), answer[end + 4..].to_vec())
}

/// A client with a WebSocket.
pub struct Client {
    pub socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub secret: String,
    pub you: Value,
    pub waiting: VecDeque<Value>,
    pub next_id: u64,
}

impl Client {
    pub async fn connect(address: SocketAddr, secret: String) -> Result<Client, Error> {
        let socket = open(address, &secret, None).await?;
        let mut client = Client {
            socket,
            secret,
            you: Value::Null,
            waiting: VecDeque::new(),
            next_id: 0,
        };
        let hello = client.next().await;
        assert_eq!(hello["type"], "hello");
        client.you = hello["you"].clone();
        Ok(client)
    }

    pub async fn send(&mut self, message: Value) {
        let message = Message::text(message.to_string());
        self.socket.send(message).await.unwrap();
    }

    async fn receive(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match message.expect("a message in time")? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message.
    pub async fn next(&mut self) -> Value {
        match self.waiting.pop_front() {
            Some(message) => message,
            None => self.receive().await.expect("an open connection"),
        }
    }

    /// The next message that meets a condition. Skips the others.
    pub async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await;
            if fits(&message) {
                return message;
            }
        }
    }

    pub async fn event(&mut self, kind: &str) -> Value {
        let fits = |message: &Value| message["type"] == "event" && message["event"]["type"] == kind;
        self.until(fits).await["event"].clone()
    }

    /// The reply with this id. Earlier messages stay in the queue.
    pub async fn answer(&mut self, id: u64) -> Value {
        let mut others = Vec::new();
        loop {
            let message = self.next().await;
            let answers = message["type"] == "ok" || message["type"] == "refused";
            if answers && message["id"] == id {
                self.waiting.extend(others);
                return message;
            }
            others.push(message);
        }
    }

    pub async fn ask(&mut self, mut message: Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        message["id"] = json!(id);
        self.send(message).await;
        self.answer(id).await
    }

    pub async fn command(&mut self, table: &str, request: Value) -> Value {
        self.ask(json!({"type": "command", "table": table, "request": request}))
            .await
    }

    /// Sends a command that must be carried out.
    pub async fn does(&mut self, table: &str, request: Value) -> Value {
        let answer = self.command(table, request.clone()).await;
        assert_eq!(answer["type"], "ok", "{request}: {answer}");
        answer
    }

    /// Sends a command that must be refused with this code.
    pub async fn may_not(&mut self, table: &str, request: Value, code: &str) -> Value {
        let answer = self.command(table, request.clone()).await;
        assert_eq!(answer["type"], "refused", "{request}: {answer}");
        assert_eq!(answer["code"], code, "{request}: {answer}");
        assert!(!answer["reason"].as_str().unwrap().is_empty());
        answer
    }

    /// Watches a table and returns its view.
    pub async fn watch(&mut self, table: &str, key: Option<&str>) -> Value {
        let answer = self
            .ask(json!({"type": "watch", "table": table, "key": key}))
            .await;
        assert_eq!(answer["type"], "ok", "{answer}");
        self.until(|message| message["type"] == "table").await["view"].clone()
    }

    pub async fn sits(&mut self, table: &str, seat: u16) {
        // The creator is at the table already.
        if self.watch(table, None).await["you"].is_null() {
            self.does(table, json!({"do": "join"})).await;
        }
        self.does(table, json!({"do": "sit", "seat": seat})).await;
    }

    /// Whether the hall has closed the connection.
    pub async fn is_cut_off(&mut self) -> bool {
        while self.receive().await.is_some() {}
        true
    }
}

/// Opens a bare WebSocket.
pub async fn open(
    address: SocketAddr,
    secret: &str,
    origin: Option<&str>,
) -> Result<WebSocketStream<MaybeTlsStream<TcpStream>>, Error> {
    let mut request = format!("ws://{address}/api/v1/ws").into_client_request()?;
    let headers = request.headers_mut();
    if let Some((name, value)) = secret.trim().split_once(": ") {
        let name = match name {
            "cookie" => "cookie",
            _ => "authorization",
        };
        headers.insert(name, value.parse().unwrap());
    }
    if let Some(origin) = origin {
        headers.insert("origin", origin.parse().unwrap());
    }
    let (socket, _) = tokio_tungstenite::connect_async(request).await?;
    Ok(socket)
}
