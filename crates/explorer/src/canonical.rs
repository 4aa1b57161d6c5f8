//! The canonical form of a position and of its moves, under the symmetries of the board.

use emergo::{Key, Move, Position, Symmetry, Variant};

/// The canonical form of a position: its symmetric position with the least key.
pub(crate) struct CanonicalPosition {
    pub key: Key,
    variant: Variant,
    /// The symmetries that lead to the canonical position: one, or more if the position is symmetric in itself.
    symmetries: Vec<&'static Symmetry>,
    /// The legal moves of the canonical position in ascending order.
    moves: Vec<Move>,
}

/// The number of a move among the legal moves of the canonical position. Moves of a position have the same number if and
/// only if a symmetry of the position exchanges them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct MoveNumber(pub u16);

impl CanonicalPosition {
    pub fn of(position: &Position) -> CanonicalPosition {
        let variant = position.variant();
        let keys: Vec<Key> = position.symmetric_keys().collect();
        let key = keys.iter().copied().min().unwrap_or_default();
        let least = variant.symmetries().iter().zip(&keys).filter(|(_, image)| **image == key);
        let symmetries: Vec<_> = least.map(|(symmetry, _)| symmetry).collect();
        let moves = position.image(symmetries[0]).sorted_moves();
        CanonicalPosition { key, variant, symmetries, moves }
    }

    /// The number of a move of the position, `None` if it is not legal.
    pub fn number_of(&self, mv: Move) -> Option<MoveNumber> {
        let images = self.symmetries.iter().map(|symmetry| symmetry.move_image(self.variant, mv));
        let least = images.min()?;
        let number = self.moves.binary_search(&least).ok()?;
        u16::try_from(number).ok().map(MoveNumber)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::{Coordinates, read_move, read_position};
    use std::collections::BTreeMap;

    #[test]
    fn symmetric_moves_of_symmetric_positions_have_one_key_and_one_number() {
        for (variant, text) in [
            (Variant::Emergo, "1/3/5/7/9/3w3/5/3/1 b 11,12"),
            (Variant::Emergo, "1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5"),
            (Variant::Emergo, "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0"),
            (Variant::Hexemergo, "4/2w2/6/7/6/5/4 b 11,12"),
        ] {
            let position = read_position(variant, text).unwrap().position;
            let canonical = CanonicalPosition::of(&position);
            for symmetry in variant.symmetries() {
                let image = CanonicalPosition::of(&position.image(symmetry));
                assert_eq!(image.key, canonical.key, "{text}");
                for mv in position.legal_moves() {
                    let number = image.number_of(symmetry.move_image(variant, mv));
                    assert_eq!(number, canonical.number_of(mv), "{text}");
                    assert!(number.is_some(), "{text}");
                }
            }
        }
    }

    #[test]
    fn the_first_entries_have_as_many_numbers_as_there_are_different_ones() {
        for (variant, classes) in
            [(Variant::Emergo, 8), (Variant::Emergo7, 5), (Variant::Hexemergo, 5)]
        {
            let start = Position::start(variant);
            let canonical = CanonicalPosition::of(&start);
            let mut counts = BTreeMap::new();
            for mv in start.legal_moves() {
                *counts.entry(canonical.number_of(mv).unwrap()).or_insert(0) += 1;
            }
            assert_eq!(counts.len(), classes, "{variant}");
        }
    }

    #[test]
    fn an_illegal_move_has_no_number() {
        let start = Position::start(Variant::Emergo);
        let entry = read_move(&start, Coordinates::Oblique, "e4").unwrap();
        let after = start.after(entry);
        assert_eq!(CanonicalPosition::of(&after).number_of(entry), None);
    }
}
