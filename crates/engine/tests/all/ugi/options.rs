//! The effect of each option, and the values that are refused.

use super::{BLOCKED, start};
use emergo::Variant;
use test_support::coordinates::on_checkerboard;
use test_support::scratch::scratch_path;

#[test]
fn the_sample_settings_of_a_match_manager_are_accepted() {
    let mut client = start();
    client.send("ugi");
    client.lines_until("ugiok");
    assert_eq!(client.refused("setoption name debug value false"), "there is no option 'debug'");
    client.tell("setoption name threads value 1");
    client.tell("setoption name hash value 128");
    client.tell("setoption name ownbook value false");
    assert_eq!(client.go("depth 2").answer.len(), 1);
    client.quit();
}

#[test]
fn the_variant_sets_up_its_start() {
    let mut client = start();
    for (variant, start) in [
        ("hexemergo", "4/5/6/7/6/5/4 w 12,12 1"),
        ("emergo7", "1/3/5/7/5/3/1 w 8,8 1"),
        ("emergo", "1/3/5/7/9/7/5/3/1 w 12,12 1"),
    ] {
        client.tell(&format!("setoption name UCI_Variant value {variant}"));
        assert_eq!(client.query("fen"), start);
        client.tell("position startpos moves d3");
        client.tell("uginewgame");
        assert_eq!(client.query("fen"), start);
        assert_eq!(client.go("depth 2").answer.len(), 1, "{variant}");
    }
    client.quit();
}

#[test]
fn a_blocked_game_ends_by_the_option_blocked() {
    let mut client = start();
    client.tell(&format!("position fen {BLOCKED}"));
    for (value, result) in [("loss", "p2win"), ("draw", "draw"), ("LOSS", "p2win")] {
        client.tell(&format!("setoption name Blocked value {value}"));
        assert_eq!(client.query("result"), result, "{value}, for the current position");
        client.tell(&format!("position fen {BLOCKED}"));
        assert_eq!(client.query("result"), result, "{value}, for a new position");
        assert_eq!(client.query("gameover"), "true");
        assert_eq!(client.go("depth 1 movetime 1").answer, ["0000"]);
    }
    client.quit();
}

#[test]
fn checkerboard_coordinates_name_every_square_that_is_read_or_written() {
    for (oblique, expected) in [("e1", "a1"), ("a5", "a9"), ("e9-e8", "i9-h8"), ("i5xe5", "i1xe5")]
    {
        assert_eq!(on_checkerboard(9, oblique), expected);
    }
    let table = [
        (Variant::Emergo, "1/3/5/7/9/7/5/3/1 w 12,12", "e4 e6 d4"),
        (Variant::Emergo, "1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5", "g6 g7xg5xe5xe3xc3xc5"),
        (Variant::Emergo, "1/(bw2)1b/1(bw2)2(b2)/6w/6(w2b)1(wb3)/(wb)3(w2)2/2(wb2)2/3/1 w 0,0", ""),
        (Variant::Emergo7, "1/3/5/7/5/3/1 w 8,8", "c3 e5"),
        (Variant::Emergo7, "b/2w/(bw)3(bw)/b1w1w2/3(wb)b/w2/w b 0,2", ""),
    ];
    for (variant, position, moves) in table {
        let size = i32::from(variant.size());
        let translated = |lines: Vec<String>| -> Vec<String> {
            let mut lines: Vec<String> =
                lines.iter().map(|line| on_checkerboard(size, line)).collect();
            lines.sort();
            lines
        };
        let mut client = start();
        client.tell("setoption name Ponder value true");
        client.tell(&format!("setoption name UCI_Variant value {variant}"));
        let (mut outputs, mut texts) = (Vec::new(), Vec::new());
        for system in ["oblique", "checkerboard"] {
            client.tell("uginewgame");
            client.tell(&format!("setoption name Coordinates value {system}"));
            let checkerboard = system == "checkerboard";
            let moves = if checkerboard { on_checkerboard(size, moves) } else { moves.to_owned() };
            client.tell(&format!("position fen {position} moves {moves}"));
            texts.push(client.query("fen"));
            let search = client.go("depth 4");
            let mut lines = search.without_times();
            let mut list = client.ask("moves", "moves").remove(0);
            list.replace_range(..6, "");
            let legal: Vec<String> = list.split(' ').map(str::to_owned).collect();
            for mv in &legal {
                assert_eq!(client.query(&format!("islegal {mv}")), "true", "{mv}, {system}");
            }
            lines.extend(client.ask("go perft 2", "Nodes"));
            lines.extend(legal);
            let first = client.go(&format!("depth 1 searchmoves {}", search.best()));
            lines.extend(first.without_times());
            lines.sort();
            outputs.push(lines);
        }
        let checkerboard = outputs.pop().unwrap();
        assert_eq!(texts[0], texts[1], "position texts have one form");
        assert_eq!(translated(outputs.pop().unwrap()), checkerboard, "{variant} {position}");
        client.quit();
    }
}

#[test]
fn hexemergo_has_oblique_coordinates_until_another_board_is_set_up() {
    let mut client = start();
    client.tell("setoption name Coordinates value checkerboard");
    client.tell("setoption name UCI_Variant value hexemergo");
    client.tell("setoption name Coordinates value checkerboard");
    client.tell("position startpos moves d3 d5");
    assert_eq!(client.query("fen"), "4/5/2b3/7/3w2/5/4 w 11,11 2");
    client.tell("setoption name UCI_Variant value emergo7");
    client.tell("position startpos moves a1 g7");
    assert_eq!(client.query("fen"), "b/3/5/7/5/3/w w 7,7 2");
    client.quit();
}

#[test]
fn a_table_that_is_too_large_is_refused() {
    let mut client = start();
    let message = client.refused("setoption name Hash value 33554432");
    assert!(message.contains("33554432 MiB") && message.contains("kept"), "{message}");
    assert_eq!(client.go("depth 3").answer.len(), 1);
    client.quit();
}

#[test]
fn the_debug_log_has_the_lines_of_both_directions() {
    let path = scratch_path("protocol debug.log");
    let mut client = start();
    client.tell(&format!("setoption name Debug Log File value {}", path.display()));
    client.tell("position startpos moves e4  e6\r");
    client.query("fen");
    let best = client.go("depth 2").best().to_owned();
    // A path that cannot be opened is refused, and the old log continues.
    let message =
        client.refused("setoption name Debug Log File value /no such directory/luctor.log");
    assert!(message.contains("/no such directory/luctor.log"), "{message}");
    client.query("p1turn");
    client.tell("setoption name Debug Log File value <empty>");
    client.query("result");
    client.quit();
    let log = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    for expected in [
        ">> position startpos moves e4  e6",
        ">> query fen",
        "<< response 1/3/5/3b3/9/3w3/5/3/1 w 11,11 2",
        ">> go depth 2",
        &format!("<< bestmove {best}"),
        ">> query p1turn",
        "<< response true",
    ] {
        assert!(lines.contains(&expected), "no {expected:?} in {log}");
    }
    assert!(!log.contains("query result"), "{log}");
    std::fs::remove_file(&path).unwrap();
}
