//! The ledger of evidence: a line of JSON for each run of a source, appended and never rewritten.
//!
//! Each record carries a digest over itself and all records before it ([`Chain`]). Beside the ledger is its seal,
//! `FILE.seal`: how many bytes it had when it was last appended to, and their SHA-256. A ledger that has become shorter,
//! whose past was changed, or whose seal is missing is refused: if evidence could be dropped, the budget for false alarms
//! would be worthless. An incomplete last line, as a crash may leave, lies beyond the seal and is cut off. An open ledger is
//! locked, so that audits run one after the other. Whoever removes ledger and seal starts again, with a new budget.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use lockstep::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::source::Source;
use crate::files::Chain;
use crate::files::write;

/// The version of a line.
const SCHEMA: &str = "roguelab-audit/2";

/// The longest ledger, in bytes: some hundred thousand runs.
const LONGEST: u64 = 64 << 20;

/// A run of a source.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    schema: String,
    made_by: String,
    source: String,
    /// In hexadecimal, for not every reader of JSON has 64 bits.
    seed: String,
    items: u64,
    counts: Vec<u64>,
    /// The evidence of this run and all earlier ones of the source.
    log10_e: f64,
    /// Over this record without it, and all records before; empty until it is in a ledger.
    sha256: String,
}

impl Record {
    /// Of these counts from this seed; `log10_e` is over all runs, including this one.
    pub(crate) fn new(source: &str, seed: u64, counts: Vec<u64>, log10_e: f64) -> Self {
        Self {
            schema: SCHEMA.into(),
            made_by: concat!("roguelab ", env!("CARGO_PKG_VERSION")).into(),
            source: source.into(),
            seed: format!("{seed:#x}"),
            items: super::items(&counts),
            counts,
            log10_e,
            sha256: String::new(),
        }
    }

    /// With the digest that it has as the next of these.
    fn in_chain(self, chain: &mut Chain) -> Result<Self> {
        let bare = Self { sha256: String::new(), ..self };
        Ok(Self { sha256: chain.add(&serde_json::to_string(&bare)?), ..bare })
    }
}

/// The state of the ledger when it was last appended to.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Seal {
    bytes: u64,
    sha256: String,
}

#[derive(Debug)]
pub(crate) struct Ledger {
    path: PathBuf,
    file: File,
    bytes: Vec<u8>,
    records: Vec<Record>,
    chain: Chain,
    /// How many bytes of an unfinished line were cut off.
    torn: usize,
}

