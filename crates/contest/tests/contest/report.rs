//! The reports of a contest.

use std::fs;

use contest::ratings;
use contest::report::{self, Report, Viewer};
use contest::{Format, Outcome, Plan};
use serde_json::json;

use super::{alone, crashing, plan};

const EVIL: &str = "<script>alert(1)</script>\u{1b}[31m\u{202e}\"'&\r\n=1";

fn evil() -> (Plan, Outcome) {
    let mut plan = plan(Format::RoundRobin, 3, 2);
    plan.players[1].name = EVIL.to_owned();
    let outcome = alone(&plan, |fixture| {
        let mut played = crashing(fixture, 1, |_| true);
        for result in &mut played.seats {
            result.detail = result.detail.take().map(|_| format!("</td>{EVIL}"));
        }
        played.record = Some(format!("games/{}.json", fixture.stem()));
        played
    });
    (plan, outcome)
}

#[test]
fn no_name_gets_out_of_its_place() {
    let (plan, outcome) = evil();
    let ratings = ratings::of(&plan, &outcome.tally);
    let seats = ["Attackers".to_owned(), "Defenders".to_owned()];
    let told = Report {
        game: "Brandub",
        seats: &seats,
        plan: &plan,
        outcome: &outcome,
        ratings: &ratings,
        viewer: Some(Viewer {
            style: "b{}".to_owned(),
            script: "function show(e, g) {}".to_owned(),
            mount: "show".to_owned(),
            data: json!([{"players": [EVIL]}]).to_string(),
            games: vec![0],
        }),
    };
    let page = report::html(&told);
    assert!(
        !page.contains("<script>alert") && page.contains("&lt;script&gt;alert(1)&lt;/script&gt;")
    );
    assert!(page.contains("<a href=\"#1\">view</a>") && page.contains("\\u003c/script>"));
    let page_only = page.replace('\n', "");
    let everywhere = [page_only, report::text(&told).replace('\n', "")];
    for text in everywhere {
        assert!(
            !text.contains(|c: char| c.is_control() || c == '\u{202e}'),
            "{text:?}"
        );
    }
    for (name, text) in report::csv(&told) {
        let width = |line: &str| {
            let mut quoted = false;
            line.chars()
                .filter(|&c| {
                    quoted ^= c == '"';
                    c == ',' && !quoted
                })
                .count()
        };
        let lines: Vec<&str> = text.trim_end().split("\r\n").collect();
        assert!(lines.len() > 1 || name == "notes.csv", "{name}");
        assert!(
            lines.iter().all(|line| width(line) == width(lines[0])),
            "{name}: {text}"
        );
        assert!(
            !text.replace("\r\n", "").contains(char::is_control),
            "{name}"
        );
    }
}

#[test]
fn page_tables_and_json_have_the_same_facts() {
    let (plan, outcome) = evil();
    let ratings = ratings::of(&plan, &outcome.tally);
    let seats = ["Attackers".to_owned(), "Defenders".to_owned()];
    let told = Report {
        game: "Brandub",
        seats: &seats,
        plan: &plan,
        outcome: &outcome,
        ratings: &ratings,
        viewer: None,
    };
    let folder = tempfile::tempdir().unwrap();
    report::write(&told, folder.path()).unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let whole: serde_json::Value = serde_json::from_str(&read("report.json")).unwrap();
    let page = read("report.html");
    assert_eq!(whole["games"].as_array().unwrap().len(), 6);
    assert_eq!(read("games.csv").lines().count(), 1 + 12);
    assert_eq!(
        page.matches(">record</a>").count(),
        5,
        "those that were not forfeited"
    );
    let standings = whole["standings"].as_array().unwrap();
    for (row, line) in standings.iter().zip(read("standings.csv").lines().skip(1)) {
        assert!(line.starts_with(&row["rank"].to_string()));
        let elo = row["rating"]["elo"].as_f64().unwrap();
        assert!(line.contains(&format!(",{elo:.1},")), "{elo} in {line}");
        assert!(page.contains(&format!("<td>{}</td>", report::elo(elo))));
        assert!(report::text(&told).contains(&report::elo(elo)));
    }
    let short: serde_json::Value = serde_json::from_str(&read("standings.json")).unwrap();
    assert_eq!(short["standings"][0]["points"], standings[0]["points"]);
    assert_eq!(short["notes"][0]["set_aside"], json!(1));
    assert!(page.contains("was set aside after game"));
    for part in [
        "id=\"standings\"",
        "id=\"ratings\"",
        "id=\"crosstable\"",
        "id=\"time\"",
        "id=\"games\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("src=") && !page.contains("http://") && !page.contains("https://"));
}
