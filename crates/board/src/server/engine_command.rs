//! The command line of an engine.

use std::env::{self, consts::EXE_SUFFIX};
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use tokio::process::{Child, Command};

/// A program that speaks UGI, with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineCommand {
    program: PathBuf,
    arguments: Vec<String>,
}

/// Why a text is not the command line of an engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum EngineCommandError {
    #[error("the command is empty")]
    Empty,
    #[error("a quote is not closed")]
    Quote,
    #[error("there is no program '{0}' at this path or on the search path")]
    NotFound(String),
}

impl EngineCommand {
    /// The running program, without the options that name files: a page must not read or write files.
    ///
    /// # Errors
    ///
    /// The system does not know the path of the program.
    pub(crate) fn current_program() -> io::Result<EngineCommand> {
        let arguments = vec!["--no-files".to_owned()];
        Ok(EngineCommand { program: env::current_exe()?, arguments })
    }

    /// Reads a command line and splits it into words like a shell, but on Windows a backslash is part of a path. The path
    /// of an existing file is one word, even with blanks.
    ///
    /// # Errors
    ///
    /// The text has no words or an open quote, or there is no such program.
    pub fn read(text: &str) -> Result<EngineCommand, EngineCommandError> {
        let mut words = if PathBuf::from(text).is_file() {
            vec![text.to_owned()]
        } else {
            let text = if cfg!(windows) { &text.replace('\\', r"\\") } else { text };
            shell_words::split(text).map_err(|_| EngineCommandError::Quote)?
        };
        if words.is_empty() {
            return Err(EngineCommandError::Empty);
        }
        let name = words.remove(0);
        let program = find_program(&name).ok_or(EngineCommandError::NotFound(name))?;
        Ok(EngineCommand { program, arguments: words })
    }

    /// Starts a process with all its streams in pipes. The process ends when the value is dropped.
    ///
    /// # Errors
    ///
    /// The system cannot start the program.
    pub(crate) fn start(&self) -> io::Result<Child> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).kill_on_drop(true);
        // Processes that a wrapper script starts belong to the same group, so that they can be ended together.
        #[cfg(unix)]
        command.process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn()
    }
}

impl fmt::Display for EngineCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program.display())?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

/// Finds a program by its path, or by its name on the search path, then in the current folder. On Windows the name may have
/// no `.exe`.
fn find_program(name: &str) -> Option<PathBuf> {
    let search_path = env::var_os("PATH").filter(|_| !name.contains(std::path::is_separator));
    let search_path = search_path.unwrap_or_default();
    // The empty path is the current folder. A path is joined to it alone.
    let folders = env::split_paths(&search_path).chain([PathBuf::new()]);
    let names = [name.to_owned(), format!("{name}{EXE_SUFFIX}")];
    let mut files = folders.flat_map(|folder| names.clone().map(|name| folder.join(name)));
    std::path::absolute(files.find(|file| file.is_file())?).ok()
}
