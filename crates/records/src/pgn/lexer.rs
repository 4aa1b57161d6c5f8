//! The tokens of PGN. Skips white space, move numbers and lines that start with `%`.

use crate::NO_RESULT;
use emergo::GameResult;

/// The start of a tag that only the first line of a game has.
pub const FIRST_TAG: &str = "[Event ";

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token<'a> {
    Tag {
        name: &'a str,
        value: String,
    },
    /// A comment in braces.
    Comment(&'a str),
    /// A comment from `;` to the end of the line.
    LineComment(&'a str),
    Nag(u8),
    VariationStart,
    VariationEnd,
    Result(Option<GameResult>),
    Move(&'a str),
    /// A bracket that is not closed. The lexer is behind the broken part: a tag is limited to its line, and a comment to
    /// its game.
    Unclosed(char),
}

/// A place in a text. A copy returns to that place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// The line of the last token, from 1.
    pub(super) token_line: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0, line: 1, token_line: 1 }
    }

    /// The next token, which is not taken.
    pub(super) fn peek(mut self) -> Option<Token<'a>> {
        self.next()
    }

    /// The columns of the word that was taken last, in UTF-16 code units.
    pub(super) fn columns(&self, word: &str) -> [u32; 2] {
        let line = self.text[..self.at].rsplit('\n').next().unwrap_or_default();
        let [end, length] = [line, word].map(|text| text.encode_utf16().count() as u32);
        [end - length, end]
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Takes the next `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        self.at += length;
        self.line += taken.matches('\n').count();
        taken
    }

    /// Takes the text before the first character that ends it, or the whole rest.
    fn take_until(&mut self, is_end: impl Fn(char) -> bool) -> &'a str {
        self.take(self.rest().find(is_end).unwrap_or(self.rest().len()))
    }

    /// The next token; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.take_until(|character| !character.is_whitespace());
            self.token_line = self.line;
            let is_line_start = self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n';
            let token = match self.rest().chars().next()? {
                '%' if is_line_start => {
                    self.take_until(|character| character == '\n');
                    continue;
                }
                ';' => Token::LineComment(&self.take_until(|character| character == '\n')[1..]),
                '{' => self.comment(),
                '[' => self.tag(),
                '(' => {
                    self.take(1);
                    Token::VariationStart
                }
                ')' => {
                    self.take(1);
                    Token::VariationEnd
                }
                '$' => {
                    self.take(1);
                    match self.take_until(|character| !character.is_ascii_digit()).parse() {
                        Ok(nag) => Token::Nag(nag),
                        Err(_) => continue,
                    }
                }
                '!' | '?' => match self.take_until(|character| !"!?".contains(character)) {
                    "!" => Token::Nag(1),
                    "?" => Token::Nag(2),
                    "!!" => Token::Nag(3),
                    "??" => Token::Nag(4),
                    "!?" => Token::Nag(5),
                    "?!" => Token::Nag(6),
                    _ => continue,
                },
                _ => match self.word() {
                    Some(token) => token,
                    None => continue,
                },
            };
            return Some(token);
        }
    }

    /// A result or a move. `None` is a move number.
    fn word(&mut self) -> Option<Token<'a>> {
        let is_end = |character: char| character.is_whitespace() || "[{;()!?$".contains(character);
        let word = self.take_until(is_end);
        if word == NO_RESULT {
            return Some(Token::Result(None));
        }
        if let Ok(result) = word.parse() {
            return Some(Token::Result(Some(result)));
        }
        // A move number may touch its move.
        let without_digits = word.trim_start_matches(|character: char| character.is_ascii_digit());
        let word = match without_digits {
            "" => "",
            numbered if numbered.starts_with('.') => numbered.trim_start_matches('.'),
            _ => word,
        };
        (!word.is_empty()).then_some(Token::Move(word))
    }

    fn comment(&mut self) -> Token<'a> {
        let rest = self.rest();
        let end = rest.find('}');
        let next_game = rest[..end.unwrap_or(rest.len())].find(&format!("\n{FIRST_TAG}"));
        match (end, next_game) {
            (Some(end), None) => Token::Comment(&self.take(end + 1)[1..end]),
            _ => {
                self.take(next_game.map_or(rest.len(), |newline| newline + 1));
                Token::Unclosed('{')
            }
        }
    }

    fn tag(&mut self) -> Token<'a> {
        let line = self.rest().lines().next().unwrap_or_default();
        let name = line[1..].split(['"', ']']).next().unwrap_or_default().trim();
        let mut value = String::new();
        let (mut is_quoted, mut is_escaped) = (false, false);
        for (at, character) in line.char_indices() {
            match character {
                _ if is_escaped => {
                    value.push(character);
                    is_escaped = false;
                }
                '\\' if is_quoted => is_escaped = true,
                '"' => is_quoted = !is_quoted,
                ']' if !is_quoted => {
                    self.take(at + 1);
                    return Token::Tag { name, value };
                }
                _ if is_quoted => value.push(character),
                _ => {}
            }
        }
        self.take(line.len());
        Token::Unclosed('[')
    }
}
