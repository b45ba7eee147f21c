//! The exact distributions of the fair sources' items, to which their streams are compared.

mod permutations;
mod view;

pub(crate) use view::View;

use std::num::NonZeroU32;
use std::sync::LazyLock;

use exact::chain::swap_chain;
use exact::explore::{Branch, Limits, Rule, Step, explore, explore_steps};
use exact::{BigUint, Distribution, Weights};
use generators::bounding::LowBits;
use generators::draw::Draw as _;
use generators::haskell::RandomR;
use gof::{Cells, pearson};
use grids::boss_maze::BossMaze;
use rogue::atlas::GAMES;
use rogue::identities::Identities;
use rogue::new_game::SWAPS;
use rogue::tables::POTIONS;

use super::permutations::{LENGTHS, listless_by_pcg32, listless_by_rogue};
use super::{ItemKind, Source, dungeons, find, games};
use permutations::DrawWeights;

/// The colours of the potions in every game that exists.
static POPULATION: LazyLock<Vec<[u32; POTIONS]>> = LazyLock::new(|| {
    (0..GAMES as i32)
        .map(|seed| games::mix_potions(&mut games::dice_of_game(seed)))
        .collect()
});

/// The law of the colours, counted over all 32,768 games.
fn law_of_colours(view: View) -> Distribution {
    let kind = games::potion_colours().kind;
    let mut counts = vec![0_u64; view.cells(kind)];
    for potions in &*POPULATION {
        counts[view.cell(potions)] += 1;
    }
    Distribution::new(counts.into_iter().map(BigUint::from).collect()).unwrap()
}

/// The law of the colour in a slot after swaps with ideal draws: that of the chain of swaps.
fn law_of_ideal_slot(place: usize) -> Distribution {
    let chain = swap_chain(&Weights::uniform(POTIONS).unwrap(), SWAPS);
    let ways = (0..POTIONS).map(|colour| chain.numerator(colour, place).clone());
    Distribution::new(ways.collect()).unwrap()
}

#[expect(
    clippy::ref_option,
    reason = "a step is given a reference to the state"
)]
/// Begins a maze, or digs one cell of it.
fn dig(maze: &Option<BossMaze>, draws: &mut Branch) -> Step<Option<BossMaze>, u64> {
    let Some(mut maze) = maze.clone() else {
        return Step::Continue(Some(dungeons::begin_maze(draws)));
    };
    if !maze.step(draws) {
        return Step::Done(maze.mask());
    }
    maze.normalise();
    Step::Continue(Some(maze))
}

/// The law of a maze's class under a rule. Mazes with the same future are merged after each cell.
fn law_of_mazes(rule: &Rule) -> Distribution {
    let explored = explore_steps(rule, &Limits::default(), &None, dig).unwrap();
    let trees = dungeons::TREES.iter();
    let probabilities: Vec<_> = trees.map(|tree| explored.probability(tree)).collect();
    Distribution::from_rationals(&probabilities).unwrap()
}

/// The law of the distance between two draws below `n`, by the rule of the document on dungeons.
fn law_of_lengths(n: NonZeroU32) -> Distribution {
    let rule = Rule::of::<RandomR>(32).unwrap();
    let explored = explore(&rule, &Limits::default(), |draws| {
        draws.draw(n).abs_diff(draws.draw(n))
    });
    explored.unwrap().distribution(n.get() as usize).unwrap()
}

/// Fails if either tail of Pearson's chi-square of 100,000 items is below one in a million.
fn assert_fits(source: &Source, view: View, law: &Distribution) {
    let (mut stream, mut item) = (source.open(2026), vec![0; source.kind.width()]);
    let mut counts = vec![0_u64; law.outcomes()];
    for _ in 0..100_000 {
        stream.fill(&mut item);
        counts[view.cell(&item)] += 1;
    }
    let null = Cells::from_probabilities(law.to_f64s()).unwrap();
    let p = pearson::chi_square("law", &counts, &null).unwrap().p;
    let (lower, upper) = (p.lower().value(), p.upper().value());
    assert!(
        lower.min(upper) > 1e-6,
        "{} {view:?}: {lower:e}, {upper:e}",
        source.key
    );
}

/// Each of about 60 fits fails with probability 2e-6 if its law is right; the seed is fixed.
#[test]
#[ignore = "slow: run in CI"]
fn streams_have_their_laws() {
    let mut fits = 0;
    let mut check = |source: &Source, view: View, law: &Distribution| {
        assert_fits(source, view, law);
        fits += 1;
    };
    for n in LENGTHS {
        let views = if n <= 6 {
            [View::RankBuckets((1..=n).product()), View::Favoured]
        } else {
            [View::RankBuckets(50), View::Slot(n - 1)]
        };
        for view in views {
            let (fair, rogue) = (listless_by_pcg32(n), listless_by_rogue(n));
            check(&fair, view, &view.ideal(fair.kind));
            check(&rogue, view, &DrawWeights::rogue(n).law(view));
        }
    }
    let last = View::Slot(POTIONS as u32 - 1);
    for view in [View::RankBuckets(50), last] {
        check(&games::potion_colours(), view, &law_of_colours(view));
    }
    let ideal = games::colours_of_ideal_draws();
    check(&ideal, last, &law_of_ideal_slot(POTIONS - 1));
    for n in games::widths() {
        let weights = Weights::of_rule::<LowBits<14>>(31, n).unwrap();
        check(
            &games::get_rand(n),
            View::Item,
            &Distribution::from(&weights),
        );
    }
    let rogue = Rule::of::<LowBits<14>>(31).unwrap();
    for (key, rule) in [("maze-pcg32", Rule::ideal()), ("maze-rogue", rogue)] {
        check(find(key).unwrap(), View::Item, &law_of_mazes(&rule));
    }
    for key in ["room-widths", "room-heights"] {
        let source = find(key).unwrap();
        let ItemKind::Classes { cells } = source.kind else {
            panic!("{key}: {}", source.kind)
        };
        let law = law_of_lengths(NonZeroU32::new(cells).unwrap());
        check(source, View::Item, &law);
    }
    assert!(fits >= 60, "{fits}");
}

#[test]
fn the_population_is_every_game_s_colours() {
    for (seed, potions) in POPULATION.iter().enumerate().step_by(97) {
        assert_eq!(
            Identities::of_seed(seed as i32).potions.map(u32::from),
            *potions
        );
    }
}

#[test]
fn the_law_of_a_slot_is_counted_over_all_games() {
    let counted = law_of_colours(View::Slot(3));
    assert_eq!(counted.denominator().to_string(), GAMES.to_string());
    let of_colour_5 = POPULATION.iter().filter(|potions| potions[3] == 5).count();
    assert_eq!(counted.numerators()[5].to_string(), of_colour_5.to_string());
}
