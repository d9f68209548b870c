//! The rules of a game, written in a small part of Markdown:
//!
//! ```text
//! The game in a sentence.
//!
//! ## The goal {#goal}
//!
//! A paragraph.
//!
//! - a point
//! - another
//!
//! ![Into the corner](corner)
//! What there is to see in the diagram `corner`.
//! ```
//!
//! Notation, which is the same in all languages, is between lines of three backquotes.

/// The rules of a game.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    pub lead: String,
    pub sections: Vec<Section>,
}

/// A section of the rules.
#[derive(Clone, Debug)]
pub struct Section {
    pub id: String,
    pub line: usize,
    pub title: String,
    pub parts: Vec<Part>,
}

/// A part of a section.
#[derive(Clone, Debug)]
pub enum Part {
    Say(String),
    List(Vec<String>),
    Code(String),
    Try {
        diagram: String,
        title: String,
        caption: String,
    },
}

/// Reads the rules of a game. `file` is its name in the sentences about what is wrong.
pub fn parse(file: &str, text: &str) -> Result<Rules, Vec<String>> {
    let mut rules = Rules::default();
    let mut problems = Vec::new();
    for (line, block) in blocks(text) {
        if let Err(problem) = rules.add(line, &block) {
            problems.push(format!("{file}:{line}: {problem}"));
        }
    }
    if rules.lead.is_empty() {
        problems.push(format!("{file}:1: there is no sentence about the game"));
    }
    if problems.is_empty() {
        Ok(rules)
    } else {
        Err(problems)
    }
}

/// What is between empty lines, with the number of its first line. Notation may have
/// empty lines.
fn blocks(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut blocks: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut is_open = false;
    let mut is_code = false;
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() && !is_code {
            is_open = false;
            continue;
        }
        is_code ^= line.starts_with("```");
        match blocks.last_mut() {
            Some((_, lines)) if is_open => lines.push(line),
            _ => blocks.push((number, vec![line])),
        }
        is_open = true;
    }
    blocks
}

impl Rules {
    fn add(&mut self, line: usize, block: &[&str]) -> Result<(), String> {
        if let Some(heading) = block[0].strip_prefix("## ") {
            let (title, id) = heading
                .strip_suffix('}')
                .and_then(|heading| heading.split_once(" {#"))
                .ok_or("a heading needs its name in addresses, as in: ## The goal {#goal}")?;
            if block.len() > 1 {
                return Err("there must be an empty line after a heading".to_owned());
            }
            if self.sections.iter().any(|section| section.id == id) {
                return Err(format!("there are two sections \"{id}\""));
            }
            self.sections.push(Section {
                id: id.to_owned(),
                line,
                title: title.trim().to_owned(),
                parts: Vec::new(),
            });
            return Ok(());
        }
        if block[0].starts_with('#') {
            return Err("only headings with ## are supported".to_owned());
        }
        let part = part(block)?;
        match (self.sections.last_mut(), part) {
            (Some(section), part) => section.parts.push(part),
            (None, Part::Say(words)) if self.lead.is_empty() => self.lead = words,
            (None, _) => {
                return Err("before the first heading there must be one paragraph only".to_owned());
            }
        }
        Ok(())
    }
}

fn part(block: &[&str]) -> Result<Part, String> {
    if block[0].starts_with("```") {
        return match block {
            [_, lines @ .., last] if *last == "```" && !lines.is_empty() => {
                Ok(Part::Code(lines.join("\n")))
            }
            _ => Err("notation must be between two lines of three backquotes".to_owned()),
        };
    }
    if let Some(picture) = block[0].strip_prefix("![") {
        let (title, diagram) = picture
            .strip_suffix(')')
            .and_then(|picture| picture.split_once("]("))
            .ok_or("a diagram needs a title and a name, as in: ![Into the corner](corner)")?;
        if block.len() == 1 {
            return Err(format!("the diagram \"{diagram}\" needs words below it"));
        }
        return Ok(Part::Try {
            diagram: diagram.to_owned(),
            title: title.to_owned(),
            caption: joined(&block[1..]),
        });
    }
    if !block[0].starts_with("- ") {
        return Ok(Part::Say(joined(block)));
    }
    let mut points: Vec<String> = Vec::new();
    for line in block {
        match (line.strip_prefix("- "), points.last_mut()) {
            (Some(point), _) => points.push(point.trim().to_owned()),
            (None, Some(point)) => {
                point.push(' ');
                point.push_str(line.trim());
            }
            (None, None) => {}
        }
    }
    Ok(Part::List(points))
}

fn joined(lines: &[&str]) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    lines.join(" ")
}
