//! Opening books: reading a file of openings, and generating one by random play.
//!
//! The balance of each generated opening is evaluated by a search, and optionally tested by games of the engine against
//! itself. No two openings are symmetric.

use crate::settings::{OpeningFormat, OpeningSettings};
use emergo::notation::{PositionText, PositionTextError, read_position, write_position};
use emergo::{Blocked, Game, Key, MoveList, Position, Side, Symmetry, Variant};
use emergo_records::{ReadError, decode, pgn};
use luctor_engine::adjudication::ScoreAdjudicator;
use luctor_engine::ply_range::PlyRange;
use luctor_engine::score::Score;
use luctor_engine::search::{
    Limits, ResourceError, SearchControl, SearchSettings, Searcher, cores, start_threads,
};
use rayon::prelude::*;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file of openings cannot be used.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum OpeningFileError {
    #[error("{path}", path = .0.display())]
    Io(PathBuf, #[source] io::Error),
    #[error("{path}, line {line}", path = path.display())]
    Position {
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        #[source]
        error: PositionTextError,
    },
    #[error("{path}", path = .0.display())]
    Game(PathBuf, #[source] Box<ReadError>),
    #[error("{path}, game {game}: a game of {found}, but the match is on {variant}", path = path.display())]
    Variant { path: PathBuf, game: usize, found: Variant, variant: Variant },
    #[error("{path}, opening {number}: the game has ended in this position; for games, use plies=N", path = path.display())]
    Ended {
        path: PathBuf,
        /// The number of the opening in the file, from 1.
        number: usize,
    },
    #[error("{path}: no openings", path = .0.display())]
    Empty(PathBuf),
}

/// Reads the openings of a file: one position text or `startpos` per line, or games. Lines that start with `#` are ignored.
///
/// # Errors
///
/// The file cannot be read, has a line that is not a position or a game that cannot be read, has an opening at the end of
/// its game, or is empty.
pub fn read_openings(
    settings: &OpeningSettings,
    variant: Variant,
) -> Result<Vec<PositionText>, OpeningFileError> {
    let path = &settings.file;
    let bytes = std::fs::read(path).map_err(|error| OpeningFileError::Io(path.clone(), error))?;
    let text = decode(bytes);
    let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
    let is_pgn = settings.format.map_or(is_pgn, |format| format == OpeningFormat::Pgn);
    let openings = match is_pgn {
        true => read_games(settings, &text, variant)?,
        false => read_positions(path, &text, variant)?,
    };
    for (number, opening) in (1..).zip(&openings) {
        let game = Game::from_position(opening.position, opening.turn, Blocked::Draw);
        if game.ending().is_some() {
            return Err(OpeningFileError::Ended { path: path.clone(), number });
        }
    }
    if openings.is_empty() {
        return Err(OpeningFileError::Empty(path.clone()));
    }
    Ok(openings)
}

fn read_positions(
    path: &Path,
    text: &str,
    variant: Variant,
) -> Result<Vec<PositionText>, OpeningFileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
    let read = |(line, text): (usize, &str)| match text {
        "startpos" => Ok(PositionText { position: Position::start(variant), turn: 1 }),
        _ => read_position(variant, without_operations(text))
            .map_err(|error| OpeningFileError::Position { path: path.to_owned(), line, error }),
    };
    lines.map(read).collect()
}

/// The position of an EPD line, whose operations end with semicolons: `CELLS SIDE HANDS [TURN] OPERATION; ...`.
fn without_operations(line: &str) -> &str {
    if !line.ends_with(';') {
        return line;
    }
    let is_operation = |word: &str| word.starts_with(|first: char| first.is_ascii_alphabetic());
    let mut words = line.split_ascii_whitespace().skip(3);
    let operation = words.find(|word| is_operation(word));
    // A word is a part of the line.
    operation.map_or(line, |word| &line[..word.as_ptr().addr() - line.as_ptr().addr()])
}

fn read_games(
    settings: &OpeningSettings,
    text: &str,
    variant: Variant,
) -> Result<Vec<PositionText>, OpeningFileError> {
    let path = || settings.file.clone();
    let mut openings = Vec::new();
    for (number, game) in (1..).zip(pgn::read_games(text)) {
        let record = game.map_err(|error| OpeningFileError::Game(path(), error.into()))?;
        if record.variant != variant {
            let found = record.variant;
            return Err(OpeningFileError::Variant { path: path(), game: number, found, variant });
        }
        let game = record.game_at(settings.plies.unwrap_or(usize::MAX));
        openings.push(PositionText { position: *game.position(), turn: game.turn() });
    }
    Ok(openings)
}

/// How a book is generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookSettings {
    /// The board.
    pub variant: Variant,
    /// The number of openings.
    pub count: u32,
    /// Random seed. The same settings generate the same book.
    pub seed: u64,
    /// The number of random plies.
    pub plies: PlyRange,
    /// Nodes of the search that evaluates an opening.
    pub nodes: u64,
    /// White's score of a balanced opening, in centimen.
    pub even: i32,
    /// The greatest distance from that score, in centimen.
    pub margin: i32,
    /// Games of the engine against itself from each opening. An opening is left out if a side is more than two games
    /// ahead. 0 for none.
    pub games: u32,
    /// Nodes for each move of those games, changed at random by up to a quarter.
    pub game_nodes: u64,
}

