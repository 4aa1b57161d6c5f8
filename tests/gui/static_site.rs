//! The page without a server (`scripts/site`), from a plain static host. The tests need the folder of the site in
//! `LUCTOR_SITE`; without it they are skipped and print so.

use crate::embed::play_through;
use crate::explorer::show_what_the_program_knows;
use crate::fair_start::start_fair_games;
use crate::play::play_to_the_end;
use crate::records::{load_many_games, many_games};
use crate::start::open_without_rules;
use crate::support::browser::Browser;
use crate::support::page::*;
use crate::support::static_host::{StaticHost, site_folder};
use serde_json::json;
use std::path::Path;

pub fn site(name: &str) -> Option<(StaticHost, Browser)> {
    let folder = site_folder()?;
    let mut browser = Browser::start(name)?;
    let host = StaticHost::start(Path::new(&folder));
    browser.hosts = vec![host.address.clone()];
    show(&mut browser, &host.address);
    Some((host, browser))
}

pub fn show(browser: &mut Browser, address: &str) {
    browser.open(address, WIDE, false);
    browser.wait_for("$$('.square').length === 41");
    choose_the_board(browser);
}

/// Starts an engine as the page does, as `engine` in the page; `ask` sends a line and waits for a line of the answer.
pub const START_ENGINE: &str = "(async () => {
    const { startEngine } = await import('./transport.js');
    const waiting = [];
    window.lines = [];
    window.engine = await startEngine({
        onLine: (line) => { lines.push(line); if (waiting[0]?.pattern.test(line)) waiting.shift().resolve(line); },
        onEnd: (sentence) => waiting.forEach(({ resolve }) => resolve(sentence)),
    });
    window.ask = (line, pattern) => new Promise((resolve) => { waiting.push({ pattern, resolve }); engine.send(line); });
})()";

#[test]
fn the_engine_in_a_worker_counts_the_bench_nodes_and_reads_stop_and_ponderhit() {
    let Some((_host, mut browser)) = site("site_engine") else { return };
    browser.eval(START_ENGINE);
    for variant in ["emergo", "emergo7", "hexemergo"] {
        browser.eval(&format!("engine.prepare('{variant}')"));
    }
    let bench = browser.eval("ask('bench', / nps$/)");
    // The lines of the positions end with their position.
    let recorded = include_str!("../data/bench.txt").trim();
    assert!(bench.as_str().unwrap().starts_with(&format!("{recorded} nodes ")), "{bench}");
    println!("in the page: {bench}");

    // A search without an end reports deeper iterations, answers isready, and ends by stop.
    browser
        .eval("(lines.length = 0, engine.send('position startpos'), engine.send('go infinite'))");
    browser.wait_for("lines.some((line) => line.startsWith('info depth 9 '))");
    browser.wait_for_value("ask('isready', /readyok/)", "readyok");
    assert!(!browser.is_true("lines.some((line) => line.startsWith('bestmove'))"));
    let best = browser.eval("ask('stop', /^bestmove /)");
    assert!(best.as_str().unwrap().starts_with("bestmove "), "{best}");
    let depths = "lines.map((line) => /^info depth (\\d+) .*multipv 1 /.exec(line)?.[1]).filter(Boolean).map(Number)";
    let sorted =
        format!("{depths}.every((depth, index, all) => index === 0 || depth >= all[index - 1])");
    browser.wait_for(&sorted);

    // Perft needs threads.
    let refused = browser.eval("ask('go perft 3', /perft/)");
    assert!(refused.as_str().unwrap().starts_with("info string perft: cannot start "), "{refused}");
    browser.wait_for_value("ask('isready', /readyok/)", "readyok");

    // The clock starts with ponderhit.
    browser.eval("(lines.length = 0, engine.send('go ponder movetime 10'))");
    browser.wait_for("lines.some((line) => line.startsWith('info depth 7 '))");
    assert!(!browser.is_true("lines.some((line) => line.startsWith('bestmove'))"));
    browser.eval("ask('ponderhit', /^bestmove /)");
    assert!(browser.errors.is_empty(), "{:#?}", browser.errors);

    // An exception in the Worker ends the engine with a sentence.
    let sentence = browser.eval("ask(undefined, /^no answer$/)");
    assert!(
        sentence.as_str().unwrap().starts_with("The engine stopped with an error: "),
        "{sentence}"
    );
    assert!(!browser.is_true("engine.isOpen"));
    // The console has the error, too.
    browser.errors.clear();
}

