//! A report as a game record with NAGs, comments and variations, which a writer of `emergo-records` turns into PGN.
//!
//! Everything that the game contains already is kept, also what an earlier analysis added.

use crate::report::{GameReport, LineReport, MoveReport, PlayerReport};
use emergo::Side;
use emergo_records::{GameRecord, MoveInfo, RecordedMove, is_unknown};
use luctor_system::text::count;
use std::ops::RangeInclusive;

/// The game of a report with its judgements: a NAG for a mark, unless the move has one, a comment with the loss, and the
/// better line of an error as a variation. A move without an engine's report gets the score of the analysis.
///
/// ```
/// # use luctor_engine::interrupt::Interrupt;
/// # use luctor_engine::search::Searcher;
/// # use luctor_study::{PositionLimit, annotate};
/// use emergo_records::{ReadOptions, pgn, read_records};
/// use luctor_study::annotated_record;
///
/// # let game = read_records("1. e4 e6 2. f4", &ReadOptions::default()).games.remove(0)?;
/// # let mut searcher = Searcher::new(4)?;
/// # let limit = PositionLimit::Depth(3);
/// # let report = annotate(&game, &mut searcher, limit, &Interrupt::default(), &mut || ()).unwrap();
/// let text = pgn::write_game(&annotated_record(&report));
/// assert!(text.contains("[Annotator \"Luctor "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn annotated_record(report: &GameReport) -> GameRecord {
    let mut record = report.game.clone();
    for (recorded, judged) in record.moves.iter_mut().zip(&report.moves) {
        annotate_move(recorded, judged);
    }
    let players = Side::ALL.map(|side| player_sentence(side, report.players.of(side)));
    let summary = format!("{} {} ({})", players[0], players[1], report.limit);
    add_comment(&mut record.comment, &summary);
    let authors = annotators(&report.game).filter(|name| !is_program(name));
    let names: Vec<&str> = authors.chain([report.engine]).collect();
    record.tags.retain(|(name, _)| name != ANNOTATOR);
    record.tags.push((ANNOTATOR.to_owned(), names.join(", ")));
    record
}

/// The tag with the names of authors and of the engine.
const ANNOTATOR: &str = "Annotator";

fn annotators(record: &GameRecord) -> impl Iterator<Item = &str> {
    let tags = record.tags.iter().filter(|(name, _)| name == ANNOTATOR);
    let names = tags.flat_map(|(_, names)| names.split(", "));
    names.filter(|name| !is_unknown(name))
}

fn is_program(annotator: &str) -> bool {
    annotator.starts_with("Luctor")
}

/// The version of this program that analysed a game, by its tag.
pub fn earlier_annotator(record: &GameRecord) -> Option<&str> {
    annotators(record).find(|name| is_program(name))
}

/// The NAGs that judge a move, from `!` to `?!`. Others judge the position.
const MOVE_NAGS: RangeInclusive<u8> = 1..=6;

fn annotate_move(recorded: &mut RecordedMove, judged: &MoveReport) {
    if recorded.info == MoveInfo::default() {
        recorded.info.evaluation = Some(judged.evaluation);
    }
    // The judgement of an author counts more, and a move has one.
    if let Some(mark) = judged.mark
        && !recorded.nags.iter().any(|nag| MOVE_NAGS.contains(nag))
    {
        recorded.nags.push(mark.nag());
    }
    if let Some(sentence) = judged.sentence() {
        add_comment(&mut recorded.comment, &sentence);
    }
    if let Some(line) = judged.shown_line() {
        let variation = variation(line);
        if !recorded.variations.contains(&variation) {
            recorded.variations.push(variation);
        }
    }
}

/// The moves of a line. The first one has the score.
fn variation(line: &LineReport) -> Vec<RecordedMove> {
    let mut moves: Vec<RecordedMove> = line.shown_moves().iter().map(|one| one.mv.into()).collect();
    if let Some(first) = moves.first_mut() {
        first.info.evaluation = Some(line.evaluation);
        first.info.depth = Some(line.depth);
    }
    moves
}

fn player_sentence(side: Side, player: &PlayerReport) -> String {
    let game = &player.game;
    let accuracy = match game.accuracy {
        Some(accuracy) => format!("accuracy {accuracy:.1} %"),
        None => "no unforced moves".to_owned(),
    };
    let inaccuracies = match game.inaccuracies {
        1 => "1 inaccuracy".to_owned(),
        number => format!("{number} inaccuracies"),
    };
    let (mistakes, blunders) = (count(game.mistakes, "mistake"), count(game.blunders, "blunder"));
    format!("{side}: {accuracy}, {inaccuracies}, {mistakes}, {blunders}.")
}

/// Adds a sentence, unless the comment has it already.
fn add_comment(comment: &mut String, sentence: &str) {
    if comment.contains(sentence) {
        return;
    }
    if !comment.is_empty() {
        comment.push(' ');
    }
    comment.push_str(sentence);
}
