//! The program as a user sees it: its output, its errors and its exit codes.

#[path = "../../../rogue/tests/writer/mod.rs"]
mod writer;

use crate::program::{Said, assert_has, roguelab};

use rogue::identities::Identities;

/// A save file with the names of this seed.
pub(crate) fn save_of(seed: i32) -> Vec<u8> {
    writer::write(&Identities::of_seed(seed), "player", &[9; 500]).0
}

/// Without apt, nothing is installed. These folders are the only places of the libraries.
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
