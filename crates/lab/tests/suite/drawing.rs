//! `roguelab draw` and `roguelab amazing` as a user meets them.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::child::{ChildInTime as _, CommandInTime as _};

fn roguelab(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelab"));
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    roguelab(arguments).stdin(Stdio::null()).output_in_time().unwrap()
}

/// Runs it with this on standard input.
fn answered(arguments: &[&str], input: &str) -> Output {
    let mut command = roguelab(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that has ended reads no more.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.output_in_time().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What a run that went well has printed.
fn shown(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn assert_refused(output: &Output, code: i32, needles: &[&str]) {
    let stderr = stderr(output);
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    for needle in needles {
        assert!(stderr.contains(needle), "`{needle}` is not in: {stderr}");
    }
}

#[test]
fn the_maze_of_a_seed_is_the_document_s() {
    let text = shown(&run(&["draw", "maze", "-W", "9", "-H", "7", "--seed", "42"]));
    let (caption, maze) = text.split_once('\n').unwrap();
    assert_eq!(caption, "maze, 9 by 7: --seed 0x2a --stream 54; border closed");
    assert_eq!(maze, "┏━━━━━━━┓\n┃       ┃\n┃ ┏━━━━━┫\n┃ ┃     ┃\n┃ ┗━━━━ ┃\n┃       ┃\n┗━━━━━━━┛\n");
}

#[test]
fn a_border_left_open_is_said() {
    let caption = |width, height| {
        let text = shown(&run(&["draw", "maze", "-W", width, "-H", height]));
        text.lines().next().unwrap().to_owned()
    };
    assert!(caption("9", "7").ends_with("border closed"));
    assert!(caption("10", "7").ends_with("border open: right, as the width is even"));
    assert!(caption("9", "8").ends_with("border open: bottom, as the height is even"));
    assert!(caption("2", "2").contains("bottom") && caption("2", "2").contains("right"));
}

#[test]
fn the_sizes_are_the_documents_if_none_are_given() {
    for (what, width, height) in [("maze", 109, 25), ("amazing", 23 * 3 + 1, 7 * 2 + 1), ("rooms", 80, 24)] {
        let text = shown(&run(&["draw", what, "--seed", "3"]));
        let rows: Vec<_> = text.lines().skip(1).collect();
        assert_eq!(rows.len(), height, "{what}");
        assert!(rows.iter().all(|row| row.chars().count() == width), "{what}");
    }
}

/// The options that the caption gives for having the drawing again.
fn seed_options(text: &str) -> Vec<String> {
    let words: Vec<_> = text.split([' ', ';', '\n']).collect();
    let at = words.iter().position(|&word| word == "--seed").unwrap();
    words[at..at + 4].iter().map(ToString::to_string).collect()
}

#[test]
fn the_same_seed_gives_the_same_drawing_and_a_fresh_one_is_told() {
    for what in ["maze", "rooms", "line"] {
        let fresh = shown(&run(&["draw", what]));
        let options = seed_options(&fresh);
        let mut again = vec!["draw", what];
        again.extend(options.iter().map(String::as_str));
        assert_eq!(shown(&run(&again)), fresh);
        assert_ne!(shown(&run(&["draw", what])), fresh, "two fresh seeds are not alike");
    }
}

#[test]
fn a_seed_is_decimal_or_hexadecimal_and_a_stream_is_another_generator() {
    let maze = |seed, stream| shown(&run(&["draw", "maze", "--seed", seed, "--stream", stream]));
    assert_eq!(maze("255", "54"), maze("0xFF", "0x36"));
    assert_ne!(maze("255", "54").split_once('\n').unwrap().1, maze("255", "55").split_once('\n').unwrap().1);
    assert_ne!(maze("255", "54").split_once('\n').unwrap().1, maze("256", "54").split_once('\n').unwrap().1);
    for seed in ["", "x", "0x", "1.5", "18446744073709551616", "0x10000000000000000"] {
        assert_refused(&run(&["draw", "maze", "--seed", seed]), 2, &["--seed"]);
    }
}

#[test]
fn ascii_drawings_are_ascii() {
    for what in ["maze", "amazing", "rooms", "line"] {
        let text = shown(&run(&["draw", what, "--ascii", "--seed", "3"]));
        assert!(text.is_ascii(), "{text}");
    }
    let caption = "line from 0 0 to -3 1\nsteps (h j k l y u b n, as in a roguelike): hyh\n";
    assert!(shown(&run(&["draw", "line", "-3", "1", "--ascii"])).starts_with(caption));
}

#[test]
fn orders_halls_and_restarts_make_a_difference() {
    for [what, option, one, other] in [
        ["maze", "--order", "packed", "shuffle"],
        ["rooms", "--halls", "none", "straight"],
        ["rooms", "--halls", "straight", "turned"],
        ["amazing", "--restart", "random", "scan"],
    ] {
        let text = |choice| shown(&run(&["draw", what, "--seed", "6", option, choice]));
        assert_ne!(text(one).split_once('\n').unwrap().1, text(other).split_once('\n').unwrap().1, "{option} {other}");
        assert_refused(&run(&["draw", what, option, "wrong"]), 2, &["wrong", one, other]);
    }
    assert!(shown(&run(&["draw", "rooms", "--halls", "none", "--seed", "6"])).contains("; in 9 parts\n"));
    assert!(shown(&run(&["draw", "rooms", "--halls", "turned", "--seed", "6"])).contains("; connected\n"));
}

#[test]
fn sizes_out_of_range_are_refused_with_the_limits() {
    for what in ["maze", "amazing", "rooms"] {
        for size in ["0", "-1", "ten", "", "1.5", "99999999999999999999", "16777217"] {
            assert_refused(&run(&["draw", what, "-W", size]), 2, &[]);
        }
        assert_refused(&run(&["draw", what, "-H", "0"]), 2, &["from 1 to 16777216"]);
        assert_refused(&run(&["draw", what, "-W", "16777216", "-H", "16777216"]), 2, &["16777216 by", "at most"]);
    }
    assert_refused(&run(&["draw", "maze", "-W", "1"]), 2, &["at least 2 by 2"]);
    assert_refused(&run(&["draw", "rooms", "-H", "6"]), 2, &["80 by 6", "at least 7 by 7"]);
    assert_refused(&run(&["draw", "amazing", "-W", "2049", "-H", "2048"]), 2, &["at most 4194304 cells"]);
}

#[test]
fn a_line_is_shown_with_its_steps_and_its_distance() {
    let text = shown(&run(&["draw", "line", "6", "4"]));
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[..2], ["line from 0 0 to 6 4", "steps: ↗→↗↗→↗"]);
    // The tile (1, 1) is 2 / sqrt(6^2 + 4^2) away.
    assert_eq!(lines[2], "largest distance from the true line: 0.277 (its square is 1/13)");
    assert_eq!(lines[3..], ["......Z", "....**.", "...*...", ".**....", "@......"]);
}

#[test]
fn a_line_goes_where_it_is_told() {
    let line = |arguments: &[&str]| shown(&run(&[&["draw", "line"], arguments].concat()));
    assert!(line(&["6", "4", "--axis", "down"]).contains("steps: ↘→↘↘→↘\n"));
    assert!(line(&["0", "0", "--from", "6", "-4"]).contains("from 6 -4 to 0 0\nsteps: ↖←↖↖←↖\n"));
    assert!(line(&["5", "5", "--from", "5", "5"]).contains("steps: \nlargest distance from the true line: 0.000"));
    assert_ne!(line(&["20", "3", "--by", "bresenham"]), line(&["20", "3", "--by", "spread"]));
    let steps = |text: &str| text.lines().nth(1).unwrap()["steps: ".len()..].to_owned();
    let there = steps(&line(&["5", "3", "--by", "symmetric"]));
    let back = steps(&line(&["0", "0", "--from", "5", "3", "--by", "symmetric"]));
    let turned: String = back.chars().rev().map(|c| if c == '←' { '→' } else { '↗' }).collect();
    assert_eq!(there, turned);
    assert_refused(&run(&["draw", "line", "1"]), 2, &["2 values"]);
    assert_refused(&run(&["draw", "line", "1", "2", "3"]), 2, &[]);
    assert_refused(&run(&["draw", "line", "2147483647", "-2147483648"]), 2, &["at most 16777216 tiles"]);
    assert_refused(&run(&["draw", "line", "2147483648", "0"]), 2, &["2147483648"]);
    assert_refused(&run(&["draw", "line", "--from", "2147483647", "0", "--seed", "3"]), 2, &["give one"]);
}

/// Asserts that a text is one XML element: tags closed in order, attributes quoted, no bare `<` or `&`.
fn assert_well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut elements = 0;
    for (i, piece) in text.trim_end().split('<').enumerate() {
        if i == 0 {
            assert_eq!(piece, "", "text before the first element");
            continue;
        }
        let (tag, content) = piece.split_once('>').expect("a tag that ends");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            assert!(!open.is_empty() || elements == 0, "a second root");
            elements += 1;
            let (inner, is_empty) = tag.strip_suffix('/').map_or((tag, false), |inner| (inner, true));
            let (name, attributes) = inner.split_once(' ').unwrap_or((inner, ""));
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase()), "{name}");
            let quoted: Vec<_> = attributes.split('"').collect();
            assert!(quoted.len() % 2 == 1 && quoted.last() == Some(&""), "{attributes}");
            for name in quoted.iter().step_by(2).take(quoted.len() / 2) {
                assert!(name.ends_with('=') && name.len() > 1, "{attributes}");
            }
            if !is_empty {
                open.push(name);
            }
        }
        assert!(!content.contains('&') && (content.is_empty() || !open.is_empty()), "{content}");
    }
    assert!(open.is_empty() && elements > 0, "{open:?} is not closed");
}

