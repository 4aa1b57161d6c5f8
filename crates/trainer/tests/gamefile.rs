//! Files of self-play games: what is written is read again, and what is torn or altered is noticed.

use emergo::GameResult;
use emergo::{Blocked, Game, MoveList, Position, Variant};
use luctor_engine::checksum::fnv1a;
use luctor_engine::score::Score;
use luctor_trainer::gamefile::{
    Block, Contents, GameFileError, GameFileReader, GameFileWriter, RecordedGame, RecordedPly,
    Searched,
};
use luctor_trainer::train::dataset::{Dataset, DatasetError};
use proptest::prelude::*;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::fs;
use std::path::{Path, PathBuf};
use test_support::random::rng;

/// A folder of a test's own, empty.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gamefile").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn settings(variant: Variant) -> String {
    format!("variant={variant} seed=1 nodes=50 plies=4-12")
}

fn header(variant: Variant) -> Vec<u8> {
    format!("luctor-games 1 {}\n", settings(variant)).into_bytes()
}

/// Any score that a search gives, those at the edges often.
fn score(rng: &mut StdRng) -> Score {
    match rng.random_range(0..8) {
        0 => Score::win_in(rng.random_range(0..200)),
        1 => Score::loss_in(rng.random_range(0..200)),
        2 => *[Score::win_in(0), Score::loss_in(0), Score::DRAW].choose(rng).unwrap(),
        3 => *[-20_000, -64, -1, 1, 63, 64, 20_000].map(Score::centimen).choose(rng).unwrap(),
        _ => Score::centimen(rng.random_range(-3_000..=3_000)),
    }
}

/// A game of so many plies at most. Its plies are searched or not, and against the search or not.
fn game(rng: &mut StdRng, variant: Variant, plies: usize) -> RecordedGame {
    let mut game = Game::new(variant, Blocked::Draw);
    let mut recorded = Vec::new();
    while game.ending().is_none() && recorded.len() < plies {
        let moves = game.position().legal_moves();
        let played = *moves.choose(rng).unwrap();
        let best = if rng.random_bool(0.2) { *moves.choose(rng).unwrap() } else { played };
        let searched = rng.random_bool(0.7).then(|| Searched { best, score: score(rng) });
        recorded.push(RecordedPly { played, searched });
        game.play(played);
    }
    let results = [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins];
    RecordedGame { plies: recorded, result: *results.choose(rng).unwrap() }
}

/// Blocks of random games: so many, of so many games of so many plies at most.
fn random_games(
    seed: u64,
    variant: Variant,
    (blocks, games, plies): (usize, usize, usize),
) -> Vec<Vec<RecordedGame>> {
    let mut rng = rng(seed);
    (0..blocks)
        .map(|_| {
            (0..games)
                .map(|_| {
                    let plies = rng.random_range(0..=plies);
                    game(&mut rng, variant, plies)
                })
                .collect()
        })
        .collect()
}

fn block(variant: Variant, games: &[RecordedGame]) -> Block {
    let mut block = Block::default();
    games.iter().for_each(|game| block.push(variant, game));
    block
}

/// Makes a file, or goes on with it.
fn write(path: &Path, variant: Variant, blocks: &[Vec<RecordedGame>]) -> GameFileWriter {
    let mut writer = GameFileWriter::open(path, &settings(variant)).unwrap();
    for games in blocks {
        writer.add(&block(variant, games)).unwrap();
    }
    writer
}

/// The bytes of a file of these blocks, and where each begins and the last ends.
fn file_of(name: &str, variant: Variant, blocks: &[Vec<RecordedGame>]) -> (Vec<u8>, Vec<usize>) {
    let path = scratch(name).join("games");
    let mut ends = vec![header(variant).len()];
    for games in blocks {
        drop(write(&path, variant, std::slice::from_ref(games)));
        ends.push(fs::metadata(&path).unwrap().len() as usize);
    }
    (fs::read(path).unwrap(), ends)
}

