//! The lessons on the rules.

use crate::support::page::*;

/// The clicks that solve each lesson.
const SOLUTIONS: [&[&str]; 12] = [
    &["e5"],
    &["e4"],
    &["e5"],
    &["e4"],
    &["e5", "c5"],
    &["e5"],
    &["e5"],
    &["e5"],
    &["g6", "c6", "c6"],
    &["b4"],
    &["e6", "e7"],
    &["e4"],
];

#[test]
fn looking_back_while_a_move_is_shown_does_not_disturb_a_lesson() {
    let Some((_server, mut browser)) = page("learn_look_back", &[]) else { return };
    show_mode(&mut browser, "learn");
    browser.wait_for("$('.square[data-cell=e5].movable')");
    click_and_look_back(&mut browser, "e5");
    browser.wait_for("$('#learn .feedback').textContent.startsWith('Well done.')");
}

#[test]
fn a_click_before_a_lesson_is_shown_does_not_solve_it() {
    let Some((_server, mut browser)) = page("learn_early", &[]) else { return };
    browser.eval(&hold("describe"));
    browser.eval("location.hash = '#learn/centre'");
    browser.wait_for("held.length === 1");
    // The centre is forbidden at the start of a game, too.
    browser.cell("e5");
    browser.eval("(held.push = (answer) => answer(), held[0]())");
    browser.wait_for("$('#learn .title').textContent.startsWith('3. ')");
    assert_eq!(browser.eval("$$('#learn .done').length"), 0);
    browser.cell("e5");
    browser.wait_for("$('#learn .feedback').textContent.startsWith('Well done.')");
}

#[test]
fn a_lesson_that_is_shown_when_the_rules_answer_again_has_its_own_texts() {
    let Some((_server, mut browser)) = page("learn_offline", &[]) else { return };
    show_mode(&mut browser, "learn");
    browser.wait_for("$('#learn .title').textContent.startsWith('1. ')");
    disconnect_after(&mut browser, 0);
    browser.click("#learn .next");
    browser.wait_for("$('#trouble .again').checkVisibility()");
    connect_again(&mut browser);
    browser.click("#trouble .again");
    wait_for_pieces(&mut browser, 0);
    browser.wait_for("$('#learn .title').textContent.startsWith('2. ')");
    browser.wait_for_value("location.hash", "#learn/enter");
}

#[test]
fn each_lesson_is_solved_by_its_moves_and_a_wrong_move_is_taken_back() {
    let Some((_server, mut browser)) = page("learn", &[]) else { return };
    enter(&mut browser, &["e4"]);
    browser.click("#modes [data-mode=learn]");
    let ready = "$('#learn .title').textContent !== '' && \
                 $('.square:is(.legal, .movable, .next)')";
    let result = |browser: &mut crate::support::browser::Browser| browser.text("#learn .feedback");
    for (index, cells) in SOLUTIONS.iter().enumerate() {
        // The title appears when the board shows the position.
        browser.wait_for(&format!("$('#learn .title').textContent.startsWith('{}. ')", index + 1));
        let forbidden = [2, 3].contains(&index);
        if forbidden {
            wait_for_pieces(&mut browser, index - 2);
        } else {
            browser.wait_for(ready);
        }
        if index == 0 {
            browser.wait_for_words("#learn .text", "You win when the opponent has no piece left");
        }
        if index == 2 {
            browser.cell("e4");
            assert!(result(&mut browser).starts_with("This is not the square."));
        }
        if index == 10 {
            browser.cell("e6");
            browser.cell("d6");
            browser.wait_for("$('#learn .feedback').textContent.startsWith('This move is legal')");
            browser.wait_for(ready);
        }
        if index == 8 {
            // After two moves that are not the task, the move is named.
            for (cell, words) in [("a5", "it is not the task. Try again."), ("b4", "Try g6.")] {
                browser.choose(cell);
                browser.wait_for_words("#learn .feedback", words);
            }
            browser.wait_for(ready);
        }
        for (count, cell) in cells.iter().enumerate() {
            if index == 8 {
                // Black has answered.
                wait_for_moves(&mut browser, 2 * count);
            }
            if forbidden {
                browser.cell(cell);
            } else {
                browser.choose(cell);
            }
        }
        browser.wait_for("$('#learn .feedback').textContent.startsWith('Well done.')");
        if forbidden {
            // A legal move after the solution is not part of the lesson.
            browser.click(".square.legal");
            assert!(result(&mut browser).starts_with("Well done."));
        }
        if index < 11 {
            browser.click("#learn .next");
        }
    }
    browser.wait_for_value("$$('#learn .done').length", 12);
    browser.screenshot("learn");
    // The keyboard stays on the lesson that is chosen in the list.
    browser.click("#learn .lessons li:nth-child(2) button");
    browser.wait_for("$('#learn .title').textContent.startsWith('2. ')");
    browser.wait_for("document.activeElement.ariaCurrent === 'step'");
    // The game is back, with its move.
    browser.click("#modes [data-mode=play]");
    wait_for_moves(&mut browser, 1);
    wait_for_pieces(&mut browser, 1);
    browser.cell("e6");
    wait_for_moves(&mut browser, 2);
}
