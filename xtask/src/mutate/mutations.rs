//! The planted defects: each is one edit of a port, a bounding rule, an exact probability or a statistical test.
//!
//! Two readers: `cargo xtask mutate` plants those that the gate must catch, and the test `planted` of the crate `lab`, which
//! includes this file, those that a named test must catch.
#![allow(dead_code, reason = "each reader uses its own fields")]

/// A defect: an edit of one file, and what must turn red.
pub(crate) struct Mutation {
    /// What is then wrong, in a few words.
    pub(crate) name: &'static str,
    /// The file, below `crates`.
    pub(crate) file: &'static str,
    /// The text to replace, which occurs once.
    pub(crate) from: &'static str,
    /// Its replacement.
    pub(crate) to: &'static str,
    /// The test that must fail.
    pub(crate) red: Option<Test>,
    /// Whether the gate must fail.
    pub(crate) gate: bool,
    /// Instructions without which the edited code does not run.
    pub(crate) needs: Option<Instructions>,
}

/// A test: the crate, the file in its `tests` or [`LIB`], the name.
pub(crate) type Test = (&'static str, &'static str, &'static str);

/// The unit tests of a crate.
pub(crate) const LIB: &str = "lib";

/// Instructions that not every processor has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Instructions {
    /// AVX2.
    Avx2,
    /// AVX-512 F and DQ.
    Avx512,
}

/// What most mutations have in common.
pub(crate) const MUTATION: Mutation =
    Mutation { name: "", file: "", from: "", to: "", red: None, gate: false, needs: None };

