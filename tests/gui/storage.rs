//! What the browser keeps: several tabs, blocked and full storage, long games.

use crate::support::page::*;
use serde_json::json;

#[test]
fn each_tab_keeps_its_own_game() {
    let Some((server, mut browser)) = page("tabs", &[]) else { return };
    enter(&mut browser, &["e4"]);
    let first = browser.new_tab();
    browser.open(&server.address, WIDE, false);
    browser.wait_for_text(
        "#notice .sentence",
        "Luctor is open in another tab. Each tab keeps its own game.",
    );
    wait_for_moves(&mut browser, 0);
    enter(&mut browser, &["d3", "f6"]);
    // Each tab has its own side at the bottom.
    browser.click("#flip");
    browser.wait_for("$('#turned').checked");
    // Both have the same settings.
    browser.set("#theme", "slate");
    let second = browser.turn_to(first);
    browser.wait_for(
        "$('#theme').value === 'slate' && document.documentElement.dataset.theme === 'slate'",
    );
    enter(&mut browser, &["e6"]);
    // Each tab has its game again.
    reload(&server, &mut browser);
    wait_for_move_list(&mut browser, "e4 e6");
    browser.wait_for("!$('#turned').checked");
    let first = browser.turn_to(second);
    reload(&server, &mut browser);
    wait_for_move_list(&mut browser, "d3 f6");
    browser.wait_for("$('#turned').checked");
    // A new tab continues the game of a closed one.
    browser.close_tab(first);
    browser.wait_for_value("navigator.locks.query().then(({ held }) => held.length)", 1);
    browser.new_tab();
    browser.open(&server.address, WIDE, false);
    wait_for_move_list(&mut browser, "e4 e6");
}

#[test]
fn a_browser_without_storage_starts_the_page_with_a_message() {
    let Some((server, mut browser)) = browser_and_server("blocked_storage", &[]) else { return };
    browser.before_the_page(
        "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, \
         { get() { throw new DOMException('The operation is insecure.', 'SecurityError'); } });",
    );
    browser.open(&server.address, WIDE, false);
    browser.wait_for("$$('.square').length === 41");
    browser.wait_for_text(
        "#trouble .sentence",
        "The browser does not let the page store anything. The game is lost when the page is closed or loaded again.",
    );
    choose_the_board(&mut browser);
    enter(&mut browser, &["e4"]);
}

#[test]
fn a_full_storage_is_reported() {
    let Some((_server, mut browser)) = page("full_storage", &[]) else { return };
    browser.eval(
        "(() => { let part = 'x'.repeat(1 << 22); while (part.length > 0) { \
           try { localStorage.setItem('other ' + localStorage.length, part); } catch { part = part.slice(part.length / 2 + 1); } } })()",
    );
    enter(&mut browser, &["e4"]);
    browser.wait_for_text(
        "#trouble .sentence",
        "The browser has no space left to store the game. Save it as a file.",
    );
}

#[test]
fn a_game_of_4000_moves_survives_a_reload() {
    let Some((server, mut browser)) = page("long_game", &[]) else { return };
    let cycle = ["e5-d5", "h5-g5", "d5-e5", "g5-h5"];
    let moves: Vec<_> = cycle.iter().cycle().take(4000).map(|mv| json!({"move": mv})).collect();
    let start = "1/3/5/7/4w2b1/7/5/3/1 w 0,0 1";
    let game = json!({"repetition": "unlimited", "opening": start, "moves": moves});
    browser.paste(&game.to_string());
    wait_for_moves(&mut browser, 4000);
    browser.wait_for("$('.square[data-cell=e5].movable')");
    browser.page_key("ArrowLeft");
    browser.wait_for("$('#move-list [data-ply=\"3999\"][aria-current]')");
    reload(&server, &mut browser);
    wait_for_moves(&mut browser, 4000);
    browser.wait_for("$('#move-list [data-ply=\"3999\"][aria-current]')");
}
