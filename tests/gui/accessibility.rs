//! The keyboard, and the labels for screen readers.

use crate::{column, finish, moves, new_game, page, wait_for_moves};
use serde_json::json;

#[test]
fn a_move_is_played_by_keyboard_and_each_square_has_a_label() {
    let Some((server, mut browser)) = page("keyboard", &[]) else { return };
    browser.eval("document.querySelector('.square[tabindex=\"0\"]').focus()");
    assert_eq!(browser.eval("document.activeElement.dataset.cell"), json!("e5"));
    browser.key("ArrowDown");
    assert_eq!(browser.eval("document.activeElement.dataset.cell"), json!("e4"));
    browser.key("ArrowRight");
    browser.key("ArrowLeft");
    browser.key("Enter");
    wait_for_moves(&mut browser, 1);
    assert_eq!(moves(&mut browser), "e4");
    browser.wait_for("document.querySelector('#announcement').textContent === 'White enters e4'");
    browser.wait_for("document.querySelector('.square[data-cell=e4]').getAttribute('aria-label').startsWith('e4: White, a man')");
    let unnamed = "[...document.querySelectorAll('button, input, select')].filter(e => !e.labels?.length && \
                   !e.getAttribute('aria-label') && !e.textContent.trim()).length";
    assert_eq!(browser.eval(unnamed), json!(0));
    // Keys step through the game.
    browser.eval("document.activeElement.blur()");
    browser.key("ArrowLeft");
    browser.wait_for("document.querySelector('[data-step=back]').disabled");
    browser.key("End");
    browser.wait_for("document.querySelector('[data-step=on]').disabled");
    assert_eq!(column(&mut browser, "e4"), "w");
    finish(&server, &mut browser);
}

#[test]
fn every_square_of_every_board_is_reached_by_the_arrow_keys() {
    let Some((server, mut browser)) = page("arrows", &[]) else { return };
    for (variant, layout) in [
        ("emergo", "diamond"),
        ("emergo", "checkerboard"),
        ("emergo7", "checkerboard"),
        ("hexemergo", "diamond"),
    ] {
        browser.set("#layout", layout);
        new_game(&mut browser, variant, "wb", "1");
        let unreached = browser.eval(
            "(() => { \
               const squares = [...document.querySelectorAll('.square')]; \
               const reached = new Set([squares[0].dataset.cell]); \
               for (const cell of reached) { \
                 for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) { \
                   const from = document.querySelector(`.square[data-cell=${cell}]`); \
                   from.focus({ focusVisible: true }); \
                   from.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); \
                   reached.add(document.activeElement.dataset.cell); \
                 } \
               } \
               return squares.filter((square) => !reached.has(square.dataset.cell)).length; })()",
        );
        assert_eq!(unreached, json!(0), "{variant} {layout}");
    }
    finish(&server, &mut browser);
}
