//! Reports of the search as `info` lines.

use crate::score::Calibration;
use crate::search::{Bound, SearchReport};
use emergo::{Coordinates, Variant, write_move};
use std::fmt::Write;

/// How lines are written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Style {
    pub variant: Variant,
    pub coordinates: Coordinates,
    /// Show chances of win, draw and loss.
    pub show_wdl: bool,
    /// What scores mean in points.
    pub calibration: Calibration,
}

/// The `info` line of a report.
pub(super) fn info_line(report: &SearchReport, style: Style) -> String {
    let SearchReport { depth, selective_depth, rank, line, nodes, time, permille_used } = report;
    let milliseconds = time.as_millis();
    let nps = *nodes as u128 * 1_000_000 / time.as_micros().max(1);
    let mut text = format!(
        "info depth {depth} seldepth {selective_depth} multipv {rank} score {}",
        line.score
    );
    match line.bound {
        Bound::Exact => {}
        Bound::Lower => text.push_str(" lowerbound"),
        Bound::Upper => text.push_str(" upperbound"),
    }
    if style.show_wdl {
        let [win, draw, loss] = line.score.win_draw_loss(style.calibration);
        write!(text, " wdl {win} {draw} {loss}").expect("a String takes everything");
    }
    write!(text, " nodes {nodes} nps {nps} hashfull {permille_used} time {milliseconds} pv")
        .expect("a String takes everything");
    for mv in &line.moves {
        text.push(' ');
        text.push_str(&write_move(style.variant, style.coordinates, *mv));
    }
    text
}
