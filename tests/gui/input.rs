//! Moves by drag, premoves, arrows, sounds and keys.

use crate::support::browser::Browser;
use crate::support::page::*;

#[test]
fn a_piece_is_dragged_and_arrows_are_drawn_with_the_right_button() {
    let Some((_server, mut browser)) = page("drag", &[]) else { return };
    paste(&mut browser, "1/3/5/7/2w1b4/7/5/3/1 w 0,0");
    let arrows = "$$('.arrow.drawn').length";
    browser.drag("c5", "c7", "right");
    browser.wait_for(&format!("{arrows} === 1"));
    browser.drag("d4", "d4", "right");
    browser.wait_for(&format!("{arrows} === 2"));
    browser.drag("c5", "c7", "right");
    browser.wait_for(&format!("{arrows} === 1"));
    browser.drag("c5", "e7", "left");
    browser.wait_for_text("#reason", "No piece moves like that.");
    wait_for_move_list(&mut browser, "");
    browser.drag("c5", "c6", "left");
    wait_for_moves(&mut browser, 1);
    wait_for_column(&mut browser, "c6", "w");
    browser.wait_for_value(arrows, 0);
}

#[test]
fn arrows_stay_with_their_position_and_are_also_drawn_with_shift_a_key_or_a_long_touch() {
    let Some((_server, mut browser)) = page("drawn_arrows", &[]) else { return };
    browser.paste("1. e4 e6 2. d4 *");
    wait_for_moves(&mut browser, 3);
    let drawn = "$$('.arrow.drawn').map((a) => a.localName).join()";
    browser.drag("d4", "d6", "right");
    browser.wait_for_value(drawn, "polyline");
    browser.page_key("ArrowLeft");
    browser.wait_for_value(drawn, "");
    browser.key("ArrowRight");
    browser.wait_for_value(drawn, "polyline");
    // Shift and the left button draw, and play no move.
    browser.wait_for("$('.square[data-cell=d6].legal')");
    browser.shift_drag("d6", "d6");
    browser.wait_for_value(drawn, "polyline,circle");
    browser.shift_drag("d6", "e6");
    browser.wait_for_value(drawn, "polyline,circle,polyline");
    wait_for_moves(&mut browser, 3);
    // A click that is no move removes them.
    browser.cell("e4");
    browser.wait_for_value(drawn, "");
    // The key d begins with a ring, and ends the arrow on another cell.
    browser.key("ArrowUp");
    browser.eval("$('.square[data-cell=e4]').focus()");
    browser.key("d");
    browser.wait_for_value(drawn, "circle");
    browser.key("ArrowUp");
    browser.key("d");
    browser.wait_for_value(drawn, "polyline");
    // A finger that stays draws a ring, and an arrow if it moves on.
    for (kind, cell) in [("touchStart", "d4"), ("touchMove", "d6"), ("touchEnd", "")] {
        browser.touch(kind, cell);
        if kind == "touchStart" {
            browser.wait_for_value(drawn, "polyline,circle");
            // Another finger does not end it.
            browser.eval("dispatchEvent(new PointerEvent('pointerup', { pointerId: 99 }))");
        }
    }
    browser.wait_for_value(drawn, "polyline,polyline");
    wait_for_moves(&mut browser, 3);
}

#[test]
fn a_premove_is_played_after_the_answer_unless_escape_cancels_it_or_the_move_before_is_taken_back()
{
    let Some((_server, mut browser)) = page("premove", &[]) else { return };
    new_game(&mut browser, "emergo", "white", "30");
    let premoves = "$$('.arrow.premove').length";
    // A click is ignored while the page waits for an answer.
    let choose = |browser: &mut Browser, cell: &str| {
        let click = format!("$('.square[data-cell={cell}]').click()");
        browser.wait_for(&format!("{premoves} === 1 || ({click}, false)"));
    };
    browser.choose("e4");
    browser.wait_for("!$('#move-now.unused')");
    choose(&mut browser, "i5");
    browser.page_key("Escape");
    browser.wait_for(&format!("{premoves} === 0"));
    // Looking back drops it, too.
    choose(&mut browser, "i5");
    for (key, count) in [("ArrowLeft", 0), ("ArrowRight", 1)] {
        browser.page_key(key);
        wait_for_pieces(&mut browser, count);
        browser.wait_for(&format!("{premoves} === 0"));
    }
    choose(&mut browser, "a5");
    browser.click("#move-now");
    wait_for_moves(&mut browser, 3);
    assert!(moves(&mut browser).ends_with(" a5"));

    // The move before is taken back.
    new_game(&mut browser, "emergo", "white", "30");
    browser.choose("e4");
    browser.wait_for("!$('#move-now.unused')");
    choose(&mut browser, "a5");
    browser.click("#take-back");
    wait_for_pieces(&mut browser, 0);
    browser.wait_for(&format!("{premoves} === 0 && $('.square.legal')"));
    browser.cell("e6");
    wait_for_column(&mut browser, "e6", "w");
    wait_for_column(&mut browser, "a5", "");
}

