//! Pages of the guide, taken apart.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A page, with its path below the root of the project.
pub struct Page {
    /// Such as `docs/bots.md`.
    pub name: String,
    parts: Vec<Part>,
}

enum Part {
    /// A line of text.
    Text { number: usize, line: String },
    /// A block of code, with the number of the line after its mark.
    Code {
        number: usize,
        mark: String,
        lines: Vec<String>,
    },
}

/// How a command is run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Run {
    /// To its end.
    Whole,
    /// Until it is open, then it is told to end.
    Server,
    /// Not at all.
    Not,
}

/// A command line of a page.
pub struct CommandLine {
    /// Its line in the page.
    pub number: usize,
    /// Without the prompt.
    pub line: String,
    /// How it is run.
    pub run: Run,
    /// What the page says it prints.
    pub prints: Vec<String>,
}

/// Where the project is.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The README and all pages of the guide.
pub fn all() -> Vec<Page> {
    let folder = root().join("docs");
    let mut names: Vec<String> = folder
        .read_dir()
        .expect("the guide")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".md") && name != "SUMMARY.md")
        .map(|name| format!("docs/{name}"))
        .collect();
    names.push("README.md".to_owned());
    names.sort();
    assert!(names.len() > 15, "{names:?}");
    names.iter().map(|name| Page::read(name)).collect()
}

impl Page {
    /// Reads a page of the project.
    pub fn read(name: &str) -> Page {
        let text = std::fs::read_to_string(root().join(name))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut parts = Vec::new();
        let mut open: Option<(usize, String, Vec<String>)> = None;
        for (number, line) in (1..).zip(text.lines()) {
            match (line.strip_prefix("```"), open.take()) {
                (Some(mark), None) => open = Some((number + 1, mark.to_owned(), Vec::new())),
                (Some(_), Some((number, mark, lines))) => parts.push(Part::Code {
                    number,
                    mark,
                    lines,
                }),
                (None, Some((number, mark, mut lines))) => {
                    lines.push(line.to_owned());
                    open = Some((number, mark, lines));
                }
                (None, None) => parts.push(Part::Text {
                    number,
                    line: line.to_owned(),
                }),
            }
        }
        assert!(open.is_none(), "{name}: a block of code has no end");
        Page {
            name: name.to_owned(),
            parts,
        }
    }

    /// The command lines in blocks marked `console`.
    pub fn commands(&self) -> Vec<CommandLine> {
        let mut commands: Vec<CommandLine> = Vec::new();
        for (number, mark, lines) in self.blocks() {
            let run = match mark {
                "console" => Run::Whole,
                "console,server" => Run::Server,
                "console,not-run" => Run::Not,
                mark => {
                    let fine = ["", "json", "python", "text"].contains(&mark);
                    assert!(fine, "{}, line {number}: what is {mark}?", self.name);
                    continue;
                }
            };
            let first = commands.len();
            for (number, line) in (number..).zip(lines) {
                if let Some(line) = line.strip_prefix("$ ") {
                    commands.push(CommandLine {
                        number,
                        line: line.to_owned(),
                        run,
                        prints: Vec::new(),
                    });
                } else if let Some(command) = commands[first..].last_mut() {
                    command.prints.push(line.clone());
                } else {
                    panic!("{}, line {number}: a command begins with $", self.name);
                }
            }
        }
        commands
    }

    /// Lines of code that are no command lines.
    pub fn other_code(&self) -> Vec<(usize, String)> {
        let others = self
            .blocks()
            .filter(|(_, mark, _)| !mark.starts_with("console"));
        others
            .flat_map(|(number, _, lines)| (number..).zip(lines.clone()))
            .collect()
    }

    /// Everything that is set as code: commands, other lines, and what stands in
    /// the text between backticks.
    pub fn all_code(&self) -> Vec<(usize, String)> {
        let commands = self.commands().into_iter();
        let mut code: Vec<(usize, String)> = commands.map(|c| (c.number, c.line)).collect();
        code.extend(self.other_code());
        code.extend(self.spans(1));
        code
    }

    /// Where links and pictures of the text lead.
    pub fn links(&self) -> Vec<(usize, String)> {
        let mut links = Vec::new();
        for (number, text) in self.spans(0) {
            for rest in text.split("](").skip(1) {
                if let Some((target, _)) = rest.split_once(')') {
                    links.push((number, target.to_owned()));
                }
            }
        }
        links
    }

    /// What can stand behind `#` in a link to this page.
    pub fn anchors(&self) -> BTreeSet<String> {
        let mut anchors = BTreeSet::new();
        for part in &self.parts {
            let Part::Text { line, .. } = part else {
                continue;
            };
            let heading = line.trim_start_matches('#');
            if heading.len() == line.len() || !heading.starts_with(' ') {
                continue;
            }
            let kept = heading.trim().chars().filter_map(|c| match c {
                ' ' => Some('-'),
                c if c.is_alphanumeric() || "-_".contains(c) => Some(c.to_ascii_lowercase()),
                _ => None,
            });
            anchors.insert(kept.collect());
        }
        anchors
    }

    fn blocks(&self) -> impl Iterator<Item = (usize, &str, &Vec<String>)> {
        self.parts.iter().filter_map(|part| match part {
            Part::Text { .. } => None,
            Part::Code {
                number,
                mark,
                lines,
            } => Some((*number, mark.as_str(), lines)),
        })
    }

    /// The parts of each paragraph between backticks (`first` is 1), or the others (0).
    fn spans(&self, first: usize) -> Vec<(usize, String)> {
        let mut spans = Vec::new();
        let mut paragraph: Option<(usize, String)> = None;
        let mut close = |paragraph: &mut Option<(usize, String)>| {
            let Some((number, text)) = paragraph.take() else {
                return;
            };
            let parts = text.split('`').skip(first).step_by(2);
            spans.extend(parts.map(|span| (number, span.to_owned())));
        };
        for part in &self.parts {
            match part {
                Part::Text { number, line } if !line.is_empty() => {
                    // Rows of tables and lists are their own; other lines go on.
                    if line.starts_with(['|', '-', '#']) {
                        close(&mut paragraph);
                    }
                    let (_, text) = paragraph.get_or_insert((*number, String::new()));
                    text.push_str(line);
                    text.push(' ');
                }
                _ => close(&mut paragraph),
            }
        }
        close(&mut paragraph);
        spans
    }
}