/// All games that a reader gives before the end or an error.
fn read(bytes: &[u8]) -> (Vec<RecordedGame>, Result<(), GameFileError>) {
    let mut games = Vec::new();
    let mut reader = match GameFileReader::new(bytes) {
        Ok(reader) => reader,
        Err(error) => return (games, Err(error)),
    };
    loop {
        match reader.next_games() {
            Ok(Some(more)) => games.extend(more),
            Ok(None) => return (games, Ok(())),
            Err(error) => return (games, Err(error)),
        }
    }
}

/// What a file should say that it holds, by replaying the games.
fn counted<'a>(variant: Variant, games: impl IntoIterator<Item = &'a RecordedGame>) -> Contents {
    let mut contents = Contents::default();
    for game in games {
        contents.games += 1;
        let mut position = Position::start(variant);
        for ply in &game.plies {
            contents.plies += 1;
            if ply.searched.is_some() && !position.can_capture() {
                contents.positions += 1;
            }
            position = position.after(ply.played);
        }
    }
    contents
}

#[test]
fn games_are_read_as_they_were_written() {
    for variant in Variant::ALL {
        let path = scratch(&format!("whole {variant}")).join("games");
        // Longer than 127 plies too, whose number takes two bytes, and without any ply.
        let mut blocks = random_games(1, variant, (4, 8, 300));
        blocks[1].push(RecordedGame { plies: Vec::new(), result: GameResult::Draw });
        blocks.push(Vec::new());
        let all: Vec<RecordedGame> = blocks.concat();
        let plies: Vec<RecordedPly> = all.iter().flat_map(|game| game.plies.clone()).collect();
        // The material has all that a file can say.
        assert!(all.iter().any(|game| game.plies.len() > 127), "{variant}");
        assert!(plies.iter().any(|ply| ply.searched.is_none()));
        assert!(plies.iter().any(|ply| ply.searched.is_some() && ply.is_random()));
        assert!(plies.iter().any(|ply| !ply.is_random()));
        for extreme in [Score::win_in(0), Score::loss_in(0)] {
            assert!(plies.iter().any(|ply| ply.searched.is_some_and(|said| said.score == extreme)));
        }

        let writer = write(&path, variant, &blocks);
        let expected = counted(variant, &all);
        assert!(expected.positions > 0 && expected.positions < expected.plies, "{expected:?}");
        assert_eq!((writer.contents(), writer.blocks()), (expected, 5), "{variant}");
        drop(writer);
        let again = GameFileWriter::open(&path, &settings(variant)).unwrap();
        assert_eq!((again.contents(), again.blocks()), (expected, 5), "{variant}");

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
            assert_eq!(block.contents(), counted(variant, games), "{variant}");
            assert_eq!(block.games(variant).as_ref(), Some(games), "{variant}");
        }
    }
}

#[test]
fn a_file_in_several_sittings_is_that_of_one() {
    for variant in Variant::ALL {
        let blocks = random_games(2, variant, (3, 4, 40));
        let (several, _) = file_of(&format!("sittings {variant}"), variant, &blocks);
        let path = scratch(&format!("sitting {variant}")).join("games");
        drop(write(&path, variant, &blocks));
        assert_eq!(fs::read(path).unwrap(), several, "{variant}");
    }
}

