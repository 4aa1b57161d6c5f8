//! `luctor gui`: the board in the browser.

use anyhow::Result;
use clap::Args;

/// Play and analyse on a board in the browser, with this or any other UGI engine.
///
/// Serves a page on this machine only and prints its address, which contains a random token. Stop it with Ctrl-C.
#[cfg(feature = "gui")]
#[derive(Args)]
pub struct GuiArgs {
    #[command(flatten)]
    settings: luctor_board::GuiSettings,
}

/// Runs the subcommand.
#[cfg(feature = "gui")]
pub fn run(args: &GuiArgs) -> Result<()> {
    use std::io::{self, Write};
    let settings = &args.settings;
    let mut printed = Ok(());
    let mut doorway = None;
    luctor_board::serve(settings, |address| {
        let mut out = io::stdout();
        printed = writeln!(out, "{address}").and_then(|()| out.flush());
        if settings.no_open {
            return;
        }
        let opened = luctor_board::Doorway::to(address).and_then(|door| {
            let page = door.path().display().to_string();
            doorway = Some(door);
            webbrowser::open(&page)
        });
        let message = match opened {
            Ok(()) => "the board is at the address above until Ctrl-C".to_owned(),
            Err(error) => {
                format!("no browser could be started ({error}): open the address above by hand")
            }
        };
        let _ = writeln!(io::stderr(), "{message}");
    })?;
    Ok(printed?)
}

/// Play and analyse on a board in the browser; this build does not contain it.
#[cfg(not(feature = "gui"))]
#[derive(Args)]
#[command(hide = true, disable_help_flag = true)]
pub struct GuiArgs {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Reports that this build does not contain the board.
#[cfg(not(feature = "gui"))]
pub fn run(args: &GuiArgs) -> Result<()> {
    let _ = &args.words;
    anyhow::bail!(
        "this build does not contain the board: build it with `cargo build --release --features gui`, or install it \
         with `cargo install --path . --features gui`"
    )
}
