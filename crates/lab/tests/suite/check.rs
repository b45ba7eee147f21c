//! `roguelab check`: programs that are right, wrong, and broken in each way a program can be.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::child::{ChildInTime as _, CommandInTime as _};
use crate::program::{Said, assert_has, fed, roguelab, run};

/// The adapter in C with this defect, built once.
fn adapter(defect: &str) -> String {
    static BUILT: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let name = if defect.is_empty() { "right" } else { defect };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let program = folder.join(format!("check-pcg32-{name}"));
    if !built.iter().any(|other| other == name) {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/check/pcg32.c");
        let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
        // Another run of the tests may be using the one that is there.
        let new = tempfile::NamedTempFile::new_in(folder)
            .unwrap()
            .into_temp_path();
        let mut command = Command::new(compiler);
        command
            .args(["-O1", "-Wall", "-Wextra", "-Werror"])
            .args((!defect.is_empty()).then(|| format!("-D{defect}")));
        let said = command
            .arg("-o")
            .arg(&new)
            .arg(source)
            .output_in_time()
            .unwrap();
        assert!(
            said.status.success(),
            "{}",
            String::from_utf8_lossy(&said.stderr)
        );
        new.persist(&program).unwrap();
        built.push(name.to_owned());
    }
    program.to_str().unwrap().to_owned()
}

/// Checks the adapter with this defect.
fn checked(defect: &str, options: &[&str]) -> Said {
    let program = adapter(defect);
    run(&[&["check", "pcg32"], options, &["--", &program]].concat())
}

/// Checks a script of the shell.
fn script(options: &[&str], script: &str) -> Said {
    run(&[&["check", "pcg32"], options, &["--", "sh", "-c", script]].concat())
}

#[test]
fn a_right_program_agrees_with_every_implementation() {
    let all = checked("", &[]).ended(
        0,
        &[
            "golden",
            "edge",
            "sweep",
            "random",
            "agrees with port: ",
            " in 164 cases",
        ],
    );
    assert_eq!(
        checked("", &["--jobs", "3"]).ended(0, &[]),
        all,
        "the number of jobs changes nothing"
    );
    checked("", &["--expected", "reference", "--jobs", "2"]).ended(0, &["agrees with reference"]);
    let said =
        checked("", &["--kind", "random", "--cases", "7", "--seed", "9"]).ended(0, &["in 7 cases"]);
    assert!(!said.contains("golden"), "{said}");
    // A program is not asked for what an oracle cannot do.
    let said = checked("", &["--expected", "rand-pcg", "--kind", "golden"])
        .ended(0, &["agrees with rand-pcg"]);
    assert!(!said.contains("left out"), "{said}");
}

#[test]
fn a_wrong_program_is_shown_with_both_values_the_cause_and_a_command_that_replays_it() {
    let said = checked("NO_SEEDING_STEPS", &["--kind", "golden"]);
    let text = said.ended(
        1,
        &[
            "differs from port",
            "expected  1753877967969059832 = 0x185706b82c2e03f8\n  actual    42 = 0x000000000000002a\n  differ in ",
            "  shortest  1 op: srandom 42 54\n",
            "likely cause: no-seeding-steps: ",
        ],
    );
    assert_eq!(text.matches("likely cause").count(), 1, "{text}");
    let replay = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("replay "))
        .unwrap();
    let words = replay
        .trim()
        .strip_prefix("roguelab ")
        .unwrap()
        .replace('\'', "");
    assert!(
        words.starts_with("check pcg32 --ops srandom 42 54 -- "),
        "{words}"
    );
    let ops = "srandom 42 54; random";
    checked("NO_SEEDING_STEPS", &["--ops", ops]).ended(
        1,
        &[
            "   0  srandom 42 54  1753877967969059832  <- `",
            "has 42\n   1  random ",
        ],
    );
    checked("", &["--ops", ops]).ended(0, &["   1  random         2707161783\n"]);
}

#[test]
fn a_case_of_many_ops_is_shrunk_and_one_cause_is_left() {
    let text = checked("THRESHOLD_REJECTED", &[])
        .ended(1, &["boundedrand", "likely cause: threshold-rejected"]);
    assert_eq!(text.matches("likely cause").count(), 1, "{text}");
    let shortest = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("shortest "))
        .unwrap()
        .trim();
    let ops: usize = shortest.split(' ').next().unwrap().parse().unwrap();
    assert!(ops <= 4, "{shortest}");
    let list = shortest.split_once(": ").unwrap().1;
    checked("THRESHOLD_REJECTED", &["--ops", list]).ended(1, &[]);
}

#[test]
fn what_a_program_lacks_or_cannot_see_is_listed_and_is_no_agreement() {
    checked("NO_BOUNDED", &[]).ended(
        0,
        &["left out, because one side does not have them: boundedrand 1889x"],
    );
    checked("HIDDEN", &[]).ended(
        0,
        &["cannot see what they show: advance 1974x, raw 1580x, srandom 1781x, step_back 1904x"],
    );
}

