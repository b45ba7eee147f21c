//! Whether a program prints what a terminal would obey.

use std::fs;

use crate::program::run;

/// A carriage return, a colour, a bell and a deletion, a colour by C1, a right-to-left override, an isolate, and a link.
const HOSTILE: &str = "\ra\x1b[31m\x07\x7f\u{9b}31m\u{202e}\u{2066}\x1b]8;;h\x07b";

/// The text as JSON and TOML have it within quotes.
fn json(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_ascii_graphic() {
                c.to_string()
            } else {
                format!("\\u{:04x}", u32::from(c))
            }
        })
        .collect()
}

/// What is wrong with what the program prints for these lines. `file` makes the content of a file of the text in a line.
pub(crate) fn faults(lines: &str, file: fn(&str) -> String) -> String {
    let mut wrong = String::new();
    for line in lines.lines().filter(|line| !line.starts_with('#')) {
        let (line, echoed) = line
            .strip_prefix("! ")
            .map_or((line, true), |line| (line, false));
        let (arguments, text) = line.split_once(" < ").unwrap_or((line, ""));
        let (arguments, named) = arguments
            .strip_suffix(" name")
            .map_or((arguments, false), |arguments| (arguments, true));
        let text = file(text)
            .replace("{json}", &json(HOSTILE))
            .replace("{}", HOSTILE);
        let folder = tempfile::tempdir().unwrap();
        let name = if named { HOSTILE } else { "input.toml" };
        let path = folder.path().join(name.replace('/', "|"));
        fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let parts = arguments.split(' ');
        let given: Vec<_> = parts
            .map(|one| one.replace("{}", HOSTILE).replace("FILE", path))
            .collect();
        let printed = run(&given.iter().map(String::as_str).collect::<Vec<_>>()).all();
        let obeyed = |c: &char| lockstep::is_obeyed(*c) && !matches!(c, '\n' | '\t');
        let found: Vec<_> = printed.chars().filter(obeyed).collect();
        let visible = ["\\u{", "\\u0", "\\u2", "\\x", "\\r"]
            .iter()
            .any(|escape| printed.contains(escape));
        if !found.is_empty() || printed.is_empty() || (echoed && !visible) {
            wrong += &format!("{arguments:?} prints {found:?} in {printed:?}\n");
        }
    }
    wrong
}
