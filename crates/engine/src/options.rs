//! The options of the protocol. Each option is declared once: as an entry of [`OPTIONS`] and a typed field of [`Options`].
//! [`Options::change`] parses a value once; the [`OptionChange`] that it returns is applied by
//! [`Engine::apply`](crate::engine::Engine::apply).

use crate::strength::{FULL, Level, MAX_ELO, MIN_ELO};
use emergo::notation::Excerpt;
use emergo::{Blocked, Coordinates, Variant};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use thiserror::Error;

/// The type of an option on the protocol, with access to its field in [`Options`].
#[derive(Clone, Debug)]
pub enum OptionKind {
    /// A whole number.
    Spin {
        /// The values that are accepted.
        range: RangeInclusive<i64>,
        /// Reads the field.
        get: fn(&Options) -> i64,
        /// Sets the field to a number of the range.
        set: fn(&mut Options, i64),
    },
    /// `true` or `false`.
    Check(fn(&mut Options) -> &mut bool),
    /// One word of a list.
    Combo {
        /// The words.
        words: fn() -> Vec<&'static str>,
        /// The word for the value of the field.
        get: fn(&Options) -> &'static str,
        /// Sets the field. Returns false if the text is none of the words, in upper or lower case.
        set: fn(&mut Options, &str) -> bool,
    },
    /// The path of a file, empty by default.
    File(fn(&mut Options) -> &mut Option<PathBuf>),
    /// An action without a value.
    Button,
}

/// What has to be updated when an option changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionEffect {
    /// Nothing: later commands read the new value.
    Value,
    /// The size of the transposition table.
    TableSize,
    /// The entries of the transposition table.
    ClearTable,
    /// The number of search threads.
    Threads,
    /// The networks.
    Networks,
    /// Nothing at once. Later searches use the level of play.
    Level,
    /// The opening book.
    BookFile,
    /// Nothing at once. Only a session with an opening book uses the value.
    BookUse,
    /// The game: the variant's start position is set up.
    Variant,
    /// The result of the current position, if it is blocked.
    Blocked,
    /// The log file of the session.
    DebugLog,
}

impl OptionEffect {
    /// Does the effect need exclusive access to table, threads and networks, so that a running search must end first?
    pub fn stops_search(self) -> bool {
        use OptionEffect::*;
        matches!(self, TableSize | ClearTable | Threads | Networks)
    }

    /// Does the option change the table, the threads, the networks or the level? A match without a session (`cmd=internal`)
    /// accepts these options only.
    pub fn is_of_search(self) -> bool {
        self.stops_search() || self == OptionEffect::Level
    }
}

/// The declaration of an option.
#[derive(Clone, Debug)]
pub struct OptionDeclaration {
    /// The name, read in upper or lower case.
    pub name: &'static str,
    /// The values and their field.
    pub kind: OptionKind,
    /// What has to be updated when the option changes.
    pub effect: OptionEffect,
    /// What the option is for, in a few words.
    pub purpose: &'static str,
}

/// The largest table, in MiB: 32 TiB.
pub const MAX_TABLE_MEBIBYTES: u64 = 1 << 25;
/// The most search threads.
pub const MAX_THREADS: usize = 256;
/// The most lines that are reported.
pub const MAX_LINES: usize = 256;

macro_rules! kind {
    (spin $field:ident: $type:ty, $min:tt..=$max:tt) => {
        OptionKind::Spin {
            range: $min as i64..=$max as i64,
            get: |options| options.$field as i64,
            set: |options, number| options.$field = number as $type,
        }
    };
    (check $field:ident: $type:ty) => {
        OptionKind::Check(|options| &mut options.$field)
    };
    (combo $field:ident: $type:ty) => {
        OptionKind::Combo {
            words: || <$type>::ALL.map(<$type>::name).to_vec(),
            get: |options| options.$field.name(),
            set: |options, text| text.parse().map(|value| options.$field = value).is_ok(),
        }
    };
    (file $field:ident: $type:ty) => {
        OptionKind::File(|options| &mut options.$field)
    };
    (button) => {
        OptionKind::Button
    };
}

