//! A printable page of puzzles: a self-contained HTML document with diagrams, and the solutions on pages of their own.

use super::Puzzle;
use emergo::Coordinates;
use emergo::diagram::{BoardLayout, SvgStyle, draw_svg};
use luctor_system::text::count;

const STYLE: &str = "\
body{font-family:sans-serif;margin:1.5em auto;max-width:60em;color:#222;background:#fff}\
h1{font-size:1.4em}h2{font-size:1.2em;break-before:page}\
.puzzles{display:grid;grid-template-columns:repeat(3,1fr);gap:1em 1.5em}\
figure{margin:0;break-inside:avoid}figure svg{width:100%;height:auto}\
figcaption{font-size:.9em;line-height:1.35}\
.solutions{columns:2;column-gap:2em;font-size:.85em;line-height:1.4}\
.solutions p{margin:0 0 .5em;break-inside:avoid}\
@page{margin:15mm}@media print{body{margin:0;max-width:none}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}";

/// The page. Squares have the names of `coordinates`, in the layout that fits them.
pub fn puzzle_page(puzzles: &[Puzzle], coordinates: Coordinates) -> String {
    let style = SvgStyle { layout: BoardLayout::of(coordinates), turned: false, coordinates };
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Emergo puzzles</title>\
         <style>{STYLE}</style></head><body>\n<h1>Emergo puzzles</h1>\n\
         <p>Each puzzle has one solution. The number of moves does not count forced ones.</p>\n\
         <div class=\"puzzles\">\n"
    );
    for (number, puzzle) in (1..).zip(puzzles) {
        let (variant, task, length) = (puzzle.variant(), puzzle.task(), puzzle.length());
        let length = count(length, "move");
        let difficulty = puzzle.difficulty();
        page += &format!(
            "<figure>{}<figcaption><b>{number}.</b> {task} ({length})<br>{variant}, difficulty \
             {difficulty} of 5</figcaption></figure>\n",
            draw_svg(&puzzle.game(), style)
        );
    }
    page += "</div>\n<h2>Solutions</h2>\n<div class=\"solutions\">\n";
    for (number, puzzle) in (1..).zip(puzzles) {
        let solution = puzzle.solution_text(coordinates);
        let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
        let themes =
            if themes.is_empty() { String::new() } else { format!(" ({})", themes.join(", ")) };
        page += &format!("<p><b>{number}.</b> {solution}{themes}</p>\n");
    }
    page + "</div>\n</body></html>\n"
}
