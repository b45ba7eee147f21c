//! The program as installed: a file alone in a folder, run from elsewhere, where no checkout can be found.

use std::fs;

use tempfile::TempDir;

use crate::program::{PROGRAM, Said, copy, roguelab};

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
        let settings: Vec<_> = roguelab(&[])
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
fn what_a_command_needs_of_the_repository_is_compiled_in() {
    let program = Installed::new();
    program.run(&["doctor"]).ended(0, &["what it proves"]);
    program
        .run(&["checkout", "plan"])
        .ended(0, &["mix-colors-first"]);
    program
        .run(&["check", "--protocol"])
        .ended(0, &["Every case begins with `reset`"]);
    program
        .run(&["report", "--help"])
        .ended(0, &["[default: roguelab-report]"]);
    assert!(program.written().is_empty(), "{:?}", program.written());
}

#[test]
fn a_command_that_needs_a_checkout_says_so_and_writes_nothing() {
    let program = Installed::new();
    let commands: [&[&str]; 3] = [&["gate"], &["checkout", "bless"], &["checkout", "wild"]];
    for command in commands {
        let remedy = format!(
            "get the source, and run `cargo xtask {}` there",
            command.join(" ").trim_start_matches("checkout ")
        );
        program.run(command).refused(&["is not in one", &remedy]);
    }
    assert!(program.written().is_empty(), "{:?}", program.written());
}

#[test]
fn a_checkout_around_the_current_folder_is_not_trusted() {
    let program = Installed::new();
    for file in ["crates/foreign/Cargo.toml", "fixtures/SHA256SUMS"] {
        let path = program.folder.path().join("here").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    }
    program.run(&["gate"]).refused(&["is not in one"]);
}
