//! What games have shown so far, on disk: a line for each, with a digest of itself and all before it.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::found::Shown;
use crate::files::Chain;

/// The longest journal, in bytes: all games, with room.
const LONGEST: u64 = 64 << 20;

/// The journal. Its first line names the program and the options.
pub(super) struct Journal {
    pub(super) shown: BTreeMap<u16, Shown>,
    file: fs::File,
    chain: Chain,
    path: PathBuf,
}

impl Journal {
    pub(super) fn open(path: &Path, head: &str, restart: bool) -> Result<Self> {
        let folder = path.parent().context("a journal is in a folder")?;
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let cannot = |what| move || format!("cannot {what} the journal {}", path.display());
        let options = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let mut file = options.with_context(cannot("open"))?;
        if file.try_lock().is_err() {
            bail!("another run is writing the journal {}: wait for it, or stop it", path.display());
        }
        if restart {
            file.set_len(0).with_context(cannot("write"))?;
        }
        let mut text = String::new();
        Read::by_ref(&mut file).take(LONGEST + 1).read_to_string(&mut text).with_context(cannot("read"))?;
        let remedy = "remove it, or run with --restart";
        if text.len() as u64 > LONGEST {
            bail!("the journal {} has more than {LONGEST} bytes: {remedy}", path.display());
        }
        // A line without a line feed was cut off when the program ended.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = whole.lines();
        let is_new = match lines.next() {
            None => true,
            Some(first) if first == head => false,
            Some(_) => bail!("the journal {} is of another game or of other options: {remedy}", path.display()),
        };
        let (mut shown, mut chain) = (BTreeMap::new(), Chain::new(head));
        for (line, number) in lines.zip(2..) {
            let content = line.rsplit_once('\t').filter(|(content, digest)| chain.add(content) == *digest);
            let Some((residue, found)) = content.and_then(|(content, _)| Shown::parse(content)) else {
                bail!("line {number} of the journal {} was changed: {remedy}", path.display());
            };
            shown.insert(residue, found);
        }
        file.set_len(whole.len() as u64).with_context(cannot("write"))?;
        file.seek(SeekFrom::End(0)).with_context(cannot("write"))?;
        if is_new {
            writeln!(file, "{head}")?;
        }
        Ok(Self { shown, file, chain, path: path.to_owned() })
    }

    pub(super) fn append(&mut self, shown: &Shown) -> Result<()> {
        // One write: a reader sees the whole line or nothing.
        let line = shown.to_text();
        let digest = self.chain.add(&line);
        let written = self.file.write_all(format!("{line}\t{digest}\n").as_bytes());
        written.with_context(|| format!("cannot write the journal {}", self.path.display()))
    }
}