#[rustfmt::skip]
pub(crate) const MUTATIONS: &[Mutation] = &[
    // Generators and bounding rules.
    Mutation { name: "309 discards for 310", file: "generators/src/bsd_random.rs", from: "while i < DISCARDED_PER_WORD * DEGREE {", to: "while i + 1 < DISCARDED_PER_WORD * DEGREE {",
        red: Some(("rogue", "fixtures", "every_output_equals_the_document")), gate: true, ..MUTATION },
    Mutation { name: "rear pointer off by one", file: "generators/src/bsd_random.rs", from: "let rear = front - SEPARATION;", to: "let rear = front - SEPARATION + 1;",
        red: Some(("rogue", "fixtures", "every_output_equals_the_document")), ..MUTATION },
    Mutation { name: "bulk words forget the carry from the ring's end", file: "generators/src/bsd_random/bulk.rs", from: "last[i].wrapping_add(last[i + DEGREE - SEPARATION])", to: "last[i].wrapping_add(last[i + DEGREE - SEPARATION] & !1)",
        red: Some(("generators", LIB, "bsd_random::bulk::tests::rounds_and_vectors_give_the_words_of_stepping")), ..MUTATION },
    Mutation { name: "lanes of PCG32 go on by one step too few", file: "generators/src/pcg32/bulk.rs", from: "states = states.map(|state| all.apply(state, inc));", to: "states = states.map(|state| ahead[LANES - 1].apply(state, inc));",
        red: Some(("generators", LIB, "pcg32::bulk::tests::every_way_to_make_blocks_gives_the_words_of_stepping")), ..MUTATION },
    Mutation { name: "a column of draws divides by a multiplier rounded down", file: "generators/src/population.rs", from: "(1u32 << shift).div_ceil(n)", to: "(1u32 << shift) / n",
        red: Some(("generators", LIB, "population::tests::every_remainder_of_fourteen_bits_is_exact")), ..MUTATION },
    Mutation { name: "PCG32 steps back by an even increment", file: "generators/src/pcg32.rs", from: "self.state.wrapping_sub(self.odd_inc()).wrapping_mul(INVERSE)", to: "self.state.wrapping_sub(self.inc).wrapping_mul(INVERSE)",
        red: Some(("generators", "properties", "pcg_steps_back_what_it_stepped_forward")), gate: true, ..MUTATION },
    Mutation { name: "PCG32 rotates by one bit less", file: "generators/src/pcg32.rs", from: "xorshifted.rotate_right((state >> 59) as u32)", to: "xorshifted.rotate_right((state >> 59) as u32).rotate_left(1)",
        red: Some(("generators", "properties", "pcg_words_are_those_of_its_author")), gate: true, ..MUTATION },
    Mutation { name: "Haskell: 999 for 1000", file: "generators/src/haskell/random.rs", from: "const FAIRNESS: u128 = 1000;", to: "const FAIRNESS: u128 = 999;",
        red: Some(("generators", LIB, "haskell::rules::tests::random_r_takes_a_second_word_from_4294968_on")), gate: true, ..MUTATION },
    Mutation { name: "Haskell: the sign bit is not flipped", file: "generators/src/haskell/random.rs", from: "u128::from(word ^ (1 << (W::BITS - 1)))", to: "u128::from(word)",
        red: Some(("generators", "haskell", "draws_and_choices_are_those_of_the_document_s_libraries")), ..MUTATION },
    Mutation { name: "Haskell: split rotates by one bit less", file: "generators/src/haskell.rs", from: "parent.state().rotate_right(5)", to: "parent.state().rotate_right(4)",
        red: Some(("generators", "haskell", "children_stand_at_rotations_of_the_state_four_steps_on")), gate: true, ..MUTATION },
    Mutation { name: "ISAAC-64 mixes its seed once", file: "generators/src/isaac64.rs", from: "for _ in 0..2 {", to: "for _ in 0..1 {",
        gate: true, ..MUTATION },
    Mutation { name: "Rogue 3.6 takes 13 bits", file: "generators/src/rogue5.rs", from: "pub type Rogue3 = Lcg<1, 14>;", to: "pub type Rogue3 = Lcg<2, 13>;",
        red: Some(("generators", LIB, "rogue5::tests::draws_read_the_seed_as_each_version_does")), gate: true, ..MUTATION },
    Mutation { name: "glibc seeding multiplies by 2837", file: "generators/src/bsd_random.rs", from: "- 2836 * (word / 127_773)", to: "- 2837 * (word / 127_773)",
        gate: true, ..MUTATION },
    Mutation { name: "closed forms of a weak seed are shifted", file: "generators/src/closed_form.rs", from: "b: next.apply(self.b) }", to: "b: next.apply(self.b).wrapping_add(2) }",
        gate: true, ..MUTATION },
    Mutation { name: "the remainder of half a word", file: "generators/src/bounding.rs", from: "words.next_word().remainder(n)\n", to: "((words.next_word().into() / 2) as u32).remainder(n)\n",
        gate: true, ..MUTATION },
    Mutation { name: "one low bit less", file: "generators/src/bounding.rs", from: "u32::MAX >> (32 - K)", to: "u32::MAX >> (33 - K)",
        gate: true, ..MUTATION },
    Mutation { name: "scaling takes the complement of a word", file: "generators/src/draw.rs", from: "u64::from(self) * u64::from(n.get())", to: "u64::from(!self >> (32 - bits)) * u64::from(n.get())",
        gate: true, ..MUTATION },
    Mutation { name: "rejection below another threshold", file: "generators/src/bounding.rs", from: "n.get().wrapping_neg() % n", to: "n.get().wrapping_neg() / n",
        gate: true, ..MUTATION },
    Mutation { name: "weights of a remainder are one too many", file: "generators/src/bounding.rs", from: "(outcome < total % n) as u128", to: "(outcome <= total % n) as u128",
        gate: true, ..MUTATION },
    Mutation { name: "weights of scaling are rounded down", file: "generators/src/bounding.rs", from: "(outcome * total).div_ceil(n.get().into())", to: "(outcome * total) / u128::from(n.get())",
        gate: true, ..MUTATION },
    Mutation { name: "TYPE_4: AVX2 sums of eight words without the step of four", file: "generators/src/bsd_random/bulk/avx2.rs", from: "if 4 * SEPARATION < LANES {", to: "if 4 * SEPARATION < LANES / 2 {",
        red: Some(("generators", LIB, "bsd_random::bulk::tests::rounds_and_vectors_give_the_words_of_stepping")), needs: Some(Instructions::Avx2), ..MUTATION },
    Mutation { name: "PCG32: AVX-512 lanes end with the state of the second lane", file: "generators/src/pcg32/bulk/avx512.rs", from: "*state = states[0];", to: "*state = states[1];",
        red: Some(("generators", LIB, "pcg32::bulk::tests::every_way_to_make_blocks_gives_the_words_of_stepping")), needs: Some(Instructions::Avx512), ..MUTATION },
    // Rogue.
    Mutation { name: "a 15-bit mask", file: "rogue/src/random.rs", from: "pub type Rule = LowBits<14>;", to: "pub type Rule = LowBits<15>;",
        red: Some(("rogue", "fixtures", "every_output_equals_the_document")), gate: true, ..MUTATION },
    Mutation { name: "32 swaps for 33", file: "rogue/src/new_game.rs", from: "for _ in 0..SWAPS {", to: "for _ in 1..SWAPS {",
        red: Some(("rogue", "fixtures", "every_output_equals_the_document")), gate: true, ..MUTATION },
    // Within one swap the order of its two draws cannot show, for a swap does not tell its slots apart. So: all first slots
    // are drawn, then all second ones.
    Mutation { name: "swapped draw order in mix_colors", file: "rogue/src/new_game.rs", from: "for _ in 0..SWAPS {\n        let j = get_rand(dice, 0, POTIONS as i32 - 1);\n", to: "let js: [i32; 33] = core::array::from_fn(|_| get_rand(dice, 0, POTIONS as i32 - 1));\n    for j in js {\n",
        red: Some(("rogue", "fixtures", "every_output_equals_the_document")), ..MUTATION },
    Mutation { name: "syllable 0 allowed", file: "rogue/src/new_game.rs", from: "title.push(get_rand(dice, 1, SYLLABLES.len() as i32 - 1) as u8);", to: "title.push(get_rand(dice, 0, SYLLABLES.len() as i32 - 1) as u8);",
        red: Some(("rogue", "fixtures", "every_output_equals_the_document")), gate: true, ..MUTATION },
    Mutation { name: "a used material is kept when games are dealt in one go", file: "rogue/src/deal.rs", from: "picked += usize::from(used >> j & 1 == 0);", to: "picked += 1;",
        red: Some(("rogue", "games", "every_game_dealt_in_one_go_equals_the_game_drawn_step_by_step")), gate: true, ..MUTATION },
    Mutation { name: "rings begin with what the wands have used when games are dealt in lanes", file: "rogue/src/deal/lanes.rs", from: "& begins.wrapping_sub(1);", to: "| begins;",
        red: Some(("rogue", LIB, "deal::lanes::tests::lanes_deal_what_is_dealt_one_by_one")), ..MUTATION },
    Mutation { name: "a used material is taken again", file: "rogue/src/new_game.rs", from: "if used >> j & 1 == 0 {", to: "if used >> j & 1 == 0 || j == 7 {",
        red: Some(("rogue", "fixtures", "every_output_equals_the_document")), ..MUTATION },
    Mutation { name: "get_rand: bounds are not swapped where x is y + 1", file: "rogue/src/random.rs", from: "if x > y { (y, x) }", to: "if x > y.wrapping_add(1) { (y, x) }",
        red: Some(("rogue", LIB, "random::tests::one_draw_below_the_width_is_added_to_the_smaller_bound_whatever_their_order")), gate: true, ..MUTATION },
    Mutation { name: "rand_percent: below the percentage for at most", file: "rogue/src/random.rs", from: "get_rand(dice, 1, 100) <= percentage", to: "get_rand(dice, 1, 100) < percentage",
        red: Some(("rogue", LIB, "random::tests::percentages_are_met_up_to_and_with_the_number")), gate: true, ..MUTATION },
    // Permutations.
    Mutation { name: "permutation without the + 1", file: "permute/src/draws.rs", from: "if number < room { number + previous + 1 }", to: "if number < room { number + previous }",
        red: Some(("permute", "document", "permutations_equal_the_document_however_they_are_made")), gate: true, ..MUTATION },
    Mutation { name: "a byte of directions packed from its low end", file: "permute/src/directions.rs", from: "d1 << 6 | d2 << 4 | d3 << 2 | d4", to: "d4 << 6 | d3 << 4 | d2 << 2 | d1",
        red: Some(("permute", "document", "directions_equal_the_document")), gate: true, ..MUTATION },
    Mutation { name: "a rank counts the number itself", file: "permute/src/rank.rs", from: "(free & ((1 << number) - 1)).count_ones()", to: "(free & ((2 << number) - 1)).count_ones()",
        gate: true, ..MUTATION },
    Mutation { name: "a shuffle leaves the last pair", file: "permute/src/fisher_yates.rs", from: "for bound in (2..=n).rev()", to: "for bound in (3..=n).rev()",
        gate: true, ..MUTATION },
    Mutation { name: "unrank: only numbers above the digit move up", file: "permute/src/rank.rs", from: "u32::from(*later >= digit)", to: "u32::from(*later > digit)",
        red: Some(("permute", LIB, "rank::tests::ranks_are_in_lexicographic_order")), ..MUTATION },
    // Mazes, rooms and spreads.
    Mutation { name: "the maze visits d1 first", file: "grids/src/boss_maze.rs", from: "dirs = [d1, d2, d3, 6 - (d1 + d2 + d3)];", to: "dirs = [6 - (d1 + d2 + d3), d3, d2, d1];",
        red: Some(("grids", "boss_maze", "the_packed_order_is_read_from_its_low_end")), ..MUTATION },
    Mutation { name: "a shuffle from the wrong end", file: "grids/src/boss_maze.rs", from: "for i in (1..4).rev() {", to: "for i in 1..4 {",
        red: Some(("grids", "boss_maze", "the_shuffle_is_taken_from_its_end")), gate: true, ..MUTATION },
    Mutation { name: "Amazing: index 0 can be drawn at a restart", file: "grids/src/amazing/walk.rs", from: "Rules::Document(Restart::RandomVisited) => 1,", to: "Rules::Document(Restart::RandomVisited) => 0,",
        red: Some(("grids", "amazing", "a_restart_lands_where_its_rule_says")), ..MUTATION },
    Mutation { name: "Amazing: no jump to (0,0)", file: "grids/src/amazing/walk.rs", from: "            self.at = 0;\n", to: "",
        red: Some(("grids", "amazing", "past_the_list_costs_one_draw")), ..MUTATION },
    Mutation { name: "Amazing: an exit raises the cell count", file: "grids/src/amazing/walk.rs", from: "self.exit_placed = true;", to: "self.exit_placed = true;\n        self.maze.next_number += 1;",
        red: Some(("grids", "amazing", "going_up_into_the_unvisited_corner_closes_its_east_side")), ..MUTATION },
    Mutation { name: "Amazing: walls are merged in moveUp", file: "grids/src/amazing/walk.rs", from: "Direction::Up) => walls[next] = SOUTH,", to: "Direction::Up) => walls[next] |= SOUTH,",
        red: Some(("grids", "amazing", "going_up_into_the_unvisited_corner_closes_its_east_side")), gate: true, ..MUTATION },
    Mutation { name: "rooms: y is drawn before x", file: "grids/src/rooms.rs", from: "    let [x1, x2] = core::array::from_fn(|_| draw_from(draws, sector.xl, sector.xh));\n    let [y1, y2] = core::array::from_fn(|_| draw_from(draws, sector.yl, sector.yh));\n", to: "    let [y1, y2] = core::array::from_fn(|_| draw_from(draws, sector.yl, sector.yh));\n    let [x1, x2] = core::array::from_fn(|_| draw_from(draws, sector.xl, sector.xh));\n",
        red: Some(("grids", "rooms", "a_turned_hall_runs_across_in_the_middle")), ..MUTATION },
    Mutation { name: "rooms: borders in another order", file: "grids/src/rooms/halls.rs", from: "    (1, 2, Horizontal),\n    (3, 4, Horizontal),\n", to: "    (3, 4, Horizontal),\n    (1, 2, Horizontal),\n",
        red: Some(("grids", "rooms", "a_turned_hall_runs_across_in_the_middle")), ..MUTATION },
    Mutation { name: "rooms: uniformMay draws on an empty overlap", file: "grids/src/rooms/halls.rs", from: "if low > high {\n", to: "if low > high {\n        draws.choose(numbers(0, 0));\n",
        red: Some(("grids", "rooms", "a_turned_hall_runs_across_in_the_middle")), ..MUTATION },
    Mutation { name: "spread: the large group is first on a tie", file: "grids/src/spread.rs", from: "without_groups(&false, &true, innermost.small, innermost.large)?", to: "without_groups(&true, &false, innermost.large, innermost.small)?",
        red: Some(("grids", "spread", "the_lazy_spread_equals_the_list_forwards_and_backwards")), ..MUTATION },
    Mutation { name: "spread: the large group is first on a tie, item by item", file: "grids/src/spread/lazy.rs", from: "if alternates { reversed }", to: "if alternates { reversed != (depth > 0) }",
        red: Some(("grids", "spread", "the_lazy_spread_equals_the_list_forwards_and_backwards")), ..MUTATION },
    Mutation { name: "spread: the roles are not swapped", file: "grids/src/spread.rs", from: "if na < nb { (nb, na) } else { (na, nb) };", to: "(na, nb);",
        red: Some(("grids", "spread", "swapping_unequal_numbers_swaps_the_letters")), gate: true, ..MUTATION },
    Mutation { name: "rooms: the middle third is one wider", file: "grids/src/rooms.rs", from: "(third + 1, 2 * third - 1)", to: "(third + 1, 2 * third)",
        gate: true, ..MUTATION },
    Mutation { name: "rooms: a hall turns one column to the right of the middle", file: "grids/src/rooms/halls.rs", from: "usize::midpoint(left.xh, right.xl);", to: "usize::midpoint(left.xh, right.xl) + 1;",
        red: Some(("grids", "rooms", "a_turned_hall_runs_across_in_the_middle")), gate: true, ..MUTATION },
    // Statistical tests.
    Mutation { name: "two-sided p-values are not doubled", file: "gof/src/pvalue.rs", from: "self.times(2.0)", to: "self.times(1.0)",
        red: Some(("gof", LIB, "pvalue::tests::two_sided_is_twice_the_smaller_and_at_most_one")), ..MUTATION },
    Mutation { name: "Pearson: a degree of freedom too many", file: "gof/src/pearson.rs", from: "(sum.value(), (pools.len() as u64).saturating_sub(1))", to: "(sum.value(), pools.len() as u64)",
        red: Some(("gof", LIB, "pearson::tests::statistics_are_those_of_scipy_and_tails_too_or_somewhat_more")), ..MUTATION },
    Mutation { name: "Kolmogorov: twice the one-sided tail from n d^2 = 0.4 on", file: "gof/src/tail/kolmogorov.rs", from: "const FAR: f64 = 4.0;", to: "const FAR: f64 = 0.4;",
        red: Some(("gof", "tails", "kolmogorov_parts::the_band_is_the_published_value")), ..MUTATION },
    Mutation { name: "gaps are cut off one symbol early", file: "gof/src/words/gap.rs", from: "if self.unmarked < self.longest {", to: "if self.unmarked + 1 < self.longest {",
        red: Some(("gof", LIB, "words::gap::tests::its_probabilities_are_exact")), ..MUTATION },
    Mutation { name: "Holm: weights are summed in the order given", file: "gof/src/holm.rs", from: "sum += weights[check];", to: "sum += weights[place];",
        red: Some(("gof", LIB, "holm::tests::equals_closed_testing_by_brute_force")), ..MUTATION },
    // Exact probabilities.
    Mutation { name: "a token stays too often", file: "exact/src/chain.rs", from: "squared(w) + squared(total - w)", to: "squared(w) + squared(total)",
        gate: true, ..MUTATION },
    Mutation { name: "characters: strips have the opposite sign", file: "exact/src/characters.rs", from: "jumped.count_ones() % 2 == 1", to: "jumped.count_ones() % 2 == 0",
        red: Some(("exact", LIB, "characters::tests::the_first_row_is_trivial_and_the_last_the_sign")), gate: true, ..MUTATION },
    Mutation { name: "derangements by another recurrence", file: "exact/src/transpositions.rs", from: "(&deranged[m - 1] + &deranged[m - 2]) * (m - 1)", to: "(&deranged[m - 1] + &deranged[m - 2]) * m",
        gate: true, ..MUTATION },
    Mutation { name: "variation distance without its half", file: "exact/src/distance.rs", from: "ratio(sum, (p.denominator() * q.denominator()) << 1_u32)", to: "ratio(sum, p.denominator() * q.denominator())",
        gate: true, ..MUTATION },
    Mutation { name: "chi-square per draw without the - 1", file: "exact/src/distance.rs", from: "ratio(squares * q.denominator(), whole) - BigRational::one()", to: "ratio(squares * q.denominator(), whole)",
        gate: true, ..MUTATION },
    Mutation { name: "pairs of a draw with itself", file: "exact/src/collisions.rs", from: "BigUint::from(draws) * draws.saturating_sub(1) / 2_u32", to: "BigUint::from(draws) * draws / 2_u32",
        gate: true, ..MUTATION },
    Mutation { name: "branches of the draw tree weigh alike", file: "exact/src/explore/branch.rs", from: "numerator: &self.numerator * count, over", to: "numerator: &self.numerator * total / 2_u32, over",
        gate: true, ..MUTATION },
    Mutation { name: "spanning trees: a vertex does not count its edges", file: "exact/src/spanning_trees.rs", from: "laplacian[b][b] += 1;", to: "laplacian[b][b] += 0;",
        red: Some(("exact", LIB, "spanning_trees::tests::the_first_grids_have_4_15_and_192_trees")), ..MUTATION },
    Mutation { name: "picks until unused: all items of a class stay drawable", file: "exact/src/replacement.rs", from: "let weight = u128::from(class.items - used[place]) * class.weight;", to: "let weight = u128::from(class.items) * class.weight;",
        red: Some(("exact", LIB, "replacement::tests::the_process_equals_enumeration")), ..MUTATION },
    Mutation { name: "words: letters that are not drawn lose their weight", file: "exact/src/collisions.rs", from: "letters.total()), longest - length)", to: "letters.total()), 0)",
        red: Some(("exact", LIB, "collisions::tests::words_equal_enumeration")), ..MUTATION },
];
