//! The task `page`: builds the page on which people ask in a browser, and tests it.
//!
//! The page is a folder that needs no server. A browser loads no WebAssembly and no worker from a disk, so one script has both
//! as text; from a server only the small files are loaded.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{browser, ci, process};

/// The files of the page that are copied as they are.
const FILES: [&str; 11] = [
    "index.html",
    "style.css",
    "questions.js",
    "games.js",
    "page.js",
    "answer.js",
    "figure.js",
    "shuffle.js",
    "port.js",
    "solver.js",
    "worker.js",
];

/// The folder of these files.
const FOLDER: &str = "crates/web/page";

/// The most bytes of the WebAssembly, and the most after gzip: a little more than it has before wasm-opt, which takes off a
/// tenth. The aim is 1.5 MB, and 600 kB.
const MOST: (u64, u64) = (2_900_000, 1_100_000);

/// The folder of the stored outputs, of which the page offers all.
const VECTORS: &str = "fixtures/vectors";

/// The argument with which wasm-opt is used.
pub(crate) const SMALL: &str = "--small";

/// The package of npm that has the optimiser.
const OPTIMISER: &str = "binaryen@132.0.0";

/// What the optimiser may use: what the compiler uses already, and every browser has had since 2022.
const FEATURES: [&str; 7] = [
    "-Os",
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// The stack of the WebAssembly, as large as that of a program on Linux.
const STACK: &str = "link-arg=-zstack-size=8388608";

/// Builds the page into `target/page`. With the argument `--small`, wasm-opt makes the WebAssembly smaller.
pub(crate) fn run(root: &Path, arguments: &[OsString]) -> u8 {
    let is_small = match arguments {
        [] => false,
        [argument] if argument == SMALL => true,
        _ => {
            eprintln!("xtask: the task page takes nothing but {SMALL}");
            return crate::MISUSE;
        }
    };
    if let Err(missing) = add_target(root) {
        eprintln!("xtask: {missing}");
        return crate::MISUSE;
    }
    let build = [
        "rustc",
        "--quiet",
        "--locked",
        "-p",
        "roguelab-web",
        "--lib",
        "--crate-type",
        "cdylib",
        "--profile",
        "wasm",
        "--target",
        ci::WEBASSEMBLY,
        "--",
        "-C",
        STACK,
    ];
    match process::exit_code(process::cargo(root).args(build)) {
        0 => {}
        code => return code,
    }
    let target = process::target_folder(root);
    let built = target.join(ci::WEBASSEMBLY).join("wasm/roguelab_web.wasm");
    let page = target.join("page");
    let wasm = if is_small {
        match optimise(&target.join(OPTIMISER), &built) {
            Ok(small) => small,
            Err(why) => {
                eprintln!("xtask: {why}");
                return 1;
            }
        }
    } else {
        built
    };
    let written = browser::copy(&root.join(VECTORS), &page.join("vectors"))
        .and_then(|()| fs::copy(wasm, page.join("roguelab.wasm")))
        .and_then(|_| write(&root.join(FOLDER), &page));
    match written {
        Ok(true) => 0,
        Ok(false) => 1,
        Err(error) => {
            eprintln!("xtask: the page cannot be written: {error}");
            1
        }
    }
}

/// Adds the target of a browser, if it is missing.
fn add_target(root: &Path) -> Result<(), String> {
    if ci::check_webassembly(root).is_ok() {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    rustup
        .current_dir(root)
        .args(["target", "add", ci::WEBASSEMBLY]);
    process::exit_code(&mut rustup);
    ci::check_webassembly(root)
}

/// Makes the WebAssembly smaller by wasm-opt, which npm installs into a folder, in a file of its own; an error says why that
/// cannot be.
fn optimise(folder: &Path, built: &Path) -> Result<PathBuf, String> {
    let to = built.with_extension("small.wasm");
    if is_newer(&to, built).unwrap_or(false) {
        return Ok(to);
    }
    let program = folder.join("node_modules/binaryen/bin/wasm-opt");
    if !program.is_file() {
        let mut npm = Command::new("npm");
        npm.args(["install", "--ignore-scripts", "--no-save", "--prefix"])
            .args([folder.as_os_str(), OPTIMISER.as_ref()]);
        if !process::works(&mut npm) {
            return Err(format!("npm cannot install {OPTIMISER}"));
        }
    }
    let mut node = Command::new("node");
    node.arg(program).args(FEATURES).arg(built);
    if process::works(node.arg("-o").arg(&to)) {
        Ok(to)
    } else {
        Err(format!("wasm-opt of {OPTIMISER} failed"))
    }
}

/// Writes the other files, and says how large the page is. Whether the WebAssembly is small enough.
fn write(from: &Path, to: &Path) -> io::Result<bool> {
    for name in FILES {
        fs::copy(from.join(name), to.join(name))?;
    }
    let wasm = to.join("roguelab.wasm");
    let bytes = fs::read(&wasm)?;
    let worker = fs::read_to_string(from.join("worker.js"))?;
    let embedded = format!(
        "// Written by `cargo xtask page`: what a browser does not load from a disk.\n\
         globalThis.EMBEDDED = {{\n  worker: {},\n  wasm: \"{}\",\n}};\n",
        quoted(&worker),
        base64(&bytes)
    );
    fs::write(to.join("embedded.js"), embedded)?;
    let whole = bytes.len() as u64;
    let small = compressed(&wasm);
    let shown = small.map_or("unknown without gzip".to_owned(), |small| small.to_string());
    println!("page: {}", to.join("index.html").display());
    println!("page: roguelab.wasm has {whole} bytes, compressed {shown}");
    let is_small = whole <= MOST.0 && small.is_none_or(|small| small <= MOST.1);
    if !is_small {
        eprintln!(
            "xtask: more than {} bytes, or {} compressed",
            MOST.0, MOST.1
        );
    }
    Ok(is_small)
}

/// Whether a file is there and was written after another one.
fn is_newer(file: &Path, other: &Path) -> io::Result<bool> {
    let Ok(written) = fs::metadata(file).and_then(|file| file.modified()) else {
        return Ok(false);
    };
    Ok(written > fs::metadata(other)?.modified()?)
}

/// The size of a file after gzip, if that is here.
fn compressed(file: &Path) -> Option<u64> {
    let output = Command::new("gzip").args(["-9", "-c"]).arg(file).output();
    let output = output.ok().filter(|output| output.status.success())?;
    Some(output.stdout.len() as u64)
}

/// A text in JavaScript.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            character => quoted.push(character),
        }
    }
    quoted + "\""
}

