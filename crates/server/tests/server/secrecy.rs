//! A sealed move stays secret until it is revealed.
//!
//! Two runs differ only in what one player does in secret. Everything that anyone
//! else receives is kept, byte by byte, and must be the same in both.
//!
//! Before the comparison, only what always differs between two tables is replaced:
//! the table's id, the commitment to its seed and the hashes of a record (which
//! are checked), the `Date` of HTTP, how long public moves took, the time left on
//! the viewer's own clock, and times. A time becomes the part of the run it falls
//! in, so the test still finds a time that a secret has changed.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use catalog::{AnyGame, AnyState};
use dice::Quick;
use futures_util::{SinkExt, StreamExt};
use game::{Dice, Seat};
use protocol::Record;
use serde_json::{Value, json};
use store::Store;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::harness::{Hall, open};

/// How many pairs of runs there are.
const PAIRS: u64 = 1000;
/// How many halls run at the same time.
const HALLS: u64 = 8;
/// Nothing happens for this long before and after the beginning of a part, so that
/// every time clearly belongs to one part.
const PAUSE: Duration = Duration::from_millis(4);

#[tokio::test(flavor = "multi_thread")]
async fn before_the_reveal_a_sealed_move_changes_no_byte_for_others() {
    let halls = (0..HALLS).map(|number| {
        tokio::spawn(async move {
            let mut company = Company::meet().await;
            let mut bytes = 0;
            for pair in (number..PAIRS).step_by(HALLS as usize) {
                let case = Case::by_chance(pair);
                let [one, other] = company.pair(&case, None).await;
                if let Some(found) = difference(&one, &other) {
                    panic!("pair {pair}, {case:?}: {found}");
                }
                bytes += one.values().flatten().map(String::len).sum::<usize>();
            }
            company.hall.close().await;
            bytes
        })
    });
    let mut bytes = 0;
    for hall in halls.collect::<Vec<_>>() {
        bytes += hall.await.unwrap();
    }
    eprintln!("{PAIRS} pairs of runs, {bytes} bytes compared with as many");
    // If there are fewer, hardly anything was compared.
    assert!(bytes as u64 > PAIRS * 20_000, "only {bytes} bytes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deliberate_leak_is_caught() {
    let mut company = Company::meet().await;
    for leak in [Leak::Said, Leak::Touched, Leak::Woken, Leak::Counted] {
        for number in 0..3 {
            let case = Case::by_chance(number);
            let [one, other] = company.pair(&case, Some(leak)).await;
            assert!(difference(&one, &other).is_some(), "{leak:?} in {case:?}");
        }
    }
    company.hall.close().await;
}

/// Ways in which a hall could leak a secret, applied to the second run of a pair.
#[derive(Clone, Copy, Debug)]
enum Leak {
    /// The move itself, at the table.
    Said,
    /// The time of the move: the lobby says when the table last changed.
    Touched,
    /// The fact that something was sent.
    Woken,
    /// The number of events, in a reply to someone else.
    Counted,
}

/// What the secret player does before the reveal.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Secret {
    Nothing,
    Legal,
    Illegal,
    Stale,
    IllegalFirst,
    Changed,
    Withdrawn,
    ReEntered,
}

impl Secret {
    const ALL: [Secret; 8] = [
        Secret::Legal,
        Secret::Changed,
        Secret::Withdrawn,
        Secret::ReEntered,
        Secret::IllegalFirst,
        Secret::Illegal,
        Secret::Stale,
        Secret::Nothing,
    ];
    /// How many of `ALL`, from the first, seal a move. If the table shows which
    /// seats have sealed one, only these look the same to others.
    const SEALING: u64 = 5;

    /// The commands, made from two legal moves and an illegal one.
    fn requests(self, turn: u64, [a, b]: &[String; 2], illegal: &str) -> Vec<Value> {
        let seal = |action: &str| json!({"do": "move", "turn": turn, "action": action});
        let withdraw = || json!({"do": "withdraw", "turn": turn});
        match self {
            Secret::Nothing => vec![],
            Secret::Legal => vec![seal(a)],
            Secret::Illegal => vec![seal(illegal)],
            Secret::Stale => vec![json!({"do": "move", "turn": turn + 7, "action": a})],
            Secret::IllegalFirst => vec![seal(illegal), seal(a)],
            Secret::Changed => vec![seal(b), seal(illegal), seal(a)],
            Secret::Withdrawn => vec![seal(a), withdraw(), withdraw()],
            Secret::ReEntered => vec![seal(b), withdraw(), seal(a)],
        }
    }

