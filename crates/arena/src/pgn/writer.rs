//! Writing games, and finding in a file which of them are there.

use crate::record::{GameRecord, PlayedMove};
use std::collections::HashSet;
use std::fmt::Write;
use std::str::Utf8Error;

/// Columns of a line of moves.
const WIDTH: usize = 100;

/// What a game begins with.
const FIRST_TAG: &str = "[Event ";

/// A game as PGN, ended by a blank line.
pub fn write_game(record: &GameRecord, event: &str) -> String {
    let mut text = String::new();
    let [white_limit, black_limit] = &record.limits;
    let mut tags = vec![
        ("Event", event),
        ("Date", &record.date),
        ("White", &record.white),
        ("Black", &record.black),
        ("Variant", &record.variant),
    ];
    if white_limit == black_limit {
        tags.push(("TimeControl", white_limit));
    } else {
        tags.push(("WhiteTimeControl", white_limit));
        tags.push(("BlackTimeControl", black_limit));
    }
    if let Some(opening) = &record.opening {
        tags.push(("SetUp", "1"));
        tags.push(("FEN", opening));
    }
    let result = record.result.to_string();
    let round = format!("{}.{}", record.pair + 1, record.game + 1);
    let plies = record.moves.len().to_string();
    let termination = match record.detail.is_empty() {
        true => record.reason.clone(),
        false => format!("{}: {}", record.reason, record.detail),
    };
    tags.extend([("Round", &*round), ("Result", &*result), ("PlyCount", &*plies)]);
    tags.push(("Termination", &termination));
    tags.push(("Match", &record.fingerprint));
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        writeln!(text, "[{name} \"{value}\"]").expect("a String takes everything");
    }
    text.push('\n');
    let first_turn = first_turn(record.opening.as_deref());
    let mut line = String::new();
    for (index, played) in record.moves.iter().enumerate() {
        let ply = index + usize::from(record.black_first);
        let turn = first_turn as usize + ply / 2;
        let word = match (ply % 2, index) {
            (0, _) => format!("{turn}. {}", move_with_comment(played)),
            (_, 0) => format!("{turn}... {}", move_with_comment(played)),
            _ => move_with_comment(played),
        };
        add_word(&mut text, &mut line, &word);
    }
    add_word(&mut text, &mut line, &result);
    text.push_str(&line);
    text.push_str("\n\n");
    text
}

/// Which games of the match with this fingerprint stand in a file, and how far the file is whole: a last game
/// that was torn is not, wherever that was, even within a character.
///
/// # Errors
///
/// The file is no UTF-8 text, in a way that is not that of a torn one.
pub fn games_of_match(bytes: &[u8], fingerprint: &str) -> Result<(HashSet<u64>, usize), Utf8Error> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&bytes[..error.valid_up_to()])?
        }
        // Games of other programs may stand behind this, so nothing is cut.
        Err(error) => return Err(error),
    };
    let tag = format!("[Match \"{fingerprint}\"]");
    let mut starts: Vec<usize> = text.match_indices(FIRST_TAG).map(|(start, _)| start).collect();
    starts.retain(|start| *start == 0 || text.as_bytes()[start - 1] == b'\n');
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let mut games = HashSet::new();
    let last_line = text.rfind('\n').map_or(0, |index| index + 1);
    let mut whole = match starts.first() {
        Some(start) => *start,
        None if FIRST_TAG.starts_with(&text[last_line..]) => last_line,
        None => text.len(),
    };
    for (start, end) in starts.iter().zip(ends) {
        let game = &text[*start..end];
        whole = end;
        if end == text.len() {
            // Tags, a blank line, moves, a blank line. What follows is less than the first tag of a game.
            match game.match_indices("\n\n").nth(1) {
                Some((blank, _)) => whole = start + blank + 2,
                None => {
                    whole = *start;
                    break;
                }
            }
        }
        let round = game.lines().find_map(|line| line.strip_prefix("[Round \""));
        let number = round.and_then(|round| round.trim_end_matches("\"]").split('.').nth(1));
        if let Some(number) = number.and_then(|number| number.parse::<u64>().ok())
            && game.lines().any(|line| line == tag)
        {
            games.insert(number.saturating_sub(1));
        }
    }
    Ok((games, whole))
}

fn add_word(text: &mut String, line: &mut String, word: &str) {
    if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
        text.push_str(line);
        text.push('\n');
        line.clear();
    }
    if !line.is_empty() {
        line.push(' ');
    }
    line.push_str(word);
}

/// The number of the turn that a position text ends with, or 1.
fn first_turn(opening: Option<&str>) -> u32 {
    let turn = opening.and_then(|text| text.split_ascii_whitespace().nth(3));
    turn.and_then(|turn| turn.parse().ok()).unwrap_or(1)
}

