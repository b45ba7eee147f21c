//! `roguelab seed-of` as a user meets it: round trips, what it says to bad input, and its exit codes.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use crate::child::{ChildInTime as _, CommandInTime as _};

use generators::bsd_random::{BsdRandom, Kind, Seeding};
use rogue::identities::Identities;
use rogue::random::{get_rand, srrandom};

fn roguelab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_roguelab")).arg("seed-of").args(arguments).output_in_time().unwrap()
}

/// Asserts the exit code; what was printed.
fn printed(code: i32, arguments: &[&str]) -> String {
    let output = roguelab(arguments);
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(code), "{stdout}{}", String::from_utf8_lossy(&output.stderr));
    stdout
}

/// Asserts that it is refused as wrong usage, and that the error names each of these.
fn assert_refused(arguments: &[&str], needles: &[&str]) {
    let output = roguelab(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    for needle in needles {
        assert!(stderr.contains(needle), "`{needle}` is not in: {stderr}");
    }
}

fn words(random: &mut BsdRandom, number: usize) -> String {
    let words: Vec<String> = (0..number).map(|_| random.next_word().to_string()).collect();
    words.join(",")
}

#[test]
fn names_lead_to_the_game_and_to_the_time_it_starts() {
    let game = Identities::of_seed(1_700_000_000);
    let potion = format!("healing={}", game.potion(2));
    let ring = format!("stealth={}", game.ring(0));
    let wand = format!("cold={}", game.wand(9));
    let scroll = format!("identify={}", game.scroll(4));
    let facts = ["--potion", &potion, "--ring", &ring, "--wand", &wand, "--scroll", &scroll];
    let times = ["--from", "2023-11-15T00:00", "--to", "2023-11-15T00:30", "--zone", "+02:00"];
    let shown = printed(0, &[&facts[..], &times[..]].concat());
    assert!(shown.starts_with("1 game of 32,768 fits: 28928\n"), "{shown}");
    assert!(shown.contains("such a game starts once\n"), "{shown}");
    assert!(shown.ends_with("\n28928  2023-11-15 00:13:20 +02:00   1700000000\n"), "{shown}");
}

#[test]
fn what_is_ruled_out_counts_too() {
    let colour = Identities::of_seed(5).potion(2);
    let count = |sign: &str| -> u32 {
        let shown = printed(0, &["--potion", &format!("healing{sign}{colour}"), "--from", "0", "-n", "0"]);
        shown.split_whitespace().next().unwrap().replace(',', "").parse().unwrap()
    };
    assert_eq!(count("=") + count("!="), 32_768);
}

#[test]
fn every_start_of_a_longer_time_is_counted() {
    let facts = ["--potion", "healing=pink", "--from", "0", "-n", "3"];
    let once = printed(0, &facts);
    let games: u32 = once.split_whitespace().next().unwrap().replace(',', "").parse().unwrap();
    let twice = printed(0, &[&facts[..], &["--to", "65535"]].concat());
    let count: String = twice.split("starts ").nth(1).unwrap().split(' ').next().unwrap().replace(',', "");
    assert_eq!(count, (2 * games).to_string());
    assert_eq!(twice.lines().count(), 7, "three are listed: {twice}");
}

#[test]
fn a_misspelling_is_answered_with_the_nearest_names() {
    assert_refused(&["--potion", "heeling=pink"], &["--potion", "`heeling`", "nearest are: healing"]);
    assert_refused(&["--potion", "healing=pimk"], &["no colour", "`pimk`", "nearest are: pink"]);
    assert_refused(&["--ring", "stealth=opel"], &["--ring", "`opel`", "opal"]);
    assert_refused(&["--scroll", "identify='foo baz'"], &["syllable", "`baz`", "bar"]);
    assert_refused(&["--staff", "cold=steel"], &["--staff", "steel is a metal"]);
    assert_refused(&["--wand", "cold"], &["--wand", "KIND=NAME"]);
}

#[test]
fn times_and_zones_that_are_none_are_named() {
    let pink = ["--potion", "healing=pink"];
    assert_refused(&[&pink[..], &["--zone", "Europe/Osol"]].concat(), &["`Europe/Osol`", "+02:00"]);
    assert_refused(&[&pink[..], &["--from", "yesterday"]].concat(), &["--from", "yesterday", "2024-05-01T20:15"]);
    assert_refused(&[&pink[..], &["--from", "9", "--to", "8"]].concat(), &["--to is before --from"]);
    assert_refused(&[&pink[..], &["--skip", "5"]].concat(), &["--skip", "--draws"]);
    assert_refused(&[], &["--potion", "--words"]);
}

#[test]
fn facts_that_exclude_each_other_fit_no_game() {
    let shown = printed(1, &["--potion", "healing=pink", "--potion", "poison=pink"]);
    assert!(
        shown.starts_with("No game fits\n") && shown.ends_with("     0 left with potion of poison = pink\n"),
        "{shown}"
    );
}

#[test]
fn draws_lead_to_the_game_at_a_known_place_and_at_an_unknown_one() {
    let mut dice = srrandom(4321);
    let mut draws: Vec<String> = Vec::new();
    for i in 0..60 {
        let (x, y) = [(1, 100), (25, 35), (0, 13)][i % 3];
        draws.push(format!("{x},{y}:{}", get_rand(&mut dice, x, y)));
    }
    let run = draws[40..50].join(" ");
    let shown = printed(0, &["--draws", &run, "--skip", "40"]);
    assert!(shown.starts_with("1 game of 32,768 fits: 4321\n"), "{shown}");
    let shown = printed(0, &["--draws", &run, "--anywhere", "--within", "100"]);
    assert!(shown.starts_with("1 game of 32,768 fits: 4321 (after 40 draws)\n"), "{shown}");
    printed(1, &["--draws", &run, "--anywhere", "--within", "40"]);
    assert_refused(&["--draw", "1,6:7"], &["7 is no result of get_rand(1, 6)"]);
    assert_refused(&["--draw", "1-6:7"], &["`1-6:7`", "1,100=37"]);
}

/// The dice step by step: far ahead, the program jumps.
#[test]
fn draws_far_ahead_lead_to_the_game() {
    let mut dice = srrandom(4321);
    let names = Identities::of_seed(4321).draws.unwrap();
    let run = |skip: u32| -> String {
        let mut dice = dice.clone();
        for _ in 0..skip {
            dice.words().next_word();
        }
        let run: Vec<String> = (0..10).map(|_| format!("1,100={}", get_rand(&mut dice, 1, 100))).collect();
        run.join(" ")
    };
    let shown = printed(0, &["--draws", &run(100_000), "--skip", "100000"]);
    assert!(shown.starts_with("1 game of 32,768 fits: 4321\n"), "{shown}");
    let shown = printed(0, &["--draws", &run(100_000 + u32::from(names)), "--skip", "100000", "--after-names"]);
    assert!(shown.starts_with("1 game of 32,768 fits: 4321\n"), "{shown}");
    dice.words().jump(u64::from(u32::MAX));
    let run: Vec<String> = (0..10).map(|_| format!("1,100:{}", get_rand(&mut dice, 1, 100))).collect();
    let shown = printed(0, &["--draws", &run.join(" "), "--skip", "4294967295"]);
    assert!(shown.starts_with("1 game of 32,768 fits: 4321\n"), "{shown}");
}

#[test]
fn no_draws_and_no_words_are_refused() {
    for none in ["", " ", "\n"] {
        assert_refused(&["--draws", none], &["--draws: there are no draws", "1,100=37"]);
        assert_refused(&["--draws", none, "--potion", "healing=pink"], &["--draws: there are no draws"]);
        assert_refused(&["--words", none], &["there are no words"]);
    }
}

#[test]
fn options_that_would_say_nothing_are_refused() {
    for option in [&["--zone", "UTC"][..], &["--skip", "0"], &["--after-names"], &["--from", "0"], &["--to", "9"]] {
        assert_refused(&[&["--words", "1,2"][..], option].concat(), &[option[0], "cannot be used with", "--words"]);
        assert_refused(&[&["--words-file", "-"][..], option].concat(), &[option[0], "cannot be used with"]);
    }
    for option in [&["--at", "0"][..], &["--anywhere"], &["--anywhere", "--within", "9"]] {
        let any = ["--words", "1,2", "--seeding", "any"];
        assert_refused(&[&any[..], option].concat(), &[option[0], "says nothing with --seeding any"]);
    }
    assert_refused(&["--words", "1,2", "--show", "5"], &["--show", "--seeding any"]);
}

#[test]
fn numbers_out_of_bounds_are_refused() {
    assert_refused(&["--words", "1,2", "--at", "18446744073709551615"], &["--at", "9223372036854775808"]);
    assert_refused(&["--words", "1,2", "--seeding", "any", "--show", "100001"], &["--show", "100000"]);
    assert_refused(&["--potion", "healing=pink", "-n", "100001"], &["--number", "100000"]);
    let mut random = generators::bsd_random::Type3::srrandom(5);
    random.jump(1 << 63);
    let given = [(); 3].map(|()| random.next_word().to_string()).join(",");
    let shown = printed(0, &["--words", &given, "--at", "9223372036854775808"]);
    assert!(shown.lines().any(|line| line.trim_start().starts_with("5 ")), "{shown}");
}

/// 2^32 seconds later and earlier the game's `int` is the same, and so is the game.
#[test]
fn the_seed_is_that_of_the_game_when_the_time_is_no_c_int() {
    let game = Identities::of_seed(1_700_000_000);
    let facts: Vec<String> =
        (0..14).map(|i| format!("{}={}", rogue::tables::POTION_KINDS[i], game.potion(i))).collect();
    let facts: Vec<&str> = facts.iter().flat_map(|fact| ["--potion", fact]).collect();
    for time in [1_700_000_000_i64 - (1 << 32), 1_700_000_000 + (1 << 32)] {
        let time = time.to_string();
        let shown = printed(0, &[&facts[..], &["--from", &time, "--to", &time]].concat());
        assert!(shown.ends_with("   1700000000\n"), "{shown}");
    }
    let shown = printed(0, &["--potion", "healing!=pink", "--from", "2100-01-01", "-n", "1"]);
    let seed: i64 = shown.lines().last().unwrap().split_whitespace().last().unwrap().parse().unwrap();
    assert!(i32::try_from(seed).is_ok() && seed < 0, "{shown}");
}

#[test]
fn too_much_and_what_is_no_text_is_refused_and_long_texts_are_shortened() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    file.as_file().set_len((64 << 20) + 1).unwrap();
    assert_refused(&["--words-file", path], &[path, "more than 64 MiB"]);
    std::fs::write(path, b"1 2 \xff").unwrap();
    assert_refused(&["--words-file", path], &[path, "not text in UTF-8", "byte 4"]);
    let long = "x".repeat(5000);
    let short = format!("`{}...`", "x".repeat(40));
    for option in ["--words", "--draw", "--draws", "--potion"] {
        assert_refused(&[option, &long], &[&short]);
    }
    for option in ["--zone", "--from"] {
        assert_refused(&["--potion", "healing=pink", option, &long], &[&short]);
    }
}

