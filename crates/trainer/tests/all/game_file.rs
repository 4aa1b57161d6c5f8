//! Game files: round trips, incomplete blocks, damaged bytes and refused files.

use emergo::notation::read_position;
use emergo::{Blocked, Game, GameResult, Position, Variant};
use fastrand::Rng;
use luctor_engine::score::Score;
use luctor_system::checksum::fnv1a;
use luctor_trainer::self_play::game::{PlySearch, ScoredPosition, SelfPlayGame, SelfPlayPly};
use luctor_trainer::self_play::game_block::{GameBlock, GameTotals};
use luctor_trainer::self_play::game_file::{GameFileError, GameFileReader, GameFileWriter};
use std::fs;
use std::path::Path;
use test_support::scratch::scratch_folder;

fn settings(variant: Variant) -> String {
    format!("variant={variant} seed=1 nodes=50 plies=4-12")
}

pub fn header(variant: Variant) -> Vec<u8> {
    format!("luctor-games 1 {}\n", settings(variant)).into_bytes()
}

/// Any score of a search. Wins, losses and numbers at the edges of the encoding are frequent.
fn score(rng: &mut Rng) -> Score {
    match rng.u8(0..8) {
        0 => Score::win_in(rng.usize(0..200)),
        1 => Score::loss_in(rng.usize(0..200)),
        2 => rng.choice([Score::win_in(0), Score::loss_in(0), Score::DRAW]).unwrap(),
        3 => Score::centimen(rng.choice([-20_000, -64, -1, 1, 63, 64, 20_000]).unwrap()),
        _ => Score::centimen(rng.i32(-3_000..=3_000)),
    }
}

/// A random game of at most `plies` plies, with searched plies, plies without a search and deviations.
pub fn game(rng: &mut Rng, variant: Variant, plies: usize) -> SelfPlayGame {
    let mut game = Game::new(variant, Blocked::Draw);
    let (mut recorded, mut sampled) = (Vec::new(), Vec::new());
    while game.ending().is_none() && recorded.len() < plies {
        if rng.f64() < 0.02 && !game.position().can_capture() {
            sampled.push(ScoredPosition { position: *game.position(), score: score(rng) });
        }
        let moves = game.position().legal_moves();
        let played = *rng.choice(moves.iter()).unwrap();
        let best_move = if rng.f64() < 0.2 { *rng.choice(moves.iter()).unwrap() } else { played };
        let search = (rng.f64() < 0.7).then(|| PlySearch { best_move, score: score(rng) });
        recorded.push(SelfPlayPly { played, search });
        game.play(played);
    }
    let result = rng.choice(GameResult::ALL).unwrap();
    SelfPlayGame { variant, plies: recorded, sampled, result }
}

/// The size of random blocks.
#[derive(Clone, Copy)]
struct Size {
    blocks: usize,
    games_per_block: usize,
    greatest_plies: usize,
}

const SMALL: Size = Size { blocks: 3, games_per_block: 2, greatest_plies: 24 };
/// Games that are illegal on every other board.
const LONG: Size = Size { blocks: 1, games_per_block: 20, greatest_plies: 60 };

/// Blocks of random games.
fn random_games(seed: u64, variant: Variant, size: Size) -> Vec<Vec<SelfPlayGame>> {
    let mut rng = Rng::with_seed(seed);
    let mut games = std::iter::repeat_with(|| {
        let plies = rng.usize(0..=size.greatest_plies);
        game(&mut rng, variant, plies)
    });
    (0..size.blocks).map(|_| games.by_ref().take(size.games_per_block).collect()).collect()
}

fn block(games: &[SelfPlayGame]) -> GameBlock {
    let mut block = GameBlock::default();
    games.iter().for_each(|game| block.push(game));
    block
}

/// Creates or continues a file.
pub fn write(path: &Path, variant: Variant, blocks: &[Vec<SelfPlayGame>]) -> GameFileWriter {
    let mut writer = GameFileWriter::open(path, &settings(variant)).unwrap();
    for games in blocks {
        writer.add(&block(games)).unwrap();
    }
    writer
}

/// The bytes of a file with these blocks, and the ends of the header and of each block. Each block is written by a writer of its
/// own.
fn file_of(name: &str, variant: Variant, blocks: &[Vec<SelfPlayGame>]) -> (Vec<u8>, Vec<usize>) {
    let path = scratch_folder(name).join("games");
    let mut ends = vec![header(variant).len()];
    for games in blocks {
        drop(write(&path, variant, std::slice::from_ref(games)));
        ends.push(fs::metadata(&path).unwrap().len() as usize);
    }
    (fs::read(path).unwrap(), ends)
}

