//! The images of a position under the symmetries of its board, and the canonical one, which stands for all of them.

use crate::position::Position;
use crate::side::Side;
use crate::square::Square;
use crate::symmetry::Symmetry;
use crate::zobrist::{self, Key};

impl Position {
    /// The image of the position under a symmetry of its board.
    ///
    /// ```
    /// use emergo::{Position, Variant};
    ///
    /// let start = Position::start(Variant::Emergo7);
    /// for symmetry in Variant::Emergo7.symmetries() {
    ///     assert_eq!(start.image(symmetry), start);
    /// }
    /// ```
    pub fn image(&self, symmetry: &Symmetry) -> Position {
        self.rebuilt(|side| side, |square| symmetry.image(square))
    }

    /// The keys of the images of the position, in the order of [`Variant::symmetries`](crate::Variant::symmetries),
    /// computed without the images. The least key is the same for all symmetric positions.
    pub fn symmetric_keys(&self) -> impl Iterator<Item = Key> {
        let columns = |image: &dyn Fn(Square) -> Square| {
            let mut key = 0;
            for side in Side::ALL {
                for square in self.pieces(side) {
                    key ^= zobrist::column(side, image(square), self.column(square));
                }
            }
            key
        };
        let rest = self.key() ^ columns(&|square| square);
        let symmetries = self.variant().symmetries().iter();
        symmetries.map(move |symmetry| rest ^ columns(&|square| symmetry.image(square)))
    }

    /// The key that all symmetric positions share: the least of the keys of the images of the position.
    ///
    /// ```
    /// use emergo::{Coordinates, Position, Variant, read_move};
    ///
    /// let start = Position::start(Variant::Emergo);
    /// let after = |entry| read_move(&start, Coordinates::Oblique, entry).map(|mv| start.after(mv));
    /// assert_eq!(after("e1")?.canonical_key(), after("a5")?.canonical_key()); // corners
    /// assert_ne!(after("e1")?.canonical_key(), after("e4")?.canonical_key());
    /// assert_eq!(after("e1")?.canonical().key(), after("a5")?.canonical_key());
    /// # Ok::<(), emergo::notation::MoveTextError>(())
    /// ```
    pub fn canonical_key(&self) -> Key {
        self.symmetric_keys().min().unwrap_or(self.key())
    }

    /// The symmetric position that stands for all of them: the one with the key [`Position::canonical_key`].
    pub fn canonical(&self) -> Position {
        let keys = self.symmetric_keys().zip(self.variant().symmetries());
        keys.min_by_key(|(key, _)| *key).map_or(*self, |(_, symmetry)| self.image(symmetry))
    }
}
