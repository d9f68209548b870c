//! The files of words: what is checked while the crate is built, and what comes of it.

#[path = "../build/check.rs"]
mod check;
#[path = "../build/fluent.rs"]
mod fluent;
#[path = "../build/pseudo.rs"]
mod pseudo;
#[path = "../build/rules.rs"]
mod rules;
#[path = "../build/rust.rs"]
mod rust;
#[path = "../build/source.rs"]
mod source;

use std::path::Path;

use fluent::{Body, Piece};
use source::{Area, Game, Language};

const ENGLISH: &str = "\
# A comment.
turn = Turn { $turn }
games =
    { $count ->
        [one] one game
       *[other] { $count } games
    } left
side =
    { $side ->
        [white] White
       *[black] Black
    } is to move
hint =
    .line1 = Click.
    .line2 = Move.
";

const RULES: &str = "\
A game.

## The goal {#goal}

Long
paragraph.

- a point
- another
  point

![Into the corner](corner)
Push it in.

```
a1-a5
```
";

fn area(code: &str, text: &str) -> Language {
    let file = format!("{code}/table.ftl");
    let messages = fluent::parse(&file, text).unwrap();
    Language {
        areas: vec![Area {
            name: "table".to_owned(),
            file,
            messages,
        }],
        ..empty(code)
    }
}

fn game(code: &str, text: &str) -> Language {
    let file = format!("{code}/rules/tag.md");
    let rules = rules::parse(&file, text).unwrap();
    Language {
        games: vec![Game {
            name: "tag".to_owned(),
            file,
            rules,
        }],
        ..empty(code)
    }
}

fn empty(code: &str) -> Language {
    Language {
        code: code.to_owned(),
        variant: code.to_uppercase(),
        name: code.to_owned(),
        areas: Vec::new(),
        lists: Vec::new(),
        games: Vec::new(),
    }
}

/// What is wrong with a file.
fn refused(text: &str) -> String {
    fluent::parse("en/x.ftl", text).unwrap_err().join("; ")
}

/// What is wrong with a file beside the English one.
fn differs(text: &str) -> String {
    let languages = [area("en", ENGLISH), area("de", text)];
    check::check(&languages).unwrap_err().join("; ")
}

/// What is wrong with rules beside the English ones.
fn rules_differ(text: &str) -> String {
    let languages = [game("en", RULES), game("de", text)];
    check::check(&languages).unwrap_err().join("; ")
}

#[test]
fn what_fluent_does_not_understand_is_named_with_its_line() {
    assert_eq!(
        refused("a = A\nb = { $n\n"),
        "en/x.ftl:2: Expected a token starting with \"}\""
    );
    assert!(refused("a\n").starts_with("en/x.ftl:1: "));
}

#[test]
fn what_is_not_supported_is_named_with_its_line() {
    let cases = [
        (
            "-term = A",
            "terms (names that begin with a hyphen) are not supported",
        ),
        (
            "a = { b }",
            "\"b\" needs a $ before it: only values may be in braces",
        ),
        (
            "a = { -b }",
            "\"b\" needs a $ before it: only values may be in braces",
        ),
        (
            "a = { NUMBER($n) }",
            "functions such as NUMBER are not supported",
        ),
        (
            "a = { \"b\" }",
            "braces may hold only a value such as { $name }",
        ),
        (
            "a = { $n ->\n   [0] none\n  *[other] some\n }",
            "a choice by a single number is not supported, only \"one\" and \"other\"",
        ),
        (
            "a = { $n ->\n   [few] few\n  *[other] some\n }",
            "the plural \"few\" is not supported, only \"one\" and \"other\"",
        ),
        (
            "a = { $n ->\n   [other] some\n  *[one] one\n }",
            "a choice by a number needs [one] and *[other]",
        ),
        (
            "a = A\n    .b = { $n }",
            "\"a\" must have either a text or lines with names, not both",
        ),
        (
            "a =\n    .b = { $n }",
            "the line \"b\" must not have values",
        ),
        ("type = A", "\"type\" cannot be the name of a message"),
        ("aB = A", "\"aB\" cannot be the name of a message"),
    ];
    for (text, sentence) in cases {
        let problem = refused(&format!("\n# A comment.\n{text}\n"));
        assert!(problem.contains(sentence), "{text}: {problem}");
        assert!(problem.starts_with("en/x.ftl:"), "{text}: {problem}");
    }
    assert_eq!(
        refused("a = A\nb = B\na = C\n"),
        "en/x.ftl:3: \"a\" is already in line 1"
    );
}

