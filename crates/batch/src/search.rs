//! One search: from a turn of a query to its answers.

use crate::query::{BatchQuery, TurnQuery};
use crate::reply::{
    AnswerContribution, AnswerMove, BatchAnswer, Contributions, HandContributions, PieceValue,
};
use emergo::{Game, Position, Side, write_move, write_position};
use emergo_records::Evaluation;
use luctor_engine::eval::explain::{PieceContribution, explain};
use luctor_engine::eval::{Network, Networks};
use luctor_engine::search::{
    Bound, Limits, ScoredLine, SearchControl, SearchSettings, Searcher, game_to_search,
};
use std::sync::Arc;
use std::time::Duration;

/// A turn of a query, with what all its answers share.
pub(crate) struct TurnSearch<'a> {
    query: &'a BatchQuery,
    turn: &'a TurnQuery,
    game: Game,
    network: &'a Arc<Network>,
}

impl<'a> TurnSearch<'a> {
    /// The search of a turn with the network of its board.
    pub fn new(query: &'a BatchQuery, turn: &'a TurnQuery, networks: &'a Networks) -> Self {
        let network = networks.of(query.game.position().variant());
        TurnSearch { query, turn, game: query.game.at_ply(turn.turn), network }
    }

    /// The final answer without a search.
    pub fn unsearched(&self) -> BatchAnswer {
        let position = self.game.position();
        let ending = self.game.ending();
        BatchAnswer {
            id: self.query.id.clone(),
            turn: self.turn.turn,
            is_final: true,
            cancelled: false,
            ending,
            side: position.side(),
            position: write_position(position, self.game.turn()),
            canonical_key: format!("{:016x}", position.canonical_key()),
            forced: ending.is_none() && position.forced_move().is_some(),
            depth: 0,
            nodes: 0,
            time: 0,
            moves: Vec::new(),
            contributions: ending.is_none().then(|| self.contributions(position)),
        }
    }

    /// Searches from an empty table, so that the result of one thread depends on the query only. `report` gets the answers
    /// that are not final. Returns the final one.
    pub fn run(
        &self,
        searcher: &mut Searcher,
        control: &SearchControl,
        report: &mut dyn FnMut(BatchAnswer),
    ) -> BatchAnswer {
        let unsearched = self.unsearched();
        if unsearched.ending.is_some() {
            return unsearched;
        }
        searcher.clear();
        // With a list of moves, a forced move is searched to the limits too.
        let limits =
            Limits { search_moves: self.turn.root_moves.clone(), ..self.query.limits.clone() };
        let settings = SearchSettings { lines: self.query.lines, ..SearchSettings::default() };
        // The lines of the current iteration so far, and the time of the last answer.
        let (mut lines, mut last) = (Vec::new(), Duration::ZERO);
        let count = self.turn.root_moves.len().min(self.query.lines);
        let game = game_to_search(&self.game);
        let result = searcher.search(&game, &limits, settings, control, &mut |info| {
            let Some(every) = self.query.report_every else { return };
            if info.line.bound != Bound::Exact {
                return;
            }
            if info.rank == 1 {
                lines.clear();
            }
            lines.push(info.line.clone());
            let is_finished = lines.len() == count && info.rank == count;
            if is_finished && info.time >= last + Duration::from_millis(every) {
                last = info.time;
                report(BatchAnswer {
                    is_final: false,
                    depth: info.depth,
                    nodes: info.nodes,
                    time: info.time.as_millis() as u64,
                    moves: lines.iter().filter_map(|line| self.answer_move(line)).collect(),
                    ..unsearched.clone()
                });
            }
        });
        let lines = [&result.line].into_iter().chain(&result.other_lines);
        BatchAnswer {
            depth: result.depth,
            nodes: result.nodes,
            time: result.time.as_millis() as u64,
            moves: lines.filter_map(|line| self.answer_move(line)).collect(),
            ..unsearched
        }
    }

    /// `None` of a line without a move.
    fn answer_move(&self, line: &ScoredLine) -> Option<AnswerMove> {
        let variant = self.game.position().variant();
        let write = |mv| write_move(variant, self.query.coordinates, mv);
        let pv: Vec<String> = line.moves.iter().map(|mv| write(*mv)).collect();
        let expected = line.score.expected_points();
        Some(AnswerMove {
            mv: pv.first()?.clone(),
            score: Evaluation::new(line.score.value(), line.score.moves_to_end()),
            bound: line.bound.name(),
            expected: (expected * 10_000.0).round() / 10_000.0,
            pv,
        })
    }

    fn contributions(&self, position: &Position) -> Contributions {
        let explanation = explain(self.network, position);
        let contribution = |PieceContribution { white, doubtful }| AnswerContribution {
            centimen: white,
            doubtful,
        };
        let (variant, coordinates) = (position.variant(), self.query.coordinates);
        let value = explanation.score.value();
        let [white, black] = explanation.hands.map(|hand| hand.map(contribution));
        Contributions {
            evaluation: if position.side() == Side::White { value } else { -value },
            pieces: explanation
                .pieces
                .into_iter()
                .map(|(square, piece)| PieceValue {
                    square: coordinates.name_of(variant, square).to_string(),
                    contribution: contribution(piece),
                })
                .collect(),
            hands: HandContributions { white, black },
        }
    }
}
