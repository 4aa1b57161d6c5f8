//! The report on the game in the page: marks, the better line on the board, the graph, the players, cancelling.

use crate::support::browser::Browser;
use crate::support::page::*;
use serde_json::json;
use test_support::scratch::scratch_path;

/// Black steps beside White's column, which frees five prisoners by one jump.
const BLUNDER: &str = "[Event \"x\"]\n[White \"Anna\"]\n[Variant \"emergo\"]\n[SetUp \"1\"]\n\
                       [FEN \"1/3/3b1/7/2(w3b3)2(bw5)3/7/5/1(b3)1/1 w 0,0 1\"]\n\n\
                       1. c5-d5 f5-e5 2. d5xf5 *\n";

/// White misses a win in 3 moves.
const MISSED_WIN: &str = "[Event \"x\"]\n[Variant \"emergo\"]\n[SetUp \"1\"]\n\
                          [FEN \"1/1(wb2)(wb)/1(bw3)3/3w(w2b)2/6(wb3)2/7/3(wb)1/2w/(wb3) w 0,0 36\"]\n\n\
                          36. e6-e7 *\n";

/// Loads a game of this number of moves from a file with this name.
pub fn load(browser: &mut Browser, name: &str, text: &str, moves: usize) {
    let file = scratch_path(name);
    std::fs::write(&file, text).unwrap();
    record_announcements(browser);
    browser.choose_file("#file", &file);
    browser.wait_for("announced.some((sentence) => sentence.startsWith('Loaded '))");
    wait_for_moves(browser, moves);
    browser.click("#modes [data-mode=analyse]");
    // The mode and the answer of the explorer move what is below them.
    browser.wait_for("$('#modes [data-mode=analyse]').ariaCurrent === 'page'");
    browser.wait_for(
        "$('#explorer').ariaBusy === 'false' && /game/.test($('#explorer .games').innerText)",
    );
}

pub fn analyse(browser: &mut Browser) {
    record_announcements(browser);
    browser.set("#report-effort", "20000");
    browser.click("#analyse-game");
    browser.wait_for("announced.some((sentence) => sentence.startsWith('Game analysed: '))");
}

#[test]
fn the_report_has_a_graph_that_jumps_and_the_accuracy_and_errors_of_each_player_and_stage() {
    let Some((server, mut browser)) = page("game_report", &[]) else { return };
    load(&mut browser, "blunder.pgn", BLUNDER, 3);
    // The search goes on while a puzzle is on the board.
    record_announcements(&mut browser);
    browser.set("#report-effort", "20000");
    browser.eval("($('#analyse-game').click(), $('#modes [data-mode=puzzles]').click())");
    browser.wait_for("$('#puzzles .task').textContent !== ''");
    browser.wait_for("announced.some((sentence) => sentence.startsWith('Game analysed: '))");
    show_mode(&mut browser, "analyse");
    browser.wait_for("$('#game-progress').hidden");
    let marked = "$$('.error-sign').map(s => s.parentElement.textContent).join()";
    browser.wait_for_value(marked, "f5-e5 ??");
    browser.wait_for_value("$$('#graph .error.blunder').length", 1);
    browser.click("#graph");
    browser.wait_for("['1', '2'].includes($('#move-list [aria-current]')?.dataset.ply)");
    step_along_the_graph(&mut browser);

    browser.wait_for("$$('#report tbody tr').length === 8");
    let cells = "$$('#report tr').map((row) => [...row.children].map((cell) => cell.textContent).join('|'))";
    let rows = browser.eval(cells);
    let row = |index: usize| rows[index].as_str().unwrap().to_owned();
    assert_eq!(row(0), "|moves|accuracy|mean loss|?!|?|??|!|missed wins");
    // Two threads do not always agree whether White's move is good enough for a `!`.
    assert!(row(1).starts_with("White: Anna|1|") && row(1).contains("|0|0|0|"), "{}", row(1));
    assert!(row(5).starts_with("Black|1|") && row(5).ends_with("|0|0|1|0|0"), "{}", row(5));
    assert_eq!(row(6), "entering|0|–|–|0|0|0|0|0");
    assert!(row(8).starts_with("end|1|"), "{}", row(8));
    browser.wait_for_words(".made-by", "20000 nodes per position");
    // Another language writes it again.
    browser.set("#language", "nl");
    browser.wait_for_text(".summary th:nth-child(2)", "zetten");
    browser.set("#language", "en");
    browser.wait_for_text(".summary th:nth-child(2)", "moves");
    // The report is stored with the game.
    reload(&server, &mut browser);
    show_mode(&mut browser, "analyse");
    browser.wait_for_words(".made-by", "20000 nodes per position");
    assert_eq!(browser.eval(cells), rows);
    browser.click("#move-list [data-ply='2']");
    browser.wait_for("$$('.arrows > *').length > 0");
    check_screens(&mut browser, "report", |_| {});
}

