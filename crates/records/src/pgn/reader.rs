//! Reads the games of a PGN text. After a game with an error it continues with the next game.

use super::engine_comment::{self, EngineComment};
use super::game_duration;
use super::is_typed_tag;
use super::lexer::{Lexer, Token};
use crate::board_choice::ReadGames;
use crate::record::{GameRecord, MatchGame, MoveInfo, RecordedMove, variant_of};
use crate::{GameError, ReadError, ReadOptions, known, termination};
use emergo::notation::{MoveTextError, PositionText};
use emergo::{Position, read_move, read_position, write_position};

/// Reads all games of a text. Accepts either end of line, missing tags, a missing result, comments in braces or from `;` to
/// the end of the line, NAGs and their signs (`!`, `?!`, ...), variations, and the move texts that [`emergo::read_move`] accepts.
/// `start` is the start of games without the tag `FEN`. If such a game has the tag `Variant` of another board, it is an error.
pub(crate) fn read_games(
    text: &str,
    options: ReadOptions,
    start: Option<PositionText>,
) -> ReadGames {
    let mut reader = GameReader { lexer: Lexer::new(text), options, start };
    let mut games = ReadGames::new();
    loop {
        let header = GameHeader::read(&mut reader.lexer);
        let is_end = reader.lexer.peek().is_none();
        if is_end && header.tags.is_empty() && header.fault.is_none() {
            // A comment behind the last game belongs to it.
            if let Some(Ok(GameRecord { moves, comment, .. })) = games.last_mut() {
                let comment = moves.last_mut().map_or(comment, |last| &mut last.comment);
                add_comment(comment, &header.comment);
            }
            return games;
        }
        let game = games.len() + 1;
        let read = reader.read_game(header);
        games.push(read.map_err(|(line, source)| ReadError { game, line, source }));
    }
}

struct GameReader<'a> {
    lexer: Lexer<'a>,
    options: ReadOptions,
    start: Option<PositionText>,
}

/// An error and its line.
type Fault = (usize, GameError);

impl GameReader<'_> {
    /// Reads the game behind a header, up to its end even if there is an error.
    fn read_game(&mut self, mut header: GameHeader) -> Result<GameRecord, Fault> {
        let fault = header.fault.take();
        let record = fault.map_or_else(|| header.record(self.options, self.start), Err);
        let mut reader = match record {
            Ok(record) => MoveReader::new(record),
            Err(fault) => {
                self.skip_moves(0);
                return Err(fault);
            }
        };
        let read = self.read_moves(&mut reader);
        if read.is_err() {
            self.skip_moves(reader.depth());
        }
        reader.finish(read)
    }

    /// Reads moves up to the result or to a tag.
    fn read_moves(&mut self, reader: &mut MoveReader) -> Result<(), Fault> {
        while let Some(token) = self.lexer.peek() {
            if matches!(token, Token::Tag { .. }) {
                break;
            }
            self.lexer.next();
            let line = self.lexer.token_line;
            let is_last = matches!(token, Token::Result(_)) && reader.depth() == 0;
            reader.read(token, self.lexer).map_err(|error| (line, error))?;
            if is_last {
                self.read_comments_of_line(reader)?;
                break;
            }
        }
        match reader.depth() {
            0 => Ok(()),
            _ => Err((self.lexer.token_line, GameError::Unclosed { bracket: '(' })),
        }
    }

    /// Reads the comments behind the result. Those of the next lines belong to the next game.
    fn read_comments_of_line(&mut self, reader: &mut MoveReader) -> Result<(), Fault> {
        let line = self.lexer.token_line;
        loop {
            let before = self.lexer;
            match self.lexer.next() {
                Some(token @ (Token::Comment(_) | Token::LineComment(_)))
                    if self.lexer.token_line == line =>
                {
                    reader.read(token, self.lexer).map_err(|error| (line, error))?;
                }
                _ => {
                    self.lexer = before;
                    return Ok(());
                }
            }
        }
    }

    /// Skips the moves of a game with an error inside this many variations.
    fn skip_moves(&mut self, mut depth: usize) {
        while let Some(token) = self.lexer.peek() {
            match token {
                Token::Tag { .. } => return,
                Token::VariationStart => depth += 1,
                Token::VariationEnd => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.lexer.next();
            if depth == 0 && matches!(token, Token::Result(_)) {
                return;
            }
        }
    }
}

struct Tag<'a> {
    name: &'a str,
    value: String,
    line: usize,
}

/// What precedes the first move.
#[derive(Default)]
struct GameHeader<'a> {
    tags: Vec<Tag<'a>>,
    comment: String,
    fault: Option<Fault>,
}

