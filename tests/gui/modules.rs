//! The modules of the page that draw nothing, imported from the served page and asked in the browser itself.

use crate::browser::Browser;
use crate::{finish, page, paste};
use emergo::{Blocked, Game, Variant};
use serde_json::{Value, json};

/// The value of an expression about a module of the page, which it calls `m`.
fn ask(browser: &mut Browser, module: &str, expression: &str) -> Value {
    browser.eval(&format!(
        "import(new URL('{module}.js', document.baseURI).href).then((m) => ({expression}))"
    ))
}

/// Asks a module many things.
fn check(browser: &mut Browser, module: &str, table: &[(&str, Value)]) {
    for (expression, value) in table {
        assert_eq!(ask(browser, module, expression), *value, "{module}: {expression}");
    }
}

#[test]
fn move_texts_are_taken_apart_into_cells() {
    let Some((server, mut browser)) = page("modules_moves", &[]) else { return };
    let table = [
        ("m.pathOf('e4')", json!(["e4"])),
        ("m.pathOf('e4*7')", json!(["e4"])),
        ("m.pathOf('f4-e4')", json!(["f4", "e4"])),
        ("m.pathOf('h4xf4xd4')", json!(["h4", "f4", "d4"])),
        ("['e4', 'e4*2', 'f4-e4', 'h4xf4'].map(m.isEntry)", json!([true, true, false, false])),
        ("['e4', 'f4-e4', 'h4xf4'].map(m.isCapture)", json!([false, false, true])),
        ("m.jumpsOf('h4xf4xd4')", json!(2)),
        ("m.shownMove('h4xf4', new Map([['h4', 'd8'], ['f4', 'e9']]))", json!("d8xe9")),
        ("m.shownMove('e4', new Map())", json!("e4")),
    ];
    check(&mut browser, "moves", &table);
    finish(&server, &mut browser);
}

#[test]
fn lines_of_a_search_and_scores_are_read_and_told() {
    let Some((server, mut browser)) = page("modules_info", &[]) else { return };
    let table = [
        ("m.parseInfo('info string depth 3')", json!(null)),
        ("m.parseInfo('bestmove e4')", json!(null)),
        (
            "m.parseInfo('info depth 8 seldepth 15 multipv 2 score cp -74 nodes 43711 nps 2449756 hashfull 30 time 17 pv c5 g5')",
            json!({"depth": 8, "seldepth": 15, "multipv": 2, "score": {"cp": -74}, "nodes": 43711, "nps": 2_449_756,
                   "hashfull": 30, "time": 17, "pv": ["c5", "g5"]}),
        ),
        (
            "m.parseInfo(' info  depth 3 score mate -2 upperbound nodes 5')",
            json!({"depth": 3, "multipv": 1, "score": {"mate": -2}, "bound": "upperbound", "nodes": 5, "pv": []}),
        ),
        // An engine's own words between those that are known.
        (
            "m.parseInfo('info depth 3 tbhits 7 score cp 5 pv e4')",
            json!({"depth": 3, "multipv": 1, "score": {"cp": 5}, "pv": ["e4"]}),
        ),
        ("m.forWhite({cp: 30}, 'w')", json!({"cp": 30})),
        ("m.forWhite({cp: 30}, 'b')", json!({"cp": -30})),
        ("m.forWhite({mate: 3}, 'b').mate", json!(-3)),
        // A side that has lost already has a mate in nothing.
        ("m.expectation(m.forWhite({mate: 0}, 'b'))", json!(1)),
        ("m.expectation(m.forWhite({mate: 0}, 'w'))", json!(0)),
        ("m.expectation({cp: 0})", json!(0.5)),
        ("m.expectation({cp: 200}).toFixed(3)", json!("0.667")),
        (
            "[{cp: 35}, {cp: -120}, {cp: 0}, {mate: 3}, {mate: -2}].map(m.scoreText)",
            json!(["+0.35", "−1.20", "+0.00", "#3", "−#2"]),
        ),
        (
            "[0, 950, 1000, 12345, 999999, 3141592, 5e9].map(m.shortNumber)",
            json!(["0", "950", "1.00k", "12.3k", "1000k", "3.14M", "5.00G"]),
        ),
        (
            "[[0.9, 0.5, 'w'], [0.5, 0.9, 'b'], [0.5, 0.3, 'w'], [0.5, 0.39, 'w'], [0.5, 0.45, 'w'], [0.5, 0.9, 'w']].map((a) => m.verdict(...a)?.sign ?? null)",
            json!(["??", "??", "?", "?!", null, null]),
        ),
    ];
    check(&mut browser, "info", &table);
    finish(&server, &mut browser);
}