#[test]
fn a_file_cut_at_any_byte_goes_on_from_its_last_whole_block() {
    for variant in Variant::ALL {
        let blocks = random_games(3, variant, (3, 3, 24));
        let (whole, ends) = file_of(&format!("cut {variant}"), variant, &blocks);
        let path = scratch(&format!("cut {variant}")).join("games");
        assert_eq!(ends[3], whole.len());
        // All of the last block, and the edges of those before it.
        let edges = ends[..3].iter().flat_map(|end| [*end, end + 1, end + 23, end + 24]);
        let cuts = edges.chain(ends[2]..ends[3]);
        for cut in cuts {
            fs::write(&path, &whole[..cut]).unwrap();
            let left = ends.iter().rposition(|end| *end <= cut).unwrap();
            assert_eq!(read(&whole[..cut]).0, blocks[..left].concat(), "{variant}, cut at {cut}");
            let mut writer = GameFileWriter::open(&path, &settings(variant)).unwrap();
            let contents = counted(variant, blocks[..left].iter().flatten());
            assert_eq!((writer.contents(), writer.blocks()), (contents, left as u64), "{cut}");
            assert_eq!(fs::metadata(&path).unwrap().len() as usize, ends[left], "{cut}");
            for games in &blocks[left..] {
                writer.add(&block(variant, games)).unwrap();
            }
            drop(writer);
            assert_eq!(fs::read(&path).unwrap(), whole, "{variant}, cut at {cut}");
        }
    }
}

#[test]
fn a_flipped_byte_in_a_block_is_noticed() {
    for variant in Variant::ALL {
        let blocks = random_games(4, variant, (3, 2, 24));
        let (whole, ends) = file_of(&format!("flip {variant}"), variant, &blocks);
        for at in ends[0]..whole.len() {
            let left = ends.iter().rposition(|end| *end <= at).unwrap();
            for mask in [1, 0x80, 0xFF, 1 << (at % 8)] {
                let mut bytes = whole.clone();
                bytes[at] ^= mask;
                // Nothing of the altered block is read, nor behind it.
                assert_eq!(read(&bytes).0, blocks[..left].concat(), "{variant}: {mask} at {at}");
            }
        }
    }
}

#[test]
fn a_flipped_byte_in_the_first_line_leaves_the_file_as_it_is() {
    let variant = Variant::Emergo7;
    let (whole, ends) = file_of("flip header", variant, &random_games(5, variant, (2, 2, 12)));
    let path = scratch("flip header").join("games");
    for at in 0..ends[0] {
        for mask in [1, 0x20, 0x80, whole[at] ^ b'\n'] {
            let mut bytes = whole.clone();
            bytes[at] ^= mask;
            if bytes == whole {
                continue;
            }
            fs::write(&path, &bytes).unwrap();
            let error = GameFileWriter::open(&path, &settings(variant)).err();
            assert!(
                matches!(error, Some(GameFileError::Header | GameFileError::Settings { .. })),
                "{mask} at {at}: {error:?}"
            );
            assert_eq!(fs::read(&path).unwrap(), bytes, "{mask} at {at}");
        }
    }
}

#[test]
fn what_is_no_such_file_is_refused_and_left_as_it_is() {
    let folder = scratch("refused");
    let path = folder.join("games");
    let no_file = "no file of self-play games: the first line is wrong";
    let long = [b"luctor-games 1 variant=emergo ".to_vec(), vec![b'x'; 10_000]].concat();
    let table: [(&str, &[u8]); 9] = [
        ("another kind of file", b"\x7FELF\x02\x01\x01\0"),
        ("one line feed", b"\n"),
        ("another format version", b"luctor-games 2 variant=emergo seed=1 nodes=50 plies=4-12\n"),
        ("no version", b"luctor-games variant=emergo seed=1 nodes=50 plies=4-12\n"),
        ("no board", b"luctor-games 1 seed=1 nodes=50 plies=4-12\n"),
        ("an unknown board", b"luctor-games 1 variant=chess seed=1 nodes=50 plies=4-12\n"),
        ("no UTF-8", b"luctor-games 1 variant=emergo \xFF\n"),
        ("the beginning of a first line", b"luctor-gam"),
        ("an endless first line", &long),
    ];
    for (what, bytes) in table {
        fs::write(&path, bytes).unwrap();
        let error = GameFileWriter::open(&path, &settings(Variant::Emergo)).err().unwrap();
        assert_eq!(error.to_string(), no_file, "{what}");
        let error = GameFileReader::open(&path).err().unwrap();
        assert!(matches!(error, GameFileError::Header), "{what}: {error}");
        assert_eq!(fs::read(&path).unwrap(), bytes, "{what}");
    }
    // Nothing at all is no file to read from, but one to begin.
    fs::write(&path, b"").unwrap();
    assert!(matches!(GameFileReader::open(&path).err(), Some(GameFileError::Header)));
    drop(GameFileWriter::open(&path, &settings(Variant::Emergo)).unwrap());
    assert_eq!(fs::read(&path).unwrap(), header(Variant::Emergo));

    for path in [folder.clone(), folder.join("no/such/games")] {
        let error = GameFileWriter::open(&path, &settings(Variant::Emergo)).err().unwrap();
        assert!(matches!(error, GameFileError::Io(_)), "{}: {error}", path.display());
    }
    assert!(!folder.join("no").exists());
    // Some systems open a folder, and then fail to read it.
    for path in [folder.clone(), folder.join("none")] {
        let error = GameFileReader::open(&path).err().unwrap();
        assert!(matches!(error, GameFileError::Io(_)), "{}: {error}", path.display());
    }
    assert!(!folder.join("none").exists());
}