impl Ledger {
    /// Opens a ledger, or begins one, and waits until no other audit has it open.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let shown = path.display();
        write::check_regular(path)?;
        let open = File::options().read(true).append(true).create(true).open(path);
        let mut file = open.with_context(|| format!("cannot open the ledger {shown}: name another with --ledger"))?;
        file.lock().with_context(|| format!("cannot lock the ledger {shown}"))?;
        let mut bytes = Vec::new();
        let read = Read::by_ref(&mut file).take(LONGEST + 1).read_to_end(&mut bytes);
        read.with_context(|| format!("cannot read the ledger {shown}"))?;
        if bytes.len() as u64 > LONGEST {
            bail!("the ledger {shown} has more than {LONGEST} bytes: start another ledger");
        }
        check_seal(path, &bytes)?;

        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let torn = bytes.len() - whole;
        if torn > 0 {
            bytes.truncate(whole);
            file.set_len(whole as u64)
                .with_context(|| format!("cannot cut the unfinished last line of {shown} off"))?;
            file.seek(SeekFrom::End(0)).with_context(|| format!("cannot go to the end of {shown}"))?;
        }
        let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let (mut records, mut chain) = (Vec::<Record>::new(), Chain::new(SCHEMA));
        for (at, line) in lines.enumerate() {
            let record: Record = serde_json::from_slice(line)
                .with_context(|| format!("{shown}, line {}: not a record of an audit; start another ledger", at + 1))?;
            if record.schema != SCHEMA {
                bail!("{shown}, line {}: of version `{}`; start another ledger", at + 1, record.schema);
            }
            if record.clone().in_chain(&mut chain)?.sha256 != record.sha256 {
                bail!(
                    "{shown}, line {}: was changed, or is not where it was; restore it, or start another ledger",
                    at + 1
                );
            }
            records.push(record);
        }
        Ok(Self { path: path.into(), file, bytes, records, chain, torn })
    }

    /// The number of runs.
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// How many bytes of an unfinished last line were cut off when it was opened.
    pub(crate) fn torn(&self) -> usize {
        self.torn
    }

    /// The sum of the counts of all runs of a source.
    pub(crate) fn total(&self, source: &Source) -> Result<Vec<u64>> {
        let mut total = vec![0_u64; source.cells];
        for record in self.records.iter().filter(|record| record.source == source.name) {
            let Record { counts, items, seed, .. } = record;
            if counts.len() != source.cells || super::items(counts) != *items {
                bail!(
                    "{}: the record of {} with seed {seed} has {} outcomes and {items} items, and does not fit: start \
                     another ledger",
                    self.path.display(),
                    source.name,
                    counts.len(),
                );
            }
            total.iter_mut().zip(counts).for_each(|(total, count)| *total = total.saturating_add(*count));
        }
        Ok(total)
    }

    /// Appends a record and syncs it to disk.
    pub(crate) fn append(&mut self, record: Record) -> Result<()> {
        if self.bytes.is_empty() {
            // From now on a ledger without a seal has lost it.
            self.seal()?;
        }
        let record = record.in_chain(&mut self.chain)?;
        let mut line = serde_json::to_vec(&record)?;
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot add to the ledger {}", self.path.display()))?;
        self.bytes.extend(line);
        self.records.push(record);
        self.seal()
    }

    fn seal(&self) -> Result<()> {
        let seal = Seal { bytes: self.bytes.len() as u64, sha256: hex(&Sha256::digest(&self.bytes)) };
        write::whole(&seal_path(&self.path), &serde_json::to_vec(&seal)?)
    }
}

fn seal_path(ledger: &Path) -> PathBuf {
    let mut name = ledger.as_os_str().to_owned();
    name.push(".seal");
    name.into()
}