#[test]
fn position_texts_are_read_and_written_as_the_rules_write_them() {
    let Some((server, mut browser)) = page("modules_position", &[]) else { return };
    let table = [
        (
            "m.readPosition('1/3 w 5,7 3')",
            json!({"cells": "1/3", "side": "w", "hands": [5, 7], "turn": "3"}),
        ),
        ("m.readPosition('1/3').side ?? null", json!(null)),
        ("m.readColumn('w')", json!({"owner": "w", "cap": 1, "prisoners": 0})),
        ("m.readColumn('b7')", json!({"owner": "b", "cap": 7, "prisoners": 0})),
        ("m.readColumn('wb')", json!({"owner": "w", "cap": 1, "prisoners": 1})),
        ("m.readColumn('b3w12')", json!({"owner": "b", "cap": 3, "prisoners": 12})),
        ("m.readColumn('')", json!(null)),
        ("m.readColumn(undefined)", json!(null)),
        ("m.shapeOf('1/3/5/3(b3)w2/9')", json!("1,3,5,7,9")),
    ];
    check(&mut browser, "position", &table);
    // The shapes tell the boards apart, whatever stands on them.
    for variant in Variant::ALL {
        let start = emergo::write_position(Game::new(variant, Blocked::Draw).position(), 1);
        let shape = ask(&mut browser, "position", &format!("m.shapeOf('{start}')"));
        let cells: u32 =
            shape.as_str().unwrap().split(',').map(|n| n.parse::<u32>().unwrap()).sum();
        assert_eq!(cells, variant.cells().count(), "{variant}");
    }
    // A draft of the cells and columns that the page shows writes the text that they were drawn from.
    for text in [
        "1/3/5/7/9/7/5/3/1 w 12,12 1",
        "1/b2/w3b/3(b3w2)2w/1b3w3/1(w5b2)1w1b1/3w1/3/1 b 0,2 9",
        "1/3/5/7/(b12)8/7/5/3/(w12) b 0,0 40",
    ] {
        paste(&mut browser, text);
        let draft = "new m.Draft([...document.querySelectorAll('.square')].map((s) => s.dataset.cell), \
             new Map([...document.querySelectorAll('.picture g.piece')].map((p) => [p.dataset.cell, p.dataset.column])), ";
        let written = ask(&mut browser, "position", &format!("{draft}'{text}').text"));
        assert_eq!(written, json!(text));
        let kept = ask(
            &mut browser,
            "position",
            &format!(
                "(() => {{ const draft = {draft}'{text}'); draft.with((d) => {{ d.columns.clear(); d.hands[0] = 1; }}); return draft.text; }})()"
            ),
        );
        assert_eq!(kept, json!(text), "a change makes another draft");
    }
    finish(&server, &mut browser);
}

