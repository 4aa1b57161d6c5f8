//! `luctor openings`: makes a book for matches. Random play favours White heavily, so each opening is
//! random legal play that a search calls even; no two are images of each other.

use clap::Args;
use emergo::notation::write_position;
use emergo::{Blocked, Game, Key, MoveList, Position, Side, Symmetry, Variant};
use luctor_engine::search::{
    Limits, ResourceError, SearchControl, SearchSettings, Searcher, cores, start_threads,
};
use luctor_engine::selfplay::{PlyRange, ScoreAdjudicator};
use rayon::prelude::*;
use std::collections::HashSet;
use std::io::{self, Write};

/// What a book is to be.
#[derive(Args, Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookSettings {
    /// The board: emergo, emergo7 or hexemergo.
    #[arg(long, default_value_t, value_name = "NAME")]
    pub variant: Variant,
    /// How many.
    #[arg(long, default_value_t = 2_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub count: u32,
    /// Where chance begins: the same seed makes the same book.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Plies of random play, at least and at most.
    #[arg(long, default_value = "6-10", value_name = "FROM-TO")]
    pub plies: PlyRange,
    /// Nodes of the search that judges.
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// White's score that counts as even, in centimen. The stronger the players, the lower: at 40,000 nodes a
    /// move White made 82 % of the points on emergo from openings around 50, and half of them around -150.
    #[arg(long, default_value_t = 0, value_name = "CENTIMEN", allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(-20_000..=20_000))]
    pub even: i32,
    /// How far from that an opening may be.
    #[arg(long, default_value_t = 50, value_name = "CENTIMEN", value_parser = clap::value_parser!(i32).range(0..=20_000))]
    pub margin: i32,
    /// Games that the search plays against itself from each of those: an opening is left out when a side gets more
    /// than two games ahead. 0 goes by the score alone.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000))]
    pub games: u32,
    /// Nodes of the search for each move of those games, a quarter more or less by chance.
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(4..=1_000_000_000))]
    pub game_nodes: u64,
}

/// Games that a side may be ahead in those played from an opening.
const LEAD: i32 = 2;
/// Plies of such a game, after which it is a draw.
const MAX_PLIES: usize = 300;

/// Tries for each opening that is wanted, after which there is no hope of enough.
const TRIES: usize = 1_000;
/// Candidates judged at a time.
const BATCH: usize = 64;

/// Why there is no book.
#[derive(Debug)]
pub enum BookError {
    /// No memory for the judges' tables.
    Memory(ResourceError),
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
/// No memory or threads, `out` can't be written, or too few openings exist.
pub fn write_book(settings: &BookSettings, out: &mut impl Write) -> Result<(), BookError> {
    let BookSettings { variant, count, seed, plies, nodes, even, margin, games, game_nodes } =
        *settings;
    let count = count as usize;
    let PlyRange { min: least, max: most } = plies;
    let threads = start_threads(cores(), "judge").map_err(BookError::Memory)?;
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
            "# In {games} games from each, {game_nodes} nodes a move, no side was ever more than {LEAD} ahead."
        )?;
        line += &format!(" --games {games} --game-nodes {game_nodes}");
    }
    writeln!(out, "# {line}")?;
    let symmetries = variant.symmetries();
    let mut seen = HashSet::new();
    let mut found = 0;
    for batch in 0..(count * TRIES).div_ceil(BATCH) as u64 {
        let candidates: Vec<u64> =
            (0..BATCH as u64).map(|index| batch * BATCH as u64 + index).collect();
        let judge = |pool: &mut Result<Searcher, ResourceError>, candidate: &u64| match pool {
            Ok(pool) => Ok(candidate_opening(settings, *candidate, pool)),
            Err(error) => Err(error.clone()),
        };
        let judged: Result<Vec<Option<Position>>, ResourceError> = threads
            .install(|| candidates.par_iter().map_init(|| Searcher::new(1, 1), judge).collect());
        for position in judged.map_err(BookError::Memory)?.into_iter().flatten() {
            if seen.insert(canonical_key(&position, symmetries)) {
                writeln!(out, "{}", write_position(&position, 1))?;
                found += 1;
                if found == count {
                    return Ok(out.flush()?);
                }
            }
        }
        // Hours of judging are not lost to an interrupt.
        out.flush()?;
    }
    Err(BookError::TooFew(found))
}

/// Random play number `candidate`, if it is quiet, goes on and is even.
fn candidate_opening(
    settings: &BookSettings,
    candidate: u64,
    pool: &mut Searcher,
) -> Option<Position> {
    let seed = settings.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(candidate);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(settings.variant, Blocked::Draw);
    let mut moves = MoveList::new();
    for _ in 0..random.usize(settings.plies.min..=settings.plies.max) {
        game.position().legal_moves_into(&mut moves);
        game.play(*random.choice(&**moves)?);
    }
    // A book of positions has no history that a repetition could need.
    if game.ending().is_some() || game.position().can_capture() {
        return None;
    }
    pool.clear();
    let limits = Limits::to_nodes(settings.nodes);
    let signal = SearchControl::new(false);
    let outcome = pool.search(&game, &limits, SearchSettings::default(), &signal, &mut |_| ());
    let score = outcome.line.score;
    let of_white = if game.position().side() == Side::White { score } else { -score };
    let even = (of_white.value() - settings.even).abs() <= settings.margin;
    let passes =
        even && !score.is_decisive() && is_even_in_play(settings, &game, pool, &mut random);
    passes.then_some(*game.position())
}

