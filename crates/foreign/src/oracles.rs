//! Where the oracles are that were set up, and how their files are checked before they are used.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use thiserror::Error;

use crate::private::{self, PrivateFolder};
use crate::setup::kits::Kit;
use crate::setup::record::{KitError, Record};

/// Why an oracle cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OracleError {
    /// It was set up and altered since, or it was not set up.
    #[error(transparent)]
    Kit(#[from] KitError),
    /// It is not here or does not work, for the reason given.
    #[error("{0}")]
    Unavailable(String),
    /// It has no answer for these arguments.
    #[error("{0}")]
    Refused(String),
}

impl From<libloading::Error> for OracleError {
    fn from(error: libloading::Error) -> Self {
        Self::Unavailable(crate::library::reason(&error))
    }
}

/// The checkout of the repository that this program was built in and is in, or that cargo runs it for. None for a program
/// that was installed.
///
/// The current folder has no say: what is in a checkout's `.oracles` is executed, so the checkout must be trusted as much as
/// the program.
pub fn checkout() -> Option<&'static Path> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let find = || {
        let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let mut starts = [env::current_exe().ok(), package].into_iter().flatten();
        starts.find_map(|start| start.ancestors().find(|folder| is_checkout(folder)).map(Path::to_owned))
    };
    FOUND.get_or_init(find).as_deref()
}

fn is_checkout(folder: &Path) -> bool {
    folder.join("crates/foreign/Cargo.toml").is_file() && folder.join("fixtures/SHA256SUMS").is_file()
}

/// A folder of oracles whose code may be run in this process.
///
/// Every file is compared with the record of its kit at each use, and it is a private copy of the bytes that were compared
/// which is executed, loaded or compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oracles {
    folder: PathBuf,
}

impl Oracles {
    /// The folder `.oracles` of the [`checkout`], which [`setup`](crate::setup) fills. Without a checkout the folder beside
    /// the program, where there is none.
    pub fn of_workspace() -> Self {
        let program = || env::current_exe().unwrap_or_default();
        let beside = || program().parent().unwrap_or(Path::new("/")).to_owned();
        Self { folder: checkout().map_or_else(beside, Path::to_owned).join(".oracles") }
    }

    /// Another folder of oracles.
    ///
    /// # Safety
    /// The folder was filled by [`Setup`](crate::setup::Setup), and whoever can write to it is trusted as much as this
    /// program: the record guards against altered files, not against an altered record. What is in the folder is loaded into
    /// this process and called.
    pub unsafe fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder of a kit.
    pub fn folder_of(&self, kit: &Kit) -> PathBuf {
        self.folder.join(kit.name)
    }

    /// Compares a kit with its record.
    ///
    /// # Errors
    /// [`KitError`].
    pub fn verify(&self, kit: &Kit) -> Result<(), KitError> {
        Record::read(&self.folder_of(kit), kit.files).map(drop)
    }

    /// Compares a kit with its record, and copies the bytes that were compared.
    pub(crate) fn check(&self, kit: &Kit) -> Result<Checked, KitError> {
        let original = std::path::absolute(self.folder_of(kit)).unwrap_or_else(|_| self.folder_of(kit));
        let (record, files) = Record::read(&original, kit.files)?;
        let copied = || {
            let copies = PrivateFolder::new()?;
            for (path, bytes) in record.files.keys().zip(files) {
                let name = Path::new(path).file_name().unwrap_or_default();
                private::write_program(&copies.path().join(name), &bytes)?;
            }
            Ok(copies)
        };
        match copied() {
            Ok(copies) => Ok(Checked { original, record, copies }),
            Err(error) => {
                let error: std::io::Error = error;
                Err(KitError::NotCopied { folder: original, cause: error.to_string() })
            }
        }
    }
}

/// A kit whose files were checked, with private copies of them, all in one folder.
pub(crate) struct Checked {
    /// The kit's own folder, absolute.
    original: PathBuf,
    pub(crate) record: Record,
    pub(crate) copies: PrivateFolder,
}

impl Checked {
    /// The copy of the file of this name, which is in the record.
    pub(crate) fn copy(&self, name: &str) -> PathBuf {
        let path = self.record.find(name).unwrap_or(name);
        self.copies.path().join(Path::new(path).file_name().unwrap_or_default())
    }

    /// Where the file of this name lies in the kit.
    pub(crate) fn original(&self, name: &str) -> PathBuf {
        self.original.join(self.record.find(name).unwrap_or(name))
    }
}
