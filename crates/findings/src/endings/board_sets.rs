//! The sets of cells of a board, and which of them are symmetric to each other.

use super::combinatorics::{bits, set_rank, sets_of};
use emergo::{Square, Symmetry, Variant};

/// The largest number of cells of a board.
pub(super) const MAX_CELLS: usize = 64;

/// An index of [`BoardSets::squares`].
pub(super) type CellIndex = usize;

/// A set of cells, one bit for each.
pub(super) type CellSet = u64;

/// The sets of cells of a board up to symmetry, by their number of cells.
pub(super) struct BoardSets {
    pub variant: Variant,
    pub men: u8,
    pub squares: Vec<Square>,
    /// The cells, by the index of the square.
    cells: [u8; 64],
    /// The image of each cell under each symmetry.
    symmetries: Vec<[u8; MAX_CELLS]>,
    pub sets: Vec<SetsOfSize>,
}

pub(super) struct SetsOfSize {
    /// By [`set_rank`].
    pub all: Vec<CellSet>,
    /// By [`set_rank`].
    pub canonical: Vec<CanonicalSet>,
    pub representatives: Vec<Representative>,
}

/// The representative of a set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct CanonicalSet {
    /// Its index.
    pub representative: u32,
    /// A symmetry that maps the set to it.
    pub symmetry: u8,
}

pub(super) struct Representative {
    pub set: CellSet,
    /// The symmetries that map it to itself.
    pub stabilizer: Vec<u8>,
}

impl BoardSets {
    /// The sets with at most `max_size` cells. A side has `men` men.
    pub fn new(variant: Variant, men: u8, max_size: usize) -> BoardSets {
        let squares: Vec<Square> = variant.cells().collect();
        let mut cells = [0; 64];
        for (cell, square) in squares.iter().enumerate() {
            cells[square.index()] = cell as u8;
        }
        let images = |symmetry: &Symmetry| {
            let mut images = [0; MAX_CELLS];
            for (cell, square) in squares.iter().enumerate() {
                images[cell] = cells[symmetry.image(*square).index()];
            }
            images
        };
        let symmetries = variant.symmetries().iter().map(images).collect();
        let mut board = BoardSets { variant, men, squares, cells, symmetries, sets: Vec::new() };
        board.sets = (0..=max_size).map(|size| board.sets_of_size(size)).collect();
        board
    }

    fn sets_of_size(&self, size: usize) -> SetsOfSize {
        const NOT_YET: CanonicalSet = CanonicalSet { representative: u32::MAX, symmetry: 0 };
        let all = sets_of(size, self.squares.len());
        let canonical = vec![NOT_YET; all.len()];
        let mut sets = SetsOfSize { all, canonical, representatives: Vec::new() };
        for (rank, set) in sets.all.iter().copied().enumerate() {
            if sets.canonical[rank] != NOT_YET {
                continue;
            }
            let representative = sets.representatives.len() as u32;
            let mut stabilizer = Vec::new();
            let symmetries = 0..self.symmetries.len() as u8;
            for symmetry in symmetries.clone() {
                let image = self.set_image(set, symmetry);
                if image == set {
                    stabilizer.push(symmetry);
                }
                let mut symmetries = symmetries.clone();
                let symmetry = symmetries
                    .find(|inverse| self.set_image(image, *inverse) == set)
                    .expect("every symmetry has an inverse");
                sets.canonical[set_rank(image)] = CanonicalSet { representative, symmetry };
            }
            sets.representatives.push(Representative { set, stabilizer });
        }
        sets
    }

    fn set_image(&self, set: CellSet, symmetry: u8) -> CellSet {
        let images = self.images(symmetry);
        bits(set).fold(0, |image, cell| image | 1 << images[cell])
    }

    /// The image of each cell under a symmetry.
    pub fn images(&self, symmetry: u8) -> &[u8; MAX_CELLS] {
        &self.symmetries[usize::from(symmetry)]
    }

    pub fn cell(&self, square: Square) -> CellIndex {
        self.cells[square.index()].into()
    }
}
