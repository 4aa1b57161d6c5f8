//! Mutated inputs: valid inputs with random changes. Equal seeds give equal inputs on every machine.

use crate::amount::amount_from_env;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// A source of mutated inputs.
pub struct Mutator {
    random: StdRng,
    inputs: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Mutator {
    /// `inputs` are valid inputs, and `words` are parts that the reader knows. The environment variable `LUCTOR_SEED`
    /// selects other mutations.
    pub fn new<S: AsRef<[u8]>>(seed: u64, inputs: &[S], words: &[&str]) -> Mutator {
        Mutator {
            random: StdRng::seed_from_u64(seed + (amount_from_env("LUCTOR_SEED", 0_u64) << 32)),
            inputs: inputs.iter().map(|input| input.as_ref().to_vec()).collect(),
            words: words.iter().map(|word| word.as_bytes().to_vec()).collect(),
        }
    }

    /// The next input.
    pub fn input(&mut self) -> Vec<u8> {
        if self.random.random_ratio(1, 32) {
            let length = self.random.random_range(0..120);
            return (0..length).map(|_| self.random.random()).collect();
        }
        let mut input = self.inputs.choose(&mut self.random).expect("there are inputs").clone();
        for _ in 0..self.random.random_range(0..6) {
            self.mutate(&mut input);
        }
        input
    }

    /// True once in `once_in` calls on average.
    pub fn happens(&mut self, once_in: u32) -> bool {
        self.random.random_ratio(1, once_in)
    }

    /// A random element.
    pub fn choose<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        choices.choose(&mut self.random).expect("there is a choice")
    }

    /// The next input as a line, without its end.
    pub fn line(&mut self) -> Vec<u8> {
        let mut line = self.input();
        line.retain(|byte| *byte != b'\n');
        line
    }

    /// Makes one random change.
    pub fn mutate(&mut self, input: &mut Vec<u8>) {
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
                let other = self.inputs.choose(random).expect("there are inputs");
                let from = random.random_range(0..=other.len());
                let to = random.random_range(from..=other.len());
                input.splice(at..end, other[from..to].to_vec());
            }
            _ => input.truncate(at),
        }
    }
}
