//! The keyboard, and the labels for screen readers.

use crate::support::axe::check_with_axe;
use crate::support::browser::Browser;
use crate::support::page::*;
use serde_json::json;

#[test]
fn a_move_is_played_by_keyboard_and_each_square_has_a_label() {
    let Some((_server, mut browser)) = page("keyboard", &[]) else { return };
    browser.eval("$('.square[tabindex=\"0\"]').focus()");
    browser.wait_for_value("document.activeElement.dataset.cell", "e5");
    browser.key("ArrowDown");
    browser.wait_for_value("document.activeElement.dataset.cell", "e4");
    browser.key("ArrowRight");
    browser.key("ArrowLeft");
    browser.key("Enter");
    wait_for_move_list(&mut browser, "e4");
    browser.wait_for_text("#announcement", "White enters e4");
    browser.wait_for(
        "$('.square[data-cell=e4]').getAttribute('aria-label').startsWith('e4: White, a man')",
    );
    let unnamed = "$$('button, input, select').filter(e => !e.labels?.length && \
                   !e.getAttribute('aria-label') && !e.textContent.trim()).length";
    browser.wait_for_value(unnamed, 0);
    // Keys step through the game.
    browser.page_key("ArrowLeft");
    browser.wait_for("$('[data-step=back]').disabled");
    browser.key("End");
    browser.wait_for("$('[data-step=on]').disabled");
    wait_for_column(&mut browser, "e4", "w");
}

#[test]
fn every_square_of_every_board_is_reached_by_the_arrow_keys() {
    let Some((_server, mut browser)) = page("arrows", &[]) else { return };
    for (variant, layout) in [
        ("emergo", "diamond"),
        ("emergo", "checkerboard"),
        ("emergo7", "checkerboard"),
        ("hexemergo", "diamond"),
    ] {
        browser.set("#layout", layout);
        new_game(&mut browser, variant, "white black", "1");
        let unreached = browser.eval(
            "(() => { \
               const squares = $$('.square'); \
               const reached = new Set([squares[0].dataset.cell]); \
               for (const cell of reached) { \
                 for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) { \
                   const from = $(`.square[data-cell=${cell}]`); \
                   from.focus({ focusVisible: true }); \
                   from.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); \
                   reached.add(document.activeElement.dataset.cell); \
                 } \
               } \
               return squares.filter((square) => !reached.has(square.dataset.cell)).length; })()",
        );
        assert_eq!(unreached, json!(0), "{variant} {layout}");
    }
}

#[test]
fn axe_core_finds_no_violation() {
    let Some((_server, mut browser)) = first_visit("axe", &[]) else { return };
    // The colours do not depend on the size, so one of the sizes is dark.
    let sizes = [((780, 360), false), ((360, 780), false), (WIDE, true)];
    let check = |browser: &mut Browser, what: &str| {
        // A phone on its side has other places for what these states show.
        let is_on_its_side = ["first visit", "play", "analyse"].contains(&what);
        for &(size, dark) in &sizes[usize::from(!is_on_its_side)..] {
            browser.resize(size, dark);
            check_with_axe(browser, &format!("{what}, {size:?} dark: {dark}"));
        }
    };
    browser.wait_for("!$('#welcome').hidden");
    check(&mut browser, "first visit");
    choose_the_board(&mut browser);
    check(&mut browser, "play");
    browser.eval("$$('details').forEach((part) => (part.open = true))");
    browser.click("#modes [data-mode=analyse]");
    browser.set("#analyse", "true");
    browser.wait_for("$$('.lines li').length > 0");
    check(&mut browser, "analyse");
    for (mode, is_shown) in
        [("learn", "$$('#learn li').length === 12"), ("puzzles", "$('#puzzles .task').textContent")]
    {
        browser.click(&format!("#modes [data-mode={mode}]"));
        browser.wait_for(is_shown);
        check(&mut browser, mode);
    }
    browser.click("#modes [data-mode=play]");
    for (opener, dialog) in [
        ("#new-game", "#new-game-dialog"),
        ("#share", "#share-dialog"),
        ("#paste", "#paste-dialog"),
        ("#save", "#save-dialog"),
        ("#show-keys", "#keys-dialog"),
    ] {
        browser.click(opener);
        browser.wait_for(&format!("$('{dialog}').open"));
        check(&mut browser, dialog);
        browser.key("Escape");
        browser.wait_for(&format!("!$('{dialog}').open"));
    }
    browser.click("#set-up");
    browser.wait_for("!$('#set-up-form').hidden");
    check(&mut browser, "set-up");
    browser.click("[name=give-up]");
    browser.wait_for("$('#set-up-form').hidden");
    paste(&mut browser, "1/3/5/7/3wb4/7/5/3/1 w 0,0");
    browser.click(".square.movable");
    browser.wait_for("!$('#end').hidden");
    check(&mut browser, "end");
}
