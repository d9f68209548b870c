//! Compares the output of an older version with today's.

use serde_json::Value;

/// The fields of tables that version 0.1 did not have.
pub const ADDED_SINCE_0_1: [&str; 7] = [
    "away_since", // of people without a seat, and null on seats without people
    "used_ms",    // of clocks that a sealed move has stopped
    "idle",       // of conflicts
    "you",        // of people who come
    "ms",         // of your own sealed moves
    "state",      // of moves taken back
    "conflict",
];

/// The path and values of the first difference between `old` and `new`. Everything in
/// `old` must be in `new` unchanged; `new` may only have extra fields with the names in
/// `added`.
pub fn difference(old: &Value, new: &Value, added: &[&str]) -> Option<String> {
    find("", old, new, added)
}

fn find(path: &str, old: &Value, new: &Value, added: &[&str]) -> Option<String> {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let is_new = |name: &&String| !old.contains_key(*name);
            let mut names = new.keys().filter(is_new);
            if let Some(name) = names.find(|name| !added.contains(&name.as_str())) {
                return Some(format!("{path}.{name} is new"));
            }
            old.iter().find_map(|(name, old)| {
                let path = format!("{path}.{name}");
                match new.get(name) {
                    Some(new) => find(&path, old, new, added),
                    None => Some(format!("{path} is gone")),
                }
            })
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            let mut both = old.iter().zip(new).enumerate();
            both.find_map(|(at, (old, new))| find(&format!("{path}[{at}]"), old, new, added))
        }
        _ => (old != new).then(|| format!("{path} was {old} and is {new}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn fields_may_be_added_and_nothing_else() {
        let old = json!({"a": [1, {"b": null}]});
        let same = |new: Value| difference(&old, &new, &["c"]).is_none();
        assert!(same(json!({"a": [1, {"b": null}]})));
        assert!(same(json!({"a": [1, {"b": null, "c": 2}]})));
        for wrong in [
            json!({"a": [1, {"b": null, "d": 2}]}),
            json!({"a": [1, {"c": null}]}),
            json!({"a": [1, {"b": 0}]}),
            json!({"a": [1]}),
            json!({"a": [1, {"b": null}, 2]}),
            json!([]),
        ] {
            assert!(!same(wrong.clone()), "{wrong}");
        }
    }
}
