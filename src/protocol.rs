//! `luctor` without a subcommand: speaks UGI on standard input and output.

use crate::STDOUT;
use anyhow::{Context, Result};
use luctor_engine::engine::Engine;
use luctor_engine::ugi::{Output, Session};
use std::io::{self, IsTerminal, Write};

/// Answers commands until `quit` or the end of input.
pub fn run() -> Result<()> {
    if io::stdin().is_terminal() {
        let greeting = "Luctor speaks UGI, a protocol for game engines; `help` lists the commands.";
        let _ = writeln!(io::stderr(), "{greeting}");
    }
    let engine = Engine::new()?;
    let output = Output::new(io::stdout());
    Session::new(engine, output.clone()).run(io::stdin().lock());
    output.error().map_or(Ok(()), |error| Err(error).context(STDOUT))
}