/// All games before the end or an error.
pub fn read(bytes: &[u8]) -> (Vec<SelfPlayGame>, Result<(), GameFileError>) {
    let mut games = Vec::new();
    let mut read_all = || {
        let mut reader = GameFileReader::new(bytes)?;
        while let Some(more) = reader.next_games()? {
            games.extend(more);
        }
        Ok(())
    };
    let end = read_all();
    (games, end)
}

/// The totals of games, by replaying them.
fn counted<'a>(games: impl IntoIterator<Item = &'a SelfPlayGame>) -> GameTotals {
    let mut totals = GameTotals::default();
    for game in games {
        totals.games += 1;
        totals.positions += game.sampled.len() as u64;
        let mut position = Position::start(game.variant);
        for ply in &game.plies {
            totals.plies += 1;
            if ply.search.is_some() && !position.can_capture() {
                totals.positions += 1;
            }
            position = position.after(ply.played);
        }
    }
    totals
}

#[test]
fn games_are_read_as_they_were_written() {
    for variant in Variant::ALL {
        let path = scratch_folder(&format!("whole {variant}")).join("games");
        // A game of more than 127 plies has a ply count of two bytes.
        let mut blocks =
            random_games(1, variant, Size { blocks: 4, games_per_block: 64, greatest_plies: 300 });
        let (plies, sampled, result) = (Vec::new(), Vec::new(), GameResult::Draw);
        blocks[1].push(SelfPlayGame { variant, plies, sampled, result });
        blocks.push(Vec::new());
        let all: Vec<SelfPlayGame> = blocks.concat();
        let plies: Vec<SelfPlayPly> = all.iter().flat_map(|game| game.plies.clone()).collect();
        // The games have everything that can be encoded.
        assert!(all.iter().any(|game| game.plies.len() > 127), "{variant}");
        for count in 0..3 {
            assert!(all.iter().any(|game| game.sampled.len() == count), "{variant}");
        }
        assert!(plies.iter().any(|ply| ply.search.is_none()));
        assert!(plies.iter().any(|ply| ply.is_deviation()));
        assert!(plies.iter().any(|ply| ply.search.is_some() && !ply.is_deviation()));
        for extreme in [Score::win_in(0), Score::loss_in(0)] {
            assert!(
                plies.iter().any(|ply| ply.search.is_some_and(|search| search.score == extreme))
            );
        }

        let writer = write(&path, variant, &blocks);
        let expected = counted(&all);
        assert!(expected.positions > 0 && expected.positions < expected.plies, "{expected:?}");
        assert_eq!((writer.totals(), writer.blocks()), (expected, 5), "{variant}");
        drop(writer);
        let again = GameFileWriter::open(&path, &settings(variant)).unwrap();
        assert_eq!((again.totals(), again.blocks()), (expected, 5), "{variant}");

        let mut reader = GameFileReader::open(&path).unwrap();
        assert_eq!((reader.settings(), reader.variant()), (&*settings(variant), variant));
        for games in &blocks {
            assert_eq!(reader.next_games().unwrap().as_ref(), Some(games), "{variant}");
        }
        assert_eq!(reader.next_games().unwrap(), None);
        assert_eq!(reader.blocks_read(), 5);
        let mut reader = GameFileReader::open(&path).unwrap();
        for games in &blocks {
            let block = reader.next_block().unwrap().unwrap();
            assert_eq!(block.totals(), counted(games), "{variant}");
            assert_eq!(block.games(variant).as_ref(), Some(games), "{variant}");
        }
    }
}

#[test]
fn a_file_cut_at_any_byte_continues_after_its_last_complete_block() {
    for variant in Variant::ALL {
        let blocks = random_games(3, variant, SMALL);
        let (whole, ends) = file_of(&format!("cut {variant}"), variant, &blocks);
        let path = scratch_folder(&format!("cut {variant}")).join("games");
        assert_eq!(ends[3], whole.len());
        // Every byte of the last block, and the edges of the blocks before it.
        let edges = ends[..3].iter().flat_map(|end| [*end, end + 1, end + 23, end + 24]);
        let cuts = edges.chain(ends[2]..ends[3]);
        for cut in cuts {
            fs::write(&path, &whole[..cut]).unwrap();
            let complete = ends.iter().rposition(|end| *end <= cut).unwrap();
            assert_eq!(
                read(&whole[..cut]).0,
                blocks[..complete].concat(),
                "{variant}, cut at {cut}"
            );
            let mut reader = GameFileReader::open(&path).unwrap();
            while reader.next_block().unwrap().is_some() {}
            assert_eq!(reader.is_incomplete(), cut > ends[complete], "{variant}, cut at {cut}");
            let mut writer = GameFileWriter::open(&path, &settings(variant)).unwrap();
            let totals = counted(blocks[..complete].iter().flatten());
            assert_eq!((writer.totals(), writer.blocks()), (totals, complete as u64), "{cut}");
            assert_eq!(fs::metadata(&path).unwrap().len() as usize, ends[complete], "{cut}");
            for games in &blocks[complete..] {
                writer.add(&block(games)).unwrap();
            }
            drop(writer);
            assert_eq!(fs::read(&path).unwrap(), whole, "{variant}, cut at {cut}");
        }
    }
}

