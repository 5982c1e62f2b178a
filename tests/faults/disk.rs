//! Disks that are full: small ones of their own, in memory, so that nothing else is harmed.
//!
//! Mounting takes root. Where it is not allowed the tests say so and end.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::helpers::*;
use crate::postgres::{Part, Postgres, until};
use crate::table::*;

/// A small disk. It is gone when it is dropped.
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
    /// A disk of so many mebibytes in this folder, which belongs to whom the folder belonged.
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

    /// Leaves no room on it, until what this answers is dropped.
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

/// What takes all the room of a disk.
pub struct Ballast(PathBuf);

impl Drop for Ballast {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).unwrap();
    }
}

#[tokio::test]
async fn no_full_disk_is_taken_for_a_fault_of_the_server() {
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
    // What is there can be looked at.
    ben.sees(&game).await;
    drop(ballast);
    talks().await.ok();
    play_on(&[&ann, &ben], &game, 20).await;
    assert!(audited(&server.database).await >= 20);
}