#[test]
fn games_are_added_only_to_those_of_the_same_settings() {
    let variant = Variant::Emergo;
    let (whole, _) = file_of("settings", variant, &random_games(6, variant, (2, 2, 12)));
    let path = scratch("settings").join("games");
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
            format!("the file has other games: it says '{found}', wanted is '{wanted}'")
        );
        assert_eq!(fs::read(&path).unwrap(), whole, "{wanted}");
    }
}

#[test]
fn games_of_another_board_break_the_rules() {
    for (of, read_as) in [
        (Variant::Emergo, Variant::Emergo7),
        (Variant::Emergo, Variant::Hexemergo),
        (Variant::Hexemergo, Variant::Emergo7),
    ] {
        // One good block, then one whose first moves the smaller board does not have.
        let good = random_games(7, read_as, (1, 2, 20));
        let bad = random_games(8, of, (1, 20, 60));
        let name = format!("{of} as {read_as}");
        let (mut bytes, _) = file_of(&name, read_as, &good);
        let (foreign, ends) = file_of(&name, of, &bad);
        bytes.extend_from_slice(&foreign[ends[0]..]);
        let (games, end) = read(&bytes);
        assert_eq!(games, good.concat(), "{name}");
        let error = end.unwrap_err();
        assert!(matches!(error, GameFileError::Game(2)), "{name}: {error:?}");
        assert_eq!(error.to_string(), "block 2 holds a game that breaks the rules of its board");
        assert_eq!(block(of, &bad[0]).games(read_as), None, "{name}");
    }
}

/// A block of any bytes as games, with a checksum that is right.
fn sealed(games: &[u8], counts: [u32; 3]) -> Vec<u8> {
    let sum = fnv1a(
        counts
            .iter()
            .flat_map(|count| u64::from(*count).to_le_bytes())
            .chain(games.iter().copied()),
    );
    let mut bytes = (games.len() as u32).to_le_bytes().to_vec();
    counts.iter().for_each(|count| bytes.extend_from_slice(&count.to_le_bytes()));
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes.extend_from_slice(games);
    bytes
}

