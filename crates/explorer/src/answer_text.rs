//! An answer as text for a terminal.

use crate::answer::{ExampleGame, ExplorerAnswer, GameCounts, SourceMove};
use emergo_records::Evaluation;
use luctor_system::text::{aligned, count};
use std::fmt::Alignment::{self, Left, Right};

const COLUMNS: [&str; 8] =
    ["move", "source", "games", "White %", "draw %", "Black %", "score", "first game"];
const ALIGNMENTS: [Alignment; 8] = [Left, Left, Right, Right, Right, Right, Right, Left];

impl ExplorerAnswer {
    /// The answer as a table.
    pub fn text(&self) -> String {
        let ExplorerAnswer { variant, position, side, counts, moves } = self;
        let games = count(counts.games as usize, "game");
        let text = format!("{variant}, {position}\n{side} to move, {games}\n");
        if moves.is_empty() {
            return text;
        }
        let mut rows = vec![COLUMNS.map(str::to_owned)];
        for mv in moves {
            if mv.sources.len() > 1 {
                rows.push(table_row(&mv.mv, "all", &mv.counts, &[]));
            }
            for SourceMove { source, counts, examples } in &mv.sources {
                let name = if mv.sources.len() > 1 { "" } else { &mv.mv };
                rows.push(table_row(name, source, counts, examples));
            }
        }
        text + &aligned(&rows, ALIGNMENTS)
    }
}

fn table_row(mv: &str, source: &str, counts: &GameCounts, examples: &[ExampleGame]) -> [String; 8] {
    let finished = f64::from(counts.white) + f64::from(counts.draws) + f64::from(counts.black);
    let percent = |part: u32| match finished {
        0.0 => "-".to_owned(),
        _ => format!("{:.1}", 100.0 * f64::from(part) / finished),
    };
    let [white, draws, black] = [counts.white, counts.draws, counts.black].map(percent);
    let score = counts
        .mean_score
        .map_or("-".to_owned(), |mean| Evaluation::Centimen(mean.round() as i32).to_string());
    let example = examples.first().map(game_text).unwrap_or_default();
    let games = counts.games.to_string();
    [mv.to_owned(), source.to_owned(), games, white, draws, black, score, example]
}

/// A game, such as `games.pgn 7: Anna - Ben 1-0 2025.03.01`.
fn game_text(game: &ExampleGame) -> String {
    let mut text = format!("{} {}:", game.file, game.number);
    if game.white.is_some() || game.black.is_some() {
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
        text += &format!(" {} - {}", name(&game.white), name(&game.black));
    }
    text += &format!(" {}", game.result);
    if let Some(date) = &game.date {
        text += &format!(" {date}");
    }
    text
}