    fn ends_sealed(self) -> bool {
        use Secret::{Changed, IllegalFirst, Legal, ReEntered};
        matches!(self, Legal | IllegalFirst | Changed | ReEntered)
    }
}

/// What the two runs of a pair have in common, and how they differ.
#[derive(Debug)]
struct Case {
    seats: u16,
    /// Whether a bot has the last seat.
    with_bot: bool,
    secret_seat: u16,
    secrets: [Secret; 2],
    /// Whether the secret player uses HTTP instead of the WebSocket, in each run.
    over_http: [bool; 2],
    show_entered: bool,
    clock: bool,
    /// How many turns are played before.
    before: u64,
    seed: u64,
}

impl Case {
    fn by_chance(number: u64) -> Case {
        let mut dice = Quick::new(number);
        let mut below = |n: u64| dice.bits() % n;
        let seats = if below(2) == 0 { 2 } else { 4 };
        let show_entered = below(4) == 0;
        let kinds = if show_entered {
            Secret::SEALING
        } else {
            Secret::ALL.len() as u64
        };
        let mut secret = || Secret::ALL[below(kinds) as usize];
        let secrets = [secret(), secret()];
        // The time left on a clock is compared unchanged, so no move may have been
        // timed before.
        let clock = !show_entered && below(3) == 0;
        Case {
            seats,
            with_bot: below(2) == 0,
            secret_seat: below(u64::from(seats)) as u16,
            secrets,
            over_http: [below(3) == 0, below(3) == 0],
            show_entered,
            clock,
            before: if clock { 0 } else { below(3) },
            seed: number,
        }
    }
}

/// What everyone else received, by receiver or by request.
type Seen = BTreeMap<String, Vec<String>>;

/// The first difference between two runs.
fn difference(one: &Seen, other: &Seen) -> Option<String> {
    if !one.keys().eq(other.keys()) {
        return Some("others were sent something".to_owned());
    }
    one.iter().zip(other.values()).find_map(|((to, a), b)| {
        let at = a.iter().zip(b).position(|(a, b)| a != b);
        let at = at.or_else(|| (a.len() != b.len()).then(|| a.len().min(b.len())))?;
        let shown = |all: &[String]| all.get(at).cloned().unwrap_or_else(|| "nothing".to_owned());
        Some(format!("{to} was sent\n{}\nor\n{}", shown(a), shown(b)))
    })
}

/// A connection that keeps every byte it receives.
struct Tap {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    secret: String,
    player: String,
    next_id: u64,
    /// All messages, complete.
    sent: Vec<String>,
}

impl Tap {
    async fn connect(hall: &Hall, name: Option<(&str, bool)>) -> Tap {
        let secret = match name {
            Some((name, true)) => hall.program_secret(name).await,
            Some((name, false)) => hall.secret(name).await,
            None => String::new(),
        };
        let mut tap = Tap {
            socket: open(hall.address, &secret, None).await.unwrap(),
            secret,
            player: String::new(),
            next_id: 0,
            sent: Vec::new(),
        };
        let hello = tap.receive().await;
        tap.player = hello["you"]["player"].as_str().unwrap_or("").to_owned();
        tap
    }

