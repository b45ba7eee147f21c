//! `roguelab test --streams` with a command of the user's. What it says of the sources here is in `lines.txt`.

use crate::program::{PROGRAM, Said, assert_has, run};

#[cfg(unix)]
#[test]
#[ignore = "slow: run in CI"]
fn a_command_gives_the_streams_of_its_seeds() {
    let command = format!("{PROGRAM} words pcg32 --seed {{seed}} -n 20");
    let of = |source| {
        run(&[
            "test",
            "--streams",
            source,
            "--seeds",
            "100..300",
            "--words",
            "8",
        ])
    };
    let (outside, inside) = (of(&command), of("pcg32"));
    let table = |said: &Said| {
        said.stdout
            .lines()
            .filter(|line| line.starts_with(' '))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(table(&outside), table(&inside));
    assert_has(&outside.stdout, &["overlaps", "1600 items"]);
}
