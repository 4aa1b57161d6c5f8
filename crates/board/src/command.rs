//! The engine's command line.

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

/// Why a text is no engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnknownEngine {
    /// No words.
    Empty,
    /// A quote is not closed.
    Quote,
    /// There is no such program; its name.
    Missing(String),
}

impl fmt::Display for UnknownEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownEngine::Empty => f.write_str("wanted is a program"),
            UnknownEngine::Quote => f.write_str("a quote is not closed"),
            UnknownEngine::Missing(name) => {
                write!(f, "there is no program '{name}', neither here nor on the path")
            }
        }
    }
}

impl std::error::Error for UnknownEngine {}

impl EngineCommand {
    /// This program, which speaks UGI without arguments.
    ///
    /// # Errors
    ///
    /// The system does not say where it is.
    pub fn itself() -> io::Result<EngineCommand> {
        Ok(EngineCommand { program: std::env::current_exe()?, arguments: Vec::new() })
    }

    /// Reads a command line as a shell would break it into words; the name of a file that exists is taken
    /// whole, blanks included.
    ///
    /// # Errors
    ///
    /// No words, an open quote, or a program that does not exist.
    pub fn read(text: &str) -> Result<EngineCommand, UnknownEngine> {
        let mut words = if PathBuf::from(text).is_file() {
            vec![text.to_owned()]
        } else {
            shell_words::split(text).map_err(|_| UnknownEngine::Quote)?
        };
        if words.is_empty() {
            return Err(UnknownEngine::Empty);
        }
        let name = words.remove(0);
        let program = find(&name).ok_or(UnknownEngine::Missing(name))?;
        Ok(EngineCommand { program, arguments: words })
    }

    /// Starts a process, all its streams in pipes; it ends when the value goes.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn start(&self) -> io::Result<Child> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).kill_on_drop(true);
        // A wrapper's own children are in its group, and end with it.
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

/// A file by its path, or by its name on the search path.
fn find(name: &str) -> Option<PathBuf> {
    if PathBuf::from(name).is_file() {
        return std::path::absolute(name).ok();
    }
    if name.contains(std::path::is_separator) {
        return None;
    }
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(name));
    places.find(|place| place.is_file())
}
