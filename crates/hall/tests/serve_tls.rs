//! `hall serve` with a certificate.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use futures_util::{SinkExt as _, StreamExt as _};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

/// A certificate of this machine that nobody else has signed, and its key.
struct Papers {
    cert: PathBuf,
    key: PathBuf,
    trusted: CertificateDer<'static>,
}

impl Papers {
    fn write(folder: &Path, name: &str) -> Papers {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let papers = Papers {
            cert: folder.join(format!("{name}.cert.pem")),
            key: folder.join(format!("{name}.key.pem")),
            trusted: cert.der().clone(),
        };
        std::fs::write(&papers.cert, cert.pem()).unwrap();
        std::fs::write(&papers.key, signing_key.serialize_pem()).unwrap();
        papers
    }
}

fn serve(cert: &Path, key: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hall"));
    command
        .args(["serve", "--forget", "--listen", "127.0.0.1:0", "--cert"])
        .arg(cert)
        .arg("--key")
        .arg(key)
        .stdin(Stdio::null());
    command
}

/// A hall that ends with this value.
struct Hall {
    child: Child,
    address: SocketAddr,
    connector: TlsConnector,
}

impl Hall {
    fn open(papers: &Papers) -> Hall {
        let mut child = serve(&papers.cert, &papers.key)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        said.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Taflhalla is open at https://");
        let address = address.unwrap_or_else(|| panic!("the hall said {line:?}"));
        let address = address.trim_end_matches('/').parse().unwrap();
        let mut trusted = RootCertStore::empty();
        trusted.add(papers.trusted.clone()).unwrap();
        let config = ClientConfig::builder()
            .with_root_certificates(trusted)
            .with_no_client_auth();
        Hall {
            child,
            address,
            connector: TlsConnector::from(Arc::new(config)),
        }
    }

    async fn connect(&self) -> std::io::Result<TlsStream<TcpStream>> {
        let stream = TcpStream::connect(self.address).await?;
        let name = ServerName::try_from("localhost").unwrap();
        self.connector.connect(name, stream).await
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn ask(stream: &mut TlsStream<TcpStream>, request: &str) -> String {
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8(answer).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_certificate_the_hall_speaks_https_and_wss_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let papers = Papers::write(folder.path(), "hall");
    let hall = Hall::open(&papers);

    let mut stream = hall.connect().await.unwrap();
    let body = json!({"name": "Ann"}).to_string();
    let answer = ask(
        &mut stream,
        &format!(
            "POST /api/v1/identity HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        ),
    )
    .await;
    let head = answer.split("\r\n\r\n").next().unwrap().to_lowercase();
    assert!(head.starts_with("http/1.1 201"), "{head}");
    // Browsers are told to keep to it, and to send the cookie in no other way.
    assert!(head.contains("\nstrict-transport-security: "), "{head}");
    let cookie = head
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.expect("a cookie");
    assert!(cookie.contains("; secure"), "{cookie}");

    let stream = hall.connect().await.unwrap();
    let mut request = "wss://localhost/api/v1/ws".into_client_request().unwrap();
    let cookie = cookie.split(';').next().unwrap();
    request
        .headers_mut()
        .insert("cookie", cookie.parse().unwrap());
    let (mut socket, _) = client_async(request, stream).await.unwrap();
    let next = async |socket: &mut tokio_tungstenite::WebSocketStream<_>| loop {
        if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
            break serde_json::from_str::<Value>(&text).unwrap();
        }
    };
    let hello = next(&mut socket).await;
    assert_eq!(hello["you"]["name"], "Ann", "{hello}");
    let ping = json!({"id": 7, "type": "ping"}).to_string();
    socket.send(Message::text(ping)).await.unwrap();
    assert_eq!(next(&mut socket).await["id"], 7);

    // Whoever does not speak TLS gets nothing.
    let mut plain = TcpStream::connect(hall.address).await.unwrap();
    plain
        .write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await
        .unwrap();
    let mut answer = Vec::new();
    let _ = plain.read_to_end(&mut answer).await;
    assert!(!answer.starts_with(b"HTTP"), "{answer:?}");
}

#[tokio::test]
async fn a_client_that_trusts_another_certificate_is_not_deceived() {
    let folder = tempfile::tempdir().unwrap();
    let papers = Papers::write(folder.path(), "hall");
    let others = Papers::write(folder.path(), "other");
    let trusted = others.trusted;
    let hall = Hall::open(&papers);
    let mut hall = hall;
    let mut roots = RootCertStore::empty();
    roots.add(trusted).unwrap();
    let config = ClientConfig::builder()
        .with_root_certificates(roots)
        .with_no_client_auth();
    hall.connector = TlsConnector::from(Arc::new(config));
    assert!(hall.connect().await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_the_terminal_is_played_over_tls() {
    let folder = tempfile::tempdir().unwrap();
    let papers = Papers::write(folder.path(), "hall");
    let others = Papers::write(folder.path(), "other");
    let hall = Hall::open(&papers);
    let post = async |path: &str, cookie: &str, body: &Value| {
        let body = body.to_string();
        let request = format!(
            "POST /api/v1{path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: {cookie}\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        ask(&mut hall.connect().await.unwrap(), &request).await
    };
    let met = post("/identity", "", &json!({"name": "Ann"})).await;
    let cookie = met
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: "))
        .and_then(|cookie| cookie.split(';').next())
        .unwrap();
    let table = json!({"game": "brandub", "computers": [null, "random"]});
    let made = post("/tables", cookie, &table).await;
    let made: Value = serde_json::from_str(made.rsplit("\r\n\r\n").next().unwrap()).unwrap();
    let play = |trusted: &Path| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hall"))
            .args(["play", "--plain", "--server"])
            .arg(format!("https://localhost:{}", hall.address.port()))
            .args(["--table", made["table"].as_str().unwrap()])
            .env("SSL_CERT_FILE", trusted)
            .env_remove("SSL_CERT_DIR")
            .env("XDG_DATA_HOME", folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut typed = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut typed, b"d1-c1\nresign\n").unwrap();
        drop(typed);
        let output = child.wait_with_output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(said).unwrap())
    };
    let (fine, said) = play(&others.cert);
    assert!(!fine && said.contains("certificate"), "{said}");
    let (fine, said) = play(&papers.cert);
    assert!(fine && said.contains("resigned"), "{said}");
}

#[test]
fn a_key_that_does_not_fit_is_said_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let papers = Papers::write(folder.path(), "hall");
    let others = Papers::write(folder.path(), "other");
    let empty = folder.path().join("empty.pem");
    std::fs::write(&empty, "").unwrap();
    for (cert, key, problem) in [
        (&papers.cert, &others.key, "belongs to another certificate"),
        (&papers.cert, &papers.cert, "no private key in the second"),
        (&empty, &papers.key, "no certificate in the first"),
        (&papers.cert, &empty, "no private key in the second"),
    ] {
        let output = serve(cert, key).output().unwrap();
        assert!(
            !output.status.success(),
            "{} {}",
            cert.display(),
            key.display()
        );
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(problem), "{said}");
        for file in [cert, key] {
            assert!(said.contains(&file.display().to_string()), "{said}");
        }
    }
}
