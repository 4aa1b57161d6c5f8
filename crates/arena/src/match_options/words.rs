//! The words of a command line: config files are read, and each option gets the values that follow it.

use super::ArgumentError;
use emergo::notation::Excerpt;
use emergo_records::BYTE_ORDER_MARK;
use luctor_system::files::FileError;
use std::path::PathBuf;

/// The option whose file has further options.
pub(super) const CONFIG: &str = "config";

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

/// The options of a command line, with those of each file in place of its `-config FILE`.
pub(super) fn groups(words: &[String]) -> Result<Vec<Group>, ArgumentError> {
    let mut groups = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let is_config = option_name(word) == Some(CONFIG);
        let Some(path) = words.next_if(|_| is_config).map(|word| file_name(word)) else {
            add_word(&mut groups, word, &None)?;
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
            words.iter().try_for_each(|word| add_word(&mut groups, word, &place))?;
        }
    }
    Ok(groups)
}

/// The name of an option, which begins with one or two dashes. A number such as -5 is a value.
fn option_name(word: &str) -> Option<&str> {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
    Some(name).filter(|name| name.starts_with(|first: char| first.is_ascii_alphabetic()))
}

/// Adds a word from this place in a config file: an option, or a value of the last one.
fn add_word(
    groups: &mut Vec<Group>,
    word: &str,
    place: &Option<String>,
) -> Result<(), ArgumentError> {
    match (option_name(word), groups.last_mut()) {
        (Some(name), _) => {
            let (name, place) = (name.to_owned(), place.clone());
            groups.push(Group { name, values: Vec::new(), place });
        }
        (None, Some(group)) => group.values.push(word.to_owned()),
        (None, None) => {
            return Err(ArgumentError::UnexpectedValue(Excerpt::of(word)).at(place));
        }
    }
    Ok(())
}