#[test]
fn what_is_said_of_cells_moves_and_ends() {
    let Some((server, mut browser)) = page("modules_words", &[]) else { return };
    let table = [
        ("m.cellWords(undefined)", json!("vacant")),
        ("m.cellWords('w')", json!("White, a man")),
        ("m.cellWords('b7')", json!("Black, a column of 7")),
        ("m.cellWords('wb')", json!("White, cap of 1 over 1 Black prisoner")),
        ("m.cellWords('b3w2')", json!("Black, cap of 3 over 2 White prisoners")),
        ("m.moveWords('w', 'e4', new Map([['e4', 'd5']]))", json!("White enters d5")),
        ("m.moveWords('b', 'f4-e4', new Map())", json!("Black steps f4 to e4")),
        ("m.moveWords('w', 'h4xf4', new Map())", json!("White captures 1 man: h4, f4")),
        ("m.moveWords('w', 'h4xf4xd4', new Map())", json!("White captures 2 men: h4, f4, d4")),
        (
            "m.dutyWords({side: 'b', moves: ['e4', 'e5'], duty: 'enters a man'})",
            json!("Black enters a man"),
        ),
        (
            "m.dutyWords({side: 'w', moves: ['h4xf4xd4'], duty: 'must capture'})",
            json!("White must capture 2 men"),
        ),
        ("m.endReason('White wins (no men left)')", json!("no men left")),
        ("m.endReason('draw (third repetition)')", json!("third repetition")),
        ("m.endReason('adjudication')", json!("adjudication")),
        ("m.endWords({result: '1/2-1/2', reason: 'blocked'})", json!("Draw (blocked)")),
        ("m.endWords({result: '0-1', reason: ''})", json!("Black wins")),
        (
            "m.endWords({result: '0-1', reason: 'time loss', detail: 'White: 12 ms taken'})",
            json!("Black wins (time loss: White: 12 ms taken)"),
        ),
    ];
    check(&mut browser, "words", &table);
    finish(&server, &mut browser);
}

#[test]
fn a_game_knows_its_sides_turns_and_what_is_given_up() {
    let Some((server, mut browser)) = page("modules_game", &[]) else { return };
    let table = [
        ("new m.Game().sideAt(3)", json!("b")),
        ("new m.Game({start: '1/3 b 5,5 7'}).sideAt(3)", json!("w")),
        (
            "[0, 1, 2].map((ply) => new m.Game().numberOf(ply))",
            json!([{"turn": 1, "side": "w"}, {"turn": 1, "side": "b"}, {"turn": 2, "side": "w"}]),
        ),
        (
            "[0, 1].map((ply) => new m.Game({start: '1/3 b 5,5 7'}).numberOf(ply))",
            json!([{"turn": 7, "side": "b"}, {"turn": 8, "side": "w"}]),
        ),
        (
            "new m.Game({moves: ['e4', 'e6', 'd4']}).at(2)",
            json!({"variant": "emergo", "blocked": "draw", "start": null, "moves": ["e4", "e6"]}),
        ),
        // A move at the cursor gives up what came after it, its opinions and the end.
        (
            "(() => { const g = new m.Game({moves: ['e4', 'e6', 'd4'], outcome: {result: '1-0'}, date: '2020.01.01'}); \
           [0, 1, 2, 3].forEach((ply) => g.note(ply, {depth: 1})); g.goTo(1); g.play({text: 'g5'}); \
           return [g.lineTo(9), g.cursor, g.opinions.length, g.outcome, g.date]; })()",
            json!(["e4 g5", 2, 2, null, ""]),
        ),
        // One at the end leaves the cursor where it is.
        (
            "(() => { const g = new m.Game({moves: ['e4', 'e6']}); g.goTo(0); g.append({text: 'g5'}); \
           return [g.lineTo(9), g.cursor, g.isAtEnd]; })()",
            json!(["e4 e6 g5", 0, false]),
        ),
        (
            "(() => { const g = new m.Game({moves: ['e4', 'e6', 'd4']}); g.takeBack(2); return [g.lineTo(9), g.cursor]; })()",
            json!(["e4", 1]),
        ),
        (
            "(() => { const g = new m.Game(); g.takeBack(2); g.goTo(7); return [g.length, g.cursor]; })()",
            json!([0, 0]),
        ),
        // The deeper opinion stays.
        (
            "(() => { const g = new m.Game(); for (const depth of [5, 3, 5]) g.note(0, {depth, score: {cp: depth}}); \
           g.note(0, {depth: 4, score: {cp: 4}}); return g.scoreAt(0); })()",
            json!({"cp": 5}),
        ),
    ];
    check(&mut browser, "game", &table);
    finish(&server, &mut browser);
}

