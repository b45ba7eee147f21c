//! The program as a user sees it: its output, its errors and its exit codes.

use crate::program::{Said, assert_has, evidence};

/// Without apt, nothing is installed. These are the only places of GSL and of the game.
#[test]
fn a_set_up_that_can_install_nothing_shows_the_licence_and_the_line_to_run() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, accepted) in [(&[][..], false), (&["--accept-licence"], true)] {
        let mut command = evidence(&["setup"]);
        let command = command.args(arguments).env("PATH", folder.path());
        let said = Said::by(
            command
                .env("ROGUELAB_GSL", folder.path())
                .env("ROGUELAB_GAME", folder.path().join("rogue")),
        );
        said.refused(&["run the line above as root"]);
        assert_has(
            &said.stdout,
            &[
                "This code is not to be traded",
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
            said.stdout.contains("bsdgames-nonfree libfaketime"),
            accepted,
            "{}",
            said.stdout
        );
    }
}