/// Bytes as text in base64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let mut number = 0;
        for place in 0..3 {
            number = number << 8 | u32::from(group.get(place).copied().unwrap_or(0));
        }
        for place in 0..4 {
            if place > group.len() {
                text.push('=');
            } else {
                let digit = number >> (18 - 6 * place) & 63;
                text.push(DIGITS[digit as usize].into());
            }
        }
    }
    text
}

/// Reports what is missing for the test.
pub(crate) fn check_tools(root: &Path) -> Result<(), String> {
    ci::check_webassembly(root)?;
    ci::check_programs(&["node"], "")
}

/// Builds the page, and compares its answers with those of the program. In Chromium, if it is here, the page is used.
pub(crate) fn test(root: &Path) -> u8 {
    match run(root, &[]) {
        0 => {}
        code => return code,
    }
    let program = match process::build_program(root) {
        Ok(program) => program,
        Err(code) => return code,
    };
    let page = process::target_folder(root).join("page");
    let tests = root.join("crates/web/tests");
    let mut node = Command::new("node");
    node.arg(tests.join("answers.mjs"))
        .arg(page.join("roguelab.wasm"))
        .arg(&program)
        .arg(root);
    let answers = process::exit_code(&mut node);
    if let Err(missing) = browser::check_tools(root) {
        println!("not used in a browser: {missing}");
        return answers;
    }
    let packages = match browser::prepare(root) {
        Ok(packages) => packages,
        Err(code) => return code,
    };
    let mut node = Command::new("node");
    node.arg(tests.join("browser.mjs"))
        .args([page, packages, program]);
    answers.max(process::exit_code(&mut node))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_base64_as_in_rfc_4648() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn a_text_is_quoted_for_javascript() {
        assert_eq!(quoted("a\n\"b\\"), r#""a\n\"b\\""#);
    }
}
