//! The paths of the cluster's files, the lock on the data directory, and the folder of the Unix
//! socket.
//!
//! The data directory contains `postgres` (the cluster itself), `postgres.log`, `postgres-hba.conf`
//! and `postgres-ident.conf` (access control), `postgres-run` (the socket), `postgres-dist` (a
//! download, if it is not stored elsewhere) and `lock`.
//!
//! This module does not know any file of the program that is not part of its cluster.

use std::fs::{DirBuilder, File, OpenOptions, Permissions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::account::Account;
use super::error::{Error, io};
use super::settings::{Name, Settings};

/// The port of the socket, which is only a part of its file name.
pub(super) const PORT: u16 = 5432;
/// The longest path of a socket has 103 bytes on macOS and 107 on Linux, including
/// `/.s.PGSQL.5432`.
const LONGEST_SOCKET_DIR: usize = 103 - 14;
/// The prefix of the names of unfinished clusters.
pub(super) const UNFINISHED: &str = "postgres.init-";
/// The size in bytes above which the log is rotated when PostgreSQL starts.
const LOG_LIMIT: u64 = 8 << 20;
/// How many bytes of the log an error contains.
const TAIL_BYTES: u64 = 4096;

/// The lock that gives the right to change files in the data directory.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Drop for Lock {
    /// Closing the file is not enough: a child that another thread is just starting also holds it
    /// open until its `exec`.
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "the lock on the data directory could not be released");
        }
    }
}

/// The paths of one cluster.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub(super) data_dir: PathBuf,
    pub(super) cluster: PathBuf,
    /// The folder of a new cluster before it is complete. The name is different each time.
    pub(super) unfinished: PathBuf,
    pub(super) log: PathBuf,
    pub(super) hba: PathBuf,
    pub(super) ident: PathBuf,
    pub(super) dist: PathBuf,
    /// The program that the cluster belongs to.
    pub(super) name: Name,
    lock: PathBuf,
}

impl Layout {
    /// Creates the data directory if necessary, and determines all paths in it.
    pub(super) fn prepare(settings: &Settings) -> Result<Self, Error> {
        let wanted = &settings.data_dir;
        let root = nix::unistd::geteuid().is_root();
        DirBuilder::new()
            .recursive(true)
            .mode(if root { 0o711 } else { 0o700 })
            .create(wanted)
            .map_err(io("create", wanted))?;
        let data_dir = wanted.canonicalize().map_err(io("find", wanted))?;
        let downloads = &settings.downloads;
        Ok(Self {
            cluster: data_dir.join("postgres"),
            unfinished: data_dir.join(format!("{UNFINISHED}{:08x}", rand::random::<u32>())),
            log: data_dir.join("postgres.log"),
            hba: data_dir.join("postgres-hba.conf"),
            ident: data_dir.join("postgres-ident.conf"),
            // PostgreSQL's programs run in another working directory than this process.
            dist: std::path::absolute(downloads).map_err(io("find", downloads))?,
            lock: data_dir.join("lock"),
            data_dir,
            name: settings.name,
        })
    }

    /// Takes the lock, or returns an error with its holder. The kernel releases the lock when this
    /// process ends for any reason.
    pub(super) fn lock(&self) -> Result<Lock, Error> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&self.lock)
            .map_err(io("open", &self.lock))?;
        close(&self.lock)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let read = file.read_to_string(&mut holder);
                return Err(Error::Locked {
                    data_dir: self.data_dir.clone(),
                    holder: read.ok().and_then(|_| holder.trim().parse().ok()),
                });
            }
            Err(std::fs::TryLockError::Error(error)) => {
                return Err(io("lock", &self.lock)(error));
            }
        }
        file.set_len(0)
            .and_then(|()| writeln!(file, "{}", std::process::id()))
            .map_err(io("write", &self.lock))?;
        Ok(Lock(file))
    }

    /// Returns all files of a cluster in the data directory, except for the socket's folder and a
    /// download.
    pub(super) fn files(&self) -> [&Path; 6] {
        [
            &self.cluster,
            &self.unfinished,
            &self.log,
            &self.hba,
            &self.ident,
            &self.lock,
        ]
    }

    /// Opens PostgreSQL's log for appending. Also returns its current length.
    pub(super) fn open_log(&self) -> Result<(File, u64), Error> {
        let length = std::fs::metadata(&self.log).map_or(0, |log| log.len());
        let aside = self.log.with_extension("log.1");
        if length > LOG_LIMIT {
            std::fs::rename(&self.log, &aside).map_err(io("rotate", &self.log))?;
        }
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .mode(0o600)
            .open(&self.log)
            .map_err(io("open", &self.log))?;
        // The log contains data, because PostgreSQL quotes failed statements.
        close(&self.log)?;
        if aside.exists() {
            close(&aside)?;
        }
        let length = file.metadata().map_err(io("look at", &self.log))?.len();
        Ok((file, length))
    }

    /// Returns the last lines of the log, none of them before the byte `from`.
    pub(super) fn log_tail(&self, from: u64) -> String {
        let read = || {
            let mut file = File::open(&self.log)?;
            let length = file.metadata()?.len();
            let start = from.max(length.saturating_sub(TAIL_BYTES));
            file.seek(SeekFrom::Start(start))?;
            let mut bytes = Vec::new();
            file.take(TAIL_BYTES).read_to_end(&mut bytes)?;
            Ok::<_, std::io::Error>(String::from_utf8_lossy(&bytes).trim_end().to_owned())
        };
        read().unwrap_or_else(|error| format!("(unreadable: {error})"))
    }

    /// Finds or creates a private folder for the socket, with a path that is short enough.
    pub(super) fn socket_dir(&self, account: &Account) -> Result<PathBuf, Error> {
        let digest = Sha256::digest(self.data_dir.as_os_str().as_bytes());
        let name = self.name.owner();
        let name = format!("{name}-{}-{}", account.uid, hex::encode(&digest[..6]));
        let runtime_dir = if account.other {
            Some(PathBuf::from("/run"))
        } else {
            std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from)
        };
        let candidates = [
            Some(self.data_dir.join("postgres-run")),
            runtime_dir.map(|dir| dir.join(&name)),
            Some(Path::new("/tmp").join(&name)),
        ];
        let mut tried = Vec::new();
        for folder in candidates.into_iter().flatten() {
            if folder.as_os_str().len() > LONGEST_SOCKET_DIR {
                tried.push(format!("{} (too long)", folder.display()));
                continue;
            }
            match private_dir(&folder, account) {
                Ok(()) => return Ok(folder),
                Err(fault) => tried.push(format!("{} ({fault})", folder.display())),
            }
        }
        Err(Error::NoSocketDir {
            longest: LONGEST_SOCKET_DIR,
            tried: tried.join(", "),
        })
    }
}

