//! Golden outputs and digests: the third corner of every comparison.
//!
//! `fixtures/golden/SUBJECT.txt` holds a subject's golden cases with what the reference (or, where there is none, the
//! oracle) showed; `fixtures/trees/SUBJECT.txt` the digests of every case of a finite domain; `fixtures/atlas.txt` the digest of the canonical dump, made by the reference; `fixtures/baseline.json`
//! the exact numbers of the report; `fixtures/digests.json` the digest of what every comparison shows;
//! `fixtures/calibration.json` what the tests say of fair sources; `fixtures/zoo.json` which test catches which broken
//! thing; `fixtures/vectors/SUBJECT.json` the [vector pack](crate::pack); `fixtures/SHA256SUMS` the [digest of each](manifest).
//! [`bless`] rewrites them.

pub mod bless;
pub mod changelog;
pub mod manifest;

pub use subjects::oracles::root;

use std::fs;

use anyhow::{Context, Result};
use findings::Documents;
use foreign::reference::{Session, WordSize};
use lockstep::{DigestTree, hex};
use rogue::atlas::{Atlas, GAMES};
use sha2::{Digest, Sha256};
use subjects::registry::{Entry, SUBJECTS};
use zoo::broken;
use zoo::calibration::{self, Calibration, Replications};

use crate::gate::conformance::{self, Digests};
use crate::pack;
use crate::report::baseline;

/// A fixture as it should be.
pub struct Made {
    /// Its place below `fixtures`.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The place of a subject's golden fixture below `fixtures`.
pub fn golden_name(subject: &dyn Entry) -> String {
    format!("golden/{}.txt", subject.name())
}

/// The place of the digests of a subject's every case below `fixtures`.
pub fn tree_name(subject: &dyn Entry) -> String {
    format!("trees/{}.txt", subject.name())
}

/// The text of these digests.
pub fn tree_text(subject: &dyn Entry, tree: &DigestTree) -> String {
    tree.to_text(subject.name(), subject.corners()[1].name(), "cargo xtask bless")
}

/// Makes every fixture anew, from references and oracles. The second list names the fixtures that need an oracle which
/// is not on this machine, or, unless `wholly`, take too long to be looked at each time.
///
/// # Errors
/// If a subject fails to run, the plan cannot be read, or a test is miscalibrated.
pub fn make(wholly: bool) -> Result<(Vec<Made>, Vec<String>)> {
    let numbers = baseline::baseline(&Documents::compute(&Atlas::new(), &|| ())?)?;
    let committed = fs::read_to_string(root().join("fixtures").join(conformance::NAME)).ok();
    let committed = committed.and_then(|text| Digests::parse(&text).ok());
    let (digests, mut missing) = Digests::make(committed.as_ref())?;
    let plan = fs::read_to_string(root().join("fixtures").join(zoo::plan::NAME))
        .with_context(|| format!("cannot read fixtures/{}: `git restore` brings it back", zoo::plan::NAME))?;
    let replications = if wholly {
        Replications::of(&gof::Plan::from_toml(&plan)?)?
    } else {
        missing
            .push(format!("{}: the replications of the plan, which `cargo xtask bless` makes anew", calibration::NAME));
        let committed = fs::read_to_string(root().join("fixtures").join(calibration::NAME));
        Calibration::parse(&committed.with_context(|| format!("fixtures/{}", calibration::NAME))?)?.plan
    };
    let calibration = Calibration::compute(replications)?.text()?;
    let mut made = vec![
        Made { name: "atlas.txt".into(), text: atlas() },
        Made { name: baseline::NAME.into(), text: numbers },
        Made { name: calibration::NAME.into(), text: calibration },
        Made { name: conformance::NAME.into(), text: digests },
        Made { name: broken::table::NAME.into(), text: broken::Table::make(&|| ())?.text()? },
    ];
    for &subject in SUBJECTS {
        let source = subject.corners()[1];
        match subject.golden(source, &source.to_string(), "cargo xtask bless") {
            Ok(fixture) => made.push(Made { name: golden_name(subject), text: fixture.to_string() }),
            Err(lockstep::Failure::Missing(why)) => missing.push(format!("{}: {why}", golden_name(subject))),
            Err(failure) => return Err(failure).with_context(|| format!("golden cases of {}", subject.name())),
        }
        let tree = subject.tree(source).with_context(|| format!("every case of {}", subject.name()))?;
        made.extend(tree.map(|tree| Made { name: tree_name(subject), text: tree_text(subject, &tree) }));
    }
    made.extend(pack::descriptions()?.map(|(name, text)| Made { name: format!("{}/{name}", pack::FOLDER), text }));
    for &subject in SUBJECTS {
        let name = format!("{}/{}", pack::FOLDER, pack::name(subject));
        match subject.probe(pack::source(subject)).err() {
            Some(why) => missing.push(format!("{name}: {why}")),
            None => made.push(Made { text: pack::make(subject).with_context(|| name.clone())?, name }),
        }
    }
    Ok((made, missing))
}

/// The digest of the canonical dump, every game drawn by the reference.
fn atlas() -> String {
    let mut session = Session::begin(WordSize::Native);
    let mut digest = Sha256::new();
    for seed in 0..GAMES as i32 {
        session.new_game(seed);
        let [potions, wands, rings] =
            [session.potions(), session.wands(), session.rings()].map(|names| names.join(","));
        digest.update(format!("{seed}\t{potions}\t{wands}\t{rings}\t{}\n", session.scrolls().join("|")));
    }
    atlas_text(&hex(&digest.finalize()))
}

/// The text of `atlas.txt` with this digest.
pub fn atlas_text(digest: &str) -> String {
    format!(
        "# subject: the canonical dump of all games, as `roguelab atlas dump` prints it\n# seed: 0 to {}\n\
         # source: reference\n# command: cargo xtask bless\nlines {GAMES}\nsha256 {digest}\n",
        GAMES - 1,
    )
}

/// SHA-256 of the canonical dump of the port's games.
pub fn atlas_digest(atlas: &Atlas) -> String {
    let mut digest = Sha256::new();
    for (seed, game) in (0..).zip(atlas.games()) {
        digest.update(format!("{}\n", game.canonical_line(seed)));
    }
    hex(&digest.finalize())
}
