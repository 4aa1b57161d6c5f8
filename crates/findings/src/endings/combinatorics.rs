//! Numbers of sets and of distributions: every set of cells with a given size has a number, and every distribution of men
//! over columns.

/// The men of both sides: also the largest number of pieces.
pub(super) const MEN_OF_BOTH_SIDES: usize = 2 * 12;

/// The indices of the bits of a set, in ascending order.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// Binomial coefficients, by the number of things and the number of them that are chosen. Those that do not fit into `usize`
/// are its largest number. No level reaches them.
static BINOMIALS: [[usize; MEN_OF_BOTH_SIDES + 1]; 48] = {
    let mut table = [[0; MEN_OF_BOTH_SIDES + 1]; 48];
    let mut all = 0;
    while all < table.len() {
        table[all][0] = 1;
        let mut chosen = 1;
        while chosen <= all && chosen <= MEN_OF_BOTH_SIDES {
            let without: usize = table[all - 1][chosen];
            table[all][chosen] = without.saturating_add(table[all - 1][chosen - 1]);
            chosen += 1;
        }
        all += 1;
    }
    table
};

pub(super) fn binomial(all: usize, chosen: usize) -> usize {
    BINOMIALS[all][chosen]
}

/// The number of a set among the sets with as many bits.
pub(super) fn set_rank(set: u64) -> usize {
    set_rank_of(bits(set))
}

/// [`set_rank`] of the set with these indices, which ascend.
// CITE: Combinatorial number system. https://en.wikipedia.org/wiki/Combinatorial_number_system
pub(super) fn set_rank_of(indices: impl Iterator<Item = usize>) -> usize {
    indices.enumerate().map(|(at, index)| binomial(index, at + 1)).sum()
}

/// All sets of `size` of the lowest `cells` bits by their number, which is the ascending order.
// CITE: Gosper's hack, HAKMEM item 175. https://www.chessprogramming.org/Traversing_Subsets_of_a_Set
pub(super) fn sets_of(size: usize, cells: usize) -> Vec<u64> {
    let next = |set: &u64| {
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        (lowest != 0).then(|| carried | (((carried ^ set) / lowest) >> 2))
    };
    let sets = std::iter::successors(Some((1 << size) - 1), next);
    sets.take_while(|set| set >> cells == 0).collect()
}

/// In how many ways men can be distributed over one slot or more.
fn distributions(men: usize, slots: usize) -> usize {
    binomial(men + slots - 1, slots - 1)
}

/// The number of a distribution of `men` men: how many have fewer men in the first slot in which they differ.
pub(super) fn distribution_rank(slots: &[u8], mut men: usize) -> usize {
    let mut rank = 0;
    // The last slot has the rest.
    for (left, here) in (2..=slots.len()).rev().zip(slots) {
        let all = distributions(men, left);
        men -= usize::from(*here);
        rank += all - distributions(men, left);
    }
    rank
}

/// All distributions of `men` men over slots, by [`distribution_rank`].
pub(super) fn all_distributions(men: usize, slots: usize) -> Vec<Vec<u8>> {
    if slots == 0 {
        return if men == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let with_first = |here| {
        let others = all_distributions(men - here, slots - 1).into_iter();
        others.map(move |others| std::iter::once(here as u8).chain(others).collect())
    };
    (0..=men).flat_map(with_first).collect()
}
