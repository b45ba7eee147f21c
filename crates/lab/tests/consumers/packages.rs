//! The vector pack as an npm package and a Python wheel: each is built, installed without a network, and used.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use lab::fixtures::root;
use libtest_mimic::{Failed, Trial};
use tempfile::TempDir;

use super::{Language, Outcome, Vectors, holds, read};
use crate::child::CommandInTime as _;
use crate::program::Said;

/// A package, and how it is used.
struct Package {
    name: &'static str,
    /// Its folder in `examples/packages`.
    folder: &'static str,
    language: Language,
    /// The shell command that succeeds where the installer is.
    installer: &'static str,
    /// The shell commands that build it into `$OUT` and install it here.
    install: &'static str,
    /// Where the pack is then.
    pack: &'static str,
    /// The head of the port in its README, which is the name of its file; and what to replace to break it.
    port: [&'static str; 2],
    broken: &'static str,
    mistake: [&'static str; 2],
    /// Compares all ports of `examples/consumers`, and prints for each subject its name and how many steps agree.
    all: &'static str,
    /// Prints `ok` if every way to go wrong is told.
    told: &'static str,
    /// How a program in its language is run.
    script: &'static [&'static str],
}

static PACKAGES: [Package; 2] = [
    Package {
        name: "npm",
        folder: "npm",
        language: Language::JavaScript,
        installer: "command -v npm",
        install: "echo '{}' >package.json && node \"$ROOT/examples/packages/npm/build.mjs\" \"$OUT\" \
            && npm install --silent --no-audit --no-fund \"$OUT\"/roguelab-vectors-*.tgz",
        pack: "node_modules/roguelab-vectors/pack",
        port: ["// ", "my-port.mjs"],
        broken: "broken.mjs",
        mistake: [">> 18n", ">> 17n"],
        all: include_str!("packages/all.mjs"),
        told: include_str!("packages/told.cjs"),
        script: &["node", "--input-type=module", "-e"],
    },
    Package {
        name: "wheel",
        folder: "python",
        language: Language::Python,
        installer: "python3 -c 'import pip'",
        install: "python3 -m pip wheel -q --no-deps --no-index -w \"$OUT\" \"$ROOT/examples/packages/python\" \
            && python3 -m pip install -q --no-deps --no-index --target . \"$OUT\"/roguelab_vectors-*.whl",
        pack: "roguelab_vectors/pack",
        port: ["# ", "my_port.py"],
        broken: "broken.py",
        mistake: [">> 18", ">> 17"],
        all: include_str!("packages/all.py"),
        told: include_str!("packages/told.py"),
        script: &["python3", "-c"],
    },
];

/// Where each is installed, once for all tests.
static INSTALLED: [LazyLock<Result<TempDir, String>>; 2] =
    [LazyLock::new(|| PACKAGES[0].installed()), LazyLock::new(|| PACKAGES[1].installed())];

impl Package {
    /// Builds it into one folder and installs it into another.
    fn installed(&self) -> Result<TempDir, String> {
        let [built, user] = [TempDir::new(), TempDir::new()].map(|folder| folder.map_err(|error| error.to_string()));
        let (built, user) = (built?, user?);
        let mut shell = self.command(user.path(), "sh", ["-c", self.install]);
        let said: Said =
            shell.env("OUT", built.path()).output_in_time().map_err(|error| format!("sh: {error}"))?.into();
        if said.code == Some(0) { Ok(user) } else { Err(format!("{}\n{}", self.install, said.all())) }
    }

    /// A command in the folder of a user, who has no network.
    fn command<S: AsRef<OsStr>>(
        &self,
        folder: &Path,
        program: &str,
        arguments: impl IntoIterator<Item = S>,
    ) -> Command {
        let mut command = Command::new(program);
        let consumers = root().join("examples/consumers").join(self.language.name());
        command.args(arguments).current_dir(folder).env("ROOT", root()).env("CONSUMERS", consumers);
        command.env("npm_config_offline", "true").env("PIP_NO_INDEX", "1").env("PIP_ROOT_USER_ACTION", "ignore");
        command.env("PYTHONDONTWRITEBYTECODE", "1").env_remove("PYTHONPATH");
        command
    }

    fn run(&self, folder: &Path, program: &[&str], code: &str) -> Result<Said, Failed> {
        let arguments = program[1..].iter().copied().chain([code]);
        Ok(self.command(folder, program[0], arguments).output_in_time()?.into())
    }

    fn page(&self) -> Result<String, Failed> {
        read(&root().join("examples/packages").join(self.folder).join("README.md"))
    }

    /// Why it cannot be built or installed here.
    fn version(&self) -> Result<String, String> {
        let language = self.language.version()?;
        match Command::new("sh").args(["-c", self.installer]).output_in_time() {
            Ok(output) if output.status.success() => Ok(language),
            _ => Err(format!("`{}` fails", self.installer)),
        }
    }
}

fn user(index: usize) -> Result<&'static Path, Failed> {
    INSTALLED[index].as_ref().map(TempDir::path).map_err(Into::into)
}

