//! Puzzles in the page: the solution, hints, wrong moves, the choice, and the way back to the game.

use crate::support::browser::Browser;
use crate::support::page::*;
use emergo::notation::write_cells;
use emergo::{Coordinates, Move, Side, Variant, write_move};
use luctor_study::puzzle::{Goal, Puzzle, Theme, shipped_puzzle, shipped_puzzles};

/// The number of the first puzzle of the program with this property.
fn number_of(variant: Variant, fits: impl Fn(&Puzzle) -> bool) -> usize {
    1 + shipped_puzzles(variant).iter().position(fits).unwrap()
}

/// A puzzle of emergo7 without themes: White wins with two easy moves, and Black has one between them.
fn short_puzzle() -> usize {
    number_of(Variant::Emergo7, |puzzle| {
        let is_short = puzzle.length() == 2 && puzzle.solution.len() == 3;
        let is_easy = u8::from(puzzle.difficulty()) == 1 && puzzle.themes.is_empty();
        is_short && is_easy && (puzzle.solver(), puzzle.goal) == (Side::White, Goal::Win)
    })
}

fn open(browser: &mut Browser, variant: Variant, number: usize) {
    browser.click("#modes [data-mode=puzzles]");
    browser.wait_for("$('#puzzles .task').textContent !== ''");
    show(browser, variant, number);
}

/// Shows another puzzle.
fn show(browser: &mut Browser, variant: Variant, number: usize) {
    browser.set("#puzzles [name=variant]", variant.name());
    browser.wait_for_words("#puzzles .count", "250 puzzles");
    browser.set("#puzzles [name=number]", &number.to_string());
    wait_for_puzzle(browser, variant, number);
}

fn wait_for_puzzle(browser: &mut Browser, variant: Variant, number: usize) {
    browser.wait_for_value("$('#puzzles').dataset.puzzle", format!("{variant} {number}"));
}

#[test]
fn the_reason_of_a_refused_click_has_no_example_that_may_be_the_solution() {
    let Some((_server, mut browser)) = page("puzzle_reason", &[]) else { return };
    open(&mut browser, Variant::Emergo7, 3);
    browser.cell("a4");
    browser.wait_for_text("#reason", "A capture is mandatory.");
}

#[test]
fn a_puzzle_is_solved_with_a_hint_after_a_wrong_move() {
    let Some((_server, mut browser)) = page("puzzle", &[]) else { return };
    enter(&mut browser, &["e4"]);
    let number = short_puzzle();
    open(&mut browser, Variant::Emergo7, number);
    browser.wait_for_text("#puzzles .task", "White to move and win");
    browser.wait_for_text("#puzzles .facts", "difficulty 1 · 2 moves to find");
    browser.wait_for("getComputedStyle($('#play')).display === 'none'");
    let puzzle = shipped_puzzle(Variant::Emergo7, number).unwrap();
    let solution: Vec<String> = puzzle.solution.iter().map(text).collect();
    let start = &puzzle.start.position;
    let wrong = start.legal_moves().iter().map(text).filter(|mv| *mv != solution[0]).min().unwrap();

    // A wrong move is refuted, and its line can be played.
    click_move(&mut browser, &wrong);
    browser.wait_for("$('#puzzles .feedback').textContent.includes(' is wrong: Black answers ')");
    browser.wait_for_words("#puzzles .feedback", &wrong);
    wait_for_move_list(&mut browser, "");
    browser.wait_for("$$('.arrows > *').length >= 4");
    show_move_of_line(&mut browser, "#puzzles .better-line", 2);
    browser.screenshot("puzzle-wrong");
    browser.cell("d4");
    browser.wait_for("$('.square.movable')");
    wait_for_position(&mut browser, &write_cells(start));

    // A hint that does not come is not counted.
    disconnect_after(&mut browser, 0);
    browser.click("#puzzles .hint");
    browser.wait_for("!$('#trouble').hidden");
    connect_again(&mut browser);
    // The hints: the piece, then the end of its move, then the idea.
    let path: Vec<&str> = solution[0].split(['-', 'x']).collect();
    for words in [
        format!("Move the piece on {}.", path[0]),
        format!("The move ends on {}.", path[path.len() - 1]),
        "Look for captures that free your prisoners and take the opponent's last men of a cap."
            .to_owned(),
    ] {
        browser.click("#puzzles .hint");
        browser.wait_for_text("#puzzles .feedback", words);
        browser.wait_for("$$('.arrows > *').length >= 1");
    }

    // The answer is played by itself.
    click_move(&mut browser, &solution[0]);
    wait_for_moves(&mut browser, 2);
    browser.wait_for_text("#puzzles .feedback", "Right. 1 move left to find.");
    click_move(&mut browser, &solution[2]);
    browser
        .wait_for("$('#puzzles .feedback').textContent.startsWith('Solved, after 1 wrong move.')");
    wait_for_move_list(&mut browser, solution.join(" "));
    browser.wait_for("$('#puzzles .hint').disabled");

    // The game is still there.
    browser.click("#modes [data-mode=play]");
    browser.wait_for("$$('.square').length === 41");
    wait_for_move_list(&mut browser, "e4");
    browser.wait_for("getComputedStyle($('#play')).display !== 'none'");
}

