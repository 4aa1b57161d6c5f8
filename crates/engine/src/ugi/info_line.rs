//! Formats the infos of a search as `info` lines, and the result as `bestmove`.

use crate::search::{Bound, SearchInfo, SearchResult, nodes_per_second};
use emergo::{Coordinates, Move, Variant, write_move};

/// What the lines of a search need besides its infos and its result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct InfoFormat {
    /// The board.
    pub variant: Variant,
    /// The names of squares.
    pub coordinates: Coordinates,
    /// Add the chances of win, draw and loss.
    pub show_wdl: bool,
    /// Four times the share of draws in equal positions, for these chances.
    pub draws: f64,
    /// Add the expected reply to `bestmove`.
    pub show_reply: bool,
}

impl InfoFormat {
    fn write(self, mv: Move) -> String {
        write_move(self.variant, self.coordinates, mv)
    }
}

/// The `info` line, without a line break.
pub fn info_line(info: &SearchInfo, format: InfoFormat) -> String {
    let SearchInfo { depth, selective_depth, rank, line, nodes, time, permille_used } = info;
    let milliseconds = time.as_millis();
    let nps = nodes_per_second(*nodes, *time);
    let mut text = format!(
        "info depth {depth} seldepth {selective_depth} multipv {rank} score {}",
        line.score
    );
    match line.bound {
        Bound::Exact => {}
        Bound::Lower => text += " lowerbound",
        Bound::Upper => text += " upperbound",
    }
    if format.show_wdl {
        let [win, draw, loss] = line.score.win_draw_loss(format.draws);
        text += &format!(" wdl {win} {draw} {loss}");
    }
    text += &format!(" nodes {nodes} nps {nps} hashfull {permille_used} time {milliseconds} pv");
    for mv in &line.moves {
        text += " ";
        text += &format.write(*mv);
    }
    text
}

/// The last lines of a search: `bestmove`, and before it the score if the game has ended.
pub fn result_lines(result: &SearchResult, format: InfoFormat) -> Vec<String> {
    let Some(best) = result.best_move() else {
        let score = result.line.score;
        return vec![format!("info depth 0 score {score}"), "bestmove 0000".to_owned()];
    };
    let mut line = format!("bestmove {}", format.write(best));
    if let Some(reply) = result.ponder_move().filter(|_| format.show_reply) {
        line += &format!(" ponder {}", format.write(reply));
    }
    vec![line]
}
