//! The options of the protocol, declared once: name, kind, default, range and effect in one table. Values
//! are kept by the same table, so a default is stated nowhere else.

use crate::strength::{FULL, LEAST_ELO, Level, MOST_ELO};
use emergo::notation::Excerpt;
use emergo::{Blocked, Coordinates, Variant};
use std::fmt::{self, Write};

/// An option, as its place in [`TABLE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum OptionName {
    Hash,
    Threads,
    ClearHash,
    MultiPv,
    Ponder,
    MoveOverhead,
    Variant,
    Coordinates,
    Blocked,
    ShowWdl,
    EvalFile,
    DebugLogFile,
    Skill,
    LimitStrength,
    Elo,
}

/// What values an option takes, and its default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A whole number of a range.
    Spin {
        /// The value before any is set.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// `true` or `false`.
    Check {
        /// The value before any is set.
        default: bool,
    },
    /// One of some words, the first being the default.
    Combo(&'static [&'static str]),
    /// Any text; empty by default.
    Text,
    /// No value: something is done at once.
    Button,
}

/// The declaration of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionDeclaration {
    /// Which one it is.
    pub option: OptionName,
    /// The name on the protocol, read in either letter case.
    pub name: &'static str,
    /// Values and default.
    pub kind: OptionKind,
    /// What it does, for people.
    pub effect: &'static str,
}

/// More than any machine of today has, in MiB.
const MAX_HASH: i64 = 1 << 25;

/// All options, in the order of [`OptionName`].
#[rustfmt::skip]
pub static TABLE: [OptionDeclaration; 15] = [
    OptionDeclaration { option: OptionName::Hash, name: "Hash", kind: OptionKind::Spin { default: 16, min: 1, max: MAX_HASH }, effect: "size of the transposition table in MiB" },
    OptionDeclaration { option: OptionName::Threads, name: "Threads", kind: OptionKind::Spin { default: 1, min: 1, max: 256 }, effect: "threads that search" },
    OptionDeclaration { option: OptionName::ClearHash, name: "Clear Hash", kind: OptionKind::Button, effect: "forget the transposition table" },
    OptionDeclaration { option: OptionName::MultiPv, name: "MultiPV", kind: OptionKind::Spin { default: 1, min: 1, max: 256 }, effect: "best lines to find and show" },
    OptionDeclaration { option: OptionName::Ponder, name: "Ponder", kind: OptionKind::Check { default: false }, effect: "name the answer expected behind bestmove" },
    OptionDeclaration { option: OptionName::MoveOverhead, name: "Move Overhead", kind: OptionKind::Spin { default: 10, min: 0, max: 10_000 }, effect: "milliseconds of every move that are lost on the way" },
    OptionDeclaration { option: OptionName::Variant, name: "UCI_Variant", kind: OptionKind::Combo(&["emergo", "emergo7", "hexemergo"]), effect: "the board; sets up its start" },
    OptionDeclaration { option: OptionName::Coordinates, name: "Coordinates", kind: OptionKind::Combo(&["oblique", "checkerboard"]), effect: "names of squares in all moves; hexemergo has the oblique ones only" },
    OptionDeclaration { option: OptionName::Blocked, name: "Blocked", kind: OptionKind::Combo(&["draw", "loss"]), effect: "what it means to have men, but no legal move" },
    OptionDeclaration { option: OptionName::ShowWdl, name: "UCI_ShowWDL", kind: OptionKind::Check { default: false }, effect: "show chances of win, draw and loss in thousandths behind scores" },
    OptionDeclaration { option: OptionName::EvalFile, name: "EvalFile", kind: OptionKind::Text, effect: "evaluate its board with the network of this file; empty: with those of the program" },
    OptionDeclaration { option: OptionName::DebugLogFile, name: "Debug Log File", kind: OptionKind::Text, effect: "append all lines in and out to this file" },
    OptionDeclaration { option: OptionName::Skill, name: "Skill", kind: OptionKind::Spin { default: FULL as i64, min: 0, max: FULL as i64 }, effect: "level of play; below 20 few nodes and moves by chance" },
    OptionDeclaration { option: OptionName::LimitStrength, name: "UCI_LimitStrength", kind: OptionKind::Check { default: false }, effect: "play at UCI_Elo instead of Skill" },
    OptionDeclaration { option: OptionName::Elo, name: "UCI_Elo", kind: OptionKind::Spin { default: MOST_ELO as i64, min: LEAST_ELO as i64, max: MOST_ELO as i64 }, effect: "the strength to play at, in Elo above random play" },
];

