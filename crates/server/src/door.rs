//! Connections: TLS, limits and closing.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use futures_util::future::BoxFuture;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};
use tower_service::Service;

use crate::config::Config;
use crate::hub::Hub;
use crate::rest::{self, Peer};
use crate::time::{PULSE, Pulse};

/// How long a client may take to send its headers.
const HEADERS: Duration = Duration::from_secs(15);
/// How long the TLS handshake may take.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// How long connections and tables may take to close.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// How many connections to the metrics may be open.
const OPERATORS: usize = 16;

/// Why a hall cannot start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The address is in use, or not an address of this machine.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error.
        error: io::Error,
    },
    /// The certificate or its key is wrong.
    #[error("the certificate {cert} with the key {key} cannot be used: {problem}")]
    Tls {
        /// The file with the certificate.
        cert: PathBuf,
        /// The file with the key.
        key: PathBuf,
        /// The problem.
        problem: String,
    },
    /// A bot has the name of a built-in player.
    #[error(
        "the program {name} cannot be offered for {game}: a built-in player is called so; give it another name"
    )]
    Name {
        /// Its name.
        name: String,
        /// The game it plays.
        game: String,
    },
    /// The store cannot be used by this hall.
    #[error("the hall cannot be opened: {0}")]
    Store(#[from] store::Error),
    /// The threads cannot be started.
    #[error("cannot start the threads of the hall: {0}")]
    Threads(io::Error),
}

/// A running hall.
pub struct Running {
    address: SocketAddr,
    metrics: Option<SocketAddr>,
    hub: Arc<Hub>,
    closing: watch::Sender<bool>,
    doors: Vec<JoinHandle<()>>,
    helpers: Vec<JoinHandle<()>>,
    most: u32,
}

/// Starts a hall. Call it inside a multi-threaded tokio runtime.
pub fn start(config: Config) -> BoxFuture<'static, Result<Running, StartError>> {
    // Boxed so that the server is compiled here and not again in the caller.
    Box::pin(open(config))
}

async fn open(config: Config) -> Result<Running, StartError> {
    let tls = match &config.tls {
        Some((cert, key)) => Some(acceptor(cert, key)?),
        None => None,
    };
    for program in &config.programs {
        if players::any::names(&program.game).contains(&program.name.as_str()) {
            return Err(StartError::Name {
                name: program.name.clone(),
                game: program.game.clone(),
            });
        }
    }
    allow_files();
    config.store.claim().await?;
    let (listener, address) = listen(config.listen).await?;
    let operators = match config.metrics {
        Some(address) => Some(listen(address).await?),
        None => None,
    };
    let pulse = config.data.as_deref().map(Pulse::of);
    let most = u32::try_from(config.limits.connections)
        .unwrap_or(u32::MAX)
        .min(1 << 20);
    let hub = Hub::new(config).map_err(StartError::Threads)?;
    let (closing, closed) = watch::channel(false);
    let contests = hub.clone();
    tokio::spawn(async move {
        if let Err(refused) = contests.contests.read(&contests).await {
            tracing::error!(reason = refused.reason(), "the contests cannot be read");
        }
    });
    let helpers = vec![
        tokio::spawn(hub.clone().alarm()),
        tokio::spawn(wake(hub.clone(), pulse)),
    ];
    let door = Door {
        router: rest::router(hub.clone()),
        hub: hub.clone(),
        tls,
        room: hub.connections.clone(),
        closed: closed.clone(),
    };
    let mut doors = vec![tokio::spawn(door.open(listener))];
    let metrics = operators.as_ref().map(|(_, address)| *address);
    if let Some((listener, _)) = operators {
        let door = Door {
            router: rest::operators(hub.clone()),
            hub: hub.clone(),
            tls: None,
            // Separate, because operators need the metrics most when the hall is
            // full.
            room: Arc::new(Semaphore::new(OPERATORS)),
            closed,
        };
        doors.push(tokio::spawn(door.open(listener)));
    }
    tracing::info!(%address, "the hall is open");
    Ok(Running {
        address,
        metrics,
        hub,
        closing,
        doors,
        helpers,
        most,
    })
}

impl Running {
    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the metrics for Prometheus.
    pub fn metrics(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// Whether it uses TLS.
    pub fn is_secure(&self) -> bool {
        self.hub.secure
    }

    /// Closes the hall. It accepts no more connections, tells all clients and
    /// finishes writing to the store.
    pub fn shut_down(self) -> BoxFuture<'static, ()> {
        Box::pin(self.close())
    }

