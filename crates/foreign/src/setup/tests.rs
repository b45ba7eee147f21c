use super::apt::Distribution;
use super::*;

/// A machine on which every command fails, so that no test uses the network.
fn broken_machine() -> Machine {
    Machine { distribution: Distribution::Debian, apt_get: "false".into() }
}

fn setup(folder: &tempfile::TempDir, accept_licence: bool) -> Setup {
    Setup { oracles: folder.path().join("oracles"), accept_licence }
}

/// What a set-up says, and its result.
fn run(setup: &Setup, machine: Result<Machine, String>) -> (String, Result<Vec<Left>, SetupError>) {
    let mut said = Vec::new();
    let done = setup.run_on(machine, &mut |line| said.push(line.to_owned()));
    (said.join("\n"), done)
}

/// The path of a file of a kit, with a number where its name ends in a full stop.
fn file(oracles: &Path, kit: &Kit, name: &str) -> PathBuf {
    oracles.join(kit.name).join(format!("{name}{}", if name.ends_with('.') { "7" } else { "" }))
}

/// Puts every oracle into place, as if it had been fetched.
fn pretend(oracles: &Path) {
    for kit in KITS {
        for name in kit.files {
            let file = file(oracles, kit, name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, name).unwrap();
        }
        let folder = oracles.join(kit.name);
        let record = Record::survey(&folder, kit.files, vec![]).unwrap();
        fs::write(folder.join(record::FILE_NAME), record.to_text()).unwrap();
    }
}

#[test]
fn an_unaltered_oracle_is_left_alone_and_what_a_killed_setup_left_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let setup = setup(&folder, false);
    pretend(&setup.oracles);
    let left = setup.oracles.join(".setup-abcdef");
    fs::create_dir_all(left.join("game/usr")).unwrap();
    let (said, done) = run(&setup, Ok(broken_machine()));
    assert!(done.unwrap().is_empty());
    assert_eq!(said.lines().filter(|line| line.ends_with("already, and unaltered.")).count(), KITS.len(), "{said}");
    assert_eq!(said.lines().count(), KITS.len(), "no licence is shown");
    assert!(!left.exists());
}

#[test]
fn every_altered_file_is_named_and_its_oracle_fetched_again() {
    for kit in KITS {
        for name in kit.files {
            let folder = tempfile::tempdir().unwrap();
            let setup = setup(&folder, true);
            pretend(&setup.oracles);
            let file = file(&setup.oracles, kit, name);
            fs::write(&file, "altered").unwrap();
            let (said, done) = run(&setup, Ok(broken_machine()));
            assert!(done.is_err(), "{name} is fetched again");
            assert_eq!(said.matches(&file.display().to_string()).count(), 1, "{said}");
        }
    }
}

#[test]
fn a_second_setup_waits_for_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let setup = setup(&folder, true);
    pretend(&setup.oracles);
    let work = setup.oracles.join(".setup-abcdef");
    fs::create_dir(&work).unwrap();
    let mut first = Some(File::open(&setup.oracles).unwrap());
    first.as_ref().unwrap().lock().unwrap();
    let done = setup.run_on(Ok(broken_machine()), &mut |line| {
        if line.starts_with("Waiting for another setup in ") {
            assert!(work.exists(), "it is in use");
            drop(first.take());
        } else {
            let held = File::open(&setup.oracles).unwrap().try_lock();
            assert!(matches!(held, Err(TryLockError::WouldBlock)), "this set-up holds it");
        }
    });
    assert!(done.unwrap().is_empty());
    assert!(first.is_none() && !work.exists());
}

#[test]
fn without_consent_the_terms_are_shown_and_only_free_oracles_are_fetched() {
    let folder = tempfile::tempdir().unwrap();
    let setup = setup(&folder, false);
    pretend(&setup.oracles);
    for kit in [&kits::GAME, &kits::TESTU01] {
        fs::remove_dir_all(setup.oracles.join(kit.name)).unwrap();
    }
    let (said, done) = run(&setup, Ok(broken_machine()));
    let left = done.expect("nothing is fetched, so nothing can fail");
    assert_eq!(left.iter().map(|left| left.kit.name).collect::<Vec<_>>(), ["game", "testu01"]);
    assert!(left.iter().all(|left| matches!(left.why, SetupError::LicenceNotAccepted)));
    assert!(KITS.iter().filter_map(|kit| kit.licence).all(|licence| said.contains(licence)), "{said}");
    assert!(said.ends_with("run this again with --accept-licence"), "{said}");
}

#[test]
fn a_failure_shows_the_terms_first_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let setup = setup(&folder, true);
    let (said, done) = run(&setup, Ok(broken_machine()));
    let error = done.unwrap_err().to_string();
    assert!(error.starts_with("`false ") && error.contains(" update`"), "{error}");
    let terms = said.rfind("neither changes nor passes it on").unwrap();
    assert!(terms < said.find("Fetching").unwrap(), "{said}");
    assert!(!setup.oracles.exists());
    fs::create_dir(&setup.oracles).unwrap();
    run(&setup, Ok(broken_machine())).1.unwrap_err();
    assert_eq!(fs::read_dir(&setup.oracles).unwrap().count(), 0);
}

#[test]
fn an_oracle_that_fails_does_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    // The lists can be updated, and have no package.
    let apt_get = folder.path().join("apt-get");
    let script = "#!/bin/sh\ncase \"$*\" in *update) exit 0;; esac\necho none such >&2; exit 100\n";
    private::write_program(&apt_get, script.as_bytes()).unwrap();
    let setup = setup(&folder, true);
    let left = run(&setup, Ok(Machine { apt_get, ..broken_machine() })).1.unwrap();
    assert_eq!(left.len(), KITS.len());
    assert!(left.iter().all(|left| left.why.to_string().ends_with("none such")));
    assert!(!setup.oracles.exists());
}

#[test]
fn oracles_may_share_a_package() {
    let folder = tempfile::tempdir().unwrap();
    // Every package is one and the same file, which can be fetched and copied, and is no package.
    let apt_get = folder.path().join("apt-get");
    let script = "#!/bin/sh\ncase \"$*\" in\n*--print-uris*) echo \"'u' same.deb 9 SHA256:00\";;\n\
                  *download*) echo not a package > same.deb;;\nesac\n";
    private::write_program(&apt_get, script.as_bytes()).unwrap();
    let setup = setup(&folder, true);
    let left = run(&setup, Ok(Machine { apt_get, ..broken_machine() })).1.unwrap();
    assert_eq!(left.len(), KITS.len());
    for Left { kit, why } in left {
        assert!(why.to_string().starts_with("`dpkg-deb --show"), "{}: {why}", kit.name);
    }
}

#[test]
fn a_machine_without_apt_is_told_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let (said, done) = run(&setup(&folder, true), Err("as there is no apt".into()));
    assert_eq!(done.unwrap().len(), KITS.len());
    for variable in ["ROGUELAB_GAME=", "ROGUELAB_FAKETIME=", "ROGUELAB_GSL", "ROGUELAB_PCG_CPP", "ROGUELAB_TESTU01"] {
        assert!(said.contains(variable), "{said}");
    }
}
