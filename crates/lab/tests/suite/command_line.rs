//! The program as a user meets it: what it prints, its errors and its exit codes.

#[path = "../../../rogue/tests/writer/mod.rs"]
mod writer;

use std::fs;
use std::path::Path;

use crate::program::{Said, assert_has, roguelab, run};

use rogue::identities::Identities;

/// A save file with the names of this seed.
pub(crate) fn save_of(seed: i32) -> Vec<u8> {
    writer::write(&Identities::of_seed(seed), "player", &[9; 500]).0
}

/// The same in a folder of its own.
fn saved(seed: i32) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rogue.esave");
    fs::write(&path, save_of(seed)).unwrap();
    (folder, path)
}

fn show_save(path: &Path) -> Said {
    run(&["atlas", "save", path.to_str().unwrap()])
}

#[test]
fn a_save_file_is_traced_to_its_game_and_a_broken_one_refused_by_name() {
    let (_folder, path) = saved(4321);
    show_save(&path).ended(0, &["game 4321 of 32768"]);
    let (mut bytes, tables) = writer::write(&Identities::of_seed(5), "player", &[9; 500]);
    for (end, needles) in [(10, &["10 bytes", "cut short"][..]), (700, &["cut short"])] {
        fs::write(&path, &bytes[..end]).unwrap();
        show_save(&path).refused(&[&["rogue.esave"], needles].concat());
    }
    bytes[tables + 6] ^= 1;
    fs::write(&path, bytes).unwrap();
    show_save(&path).refused(&[
        "rogue.esave",
        "record 0 of the potions",
        "a name the game does not give",
    ]);
}

/// Without apt nothing is installed. These folders are the only places of the libraries.
#[test]
fn a_set_up_that_can_install_nothing_shows_the_licences_and_the_line_to_run() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, accepted) in [(&[][..], false), (&["--accept-licence"], true)] {
        let mut command = roguelab(&["checkout", "setup"]);
        let command = command.args(arguments).env("PATH", folder.path());
        let said = Said::by(
            command
                .env("ROGUELAB_GSL", folder.path())
                .env("ROGUELAB_TESTU01", folder.path()),
        );
        said.refused(&["run the line above as root"]);
        assert_has(
            &said.stdout,
            &[
                "non-commercial purposes",
                "apt-get install -y",
                "libgsl-dev",
            ],
        );
        assert_eq!(
            said.stdout.contains("run this again with --accept-licence"),
            !accepted,
            "{}",
            said.stdout
        );
        assert_eq!(
            said.stdout.contains("libtestu01-0\n"),
            accepted,
            "{}",
            said.stdout
        );
    }
}