impl OptionDeclaration {
    /// The line that declares the option on the protocol.
    pub fn line(&self) -> String {
        let mut line = format!("option name {} type ", self.name);
        match self.kind {
            OptionKind::Spin { default, min, max } => {
                write!(line, "spin default {default} min {min} max {max}")
            }
            OptionKind::Check { default } => write!(line, "check default {default}"),
            OptionKind::Combo(words) => {
                let values: String = words.iter().map(|word| format!(" var {word}")).collect();
                write!(line, "combo default {}{values}", words[0])
            }
            OptionKind::Text => write!(line, "string default <empty>"),
            OptionKind::Button => write!(line, "button"),
        }
        .expect("a String takes everything");
        line
    }

    /// Reads a value.
    fn read(&'static self, text: &str) -> Result<Value, OptionError> {
        let refusal = || OptionError::Value { declaration: self, found: Excerpt::of(text) };
        match self.kind {
            OptionKind::Spin { min, max, .. } => text
                .parse()
                .ok()
                .filter(|number| (min..=max).contains(number))
                .map(Value::Number)
                .ok_or_else(refusal),
            OptionKind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" | "on" | "1" => Ok(Value::Switch(true)),
                "false" | "off" | "0" => Ok(Value::Switch(false)),
                _ => Err(refusal()),
            },
            OptionKind::Combo(words) => words
                .iter()
                .position(|word| word.eq_ignore_ascii_case(text))
                .map(Value::Word)
                .ok_or_else(refusal),
            OptionKind::Text if text == "<empty>" => Ok(Value::Text(String::new())),
            OptionKind::Text => Ok(Value::Text(text.to_owned())),
            OptionKind::Button => Ok(Value::Nothing),
        }
    }
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is no such option.
    Unknown(Excerpt),
    /// The option does not take this value.
    Value {
        /// The option.
        declaration: &'static OptionDeclaration,
        /// What it was given.
        found: Excerpt,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown(name) => write!(f, "there is no option {name}"),
            OptionError::Value { declaration, found } => {
                write!(f, "option {} takes ", declaration.name)?;
                match declaration.kind {
                    OptionKind::Spin { min, max, .. } => write!(f, "a number from {min} to {max}")?,
                    OptionKind::Check { .. } => f.write_str("true or false")?,
                    OptionKind::Combo(words) => f.write_str(&words.join(" or "))?,
                    OptionKind::Text | OptionKind::Button => f.write_str("another value")?,
                }
                write!(f, ", not {found}")
            }
        }
    }
}

impl std::error::Error for OptionError {}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    Number(i64),
    Switch(bool),
    Word(usize),
    Text(String),
    Nothing,
}

/// The values of all options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    values: [Value; TABLE.len()],
}

impl Default for Options {
    fn default() -> Options {
        Options {
            values: std::array::from_fn(|index| match TABLE[index].kind {
                OptionKind::Spin { default, .. } => Value::Number(default),
                OptionKind::Check { default } => Value::Switch(default),
                OptionKind::Combo(_) => Value::Word(0),
                OptionKind::Text => Value::Text(String::new()),
                OptionKind::Button => Value::Nothing,
            }),
        }
    }
}

