//! Answers requests without state. Only an index of games needs input.
//!
//! An illegal move is refused with [`IllegalMove`], which is made from [`emergo::notation::IllegalReason`]. The page turns
//! it into a sentence: `illegalMoveWords` in `page/words.js`.

use crate::interface::{
    Answer, CellFaultData, CellNames, CellState, ColumnData, ColumnOnCell, Composition, EndingData,
    ForbiddenEntry, GameText, Hands, IllegalMove, LegalMove, PartialMove, PictureView,
    PositionData, PositionFault, Question, RecordEntry, RecordError, RecordFault, RecordFormat,
    Refusal, Request, Required, Response, VERSION,
};
use crate::puzzles;
use emergo::diagram::{SvgStyle, draw_svg};
use emergo::notation::{
    CellFault, IllegalReason, MoveTextError, PositionText, PositionTextError, write_cells,
};
use emergo::{
    Coordinates, Game, Move, MoveKind, MoveList, Position, PositionError, Side, Square, Variant,
    read_move, read_position, write_move, write_position,
};
use emergo_records::{GameError, GameRecord, ReadError, ReadReport, read_records};
use luctor_study::explore::ExplorerAnswer;

/// Looks a position up in an index of games. The error is a text for people.
pub type Lookup = dyn Fn(&Position) -> Result<ExplorerAnswer, String> + Send + Sync;

/// Answers a request in JSON. A text that is not a request is refused with [`Refusal::BadRequest`].
pub fn answer_json(request: &str, index: Option<&Lookup>) -> String {
    let response = match serde_json::from_str::<Request>(request) {
        Ok(request) => answer(&request, index),
        Err(error) => refused(Refusal::BadRequest { message: error.to_string() }),
    };
    serde_json::to_string(&response).expect("all keys of a response are strings")
}

/// Answers a request. Without an index of games, there is no explorer.
pub fn answer(request: &Request, index: Option<&Lookup>) -> Response {
    if request.version != VERSION {
        return refused(Refusal::OtherVersion { supported: VERSION });
    }
    match answer_question(&request.question, index) {
        Ok(answer) => Response { version: VERSION, answer },
        Err(refusal) => refused(refusal),
    }
}

fn refused(refusal: Refusal) -> Response {
    Response { version: VERSION, answer: Answer::Refused { refusal } }
}

fn answer_question(question: &Question, index: Option<&Lookup>) -> Result<Answer, Refusal> {
    Ok(match question {
        Question::Describe { game, view } => {
            Answer::Position { position: Box::new(describe(&replay(game)?, *view)) }
        }
        Question::ReadMove { game, text } => {
            let game = replay(game)?;
            let mv = next_move(&game, text)?;
            Answer::Move { legal: legal_move(game.position().variant(), mv) }
        }
        Question::PartialMoves { game, text, view } => {
            let game = replay(game)?;
            let mv = next_move(&game, text)?;
            let parts = mv.partial_moves(game.position().variant());
            Answer::PartialMoves {
                parts: parts.map(|part| partial_move(&game, part, *view)).collect(),
            }
        }
        Question::ReadPosition { variant, any_board, text } => {
            let (variant, read) = match any_board {
                true => read_any_position(*variant, text)?,
                false => (*variant, read_position_text(*variant, text)?),
            };
            Answer::PositionText { variant, text: write_position(&read.position, read.turn) }
        }
        Question::ComposePosition(composition) => {
            let variant = composition.variant;
            let read = read_position_text(variant, &composed_text(composition)?)?;
            Answer::PositionText { variant, text: write_position(&read.position, read.turn) }
        }
        Question::ReadRecords { text, options } => {
            let ReadReport { format, board, games } = read_records(text, options);
            Answer::Records {
                format,
                board,
                records: games.into_iter().map(record_entry).collect(),
            }
        }
        Question::WriteRecord { record, format } => Answer::RecordText {
            text: match format {
                RecordFormat::Pgn => emergo_records::pgn::write_game(record),
                RecordFormat::Json => emergo_records::json::write_line(record),
            },
        },
        Question::ListPuzzles { variant } => Answer::Puzzles { puzzles: puzzles::list(*variant) },
        Question::SolvePuzzle { attempt, step } => puzzles::solve(attempt, step)?,
        Question::Explore { game } => {
            let game = replay(game)?;
            let found = index.map(|lookup| lookup(game.position())).transpose();
            Answer::Explorer { found: found.map_err(|message| Refusal::Index { message })? }
        }
    })
}