#[test]
fn a_puzzle_that_is_shown_late_does_not_replace_the_game() {
    let Some((server, mut browser)) = page("puzzle_late", &[]) else { return };
    enter(&mut browser, &["e4"]);
    // The answers about puzzles wait.
    browser.eval(&hold("solve_puzzle"));
    browser.click("#modes [data-mode=puzzles]");
    browser.wait_for("held.length === 1");
    browser.click("#modes [data-mode=play]");
    browser.eval("held[0]()");
    browser.wait_for("$('#puzzles .task').textContent !== ''");
    browser.wait_for("document.body.dataset.mode === 'play'");
    wait_for_moves(&mut browser, 1);
    browser.click("#modes [data-mode=puzzles]");
    browser.wait_for("held.length === 2");
    browser.eval("held[1]()");
    browser.wait_for("document.body.dataset.mode === 'puzzles'");
    wait_for_moves(&mut browser, 0);
    // The side at the bottom is not stored.
    browser.page_key("f");
    assert!(!browser.is_true("$('#turned').checked"));
    browser.click("#puzzles .next");
    browser.wait_for("held.length === 3");
    browser.click("#modes [data-mode=play]");
    wait_for_moves(&mut browser, 1);
    browser.eval("held[2]()");
    browser.wait_for("document.body.dataset.mode === 'play'");
    // The list of moves is shown before the board, which ignores clicks until then.
    browser.wait_for_text("#required", "Black's turn: enter a man");
    browser.cell("e6");
    wait_for_move_list(&mut browser, "e4 e6");
    browser.open(&server.address, WIDE, false);
    wait_for_moves(&mut browser, 2);
}

#[test]
fn puzzles_are_chosen_by_theme_and_difficulty_and_shown_with_their_solution() {
    let Some((_server, mut browser)) = page("puzzle_choice", &[]) else { return };
    let number = number_of(Variant::Hexemergo, |puzzle| {
        let is_won_by_black = (puzzle.solver(), puzzle.goal) == (Side::Black, Goal::Win);
        is_won_by_black
            && puzzle.solution.len() >= 3
            && puzzle.themes.last() == Some(&Theme::LongestCapture)
    });
    open(&mut browser, Variant::Hexemergo, number);
    // Black solves this one, so Black is at the bottom.
    browser.wait_for_text("#puzzles .task", "Black to move and win");
    assert!(browser.is_true("$('#player-white .name').textContent.startsWith('Black')"));
    browser.click("#puzzles .solution");
    browser.wait_for("$$('#puzzles .better-line button').length >= 3");
    browser.wait_for("$('#puzzles .facts').textContent.endsWith('longest capture')");
    browser.click("#puzzles .again");
    browser.wait_for("!$('#puzzles .solution').disabled");
    browser.wait_for("$$('#puzzles .better-line button').length === 0");

    browser.set("#puzzles [name=theme]", "feeder");
    browser.wait_for("$('#puzzles .count').textContent !== '250 puzzles'");
    browser.set("#puzzles [name=difficulty]", "3");
    browser.wait_for("$('#puzzles .facts').textContent.startsWith('difficulty 3')");
    let number = browser.eval("$('#puzzles [name=number]').value");
    browser.click("#puzzles .next");
    browser.wait_for(&format!("$('#puzzles [name=number]').value !== {number}"));
    browser.wait_for("$('#puzzles .facts').textContent.startsWith('difficulty 3')");

    // A game that is opened ends the puzzles.
    browser.paste("1. e4 e6 *");
    browser.wait_for("document.body.dataset.mode === 'play'");
    wait_for_move_list(&mut browser, "e4 e6");
    show_mode(&mut browser, "puzzles");
    browser.set("#puzzles [name=theme]", "");
    browser.set("#puzzles [name=difficulty]", "results");
    open(&mut browser, Variant::Emergo7, short_puzzle());
    browser.click("#puzzles .hint");
    browser.wait_for("$$('.arrows > *').length >= 1");
    check_screens(&mut browser, "puzzle", |browser| drop(browser.eval("scrollTo(0, 0)")));
}