/// Do both sides score alike from here when the search plays itself? A score cannot say: strong players win
/// most openings that a search calls even with the same side.
fn is_even_in_play(
    settings: &BookSettings,
    opening: &Game,
    pool: &mut Searcher,
    random: &mut fastrand::Rng,
) -> bool {
    let games = 0..settings.games;
    stays_even(games.map(|_| winner_of_game(settings, opening.clone(), pool, random)))
}

/// Whether no side ever gets more than [`LEAD`] games ahead. Games after that are not asked for.
fn stays_even(winners: impl Iterator<Item = Option<Side>>) -> bool {
    let mut lead = winners.scan(0_i32, |lead, winner| {
        *lead += match winner {
            Some(Side::White) => 1,
            Some(Side::Black) => -1,
            None => 0,
        };
        Some(*lead)
    });
    lead.all(|lead| lead.abs() <= LEAD)
}

/// Plays a game to its end, or until it is decided.
fn winner_of_game(
    settings: &BookSettings,
    mut game: Game,
    pool: &mut Searcher,
    random: &mut fastrand::Rng,
) -> Option<Side> {
    pool.clear();
    let signal = SearchControl::new(false);
    let mut decided = ScoreAdjudicator::default();
    let nodes = settings.game_nodes;
    while game.ending().is_none() && game.moves().len() < MAX_PLIES {
        let limits = Limits::to_nodes(random.u64(nodes - nodes / 4..=nodes + nodes / 4));
        let outcome = pool.search(&game, &limits, SearchSettings::default(), &signal, &mut |_| ());
        let winner = decided.winner_with(game.position(), outcome.line.score);
        if winner.is_some() {
            return winner;
        }
        game.play(outcome.best_move()?);
    }
    game.ending()?.winner
}

/// The least key of all images: the same for symmetric positions.
fn canonical_key(position: &Position, symmetries: &[Symmetry]) -> Key {
    position.symmetric_keys(symmetries).min().unwrap_or(position.key())
}

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::read_position;

    fn book(settings: &BookSettings) -> (Result<(), BookError>, String) {
        let mut text = Vec::new();
        let result = write_book(settings, &mut text);
        (result, String::from_utf8(text).unwrap())
    }

    const SMALL: BookSettings = BookSettings {
        variant: Variant::Emergo7,
        count: 40,
        seed: 3,
        plies: PlyRange { min: 4, max: 7 },
        nodes: 500,
        even: 0,
        margin: 60,
        games: 0,
        game_nodes: 100,
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
            let keys: Vec<Key> = position.symmetric_keys(symmetries).collect();
            assert!(keys.iter().all(|key| !images.contains(key)), "{line}");
            images.extend(keys);
            assert!(!position.can_capture() && position.has_legal_move(), "{line}");
        }
        assert_eq!(openings.count(), 40);
    }

    #[test]
    fn an_opening_is_left_out_as_soon_as_a_side_is_three_games_ahead() {
        for (games, even) in [
            ("", true),
            ("WW", true),
            ("WWBWBBB", true),
            ("WW=W", false),
            ("BWBBB", false),
            ("WWWBBB", false),
        ] {
            let mut played = 0;
            let winners = games.chars().inspect(|_| played += 1).map(|game| match game {
                'W' => Some(Side::White),
                'B' => Some(Side::Black),
                _ => None,
            });
            assert_eq!(stays_even(winners), even, "{games}");
            assert_eq!(played, if games == "WWWBBB" { 3 } else { games.len() }, "{games}");
        }
    }

    #[test]
    fn an_opening_that_one_side_wins_is_not_even_in_play_and_the_heading_tells_of_the_games() {
        let settings = BookSettings { games: 3, ..SMALL };
        // White has a column of seven and two guards more.
        let won = read_position(Variant::Emergo7, "1/3/1w3/3(w7)3/b4/3/b w 0,0").unwrap();
        let game = Game::from_position(won.position, won.turn, Blocked::Draw);
        let mut pool = Searcher::new(1, 1).unwrap();
        let mut random = fastrand::Rng::with_seed(1);
        assert!(!is_even_in_play(&settings, &game, &mut pool, &mut random));
        let one = BookSettings { games: 1, ..settings };
        assert!(
            is_even_in_play(&one, &game, &mut pool, &mut random),
            "one game is no lead of three"
        );
        let (result, text) = book(&BookSettings { count: 1, ..one });
        result.unwrap();
        assert!(text.contains("--margin 60 --games 1 --game-nodes 100\n"), "{text}");
    }

    #[test]
    fn a_book_that_cannot_be_filled_says_so() {
        // One ply has only so many different entries, three but for symmetry.
        let settings =
            BookSettings { plies: PlyRange { min: 1, max: 1 }, margin: 20_000, count: 10, ..SMALL };
        let (result, text) = book(&settings);
        let found = text.lines().filter(|line| !line.starts_with('#')).count();
        assert!(matches!(result, Err(BookError::TooFew(count)) if count == found && found < 10));
    }
}
