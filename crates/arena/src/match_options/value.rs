//! The values of options: how each is written in the help, what an error message expects, and which setting it changes.

use super::words::file_name;
use crate::settings::EngineSettings;
use std::fmt::Display;
use std::ops::Bound::Included;
use std::ops::RangeBounds;
use std::path::PathBuf;
use std::str::FromStr;

/// What an error message says was expected of a file.
pub(super) const FILE: &str = "a file";

/// Sets a value of `T` from a text; `None` if the text is wrong.
type ValueSetter<T> = Box<dyn Fn(&mut T, &str) -> Option<()>>;

/// What a value may be, and what it sets.
pub(super) struct OptionValue<T> {
    /// The value in the help.
    pub syntax: String,
    /// What an error message says was expected.
    pub expected: String,
    /// The present value, which the help shows as the default; empty if there is none.
    pub shown: Box<dyn Fn(&mut T) -> String>,
    pub set: ValueSetter<T>,
}

/// A value with a setter of its own.
pub(super) fn value<T: 'static>(
    syntax: &str,
    expected: &str,
    set: impl Fn(&mut T, &str) -> Option<()> + 'static,
) -> OptionValue<T> {
    OptionValue {
        syntax: syntax.to_owned(),
        expected: expected.to_owned(),
        shown: Box::new(|_| String::new()),
        set: Box::new(set),
    }
}

/// A value that can be read, with a setter of its own.
pub(super) fn parsed<T: 'static, V: FromStr>(
    syntax: &str,
    expected: &str,
    set: impl Fn(&mut T, V) + 'static,
) -> OptionValue<T> {
    value(syntax, expected, move |target, text| text.parse().ok().map(|value| set(target, value)))
}

/// A setting without a default.
pub(super) fn optional<T: 'static, V: FromStr + 'static>(
    syntax: &str,
    expected: &str,
    setting: fn(&mut T) -> &mut Option<V>,
) -> OptionValue<T> {
    parsed(syntax, expected, move |target, value| *setting(target) = Some(value))
}

/// A file without a default, as `FILE` or `file=FILE`.
pub(super) fn file<T: 'static>(setting: fn(&mut T) -> &mut Option<PathBuf>) -> OptionValue<T> {
    parsed("FILE", FILE, move |target, text: String| *setting(target) = Some(file_name(&text)))
}

/// A setting of any type that can be read and printed.
pub(super) fn setting<T: 'static, V: FromStr + Display + 'static>(
    syntax: &str,
    expected: &str,
    setting: fn(&mut T) -> &mut V,
) -> OptionValue<T> {
    OptionValue {
        shown: Box::new(move |target| setting(target).to_string()),
        ..parsed(syntax, expected, move |target, value| *setting(target) = value)
    }
}

/// A number of a range, which begins with a number.
pub(super) fn number<T: 'static, N: FromStr + Display + PartialOrd + 'static>(
    range: impl RangeBounds<N> + 'static,
    number: fn(&mut T) -> &mut N,
) -> OptionValue<T> {
    OptionValue {
        shown: Box::new(move |target| number(target).to_string()),
        ..ranged("a number", range, move |target, value| *number(target) = value)
    }
}

/// A number of a range, with a setter of its own. `what` names it in messages: `a number of plies`.
pub(super) fn ranged<T: 'static, N: FromStr + Display + PartialOrd + 'static>(
    what: &str,
    range: impl RangeBounds<N> + 'static,
    set: impl Fn(&mut T, N) + 'static,
) -> OptionValue<T> {
    let expected = match (range.start_bound(), range.end_bound()) {
        (Included(first), Included(last)) => format!("{what} from {first} to {last}"),
        (Included(first), _) => format!("{what} from {first}"),
        _ => what.to_owned(),
    };
    value("N", &expected, move |target, text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.map(|number| set(target, number))
    })
}

/// One of all names of a type, with `|` between them.
pub(super) fn choice<T: 'static, V: FromStr + Display + 'static>(
    names: &str,
    field: fn(&mut T) -> &mut V,
) -> OptionValue<T> {
    let (first, last) = names.rsplit_once('|').expect("there are several names");
    setting(names, &format!("{} or {last}", first.replace('|', ", ")), field)
}

/// A limit of an engine, as [`TurnLimit`] reads it behind `key=`.
pub(super) fn limit(
    key: &'static str,
    syntax: &str,
    expected: &str,
) -> OptionValue<EngineSettings> {
    OptionValue {
        shown: Box::new(move |engine| {
            let limit = engine.limit.to_string();
            limit.strip_prefix(&format!("{key}=")).unwrap_or_default().to_owned()
        }),
        ..value(syntax, expected, move |engine: &mut EngineSettings, text| {
            engine.limit = format!("{key}={text}").parse().ok()?;
            Some(())
        })
    }
}