    async fn receive(&mut self) -> Value {
        loop {
            let message = tokio::time::timeout(Duration::from_secs(60), self.socket.next());
            let message = message.await.expect("a message in time");
            if let Message::Text(text) = message.expect("an open connection").unwrap() {
                self.sent.push(text.to_string());
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    async fn ask(&mut self, mut message: Value) -> Value {
        self.next_id += 1;
        message["id"] = json!(self.next_id);
        let text = Message::text(message.to_string());
        self.socket.send(text).await.unwrap();
        loop {
            let told = self.receive().await;
            let answers = told["type"] == "ok" || told["type"] == "refused";
            if answers && told["id"] == self.next_id {
                return told;
            }
        }
    }

    async fn command(&mut self, table: &str, request: Value) -> Value {
        self.ask(json!({"type": "command", "table": table, "request": request}))
            .await
    }

    async fn does(&mut self, table: &str, request: Value) {
        let told = self.command(table, request.clone()).await;
        assert_eq!(told["type"], "ok", "{request}: {told}");
    }

    /// Waits for everything the table has sent so far. A table sends in order, so
    /// nothing earlier can follow a refusal or a view.
    async fn flush(&mut self, table: &str) {
        if self.secret.is_empty() {
            self.ask(json!({"type": "watch", "table": table})).await;
            while self.receive().await["type"] != "table" {}
        } else {
            let told = self.command(table, json!({"do": "sit", "seat": 99})).await;
            assert_eq!(told["type"], "refused", "{told}");
        }
    }
}

/// A hall and its visitors.
struct Company {
    hall: Hall,
    /// Four people, then a bot, an observer, and someone the hall does not know.
    taps: Vec<Tap>,
}

const PROGRAM: usize = 4;
const OBSERVER: usize = 5;
const ANYONE: usize = 6;

impl Company {
    async fn meet() -> Company {
        // Pings measure lag, which is random.
        let hall = Hall::with(Store::memory(), |config| {
            config.limits.ping = Duration::from_secs(3600);
            config.limits.silence = Duration::from_secs(3600);
        })
        .await;
        let mut taps = Vec::new();
        for name in ["Ann", "Bob", "Cid", "Dan"] {
            taps.push(Tap::connect(&hall, Some((name, false))).await);
        }
        taps.push(Tap::connect(&hall, Some(("Prog", true))).await);
        taps.push(Tap::connect(&hall, Some(("Obs", false))).await);
        taps.push(Tap::connect(&hall, None).await);
        Company { hall, taps }
    }

    async fn pair(&mut self, case: &Case, leak: Option<Leak>) -> [Seen; 2] {
        let one = self.run(case, 0, None).await;
        let other = self.run(case, 1, leak).await;
        [one, other]
    }

    /// Plays one run and returns what others received before the reveal.
    async fn run(&mut self, case: &Case, which: usize, leak: Option<Leak>) -> Seen {
        for tap in &mut self.taps {
            tap.ask(json!({"type": "ping"})).await;
            tap.sent.clear();
            tap.next_id = 0;
        }
        let mut dice = Quick::new(case.seed);
        let sitters: Vec<usize> = (0..case.seats)
            .map(|seat| {
                if case.with_bot && seat + 1 == case.seats {
                    PROGRAM
                } else {
                    usize::from(seat)
                }
            })
            .collect();
        let table = self.begin(case, &sitters).await;
        let mut position = Position::of(&self.view(&table).await);
        let mut played = 0;
        // After a conflict a single player may have to choose; that is not secret.
        while played < case.before || position.to_act().len() < 2 {
            self.play_turn(&table, &sitters, &mut dice, &position).await;
            position = Position::of(&self.view(&table).await);
            played += 1;
        }
        let acting = position.to_act();
        let secret_seat = acting[usize::from(case.secret_seat) % acting.len()];
        let commitment = position.view["terms"]["commitment"].clone();
        let secret_tap = sitters[usize::from(secret_seat)];
        let before = self.about_players(secret_tap).await;

        // The secret part.
        let first = quiet().await;
        let moves = position.two_moves(secret_seat, &mut dice, which);
        let illegal = position.illegal(secret_seat, &mut dice);
        let secret = case.secrets[which];
        let turn = position.turn();
        for request in secret.requests(turn, &moves, &illegal) {
            if case.over_http[which] {
                self.post_secretly(secret_tap, &table, request).await;
            } else {
                self.taps[secret_tap].command(&table, request).await;
            }
        }
        if let Some(Leak::Said) = leak {
            let text = format!("I play {}", moves[0]);
            let said = json!({"do": "chat", "text": text});
            self.taps[secret_tap].does(&table, said).await;
        }
        let second = quiet().await;

        // Now everyone else looks, asks and tries things.
        let times = Times {
            parts: [first, second],
            table: table.clone(),
            commitment: commitment.as_str().unwrap().to_owned(),
        };
        let mut seen = Seen::new();
        self.others_act(secret_seat, &table, &sitters, &position, case.seed)
            .await;
        for at in (0..self.taps.len()).filter(|&at| at != secret_tap) {
            self.taps[at].flush(&table).await;
            let mut sent = self.taps[at].sent.clone();
            if at == OBSERVER {
                let last = sent.last().unwrap().clone();
                match leak {
                    Some(Leak::Woken) => sent.push(last),
                    Some(Leak::Counted) => {
                        let found = sent.iter_mut().rfind(|text| text.contains("\"seq\":"));
                        let found = found.unwrap();
                        *found = found.replace("\"seq\":", "\"seq\":1");
                    }
                    _ => {}
                }
            }
            let sent = sent.iter().map(|text| times.replace(text)).collect();
            seen.insert(format!("WebSocket {at}"), sent);
        }
        for (asked, mut answer) in self.look_around(secret_tap, &table, &sitters, &times).await {
            if let (Some(Leak::Touched), true) = (leak, asked.contains("phase=running")) {
                answer = answer.replace("\"updated\":T0", "\"updated\":T1");
            }
            seen.insert(asked, vec![answer]);
        }
        let after = self.about_players(secret_tap).await;
        assert_eq!(before, after, "what is told of players changed");

        let sealed = secret.ends_sealed().then(|| (secret_seat, &*moves[0]));
        self.reveal(sealed, &table, &sitters, &position).await;
        seen
    }

    async fn begin(&mut self, case: &Case, sitters: &[usize]) -> String {
        let mut settings = json!({
            "game": "automatafl", "options": {"players": case.seats},
            "show_entered": case.show_entered,
        });
        if case.clock {
            settings["clock"] = json!({"kind": "total", "ms": 3_600_000, "increment_ms": 0});
        }
        self.taps[OBSERVER]
            .ask(json!({"type": "lobby", "on": true}))
            .await;
        let secret = self.taps[sitters[0]].secret.clone();
        let made = self.hall.call("POST", "/tables", &secret, Some(settings));
        let (status, made) = made.await;
        assert_eq!(status, 201, "{made}");
        let table = made["table"].as_str().unwrap().to_owned();
        for at in [ANYONE, OBSERVER] {
            self.taps[at]
                .ask(json!({"type": "watch", "table": table}))
                .await;
        }
        self.taps[OBSERVER]
            .does(&table, json!({"do": "join"}))
            .await;
        for (seat, &at) in sitters.iter().enumerate() {
            let tap = &mut self.taps[at];
            tap.ask(json!({"type": "watch", "table": table, "bot": at == PROGRAM}))
                .await;
            // The creator is at the table already.
            tap.command(&table, json!({"do": "join"})).await;
            tap.does(&table, json!({"do": "sit", "seat": seat})).await;
        }
        for &at in sitters {
            let ready = json!({"do": "ready", "ready": true});
            self.taps[at].does(&table, ready).await;
        }
        table
    }

    async fn view(&mut self, table: &str) -> Value {
        self.hall.get(&format!("/tables/{table}")).await["view"].clone()
    }

    async fn play_turn(
        &mut self,
        table: &str,
        sitters: &[usize],
        dice: &mut Quick,
        position: &Position,
    ) {
        for seat in position.to_act() {
            let action = position.game.propose(&position.state, Seat(seat), dice);
            let request = json!({"do": "move", "turn": position.turn(), "action": action});
            self.taps[sitters[usize::from(seat)]]
                .does(table, request)
                .await;
        }
    }

    /// Posts a command of the secret player, whose result is secret too.
    async fn post_secretly(&mut self, at: usize, table: &str, request: Value) {
        let tap = &mut self.taps[at];
        tap.next_id += 1;
        let body = json!({"id": tap.next_id, "request": request});
        let path = format!("/tables/{table}/commands");
        self.hall.call("POST", &path, &tap.secret, Some(body)).await;
    }

    /// Makes the moves of the others, the same in both runs. One of them seals no
    /// move, so nothing is revealed.
    async fn others_act(
        &mut self,
        secret_seat: u16,
        table: &str,
        sitters: &[usize],
        position: &Position,
        seed: u64,
    ) {
        let mut dice = Quick::new(seed ^ 0xdead);
        let acting = position.to_act();
        let others: Vec<u16> = (0..sitters.len() as u16)
            .filter(|&seat| seat != secret_seat)
            .collect();
        let (turn, seq) = (position.turn(), position.view["seq"].clone());
        let last = others.iter().rfind(|seat| acting.contains(seat));
        for &seat in &others {
            let at = sitters[usize::from(seat)];
            let tap = &mut self.taps[at];
            let illegal = position.illegal(seat, &mut dice);
            let seal = |action: &str| json!({"do": "move", "turn": turn, "action": action});
            tap.command(table, seal(&illegal)).await;
            tap.command(table, json!({"do": "withdraw", "turn": turn}))
                .await;
            tap.command(table, json!({"do": "claim"})).await;
            tap.command(table, json!({"do": "chat", "text": "Well?"}))
                .await;
            if acting.contains(&seat) && Some(&seat) != last {
                let game = &position.game;
                let legal = game.propose(&position.state, Seat(seat), &mut dice);
                tap.command(table, seal(&legal)).await;
            }
            tap.command(table, json!({"do": "offer", "what": "draw"}))
                .await;
            let bot = at == PROGRAM;
            tap.ask(json!({"type": "watch", "table": table, "after": seq, "bot": bot}))
                .await;
        }
        for at in [OBSERVER, ANYONE] {
            let tap = &mut self.taps[at];
            let try_it = json!({"do": "move", "turn": turn, "action": "a1-a2"});
            tap.command(table, try_it).await;
            tap.ask(json!({"type": "watch", "table": table, "after": seq}))
                .await;
            tap.ask(json!({"type": "watch", "table": table})).await;
        }
    }

    /// Asks for everything about the table, as people who must not know the
    /// secret.
    async fn look_around(
        &mut self,
        secret_tap: usize,
        table: &str,
        sitters: &[usize],
        times: &Times,
    ) -> Vec<(String, String)> {
        let opponent = sitters.iter().find(|&&at| at != secret_tap);
        let mut seen = Vec::new();
        for at in [ANYONE, OBSERVER, *opponent.unwrap()] {
            for path in [
                "/api/v1/tables?phase=running".to_owned(),
                "/api/v1/tables?phase=open".to_owned(),
                format!("/api/v1/tables/{table}"),
                format!("/api/v1/tables/{table}/moves"),
                format!("/api/v1/tables/{table}/record"),
                format!("/api/v1/tables/{table}/board.svg"),
                format!("/api/v1/tables/{table}/steps/1"),
                format!("/t/{table}"),
                "/healthz".to_owned(),
                "/readyz".to_owned(),
                // The metrics of the hall are at another address.
                "/metrics".to_owned(),
            ] {
                let answer = self.raw(&path, at).await;
                let answer = if path.ends_with("/record") {
                    without_hashes(&answer)
                } else {
                    answer
                };
                let asked = format!("{at} asks {}", path.replace(table, "TABLE"));
                seen.push((asked, times.replace(&answer)));
            }
        }
        seen
    }

    /// The whole reply without its date and its length. The length is checked.
    async fn raw(&self, path: &str, at: usize) -> String {
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: hall\r\nconnection: close\r\n{}\r\n",
            self.taps[at].secret
        );
        let (_, head, body) = self.hall.http(&request).await;
        let body = String::from_utf8(body).unwrap();
        let length = format!("content-length: {}", body.len());
        assert!(head.lines().any(|line| line == length), "{head}");
        let head: Vec<&str> = head
            .lines()
            .filter(|line| !line.starts_with("date: ") && *line != length)
            .collect();
        format!("{}\n\n{body}", head.join("\n"))
    }

    /// What can be asked about players. It changes from game to game, so it is
    /// compared only within a run.
    async fn about_players(&self, secret_tap: usize) -> Vec<String> {
        let mut about = Vec::new();
        for path in [
            format!("/players/{}", self.taps[secret_tap].player),
            "/players".to_owned(),
            "/leaderboards/automatafl".to_owned(),
            "/tables?phase=finished&limit=5".to_owned(),
        ] {
            about.push(self.raw(&format!("/api/v1{path}"), ANYONE).await);
        }
        about
    }

    /// Ends the turn, so that everyone sees the move. Then all players resign and
    /// leave the table.
    async fn reveal(
        &mut self,
        sealed: Option<(u16, &str)>,
        table: &str,
        sitters: &[usize],
        position: &Position,
    ) {
        if let Some((secret_seat, action)) = sealed {
            self.taps[OBSERVER].sent.clear();
            let mut dice = Quick::new(1);
            let acting = position.to_act();
            for seat in acting.into_iter().filter(|&seat| seat != secret_seat) {
                let action = position
                    .game
                    .propose(&position.state, Seat(seat), &mut dice);
                let request = json!({"do": "move", "turn": position.turn(), "action": action});
                self.taps[sitters[usize::from(seat)]]
                    .command(table, request)
                    .await;
            }
            self.taps[OBSERVER].flush(table).await;
            let shown = format!("[{secret_seat},{}]", json!(action));
            let revealed = |text: &String| text.contains("stepped") && text.contains(&shown);
            let sent = &self.taps[OBSERVER].sent;
            assert!(sent.iter().any(revealed), "{shown} not in {sent:#?}");
        }
        for &at in sitters {
            self.taps[at].command(table, json!({"do": "resign"})).await;
        }
        assert_eq!(self.view(table).await["phase"], "over");
        for tap in &mut self.taps {
            tap.ask(json!({"type": "unwatch", "table": table})).await;
        }
    }
}

/// A position as everyone knows it.
struct Position {
    view: Value,
    game: Box<dyn AnyGame>,
    state: AnyState,
}

impl Position {
    fn of(view: &Value) -> Position {
        let terms = &view["terms"];
        let game = catalog::open(terms["game"].as_str().unwrap(), &terms["options"]).unwrap();
        let state = game
            .read_state(&view["game"]["state"].clone().into())
            .unwrap();
        let view = view.clone();
        Position { view, game, state }
    }

    fn turn(&self) -> u64 {
        self.view["turn"].as_u64().unwrap()
    }

    fn to_act(&self) -> Vec<u16> {
        let seats = self.view["game"]["to_act"].as_array().unwrap();
        seats
            .iter()
            .map(|seat| seat.as_u64().unwrap() as u16)
            .collect()
    }

    /// Two different moves. The other run gets two others.
    fn two_moves(&self, seat: u16, dice: &mut Quick, which: usize) -> [String; 2] {
        let mut found: Vec<String> = Vec::new();
        while found.len() < 4 {
            let action = self.game.propose(&self.state, Seat(seat), dice);
            if !found.contains(&action) {
                found.push(action);
            }
        }
        let mut found = found.into_iter().skip(2 * which);
        [found.next().unwrap(), found.next().unwrap()]
    }

    /// A move between two squares that the rules forbid.
    fn illegal(&self, seat: u16, dice: &mut Quick) -> String {
        loop {
            let mut square = || {
                let (x, y) = (dice.bits() % 11, dice.bits() % 11);
                format!("{}{}", char::from(b'a' + x as u8), y + 1)
            };
            let action = format!("{}-{}", square(), square());
            if self.game.check(&self.state, Seat(seat), &action).is_err() {
                return action;
            }
        }
    }
}

/// The current time, with a pause before and after it.
async fn quiet() -> u64 {
    tokio::time::sleep(PAUSE).await;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    tokio::time::sleep(PAUSE).await;
    now.unwrap().as_millis() as u64
}

/// Replaces the parts of a text that always differ between runs.
struct Times {
    /// When the second and the third part of the run began.
    parts: [u64; 2],
    table: String,
    commitment: String,
}

impl Times {
    fn replace(&self, text: &str) -> String {
        let text = text.replace(&self.table, "TABLE");
        let text = text.replace(&self.commitment, "COMMITMENT");
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        let part_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        // The part that only the viewer sees comes last in a view.
        let mut own = false;
        while let Some(at) = rest.find(part_of_word) {
            let (before, from) = rest.split_at(at);
            let end = from.find(|c: char| !part_of_word(c));
            let (word, after) = from.split_at(end.unwrap_or(from.len()));
            out.push_str(before);
            match word.parse::<u64>() {
                Ok(time) if word.len() == 13 => {
                    let part = self.parts.iter().filter(|&&begun| begun <= time).count();
                    out.push_str(&format!("T{part}"));
                }
                _ => out.push_str(word),
            }
            rest = after;
            own |= word == "you";
            // The time the others have left is not replaced; in the first turn it
            // is full.
            let took = matches!(word, "ms" | "us" | "clock_ms") || own && word == "left_ms";
            if let (true, Some(duration)) = (took, rest.strip_prefix("\":")) {
                let end = if duration.starts_with('[') {
                    duration.find(']').map(|end| end + 1)
                } else {
                    duration.find(|c: char| !c.is_ascii_digit())
                };
                let (duration, after) = duration.split_at(end.unwrap_or(0));
                // The time in the settings stays.
                if word == "ms" && duration == "3600000" {
                    out.push_str("\":3600000");
                } else {
                    out.push_str("\":TOOK");
                }
                rest = after;
            }
        }
        out.push_str(rest);
        out
    }
}

/// A record without its hashes, after checking them.
fn without_hashes(answer: &str) -> String {
    let (head, body) = answer.split_once("\n\n").unwrap();
    let mut record: Value = serde_json::from_str(body).unwrap();
    record::verify(&Record::from_json(&record).unwrap()).unwrap();
    assert_eq!(record.to_string(), body);
    record["hash"] = json!("HASH");
    for step in record["steps"].as_array_mut().unwrap() {
        step["hash"] = json!("HASH");
    }
    format!("{head}\n\n{record}")
}
