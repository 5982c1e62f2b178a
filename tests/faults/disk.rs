//! Full disks. The tests mount their own small disks in memory, so they harm nothing else.
//!
//! Mounting needs root. Where it is not allowed, the tests say so and end.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::helpers::*;
use crate::postgres::{Part, Postgres, until};
use crate::table::*;

/// A small disk, unmounted on drop.
pub struct Disk {
    folder: PathBuf,
}

impl Drop for Disk {
    fn drop(&mut self) {
        let mut gone = Command::new("umount");
        drop(gone.arg("--lazy").arg(&self.folder).output());
    }
}

impl Disk {
    /// Mounts a disk of this size in mebibytes on this folder, with the same owner. Returns `None`
    /// if mounting is not allowed.
    pub fn mount(folder: &Path, size: u32) -> Option<Disk> {
        let owner = folder.metadata().unwrap();
        let (uid, gid) = (owner.uid(), owner.gid());
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o"])
            .arg(format!("size={size}m,mode=700,uid={uid},gid={gid}"))
            .arg("tmpfs")
            .arg(folder);
        if !mount.output().is_ok_and(|output| output.status.success()) {
            println!("left out: disks of our own cannot be mounted here");
            return None;
        }
        Some(Disk {
            folder: folder.to_owned(),
        })
    }

    /// Fills the disk until the returned ballast is dropped.
    pub fn fills(&self) -> Ballast {
        let file = self.folder.join("ballast");
        let mut ballast = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&file)
            .unwrap();
        takes_all(&mut ballast, &[0; 1 << 16]);
        takes_all(&mut ballast, &[0]);
        Ballast(file)
    }
}

fn takes_all(file: &mut File, piece: &[u8]) {
    while file.write_all(piece).is_ok() {}
}

/// A file that fills a disk, removed on drop.
pub struct Ballast(PathBuf);

impl Drop for Ballast {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).unwrap();
    }
}

#[tokio::test]
async fn full_disk_returns_503_until_there_is_space_again() {
    let Some((postgres, disk)) = Postgres::on_small_disk(Part::Data).await else {
        return;
    };
    let server = server_on(postgres.url()).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let ballast = disk.fills();
    let talks = async || {
        let text = json!({"text": "x".repeat(1_000)});
        ann.post(&format!("/v1/games/{game}/chat"), text).await
    };
    let refused = until("a refusal", async || {
        let answer = talks().await;
        (!answer.status.is_success()).then_some(answer)
    })
    .await;
    refused.problem(503, "unavailable");
    // Reading still works.
    ben.sees(&game).await;
    drop(ballast);
    talks().await.ok();
    play_on(&[&ann, &ben], &game, 20).await;
    assert!(audited(&server.database).await >= 20);
}
