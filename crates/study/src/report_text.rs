//! A report as text for a terminal: players, a graph of White's expected points, the moves, the errors with the better
//! lines, and a table of accuracy and errors by player and stage.

use crate::judgement::Mark;
use crate::report::{GameReport, LineReport, MoveReport, Summary};
use emergo::{Side, Stage};
use luctor_system::text::{aligned, decimals_or_dash, wrapped};
use std::fmt::Alignment::{Left, Right};

/// Columns of the graph and of the lines of play.
const WIDTH: usize = 100;
const GRAPH_ROWS: usize = 8;
/// Columns of a graph that are left of its first point.
const GRAPH_MARGIN: usize = 5;
/// A column that is filled from the bottom to so many eighths.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Writes a report. Every line ends with a line break.
pub fn write_report(report: &GameReport) -> String {
    let mut text = String::new();
    let parts = [heading(report), graph(report), moves(report), details(report), table(report)];
    for part in parts.iter().filter(|part| !part.is_empty()) {
        text.push_str(part);
        text.push('\n');
    }
    text
}

/// Adds a line without the blanks at its end.
fn add_line(text: &mut String, line: &str) {
    *text += line.trim_end();
    text.push('\n');
}

fn player_name(report: &GameReport, side: Side) -> String {
    report.players.of(side).name.clone().unwrap_or_else(|| side.to_string())
}

/// The result and its reason, such as `1-0 (no men left)`.
fn result_text(report: &GameReport) -> String {
    let result = report.game.result_name();
    match report.game.reason {
        Some(reason) => format!("{result} ({reason})"),
        None => result.to_owned(),
    }
}

fn heading(report: &GameReport) -> String {
    let game = &report.game;
    let [white, black] = Side::ALL.map(|side| player_name(report, side));
    let known = [game.event.clone(), game.site.clone(), game.date.clone()];
    let mut place: Vec<String> = known.into_iter().flatten().collect();
    place.push(game.variant.to_string());
    format!(
        "{white} - {black}  {}\n{}\n{}, {}\n",
        result_text(report),
        place.join(", "),
        report.engine,
        report.limit
    )
}

/// White's expected points from left to right. Below a column is the worst mark of the moves that lead to it.
fn graph(report: &GameReport) -> String {
    let points = &report.graph;
    let plies = report.moves.len();
    if plies == 0 {
        return String::new();
    }
    let columns = points.len().min(WIDTH - GRAPH_MARGIN);
    // A long game has several plies in a column.
    let column_of = |index: usize| index * columns / points.len();
    let mut text = "White's expected points\n".to_owned();
    let mut sums = vec![(0.0, 0.0); columns];
    for (index, value) in points.iter().enumerate() {
        let (sum, count) = &mut sums[column_of(index)];
        *sum += value;
        *count += 1.0;
    }
    for row in (0..GRAPH_ROWS).rev() {
        let label = match row {
            row if row + 1 == GRAPH_ROWS => "1.0",
            row if row + 1 == GRAPH_ROWS / 2 => "0.5",
            0 => "0.0",
            _ => "",
        };
        let cells: String = (sums.iter())
            .map(|(sum, count)| {
                let eighths = (sum / count * (8 * GRAPH_ROWS) as f64).round() as usize;
                EIGHTHS[eighths.saturating_sub(8 * row).min(8)]
            })
            .collect();
        add_line(&mut text, &format!("{label:>3} │{cells}"));
    }
    add_line(&mut text, &format!("    └{}", "─".repeat(columns)));
    for (side, name) in [(Side::White, "W"), (Side::Black, "B")] {
        let mut marks: Vec<Option<Mark>> = vec![None; columns];
        for one in report.moves.iter().filter(|one| one.side == side) {
            let mark = &mut marks[column_of(one.ply)];
            *mark = (*mark).max(one.mark);
        }
        // A mark of two characters is written downwards.
        for (row, name) in [(0, name), (1, " ")] {
            let symbol = |mark: &Option<Mark>| {
                mark.and_then(|mark| mark.symbol().chars().nth(row)).unwrap_or(' ')
            };
            let symbols: String = marks.iter().map(symbol).collect();
            if !symbols.trim().is_empty() {
                add_line(&mut text, &format!("  {name}  {symbols}"));
            }
        }
    }
    text
}

