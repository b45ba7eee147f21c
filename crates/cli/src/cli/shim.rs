//! `roguelab shim`: an adapter between a program in any language and `roguelab check`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::ending::Ending;
use answers::shim::{self, LANGUAGES, Language};
use anyhow::{Context as _, Result};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lockstep::TomlSubject;
use subjects::{SUBJECTS, registry};

use super::output::Output;
use crate::files::{read, write};

/// A description of a subject.
const DESCRIPTION: read::Sort = read::Sort {
    name: "the description",
    limit: 1 << 20,
    remedy: "name a description of a subject in TOML",
};

/// Write an adapter for `roguelab check`, with the protocol and a stub for each op
///
/// Fill in the stubs of the ops that your port has; the others answer `?` and are left out.
#[derive(Args)]
pub(super) struct ShimArgs {
    /// The subject, as `roguelab subjects` lists them, or a description in TOML
    subject: String,
    /// The language of the adapter
    #[arg(long, value_name = "LANGUAGE", value_parser = languages())]
    lang: &'static Language,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn languages() -> impl TypedValueParser<Value = &'static Language> {
    let names = LANGUAGES.iter().map(|language| language.name);
    PossibleValuesParser::new(names).map(|name| shim::find(&name).unwrap_or(&LANGUAGES[0]))
}

/// Whether this names a file and not a built-in subject.
pub(super) fn is_file(subject: &str) -> bool {
    subject.contains(['/', '\\'])
        || Path::new(subject)
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("toml"))
}

/// Reads a description.
pub(super) fn description(file: &str) -> Result<TomlSubject> {
    let text = read::text(Path::new(file), DESCRIPTION)?;
    let is_taken = |name: &str| SUBJECTS.iter().any(|subject| subject.name() == name);
    TomlSubject::read(&text, &is_taken).with_context(|| lockstep::shown(file, 4096).into_owned())
}

pub(super) fn run(args: &ShimArgs) -> Result<Ending> {
    let text = if is_file(&args.subject) {
        shim::write(&description(&args.subject)?, &args.subject, args.lang)
    } else {
        shim::write(registry::find(&args.subject)?, &args.subject, args.lang)
    };
    match &args.out {
        Some(file) => write::whole(file, text.as_bytes())?,
        None => write!(Output::new(), "{text}")?,
    }
    Ok(Ending::Success)
}
