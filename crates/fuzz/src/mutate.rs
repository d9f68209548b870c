//! Small changes of inputs, the same every time.

use dice::Quick;
use game::Dice;

/// The building blocks of inputs: each means something to a target.
const WORDS: [&str; 24] = [
    "\n",
    "-",
    "/",
    ",",
    "\"",
    "{",
    "}",
    "[",
    "]",
    ":",
    "null",
    "true",
    "0",
    "1",
    "-1",
    "1e9",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551615",
    "\u{e9}",
    "x",
    "a1",
];

/// Makes inputs from those of a corpus.
#[derive(Debug)]
pub struct Mutator<'a> {
    corpus: &'a [Vec<u8>],
    dice: Quick,
}

impl<'a> Mutator<'a> {
    /// Creates a mutator that always makes the same inputs.
    pub fn new(corpus: &'a [Vec<u8>]) -> Mutator<'a> {
        let dice = Quick::new(0);
        Mutator { corpus, dice }
    }

    /// The next input: one of the corpus, changed in a few places. If the corpus is
    /// empty, so is the input.
    pub fn input(&mut self) -> Vec<u8> {
        let mut input = self.any().to_vec();
        for _ in 0..=self.dice.below(4) {
            self.change(&mut input);
        }
        input
    }

    fn any(&mut self) -> &'a [u8] {
        match self.corpus.len() {
            0 => &[],
            some => &self.corpus[self.below(some)],
        }
    }

    fn below(&mut self, most: usize) -> usize {
        self.dice.below(most as u32) as usize
    }

    /// A random part of an input of this length.
    fn part(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        let end = start + self.below((length - start).min(16) + 1);
        start..end
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let part = self.part(input.len());
        match self.dice.below(6) {
            0 => drop(input.drain(part)),
            1 => {
                let word = WORDS[self.below(WORDS.len())];
                drop(input.splice(part.start..part.start, word.bytes()));
            }
            2 => {
                let word = WORDS[self.below(WORDS.len())];
                drop(input.splice(part, word.bytes()));
            }
            3 => {
                let twice = input[part.clone()].to_vec();
                drop(input.splice(part.start..part.start, twice));
            }
            4 => {
                let other = self.any();
                let from = self.part(other.len());
                drop(input.splice(part, other[from].iter().copied()));
            }
            _ => {
                let byte = 32 + self.dice.below(95) as u8;
                if let Some(found) = input.get_mut(part.start) {
                    *found = byte;
                }
            }
        }
    }
}
