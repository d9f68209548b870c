//! A zoo of bots that misbehave: each gets the verdict it has earned, its
//! opponent wins and has lost no time by it, and nothing of it is left.

#[path = "zoo/animals.rs"]
mod animals;
#[path = "zoo/den.rs"]
mod den;
#[path = "zoo/tools.rs"]
mod tools;

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};

use animals::{ANIMALS, Animal};
use den::{Den, at_once, records, seat_of, time_of, verdict_on};

/// No match of two games takes longer than this, whatever its bots do.
const PATIENCE: Duration = Duration::from_secs(60);
/// The clock of these games; long enough for a busy machine to start Python.
const CLOCK: &str = "3s";

/// Every animal plays both sides against a bot that behaves, some at once.
fn feed(level: &str, animals: Vec<&Animal>) {
    let den = Den::new();
    den.house_bot("good", "brandub", "random");
    den.house_bot("calm", "brandub", "random");
    let usual = play(&den, level, "calm")
        .iter()
        .map(|record| time_of(record, seat_of(record, "good")).0)
        .max()
        .expect("two games");
    let next = Mutex::new(animals.into_iter());
    at_once(6, || {
        while let Some(animal) = next.lock().ok().and_then(|mut next| next.next()) {
            animal.settle(&den);
            let games = play(&den, level, animal.name);
            assert_eq!(games.len(), 2, "{}", animal.name);
            for record in games {
                judge(animal, &record, usual, level);
            }
        }
    });
    den.assert_empty(level);
}

/// Two games of a bot against one that behaves; both records prove themselves.
fn play(den: &Den, level: &str, name: &str) -> Vec<Value> {
    let out = format!("games-{name}");
    let trust = (level == "unconfined").then_some("--trust-bots");
    let mut arguments = vec!["match", "brandub"];
    let bot = format!("./{name}");
    arguments.extend([bot.as_str(), "./good", "--games", "2", "--opening", "0"]);
    arguments.extend(["--clock", CLOCK, "--threads", "1", "--memory", "96"]);
    arguments.extend(["--sandbox", level, "--out", &out, "--json"]);
    arguments.extend(trust);
    let said = den.run(&arguments).well();
    assert!(said.took < PATIENCE, "{name} took {:?}", said.took);
    let told = said.json();
    den.run(&["verify", &out]).well();
    let games = records(&den.path(&out));
    // The report says the same as the records.
    let failed = |record: &Value| record["verdicts"].as_array().map_or(0, Vec::len);
    let verdicts = told["verdicts"].as_array().map(Vec::len);
    assert_eq!(verdicts, Some(games.iter().map(failed).sum()), "{told}");
    games
}

fn judge(animal: &Animal, record: &Value, usual: Duration, level: &str) {
    let name = format!("{} at {level}", animal.name);
    let (bad, good) = (seat_of(record, animal.name), seat_of(record, "good"));
    assert_eq!(verdict_on(record, good), None, "{name}");
    let ending = &record["ending"];
    match (verdict_on(record, bad), animal.verdicts) {
        (None, []) => assert_ne!(ending, &Value::Null, "{name}"),
        (Some((verdict, detail)), right) => {
            assert!(right.contains(&verdict), "{name}: {verdict}: {detail}");
            assert!(detail.contains(animal.says), "{name}: {detail}");
            assert!(!detail.contains('\u{1b}'), "{name}: {detail:?}");
            assert_eq!(ending["winners"], json!([good]), "{name}");
            assert_eq!(ending["reason"], verdict, "{name}");
        }
        (None, right) => panic!("{name}: it should be {right:?}: {ending}"),
    }
    // A game with an animal is no longer than one between bots that behave, so
    // ten times the time of those is more than plenty. Below a second it is
    // the machine.
    let (spent, _) = time_of(record, good);
    let most = (usual * 10).max(Duration::from_secs(1));
    assert!(
        spent < most,
        "{name}: its opponent spent {spent:?}, usually {usual:?}"
    );
    assert_eq!(record["players"][bad]["sandbox"], level, "{name}");
}

#[test]
fn every_animal_gets_its_verdict_and_leaves_nothing() {
    feed("isolated", ANIMALS.iter().collect());
}

#[test]
fn animals_are_judged_the_same_when_contained_or_unconfined() {
    for level in ["contained", "unconfined"] {
        feed(
            level,
            ANIMALS.iter().filter(|animal| animal.everywhere).collect(),
        );
    }
}

