//! The package for other sites (`scripts/npm`), installed into an empty project. Needs the folder of the site in
//! `LUCTOR_SITE`; without it the tests are skipped and print so. The code that runs is that of the package's README.

use crate::support::browser::Browser;
use crate::support::page::*;
use crate::support::run;
use crate::support::static_host::{StaticHost, site_folder};
use std::path::{Path, PathBuf};
use std::process::Command;
use test_support::scratch::scratch_folder;

/// The first block of code of a language in the README of the package.
fn readme_block(project: &Path, language: &str) -> String {
    let readme = project.join("node_modules/luctor/README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    let (_, rest) = readme.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

/// An empty project in which the packed package is installed. Nothing is downloaded.
fn project() -> Option<PathBuf> {
    let site = site_folder()?;
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/npm");
    run(Command::new(script).env("LUCTOR_SITE", site).env("CARGO_TARGET_DIR", target));
    let project = scratch_folder("project");
    std::fs::write(project.join("package.json"), r#"{"private": true, "type": "module"}"#).unwrap();
    let tarball = target.join(format!("npm/luctor-{}.tgz", env!("CARGO_PKG_VERSION")));
    run(Command::new("npm")
        .args(["install", "--offline", "--no-audit", "--no-fund"])
        .arg(tarball)
        .current_dir(&project));
    Some(project)
}

const TYPED: &str = r#"import { Engine, Rules, newGame } from "luctor";
import { EmergoBoard } from "luctor/board";
const move: Promise<string | null> = new Engine({ elo: 1500 }).bestMove(newGame("emergo7"));
const view = { layout: "diamond", turned: false } as const;
const path: Promise<string[]> = new Rules().describe(newGame(), view).then(({ moves }) => moves[0].path);
new EmergoBoard().setGame(newGame());
"#;

#[test]
fn the_package_plays_a_game_in_node_and_in_a_browser_and_has_types() {
    let Some(project) = project() else { return };
    std::fs::write(project.join("game.js"), readme_block(&project, "js")).unwrap();
    let ending = run(Command::new("node").arg("game.js").current_dir(&project));
    assert!(ending.contains("result: ") && ending.contains("reason: "), "{ending}");

    std::fs::write(project.join("typed.ts"), TYPED).unwrap();
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/page-tools/node_modules/.bin");
    run(Command::new(tools.join("tsc"))
        .args(["--noEmit", "--strict", "--target", "es2022", "--module", "es2022"])
        .args(["--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable", "typed.ts"])
        .current_dir(&project));

    let Some(mut browser) = Browser::start("npm_board") else { return };
    let page = format!(
        "<title>A board</title><link rel=\"icon\" href=\"data:,\">{}",
        readme_block(&project, "html")
    );
    std::fs::write(project.join("index.html"), page).unwrap();
    let host = StaticHost::start(&project);
    browser.open(&host.address, WIDE, false);
    browser.wait_for("$$('emergo-board .square.legal').length === 40");
    let board = "$('emergo-board')";
    // A click that is no move has a reason, and changes nothing.
    browser.eval(&format!(
        "void {board}.addEventListener('refused', ({{ detail }}) => (window.refused = detail))"
    ));
    browser.cell("e5");
    browser.wait_for_value("window.refused", "White's first entry may not be on the centre e5.");
    // The sign of board.css, in its encoding.
    let sign = "getComputedStyle($('.square.forbidden'), '::after').content";
    browser.wait_for_value(sign, "\"✕\"");
    // The engine answers a move.
    browser.cell("e4");
    browser
        .wait_for(&format!("{board}.game.moves.length === 2 && {board}.position.side === 'white'"));
    browser.screenshot("npm_board");
    // A game that is set before the element is in the page is shown.
    browser.eval(&format!(
        "window.early = document.createElement('emergo-board'); void early.setGame({board}.game); document.body.append(early)"
    ));
    browser.wait_for("early.position?.side === 'white' && early.game.moves.length === 2");
    browser.eval("early.remove()");
    // A move that is chosen while the other side is to move is played after its move.
    browser.eval(&format!("{board}.setAttribute('plays', 'black')"));
    browser.wait_for("$('.square.legal') === null");
    browser.cell("i5");
    browser.wait_for("$$('.arrow.premove').length === 1");
    browser.eval(&format!("{board}.play('a5')"));
    browser.wait_for(&format!("{board}.game.moves[3] === 'i5'"));
    browser
        .wait_for(&format!("{board}.game.moves.length === 5 && {board}.position.side === 'black'"));
    // The rest of the game is the engine's.
    browser.eval(&format!(
        "(async () => {{ const board = {board}; const {{ Engine }} = await import('./node_modules/luctor/luctor.js'); \
         const engine = new Engine(); let move; \
         while ((move = await engine.bestMove(board.game, {{ nodes: 200 }})) !== null) \
             await board.setGame({{ ...board.game, moves: [...board.game.moves, move] }}); \
         engine.close(); }})()"
    ));
    browser.wait_for(&format!("{board}.position.ending !== null"));
    assert!(browser.errors.is_empty(), "{:#?}", browser.errors);
}