impl Options {
    /// Sets the option of this name, in either letter case, to a value in text.
    ///
    /// # Errors
    ///
    /// There is no such option, or it does not take the value; nothing was changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<OptionName, OptionError> {
        let declaration = TABLE
            .iter()
            .find(|declaration| declaration.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(Excerpt::of(name)))?;
        self.values[declaration.option as usize] = declaration.read(value)?;
        Ok(declaration.option)
    }

    fn number(&self, option: OptionName) -> i64 {
        match self.values[option as usize] {
            Value::Number(number) => number,
            ref other => unreachable!("{option:?} is {other:?}, no number"),
        }
    }

    fn switch(&self, option: OptionName) -> bool {
        self.values[option as usize] == Value::Switch(true)
    }

    fn word(&self, option: OptionName) -> &'static str {
        match (TABLE[option as usize].kind, &self.values[option as usize]) {
            (OptionKind::Combo(words), Value::Word(index)) => words[*index],
            (_, other) => unreachable!("{option:?} is {other:?}, no word"),
        }
    }

    /// Size of the table in MiB.
    pub fn hash(&self) -> u64 {
        self.number(OptionName::Hash) as u64
    }

    /// Threads that search.
    pub fn threads(&self) -> usize {
        self.number(OptionName::Threads) as usize
    }

    /// Best lines to find.
    pub fn multi_pv(&self) -> usize {
        self.number(OptionName::MultiPv) as usize
    }

    /// Is the answer expected to be named?
    pub fn ponder(&self) -> bool {
        self.switch(OptionName::Ponder)
    }

    /// Milliseconds lost on the way of every move.
    pub fn move_overhead(&self) -> i64 {
        self.number(OptionName::MoveOverhead)
    }

    /// The board.
    pub fn variant(&self) -> Variant {
        self.word(OptionName::Variant).parse().expect("the table names variants")
    }

    /// Names of squares.
    pub fn coordinates(&self) -> Coordinates {
        self.word(OptionName::Coordinates).parse().expect("the table names coordinates")
    }

    /// The reading of a blocked position.
    pub fn blocked(&self) -> Blocked {
        self.word(OptionName::Blocked).parse().expect("the table names both readings")
    }

    /// Are chances of win, draw and loss to be shown?
    pub fn show_wdl(&self) -> bool {
        self.switch(OptionName::ShowWdl)
    }

    /// The level of play.
    pub fn level(&self) -> Level {
        if self.switch(OptionName::LimitStrength) {
            Level::of_elo(self.number(OptionName::Elo) as i32)
        } else {
            Level::skill(self.number(OptionName::Skill) as u8)
        }
    }

    /// The file of another network, if any.
    pub fn eval_file(&self) -> Option<&str> {
        self.text(OptionName::EvalFile)
    }

    /// The file to log to, if any.
    pub fn debug_log_file(&self) -> Option<&str> {
        self.text(OptionName::DebugLogFile)
    }

    fn text(&self, option: OptionName) -> Option<&str> {
        match &self.values[option as usize] {
            Value::Text(path) if !path.is_empty() => Some(path),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_names_and_its_words_are_known() {
        for (index, declaration) in TABLE.iter().enumerate() {
            assert_eq!(declaration.option as usize, index, "{}", declaration.name);
        }
        let options = Options::default();
        assert_eq!(options.variant(), Variant::default());
        assert_eq!(options.coordinates(), Coordinates::default());
        assert_eq!(options.blocked(), Blocked::default());
        let words = |option: OptionName| match TABLE[option as usize].kind {
            OptionKind::Combo(words) => words.to_vec(),
            _ => panic!("{option:?} is no combo"),
        };
        assert_eq!(words(OptionName::Variant), Variant::ALL.map(Variant::name));
        assert_eq!(words(OptionName::Coordinates), Coordinates::ALL.map(Coordinates::name));
        assert_eq!(words(OptionName::Blocked), Blocked::ALL.map(Blocked::name));
    }

    #[test]
    fn values_are_read_in_either_case_and_refused_with_a_sentence() {
        let mut options = Options::default();
        assert_eq!(options.set("hash", "64"), Ok(OptionName::Hash));
        assert_eq!(options.hash(), 64);
        assert_eq!(options.set("UCI_VARIANT", "EMERGO7"), Ok(OptionName::Variant));
        assert_eq!(options.variant(), Variant::Emergo7);
        assert_eq!(options.set("ponder", "True"), Ok(OptionName::Ponder));
        assert!(options.ponder());
        assert_eq!(options.set("debug log file", "a b.log"), Ok(OptionName::DebugLogFile));
        assert_eq!(options.debug_log_file(), Some("a b.log"));
        let refused = [
            ("Hash", "0", "option Hash takes a number from 1 to 33554432, not '0'"),
            ("Threads", "many", "option Threads takes a number from 1 to 256, not 'many'"),
            ("Ponder", "maybe", "option Ponder takes true or false, not 'maybe'"),
            ("Blocked", "win", "option Blocked takes draw or loss, not 'win'"),
            ("OwnBook", "true", "there is no option 'OwnBook'"),
        ];
        let before = options.clone();
        for (name, value, sentence) in refused {
            assert_eq!(options.set(name, value).unwrap_err().to_string(), sentence);
        }
        assert_eq!(options, before);
    }
}
