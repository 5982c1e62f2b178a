//! Checks the machine: room on the disks, and open files.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use base::config::Config;
use indicatif::HumanBytes;
use nix::sys::resource::{Resource, getrlimit};
use nix::sys::statvfs::statvfs;

use super::Findings;

/// The free space below which PostgreSQL may stop at any moment, in bytes.
const FULL: f64 = 256.0 * 1024.0 * 1024.0;

/// The free space below which the operator should act, in bytes.
const SCARCE: f64 = 2.0 * 1024.0 * 1024.0 * 1024.0;

/// The share of free space, or of free inodes, below which the operator should act.
const SHARE: f64 = 0.05;

/// The number of open files below which a busy server rejects connections.
const FEW: u64 = 4096;

pub(super) fn check(config: &Config, findings: &mut Findings) {
    let data_dir = existing(&config.data_dir);
    let mailbox = existing(&config.data_dir.join("mailbox"));
    let device = |folder: &Path| folder.metadata().map(|it| it.dev()).ok();
    if config.database_url.is_none() || config.mail_is_local() {
        disk(&data_dir, findings);
        if config.mail_is_local() && device(&mailbox) != device(&data_dir) {
            disk(&mailbox, findings);
        }
    }
    files(findings);
}

/// Returns this folder, or the nearest one above it that exists.
fn existing(folder: &Path) -> PathBuf {
    let found = folder.ancestors().find(|it| it.exists());
    found.unwrap_or(Path::new(".")).to_owned()
}

fn disk(folder: &Path, findings: &mut Findings) {
    let shown = folder.display();
    let disk = match statvfs(folder) {
        Ok(disk) => disk,
        Err(error) => return findings.warn("disk", format!("{shown} cannot be checked: {error}")),
    };
    // Their types differ between systems.
    let free = disk.blocks_available() as f64 * disk.fragment_size() as f64;
    let share = disk.blocks_available() as f64 / (disk.blocks() as f64).max(1.0);
    let (inodes, all) = (disk.files_available() as f64, disk.files() as f64);
    let said = format!("{} free in {shown}", HumanBytes(free as u64));
    let way_out = "docs/OPERATING.md, \"Make room on a full disk\", says what to delete.";
    if free < FULL {
        findings.fail("disk", format!("only {said}. {way_out}"));
    } else if free < SCARCE || share < SHARE {
        findings.warn("disk", format!("only {said}. {way_out}"));
    } else if all > 0.0 && inodes / all < SHARE {
        // Some filesystems do not count inodes.
        findings.warn("disk", format!("few inodes left in {shown}. {way_out}"));
    } else {
        findings.ok("disk", said);
    }
}

fn files(findings: &mut Findings) {
    match getrlimit(Resource::RLIMIT_NOFILE) {
        Ok((_, hard)) if hard < FEW => findings.warn(
            "files",
            format!(
                "a process started from here may open only {hard} files, and each connection is one. \
                 Set LimitNOFILE=65536 in the unit of the service."
            ),
        ),
        Ok((_, hard)) => findings.ok("files", format!("up to {hard} open files")),
        Err(error) => findings.warn("files", format!("the limit cannot be read: {error}")),
    }
}
