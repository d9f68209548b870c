//! Pairs of requests and responses from data files.

use std::path::Path;

use serde_json::Value;

/// A pair, with its place in the file.
#[derive(Clone, Debug)]
pub struct Vector {
    /// The file name and line, for messages.
    pub place: String,
    /// The request.
    pub request: Value,
    /// The required response.
    pub response: Value,
}

/// Reads a file of `{"request":…,"response":…}` lines.
///
/// # Panics
/// If the file is missing, has no line, or has a line of any other shape.
pub fn read(path: &Path) -> Vec<Vector> {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let vectors: Vec<Vector> = text
        .lines()
        .enumerate()
        .map(|(number, line)| {
            let place = format!("{name}:{}", number + 1);
            let value: Value = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{place} is not JSON: {error}"));
            match value {
                Value::Object(mut pair)
                    if pair.len() == 2
                        && pair.contains_key("request")
                        && pair.contains_key("response") =>
                {
                    Vector {
                        place,
                        request: pair["request"].take(),
                        response: pair["response"].take(),
                    }
                }
                _ => panic!("{place} is not a request and a response"),
            }
        })
        .collect();
    assert!(!vectors.is_empty(), "{name} has no vectors");
    vectors
}