/// Restricts a file to its owner, because an older version may have left it readable for others.
pub(super) fn close(path: &Path) -> Result<(), Error> {
    std::fs::set_permissions(path, Permissions::from_mode(0o600))
        .map_err(io("close to others", path))
}

/// Creates a folder that only `account` and root can enter. Rejects an existing folder of another
/// user.
fn private_dir(folder: &Path, account: &Account) -> Result<(), String> {
    let words = |error: std::io::Error| error.to_string();
    match DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error.to_string()),
    }
    let found = folder.symlink_metadata().map_err(words)?;
    let me = nix::unistd::geteuid().as_raw();
    if !found.is_dir() || ![me, account.uid].contains(&found.uid()) {
        return Err("it belongs to somebody else".to_owned());
    }
    if found.uid() == me {
        std::fs::set_permissions(folder, Permissions::from_mode(0o700)).map_err(words)?;
    } else if found.mode() & 0o077 != 0 {
        return Err("it is open to others".to_owned());
    }
    account.give(folder).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(data_dir: &Path) -> Layout {
        Layout::prepare(&Settings::new(Name::new("orchard"), data_dir)).unwrap()
    }

    #[test]
    fn second_lock_is_rejected_and_names_the_holder() {
        let dir = tempfile::tempdir().unwrap();
        let layout = layout(dir.path());
        let held = layout.lock().unwrap();
        match layout.lock() {
            Err(Error::Locked { holder, .. }) => {
                assert_eq!(holder, Some(std::process::id()));
            }
            other => panic!("{other:?}"),
        }
        drop(held);
        layout.lock().unwrap();
    }

    #[test]
    fn long_data_dir_gets_a_short_socket_dir() {
        let dir = tempfile::tempdir().unwrap();
        let layout = layout(&dir.path().join("long".repeat(40)));
        let account = Account::choose(&layout.cluster).unwrap();
        let folder = layout.socket_dir(&account).unwrap();
        assert!(folder.as_os_str().len() <= LONGEST_SOCKET_DIR);
        assert_eq!(folder, layout.socket_dir(&account).unwrap());
        let found = folder.metadata().unwrap();
        assert_eq!((found.uid(), found.mode() & 0o777), (account.uid, 0o700));
        std::fs::remove_dir(folder).unwrap();
    }

    #[test]
    fn symlinked_socket_dir_is_rejected() {
        let dir = tempfile::tempdir().unwrap();
        let account = Account::choose(&dir.path().join("postgres")).unwrap();
        let planted = dir.path().join("planted");
        std::os::unix::fs::symlink("/tmp", &planted).unwrap();
        assert!(private_dir(&planted, &account).is_err());
    }

    #[test]
    fn log_tail_begins_with_the_current_run() {
        let dir = tempfile::tempdir().unwrap();
        let layout = layout(dir.path());
        std::fs::write(&layout.log, "an old fault\n").unwrap();
        let (mut log, from) = layout.open_log().unwrap();
        writeln!(log, "a new fault").unwrap();
        assert_eq!(layout.log_tail(from), "a new fault");
    }

    #[test]
    fn huge_log_is_rotated() {
        let dir = tempfile::tempdir().unwrap();
        let layout = layout(dir.path());
        let old = File::create(&layout.log).unwrap();
        old.set_len(LOG_LIMIT + 1).unwrap();
        let (_, length) = layout.open_log().unwrap();
        assert_eq!(length, 0);
        assert!(dir.path().join("postgres.log.1").exists());
    }
}
