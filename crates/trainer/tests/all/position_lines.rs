//! Self-play games as lines of JSON.

use crate::game_file;
use emergo::Variant;
use fastrand::Rng;
use luctor_trainer::self_play::game::SelfPlayGame;
use luctor_trainer::self_play::position_lines::{is_position_line, read_games, write_game};

/// A random game with searched plies, plies without a search and deviations.
pub fn random_game(rng: &mut Rng, variant: Variant) -> SelfPlayGame {
    SelfPlayGame { sampled: Vec::new(), ..game_file::game(rng, variant, 80) }
}

#[test]
fn games_are_read_back_equal() {
    let mut rng = Rng::with_seed(1);
    let variants = Variant::ALL.into_iter().cycle().take(30);
    let games: Vec<SelfPlayGame> = variants.map(|variant| random_game(&mut rng, variant)).collect();
    let text: String = games.iter().map(write_game).collect();
    assert!(text.lines().all(is_position_line));
    let read = |text: &str| read_games(text).into_iter().collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(read(&text), games);
    // With empty lines and other ends of lines.
    assert_eq!(read(&text.replace('\n', "\r\n\r\n")), games);
}

pub const GAME: [&str; 3] = [
    r#"{"variant":"emergo","position":"1/3/5/7/9/7/5/3/1 w 12,12 1","move":"e4","result":"1-0"}"#,
    r#"{"variant":"emergo","position":"1/3/5/7/9/3w3/5/3/1 b 11,12 1","move":"e6","score":-35,"result":"1-0"}"#,
    r#"{"variant":"emergo","position":"1/3/5/3b3/9/3w3/5/3/1 w 11,11 2","move":"f4","score":30999,"best":"d4","result":"1-0"}"#,
];

#[test]
fn a_line_has_these_keys() {
    let text = GAME.join("\n") + "\n";
    let game = read_games(&text).remove(0).unwrap();
    assert_eq!(write_game(&game), text);
    let searches: Vec<_> = game.plies.iter().map(|ply| ply.search).collect();
    assert_eq!(searches[0], None);
    assert_eq!(searches[1].map(|search| search.score.value()), Some(-35));
    assert_eq!(searches[2].and_then(|search| search.score.moves_to_end()), Some(1));
    assert!(!game.plies[1].is_deviation() && game.plies[2].is_deviation());
    for text in ["", "{}", "[1]", r#"{"moves":[]}"#, "1. e4"] {
        assert!(!is_position_line(text), "{text}");
    }
}

#[test]
fn a_wrong_line_leaves_out_its_game_and_names_the_line() {
    let good = GAME.join("\n");
    let changed = |line: usize, from: &str, to: &str| {
        let mut lines = GAME.map(str::to_owned);
        assert!(lines[line - 1].contains(from));
        lines[line - 1] = lines[line - 1].replace(from, to);
        lines.join("\n")
    };
    let table = [
        (changed(2, "{", "["), 2, "not a position with its move"),
        (changed(2, "\"move\"", "\"mv\""), 2, "not a position with its move"),
        (changed(2, "emergo", "chess"), 2, "unknown variant 'chess'"),
        (changed(2, "b 11,12", "b 11,13"), 2, "the position is not valid"),
        (changed(2, "e6", "e4"), 2, "illegal move 'e4': e4 is not vacant"),
        (changed(3, "d4", "i1"), 3, "illegal move 'i1'"),
        (changed(2, "-35", "31001"), 2, "a score of 31001 is out of range"),
        (changed(2, "-35", "25000"), 2, "a score of 25000 is out of range"),
        (changed(2, "\"score\":-35", "\"best\":\"e6\""), 2, "a best move needs a score"),
        (changed(3, "1-0", "0-1"), 3, "the result is not that of the line before"),
        (changed(3, "1-0", "2-0"), 3, "unknown result '2-0'"),
        (changed(1, "1-0", "2-0"), 1, "unknown result '2-0'"),
        (changed(1, "e4", "e3"), 2, "the position does not follow from the line before"),
        (changed(1, "w 12,12", "w 12,11"), 1, "the position does not follow from the line before"),
    ];
    for (bad, line, message) in table {
        let text = format!("{good}\n{bad}\n{good}\n");
        let read = read_games(&text);
        // Without a start position, the game before it goes on.
        let oks: Vec<bool> = read.iter().map(Result::is_ok).collect();
        let begins = bad.contains("w 12,12");
        let expected = if begins { &[true, false, true][..] } else { &[false, true] };
        assert_eq!(oks, expected, "{bad}");
        let fault = read.into_iter().find_map(Result::err).unwrap();
        assert_eq!(fault.line, 3 + line, "{bad}");
        assert!(fault.source.to_string().starts_with(message), "{fault}");
        assert!(fault.to_string().starts_with(&format!("line {}: ", 3 + line)), "{fault}");
    }
}
