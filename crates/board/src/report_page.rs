//! Reports on games as one HTML file, with the board, the list of moves and the report of the page. The file contains
//! everything that it needs, as its content security policy demands: the style, the modules of `report_page.js` behind an
//! import map, and the answers that the board will ask for, so that it needs no rules.

use crate::answers::describe::describe;
use crate::answers::library::game_entry;
use crate::interface::{PictureView, PositionData, RecordEntry};
use crate::page_files::file;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use emergo::diagram::BoardLayout;
use emergo::{Coordinates, Game, Variant};
use flate2::Compression;
use flate2::write::GzEncoder;
use luctor_study::{GameReport, LineReport, ReportedMove};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// The module that shows the reports.
const ENTRY: &str = "report_page.js";

/// The file may use nothing but what it contains.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' data:; img-src data:";

/// A game with its report. `answers` has the position after each line of moves, written with blanks between them.
#[derive(Serialize)]
struct ReportedGame {
    entry: RecordEntry,
    report: GameReport,
    view: PictureView,
    answers: BTreeMap<String, PositionData>,
}

/// Writes an HTML file with these reports. It has about 300 kB for the modules, and half a kB for each position.
pub fn write_report_page(reports: &[GameReport]) -> String {
    let games: Vec<ReportedGame> = reports.iter().map(reported_game).collect();
    let module = |(name, source): (String, String)| {
        let source = BASE64_STANDARD.encode(source);
        (bare(&name), format!("data:text/javascript;charset=utf-8;base64,{source}"))
    };
    let modules: BTreeMap<String, String> = modules_of(ENTRY).into_iter().map(module).collect();
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(json(&games).as_bytes()).expect("writing to a Vec cannot fail");
    let data = BASE64_STANDARD.encode(packed.finish().expect("writing to a Vec cannot fail"));
    let page = file("index.html");
    let (head, body) = page.split_once("<link rel=\"icon\"").expect("index.html has an icon");
    let (_, body) = body.split_once("</head>").expect("index.html has a head");
    format!(
        "{head}<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <style>\n{}{}</style>\n<script type=\"importmap\">{{\"imports\": {}}}</script>\n\
         <script type=\"module\">import \"{}\";</script>\n\
         <script type=\"application/gzip\" id=\"reports\">{data}</script>\n</head>{body}",
        file("board.css"),
        file("style.css"),
        json(&modules),
        bare(ENTRY)
    )
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("text and finite numbers are always valid JSON")
}

/// The name of a module for the import map. A module of a data URL has no folder, so it cannot import `./NAME`.
fn bare(name: &str) -> String {
    format!("luctor/{name}")
}

/// A module and all that it imports, by name, with the names of the import map.
fn modules_of(entry: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![entry.to_owned()];
    while let Some(name) = open.pop() {
        if found.contains_key(&name) {
            continue;
        }
        let mut source = file(&name);
        for path in imports(&source) {
            let imported = imported_name(&name, &path);
            source = source.replace(&format!("\"{path}\""), &format!("\"{}\"", bare(&imported)));
            open.push(imported);
        }
        found.insert(name, source);
    }
    found
}

/// The paths that a module imports.
fn imports(source: &str) -> Vec<String> {
    // Comments name types.
    let is_comment = |line: &str| line.starts_with("/*") || line.starts_with('*');
    let code = source.lines().filter(|line| !is_comment(line.trim_start()));
    let paths = code.flat_map(|line| line.split('"'));
    paths.filter(|text| text.starts_with('.') && text.ends_with(".js")).map(str::to_owned).collect()
}

/// The name of a module that another one imports by a path: `../package/languages.js`, or `./languages.js` in the same folder.
fn imported_name(importer: &str, path: &str) -> String {
    if let Some(name) = path.strip_prefix("../") {
        return name.to_owned();
    }
    let folder = importer.rfind('/').map_or("", |end| &importer[..=end]);
    format!("{folder}{}", path.trim_start_matches("./"))
}

fn reported_game(report: &GameReport) -> ReportedGame {
    let view = PictureView { layout: BoardLayout::of(report.game.coordinates), turned: false };
    let report = in_oblique_names(report.clone());
    let mut answers = BTreeMap::new();
    let mut game = report.game.game_at(0);
    let mut moves = Vec::new();
    answers.insert(String::new(), shown(&game, view));
    for one in &report.moves {
        if let Some(better) = one.shown_line() {
            add_line(&mut answers, &game, &moves, &better.moves, view);
        }
        add_line(&mut answers, &game, &moves, std::slice::from_ref(&one.played), view);
        moves.push(one.played.text.clone());
        game.play(one.played.mv);
    }
    let mut record = report.game.clone();
    // There are no answers about variations.
    record.moves.iter_mut().for_each(|one| one.variations.clear());
    ReportedGame { entry: game_entry(record, None), report, view, answers }
}

/// Adds the positions after each move of a line that follows the moves of a game.
fn add_line(
    answers: &mut BTreeMap<String, PositionData>,
    game: &Game,
    before: &[String],
    line: &[ReportedMove],
    view: PictureView,
) {
    let (mut game, mut moves) = (game.clone(), before.to_vec());
    for one in line {
        game.play(one.mv);
        moves.push(one.text.clone());
        answers.entry(moves.join(" ")).or_insert_with(|| shown(&game, view));
    }
}

/// A position without what only a player needs.
fn shown(game: &Game, view: PictureView) -> PositionData {
    let whole = describe(game, view);
    PositionData { moves: Vec::new(), forbidden: Vec::new(), threatened: Vec::new(), ..whole }
}

/// The report with the names of cells that the page uses.
fn in_oblique_names(mut report: GameReport) -> GameReport {
    let variant = report.game.variant;
    report.game.coordinates = Coordinates::Oblique;
    let lines = |line: &mut LineReport| line.moves.iter_mut().for_each(|one| rename(variant, one));
    for one in &mut report.moves {
        rename(variant, &mut one.played);
        one.best.iter_mut().for_each(lines);
        one.next_best.iter_mut().for_each(lines);
    }
    report
}

fn rename(variant: Variant, one: &mut ReportedMove) {
    *one = ReportedMove::new(variant, Coordinates::Oblique, one.mv);
}
