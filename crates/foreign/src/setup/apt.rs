//! Fetching packages through apt without touching the machine's own set-up: its source files are copied, and lists,
//! cache and downloads lie in a temporary folder.
//!
//! Apt that is run by root fetches as its own user `_apt`, who can write to no other folder. So nothing in the folder of the
//! downloads is trusted: a package is copied out of it, and the copy is compared with the signed lists.

use super::SetupError;
use super::record::{Package, read, sha256};
use super::sources::{Format, with_component};
use crate::private;
use std::fs::Permissions;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fmt, fs, io};

/// A distribution whose archive holds the oracles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// Debian, or one that uses its archive.
    Debian,
    /// Ubuntu, or one that uses its archive. It builds its packages itself.
    Ubuntu,
}

impl Distribution {
    /// The distribution that an `os-release` file describes, if its archive holds the oracles.
    pub fn of_os_release(text: &str) -> Option<Self> {
        let value = |key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
            line.unwrap_or_default().trim_matches(['"', '\'']).to_owned()
        };
        let names = format!("{} {}", value("ID"), value("ID_LIKE"));
        let is = |wanted| names.split_whitespace().any(|name| name == wanted);
        // A derivative of Ubuntu is like both.
        if is("ubuntu") { Some(Self::Ubuntu) } else { is("debian").then_some(Self::Debian) }
    }

    /// The component of the archive that those are in which are not free.
    pub fn component(self) -> &'static str {
        match self {
            Self::Debian => "non-free",
            Self::Ubuntu => "multiverse",
        }
    }
}

/// A command that could not be started or failed.
#[derive(Debug)]
pub struct CommandError {
    /// The command line.
    pub command: String,
    /// How it ended.
    pub status: String,
    /// The last lines that it wrote to its standard error.
    pub stderr: String,
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.command, self.status)?;
        if self.stderr.is_empty() { Ok(()) } else { write!(f, "\n{}", self.stderr) }
    }
}

impl std::error::Error for CommandError {}

/// What a command wrote.
pub(super) struct Written {
    pub(super) stdout: String,
    pub(super) stderr: String,
}

/// Runs a command to its end.
pub(super) fn run(command: &mut Command) -> Result<Written, CommandError> {
    let words: Vec<_> = std::iter::once(command.get_program()).chain(command.get_args()).collect();
    let line = words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    let failed = |status: String, stderr: String| CommandError { command: line.clone(), status, stderr };
    let output = command
        .env("LC_ALL", "C")
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(std::process::Stdio::null())
        .output()
        .map_err(|error| failed(format!("could not be started: {error}"), String::new()))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    let stderr = text(&output.stderr);
    if !output.status.success() {
        let lines: Vec<_> = stderr.lines().collect();
        return Err(failed(output.status.to_string(), lines[lines.len().saturating_sub(8)..].join("\n")));
    }
    Ok(Written { stdout: text(&output.stdout), stderr })
}

/// The parts of a machine that fetching needs.
#[derive(Debug)]
pub(super) struct Machine {
    pub(super) distribution: Distribution,
    pub(super) apt_get: PathBuf,
    pub(super) dpkg_deb: PathBuf,
    /// The folder of apt's own source files.
    pub(super) sources: PathBuf,
}

impl Machine {
    /// This machine, if it has apt and an archive that holds the oracles.
    ///
    /// The error says what is missing.
    pub(super) fn this() -> Result<Self, String> {
        let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
        let distribution =
            Distribution::of_os_release(&release).ok_or("as this is neither Debian nor a relative of it")?;
        for tool in ["apt-get", "dpkg-deb"] {
            run(Command::new(tool).arg("--version")).map_err(|error| format!("as {error}"))?;
        }
        let (apt_get, dpkg_deb) = ("apt-get".into(), "dpkg-deb".into());
        Ok(Self { distribution, apt_get, dpkg_deb, sources: "/etc/apt".into() })
    }

