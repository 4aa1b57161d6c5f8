//! Mutated inputs: valid inputs with random changes. Equal seeds give equal inputs on every machine.

use crate::amount::amount_from_env;
use fastrand::Rng;
use std::fs;

/// A source of mutated inputs.
pub struct Mutator {
    random: Rng,
    inputs: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Mutator {
    /// `inputs` are valid inputs, and `words` are parts that the reader knows. The environment variable `LUCTOR_SEED`
    /// selects other mutations.
    pub fn new(
        seed: u64,
        inputs: &[impl AsRef<[u8]>],
        words: impl IntoIterator<Item: AsRef<[u8]>>,
    ) -> Mutator {
        Mutator {
            random: Rng::with_seed(seed + (amount_from_env("LUCTOR_SEED", 0_u64) << 32)),
            inputs: inputs.iter().map(|input| input.as_ref().to_vec()).collect(),
            words: words.into_iter().map(|word| word.as_ref().to_vec()).collect(),
        }
    }

    /// The next input.
    pub fn input(&mut self) -> Vec<u8> {
        if self.random.u32(..32) == 0 {
            let length = self.random.usize(..120);
            return (0..length).map(|_| self.random.u8(..)).collect();
        }
        let mut input = self.random.choice(&self.inputs).expect("there are inputs").clone();
        for _ in 0..self.random.u32(..6) {
            self.mutate(&mut input);
        }
        input
    }

    /// True once in `once_in` calls on average.
    pub fn happens(&mut self, once_in: u32) -> bool {
        self.random.u32(..once_in) == 0
    }

    /// A random element.
    pub fn choose<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        self.random.choice(choices).expect("there is a choice")
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
        let at = random.usize(0..=input.len());
        let end = random.usize(at..=input.len().min(at + 24));
        match random.u32(..9) {
            0 => input.insert(at, random.u8(..)),
            1 => input.insert(at, random.u8(b' '..=b'~')),
            2 if at < input.len() => input[at] ^= 1 << random.u32(..8),
            3 => drop(input.drain(at..end)),
            4 => {
                let copy = input[at..end].to_vec();
                input.splice(at..at, copy);
            }
            5 => {
                let word = random.choice(&self.words).cloned().unwrap_or_default();
                input.splice(at..at, word);
            }
            6 => {
                let word = random.choice(&self.words).cloned().unwrap_or_default();
                input.splice(at..end, word);
            }
            7 => {
                let other = random.choice(&self.inputs).expect("there are inputs");
                let from = random.usize(0..=other.len());
                let to = random.usize(from..=other.len());
                input.splice(at..end, other[from..to].to_vec());
            }
            _ => input.truncate(at),
        }
    }
}

/// The inputs of a target in `fuzz/corpus` that are short, so that a test can read many mutated ones.
pub fn corpus(target: &str) -> Vec<String> {
    let folder = format!("{}/../../fuzz/corpus/{target}", env!("CARGO_MANIFEST_DIR"));
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let texts = files.map(|file| String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned());
    let mut short: Vec<String> = texts.filter(|text| text.len() <= 1_000).collect();
    short.sort();
    short
}

/// Checks that a message has one line of readable length without control characters.
pub fn assert_is_a_sentence(error: &impl std::fmt::Display) {
    let text = error.to_string();
    assert!(!text.is_empty() && text.chars().count() < 600, "{text:?}");
    assert!(!text.chars().any(char::is_control), "{text:?}");
}