/// Looks for its opponent's files, for other processes and for the network,
/// and plays on.
fn spy(den: &Den, port: u16) {
    let target = den.path("good");
    let script = format!(
        r#"
def found(what, look):
    try:
        log("FOUND " + what + " " + str(look())[:40])
    except Exception as error:
        log("no " + what + ": " + type(error).__name__)
found("opponent", lambda: open("{0}/start").read())
found("neighbours", lambda: [n for n in os.listdir("{0}/..") if n != "spy"][0])
found("environment", lambda: open("/proc/%d/environ" % os.getppid()).read())
for pid in range(1, 40000):
    if pid != os.getpid() and os.path.exists("/proc/%d" % pid):
        try:
            line = open("/proc/%d/cmdline" % pid).read()
            if "good" in line: log("FOUND the opponent's process " + line)
        except OSError: pass
found("network", lambda: socket.create_connection(("127.0.0.1", {port}), 1))
log("looked")
while True: say(move(read()))"#,
        target.display()
    );
    den.python("spy", &script);
}

#[test]
fn a_spy_finds_nothing_and_plays_on() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let den = Den::new();
    spy(&den, listener.local_addr().expect("a port").port());
    den.house_bot("good", "brandub", "random");
    for level in ["isolated", "contained"] {
        for record in play(&den, level, "spy") {
            let seat = seat_of(&record, "spy");
            assert_eq!(record["verdicts"], json!([]), "{level}");
            let log = record["seats"][seat]["log"].as_str().expect("a log");
            assert!(log.contains("looked"), "{level}: {log}");
            assert!(!log.contains("FOUND"), "{level}: {log}");
        }
        fs::remove_dir_all(den.path("games-spy")).expect("records");
    }
    listener.set_nonblocking(true).expect("a listener");
    assert!(listener.accept().is_err(), "somebody came through");
    den.assert_empty("spy");
}

/// A name that a terminal or a browser would act on.
const VILE: &str = "\u{1b}[31m<img src=x onerror=alert(1)>\u{202e}";

fn submissions(den: &Den) {
    let settle = |name: &str| {
        let animal = ANIMALS.iter().find(|animal| animal.name == name);
        animal.expect("an animal").settle(den);
    };
    settle("exits-at-once");
    settle("illegal-move");
    let unstartable = den.write("not-executable", "#!/bin/sh\n").join("start");
    fs::set_permissions(unstartable, fs::Permissions::from_mode(0o644)).expect("a file");
    fs::create_dir(den.path("missing")).expect("a folder");
    den.house_bot("good", "brandub", "random");
    den.house_bot(VILE, "brandub", "random");
    for folder in fs::read_dir(den.path("")).expect("a folder").flatten() {
        if folder.file_name() != "scratch" {
            let to = den.path("submissions").join(folder.file_name());
            fs::create_dir_all(den.path("submissions")).expect("a folder");
            if folder.file_name() != "submissions" {
                fs::rename(folder.path(), to).expect("a move");
            }
        }
    }
}

