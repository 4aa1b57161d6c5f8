//! `luctor gui`: serves the page, a board in the browser.

use crate::output::{print, print_note};
use anyhow::Result;
use clap::Args;
use luctor_board::{DEFAULT_PORT, EngineCommand, ServerSettings, serve};
use std::path::PathBuf;

/// Play, analyse and solve puzzles on a board in the browser, with this or any other UGI engine.
///
/// Serves a page on this machine only and prints its address, which contains a random token. Stop it with Ctrl-C.
#[derive(Args)]
pub struct GuiArgs {
    #[arg(long, value_name = "N", help = format!(
        "The port on 127.0.0.1; 0 selects a free one. The browser keeps games and settings for each port \
         [default: {DEFAULT_PORT}, or a free one if it is not available]"
    ))]
    port: Option<u16>,
    /// The engine that plays and analyses: any program that speaks UGI, with its arguments [default: this program].
    #[arg(long, value_name = "CMD", value_parser = EngineCommand::read)]
    engine: Option<EngineCommand>,
    /// An index of games, made by `luctor explore`, for the explorer in place of the games of the program.
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,
    /// Do not open a browser, only print the address.
    #[arg(long)]
    no_open: bool,
}

pub fn run(args: &GuiArgs) -> Result<()> {
    let settings =
        ServerSettings { port: args.port, engine: args.engine.clone(), index: args.index.clone() };
    let mut printed = Ok(());
    serve(&settings, |url, port| {
        printed = print(&format!("{url}\n"));
        if args.port.is_none() && port != DEFAULT_PORT {
            print_note(&format!(
                "port {DEFAULT_PORT} is not available: this page has port {port}, and does not show the games and settings \
                 that the browser keeps for port {DEFAULT_PORT}"
            ));
        }
        if args.no_open {
            return;
        }
        print_note(&match webbrowser::open(url) {
            Ok(()) => "the page is at the address above; stop it with Ctrl-C".to_owned(),
            Err(error) => format!("cannot start a browser ({error}): open the address above"),
        });
    })?;
    printed
}
