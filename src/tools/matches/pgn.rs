//! Games for people: PGN's tags and comments around this project's move text, written by the match runner
//! and read by `luctor show --game`.

use super::record::{GameRecord, GameResult, PlayedMove};
use crate::rules::notation::{Excerpt, MoveTextError, PositionTextError, read_move, read_position};
use crate::rules::{Blocked, Coordinates, Game, Variant};
use std::collections::HashSet;
use std::fmt::{self, Write};
use std::str::Utf8Error;

/// The word for the result of a game that goes on.
const NO_RESULT: &str = "*";

/// Columns of a line of moves.
const WIDTH: usize = 100;

/// Characters of a move of any game.
const LONGEST_WORD: usize = 100;

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

/// A game that was read.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// Names and values, in their order.
    pub tags: Vec<(String, String)>,
    /// The game, replayed to its last move.
    pub game: Game,
    /// What the game says of its result; `None` of one that goes on.
    pub result: Option<GameResult>,
}

impl PgnGame {
    /// The value of a tag, in either letter case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find(&self.tags, name)
    }

    /// The game after its first `ply` moves.
    pub fn at_ply(&self, ply: usize) -> Game {
        let start = *self.game.start();
        let mut game = Game::from_position(start, self.game.first_turn(), self.game.blocked());
        for mv in self.game.moves().iter().take(ply) {
            game.play(*mv);
        }
        game
    }
}

fn find<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let tag = tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    tag.map(|(_, value)| value.as_str())
}

/// Why a text is no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnError {
    /// There is no game with this number, from 1, but so many.
    NoGame {
        /// The number asked for.
        wanted: usize,
        /// The games that there are.
        found: usize,
    },
    /// A tag or a comment has no end.
    Unclosed(char),
    /// The Variant tag names no board.
    Variant(Excerpt),
    /// The FEN tag is no position.
    Position(PositionTextError),
    /// A move can't be played.
    Move {
        /// Its number, from 1.
        ply: usize,
        /// What is wrong.
        error: MoveTextError,
    },
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnError::NoGame { wanted, found } => write!(f, "no game {wanted}, there are {found}"),
            PgnError::Unclosed(bracket) => write!(f, "a {bracket} without its end"),
            PgnError::Variant(name) => write!(f, "the Variant tag names no board: {name}"),
            PgnError::Position(error) => write!(f, "the FEN tag: {error}"),
            PgnError::Move { ply, error } => write!(f, "move {ply}: {error}"),
        }
    }
}

impl std::error::Error for PgnError {}

/// Names and values, in their order.
type Tags = Vec<(String, String)>;

/// Can a text stand in a record as a move? It has to be read back as the one word that it is.
pub fn is_move_word(text: &str) -> bool {
    text.len() <= LONGEST_WORD
        && text.bytes().all(|byte| byte.is_ascii_graphic())
        && !is_result(text)
        && matches!(tokens(text).as_deref(), Ok([Token::Word(word)]) if word == text)
}

/// The word for a result, or for a game that goes on.
fn is_result(word: &str) -> bool {
    word == NO_RESULT || GameResult::from_word(word).is_some()
}

enum Token {
    Tag(String, String),
    Word(String),
}

/// Reads the game with this number, from 1.
///
/// # Errors
///
/// There is no such game, or it can't be read or played.
pub fn read_game(text: &str, number: usize) -> Result<PgnGame, PgnError> {
    let mut games: Vec<(Tags, Vec<String>)> = Vec::new();
    let mut in_moves = true;
    for token in tokens(text)? {
        match token {
            Token::Tag(name, value) => {
                if std::mem::take(&mut in_moves) {
                    games.push((Vec::new(), Vec::new()));
                }
                if let Some((tags, _)) = games.last_mut() {
                    tags.push((name, value));
                }
            }
            Token::Word(word) => {
                in_moves = true;
                if games.is_empty() {
                    games.push((Vec::new(), Vec::new()));
                }
                if let Some((_, words)) = games.last_mut() {
                    words.push(word);
                }
            }
        }
    }
    let found = games.len();
    let index = number.checked_sub(1).filter(|index| *index < found);
    let index = index.ok_or(PgnError::NoGame { wanted: number, found })?;
    let (tags, words) = games.swap_remove(index);
    replay(tags, &words)
}