/// The text of a move of emergo7.
fn text(mv: &Move) -> String {
    write_move(Variant::Emergo7, Coordinates::Oblique, *mv)
}

/// The numbers of puzzles of emergo7 with two steps or entries as solution, and the three moves.
fn quiet_puzzles() -> impl Iterator<Item = (usize, [String; 3])> {
    let puzzles = shipped_puzzles(Variant::Emergo7);
    (1..).zip(puzzles).filter_map(|(number, puzzle)| {
        let [first, answer, second] = puzzle.solution[..] else { return None };
        let is_quiet = puzzle.length() == 2 && !first.is_capture() && !second.is_capture();
        is_quiet.then(|| (number, [first, answer, second].map(|mv| text(&mv))))
    })
}

/// Solves the puzzle on the board.
fn solve(browser: &mut Browser, [first, _, second]: &[String; 3]) {
    click_move(browser, first);
    browser.wait_for_text("#puzzles .feedback", "Right. 1 move left to find.");
    click_move(browser, second);
    browser.wait_for_words("#puzzles .feedback", "Solved.");
}

#[test]
fn after_the_solution_the_line_goes_on_with_a_verdict_and_the_position_is_analysed() {
    let Some((_server, mut browser)) = page("puzzle_verdict", &[]) else { return };
    let (number, solution) = quiet_puzzles().next().unwrap();
    open(&mut browser, Variant::Emergo7, number);
    browser.wait_for("$('#puzzles .analyse').disabled");
    let verdict = "/ (At the end of the line .* holds \\d+ prisoners?, and .* expects \\d+ % of the points|\
                   The game ends with the line: .*)\\.$/.test($('#puzzles .feedback').textContent)";
    let line = "$$('#puzzles .better-line button').length";
    // The solution that is shown goes on, too.
    browser.click("#puzzles .solution");
    browser.wait_for(verdict);
    browser.wait_for_words("#puzzles .feedback", "The solution.");
    browser.wait_for(&format!("{line} > 3"));
    browser.wait_for_text("#puzzles .better-line button", solution[0].as_str());
    // The moves of a solution that is shown are not played any more.
    browser.wait_for("!$('.square:is(.legal, .movable)')");
    browser.cell(solution[0].split('-').next().unwrap());
    browser.wait_for_text("#reason", "It is not your move in this position.");
    browser.click("#puzzles .again");
    browser.wait_for(&format!("{line} === 0"));
    browser.wait_for("!$('#puzzles .solution').disabled");
    solve(&mut browser, &solution);
    browser.wait_for(verdict);
    browser.wait_for(&format!("{line} > 0"));
    browser.screenshot("puzzle-solved");
    // The last move of the line is shown on the board.
    browser.click("#puzzles .better-line li:last-child button");
    browser.wait_for("$('#puzzles .better-line li:last-child [aria-current]')");
    browser.click("#puzzles .analyse");
    browser.wait_for("document.body.dataset.mode === 'analyse'");
    wait_for_move_list(&mut browser, solution.join(" "));
    browser.wait_for("$$('#analysis .lines li').length > 0");
    // No other mode is between them.
    browser.eval("history.back()");
    browser.wait_for("location.hash.startsWith('#puzzles/')");
    browser.wait_for("document.body.dataset.mode === 'puzzles'");
}

