//! Requests to a hall over HTTP, with TLS if the address begins with `https`.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::handshake;
use hyper::http::uri::Authority;
use hyper::{Method, Request, Response, Uri, header};
use hyper_util::rt::TokioIo;
use protocol::rest::{NewIdentity, RefusalBody};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::line::Trouble;

/// How long to wait for a connection.
const CONNECT: Duration = Duration::from_secs(10);
/// A hall that is silent for this long is considered gone.
pub const PATIENCE: Duration = Duration::from_secs(45);

/// A hall on the network.
#[derive(Clone)]
pub struct Host {
    /// `host:port`.
    pub address: String,
    /// For TLS: the trusted certificates and the name that the hall must prove.
    tls: Option<(Arc<ClientConfig>, ServerName<'static>)>,
}

/// A connection, encrypted or not.
pub trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

impl Host {
    /// The hall at `http://host:port/…` or `https://host:port/…`.
    pub fn of(url: &str) -> Result<Host, Trouble> {
        let wrong = |why: &str| {
            let example = "as in http://127.0.0.1:8080";
            Trouble::new("url", format!("--server {url:?}: {why}, {example}"))
        };
        let scheme = if url.contains("://") { "" } else { "http://" };
        let uri = format!("{scheme}{url}").parse::<Uri>();
        let uri = uri.map_err(|_| wrong("this is no address"))?;
        let usual = match uri.scheme_str() {
            Some("http") => 80,
            Some("https") => 443,
            _ => return Err(wrong("it begins with neither http:// nor https://")),
        };
        let name = uri.host().unwrap_or_default();
        let address = format!("{name}:{}", uri.port_u16().unwrap_or(usual));
        // The rest may have a user before the name, or an invalid port after it.
        let given = uri.authority().map_or("", Authority::as_str);
        if name.is_empty() || !address.starts_with(given) {
            return Err(wrong("this is no address"));
        }
        let tls = match usual {
            443 => {
                let name = name.trim_matches(['[', ']']).to_owned();
                let name = ServerName::try_from(name);
                let name = name.map_err(|_| wrong("this is no name of a server"))?;
                Some((trusted()?, name))
            }
            _ => None,
        };
        Ok(Host { address, tls })
    }

    /// The URL of its WebSocket.
    pub fn socket(&self) -> String {
        let scheme = if self.tls.is_some() { "wss" } else { "ws" };
        format!("{scheme}://{}/api/v1/ws", self.address)
    }

    /// Opens a connection.
    pub async fn connect(&self) -> io::Result<Box<dyn Stream>> {
        let stream = timeout(CONNECT, TcpStream::connect(&self.address)).await??;
        stream.set_nodelay(true)?;
        Ok(match &self.tls {
            None => Box::new(stream),
            Some((config, name)) => {
                let connector = TlsConnector::from(config.clone());
                Box::new(connector.connect(name.clone(), stream).await?)
            }
        })
    }

    /// Makes a new identity at the hall and returns its secret.
    pub async fn newcomer(&self, name: Option<&str>) -> Result<String, Trouble> {
        let body = NewIdentity {
            name: name.map(str::to_owned),
            ..NewIdentity::default()
        };
        let reply = self
            .ask(Method::POST, "/identity", None, Some(&body))
            .await?;
        let cookie = reply.headers().get(header::SET_COOKIE);
        let cookie = cookie.and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()?.split_once('='));
        match cookie {
            Some((_, secret)) => Ok(secret.trim().to_owned()),
            None => {
                let Trouble { reason, .. } = refusal(&reply);
                let reason = format!("the hall does not let you in: {reason}");
                Err(Trouble::new("who", reason))
            }
        }
    }

    /// The body of a `GET` request.
    pub async fn get<T: DeserializeOwned>(&self, path: &str, token: &str) -> Result<T, Trouble> {
        let nothing = None::<&()>;
        read(&self.ask(Method::GET, path, Some(token), nothing).await?)
    }

    /// The body of the reply to a `POST` request.
    pub async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        token: &str,
        body: &impl Serialize,
    ) -> Result<T, Trouble> {
        read(
            &self
                .ask(Method::POST, path, Some(token), Some(body))
                .await?,
        )
    }

    /// The body of the reply to a `PATCH` request.
    pub async fn patch<T: DeserializeOwned>(
        &self,
        path: &str,
        token: &str,
        body: &impl Serialize,
    ) -> Result<T, Trouble> {
        read(
            &self
                .ask(Method::PATCH, path, Some(token), Some(body))
                .await?,
        )
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<&impl Serialize>,
    ) -> Result<Response<Bytes>, Trouble> {
        let body = body.map(serde_json::to_vec).transpose();
        let body = body.map_err(unsendable)?.unwrap_or_default();
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header(header::HOST, &self.address)
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let request = request.body(Full::from(body)).map_err(unsendable)?;
        let reply = timeout(PATIENCE, self.exchange(request)).await;
        reply
            .map_err(|_| self.lost("it does not answer"))?
            .map_err(|error| self.lost(error))
    }

    async fn exchange(&self, request: Request<Full<Bytes>>) -> io::Result<Response<Bytes>> {
        let stream = TokioIo::new(self.connect().await?);
        let (mut sender, connection) = handshake(stream).await.map_err(io::Error::other)?;
        tokio::spawn(connection);
        let reply = sender.send_request(request).await;
        let (head, body) = reply.map_err(io::Error::other)?.into_parts();
        let body = body.collect().await.map_err(io::Error::other)?;
        Ok(Response::from_parts(head, body.to_bytes()))
    }

    fn lost(&self, error: impl std::fmt::Display) -> Trouble {
        let address = &self.address;
        let reason = format!("the hall at {address} cannot be reached: {error}");
        Trouble::new("lost", reason)
    }
}

fn unsendable(error: impl std::fmt::Display) -> Trouble {
    let reason = format!("this request cannot be sent to a hall: {error}");
    Trouble::new("request", reason)
}

fn read<T: DeserializeOwned>(reply: &Response<Bytes>) -> Result<T, Trouble> {
    if !reply.status().is_success() {
        return Err(refusal(reply));
    }
    serde_json::from_slice(reply.body()).map_err(|error| {
        let reason = format!("the hall's answer cannot be read: {error}");
        Trouble::new("answer", reason)
    })
}

fn refusal(reply: &Response<Bytes>) -> Trouble {
    match serde_json::from_slice::<RefusalBody>(reply.body()) {
        Ok(refusal) => refusal.into(),
        Err(_) => {
            let status = reply.status().as_u16();
            Trouble::new("refused", format!("the hall answers {status}"))
        }
    }
}

/// The certificate authorities that this machine trusts. `SSL_CERT_FILE` may name
/// others.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_from_a_url() {
        let address = |url: &str| Host::of(url).map(|host| host.address);
        assert_eq!(address("http://host:8080/t/1").unwrap(), "host:8080");
        assert_eq!(address("http://host").unwrap(), "host:80");
        assert_eq!(address("host:81").unwrap(), "host:81");
        assert_eq!(address("host/t/1").unwrap(), "host:80");
        assert_eq!(address("http://[::1]:5/").unwrap(), "[::1]:5");
        assert_eq!(address("[::1]").unwrap(), "[::1]:80");
        for wrong in [
            "",
            "http://",
            "ftp://host",
            "http://a@b",
            "https://a@b",
            "a b",
            "http://:80",
            "http:///t/1",
            "host:x",
            "host:123456",
        ] {
            let error = address(wrong).unwrap_err();
            assert!(error.reason.contains("http://127.0.0.1:8080"), "{error}");
        }
    }
}