    async fn close(self) {
        tracing::info!("the hall closes");
        self.hub.ready.store(false, Ordering::Relaxed);
        self.closing.send_replace(true);
        for helper in &self.helpers {
            helper.abort();
        }
        for door in self.doors {
            let _ = door.await;
        }
        self.hub.close_sockets();
        let gone = self.hub.connections.acquire_many(self.most);
        if tokio::time::timeout(LAST_WORDS, gone).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        self.hub.close_tables(LAST_WORDS).await;
        self.hub.store.close().await;
        tracing::info!("the hall is closed");
    }
}

async fn listen(address: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let wrong = |error| StartError::Listen { address, error };
    let listener = TcpListener::bind(address).await.map_err(wrong)?;
    let address = listener.local_addr().map_err(wrong)?;
    Ok((listener, address))
}

/// Raises the limit of open files: every connection is one, and the usual limit
/// is far below what the hall can serve.
fn allow_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut files = getrlimit(Resource::Nofile);
    files.current = files.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, files) {
        tracing::warn!(%error, "the number of open files cannot be raised");
    }
}

/// Wakes the tables. From then on, notes that the hall is running.
async fn wake(hub: Arc<Hub>, pulse: Option<Pulse>) {
    loop {
        match hub.wake_all().await {
            Ok(tables) => {
                tracing::info!(tables, "games go on");
                break;
            }
            Err(error) => {
                tracing::error!(%error, "cannot fetch the tables; trying again");
                tokio::time::sleep(PULSE).await;
            }
        }
    }
    hub.ready.store(true, Ordering::Relaxed);
    // Only now: all tables have been told how long the hall was down.
    let Some(pulse) = pulse else {
        return;
    };
    loop {
        let (pulse, now) = (pulse.clone(), hub.time.now());
        let _ = tokio::task::spawn_blocking(move || pulse.note(now)).await;
        tokio::time::sleep(PULSE).await;
    }
}

fn acceptor(cert: &Path, key: &Path) -> Result<TlsAcceptor, StartError> {
    let wrong = |problem: &dyn std::fmt::Display| StartError::Tls {
        cert: cert.to_owned(),
        key: key.to_owned(),
        problem: problem.to_string(),
    };
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(cert)
        .and_then(Iterator::collect)
        .map_err(|error| wrong(&error))?;
    if chain.is_empty() {
        return Err(wrong(&"there is no certificate in the first of them"));
    }
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| match error {
        pem::Error::NoItemsFound => wrong(&"there is no private key in the second of them"),
        error => wrong(&error),
    })?;
    let mut config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(chain, secret)
        .map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => wrong(&"the key belongs to another certificate"),
            error => wrong(&error),
        })?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

struct Door {
    router: Router,
    hub: Arc<Hub>,
    tls: Option<TlsAcceptor>,
    room: Arc<Semaphore>,
    closed: watch::Receiver<bool>,
}

impl Door {
    async fn open(self, listener: TcpListener) {
        let door = Arc::new(self);
        let mut closed = door.closed.clone();
        loop {
            // If the hall is full, new connections wait outside.
            let Ok(permit) = door.room.clone().acquire_owned().await else {
                return;
            };
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = closed.wait_for(|closed| *closed) => return,
            };
            match accepted {
                Ok((stream, peer)) => {
                    let door = door.clone();
                    tokio::spawn(async move {
                        door.hub.metrics.connections.inc();
                        door.serve(stream, Peer(peer)).await;
                        door.hub.metrics.connections.dec();
                        drop(permit);
                    });
                }
                Err(error) => {
                    // Usually the process is out of file handles. Some will be
                    // freed.
                    tracing::warn!(%error, "cannot take a connection");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    async fn serve(&self, stream: TcpStream, peer: Peer) {
        // Messages are short and should be sent at once.
        let _ = stream.set_nodelay(true);
        match &self.tls {
            None => self.talk(stream, peer).await,
            Some(tls) => {
                let shaken = tokio::time::timeout(HANDSHAKE, tls.accept(stream)).await;
                if let Ok(Ok(stream)) = shaken {
                    self.talk(stream, peer).await;
                }
            }
        }
    }

    async fn talk<S>(&self, stream: S, peer: Peer)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let router = self.router.clone();
        let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(peer);
            router.clone().call(request)
        });
        let mut builder = hyper::server::conn::http1::Builder::new();
        builder
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS)
            .max_buf_size(32 << 10);
        let connection = builder
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut connection = std::pin::pin!(connection);
        let mut closed = self.closed.clone();
        tokio::select! {
            // Connections break; that is not worth a log entry.
            _ = connection.as_mut() => return,
            _ = closed.wait_for(|closed| *closed) => {}
        }
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}
