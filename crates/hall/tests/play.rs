//! `hall play` as a player meets it: on a pseudo-terminal, and over pipes.
//!
//! Every screen that a test looks at is kept as text in `CARGO_TARGET_TMPDIR/screens`.

#[path = "play/tty.rs"]
mod tty;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use tty::Tty;

/// Where games are kept; the folder is there.
fn home() -> PathBuf {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("play-home");
    std::fs::create_dir_all(&home).expect("a folder");
    home
}

/// A game over pipes, with these lines typed.
fn plain(arguments: &[&str], typed: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hall"))
        .arg("play")
        .args(arguments)
        .env("XDG_DATA_HOME", home())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("hall starts");
    let mut lines = child.stdin.take().expect("its input");
    // It may have ended before it has read all.
    let _ = lines.write_all(typed.as_bytes());
    drop(lines);
    child.wait_with_output().expect("its output")
}

fn text(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The legal moves in the box on a screen: all words that look like `d1-c1` or
/// `a7-a5=2`.
fn listed(screen: &str) -> Vec<String> {
    let rows = screen.lines().filter_map(|row| {
        let (_, rest) = row.split_once('│')?;
        Some(rest.rsplit_once('│')?.0)
    });
    let words = rows.flat_map(str::split_whitespace);
    words
        .filter(|word| word.contains('-'))
        .map(str::to_owned)
        .collect()
}

/// What the screen says when a move is to be entered, and when none is any more.
const ENTER: [&str; 3] = ["Your move.", "Your move, in secret", "Enter another move"];
const OVER: [&str; 5] = ["wins:", "win:", "Drawn:", "win together:", "Zombies win"];

/// Plays a move of those that the screen lists, turn after turn, until there is a
/// result.
fn play_out(tty: &mut Tty, mut choose: impl FnMut(&[String], usize) -> String) {
    let either = [&ENTER[..], &OVER[..]].concat();
    for turn in 0..400 {
        let screen = tty.until(&either);
        if OVER.iter().any(|word| screen.contains(word)) {
            return;
        }
        tty.send("m");
        let list = tty.until(&["legal moves"]);
        let moves = listed(&list);
        assert!(!moves.is_empty(), "{list}");
        let chosen = choose(&moves, turn);
        tty.send("x");
        tty.until_gone("legal moves");
        tty.send(&format!(":{chosen}"));
        tty.until(&[&format!("> {chosen}")]);
        tty.send("\r");
        tty.until_gone(&format!("> {chosen}"));
    }
    panic!("the game has no end:\n{}", tty.screen());
}

#[test]
fn a_game_of_brandub_is_played_to_its_end_on_a_terminal() {
    // The king is one move from a corner, and the attackers cannot help it.
    let position = "/7/3t3/7/ttT1Ttt/3T3/K2t3/7/ d";
    let options = json!({"position": position}).to_string();
    let mut tty = Tty::open(
        "brandub",
        90,
        26,
        &["brandub", "random", "human", "--options", &options],
    );
    tty.until(&["Your move"]);
    play_out(&mut tty, |moves, _| {
        let escape = moves
            .iter()
            .find(|m| m.ends_with("-a1") || m.ends_with("-a7"));
        escape.unwrap_or(&moves[0]).clone()
    });
    tty.until(&["You (Defenders) win: the king has reached a corner."]);
    tty.send("q");
    assert_eq!(tty.wait(), 0);
    assert!(tty.all().contains("You (Defenders) win"), "{}", tty.all());
}

#[test]
fn a_game_of_combo_is_played_to_its_end_on_a_terminal() {
    let position = "x8/x8/b2,x1,w,x5/x8/x8/x8/x8/x8 b";
    let options = json!({"position": position}).to_string();
    let mut tty = Tty::open(
        "combo",
        100,
        30,
        &["combo", "human", "random", "--options", &options],
    );
    play_out(&mut tty, |moves, _| {
        let capture = moves.iter().find(|m| m.as_str() == "a3-c3=2");
        capture.unwrap_or(&moves[0]).clone()
    });
    tty.until(&["You (Black) win: there is no move left."]);
}

#[test]
fn a_game_of_automatafl_is_played_to_its_end_on_a_terminal() {
    let options = json!({"setup": "small", "max_turns": 4}).to_string();
    let arguments = [
        "automatafl",
        "human",
        "random",
        "--seed",
        "7",
        "--options",
        &options,
    ];
    let mut tty = Tty::open("automatafl", 100, 30, &arguments);
    tty.until(&["The automaton", "It would"]);
    play_out(&mut tty, |moves, turn| {
        moves[(turn * 17) % moves.len()].clone()
    });
    let screen = tty.screen();
    assert!(
        screen.contains("Drawn: the last turn is played.") || screen.contains("corner"),
        "{screen}"
    );
}

#[test]
fn a_game_of_game_17_is_played_to_its_end_on_a_terminal() {
    let options = json!({"size": 3, "rounds": 3}).to_string();
    let mut tty = Tty::open(
        "game17",
        90,
        26,
        &[
            "game17",
            "human",
            "zombie",
            "--seed",
            "4",
            "--options",
            &options,
        ],
    );
    for round in 1..=3 {
        let screen = tty.until(&[&ENTER[..], &OVER[..]].concat());
        if !screen.contains("Your move.") {
            break;
        }
        // The cursor begins on a square of one's own: all its pieces to the right.
        tty.send("\rl\re");
        let here = format!("round {round} of 3");
        tty.until_fine("the round goes on", |screen| {
            !screen.contains(&here) || OVER.iter().any(|word| screen.contains(word))
        });
    }
    tty.until(&OVER);
}

/// Plays from the usual beginning against `random`, moves from all over the list.
fn whole_game(game: &str, options: &Value) {
    let options = options.to_string();
    let arguments = [
        game,
        "human",
        "random",
        "--seed",
        "11",
        "--options",
        &options,
    ];
    let mut tty = Tty::open(&format!("{game}-whole"), 120, 40, &arguments);
    play_out(&mut tty, |moves, turn| {
        // A capture brings the end nearer, where the move tells it.
        let largest = moves.iter().max_by_key(|m| {
            let count = m.split_once('=').and_then(|(_, count)| count.parse().ok());
            count.unwrap_or(0_u32)
        });
        match (largest, turn % 3) {
            (Some(largest), 0) if largest.contains('=') => largest.clone(),
            _ => moves[(turn * 17 + 5) % moves.len()].clone(),
        }
    });
    tty.send("q");
    assert_eq!(tty.wait(), 0);
}

#[test]
fn brandub_is_played_from_its_beginning_to_its_end() {
    whole_game("brandub", &json!({}));
}

#[test]
fn combo_is_played_from_its_beginning_to_its_end() {
    whole_game("combo", &json!({"quiet_limit": 60}));
}

#[test]
fn automatafl_is_played_from_its_beginning_to_its_end() {
    whole_game("automatafl", &json!({"max_turns": 40}));
}

#[test]
fn game_17_is_played_from_its_beginning_to_its_end() {
    let mut tty = Tty::open(
        "game17-whole",
        120,
        40,
        &["game17", "human", "t800", "--seed", "5"],
    );
    for _ in 0..50 {
        let screen = tty.until(&[&ENTER[..], &OVER[..]].concat());
        let Some(round) = screen.split("round ").nth(1) else {
            panic!("no round on the screen:\n{screen}");
        };
        if OVER.iter().any(|word| screen.contains(word)) {
            break;
        }
        let round = round.split_whitespace().next().unwrap_or_default();
        let here = format!("round {round} of 50");
        tty.send("e");
        tty.until_fine("the round goes on", |screen| {
            !screen.contains(&here) && ENTER.iter().any(|word| screen.contains(word))
                || OVER.iter().any(|word| screen.contains(word))
        });
    }
    tty.until(&OVER);
}

#[test]
fn a_game_is_kept_when_its_terminal_goes() {
    let file = home().join("hung-up.json");
    let _ = std::fs::remove_file(&file);
    let name = file.display().to_string();
    let arguments = ["brandub", "human", "random", "--seed", "3", "--save", &name];
    let mut tty = Tty::open("hung-up", 90, 26, &arguments);
    tty.until(&["Your move."]);
    tty.send(":d1-c1\r");
    tty.until(&["1. d1-c1"]);
    tty.signal("HUP");
    tty.wait();
    let again = text(&plain(&["--resume", &name], "board\nquit\n"));
    assert!(again.contains("1 x  .  t"), "{again}");
}

#[test]
fn clicks_are_moves_and_the_window_can_be_resized() {
    let mut tty = Tty::open(
        "mouse",
        90,
        26,
        &["brandub", "human", "random", "--seed", "2"],
    );
    tty.until(&["Your move."]);
    let (x, y) = tty.square("d", "1");
    tty.click(x, y);
    tty.until(&["{t}", "can go"]);
    let (x, y) = tty.square("c", "1");
    tty.click(x, y);
    tty.until(&["1. d1-c1"]);
    tty.until(&["2. "]);
    tty.resize(30, 8);
    tty.until(&["too small"]);
    tty.until(&["needs 40 x 14"]);
    tty.resize(120, 40);
    let screen = tty.until(&["1. d1-c1"]);
    assert!(!screen.contains("too small"));
    tty.until(&["▐ K ▌"]);
    // Back by takeback, with the key for it.
    tty.send("u");
    tty.until_gone("1. d1-c1");
    tty.send("Ry");
    tty.until(&["random (Defenders) wins: the other side resigned."]);
}

#[test]
fn without_colours_the_screen_has_none_and_can_be_played_on() {
    for (name, environment, more) in [
        ("no-color", Some(("NO_COLOR", "1")), None),
        ("option", None, Some("--no-color")),
    ] {
        let mut arguments = vec!["combo", "human", "random", "--seed", "2"];
        arguments.extend(more);
        let mut tty = Tty::with(name, 90, 26, &arguments, environment);
        tty.until(&["Your move."]);
        assert!(!tty.has_colour(), "{}", tty.screen());
        tty.send(":a7-a6\r");
        tty.until(&["1. a7-a6=1"]);
        assert!(!tty.has_colour());
    }
    let mut tty = Tty::open("colour", 90, 26, &["combo", "human", "random"]);
    tty.until(&["Your move."]);
    assert!(tty.has_colour());
}

#[test]
fn two_at_one_keyboard_choose_in_secret_and_a_conflict_is_entered_again() {
    let mut tty = Tty::open("hotseat", 100, 30, &["automatafl", "human:Ann", "human:Bo"]);
    tty.until(&["0 Ann (you)"]);
    tty.send(":a1-a5\r");
    let cover = tty.until(&["Bo (Seat 1) is next."]);
    for secret in ["a1-a5", "a5", "Automatafl", "attractor"] {
        assert!(!cover.contains(secret), "{secret}:\n{cover}");
    }
    tty.send("x");
    let screen = tty.until(&["1 Bo (you)"]);
    assert!(!screen.contains("a1-a5"), "{screen}");
    tty.send(":k5-a5\r");
    tty.until(&["CONFLICT: Ann a1-a5, Bo k5-a5"]);
    tty.until(&["! ! conflict"]);
    // It is kept when it is left, also by a signal, and whoever goes on is asked for.
    tty.send(":k5-k4\r");
    tty.until(&["Ann (Seat 0) is next."]);
    let file = home().join("hotseat.json");
    tty.send("x");
    tty.until(&["0 Ann (you)"]);
    tty.send(&format!(":save {}\r", file.display()));
    tty.until(&["Saved."]);
    tty.send("\x03");
    assert_eq!(tty.wait(), 0);
    assert!(tty.all().contains("hall play --resume"), "{}", tty.all());
    let path = file.display().to_string();
    let mut tty = Tty::open("resumed", 100, 30, &["--resume", &path]);
    let cover = tty.until(&["is next."]);
    assert!(!cover.contains("k5-k4"), "{cover}");
    tty.send("x");
    tty.until(&["CONFLICT: Ann a1-a5, Bo k5-a5"]);
}

#[test]
fn the_terminal_is_given_back() {
    let mut tty = Tty::open("restored", 90, 26, &["brandub"]);
    tty.until(&["Your move."]);
    assert!(tty.is_alternate());
    tty.send("\x03");
    assert_eq!(tty.wait(), 0);
    assert!(!tty.is_alternate());
    assert!(!tty.hides_cursor());
}

#[test]
fn a_clock_is_shown_and_loses_the_game_when_it_runs_out() {
    let mut tty = Tty::open(
        "clock",
        90,
        26,
        &["combo", "human", "random", "--clock", "2s"],
    );
    tty.until(&["0:01."]);
    tty.until(&["random (White) wins: the other side's time is up."]);
}

#[test]
fn a_script_plays_over_pipes_and_wrong_lines_are_answered_with_a_sentence() {
    let typed = "e9-e1\nd4-d5\nsave\nmoves\nboard\nhelp\nd1-c1\nundo\nd1-b1\nresign\n";
    let out = text(&plain(
        &["brandub", "human", "random", "--seed", "3"],
        typed,
    ));
    for words in [
        "The row must be from 1 to 7, not 9.",
        "Name a file, as in: save game.json.",
        "d7-b7 d7-c7",
        "record FILE",
        "1. d1-c1",
        "Taken back.",
        "1. d1-b1",
        "You (Attackers) to move.",
        "random (Defenders) wins: the other side resigned.",
    ] {
        assert!(
            out.to_lowercase().contains(&words.to_lowercase()),
            "{words}:\n{out}"
        );
    }
    assert!(!out.contains('\x1b'), "{out}");
    // What is wrong is asked for again.
    assert!(out.matches("\n>\n").count() >= 8, "{out}");
}

#[test]
fn the_end_of_the_input_keeps_the_game_and_it_can_be_resumed() {
    let file = home().join("left.json");
    let path = file.display().to_string();
    let arguments = [
        "combo",
        "human",
        "alphabeta:depth=2",
        "--seed",
        "3",
        "--save",
        &path,
    ];
    let out = text(&plain(&arguments, "a7-a6\n"));
    assert!(out.contains("The input has ended."), "{out}");
    assert!(out.contains(&format!("It is kept in {path}")), "{out}");
    let record = home().join("left-record.json");
    let record = record.display().to_string();
    let out = text(&plain(
        &["--resume", &path, "--record", &record],
        "board\nresign\n",
    ));
    assert!(out.contains("alphabeta:depth=2 (White) wins"), "{out}");
    let shown = Command::new(env!("CARGO_BIN_EXE_hall"))
        .args(["verify", &record])
        .output()
        .expect("hall runs");
    assert!(
        shown.status.success(),
        "{}",
        String::from_utf8_lossy(&shown.stdout)
    );
}

#[test]
fn the_same_seed_is_the_same_game() {
    let game = || {
        let arguments = [
            "game17",
            "human",
            "random",
            "--seed",
            "9",
            "--options",
            r#"{"size":4,"rounds":2}"#,
        ];
        text(&plain(&arguments, "-\n-\n-\n"))
    };
    assert_eq!(game(), game());
}

#[test]
fn a_program_plays_from_its_sandbox_and_loses_by_an_illegal_move() {
    let folder = home().join("bots");
    std::fs::create_dir_all(&folder).expect("a folder");
    let bot = folder.join("stubborn.py");
    std::fs::write(
        &bot,
        "import sys\nfor line in sys.stdin:\n    print('{\"from\":{\"x\":0,\"y\":0},\"to\":{\"x\":0,\"y\":1}}', flush=True)\n",
    )
    .expect("a bot");
    let path = bot.display().to_string();
    let out = text(&plain(
        &["brandub", "--cpu", &path, "--trust-bots"],
        "d1-c1\n",
    ));
    assert!(out.contains("You (Attackers) win: illegal"), "{out}");
    let out = plain(&["brandub", "--white", "human"], "");
    let errors = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(
        !out.status.success() && errors.contains("--white: brandub has no side of this name"),
        "{errors}"
    );
    let out = plain(&["combo", "--white", "human", "--black", "nobody"], "");
    let errors = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(
        !out.status.success() && errors.contains("human is a person"),
        "{errors}"
    );
}

/// A hall with a table; it ends with this value.
struct Hall {
    child: Child,
    address: String,
}

impl Hall {
    fn open() -> Hall {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hall"))
            .args(["serve", "--listen", "127.0.0.1:0", "--forget"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("hall starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let address = line.trim().rsplit("http://").next().unwrap_or_default();
        Hall {
            address: address.trim_end_matches('/').to_owned(),
            child,
        }
    }

    fn post(&self, path: &str, token: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let body = body.to_string();
        write!(
            stream,
            "POST /api/v1{path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\nauthorization: Bearer {token}\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let body = answer.split("\r\n\r\n").nth(1).expect("a body");
        serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"))
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn two_terminals_meet_at_a_private_table_of_a_hall() {
    let hall = Hall::open();
    let me = hall.post("/identity", "", &json!({"name": "Host", "program": true}));
    let token = me["token"].as_str().expect("a token");
    let new = json!({"game": "brandub", "private": true});
    let made = hall.post("/tables", token, &new);
    let (table, key) = (
        made["table"].as_str().expect("a table"),
        made["key"].as_str().expect("a key"),
    );
    let url = format!("http://{}", hall.address);
    let arguments = ["--server", &url, "--table", table, "--key", key];
    let mut ann = Tty::open(
        "ann",
        90,
        26,
        &[&arguments[..], &["--name", "Ann"]].concat(),
    );
    ann.until(&["Waiting for someone to sit down"]);
    let mut bo = Tty::open("bo", 90, 26, &[&arguments[..], &["--name", "Bo"]].concat());
    ann.until(&["Your move."]);
    bo.until(&["Ann to move."]);
    ann.send(":d1-c1\r");
    bo.until(&["Your move."]);
    bo.until(&["1. d1-c1"]);
    bo.send(":d3-e3\r");
    ann.until(&["2. d3-e3"]);
    // To take back is asked for here, and the other one agrees.
    bo.send("u");
    ann.until(&["Bo offers to take back"]);
    ann.send("y");
    bo.until_gone("2. d3-e3");
    bo.send(":say hello Ann\r");
    bo.send(":resign\r");
    bo.until(&["Give up this game?"]);
    bo.send("y");
    ann.until(&["Ann (Attackers) wins: the other side resigned."]);
    ann.send("q");
    assert_eq!(ann.wait(), 0);
    // Without its key the table is not there.
    let out = plain(&["--server", &url, "--table", table], "");
    let errors = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(
        !out.status.success() && errors.contains("no such table"),
        "{errors}"
    );
}

/// A way to a hall that can be cut.
struct Way {
    address: String,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl Way {
    fn to(hall: &Hall) -> Way {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let open = Arc::new(Mutex::new(Vec::new()));
        let (known, hall) = (open.clone(), hall.address.clone());
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(&hall) else {
                    continue;
                };
                pass_on(&client, &server);
                pass_on(&server, &client);
                known.lock().expect("a lock").extend([client, server]);
            }
        });
        Way { address, open }
    }

    fn cut(&self) {
        for stream in self.open.lock().expect("a lock").drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

fn pass_on(from: &TcpStream, to: &TcpStream) {
    let mut from = from.try_clone().expect("a stream");
    let mut to = to.try_clone().expect("a stream");
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Both);
    });
}

#[test]
fn after_a_break_the_game_goes_on_and_nothing_is_lost() {
    let hall = Hall::open();
    let me = hall.post("/identity", "", &json!({"name": "Host", "program": true}));
    let token = me["token"].as_str().expect("a token");
    let made = hall.post("/tables", token, &json!({"game": "brandub"}));
    let table = made["table"].as_str().expect("a table");
    let way = Way::to(&hall);
    let (there, here) = (
        format!("http://{}", way.address),
        format!("http://{}", hall.address),
    );
    let open = |name: &str, url: &str| {
        let arguments = ["--server", url, "--table", table, "--name", name];
        Tty::open(&format!("break-{name}"), 90, 26, &arguments)
    };
    let mut ann = open("Ann", &there);
    ann.until(&["Waiting for someone to sit down"]);
    let mut bo = open("Bo", &here);
    ann.until(&["Your move."]);
    ann.send(":d1-c1\r");
    bo.until(&["1. d1-c1"]);
    // What is missed comes when the line is there again.
    way.cut();
    ann.until(&["no line to the hall"]);
    bo.send(":d3-e3\r");
    ann.until_gone("no line to the hall");
    ann.until(&["2. d3-e3"]);
    // What is entered in the meantime is sent then, once.
    way.cut();
    ann.until(&["no line to the hall"]);
    ann.send(":d7-c7\r");
    bo.until(&["3. d7-c7"]);
    ann.until(&["Bo to move."]);
    ann.send("u");
    bo.until(&["Ann offers to take back"]);
    bo.send("y");
    ann.until_gone("3. d7-c7");
    ann.until(&["Your move."]);
}
