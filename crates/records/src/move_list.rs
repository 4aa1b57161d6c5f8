//! Lists of moves without tags: with or without turn numbers, in one or two columns, one game or several.
//!
//! A list tells neither its board nor its coordinates, and not always where a game ends. The reader tries each board,
//! each system of coordinates and each division into games, and takes the first in which all moves are legal. A
//! first line may be a position text. A list may end with a word such as `resign`, a result, or both.

use crate::board_choice::{BoardChoice, BoardCoordinates, ReadGames, is_legal, most_legal};
use crate::end_word::{end_by_word, read_end_word};
use crate::pgn;
use crate::{GameError, NO_RESULT, ReadError, ReadOptions, Termination};
use emergo::{Blocked, Coordinates, GameResult, Variant, read_position};
use std::slice;

/// What the reader knows about a list by its format, where the options do not tell it.
pub(crate) struct Dialect {
    /// The boards to try, in this order.
    pub(crate) variants: &'static [Variant],
    /// The coordinates to try on each board.
    pub(crate) coordinates: &'static [Coordinates],
    /// The rule for a blocked side.
    pub(crate) blocked: Blocked,
}

pub(crate) const ANY: Dialect =
    Dialect { variants: &Variant::ALL, coordinates: &Coordinates::ALL, blocked: Blocked::Draw };

pub(crate) fn read(
    text: &str,
    dialect: &Dialect,
    options: &ReadOptions,
) -> (ReadGames, BoardChoice) {
    let options = ReadOptions { blocked: options.blocked.or(Some(dialect.blocked)), ..*options };
    let variants = options.variant.as_ref().map_or(dialect.variants, slice::from_ref);
    let systems = options.coordinates.as_ref().map_or(dialect.coordinates, slice::from_ref);
    let all = variants.iter().flat_map(|&variant| {
        systems.iter().map(move |&coordinates| BoardCoordinates { variant, coordinates })
    });
    let exists = |board: &BoardCoordinates| board.coordinates.check(board.variant).is_ok();
    let mut boards: Vec<BoardCoordinates> = all.filter(exists).collect();
    if let (true, Some(variant)) = (boards.is_empty(), options.variant) {
        boards.push(BoardCoordinates { variant, coordinates: Coordinates::Oblique });
    }
    let lines = clean_lines(text);
    // The errors of the first of equally bad boards are reported: those of a board that the positions fit.
    boards.sort_by_cached_key(|board| {
        let mut positions = lines.iter().filter(|line| line.is_position());
        positions.any(|line| read_position(board.variant, &line.text).is_err())
    });
    let divisions = divisions(&lines);
    BoardChoice::choose(&boards, |board| {
        let mut readings = Vec::new();
        for division in &divisions {
            let games = read_games(division, board, options);
            let ends = is_legal(&games);
            readings.push(((), games));
            if ends {
                break;
            }
        }
        most_legal(readings).map(|(_, games)| games).unwrap_or_default()
    })
}

/// A line with plain characters. Each has the same column as in the text.
#[derive(Clone)]
struct TextLine {
    /// The number in the text, from 1.
    number: usize,
    text: String,
}

impl TextLine {
    /// The number of the first turn, if the line begins with one.
    fn turn(&self) -> Option<u32> {
        self.text.split_whitespace().next().and_then(turn_number)
    }

    /// The number of the last turn. A position text ends with a number, too.
    fn last_turn(&self) -> Option<u32> {
        let words = self.text.split_whitespace();
        words.rev().find_map(turn_number).filter(|_| !self.is_position())
    }

    fn is_position(&self) -> bool {
        is_position(&self.text)
    }

    /// Does a result or a word such as `resign` end the line?
    fn ends_game(&self) -> bool {
        let last_word = self.text.split_whitespace().next_back();
        last_word.is_some_and(|word| is_result(word) || read_end_word(word).is_some())
    }
}

fn is_result(word: &str) -> bool {
    word == NO_RESULT || word.parse::<GameResult>().is_ok()
}

/// The number of a turn: `2`, `2.` or `2.e4`.
fn turn_number(word: &str) -> Option<u32> {
    let digits = word.find(|character: char| !character.is_ascii_digit());
    let (number, rest) = word.split_at(digits.unwrap_or(word.len()));
    number.parse().ok().filter(|_| rest.is_empty() || rest.starts_with('.'))
}

/// A text with the hyphens and the x of a keyboard, and without lines between columns.
pub(crate) fn plain(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
            '\u{d7}' => 'x',
            '|' => ' ',
            other => other,
        })
        .collect()
}

/// Is the line a position text?
pub(crate) fn is_position(line: &str) -> bool {
    line.contains('/')
        && Variant::ALL.into_iter().any(|variant| read_position(variant, line).is_ok())
}

