//! The analysis of a game: searches its positions and judges its moves.
//!
//! The positions are searched backwards from the last one with one table, so that the search of a position finds what was
//! found after the move that was played. Two moves are compared only after an equal effort: before a move is judged as
//! an error, the position after the better move is searched with the same limit as the one after the played move. A
//! forced move is not searched: its position has the score of the next one.

use crate::accuracy::{move_accuracy, volatility_weights};
use crate::judgement::{Mark, ONLY_MOVE_MARGIN};
use crate::report::{
    BySide, GameReport, LineReport, MoveReport, PlayerReport, PositionLimit, REPORT_VERSION,
    ReportedMove, Summary,
};
use emergo::{Game, Move, Side, Stage};
use emergo_records::{Evaluation, GameRecord};
use luctor_engine::ENGINE_NAME;
use luctor_engine::interrupt::Interrupt;
use luctor_engine::score::Score;
use luctor_engine::search::{Limits, SearchSettings, Searcher, game_to_search};

/// Searches the positions of a game, each to `limit`, and reports on its moves. `position_done` is called once for each of its
/// positions, which are one more than its moves. Returns `None` if `interrupt` stops the searches.
///
/// The table is cleared first. With one thread and a limit of nodes or depth, the same game has the same report.
///
/// ```
/// use emergo_records::{ReadOptions, read_records};
/// use luctor_engine::search::Searcher;
/// use luctor_engine::interrupt::Interrupt;
/// use luctor_study::{PositionLimit, annotate};
///
/// let game = read_records("1. e4 e6 2. f4", &ReadOptions::default()).games.remove(0)?;
/// let mut searcher = Searcher::new(4)?;
/// let limit = PositionLimit::Nodes(2_000);
/// let report = annotate(&game, &mut searcher, limit, &Interrupt::default(), &mut || ())
///     .expect("not interrupted");
/// assert_eq!(report.moves.len(), 3);
/// assert_eq!(report.graph.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn annotate(
    record: &GameRecord,
    searcher: &mut Searcher,
    limit: PositionLimit,
    interrupt: &Interrupt,
    position_done: &mut dyn FnMut(),
) -> Option<GameReport> {
    searcher.clear();
    let analysis = GameSearch { record, searcher, limit, interrupt, nodes: 0 };
    analysis.game_report(position_done).ok()
}

struct StoppedEarly;

/// A line and its score, from the view of the side that makes its first move. Only the line of a position without
/// a legal move is empty.
#[derive(Clone)]
struct SearchedLine {
    score: Score,
    depth: u32,
    moves: Vec<Move>,
}

impl SearchedLine {
    /// The line that begins with a move and continues with this one.
    fn after(&self, mv: Move) -> SearchedLine {
        let moves = [mv].into_iter().chain(self.moves.iter().copied()).collect();
        SearchedLine { score: self.score.before_move(), depth: self.depth + 1, moves }
    }
}

struct GameSearch<'a> {
    record: &'a GameRecord,
    searcher: &'a mut Searcher,
    limit: PositionLimit,
    interrupt: &'a Interrupt,
    nodes: u64,
}

