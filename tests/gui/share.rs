//! Links that contain a game or a position.

use crate::support::page::*;
use serde_json::json;

#[test]
fn a_link_contains_a_position_or_a_game_with_its_names_comments_marks_and_variations() {
    let Some((server, mut browser)) = page("share", &[]) else { return };
    open_text(&mut browser, "1. e4 e6 2. d4 d6");
    wait_for_moves(&mut browser, 4);
    browser.blur();
    browser.key("ArrowLeft");
    wait_for_pieces(&mut browser, 3);
    browser.click("#share");
    browser.wait_for("document.querySelector('#share-dialog').open");
    let link = |browser: &mut crate::support::browser::Browser, name: &str| {
        let value =
            browser.eval(&format!("document.querySelector('#share-dialog [name={name}]').value"));
        value.as_str().unwrap().to_owned()
    };
    let (game, position) = (link(&mut browser, "game"), link(&mut browser, "position"));
    browser.key("Escape");
    assert!(game.contains("#v=emergo&m=") && game.len() < server.address.len() + 40, "{game}");
    browser.eval("localStorage.clear()");
    browser.open("about:blank#", WIDE, false);
    browser.open(&game, WIDE, false);
    wait_for_moves(&mut browser, 4);
    wait_for_move_list(&mut browser, "e4 e6 d4 d6");
    wait_for_pieces(&mut browser, 3);
    // It opens in Analysis.
    browser.wait_for_value("location.hash", "#analyse");
    browser.wait_for_value("document.body.dataset.mode", "analyse");
    browser.eval(&format!("location.hash = {}", json!(position.split('#').nth(1))));
    wait_for_moves(&mut browser, 0);
    wait_for_pieces(&mut browser, 3);
    wait_for_column(&mut browser, "e6", "b");

    // A game with more than moves, in another tab.
    show_mode(&mut browser, "play");
    browser.paste(
        "[White \"Ann\"]\n[Black \"Bob\"]\n\n{A start} 1. e4 e6!? {a mirror} (1... d6 {other} 2. f4) 2. d4 1-0\n",
    );
    wait_for_moves(&mut browser, 5);
    browser.click("#move-list .variation button:nth-of-type(2)");
    browser.wait_for_text("#move-list [aria-current]", "f4");
    browser.click("#share");
    browser.wait_for("document.querySelector('#share-dialog').open");
    let noted = link(&mut browser, "game");
    assert!(noted.contains("#g="), "{noted}");
    browser.key("Escape");
    let shown = browser.text("#move-list");
    let first = browser.new_tab();
    browser.open(&noted, WIDE, false);
    wait_for_move_list(&mut browser, "e4 e6!? d6 f4 d4");
    browser.wait_for_text("#move-list", shown);
    browser.wait_for_text("#move-list [aria-current]", "f4");
    browser.wait_for_text("#player-w .name", "White: Ann");
    browser.wait_for_value("document.body.dataset.mode", "analyse");
    browser.close_tab(first);
    // A part of the link is missing.
    browser.eval(&format!("location.hash = {}", json!(&noted.split('#').nth(1).unwrap()[..60])));
    browser.wait_for_text(
        "#trouble .sentence",
        "The link cannot be opened. It is not complete, or it was changed. Copy the whole link again.",
    );
    browser.wait_for_value("location.hash", "#analyse");
    wait_for_moves(&mut browser, 5);
}

#[test]
fn a_link_that_is_opened_while_the_stored_game_loads_does_not_replace_it() {
    let Some((server, mut browser)) = page("link_early", &[]) else { return };
    browser.cell("e4");
    wait_for_moves(&mut browser, 1);
    // The check of the stored game waits.
    let hold = "(() => { const ask = fetch; window.held = []; window.fetch = async (address, request) => { \
                if (request?.body?.includes('write_record')) await new Promise((answer) => held.push(answer)); \
                return ask(address, request); }; })()";
    browser.call("Page.addScriptToEvaluateOnNewDocument", json!({"source": hold}));
    browser.open("about:blank#", WIDE, false);
    browser.open(&server.address, WIDE, false);
    browser.wait_for("window.held?.length === 1");
    browser.eval("location.hash = 'v=emergo&s=1/3/5/3b3/4w4/7/5/3/1 b 0,0'");
    browser.wait_for("location.hash === ''");
    browser.eval("held[0]()");
    browser.wait_for("document.querySelector('#confirm').open");
    browser.key("Escape");
    browser.wait_for("!document.querySelector('#confirm').open");
    wait_for_moves(&mut browser, 1);
    wait_for_move_list(&mut browser, "e4");
}
