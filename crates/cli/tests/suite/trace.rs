//! `roguelab trace`: its draws of a new game, and the page on its format. What it prints otherwise is in `tests/snapshots/trace.md`.

use crate::program::run;

use lockstep::trace::{FORMAT, Reader};
use rogue::random::{get_rand, srrandom};

fn of(arguments: &[&str]) -> String {
    run(&[&["trace", "record"], arguments].concat()).ended(0, &[])
}

/// The draws of a trace, without its header.
fn draws(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn a_new_game_has_its_sites_and_words() {
    let text = of(&["new-game", "--seed", "7"]);
    let mut dice = srrandom(7);
    let mut sites: Vec<&str> = Vec::new();
    for (index, line) in draws(&text).into_iter().enumerate() {
        let fields: Vec<_> = line.split(' ').collect();
        let number = |at: usize| fields[at].parse::<i32>().unwrap();
        assert_eq!(number(0), index as i32);
        let word = dice.clone().words().next_word();
        assert_eq!(number(4), word as i32);
        assert_eq!(
            number(5),
            get_rand(&mut dice, number(2), number(3)),
            "{line}"
        );
        if sites.last() != Some(&fields[1]) {
            sites.push(fields[1]);
        }
    }
    assert_eq!(sites, ["mix_colors", "wands", "rings", "scrolls", "arrows"]);
}

#[test]
fn the_example_of_the_format_is_a_trace() {
    let example = FORMAT
        .split("```text\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let mut reader = Reader::new(example.as_bytes());
    assert_eq!(reader.next_draw().unwrap().unwrap().call.result, Some(12));
    assert_eq!(
        reader.next_draw().unwrap().unwrap().call.word,
        Some(0x4883_ac87)
    );
    assert!(reader.next_draw().unwrap().is_none());
    assert_eq!(run(&["trace", "format"]).ended(0, &[]), FORMAT);
}
