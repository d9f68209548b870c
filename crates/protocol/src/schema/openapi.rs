//! OpenAPI from the list of routes and the definitions of the types.

use serde_json::{Map, Value, json};

use super::{Definitions, reachable};
use crate::api::{COOKIE, Endpoint, Reply, Route};

/// The OpenAPI description of all routes.
pub(super) fn describe(definitions: &Definitions, games: &[&str]) -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for &endpoint in Endpoint::ALL {
        let route = endpoint.route();
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method.name().to_lowercase()] = operation(endpoint, &route, definitions);
    }
    let named = reachable(definitions, &named());
    let schemas: Map<String, Value> = named
        .into_iter()
        .map(|name| (name.clone(), relocated(&definitions[&name])))
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Taflhalla",
            "version": crate::VERSION.to_string(),
            "description": format!("Tables of {}", games.join(", ")),
        },
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
            "responses": {"Refused": {
                "description": "Refused; nothing changed",
                "content": {"application/json": {"schema": component("RefusalBody")}},
            }},
            "schemas": schemas,
        },
    })
}

/// The types that routes mention.
pub(super) fn named() -> Vec<&'static str> {
    let mut names = vec!["RefusalBody", "ClientMessage", "ServerMessage"];
    for endpoint in Endpoint::ALL {
        let route = endpoint.route();
        names.extend(route.query);
        names.extend(route.body.map(|(name, _)| name));
        if let Reply::Value(name) = route.reply {
            names.push(name);
        }
    }
    names
}

fn component(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// The schema with its references pointing to where OpenAPI keeps definitions.
fn relocated(schema: &Value) -> Value {
    match schema {
        Value::Object(object) => {
            let fields = object.iter().map(|(name, value)| {
                let value = match (name.as_str(), value) {
                    ("$ref", Value::String(to)) => {
                        json!(to.replace("#/$defs/", "#/components/schemas/"))
                    }
                    _ => relocated(value),
                };
                (name.clone(), value)
            });
            Value::Object(fields.collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(relocated).collect()),
        other => other.clone(),
    }
}

fn operation(endpoint: Endpoint, route: &Route, definitions: &Definitions) -> Value {
    let mut id = format!("{endpoint:?}");
    id[..1].make_ascii_lowercase();
    let mut operation = json!({
        "operationId": id,
        "summary": route.summary,
        "parameters": parameters(route, definitions),
        "responses": responses(route),
    });
    if let Some((name, example)) = route.body {
        let example: Value = serde_json::from_str(example).unwrap_or_default();
        operation["requestBody"] = json!({
            "required": definitions[name].get("required").is_some(),
            "content": {"application/json": {"schema": component(name), "example": example}},
        });
    }
    if route.known {
        operation["security"] = json!([{"token": []}, {"cookie": []}]);
    }
    operation
}

fn parameters(route: &Route, definitions: &Definitions) -> Vec<Value> {
    let in_path = route.parameters().map(
        |name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}),
    );
    let in_query = route
        .query
        .into_iter()
        .flat_map(|name| fields(&definitions[name]));
    let in_query = in_query.map(|(name, schema)| {
        let mut schema = relocated(schema);
        let description = schema
            .as_object_mut()
            .and_then(|schema| schema.remove("description"));
        json!({"name": name, "in": "query", "description": description, "schema": schema})
    });
    in_path.chain(in_query).collect()
}

/// The fields of an object.
pub(super) fn fields(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let fields = schema.get("properties").and_then(Value::as_object);
    fields.into_iter().flatten()
}

fn responses(route: &Route) -> Value {
    let mut responses = Map::new();
    for status in route.statuses {
        responses.insert(status.to_string(), response(route.reply, *status));
    }
    let refusals = [
        (route.body.is_some() || route.query.is_some(), "400"),
        (route.known, "401"),
        (route.parameters().next().is_some(), "404"),
        (true, "default"),
    ];
    for (_, status) in refusals.iter().filter(|(applies, _)| *applies) {
        let refused = json!({"$ref": "#/components/responses/Refused"});
        responses.insert((*status).to_owned(), refused);
    }
    Value::Object(responses)
}

fn response(reply: Reply, status: u16) -> Value {
    let (description, content) = match (reply, status) {
        (_, 304) => return json!({"description": "You have it already"}),
        (Reply::Messages, _) => {
            return json!({
                "description": "Messages over a WebSocket",
                "x-sends": component("ClientMessage"),
                "x-receives": component("ServerMessage"),
            });
        }
        (Reply::Value(name), 201) => (
            format!("Made: {name}"),
            json!({"application/json": {"schema": component(name)}}),
        ),
        (Reply::Value(name), _) => (
            name.to_owned(),
            json!({"application/json": {"schema": component(name)}}),
        ),
        (Reply::Svg, _) => (
            "The picture".to_owned(),
            json!({"image/svg+xml": {"schema": {"type": "string"}}}),
        ),
        (Reply::Text, _) => (
            "A word".to_owned(),
            json!({"text/plain": {"schema": {"type": "string"}}}),
        ),
        (Reply::Description, _) => (
            "OpenAPI 3.1".to_owned(),
            json!({"application/json": {"schema": {"type": "object"}}}),
        ),
    };
    json!({"description": description, "content": content})
}
