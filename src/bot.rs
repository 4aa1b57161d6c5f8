//! `luctor bot`: a player on AbstractPlay.

use crate::output::{LinePrinter, count, print};
use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use luctor_bot::bot_game::games_text;
use luctor_bot::settings::Settings;
use luctor_bot::store::{read_games, read_records};
use luctor_bot::{check, service};
use std::path::PathBuf;

/// Play people on AbstractPlay by correspondence.
///
/// docs/bot.md explains the registration, the settings file and the server.
#[derive(Args)]
pub struct BotArgs {
    #[command(subcommand)]
    command: BotCommand,
}

#[derive(Subcommand)]
enum BotCommand {
    /// Answer the site and play, until Ctrl-C or SIGTERM.
    ///
    /// Logs one line per event to standard error. RUST_LOG=luctor_bot=warn shows warnings only.
    Run(SettingsFile),
    /// Try the settings, the secrets, the site, a search, and the address from outside.
    Check(SettingsFile),
    /// List the games in progress and what is to be done in them.
    Games {
        #[command(flatten)]
        settings: SettingsFile,
        /// Print records of all games as JSON lines, which `luctor analyse` and `luctor convert` read.
        #[arg(long)]
        records: bool,
    },
}

#[derive(Args)]
struct SettingsFile {
    /// The settings in TOML.
    #[arg(value_name = "FILE")]
    path: PathBuf,
}

pub fn run(args: &BotArgs) -> Result<()> {
    // The log is all that the owner of a running bot sees of it.
    let is_run = matches!(args.command, BotCommand::Run(_));
    let filter = if is_run { "luctor_bot=info" } else { "luctor_bot=error" };
    env_logger::init_from_env(env_logger::Env::default().default_filter_or(filter));
    match &args.command {
        BotCommand::Run(file) => Ok(service::run(&Settings::read(&file.path)?)?),
        BotCommand::Check(file) => {
            let settings = Settings::read(&file.path)?;
            let (mut failures, mut lines) = (0, LinePrinter::new());
            check::check(&settings, &mut |what, result| {
                lines.print(&match result {
                    Ok(found) => format!("ok      {what}: {found}"),
                    Err(problem) => {
                        failures += 1;
                        format!("FAILED  {what}: {problem}")
                    }
                });
            });
            lines.finish()?;
            if failures > 0 {
                bail!("{} failed", count(failures, "check"));
            }
            Ok(())
        }
        BotCommand::Games { settings, records } => {
            let settings = Settings::read(&settings.path)?;
            let text = if *records {
                read_records(&settings)?
            } else {
                games_text(&read_games(&settings)?)
            };
            print(&text)
        }
    }
}