#[test]
fn a_program_without_reset_is_started_for_every_case_and_one_that_does_not_reset_all_is_named() {
    checked("NO_RESET", &[]).ended(0, &["agrees with port", " in 164 cases"]);
    checked("STATE_STAYS", &[]).ended(1, &["shortest  2 ops: raw "]);
    let needles = [
        "shortest  3 ops: reset; srandom 42 54; random\n",
        "note      after `reset` the program is not as it was",
    ];
    let text = checked("RESET_LEAVES_SOMETHING", &[]).ended(1, &needles);
    checked(
        "RESET_LEAVES_SOMETHING",
        &["--ops", "reset; srandom 42 54; random"],
    )
    .ended(1, &[]);
    checked(
        "RESET_LEAVES_SOMETHING",
        &["--ops", "srandom 42 54; random"],
    )
    .ended(0, &[]);
    assert!(!text.contains("likely cause"), "{text}");
}

#[test]
#[ignore = "slow: run in CI"]
fn each_way_to_break_has_its_verdict() {
    let right = format!("{}; echo bye", adapter(""));
    // Most of the time they wait.
    thread::scope(|scope| {
        scope.spawn(|| script(&[], &right).ended(1, &["wrote more lines than it was given ops"]));
        scope.spawn(|| {
            checked("CRASH", &[]).ended(
                1,
                &[
                    "ended before it answered: signal: 6 (SIGABRT)",
                    "shortest  1 op: srandom 1 ",
                    "the end of its standard error:\n  no luck with 1",
                ],
            )
        });
        checked("HANG", &["--timeout", "1", "--kind", "golden"]).ended(
            1,
            &[
                "hung: it gave no answer in 1 seconds",
                "op        1: advance 2",
                "shortest  2 ops: srandom 42 54; advance 2",
            ],
        );
    });
}

#[test]
fn the_result_is_written_for_programs_too() {
    let folder = tempfile::tempdir().unwrap();
    let junit = folder.path().join("check.xml");
    let options = ["--json", "--junit", junit.to_str().unwrap()];
    let read =
        |said: Said, code| -> Value { serde_json::from_str(&said.ended(code, &[])).unwrap() };
    let json = read(checked("", &options), 0);
    assert_eq!(
        (&json["schema"], &json["verdict"]),
        (&"roguelab-check/1".into(), &"agrees".into())
    );
    assert_eq!(json["kinds"]["golden"]["cases"], 3);
    assert_has(
        &fs::read_to_string(&junit).unwrap(),
        &[
            "<testsuites name=\"roguelab check\" tests=\"4\"",
            "pcg32 golden",
        ],
    );
    let json = read(checked("THRESHOLD_REJECTED", &options), 1);
    assert_eq!(
        (&json["verdict"], &json["failed"]["causes"][0]["key"]),
        (&"differs".into(), &"threshold-rejected".into())
    );
    assert_eq!(json["failed"]["kind"], "edge");
    assert_has(
        &fs::read_to_string(&junit).unwrap(),
        &[
            "failures=\"1\"",
            "shortest",
            "likely cause: threshold-rejected",
        ],
    );
    for defect in ["CRASH", "THRESHOLD_REJECTED"] {
        checked(defect, &["--github"]).ended(1, &["::error title=check%3A check pcg32 edge::"]);
    }
    // An annotation is one line: it says how to see the difference, and where it comes from.
    checked("THRESHOLD_REJECTED", &["--github"]).ended(
        1,
        &["%0A  shortest  ", "%0Alikely cause: threshold-rejected"],
    );
    let json = read(script(&["--json"], "exit 0"), 1);
    assert_eq!(
        (&json["verdict"], &json["failed"]["actual"]),
        (&"exit".into(), &Value::Null)
    );
}

#[test]
fn ctrl_c_ends_the_program_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let written = folder.path().join("pid");
    let script = format!(
        "sleep 1000 & echo $! >{}.new; mv {0}.new {0}; wait",
        written.display()
    );
    let mut command = roguelab(&[
        "check",
        "pcg32",
        "--timeout",
        "600",
        "--",
        "sh",
        "-c",
        &script,
    ]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let since = Instant::now();
    let in_time = || {
        assert!(
            since.elapsed() < Duration::from_secs(60),
            "it took too long"
        );
    };
    while !written.exists() {
        in_time();
        thread::sleep(Duration::from_millis(10));
    }
    let pid = fs::read_to_string(&written).unwrap().trim().to_owned();
    crate::program::signal(&child, "INT");
    assert_eq!(child.wait_in_time().unwrap().code(), Some(130));
    let runs =
        || fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "));
    while runs() {
        in_time();
        thread::sleep(Duration::from_millis(10));
    }
}

