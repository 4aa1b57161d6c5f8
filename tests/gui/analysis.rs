//! Lines and scores.

use crate::support::browser::Browser;
use crate::support::page::*;

/// The move of the line on the board after so many moves.
fn move_at(ply: usize) -> String {
    format!("$('#move-list [data-ply=\"{ply}\"]:not(.off-line)')?.textContent")
}

#[test]
fn analysis_shows_lines_a_score_arrows_and_chances_and_a_click_plays_a_line_up_to_its_move() {
    let Some((_server, mut browser)) = page("analysis", &[]) else { return };
    play_lines(&mut browser);
    new_game(&mut browser, "emergo", "white black", "1");
    show_lines(&mut browser);
    show_chances(&mut browser);
}

/// A click or a key on a move of a line plays the line up to it.
fn play_lines(browser: &mut Browser) {
    browser.paste("1. e4 e6 2. d4 d6 *");
    wait_for_moves(browser, 4);
    browser.click("#modes [data-mode=analyse]");
    browser.click("#move-list [data-ply='1']");
    browser.click("#analyse");
    let moves = "$$('.lines li:first-child button')";
    browser.wait_for(&format!("{moves}.length >= 6"));
    // The keys go from move to move.
    browser.eval("$('.lines button').focus()");
    browser.key("ArrowRight");
    browser.wait_for(&format!("{moves}.indexOf(document.activeElement) === 1"));
    browser.key("Enter");
    browser.wait_for_value("$('#move-list [aria-current]')?.dataset.ply", "3");
    browser.click("#move-list [data-ply='1']");
    wait_for_current(browser, "e4");
    browser.wait_for(&format!("{moves}.length >= 6"));
    // The line may change at any time.
    browser.eval(&format!(
        "addEventListener('pointerdown', () => (window.line = {moves}.map((b) => b.textContent)), true)"
    ));
    browser.click(".lines li:first-child button:nth-child(4)");
    browser.wait_for_value("$('#move-list [aria-current]')?.dataset.ply", "5");
    let line = browser.eval("line");
    for index in 0..4 {
        browser.wait_for_value(&move_at(index + 2), line[index].clone());
    }
    // The moves of the game are still there.
    browser.click("#move-list li:not(:has(.aside)) [data-ply='4']");
    wait_for_current(browser, "d6");
}

/// The lines have a score and arrows.
fn show_lines(browser: &mut Browser) {
    browser.click("#modes [data-mode=analyse]");
    browser.set("#lines-wanted", "4");
    browser.click("#analyse");
    browser.wait_for("$$('.lines li').length === 4");
    browser.wait_for("/^depth \\d+\\/\\d+ · .* a second$/.test($('.search-state').textContent)");
    browser.hover(".lines li:first-child button");
    browser.wait_for("$$('.arrows > *').length >= 2");
    browser.wait_for("!$('#score-bar.empty')");
    browser.wait_for("$('#score-bar').getAttribute('aria-label').startsWith('Score for White')");
    browser.hover("h1");
    browser.wait_for("$$('.arrows > *').length === 0");
    // A click on the first move of a line plays it, and the new position is analysed.
    browser.click(".lines li:nth-child(2) button");
    wait_for_moves(browser, 1);
    browser.wait_for("$$('.lines li').length === 4");
    browser.click("#analyse");
    browser.wait_for("$$('.lines li').length === 0");
}

/// The chances of both sides are shown if the engine reports them.
fn show_chances(browser: &mut Browser) {
    browser.click("#options");
    browser.wait_for("$('#options-dialog').open");
    browser.set("#options-dialog [name=UCI_ShowWDL]", "true");
    browser.click("#options-dialog button[value=set]");
    browser.click("#analyse");
    let state = "$('.search-state').textContent";
    browser.wait_for(&format!(
        "/ a second · White wins \\d+ %, draw \\d+ %, Black wins \\d+ %$/.test({state})"
    ));
    // Both sides see the chances of White first.
    let sum =
        format!("{state}.match(/\\d+(?= %)/g).reduce((sum, share) => sum + Number(share), 0)");
    browser.wait_for(&format!("Math.abs({sum} - 100) <= 1"));
}

fn wait_for_current(browser: &mut Browser, words: &str) {
    browser.wait_for_text("#move-list [aria-current]", words);
}

