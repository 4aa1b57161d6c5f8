//! The options of this program that need files. A page must not read or write files, so it neither sees nor sets them.

use luctor_engine::options::OPTIONS;

/// The names of the options.
fn file_options() -> impl Iterator<Item = &'static str> {
    OPTIONS.iter().filter(|option| option.needs_file()).map(|option| option.name)
}

/// The file option that a `setoption` line sets.
pub(crate) fn file_option_set_by(line: &str) -> Option<&'static str> {
    let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
    let line = words.join(" ");
    let name = line.strip_prefix("setoption name ")?;
    file_options().find(|option| name.starts_with(&option.to_ascii_lowercase()))
}

/// Does a line of the engine declare a file option?
pub(crate) fn declares_file_option(line: &str) -> bool {
    line.strip_prefix("option name ")
        .is_some_and(|rest| file_options().any(|option| rest.starts_with(option)))
}
