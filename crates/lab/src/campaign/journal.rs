//! What games have shown so far, on disk.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::found::Shown;

/// The journal. The first line says which program it is of.
pub(super) struct Journal {
    pub(super) shown: BTreeMap<u16, Shown>,
    file: fs::File,
    path: PathBuf,
}

impl Journal {
    pub(super) fn open(path: &Path, head: &str, restart: bool) -> Result<Self> {
        let folder = path.parent().context("a journal stands in a folder")?;
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
        file.read_to_string(&mut text).with_context(cannot("read"))?;
        // A line that was cut off by the end of the program is no line: it does not end in a line feed.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = whole.lines();
        let start_anew = match lines.next() {
            None => true,
            Some(first) if first == head => false,
            Some(_) => bail!(
                "the journal {} is of another game or of other options: remove it, or run with --restart",
                path.display()
            ),
        };
        let shown = lines.filter_map(Shown::parse).collect();
        file.set_len(whole.len() as u64).with_context(cannot("write"))?;
        file.seek(SeekFrom::End(0)).with_context(cannot("write"))?;
        if start_anew {
            writeln!(file, "{head}")?;
        }
        Ok(Self { shown, file, path: path.to_owned() })
    }

    pub(super) fn append(&mut self, shown: &Shown) -> Result<()> {
        // One write for a line: a reader sees all of it or none.
        let written = self.file.write_all(format!("{}\n", shown.to_text()).as_bytes());
        written.with_context(|| format!("cannot write the journal {}", self.path.display()))
    }
}
