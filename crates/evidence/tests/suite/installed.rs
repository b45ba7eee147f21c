//! The program alone in a folder, run from elsewhere, where no checkout can be found.

use std::fs;

use tempfile::TempDir;

use crate::program::{PROGRAM, Said, copy, evidence};

/// A copy of the program, and the empty folder that it runs in.
struct Installed {
    folder: TempDir,
}

impl Installed {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("here")).unwrap();
        copy(PROGRAM, &folder.path().join("program"));
        Self { folder }
    }

    fn run(&self, arguments: &[&str]) -> Said {
        let mut command = std::process::Command::new(self.folder.path().join("program"));
        // Keep some settings of the tests, but cargo tells its children where the checkout is.
        let settings: Vec<_> = evidence(&[])
            .get_envs()
            .map(|(name, _)| name.to_owned())
            .collect();
        for name in settings
            .iter()
            .map(|name| &**name)
            .chain(["CARGO_MANIFEST_DIR".as_ref()])
        {
            command.env_remove(name);
        }
        command.env("ROGUELAB_ORACLES", "off");
        Said::by(
            command
                .args(arguments)
                .current_dir(self.folder.path().join("here")),
        )
    }

    /// The names of the files in the folder in which it runs.
    fn written(&self) -> Vec<String> {
        let files = fs::read_dir(self.folder.path().join("here")).unwrap();
        files
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect()
    }
}

#[test]
fn a_command_that_needs_a_checkout_says_so_and_writes_nothing() {
    let program = Installed::new();
    for command in ["gate", "bless", "wild"] {
        let remedy = format!("get the source, and run `cargo xtask {command}` there");
        program.run(&[command]).refused(&["is not in one", &remedy]);
    }
    assert!(program.written().is_empty(), "{:?}", program.written());
}

#[test]
fn a_checkout_around_the_current_folder_is_not_trusted() {
    let program = Installed::new();
    for file in ["crates/foreign/Cargo.toml", "fixtures/atlas.txt"] {
        let path = program.folder.path().join("here").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    }
    program.run(&["gate"]).refused(&["is not in one"]);
}