/// The keys move along the graph, and its label describes the position.
fn step_along_the_graph(browser: &mut Browser) {
    browser.eval("$('#graph').focus()");
    for (key, place, words) in [
        ("Home", 0, "the start"),
        ("ArrowLeft", 0, "the start"),
        ("ArrowRight", 1, "turn 1, White's c5-d5"),
        ("ArrowUp", 2, "turn 1, Black's f5-e5, blunder"),
        ("ArrowDown", 1, "turn 1, White's c5-d5"),
        ("End", 3, "turn 2, White's d5xf5"),
        ("ArrowRight", 3, "turn 2, White's d5xf5"),
        ("PageDown", 0, "the start"),
        ("PageUp", 3, "turn 2, White's d5xf5"),
    ] {
        browser.key(key);
        browser.wait_for(&format!("$('#graph[role=slider]').ariaValueNow === '{place}'"));
        let told = browser.eval("$('#graph').ariaValueText");
        let told = told.as_str().unwrap();
        // A good move can have a mark too, which depends on the search.
        assert!(told.starts_with(words) && told.contains("; score for White "), "{key}: {told}");
        browser.wait_for("document.activeElement.id === 'graph'");
        let buttons = "$('#move-list [aria-current]')?.dataset.ply ?? '0'";
        browser.wait_for(&format!("({buttons}) === '{place}'"));
    }
}

#[test]
fn a_click_on_a_marked_move_shows_the_better_line_and_a_cancelled_report_leaves_no_marks() {
    let Some((_server, mut browser)) = page("better_line", &[]) else { return };
    load(&mut browser, "missed_win.pgn", MISSED_WIN, 1);
    analyse(&mut browser);
    browser.click("#move-list [data-ply='1']");
    let start = "1/1(wb2)(wb)/1(bw3)3/3w(w2b)2/6(wb3)2/7/3(wb)1/2w/(wb3)";
    wait_for_position(&mut browser, start);
    browser.wait_for("$$('.arrows > *').length >= 4");
    let judgement = "It misses a forced win in 3 moves.";
    browser
        .wait_for(&format!("$('.judgement .sentence').textContent.endsWith({})", json!(judgement)));
    browser.wait_for("$('#move-list .judged').dataset.ply === '1'");
    // The list was drawn again, and the keyboard is still on the move.
    browser.wait_for("document.activeElement.dataset.ply === '1'");
    browser.wait_for_text(".missed-wins li", "Turn 36, White: e6-e7 misses a win in 3 moves");
    // The keyboard stays on a missed win, too.
    browser.page_key("End");
    browser.wait_for("!$('#move-list .judged')");
    browser.click(".missed-wins button");
    browser.wait_for("$('#move-list .judged').dataset.ply === '1'");
    browser.wait_for("document.activeElement === $('.missed-wins button')");
    // The line is played with clicks and keys, and a click on the board shows the game again.
    let line = browser.eval("$$('#report .better-line button').length");
    assert_eq!(line, json!(5));
    browser.click("#report .better-line li:nth-child(5) button");
    browser.wait_for("$('.better-line li:nth-child(5) [aria-current]')");
    browser.wait_for("!$$('.picture g.piece').some((piece) => /^b/.test(piece.dataset.column))");
    for played in [4, 3] {
        browser.page_key("ArrowLeft");
        browser.wait_for(&format!("$('.better-line li:nth-child({played}) [aria-current]')"));
    }
    // The line is on the board, so its position is shared, and its side to move is shown.
    browser.wait_for("$('#required').textContent.startsWith('Black')");
    browser.wait_for("$('#player-black').classList.contains('to-move')");
    let link = shared_link(&mut browser, "position");
    assert!(link.ends_with("+b+0%2C0+37"), "{link}");
    browser.cell("e5");
    wait_for_position(&mut browser, start);
    browser.wait_for("!$('.better-line [aria-current]')");
    wait_for_move_list(&mut browser, "e6-e7 ??");
    // So does Escape, and Play.
    for leave in ["Escape", "play"] {
        browser.click("#report .better-line li:nth-child(5) button");
        browser.wait_for("$('.better-line li:nth-child(5) [aria-current]')");
        browser.wait_for("!$('.square.movable')");
        if leave == "play" {
            show_mode(&mut browser, leave);
        } else {
            browser.page_key(leave);
        }
        wait_for_position(&mut browser, start);
        browser.wait_for("$('.square.movable')");
    }
    show_mode(&mut browser, "analyse");
    // The position after the move has the same judgement, but no arrows: the line begins before the move.
    browser.click("#move-list [data-ply='1']");
    browser.wait_for("$$('.arrows > *').length >= 4");
    browser.page_key("End");
    browser.wait_for("$('[data-step=on]').disabled");
    wait_for_column(&mut browser, "e7", "w");
    browser.wait_for_words(".judgement .sentence", judgement);
    browser.wait_for_value("$$('.arrows > *').length", 0);
    // A click on the line shows it from there.
    browser.click("#report .better-line button");
    browser.wait_for("$('.better-line li:first-child [aria-current]')");
    wait_for_column(&mut browser, "e7", "");

    // The report on another game is cancelled.
    let other = "[Variant \"emergo\"]\n\n1. e4 e6 2. f4 d6 3. g5 c5 4. e3 e7 *\n";
    load(&mut browser, "cancelled.pgn", other, 8);
    browser.set("#report-effort", "1000000");
    browser.click("#analyse-game");
    browser.wait_for("$('#game-progress progress').value >= 1");
    browser.click("#analyse-game");
    browser.wait_for("$('#game-progress').hidden");
    browser.wait_for_text("#analyse-game", "Analyse game");
    browser.wait_for("!$('#move-list .error-sign, #move-list .good-sign')");
    browser.wait_for("$('#report .summary').hidden");
    // Another game cancels too.
    browser.click("#analyse-game");
    browser.wait_for("$('#game-progress progress').value >= 1");
    browser.click("#modes [data-mode=play]");
    new_game(&mut browser, "emergo7", "white black", "1");
    browser.wait_for("$('#game-progress').hidden");
}