/// The first jump of two captures of a puzzle of emergo7 that go on in different ways.
fn shared_jump(puzzle: &Puzzle) -> Option<String> {
    let moves = puzzle.start.position.legal_moves();
    let first_jump = |mv: &Move| {
        let text = text(mv);
        text.match_indices('x').nth(1).map(|(end, _)| text[..end].to_owned())
    };
    let jumps: Vec<String> = moves.iter().filter_map(first_jump).collect();
    jumps.iter().find(|jump| jumps.iter().filter(|other| other == jump).count() > 1).cloned()
}

#[test]
fn a_capture_that_was_begun_is_taken_back_when_the_solution_is_shown() {
    let Some((_server, mut browser)) = page("puzzle_begun", &[]) else { return };
    // Also while the jump is shown.
    browser.animates = true;
    browser.resize(WIDE, false);
    let number = number_of(Variant::Emergo7, |puzzle| shared_jump(puzzle).is_some());
    let puzzle = shipped_puzzle(Variant::Emergo7, number).unwrap();
    open(&mut browser, Variant::Emergo7, number);
    click_move(&mut browser, &shared_jump(&puzzle).unwrap());
    browser.wait_for("$('.square.passed')");
    browser.click("#puzzles .solution");
    browser.wait_for("$$('#puzzles .better-line button').length > 0");
    wait_for_position(&mut browser, &write_cells(&puzzle.start.position));
    browser.wait_for("!$('.square.passed')");
}

#[test]
fn looking_back_while_a_move_is_shown_does_not_disturb_a_puzzle() {
    let Some((_server, mut browser)) = page("puzzle_look_back", &[]) else { return };
    let is_step = |(_, [first, ..]): &(usize, [String; 3])| first.contains('-');
    let (number, [first, answer, second]) = quiet_puzzles().find(is_step).unwrap();
    open(&mut browser, Variant::Emergo7, number);
    browser.wait_for("$('.square.movable')");
    let (from, to) = first.split_once('-').unwrap();
    browser.cell(from);
    browser.wait_for("$('.square.origin')");
    click_and_look_back(&mut browser, to);
    browser.wait_for_text("#puzzles .feedback", "Right. 1 move left to find.");
    wait_for_move_list(&mut browser, format!("{first} {answer}"));
    browser.key("End");
    click_move(&mut browser, &second);
    browser.wait_for_words("#puzzles .feedback", "Solved.");
}

#[test]
fn a_line_that_was_clicked_is_not_shown_in_the_next_puzzle() {
    let Some((_server, mut browser)) = page("puzzle_line", &[]) else { return };
    let (number, solution) = quiet_puzzles().next().unwrap();
    open(&mut browser, Variant::Emergo7, number);
    solve(&mut browser, &solution);
    browser.wait_for("$('#puzzles .better-line button')");
    browser.page_key("ArrowLeft");
    wait_for_column(&mut browser, solution[2].split('-').next_back().unwrap(), "");
    // The answer comes when the next puzzle is on the board.
    browser.eval(&hold("partial_moves"));
    browser.click("#puzzles .better-line button");
    browser.wait_for("held.length === 1");
    browser.click("#puzzles .next");
    browser.wait_for(&format!("$('#puzzles').dataset.puzzle !== 'emergo7 {number}'"));
    browser.wait_for("$('.square:is(.legal, .movable)')");
    browser.eval("held[0]()");
    browser.click("#puzzles .hint");
    browser.wait_for("$('#puzzles .feedback').textContent !== ''");
    browser.wait_for("$('#trouble').hidden");
}

