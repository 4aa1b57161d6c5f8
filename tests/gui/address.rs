//! The addresses of modes, lessons and puzzles, and the browser's buttons Back and Forward.

use crate::support::browser::Browser;
use crate::support::page::*;

/// Waits until the page shows a mode under this fragment of its address.
fn wait_for_place(browser: &mut Browser, mode: &str, fragment: &str) {
    browser.wait_for_value("document.body.dataset.mode", mode);
    browser.wait_for_value("location.hash", fragment);
}

#[test]
fn a_link_that_cannot_be_opened_stays_in_the_address_and_can_be_pasted_again() {
    let Some((server, mut browser)) = page("link_offline", &[]) else { return };
    let fragment = "#v=emergo7&s=1/3/5/3b3/2w2/3/1+b+0,0";
    let link = format!("{}{fragment}", server.address);
    disconnect_after(&mut browser, 0);
    browser.paste(&link);
    browser.wait_for("!$('#trouble').hidden");
    browser.wait_for_value("location.hash", fragment);
    connect_again(&mut browser);
    browser.paste(&link);
    wait_for_place(&mut browser, "analyse", "#analyse");
    browser.wait_for("$$('.square').length === 25");
}

#[test]
fn modes_lessons_and_puzzles_have_addresses_and_back_does_not_go_through_the_moves() {
    let Some((server, mut browser)) = page("back", &[]) else { return };
    enter(&mut browser, &["e4", "e6"]);
    browser.click("#modes [data-mode=analyse]");
    wait_for_place(&mut browser, "analyse", "#analyse");
    browser.click("[data-step=back]");
    browser.wait_for_text("#move-list [aria-current]", "e4");
    browser.click("#modes [data-mode=learn]");
    wait_for_place(&mut browser, "learn", "#learn/capture");
    browser.wait_for("$('#learn .title').textContent.startsWith('1. ')");
    browser.click("#learn .next");
    wait_for_place(&mut browser, "learn", "#learn/enter");
    show_mode(&mut browser, "puzzles");
    browser.wait_for("location.hash.startsWith('#puzzles/emergo/')");

    browser.eval("history.back()");
    wait_for_place(&mut browser, "learn", "#learn/enter");
    browser.wait_for("$('#learn .title').textContent.startsWith('2. ')");
    browser.eval("history.back()");
    wait_for_place(&mut browser, "learn", "#learn/capture");
    browser.wait_for("$('#learn .title').textContent.startsWith('1. ')");
    browser.eval("history.back()");
    wait_for_place(&mut browser, "analyse", "#analyse");
    wait_for_move_list(&mut browser, "e4 e6");
    browser.wait_for_text("#move-list [aria-current]", "e4");
    browser.eval("history.back()");
    wait_for_place(&mut browser, "play", "");
    browser.eval("history.forward()");
    wait_for_place(&mut browser, "analyse", "#analyse");

    // A puzzle is opened by its address.
    let shown = "$('#puzzles').dataset.puzzle";
    let address = |fragment: &str| format!("{}{fragment}", server.address);
    browser.open("about:blank", WIDE, false);
    browser.open(&address("#puzzles/emergo7/12"), WIDE, false);
    browser.wait_for_value(shown, "emergo7 12");
    wait_for_place(&mut browser, "puzzles", "#puzzles/emergo7/12");
    browser.set("#puzzles [name=number]", "15");
    browser.wait_for_value(shown, "emergo7 15");
    wait_for_place(&mut browser, "puzzles", "#puzzles/emergo7/15");
    browser.eval("history.back()");
    browser.wait_for_value(shown, "emergo7 12");
    wait_for_place(&mut browser, "puzzles", "#puzzles/emergo7/12");
    // There are 250.
    browser.eval("location.hash = 'puzzles/hexemergo/999'");
    browser.wait_for_text("#notice .sentence", "There are 250 puzzles.");
    browser.wait_for_value(shown, "hexemergo 250");
    wait_for_place(&mut browser, "puzzles", "#puzzles/hexemergo/250");
    // A dialog does not stay open over another place.
    browser.eval("location.hash = 'learn/capture'");
    wait_for_place(&mut browser, "learn", "#learn/capture");
    browser.wait_for("$('#learn [aria-current]')?.textContent === $('#learn .title').textContent.replace(/^\\d+\\. /, '')");
    browser.click("#modes [data-mode=play]");
    wait_for_place(&mut browser, "play", "");
    browser.click("#new-game");
    browser.wait_for("$('#new-game-dialog').open");
    browser.eval("history.back()");
    wait_for_place(&mut browser, "learn", "#learn/capture");
    browser.wait_for("!$('dialog[open]')");
    // After a reload the same lesson is shown.
    browser.eval("(window.isOld = true, location.reload())");
    browser.wait_for("!window.isOld && $$('.square').length > 0");
    wait_for_place(&mut browser, "learn", "#learn/capture");
}
