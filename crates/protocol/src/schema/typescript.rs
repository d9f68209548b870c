//! TypeScript from JSON Schema, as far as the protocol's types need it.

use serde_json::{Map, Value};

use super::{Definitions, referred};

const HEAD: &str = "\
// The protocol of Taflhalla. Over a WebSocket you send a ClientMessage and get
// ServerMessages. Generated from the types in crates/protocol by
// `cargo xtask schema`.
";

/// A module with all types.
pub(super) fn module(definitions: &Definitions) -> String {
    let mut module = HEAD.to_owned();
    for (name, schema) in definitions {
        module.push('\n');
        module.push_str(&declaration(name, schema));
    }
    module
}

pub(super) fn declaration(name: &str, schema: &Value) -> String {
    let comment = comment(schema, "");
    let (space, is) = match of(schema, "") {
        lines if lines.starts_with('\n') => ("", lines),
        line => (" ", line),
    };
    format!("{comment}export type {name} ={space}{is};\n")
}

fn comment(schema: &Value, indent: &str) -> String {
    match schema.get("description").and_then(Value::as_str) {
        Some(text) => format!("{indent}/** {text} */\n"),
        None => String::new(),
    }
}

/// The type that a schema describes. Nested lines are indented beyond `indent`.
fn of(schema: &Value, indent: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(referred(schema).map(str::to_owned));
    let Some(schema) = schema.as_object() else {
        return "unknown".to_owned();
    };
    if let Some(literal) = schema.get("const") {
        return literal.to_string();
    }
    if let Some(literals) = list(schema, "enum") {
        return union(literals.iter().map(Value::to_string));
    }
    parts.extend(plain(schema, indent));
    for key in ["oneOf", "anyOf"] {
        if let Some(choices) = list(schema, key) {
            parts.push(choice(choices, indent));
        }
    }
    for part in list(schema, "allOf").into_iter().flatten() {
        parts.push(of(part, indent));
    }
    match parts.len() {
        0 => "unknown".to_owned(),
        1 => parts.remove(0),
        _ => {
            let parts = parts.iter().map(|part| {
                if part.contains('|') && !part.starts_with('{') {
                    format!("({part})")
                } else {
                    part.clone()
                }
            });
            parts.collect::<Vec<_>>().join(" & ")
        }
    }
}

fn list<'a>(schema: &'a Map<String, Value>, key: &str) -> Option<&'a Vec<Value>> {
    schema.get(key)?.as_array()
}

fn union(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(" | ")
}

/// A union. If its members have descriptions, each gets its own line.
fn choice(choices: &[Value], indent: &str) -> String {
    let is_described = |choice: &Value| choice.get("description").is_some();
    if !choices.iter().any(is_described) {
        return union(choices.iter().map(|choice| of(choice, indent)));
    }
    let deeper = format!("{indent}  ");
    let lines = choices.iter().map(|choice| {
        let comment = comment(choice, &deeper);
        format!("\n{comment}{deeper}| {}", of(choice, &deeper))
    });
    lines.collect()
}

/// The type in a schema's field `type`, if it has one.
fn plain(schema: &Map<String, Value>, indent: &str) -> Option<String> {
    match schema.get("type")? {
        Value::Array(kinds) => {
            let kinds = kinds.iter().filter_map(Value::as_str);
            Some(union(
                kinds.filter_map(|kind| of_kind(kind, schema, indent)),
            ))
        }
        kind => of_kind(kind.as_str()?, schema, indent),
    }
}

fn of_kind(kind: &str, schema: &Map<String, Value>, indent: &str) -> Option<String> {
    Some(match kind {
        "integer" | "number" => "number".to_owned(),
        "array" => array(schema, indent),
        "object" => return object(schema, indent),
        "string" | "boolean" | "null" => kind.to_owned(),
        _ => "unknown".to_owned(),
    })
}

fn array(schema: &Map<String, Value>, indent: &str) -> String {
    let tuple = |items: Vec<String>| format!("[{}]", items.join(", "));
    if let Some(items) = list(schema, "prefixItems") {
        return tuple(items.iter().map(|item| of(item, indent)).collect());
    }
    let item = schema
        .get("items")
        .map_or("unknown".to_owned(), |item| of(item, indent));
    let least = schema.get("minItems").and_then(Value::as_u64);
    let most = schema.get("maxItems").and_then(Value::as_u64);
    match (least, most) {
        (Some(least), Some(most)) if least == most => tuple(vec![item; least as usize]),
        _ => format!("Array<{item}>"),
    }
}

fn object(schema: &Map<String, Value>, indent: &str) -> Option<String> {
    if let Some(values @ Value::Object(_)) = schema.get("additionalProperties") {
        return Some(format!("{{ [key: string]: {} }}", of(values, indent)));
    }
    let properties = schema.get("properties")?.as_object()?;
    let required = list(schema, "required");
    let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|n| n == name));
    let deeper = format!("{indent}  ");
    let lines = properties.iter().map(|(name, property)| {
        let comment = comment(property, &deeper);
        let mark = if is_required(name) { "" } else { "?" };
        format!(
            "{comment}{deeper}{name}{mark}: {};\n",
            of(property, &deeper)
        )
    });
    Some(format!("{{\n{}{indent}}}", lines.collect::<String>()))
}
