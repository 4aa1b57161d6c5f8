//! The reports as texts for a terminal.

use super::comparison::{ComparisonReport, VerdictCounts};
use super::draws::DrawStatistics;
use super::report::{EndingLine, EndingMoveReport, EndingReport, PositionReport};
use super::statistics::{ClassReport, EndingCounts};
use super::whole_games::WholeGameReport;
use emergo::diagram::draw_board;
use emergo::{Coordinates, write_position};
use luctor_system::text::aligned;
use std::fmt::Alignment::{Left, Right};

impl PositionReport {
    /// The board, the value, the moves and the best line.
    pub fn text(&self, coordinates: Coordinates) -> String {
        let PositionReport { best, moves, .. } = self;
        let mut text = draw_board(&best.position, coordinates);
        text += &format!("{} to move: {}\n", best.position.side(), best.value);
        let rows: Vec<_> =
            moves.iter().map(|mv| [format!("  {}", mv.mv), mv.value.to_string()]).collect();
        text += &aligned(&rows, [Left; 2]);
        if !best.line.is_empty() {
            text += &format!("line: {}\n", best.line.join(" "));
        }
        text
    }
}

impl WholeGameReport {
    /// The value of the game, the entries and the best line.
    pub fn text(&self) -> String {
        let WholeGameReport { variant, men, value, positions, longest, entries, centre, line } =
            self;
        let man = if *men == 1 { "man" } else { "men" };
        let ply = if *longest == 1 { "ply" } else { "plies" };
        let mut text = format!(
            "{variant}, {men} {man} a side: {value} for White; {positions} positions, longest win or loss {longest} {ply}\n"
        );
        for EndingMoveReport { mv, value } in entries {
            text += &format!("  {mv}  {value}\n");
        }
        text += &format!("  the centre, if it were allowed: {centre}\n");
        if !line.is_empty() {
            text += &format!("line: {}\n", line.join(" "));
        }
        text
    }
}

impl EndingReport {
    /// The results, a longest win, the draws, and the classes if there are any.
    pub fn text(&self, coordinates: Coordinates) -> String {
        let EndingReport { variant, pieces, counts, longest_win, draws, classes } = self;
        let mut text = format!("{variant}, {pieces} pieces, results for the side to move\n");
        let columns = ["positions", "won", "lost", "drawn"].map(str::to_owned);
        text += &aligned(&[columns, result_cells(counts)], [Right; 4]);
        text += &format!("{} positions of which none is symmetric to another\n", counts.distinct);
        if let Some(EndingLine { position, value, line }) = longest_win {
            text += &format!("\nLongest {value}:\n{}\n", draw_board(position, coordinates));
            let position = write_position(position, 1);
            text += &format!("position: {position}\nline: {}\n", line.join(" "));
        }
        for DrawStatistics { reason, positions, only_move, example } in draws {
            let (share, only) =
                (percent(*positions, counts.positions), percent(*only_move, *positions));
            let reason = reason.to_string();
            let example = write_position(example, 1);
            text += &format!(
                "drawn, {reason}: {share:.2} % of all positions; in {only:.0} % of them only one move holds\n  {example}\n"
            );
        }
        if !classes.is_empty() {
            let columns = ["columns", "positions", "won", "lost", "drawn", "longest win"];
            let mut rows = vec![columns.map(str::to_owned)];
            for ClassReport { columns, counts, longest_win } in classes {
                let longest = longest_win.map_or("-".to_owned(), |plies| plies.to_string());
                let [positions, won, lost, drawn] = result_cells(counts);
                rows.push([columns.clone(), positions, won, lost, drawn, longest]);
            }
            text += &format!("\n{}", aligned(&rows, [Left, Right, Right, Right, Right, Right]));
        }
        text.push('\n');
        text
    }
}

impl ComparisonReport {
    /// A table of the verdicts.
    pub fn text(&self) -> String {
        let ComparisonReport { variant, pieces, nodes, won, lost, drawn, .. } = self;
        let columns = ["", "positions", "agrees", "longer", "open", "contradicts"];
        let mut rows = vec![columns.map(str::to_owned)];
        for (name, counts) in [("won", won), ("lost", lost), ("drawn", drawn)] {
            let VerdictCounts { positions, agrees, longer, open, contradicts } = *counts;
            let [positions, agrees, longer, open, contradicts] =
                [positions, agrees, longer, open, contradicts].map(|count| count.to_string());
            rows.push([name.to_owned(), positions, agrees, longer, open, contradicts]);
        }
        let table = aligned(&rows, [Left, Right, Right, Right, Right, Right]);
        format!("{variant}, {pieces} pieces, at most {nodes} nodes\n{table}\n")
    }
}

fn percent(part: u64, all: u64) -> f64 {
    100.0 * part as f64 / all as f64
}

fn result_cells(counts: &EndingCounts) -> [String; 4] {
    let EndingCounts { positions, won, lost, drawn, .. } = *counts;
    let part = |part: u64| format!("{:.1} %", percent(part, positions));
    [positions.to_string(), part(won), part(lost), part(drawn)]
}
