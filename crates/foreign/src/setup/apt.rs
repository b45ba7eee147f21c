//! Fetching packages through apt without touching the machine's configuration: its source files are copied, and lists,
//! cache and downloads are in a temporary folder.
//!
//! Run by root, apt fetches as its own user `_apt`. So the folder of the downloads is not trusted: a package is copied out of
//! it, and the copy is compared with the signed lists.

#[cfg(unix)]
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io, iter};

use super::record::{Package, read, sha256};
use super::{Say, SetupError, failed};
use crate::private;

/// A distribution whose archive has the oracles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distribution {
    /// Debian, or one that uses its archive.
    Debian,
    /// Ubuntu, or one that uses its archive. It builds its packages itself.
    Ubuntu,
}

impl Distribution {
    /// The distribution that an `os-release` file describes, if its archive has the oracles.
    fn of_os_release(text: &str) -> Option<Self> {
        let value = |key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
            line.unwrap_or_default().trim_matches(['"', '\'']).to_owned()
        };
        let names = format!("{} {}", value("ID"), value("ID_LIKE"));
        let is = |wanted| names.split_whitespace().any(|name| name == wanted);
        // A derivative of Ubuntu is like both.
        if is("ubuntu") { Some(Self::Ubuntu) } else { is("debian").then_some(Self::Debian) }
    }

    /// The component of the archive for packages that are not free.
    fn component(self) -> &'static str {
        match self {
            Self::Debian => "non-free",
            Self::Ubuntu => "multiverse",
        }
    }
}

/// A source file of apt with one more component wherever `main` is one. Apt only warns if an archive does not have it.
fn with_component(text: &str, component: &str) -> String {
    let edited = |line: &str| {
        let body = line.split('#').next().unwrap_or_default();
        let first = body.split_whitespace().next().unwrap_or_default();
        // An entry of a `.list` file; the field of a `.sources` file, or the continuation of one.
        let has_components =
            first == "deb" || first.to_ascii_lowercase().starts_with("components") || body.starts_with([' ', '\t']);
        let words: Vec<&str> = body.split_whitespace().collect();
        if !has_components || !words.contains(&"main") || words.contains(&component) {
            return format!("{line}\n");
        }
        let indent = if body.starts_with([' ', '\t']) { " " } else { "" };
        format!("{indent}{} {component}\n", words.join(" "))
    };
    text.lines().map(edited).collect()
}

/// Runs a command to its end; what it wrote to stdout, and to stderr.
fn run(command: &mut Command) -> Result<(String, String), SetupError> {
    let words = iter::once(command.get_program()).chain(command.get_args()).map(|word| word.to_string_lossy());
    let line = words.collect::<Vec<_>>().join(" ");
    let command = command.env("LC_ALL", "C").env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
    let output = command.output().map_err(failed(format!("`{line}` cannot be started")))?;
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).trim().to_owned());
    if output.status.success() {
        return Ok((stdout, stderr));
    }
    let lines: Vec<_> = stderr.lines().collect();
    let last = lines[lines.len().saturating_sub(8)..].join("\n");
    Err(failed(format!("`{line}`"))(format!("{}\n{last}", output.status)))
}

/// Unpacks a package file into a folder.
pub(super) fn unpack(file: &Path, folder: &Path) -> Result<(), SetupError> {
    run(Command::new("dpkg-deb").arg("-x").arg(file).arg(folder)).map(drop)
}

/// The user that apt fetches as when root runs it.
#[cfg(unix)]
fn sandbox_user() -> Option<u32> {
    run(Command::new("id").args(["-u", "_apt"])).ok()?.0.parse().ok()
}

/// What fetching needs of a machine.
#[derive(Debug)]
pub(super) struct Machine {
    pub(super) distribution: Distribution,
    pub(super) apt_get: PathBuf,
}

impl Machine {
    /// This machine, or what it lacks.
    pub(super) fn this() -> Result<Self, String> {
        let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
        let distribution =
            Distribution::of_os_release(&release).ok_or("as this is neither Debian nor a relative of it")?;
        for tool in ["apt-get", "dpkg-deb"] {
            run(Command::new(tool).arg("--version")).map_err(|error| format!("as {error}"))?;
        }
        Ok(Self { distribution, apt_get: "apt-get".into() })
    }

