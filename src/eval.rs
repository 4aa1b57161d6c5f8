//! `luctor eval`: evaluates a position without a search.

use crate::arguments::{GameArgs, NetworkArgs};
use crate::output::print;
use anyhow::Result;
use clap::Args;
use emergo::Blocked;
use luctor_engine::eval::explain::explain;

/// Evaluate a position and print the contribution of each piece and hand.
///
/// A contribution is the score minus the score without this piece or hand, in centimen, from White's view. With a question
/// mark it is not reliable, because the side to move could capture if the piece were not there. The evaluation is from the
/// view of the side to move.
#[derive(Args)]
pub struct EvalArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    network: NetworkArgs,
}

pub fn run(args: &EvalArgs) -> Result<()> {
    let game = args.game.game(Blocked::default());
    let variant = game.position().variant();
    let networks = args.network.networks(&[variant])?;
    let explanation = explain(networks.of(variant), game.position());
    let coordinates = args.game.position.coordinates();
    print(&(explanation.draw(&game, coordinates) + "\n"))
}
