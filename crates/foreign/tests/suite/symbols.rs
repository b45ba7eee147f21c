//! The archives have their prefixes, the checker can fail, and a missing compiler is reported clearly.

use std::fs;
use std::process::Command;

use roguelab_foreign::symbols::{ARCHIVES, check};

fn compile_text(text: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("source.c");
    fs::write(&source, text).unwrap();
    cc::Build::new()
        .file(source)
        .target(env!("FOREIGN_TARGET"))
        .host(env!("FOREIGN_TARGET"))
        .opt_level(0)
        .out_dir(folder.path())
        .cargo_metadata(false)
        .compile("made");
    fs::read(folder.path().join("libmade.a")).unwrap()
}

#[test]
fn the_archives_define_only_prefixed_names_each_its_own() {
    let [wide, narrow] = ARCHIVES.map(|(path, prefix)| (fs::read(path).unwrap(), prefix));
    for (archive, prefix) in [&wide, &narrow] {
        let defined = check(archive, prefix).unwrap();
        assert!(defined.contains(&format!("{prefix}srrandom")));
    }
    for (archive, prefix) in [(&wide.0, narrow.1), (&narrow.0, wide.1)] {
        let error = check(archive, prefix).unwrap_err();
        assert!(error.starts_with("defined without the prefix"), "{error}");
    }
}

#[test]
fn one_bad_name_is_named_and_what_has_no_names_is_refused() {
    let of = |text| check(&compile_text(text), "ref_").unwrap_err();
    for (text, error) in [
        (
            "int ref_kept(void) { return 1; } int forgotten(void) { return 2; }",
            "defined without the prefix ref_: forgotten",
        ),
        (
            "long random(void); long ref_word(void) { return random(); }",
            "needed from elsewhere, and not on the list of allowed symbols: random",
        ),
        (
            "static int ref_hidden __attribute__((used)) = 1;",
            "the archive defines no global symbol",
        ),
    ] {
        assert_eq!(of(text), error);
    }
    assert_eq!(
        check(b"!<arch>\n", "ref_").unwrap_err(),
        "the archive defines no global symbol"
    );
    let archive = fs::read(ARCHIVES[0].0).unwrap();
    for broken in [&archive[..0], &archive[..archive.len() / 2]] {
        let error = check(broken, "ref_").unwrap_err();
        assert!(error.starts_with("cannot read the archive: "), "{error}");
    }
}

#[test]
fn without_a_compiler_the_build_says_what_to_do() {
    let out = tempfile::tempdir().unwrap();
    let run = Command::new(env!("FOREIGN_BUILD_SCRIPT"))
        .env_clear()
        .env("CARGO_MANIFEST_DIR", env!("CARGO_MANIFEST_DIR"))
        .env("TARGET", env!("FOREIGN_TARGET"))
        .env("HOST", env!("FOREIGN_TARGET"))
        .env("OUT_DIR", out.path())
        .env("CC", "no-such-compiler")
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{message}");
    assert!(
        message.starts_with("roguelab needs a C compiler"),
        "{message}"
    );
    for part in ["no-such-compiler", "apt-get install gcc", "set CC"] {
        assert!(message.contains(part), "{message}");
    }
}
