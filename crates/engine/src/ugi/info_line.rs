//! Formats reports of the search as `info` lines.

use crate::score::Calibration;
use crate::search::{Bound, SearchReport};
use emergo::{Coordinates, Variant, write_move};

/// What an `info` line needs besides the report.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct InfoFormat {
    pub variant: Variant,
    pub coordinates: Coordinates,
    /// Add the chances of win, draw and loss.
    pub show_wdl: bool,
    /// Converts scores to chances.
    pub calibration: Calibration,
}

/// The `info` line of a report.
pub(super) fn info_line(report: &SearchReport, format: InfoFormat) -> String {
    let SearchReport { depth, selective_depth, rank, line, nodes, time, permille_used } = report;
    let milliseconds = time.as_millis();
    let nps = *nodes as u128 * 1_000_000 / time.as_micros().max(1);
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
        let [win, draw, loss] = line.score.win_draw_loss(format.calibration);
        text += &format!(" wdl {win} {draw} {loss}");
    }
    text += &format!(" nodes {nodes} nps {nps} hashfull {permille_used} time {milliseconds} pv");
    for mv in &line.moves {
        text += " ";
        text += &write_move(format.variant, format.coordinates, *mv);
    }
    text
}