impl<'a> GameHeader<'a> {
    fn read(lexer: &mut Lexer<'a>) -> GameHeader<'a> {
        let mut header = GameHeader::default();
        while let Some(token) = lexer.peek() {
            let before = *lexer;
            lexer.next();
            let line = lexer.token_line;
            match token {
                Token::Tag { name, value } => header.tags.push(Tag { name, value, line }),
                Token::Comment(text) | Token::LineComment(text) => {
                    add_comment(&mut header.comment, text);
                }
                Token::Unclosed(bracket) => {
                    header.fault.get_or_insert((line, GameError::Unclosed { bracket }));
                    // Behind such a comment is the next game.
                    if bracket == '{' {
                        break;
                    }
                }
                _ => {
                    *lexer = before;
                    break;
                }
            }
        }
        header
    }

    /// The last tag with this name, in either letter case.
    fn tag(&self, name: &str) -> Option<&Tag<'a>> {
        self.tags.iter().rev().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// The value of a tag, unless it stands for an unknown value.
    fn value(&self, name: &str) -> Option<String> {
        known(&self.tag(name)?.value)
    }

    /// Reads the value of a tag that the rules need.
    fn parse<T, E>(
        &self,
        name: &str,
        parse: impl Fn(&str) -> Result<T, E>,
        error: impl Fn(E) -> GameError,
    ) -> Result<Option<T>, Fault> {
        let Some(tag) = self.tag(name) else { return Ok(None) };
        parse(&tag.value).map(Some).map_err(|source| (tag.line, error(source)))
    }

    /// The place in a match: `[Match "ID"]` with `[Round "PAIR.GAME"]`, both from 1.
    fn match_game(&self) -> Option<MatchGame> {
        let round = self.value("Round")?;
        let (pair, game) = round.split_once('.')?;
        let number = |text: &str| text.parse::<u64>().ok()?.checked_sub(1);
        let (pair, game) = (number(pair)?, number(game)?);
        Some(MatchGame { match_id: self.value("Match")?, game, pair })
    }

    /// The record without its moves.
    fn record(
        &self,
        options: ReadOptions,
        start: Option<PositionText>,
    ) -> Result<GameRecord, Fault> {
        let default = options.variant.unwrap_or_default();
        let variant =
            match (self.parse("Variant", str::parse, GameError::Variant)?, self.tag("FEN")) {
                (Some(variant), _) => variant,
                (None, Some(start)) => variant_of(&start.value, default),
                (None, None) => default,
            };
        let read_start = |text: &str| read_position(variant, text);
        let given = self.parse("FEN", read_start, |fault| GameError::Start { fault })?;
        // The tag may name another board than that of the default start.
        let by_default = start.map(|start| {
            read_start(&write_position(&start.position, start.turn)).map_err(|fault| {
                (self.tag("Variant").map_or(1, |tag| tag.line), GameError::Start { fault })
            })
        });
        let start = given.map(Ok).or(by_default).transpose()?;
        let match_game = self.match_game();
        let (reason, detail) = termination::read(&self.value("Termination").unwrap_or_default());
        let mut record = GameRecord {
            variant,
            start,
            coordinates: self
                .parse("Coordinates", str::parse, GameError::Coordinates)?
                .or(options.coordinates)
                .unwrap_or_default()
                .for_variant(variant),
            blocked: self
                .parse("Blocked", str::parse, GameError::Blocked)?
                .or(options.blocked)
                .unwrap_or_default(),
            repetition: self
                .parse("Repetition", str::parse, GameError::Repetition)?
                .unwrap_or_default(),
            event: self.value("Event"),
            site: self.value("Site"),
            date: self.value("Date"),
            round: self.value("Round").filter(|_| match_game.is_none()),
            match_game,
            comment: self.comment.clone(),
            // The result behind the moves replaces that of the tag.
            result: self.tag("Result").and_then(|tag| tag.value.parse().ok()),
            reason,
            detail,
            wall_time: self.value("GameDuration").and_then(|text| game_duration::read(&text)),
            ..GameRecord::default()
        };
        for (player, side) in record.players.iter_mut().zip(["White", "Black"]) {
            player.name = self.value(side);
            let own = format!("{side}TimeControl");
            let name = if self.tag(&own).is_some() { &own } else { "TimeControl" };
            player.limit = self.value(name);
        }
        let others = self.tags.iter().filter(|tag| !is_typed_tag(tag.name));
        record.tags.extend(others.map(|tag| (tag.name.to_owned(), tag.value.clone())));
        Ok(record)
    }
}

/// Plays the moves of a game.
struct MoveReader {
    record: GameRecord,
    /// The main line, and the variations that are not closed.
    lines: Vec<OpenLine>,
    /// The illegal move of the main line, or the first one.
    illegal: Option<IllegalPly>,
}

struct IllegalPly {
    line: usize,
    columns: [u32; 2],
    ply: usize,
    error: MoveTextError,
}

/// A line of moves under construction.
struct OpenLine {
    /// Plies of the game before the first move.
    plies: usize,
    /// The position before the last move.
    before: Position,
    /// The position after the last move.
    position: Position,
    /// The comment before the first move.
    comment: String,
    moves: Vec<RecordedMove>,
    /// A move is illegal, or the line belongs to such a line. The rest of it is skipped.
    is_broken: bool,
}

impl OpenLine {
    fn new(position: Position, plies: usize) -> OpenLine {
        OpenLine {
            plies,
            before: position,
            position,
            comment: String::new(),
            moves: Vec::new(),
            is_broken: false,
        }
    }
}

impl MoveReader {
    fn new(record: GameRecord) -> MoveReader {
        let lines = vec![OpenLine::new(record.start_text().position, 0)];
        MoveReader { record, lines, illegal: None }
    }

