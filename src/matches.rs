//! `luctor match`: plays engines against each other.

use crate::STDOUT;
use crate::arguments::{interrupt_on_ctrl_c, usage_error};
use anyhow::{Context, Result};
use clap::Args;
use luctor_arena::{arguments, progress, runner};
use std::io::{self, Write};

/// Play engines against each other, with the rules of the game as the referee.
///
/// The options are those of cutechess-cli: one dash, followed by values or key=value pairs.
#[derive(Args)]
#[command(after_long_help = HELP, override_usage = "luctor match -engine cmd=FILE|internal [KEY=VALUE ...] -engine ... [OPTIONS]")]
pub struct MatchArgs {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Runs the subcommand.
pub fn run(args: &MatchArgs) -> Result<()> {
    let settings = match arguments::read(&args.words) {
        Ok(settings) => settings,
        Err(error) => usage_error("match", "match", &error),
    };
    let interrupt =
        interrupt_on_ctrl_c("finishing the running games; press again to stop at once")?;
    let mut progress = progress::Progress::new(&settings);
    let result = runner::run(&settings, &interrupt, &mut progress);
    progress.end();
    write!(io::stdout(), "{}", result?.table(&settings)).context(STDOUT)
}

const HELP: &str = "\
Engines:
  -engine KEY=VALUE ...     an engine; twice or more
  -each KEY=VALUE ...       the same for all engines
    cmd=FILE|internal       its program, or this one without a process
    name=NAME dir=FOLDER arg=ARGUMENT proto=ugi|uci initstr=LINE stderr=FILE
    tc=[MOVES/][MIN:]SEC[+SEC]  its clock; or st=SEC, movetime=MS, nodes=N, depth=N a move
    timemargin=MS           how much too late a move may come [0; 10 with st, movetime]
    watchdog=MS             how long it may be silent without a clock [60000]
    option.NAME=VALUE       an option of the engine
Match:
  -variant NAME             emergo, emergo7 or hexemergo [emergo]
  -blocked draw|loss        what having men, but no move, means [draw]
  -rounds N                 rounds of each pairing, each with one opening [1]
  -games 1|2                games a round, 2 with colours swapped [2]
  -tournament round-robin|gauntlet
  -concurrency N            games at a time [1]
  -openings file=FILE [order=random|sequential] [start=N]
  -seed N                   for the order of the openings [1]
  -referee rules|none       none: the engines say when the game ends, for other games
  -sprt [elo0=0] [elo1=10] [alpha=0.05] [beta=0.05] [model=logistic|normalized]
  -resign [movecount=3] [score=1000]
  -draw [movenumber=40] [movecount=8] [score=10]
  -maxplies N
Records:
  -out FILE                 one line of JSON a game
  -resume                   go on with the match of that file, after any stop
  -pgnout FILE              games for people; read by luctor show --game
  -log FILE                 the traffic with the engines
  -event NAME -ratinginterval N
  -recover                  taken for habit's sake: failed engines are always started again

Example:
  luctor match -engine cmd=./new name=new -engine cmd=./old name=old -each tc=10+0.1 \\
    -openings file=scripts/openings/emergo.txt order=random -rounds 500 -concurrency 2 \\
    -sprt elo0=0 elo1=10 -out match.jsonl";
