//! The symmetries of the board, while it is nearly empty: positions that are images of each other share one
//! entry of the table, and of entries that are images of each other one is searched. Later few positions have
//! an image to meet, and looking for it costs more than it finds.

use emergo::{Key, Move, MoveHash, MoveKind, MoveList, Position, Side, Symmetry};

use super::params;

/// Is the board so empty that symmetric positions are looked for?
#[inline]
fn is_nearly_empty(pos: &Position) -> bool {
    let pieces = pos.pieces(Side::White) | pos.pieces(Side::Black);
    pieces.count() <= params::SYMMETRY_PIECES && Side::ALL.iter().all(|side| pos.hand(*side) > 0)
}

/// Where a position is kept in the table: its own key, or the least of its images'.
#[derive(Clone, Copy)]
pub(super) struct CanonicalPosition {
    pub key: Key,
    /// What leads to the image, unless it is the position itself.
    symmetry: Option<&'static Symmetry>,
}

impl CanonicalPosition {
    #[inline]
    pub fn of(pos: &Position) -> CanonicalPosition {
        if is_nearly_empty(pos) {
            CanonicalPosition::among_images(pos)
        } else {
            CanonicalPosition { key: pos.key(), symmetry: None }
        }
    }

    #[cold]
    fn among_images(pos: &Position) -> CanonicalPosition {
        let symmetries = pos.variant().symmetries();
        let images = pos.symmetric_keys(symmetries).zip(symmetries).enumerate();
        // The least by its low end: the table goes by the high one, and would crowd where keys are small.
        let least = images.min_by_key(|(_, (key, _))| key.swap_bytes());
        match least {
            Some((index, (key, symmetry))) if index > 0 => {
                CanonicalPosition { key, symmetry: Some(symmetry) }
            }
            _ => CanonicalPosition { key: pos.key(), symmetry: None },
        }
    }

    /// How the table is to remember a move of the position. Of an image it only knows entries.
    #[inline]
    pub fn tag_of(self, mv: Move) -> Option<MoveHash> {
        match self.symmetry {
            None => Some(mv.short_hash()),
            Some(symmetry) if mv.kind() == MoveKind::Entry => {
                Some(Move::entry(symmetry.image(mv.to())).short_hash())
            }
            Some(_) => None,
        }
    }

    /// The tag of the move of the position that the table remembered.
    #[inline]
    pub fn tag_here(self, pos: &Position, tag: MoveHash) -> Option<MoveHash> {
        let Some(symmetry) = self.symmetry else {
            return Some(tag);
        };
        let mut entries = pos.empty().map(Move::entry);
        let is_meant = |mv: &Move| Move::entry(symmetry.image(mv.to())).short_hash() == tag;
        entries.find(is_meant).map(Move::short_hash)
    }
}

/// The symmetries that leave a position as it is, but for the identity: what makes entries twins.
pub(super) struct EntrySymmetries(Vec<&'static Symmetry>);

impl EntrySymmetries {
    #[inline]
    pub fn of(pos: &Position) -> EntrySymmetries {
        if is_nearly_empty(pos) {
            EntrySymmetries::among_images(pos)
        } else {
            EntrySymmetries(Vec::new())
        }
    }

    #[cold]
    fn among_images(pos: &Position) -> EntrySymmetries {
        let symmetries = pos.variant().symmetries();
        let images = pos.symmetric_keys(symmetries).zip(symmetries).skip(1);
        let same = images.filter(|(key, _)| *key == pos.key());
        EntrySymmetries(same.map(|(_, symmetry)| symmetry).collect())
    }

    /// Is a move an entry that has a twin on a cell before its own?
    #[inline]
    pub fn has_earlier(&self, mv: Move) -> bool {
        self.0.iter().any(|symmetry| {
            mv.kind() == MoveKind::Entry && symmetry.image(mv.to()).index() < mv.to().index()
        })
    }

    /// Of twins in the list, keeps the first.
    pub fn keep_first(&self, moves: &mut MoveList) {
        let all = moves.clone();
        moves.retain(|mv| {
            let mut twins = self.0.iter().map(|symmetry| Move::entry(symmetry.image(mv.to())));
            mv.kind() != MoveKind::Entry || twins.all(|twin| twin >= *mv || !all.contains(&twin))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::{Variant, read_position};
    use std::collections::HashSet;

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
    fn images_of_a_position_have_one_home_and_mean_the_same_move() {
        for variant in Variant::ALL {
            // Three entries without a capture, so far from each other that no symmetry keeps them.
            let mut far =
                (1..24).flat_map(|a| (1..24).map(move |b| after_entries(variant, &[0, a, b])));
            let is_plain = |pos: &Position| {
                let keys: HashSet<Key> = pos.symmetric_keys(variant.symmetries()).collect();
                !pos.can_capture() && keys.len() == variant.symmetries().len()
            };
            let pos = far.find(is_plain).unwrap();
            let mut moves = MoveList::new();
            pos.legal_moves_into(&mut moves);
            for &mv in &moves {
                let tag = CanonicalPosition::of(&pos).tag_of(mv).unwrap();
                for symmetry in variant.symmetries() {
                    let image = pos.image(symmetry);
                    let home = CanonicalPosition::of(&image);
                    assert_eq!(home.key, CanonicalPosition::of(&pos).key, "{variant}");
                    let meant = Move::entry(symmetry.image(mv.to()));
                    assert_eq!(home.tag_here(&image, tag), Some(meant.short_hash()), "{variant}");
                }
            }
        }
    }

    #[test]
    fn a_full_board_and_an_empty_hand_keep_their_own_key() {
        for text in [
            "1/3/w4/1b5/9/w1w4/b4/2b/1 w 9,9",
            "1/3/2w2/3b3/9/7/5/3/1 w 0,11",
            "w/b2/w4/w5b/b5w1b/w(wb)4w/w2(wb2)1/3/1 b 1,2",
        ] {
            let pos = read_position(Variant::Emergo, text).unwrap().position;
            let own = CanonicalPosition::of(&pos);
            let nearly_empty = is_nearly_empty(&pos);
            assert!(own.key == pos.key() || nearly_empty, "{text}");
        }
    }

    #[test]
    fn of_the_first_entries_those_are_left_that_no_symmetry_joins() {
        // Of 40, 24 and 36 entries, the rim and the rings inside it.
        for (variant, left) in
            [(Variant::Emergo, 8), (Variant::Emergo7, 5), (Variant::Hexemergo, 5)]
        {
            let pos = Position::start(variant);
            let mut moves = MoveList::new();
            pos.legal_moves_into(&mut moves);
            EntrySymmetries::of(&pos).keep_first(&mut moves);
            assert_eq!(moves.len(), left, "{variant}");
        }
    }

    #[test]
    fn without_a_twin_every_entry_stays() {
        let pos = after_entries(Variant::Emergo, &[1, 7]);
        let mut moves = MoveList::new();
        pos.legal_moves_into(&mut moves);
        let before = moves.len();
        EntrySymmetries::of(&pos).keep_first(&mut moves);
        assert_eq!(moves.len(), before);
    }
}