#[test]
fn nothing_is_listed_when_nothing_is_asked_for() {
    let shown = printed(0, &["--potion", "healing=pink", "--from", "0", "-n", "0"]);
    assert!(shown.lines().next().unwrap().ends_with("games of 32,768 fit"), "{shown}");
    let mut random = BsdRandom::new(Kind::Type3, Seeding::Weak, 99);
    let shown = printed(2, &["--words", &words(&mut random, 50), "--seeding", "any", "-n", "1"]);
    assert!(
        shown.starts_with("more than one state of TYPE_3 gives these 50 words; 43 more are enough to tell\n"),
        "{shown}"
    );
    let shown = printed(2, &["--words", "5", "--seeding", "any"]);
    assert!(
        shown.starts_with("1 word is too few: a state of TYPE_3 has 31 words itself; 92 more are enough\n"),
        "{shown}"
    );
}

/// The game draws the arrows of the player's pack next after the names.
#[test]
fn draws_are_counted_from_the_end_of_the_names() {
    let mut dice = srrandom(77);
    Identities::of_draws(&mut dice);
    let next: Vec<String> = (0..8).map(|_| format!("25,35:{}", get_rand(&mut dice, 25, 35))).collect();
    let shown = printed(0, &["--draws", &next.join(" "), "--after-names"]);
    assert!(shown.starts_with("1 game of 32,768 fits: 77\n"), "{shown}");
}

