//! `roguelab draw` and `roguelab draw dialogue` as a user meets them.

use std::fs;

use crate::program::{Said, fed, run};

/// What a successful run has printed.
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

/// A drawing without its caption.
fn drawn(arguments: &str) -> String {
    draw(arguments).split_once('\n').unwrap().1.to_owned()
}

/// The options in a caption that give the drawing again.
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
    let maze = |seed: &str, stream: &str| drawn(&format!("maze --seed {seed} --stream {stream}"));
    assert_ne!(maze("255", "54"), maze("255", "55"));
    assert_ne!(maze("255", "54"), maze("256", "54"));
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

const BANNER: &str = "AMAZING PROGRAM\nCREATIVE COMPUTING - MORRISTOWN, NEW JERSEY\n";
const QUESTION: &str = "WHAT ARE YOUR WIDTH AND LENGTH?\n";
const REFUSAL: &str = "MEANINGLESS DIMENSIONS. TRY AGAIN.\n";

#[test]
fn the_dialogue_asks_until_the_answer_makes_sense_or_the_input_ends() {
    let meaningless = "\nfive\n5\n5;5\n5,\n,5\n0,5\n5,-1\n5,5,5\n";
    let input = format!("{meaningless} 7 , 4 please\nnot read\n");
    let text = shown(fed(&["draw", "dialogue", "--seed", "5"], input.as_bytes()));
    assert!(text.starts_with(BANNER));
    let dialogue = &text[text.find(QUESTION).unwrap()..];
    let maze = dialogue
        .strip_prefix(&format!("{QUESTION}{REFUSAL}").repeat(9))
        .unwrap();
    assert_eq!(
        maze.strip_prefix(QUESTION).unwrap(),
        drawn("amazing -W 7 -H 4 --seed 5")
    );

    assert!(shown(run(&["draw", "dialogue"])).ends_with(QUESTION));
    // What there is of a maze that is never finished.
    let top = fed(&["draw", "dialogue", "--seed", "2"], b"3,2\n").stdout;
    assert!(top.ends_with(&format!("{QUESTION}.--.  .--.\n")), "{top}");
    for long in ["x", &"9".repeat(1 << 20)] {
        assert!(
            shown(fed(&["draw", "dialogue"], long.as_bytes()))
                .ends_with(&format!("{REFUSAL}{QUESTION}"))
        );
    }
    for huge in [
        "2049,2048",
        "99999999999999999999,1",
        "4294967296,4294967296",
    ] {
        let text = shown(fed(
            &["draw", "dialogue", "--seed", "5"],
            format!("{huge}\n2,1\n").as_bytes(),
        ));
        assert!(
            text.contains("TRY AGAIN. (A MAZE HAS AT MOST 4194304 CELLS.)\n")
                && text.ends_with(".\n"),
            "{text}"
        );
    }
}
