//! Converts self-play games to game records and back. Two outputs of [`emergo_records::convert`] write records as training
//! data.

use super::game::{PlySearch, SelfPlayGame, SelfPlayPly};
use super::game_block::{BLOCK_GAMES, GameBlock};
use super::game_file::header;
use super::position_lines;
use emergo::{Coordinates, Position, Variant};
use emergo_records::convert::{GameOutput, OutputError};
use emergo_records::{Evaluation, GameRecord, MoveInfo, RecordedMove};
use luctor_engine::score::Score;
use std::io::{self, Write};

/// The record of a self-play game. The best move has the score; if it was not played, it is a variation.
pub fn record_of(game: &SelfPlayGame) -> GameRecord {
    let recorded = |ply: &SelfPlayPly| {
        let played = RecordedMove::from(ply.played);
        let Some(PlySearch { best_move, score }) = ply.search else { return played };
        let evaluation = Some(Evaluation::new(score.value(), score.moves_to_end()));
        let info = MoveInfo { evaluation, ..MoveInfo::default() };
        if best_move == ply.played {
            return RecordedMove { info, ..played };
        }
        let best = RecordedMove { info, ..best_move.into() };
        RecordedMove { variations: vec![vec![best]], ..played }
    };
    let mut record = GameRecord {
        variant: game.variant,
        coordinates: Coordinates::Oblique,
        moves: game.plies.iter().map(recorded).collect(),
        result: Some(game.result),
        ..GameRecord::default()
    };
    record.complete();
    record
}

fn score_of(evaluation: Evaluation) -> Score {
    // Wins that are farther away than a search sees.
    const MAX_MOVES: u32 = 100;
    match evaluation {
        Evaluation::Centimen(score) => Score::centimen(score),
        Evaluation::Mate(moves) => {
            let plies = 2 * moves.unsigned_abs().min(MAX_MOVES) as usize;
            if moves > 0 { Score::win_in(plies - 1) } else { Score::loss_in(plies) }
        }
    }
}

/// The game as training data. A position has a search if [`RecordedMove::preferred`] has an evaluation: it is then the
/// best move.
fn training_game(record: &GameRecord) -> Result<SelfPlayGame, OutputError> {
    let left_out = |reason: &str| OutputError::LeftOut(reason.to_owned());
    if record.start_text().position != Position::start(record.variant) {
        return Err(left_out("training data has only games from the start position"));
    }
    let result = record.result.ok_or_else(|| left_out("the game has no result"))?;
    let ply = |recorded: &RecordedMove| {
        let best = recorded.preferred();
        let search = |evaluation| PlySearch { best_move: best.mv, score: score_of(evaluation) };
        SelfPlayPly { played: recorded.mv, search: best.info.evaluation.map(search) }
    };
    let plies = record.moves.iter().map(ply).collect();
    Ok(SelfPlayGame { variant: record.variant, plies, sampled: Vec::new(), result })
}

/// Writes games as lines of JSON, one for each position: [`position_lines`].
pub struct PositionOutput<W>(pub W);

impl<W: Write> GameOutput for PositionOutput<W> {
    fn add(&mut self, record: &GameRecord) -> Result<(), OutputError> {
        let lines = position_lines::write_game(&training_game(record)?);
        Ok(self.0.write_all(lines.as_bytes())?)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes games as a game file. It has games of one board, so the first game decides its header, and a file without games is an
/// error.
pub struct GameFileOutput<W> {
    output: W,
    variant: Option<Variant>,
    block: GameBlock,
}

impl<W: Write> GameFileOutput<W> {
    /// An output without games.
    pub fn new(output: W) -> GameFileOutput<W> {
        GameFileOutput { output, variant: None, block: GameBlock::default() }
    }
}

impl<W: Write> GameOutput for GameFileOutput<W> {
    fn add(&mut self, record: &GameRecord) -> Result<(), OutputError> {
        let game = training_game(record)?;
        if self.variant.is_none() {
            let settings = format!("variant={} source=convert", record.variant);
            self.output.write_all(header(&settings).as_bytes())?;
        }
        if *self.variant.get_or_insert(record.variant) != record.variant {
            let reason = "a datagen file has games of one board: see --variant";
            return Err(io::Error::other(reason).into());
        }
        self.block.push(&game);
        if self.block.totals().games == BLOCK_GAMES {
            self.output.write_all(&std::mem::take(&mut self.block).to_bytes())?;
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        if self.variant.is_none() {
            return Err(io::Error::other("there are no games for a datagen file"));
        }
        if self.block.totals().games > 0 {
            self.output.write_all(&self.block.to_bytes())?;
        }
        self.output.flush()
    }
}
