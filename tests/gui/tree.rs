//! The game tree: variations, comments, and what survives a reload.

use crate::support::page::*;
use serde_json::json;

#[test]
fn a_move_from_an_earlier_position_creates_a_variation_that_survives_a_reload() {
    let Some((server, mut browser)) = page("tree", &[]) else { return };
    enter(&mut browser, &["e4", "e6", "d4"]);
    for count in [2, 1] {
        browser.page_key("ArrowLeft");
        wait_for_pieces(&mut browser, count);
    }
    enter(&mut browser, &["g5", "c4"]);
    wait_for_move_list(&mut browser, "e4 e6 g5 c4 d4");
    browser.wait_for_text(".variation", "1…g5 2.c4");
    browser.click("#notes summary");
    browser.set("#comment", "a better try");
    browser.set("#glyph", "5");
    browser.wait_for_text(".variation .comment", "a better try");
    // The picture, the tree, the comment and the settings are the same after a reload.
    browser.set("#layout", "checkerboard");
    reload(&server, &mut browser);
    wait_for_moves(&mut browser, 5);
    browser.wait_for_text("#move-list [aria-current]", "b6!?");
    browser.wait_for_text(".variation .comment", "a better try");
    browser.wait_for_value("$('#layout').value", "checkerboard");
    browser.set("#layout", "diamond");
    // PGN keeps comments, marks and variations.
    let saved = save(&mut browser, "pgn", "emergo.pgn");
    let words = saved.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("1. e4 e6 (1... g5 2. c4 $5 {a better try}) 2. d4"), "{saved}");
    // Promoted, the variation is the main line.
    browser.click("#notes summary");
    browser.click("#promote");
    browser.wait_for("$('.variation')?.textContent === '1…e6 2.d4 '");
    browser.page_key("ArrowLeft");
    browser.wait_for_text("#move-list [aria-current]", "g5");
    browser.key("ArrowDown");
    browser.wait_for_text("#move-list [aria-current]", "e6");
    // Deleted after a confirmation.
    browser.click("#delete");
    browser.wait_for_text("#confirm h2", "Delete 2 moves?");
    browser.click("#confirm button[value=yes]");
    wait_for_move_list(&mut browser, "e4 g5 c4!?");
}

#[test]
fn the_loss_of_a_game_is_confirmed_and_bad_stored_data_are_ignored() {
    let Some((server, mut browser)) = page("stored", &[]) else { return };
    let warned = "!$('#new-game-dialog .loss').hidden";
    browser.click("#new-game");
    browser.wait_for(&format!("!({warned})"));
    browser.key("Escape");
    enter(&mut browser, &["e4"]);
    browser.click("#new-game");
    browser.wait_for(warned);
    browser.key("Escape");
    open_text(&mut browser, "1. d4 d6 2. f4");
    browser.wait_for("$('#confirm').open");
    browser.key("Escape");
    browser.wait_for("!$('#confirm').open");
    wait_for_move_list(&mut browser, "e4");
    browser.click("#resign");
    browser.key("Escape");
    browser.wait_for_text("#outcome", "");
    // Leaving the page loses a position that is being set up, and no game that is stored.
    let leaving = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))";
    browser.wait_for(&format!("!({leaving})"));
    browser.click("#set-up");
    browser.wait_for("!$('#set-up-form').hidden");
    browser.wait_for(leaving);
    browser.click("#set-up-form [name=give-up]");
    browser.wait_for("$('#set-up-form').hidden");
    browser.wait_for_text("#required", "Black's turn: enter a man");
    let bad = r#"{"version":1,"value":{"game":{"nodes":[{},{"parent":7}],"last":1},"engineSides":[],"control":{}}}"#;
    browser.eval(&format!("localStorage.setItem('luctor.game', {})", json!(bad)));
    reload(&server, &mut browser);
    browser.wait_for("!$('#trouble').hidden");
    browser.wait_for_words("#trouble .sentence", "The stored game cannot be used.");
    wait_for_move_list(&mut browser, "");
}