#[test]
fn games_are_played_saved_loaded_and_studied_without_a_server() {
    let Some((_host, mut browser)) = site("site_play") else { return };
    // All that was requested until the board is shown, as the host sends it: not compressed, except for the rules.
    let weight = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')] \
        .filter(({ name }) => !/networks|engine/.test(name)).reduce((sum, file) => sum + file.encodedBodySize, 0)";
    let weight = browser.eval(weight).as_f64().unwrap();
    assert!((300e3..520e3).contains(&weight), "{weight} bytes");
    // The lowest level answers. A game against it may be long, so the highest level plays to the end.
    start_game(&mut browser, "emergo7", &[("seconds", "0.02"), ("level", "0")]);
    browser.cell("d3");
    wait_for_moves(&mut browser, 2);
    new_game(&mut browser, "emergo7", "white", "0.02");
    play_to_the_end(&mut browser);
    let played = moves(&mut browser);
    assert!(played.split(' ').count() > 12, "{played}");

    let saved = save(&mut browser, "pgn", "emergo7.pgn");
    assert!(saved.contains("[Variant \"emergo7\"]"), "{saved}");
    browser.click("#modes [data-mode=play]");
    new_game(&mut browser, "emergo", "white black", "1");
    browser.choose_file("#file", &browser.download_path("emergo7.pgn"));
    wait_for_move_list(&mut browser, played);

    // The report on it takes a search.
    browser.click("#modes [data-mode=analyse]");
    browser.set("#report-effort", "20000");
    browser.click("#analyse-game");
    browser.wait_for("$$('#report tbody tr').length === 8");

    // So does the comparison of two moves.
    let game = json!({"variant": "emergo7", "blocked": "draw", "start": null, "moves": []});
    let task = json!({"kind": "compare", "game": game, "text": "d3", "best": "d2"});
    let compared = browser.eval(&format!(
        "import('./transport.js').then(({{ openStudy }}) => new Promise((resolve) => \
           openStudy({task}, {{ onMessage: (message) => resolve(JSON.parse(message)), onEnd: resolve }})))"
    ));
    assert!(compared["kind"] == "comparison" && compared["line"][0].is_string(), "{compared}");

    // The engine answers on each board.
    browser.click("#modes [data-mode=play]");
    for (variant, cell) in [("emergo", "e4"), ("emergo7", "d3"), ("hexemergo", "a2")] {
        new_game(&mut browser, variant, "white", "0.1");
        browser.cell(cell);
        wait_for_moves(&mut browser, 2);
    }

    browser.click("#modes [data-mode=analyse]");
    browser.click("#analyse");
    browser.wait_for("$$('.lines li').length === 3");
    browser.wait_for("/^depth ([6-9]|1\\d)/.test($('.search-state').textContent)");
    // Another position is analysed at once.
    browser.click("[data-step=start]");
    browser.wait_for("$('.search-state').textContent.startsWith('depth ')");
    browser.click("#analyse");

    browser.click("#modes [data-mode=puzzles]");
    browser.wait_for("$('#puzzles .task').textContent !== ''");
}

#[test]
fn without_webassembly_or_workers_the_page_says_what_is_missing() {
    let Some((host, mut browser)) = site("site_missing") else { return };
    open_without_rules(
        &mut browser,
        &host.address,
        "delete window.WebAssembly",
        "This browser cannot run the rules of the game, because it has no WebAssembly. Use another browser, or allow WebAssembly.",
    );
    // The program of the Workers is not there.
    let worker = "(() => { const Real = Worker; window.Worker = class extends Real { \
                  constructor() { super('missing.js', { type: 'module' }); } }; })()";
    browser.before_the_page(worker);
    browser.open("about:blank#", WIDE, false);
    show(&mut browser, &host.address);
    browser.click("#modes [data-mode=analyse]");
    browser.click("#analyse");
    browser.wait_for_text(
        "#trouble .sentence",
        "The engine cannot be started. Is there a connection?",
    );
    browser.paste("1. e4 e6");
    // The text is not lost.
    browser.wait_for_text(
        "#paste-dialog .fault",
        "The rules stopped with an error. Is there a connection?",
    );
    browser.wait_for_value("$('#paste-dialog textarea').value", "1. e4 e6");
    browser.errors.clear();
}

#[test]
fn a_file_of_1000_games_is_read_in_a_worker() {
    let Some((_host, mut browser)) = site("site_many_games") else { return };
    let file = many_games("many-site.pgn");
    load_many_games(&mut browser, &file);
}

#[test]
fn strong_games_the_book_exact_endings_and_fair_starts_need_no_server() {
    let Some((_host, mut browser)) = site("site_library") else { return };
    show_what_the_program_knows(&mut browser);
    start_fair_games(&mut browser);
}

#[test]
fn an_embedded_board_needs_no_server_and_share_has_its_html() {
    let Some((host, mut browser)) = site("site_embed") else { return };
    let address = host.address.clone();
    play_through(&mut browser, &address, true);
}

#[test]
fn the_page_can_be_installed_and_works_without_its_host_after_the_first_visit() {
    let Some((host, mut browser)) = site("site_offline") else { return };
    // The first network is loaded in the background.
    browser.eval("navigator.serviceWorker.ready.then(() => true)");
    let errors = browser.call("Page.getInstallabilityErrors", json!({}));
    let mut errors = errors["installabilityErrors"].as_array().unwrap().iter();
    // A browser context is an incognito window. Chromium reports the other errors as well.
    assert_eq!(errors.find(|error| error["errorId"] != "in-incognito"), None);
    let address = host.address.clone();
    drop(host);
    show(&mut browser, &address);
    new_game(&mut browser, "hexemergo", "white", "0.1");
    browser.cell("a2");
    wait_for_moves(&mut browser, 2);
}