fn record_entry(read: Result<GameRecord, ReadError>) -> RecordEntry {
    let error = match read {
        Ok(record) => return game_entry(record, None),
        Err(error) => error,
    };
    let legal_part = error.legal_part().cloned();
    let error = RecordError { line: error.line, fault: record_fault(error.source) };
    match legal_part {
        Some(record) => game_entry(record, Some(error)),
        None => RecordEntry::Unreadable(error),
    }
}

fn game_entry(mut record: GameRecord, error: Option<RecordError>) -> RecordEntry {
    // The page writes moves in oblique coordinates.
    record.coordinates = Coordinates::Oblique;
    let start = record.game_at(0);
    RecordEntry::Game {
        record: Box::new(record),
        first_side: start.position().side(),
        first_turn: start.first_turn(),
        error,
    }
}

/// The game after all its moves.
pub(crate) fn replay(text: &GameText) -> Result<Game, Refusal> {
    let mut game = match &text.start {
        None => Game::new(text.variant, text.blocked),
        Some(start) => {
            let read = read_position_text(text.variant, start)?;
            Game::from_position(read.position, read.turn, text.blocked)
        }
    }
    .with_repetition_rule(text.repetition);
    for mv in &text.moves {
        game.play(next_move(&game, mv)?);
    }
    Ok(game)
}

/// The legal move that a text means.
pub(crate) fn next_move(game: &Game, text: &str) -> Result<Move, Refusal> {
    let read = match game.ending() {
        Some(ending) => Err(IllegalMove::GameEnded { ending: ending_of(ending) }),
        None => read_move(game.position(), Coordinates::Oblique, text).map_err(illegal_move),
    };
    let number = game.moves().len() + 1;
    read.map_err(|fault| Refusal::Move { number, text: text.to_owned(), fault })
}

fn read_position_text(variant: Variant, text: &str) -> Result<PositionText, Refusal> {
    read_position(variant, text).map_err(|error| Refusal::Position { fault: position_fault(error) })
}

/// Reads a position text of any board. If no board fits, the error is the one of the board whose cells have the same
/// form, or else the one of the first board.
fn read_any_position(first: Variant, text: &str) -> Result<(Variant, PositionText), Refusal> {
    let others = Variant::ALL.into_iter().filter(|variant| *variant != first);
    let mut best: Option<PositionFault> = None;
    for variant in std::iter::once(first).chain(others) {
        match read_position(variant, text) {
            Ok(read) => return Ok((variant, read)),
            Err(error) => {
                let fault = position_fault(error);
                if best.as_ref().is_none_or(|best| has_wrong_form(best) && !has_wrong_form(&fault))
                {
                    best = Some(fault);
                }
            }
        }
    }
    Err(Refusal::Position { fault: best.unwrap_or(PositionFault::Surplus) })
}

fn has_wrong_form(fault: &PositionFault) -> bool {
    matches!(fault, PositionFault::Lines { .. } | PositionFault::Line { .. })
}

/// The position text of a composition. It is not checked, except for the names of the cells.
fn composed_text(composition: &Composition) -> Result<String, Refusal> {
    let Composition { variant, side, hands, turn, columns } = composition;
    let names: Vec<String> = variant.cells().map(|square| name(*variant, square)).collect();
    if let Some(ColumnOnCell { cell, .. }) =
        columns.iter().find(|column| !names.contains(&column.cell))
    {
        return Err(Refusal::Position {
            fault: PositionFault::UnknownSquare { name: cell.clone() },
        });
    }
    let mut lines = Vec::new();
    for digit in (1..=variant.size()).rev() {
        let (mut line, mut vacant) = (String::new(), 0);
        for letter in 0..variant.size() {
            let Some(square) = variant.square_at(letter, digit) else { continue };
            let cell = name(*variant, square);
            match columns.iter().find(|column| column.cell == cell) {
                None => vacant += 1,
                Some(ColumnOnCell { column, .. }) => {
                    push_vacant(&mut line, &mut vacant);
                    line.push_str(&column_text(*column));
                }
            }
        }
        push_vacant(&mut line, &mut vacant);
        lines.push(line);
    }
    Ok(format!("{} {} {},{} {turn}", lines.join("/"), side.letter(), hands.w, hands.b))
}

