//! Placements: the cells of several pieces up to symmetry of the board.

use super::classes::MAX_PIECES;
use emergo::{Square, Symmetry, Variant};

/// Cells of pieces in a fixed order. Only the first ones are used.
pub(super) type Cells = [Square; MAX_PIECES];

/// The placements of a number of pieces, numbered up to symmetry.
pub(super) struct Placements {
    variant: Variant,
    pieces: usize,
    /// The index of a cell among the cells of the board, by the index of its bit.
    cell_index: [u16; 64],
    /// The number of each placement, by [`Placements::key`].
    numbers: Vec<u32>,
    /// One placement of each number.
    representatives: Vec<Cells>,
    /// The number of placements that are symmetric to each representative, with itself.
    orbits: Vec<u8>,
}

/// Not a placement: two pieces on a cell. Or not numbered yet.
const NO_NUMBER: u32 = u32::MAX;

impl Placements {
    pub fn new(variant: Variant, pieces: usize) -> Placements {
        let mut cell_index = [0; 64];
        for (index, square) in variant.cells().enumerate() {
            cell_index[square.index()] = index as u16;
        }
        let keys = variant.cells().count().pow(pieces as u32) as usize;
        let mut placements = Placements {
            variant,
            pieces,
            cell_index,
            numbers: vec![NO_NUMBER; keys],
            representatives: Vec::new(),
            orbits: Vec::new(),
        };
        placements.add_all([variant.centre(); MAX_PIECES], 0);
        placements
    }

    /// Numbers the placements that begin with `cells[..at]`.
    fn add_all(&mut self, cells: Cells, at: usize) {
        if at == self.pieces {
            self.add(cells);
            return;
        }
        for square in self.variant.cells().filter(|square| !cells[..at].contains(square)) {
            let mut longer = cells;
            longer[at] = square;
            self.add_all(longer, at + 1);
        }
    }

    /// Numbers a placement and those symmetric to it, if it has no number yet.
    fn add(&mut self, cells: Cells) {
        if self.numbers[self.key(&cells)] != NO_NUMBER {
            return;
        }
        let mut orbit = 0;
        for symmetry in self.variant.symmetries() {
            let key = self.key(&image(&cells, symmetry));
            if self.numbers[key] == NO_NUMBER {
                self.numbers[key] = self.representatives.len() as u32;
                orbit += 1;
            }
        }
        self.representatives.push(cells);
        self.orbits.push(orbit);
    }

    fn key(&self, cells: &Cells) -> usize {
        let base = self.variant.cells().count() as usize;
        cells[..self.pieces]
            .iter()
            .fold(0, |key, cell| key * base + usize::from(self.cell_index[cell.index()]))
    }

    /// How many placements there are up to symmetry.
    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// The number of a placement on different cells.
    pub fn number(&self, cells: &Cells) -> usize {
        self.numbers[self.key(cells)] as usize
    }

    /// A placement with this number.
    pub fn representative(&self, number: usize) -> Cells {
        self.representatives[number]
    }

    /// How many placements have this number.
    pub fn orbit(&self, number: usize) -> u64 {
        self.orbits[number].into()
    }
}

fn image(cells: &Cells, symmetry: &Symmetry) -> Cells {
    cells.map(|cell| symmetry.image(cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_orbits_contain_every_placement_once() {
        for variant in Variant::ALL {
            for pieces in [1, 2, 3] {
                let placements = Placements::new(variant, pieces);
                let cells = u64::from(variant.cells().count());
                let expected: u64 = (0..pieces as u64).map(|piece| cells - piece).product();
                let numbers = 0..placements.count();
                let sum: u64 = numbers.map(|number| placements.orbit(number)).sum();
                assert_eq!(sum, expected, "{variant}, {pieces} pieces");
            }
        }
    }

    #[test]
    fn symmetric_placements_have_one_number() {
        let placements = Placements::new(Variant::Hexemergo, 2);
        for number in 0..placements.count() {
            let cells = placements.representative(number);
            for symmetry in Variant::Hexemergo.symmetries() {
                assert_eq!(placements.number(&image(&cells, symmetry)), number);
            }
        }
    }
}
