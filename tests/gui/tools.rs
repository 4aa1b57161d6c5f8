//! Tools that scripts/pictures and docs/measurements.md run. They are no tests: they have the browser and the server of the tests.

use crate::static_site::{START_ENGINE, show, site};
use crate::support::browser::Browser;
use crate::support::luctor;
use crate::support::page::*;
use serde_json::json;
use std::time::Instant;
use test_support::scratch::scratch_folder;

/// Writes the pictures of the documentation to `target/tmp/screens`.
#[test]
#[ignore = "creates the pictures of the documentation"]
fn pictures_for_the_readme() {
    let Some((server, mut browser)) = page("pictures", &[]) else { return };
    let folder = scratch_folder("games");
    for (variant, ply, size, dark, picture) in [
        ("emergo", 38, (1180, 920), false, "analysis"),
        ("hexemergo", 19, (1180, 920), false, "hexemergo"),
        ("emergo", 45, (360, 720), true, "narrow-dark"),
    ] {
        let file = format!("{picture}.pgn");
        let engines = ["-engine", "cmd=internal", "name=Luctor", "-engine", "cmd=internal"];
        let games = ["name=Luctor again", "-each", "nodes=20000", "-rounds", "1", "-games", "1"];
        let output = ["-variant", variant, "-pgnout", &file];
        luctor(&folder, &[&["match"], &engines[..], &games, &output].concat());
        browser.open(&server.address, size, dark);
        browser.eval("localStorage.clear()");
        browser.open(&server.address, size, dark);
        browser.wait_for("$$('.square').length === 41");
        browser.choose_file("#file", &folder.join(file));
        browser.wait_for("$$('#move-list button').length > 45");
        browser.click(&format!("#move-list button[data-ply='{ply}']"));
        browser.wait_for(&format!("$('#move-list [aria-current]').dataset.ply === '{ply}'"));
        browser.click("#modes [data-mode=analyse]");
        browser.click("#analyse");
        browser.wait_for("/^depth 1\\d/.test($('.search-state').textContent)");
        browser.hover(".lines li:first-child button");
        browser.wait_for("$$('.arrows > *').length > 0");
        browser.eval("scrollTo(0, 0)");
        browser.screenshot(picture);
    }
}

/// Prints figures for docs/measurements.md. They need an idle machine.
#[test]
#[ignore = "measures times"]
fn figures_of_the_page() {
    let Some((host, mut browser)) = site("site_figures") else { return };
    let address = host.address.clone();
    // The service worker would load all files in the background.
    browser.call("Network.setBypassServiceWorker", json!({"bypass": true}));
    let megabit = 1e6 / 8.0;
    let network = |browser: &mut Browser, down: f64, latency: u32| {
        browser.call(
            "Network.emulateNetworkConditions",
            json!({"offline": false, "latency": latency, "downloadThroughput": down * megabit, "uploadThroughput": megabit}),
        );
    };
    // Milliseconds since the address was opened: until the board is shown, and until the engine has moved. The level is the
    // one that the page offers first.
    let first_game = |browser: &mut Browser, screen| {
        browser.open("about:blank#", screen, false);
        let started = Instant::now();
        show(browser, &address);
        let shown = started.elapsed().as_millis();
        browser.click("#new-game");
        browser.set("#new-game-dialog [name=person]", "black");
        browser.click("#new-game-dialog button[value=start]");
        wait_for_moves(browser, 1);
        let moved = started.elapsed().as_millis();
        // The next load begins without a game.
        browser.eval("localStorage.clear()");
        format!("board after {shown} ms, first move of the engine after {moved} ms")
    };
    for (name, megabits, latency, slower, screen) in
        [("wide screen", 10.0, 20, 1, WIDE), ("phone", 1.6, 150, 4, (390, 844))]
    {
        network(&mut browser, megabits, latency);
        browser.call("Emulation.setCPUThrottlingRate", json!({"rate": slower}));
        for run in 1..=5 {
            browser.call("Network.clearBrowserCache", json!({}));
            println!("{name}, run {run}, cold: {}", first_game(&mut browser, screen));
            println!("{name}, run {run}, warm: {}", first_game(&mut browser, screen));
        }
    }
    network(&mut browser, 10.0, 20);
    browser.call("Emulation.setCPUThrottlingRate", json!({"rate": 1}));
    browser.open("about:blank#", WIDE, false);
    show(&mut browser, &address);
    browser.eval(START_ENGINE);
    browser.eval(
        "Promise.all(['emergo', 'emergo7', 'hexemergo'].map((variant) => engine.prepare(variant)))",
    );
    for _ in 0..3 {
        println!("in the page: {}", browser.eval("ask('bench 9', / nps$/)"));
    }
    let frames = "new Promise((resolve) => { let frames = 0; const since = performance.now(); \
                  const next = () => { frames += 1; const time = performance.now() - since; \
                  if (time < 5000) requestAnimationFrame(next); else resolve(frames * 1000 / time); }; \
                  requestAnimationFrame(next); })";
    println!("frames per second without analysis: {}", browser.eval(frames));
    browser.click("#modes [data-mode=analyse]");
    browser.click("#analyse");
    browser.wait_for("$$('.lines li').length === 3");
    println!("frames per second during analysis: {}", browser.eval(frames));
    println!("{}", browser.text(".search-state"));
}