#[test]
fn a_language_must_have_every_message_and_no_other() {
    let text = ENGLISH;
    let without = text.replace("turn = Turn { $turn }\n", "");
    assert_eq!(
        differs(&without),
        "de/table.ftl: the message \"turn\" is missing; it is in en/table.ftl:2"
    );
    assert_eq!(
        differs(&format!("{text}\nmore = More\n")),
        "de/table.ftl:17: there is no message \"more\" in en/table.ftl"
    );
    let languages = [area("en", text), empty("de")];
    let problems = check::check(&languages).unwrap_err();
    assert_eq!(problems, ["de/table.ftl is missing"]);
    let languages = [empty("en"), area("de", text)];
    let problems = check::check(&languages).unwrap_err();
    assert_eq!(problems, ["de/table.ftl: there is no such file in en"]);
}

#[test]
fn a_message_must_have_the_same_values_and_lines_in_every_language() {
    let text = ENGLISH;
    assert_eq!(
        differs(&text.replace("Turn { $turn }", "Runde")),
        "de/table.ftl:2: the message \"turn\" has no values, but in en/table.ftl:2 it has the values $turn"
    );
    assert_eq!(
        differs(&text.replace("    .line2 = Move.\n", "")),
        "de/table.ftl:13: the message \"hint\" has the lines .line1, but in en/table.ftl:13 it has the lines .line1, .line2"
    );
    let word = text
        .replace("[white]", "[one]")
        .replace("[black]", "[other]");
    assert_eq!(
        differs(&word),
        "de/table.ftl:8: $side in \"side\" is a number that a choice depends on, but in en/table.ftl:8 it is a word that a choice depends on"
    );
    // A language may do without a choice.
    let plain = "turn = Runde { $turn }\ngames = Spiele: { $count }\nside = { $side } zieht\nhint =\n    .line1 = A\n    .line2 = B\n";
    check::check(&[area("en", text), area("de", plain)]).unwrap();
}

#[test]
fn values_and_choices_become_typed_methods() {
    let source = rust::write(&[area("en", ENGLISH), area("de", ENGLISH)]);
    let has = |part: &str| assert!(source.contains(part), "{part}\n{source}");
    has("pub fn turn(self, turn: impl Display) -> String");
    has("pub fn games(self, count: impl Count) -> String");
    has(
        "Language::DE => match count.is_one() { true => \"one game left\", _ => \"\\u{1} games left\", }",
    );
    has("pub fn side(self, side: &str) -> String");
    has("match side { \"white\" => \"White is to move\", _ => \"Black is to move\", }");
    has("pub fn hint(self) -> &'static [&'static str]");
}

#[test]
fn rules_are_read_as_they_are_written() {
    let rules = rules::parse("en/rules/tag.md", RULES).unwrap();
    assert_eq!(rules.lead, "A game.");
    let parts = format!("{:?}", rules.sections[0].parts);
    assert_eq!(
        parts,
        "[Say(\"Long paragraph.\"), List([\"a point\", \"another point\"]), \
         Try { diagram: \"corner\", title: \"Into the corner\", caption: \"Push it in.\" }, Code(\"a1-a5\")]"
    );
}

#[test]
fn rules_must_have_the_same_sections_diagrams_and_notation() {
    assert_eq!(
        rules_differ(&RULES.replace("{#goal}", "{#ziel}")),
        "de/rules/tag.md: the sections are ziel, but in en/rules/tag.md they are goal"
    );
    assert_eq!(
        rules_differ(
            &RULES
                .replace("(corner)", "(edge)")
                .replace("a1-a5", "a1-a6")
        ),
        "de/rules/tag.md:3: the section \"goal\" has the diagram edge, the notation a1-a6, \
         but in en/rules/tag.md:3 it has the diagram corner, the notation a1-a5"
    );
    // A translator may divide paragraphs in another way.
    let shorter = RULES.replace("Long\n", "Long\n\n");
    check::check(&[game("en", RULES), game("de", &shorter)]).unwrap();
}

#[test]
fn broken_rules_are_named_with_their_line() {
    let cases = [
        (
            "Lead.\n\n## Goal\n",
            "x.md:3: a heading needs its name in addresses",
        ),
        (
            "Lead.\n\n# Goal {#goal}\n",
            "x.md:3: only headings with ## are supported",
        ),
        ("Lead.\n\nMore.\n", "x.md:3: before the first heading"),
        (
            "## Goal {#goal}\n",
            "x.md:1: there is no sentence about the game",
        ),
        (
            "Lead.\n\n## Goal {#goal}\n\n![Corner](corner)\n",
            "x.md:5: the diagram \"corner\" needs words",
        ),
        (
            "Lead.\n\n## Goal {#goal}\n\n```\na1\n",
            "x.md:5: notation must be between",
        ),
        (
            "Lead.\n\n## A {#a}\n\n## B {#a}\n",
            "x.md:5: there are two sections \"a\"",
        ),
    ];
    for (text, sentence) in cases {
        let problems = rules::parse("x.md", text).unwrap_err().join("; ");
        assert!(problems.starts_with(sentence), "{problems}");
    }
}

