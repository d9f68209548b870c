//! All commands of the hall, as it lists them itself.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::process::{Command, Stdio};

use serde_json::Value;

/// A command with its full name, without those below it.
pub struct Listed {
    /// Such as `bot run`; empty for `hall` itself.
    pub name: String,
    /// What its help says.
    pub help: String,
    /// Its arguments.
    pub arguments: Vec<Argument>,
    /// Whether there are commands below it.
    pub has_parts: bool,
}

/// An argument of a command.
pub struct Argument {
    /// With its dashes, and all its names; none if it has a place instead.
    pub names: Vec<String>,
    /// The variable of the environment that sets it, too.
    pub env: Option<String>,
    /// What its value is called.
    pub value: String,
    /// Whether it has a value.
    pub takes_value: bool,
}

/// All commands that people are told of.
pub fn all() -> Vec<Listed> {
    let output = Command::new(env!("CARGO_BIN_EXE_hall"))
        .arg("commands")
        .stdin(Stdio::null())
        .output()
        .expect("hall starts");
    let root: Value = serde_json::from_slice(&output.stdout).expect("a list of commands");
    let mut found = Vec::new();
    collect("", &root, &mut found);
    assert!(found.len() > 15, "too few commands: {}", found.len());
    found
}

fn collect(name: &str, command: &Value, found: &mut Vec<Listed>) {
    let parts = command["commands"].as_array().expect("commands");
    let arguments = command["arguments"].as_array().expect("arguments");
    found.push(Listed {
        name: name.to_owned(),
        help: text(&command["help"]),
        arguments: arguments.iter().map(argument).collect(),
        has_parts: !parts.is_empty(),
    });
    for part in parts.iter().filter(|part| part["hidden"] == false) {
        let full = format!("{name} {}", text(&part["name"]));
        collect(full.trim(), part, found);
    }
}

fn argument(argument: &Value) -> Argument {
    let long = argument["long"].as_str().into_iter();
    let aliases = argument["aliases"].as_array().into_iter().flatten();
    let short = argument["short"].as_str().into_iter();
    Argument {
        names: long
            .chain(aliases.filter_map(Value::as_str))
            .map(|name| format!("--{name}"))
            .chain(short.map(|name| format!("-{name}")))
            .collect(),
        env: argument["env"].as_str().map(str::to_owned),
        value: argument["value"].as_str().unwrap_or_default().to_owned(),
        takes_value: argument["takes_value"] == true,
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