/// `e4 {+0.35/12 0.10s}`, `e4 {+M3/12 0.10s}`
fn move_with_comment(played: &PlayedMove) -> String {
    let PlayedMove { text, opinion, ms } = played;
    let mut comment = match (opinion.mate, opinion.score) {
        (Some(moves), _) => format!("{}M{}", if moves > 0 { '+' } else { '-' }, moves.abs()),
        (None, Some(score)) => format!("{:+.2}", f64::from(score) / 100.0),
        (None, None) => String::new(),
    };
    if let Some(depth) = opinion.depth.filter(|_| !comment.is_empty()) {
        write!(comment, "/{depth}").expect("a String takes everything");
    }
    if !comment.is_empty() {
        comment.push(' ');
    }
    format!("{text} {{{comment}{:.2}s}}", ms / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::super::read_game;
    use super::*;
    use crate::record::Opinion;
    use emergo::GameResult;

    fn record() -> GameRecord {
        let played = |text: &str, score, mate| PlayedMove {
            text: text.to_owned(),
            opinion: Opinion { score, mate, depth: Some(12), nodes: None },
            ms: 104.0,
        };
        GameRecord {
            fingerprint: "f".to_owned(),
            game: 3,
            pair: 1,
            variant: "emergo".to_owned(),
            white: "A \"the first\"".to_owned(),
            black: "B".to_owned(),
            limits: ["10+0.1".to_owned(), "10+0.1".to_owned()],
            opening: Some("1/3/5/3b3/9/3ww2/5/3/1 b 10,11 2".to_owned()),
            black_first: true,
            moves: vec![played("d5", Some(35), None), played("e2", None, Some(-3))],
            result: GameResult::BlackWins,
            reason: "time loss".to_owned(),
            detail: "White: 12 ms taken".to_owned(),
            end: "…".to_owned(),
            date: "2026.11.21".to_owned(),
            wall_ms: 0.0,
        }
    }

    #[test]
    fn a_game_is_written_with_tags_turns_and_comments() {
        let text = write_game(&record(), "test");
        let lines = [
            "[Event \"test\"]",
            "[White \"A \\\"the first\\\"\"]",
            "[Variant \"emergo\"]",
            "[TimeControl \"10+0.1\"]",
            "[FEN \"1/3/5/3b3/9/3ww2/5/3/1 b 10,11 2\"]",
            "[Result \"0-1\"]",
            "[Termination \"time loss: White: 12 ms taken\"]",
            "2... d5 {+0.35/12 0.10s} 3. e2 {-M3/12 0.10s} 0-1",
        ];
        for line in lines {
            assert!(text.lines().any(|written| written == line), "{line} is missing in\n{text}");
        }
    }

    #[test]
    fn what_was_written_is_read_again() {
        let text = write_game(&record(), "one") + &write_game(&record(), "two");
        let read = read_game(&text, 2).unwrap();
        assert_eq!(read.tag("event"), Some("two"));
        assert_eq!(read.tag("White"), Some("A \"the first\""));
        assert_eq!(read.result, Some(GameResult::BlackWins));
        assert_eq!(read.game.moves().len(), 2);
        assert_eq!(read.at_ply(1).moves().len(), 1);
        assert_eq!(read.at_ply(1).turn(), 3);
        assert_eq!(read_game(&text, 3).unwrap_err().to_string(), "no game 3, there are 2");
        assert_eq!(read_game(&text, 0).unwrap_err().to_string(), "no game 0, there are 2");
    }

    #[test]
    fn a_file_torn_at_any_byte_keeps_its_whole_games_and_nothing_else() {
        let game = |number: u64, fingerprint: &str| {
            let (white, black) = ("Žižka 碁".to_owned(), "Zoë".to_owned());
            let fingerprint = fingerprint.to_owned();
            let record = GameRecord { game: number, white, black, fingerprint, ..record() };
            write_game(&record, "Open de Genève")
        };
        for preamble in ["", "% kept by hand\n"] {
            let mut text = preamble.to_owned();
            // How far the file is whole, and the games of the match up to there.
            let mut known = HashSet::new();
            let mut states = vec![(text.len(), known.clone())];
            for (number, fingerprint) in [(0, "f"), (1, "f"), (0, "g"), (2, "f")] {
                text.push_str(&game(number, fingerprint));
                if fingerprint == "f" {
                    known.insert(number);
                }
                states.push((text.len(), known.clone()));
            }
            for cut in preamble.len()..=text.len() {
                let (whole, known) = states.iter().rfind(|(whole, _)| *whole <= cut).unwrap();
                let found = games_of_match(&text.as_bytes()[..cut], "f");
                assert_eq!(found, Ok((known.clone(), *whole)), "{preamble:?}, cut at {cut}");
            }
            // A write that was lost may leave zeros.
            let zeros = format!("{text}\0\0\0");
            assert_eq!(games_of_match(zeros.as_bytes(), "f").unwrap().1, text.len());
            // Bytes that are no text, with a game behind them.
            let foreign = [b"[Event \"Gen\xe8ve\"]\n\n*\n\n", text.as_bytes()].concat();
            assert!(games_of_match(&foreign, "f").is_err());
        }
    }
}