/// The moves, a turn in each line, with White's expected points after it.
fn moves(report: &GameReport) -> String {
    let mut text = String::new();
    let marked = |one: &MoveReport| {
        let mark = one.mark.map_or("", Mark::symbol);
        format!("{}{}{mark}", one.played.text, if mark.is_empty() { "" } else { " " })
    };
    let longest = report.moves.iter().map(|one| marked(one).chars().count()).max().unwrap_or(0);
    let width = longest.max(8);
    let mut line = String::new();
    for one in &report.moves {
        if line.is_empty() {
            line = format!("{:>4}. ", one.turn);
            if one.side == Side::Black {
                line += &format!("{:<width$}       ", "...");
            }
        }
        let after = report.graph[one.ply];
        line += &format!("{:<width$} {after:.2}  ", marked(one));
        if one.side == Side::Black {
            add_line(&mut text, &line);
            line.clear();
        }
    }
    if !line.is_empty() {
        add_line(&mut text, &line);
    }
    text
}

/// The marked moves and the missed wins, with their better lines.
fn details(report: &GameReport) -> String {
    let mut text = String::new();
    for one in &report.moves {
        let Some(sentence) = one.sentence() else { continue };
        let mark = one.mark.map_or("", Mark::symbol);
        let played = numbered(one.turn, one.side, [one.played.text.clone()]) + " " + mark;
        add_line(&mut text, &format!("{}  {sentence}", played.trim_end()));
        if let Some(line) = one.shown_line() {
            for line in wrapped(&better_line(one, line), WIDTH - 6) {
                add_line(&mut text, &format!("      {line}"));
            }
        }
    }
    text
}

/// Moves with the numbers of their turns, from this turn and side on: `12. e4 f5 13. d4`, or `12... f5 13. d4`.
pub(crate) fn numbered(
    mut turn: u32,
    mut side: Side,
    moves: impl IntoIterator<Item = String>,
) -> String {
    let mut words = Vec::new();
    for mv in moves {
        words.push(match side {
            Side::White => format!("{turn}. {mv}"),
            Side::Black if words.is_empty() => format!("{turn}... {mv}"),
            Side::Black => mv,
        });
        turn = turn.saturating_add(u32::from(side == Side::Black));
        side = side.other();
    }
    words.join(" ")
}

/// `Better (+0.35): 12. e4 f5 13. d4`.
fn better_line(one: &MoveReport, line: &LineReport) -> String {
    let moves = line.shown_moves().iter().map(|mv| mv.text.clone());
    format!("Better ({}): {}", line.evaluation, numbered(one.turn, one.side, moves))
}

/// A table with a row for each player and stage.
fn table(report: &GameReport) -> String {
    let mut rows = vec![
        ["", "unforced", "accuracy", "loss", "!", "?!", "?", "??", "missed"].map(str::to_owned),
        ["", "moves", "%", "mean", "", "", "", "", "wins"].map(str::to_owned),
    ];
    for side in Side::ALL {
        let player = report.players.of(side);
        rows.push(table_row(player_name(report, side), &player.game));
        for stage in Stage::ALL {
            let summary = player.stage(stage);
            if summary.judged > 0 {
                rows.push(table_row(format!("  {stage}"), summary));
            }
        }
    }
    aligned(&rows, [Left, Right, Right, Right, Right, Right, Right, Right, Right])
}

fn table_row(name: String, summary: &Summary) -> [String; 9] {
    let accuracy = decimals_or_dash(summary.accuracy, 1);
    let mean_loss = decimals_or_dash(summary.mean_loss, 3);
    let Summary { judged, good, inaccuracies, mistakes, blunders, missed_wins, .. } = *summary;
    let [judged, good, inaccuracies, mistakes, blunders, missed_wins] =
        [judged, good, inaccuracies, mistakes, blunders, missed_wins]
            .map(|moves| moves.to_string());
    [name, judged, accuracy, mean_loss, good, inaccuracies, mistakes, blunders, missed_wins]
}
