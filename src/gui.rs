//! `luctor gui`: serves the page, a board in the browser.

use anyhow::Result;
use clap::Args;

/// Play, analyse and solve puzzles on a board in the browser, with this or any other UGI engine.
///
/// Serves a page on this machine only and prints its address, which contains a random token. Stop it with Ctrl-C.
#[cfg(feature = "gui")]
#[derive(Args)]
pub struct GuiArgs {
    /// The port on 127.0.0.1; 0 selects a free one.
    #[arg(long, default_value_t = 0, value_name = "N")]
    port: u16,
    /// The engine that plays and analyses: any program that speaks UGI, with its arguments [default: this program].
    #[arg(long, value_name = "CMD", value_parser = luctor_board::EngineCommand::read)]
    engine: Option<luctor_board::EngineCommand>,
    /// An index of games, made by `luctor explore`, for the explorer in place of the games of the program.
    #[arg(long, value_name = "FILE")]
    index: Option<std::path::PathBuf>,
    /// Do not open a browser, only print the address.
    #[arg(long)]
    no_open: bool,
}

/// Runs the subcommand.
#[cfg(feature = "gui")]
pub fn run(args: &GuiArgs) -> Result<()> {
    use std::io::{self, Write};
    let settings = luctor_board::ServerSettings {
        port: args.port,
        engine: args.engine.clone(),
        index: args.index.clone(),
    };
    let mut printed = Ok(());
    let mut launch_file = None;
    luctor_board::serve(&settings, |address| {
        let mut out = io::stdout();
        printed = writeln!(out, "{address}").and_then(|()| out.flush());
        if args.no_open {
            return;
        }
        let opened = luctor_board::LaunchFile::create(address).and_then(|file| {
            let path = file.path().display().to_string();
            launch_file = Some(file);
            webbrowser::open(&path)
        });
        let message = match opened {
            Ok(()) => "the page is at the address above; stop it with Ctrl-C".to_owned(),
            Err(error) => format!("cannot start a browser ({error}): open the address above"),
        };
        let _ = writeln!(io::stderr(), "{message}");
    })?;
    Ok(printed?)
}

/// The error of a command that needs the board, in a build without it.
#[cfg(not(feature = "gui"))]
pub const NO_BOARD: &str = "this build does not contain the board: build with `cargo build --release --features gui`, or \
                            install with `cargo install --path . --features gui`";

/// Play and analyse on a board in the browser. This build does not contain the board.
#[cfg(not(feature = "gui"))]
#[derive(Args)]
#[command(hide = true, disable_help_flag = true)]
pub struct GuiArgs {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _words: Vec<String>,
}

/// Reports that this build does not contain the board.
#[cfg(not(feature = "gui"))]
pub fn run(_: &GuiArgs) -> Result<()> {
    anyhow::bail!(NO_BOARD)
}
