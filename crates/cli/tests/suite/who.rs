//! `roguelab who` as a user sees it, and the commands that ask it when they have nothing better to say.

use crate::program::run;
use rayon::prelude::*;

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_is_not_the_time_limit() {
    use crate::program::{Said, roguelab, signal};
    use std::{fs, process::Stdio, time::Duration};

    // Numbers that no generator of the catalogue makes.
    let noise = "3735928559 182736455 998244353 77 2863311530 1431655765 305419896 2271560481 19088743 4023233417";
    let mut command = roguelab(&["who", "--seconds", "600", "--numbers", noise]);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The search has begun once the program has worked for longer than reading takes: field 14, in ticks of 10 ms.
    let worked = || -> Option<u64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
        stat.rsplit_once(") ")?.1.split(' ').nth(11)?.parse().ok()
    };
    while worked().unwrap() < 20 {
        std::thread::sleep(Duration::from_millis(10));
    }
    signal(&child, "INT");
    let said = Said::from(child.wait_with_output().unwrap())
        .ended(130, &["Interrupted: not all ways were tried."]);
    assert!(!said.contains("time limit"), "{said}");
}

#[test]
fn the_list_fits_a_terminal() {
    let list = run(&["who", "--list"]).ended(0, &[]);
    assert!(list.lines().all(|line| line.chars().count() <= 100));
}

/// Outputs of Node.js and of Python 3.11, all but the last of which are given, and those last ones.
const CONTINUED: &[(&str, &str, &str)] = &[
    // Mulberry32 of seed 7: floor(50 u) + 1.
    (
        "1 4 49 35 27 21 24 12 28 37 13 8 39 26 10 19 15 27 15 49 13 44 10 8 8 15 28 39 4 46 28 32 35 49 32 47 42",
        "2, 9, 18",
        "seed 7: Mulberry32",
    ),
    // random.seed(70), one random() left out.
    (
        "0.294079 0.459434 0.136359 0.995061 0.154644 0.673940 0.598026 0.714624 0.410526 0.380089 0.399896",
        "0.072552, 0.319765",
        "from output 3 on, seed 70",
    ),
    // random.seed(9): gauss(170, 10), getrandbits(32) without the first, choice('abcdefgh'), random().
    (
        "160.6 172.2 182.9 185.3 181.8 170.5 173.3 167.6 156.9 165.4 179.4 172.5 166.8 159.5 169.1 164.2 170.4 174.8 147.3 169.1 \
         155.5 160.7 157.7 181.1 176.7 174.9",
        "162.6, 155.7",
        "170 + 10 * sqrt",
    ),
    (
        "9cfbac6e 5f915ef0 4462ebfc 237751aa",
        "2fa73207, ddd6ff55",
        "outputs 2 to 5",
    ),
    (
        "h f e c c a f h b f a g c h g c c d a b c b g b e d d g b e d g",
        "e, f",
        "seed 9",
    ),
    (
        "46.3% 37.3% 13.9% 86.7% 0.6% 50.3% 89.8% 8.1% 55.4% 61.7% 4.1% 37.9% 70.3% 45.2%",
        "72.5%, 15.7%",
        "seed 9",
    ),
];

#[test]
fn next_numbers_are_written_like_the_input() {
    for (given, next, says) in CONTINUED {
        let count = (next.matches(',').count() + 1).to_string();
        let said = run(&["who", "--next", &count, "--numbers", given]);
        said.ended(0, &[&format!("The next are {next}."), says]);
    }
}

#[test]
fn a_digit_of_a_uuid_may_be_drawn_out_of_order() {
    // Mulberry32 of seed 42: 36 hexadecimal digits, of which one is replaced by the version, one by the variant, and four by
    // hyphens.
    let uuids = "97da2849-73eb-48a9-bd09-402c802d7c57 00893a34-d834-4aab-9f6f-10579e1be4b2";
    let said = run(&["who", "--numbers", uuids]);
    said.ended(
        0,
        &[
            "seed 42: Mulberry32",
            "the version and the hyphens replaced",
        ],
    );
}

#[test]
fn two_lists_are_named_where_each_is() {
    // numpy's seed 4, and Octave's rand('state', 4).
    let lists = ["0.9670298390136767", "0.23604808973743452"];
    let both = run(&["who", "--numbers", lists[0], "--numbers", lists[1]]);
    let said = format!("{}{}", both.stdout, both.stderr);
    assert!(!said.contains("no generator is named"), "{said}");
}

#[test]
fn next_numbers_do_not_depend_on_a_guessed_bound() {
    // Python 3.11: seed 13, randint(1, 13), without the first 5 numbers.
    let cards = "3 11 4 11 3 4 11 12 3 3 2 9 4 12 5 1 7 3 11 10 1 5 3 2";
    let said = run(&["who", "--next", "3", "--numbers", cards]);
    said.ended(0, &["from 1 to 12", "The next numbers cannot be predicted"]);
    let given = run(&[
        "who",
        "--next",
        "3",
        "--below",
        "13",
        "--base",
        "1",
        "--numbers",
        cards,
    ]);
    given.ended(0, &["The next are 13, 13, 13."]);
}

