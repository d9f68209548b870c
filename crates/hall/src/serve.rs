//! `hall serve`: the tables over HTTP and WebSocket.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use arena::bot::Program;
use clap::builder::BoolishValueParser;
use sandbox::{Level, Sandbox};
#[cfg(feature = "interface")]
use server::PageFile;
use server::{Config, HouseProgram, Page};
use store::Store;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::filter::LevelFilter;

use crate::examples;
use crate::house;
use crate::usage::{self, misuse};

/// The file of the store in the hall's folder.
const FILE: &str = "hall.sqlite";

/// The levels of `--log`, from least to most.
const LOGS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

const EXAMPLES: &str =
    "Everything here can also be set in the environment, so that a service or a \
container needs no arguments.

Examples:
  hall serve
  hall serve --listen 0.0.0.0:8017 --data /srv/hall
  hall serve --forget --bot Rex=GAME2:bots/GAME2/python
  hall serve --cert cert.pem --key key.pem --listen 0.0.0.0:443";

/// Opens the hall: people and programs play in the browser and over the network
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = examples::fill(EXAMPLES))]
pub struct Arguments {
    /// The address to listen on; 0.0.0.0:8080 for the whole network, port 0 for any
    /// free one
    #[arg(
        long,
        env = "HALL_LISTEN",
        value_name = "ADDRESS",
        default_value = "127.0.0.1:8080"
    )]
    listen: SocketAddr,
    /// The address of the metrics for Prometheus, at /metrics; keep players away from
    /// it
    #[arg(long, env = "HALL_METRICS", value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// The folder that holds everything [default: taflhalla in your data folder]
    #[arg(long, env = "HALL_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Keeps everything in PostgreSQL instead: postgres://user@host/database
    #[arg(
        long,
        env = "HALL_DATABASE",
        value_name = "URL",
        hide_env_values = true
    )]
    database: Option<String>,
    /// Keeps nothing: everything is gone at the end
    #[arg(long, env = "HALL_FORGET", value_parser = BoolishValueParser::new())]
    forget: bool,
    /// The certificate for TLS, a PEM file
    #[arg(long, env = "HALL_CERT", value_name = "FILE", requires = "key")]
    cert: Option<PathBuf>,
    /// The key of the certificate, a PEM file
    #[arg(long, env = "HALL_KEY", value_name = "FILE", requires = "cert")]
    key: Option<PathBuf>,
    /// Lets pages of another origin connect, such as `https://example.org`
    #[arg(
        long,
        env = "HALL_ORIGINS",
        value_name = "ORIGIN",
        value_delimiter = ',',
        value_parser = read_origin
    )]
    origin: Vec<String>,
    /// Trusts the address in X-Forwarded-For, which a proxy in front sets
    #[arg(long, env = "HALL_BEHIND_PROXY", value_parser = BoolishValueParser::new())]
    behind_proxy: bool,
    /// Offers a program as an opponent: NAME=GAME:PATH
    #[arg(long, env = "HALL_BOTS", value_name = "BOT", value_delimiter = ',')]
    bot: Vec<BotArgument>,
    /// The sandbox level of programs [default: the best that works here]
    #[arg(long, env = "HALL_SANDBOX", value_name = "LEVEL", value_parser = usage::one_of::<Level>(&usage::LEVELS))]
    sandbox: Option<Level>,
    /// Runs programs even where nothing protects this machine from them
    #[arg(long, env = "HALL_TRUST_BOTS", value_parser = BoolishValueParser::new())]
    trust_bots: bool,
    /// The memory that a program may use, in MiB
    #[arg(long, visible_alias = "memory", env = "HALL_BOT_MEMORY", value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    bot_memory: u64,
    /// The number of threads on which built-in players think [default: one less than
    /// there are cores]
    #[arg(long, visible_alias = "threads", env = "HALL_THINKERS", value_name = "NUMBER", value_parser = usage::threads())]
    thinkers: Option<usize>,
    /// The log level
    #[arg(long, env = "HALL_LOG", value_name = "LEVEL", default_value = "info", value_parser = usage::one_of::<LevelFilter>(&LOGS))]
    log: LevelFilter,
    /// Logs one JSON object per line
    #[arg(long, env = "HALL_LOG_JSON", value_parser = BoolishValueParser::new())]
    log_json: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// The limits for each client.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