    /// Fetches the archive's lists of packages into the folder `fetched`, which is to be empty and open to pass through. Apt
    /// checks their signatures.
    pub(super) fn update(&self, fetched: &Path, say: &mut dyn FnMut(&str)) -> Result<(), SetupError> {
        for folder in ["sources.list.d", "lists", "cache", "cache/archives", "downloads"] {
            let folder = fetched.join(folder);
            fs::create_dir(&folder)
                .and_then(|()| fs::set_permissions(folder, Permissions::from_mode(0o755)))
                .map_err(copied)?;
        }
        if rustix::process::geteuid().is_root() {
            match sandbox_user() {
                // The folders of its own that it writes to apt hands to this user itself.
                Some(user) => chown(fetched.join("downloads"), Some(user), None).map_err(copied)?,
                None => say("There is no user _apt here, so apt fetches as root."),
            }
        }
        self.copy_sources(fetched).map_err(copied)?;
        private::write(&fetched.join("apt.conf"), CONFIGURATION.as_bytes(), 0o644).map_err(copied)?;
        say("Fetching the archive's lists of packages.");
        let update = run(self.apt_get(fetched).arg("update"))?;
        update.stderr.lines().for_each(&mut *say);
        Ok(())
    }

    /// Fetches the first package of these names that there is, after an update in `fetched`, and copies it into the folder
    /// `work`.
    pub(super) fn download(
        &self,
        names: &[&str],
        fetched: &Path,
        work: &Path,
        say: &mut dyn FnMut(&str),
    ) -> Result<(PathBuf, Package), SetupError> {
        let mut failure = None;
        for name in names {
            let listed = match run(self.apt_get(fetched).args(["--print-uris", "download", name])) {
                Ok(listed) => listed.stdout,
                // The first name is the usual one: its reason is the one to tell.
                Err(error) => {
                    failure = failure.or(Some(error));
                    continue;
                }
            };
            let (file, expected) =
                file_and_digest(&listed).ok_or(SetupError::Incomplete { file: "a package with a SHA-256" })?;
            let downloads = fetched.join("downloads");
            let download = run(self.apt_get(fetched).current_dir(&downloads).args(["download", name]))?;
            download.stderr.lines().for_each(&mut *say);
            let copy = work.join(file);
            let failed = |cause| SetupError::Io { doing: format!("copying {file}"), cause };
            let bytes = read(&downloads.join(file)).map_err(failed)?;
            private::write(&copy, &bytes, 0o600).map_err(failed)?;
            let package = self.describe(&copy, sha256(&bytes))?;
            if package.sha256 != expected {
                let (expected, found) = (expected.to_owned(), package.sha256.clone());
                return Err(SetupError::Checksum { package: package.to_string(), expected, found });
            }
            say(&format!("Fetched {name}."));
            return Ok((copy, package));
        }
        Err(failure.map_or(SetupError::Incomplete { file: "a package" }, SetupError::Command))
    }

    /// Unpacks a package file into a folder.
    pub(super) fn unpack(&self, file: &Path, folder: &Path) -> Result<(), SetupError> {
        run(Command::new(&self.dpkg_deb).arg("-x").arg(file).arg(folder))?;
        Ok(())
    }

    fn describe(&self, file: &Path, sha256: String) -> Result<Package, SetupError> {
        let field =
            |name| run(Command::new(&self.dpkg_deb).arg("-f").arg(file).arg(name)).map(|written| written.stdout);
        Ok(Package {
            name: field("Package")?,
            version: field("Version")?,
            architecture: field("Architecture")?,
            sha256,
        })
    }

    fn copy_sources(&self, work: &Path) -> io::Result<()> {
        let list = self.sources.join("sources.list");
        let parts = files_of(&self.sources.join("sources.list.d")).unwrap_or_default();
        for file in parts.into_iter().chain(list.is_file().then_some(list)) {
            let Some(name) = file.file_name().and_then(|name| name.to_str()) else { continue };
            let Some(format) = Format::of_name(name) else { continue };
            let folder = if name == "sources.list" { work.to_owned() } else { work.join("sources.list.d") };
            let text = with_component(&fs::read_to_string(&file)?, format, self.distribution.component());
            private::write(&folder.join(name), text.as_bytes(), 0o644)?;
        }
        Ok(())
    }

    /// apt-get with every folder that it writes to in `work`.
    fn apt_get(&self, work: &Path) -> Command {
        let mut command = Command::new(&self.apt_get);
        command.arg("-qq").arg("-c").arg(work.join("apt.conf"));
        for (option, path) in [
            ("Dir::Etc::sourcelist", "sources.list"),
            ("Dir::Etc::sourceparts", "sources.list.d"),
            ("Dir::State::lists", "lists"),
            ("Dir::Cache", "cache"),
        ] {
            command.arg("-o").arg(format!("{option}={}", work.join(path).display()));
        }
        command
    }
}

