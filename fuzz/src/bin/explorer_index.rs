#![no_main]
//! An index of a few games with changed bytes: three bytes of the input are a place, one is the change. Two at the end
//! may shorten the file.
use emergo::Coordinates;
use emergo_records::{GameRecord, ReadOptions, read_records};
use libfuzzer_sys::fuzz_target;
use luctor_explorer::{Index, IndexWriter};
use luctor_fuzz::scratch;
use std::fs;
use std::sync::LazyLock;
use test_support::mutation::assert_is_a_sentence;

static GAMES: LazyLock<Vec<GameRecord>> = LazyLock::new(|| {
    let text = "e3 e7 f4\ne4 e6 f4 d6\ne1 e2 e3 f4 d6 d4\na5 b5 c6\n";
    read_records(text, &ReadOptions::default()).games.into_iter().flatten().collect()
});
static INDEX: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let path = scratch("good.index");
    let _ = fs::remove_file(&path);
    let mut writer = IndexWriter::open(&path).expect("the disk has space");
    for (number, game) in (1..).zip(GAMES.iter()) {
        writer.add("source", "file", number, game).expect("the disk has space");
    }
    writer.finish().expect("the disk has space");
    fs::read(&path).expect("the file was written")
});

fuzz_target!(|input: &[u8]| {
    let mut bytes = INDEX.clone();
    let changes = input.chunks_exact(4);
    if let [low, high] = changes.remainder() {
        let length = usize::from(u16::from_le_bytes([*low, *high])) * 4;
        bytes.truncate(length);
    }
    for change in changes {
        let place = u32::from_le_bytes([change[0], change[1], change[2], 0]) as usize;
        if let Some(count) = place.checked_rem(bytes.len()) {
            bytes[count] ^= change[3];
        }
    }
    let path = scratch("changed.index");
    fs::write(&path, bytes).expect("the disk has space");
    let index = match Index::open(&path) {
        Ok(index) => index,
        Err(error) => return assert_is_a_sentence(&error),
    };
    for game in GAMES.iter() {
        for plies in 0..=game.moves.len() {
            let reached = game.game_at(plies);
            if let Err(error) = index.lookup(reached.position(), Coordinates::Oblique) {
                assert_is_a_sentence(&error);
            }
        }
    }
});
