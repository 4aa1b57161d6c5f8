//! Searches a position and prints the best line. `cargo run --release -p luctor-engine --example search_position`

use emergo::{Blocked, Game, Square, Variant};
use luctor_engine::search::{Limits, ResourceError, SearchControl, SearchSettings, Searcher};

fn main() -> Result<(), ResourceError> {
    let game = Game::new(Variant::Emergo, Blocked::Draw);
    let mut searcher = Searcher::new(16, 1)?;
    let limits = Limits::to_move_time(1_000);
    let (settings, control) = (SearchSettings::default(), SearchControl::new(false));
    let result = searcher.search(&game, &limits, settings, &control, &mut |_| ());
    let targets: Vec<Square> = result.line.moves.iter().map(|mv| mv.to()).collect();
    println!("{} to depth {}, moves to {targets:?}", result.line.score, result.depth);
    Ok(())
}
