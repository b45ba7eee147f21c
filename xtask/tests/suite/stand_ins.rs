//! Programs that imitate others, and commands that see nothing but them.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::child::ChildInTime as _;

/// A folder that looks like the workspace's, and one of programs.
pub(crate) struct StandIns {
    folder: TempDir,
}

impl StandIns {
    /// There are no programs yet.
    pub(crate) fn new() -> Self {
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder can be made");
        let stand_ins = Self { folder };
        for folder in ["bin", "xtask", "crates/rogue"] {
            fs::create_dir_all(stand_ins.root().join(folder)).expect("a folder can be made");
        }
        let manifest = "[workspace.package]\nrust-version = \"1.89\"\n";
        fs::write(stand_ins.root().join("Cargo.toml"), manifest)
            .expect("the manifest can be written");
        stand_ins
    }

    /// The folder that looks like the workspace's.
    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Adds a program: lines of the shell.
    pub(crate) fn program(self, name: &str, script: &str) -> Self {
        let program = self.bin().join(name);
        // Were it open here, another thread that starts a program would pass it on, and what is open for writing cannot start.
        let script = format!("#!/bin/sh\n{script}\n");
        let mut install = Command::new("install");
        let install = install
            .args(["-m", "755", "/dev/stdin"])
            .arg(&program)
            .stdin(Stdio::piped())
            .spawn();
        let mut install = install.expect("install starts");
        let mut input = install.stdin.take().expect("it is piped");
        input
            .write_all(script.as_bytes())
            .expect("the stand-in can be written");
        drop(input);
        assert!(
            install.wait_in_time().expect("install ends").success(),
            "the stand-in can be written"
        );
        self
    }

    /// Adds the real program of that name.
    pub(crate) fn real(self, name: &str) -> Self {
        let path = std::env::var_os("PATH").expect("there is a PATH");
        let real = std::env::split_paths(&path)
            .map(|folder| folder.join(name))
            .find(|program| program.is_file());
        symlink(
            real.unwrap_or_else(|| panic!("{name} is not on the PATH")),
            self.bin().join(name),
        )
        .expect("a link can be made");
        self
    }

    /// A command that sees these programs and no variable but those that cargo sets for xtask.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("PATH", self.bin())
            .env("CARGO_MANIFEST_DIR", self.root().join("xtask"));
        command
    }

    /// As [`Self::command`], of the program xtask.
    pub(crate) fn xtask<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_xtask"));
        command.args(arguments);
        command
    }

    fn bin(&self) -> PathBuf {
        self.root().join("bin")
    }
}