/// The same bytes, and the version of the program.
fn has_the_files_of_the_repository(index: usize) -> Outcome {
    let pack = user(index)?.join(PACKAGES[index].pack);
    let names = |folder: &Path| -> Result<Vec<PathBuf>, Failed> {
        let mut names: Vec<_> =
            fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.file_name().into())).collect::<Result<_, _>>()?;
        names.sort();
        Ok(names)
    };
    let fixtures = root().join("fixtures").join(lab::pack::FOLDER);
    holds(names(&pack)? == names(&fixtures)?, &format!("{:?}", names(&pack)))?;
    for name in names(&fixtures)? {
        holds(fs::read(pack.join(&name))? == fs::read(fixtures.join(&name))?, &name.display())?;
    }
    for (file, line) in [
        ("npm/package.json", format!("  \"version\": \"{}\",", env!("CARGO_PKG_VERSION"))),
        ("python/pyproject.toml", format!("version = \"{}\"", env!("CARGO_PKG_VERSION"))),
    ] {
        let text = read(&root().join("examples/packages").join(file))?;
        holds(text.lines().any(|found| found == line), &format!("{file} has no line {line}"))?;
    }
    Ok(())
}

/// The ports of `examples/consumers`, on every step they have.
fn agrees_with_right_ports_of_every_subject(index: usize) -> Outcome {
    let package = &PACKAGES[index];
    let said = package.run(user(index)?, package.script, package.all)?;
    let agreed = |line: &str| {
        let file = Vectors::all()?.iter().find(|file| line == format!("{} {}", file.subject, file.places().len()));
        Ok::<_, Failed>(file.is_some())
    };
    for line in said.stdout.lines() {
        holds(agreed(line)?, &said.all())?;
    }
    holds(said.code == Some(0) && said.stdout.lines().count() >= 12, &said.all())
}

/// A port that throws, shows another type, lacks ops, or has other draws; and what cannot be compared.
fn says_what_is_wrong_with_a_port(index: usize) -> Outcome {
    let package = &PACKAGES[index];
    // The file is CommonJS, so both module systems are used.
    let script = if index == 0 { &["node", "-e"][..] } else { package.script };
    let said = package.run(user(index)?, script, package.told)?;
    holds(said.code == Some(0) && said.stdout == "ok\n", &said.all())
}

/// The port of its README agrees, and with the mistake it names the first difference: both as printed there.
fn does_what_its_page_prints(index: usize) -> Outcome {
    let package = &PACKAGES[index];
    let (folder, page) = (user(index)?, package.page()?);
    let [comment, file] = package.port;
    let head = format!("\n{comment}{file}\n");
    let port = page.split("```").find_map(|block| block.split_once(&head)).ok_or("the page has no port")?.1;
    let [right, wrong] = package.mistake;
    holds(port.contains(right) && page.contains(&format!("With `{wrong}` in place of `{right}`")), &package.name)?;
    fs::write(folder.join(file), port)?;
    fs::write(folder.join(package.broken), port.replace(right, wrong))?;
    let blocks: Vec<_> = page.split("```console\n$ ").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let expected = [(file, 0), (package.broken, 1)];
    holds(blocks.len() == expected.len(), &blocks.len())?;
    for (block, (file, code)) in blocks.into_iter().zip(expected) {
        let (command, printed) = block.split_once('\n').ok_or("a command without output")?;
        let stem = file.split('.').next().unwrap_or(file);
        let said = package.run(folder, &["sh", "-c"], command)?;
        holds(command.contains(stem) && said.code == Some(code), &format!("{command}\n{}", said.all()))?;
        holds(said.stdout == printed, &format!("$ {command}\n{}expected\n{printed}", said.all()))?;
    }
    Ok(())
}

/// What holds of a package, by its index.
type Fact = fn(usize) -> Outcome;

const FACTS: [(&str, Fact); 4] = [
    ("has_the_files_of_the_repository", has_the_files_of_the_repository),
    ("agrees_with_right_ports_of_every_subject", agrees_with_right_ports_of_every_subject),
    ("says_what_is_wrong_with_a_port", says_what_is_wrong_with_a_port),
    ("does_what_its_page_prints", does_what_its_page_prints),
];

pub(super) fn trials() -> Vec<Trial> {
    let of = |(index, package): (usize, &'static Package)| {
        let version = package.version();
        let missing = version.is_err();
        let (Ok(said) | Err(said)) = version;
        FACTS.map(|(fact, check)| {
            Trial::test(format!("{}::{fact} ({said})", package.name), move || check(index)).with_ignored_flag(missing)
        })
    };
    PACKAGES.iter().enumerate().flat_map(of).collect()
}
