//! A PostgreSQL server for tests: in a temporary folder, on a socket in it, stopped at
//! the end of the test.

use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, geteuid, kill_process};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection};
use tempfile::TempDir;

/// A running server.
pub struct Server {
    folder: TempDir,
    programs: PathBuf,
    /// The user and group it runs under, if it cannot run under ours.
    user: Option<(u32, u32)>,
    running: Option<Child>,
}

impl Server {
    /// Creates an empty server and waits until it answers.
    pub async fn start() -> Server {
        let folder = tempfile::Builder::new()
            .prefix("hall-pg-")
            .tempdir()
            .unwrap();
        // PostgreSQL refuses to run as root.
        let user = geteuid().is_root().then(ordinary_user);
        if let Some((user, group)) = user {
            chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let mut server = Server {
            folder,
            programs: programs(),
            user,
            running: None,
        };
        let made = server
            .program("initdb")
            .args([
                "--username=hall",
                "--auth=trust",
                "--encoding=UTF8",
                "--no-locale",
            ])
            .args(["--no-sync", "--pgdata"])
            .arg(server.data())
            .output()
            .expect("initdb starts");
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        server.start_again().await;
        server
    }

    /// Starts the server again after [`Server::stop`].
    pub async fn start_again(&mut self) {
        let log = std::fs::File::create(self.folder.path().join("log")).unwrap();
        let child = self
            .program("postgres")
            .arg("-D")
            .arg(self.data())
            .arg("-k")
            .arg(self.folder.path())
            // Without a port, nothing else on this machine can interfere.
            .args(["-c", "listen_addresses="])
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("postgres starts");
        self.running = Some(child);
        let deadline = Instant::now() + Duration::from_secs(60);
        while PgConnection::connect(&self.url("postgres")).await.is_err() {
            let ended = self.running.as_mut().unwrap().try_wait().unwrap();
            if ended.is_some() || Instant::now() > deadline {
                let log = std::fs::read_to_string(self.folder.path().join("log"));
                panic!("PostgreSQL does not answer: {}", log.unwrap_or_default());
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Stops the server: [`Signal::INT`] first ends all connections, [`Signal::QUIT`]
    /// is like a crash.
    pub fn stop(&mut self, signal: Signal) {
        if let Some(mut child) = self.running.take() {
            kill_process(Pid::from_child(&child), signal).unwrap();
            child.wait().unwrap();
        }
    }

    /// The folder of the socket.
    pub fn socket(&self) -> &Path {
        self.folder.path()
    }

    /// Creates an empty database and returns its address.
    pub async fn database(&self, name: &str) -> String {
        let mut connection = PgConnection::connect(&self.url("postgres")).await.unwrap();
        let sql = format!("CREATE DATABASE {name}");
        sqlx::query(AssertSqlSafe(sql))
            .execute(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
        self.url(name)
    }

    fn url(&self, database: &str) -> String {
        url(self.socket(), database)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.current_dir(self.folder.path()).env_remove("LC_ALL");
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop(Signal::QUIT);
    }
}

/// The address of a database on the socket in this folder.
pub fn url(socket: &Path, database: &str) -> String {
    format!(
        "postgres://hall@localhost/{database}?host={}",
        socket.display()
    )
}

/// The folder of `initdb` and `postgres`.
fn programs() -> PathBuf {
    let said = Command::new("pg_config").arg("--bindir").output();
    let said = said.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let mut folders: Vec<PathBuf> = said.into_iter().map(PathBuf::from).collect();
    if let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    if let Some(path) = std::env::var_os("PATH") {
        folders.extend(std::env::split_paths(&path));
    }
    let both =
        |folder: &PathBuf| folder.join("initdb").exists() && folder.join("postgres").exists();
    folders
        .into_iter()
        .find(both)
        .expect("this test needs a PostgreSQL server: install Debian's package postgresql")
}

/// The user and group of `postgres`, or of `nobody`.
fn ordinary_user() -> (u32, u32) {
    let users = std::fs::read_to_string("/etc/passwd").unwrap();
    let find = |name: &str| {
        let line = users
            .lines()
            .find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2).map(str::parse);
        Some((fields.next()?.ok()?, fields.next()?.ok()?))
    };
    find("postgres")
        .or_else(|| find("nobody"))
        .expect("there is a user postgres or nobody")
}
