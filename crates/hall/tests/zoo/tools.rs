//! What a bot's author uses: check, replay, built-in players as bots; and what
//! the hall says to nonsense.

use std::fs;
use std::sync::Mutex;

use serde_json::{Value, json};

use super::animals::ANIMALS;
use super::den::{Den, at_once, records, seat_of, verdict_on};

#[test]
fn built_in_players_are_bots_in_every_game() {
    let den = Den::new();
    for (game, options) in [
        ("brandub", "{}"),
        ("combo", "{}"),
        ("automatafl", r#"{"max_turns":10}"#),
        ("game17", r#"{"size":5,"rounds":5}"#),
    ] {
        let bot = format!("./{game}-bot");
        den.house_bot(&bot[2..], game, "random");
        let arguments = [
            "match",
            game,
            &bot,
            &bot,
            "--games",
            "2",
            "--options",
            options,
            "--out",
            game,
        ];
        den.run(&arguments).well();
        den.run(&["verify", game]).well();
        for record in records(&den.path(game)) {
            assert_eq!(record["verdicts"], json!([]), "{game}");
            assert_ne!(record["ending"], Value::Null, "{game}");
            assert!(record["seats"][0]["moves"].as_u64() > Some(0), "{game}");
        }
        let said = den.run(&["check", &bot, "--game", game]).well();
        assert!(said.out.contains("is fit for a contest"), "{}", said.out);
    }
    den.assert_empty("built-in");
}

#[test]
fn a_check_names_what_is_wrong() {
    let den = Den::new();
    let bad = ANIMALS.iter().filter(|animal| !animal.verdicts.is_empty());
    let next = Mutex::new(bad);
    at_once(6, || {
        while let Some(animal) = next.lock().ok().and_then(|mut next| next.next()) {
            animal.settle(&den);
            let bot = format!("./{}", animal.name);
            let mut arguments = vec!["check", &bot, "--game", "brandub", "--clock", "3s"];
            arguments.extend(["--memory", "96", "--json"]);
            let said = den.run(&arguments);
            let told = said.json();
            assert!(!said.fine, "{}: {told}", animal.name);
            assert_eq!(told["fit"], false, "{}", animal.name);
            let parts = told["parts"].as_array().expect("parts");
            let bad = parts.iter().filter(|part| part["grade"] == "bad");
            let bad: Vec<&str> = bad.filter_map(|part| part["what"].as_str()).collect();
            let named = |what: &&str| animal.verdicts.iter().any(|kind| what.contains(kind));
            assert!(bad.iter().any(named), "{}: {bad:?}", animal.name);
            let advised = |part: &Value| part["advice"].is_string();
            assert!(parts.iter().any(advised), "{}", animal.name);
        }
    });
    den.assert_empty("check");
}

#[test]
fn a_crash_is_seen_again_in_a_replay() {
    let den = Den::new();
    den.house_bot("good", "brandub", "random");
    // The same moves every time, so that only the crash differs.
    let script = "random.seed(1)\nfor turn in range(3): say(move(read()))\nread(); log('about to fall'); END";
    den.python("falls", &script.replace("END", "os._exit(4)"));
    let arguments = [
        "match", "brandub", "./falls", "./good", "--games", "2", "--out", "games",
    ];
    den.run(&arguments).well();
    for (number, record) in records(&den.path("games")).iter().enumerate() {
        let seat = seat_of(record, "falls");
        assert_eq!(
            verdict_on(record, seat).map(|(kind, _)| kind),
            Some("crashed")
        );
        let file = format!("games/brandub-{:05}.json", number + 1);
        let seat = seat.to_string();
        let replay = |bot: &str| den.run(&["bot", "replay", &file, "--seat", &seat, bot, "--log"]);
        let again = replay("./falls");
        let said = again.out.clone();
        let problem = again.badly();
        assert!(problem.contains("exit code 4"), "{problem}");
        assert!(problem.contains("about to fall"), "{problem}");
        assert!(said.contains("4 requests sent, 1 answers differ"), "{said}");
        // Mended, it answers where it fell.
        den.python(
            "mended",
            &script
                .replace("END", "say(move(request)) ")
                .replace("read(); log", "request = read(); log"),
        );
        let said = replay("./mended").well().out;
        assert!(said.contains("recorded crashed, now "), "{said}");
        assert!(said.contains("4 requests sent, 1 answers differ"), "{said}");
    }
    den.assert_empty("replay");
}

#[test]
fn the_example_bot_of_combo_plays_a_whole_contest() {
    let den = Den::new();
    den.house_bot("other", "combo", "random");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bots/combo/example");
    let mut arguments = vec!["contest", "combo", example, "./other", "--games", "2"];
    arguments.extend(["--clock", "60s", "--json", "--out", "contest"]);
    let told = den.run(&arguments).well().json();
    assert_eq!(told["finished"], true);
    let played = records(&den.path("contest/games"));
    assert_eq!(played.len(), 2);
    for record in &played {
        assert_eq!(record["verdicts"], json!([]));
    }
    den.run(&["verify", "contest/games"]).well();
    den.assert_empty("example");
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of cases")]
fn nonsense_is_answered_with_a_sentence() {
    let den = Den::new();
    den.house_bot("good", "brandub", "random");
    fs::create_dir(den.path("empty")).expect("a folder");
    fs::write(den.path("text"), "no program").expect("a file");
    fs::write(den.path("list.json"), "[1,2,3]").expect("a file");
    fs::write(den.path("bytes.json"), [0xff, 0xfe, 0, 1]).expect("a file");
    den.run(&[
        "match", "brandub", "random", "weak", "--games", "2", "--out", "games",
    ])
    .well();
    let whole = fs::read_to_string(den.path("games/brandub-00001.json")).expect("a record");
    fs::write(den.path("cut.json"), &whole[..whole.len() / 2]).expect("a file");
    let good = ["match", "brandub", "./good", "random", "--games", "2"];
    let with = |more: &[&str]| den.run(&[&good, more].concat()).badly();
    for clock in [
        "",
        "x",
        "-5s",
        "5",
        "0s",
        "1e99h",
        "5m+",
        "+",
        "/move",
        "∞",
        "5m/turn",
        "99999999999h",
    ] {
        let problem = with(&["--clock", clock]);
        assert!(problem.contains("clock"), "{clock}: {problem}");
    }
    assert!(with(&["--sandbox", "strict"]).contains("isolated, contained, unconfined"));
    assert!(with(&["--sandbox", "unconfined"]).contains("--trust-bots"));
    for memory in ["0", "-1", "lots", "99999999999999999999"] {
        assert!(with(&["--memory", memory]).contains("--memory"), "{memory}");
    }
    assert!(with(&["--threads", "many"]).contains("--threads"));
    assert!(with(&["--out", "text"]).contains("text"));
    assert!(with(&["--out", "games"]).contains("another folder"));
    assert!(with(&["--options", "{"]).contains("options"));
    let plays = |player: &str| den.run(&["match", "brandub", player, "random"]).badly();
    assert!(plays("./nobody").contains("./nobody"));
    assert!(plays("nobody.py").contains("nobody.py"));
    assert!(plays("nobody").contains("there is no player"));
    assert!(plays("./empty").contains("start"));
    assert!(plays("./text").contains("chmod +x"));
    assert!(plays("/").contains("start"));
    assert!(plays("/dev/null").contains("/dev/null"));
    assert!(plays("").contains("player"));
    for command in ["check", "verify", "replay"] {
        let mut arguments = vec![command, "./nobody"];
        if command == "check" {
            arguments.extend(["--game", "brandub"]);
        }
        let said = den.run(&arguments);
        assert!(format!("{}{}", said.out, said.problem).contains("nobody"));
        said.badly();
    }
    assert!(
        den.run(&["check", "./good", "--game", "chess"])
            .badly()
            .contains("chess")
    );
    let replay = |record: &str, seat: &str| {
        let arguments = ["bot", "replay", record, "--seat", seat, "./good"];
        den.run(&arguments).badly()
    };
    assert!(replay("games/brandub-00001.json", "9").contains("seats 0 to 1"));
    assert!(replay("games/brandub-00001.json", "-1").contains("--seat"));
    for file in [
        "list.json",
        "bytes.json",
        "cut.json",
        "text",
        "empty",
        "/dev/null",
    ] {
        let problem = replay(file, "0");
        assert!(problem.len() > 30, "{file}: {problem}");
        let said = den.run(&["verify", file]);
        assert!(!said.fine, "{file}");
        let told = format!("{}{}", said.out, said.problem);
        assert!(told.contains(file), "{file}: {told}");
    }
    // A record with any one field gone or turned into something else is refused.
    let record: Value = serde_json::from_str(&whole).expect("a record");
    for field in record.as_object().expect("fields").keys() {
        for other in [
            None,
            Some(json!(-1)),
            Some(json!("x")),
            Some(json!([[]])),
            Some(json!({})),
        ] {
            let mut changed = record.clone();
            let fields = changed.as_object_mut().expect("fields");
            match &other {
                None => fields.remove(field),
                Some(other) => fields.insert(field.clone(), other.clone()),
            };
            fs::write(den.path("changed.json"), changed.to_string()).expect("a file");
            let said = den.run(&["verify", "changed.json"]);
            assert!(!said.fine, "{field} as {other:?}: {}", said.out);
        }
    }
    den.assert_empty("nonsense");
}