#[test]
fn a_contest_finishes_and_sets_aside_who_fails_three_times() {
    let den = Den::new();
    submissions(&den);
    let contest = |out: &str, more: &[&str]| {
        let mut arguments = vec!["contest", "brandub", "--dir", "submissions", "--games", "2"];
        arguments.extend(["--clock", "20s", "--threads", "2", "--out", out]);
        arguments.extend(more);
        den.run(&arguments).well()
    };
    let said = contest("once", &["--json"]);
    let told = said.json();
    assert_eq!(told["finished"], true);
    assert_eq!(
        told["standings"].as_array().map(Vec::len),
        Some(6),
        "{told}"
    );
    // Whoever wins because the other fails first has not failed, so not all of
    // those that would are set aside.
    let aside: Vec<&str> = told["notes"]
        .as_array()
        .expect("notes")
        .iter()
        .filter_map(|note| {
            told["plan"]["players"][note["set_aside"].as_u64()? as usize]["name"].as_str()
        })
        .collect();
    for name in ["exits-at-once", "missing", "not-executable"] {
        assert!(aside.contains(&name), "{aside:?}");
    }
    assert!(!aside.contains(&"good") && aside.len() <= 4, "{aside:?}");
    let page = fs::read_to_string(den.path("once/report.html")).expect("a report");
    assert!(page.contains("set aside") && page.contains("start-failed"));
    assert!(!page.contains("<img src=x") && !page.contains('\u{1b}') && !page.contains('\u{202e}'));
    assert!(page.contains("&lt;img src=x"));
    den.run(&["verify", "once/games"]).well();
    // The same for people: nothing that a terminal would act on.
    let said = contest("once", &[]);
    assert!(said.out.contains("set aside"), "{}", said.out);
    assert!(!said.out.contains('\u{1b}') && !said.problem.contains('\u{1b}'));
    // Whoever wants to see all games gets them: fifteen pairs, two games each.
    let told = contest("all", &["--keep-failing", "--json"]).json();
    assert_eq!(told["finished"], true);
    assert!(!told.to_string().contains("\"set_aside\":"), "{told}");
    let played = records(&den.path("all/games"));
    assert_eq!(played.len(), 30);
    for verdict in ["crashed", "illegal", "start-failed"] {
        let of = |record: &&Value| record["verdicts"].to_string().contains(verdict);
        assert!(played.iter().filter(of).count() >= 4, "{verdict}");
    }
    den.run(&["verify", "all/games"]).well();
    den.assert_empty("contest");
}

#[test]
fn a_contest_is_stopped_neither_by_links_nor_by_endless_files() {
    let den = Den::new();
    fs::create_dir(den.path("submissions")).expect("a folder");
    den.house_bot("submissions/good", "brandub", "random");
    let hoarder = den.house_bot("submissions/hoarder", "brandub", "random");
    for (name, target) in [("all", "/"), ("again", "."), ("loop", "loop")] {
        symlink(target, hoarder.join(name)).expect("a link");
    }
    let endless = fs::File::create(hoarder.join("endless")).expect("a file");
    endless.set_len(300 << 30).expect("a sparse file");
    let thief = den.path("submissions/thief");
    fs::create_dir(&thief).expect("a folder");
    symlink("../good/start", thief.join("start")).expect("a link");
    let mut arguments = vec!["contest", "brandub", "--dir", "submissions"];
    arguments.extend(["--games", "2", "--clock", "20s", "--out", "out", "--json"]);
    arguments.push("--keep-failing");
    let said = den.run(&arguments).well();
    assert!(said.took < PATIENCE, "{:?}", said.took);
    assert_eq!(said.json()["finished"], true);
    let games = records(&den.path("out/games"));
    assert_eq!(games.len(), 6);
    for record in games {
        let players = record["players"].as_array().expect("players");
        match players.iter().position(|player| player["name"] == "thief") {
            Some(thief) => {
                let (verdict, detail) = verdict_on(&record, thief).expect("a verdict");
                assert_eq!(verdict, "start-failed");
                assert!(
                    detail.contains("outside of the bot's own folder"),
                    "{detail}"
                );
            }
            None => assert_eq!(record["verdicts"], json!([])),
        }
    }
    den.assert_empty("endless");
}

#[test]
fn programs_that_are_bound_to_cores_do_not_share_one() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let den = Den::new();
    let script = "log('core %d' % min(os.sched_getaffinity(0)))\nwhile True: say(move(read()))";
    for name in ["first", "second"] {
        den.python(name, script);
    }
    let mut arguments = vec!["contest", "brandub", "./first", "./second", "--pin"];
    arguments.extend(["--clock", "20s", "--out", "pinned"]);
    den.run(&arguments).well();
    for record in records(&den.path("pinned/games")) {
        let log = |seat: usize| record["seats"][seat]["log"].as_str().expect("a log");
        assert!(log(0).starts_with("core "), "{}", log(0));
        assert_eq!(log(0) == log(1), cores == 1, "{}{}", log(0), log(1));
    }
    den.assert_empty("pinned");
}

/// Answers requests of Automatafl with any legal move that was found by trying.
const AUTOMATON_CRASH: &str = r#"
count = 0
while True:
    request = read()
    count += 1
    if count == 3: LAST
    squares = request["board"]["squares"]
    marked = [(m["x"], m["y"]) for m in request["marked"]]
    def options():
        for column in squares:
            for square in column:
                piece = square.get("piece")
                if piece in ("attractor", "repulsor") and (square["x"], square["y"]) not in marked:
                    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                        x, y = square["x"] + dx, square["y"] + dy
                        if 0 <= x < len(squares) and 0 <= y < len(squares[0]) and "piece" not in squares[x][y] and (x, y) not in marked:
                            yield {"from": {"x": square["x"], "y": square["y"]}, "to": {"x": x, "y": y}}
    say(random.choice(list(options())))
