//! The page `/api`: routes and types for people.

use std::fmt::Write as _;

use serde_json::Value;

use super::openapi::{fields, named};
use super::typescript::declaration;
use super::{Definitions, reachable};
use crate::api::{Endpoint, Reply, Route};

const HEAD: &str = "\
<!doctype html>
<html lang=\"en\"><head><meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Taflhalla: the API</title>
<link rel=\"stylesheet\" href=\"/assets/hall.css\"></head>
<body><header><h1><a href=\"/\">Taflhalla</a>: the API</h1></header><main>
<p>Every refusal has a <code>code</code> for programs and a <code>reason</code> for people.
Programs read the same as <a href=\"/api/v1/openapi.json\">openapi.json</a>.</p>
";

pub(super) fn page(definitions: &Definitions) -> String {
    let mut page = HEAD.to_owned();
    for endpoint in Endpoint::ALL {
        page.push_str(&section(&endpoint.route(), definitions));
    }
    page.push_str("<h2>Types</h2>\n");
    let named = reachable(definitions, &named());
    for name in &named {
        let text = linked(&escaped(&declaration(name, &definitions[name])), &named);
        let _ = writeln!(page, "<pre id=\"{name}\">{text}</pre>");
    }
    page.push_str("</main></body></html>\n");
    page
}

fn section(route: &Route, definitions: &Definitions) -> String {
    let mut section = format!(
        "<section class=\"route\"><h2><code>{} {}</code></h2>\n<p>{}.{}</p>\n",
        route.method.name(),
        route.path,
        quoted(route.summary),
        if route.known {
            " Needs an identity."
        } else {
            ""
        },
    );
    let mut rows = String::new();
    for (name, schema) in route
        .query
        .iter()
        .flat_map(|name| fields(&definitions[*name]))
    {
        let what = schema.get("description").and_then(Value::as_str);
        let what = quoted(what.unwrap_or_default());
        let _ = writeln!(rows, "<li><code>?{name}=</code> {what}</li>");
    }
    if !rows.is_empty() {
        let _ = write!(section, "<ul>\n{rows}</ul>\n");
    }
    if let Some((name, example)) = route.body {
        let _ = write!(
            section,
            "<p>Takes {}:</p>\n<pre>{}</pre>\n",
            link(name),
            escaped(example)
        );
    }
    let _ = writeln!(section, "<p>Gives {}.</p></section>", reply(route.reply));
    section
}

fn reply(reply: Reply) -> String {
    match reply {
        Reply::Value(name) => link(name),
        Reply::Svg => "SVG".to_owned(),
        Reply::Text => "a word".to_owned(),
        Reply::Description => "OpenAPI 3.1".to_owned(),
        Reply::Messages => format!(
            "messages: you send {}, the hall sends {}",
            link("ClientMessage"),
            link("ServerMessage")
        ),
    }
}

fn link(name: &str) -> String {
    format!("<a href=\"#{name}\"><code>{name}</code></a>")
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

/// The text with the parts in backquotes as code.
fn quoted(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(at, part)| match at % 2 {
        0 => escaped(part),
        _ => format!("<code>{}</code>", escaped(part)),
    });
    parts.collect()
}

/// The text with the names of types as links.
fn linked(text: &str, names: &[String]) -> String {
    let mut linked = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let word = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(word);
        if names.iter().any(|name| name == word) {
            let _ = write!(linked, "<a href=\"#{word}\">{word}</a>");
        } else {
            linked.push_str(word);
        }
        let gap = after.find(is_part).unwrap_or(after.len());
        linked.push_str(&after[..gap]);
        rest = &after[gap..];
    }
    linked
}