fn replay(tags: Tags, words: &[String]) -> Result<PgnGame, PgnError> {
    let variant = match find(&tags, "Variant") {
        None => Variant::default(),
        Some(name) => name.parse().map_err(|_| PgnError::Variant(Excerpt::of(name)))?,
    };
    let mut game = match find(&tags, "FEN") {
        None => Game::new(variant, Blocked::Draw),
        Some(text) => {
            let read = read_position(variant, text).map_err(PgnError::Position)?;
            Game::from_position(read.position, read.turn, Blocked::Draw)
        }
    };
    let mut result = None;
    for word in words {
        if let Some(end) = GameResult::from_word(word) {
            result = Some(end);
        } else if word != NO_RESULT {
            let ply = game.moves().len() + 1;
            let mv = read_move(game.position(), Coordinates::Oblique, word)
                .map_err(|error| PgnError::Move { ply, error })?;
            game.play(mv);
        }
    }
    Ok(PgnGame { tags, game, result })
}

/// Tags and words; comments, variations' brackets and turn numbers are left out.
fn tokens(text: &str) -> Result<Vec<Token>, PgnError> {
    let mut tokens = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '[' => tokens.push(tag(&mut characters)?),
            '{' => {
                if !characters.by_ref().any(|inside| inside == '}') {
                    return Err(PgnError::Unclosed('{'));
                }
            }
            ';' => {
                characters.by_ref().find(|inside| *inside == '\n');
            }
            _ if character.is_whitespace() => {}
            _ => {
                let mut word = character.to_string();
                while let Some(next) =
                    characters.next_if(|next| !next.is_whitespace() && !"[{;".contains(*next))
                {
                    word.push(next);
                }
                // A turn number may touch its move.
                let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
                let rest = digits.trim_start_matches('.');
                if digits.len() < word.len() && rest.len() < digits.len() {
                    word = rest.to_owned();
                }
                if !word.is_empty() && !word.starts_with('$') {
                    tokens.push(Token::Word(word));
                }
            }
        }
    }
    Ok(tokens)
}

/// A tag, whose opening bracket has been read.
fn tag(characters: &mut impl Iterator<Item = char>) -> Result<Token, PgnError> {
    let mut name = String::new();
    let mut value = String::new();
    let (mut quoted, mut escaped) = (false, false);
    for character in characters {
        match character {
            _ if escaped => {
                value.push(character);
                escaped = false;
            }
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ']' if !quoted => return Ok(Token::Tag(name.trim().to_owned(), value)),
            _ if quoted => value.push(character),
            _ => name.push(character),
        }
    }
    Err(PgnError::Unclosed('['))
}

#[cfg(test)]
mod tests {
    use super::super::player::Opinion;
    use super::*;

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

    #[test]
    fn people_write_games_in_many_ways() {
        let text = "1.e4 e6 ; a remark\n2.f4{good} $1 d6\n*";
        let read = read_game(text, 1).unwrap();
        assert_eq!(read.game.moves().len(), 4);
        assert_eq!(read.result, None);
    }

    #[test]
    fn a_bad_game_is_refused_with_a_sentence() {
        let table = [
            ("", "no game 1, there are 0"),
            ("1. e4 {never closed", "a { without its end"),
            ("[Event \"x\" 1. e4", "a [ without its end"),
            ("[Variant \"chess\"]\n1. e4", "the Variant tag names no board: 'chess'"),
            ("[FEN \"1/3\"]\n1. e4", "the FEN tag: the side to move is missing"),
            ("1. e5", "move 1: illegal move 'e5': White's first entry may not be on the centre e5"),
        ];
        for (text, sentence) in table {
            assert_eq!(read_game(text, 1).unwrap_err().to_string(), sentence, "{text:?}");
        }
    }

    #[test]
    fn a_move_of_any_game_is_one_word_that_is_read_back() {
        for word in ["e4", "e4-e5", "3a3>12", "Ca3", "P@7f", "O-O", "a1,b2", "(1,2)", "--", "+"] {
            assert!(is_move_word(word), "{word}");
        }
        let long = "x".repeat(LONGEST_WORD + 1);
        for word in [
            "",
            "e4 e5",
            "{",
            "e4{",
            "[Event",
            ";",
            "1-0",
            "1/2-1/2",
            "*",
            "1.e4",
            "12...",
            "$1",
            "é",
            "\u{1b}[2J",
            "e4\n",
            &long,
        ] {
            assert!(!is_move_word(word), "{word:?}");
        }
    }
}