    /// Fetches the archive's lists of packages into the empty folder `fetched`, which others may pass through. Apt checks
    /// their signatures.
    pub(super) fn update(&self, fetched: &Path, say: Say) -> Result<(), SetupError> {
        self.prepare(fetched, say).map_err(failed("cannot copy apt's sources"))?;
        say("Fetching the archive's lists of packages.");
        let (_, warnings) = run(self.apt_get(fetched).arg("update"))?;
        warnings.lines().for_each(say);
        Ok(())
    }

    fn prepare(&self, fetched: &Path, say: Say) -> io::Result<()> {
        for folder in ["sources.list.d", "lists", "cache", "cache/archives", "downloads"] {
            let folder = fetched.join(folder);
            fs::create_dir(&folder)?;
            private::set_mode(&folder, 0o755)?;
        }
        #[cfg(unix)]
        if rustix::process::geteuid().is_root() {
            // Apt hands over the other folders that it writes to by itself.
            match sandbox_user() {
                Some(user) => chown(fetched.join("downloads"), Some(user), None)?,
                None => say("There is no user _apt here, so apt fetches as root."),
            }
        }
        #[cfg(not(unix))]
        let _ = say;
        private::write(&fetched.join("apt.conf"), CONFIGURATION.as_bytes(), 0o644)?;
        let parts = fs::read_dir("/etc/apt/sources.list.d").into_iter().flatten().flatten().map(|part| part.path());
        for file in parts.chain(["/etc/apt/sources.list".into()]).filter(|path| path.is_file()) {
            let copy = fetched.join(file.strip_prefix("/etc/apt").unwrap_or(&file));
            let text = with_component(&fs::read_to_string(&file)?, self.distribution.component());
            private::write(&copy, text.as_bytes(), 0o644)?;
        }
        Ok(())
    }