/// Every language in its real files.
fn all() -> Vec<Language> {
    source::read(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn every_language_has_every_message_with_the_same_values() {
    let languages = all();
    assert!(languages.len() > 1);
    check::check(&languages).unwrap();
    let (first, others) = languages.split_first().unwrap();
    for other in others {
        for (area, there) in first.files().zip(other.files()) {
            let shapes = |area: &Area| {
                let messages = area.messages.iter().map(|message| {
                    let mut values: Vec<_> =
                        message.values().into_iter().map(|(name, _)| name).collect();
                    values.sort();
                    (message.id.clone(), values)
                });
                messages.collect::<std::collections::BTreeMap<_, _>>()
            };
            assert_eq!(shapes(area), shapes(there), "{}", there.file);
        }
    }
}

#[test]
fn the_language_made_by_machine_has_accents_keeps_values_and_is_longer() {
    assert_eq!(pseudo::accented("Move, please: 7"), "Ṁóṽé, ṗĺéášé: 7");
    let english = area("en", ENGLISH);
    let pseudo = pseudo::of(&english);
    check::check(&[english, pseudo::of(&area("en", ENGLISH))]).unwrap();
    let Body::One(text) = &pseudo.areas[0].messages[0].body else {
        panic!("a text");
    };
    assert!(matches!(&text[1], Piece::Value(name) if name == "turn"));
    // Not one letter of all real words stays as it is.
    let first = &all()[0];
    let pseudo = pseudo::of(first);
    for area in pseudo.files() {
        for message in &area.messages {
            if let Body::One(text) = &message.body {
                for piece in text {
                    if let Piece::Text(text) = piece {
                        assert!(!text.contains(|c: char| c.is_ascii_alphabetic()), "{text}");
                    }
                }
            }
        }
    }
}

/// Every message in the sources of all crates: its place, its name and those of its
/// values.
fn made() -> Vec<(String, String, Vec<String>)> {
    let mut made = Vec::new();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for folder in std::fs::read_dir(crates).unwrap() {
        let folder = folder.unwrap().path();
        // Only here and there for tests.
        if !["testkit", "fuzz"]
            .map(|name| crates.join(name))
            .contains(&folder)
        {
            sources(&folder.join("src"), &mut made);
        }
    }
    made
}

fn sources(folder: &Path, made: &mut Vec<(String, String, Vec<String>)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, made);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
            let lines = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            let text = lines.collect::<Vec<_>>().join("\n");
            let calls = text.split("message!(").skip(1);
            // Others are in the macros themselves.
            for call in calls.filter(|call| call.trim_start().starts_with('"')) {
                let (id, values) = call_of(call);
                made.push((path.display().to_string(), id, values));
            }
        }
    }
}

/// The name of a message and those of its values, from what is in the parentheses.
fn call_of(call: &str) -> (String, Vec<String>) {
    let (mut depth, mut is_text, mut parts) = (0, false, vec![String::new()]);
    for letter in call.chars() {
        match letter {
            '"' => is_text = !is_text,
            '(' | '[' | '{' if !is_text => depth += 1,
            ')' | ']' | '}' if !is_text && depth == 0 => break,
            ')' | ']' | '}' if !is_text => depth -= 1,
            ',' if !is_text && depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().unwrap().push(letter);
    }
    let mut parts = parts
        .iter()
        .map(|part| part.trim())
        .filter(|part| !part.is_empty());
    let id = parts
        .next()
        .unwrap_or_default()
        .trim_matches('"')
        .to_owned();
    let values = parts.map(|part| part.split([' ', '=']).next().unwrap().to_owned());
    (id, values.collect())
}

#[test]
fn every_message_that_is_made_has_words_with_the_same_values() {
    let made = made();
    assert!(made.len() > 200, "{}", made.len());
    let mut problems = Vec::new();
    for (file, id, mut has) in made {
        has.sort();
        match words::values_of(&id) {
            None => problems.push(format!("{file}: there are no words for {id}")),
            Some(due) => {
                let mut due: Vec<&str> = due.to_vec();
                due.sort_unstable();
                if has != due {
                    problems.push(format!("{file}: {id} has {has:?}, its words need {due:?}"));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Names of messages that are put together: an option, its values, the end of a game.
const COMPOSED: [&str; 5] = [".what", ".option-", ".word-", ".unwon", "ending."];

#[test]
fn every_message_in_the_files_is_used() {
    let made = made();
    for area in &all()[0].lists {
        for message in &area.messages {
            let id = format!("{}.{}", area.name, message.id);
            let is_made = made.iter().any(|(_, made, _)| *made == id);
            let is_composed = COMPOSED.iter().any(|part| id.contains(part));
            let is_basic = area.name == "plain";
            assert!(is_made || is_composed || is_basic, "nothing says {id}");
        }
    }
}
