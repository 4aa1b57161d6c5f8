//! Positions put together by hand.

use crate::support::page::*;

#[test]
fn a_position_is_set_up_and_invalid_changes_are_refused_with_a_reason() {
    let Some((_server, mut browser)) = first_visit("set_up", &[]) else { return };
    browser.wait_for("$('#welcome').checkVisibility()");
    browser.click("#set-up");
    browser.wait_for("!$('#set-up-form').hidden");
    browser.wait_for("!$('#welcome').checkVisibility()");
    browser.wait_for("$('#moves').inert");
    browser.wait_for("$('#load').disabled");
    // At most as many men as each side has on this board.
    for field in ["cap", "prisoners", "hand-white", "hand-black"] {
        let most = browser.eval(&format!("$('#set-up-form [name={field}]').max"));
        assert_eq!(most, "12", "{field}");
    }
    // A column takes its men from the hands.
    browser.cell("e5");
    wait_for_column(&mut browser, "e5", "w");
    for (field, men) in [("hand-white", "11"), ("hand-black", "12")] {
        browser.wait_for_value(&format!("$('#set-up-form [name={field}]').value"), men);
    }
    browser.click("#set-up-form [name=clear]");
    browser.set("#set-up-form [name=hand-white]", "0");
    browser.set("#set-up-form [name=hand-black]", "0");
    browser.set("#set-up-form [name=cap]", "3");
    browser.set("#set-up-form [name=prisoners]", "2");
    browser.cell("e5");
    wait_for_position(&mut browser, "1/3/5/7/4(w3b2)4/7/5/3/1");
    browser.set("#set-up-form [name=cap]", "12");
    browser.cell("e6");
    browser.wait_for_words("#set-up-form .fault", "White has 15");
    wait_for_column(&mut browser, "e6", "");
    browser.click("#set-up-form [name=owner][value=black]");
    browser.set("#set-up-form [name=cap]", "1");
    browser.set("#set-up-form [name=prisoners]", "0");
    browser.cell("a5");
    browser.set("#set-up-form [name=side]", "black");
    browser.wait_for("$('#set-up-form [name=text]').value === '1/3/5/7/b3(w3b2)4/7/5/3/1 b 0,0 1'");
    for (text, button) in [("1/3/5/7/9", "[name=read-text]"), ("1/3/5/7", "[type=submit]")] {
        browser.eval("$('#set-up-form .fault').textContent = ''");
        browser.set("#set-up-form [name=text]", text);
        browser.click(&format!("#set-up-form {button}"));
        browser.wait_for("$('#set-up-form .fault').textContent !== ''");
    }
    browser.set("#set-up-form [name=text]", "1/3/5/7/b3(w3b2)4/7/5/3/w b 0,0");
    browser.eval("$('#set-up-form [name=text]').focus()");
    browser.key("Enter");
    wait_for_position(&mut browser, "1/3/5/7/b3(w3b2)4/7/5/3/w");
    browser.click("#set-up-form [type=submit]");
    browser.wait_for_text("#required", "Black's turn: move a piece");
    browser.cell("a5");
    browser.choose("b5");
    wait_for_moves(&mut browser, 1);
    resign(&mut browser);
    browser.wait_for("$('#end').checkVisibility()");
    // The game is not saved. After "no" the form stays open.
    browser.click("#set-up");
    browser.wait_for("!$('#set-up-form').hidden");
    browser.wait_for("!$('#end').checkVisibility()");
    let other = "1/3/5/3b3/4w4/7/5/3/1";
    browser.set("#set-up-form [name=text]", &format!("{other} w 0,0"));
    for (answer, is_replaced) in [("", false), ("yes", true)] {
        browser.click("#set-up-form [type=submit]");
        browser.click(&format!("#confirm [value='{answer}']"));
        browser.wait_for_value("$('#set-up-form').hidden", is_replaced);
        wait_for_moves(&mut browser, usize::from(!is_replaced));
    }
    wait_for_position(&mut browser, other);
}

#[test]
fn without_a_connection_the_form_keeps_the_position_until_its_game_begins() {
    let Some((_server, mut browser)) = page("set_up_offline", &[]) else { return };
    let fault = "There is no connection to Luctor. Is it still running?";
    // If the form does not open, the game goes on, and the engine thinks again.
    new_game(&mut browser, "emergo", "white", "30");
    enter(&mut browser, &["e4"]);
    browser.wait_for("!$('#move-now.unused')");
    disconnect_after(&mut browser, 0);
    browser.click("#set-up");
    browser.wait_for_text("#trouble .sentence", fault);
    connect_again(&mut browser);
    browser.click("#move-now");
    wait_for_moves(&mut browser, 2);
    browser.set("#engine-plays", "");
    browser.click("#set-up");
    browser.wait_for("!$('#set-up-form').hidden");
    let position = "1/3/5/3b3/4w4/7/5/3/1";
    browser.set("#set-up-form [name=text]", &format!("{position} w 0,0"));
    browser.click("#set-up-form [name=read-text]");
    wait_for_position(&mut browser, position);
    // The text is read and its position described, then the game begins.
    for requests in [0, 1, 2] {
        browser.eval("$('#set-up-form .fault').textContent = ''");
        disconnect_after(&mut browser, requests);
        browser.click("#set-up-form [type=submit]");
        if requests == 2 {
            browser.click("#confirm [value=yes]");
        }
        browser.wait_for_text("#set-up-form .fault", fault);
        browser.wait_for("!$('#set-up-form').hidden && $('#load').disabled");
        connect_again(&mut browser);
    }
    // The fields show the position that the rules have accepted.
    disconnect_after(&mut browser, 0);
    browser.eval("$('#set-up-form .fault').textContent = ''");
    browser.set("#set-up-form [name=hand-white]", "3");
    browser.wait_for_text("#set-up-form .fault", fault);
    browser.wait_for_value("$('#set-up-form [name=hand-white]').value", "0");
    connect_again(&mut browser);
    browser.click("#set-up-form [type=submit]");
    browser.click("#confirm [value=yes]");
    browser.wait_for("$('#set-up-form').hidden && !$('#load').disabled");
    browser.wait_for_text("#required", "White's turn: capture 1 man");
    wait_for_moves(&mut browser, 0);
}
