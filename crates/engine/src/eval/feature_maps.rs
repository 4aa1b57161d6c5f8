//! Maps between features, for training: to the other side's view, to symmetric positions, and to common factors.

use super::features::{CAPS, FeatureIndex, FeatureKind, FeatureSet, PRISONERS};
use super::triples::TripleSet;
use emergo::Symmetry;

impl FeatureSet {
    /// For each feature its index in the other side's view.
    pub fn other_view(&self) -> Vec<FeatureIndex> {
        let swap =
            |index: usize, first: usize, half: usize| first + (index - first + half) % (2 * half);
        let (half_pieces, half_lines) = (self.owner_piece_features(), self.directions * self.cells);
        let sizes = self.hand_sizes();
        (0..self.size())
            .map(|index| match self.kind(index as FeatureIndex) {
                FeatureKind::Piece => swap(index, 0, half_pieces),
                FeatureKind::Hands => {
                    let pair = index - self.first_of(FeatureKind::Hands);
                    self.first_of(FeatureKind::Hands) + pair % sizes * sizes + pair / sizes
                }
                kind @ (FeatureKind::Jump | FeatureKind::Feed) => {
                    swap(index, self.first_of(kind), half_lines)
                }
                FeatureKind::Triple => {
                    let first = self.first_of(FeatureKind::Triple);
                    first + TripleSet::other_view(index - first)
                }
            } as FeatureIndex)
            .collect()
    }

    /// For each feature its index after a symmetry of the board.
    pub fn image(&self, symmetry: &Symmetry) -> Vec<FeatureIndex> {
        let squares: Vec<_> = self.variant().cells().collect();
        let cell = |number: usize| usize::from(self.cell[symmetry.image(squares[number]).index()]);
        (0..self.size())
            .map(|index| {
                let first = match self.kind(index as FeatureIndex) {
                    FeatureKind::Hands | FeatureKind::Triple => return index as FeatureIndex,
                    FeatureKind::Piece => {
                        return (index / self.cells * self.cells + cell(index % self.cells))
                            as FeatureIndex;
                    }
                    kind @ (FeatureKind::Jump | FeatureKind::Feed) => self.first_of(kind),
                };
                let (line, number) = ((index - first) / self.cells, (index - first) % self.cells);
                let (owner, old) = (line / self.directions, line % self.directions);
                let direction = symmetry.direction_image(self.variant(), old);
                let line = owner * self.directions + direction;
                (first + line * self.cells + cell(number)) as FeatureIndex
            })
            .collect()
    }

    /// The factoriser: which factors each feature is made of.
    // CITE: Factorised features. https://github.com/official-stockfish/nnue-pytorch/blob/master/docs/nnue.md
    pub fn factoriser(&self) -> Factoriser {
        let mut count = 0;
        let mut block = |size: usize| {
            count += size;
            count - size
        };
        let (caps, prisoners) = (2 * CAPS, 2 * PRISONERS);
        let cap_on_cell = block(caps * self.cells);
        let prisoners_on_cell = block(prisoners * self.cells);
        let column_anywhere = block(2 * CAPS * PRISONERS);
        let sizes = self.hand_sizes();
        let (own_hand, other_hand) = (block(sizes), block(sizes));
        let line_on_cell = block(4 * self.cells);
        let line_anywhere = block(4);
        let contact = block(TripleSet::FACTORS);
        let factors_of = |index: usize| match self.kind(index as FeatureIndex) {
            FeatureKind::Piece => {
                let (column, cell) = (index / self.cells, index % self.cells);
                let (cap, held) = (column / PRISONERS, column % PRISONERS);
                let owner = cap / CAPS;
                vec![
                    cap_on_cell + cap * self.cells + cell,
                    prisoners_on_cell + (owner * PRISONERS + held) * self.cells + cell,
                    column_anywhere + column,
                ]
            }
            FeatureKind::Hands => {
                let pair = index - self.first_of(FeatureKind::Hands);
                vec![own_hand + pair / sizes, other_hand + pair % sizes]
            }
            FeatureKind::Jump | FeatureKind::Feed => {
                let line =
                    (index - self.first_of(FeatureKind::Jump)) / self.cells / self.directions;
                let cell = (index - self.first_of(FeatureKind::Jump)) % self.cells;
                vec![line_on_cell + line * self.cells + cell, line_anywhere + line]
            }
            FeatureKind::Triple => {
                let factors = TripleSet::factors(index - self.first_of(FeatureKind::Triple));
                factors.into_iter().map(|factor| contact + factor).collect()
            }
        };
        Factoriser { factors: (0..self.size()).map(factors_of).collect(), count }
    }
}

/// Factors that features have in common. In training the weights of a feature are its own plus those of its factors, so
/// that rare features learn from similar ones.
///
/// The factors are a cap on a cell, prisoners on a cell, a column on any cell, one of the hands, jumps and feeds of any
/// direction, on a cell and on any cell, and a piece with one of its neighbours in a triple.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Factoriser {
    /// For each feature the numbers of its factors.
    pub factors: Vec<Vec<usize>>,
    /// The number of different factors.
    pub count: usize,
}