macro_rules! options {
    ($(
        #[doc = $purpose:literal]
        $name:literal: $kind:ident
            $(($field:ident: $type:ty = $default:expr $(, $min:tt..=$max:tt)?))?, $effect:ident;
    )+) => {
        /// The values of all options.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Options {
            $($(#[doc = $purpose] pub $field: $type,)?)+
        }

        impl Default for Options {
            fn default() -> Options {
                Options { $($($field: $default,)?)+ }
            }
        }

        /// All options in the order in which they are declared to the client.
        pub static OPTIONS: &[OptionDeclaration] = &[$(OptionDeclaration {
            name: $name,
            kind: kind!($kind $($field: $type $(, $min..=$max)?)?),
            effect: OptionEffect::$effect,
            purpose: $purpose.trim_ascii_start(),
        },)+];
    };
}

// An option: its purpose, its name, its kind with the field and its default, and what has to be updated.
options! {
    /// size of the transposition table in MiB
    "Hash": spin(hash: u64 = 16, 1..=MAX_TABLE_MEBIBYTES), TableSize;
    /// number of search threads
    "Threads": spin(threads: usize = 1, 1..=MAX_THREADS), Threads;
    /// clear the transposition table
    "Clear Hash": button, ClearTable;
    /// number of best lines to find and report
    "MultiPV": spin(multi_pv: usize = 1, 1..=MAX_LINES), Value;
    /// add the expected reply to bestmove
    "Ponder": check(ponder: bool = false), Value;
    /// milliseconds per move that are lost in communication
    "Move Overhead": spin(move_overhead: i64 = 10, 0..=10_000), Value;
    /// the board; sets up its start position
    "UCI_Variant": combo(variant: Variant = Variant::default()), Variant;
    /// names of squares in moves; hexemergo has oblique coordinates only
    "Coordinates": combo(coordinates: Coordinates = Coordinates::default()), Value;
    /// result if the side to move has men but no legal move
    "Blocked": combo(blocked: Blocked = Blocked::default()), Blocked;
    /// add the chances of win, draw and loss to scores
    "UCI_ShowWDL": check(show_wdl: bool = false), Value;
    /// network file for its board; empty: the embedded networks
    "EvalFile": file(eval_file: Option<PathBuf> = None), Networks;
    /// play moves of the opening book
    "OwnBook": check(own_book: bool = false), BookUse;
    /// file of the opening book for OwnBook; empty: no book
    "BookFile": file(book_file: Option<PathBuf> = None), BookFile;
    /// centimen by which a book move may be worse than the best
    "BookMargin": spin(book_margin: u32 = 10, 0..=1_000), BookUse;
    /// file to which all input and output is appended
    "Debug Log File": file(debug_log_file: Option<PathBuf> = None), DebugLog;
    /// level of play; below 20 with few nodes, below 18 also with errors of the evaluation
    "Skill": spin(skill: u8 = FULL, 0..=FULL), Level;
    /// play at UCI_Elo instead of Skill
    "UCI_LimitStrength": check(limit_strength: bool = false), Level;
    /// strength in Elo above random play
    "UCI_Elo": spin(elo: i32 = MAX_ELO, MIN_ELO..=MAX_ELO), Level;
}

impl OptionDeclaration {
    /// The option with this name, in either letter case.
    pub fn named(name: &str) -> Option<&'static OptionDeclaration> {
        OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Does the option name a file, or need a file that another option names? It is not offered to clients that must not
    /// choose files.
    pub fn needs_file(&self) -> bool {
        matches!(self.kind, OptionKind::File(_)) || self.effect == OptionEffect::BookUse
    }

    /// The line that declares the option on the protocol.
    pub fn line(&self) -> String {
        let mut defaults = Options::default();
        let kind = match &self.kind {
            OptionKind::Spin { range, get, .. } => {
                format!("spin default {} min {} max {}", get(&defaults), range.start(), range.end())
            }
            OptionKind::Check(field) => format!("check default {}", field(&mut defaults)),
            OptionKind::Combo { words, get, .. } => {
                let values: String = words().iter().map(|word| format!(" var {word}")).collect();
                format!("combo default {}{values}", get(&defaults))
            }
            OptionKind::File(_) => "string default <empty>".to_owned(),
            OptionKind::Button => "button".to_owned(),
        };
        format!("option name {} type {kind}", self.name)
    }

    /// Parses a value into the field of the option. Returns false, without a change, if the option does not accept it.
    fn set(&self, options: &mut Options, text: &str) -> bool {
        match &self.kind {
            OptionKind::Spin { range, set, .. } => match text.parse() {
                Ok(number) if range.contains(&number) => set(options, number),
                _ => return false,
            },
            OptionKind::Check(field) => match text.to_ascii_lowercase().as_str() {
                "true" => *field(options) = true,
                "false" => *field(options) = false,
                _ => return false,
            },
            OptionKind::Combo { set, .. } => return set(options, text),
            OptionKind::File(field) => {
                *field(options) = (!["", "<empty>"].contains(&text)).then(|| text.into());
            }
            OptionKind::Button => return text.is_empty(),
        }
        true
    }

    /// The values that the option accepts, in words.
    fn accepted(&self) -> String {
        match &self.kind {
            OptionKind::Spin { range, .. } => {
                format!("a number from {} to {}", range.start(), range.end())
            }
            OptionKind::Check(_) => "true or false".to_owned(),
            OptionKind::Combo { words, .. } => words().join(" or "),
            OptionKind::File(_) => "the path of a file".to_owned(),
            OptionKind::Button => "no value".to_owned(),
        }
    }
}

/// A parsed change of one option, which is not in effect yet.
#[derive(Clone, Debug)]
pub struct OptionChange {
    /// The values of all options after the change.
    pub options: Options,
    /// What has to be updated.
    pub effect: OptionEffect,
}

/// Why a name or a value was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum OptionError {
    #[error("there is no option {0}")]
    Unknown(Excerpt),
    #[error("option {option} takes {accepted}, not {found}")]
    Value { option: &'static str, accepted: String, found: Excerpt },
}

impl Options {
    /// Parses a value for the option of this name. `self` does not change.
    ///
    /// # Errors
    ///
    /// There is no such option, or it does not accept the value.
    pub fn change(&self, name: &str, value: &str) -> Result<OptionChange, OptionError> {
        let option = OptionDeclaration::named(name);
        let option = option.ok_or_else(|| OptionError::Unknown(Excerpt::of(name)))?;
        let mut options = self.clone();
        if option.set(&mut options, value) {
            return Ok(OptionChange { options, effect: option.effect });
        }
        let (accepted, found) = (option.accepted(), Excerpt::of(value));
        Err(OptionError::Value { option: option.name, accepted, found })
    }

    /// The level of play that `skill`, `limit_strength` and `elo` select.
    pub fn level(&self) -> Level {
        if self.limit_strength { Level::from_elo(self.elo) } else { Level::from_skill(self.skill) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_accepts_its_declared_default() {
        for option in OPTIONS {
            let line = option.line();
            let default = line.split_once(" default ").map_or("", |(_, rest)| {
                rest.split(" min ").next().unwrap().split(" var ").next().unwrap()
            });
            let change = Options::default().change(option.name, default).unwrap();
            assert_eq!(change.options, Options::default(), "{line}");
            assert_eq!(change.effect, option.effect, "{line}");
        }
    }

    #[test]
    fn the_ends_of_a_range_are_accepted_and_reach_the_field() {
        for option in OPTIONS {
            let OptionKind::Spin { range, get, .. } = &option.kind else { continue };
            for number in [*range.start(), *range.end()] {
                let change = Options::default().change(option.name, &number.to_string()).unwrap();
                assert_eq!(get(&change.options), number, "{}", option.name);
            }
            for number in [range.start() - 1, range.end() + 1] {
                let refused = Options::default().change(option.name, &number.to_string());
                assert!(refused.is_err(), "{} {number}", option.name);
            }
        }
    }

    #[test]
    fn every_word_of_a_combo_is_accepted_in_upper_case_and_read_back() {
        for option in OPTIONS {
            let OptionKind::Combo { words, get, .. } = &option.kind else { continue };
            for word in words() {
                let upper = word.to_ascii_uppercase();
                let change = Options::default().change(option.name, &upper).unwrap();
                assert_eq!(get(&change.options), word, "{}", option.name);
            }
        }
    }

    #[test]
    fn names_and_values_are_read_in_upper_and_lower_case() {
        let mut options = Options::default();
        for (name, value) in [
            ("hash", "64"),
            ("UCI_VARIANT", "EMERGO7"),
            ("ponder", "True"),
            ("debug log file", "a b.log"),
        ] {
            options = options.change(name, value).unwrap().options;
        }
        let expected = Options {
            hash: 64,
            variant: Variant::Emergo7,
            ponder: true,
            debug_log_file: Some("a b.log".into()),
            ..Options::default()
        };
        assert_eq!(options, expected);
    }

    #[test]
    fn a_refused_value_is_explained() {
        let refused = [
            ("Hash", "0", "option Hash takes a number from 1 to 33554432, not '0'"),
            ("Threads", "many", "option Threads takes a number from 1 to 256, not 'many'"),
            ("Ponder", "maybe", "option Ponder takes true or false, not 'maybe'"),
            ("Blocked", "win", "option Blocked takes draw or loss, not 'win'"),
            ("Clear Hash", "3", "option Clear Hash takes no value, not '3'"),
            ("Contempt", "true", "there is no option 'Contempt'"),
        ];
        for (name, value, message) in refused {
            let error = Options::default().change(name, value).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}
