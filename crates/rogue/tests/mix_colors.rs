//! Two biases of the game, found in samples of the size that theory asks for, while the exact laws are not rejected.
//!
//! A test rejects a true law with a chance of at most 1e-9 on either side, and finds the bias with a chance of at least 0.999.

use gof::power::samples_to_notice;
use gof::{Cells, pearson};
use roguelab_rogue::new_game::{SWAPS, mix_colors};
use roguelab_rogue::random::{get_rand, srrandom};
use roguelab_rogue::tables::POTIONS;

const ALPHA: f64 = 1e-9;
const POWER: f64 = 0.999;

/// Counts as many draws as it takes to tell this law from the uniform one, and compares them with both.
fn assert_law(law: &[f64], mut draw: impl FnMut() -> usize) {
    let cells = law.len() as f64;
    let effect = law.iter().map(|p| (p * cells - 1.0).powi(2) / cells).sum();
    let samples = samples_to_notice(effect, law.len() as u32 - 1, ALPHA, POWER);
    let mut counts = vec![0; law.len()];
    for _ in 0..samples.unwrap().unwrap() {
        counts[draw()] += 1;
    }
    let uniform = Cells::uniform(law.len()).unwrap();
    let fair = pearson::chi_square("uniform", &counts, &uniform).unwrap();
    assert!(
        fair.p.upper().value() < ALPHA,
        "the bias is not found: {fair:?}"
    );
    let exact = Cells::from_probabilities(law.to_vec()).unwrap();
    let exact = pearson::chi_square("exact", &counts, &exact).unwrap();
    assert!(exact.p.two_sided().value() > 2.0 * ALPHA, "{exact:?}");
}

/// A swap of two places drawn among `n` takes a colour to each other place with a chance of 2/n^2. So after `k` swaps it is in
/// its first place with a chance of `1/n + (1 - 1/n) (1 - 2/n)^k`, and in all others equally often.
#[test]
fn mix_colors_leaves_a_colour_in_place_too_often() {
    let n = POTIONS as f64;
    let left = (1.0 - 2.0 / n).powi(SWAPS as i32);
    let mut law = [(1.0 - left) / n; POTIONS];
    law[0] += left;
    let mut dice = srrandom(42);
    assert_law(&law, || {
        let mut potions = std::array::from_fn(|kind| kind as u8);
        mix_colors(&mut dice, &mut potions);
        potions.iter().position(|colour| *colour == 0).unwrap()
    });
}

/// Of the 16384 values of 14 bits, 84 remainders by 100 come 164 times and 16 come 163 times.
#[test]
fn get_rand_of_1_to_100_favours_the_first_84() {
    let mut law = [164.0 / 16_384.0; 100];
    law[84..].fill(163.0 / 16_384.0);
    let mut dice = srrandom(42);
    assert_law(&law, || get_rand(&mut dice, 1, 100) as usize - 1);
}