/// The machine's hooks are not run, for they may write to it, and lists that nothing here reads are not fetched. Of the
/// digests of a package, apt is to print the one that is recorded.
const CONFIGURATION: &str = r#"#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
Acquire::ForceHash "SHA256";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
"#;

fn copied(cause: io::Error) -> SetupError {
    SetupError::Io { doing: "copying the source files of apt".to_owned(), cause }
}

/// The user that apt fetches as where root runs it.
fn sandbox_user() -> Option<u32> {
    run(Command::new("id").args(["-u", "_apt"])).ok()?.stdout.parse().ok()
}

/// The name of the file, without a folder, and its SHA-256, of a line `'ADDRESS' FILE SIZE SHA256:DIGEST`.
fn file_and_digest(listed: &str) -> Option<(&str, &str)> {
    let mut words = listed.lines().find(|line| line.starts_with('\''))?.split_whitespace().skip(1);
    let file = words.next().filter(|file| !file.contains('/'))?;
    Some((file, words.find_map(|word| word.strip_prefix("SHA256:"))?))
}

fn files_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .filter(|path| path.as_ref().map_or(true, |path| path.is_file()))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt as _;

    use super::*;
    use crate::private::PrivateFolder;

    #[test]
    fn relatives_of_debian_are_told_from_strangers() {
        let of = Distribution::of_os_release;
        assert_eq!(of("PRETTY_NAME=\"Debian\"\nID=debian\n"), Some(Distribution::Debian));
        assert_eq!(of("ID=ubuntu\nID_LIKE=debian\n"), Some(Distribution::Ubuntu));
        assert_eq!(of("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"), Some(Distribution::Ubuntu));
        assert_eq!(of("ID='kali'\nID_LIKE='debian'\n"), Some(Distribution::Debian));
        assert_eq!(of("ID=fedora\nVARIANT_ID=debian\n"), None);
        assert_eq!(of(""), None);
    }

    #[test]
    fn where_root_runs_apt_its_own_user_can_download() {
        let fetched = PrivateFolder::open_to_pass_through().unwrap();
        let (apt_get, dpkg_deb) = ("true".into(), "true".into());
        let machine = Machine { distribution: Distribution::Debian, apt_get, dpkg_deb, sources: "/nonexistent".into() };
        machine.update(fetched.path(), &mut |_| ()).unwrap();
        let of = |name: &str| fs::metadata(fetched.path().join(name)).unwrap();
        let this = rustix::process::geteuid();
        let expected = if this.is_root() { sandbox_user().unwrap_or(0) } else { this.as_raw() };
        assert_eq!(of("downloads").uid(), expected);
        for name in ["", "lists", "cache/archives", "downloads"] {
            assert_eq!(of(name).mode() & 0o033, 0o011, "all can enter `{name}`, and only its owner can write");
        }
        assert!(!CONFIGURATION.contains("Sandbox"), "apt is not told to be another user than its own");
    }

    #[test]
    fn a_package_is_listed_with_its_file_and_digest() {
        let listed = "'http://deb.example.org/p/libx7_1%2b2_amd64.deb' libx7_1+2_amd64.deb 39320 SHA256:b2e1";
        assert_eq!(file_and_digest(listed), Some(("libx7_1+2_amd64.deb", "b2e1")));
        for refused in
            ["", "W: something", "'http://x/y.deb' y.deb 7 MD5Sum:00", "'http://x/y.deb' ../y.deb 7 SHA256:00"]
        {
            assert_eq!(file_and_digest(refused), None, "{refused}");
        }
    }

    #[test]
    fn a_failed_command_names_its_line_and_its_last_words() {
        let error =
            run(Command::new("sh").args(["-c", "for i in 1 2 3 4 5 6 7 8 9; do echo word $i >&2; done; exit 3"]));
        let error = error.err().expect("it ends with 3").to_string();
        assert!(error.starts_with("`sh -c for i in"), "{error}");
        assert!(error.contains("exit status: 3\nword 2\n") && error.ends_with("word 9"), "{error}");
        let error = run(&mut Command::new("/nonexistent/tool")).err().expect("it is not there").to_string();
        assert!(error.starts_with("`/nonexistent/tool`: could not be started: "), "{error}");
    }
}