#[test]
fn two_words_lead_to_a_weak_seed() {
    for (kind, seed) in [("3", -5), ("3", 1_700_000_000), ("1", 42), ("4", i32::MIN), ("0", 7)] {
        let number: usize = kind.parse().unwrap();
        let mut random = BsdRandom::new(Kind::ALL[number], Seeding::Weak, seed);
        let shown = printed(0, &["--words", &words(&mut random, 3), "--kind", kind]);
        assert!(shown.lines().any(|line| line.trim_start().starts_with(&format!("{seed} "))), "{shown}");
        let shown = printed(0, &["--words", &words(&mut random, 3), "--kind", kind, "--at", "3"]);
        assert!(shown.lines().any(|line| line.trim_start().starts_with(&format!("{seed} "))), "{shown}");
    }
    let shown = printed(0, &["--words", "1216574727 788678943", "--anywhere"]);
    assert!(shown.ends_with("         42     42              1\n"), "{shown}");
    assert!(printed(1, &["--words", "1413335460,3"]).contains("No seed"));
    assert_refused(&["--words", "1413335460,x"], &["word 1", "`x`"]);
    assert_refused(&["--words", "1,2147483648"], &["word 1", "2147483648", "31 bits"]);
    assert_refused(&["--words", "1,2", "--potion", "healing=pink"], &["one of them at a time"]);
    assert_refused(&["--words", "1,2", "--kind", "5"], &["0 to 4"]);
}