/// The lines with plain hyphens. Blanks replace white space, the lines between columns and the headings White and Black, so that
/// all columns stay.
fn clean_lines(text: &str) -> Vec<TextLine> {
    let clean = |line: &str| {
        let plain = plain(line).replace(char::is_whitespace, " ");
        let words = plain.split(' ').map(|word| match word.to_ascii_lowercase().as_str() {
            "white" | "black" => "     ",
            _ => word,
        });
        words.collect::<Vec<_>>().join(" ").trim_end().to_owned()
    };
    let lines =
        (1..).zip(text.lines()).map(|(number, line)| TextLine { number, text: clean(line) });
    lines.collect()
}

/// The lines of one game.
struct GameLines {
    first_line: usize,
    /// The position text of the start.
    start: Option<TextLine>,
    /// One line for each line of the text, without a word such as `resign` at the end.
    moves: String,
    end: Option<Termination>,
}

impl GameLines {
    fn new(lines: &[TextLine]) -> Option<GameLines> {
        let begin = lines.iter().position(|line| !line.text.is_empty())?;
        let (start, begin) = match lines[begin].is_position() {
            true => (Some(lines[begin].clone()), begin + 1),
            false => (None, begin),
        };
        let lines = &lines[begin..];
        // Commas separate moves, except in a position text.
        let texts: Vec<String> = lines.iter().map(|line| line.text.replace(',', " ")).collect();
        let mut moves = texts.join("\n");
        // A result may follow the word.
        let mut words = moves.split_whitespace().rev();
        let word = words.find(|word| !is_result(word)).unwrap_or_default();
        let end = read_end_word(word);
        if let (Some(_), Some((before, result))) = (end, moves.rsplit_once(word)) {
            moves = format!("{before}{result}");
        }
        let first_line = lines.first().map_or(1, |line| line.number);
        Some(GameLines { first_line, start, moves, end })
    }

    /// The number of words that are not turn numbers.
    fn count_moves(&self) -> usize {
        let has_letter = |word: &&str| word.bytes().any(|byte| byte.is_ascii_alphabetic());
        self.moves.split_whitespace().filter(has_letter).count()
    }
}

/// The divisions of a text into games, the most likely one first.
///
/// With turn numbers, a game begins where the numbers start again. Without them, a game is a line, a block between
/// empty lines, or the whole text. Lines or blocks with one or two moves are rather turns than games.
fn divisions(lines: &[TextLine]) -> Vec<Vec<GameLines>> {
    let has_turns = lines.iter().any(|line| line.turn().is_some());
    let mut last_turn = None;
    let whole = divide(lines, |before, line| {
        // Not the turn of Black, 1... e6.
        let is_first = line.turn() == Some(1) && !line.text.trim_start().starts_with("1..");
        let starts_again =
            is_first && (last_turn > Some(1) || before.text.is_empty() || before.ends_game());
        last_turn = line.last_turn().or(last_turn);
        starts_again || line.is_position()
    });
    if has_turns {
        return vec![whole];
    }
    let by_line = divide(lines, |before, _| !before.is_position());
    let by_block = divide(lines, |before, line| before.text.is_empty() || line.is_position());
    let long = |game: &GameLines| game.count_moves() > 2;
    let mut divisions = vec![by_line, by_block];
    divisions.retain(|games| games.len() > 1 && games.iter().any(long));
    let (mut divisions, unlikely): (Vec<_>, Vec<_>) =
        divisions.into_iter().partition(|games| games.iter().all(long));
    divisions.push(whole);
    divisions.extend(unlikely);
    divisions
}

/// Divides lines before each line that `begins` a game. It gets the line before and the line.
fn divide(
    lines: &[TextLine],
    mut begins: impl FnMut(&TextLine, &TextLine) -> bool,
) -> Vec<GameLines> {
    let mut games = Vec::new();
    let mut first = 0;
    for (index, line) in lines.iter().enumerate() {
        let before = &lines[index.saturating_sub(1)];
        if begins(before, line) && index > first {
            games.extend(GameLines::new(&lines[first..index]));
            first = index;
        }
    }
    games.extend(GameLines::new(&lines[first..]));
    games
}

fn read_games(
    divided: &[GameLines],
    BoardCoordinates { variant, coordinates }: BoardCoordinates,
    options: ReadOptions,
) -> ReadGames {
    let options = ReadOptions { variant: Some(variant), coordinates: Some(coordinates), ..options };
    let mut games: ReadGames = Vec::new();
    for lines in divided {
        let start = lines.start.as_ref().map(|TextLine { number, text }| {
            read_position(variant, text).map_err(|fault| ReadError {
                game: games.len() + 1,
                line: *number,
                source: GameError::Start { fault },
            })
        });
        let start = match start.transpose() {
            Ok(start) => start,
            Err(error) => {
                games.push(Err(error));
                continue;
            }
        };
        let first = games.len();
        for game in pgn::read_games(&lines.moves, options, start) {
            let number = games.len() + 1;
            games.push(game.map_err(|ReadError { line, source, .. }| {
                let line = lines.first_line + line - 1;
                ReadError { game: number, line, source }
            }));
        }
        if let (Some(reason), Some(Ok(record))) = (lines.end, games[first..].last_mut()) {
            let side = record.game().position().side();
            end_by_word(record, reason, side);
        }
    }
    games
}