#[test]
#[should_panic(expected = "Some(\"b\")")]
fn crossed_tags_are_not_well_formed() {
    assert_well_formed("<a><b></a></b>");
}

#[test]
fn an_svg_is_written_instead_of_the_text() {
    let folder = tempfile::tempdir().unwrap();
    for what in ["maze", "amazing", "rooms", "line"] {
        let file = folder.path().join(format!("{what}.svg"));
        let arguments = ["draw", what, "--seed", "3", "--svg", file.to_str().unwrap()];
        let text = shown(&run(&arguments));
        assert_eq!(text.lines().last().unwrap(), format!("written to {}", file.display()));
        assert!(!text.contains("###") && !text.contains('┏') && !text.contains(":--"), "{text}");
        let svg = fs::read_to_string(&file).unwrap();
        assert_well_formed(&svg);
        assert!(svg.starts_with(r#"<svg xmlns="http://www.w3.org/2000/svg""#));
        run(&arguments);
        assert_eq!(fs::read_to_string(&file).unwrap(), svg, "written over with the same");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4, "nothing else is left there");
}

#[test]
fn an_svg_that_cannot_be_written_is_refused_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let svg = |path: &Path| run(&["draw", "maze", "--svg", path.to_str().unwrap()]);
    let file = folder.path().join("file");
    fs::write(&file, "text").unwrap();
    assert_refused(&svg(folder.path()), 2, &[folder.path().to_str().unwrap(), "it is a folder"]);
    assert_refused(&svg(&file.join("below.svg")), 2, &["below.svg", "Not a directory"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "text");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A socket stands for all of them: a test that fails must not replace `/dev/null`.
#[cfg(unix)]
#[test]
fn a_device_is_not_replaced_by_an_svg() {
    let folder = tempfile::tempdir().unwrap();
    let device = folder.path().join("device");
    let _listener = std::os::unix::net::UnixListener::bind(&device).unwrap();
    assert_refused(&run(&["draw", "maze", "--svg", device.to_str().unwrap()]), 2, &["cannot write", "device"]);
    assert!(!device.is_file());
}

#[test]
fn an_svg_in_the_folder_of_the_program_needs_no_path() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = roguelab(&["draw", "maze", "--svg", "a.svg"]);
    shown(&command.current_dir(folder.path()).output_in_time().unwrap());
    assert_well_formed(&fs::read_to_string(folder.path().join("a.svg")).unwrap());
}

#[test]
fn another_dungeon_is_drawn_with_each_key_from_where_the_generator_was() {
    let again = |keys| shown(&answered(&["draw", "rooms", "--again", "--seed", "7"], keys));
    let three = again("r\nr\nq\nr\n");
    assert_eq!(three.matches("rooms, 80 by 24").count(), 3);
    assert!(three.contains("dungeon 3\n") && !three.contains("dungeon 4\n"));
    assert_eq!(
        again("r\n \n"),
        again("\nx\nr\n").as_str(),
        "a blank, return and r; x is no key; the end of input ends"
    );
    assert_eq!(again("r\n\n"), three);
    assert!(three.starts_with(&again("q\n")));
    let maps: Vec<_> = three.split("rooms, 80 by 24").map(|map| map.split_once('\n').map(|(_, map)| map)).collect();
    assert!(maps[1] != maps[2] && maps[2] != maps[3] && maps[1] != maps[3]);
    assert_refused(&run(&["draw", "rooms", "--again", "--svg", "a.svg"]), 2, &["--again"]);
}

const BANNER: &str = "AMAZING PROGRAM\nCREATIVE COMPUTING - MORRISTOWN, NEW JERSEY\n";
const QUESTION: &str = "WHAT ARE YOUR WIDTH AND LENGTH?\n";
const REFUSAL: &str = "MEANINGLESS DIMENSIONS. TRY AGAIN.\n";

#[test]
fn the_dialogue_asks_until_the_answer_makes_sense() {
    let meaningless = "\nfive\n5\n5;5\n5,\n,5\n0,5\n5,-1\n5,5,5\n";
    let text = shown(&answered(&["amazing", "--seed", "5"], &format!("{meaningless} 7 , 4 please\nnot read\n")));
    assert!(text.starts_with(BANNER));
    let dialogue = &text[text.find(QUESTION).unwrap()..];
    let maze = dialogue.strip_prefix(&format!("{QUESTION}{REFUSAL}").repeat(9)).unwrap();
    let maze = maze.strip_prefix(QUESTION).unwrap();
    let drawn = shown(&run(&["draw", "amazing", "-W", "7", "-H", "4", "--seed", "5"]));
    assert_eq!(maze, drawn.split_once('\n').unwrap().1);
}

#[test]
fn the_dialogue_shows_the_seed_beside_the_maze() {
    let fresh = answered(&["amazing", "--mended"], "20,5\n");
    let options = seed_options(&stderr(&fresh));
    let mut again = vec!["amazing", "--mended"];
    again.extend(options.iter().map(String::as_str));
    assert_eq!(shown(&answered(&again, "20,5\n")), shown(&fresh));
}

#[test]
fn the_dialogue_ends_with_its_input() {
    assert!(shown(&run(&["amazing"])).ends_with(QUESTION));
    assert!(shown(&answered(&["amazing"], "x")).ends_with(&format!("{REFUSAL}{QUESTION}")));
    let long = "9".repeat(1 << 20);
    assert!(shown(&answered(&["amazing"], &long)).ends_with(&format!("{REFUSAL}{QUESTION}")));
}

#[test]
fn dimensions_too_large_for_memory_are_refused_in_the_dialogue() {
    for huge in ["2049,2048", "99999999999999999999,1", "4294967296,4294967296"] {
        let text = shown(&answered(&["amazing", "--seed", "5"], &format!("{huge}\n2,1\n")));
        assert!(text.contains("TRY AGAIN. (A MAZE HAS AT MOST 4194304 CELLS.)\n"), "{text}");
        assert!(text.ends_with(".\n"), "{text}");
    }
}

/// A seed for which the document's program does not end, and one for which it fails.
fn hopeless(size: [&str; 2], words: &str) -> (String, Output) {
    let outputs = (0..200).map(|seed| {
        let seed = seed.to_string();
        let output = run(&["draw", "amazing", "-W", size[0], "-H", size[1], "--seed", &seed]);
        (seed, output)
    });
    outputs.into_iter().find(|(_, output)| stderr(output).contains(words)).expect("a seed of 200")
}

#[test]
fn where_the_document_s_program_never_ends_it_is_said() {
    for (size, words) in [(["3", "2"], "draw for ever"), (["3", "1"], "stop here with an error")] {
        let (seed, output) = hopeless(size, words);
        assert_refused(&output, 2, &["another seed", "--mended", "--restart scan"]);
        assert!(output.stdout.is_empty());
        let answer = format!("{},{}\n", size[0], size[1]);
        let dialogue = answered(&["amazing", "--seed", &seed], &answer);
        assert_refused(&dialogue, 2, &[words, "--mended"]);
        let top = String::from_utf8(dialogue.stdout).unwrap();
        assert!(top.ends_with(".\n") && top.contains(&format!("{QUESTION}.")), "the top of the maze: {top}");
        for rules in [&["--mended"][..], &["--restart", "scan"]] {
            shown(&answered(&[&["amazing", "--seed", &seed], rules].concat(), &answer));
            let drawn = [&["draw", "amazing", "-W", size[0], "-H", size[1], "--seed", &seed], rules].concat();
            assert!(shown(&run(&drawn)).contains("tree"));
        }
    }
    assert_refused(&run(&["amazing", "--mended", "--restart", "scan"]), 2, &["--mended"]);
}

#[test]
fn odd_arguments_never_make_it_panic() {
    let odd =
        ["", "-", "--", "0", "-1", "1", "2", "7", "2147483647", "-2147483648", "18446744073709551615", "NaN", "é"];
    let options = [
        &["maze", "-W"][..],
        &["maze", "-H"],
        &["maze", "--seed"],
        &["maze", "--stream"],
        &["amazing", "-W"],
        &["amazing", "-H"],
        &["rooms", "-W"],
        &["rooms", "-H"],
        &["line"],
        &["line", "3"],
        &["line", "--from", "5"],
        &["line", "0", "0", "--from", "-7"],
    ];
    for arguments in options {
        for value in odd {
            let output = run(&[&["draw"], arguments, &[value]].concat());
            assert!(!stderr(&output).contains("panicked"), "{arguments:?} {value}: {}", stderr(&output));
            assert!(matches!(output.status.code(), Some(0..=2)), "{arguments:?} {value}");
        }
    }
}

#[test]
fn a_dash_is_standard_output_and_keeps_the_caption_apart() {
    let output = run(&["draw", "maze", "-W", "9", "-H", "7", "--seed", "42", "--svg", "-"]);
    assert_well_formed(&shown(&output));
    assert!(stderr(&output).starts_with("maze, 9 by 7: --seed 0x2a"), "{}", stderr(&output));
}

#[test]
fn a_folder_that_is_not_there_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new").join("maze.svg");
    shown(&run(&["draw", "maze", "-W", "9", "-H", "7", "--svg", file.to_str().unwrap()]));
    assert_well_formed(&fs::read_to_string(file).unwrap());
}

#[test]
fn negative_numbers_are_refused_with_what_belongs_there() {
    assert_refused(&run(&["draw", "maze", "-W", "-5"]), 2, &["a whole number from 1 to"]);
    assert_refused(&run(&["draw", "rooms", "--seed", "-1"]), 2, &["64 bits belong here"]);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let full = || Stdio::from(fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    for arguments in [&["draw", "maze", "-W", "9", "-H", "7"][..], &["draws", "42"]] {
        let output = roguelab(arguments)
            .stdin(Stdio::null())
            .stdout(full())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
            .output_in_time()
            .unwrap();
        assert_refused(&output, 2, &["cannot write to standard output"]);
    }
}