#[test]
fn outputs_of_the_lower_half_are_not_said_to_be_left_over() {
    // numpy's RandomState(159), outputs 2 to 7, all below 2^31; 3388069387 comes before, 3491526349 after.
    let half = "936826719,843497711,1067088103,666710932,751707788,2031845699";
    let said = run(&["who", "--next", "3", "--previous", "1", "--numbers", half]).stdout;
    assert!(
        said.contains("outputs 2 to 7 of mt19937, seed 159"),
        "{said}"
    );
    assert!(!said.contains("1212961104"), "{said}");
}

#[test]
fn what_precedes_is_computed_from_found_parameters() {
    // x = 1233845013 x + 1861879867 mod 2^32, from 2267098652 on.
    let given =
        "3825222791,3589669966,3261914273,4127456368,2318372203,590777090,1305634149,2417516676";
    let said = run(&["who", "--previous", "3", "--numbers", given]);
    said.ended(0, &["The 3 before are 3753451866, 4049666717, 2267098652."]);
}

/// What programs in many languages printed.
fn recorded() -> Vec<serde_json::Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/languages.json");
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn options_of(row: &serde_json::Value) -> Vec<&str> {
    let options = row["arguments"].as_array().unwrap().iter();
    options.map(|option| option.as_str().unwrap()).collect()
}

/// In a pair each list is named as it is alone. All of them, which takes minutes, with `step_by(1)`.
#[test]
#[ignore = "slow: run in CI"]
fn recorded_lists_are_named_in_pairs() {
    let mut rows = recorded();
    rows.sort_by_key(|row| options_of(row).concat());
    let named: usize = rows.par_chunks(2).step_by(16).map(name_in_a_pair).sum();
    assert!(named > 280 / 16, "{named}");
}

/// Compares two lists that need the same options, or one with itself, and returns how many are named.
fn name_in_a_pair(rows: &[serde_json::Value]) -> usize {
    let [a, b] = [&rows[0], &rows[rows.len() - 1]];
    if options_of(a) != options_of(b) {
        return rows.chunks(1).map(name_in_a_pair).sum();
    }
    let folder = tempfile::tempdir().unwrap();
    let paths = [("a", a), ("b", b)].map(|(file, row)| {
        let path = folder.path().join(file);
        std::fs::write(&path, row["prints"].as_str().unwrap()).unwrap();
        path.to_str().unwrap().to_owned()
    });
    let start = ["who", &paths[0], &paths[1]];
    let said = run(&[&start[..], &options_of(a)].concat());
    for row in rows {
        let name = row["generator"].as_str().unwrap();
        assert!(
            said.stdout.contains(name),
            "{}: {}",
            row["name"],
            said.all()
        );
    }
    rows.len()
}

/// For one in so many rows of `fixtures/languages.json`, and for a third of them with the first number left out, the next
/// numbers are those that the program printed, as far as digits are given.
fn next_numbers_are_printed(one_of: usize) {
    let rows = recorded();
    let rows = rows.par_iter().enumerate().step_by(one_of);
    let compared: usize = rows.map(|(i, row)| compare_next(row, i % 9 == 0)).sum();
    assert!(compared > 400 / one_of, "{compared}");
}

/// Compares the last quarter of what a program printed with the next numbers; returns how many.
fn compare_next(row: &serde_json::Value, also_without_first: bool) -> usize {
    let mut compared = 0;
    let prints = row["prints"].as_str().unwrap().trim();
    let is_between = |c: char| c.is_whitespace() || ",[]()'".contains(c);
    let words = prints.split(is_between).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let (given, last) = words.split_at(words.len() - words.len() / 4);
    // Lines of several numbers may be hands or lines of seeds.
    if last.is_empty() || prints.contains('\n') && prints.contains([' ', ',']) {
        return 0;
    }
    let options = options_of(row);
    let count = last.len().to_string();
    for left_out in 0..=usize::from(also_without_first && given.len() > 8) {
        let given = given[left_out..].join(" ");
        let start = [
            "who",
            "--seconds",
            "1",
            "--next",
            &count,
            "--numbers",
            &given,
        ];
        let said = run(&[&start[..], &options].concat()).stdout;
        let next = said.lines().find_map(|line| {
            let next = line
                .strip_prefix("The next are ")
                .or(line.strip_prefix("The next is "));
            next?.strip_suffix('.')?.split("; ").next()
        });
        // The characters of a token are numbers, and the next ones begin the next token.
        let token: String = next.unwrap_or_default().split(", ").collect();
        if last.concat().starts_with(&token) {
            compared += token.len().min(last.len());
            continue;
        }
        for (said, printed) in next.into_iter().flat_map(|next| next.split(", ")).zip(last) {
            compared += 1;
            let apart = match [said, printed].map(str::parse::<f64>) {
                [Ok(said), Ok(printed)] => (said - printed).abs(),
                _ if said == *printed || *printed == "?" => 0.0,
                _ => f64::INFINITY,
            };
            let unit = |text: &str| match text.split_once('.') {
                Some((_, digits)) => 0.1_f64.powi(digits.len() as i32),
                None => 0.0,
            };
            let is_shorter = said.len() < printed.len();
            let most = if is_shorter {
                unit(said)
            } else {
                0.01 * unit(printed)
            };
            assert!(apart <= most, "{}: {said}, not {printed}", row["name"]);
        }
    }
    compared
}

#[test]
fn next_numbers_are_those_that_languages_print() {
    next_numbers_are_printed(48);
}

#[test]
#[ignore = "slow: run in CI"]
fn next_numbers_are_those_that_languages_print_in_a_third_of_the_rows() {
    next_numbers_are_printed(3);
}
