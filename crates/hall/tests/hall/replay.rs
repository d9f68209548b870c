//! `hall replay` as a user meets it.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{hall, text};

/// A folder that goes away with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("hall-replay-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0
            .join(name)
            .to_str()
            .expect("a path in UTF-8")
            .to_owned()
    }

    fn record(&self, record: &Value) -> String {
        let path = self.file("record.json");
        std::fs::write(&path, record.to_string()).expect("the record is written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn brandub() -> Value {
    json!({
        "format": "taflhalla-record", "version": 1, "game": "brandub", "options": {},
        "players": [{"name": "Ann\u{1b}[31m\u{202e}", "from": "afar"}, "<script>alert(1)</script>"],
        "new": {"field": true},
        "steps": [
            {"act": [[0, "d2-g2"]], "us": [1500], "hash": "00"},
            {"act": [[1, "d3-a3"]], "us": [250]},
        ],
        "ending": {"reason": "time", "winners": [0]},
        "verdicts": [{"seat": 1, "verdict": "time"}],
    })
}

#[test]
fn without_a_terminal_every_position_is_plain_text() {
    let folder = Folder::new("plain");
    let output = hall(&["replay", &folder.record(&brandub())]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(!shown.contains(['\x1b', '\u{202e}']), "{shown}");
    assert!(shown.contains("Ann\u{fffd}[31m\u{fffd}"), "{shown}");
    assert!(shown.contains("1. d2-g2  (1.5 ms)"), "{shown}");
    assert!(shown.contains("2. d3-a3  (250 µs)"), "{shown}");
    assert!(
        shown.contains("The attacker moves from d2 to g2."),
        "{shown}"
    );
    assert!(shown.contains("3[T] .  .  .  .  .  ."), "{shown}");
    assert!(shown.ends_with("Attackers win (time).\n"), "{shown}");
}

#[test]
fn no_terminal_acts_on_the_names_of_files() {
    let folder = Folder::new("names");
    let path = folder.file("\u{1b}[31m\u{202e}.json");
    for content in ["{}", "no JSON"] {
        std::fs::write(&path, content).expect("a file");
        for command in ["verify", "replay"] {
            for path in [&path, &folder.file("\u{1b}absent")] {
                let output = hall(&[command, path]);
                assert!(!output.status.success());
                for shown in [text(&output.stdout), text(&output.stderr)] {
                    assert!(!shown.contains(['\x1b', '\u{202e}']), "{command}: {shown}");
                }
            }
        }
    }
    let output = hall(&["verify", &path]);
    let shown = text(&output.stdout);
    assert!(shown.contains("\u{fffd}[31m\u{fffd}.json"), "{shown}");
}

#[test]
fn one_step_can_be_asked_for_and_a_step_too_many_is_an_error() {
    let folder = Folder::new("step");
    let record = folder.record(&brandub());
    let output = hall(&["replay", &record, "--step", "1", "--json"]);
    let shown: Value = serde_json::from_str(text(&output.stdout)).expect("JSON");
    assert_eq!(shown["positions"].as_array().map(Vec::len), Some(1));
    assert_eq!(shown["positions"][0]["moves"], "d2-g2");
    assert_eq!(shown["players"][1]["note"], "time");

    let output = hall(&["replay", &record, "--step", "3"]);
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("the steps 0 to 2"));
}

#[test]
fn pictures_and_a_page_are_written() {
    let folder = Folder::new("out");
    let record = folder.record(&brandub());
    let names = ["game.gif", "last.svg", "game.html"].map(|name| folder.file(name));
    let [gif, svg, html] = &names;
    let output = hall(&[
        "replay", &record, "--gif", gif, "--svg", svg, "--html", html, "--dark",
    ]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(std::fs::read(gif).expect("a GIF").starts_with(b"GIF89a"));
    assert!(
        std::fs::read_to_string(svg)
            .expect("an SVG")
            .starts_with("<svg")
    );
    let page = std::fs::read_to_string(html).expect("a page");
    assert!(!page.contains("<script>alert"), "names are text");

    let all = folder.file("all/");
    assert!(hall(&["replay", &record, "--svg", &all]).status.success());
    let files = std::fs::read_dir(Path::new(&all)).expect("a folder");
    assert_eq!(files.count(), 3);
}

#[test]
fn a_record_of_the_original_game_17_is_known_by_its_shape() {
    let folder = Folder::new("original");
    let record = json!({
        "owners": [[0, 1], [2, 3]], "numbers": [[4, 4], [4, 4]],
        "diffs": [
            {"round": 0, "owner": 2, "owners": [[0, 0, 2]], "numbers": [[0, 0, 3], [1, 0, 1]]},
            {"round": 1, "owner": 2, "owners": [], "numbers": []},
        ],
    });
    let output = hall(&["replay", &folder.record(&record)]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(
        shown.contains("    0   1\n0 2:3 1:4\n1 2:1 3:4\n"),
        "{shown}"
    );
    assert!(shown.ends_with("Owner 2 has most squares.\n"), "{shown}");
}

#[test]
fn what_is_no_record_is_refused_in_a_sentence() {
    let folder = Folder::new("bad");
    let original = |diff: Value| json!({"owners": [[0]], "numbers": [[4]], "diffs": [diff]});
    let mut illegal = brandub();
    illegal["steps"][1]["act"][0][1] = json!("d3-a1");
    let mut broken = brandub();
    broken["steps"][0] = json!({"act": "d2-g2"});
    let cases = [
        (json!([]), "format"),
        (
            json!({"format": "taflhalla-record", "version": 1, "game": "chess"}),
            "chess",
        ),
        (illegal, "step 2 of the game"),
        (broken, "step 1 of the record"),
        (
            original(json!({"round": 0, "owner": 0, "owners": [[5, 0, 1]]})),
            "diff 1",
        ),
        (
            original(json!({"round": 0, "owner": 0, "owners": [[u64::MAX, 0, 1]]})),
            "diff 1",
        ),
        (original(json!({"owner": 0})), "round"),
        (
            json!({"owners": [[0], [1, 2]], "numbers": [[4]], "diffs": []}),
            "the rows have [1, 2] squares",
        ),
        (json!({"owners": [], "numbers": [], "diffs": []}), "owners"),
    ];
    for (record, expected) in cases {
        let output = hall(&["replay", &folder.record(&record)]);
        assert!(!output.status.success(), "{record}");
        let said = text(&output.stderr);
        assert!(said.contains(expected), "{record}: {said}");
        assert!(!said.contains("panicked"), "{record}: {said}");
    }
    let output = hall(&["replay", &folder.file("nowhere.json")]);
    assert!(text(&output.stderr).contains("nowhere.json"));
}
