//! The words of a command line: config files are read, and each option gets the values that follow it.

use super::ArgumentError;
use emergo::notation::Excerpt;
use emergo_records::BYTE_ORDER_MARK;
use luctor_system::files::FileError;
use std::path::PathBuf;

/// The option whose file has further options.
pub(super) const CONFIG: &str = "config";

pub(super) struct ArgumentWord {
    text: String,
    /// Where a config file has it, for a message: `-config FILE, line 3`.
    place: Option<String>,
}

/// An option of the command line with its values.
pub(super) struct Group {
    pub name: String,
    pub values: Vec<String>,
    /// Where a config file has the name.
    pub place: Option<String>,
}

/// The file of `FILE` or `file=FILE`.
pub(super) fn file_name(text: &str) -> PathBuf {
    text.strip_prefix("file=").unwrap_or(text).into()
}

/// The arguments with the words of each `-config FILE` in its place.
pub(super) fn with_config_files(words: &[String]) -> Result<Vec<ArgumentWord>, ArgumentError> {
    let mut all = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let is_config = option_name(word) == Some(CONFIG);
        let Some(path) = words.next_if(|_| is_config).map(|word| file_name(word)) else {
            all.push(ArgumentWord { text: word.clone(), place: None });
            continue;
        };
        let text = std::fs::read_to_string(&path)
            .map_err(|error| ArgumentError::ConfigFile(FileError::new(&path, error)))?;
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text);
        for (line, text) in (1..).zip(text.lines()) {
            if text.trim_start().starts_with('#') {
                continue;
            }
            let place = Some(format!("-config {}, line {line}", path.display()));
            let words =
                shell_words::split(text).map_err(|_| ArgumentError::ConfigQuote.at(&place))?;
            if words.iter().any(|word| option_name(word) == Some(CONFIG)) {
                return Err(ArgumentError::NestedConfig.at(&place));
            }
            all.extend(words.into_iter().map(|text| ArgumentWord { text, place: place.clone() }));
        }
    }
    Ok(all)
}

/// The name of an option, which begins with one or two dashes. A number such as -5 is a value.
fn option_name(word: &str) -> Option<&str> {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
    Some(name).filter(|name| name.starts_with(|first: char| first.is_ascii_alphabetic()))
}

pub(super) fn groups(words: Vec<ArgumentWord>) -> Result<Vec<Group>, ArgumentError> {
    let mut groups: Vec<Group> = Vec::new();
    for ArgumentWord { text, place } in words {
        match (option_name(&text), groups.last_mut()) {
            (Some(name), _) => {
                groups.push(Group { name: name.to_owned(), values: Vec::new(), place });
            }
            (None, Some(group)) => group.values.push(text),
            (None, None) => {
                return Err(ArgumentError::UnexpectedValue(Excerpt::of(&text)).at(&place));
            }
        }
    }
    Ok(groups)
}
