//! The game of the person while lessons, puzzles or mistakes are on the board.

use crate::looks::BOX;
use crate::support::browser::Browser;
use crate::support::page::*;

/// Opens a mode with positions of its own, and waits for one of them.
fn open(browser: &mut Browser, mode: &str) {
    // The task may be there from the last time.
    show_mode(browser, mode);
    browser.wait_for(&format!(
        "$('#{mode} .task').textContent !== '' && $('#player-white .clock').hidden"
    ));
    wait_for_moves(browser, 0);
}

#[test]
fn a_game_with_a_clock_is_kept_while_lessons_and_puzzles_are_on_the_board() {
    let Some((server, mut browser)) = page("kept", &[]) else { return };
    start_game(&mut browser, "emergo", &[("person", "white"), ("preset", "20+10")]);
    browser.wait_for("$('#player-white .clock.running')");
    browser.cell("e4");
    wait_for_moves(&mut browser, 2);
    let played = moves(&mut browser);
    let is_back = "$('#player-white .clock.running') && \
                   $('#engine-plays').value === 'black'";
    for mode in ["learn", "puzzles"] {
        open(&mut browser, mode);
        // No engine plays there, and no key changes the game.
        assert!(!browser.text("#player-black .name").contains("Luctor"));
        for key in ["u", "r"] {
            browser.page_key(key);
        }
        browser.click("#modes [data-mode=play]");
        browser.wait_for(is_back);
        wait_for_move_list(&mut browser, played.as_str());
        open(&mut browser, mode);
        reload(&server, &mut browser);
        wait_for_moves(&mut browser, 2);
        browser.wait_for(is_back);
        wait_for_move_list(&mut browser, played.as_str());
    }
    // From one exercise to the next, and back to the game.
    open(&mut browser, "learn");
    open(&mut browser, "puzzles");
    browser.click("#modes [data-mode=play]");
    browser.wait_for(is_back);
    wait_for_move_list(&mut browser, played.as_str());
}

#[test]
fn keys_do_not_take_back_moves_of_a_lesson_and_a_link_opens_its_game() {
    let Some((_server, mut browser)) = page("lesson_keys", &[]) else { return };
    open(&mut browser, "learn");
    browser.choose("e5");
    let solved = "$('#learn .feedback').textContent.startsWith('Well done.')";
    browser.wait_for(solved);
    // The board turns after the key that must have no effect.
    for key in ["u", "f"] {
        browser.page_key(key);
    }
    let top = |cell: &str| format!("$('.square[data-cell={cell}]').getBoundingClientRect().top");
    browser.wait_for(&format!("{} > {}", top("e9"), top("e1")));
    wait_for_pieces(&mut browser, 1);
    browser.wait_for(solved);
    // Analysis belongs to the game.
    browser.key("a");
    browser.wait_for("document.body.dataset.mode === 'analyse'");
    wait_for_pieces(&mut browser, 0);
    open(&mut browser, "learn");
    browser.eval("location.hash = 'v=emergo7&s=1/3/5/3b3/2w2/3/1 b 0,0'");
    browser.wait_for("document.body.dataset.mode === 'analyse'");
    browser.wait_for("$$('.square').length === 25");
}

#[test]
fn the_first_visit_offers_the_rules_and_a_game_and_a_click_on_the_board_begins_none() {
    let Some((_server, mut browser)) = first_visit("welcome", &[]) else { return };
    let offered = "$('#welcome').checkVisibility()";
    browser.wait_for(offered);
    browser.wait_for_words("#welcome p", "you win when");
    // The board does not begin a game against oneself. It points at the choice.
    assert!(!browser.is_true("$('.square.legal')"));
    browser.cell("e4");
    browser.wait_for("$('#welcome.shown')");
    browser.wait_for_text("#reason", "Choose “Play” or “Learn the rules”.");
    browser.wait_for_text("#announcement", "Choose “Play” or “Learn the rules”.");
    wait_for_move_list(&mut browser, "");
    // On a phone the choice is above the board, beside it otherwise.
    let places = [
        ((390, 844), "box('#welcome').bottom <= box('#board').top"),
        ((1280, 800), "box('#board').right <= box('#welcome').left"),
    ];
    browser.eval(BOX);
    for (size, is_placed) in places {
        browser.resize(size, false);
        browser.wait_for(offered);
        browser.wait_for(is_placed);
    }
    // A game that cannot begin is no choice.
    disconnect_after(&mut browser, 0);
    browser.click("#first-game");
    browser.wait_for("!$('#trouble').hidden");
    browser.wait_for(offered);
    connect_again(&mut browser);
    browser.click("#learn-rules");
    browser.wait_for("$('.square[data-cell=e5].movable')");
    // The task and the result are also below the board.
    browser.wait_for("$('#announcement').textContent.startsWith('Win: capture')");
    browser.cell("e5");
    browser.wait_for("$('#announcement').textContent.startsWith('Well done.')");
    browser.wait_for("!$('.square.legal')");
    show_mode(&mut browser, "play");
    browser.wait_for(&format!("!{offered}"));
    browser.wait_for("$('.square.legal')");
}

#[test]
fn the_first_game_begins_against_the_weakest_level_without_a_dialog() {
    let Some((server, mut browser)) = first_visit("first_game", &[]) else { return };
    browser.wait_for("$('#welcome').checkVisibility()");
    // No game has begun that could be given up.
    browser.wait_for("$('#resign').disabled");
    browser.click("#first-game");
    browser.wait_for_text("#required", "Your turn: enter a man");
    assert!(!browser.is_true("$('dialog[open]')"));
    browser.wait_for("$('#welcome').hidden");
    browser.wait_for("JSON.parse(localStorage['luctor.settings']).value.level === 0");
    browser.cell("e4");
    wait_for_moves(&mut browser, 2);
    browser.wait_for("!$('#resign').disabled");
    reload(&server, &mut browser);
    browser.wait_for("$$('#move-list button').length === 2");
    browser.wait_for("$('#welcome').hidden");
}
