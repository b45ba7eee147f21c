//! `roguelab draw` as a user sees it.

use crate::program::run;

/// The output of a successful run.
fn draw(arguments: &str) -> String {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    run(&[&["draw"][..], &arguments].concat()).ended(0, &[])
}

/// The options in a caption that reproduce the drawing.
fn seed_options(text: &str) -> String {
    let words: Vec<_> = text.split([' ', ';', '\n']).collect();
    let at = words.iter().position(|&word| word == "--seed").unwrap();
    words[at..at + 4].join(" ")
}

#[test]
fn a_fresh_seed_is_shown_and_gives_the_same_drawing_again() {
    for what in ["maze", "rooms", "line"] {
        let fresh = draw(what);
        assert_eq!(draw(&format!("{what} {}", seed_options(&fresh))), fresh);
        assert_ne!(draw(what), fresh);
    }
}