struct LimitArguments {
    /// The most connections of all kinds
    #[arg(long, env = "HALL_MAX_CONNECTIONS", value_name = "NUMBER", value_parser = usage::count(1..=1_000_000))]
    max_connections: Option<usize>,
    /// The most WebSockets of one identity
    #[arg(long, env = "HALL_MAX_SOCKETS", value_name = "NUMBER", value_parser = usage::count(1..=1_000_000))]
    max_sockets: Option<usize>,
    /// The most messages over one WebSocket at once
    #[arg(long, env = "HALL_BURST", value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    burst: Option<u32>,
    /// The most messages over one WebSocket per second in the long run
    #[arg(long, env = "HALL_PER_SECOND", value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    per_second: Option<u32>,
    /// The most requests from one address within ten seconds
    #[arg(long, env = "HALL_MAX_REQUESTS", value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_requests: Option<u32>,
    /// The most new identities from one address at once
    #[arg(long, env = "HALL_MAX_IDENTITIES", value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_identities: Option<u32>,
    /// The most new tables by one identity at once
    #[arg(long, env = "HALL_MAX_TABLES", value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_tables: Option<u32>,
    /// The most programs of the hall at the same time
    #[arg(long, env = "HALL_MAX_PROGRAMS", value_name = "NUMBER", value_parser = usage::count(1..=10_000))]
    max_programs: Option<usize>,
}

impl LimitArguments {
    fn limits(&self) -> server::Limits {
        let usual = server::Limits::default();
        server::Limits {
            connections: self.max_connections.unwrap_or(usual.connections),
            sockets_each: self.max_sockets.unwrap_or(usual.sockets_each),
            burst: self.burst.unwrap_or(usual.burst),
            per_second: self.per_second.unwrap_or(usual.per_second),
            requests: self.max_requests.unwrap_or(usual.requests),
            identities: self.max_identities.unwrap_or(usual.identities),
            tables: self.max_tables.unwrap_or(usual.tables),
            programs: self.max_programs.unwrap_or(usual.programs),
            ..usual
        }
    }
}

/// A program to offer: NAME=GAME:PATH.
#[derive(Clone, Debug)]
struct BotArgument {
    name: String,
    game: String,
    path: PathBuf,
}

impl FromStr for BotArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<BotArgument, String> {
        let parts = text.split_once('=').and_then(|(name, rest)| {
            let (game, path) = rest.split_once(':')?;
            Some((name.trim(), game.trim(), path.trim()))
        });
        let (name, game, path) = match parts {
            Some((name, game, path)) if !name.is_empty() && !path.is_empty() => (name, game, path),
            _ => {
                return Err(examples::fill(
                    "a bot is written NAME=GAME:PATH, as in Rex=GAME2:bots/rex.py",
                ));
            }
        };
        if !catalog::GAMES.iter().any(|info| info.id == game) {
            let games = catalog::GAMES.map(|info| info.id).join(", ");
            return Err(format!("there is no game {game:?}; there are {games}"));
        }
        Ok(BotArgument {
            name: name.to_owned(),
            game: game.to_owned(),
            path: PathBuf::from(path),
        })
    }
}

/// Reads an origin as browsers send it: a scheme and a host, without a path.
fn read_origin(text: &str) -> Result<String, String> {
    let scheme = ["http://", "https://"];
    let host = scheme.iter().find_map(|scheme| text.strip_prefix(scheme));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', ' ', '?', '#']) => {
            Ok(text.to_owned())
        }
        _ => Err("an origin is a scheme and a host, as in https://example.org".to_owned()),
    }
}

