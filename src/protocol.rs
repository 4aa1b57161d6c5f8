//! `luctor` without a subcommand: speaks UGI on standard input and output.

use crate::STDOUT;
use anyhow::{Context, Result};
use luctor_engine::engine::Engine;
use luctor_engine::ugi::{Output, Session};
use std::io::{self, IsTerminal, Write};

/// Runs commands until `quit` or the end of the input.
pub fn run() -> Result<()> {
    if io::stdin().is_terminal() {
        let greeting = "Luctor speaks UGI, a protocol for game engines; `help` lists the commands.";
        let _ = writeln!(io::stderr(), "{greeting}");
    }
    let mut session = Session::new(Engine::new()?, Output::new(io::stdout()))
        .context("cannot start the search thread")?;
    session.run(io::stdin().lock()).context(STDOUT)
}
