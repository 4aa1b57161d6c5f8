//! The command line of `luctor match`: one table of options, from which parsing, error messages and help are made.
//!
//! The options are those of cutechess-cli: one dash (two are accepted), followed by values or `key=value` pairs. clap cannot
//! express groups of pairs.

use crate::settings::{
    DrawRule, EngineSettings, MatchSettings, OpeningOrder, OpeningSettings, Protocol, ResignRule,
    SettingsError, Tournament,
};
use crate::sprt::{EloModel, Sprt, SprtError, SprtSettings};
use emergo::notation::Excerpt;
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// The command line is wrong.
#[derive(Clone, PartialEq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum ArgumentError {
    #[error("there is no option {0}")]
    UnknownOption(Excerpt),
    #[error("unexpected value {0}")]
    UnexpectedValue(Excerpt),
    #[error("{option} has no key {key}, its keys are {known}")]
    UnknownKey { option: String, key: Excerpt, known: String },
    #[error("{option}: expected {expected}, found {found}")]
    WrongValue { option: String, expected: &'static str, found: Excerpt },
    #[error("{option}: expected {expected}, found nothing")]
    MissingValue { option: String, expected: &'static str },
    #[error("-sprt: {0}")]
    Sprt(#[from] SprtError),
    #[error(transparent)]
    Settings(#[from] SettingsError),
}

/// The settings while the command line is read.
#[derive(Clone, Debug, Default)]
struct Draft {
    settings: MatchSettings,
    sprt: Option<SprtSettings>,
}

/// Sets a value; `None` if the text is wrong.
type Setter<T> = fn(&mut T, &str) -> Option<()>;

/// A key of an option whose values are `key=value` pairs.
struct OptionKey<T> {
    name: &'static str,
    syntax: &'static str,
    /// What an error message says was expected.
    expected: &'static str,
    help: &'static str,
    /// The default value; empty if there is none.
    default: &'static str,
    set: Setter<T>,
}

/// An option of the command line.
struct MatchOption {
    name: &'static str,
    help: &'static str,
    values: Values,
}

enum Values {
    /// No value.
    Flag(fn(&mut Draft)),
    /// One value.
    One { syntax: &'static str, expected: &'static str, default: &'static str, set: Setter<Draft> },
    /// `key=value` pairs. The option itself sets the defaults of its keys.
    Keys { enable: fn(&mut Draft), keys: &'static [OptionKey<Draft>] },
    /// `key=value` pairs of one engine.
    Engine,
    /// `key=value` pairs of all engines.
    EachEngine,
}

const PATH: &str = "a file";
const COUNT: &str = "a number from 1";
const MILLISECONDS: &str = "milliseconds";
const CLOCK: &str = "a time control such as 10+0.1, 2:30+1 or 40/60+0.5, in seconds";

/// All options, by section of the help.
#[rustfmt::skip]
static SECTIONS: [(&str, &[MatchOption]); 3] = [
    ("Engines", &[
        MatchOption { name: "engine", help: "an engine; at least two are needed", values: Values::Engine },
        MatchOption { name: "each", help: "settings of all engines", values: Values::EachEngine },
    ]),
    ("Match", &[
        MatchOption { name: "variant", help: "the board", values: Values::One { syntax: "emergo|emergo7|hexemergo", expected: "emergo, emergo7 or hexemergo", default: "emergo", set: |d, v| set(&mut d.settings.variant, v) } },
        MatchOption { name: "blocked", help: "the result of a side with a man, but without a legal move", values: Values::One { syntax: "draw|loss", expected: "draw or loss", default: "draw", set: |d, v| set(&mut d.settings.blocked, v) } },
        MatchOption { name: "rounds", help: "rounds of each pairing, each with one opening", values: Values::One { syntax: "N", expected: "a number of rounds from 1 to 10000000", default: "1", set: |d, v| set_in(&mut d.settings.rounds, v, 1..=10_000_000) } },
        MatchOption { name: "games", help: "games of a round; 2 with swapped colours", values: Values::One { syntax: "1|2", expected: "1 or 2", default: "2", set: |d, v| set_in(&mut d.settings.games, v, 1..=2) } },
        MatchOption { name: "tournament", help: "all pairings, or the first engine against the others", values: Values::One { syntax: "round-robin|gauntlet", expected: "round-robin or gauntlet", default: "round-robin", set: |d, v| choose(&mut d.settings.tournament, v, &[("round-robin", Tournament::RoundRobin), ("gauntlet", Tournament::Gauntlet)]) } },
        MatchOption { name: "concurrency", help: "games at the same time", values: Values::One { syntax: "N", expected: "a number from 1 to 1024", default: "1", set: |d, v| set_in(&mut d.settings.concurrency, v, 1..=1024) } },
        MatchOption { name: "openings", help: "start positions of the games", values: Values::Keys { enable: |d| d.settings.openings = Some(OpeningSettings::default()), keys: &[
            OptionKey { name: "file", syntax: "FILE", expected: PATH, help: "one position text per line", default: "", set: |d, v| { openings(d).file = v.into(); Some(()) } },
            OptionKey { name: "order", syntax: "sequential|random", expected: "random or sequential", help: "their order", default: "sequential", set: |d, v| choose(&mut openings(d).order, v, &[("random", OpeningOrder::Random), ("sequential", OpeningOrder::Sequential)]) },
            OptionKey { name: "start", syntax: "N", expected: COUNT, help: "the first opening in that order", default: "1", set: |d, v| { openings(d).start = number(v, 1..=u64::MAX)? - 1; Some(()) } },
        ] } },
        MatchOption { name: "seed", help: "random seed for the order of the openings", values: Values::One { syntax: "N", expected: COUNT, default: "1", set: |d, v| set_in(&mut d.settings.seed, v, 1..=u64::MAX) } },
        MatchOption { name: "sprt", help: "stop when a sequential probability ratio test is decided", values: Values::Keys { enable: |d| d.sprt = Some(SprtSettings::default()), keys: &[
            OptionKey { name: "elo0", syntax: "ELO", expected: "a number", help: "H0: Elo <= elo0", default: "0", set: |d, v| set(&mut sprt(d).elo0, v) },
            OptionKey { name: "elo1", syntax: "ELO", expected: "a number", help: "H1: Elo >= elo1", default: "10", set: |d, v| set(&mut sprt(d).elo1, v) },
            OptionKey { name: "alpha", syntax: "P", expected: "a number", help: "probability of accepting H1 if H0 is true", default: "0.05", set: |d, v| set(&mut sprt(d).alpha, v) },
            OptionKey { name: "beta", syntax: "P", expected: "a number", help: "probability of accepting H0 if H1 is true", default: "0.05", set: |d, v| set(&mut sprt(d).beta, v) },
            OptionKey { name: "model", syntax: "logistic|normalized", expected: "logistic or normalized", help: "the kind of Elo", default: "logistic", set: |d, v| choose(&mut sprt(d).model, v, &[("logistic", EloModel::Logistic), ("normalized", EloModel::Normalized)]) },
        ] } },
        MatchOption { name: "resign", help: "a side loses by its own scores", values: Values::Keys { enable: |d| d.settings.resign = Some(ResignRule::default()), keys: &[
            OptionKey { name: "movecount", syntax: "N", expected: "a number of moves", help: "consecutive moves of the side", default: "3", set: |d, v| set(&mut resign(d).move_count, v) },
            OptionKey { name: "score", syntax: "CENTIMEN", expected: "centimen", help: "the side is behind by this score or more", default: "1000", set: |d, v| set(&mut resign(d).centimen, v) },
        ] } },
        MatchOption { name: "draw", help: "a game is drawn by the scores of both sides", values: Values::Keys { enable: |d| d.settings.draw = Some(DrawRule::default()), keys: &[
            OptionKey { name: "movenumber", syntax: "N", expected: "a number of moves", help: "moves of each side before the rule applies", default: "40", set: |d, v| set(&mut draw(d).move_number, v) },
            OptionKey { name: "movecount", syntax: "N", expected: "a number of moves", help: "consecutive moves of each side", default: "8", set: |d, v| set(&mut draw(d).move_count, v) },
            OptionKey { name: "score", syntax: "CENTIMEN", expected: "centimen", help: "the greatest distance from 0", default: "10", set: |d, v| set(&mut draw(d).centimen, v) },
        ] } },
        MatchOption { name: "maxplies", help: "a game of this length is a draw", values: Values::One { syntax: "N", expected: "a number of plies from 1 to 1000000", default: "", set: |d, v| { d.settings.max_plies = Some(number(v, 1..=1_000_000)?); Some(()) } } },
    ]),
    ("Records", &[
        MatchOption { name: "out", help: "write a match file: a header and one line of JSON per game", values: Values::One { syntax: "FILE", expected: PATH, default: "", set: |d, v| { d.settings.out = Some(v.into()); Some(()) } } },
        MatchOption { name: "resume", help: "continue the match of that file after any kind of stop", values: Values::Flag(|d| d.settings.resume = true) },
        MatchOption { name: "pgnout", help: "append the games as PGN; luctor show --game reads them", values: Values::One { syntax: "FILE", expected: PATH, default: "", set: |d, v| { d.settings.pgn = Some(v.into()); Some(()) } } },
        MatchOption { name: "event", help: "the Event tag of the PGN file", values: Values::One { syntax: "NAME", expected: "a name", default: "Luctor match", set: |d, v| set(&mut d.settings.event, v) } },
        MatchOption { name: "log", help: "append all lines to and from the engines", values: Values::One { syntax: "FILE", expected: PATH, default: "", set: |d, v| { d.settings.log = Some(v.into()); Some(()) } } },
        MatchOption { name: "ratinginterval", help: "games between two reports of the score, 0 for none", values: Values::One { syntax: "N", expected: "a number of games, 0 for none", default: "10", set: |d, v| set(&mut d.settings.rating_interval, v) } },
        MatchOption { name: "recover", help: "accepted and ignored: failed engines are always started again", values: Values::Flag(|_| ()) },
        MatchOption { name: "repeat", help: "accepted and ignored: -games 2 repeats each opening", values: Values::Flag(|_| ()) },
    ]),
];

/// The keys of an engine.
#[rustfmt::skip]
static ENGINE_KEYS: [OptionKey<EngineSettings>; 15] = [
    OptionKey { name: "cmd", syntax: "PROGRAM|internal", expected: "a program", help: "the program with its arguments, or this program's engine without a process", default: "", set: |e, v| set(&mut e.command, v) },
    OptionKey { name: "name", syntax: "NAME", expected: "a name", help: "its name", default: "", set: |e, v| set(&mut e.name, v) },
    OptionKey { name: "dir", syntax: "FOLDER", expected: "a folder", help: "its working directory", default: "", set: |e, v| { e.directory = Some(v.into()); Some(()) } },
    OptionKey { name: "arg", syntax: "ARGUMENT", expected: "an argument", help: "one more argument", default: "", set: |e, v| { e.arguments.push(v.to_owned()); Some(()) } },
    OptionKey { name: "proto", syntax: "ugi|uci", expected: "ugi or uci", help: "its protocol", default: "ugi", set: |e, v| choose(&mut e.protocol, v, &[("ugi", Protocol::Ugi), ("uci", Protocol::Uci)]) },
    OptionKey { name: "initstr", syntax: "LINE", expected: "a line", help: "a line that is sent first; \\n separates lines", default: "", set: |e, v| { e.init_lines.extend(v.split("\\n").map(str::to_owned)); Some(()) } },
    OptionKey { name: "stderr", syntax: "FILE", expected: PATH, help: "append its standard error to this file", default: "", set: |e, v| { e.stderr = Some(v.into()); Some(()) } },
    OptionKey { name: "tc", syntax: "[MOVES/][MIN:]SEC[+SEC]", expected: CLOCK, help: "its clock", default: "", set: |e, v| set(&mut e.limit, &format!("tc={v}")) },
    OptionKey { name: "st", syntax: "SEC", expected: "seconds above 0", help: "seconds per move", default: "0.1", set: |e, v| set(&mut e.limit, &format!("st={v}")) },
    OptionKey { name: "movetime", syntax: "MS", expected: "milliseconds from 1", help: "milliseconds per move", default: "", set: |e, v| set(&mut e.limit, &format!("movetime={v}")) },
    OptionKey { name: "nodes", syntax: "N", expected: COUNT, help: "nodes per move", default: "", set: |e, v| set(&mut e.limit, &format!("nodes={v}")) },
    OptionKey { name: "depth", syntax: "N", expected: COUNT, help: "depth of each search", default: "", set: |e, v| set(&mut e.limit, &format!("depth={v}")) },
    OptionKey { name: "timemargin", syntax: "MS", expected: MILLISECONDS, help: "how late a move may be [default: 0; 10 with st and movetime]", default: "", set: |e, v| { e.time_margin_ms = Some(v.parse().ok()?); Some(()) } },
    OptionKey { name: "watchdog", syntax: "MS", expected: MILLISECONDS, help: "longest silence of an engine without a clock", default: "60000", set: |e, v| set(&mut e.watchdog_ms, v) },
    OptionKey { name: OPTION, syntax: "VALUE", expected: "a value", help: "an option of the engine", default: "", set: |_, _| None },
];

/// The key of the options of an engine, with any name.
const OPTION: &str = "option.NAME";
/// The beginning of that key.
const OPTION_PREFIX: &str = "option.";

fn openings(draft: &mut Draft) -> &mut OpeningSettings {
    draft.settings.openings.get_or_insert_default()
}

fn sprt(draft: &mut Draft) -> &mut SprtSettings {
    draft.sprt.get_or_insert_default()
}

fn resign(draft: &mut Draft) -> &mut ResignRule {
    draft.settings.resign.get_or_insert_default()
}

fn draw(draft: &mut Draft) -> &mut DrawRule {
    draft.settings.draw.get_or_insert_default()
}

fn set<T: FromStr>(target: &mut T, text: &str) -> Option<()> {
    *target = text.parse().ok()?;
    Some(())
}

fn number<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(number))
}

fn set_in<T: FromStr + PartialOrd>(
    target: &mut T,
    text: &str,
    range: RangeInclusive<T>,
) -> Option<()> {
    *target = number(text, range)?;
    Some(())
}

fn choose<T: Copy>(target: &mut T, text: &str, choices: &[(&str, T)]) -> Option<()> {
    *target = choices.iter().find(|(name, _)| name.eq_ignore_ascii_case(text))?.1;
    Some(())
}

/// An option of the command line with its values.
struct Group<'a> {
    name: &'a str,
    values: Vec<&'a str>,
}

/// Reads the arguments of `luctor match`.
///
/// # Errors
///
/// The first argument that is wrong, or a contradiction.
pub fn read(words: &[String]) -> Result<MatchSettings, ArgumentError> {
    let mut draft = Draft::default();
    let mut each = Vec::new();
    let mut engines = Vec::new();
    for Group { name, values } in groups(words)? {
        let option = SECTIONS.iter().flat_map(|(_, options)| *options);
        let option = option.into_iter().find(|option| option.name == name);
        let Some(MatchOption { values: accepted, .. }) = option else {
            return Err(ArgumentError::UnknownOption(Excerpt::of(&format!("-{name}"))));
        };
        let option = format!("-{name}");
        match (accepted, &values[..]) {
            (Values::Engine, _) => engines.push(values),
            (Values::EachEngine, _) => each.extend(values),
            (Values::Keys { enable, keys }, pairs) => {
                enable(&mut draft);
                for text in pairs {
                    set_key(&option, keys, &mut draft, text)?;
                }
            }
            (Values::Flag(set), []) => set(&mut draft),
            (Values::One { expected, set, .. }, [value]) => {
                set(&mut draft, value).ok_or_else(|| wrong(&option, expected, value))?;
            }
            (Values::One { expected, .. }, []) => {
                return Err(ArgumentError::MissingValue { option, expected });
            }
            (Values::Flag(_), [surplus, ..]) | (Values::One { .. }, [_, surplus, ..]) => {
                return Err(ArgumentError::UnexpectedValue(Excerpt::of(surplus)));
            }
        }
    }
    for (index, own) in engines.into_iter().enumerate() {
        let mut engine = EngineSettings::numbered(index + 1);
        let pairs = each.iter().map(|text| ("-each", *text));
        for (option, text) in pairs.chain(own.into_iter().map(|text| ("-engine", text))) {
            match text.strip_prefix(OPTION_PREFIX).and_then(|option| option.split_once('=')) {
                Some((name, value)) if !name.is_empty() => {
                    engine.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                    engine.options.push((name.to_owned(), value.to_owned()));
                }
                _ => set_key(option, &ENGINE_KEYS, &mut engine, text)?,
            }
        }
        draft.settings.engines.push(engine);
    }
    draft.settings.sprt = draft.sprt.map(Sprt::new).transpose()?;
    draft.settings.check()?;
    Ok(draft.settings)
}

fn groups(words: &[String]) -> Result<Vec<Group<'_>>, ArgumentError> {
    let mut groups: Vec<Group> = Vec::new();
    for word in words {
        let option = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
        match option.filter(|name| name.starts_with(|first: char| first.is_ascii_alphabetic())) {
            Some(name) => groups.push(Group { name, values: Vec::new() }),
            None => match groups.last_mut() {
                Some(group) => group.values.push(word),
                None => return Err(ArgumentError::UnexpectedValue(Excerpt::of(word))),
            },
        }
    }
    Ok(groups)
}

fn wrong(option: &str, expected: &'static str, found: &str) -> ArgumentError {
    ArgumentError::WrongValue { option: option.to_owned(), expected, found: Excerpt::of(found) }
}

/// Sets the key of a `key=value` pair.
fn set_key<T>(
    option: &str,
    keys: &[OptionKey<T>],
    target: &mut T,
    pair: &str,
) -> Result<(), ArgumentError> {
    let (name, value) =
        pair.split_once('=').ok_or_else(|| wrong(option, "key=value pairs", pair))?;
    let Some(key) = keys.iter().find(|key| key.name == name) else {
        let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
        return Err(ArgumentError::UnknownKey {
            option: option.to_owned(),
            key: Excerpt::of(name),
            known: known.join(", "),
        });
    };
    (key.set)(target, value).ok_or_else(|| wrong(&format!("{option} {name}"), key.expected, value))
}

/// The help text for all options.
pub fn help() -> String {
    let mut text = String::new();
    for (title, options) in &SECTIONS {
        writeln!(text, "{title}:").expect("writing to a String cannot fail");
        for MatchOption { name, help, values } in *options {
            let option = format!("  -{name}");
            match values {
                Values::Flag(_) => add_help(&mut text, option, help, ""),
                Values::One { syntax, default, .. } => {
                    add_help(&mut text, format!("{option} {syntax}"), help, default);
                }
                Values::Keys { keys, .. } => {
                    add_help(&mut text, format!("{option} [KEY=VALUE ...]"), help, "");
                    add_key_help(&mut text, keys);
                }
                Values::Engine => add_help(&mut text, format!("{option} KEY=VALUE ..."), help, ""),
                Values::EachEngine => {
                    add_help(&mut text, format!("{option} KEY=VALUE ..."), help, "");
                    add_key_help(&mut text, &ENGINE_KEYS);
                }
            }
        }
    }
    text
}

fn add_key_help<T>(text: &mut String, keys: &[OptionKey<T>]) {
    for OptionKey { name, syntax, help, default, .. } in keys {
        add_help(text, format!("    {name}={syntax}"), help, default);
    }
}

fn add_help(text: &mut String, option: String, help: &str, default: &str) {
    let default = if default.is_empty() { "" } else { &format!(" [default: {default}]") };
    writeln!(text, "{option:<34} {help}{default}").expect("writing to a String cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Setting a default changes nothing.
    #[test]
    fn the_defaults_in_the_help_are_the_defaults_of_the_settings() {
        for option in SECTIONS.iter().flat_map(|(_, options)| *options) {
            let mut draft = Draft::default();
            if let Values::Keys { enable, .. } = option.values {
                enable(&mut draft);
            }
            let before = format!("{draft:?}");
            match option.values {
                Values::One { default, set, .. } if !default.is_empty() => {
                    set(&mut draft, default).unwrap();
                }
                Values::Keys { keys, .. } => {
                    for key in keys.iter().filter(|key| !key.default.is_empty()) {
                        (key.set)(&mut draft, key.default).unwrap();
                    }
                }
                _ => {}
            }
            assert_eq!(format!("{draft:?}"), before, "-{}", option.name);
        }
        for key in ENGINE_KEYS.iter().filter(|key| !key.default.is_empty()) {
            let mut engine = EngineSettings::numbered(1);
            (key.set)(&mut engine, key.default).unwrap();
            assert_eq!(engine, EngineSettings::numbered(1), "{}", key.name);
        }
    }
}