    /// Variations that are not closed.
    fn depth(&self) -> usize {
        self.lines.len() - 1
    }

    fn line(&mut self) -> &mut OpenLine {
        self.lines.last_mut().expect("the main line is never closed")
    }

    /// Reads a token. The lexer is behind it.
    fn read(&mut self, token: Token, lexer: Lexer) -> Result<(), GameError> {
        let is_broken = self.line().is_broken;
        match token {
            Token::Move(_) | Token::Comment(_) | Token::LineComment(_) | Token::Nag(_)
                if is_broken => {}
            Token::Move(text) => self.read_move(text, lexer),
            Token::Comment(text) => self.read_comment(text, engine_comment::read(text)),
            // The report of an engine is in braces.
            Token::LineComment(text) => self.read_comment(text, None),
            Token::Nag(nag) => {
                if let Some(last) = self.line().moves.last_mut() {
                    last.nags.push(nag);
                }
            }
            Token::VariationStart => {
                if self.depth() >= RecordedMove::MAX_NESTING {
                    return Err(GameError::Nesting);
                }
                let line = self.line();
                if line.moves.is_empty() && !is_broken {
                    return Err(GameError::Unexpected { character: '(' });
                }
                let plies = (line.plies + line.moves.len()).saturating_sub(1);
                let variation = OpenLine { is_broken, ..OpenLine::new(line.before, plies) };
                self.lines.push(variation);
            }
            Token::VariationEnd => {
                if self.depth() == 0 {
                    return Err(GameError::Unexpected { character: ')' });
                }
                let variation = self.lines.pop().map(|line| line.moves).unwrap_or_default();
                if let Some(last) = self.line().moves.last_mut()
                    && !variation.is_empty()
                {
                    last.variations.push(variation);
                }
            }
            Token::Result(result) => {
                if self.depth() == 0 {
                    self.record.result = result.or(self.record.result);
                }
            }
            Token::Unclosed(bracket) => return Err(GameError::Unclosed { bracket }),
            // A tag ends the game.
            Token::Tag { .. } => {}
        }
        Ok(())
    }

    fn read_move(&mut self, text: &str, lexer: Lexer) {
        let coordinates = self.record.coordinates;
        let line = self.line();
        match read_move(&line.position, coordinates, text) {
            Ok(mv) => {
                line.before = line.position;
                line.position.play(mv);
                let comment = std::mem::take(&mut line.comment);
                line.moves.push(RecordedMove { comment, ..mv.into() });
            }
            Err(error) => {
                line.is_broken = true;
                let ply = line.plies + line.moves.len() + 1;
                if self.depth() == 0 || self.illegal.is_none() {
                    let (line, columns) = (lexer.token_line, lexer.columns(text));
                    self.illegal = Some(IllegalPly { line, columns, ply, error });
                }
            }
        }
    }

    /// Reads a comment, which is a report of an engine unless the move has one.
    fn read_comment(&mut self, text: &str, report: Option<EngineComment>) {
        let is_main_line = self.depth() == 0;
        let line = self.lines.last_mut().expect("the main line is never closed");
        let Some(last) = line.moves.last_mut() else {
            let comment = if is_main_line { &mut self.record.comment } else { &mut line.comment };
            return add_comment(comment, text);
        };
        let has_report = last.info != MoveInfo::default() || last.time.is_some();
        match report.filter(|_| !has_report) {
            Some(EngineComment { info, time, text }) => {
                (last.info, last.time) = (info, time);
                add_comment(&mut last.comment, text);
            }
            None => add_comment(&mut last.comment, text),
        }
    }

    /// The game, or why it is not complete. What was read before an illegal move is more than nothing, so this error is
    /// preferred.
    fn finish(mut self, read: Result<(), Fault>) -> Result<GameRecord, Fault> {
        let main_line = self.lines.swap_remove(0);
        self.record.moves = main_line.moves;
        match self.illegal {
            None => read.map(|()| self.record),
            Some(IllegalPly { line, columns, ply, error }) => {
                let is_complete = read.is_ok() && !main_line.is_broken;
                Err((line, self.record.illegal_move(ply, Some(columns), error, is_complete)))
            }
        }
    }
}

/// Adds a comment, with one blank in place of each white space.
fn add_comment(comment: &mut String, text: &str) {
    for word in text.split_whitespace() {
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(word);
    }
}
