//! `roguelab atlas find` as a user meets it: round trips, errors and exit codes.

use crate::program::{Said, assert_has, run};

use rogue::identities::Identities;
use rogue::random::{get_rand, srrandom};

fn find(arguments: &[&str]) -> Said {
    run(&[&["atlas", "find"], arguments].concat())
}

/// Asserts the exit code; what was printed.
fn printed(code: i32, arguments: &[&str]) -> String {
    find(arguments).ended(code, &[])
}

fn fits(game: i32) -> String {
    format!("1 game of 32,768 fits: {game}\n")
}

#[test]
fn names_lead_to_the_game_and_to_the_time_it_starts() {
    let game = Identities::of_seed(1_700_000_000);
    let potion = format!("healing={}", game.potion(2));
    let ring = format!("stealth={}", game.ring(0));
    let wand = format!("cold={}", game.wand(9));
    let scroll = format!("identify={}", game.scroll(4));
    let facts = [
        "--potion", &potion, "--ring", &ring, "--wand", &wand, "--scroll", &scroll,
    ];
    let times = [
        "--from",
        "2023-11-15T00:00",
        "--to",
        "2023-11-15T00:30",
        "--zone",
        "+02:00",
    ];
    let shown = printed(0, &[&facts[..], &times[..]].concat());
    assert!(shown.starts_with(&fits(28928)), "{shown}");
    assert_has(&shown, &["such a game starts once\n"]);
    assert!(
        shown.ends_with("\n28928  2023-11-15 00:13:20 +02:00   1700000000\n"),
        "{shown}"
    );
    // The seed is a C int: 2^32 seconds earlier and later it is the same.
    for time in [1_700_000_000_i64 - (1 << 32), 1_700_000_000 + (1 << 32)] {
        let time = time.to_string();
        let shown = printed(0, &[&facts[..], &["--from", &time, "--to", &time]].concat());
        assert!(shown.ends_with("   1700000000\n"), "{shown}");
    }
    let shown = printed(
        0,
        &[
            "--potion",
            "healing!=pink",
            "--from",
            "2100-01-01",
            "-n",
            "1",
        ],
    );
    let seed: i64 = shown
        .lines()
        .last()
        .unwrap()
        .split_whitespace()
        .last()
        .unwrap()
        .parse()
        .unwrap();
    assert!(i32::try_from(seed).is_ok() && seed < 0, "{shown}");
}

#[test]
fn games_and_starts_are_counted() {
    let number = |text: &str| -> u32 {
        text.split_whitespace()
            .next()
            .unwrap()
            .replace(',', "")
            .parse()
            .unwrap()
    };
    let pink = ["--potion", "healing=pink"];
    let unlisted = printed(0, &[&pink[..], &["--from", "0", "-n", "0"]].concat());
    assert!(
        unlisted
            .lines()
            .next()
            .unwrap()
            .ends_with("games of 32,768 fit"),
        "none is listed: {unlisted}"
    );
    let twice = printed(
        0,
        &[&pink[..], &["--from", "0", "-n", "3", "--to", "65535"]].concat(),
    );
    assert_eq!(
        number(twice.split("starts ").nth(1).unwrap()),
        2 * number(&unlisted)
    );
    assert_eq!(twice.lines().count(), 7, "three are listed: {twice}");
    let none = printed(1, &[&pink[..], &["--potion", "poison=pink"]].concat());
    let last = "     0 left with potion of poison = pink\n";
    assert!(
        none.starts_with("No game fits\n") && none.ends_with(last),
        "{none}"
    );
}

#[test]
fn draws_lead_to_the_game_at_an_unknown_place() {
    let mut dice = srrandom(4321);
    let mut draws: Vec<String> = Vec::new();
    for i in 0..50 {
        let (x, y) = [(1, 100), (25, 35), (0, 13)][i % 3];
        draws.push(format!("{x},{y}:{}", get_rand(&mut dice, x, y)));
    }
    let run = draws[40..].join(" ");
    let shown = printed(0, &["--draw", &run, "--within", "100"]);
    assert!(
        shown.starts_with("1 game of 32,768 fits: 4321 (after 40 draws)\n"),
        "{shown}"
    );
    printed(1, &["--draw", &run, "--within", "40"]);
}

/// The test goes step by step where the program jumps, but not where that is as far as can be.
#[test]
fn draws_far_ahead_and_after_the_names_lead_to_the_game() {
    let found = |dice: &mut _, options: &[&str]| {
        let draws: Vec<_> = (0..10)
            .map(|_| format!("1,100={}", get_rand(dice, 1, 100)))
            .collect();
        let shown = printed(0, &[&["--draw", &*draws.join(" ")][..], options].concat());
        assert!(shown.starts_with(&fits(4321)), "{shown}");
    };
    let mut dice = srrandom(4321);
    Identities::of_draws(&mut dice);
    for _ in 0..1000 {
        dice.words().next_word();
    }
    found(&mut dice, &["--skip", "1000", "--after-names"]);
    let mut dice = srrandom(4321);
    dice.words().jump(u64::from(u32::MAX));
    found(&mut dice, &["--skip", "4294967295"]);
}