#[test]
fn enough_words_lead_to_the_state_and_its_seed() {
    let mut random = BsdRandom::new(Kind::Type3, Seeding::Glibc, 99);
    let (before, given, after) = (words(&mut random, 4), words(&mut random, 93), words(&mut random, 4));
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), given.replace(',', "\n")).unwrap();
    let path = file.path().to_str().unwrap();
    let shown = printed(0, &["--words-file", path, "--seeding", "any", "--show", "4"]);
    assert!(shown.contains(&format!("words before  {}\n", before.replace(',', " "))), "{shown}");
    assert!(shown.contains(&format!("words after   {}\n", after.replace(',', " "))), "{shown}");
    assert!(shown.contains("seed          99, glibc's seeding, 4 words before\n"), "{shown}");
}

#[test]
fn words_from_standard_input_that_are_too_few_are_told_how_many_more_are_enough() {
    let random = BsdRandom::new(Kind::Type3, Seeding::Weak, 99);
    for (number, more) in [(20, 73), (70, 23)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_roguelab"));
        command.args(["seed-of", "--words-file", "-", "--seeding", "any"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(words(&mut random.clone(), number).as_bytes()).unwrap();
        let output = child.output_in_time().unwrap();
        let shown = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(2));
        assert!(shown.contains(&format!("{more} more are enough")), "{shown}");
    }
}

#[test]
fn a_word_that_does_not_belong_is_named() {
    let mut given: Vec<u32> = Vec::new();
    let mut random = BsdRandom::new(Kind::Type3, Seeding::Weak, 99);
    given.extend((0..100).map(|_| random.next_word()));
    given[60] ^= 1 << 20;
    let text: Vec<String> = given.iter().map(ToString::to_string).collect();
    let shown = printed(1, &["--words", &text.join(","), "--seeding", "any"]);
    assert!(shown.starts_with("word 60 is not what TYPE_3 makes"), "{shown}");
}
