//! The task `miri`: the tests of the ports under Miri, the interpreter that sees undefined behaviour.
//!
//! The ports forbid unsafe code, so what Miri can still find is in what they are built on. It needs a nightly toolchain.

use std::path::Path;

use crate::{MISUSE, process};

/// The crates of the ports.
const CRATES: [&str; 4] = ["generators", "permute", "rogue", "grids"];

/// Cases of each property: Miri is some hundred times slower than the program.
const CASES: &str = "4";

/// Tests that would take Miri minutes each: all that takes 0.15 s or more without it, unoptimised and with [`CASES`]. They run
/// the same code as the others, only more often.
const LEFT_OUT: [&str; 36] = [
    "a_corridor_is_as_deep_as_it_is_long",
    "a_file_cut_short_anywhere_is_refused",
    "a_game_depends_only_on_its_seed_modulo_2_to_the_15",
    "a_large_map_is_drawn",
    "a_large_maze_allocates_what_it_is_made_of",
    "a_mended_maze_is_one_tree_with_one_exit",
    "a_million_cells_are_a_tree",
    "a_swapped_pair_of_neighbours_is_no_longer_spread",
    "a_wrong_vector_is_noticed",
    "all_draws_of_eight_numbers_are_all_permutations",
    "all_draws_of_nine_numbers_are_all_permutations",
    "bit_14_of_the_seed_changes_every_game",
    "both_orders_make_each_tree_equally_often",
    "bresenham_s_lines_stray_less_than_half_a_tile_and_spread_ones_more_than_four_fifths",
    "every_game_dealt_in_one_go_equals_the_game_drawn_step_by_step",
    "every_line_leads_to_its_target_in_as_few_steps_as_can_be",
    "every_spread_has_its_items_and_is_spread",
    "large_mazes_work",
    "modulo_comes_as_often_as_it_says",
    "no_single_flipped_bit_gives_other_names",
    "no_smaller_numbers_recur_deeper",
    "no_spread_line_strays_less_than_bresenham_s",
    "no_two_games_have_the_same_names",
    "normalising_changes_no_probability",
    "only_the_spread_sequence_and_its_reverse_are_spread",
    "only_trees_of_a_depth_first_search_are_made",
    "palindromes_are_told_without_spreading",
    "random_r_comes_as_often_as_it_says",
    "scaled_comes_as_often_as_it_says",
    "straight_halls_leave_some_maps_apart",
    "swapping_unequal_numbers_swaps_the_letters",
    "ten_million_items_are_spread",
    "the_atlas_equals_its_digest",
    "the_deepest_recursion_of_all_allowed_totals_fits",
    "the_lazy_spread_equals_the_list_forwards_and_backwards",
    "the_longest_game_takes_192_draws",
];

/// Runs Miri, where it is.
pub(crate) fn run(root: &Path) -> u8 {
    if let Err(missing) = look(root) {
        eprintln!("miri: skipped: {missing}");
        return MISUSE;
    }
    let mut command = process::cargo_of("nightly", root);
    command.args(["miri", "test", "--locked", "--lib", "--tests"]);
    command.args(CRATES.iter().flat_map(|name| ["-p", name])).arg("--");
    command.args(LEFT_OUT.iter().flat_map(|test| ["--skip", test]));
    // The tests read fixtures, and the properties look for files with old failures.
    command.env("MIRIFLAGS", "-Zmiri-disable-isolation").env("PROPTEST_CASES", CASES);
    process::exit_code(&mut command)
}

/// Whether Miri is there; if not, what to do.
pub(crate) fn look(root: &Path) -> Result<(), String> {
    let works = process::works(process::cargo_of("nightly", root).args(["miri", "--version"]));
    works.then_some(()).ok_or_else(|| String::from("no Miri (rustup toolchain install nightly --component miri)"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn texts(folder: &Path) -> String {
        let mut all = String::new();
        for entry in fs::read_dir(folder).expect("a folder of a crate").flatten() {
            let path = entry.path();
            if path.is_dir() {
                all += &texts(&path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                all += &fs::read_to_string(&path).expect("a source file is text");
            }
        }
        all
    }

    #[test]
    fn what_is_left_out_is_there() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
        let text: String =
            CRATES.iter().flat_map(|name| ["src", "tests"].map(|part| texts(&crates.join(name).join(part)))).collect();
        for test in LEFT_OUT {
            assert_eq!(text.matches(&format!("fn {test}(")).count(), 1, "{test}");
        }
    }
}