/// What detaches itself from a program goes with the command that has started the program.
#[cfg(target_os = "linux")]
#[test]
fn a_process_that_detaches_ends_with_the_command() {
    let folder = tempfile::TempDir::new().unwrap();
    for command in [&["check", "pcg32"][..], &["trace", "exec"]] {
        let written = folder.path().join(command.concat());
        let script = format!(
            "setsid sh -c 'echo $$ >{0}.new; mv {0}.new {0}; exec sleep 1000' >{0}.out 2>&1 <&1 & \
             while ! [ -e {0} ]; do sleep 0.01; done; echo 1",
            written.display()
        );
        run(&[command, &["--", "sh", "-c", &script]].concat());
        let pid = fs::read_to_string(&written).unwrap();
        let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
        assert!(stat.is_err(), "{command:?} left {stat:?}");
    }
}

#[test]
fn a_row_of_the_catalogue_is_a_subject_of_words_in_every_command() {
    let words = run(&[
        "words", "mt19937", "--seed", "5489", "-n", "3", "--format", "text",
    ]);
    assert_eq!(words.ended(0, &[]), "3499211612\n581869302\n3890346734\n");
    let compared = |name, seed| {
        fed(
            &["check", name, "--seed", seed],
            b"3499211612, 581869302, 3890346734",
        )
    };
    compared("mt19937", "5489").ended(0, &["3 words agree with mt19937 after `seed 5489`"]);
    compared("mt19937", "5488").ended(1, &["word 0 is the first that differs"]);
    compared("sfc32:three-words", "1").ended(1, &["word 0 is the first that differs"]);
    run(&["shim", "sfc32:three-words", "--lang", "python"]).ended(
        0,
        &["def nexts(self, count)", "roguelab check sfc32:three-words"],
    );
    run(&["subjects"]).ended(0, &["\n mt19937  ", "\n sfc32:three-words  "]);
    run(&["check", "mt19973", "--seed", "1"])
        .refused(&["no subject is called `mt19973`; the nearest are: mt19937, "]);
}

/// The right words, 40 of them, each written in some way.
fn rewritten(written: impl Fn(u64) -> String) -> String {
    let row = generators::catalogue::find("mt19937").unwrap();
    let mut stream = (row.seeded)(42);
    (0..40).map(|_| written(stream()) + "\n").collect()
}

#[test]
fn fractions_remainders_signed_words_and_a_word_too_many_are_said_to_be_the_right_words() {
    let told = |numbers: String, expected: &str| {
        fed(&["check", "mt19937", "--seed", "42"], numbers.as_bytes()).ended(1, &[expected]);
    };
    told(
        rewritten(|word| format!("{:.9}", word as f64 / 4_294_967_296.0)),
        "These are made of the right words after `seed 42`: each is output / 2^32.",
    );
    told(
        rewritten(|word| (word % 100).to_string()),
        "These are made of the right words after `seed 42`: each is output % n, with n = 100.",
    );
    told(
        rewritten(|word| (1 + ((word * 6) >> 32)).to_string()),
        "These are made of the right words after `seed 42`: each is output * n >> 32, with n = 6, plus 1.",
    );
    told(
        rewritten(|word| (word as i32).to_string()),
        "likely cause: words-signed: ",
    );
    told(
        "7\n".to_owned() + &rewritten(|word| word.to_string()),
        "the first word is one too many: after it the words are right",
    );
    told(
        rewritten(|word| word.to_string())
            .split_once('\n')
            .unwrap()
            .1
            .to_owned(),
        "the words begin as the right ones do from word 1 on",
    );
}

#[test]
fn another_seeding_of_the_same_seed_is_named_and_numbers_of_nobody_are_not() {
    let row = generators::catalogue::find("mt19937-array").unwrap();
    let mut stream = (row.seeded)(42);
    let words: String = (0..20).map(|_| stream().to_string() + "\n").collect();
    fed(&["check", "mt19937", "--seed", "42"], words.as_bytes())
        .ended(1, &["With the seed 42, mt19937-array makes these numbers"]);
    // Words, fractions and small numbers of a generator that cannot have this seed.
    let mut random = (generators::catalogue::find("numpy-sfc64").unwrap().seeded)(0x0dd5_eed5);
    let forms: [fn(u64) -> String; 3] = [
        |word| (word >> 32).to_string(),
        |word| format!("{:.9}", (word >> 11) as f64 / 9_007_199_254_740_992.0),
        |word| (word % 100).to_string(),
    ];
    for form in forms {
        let numbers: String = (0..40).map(|_| form(random()) + "\n").collect();
        let said = fed(&["check", "mt19937", "--seed", "42"], numbers.as_bytes());
        for word in ["These are", "makes these", "likely cause"] {
            assert!(!said.stdout.contains(word), "{}", said.stdout);
        }
        said.ended(1, &["mt19937"]);
    }
}
