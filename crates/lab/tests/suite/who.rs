//! `roguelab who` as a user sees it, and the commands that ask it when they have nothing better to say.

use crate::program::run;

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_is_not_the_time_limit() {
    use crate::program::{Said, roguelab, signal};
    use std::{fs, process::Stdio, time::Duration};

    // Numbers that no generator of the catalogue makes.
    let noise = "3735928559 182736455 998244353 77 2863311530 1431655765 305419896 2271560481 19088743 4023233417";
    let mut command = roguelab(&["who", "--seconds", "600", "--numbers", noise]);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The search has begun once the program has worked for longer than reading takes: field 14, in ticks of 10 ms.
    let worked = || -> Option<u64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
        stat.rsplit_once(") ")?.1.split(' ').nth(11)?.parse().ok()
    };
    while worked().unwrap() < 20 {
        std::thread::sleep(Duration::from_millis(10));
    }
    signal(&child, "INT");
    let said = Said::from(child.wait_with_output().unwrap())
        .ended(130, &["Interrupted: not all ways were tried."]);
    assert!(!said.contains("time limit"), "{said}");
}

#[test]
fn the_list_fits_a_terminal() {
    let list = run(&["who", "--list"]).ended(0, &[]);
    assert!(list.lines().all(|line| line.chars().count() <= 100));
}