"#;

#[test]
fn four_play_automatafl_on_without_the_one_that_failed() {
    let den = Den::new();
    for name in ["a", "b", "c"] {
        den.house_bot(name, "automatafl", "random");
    }
    den.python("broken", &AUTOMATON_CRASH.replace("LAST", "os._exit(9)"));
    let closes = "os.close(1); time.sleep(1000)";
    den.python("silent", &AUTOMATON_CRASH.replace("LAST", closes));
    for (bot, verdict) in [("broken", "crashed"), ("silent", "disconnected")] {
        let path = format!("./{bot}");
        let out = format!("games-{bot}");
        let mut arguments = vec!["match", "automatafl", path.as_str(), "./a", "./b", "./c"];
        arguments.extend(["--games", "4", "--opening", "0", "--clock", "30s"]);
        arguments.extend(["--options", "{\"max_turns\":8}", "--out", &out]);
        den.run(&arguments).well();
        den.run(&["verify", &out]).well();
        for record in records(&den.path(&out)) {
            let seat = seat_of(&record, bot);
            let (kind, detail) = verdict_on(&record, seat).expect("a verdict");
            assert_eq!(kind, verdict, "{detail}");
            assert_eq!(record["verdicts"].as_array().map(Vec::len), Some(1));
            let after = record["verdicts"][0]["after"].as_u64().expect("a step") as usize;
            let steps = record["steps"].as_array().expect("steps").len();
            assert!(after >= 2 && steps > after, "{after} of {steps}");
            let places = record["ending"]["places"].as_array().expect("places");
            let own = places[seat].as_u64();
            for (other, place) in places.iter().enumerate() {
                if other != seat {
                    assert!(place.as_u64() < own, "{places:?}");
                    // To find out why an output ended takes up to a second,
                    // and nobody's clock runs meanwhile.
                    let (_, longest) = time_of(&record, other);
                    assert!(longest < Duration::from_millis(900), "{longest:?}");
                }
            }
        }
    }
    den.assert_empty("automatafl");
}

#[test]
fn an_illegal_turn_of_game_17_is_void_and_a_crash_comes_last() {
    let den = Den::new();
    den.python("stays", "while True: read(); say([])");
    den.python(
        "cheats",
        r#"while True: read(); say([[[0, 0], "n\x1b", 100000]])"#,
    );
    den.python(
        "robs",
        r#"while True: read(); say([[[0, 0], "n", 100000], [[5, 5], "s", 100000]])"#,
    );
    den.python(
        "breaks",
        "read(); say([]); read(); raise SystemExit('no more')",
    );
    den.house_bot("plays", "game17", "t800");
    let mut arguments = vec![
        "match", "game17", "./stays", "./robs", "./breaks", "./plays", "./cheats",
    ];
    arguments.extend(["--games", "5", "--clock", "30s", "--out", "games"]);
    arguments.extend(["--options", r#"{"size":6,"rounds":6}"#]);
    den.run(&arguments).well();
    den.run(&["verify", "games"]).well();
    for record in records(&den.path("games")) {
        let places = record["ending"]["places"].as_array().expect("places");
        let breaks = seat_of(&record, "breaks");
        let (verdict, detail) = verdict_on(&record, breaks).expect("a verdict");
        assert_eq!(verdict, "crashed");
        assert!(detail.contains("no more"), "{detail}");
        for name in ["robs", "cheats"] {
            let seat = seat_of(&record, name);
            assert_eq!(verdict_on(&record, seat), None, "{name}");
            let fared = &record["seats"][seat];
            assert!(fared["voided"].as_u64() > Some(0), "{name}: {fared}");
            let rule = fared["first_void"].as_str().expect("a rule");
            assert!(!rule.contains('\u{1b}'), "{rule:?}");
        }
        for other in ["stays", "robs", "cheats", "plays"] {
            let place = &places[seat_of(&record, other)];
            assert!(place.as_u64() < places[breaks].as_u64(), "{places:?}");
        }
    }
    den.assert_empty("game17");
}
