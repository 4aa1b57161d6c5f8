//! Evaluation: a sum of named terms, each a count times a weight, all weights in one table
//! ([`weights`]). The same walk over a position serves play, which adds up, and people and tuners, who
//! want every term by itself: what is done with a term is a type parameter.
//!
//! Never ask for a position in which the side to move can capture: what a capture will take is the
//! search's to find out.

mod weights;

use crate::rules::{Position, Side};
use crate::score::Score;
pub use weights::{Term, WEIGHTS};

/// Takes the terms of an evaluation: counts are White's or Black's.
trait Collector {
    fn add(&mut self, side: Side, term: Term, count: i32);
}

/// The score from the view of the side to move, in centimen.
#[inline]
pub fn evaluate(pos: &Position) -> Score {
    let mut sum = Sum([0, 0]);
    walk(pos, &mut sum);
    let us = pos.side();
    Score::centimen(sum.0[us.index()] - sum.0[us.other().index()])
}

/// One term of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TracedTerm {
    /// Which term.
    pub term: Term,
    /// White's and Black's counts.
    pub counts: [i32; 2],
}

impl TracedTerm {
    /// What the term is worth to White, in centimen.
    pub fn value(&self) -> i32 {
        (self.counts[0] - self.counts[1]) * WEIGHTS[self.term.index()]
    }
}

/// All terms that count in a position. Their values add up to the evaluation from White's view.
pub fn trace(pos: &Position) -> Vec<TracedTerm> {
    let mut trace = Trace([[0; 2]; Term::COUNT]);
    walk(pos, &mut trace);
    Term::all()
        .map(|term| TracedTerm { term, counts: trace.0[term.index()] })
        .filter(|traced| traced.counts != [0, 0])
        .collect()
}

struct Sum([i32; 2]);

impl Collector for Sum {
    #[inline]
    fn add(&mut self, side: Side, term: Term, count: i32) {
        self.0[side.index()] += WEIGHTS[term.index()] * count;
    }
}

struct Trace([[i32; 2]; Term::COUNT]);

impl Collector for Trace {
    fn add(&mut self, side: Side, term: Term, count: i32) {
        self.0[term.index()][side.index()] += count;
    }
}

#[inline]
fn walk(pos: &Position, terms: &mut impl Collector) {
    let variant = pos.variant();
    let (rim, empty) = (variant.rim(), pos.empty());
    for side in Side::ALL {
        let pieces = pos.pieces(side);
        for square in pieces {
            let column = pos.column(square);
            terms.add(side, Term::cap(column.cap()), 1);
            if column.prisoners() > 0 {
                terms.add(side, Term::prisoners_under(column.cap()), i32::from(column.prisoners()));
            }
        }
        let hand = pos.hand(side);
        terms.add(side, Term::HAND, i32::from(hand));
        let surplus = hand.saturating_sub(pos.hand(side.other()));
        if surplus > 1 {
            terms.add(side, Term::shadowpiece(surplus), 1);
        }
        terms.add(side, Term::ON_RIM, (pieces & rim).count() as i32);
        terms.add(side, Term::MOBILITY, variant.count_steps(pieces, empty) as i32);
    }
    let tempo = if pos.hand(pos.side()) > 0 { Term::TEMPO_ENTERING } else { Term::TEMPO_STEPPING };
    terms.add(pos.side(), tempo, 1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Variant, read_position};

    fn position(text: &str) -> Position {
        read_position(Variant::Emergo, text).unwrap().position
    }

    #[test]
    fn the_terms_add_up_to_the_evaluation() {
        let texts = [
            "1/3/5/7/9/7/5/3/1 w 12,12",
            "1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 b 5,5",
            "1/3/3(wb6)1/3(bw4)3/4(b3)4/5(wb)1/(w2b)3(w4)/3/1 w 0,0",
        ];
        for text in texts {
            let pos = position(text);
            let sum: i32 = trace(&pos).iter().map(TracedTerm::value).sum();
            let view = if pos.side() == Side::White { sum } else { -sum };
            assert_eq!(evaluate(&pos), Score::centimen(view), "{text}");
        }
    }

    #[test]
    fn the_evaluation_is_the_same_for_both_colours() {
        let pos = position("1/3/3(wb6)1/3(bw4)3/4(b3)4/5(wb)1/(w2b)3(w4)/3/1 w 0,0");
        assert_eq!(evaluate(&pos), evaluate(&pos.swapped()));
    }

    #[test]
    fn taller_caps_are_worth_more() {
        let small = position("1/3/5/7/4w3b/7/5/3/1 w 0,0");
        let tall = position("1/3/5/7/4(w3)3b/7/5/3/1 w 0,0");
        assert!(evaluate(&tall) > evaluate(&small));
    }
}