impl GameSearch<'_> {
    fn game_report(mut self, position_done: &mut dyn FnMut()) -> Result<GameReport, StoppedEarly> {
        let played = &self.record.moves;
        let last = self.record.game_at(played.len());
        let mut next = self.search(&last, &[], self.limit)?;
        let mut moves = Vec::with_capacity(played.len());
        let mut graph = vec![white_points(&last, next.score)];
        position_done();
        for (ply, recorded) in played.iter().enumerate().rev() {
            let game = self.record.game_at(ply);
            let comparison = self.compare(&game, recorded.mv, next.after(recorded.mv))?;
            graph.push(white_points(&game, comparison.best().score));
            moves.push(self.report(&game, &comparison));
            next = comparison.best().clone();
            position_done();
        }
        moves.reverse();
        graph.reverse();
        Ok(GameReport {
            version: REPORT_VERSION,
            engine: ENGINE_NAME,
            limit: self.limit,
            nodes: self.nodes,
            game: self.record.clone(),
            players: players(self.record, &moves, &graph),
            graph,
            moves,
        })
    }

    /// Compares a played move with the other moves. `played` is its line.
    fn compare(
        &mut self,
        game: &Game,
        mv: Move,
        mut played: SearchedLine,
    ) -> Result<Comparison, StoppedEarly> {
        let position = game.position();
        let is_other = |other: &Move| !position.have_same_result(mv, *other);
        let others: Vec<Move> = position.legal_moves().into_iter().filter(is_other).collect();
        if others.is_empty() {
            return Ok(Comparison { played, others: OtherMoves::SameResult });
        }
        let mut best = self.search(game, &[], self.limit)?;
        let first = best.moves.first().copied().unwrap_or(mv);
        if !position.have_same_result(mv, first) {
            let loss = best.score.expected_points() - played.score.expected_points();
            if !best.score.is_decisive() && Mark::of_loss(loss).is_some() {
                best = self.search_move(game, first, self.limit)?;
            }
            // The second search of the played move goes deeper, as it has the table of the first.
            if best.score.is_win() && !played.score.is_win() {
                played = self.search_move(game, mv, self.limit)?;
            }
            if best.score > played.score {
                return Ok(Comparison { played, others: OtherMoves::Better(best) });
            }
        } else if best.score.is_decisive() || !played.score.is_decisive() {
            // The move has the score of the position, unless the search after it proved more.
            if let Some(first) = best.moves.first_mut() {
                *first = mv;
            }
            played = best;
        }
        let others = match self.much_worse_alternative(game, &others, played.score)? {
            Some(line) => OtherMoves::MuchWorse(line),
            None => OtherMoves::NotBetter,
        };
        Ok(Comparison { played, others })
    }

    /// The best line of the other moves, if the best move is better by more than [`ONLY_MOVE_MARGIN`].
    fn much_worse_alternative(
        &mut self,
        game: &Game,
        others: &[Move],
        best: Score,
    ) -> Result<Option<SearchedLine>, StoppedEarly> {
        let most = best.expected_points() - ONLY_MOVE_MARGIN;
        if most <= 0.0 {
            return Ok(None);
        }
        let mut found = None;
        for limit in [self.limit.first_look(), self.limit] {
            let line = match others {
                [only] => self.search_move(game, *only, limit)?,
                _ => self.search(game, others, limit)?,
            };
            if line.score.expected_points() >= most {
                return Ok(None);
            }
            found = Some(line);
        }
        Ok(found)
    }

    fn report(&self, game: &Game, comparison: &Comparison) -> MoveReport {
        let Comparison { played, others } = comparison;
        let best = comparison.best();
        let forced = matches!(others, OtherMoves::SameResult);
        let next_best = if let OtherMoves::MuchWorse(line) = others { Some(line) } else { None };
        let expected = played.score.expected_points();
        let loss = (best.score.expected_points() - expected).max(0.0);
        let moves = |score: Score| score.moves_to_end().map(i32::unsigned_abs);
        let missed_win =
            moves(best.score).filter(|_| best.score.is_win() && !played.score.is_win());
        let allowed_win =
            moves(played.score).filter(|_| played.score.is_loss() && !best.score.is_loss());
        let only_move = next_best.is_some().then_some(Mark::Good);
        let mark = Mark::of_loss(loss).or(only_move);
        MoveReport {
            ply: game.moves().len() + 1,
            turn: game.turn(),
            side: game.position().side(),
            stage: Stage::of(game.position()),
            played: self.reported(played.moves[0]),
            forced,
            evaluation: Evaluation::new(played.score.value(), played.score.moves_to_end()),
            expected,
            loss,
            accuracy: (!forced).then(|| move_accuracy(loss)),
            mark,
            best: (!forced).then(|| self.line_report(best)),
            shows_best: mark.is_some_and(Mark::is_error) || missed_win.is_some(),
            next_best: next_best.map(|line| self.line_report(line)),
            missed_win,
            allowed_win,
        }
    }

    fn line_report(&self, line: &SearchedLine) -> LineReport {
        LineReport {
            moves: line.moves.iter().map(|mv| self.reported(*mv)).collect(),
            evaluation: Evaluation::new(line.score.value(), line.score.moves_to_end()),
            expected: line.score.expected_points(),
            depth: line.depth,
        }
    }

    fn reported(&self, mv: Move) -> ReportedMove {
        ReportedMove::new(self.record.variant, self.record.coordinates, mv)
    }

    fn search_move(
        &mut self,
        game: &Game,
        mv: Move,
        limit: PositionLimit,
    ) -> Result<SearchedLine, StoppedEarly> {
        Ok(self.search(&game.after(&[mv]), &[], limit)?.after(mv))
    }

    /// Searches these moves of a position, or all if there are none.
    fn search(
        &mut self,
        game: &Game,
        moves: &[Move],
        limit: PositionLimit,
    ) -> Result<SearchedLine, StoppedEarly> {
        let limits = Limits { search_moves: moves.to_vec(), ..limit.limits() };
        let control = self.interrupt.new_search();
        let settings = SearchSettings::default();
        let game = game_to_search(game);
        let result = self.searcher.search(&game, &limits, settings, &control, &mut |_| ());
        if self.interrupt.is_aborted() {
            return Err(StoppedEarly);
        }
        self.nodes += result.nodes;
        let depth = result.depth;
        Ok(SearchedLine { score: result.line.score, depth, moves: result.line.moves })
    }
}

struct Comparison {
    /// The line of the played move.
    played: SearchedLine,
    others: OtherMoves,
}

enum OtherMoves {
    /// All moves have the same result.
    SameResult,
    /// A move is better: its line.
    Better(SearchedLine),
    /// No move is better, and not all are much worse.
    NotBetter,
    /// All are much worse: the best line of them.
    MuchWorse(SearchedLine),
}

impl Comparison {
    /// The best line of the position.
    fn best(&self) -> &SearchedLine {
        if let OtherMoves::Better(line) = &self.others { line } else { &self.played }
    }
}

/// White's expected points. The score is for the side to move.
fn white_points(game: &Game, score: Score) -> f64 {
    match game.position().side() {
        Side::White => score.expected_points(),
        Side::Black => (-score).expected_points(),
    }
}

fn players(record: &GameRecord, moves: &[MoveReport], graph: &[f64]) -> BySide<PlayerReport> {
    let weights = volatility_weights(graph);
    let player = |side: Side| {
        let weighted = || moves.iter().zip(&weights).filter(move |(one, _)| one.side == side);
        let in_stage = |stage| Summary::of(weighted().filter(|(one, _)| one.stage == stage));
        PlayerReport {
            name: record.players[side.index()].name.clone(),
            game: Summary::of(weighted()),
            entering: in_stage(Stage::Entering),
            middle: in_stage(Stage::Middle),
            end: in_stage(Stage::End),
        }
    };
    BySide { white: player(Side::White), black: player(Side::Black) }
}
