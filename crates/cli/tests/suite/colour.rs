//! --color.

use crate::program::fed;

/// The first outputs of Rogue's generator with seed 0.
const WORDS: &str = "1990395451\n1950343301\n404384196\n";

#[test]
fn colour_is_for_terminals_unless_it_is_asked_for() {
    let line = ["check", "rrandom", "--seed", "1"];
    let plain = fed(&line, WORDS.as_bytes());
    assert!(!plain.stdout.contains('\x1b'), "{}", plain.stdout);
    let coloured = fed(
        &[&line[..], &["--color", "always"]].concat(),
        WORDS.as_bytes(),
    )
    .stdout;
    assert!(
        coloured.contains("\x1b[32mexpected  ") && coloured.contains("\x1b[31mactual  "),
        "{coloured}"
    );
    let stripped = ["\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[0m"]
        .iter()
        .fold(coloured, |text, code| text.replace(code, ""));
    assert_eq!(stripped, plain.stdout);
    for (colour, coloured) in [("always", true), ("never", false)] {
        let help = fed(&["--color", colour, "check", "--help"], b"").stdout;
        assert_eq!(help.contains('\x1b'), coloured, "{help}");
    }
    let json = fed(
        &[&line[..], &["--color", "always", "--json"]].concat(),
        WORDS.as_bytes(),
    )
    .stdout;
    assert!(!json.contains('\x1b'), "{json}");
}

#[test]
#[cfg(unix)]
fn on_a_terminal_there_is_colour_unless_no_color_is_set() {
    use pty_process::blocking::{Command as OnTerminal, open};
    use std::io::Read as _;

    for (variable, option, coloured) in [
        ("", "auto", true),
        ("1", "auto", false),
        ("1", "always", true),
        ("", "never", false),
    ] {
        let (mut master, slave) = open().unwrap();
        let ops = "srrandom 0; get_rand 1 100";
        let command = OnTerminal::new(crate::program::PROGRAM)
            .args([
                "check", "get_rand", "--actual", "port", "--ops", ops, "--color", option,
            ])
            .env("TERM", "xterm")
            .env_remove("NO_COLOR");
        let command = if variable.is_empty() {
            command
        } else {
            command.env("NO_COLOR", variable)
        };
        let mut child = command.spawn(slave).unwrap();
        let mut shown = Vec::new();
        let mut block = [0; 4096];
        // On some systems, the end of a terminal is an error.
        while let Ok(count @ 1..) = master.read(&mut block) {
            shown.extend(&block[..count]);
        }
        assert!(child.wait().unwrap().success());
        let shown = String::from_utf8_lossy(&shown);
        assert!(shown.contains("port and reference"), "{shown}");
        assert_eq!(
            shown.contains("\x1b[32magree\x1b[0m"),
            coloured,
            "NO_COLOR={variable} --color {option}:\n{shown}"
        );
    }
}
