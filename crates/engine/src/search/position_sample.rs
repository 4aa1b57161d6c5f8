//! A random sample of the positions that a search evaluates. A network that is trained on games alone has seen few positions
//! like them.

use emergo::Position;
use luctor_system::random::splitmix64;

/// Keeps a number of the positions that are added, each with the same probability.
// CITE: J. S. Vitter, "Random sampling with a reservoir", 1985. https://doi.org/10.1145/3147.3165
#[derive(Debug)]
pub(super) struct PositionSample {
    size: u64,
    seed: u64,
    added: u64,
    kept: Vec<Position>,
}

impl PositionSample {
    /// An empty sample, for at most `size` positions.
    pub fn new(size: u64, seed: u64) -> PositionSample {
        PositionSample { size, seed, added: 0, kept: Vec::new() }
    }

    pub fn add(&mut self, position: &Position) {
        if self.added < self.size {
            self.kept.push(*position);
        } else {
            let place = splitmix64(self.seed, self.added) % (self.added + 1);
            if place < self.size {
                self.kept[place as usize] = *position;
            }
        }
        self.added += 1;
    }

    pub fn into_positions(self) -> Vec<Position> {
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::Variant;

    #[test]
    fn each_position_has_the_same_chance_to_be_kept() {
        let mut start = Position::start(Variant::Emergo);
        let positions: Vec<Position> = (0..10)
            .map(|_| {
                let mv = start.legal_moves()[0];
                start.play(mv);
                start
            })
            .collect();
        let mut kept = [0; 10];
        for seed in 0..3_000 {
            let mut sample = PositionSample::new(4, seed);
            positions.iter().for_each(|position| sample.add(position));
            let found = sample.into_positions();
            assert_eq!(found.len(), 4);
            for position in found {
                kept[positions.iter().position(|other| *other == position).unwrap()] += 1;
            }
        }
        assert!(kept.iter().all(|count| (1_100..1_300).contains(count)), "{kept:?}");
    }

    #[test]
    fn a_sample_of_few_positions_has_all_of_them() {
        let mut sample = PositionSample::new(4, 1);
        sample.add(&Position::start(Variant::Emergo));
        assert_eq!(sample.into_positions(), [Position::start(Variant::Emergo)]);
    }
}