#[test]
fn a_sealed_block_that_is_no_list_of_games_breaks_the_rules() {
    let good = [&header(Variant::Emergo)[..], &sealed(&[1, 0, 0], [1, 1, 0])].concat();
    assert_eq!(read(&good).0.len(), 1, "the first legal move, not searched, and Black won");
    let table: [(&str, &[u8]); 10] = [
        ("no result", &[1]),
        ("no such result", &[0, 3]),
        ("no ply", &[1, 0]),
        ("no such move", &[1, 0, 4 * 31, 1]),
        ("no such kind of ply", &[1, 0, 3]),
        ("no score", &[1, 0, 1]),
        ("a score beyond a win", &[1, 0, 1, 0xFE, 0xFF, 0x7F]),
        ("no best move", &[1, 0, 2, 0]),
        ("no such best move", &[1, 0, 2, 0, 127]),
        ("an endless number", &[0xFF; 12]),
    ];
    for (what, games) in table {
        let bytes = [&header(Variant::Emergo)[..], &sealed(games, [1, 1, 0])].concat();
        let (games, end) = read(&bytes);
        assert!(games.is_empty() && matches!(end, Err(GameFileError::Game(1))), "{what}: {end:?}");
    }
}

/// A block of one game of one entry, by its place among the first moves.
fn one_entry(variant: Variant, index: usize) -> Block {
    let mut moves = MoveList::new();
    Position::start(variant).legal_moves_into(&mut moves);
    moves.sort_unstable();
    let plies = vec![RecordedPly { played: moves[index], searched: None }];
    let mut block = Block::default();
    block.push(variant, &RecordedGame { plies, result: GameResult::Draw });
    block
}

#[test]
fn a_first_line_without_its_end_is_refused() {
    let path = scratch("no line feed").join("games");
    fs::write(&path, "luctor-games 1 variant=emergo7 seed=1").unwrap();
    let error = GameFileWriter::open(&path, "variant=emergo7 seed=1").err().unwrap();
    assert!(matches!(error, GameFileError::Header), "{error}");
}

#[test]
fn two_writers_do_not_share_a_file() {
    let path = scratch("shared").join("games");
    let first = GameFileWriter::open(&path, "variant=emergo7 seed=1").unwrap();
    let error = GameFileWriter::open(&path, "variant=emergo7 seed=1").err().unwrap();
    assert!(matches!(error, GameFileError::InUse), "{error}");
    drop(first);
    GameFileWriter::open(&path, "variant=emergo7 seed=1").unwrap();
}

#[test]
fn the_block_that_breaks_the_rules_is_named() {
    let path = scratch("third block").join("games");
    let mut writer = GameFileWriter::open(&path, "variant=emergo7 seed=1").unwrap();
    for number in 1..=10 {
        // The small board has 24 first moves.
        let bad = one_entry(Variant::Emergo, 39);
        writer.add(&if number == 3 { bad } else { one_entry(Variant::Emergo7, 0) }).unwrap();
    }
    drop(writer);
    let error = Dataset::read(&[path]).unwrap_err();
    assert!(matches!(error, DatasetError::File(_, GameFileError::Game(3))), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_bytes_behind_a_good_first_line_are_no_games(
        bytes in prop::collection::vec(any::<u8>(), 0..600),
        variant in prop::sample::select(Variant::ALL.to_vec()),
    ) {
        let (games, end) = read(&[&header(variant)[..], &bytes].concat());
        prop_assert!(games.is_empty());
        prop_assert!(matches!(end, Ok(()) | Err(GameFileError::Damaged(1))), "{end:?}");
    }

    #[test]
    fn any_bytes_at_all_never_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..600),
        at in any::<prop::sample::Index>(),
    ) {
        let _ = read(&bytes);
        // Some of the first line, then anything.
        let header = header(Variant::Emergo);
        let _ = read(&[&header[..at.index(header.len())], &bytes].concat());
    }

    #[test]
    fn any_bytes_as_games_of_a_sealed_block_never_panic(
        bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0_u8..3, (0_u8..20).prop_map(|at| 4 * at)], 0..600),
        counts in any::<[u16; 3]>(),
        variant in prop::sample::select(Variant::ALL.to_vec()),
    ) {
        let sealed = sealed(&bytes, counts.map(u32::from));
        let (_, end) = read(&[&header(variant)[..], &sealed].concat());
        prop_assert!(matches!(end, Ok(()) | Err(GameFileError::Game(1))), "{end:?}");
    }
}