#[test]
fn a_changed_byte_in_a_block_is_detected() {
    for variant in Variant::ALL {
        let blocks = random_games(4, variant, SMALL);
        let (whole, ends) = file_of(&format!("flip {variant}"), variant, &blocks);
        for at in ends[0]..whole.len() {
            let complete = ends.iter().rposition(|end| *end <= at).unwrap();
            for mask in [1, 0x80, 0xFF, 1 << (at % 8)] {
                let mut bytes = whole.clone();
                bytes[at] ^= mask;
                // The changed block and the blocks after it are not read.
                assert_eq!(
                    read(&bytes).0,
                    blocks[..complete].concat(),
                    "{variant}: {mask} at {at}"
                );
            }
        }
    }
}

#[test]
fn another_kind_of_file_is_refused_and_kept() {
    let folder = scratch_folder("refused");
    let path = folder.join("games");
    let not_games = "not a file of self-play games of this version: it needs a first line such as 'luctor-games 1 variant=emergo'";
    let long = [b"luctor-games 1 variant=emergo ".to_vec(), vec![b'x'; 10_000]].concat();
    let table: [(&str, &[u8]); 10] = [
        ("another kind of file", b"\x7FELF\x02\x01\x01\0"),
        ("one line feed", b"\n"),
        ("another format version", b"luctor-games 2 variant=emergo seed=1 nodes=50 plies=4-12\n"),
        ("no version", b"luctor-games variant=emergo seed=1 nodes=50 plies=4-12\n"),
        ("no board", b"luctor-games 1 seed=1 nodes=50 plies=4-12\n"),
        ("an unknown board", b"luctor-games 1 variant=chess seed=1 nodes=50 plies=4-12\n"),
        ("no UTF-8", b"luctor-games 1 variant=emergo \xFF\n"),
        ("a part of a header", b"luctor-gam"),
        ("a header without a line feed", b"luctor-games 1 variant=emergo seed=1"),
        ("a header without an end", &long),
    ];
    for (what, bytes) in table {
        fs::write(&path, bytes).unwrap();
        let error = GameFileWriter::open(&path, &settings(Variant::Emergo)).err().unwrap();
        assert_eq!(error.to_string(), not_games, "{what}");
        let error = GameFileReader::open(&path).err().unwrap();
        assert!(matches!(error, GameFileError::Header), "{what}: {error}");
        assert_eq!(fs::read(&path).unwrap(), bytes, "{what}");
    }
    // An empty file cannot be read, but a writer can start with it.
    fs::write(&path, b"").unwrap();
    assert!(matches!(GameFileReader::open(&path).err(), Some(GameFileError::Header)));
    drop(GameFileWriter::open(&path, &settings(Variant::Emergo)).unwrap());
    assert_eq!(fs::read(&path).unwrap(), header(Variant::Emergo));

    for path in [folder.clone(), folder.join("no/such/games")] {
        let error = GameFileWriter::open(&path, &settings(Variant::Emergo)).err().unwrap();
        assert!(matches!(error, GameFileError::Io(_)), "{}: {error}", path.display());
    }
    assert!(!folder.join("no").exists());
    // On some systems a folder can be opened, but not read.
    for path in [folder.clone(), folder.join("none")] {
        let error = GameFileReader::open(&path).err().unwrap();
        assert!(matches!(error, GameFileError::Io(_)), "{}: {error}", path.display());
    }
    assert!(!folder.join("none").exists());
}