#[test]
fn the_piece_moves_along_with_the_selected_jumps() {
    let Some((_server, mut browser)) = page("follow", &[]) else { return };
    // After the jump to e7 there are two routes to g7 over the same men.
    paste(&mut browser, "w/1b1/1b1b1/1(b2)1b3/3(b2)5/3b3/5/w2/b w 0,0");
    let column = |cell: &str, column: &str| {
        format!("$('.picture g.piece[data-cell={cell}]')?.dataset.column === '{column}'")
    };
    browser.cell("e9");
    browser.choose("e7");
    browser.wait_for(&column("e7", "wb"));
    wait_for_move_list(&mut browser, "");
    browser.page_key("Escape");
    browser.wait_for(&column("e9", "w"));
}

#[test]
fn sounds_are_played_and_can_be_switched_off() {
    let Some((_server, mut browser)) = page("sounds", &[]) else { return };
    browser.eval(
        "(() => { window.tones = 0; const start = OscillatorNode.prototype.start; \
           OscillatorNode.prototype.start = function (...at) { tones += 1; window.audio = this.context; return start.apply(this, at); }; })()",
    );
    browser.cell("e4");
    browser.wait_for("tones === 1");
    // White, too, could enter on e6.
    let is_legal = |cell: &str| format!("$('.square[data-cell={cell}].legal')");
    browser.wait_for(&format!("{} && !{}", is_legal("e6"), is_legal("e4")));
    // The click comes while the change of the setting draws the position again.
    browser.eval("$('#sounds').click(); $('.square[data-cell=e6]').click()");
    wait_for_moves(&mut browser, 2);
    browser.wait_for_value("tones", 1);
    // A context that runs takes processor time.
    browser.wait_for_value("audio.state", "suspended");
}

#[test]
fn keys_turn_the_board_analyse_and_list_all_keys() {
    let Some((_server, mut browser)) = page("keys", &[]) else { return };
    browser.key("f");
    browser.wait_for("$('#turned').checked");
    browser.key("?");
    browser.wait_for("$('#keys-dialog').open");
    browser.wait_for_value("$$('#keys-dialog dt').length", 14);
    browser.key("Escape");
    browser.wait_for("!$('#keys-dialog').open");
    // The lines that the page sends to engines.
    browser.eval(
        "(() => { window.sent = []; const send = WebSocket.prototype.send; \
           WebSocket.prototype.send = function (line) { sent.push(line); send.call(this, line); }; })()",
    );
    browser.key("a");
    browser.wait_for("$$('.lines li').length === 3");
    // A hidden tab stops the search.
    let hide = |browser: &mut crate::support::browser::Browser, hidden: bool| {
        browser.eval(&format!(
            "(() => {{ Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }}); \
               document.dispatchEvent(new Event('visibilitychange')); }})()"
        ));
    };
    browser.wait_for("sent.at(-1).startsWith('go ')");
    hide(&mut browser, true);
    browser.wait_for("sent.at(-1) === 'stop'");
    hide(&mut browser, false);
    browser.wait_for("sent.at(-1).startsWith('go ')");
    browser.key("a");
    browser.wait_for("$$('.lines li').length === 0");
}

#[test]
fn the_keys_for_take_back_and_redo_act_only_in_play() {
    let Some((_server, mut browser)) = page("play_keys", &[]) else { return };
    browser.paste("[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. e4 e6 2. d4 d6 1-0");
    browser.wait_for_text("#outcome", "1-0, Black resigned");
    show_mode(&mut browser, "analyse");
    browser.page_key("Home");
    wait_for_pieces(&mut browser, 0);
    browser.page_key("ArrowRight");
    wait_for_pieces(&mut browser, 1);
    for key in ["u", "r", "ArrowLeft"] {
        browser.page_key(key);
    }
    wait_for_pieces(&mut browser, 0);
    browser.wait_for_text("#outcome", "1-0, Black resigned");
    // In Play they change the game.
    show_mode(&mut browser, "play");
    wait_for_pieces(&mut browser, 4);
    browser.page_key("u");
    wait_for_pieces(&mut browser, 3);
    browser.wait_for_value("$('#outcome').textContent.includes('1-0')", false);
    browser.click("#new-game");
    browser.wait_for("$('#new-game-dialog .loss').checkVisibility()");
    browser.click("#new-game-dialog button[value='']");
    browser.page_key("r");
    wait_for_pieces(&mut browser, 4);
    browser.wait_for_text("#outcome", "1-0, Black resigned");
}
