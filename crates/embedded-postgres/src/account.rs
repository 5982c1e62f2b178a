//! The operating system user that PostgreSQL runs as.
//!
//! PostgreSQL refuses to run as root. If root starts it, it runs as the owner of an existing
//! cluster, else as `postgres`, else as `nobody`. If another user starts it, it runs as that user.
//!
//! This module deliberately does not create users, and no process of PostgreSQL keeps root's
//! privileges. Root also writes nothing into the cluster's folder, because the owner of that folder
//! could plant a symbolic link there.

use std::ffi::OsStr;
use std::fs::Permissions;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use nix::unistd::{Uid, User, getegid, geteuid};
use tokio::process::Command;

use super::error::{Error, io};

/// The user of PostgreSQL's processes.
#[derive(Debug, Clone)]
pub(super) struct Account {
    pub(super) uid: u32,
    gid: u32,
    name: String,
    /// Whether this is a different user than the one of this process.
    pub(super) other: bool,
}

impl Account {
    /// Chooses the user for the cluster in `cluster`, which may not exist yet.
    pub(super) fn choose(cluster: &Path) -> Result<Self, Error> {
        let me = geteuid();
        let owner = match std::fs::metadata(cluster) {
            Ok(metadata) => Some((Uid::from_raw(metadata.uid()), metadata.gid())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(io("look at", cluster)(error)),
        };
        if !me.is_root() {
            return match owner {
                Some((owner, _)) if owner != me => Err(foreign(cluster, name_of(owner))),
                _ => Ok(Self {
                    uid: me.as_raw(),
                    gid: getegid().as_raw(),
                    name: name_of(me),
                    other: false,
                }),
            };
        }
        if let Some((owner, gid)) = owner.filter(|(owner, _)| !owner.is_root()) {
            return Ok(Self {
                uid: owner.as_raw(),
                gid,
                name: name_of(owner),
                other: true,
            });
        }
        let by_name = |name| User::from_name(name).ok().flatten();
        let user = by_name("postgres").or_else(|| by_name("nobody"));
        let user = user.filter(|user| !user.uid.is_root());
        let user = user.ok_or_else(|| foreign(cluster, "postgres (unknown here)".to_owned()))?;
        Ok(Self {
            uid: user.uid.as_raw(),
            gid: user.gid.as_raw(),
            name: user.name,
            other: true,
        })
    }

    /// Returns the users who may connect: PostgreSQL's user and the user of this process.
    pub(super) fn admitted(&self) -> Vec<String> {
        let mut names = vec![self.name.clone(), name_of(geteuid())];
        names.dedup();
        names
    }

    /// Returns a command that runs as this user, without inherited variables that would affect
    /// PostgreSQL's programs.
    pub(super) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        for (name, _) in std::env::vars_os() {
            if name.as_bytes().starts_with(b"PG") {
                command.env_remove(name);
            }
        }
        command
            .env("LC_ALL", "C")
            .env("TZ", "UTC")
            .current_dir("/")
            .stdin(Stdio::null());
        if self.other {
            // Setting the user as root also drops root's supplementary groups.
            command.uid(self.uid).gid(self.gid);
        }
        command
    }

    /// Makes this user the owner of a file or folder that this process has created.
    pub(super) fn give(&self, path: &Path) -> Result<(), Error> {
        if self.other {
            std::os::unix::fs::lchown(path, Some(self.uid), Some(self.gid))
                .map_err(io("give away", path))?;
        }
        Ok(())
    }

    /// Makes sure that this user can reach the data directory. Changes the permissions of the data
    /// directory if necessary, but not of the folders above it.
    pub(super) async fn admit_to(&self, data_dir: &Path) -> Result<(), Error> {
        if !self.other || self.can_enter(data_dir).await? {
            return Ok(());
        }
        let mut above: Vec<&Path> = data_dir.ancestors().skip(1).collect();
        above.reverse();
        for folder in above {
            if !self.can_enter(folder).await? {
                return Err(self.unreachable(folder));
            }
        }
        // Permission to pass through, not to list.
        permit(data_dir, 0o011)?;
        if self.can_enter(data_dir).await? {
            return Ok(());
        }
        Err(self.unreachable(data_dir))
    }

    fn unreachable(&self, folder: &Path) -> Error {
        Error::Unreachable {
            account: self.name.clone(),
            folder: PathBuf::from(folder),
        }
    }

    /// Tries to enter the folder. Permission bits alone are not enough, because they ignore access
    /// lists, mounts and the like.
    async fn can_enter(&self, folder: &Path) -> Result<bool, Error> {
        let shell = self
            .command("/bin/sh")
            .args(["-c", ":"])
            .current_dir(folder)
            .status()
            .await;
        match shell {
            Ok(status) => Ok(status.success()),
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => Ok(false),
            Err(error) => Err(io("enter", folder)(error)),
        }
    }
}

/// Adds permission bits to a file or folder.
pub(super) fn permit(path: &Path, bits: u32) -> Result<(), Error> {
    let mode = std::fs::metadata(path).map_err(io("look at", path))?.mode();
    std::fs::set_permissions(path, Permissions::from_mode(mode | bits))
        .map_err(io("open to others", path))
}

fn foreign(cluster: &Path, owner: String) -> Error {
    Error::Foreign {
        cluster: cluster.to_path_buf(),
        owner,
    }
}

fn name_of(uid: Uid) -> String {
    match User::from_uid(uid) {
        Ok(Some(user)) => user.name,
        _ => uid.to_string(),
    }
}
