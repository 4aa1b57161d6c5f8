//! Learning from the mistakes of a game that has a report.

use crate::report::{analyse, load};
use crate::support::axe::check_with_axe;
use crate::support::browser::Browser;
use crate::support::page::*;

/// Black steps beside White's column, which frees five prisoners by one jump. Steps to f4, f6 and g5 are much better, and
/// equally good.
const GAME: &str = "[Event \"x\"]\n[Variant \"emergo\"]\n[SetUp \"1\"]\n\
                    [FEN \"1/3/3b1/7/2(w3b3)2(bw5)2(b3)/7/3b1/3/1 w 0,0 1\"]\n\n\
                    1. c5-d5 f5-e5 2. d5xf5 *\n";

/// The cells before Black's mistake.
const BEFORE: &str = "1/3/3b1/7/3(w3b3)1(bw5)2(b3)/7/3b1/3/1";

/// Loads the game, and shows the mistakes of Black.
fn open(browser: &mut Browser) {
    load(browser, "mistakes.pgn", GAME, 3);
    analyse(browser);
    browser.click("#learn-from-mistakes");
    browser.wait_for("document.body.dataset.mode === 'mistakes'");
    browser.wait_for("$('#mistakes .task').textContent !== ''");
    // White has none. The number of the mistake is written when its position is shown.
    for (side, count, can_move) in [("white", "", false), ("black", "mistake 1 of 1", true)] {
        browser.set("#mistakes [name=side]", side);
        browser.wait_for_text("#mistakes .count", count);
        browser.wait_for_value("$('.square.movable') !== null", can_move);
    }
    wait_for_position(browser, BEFORE);
    browser.wait_for_text(
        "#mistakes .task",
        "Turn 1: Black played f5-e5 (blunder). Find a better move.",
    );
}

fn wait_for_feedback(browser: &mut Browser, words: &str) {
    browser.wait_for_words("#mistakes .feedback", words);
}

#[test]
fn a_player_finds_better_moves_on_all_screens_and_the_game_survives_a_reload() {
    let Some((server, mut browser)) = page("mistakes", &[]) else { return };
    open(&mut browser);
    browser.wait_for_text("#mistakes .count", "mistake 1 of 1");
    browser.wait_for_words("#player-white .name", "Black");
    // The move of the game is an arrow.
    browser.wait_for("$$('.arrows > *').length === 2");
    click_move(&mut browser, "f5-e5");
    wait_for_feedback(&mut browser, "f5-e5 is the move of the game.");
    // Another error is refuted, and its line can be played.
    click_move(&mut browser, "f7-f8");
    wait_for_feedback(&mut browser, "f7-f8 is a blunder: White answers ");
    check_screens(&mut browser, "mistakes", |browser| {
        check_with_axe(browser, "mistakes");
        browser.eval("scrollTo(0, 0)");
    });
    show_move_of_line(&mut browser, "#mistakes .better-line", 2);
    browser.cell("a5");
    click_move(&mut browser, "f5-f4");
    browser.wait_for("$('#mistakes .feedback.right')");
    browser.wait_for("$('#mistakes .solution').disabled");
    browser.click("#mistakes .next");
    let summary = |found: &str| {
        format!(
            "$('#mistakes .task').textContent === 'Black: you found {found} of 1 better moves, 0 of them at the first try.'"
        )
    };
    browser.wait_for(&summary("1"));
    find_equally_good_moves(&mut browser);
    browser.click("#mistakes .again");
    browser.wait_for("!$('#mistakes .solution').disabled");
    browser.click("#mistakes .solution");
    wait_for_feedback(&mut browser, " is the best move.");
    browser.wait_for("$$('#mistakes .better-line button').length > 1");
    browser.cell("f5");
    browser.wait_for_text("#reason", "It is not your move in this position.");
    browser.click("#mistakes .next");
    browser.wait_for(&summary("0"));
    // The game is on the board again, with its report.
    browser.click("#mistakes .leave");
    wait_for_moves(&mut browser, 3);
    browser.wait_for("!$('#report .summary').hidden");
    assert!(moves(&mut browser).contains("f5-e5 ??"));
    // The marks are stored with the game, so the mistakes are there without another report.
    browser.click("#learn-from-mistakes");
    browser.wait_for("document.body.dataset.mode === 'mistakes'");
    reload(&server, &mut browser);
    wait_for_moves(&mut browser, 3);
    browser.click("#modes [data-mode=analyse]");
    browser.click("#learn-from-mistakes");
    browser.wait_for("document.body.dataset.mode === 'mistakes'");
    // Without a connection nothing is compared.
    wait_for_position(&mut browser, BEFORE);
    drop(server);
    click_move(&mut browser, "f7-f8");
    browser.wait_for("!$('#trouble').hidden");
    browser.wait_for_text("#mistakes .feedback", "");
    assert!(browser.is_true("$('#trouble .again').hidden"));
    browser.errors.clear();
}

/// Three moves are equally good. The best one is named with the others.
fn find_equally_good_moves(browser: &mut Browser) {
    let mut sentences = Vec::new();
    for to in ["f4", "f6", "g5"] {
        browser.click("#mistakes .again");
        browser.wait_for("$('#mistakes .count').textContent !== ''");
        click_move(browser, &format!("f5-{to}"));
        browser.wait_for("$('#mistakes .feedback.right')");
        let sentence = browser.text("#mistakes .feedback");
        if sentence.contains(" is as good: ") {
            // The best move is named, and its line is there.
            browser.wait_for("$$('#mistakes .better-line button').length > 1");
            let best = browser.text("#mistakes .better-line button");
            assert!(sentence.ends_with(&format!(" with the best move, {best}.")), "{sentence}");
            wait_for_moves(browser, 1);
        }
        sentences.push(sentence);
        browser.click("#mistakes .next");
        browser.wait_for_text("#mistakes .count", "");
    }
    let best = sentences.iter().filter(|words| words.ends_with(" is the best move."));
    let good = sentences.iter().filter(|words| words.contains(" is as good: "));
    assert_eq!((best.count(), good.count()), (1, 2), "{sentences:?}");
}