#[test]
fn games_are_added_only_to_a_file_with_the_same_settings() {
    let variant = Variant::Emergo;
    let (whole, _) = file_of("settings", variant, &random_games(6, variant, SMALL));
    let path = scratch_folder("settings").join("games");
    fs::write(&path, &whole).unwrap();
    for wanted in [
        "variant=emergo7 seed=1 nodes=50 plies=4-12",
        "variant=emergo seed=2 nodes=50 plies=4-12",
        "variant=emergo seed=1 nodes=500 plies=4-12",
        "variant=emergo seed=1 nodes=50 plies=4-1",
        "variant=emergo seed=1 nodes=50 plies=4-12 ",
        "",
    ] {
        let error = GameFileWriter::open(&path, wanted).err().unwrap().to_string();
        let found = settings(variant);
        assert_eq!(
            error,
            format!("the file has games with the settings '{found}', not '{wanted}'")
        );
        assert_eq!(fs::read(&path).unwrap(), whole, "{wanted}");
    }
    // A header alone is replaced.
    fs::write(&path, header(Variant::Emergo7)).unwrap();
    GameFileWriter::open(&path, &settings(variant)).unwrap();
    assert_eq!(fs::read(&path).unwrap(), header(variant));
}

#[test]
fn games_of_another_board_are_refused() {
    for (of, read_as) in [
        (Variant::Emergo, Variant::Emergo7),
        (Variant::Emergo, Variant::Hexemergo),
        (Variant::Hexemergo, Variant::Emergo7),
    ] {
        // Good blocks, then one of a board with other moves.
        let good = random_games(7, read_as, SMALL);
        let bad = random_games(8, of, LONG);
        let name = format!("{of} as {read_as}");
        let (mut bytes, _) = file_of(&name, read_as, &good);
        let (foreign, ends) = file_of(&name, of, &bad);
        bytes.extend_from_slice(&foreign[ends[0]..]);
        let (games, end) = read(&bytes);
        assert_eq!(games, good.concat(), "{name}");
        let error = end.unwrap_err();
        assert!(matches!(error, GameFileError::Game(4)), "{name}: {error:?}");
        assert_eq!(error.to_string(), "block 4 has a malformed game or an illegal move");
        assert_eq!(block(&bad[0]).games(read_as), None, "{name}");
    }
}

/// A block with these bytes as games and a right checksum.
pub fn block_bytes(games: &[u8], counts: [u32; 3]) -> Vec<u8> {
    let numbers = counts.iter().flat_map(|count| u64::from(*count).to_le_bytes());
    let sum = fnv1a(numbers.chain(games.iter().copied()));
    let mut bytes = (games.len() as u32).to_le_bytes().to_vec();
    counts.iter().for_each(|count| bytes.extend_from_slice(&count.to_le_bytes()));
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes.extend_from_slice(games);
    bytes
}

#[test]
fn a_malformed_game_with_a_right_checksum_is_refused() {
    let good = [&header(Variant::Emergo)[..], &block_bytes(&[1, 0, 0], [1, 1, 0])].concat();
    assert_eq!(read(&good).0.len(), 1, "a game of one move without a search, won by Black");
    let with_capture = read_position(Variant::Emergo, "1/3/5/7/4wb3/7/5/3/1 w 0,0 1").unwrap();
    let with_capture = [&[0, 4, 1][..], with_capture.position.pack().as_bytes(), &[0]].concat();
    let table: [(&str, &[u8]); 16] = [
        ("no result", &[1]),
        ("a result above 2", &[0, 3]),
        ("no ply", &[1, 0]),
        ("a move index out of range", &[1, 0, 4 * 31, 1]),
        ("an unknown kind of ply", &[1, 0, 3]),
        ("no score", &[1, 0, 1]),
        ("a score above a win", &[1, 0, 1, 0xFE, 0xFF, 0x7F]),
        ("no best move", &[1, 0, 2, 0]),
        ("a best move out of range", &[1, 0, 2, 0, 127]),
        ("a number without an end", &[0xFF; 12]),
        ("no number of positions", &[0, 4]),
        ("a number of 0", &[0, 4, 0]),
        ("a position with a capture", &with_capture),
        ("a part of a position", &[0, 4, 1, 0, 0]),
        ("a malformed position", &[0, 4, 1, 0xFE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ("a position without a score", &[0, 4, 1, 0x98, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ];
    for (what, games) in table {
        let bytes = [&header(Variant::Emergo)[..], &block_bytes(games, [1, 1, 0])].concat();
        let (games, end) = read(&bytes);
        assert!(games.is_empty() && matches!(end, Err(GameFileError::Game(1))), "{what}: {end:?}");
    }
}

#[test]
fn only_one_writer_can_open_a_file() {
    let path = scratch_folder("shared").join("games");
    let first = GameFileWriter::open(&path, "variant=emergo7 seed=1").unwrap();
    let error = GameFileWriter::open(&path, "variant=emergo7 seed=1").err().unwrap();
    assert!(matches!(error, GameFileError::InUse), "{error}");
    drop(first);
    GameFileWriter::open(&path, "variant=emergo7 seed=1").unwrap();
}
