//! `hall serve` as an operator meets it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use protocol::Record;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

/// A hall that runs. It ends with this value, however a test ends.
struct Hall {
    child: Child,
    _out: BufReader<ChildStdout>,
    address: String,
}

impl Hall {
    fn open(data: &Path, more: &[&str]) -> Hall {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hall"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("hall starts");
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        let address = line
            .trim()
            .strip_prefix("Taflhalla is open at http://")
            .and_then(|address| address.strip_suffix('/'))
            .unwrap_or_else(|| panic!("{line:?} names no address"))
            .to_owned();
        Hall {
            child,
            _out: out,
            address,
        }
    }

    fn http(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}",
            self.address
        )
        .expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head[9..12].parse().expect("a status"), body.to_owned())
    }

    fn call(&self, method: &str, path: &str, token: &str, body: Value) -> Value {
        let headers = format!("authorization: Bearer {token}\r\n");
        let (status, answer) = self.http(method, path, &headers, &body.to_string());
        assert!(status < 300, "{method} {path}: {status} {answer}");
        serde_json::from_str(&answer).expect("JSON")
    }

    /// Asks it to end, and says how it did.
    fn terminate(mut self) -> i32 {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, Signal::TERM).expect("a signal");
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            if let Some(status) = self.child.try_wait().expect("its end") {
                return status.code().unwrap_or(-1);
            }
            assert!(Instant::now() < until, "the hall does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_hall_says_where_it_is_answers_and_ends_when_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = Hall::open(folder.path(), &[]);
    assert_eq!(
        hall.http("GET", "/healthz", "", ""),
        (200, "ok\n".to_owned())
    );
    let program = hall.call("POST", "/api/v1/identity", "", json!({"program": true}));
    let token = program["token"].as_str().expect("a token").to_owned();
    let settings = json!({"game": "brandub", "seat": 0});
    let made = hall.call("POST", "/api/v1/tables", &token, settings);
    assert_eq!(hall.terminate(), 0);
    // What was there is there again.
    let hall = Hall::open(folder.path(), &[]);
    let path = format!("/api/v1/tables/{}", made["table"].as_str().expect("an id"));
    let again = hall.call("GET", &path, &token, json!(null));
    assert_eq!(again["view"]["you"]["seat"], 0);
    assert_eq!(hall.terminate(), 0);
}

#[test]
fn a_program_of_the_operator_plays_at_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let bot = folder.path().join("first.sh");
    // The first move of Brandub that comes to mind.
    std::fs::write(
        &bot,
        "#!/bin/sh\nwhile read -r line; do echo '{\"from\":{\"x\":3,\"y\":0},\"to\":{\"x\":2,\"y\":0}}'; done\n",
    )
    .expect("a bot");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&bot, mode).expect("a bot that can be run");
    let offer = format!("First=brandub:{}", bot.display());
    let hall = Hall::open(folder.path(), &["--bot", &offer, "--trust-bots"]);
    let program = hall.call("POST", "/api/v1/identity", "", json!({"program": true}));
    let token = program["token"].as_str().expect("a token").to_owned();
    let settings = json!({"game": "brandub", "seat": 1, "computers": ["First"]});
    let made = hall.call("POST", "/api/v1/tables", &token, settings);
    let path = format!("/api/v1/tables/{}", made["table"].as_str().expect("an id"));
    let command = json!({"id": 1, "request": {"do": "start"}});
    hall.call("POST", &format!("{path}/commands"), &token, command);
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        let view = hall.call("GET", &path, &token, json!(null))["view"].clone();
        if view["steps"] == 1 {
            assert_eq!(view["game"]["to_act"], json!([1]));
            break;
        }
        assert!(Instant::now() < until, "the program did not move: {view}");
        std::thread::sleep(Duration::from_millis(50));
    }
    // Its second move takes a piece that is not there any more: it has lost.
    let moves = hall.call("GET", &format!("{path}/moves"), &token, json!(null));
    let action = moves["seats"][0]["moves"][0].clone();
    let request = json!({"do": "move", "turn": moves["turn"], "action": action});
    let command = json!({"id": 2, "request": request});
    hall.call("POST", &format!("{path}/commands"), &token, command);
    loop {
        let view = hall.call("GET", &path, &token, json!(null))["view"].clone();
        if view["phase"] == "over" {
            assert_eq!(view["finish"]["reason"], "illegal");
            assert_eq!(view["finish"]["winners"], json!([1]));
            break;
        }
        assert!(Instant::now() < until, "the program did not lose: {view}");
        std::thread::sleep(Duration::from_millis(50));
    }
    let record = hall.call("GET", &format!("{path}/record"), &token, json!(null));
    assert!(
        record::verify(&Record::from_json(&record).unwrap()).is_ok(),
        "{record}"
    );
    assert_eq!(
        record["players"][0],
        json!({"name": "First", "kind": "program"})
    );
    assert_eq!(hall.terminate(), 0);
}

#[test]
fn what_cannot_be_is_said_in_a_sentence() {
    let hall = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_hall"))
            .arg("serve")
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .expect("hall starts");
        assert!(!output.status.success(), "{arguments:?}");
        String::from_utf8(output.stderr).expect("text")
    };
    let said = hall(&["--database", "postgre://hall:secret@here/hall"]);
    assert!(said.contains("postgres://user@host"), "{said}");
    assert!(!said.contains("secret"), "{said}");
    let said = hall(&["--forget", "--bot", "Rex"]);
    assert!(said.contains("NAME=GAME:PATH"), "{said}");
    let said = hall(&["--forget", "--bot", "Rex=chess:rex.py"]);
    assert!(said.contains("there is no game \"chess\""), "{said}");
    let said = hall(&["--forget", "--listen", "192.0.2.1:1"]);
    assert!(said.contains("cannot listen on 192.0.2.1:1"), "{said}");
    let this = format!("weak=brandub:{}", env!("CARGO_BIN_EXE_hall"));
    let said = hall(&["--forget", "--trust-bots", "--bot", &this]);
    assert!(said.contains("a built-in player is called so"), "{said}");
    let said = hall(&["--forget", "--cert", "none.pem", "--key", "none.pem"]);
    assert!(said.contains("none.pem"), "{said}");
}
