//! Symmetries of the board while it is nearly empty. Symmetric positions share one table entry. Of symmetric entries of
//! a man, only one is searched. With more pieces on the board, symmetric positions are rare in one tree, and the search
//! does not look for them.

use emergo::{Key, Move, MoveHash, MoveKind, Position, Side, Symmetry};

/// Is the board so empty that symmetric positions are looked for: at most `max_pieces` pieces, both hands not empty?
#[inline]
fn is_nearly_empty(pos: &Position, max_pieces: i32) -> bool {
    pos.occupied().count() as i32 <= max_pieces && Side::ALL.iter().all(|side| pos.hand(*side) > 0)
}

/// The position under which the table stores a position: itself, or a symmetric one while the board is nearly empty.
#[derive(Clone, Copy)]
pub(super) struct TablePosition {
    pub key: Key,
    /// The symmetry that leads to it, unless it is the position itself.
    symmetry: Option<&'static Symmetry>,
}

impl TablePosition {
    #[inline]
    pub fn of(pos: &Position, max_pieces: i32) -> TablePosition {
        if is_nearly_empty(pos, max_pieces) {
            TablePosition::among_symmetric(pos)
        } else {
            TablePosition { key: pos.key(), symmetry: None }
        }
    }

    #[cold]
    fn among_symmetric(pos: &Position) -> TablePosition {
        let images = pos.symmetric_keys().zip(pos.variant().symmetries()).enumerate();
        // The smallest by its low bytes: the high bits select the bucket, and small keys would crowd some buckets.
        let least = images.min_by_key(|(_, (key, _))| key.swap_bytes());
        match least {
            Some((index, (key, symmetry))) if index > 0 => {
                TablePosition { key, symmetry: Some(symmetry) }
            }
            _ => TablePosition { key: pos.key(), symmetry: None },
        }
    }

    /// The hash under which the table stores a move of the position. Under a symmetry only entries have one.
    #[inline]
    pub fn stored_move(self, mv: Move) -> Option<MoveHash> {
        match self.symmetry {
            None => Some(mv.short_hash()),
            Some(symmetry) if mv.kind() == MoveKind::Entry => {
                Some(Move::entry(symmetry.image(mv.to())).short_hash())
            }
            Some(_) => None,
        }
    }

    /// The hash of the position's own move for a hash from the table: the reverse of [`TablePosition::stored_move`].
    #[inline]
    pub fn own_move(self, pos: &Position, stored: MoveHash) -> Option<MoveHash> {
        let Some(symmetry) = self.symmetry else {
            return Some(stored);
        };
        let mut entries = pos.empty().map(Move::entry);
        let is_stored = |mv: &Move| Move::entry(symmetry.image(mv.to())).short_hash() == stored;
        entries.find(is_stored).map(Move::short_hash)
    }
}

/// The symmetries, except for the identity, that leave a position unchanged. They make some of its entries equal.
pub(super) struct EntrySymmetries(Vec<&'static Symmetry>);

impl EntrySymmetries {
    #[inline]
    pub fn of(pos: &Position, max_pieces: i32) -> EntrySymmetries {
        if is_nearly_empty(pos, max_pieces) {
            EntrySymmetries::that_keep(pos)
        } else {
            EntrySymmetries(Vec::new())
        }
    }

    #[cold]
    fn that_keep(pos: &Position) -> EntrySymmetries {
        let images = pos.symmetric_keys().zip(pos.variant().symmetries()).skip(1);
        let same = images.filter(|(key, _)| *key == pos.key());
        EntrySymmetries(same.map(|(_, symmetry)| symmetry).collect())
    }

    /// Is the move an entry that is symmetric to an entry on an earlier cell, one of those that `among` accepts?
    #[inline]
    pub fn has_earlier(&self, mv: Move, among: impl Fn(Move) -> bool) -> bool {
        self.0.iter().any(|symmetry| {
            let image = Move::entry(symmetry.image(mv.to()));
            mv.kind() == MoveKind::Entry && image < mv && among(image)
        })
    }

    /// Keeps the first of the symmetric entries in a list.
    pub fn keep_first(&self, moves: &mut Vec<Move>) {
        let all = moves.clone();
        moves.retain(|mv| !self.has_earlier(*mv, |image| all.contains(&image)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::{Variant, read_position};
    use std::collections::HashSet;

    const MAX_PIECES: i32 = 4;

    /// The position after entries on these cells, each taken once.
    fn after_entries(variant: Variant, entries: &[u8]) -> Position {
        let mut pos = Position::start(variant);
        let cells: Vec<_> = variant.cells().collect();
        for cell in entries.iter().map(|cell| cells[usize::from(*cell)]) {
            if pos.owner(cell).is_none() {
                pos.play(Move::entry(cell));
            }
        }
        pos
    }

    #[test]
    fn symmetric_positions_have_one_key_and_one_stored_move() {
        for variant in Variant::ALL {
            // Three entries without a capture, that no symmetry leaves unchanged.
            let mut far =
                (1..24).flat_map(|a| (1..24).map(move |b| after_entries(variant, &[0, a, b])));
            let is_plain = |pos: &Position| {
                let keys: HashSet<Key> = pos.symmetric_keys().collect();
                !pos.can_capture() && keys.len() == variant.symmetries().len()
            };
            let pos = far.find(is_plain).unwrap();
            for mv in pos.legal_moves() {
                let stored = TablePosition::of(&pos, MAX_PIECES).stored_move(mv).unwrap();
                for symmetry in variant.symmetries() {
                    let image = pos.image(symmetry);
                    let of_image = TablePosition::of(&image, MAX_PIECES);
                    assert_eq!(of_image.key, TablePosition::of(&pos, MAX_PIECES).key, "{variant}");
                    let expected = Move::entry(symmetry.image(mv.to()));
                    assert_eq!(
                        of_image.own_move(&image, stored),
                        Some(expected.short_hash()),
                        "{variant}"
                    );
                }
            }
        }
    }

    #[test]
    fn positions_with_more_pieces_or_an_empty_hand_keep_their_own_key() {
        for (text, keeps_key) in [
            ("1/3/5/2b4/9/1w1w3/5/1b1/1 w 10,10", false),
            ("1/3/5/2b4/9/1w1w3/b4/1b1/1 w 10,9", true),
            ("1/3/5/2b4/9/1w1w3/5/1b1/1 w 0,10", true),
        ] {
            let pos = read_position(Variant::Emergo, text).unwrap().position;
            let images = Variant::Emergo.symmetries().iter().map(|symmetry| pos.image(symmetry));
            let mut with_own_key =
                images.filter(|image| TablePosition::of(image, MAX_PIECES).key == image.key());
            assert_eq!(with_own_key.nth(1).is_some(), keeps_key, "{text}");
        }
    }

    #[test]
    fn of_symmetric_first_entries_one_is_kept() {
        // Of 40, 24 and 36 entries.
        for (variant, left) in
            [(Variant::Emergo, 8), (Variant::Emergo7, 5), (Variant::Hexemergo, 5)]
        {
            let pos = Position::start(variant);
            let mut moves = pos.legal_moves();
            EntrySymmetries::of(&pos, MAX_PIECES).keep_first(&mut moves);
            assert_eq!(moves.len(), left, "{variant}");
        }
    }

    #[test]
    fn without_a_symmetry_every_entry_is_kept() {
        let pos = after_entries(Variant::Emergo, &[1, 7]);
        let mut moves = pos.legal_moves();
        let before = moves.len();
        EntrySymmetries::of(&pos, MAX_PIECES).keep_first(&mut moves);
        assert_eq!(moves.len(), before);
    }
}
