//! `roguelab vectors`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::ending::Ending;
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use lockstep::{Subject, escaped};
use serde_json::{Value, json};
use subjects::registry::{self, SUBJECTS};

use super::output::{Output, print_json};
use crate::files::{read, write};
use answers::change::Change;
use answers::vectors::{self, Checked, pack};

/// How many differences are shown unless all are requested.
const SHOWN: usize = 20;

#[derive(Subcommand)]
pub(super) enum VectorsCommand {
    /// Compare files of vectors with the ports; the exit code is 1 if any step disagrees, 2 if a file cannot be checked
    Check(CheckArgs),
    /// Write the vector pack: for each subject a JSON file of ops and outputs, their schema, and a page that explains them
    ///
    /// The pack is for ports to other languages. It is the one in fixtures/vectors, whose README.md is called VECTORS.md here.
    /// The outputs come from the references and oracles; a file whose oracle is not on this machine is named instead of
    /// written.
    Write {
        /// The folder to write to
        folder: PathBuf,
        /// Only these subjects
        #[arg(long = "subject", value_name = "SUBJECT")]
        subjects: Vec<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
pub(super) struct CheckArgs {
    /// The files, or folders with them; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Show every difference, not just the first 20
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The files to check: the named files, and the JSON files in named folders, except the schema of the pack.
fn files(named: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        if path.is_dir() {
            let found = read::json_files_in(path)
                .with_context(|| format!("cannot read {}", read::shown(path)))?;
            if found.is_empty() {
                bail!("there is no JSON file of vectors in {}", read::shown(path));
            }
            files.extend(found);
        } else {
            files.push(path.clone());
        }
    }
    // A pipe can be read only once, and is never the schema.
    let [(_, schema), _] = pack::descriptions()?;
    let is_schema = |file: &Path| {
        file.is_file() && read::text(file, read::VECTORS).is_ok_and(|text| text == schema)
    };
    files.retain(|file| !is_schema(file));
    if files.is_empty() {
        bail!("only the schema of the pack was named, and it has no vectors");
    }
    Ok(files)
}

fn check(file: &Path) -> Result<Checked> {
    let text = read::text_or_stdin(file, read::VECTORS)?;
    vectors::check(&text).with_context(|| format!("cannot check {}", read::name(file)))
}

/// A difference as a line.
fn line(change: &Change) -> String {
    let [was, is] = change.beside();
    format!("{}: the file has {was}, the port {is}", change.place)
}

fn show(file: &Path, checked: &Checked, all: bool, out: &mut Output) -> io::Result<()> {
    let Checked {
        subject,
        agreed,
        disagreed,
        differences,
        ..
    } = checked;
    let name = read::name(file);
    writeln!(
        out,
        "{name}: {subject}, {agreed} agreed, {disagreed} disagreed"
    )?;
    let shown = if all { differences.len() } else { SHOWN };
    for difference in differences.iter().take(shown) {
        writeln!(out, "  {}", escaped(&line(difference)))?;
    }
    let more = differences.len().saturating_sub(shown);
    if more > 0 {
        writeln!(out, "  and {more} more differences: --all shows them")?;
    }
    write!(out, "{}", checked.causes)
}

fn document(file: &Path, checked: &Checked) -> Value {
    json!({
        "file": file.to_string_lossy(),
        "subject": checked.subject,
        "agreed": checked.agreed,
        "disagreed": checked.disagreed,
        "differences": checked.differences.iter().map(line).collect::<Vec<_>>(),
        "causes": checked.causes,
    })
}

pub(super) fn run(command: &VectorsCommand) -> Result<Ending> {
    match command {
        VectorsCommand::Check(args) => run_check(args),
        VectorsCommand::Write {
            folder,
            subjects,
            json,
        } => write(folder, subjects, *json),
    }
}

/// Writes the pack.
fn write(folder: &Path, names: &[String], as_json: bool) -> Result<Ending> {
    let subjects: Vec<&dyn Subject> = if names.is_empty() {
        SUBJECTS.to_vec()
    } else {
        names
            .iter()
            .map(|name| registry::find(name))
            .collect::<Result<_, _>>()?
    };
    let [(schema, schema_text), (_, page)] = pack::descriptions()?;
    let mut files = vec![
        ("VECTORS.md".to_owned(), page),
        (schema.to_owned(), schema_text),
    ];
    let mut missing = Vec::new();
    for subject in subjects {
        match subject.probe(pack::source(subject)).err() {
            Some(why) => missing.push(format!("{} is not written: {why}", pack::name(subject))),
            None => files.push((pack::name(subject), pack::make(subject)?)),
        }
    }
    let files: Vec<_> = files
        .into_iter()
        .map(|(name, text)| (folder.join(name), text))
        .collect();
    write::refuse_foreign(&files, pack::MARK)?;
    write::all(&files)?;
    if as_json {
        let file = |(path, text): &(PathBuf, String)| json!({ "file": path.to_string_lossy(), "bytes": text.len() });
        let written: Vec<_> = files.iter().map(file).collect();
        print_json(
            "roguelab-vectors-write/1",
            json!({ "written": written, "missing": missing }),
        )?;
    } else {
        let mut out = Output::of_findings();
        for (path, text) in &files {
            writeln!(out, "{:>8}  {}", text.len(), read::name(path))?;
        }
    }
    if missing.is_empty() {
        Ok(Ending::Success)
    } else {
        Err(anyhow::anyhow!(missing.join("\n")))
    }
}

fn run_check(args: &CheckArgs) -> Result<Ending> {
    let mut out = Output::of_findings();
    let mut documents = Vec::new();
    let (mut agreed, mut disagreed, mut errors) = (0, 0, Vec::new());
    for file in &files(&args.files)? {
        match check(file) {
            Ok(checked) => {
                if args.json {
                    documents.push(document(file, &checked));
                } else {
                    show(file, &checked, args.all, &mut out)?;
                }
                agreed += checked.agreed;
                disagreed += checked.disagreed;
            }
            Err(error) => errors.push(format!("{error:#}")),
        }
    }
    if args.json {
        let document = json!({ "agreed": agreed, "disagreed": disagreed, "files": documents, "not_checked": errors });
        print_json("roguelab-vectors-check/1", document)?;
    } else if agreed + disagreed > 0 {
        out.verdict(format_args!("{agreed} agreed, {disagreed} disagreed"))?;
    }
    out.flush()?;
    // An unusable file does not hide a disagreement.
    match (disagreed, errors.is_empty()) {
        (0, true) => Ok(Ending::Success),
        (0, false) => Err(anyhow::anyhow!(errors.join("\n"))),
        _ => {
            for error in &errors {
                eprintln!("roguelab: {}", escaped(error));
            }
            Ok(Ending::Failure)
        }
    }
}
