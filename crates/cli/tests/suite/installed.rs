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
    program
        .run(&["check", "--protocol"])
        .ended(0, &["Every case begins with `reset`"]);
    assert!(program.written().is_empty(), "{:?}", program.written());
}
