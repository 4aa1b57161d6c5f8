//! The first difference between settings here and settings in a file, found in their JSON form.

use serde_json::Value;
use std::fmt;

/// A setting with two values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The name of the setting, for a sentence.
    pub setting: String,
    /// The value here.
    pub here: String,
    /// The value in the file.
    pub there: String,
}

impl Difference {
    /// The first one. `name` names a setting by the keys and indices that lead to it.
    pub fn first(
        here: &Value,
        there: &Value,
        name: &dyn Fn(&[&str]) -> String,
    ) -> Option<Difference> {
        find(here, there, &[], name)
    }
}

/// Reads as the middle of a sentence: `option.Hash of engine new is 32 here and 16`.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {} here and {}", self.setting, self.here, self.there)
    }
}

fn find(
    here: &Value,
    there: &Value,
    path: &[&str],
    name: &dyn Fn(&[&str]) -> String,
) -> Option<Difference> {
    let find_in_child =
        |key: &str, here: &Value, there: &Value| find(here, there, &[path, &[key]].concat(), name);
    match (here, there) {
        (Value::Object(a), Value::Object(b)) => {
            let missing = b.keys().filter(|key| !a.contains_key(*key));
            a.keys().chain(missing).find_map(|key| find_in_child(key, &here[key], &there[key]))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            (0..a.len()).find_map(|index| find_in_child(&index.to_string(), &a[index], &b[index]))
        }
        // The settings of all engines are too long for a message.
        (Value::Array(a), Value::Array(b)) if path == ["engines"] => Some(Difference {
            setting: "the number of engines".to_owned(),
            here: a.len().to_string(),
            there: b.len().to_string(),
        }),
        _ if here == there => None,
        _ => Some(Difference { setting: name(path), here: text(here), there: text(there) }),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "not set".to_owned(),
        Value::String(text) => text.clone(),
        Value::Object(keys) => {
            let keys = keys.iter().map(|(key, value)| format!("{key}={}", text(value)));
            keys.collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}
