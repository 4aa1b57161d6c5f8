//! The sets of cells of a board, and which of them are symmetric to each other.

use super::combinatorics::{bits, set_rank, sets_of};
use emergo::{Square, Symmetry, Variant};

/// The largest number of cells of a board: a set has 64 bits.
pub(super) const MAX_CELLS: usize = 64;

/// The sets of cells of a board up to symmetry, by their number of cells.
pub(super) struct BoardSets {
    pub variant: Variant,
    pub men: u8,
    pub squares: Vec<Square>,
    /// The index of a cell in `squares`, by the index of its bit.
    pub indices: [u8; 64],
    /// The image of each index of a cell under each symmetry.
    pub symmetries: Vec<[u8; MAX_CELLS]>,
    pub sets: Vec<SetsOfSize>,
}

/// The sets with a number of cells. Bit `i` of a set is cell `i` of [`BoardSets::squares`].
pub(super) struct SetsOfSize {
    /// By [`set_rank`].
    pub all: Vec<u64>,
    /// By [`set_rank`]: the number of the representative, and a symmetry that maps the set to it.
    pub canonical: Vec<(u32, u8)>,
    pub representatives: Vec<Representative>,
}

pub(super) struct Representative {
    pub set: u64,
    /// The symmetries that map it to itself.
    pub stabilizer: Vec<u8>,
}

impl BoardSets {
    /// The sets with at most `cells` cells. A side has `men` men.
    pub fn new(variant: Variant, men: u8, cells: usize) -> BoardSets {
        let squares: Vec<Square> = variant.cells().collect();
        let mut indices = [0; 64];
        for (index, square) in squares.iter().enumerate() {
            indices[square.index()] = index as u8;
        }
        let images = |symmetry: &Symmetry| {
            let mut images = [0; MAX_CELLS];
            for (index, square) in squares.iter().enumerate() {
                images[index] = indices[symmetry.image(*square).index()];
            }
            images
        };
        let symmetries = variant.symmetries().iter().map(images).collect();
        let mut board = BoardSets { variant, men, squares, indices, symmetries, sets: Vec::new() };
        board.sets = (0..=cells).map(|size| board.sets_of_size(size)).collect();
        board
    }

    fn sets_of_size(&self, size: usize) -> SetsOfSize {
        const NOT_YET: (u32, u8) = (u32::MAX, 0);
        let all = sets_of(size, self.squares.len());
        let canonical = vec![NOT_YET; all.len()];
        let mut sets = SetsOfSize { all, canonical, representatives: Vec::new() };
        for (rank, set) in sets.all.iter().copied().enumerate() {
            if sets.canonical[rank] != NOT_YET {
                continue;
            }
            let number = sets.representatives.len() as u32;
            let mut stabilizer = Vec::new();
            for symmetry in 0..self.symmetries.len() {
                let image = self.image(set, symmetry as u8);
                if image == set {
                    stabilizer.push(symmetry as u8);
                }
                let inverse = (0..self.symmetries.len() as u8)
                    .find(|inverse| self.image(image, *inverse) == set)
                    .expect("every symmetry has an inverse");
                sets.canonical[set_rank(image)] = (number, inverse);
            }
            sets.representatives.push(Representative { set, stabilizer });
        }
        sets
    }

    fn image(&self, set: u64, symmetry: u8) -> u64 {
        let images = &self.symmetries[usize::from(symmetry)];
        bits(set).fold(0, |image, cell| image | 1 << images[cell])
    }
}