fn push_vacant(line: &mut String, vacant: &mut u32) {
    if *vacant > 0 {
        line.push_str(&vacant.to_string());
    }
    *vacant = 0;
}

fn column_text(ColumnData { owner, cap, prisoners }: ColumnData) -> String {
    match prisoners {
        0 => format!("({}{cap})", owner.letter()),
        _ => format!("({}{cap}{}{prisoners})", owner.letter(), owner.other().letter()),
    }
}

fn cell_names(variant: Variant, square: Square) -> CellNames {
    CellNames {
        cell: name(variant, square),
        checkerboard: Coordinates::Checkerboard.name_of(variant, square).to_string(),
    }
}

/// The oblique name of a cell.
pub(crate) fn name(variant: Variant, square: Square) -> String {
    Coordinates::Oblique.name_of(variant, square).to_string()
}

fn describe(game: &Game, view: PictureView) -> PositionData {
    let position = game.position();
    let variant = position.variant();
    let moves = match game.ending() {
        Some(_) => Vec::new(),
        None => legal_moves(position),
    };
    let required = moves.first().map(|example| {
        let kind = example.kind;
        let men = match kind {
            MoveKind::Entry => u32::from(position.entering_men()),
            MoveKind::Step => 0,
            MoveKind::Capture => example.captured.len() as u32,
        };
        Required { kind, men, shadowpiece: kind == MoveKind::Entry && men > 1 }
    });
    let must_enter = required.is_some_and(|required| required.kind == MoveKind::Entry);
    let hand = |side| u32::from(position.hand(side));
    PositionData {
        variant,
        text: write_position(position, game.turn()),
        turn: game.turn(),
        side: position.side(),
        men: u32::from(variant.men()),
        hands: Hands { w: hand(Side::White), b: hand(Side::Black) },
        required,
        cells: variant.cells().map(|square| cell(position, square)).collect(),
        moves,
        forbidden: if must_enter { forbidden_entries(position) } else { Vec::new() },
        threatened: position.threatened().map(|square| name(variant, square)).collect(),
        ending: game.ending().map(ending_of),
        picture: picture(game, view),
    }
}

fn cell(position: &Position, square: Square) -> CellState {
    let column = position.column(square);
    CellState {
        names: cell_names(position.variant(), square),
        column: position.owner(square).map(|owner| ColumnData {
            owner,
            cap: u32::from(column.cap()),
            prisoners: u32::from(column.prisoners()),
        }),
    }
}

fn legal_moves(position: &Position) -> Vec<LegalMove> {
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    let mut moves: Vec<LegalMove> =
        list.iter().map(|mv| legal_move(position.variant(), *mv)).collect();
    moves.sort_by(|first, second| first.text.cmp(&second.text));
    moves
}

pub(crate) fn legal_move(variant: Variant, mv: Move) -> LegalMove {
    let path: Vec<Square> = mv.path(variant).collect();
    let captured = match mv.kind() {
        MoveKind::Capture => {
            path.windows(2).filter_map(|jump| jumped(variant, jump[0], jump[1])).collect()
        }
        MoveKind::Entry | MoveKind::Step => Vec::new(),
    };
    let names = |squares: Vec<Square>| squares.into_iter().map(|s| name(variant, s)).collect();
    LegalMove {
        text: write_move(variant, Coordinates::Oblique, mv),
        kind: mv.kind(),
        path: names(path),
        captured: names(captured),
    }
}

/// The cell between both ends of a jump.
fn jumped(variant: Variant, from: Square, to: Square) -> Option<Square> {
    let ((from_letter, from_digit), (to_letter, to_digit)) =
        (variant.letter_and_digit(from), variant.letter_and_digit(to));
    variant.square_at((from_letter + to_letter) / 2, (from_digit + to_digit) / 2)
}

fn forbidden_entries(position: &Position) -> Vec<ForbiddenEntry> {
    let variant = position.variant();
    let vacant = position.empty().map(|square| name(variant, square));
    vacant
        .filter_map(|cell| {
            let error = read_move(position, Coordinates::Oblique, &cell).err()?;
            Some(ForbiddenEntry { fault: illegal_move(error), cell })
        })
        .collect()
}

pub(crate) fn ending_of(ending: emergo::Ending) -> EndingData {
    EndingData { result: ending.result(), reason: ending.reason }
}

