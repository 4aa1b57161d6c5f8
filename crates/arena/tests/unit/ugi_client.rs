//! Unit tests of `src/players/ugi_client.rs`.

use super::*;

#[test]
fn the_evaluation_is_read_from_the_best_line() {
    let info = |evaluation, depth, nodes| MoveInfo { evaluation, depth, nodes };
    let (cp, mate) = (Evaluation::Centimen, Evaluation::Mate);
    let table = [
        ("depth 3 score cp -7 nodes 9 pv e4", info(Some(cp(-7)), Some(3), Some(9))),
        ("score mate -2 depth 5", info(Some(mate(-2)), Some(5), None)),
        ("score cp 2147483647", info(Some(cp(100_000)), None, None)),
        ("score mate -2147483648", info(Some(mate(-100_000)), None, None)),
        ("depth 9 multipv 1 score cp 1", info(Some(cp(1)), Some(9), None)),
        ("depth 9 multipv 2 score cp 1", MoveInfo::default()),
        ("string depth 9", MoveInfo::default()),
        ("depth x score", MoveInfo::default()),
        ("pv e4 depth 9", MoveInfo::default()),
    ];
    for (line, expected) in table {
        let mut read = MoveInfo::default();
        read_info(line.split_ascii_whitespace(), &mut read);
        assert_eq!(read, expected, "{line}");
    }
}