/// Games by which a side may be ahead in the games from an opening.
const MAX_LEAD: i32 = 2;
/// A game of this length is a draw.
const MAX_PLIES: usize = 300;

/// Candidates for each requested opening, before the generation fails.
const CANDIDATES_PER_OPENING: usize = 1_000;
/// Candidates that are evaluated at the same time.
const BATCH: usize = 64;

/// A book cannot be generated.
#[derive(Debug, Error)]
pub enum BookError {
    /// There is no memory for the transposition tables, or no threads.
    #[error(transparent)]
    Resources(#[from] ResourceError),
    /// The book cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Only this number of openings was found. They were written.
    #[error("only {0} openings were found: use more plies, a wider margin or a smaller count")]
    TooFew(usize),
}

/// Generates a book and writes it: comments with the settings, then one position text per line. The same settings generate
/// the same book on any number of threads.
///
/// # Errors
///
/// There is no memory or no threads, `out` cannot be written, or there are too few openings.
pub fn write_book(settings: &BookSettings, out: &mut impl Write) -> Result<(), BookError> {
    let &BookSettings { variant, count, seed, nodes, even, margin, games, game_nodes, .. } =
        settings;
    let count = count as usize;
    let PlyRange { min: least, max: most } = settings.plies;
    let threads = start_threads(cores(), "worker")?;
    writeln!(
        out,
        "# {count} openings of {variant}: {least} to {most} random plies, for which a search of"
    )?;
    writeln!(
        out,
        "# {nodes} nodes gives White {even} centimen, {margin} more or less; no two symmetric."
    )?;
    let mut line = format!(
        "luctor openings --variant {variant} --count {count} --seed {seed} --plies {least}-{most} \
         --nodes {nodes} --even={even} --margin {margin}"
    );
    if games > 0 {
        writeln!(
            out,
            "# In {games} games from each, {game_nodes} nodes a move, no side was ever more than {MAX_LEAD} ahead."
        )?;
        line += &format!(" --games {games} --game-nodes {game_nodes}");
    }
    writeln!(out, "# {line}")?;
    let symmetries = variant.symmetries();
    let mut seen = HashSet::new();
    let mut found = 0;
    for batch in 0..(count * CANDIDATES_PER_OPENING).div_ceil(BATCH) as u64 {
        let candidates: Vec<u64> =
            (0..BATCH as u64).map(|index| batch * BATCH as u64 + index).collect();
        let evaluate =
            |searcher: &mut Result<Searcher, ResourceError>, candidate: &u64| match searcher {
                Ok(searcher) => Ok(candidate_opening(settings, *candidate, searcher)),
                Err(error) => Err(error.clone()),
            };
        let evaluated: Result<Vec<Option<Position>>, ResourceError> = threads
            .install(|| candidates.par_iter().map_init(|| Searcher::new(1, 1), evaluate).collect());
        for position in evaluated.map_err(BookError::Resources)?.into_iter().flatten() {
            if seen.insert(canonical_key(&position, symmetries)) {
                writeln!(out, "{}", write_position(&position, 1))?;
                found += 1;
                if found == count {
                    return Ok(out.flush()?);
                }
            }
        }
        // An interrupt loses only the last batch.
        out.flush()?;
    }
    Err(BookError::TooFew(found))
}

/// The position after random play with the number `candidate`, if it is quiet, not decided and balanced.
fn candidate_opening(
    settings: &BookSettings,
    candidate: u64,
    searcher: &mut Searcher,
) -> Option<Position> {
    let seed = settings.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(candidate);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(settings.variant, Blocked::Draw);
    let mut moves = MoveList::new();
    for _ in 0..random.usize(settings.plies.min..=settings.plies.max) {
        game.position().legal_moves_into(&mut moves);
        game.play(*random.choice(&**moves)?);
    }
    if game.ending().is_some() || game.position().can_capture() {
        return None;
    }
    searcher.clear();
    let limits = Limits::to_nodes(settings.nodes);
    let signal = SearchControl::new(false);
    let outcome = searcher.search(&game, &limits, SearchSettings::default(), &signal, &mut |_| ());
    let score = outcome.line.score;
    let of_white = if game.position().side() == Side::White { score } else { -score };
    let even = (of_white.value() - settings.even).abs() <= settings.margin;
    let passes =
        even && !score.is_decisive() && is_even_in_play(settings, &game, searcher, &mut random);
    passes.then_some(*game.position())
}

/// Whether both sides score alike when the engine plays itself. The score of a search alone is
/// not sufficient: an opening with an even score may still favour one side.
fn is_even_in_play(
    settings: &BookSettings,
    opening: &Game,
    searcher: &mut Searcher,
    random: &mut fastrand::Rng,
) -> bool {
    let games = 0..settings.games;
    stays_even(games.map(|_| winner_of_game(settings, opening.clone(), searcher, random)))
}

/// Whether no side is ever more than [`MAX_LEAD`] games ahead. No further game is played after that.
fn stays_even(winners: impl Iterator<Item = Option<Side>>) -> bool {
    let mut lead = winners.scan(0_i32, |lead, winner| {
        *lead += match winner {
            Some(Side::White) => 1,
            Some(Side::Black) => -1,
            None => 0,
        };
        Some(*lead)
    });
    lead.all(|lead| lead.abs() <= MAX_LEAD)
}

/// The score, in centimen, that decides a game if a side has it for [`DECIDED_PLIES`] plies.
const DECIDED_SCORE: i32 = 1_500;
const DECIDED_PLIES: usize = 6;

/// Plays a game to its end, or until the score decides it.
fn winner_of_game(
    settings: &BookSettings,
    mut game: Game,
    searcher: &mut Searcher,
    random: &mut fastrand::Rng,
) -> Option<Side> {
    searcher.clear();
    let signal = SearchControl::new(false);
    let mut decided = ScoreAdjudicator::new(Score::centimen(DECIDED_SCORE), DECIDED_PLIES);
    let nodes = settings.game_nodes;
    while game.ending().is_none() && game.moves().len() < MAX_PLIES {
        let limits = Limits::to_nodes(random.u64(nodes - nodes / 4..=nodes + nodes / 4));
        let outcome =
            searcher.search(&game, &limits, SearchSettings::default(), &signal, &mut |_| ());
        let winner = decided.winner_with(game.position(), outcome.line.score);
        if winner.is_some() {
            return winner;
        }
        game.play(outcome.best_move()?);
    }
    game.ending()?.winner
}

/// The least key of all symmetric positions: equal for symmetric positions.
fn canonical_key(position: &Position, symmetries: &[Symmetry]) -> Key {
    position.symmetric_keys(symmetries).min().unwrap_or(position.key())
}

#[cfg(test)]
#[path = "../tests/unit/openings.rs"]
mod tests;
