//! `luctor openings`: makes a book for matches. Random play favours White heavily, so each opening is
//! random legal play that a search calls even; no two are images of each other.

use crate::rules::notation::write_position;
use crate::rules::{Blocked, Game, Key, MoveList, Position, Side, Symmetry, Variant};
use crate::search::{Limits, Pool, SearchSettings, Signal, Unavailable};
use rayon::prelude::*;
use std::collections::HashSet;
use std::io::{self, Write};

/// What a book is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookSettings {
    /// The board.
    pub variant: Variant,
    /// Openings.
    pub count: usize,
    /// Where chance begins: the same seed makes the same book.
    pub seed: u64,
    /// Plies of random play, at least and at most.
    pub plies: (usize, usize),
    /// Nodes of the search that judges.
    pub nodes: u64,
    /// White's score, in centimen, that counts as even.
    pub even: i32,
    /// An opening is even within so many centimen of that.
    pub margin: i32,
}

/// Tries for each opening that is wanted, after which there is no hope of enough.
const TRIES: usize = 1_000;
/// Candidates judged at a time.
const BATCH: usize = 64;

/// Why there is no book.
#[derive(Debug)]
pub enum BookError {
    /// No memory for the judges' tables.
    Memory(Unavailable),
    /// The book can't be written.
    Io(io::Error),
    /// Not enough openings were found; so many were, and written.
    TooFew(usize),
}

impl std::fmt::Display for BookError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BookError::Memory(error) => error.fmt(f),
            BookError::Io(error) => error.fmt(f),
            BookError::TooFew(found) => write!(
                f,
                "only {found} openings were found: take more plies, a wider margin or a smaller count"
            ),
        }
    }
}

impl std::error::Error for BookError {}

impl From<io::Error> for BookError {
    fn from(error: io::Error) -> BookError {
        BookError::Io(error)
    }
}

/// Writes a book, a position text a line, under a heading that says how it was made. The same settings make
/// the same book on any number of threads.
///
/// # Errors
///
/// No memory, `out` can't be written, or too few openings exist.
pub fn write_book(settings: &BookSettings, out: &mut impl Write) -> Result<(), BookError> {
    let BookSettings { variant, count, seed, plies, nodes, even, margin } = *settings;
    let (least, most) = plies;
    writeln!(
        out,
        "# {count} openings of {variant}: {least} to {most} random plies, for which a search of"
    )?;
    writeln!(
        out,
        "# {nodes} nodes gives White {even} centimen, {margin} more or less; no two symmetric."
    )?;
    writeln!(
        out,
        "# luctor openings --variant {variant} --count {count} --seed {seed} --plies {least}-{most} \
         --nodes {nodes} --even={even} --margin {margin}"
    )?;
    let symmetries = variant.symmetries();
    let mut seen = HashSet::new();
    let mut found = 0;
    for batch in 0..(count * TRIES).div_ceil(BATCH) as u64 {
        let candidates: Vec<u64> =
            (0..BATCH as u64).map(|index| batch * BATCH as u64 + index).collect();
        let judged: Result<Vec<Option<Position>>, Unavailable> = candidates
            .par_iter()
            .map_init(
                || Pool::new(1, 1),
                |pool, candidate| match pool {
                    Ok(pool) => Ok(candidate_opening(settings, *candidate, pool)),
                    Err(error) => Err(*error),
                },
            )
            .collect();
        for position in judged.map_err(BookError::Memory)?.into_iter().flatten() {
            if seen.insert(canonical_key(&position, symmetries)) {
                writeln!(out, "{}", write_position(&position, 1))?;
                found += 1;
                if found == count {
                    return Ok(out.flush()?);
                }
            }
        }
    }
    out.flush()?;
    Err(BookError::TooFew(found))
}

/// Random play number `candidate`, if it is quiet, goes on and is even.
fn candidate_opening(settings: &BookSettings, candidate: u64, pool: &mut Pool) -> Option<Position> {
    let seed = settings.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(candidate);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(settings.variant, Blocked::Draw);
    let mut moves = MoveList::new();
    for _ in 0..random.usize(settings.plies.0..=settings.plies.1) {
        game.position().legal_moves(&mut moves);
        game.play(*random.choice(&**moves)?);
    }
    // A book of positions has no history that a repetition could need.
    if game.ending().is_some() || game.position().can_capture() {
        return None;
    }
    pool.clear();
    let limits = Limits::to_nodes(settings.nodes);
    let signal = Signal::new(false);
    let outcome = pool.search(&game, &limits, SearchSettings::default(), &signal, &mut |_| ());
    let score = outcome.line.score;
    let of_white = if game.position().side() == Side::White { score } else { -score };
    let even = (of_white.value() - settings.even).abs() <= settings.margin;
    (even && !score.is_decisive()).then_some(*game.position())
}

/// The least key of all images: the same for symmetric positions.
fn canonical_key(position: &Position, symmetries: &[Symmetry]) -> Key {
    position.image_keys(symmetries).min().unwrap_or(position.key())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::read_position;

    fn book(settings: &BookSettings) -> (Result<(), BookError>, String) {
        let mut text = Vec::new();
        let result = write_book(settings, &mut text);
        (result, String::from_utf8(text).unwrap())
    }

    const SMALL: BookSettings = BookSettings {
        variant: Variant::Emergo7,
        count: 40,
        seed: 3,
        plies: (4, 7),
        nodes: 500,
        even: 0,
        margin: 60,
    };

    #[test]
    fn a_book_has_so_many_openings_as_asked_for_no_two_symmetric_and_the_seed_repeats_it() {
        let (result, text) = book(&SMALL);
        result.unwrap();
        assert_eq!(text, book(&SMALL).1);
        assert_ne!(text, book(&BookSettings { seed: 4, ..SMALL }).1);
        let symmetries = SMALL.variant.symmetries();
        let mut images = HashSet::new();
        let openings = text.lines().filter(|line| !line.starts_with('#'));
        for line in openings.clone() {
            let position = read_position(SMALL.variant, line).unwrap().position;
            let keys: Vec<Key> = position.image_keys(symmetries).collect();
            assert!(keys.iter().all(|key| !images.contains(key)), "{line}");
            images.extend(keys);
            assert!(!position.can_capture() && position.has_move(), "{line}");
        }
        assert_eq!(openings.count(), 40);
    }

    #[test]
    fn a_book_that_cannot_be_filled_says_so() {
        // One ply has only so many different entries, three but for symmetry.
        let settings = BookSettings { plies: (1, 1), margin: 20_000, ..SMALL };
        let (result, text) = book(&settings);
        let found = text.lines().filter(|line| !line.starts_with('#')).count();
        assert!(matches!(result, Err(BookError::TooFew(count)) if count == found && found < 40));
    }
}