#[test]
fn the_engine_that_plays_rests_in_analysis_and_no_engine_thinks_after_the_end() {
    let Some((_server, mut browser)) = page("rest", &[]) else { return };
    // The game ends while its last position is analysed.
    paste(&mut browser, "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0");
    show_mode(&mut browser, "analyse");
    browser.click("#analyse");
    browser.wait_for("$$('.lines li').length > 0");
    browser.choose("e4");
    browser.wait_for_words("#outcome", "1-0");
    browser.wait_for_text(".search-state", "");
    new_game(&mut browser, "emergo", "white", "0.02");
    enter(&mut browser, &["e4"]);
    wait_for_moves(&mut browser, 2);
    show_mode(&mut browser, "analyse");
    for count in 3..=5 {
        browser.click(".square.legal");
        wait_for_moves(&mut browser, count);
        wait_for_pieces(&mut browser, count);
    }
    browser.wait_for("$('#move-now.unused')");
    browser.page_key("ArrowLeft");
    wait_for_pieces(&mut browser, 4);
    // In Play the game goes on from its end.
    show_mode(&mut browser, "play");
    wait_for_moves(&mut browser, 6);
}

#[test]
fn analysis_goes_on_after_a_resignation_and_the_result_stays() {
    let Some((server, mut browser)) = page("past_the_end", &[]) else { return };
    new_game(&mut browser, "emergo", "white", "30");
    enter(&mut browser, &["e4"]);
    browser.wait_for("!$('#move-now.unused')");
    resign(&mut browser);
    browser.wait_for_text("#required", "Black wins (White resigned)");
    // The game is over in Play.
    browser.wait_for("!$('.square.legal')");
    browser.click("#end .dismiss");
    browser.cell("e6");
    browser.wait_for_text("#reason", "The game has ended.");
    browser.click("#modes [data-mode=analyse]");
    browser.click("#analyse");
    browser.wait_for("$$('.lines li').length === 3");
    // The person moves both sides, and no engine answers.
    enter(&mut browser, &["e6", "d4", "d6"]);
    browser.wait_for_text("#required", "Your turn: enter a man");
    wait_for_move_list(&mut browser, "e4 e6 d4 d6");
    browser.wait_for_text("#outcome", "0-1, White resigned");
    browser.wait_for_text("#move-list .aside", "Black wins (White resigned)1…e6 2.d4 d6");
    // Back in Play the game is still over.
    browser.click("#modes [data-mode=play]");
    browser.wait_for_text("#required", "Black wins (White resigned)");
    browser.wait_for("!$('.square.legal')");
    reload(&server, &mut browser);
    wait_for_move_list(&mut browser, "e4 e6 d4 d6");
    browser.wait_for_text("#outcome", "0-1, White resigned");
    // A file has the moves behind the end as a variation.
    let saved = save(&mut browser, "pgn", "emergo.pgn");
    let words = saved.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("1. e4 (1. e4 e6 2. d4 d6)"), "{saved}");
    browser.paste(&saved);
    browser.wait_for_text("#move-list [aria-current]", "e4");
    wait_for_move_list(&mut browser, "e4 e6 d4 d6");
    browser.wait_for_text("#outcome", "0-1, White resigned");
}

#[test]
fn the_usual_marks_are_signs_in_the_list_in_the_choice_and_in_files() {
    let Some((_server, mut browser)) = page("marks", &[]) else { return };
    let text = "1. e4 $1 $10 e6 $2 $11 2. d4 $3 $12 d6 $4 $13 3. f4 $5 $14 f6 $6 $15 \
                4. c4 $16 c6 $17 5. b4 $18 b6 $19 *";
    browser.paste(text);
    wait_for_move_list(
        &mut browser,
        "e4! = e6? = d4!! = d6?? ∞ f4!? ⩲ f6?! ⩱ c4 ± c6 ∓ b4 +− b6 −+",
    );
    browser.wait_for_value("$('#move-list [aria-current]').title", "Black is winning");
    browser.click("#notes summary");
    browser.wait_for_value("$('#position-glyph').value", "19");
    browser.wait_for_text("#position-glyph option:checked", "−+ Black is winning");
    for (field, value, words) in [
        ("#glyph", "1", "b6! −+"),
        ("#position-glyph", "16", "b6! ±"),
        ("#position-glyph", "", "b6!"),
    ] {
        browser.set(field, value);
        wait_for_current(&mut browser, words);
    }
    browser.set("#position-glyph", "19");
    let saved = save(&mut browser, "pgn", "emergo.pgn");
    let words = saved.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("1. e4 $1 $10 e6 $2 $11 2. d4 $3 $12 d6 $4 $13"), "{saved}");
    assert!(words.contains("b6 $1 $19"), "{saved}");
}
