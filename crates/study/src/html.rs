//! Reports as one HTML page with boards, graphs and lists of moves. The page contains everything that it needs: its
//! content security policy forbids all requests.

use crate::report::{GameReport, LineReport};
use crate::terminal::{player_name, result_text};
use emergo::diagram::{BoardLayout, SvgStyle, draw_svg, draw_svg_pieces};
use emergo::{Coordinates, Game, Move, Side};
use serde::Serialize;

const STYLE: &str = include_str!("html/report.css");
const SCRIPT: &str = include_str!("html/report.js");
const BODY: &str = include_str!("html/report.html");

/// Writes a page with these reports, which has about 6,000 bytes for each position.
pub fn write_page(reports: &[GameReport]) -> String {
    let games: Vec<PageGame> = reports.iter().map(PageGame::new).collect();
    let data =
        serde_json::to_string(&games).expect("text and finite numbers are always valid JSON");
    // Inside a script element, only `<` could begin another tag.
    let data = data.replace('<', "\\u003c");
    let title = match reports {
        [only] => escaped(&title(only)),
        _ => format!("{} games of Emergo", reports.len()),
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{BODY}\
         <script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

fn title(report: &GameReport) -> String {
    let [white, black] = Side::ALL.map(|side| player_name(report, side));
    format!("{white} - {black}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A game in the data of the page.
#[derive(Serialize)]
struct PageGame<'a> {
    title: String,
    result: String,
    report: &'a GameReport,
    /// The picture of the first position.
    board: String,
    /// The positions before each move and after the last one.
    positions: Vec<PagePosition>,
    /// What the page adds to the report on each move.
    notes: Vec<PageNote>,
}

/// A position of a game or of a line.
#[derive(Serialize)]
struct PagePosition {
    /// The elements of the pieces and hands.
    pieces: String,
    /// The oblique names of the cells of the last move.
    last: Vec<String>,
}

/// What the page adds to the report on a move.
#[derive(Serialize)]
struct PageNote {
    /// The judgement as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence: Option<String>,
    /// The oblique names of the cells of the best move, in the order of its route.
    best: Vec<String>,
    /// The positions after each move of the better line; empty if it is not shown.
    line: Vec<PagePosition>,
}

impl PageGame<'_> {
    fn new(report: &GameReport) -> PageGame<'_> {
        let record = &report.game;
        let style = SvgStyle {
            layout: match record.coordinates {
                Coordinates::Oblique => BoardLayout::Diamond,
                Coordinates::Checkerboard => BoardLayout::Checkerboard,
            },
            turned: false,
            coordinates: record.coordinates,
        };
        let mut game = record.game_at(0);
        let board = draw_svg(&game, style);
        let mut positions = vec![PagePosition::new(&game, None, style)];
        let mut notes = Vec::new();
        for one in &report.moves {
            let best = one.best.as_ref().and_then(|line| line.moves.first());
            notes.push(PageNote {
                sentence: one.sentence(),
                best: best.map_or_else(Vec::new, |best| path(&game, best.mv)),
                line: one
                    .shown_line()
                    .map_or_else(Vec::new, |line| line_positions(&game, line, style)),
            });
            game.play(one.played.mv);
            positions.push(PagePosition::new(&game, Some(one.played.mv), style));
        }
        PageGame {
            title: title(report),
            result: result_text(report),
            report,
            board,
            positions,
            notes,
        }
    }
}

impl PagePosition {
    fn new(game: &Game, last: Option<Move>, style: SvgStyle) -> PagePosition {
        PagePosition {
            pieces: draw_svg_pieces(game.position(), style),
            last: last.map_or_else(Vec::new, |mv| path(game, mv)),
        }
    }
}

/// The oblique names of the cells of a move.
fn path(game: &Game, mv: Move) -> Vec<String> {
    let variant = game.position().variant();
    mv.path(variant).map(|cell| Coordinates::Oblique.name_of(variant, cell).to_string()).collect()
}

fn line_positions(game: &Game, line: &LineReport, style: SvgStyle) -> Vec<PagePosition> {
    let mut game = game.clone();
    let mut positions = Vec::new();
    for one in line.shown_moves() {
        game.play(one.mv);
        positions.push(PagePosition::new(&game, Some(one.mv), style));
    }
    positions
}