pub fn run(arguments: &Arguments) -> Result<()> {
    // clap cannot check this: it takes HALL_FORGET=no for a use of --forget.
    if arguments.forget && (arguments.data.is_some() || arguments.database.is_some()) {
        misuse!("--forget keeps nothing: it cannot go with --data or --database");
    }
    // clap must not report this: it would repeat the password.
    let known = ["postgres://", "postgresql://"];
    if let Some(url) = &arguments.database
        && !known.iter().any(|scheme| url.starts_with(scheme))
    {
        misuse!("--database is written postgres://user@host/database");
    }
    let log = tracing_subscriber::fmt()
        .with_max_level(arguments.log)
        .with_writer(std::io::stderr)
        .with_target(false)
        .with_ansi(false);
    if arguments.log_json {
        log.json().init();
    } else {
        log.init();
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the threads of the hall")?;
    runtime.block_on(serve(arguments))
}

async fn serve(arguments: &Arguments) -> Result<()> {
    // This comes before the address is printed: a reader of the address may end the
    // hall at once.
    let mut terminated = signal(SignalKind::terminate())?;
    let mut interrupted = signal(SignalKind::interrupt())?;
    let (store, data) = open_store(arguments).await?;
    let mut config = Config::new(store);
    config.listen = arguments.listen;
    config.metrics = arguments.metrics;
    config.data = data;
    config.tls = arguments.cert.clone().zip(arguments.key.clone());
    config.origins.clone_from(&arguments.origin);
    config.behind_proxy = arguments.behind_proxy;
    config.thinkers = arguments.thinkers.unwrap_or(config.thinkers);
    config.limits = arguments.limits.limits();
    config.page = page();
    config.program_limits.memory = arguments.bot_memory << 20;
    config.programs = programs(&arguments.bot)?;
    if !config.programs.is_empty() {
        config.sandbox = Some(open_sandbox(arguments)?);
    }
    let hall = server::start(config).await?;
    let scheme = if hall.is_secure() { "https" } else { "http" };
    let mut out = std::io::stdout();
    writeln!(out, "Taflhalla is open at {scheme}://{}/", hall.address())?;
    out.flush()?;
    tokio::select! {
        _ = terminated.recv() => {}
        _ = interrupted.recv() => {}
    }
    tokio::select! {
        () = hall.shut_down() => Ok(()),
        _ = interrupted.recv() => bail!("ended at once; what was confirmed is stored"),
    }
}

/// The browser interface, if this program was built with it.
fn page() -> Option<Page> {
    #[cfg(not(feature = "interface"))]
    return None;
    #[cfg(feature = "interface")]
    {
        let file = |file: &web_files::File| PageFile {
            name: file.name,
            kind: file.kind,
            tag: file.tag.to_owned(),
            plain: file.plain.into(),
            gzip: file.gzip.into(),
            brotli: file.brotli.into(),
        };
        Some(Page {
            index: file(&web_files::INDEX),
            files: web_files::FILES.iter().map(file).collect(),
        })
    }
}

/// The store, and the folder for the hall's notes.
async fn open_store(arguments: &Arguments) -> Result<(Store, Option<PathBuf>)> {
    if arguments.forget {
        return Ok((Store::memory(), None));
    }
    if let Some(url) = &arguments.database {
        let store = Store::postgres(url).await?;
        if let Some(data) = &arguments.data {
            make_folder(data)?;
        }
        return Ok((store, arguments.data.clone()));
    }
    let data = match &arguments.data {
        Some(data) => data.clone(),
        None => usual_folder()?,
    };
    make_folder(&data)?;
    let file = data.join(FILE);
    let store = Store::sqlite(&file)
        .await
        .with_context(|| format!("cannot open {}", file.display()))?;
    Ok((store, Some(data)))
}

fn make_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))
}

/// The user's folder for the data of programs.
pub fn usual_folder() -> Result<PathBuf> {
    let given = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let base = given("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(given("HOME")?).join(".local/share")));
    match base {
        Some(base) => Ok(base.join("taflhalla")),
        None => bail!("there is no home folder: say with --data where everything is kept"),
    }
}

fn programs(bots: &[BotArgument]) -> Result<Vec<HouseProgram>> {
    let found = bots.iter().map(|bot| {
        Ok(HouseProgram {
            name: bot.name.clone(),
            game: bot.game.clone(),
            program: Program::find(&bot.path, &bot.game)?,
        })
    });
    found.collect()
}

fn open_sandbox(arguments: &Arguments) -> Result<Sandbox> {
    if arguments.trust_bots {
        house::open_sandbox(arguments.sandbox)
    } else {
        house::open_confined(arguments.sandbox)
    }
}
