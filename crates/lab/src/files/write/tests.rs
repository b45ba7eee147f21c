use super::*;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_that_cannot_be_written_is_named_and_nothing_is_left() {
    let folder = folder();
    let blocked = folder.path().join("a-file");
    fs::write(&blocked, "").unwrap();
    let error = whole(&blocked.join("report.md"), b"text").unwrap_err().to_string();
    assert!(error.contains("report.md") && error.contains("name another place"), "{error}");
    let error = whole(folder.path(), b"text").unwrap_err().to_string();
    assert!(error.contains("it is a folder"), "{error}");
    assert_eq!(names(folder.path()), ["a-file"]);
}

#[test]
fn a_renaming_that_fails_undoes_those_before_it() {
    let folder = folder();
    let [first, new, last] = ["first", "new", "last"].map(|name| folder.path().join(name));
    fs::write(&first, "old").unwrap();
    let staged = [&first, &new, &last].map(|path| {
        let before = fs::read(path).ok();
        let mut writer = Writer::new(path).unwrap();
        writer.write_all(b"text").unwrap();
        (path.as_path(), before, writer)
    });
    // A file cannot take the place of a folder.
    fs::create_dir(&last).unwrap();
    let error = put_into_place(staged).unwrap_err().to_string();
    assert!(error.contains("last"), "{error}");
    assert_eq!(
        (fs::read_to_string(&first).unwrap(), names(folder.path())),
        ("old".into(), vec!["first".into(), "last".into()])
    );
}

#[test]
fn a_stale_temporary_file_is_swept_and_one_in_use_is_not() {
    let folder = folder();
    let old = SystemTime::now() - 2 * STALE;
    let temporary = |name: &str| {
        let file = File::create(folder.path().join(name)).unwrap();
        file.set_modified(old).unwrap();
        file
    };
    let locked = temporary(".roguelab-locked.tmp");
    locked.try_lock().unwrap();
    drop(temporary(".roguelab-stale.tmp"));
    drop(temporary("mine.tmp"));
    drop(File::create(folder.path().join(".roguelab-young.tmp")).unwrap());
    whole(&folder.path().join("result"), b"text").unwrap();
    assert_eq!(names(folder.path()), [".roguelab-locked.tmp", ".roguelab-young.tmp", "mine.tmp", "result"]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
    use std::process::Command;

    use super::*;

    /// A device: for root another node of it, as a failing test could replace the system's.
    fn device(folder: &Path, name: &str, minor: &str) -> PathBuf {
        let node = folder.join(name);
        let made = Command::new("mknod").arg(&node).args(["c", "1", minor]).output();
        if made.is_ok_and(|made| made.status.success()) { node } else { Path::new("/dev").join(name) }
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn a_link_is_followed_and_stays() {
        let folder = folder();
        let [file, link, chain, dangling] = ["file", "link", "chain", "dangling"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        symlink("file", &link).unwrap();
        symlink(&link, &chain).unwrap();
        symlink("not-yet", &dangling).unwrap();
        whole(&chain, b"new").unwrap();
        whole(&dangling, b"made").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::read(folder.path().join("not-yet")).unwrap(), b"made");
        for link in [&link, &chain, &dangling] {
            assert!(fs::symlink_metadata(link).unwrap().is_symlink());
        }
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        symlink(&one, &other).unwrap();
        symlink(&other, &one).unwrap();
        assert!(whole(&one, b"text").is_err(), "links in a circle");
    }

    #[test]
    fn an_existing_file_keeps_its_mode() {
        let folder = folder();
        let path = folder.path().join("secret");
        for kept in [0o600, 0o640, 0o666, 0o755] {
            fs::write(&path, "").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(kept)).unwrap();
            whole(&path, b"text").unwrap();
            assert_eq!(mode(&path), kept);
        }
    }

    #[test]
    fn a_device_and_a_pipe_are_written_to_and_stay() {
        let folder = folder();
        let null = device(folder.path(), "null", "3");
        whole(&null, b"text").unwrap();
        assert!(fs::metadata(&null).unwrap().file_type().is_char_device());
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        whole(&pipe, b"text").unwrap();
        assert_eq!(reader.join().unwrap(), b"text");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        check(&pipe).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_device_is_an_error() {
        let folder = folder();
        let full = device(folder.path(), "full", "7");
        let error = whole(&full, b"text").unwrap_err().to_string();
        assert!(error.contains("full") && error.contains("No space left"), "{error}");
        assert!(fs::metadata(&full).unwrap().file_type().is_char_device());
    }

    #[test]
    fn missing_folders_are_made_but_not_one_before_two_dots() {
        let folder = folder();
        whole(&folder.path().join("missing/../result"), b"text").unwrap();
        assert_eq!(names(folder.path()), ["result"]);
        let path = folder.path().join("a/b/c");
        whole(&path, b"text").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"text");
        check_folder(&folder.path().join("d/e")).unwrap();
        assert!(names(&folder.path().join("d/e")).is_empty());
    }
}