    /// Fetches the first package of these names that exists, after an update in `fetched`, and copies it into `work`.
    pub(super) fn download(
        &self,
        names: &[&str],
        fetched: &Path,
        work: &Path,
        say: Say,
    ) -> Result<(PathBuf, Package), SetupError> {
        let mut tried = names.iter().map(|name| {
            run(self.apt_get(fetched).args(["--print-uris", "download", name])).map(|(listed, _)| (name, listed))
        });
        // The first name is the usual one: its reason is the one to tell.
        let first = tried.next().unwrap_or_else(|| Err(SetupError::Failed("it has no packages".into())));
        let (name, listed) = first.or_else(|why| tried.find_map(Result::ok).ok_or(why))?;
        let (file, expected) = file_and_digest(&listed)
            .ok_or_else(|| SetupError::Failed(format!("apt lists no SHA-256 of {name}: {listed}")))?;
        let downloads = fetched.join("downloads");
        let (_, warnings) = run(self.apt_get(fetched).current_dir(&downloads).args(["download", name]))?;
        warnings.lines().for_each(&mut *say);

        let copy = work.join(file);
        let copying = || failed(format!("cannot copy {file}"));
        let bytes = read(&downloads.join(file)).map_err(copying())?;
        private::write(&copy, &bytes, 0o600).map_err(copying())?;
        let format = "${Package}\n${Version}\n${Architecture}";
        let (fields, _) = run(Command::new("dpkg-deb").args(["--show", "--showformat", format]).arg(&copy))?;
        let mut fields = fields.lines().map(str::to_owned);
        let [name, version, architecture] = [(); 3].map(|()| fields.next().unwrap_or_default());
        let package = Package { name, version, architecture, sha256: sha256(&bytes) };
        package.verify(expected)?;
        say(&format!("Fetched {}.", package.name));
        Ok((copy, package))
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

/// The machine's hooks are not run, because they may write to it; lists that nothing here reads are not fetched; and apt
/// prints the digest that is recorded.
const CONFIGURATION: &str = r#"#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
Acquire::ForceHash "SHA256";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
"#;

/// The name of the file, without a folder, and its SHA-256, of a line `'ADDRESS' FILE SIZE SHA256:DIGEST`.
fn file_and_digest(listed: &str) -> Option<(&str, &str)> {
    let mut words = listed.lines().find(|line| line.starts_with('\''))?.split_whitespace().skip(1);
    let file = words.next().filter(|file| !file.contains('/'))?;
    Some((file, words.find_map(|word| word.strip_prefix("SHA256:"))?))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::MetadataExt as _;

    use super::*;
    use crate::private::PrivateFolder;

    #[test]
    fn relatives_of_debian_are_recognised() {
        for (text, expected) in [
            ("PRETTY_NAME=\"Debian\"\nID=debian\n", Some(Distribution::Debian)),
            ("ID='kali'\nID_LIKE='debian'\n", Some(Distribution::Debian)),
            ("ID=ubuntu\nID_LIKE=debian\n", Some(Distribution::Ubuntu)),
            ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", Some(Distribution::Ubuntu)),
            ("ID=fedora\nVARIANT_ID=debian\n", None),
            ("", None),
        ] {
            assert_eq!(Distribution::of_os_release(text), expected, "{text}");
        }
    }

    #[test]
    fn a_component_is_added_where_main_is_one_and_nowhere_else() {
        for (text, expected) in [
            ("deb http://a.example/d s main\n", "deb http://a.example/d s main non-free\n"),
            ("  deb\thttp://a.example/d\ts\tmain # note\n", " deb http://a.example/d s main non-free\n"),
            (
                "deb [arch=amd64 signed-by=/k] u s main contrib\n",
                "deb [arch=amd64 signed-by=/k] u s main contrib non-free\n",
            ),
            ("deb u s main non-free-firmware\r\n", "deb u s main non-free-firmware non-free\n"),
            ("Types: deb\ncomponents : main\nSuites: s\n", "Types: deb\ncomponents : main non-free\nSuites: s\n"),
            ("Components:\n main\n contrib\n", "Components:\n main non-free\n contrib\n"),
        ] {
            assert_eq!(with_component(text, "non-free"), expected);
        }
        for text in [
            "deb u s main non-free\n",
            "deb u s contrib\n",
            "deb [trusted=yes] file:/srv/debs main/\n",
            "deb-src u s main\n",
            "# deb u s main\n",
            "Components: main contrib non-free\n",
            "Suites: main\n",
            "\n",
            "",
        ] {
            assert_eq!(with_component(text, "non-free"), text);
        }
    }

    #[test]
    fn apt_run_by_root_downloads_as_its_own_user() {
        let fetched = PrivateFolder::open_to_pass_through().unwrap();
        let machine = Machine { distribution: Distribution::Debian, apt_get: "true".into() };
        machine.update(fetched.path(), &mut |_| ()).unwrap();
        let of = |name: &str| fs::metadata(fetched.path().join(name)).unwrap();
        let this = rustix::process::geteuid();
        let expected = if this.is_root() { sandbox_user().unwrap_or(0) } else { this.as_raw() };
        assert_eq!(of("downloads").uid(), expected);
        for name in ["", "lists", "cache/archives", "downloads"] {
            assert_eq!(of(name).mode() & 0o033, 0o011, "all can enter `{name}`, and only its owner can write");
        }
        assert!(!CONFIGURATION.contains("Sandbox"), "apt keeps its own user");
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
    fn a_failed_command_is_named_with_its_last_lines() {
        let script = "for i in 1 2 3 4 5 6 7 8 9; do echo word $i >&2; done; exit 3";
        let error = run(Command::new("sh").args(["-c", script])).unwrap_err().to_string();
        assert!(error.starts_with("`sh -c for i in") && error.contains("exit status: 3\nword 2\n"), "{error}");
        let error = run(&mut Command::new("/nonexistent/tool")).unwrap_err().to_string();
        assert!(error.starts_with("`/nonexistent/tool` cannot be started: "), "{error}");
    }
}
