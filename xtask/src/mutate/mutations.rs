//! The mutations: one line each, of ports, bounding rules and exact code.

/// A line that is changed.
pub(crate) struct Mutation {
    /// What is wrong then, in a few words.
    pub(crate) name: &'static str,
    /// The file, below `crates`.
    pub(crate) file: &'static str,
    /// What stands there; it stands there once.
    pub(crate) from: &'static str,
    /// What stands there instead.
    pub(crate) to: &'static str,
}

#[rustfmt::skip]
pub(crate) const MUTATIONS: &[Mutation] = &[
    // Ports: generators.
    Mutation { name: "309 discards for 310", file: "generators/src/bsd_random.rs", from: "while i < DISCARDED_PER_WORD * DEGREE {", to: "while i + 1 < DISCARDED_PER_WORD * DEGREE {" },
    Mutation { name: "glibc seeding multiplies by 2837", file: "generators/src/bsd_random.rs", from: "- 2836 * (word / 127_773)", to: "- 2837 * (word / 127_773)" },
    Mutation { name: "closed forms of a weak seed are shifted", file: "generators/src/closed_form.rs", from: "b: next.apply(self.b) }", to: "b: next.apply(self.b).wrapping_add(2) }" },
    Mutation { name: "PCG32 rotates by another five bits", file: "generators/src/pcg32.rs", from: "xorshifted.rotate_right((state >> 59) as u32)", to: "xorshifted.rotate_right((state >> 58) as u32)" },
    Mutation { name: "PCG32 steps back by an even increment", file: "generators/src/pcg32.rs", from: "self.state.wrapping_sub(self.odd_inc()).wrapping_mul(INVERSE)", to: "self.state.wrapping_sub(self.inc).wrapping_mul(INVERSE)" },
    Mutation { name: "Haskell's split rotates by one bit less", file: "generators/src/haskell.rs", from: "parent.state().rotate_right(5)", to: "parent.state().rotate_right(4)" },
    Mutation { name: "Haskell's randomR: 999 for 1000", file: "generators/src/haskell/random.rs", from: "const FAIRNESS: u128 = 1000;", to: "const FAIRNESS: u128 = 999;" },
    // Bounding rules, and their weights.
    Mutation { name: "the remainder of half a word", file: "generators/src/bounding.rs", from: "words.next_word() % n\n", to: "words.next_word() / 2 % n\n" },
    Mutation { name: "one low bit less", file: "generators/src/bounding.rs", from: "u32::MAX >> (32 - K)", to: "u32::MAX >> (33 - K)" },
    Mutation { name: "scaling takes the complement of a word", file: "generators/src/bounding.rs", from: "u64::from(words.next_word()) * u64::from(n.get())", to: "u64::from(!words.next_word() >> (32 - W::BITS)) * u64::from(n.get())" },
    Mutation { name: "rejection below another threshold", file: "generators/src/bounding.rs", from: "n.get().wrapping_neg() % n", to: "n.get().wrapping_neg() / n" },
    Mutation { name: "weights of a remainder are one too many", file: "generators/src/bounding.rs", from: "(outcome < total % n) as u128", to: "(outcome <= total % n) as u128" },
    Mutation { name: "weights of scaling are rounded down", file: "generators/src/bounding.rs", from: "(outcome * total).div_ceil(u64::from(n.get()))", to: "(outcome * total) / u64::from(n.get())" },
    // Ports: Rogue.
    Mutation { name: "a 15-bit mask", file: "rogue/src/random.rs", from: "pub type Rule = LowBits<14>;", to: "pub type Rule = LowBits<15>;" },
    Mutation { name: "32 swaps for 33", file: "rogue/src/new_game.rs", from: "for _ in 0..SWAPS {", to: "for _ in 1..SWAPS {" },
    Mutation { name: "syllable 0 allowed", file: "rogue/src/new_game.rs", from: "title.push(get_rand(dice, 1,", to: "title.push(get_rand(dice, 0," },
    Mutation { name: "a used material is kept when games are dealt in one go", file: "rogue/src/deal.rs", from: "picked += usize::from(used >> j & 1 == 0);", to: "picked += 1;" },
    // Ports: permutations, mazes, rooms, spreads.
    Mutation { name: "a permutation without the + 1", file: "permute/src/draws.rs", from: "{ number + previous + 1 }", to: "{ number + previous }" },
    Mutation { name: "directions packed from the low end", file: "permute/src/directions.rs", from: "d1 << 6 | d2 << 4 | d3 << 2 | d4", to: "d4 << 6 | d3 << 4 | d2 << 2 | d1" },
    Mutation { name: "a rank counts the number itself", file: "permute/src/rank.rs", from: "(free & ((1 << number) - 1)).count_ones()", to: "(free & ((2 << number) - 1)).count_ones()" },
    Mutation { name: "a shuffle leaves the last pair", file: "permute/src/fisher_yates.rs", from: "for bound in (2..=n).rev()", to: "for bound in (3..=n).rev()" },
    Mutation { name: "a maze shuffles from the wrong end", file: "grids/src/boss_maze.rs", from: "for i in (1..4).rev() {", to: "for i in 1..4 {" },
    Mutation { name: "Amazing merges walls in moveUp", file: "grids/src/amazing/walk.rs", from: "Direction::Up) => walls[next] = SOUTH,", to: "Direction::Up) => walls[next] |= SOUTH," },
    Mutation { name: "rooms: the middle third is one wider", file: "grids/src/rooms.rs", from: "(third + 1, 2 * third - 1)", to: "(third + 1, 2 * third)" },
    Mutation { name: "spread: the roles are not swapped", file: "grids/src/spread.rs", from: "if na < nb { (nb, na) } else { (na, nb) };", to: "(na, nb);" },
    // Exact code.
    Mutation { name: "a token stays too often", file: "exact/src/chain.rs", from: "squared(w) + squared(total - w)", to: "squared(w) + squared(total)" },
    Mutation { name: "a cycle splits in too few ways", file: "exact/src/cycle_types.rs", from: "lead_to(&[i], &[d, a - d], a);", to: "lead_to(&[i], &[d, a - d], d);" },
    Mutation { name: "derangements by another recurrence", file: "exact/src/cycle_types.rs", from: "(&deranged[m - 1] + &deranged[m - 2]) * (m - 1)", to: "(&deranged[m - 1] + &deranged[m - 2]) * m" },
    Mutation { name: "variation distance without its half", file: "exact/src/distance.rs", from: "ratio(sum, (p.denominator() * q.denominator()) << 1_u32)", to: "ratio(sum, p.denominator() * q.denominator())" },
    Mutation { name: "chi-square per draw without the - 1", file: "exact/src/distance.rs", from: "ratio(squares * q.denominator(), whole) - BigRational::one()", to: "ratio(squares * q.denominator(), whole)" },
    Mutation { name: "pairs of a draw with itself", file: "exact/src/collisions.rs", from: "BigUint::from(draws) * draws.saturating_sub(1) / 2_u32", to: "BigUint::from(draws) * draws / 2_u32" },
    Mutation { name: "branches of the draw tree weigh alike", file: "exact/src/explore/branch.rs", from: "numerator: &self.numerator * count, over", to: "numerator: &self.numerator * total / 2_u32, over" },
];
