//! Links that contain a game or a position.

use crate::support::page::*;
use serde_json::json;

#[test]
fn a_link_contains_a_position_or_a_game_with_its_names_comments_marks_and_variations() {
    let Some((server, mut browser)) = page("share", &[]) else { return };
    open_text(&mut browser, "1. e4 e6 2. d4 d6");
    wait_for_moves(&mut browser, 4);
    browser.page_key("ArrowLeft");
    wait_for_pieces(&mut browser, 3);
    let [game, position] = ["game", "position"].map(|name| shared_link(&mut browser, name));
    assert!(game.contains("#v=emergo&m=") && game.len() < server.address.len() + 40, "{game}");
    browser.eval("localStorage.clear()");
    browser.open("about:blank#", WIDE, false);
    browser.open(&game, WIDE, false);
    wait_for_move_list(&mut browser, "e4 e6 d4 d6");
    wait_for_pieces(&mut browser, 3);
    // It opens in Analysis.
    browser.wait_for_value("location.hash", "#analyse");
    browser.wait_for_value("document.body.dataset.mode", "analyse");
    // A pasted link.
    open_text(&mut browser, &position);
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
    let noted = shared_link(&mut browser, "game");
    assert!(noted.contains("#g="), "{noted}");
    let shown = browser.text("#move-list");
    let first = browser.new_tab();
    browser.open(&noted, WIDE, false);
    wait_for_move_list(&mut browser, "e4 e6!? d6 f4 d4");
    browser.wait_for_text("#move-list", shown);
    browser.wait_for_text("#move-list [aria-current]", "f4");
    browser.wait_for_text("#player-white .name", "White: Ann");
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
    // The error does not stay beside another link.
    browser.eval(&format!("location.hash = {}", json!(game.split('#').nth(1).unwrap())));
    wait_for_moves(&mut browser, 4);
    browser.wait_for("$('#trouble').hidden");
}

#[test]
fn a_link_that_is_opened_while_the_stored_game_loads_does_not_replace_it() {
    let Some((server, mut browser)) = page("link_early", &[]) else { return };
    enter(&mut browser, &["e4"]);
    // The check of the stored game waits.
    browser.before_the_page(&hold("write_record"));
    browser.open("about:blank#", WIDE, false);
    browser.open(&server.address, WIDE, false);
    browser.wait_for("window.held?.length === 1");
    browser.eval("location.hash = 'v=emergo&s=1/3/5/3b3/4w4/7/5/3/1 b 0,0'");
    browser.wait_for("location.hash === ''");
    browser.eval("held[0]()");
    browser.wait_for("$('#confirm').open");
    browser.key("Escape");
    browser.wait_for("!$('#confirm').open");
    wait_for_move_list(&mut browser, "e4");
}