#[test]
fn results_are_kept_choose_the_difficulty_and_failed_puzzles_come_again_if_one_wants() {
    let Some((server, mut browser)) = page("puzzle_results", &[]) else { return };
    let puzzles: Vec<(usize, [String; 3])> = quiet_puzzles().take(3).collect();
    let difficulty = |browser: &mut Browser, level: u32| {
        browser.wait_for(&format!(
            "$('#puzzles .facts').textContent.startsWith('difficulty {level}')"
        ));
    };
    let count = |browser: &mut Browser, words: &str| {
        browser.wait_for_text("#puzzles .count", format!("250 puzzles · {words}"));
    };
    browser.click("#modes [data-mode=puzzles]");
    difficulty(&mut browser, 1);
    // Two that were solved at once are a step up.
    for (index, (number, solution)) in puzzles[..2].iter().enumerate() {
        show(&mut browser, Variant::Emergo7, *number);
        solve(&mut browser, solution);
        count(&mut browser, &format!("{} solved, 0 failed", index + 1));
    }
    browser.wait_for_words("#puzzles .feedback", "The next difficulty is 2.");
    browser.click("#puzzles .next");
    difficulty(&mut browser, 2);
    // A shown solution is a failure and a step down. The same puzzle again does not count.
    let (number, solution) = &puzzles[2];
    show(&mut browser, Variant::Emergo7, *number);
    // Another try begins while the solution is still on its way to the board.
    browser.eval(
        "window.isAgain = false;
         new MutationObserver((_, observer) => {
           if (!$('#puzzles .count').textContent.includes('1 failed')) return;
           observer.disconnect();
           $('#puzzles .again').click();
           new MutationObserver(() => (isAgain = true)).observe($('#puzzles'), {attributeFilter: ['data-puzzle']});
         }).observe($('#puzzles .count'), {childList: true})",
    );
    browser.click("#puzzles .solution");
    count(&mut browser, "2 solved, 1 failed");
    browser.wait_for("isAgain && !$('#puzzles .solution').disabled");
    solve(&mut browser, solution);
    count(&mut browser, "2 solved, 1 failed");
    browser.click("#puzzles .next");
    difficulty(&mut browser, 1);
    // The results survive a reload, and the failed puzzle is there on request.
    reload(&server, &mut browser);
    browser.click("#modes [data-mode=puzzles]");
    browser.wait_for("$('#puzzles .task').textContent !== ''");
    browser.set("#puzzles [name=variant]", "emergo7");
    count(&mut browser, "2 solved, 1 failed");
    browser.set("#puzzles [name=failed]", "true");
    wait_for_puzzle(&mut browser, Variant::Emergo7, *number);
    solve(&mut browser, solution);
    count(&mut browser, "3 solved, 0 failed");
    browser.click("#puzzles .next");
    browser.wait_for_text("#puzzles .feedback", "There is no such puzzle.");
}

#[test]
fn the_result_of_a_puzzle_counts_once_and_a_hint_is_help_after_another_try_too() {
    let Some((_server, mut browser)) = page("puzzle_again", &[]) else { return };
    let puzzles: Vec<(usize, [String; 3])> = quiet_puzzles().take(2).collect();
    let row = "JSON.parse(localStorage['luctor.puzzles']).value.row";
    let (number, solution) = &puzzles[0];
    // The first puzzle in a row, as soon as it can be solved.
    let solve_first = |browser: &mut Browser| {
        browser.wait_for("!$('#puzzles .solution').disabled");
        solve(browser, solution);
        browser.wait_for(&format!("{row} === 1"));
    };
    open(&mut browser, Variant::Emergo7, *number);
    solve_first(&mut browser);
    // The same puzzle again, after another mode.
    show_mode(&mut browser, "play");
    browser.click("#modes [data-mode=puzzles]");
    solve_first(&mut browser);
    // And by the address of the puzzle.
    show_mode(&mut browser, "play");
    browser.eval(&format!("location.hash = 'puzzles/emergo7/{number}'"));
    browser.wait_for("document.body.dataset.mode === 'puzzles'");
    solve_first(&mut browser);
    // And after another puzzle.
    show(&mut browser, Variant::Emergo7, puzzles[1].0);
    show(&mut browser, Variant::Emergo7, *number);
    solve_first(&mut browser);
    // The first puzzle in a row, with a hint before the last try.
    let (number, solution) = &puzzles[1];
    show(&mut browser, Variant::Emergo7, *number);
    browser.click("#puzzles .hint");
    browser.wait_for_words("#puzzles .feedback", "Move the piece on");
    record_announcements(&mut browser);
    browser.click("#puzzles .again");
    // The task is said when the puzzle is on the board.
    browser.wait_for("announced.includes($('#puzzles .task').textContent)");
    solve(&mut browser, solution);
    browser.wait_for(&format!("{row} === 0"));
    browser.wait_for_text("#puzzles .count", "250 puzzles · 2 solved, 0 failed");
    assert!(browser.is_true("JSON.parse(localStorage['luctor.puzzles']).value.level === 1"));
}
