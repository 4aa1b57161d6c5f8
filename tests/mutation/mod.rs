//! Inputs that nobody meant: seeds spoilt by chance, the same for the same number on every machine.
#![allow(dead_code, reason = "not every test needs all of it")]

#[path = "../amount/mod.rs"]
pub mod amount;
pub mod protocol;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// What inputs are made of.
pub struct Mutator {
    random: StdRng,
    seeds: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Mutator {
    /// `seeds` are good inputs; `words` parts that the reader knows. `LUCTOR_SEED` asks for other inputs than usual.
    pub fn new<S: AsRef<[u8]>>(number: u64, seeds: &[S], words: &[&str]) -> Mutator {
        Mutator {
            random: StdRng::seed_from_u64(number + (amount::asked("LUCTOR_SEED", 0_u64) << 32)),
            seeds: seeds.iter().map(|seed| seed.as_ref().to_vec()).collect(),
            words: words.iter().map(|word| word.as_bytes().to_vec()).collect(),
        }
    }

    /// The next input.
    pub fn input(&mut self) -> Vec<u8> {
        if self.random.random_ratio(1, 32) {
            let length = self.random.random_range(0..120);
            return (0..length).map(|_| self.random.random()).collect();
        }
        let mut input = self.seeds.choose(&mut self.random).expect("there are seeds").clone();
        for _ in 0..self.random.random_range(0..6) {
            self.spoil(&mut input);
        }
        input
    }

    /// Does what happens once in so many times happen now?
    pub fn happens(&mut self, once_in: u32) -> bool {
        self.random.random_ratio(1, once_in)
    }

    /// One of these.
    pub fn choose<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        choices.choose(&mut self.random).expect("there is a choice")
    }

    /// The next input as a line, without its end.
    pub fn line(&mut self) -> Vec<u8> {
        let mut line = self.input();
        line.retain(|byte| *byte != b'\n');
        line
    }

    /// Changes something.
    pub fn spoil(&mut self, input: &mut Vec<u8>) {
        let random = &mut self.random;
        let at = random.random_range(0..=input.len());
        let end = random.random_range(at..=input.len().min(at + 24));
        match random.random_range(0..9) {
            0 => input.insert(at, random.random()),
            1 => input.insert(at, random.random_range(b' '..=b'~')),
            2 if at < input.len() => input[at] ^= 1 << random.random_range(0..8),
            3 => drop(input.drain(at..end)),
            4 => {
                let copy = input[at..end].to_vec();
                input.splice(at..at, copy);
            }
            5 => {
                let word = self.words.choose(random).cloned().unwrap_or_default();
                input.splice(at..at, word);
            }
            6 => {
                let word = self.words.choose(random).cloned().unwrap_or_default();
                input.splice(at..end, word);
            }
            7 => {
                let other = self.seeds.choose(random).expect("there are seeds");
                let from = random.random_range(0..=other.len());
                let to = random.random_range(from..=other.len());
                input.splice(at..end, other[from..to].to_vec());
            }
            _ => input.truncate(at),
        }
    }
}