#[test]
fn clicks_become_a_move_a_question_or_a_refusal() {
    let Some((server, mut browser)) = page("modules_selection", &[]) else { return };
    // Ways around the same men: e7 to c5 to e3 and back, either way about, and a way that ends on e3.
    let captures = "['e7xc5xe3', 'e7xg5xe3', 'e7xg5xg7']";
    let click = |moves: &str, path: &str, cell: &str| {
        format!(
            "(() => {{ const {{ play, ask, select, refuse }} = new m.Selection({moves}, {path}).click('{cell}', {moves}); \
               return play ?? ask ?? (select ? {{ path: select.path }} : {{ refuse }}); }})()"
        )
    };
    for (moves, path, cell, value) in [
        ("['e4', 'e5']", "[]", "e4", json!("e4")),
        ("['e4', 'e5']", "[]", "a1", json!({"refuse": "a1"})),
        ("['e4-e5', 'e4-d4']", "[]", "e4", json!({"path": ["e4"]})),
        ("['e4-e5', 'e4-d4']", "['e4']", "d4", json!("e4-d4")),
        ("['e4-e5', 'e4-d4']", "['e4']", "e4", json!({"path": []})),
        ("['e4-e5', 'g4-g5']", "['e4']", "g4", json!({"path": ["g4"]})),
        ("['e4-e5', 'g4-g5']", "['e4']", "a1", json!({"refuse": "a1"})),
        (captures, "[]", "e7", json!({"path": ["e7"]})),
        (captures, "['e7']", "g5", json!({"path": ["e7", "g5"]})),
        (captures, "['e7']", "e3", json!(["e7xc5xe3", "e7xg5xe3"])),
        (captures, "['e7', 'g5']", "e3", json!("e7xg5xe3")),
        (captures, "['e7']", "g7", json!("e7xg5xg7")),
        (captures, "['e7', 'g5']", "c5", json!({"refuse": "c5"})),
    ] {
        let found = ask(&mut browser, "selection", &click(moves, path, cell));
        assert_eq!(found, value, "{moves} {path} {cell}");
    }
    let table = [
        ("[...new m.Selection(['e7xc5xe3', 'e7xg5xe3'], ['e7']).next]", json!(["c5", "g5"])),
        ("[...new m.Selection(['e7xc5xe3', 'e7xg5xe3'], ['e7']).ends]", json!(["e3"])),
        ("new m.Selection(['e4']).ends.size", json!(0)),
    ];
    check(&mut browser, "selection", &table);
    finish(&server, &mut browser);
}

