//! Reading games, as this program and people write them.

use emergo::GameResult;
use emergo::notation::{Excerpt, MoveTextError, PositionTextError, read_move, read_position};
use emergo::{Blocked, Coordinates, Game, Variant};
use std::fmt;

/// The word for the result of a game that goes on.
const NO_RESULT: &str = "*";

/// Characters of a move of any game, which are ASCII.
const LONGEST_WORD: usize = 100;

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
    word == NO_RESULT || word.parse::<GameResult>().is_ok()
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
        if let Ok(end) = word.parse::<GameResult>() {
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
    use super::*;

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