fn picture(game: &Game, PictureView { layout, turned }: PictureView) -> String {
    draw_svg(game, SvgStyle { layout, turned, coordinates: layout.coordinates() })
}

fn partial_move(game: &Game, part: Move, view: PictureView) -> PartialMove {
    let position = game.position().after(part);
    let after = Game::from_position(position, game.turn(), game.blocked());
    PartialMove { cells: write_cells(&position), picture: picture(&after, view) }
}

fn illegal_move(error: MoveTextError) -> IllegalMove {
    let reason = match error {
        MoveTextError::Unreadable { .. } => return IllegalMove::Unreadable,
        MoveTextError::UnknownSquare { name, .. } => return IllegalMove::UnknownSquare { name },
        MoveTextError::Ambiguous { candidates, .. } => {
            return IllegalMove::Ambiguous { candidates: candidates.to_vec() };
        }
        MoveTextError::Illegal { reason, .. } => reason,
    };
    match reason {
        IllegalReason::MustCapture { example } => IllegalMove::MustCapture { example },
        IllegalReason::NotLongest { men, example } => IllegalMove::NotLongest { men, example },
        IllegalReason::MustEnter => IllegalMove::MustEnter,
        IllegalReason::EmptyHand => IllegalMove::EmptyHand,
        IllegalReason::Occupied { square } => IllegalMove::Occupied { cell: square.to_string() },
        IllegalReason::Centre { square } => IllegalMove::Centre { cell: square.to_string() },
        IllegalReason::Feeding { square } => IllegalMove::Feeding { cell: square.to_string() },
        IllegalReason::NotYours { square } => IllegalMove::NotYours { cell: square.to_string() },
        IllegalReason::NoMoves => IllegalMove::NoMoves,
        IllegalReason::NoSuchMove => IllegalMove::NoSuchMove,
    }
}

fn record_fault(error: GameError) -> RecordFault {
    match error {
        GameError::Json(_) => RecordFault::Json,
        GameError::Unclosed(bracket) => RecordFault::Unclosed { bracket },
        GameError::Unexpected(character) => RecordFault::Unexpected { character },
        GameError::Nesting => RecordFault::Nesting,
        GameError::Variant(_) => RecordFault::Variant,
        GameError::Start(error) => RecordFault::Start { fault: position_fault(error) },
        GameError::Coordinates(_) => RecordFault::Coordinates,
        GameError::Blocked(_) => RecordFault::Blocked,
        GameError::Repetition(_) => RecordFault::Repetition,
        GameError::Result(_) => RecordFault::Result,
        GameError::Move { ply, error, .. } => {
            RecordFault::Move { number: ply, fault: illegal_move(error) }
        }
    }
}

fn position_fault(error: PositionTextError) -> PositionFault {
    match error {
        PositionTextError::Missing { field } => PositionFault::Missing { field },
        PositionTextError::Surplus { .. } => PositionFault::Surplus,
        PositionTextError::Lines { found, variant } => {
            PositionFault::Lines { found, expected: usize::from(variant.size()) }
        }
        PositionTextError::Line { digit, found, expected } => {
            PositionFault::Line { digit, found, expected }
        }
        PositionTextError::Cell { digit, at, fault } => {
            PositionFault::Cell { digit, at, fault: cell_fault(fault) }
        }
        PositionTextError::Side { .. } => PositionFault::Side,
        PositionTextError::Hands { .. } => PositionFault::Hands,
        PositionTextError::Turn { .. } => PositionFault::Turn,
        PositionTextError::Position(PositionError::TooManyMen {
            side,
            on_board,
            in_hand,
            limit,
        }) => PositionFault::TooManyMen { side, on_board, in_hand, limit },
        PositionTextError::Position(PositionError::Column { .. } | PositionError::Key) => {
            PositionFault::Inconsistent
        }
    }
}

fn cell_fault(fault: CellFault) -> CellFaultData {
    match fault {
        CellFault::Character(character) => CellFaultData::Character { character },
        CellFault::Unclosed => CellFaultData::Unclosed,
        CellFault::Nothing => CellFaultData::Nothing,
        CellFault::SameSide => CellFaultData::SameSide,
        CellFault::TooTall { men, limit } => {
            CellFaultData::TooTall { men, limit: u32::from(limit) }
        }
    }
}