#[test]
fn records_are_read_as_people_and_programs_write_them() {
    let Some((server, mut browser)) = page("modules_record", &[]) else { return };
    let boards = "['emergo', 'emergo7', 'hexemergo']";
    let read = |text: &str| {
        format!(
            "(() => {{ try {{ return m.readRecords({}, {boards}).map((g) => ({{ line: g.lineTo(999), variant: g.variant, \
               end: g.outcome?.result ?? '*' }})); }} catch (error) {{ return error.constructor.name + ': ' + error.message; }} }})()",
            json!(text)
        )
    };
    let game = |line: &str, variant: &str, end: &str| json!({"line": line, "variant": variant, "end": end});
    for (text, value) in [
        ("1. e4 e6 2. d4 *", json!([game("e4 e6 d4", "emergo", "*")])),
        (
            "\u{feff}[Variant \"Emergo7\"]\r\n\r\n1.e4 e6\r\n1-0\r\n",
            json!([game("e4 e6", "emergo7", "1-0")]),
        ),
        (
            "[Result \"0-1\"]\n\n1... e4 {+0.10/3 0.5s} 2. e6 ; a rest\n",
            json!([game("e4 e6", "emergo", "0-1")]),
        ),
        (
            "[Event \"a \\\"b\\\"\"]\n\ne4 *\n\n[Event \"c\"]\n\ne5 1/2-1/2",
            json!([game("e4", "emergo", "*"), game("e5", "emergo", "1/2-1/2")]),
        ),
        ("[Event \"none\"]\n\n*", json!([game("", "emergo", "*")])),
        ("", json!("BadRecord: the file is empty")),
        ("[Variant \"chess\"]\n\n*", json!("BadRecord: there is no board 'chess' here")),
        ("e4\n[Event", json!("BadRecord: line 2: '[' does not belong there")),
        (
            "{\"moves\": [{\"move\": \"e4\"}], \"variant\": \"emergo\", \"result\": \"1-0\"}\n{\"torn",
            json!([game("e4", "emergo", "1-0")]),
        ),
        ("{\"moves\": []}", json!([game("", "emergo", "*")])),
        ("{\"moves\": [{}]}\n", json!("BadRecord: line 1 is no game: it has no moves")),
        ("{}\n", json!("BadRecord: line 1 is no game: it has no moves")),
        ("{\n", json!("BadRecord: line 1 is not a whole game: it is no JSON")),
    ] {
        assert_eq!(ask(&mut browser, "record", &read(text)), value, "{text}");
    }
    // What is written is read again, whole, in both forms.
    let fields = "({ variant, blocked, start, moves, white, black, outcome, date, limits }) => \
                  ({ variant, blocked, start, moves, white, black, outcome, date, limits })";
    let made = "m.readRecords('[White \"A\\\\\\\\ \\\\\"B\"]\\n[Black \"C\"]\\n[Date \"2020.02.03\"]\\n[TimeControl \"10+0.1\"]\\n[Blocked \"loss\"]\\n\
                [FEN \"1/3/5/7/9/7/5/3/1 b 12,12 4\"]\\n[Termination \"why not\"]\\n\\n4... e4 {+0.35/12 0.10s} 5. e6 {-M3/7 1.25s} d4 0-1', \
                ['emergo'])[0]";
    let round = |write: &str| {
        format!(
            "(() => {{ const fields = {fields}; const game = {made}; \
                   const again = m.readRecords({write}, ['emergo'])[0]; return [fields(game), fields(again)]; }})()"
        )
    };
    for write in
        ["m.writePgn(game, game.outcome)", "m.writeJson(game, { ...game.outcome, end: '' })"]
    {
        let pair = ask(&mut browser, "record", &round(write));
        assert_eq!(pair[0], pair[1], "{write}");
        assert_eq!(
            pair[0]["moves"][0],
            json!({"text": "e4", "ms": 100, "score": {"cp": -35}, "depth": 12})
        );
        assert_eq!(
            pair[0]["moves"][1],
            json!({"text": "e6", "ms": 1250, "score": {"mate": -3}, "depth": 7})
        );
        assert_eq!(pair[0]["white"], "A\\ \"B");
        assert_eq!(pair[0]["limits"], json!(["10+0.1", "10+0.1"]));
    }
    finish(&server, &mut browser);
}

#[test]
fn clocks_count_down_for_the_side_to_move_and_are_told_in_minutes() {
    let Some((server, mut browser)) = page("modules_clock", &[]) else { return };
    let table = [
        (
            "[600000, 247000, 59999, 9999, 300, 0].map(m.clockText)",
            json!(["10:00", "4:07", "0:59", "9.9", "0.3", "0.0"]),
        ),
        (
            "(() => { const c = new m.Clocks({base: 60000, increment: 2000}, () => {}); c.run('w'); c.punch(); \
           return [c.left.w > 61000 && c.left.w <= 62000, c.left.b, c.running, c.isUp]; })()",
            json!([true, 60000, null, false]),
        ),
        (
            "(() => { const c = new m.Clocks({base: 60000, increment: 0}, () => {}); c.run('b'); const said = c.limits; c.pause(); \
           return /^p1time 60000 p2time (59\\d\\d\\d|60000) p1inc 0 p2inc 0$/.test(said); })()",
            json!(true),
        ),
        (
            "new Promise((resolve) => { const c = new m.Clocks({base: 20, increment: 5}, (side) => resolve([side, c.left, c.running, c.isUp])); c.run('b'); })",
            json!(["b", {"w": 20, "b": 0}, null, true]),
        ),
    ];
    check(&mut browser, "clock", &table);
    let table = [
        ("m.positionLine(null, [])", json!("position startpos")),
        ("m.positionLine(null, ['e4', 'e6'])", json!("position startpos moves e4 e6")),
        ("m.positionLine('1/3 w 5,5', ['e4'])", json!("position fen 1/3 w 5,5 moves e4")),
    ];
    check(&mut browser, "referee", &table);
    finish(&server, &mut browser);
}
