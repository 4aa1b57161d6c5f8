//! `luctor openings`: makes a book of openings for matches.

use crate::STDOUT;
use anyhow::{Context, Result};
use clap::Args;
use luctor_arena::openings::{BookError, BookSettings, write_book};
use std::io;

/// Make a book of openings for matches: random play that a search evaluates as balanced.
///
/// With --games, the openings are also tested by games. Prints one position per line. The same arguments make the same
/// book on every machine.
#[derive(Args)]
pub struct OpeningsArgs {
    #[command(flatten)]
    settings: BookSettings,
}

/// Runs the subcommand.
pub fn run(args: &OpeningsArgs) -> Result<()> {
    match write_book(&args.settings, &mut io::BufWriter::new(io::stdout())) {
        Err(BookError::Io(error)) => Err(error).context(STDOUT),
        written => Ok(written?),
    }
}
