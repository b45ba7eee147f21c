//! The archives carry their prefixes, the checker can fail, and a missing compiler is reported clearly.

use std::fs;
use std::path::Path;
use std::process::Command;

use foreign::symbols::{ARCHIVES, check};

use crate::child::CommandInTime as _;

/// Functions and tables of the files that both archives have; with them the check was of the right archive.
const SHARED: (&str, &[&str]) = (
    "harness.c",
    &[
        "srrandom",
        "get_rand",
        "rand_percent",
        "coin_toss",
        "mix_colors",
        "get_wand_and_ring_materials",
        "make_scroll_titles",
        "id_potions",
        "id_scrolls",
        "id_wands",
        "id_rings",
        "is_wood",
        "pcg32_srandom_r",
        "pcg32_random_r",
        "pcg32_boundedrand_r",
        "pcg32_advance_r",
        "start_up",
    ],
);

/// Functions of the files that are written from the documents, which are in the first archive only.
#[rustfmt::skip]
const DOCUMENTS: [(&str, &[&str]); 7] = [
    ("dice.c", &["dice_draw", "dice_choose"]),
    ("haskell.c", &["haskell_next", "haskell_split", "haskell_random_r", "haskell_random_word64", "haskell_random_double", "haskell_uniform_may"]),
    ("permute.c", &["permutation", "random_directions"]),
    ("boss_maze.c", &["boss_maze"]),
    ("amazing.c", &["amazing"]),
    ("rooms.c", &["rooms"]),
    ("spread.c", &["spread"]),
];

/// Compiles one file of C into an archive.
fn compile(source: &Path, name: &str) -> Vec<u8> {
    let out = tempfile::tempdir().unwrap();
    cc::Build::new()
        .file(source)
        .flag("-std=gnu11")
        .target(env!("FOREIGN_TARGET"))
        .host(env!("FOREIGN_TARGET"))
        .opt_level(0)
        .out_dir(out.path())
        .cargo_metadata(false)
        .compile(name);
    fs::read(out.path().join(format!("lib{name}.a"))).unwrap()
}

fn compile_text(text: &str, name: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("source.c");
    fs::write(&source, text).unwrap();
    compile(&source, name)
}

#[test]
fn the_archives_define_only_prefixed_names_and_all_that_are_expected() {
    for (first, (path, prefix)) in [true, false].into_iter().zip(ARCHIVES) {
        let defined = check(&fs::read(path).unwrap(), prefix).unwrap();
        let documents = DOCUMENTS.iter().filter(|_| first).flat_map(|file| file.1);
        for name in SHARED.1.iter().chain(documents) {
            assert!(
                defined.contains(&format!("{prefix}{name}")),
                "{prefix}{name} is not in {path}"
            );
        }
    }
    let [(wide, wide_prefix), (narrow, narrow_prefix)] = ARCHIVES;
    for (path, prefix) in [(wide, narrow_prefix), (narrow, wide_prefix)] {
        let error = check(&fs::read(path).unwrap(), prefix).unwrap_err();
        assert!(error.starts_with("defined without the prefix"), "{error}");
    }
}

#[test]
fn files_built_without_a_prefix_are_refused_by_name() {
    for (file, functions) in DOCUMENTS.into_iter().chain([SHARED]) {
        let source = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../vendor-c")
            .join(file);
        let error = check(&compile(&source, "bare"), "ref_").unwrap_err();
        let names = error
            .strip_prefix("defined without the prefix ref_: ")
            .unwrap_or_else(|| panic!("{error}"));
        let names: Vec<&str> = names.split(", ").collect();
        assert!(
            functions.iter().all(|function| names.contains(function)),
            "{file}: {names:?}"
        );
        assert!(
            file == SHARED.0 || names.len() == functions.len(),
            "{file}: {names:?}"
        );
    }
}

#[test]
fn one_bad_name_is_named_and_what_has_no_names_is_refused() {
    let of = |text| check(&compile_text(text, "made"), "ref_").unwrap_err();
    for (text, error) in [
        (
            "int ref_kept(void) { return 1; } int forgotten(void) { return 2; }",
            "defined without the prefix ref_: forgotten",
        ),
        (
            "long random(void); long ref_word(void) { return random(); }",
            "needed from elsewhere, and not on the list of what may be: random",
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
        .output_in_time()
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
