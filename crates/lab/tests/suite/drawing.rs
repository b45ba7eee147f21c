//! `roguelab draw` as a user sees it.

use std::fs;

use crate::program::{Said, run};

/// The output of a successful run.
fn shown(said: Said) -> String {
    said.ended(0, &[])
}

fn draw(arguments: &str) -> String {
    shown(run(&[
        &["draw"][..],
        &arguments.split(' ').collect::<Vec<_>>(),
    ]
    .concat()))
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

#[test]
fn an_svg_is_written_instead_of_the_text() {
    let folder = tempfile::tempdir().unwrap();
    for what in ["maze", "amazing", "rooms", "line"] {
        let file = folder.path().join(format!("new/{what}.svg"));
        let arguments = ["draw", what, "--seed", "3", "--svg", file.to_str().unwrap()];
        let text = shown(run(&arguments));
        assert_eq!(
            text.lines().last().unwrap(),
            format!("written to {}", file.display())
        );
        assert!(
            !text.contains("###") && !text.contains('┏') && !text.contains(":--"),
            "{text}"
        );
        let svg = fs::read_to_string(&file).unwrap();
        assert!(svg.starts_with(r#"<svg xmlns="http://www.w3.org/2000/svg""#));
        run(&arguments);
        assert_eq!(
            fs::read_to_string(&file).unwrap(),
            svg,
            "a second run writes the same"
        );
    }
    assert_eq!(
        fs::read_dir(folder.path().join("new")).unwrap().count(),
        4,
        "nothing else is left there"
    );
    let said = run(&[
        "draw", "maze", "-W", "9", "-H", "7", "--seed", "42", "--svg", "-",
    ]);
    assert!(
        said.stderr.starts_with("maze, 9 by 7: --seed 0x2a"),
        "{}",
        said.stderr
    );
    assert!(shown(said).ends_with("</svg>\n"));
}