fn check_seal(ledger: &Path, bytes: &[u8]) -> Result<()> {
    let path = seal_path(ledger);
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && bytes.is_empty() => return Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => bail!(
            "the ledger {} has lost its seal, {}: restore it, or start another ledger",
            ledger.display(),
            path.display()
        ),
        Err(error) => bail!("cannot read {}: {error}", path.display()),
    };
    let seal: Seal = serde_json::from_slice(&text)
        .with_context(|| format!("{} is not the seal of a ledger; start another ledger", path.display()))?;
    let sealed = usize::try_from(seal.bytes).ok().and_then(|length| bytes.get(..length));
    match sealed {
        None => bail!(
            "the ledger {} has {} bytes, and had {}: evidence is missing; restore it, or start another ledger",
            ledger.display(),
            bytes.len(),
            seal.bytes
        ),
        Some(sealed) if hex(&Sha256::digest(sealed)) != seal.sha256 => {
            bail!("the past of the ledger {} was changed; restore it, or start another ledger", ledger.display())
        }
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::source::SOURCES;

    fn record(seed: u64) -> Record {
        Record::new(SOURCES[0].name, seed, SOURCES[0].counts(seed, 10), 0.0)
    }

    fn ledger_of_two() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("below/ledger.jsonl");
        for seed in [1, 2] {
            Ledger::open(&path).unwrap().append(record(seed)).unwrap();
        }
        (folder, path)
    }

    fn seeds(ledger: &Ledger) -> Vec<&str> {
        ledger.records.iter().map(|record| record.seed.as_str()).collect()
    }

    fn refused(path: &Path) -> String {
        format!("{:#}", Ledger::open(path).unwrap_err())
    }

    #[test]
    fn records_are_there_when_the_ledger_is_opened_again() {
        let (_folder, path) = ledger_of_two();
        let ledger = Ledger::open(&path).unwrap();
        assert_eq!(seeds(&ledger), ["0x1", "0x2"]);
        assert_eq!(super::super::items(&ledger.total(&SOURCES[0]).unwrap()), 20);
        assert_eq!(ledger.total(&SOURCES[1]).unwrap(), vec![0; SOURCES[1].cells]);
    }

    #[test]
    fn a_torn_last_line_is_cut_off_and_the_rest_stays() {
        let (_folder, path) = ledger_of_two();
        let whole = fs::read(&path).unwrap();
        File::options().append(true).open(&path).unwrap().write_all(b"{\"schema\": \"rogue").unwrap();
        let mut ledger = Ledger::open(&path).unwrap();
        assert_eq!((ledger.len(), ledger.torn()), (2, 17));
        assert_eq!(fs::read(&path).unwrap(), whole);
        ledger.append(record(3)).unwrap();
        drop(ledger);
        assert_eq!(seeds(&Ledger::open(&path).unwrap()), ["0x1", "0x2", "0x3"]);
    }

    /// What a crash between a record and its seal leaves.
    fn add_beyond_the_seal(path: &Path, change: impl Fn(String) -> String) {
        let seal = fs::read(seal_path(path)).unwrap();
        let before = fs::read_to_string(path).unwrap();
        Ledger::open(path).unwrap().append(record(3)).unwrap();
        let added = fs::read_to_string(path).unwrap()[before.len()..].to_owned();
        fs::write(path, before + &change(added)).unwrap();
        fs::write(seal_path(path), seal).unwrap();
    }

    #[test]
    fn a_line_beyond_the_seal_counts_if_it_is_whole_and_unchanged() {
        let (_folder, path) = ledger_of_two();
        add_beyond_the_seal(&path, |line| line);
        assert_eq!(Ledger::open(&path).unwrap().len(), 3);
        let (_folder, path) = ledger_of_two();
        add_beyond_the_seal(&path, |line| line.replacen("\"seed\":\"0x3\"", "\"seed\":\"0x4\"", 1));
        assert!(refused(&path).contains("line 3: was changed"), "{}", refused(&path));
    }

    #[test]
    fn a_damaged_ledger_is_refused() {
        type Damage = fn(&Path);
        let append = |path: &Path| File::options().append(true).open(path).unwrap().write_all(b"{}\n").unwrap();
        let shorten = |path: &Path| {
            let text = fs::read_to_string(path).unwrap();
            fs::write(path, text.lines().next().unwrap().to_owned() + "\n").unwrap();
        };
        let change = |path: &Path| {
            let text = fs::read_to_string(path).unwrap();
            fs::write(path, text.replacen("0x1", "0x7", 1)).unwrap();
        };
        let cases: [(Damage, &str); 5] = [
            (|path| fs::remove_file(seal_path(path)).unwrap(), "has lost its seal"),
            (shorten, "evidence is missing"),
            (|path| fs::remove_file(path).unwrap(), "evidence is missing"),
            (change, "the past of the ledger"),
            (append, "line 3: not a record"),
        ];
        for (damage, why) in cases {
            let (_folder, path) = ledger_of_two();
            damage(&path);
            assert!(refused(&path).contains(why), "{}", refused(&path));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_socket_is_no_ledger() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        assert!(refused(&socket).contains("not a regular file"), "{}", refused(&socket));
    }

    #[test]
    fn a_record_that_does_not_fit_its_source_is_refused() {
        let (_folder, path) = ledger_of_two();
        let mut ledger = Ledger::open(&path).unwrap();
        ledger.append(Record { counts: vec![10], ..record(3) }).unwrap();
        assert!(ledger.total(&SOURCES[0]).unwrap_err().to_string().contains("start another ledger"));
    }
}
