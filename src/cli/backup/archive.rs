//! The file of a backup: a tar archive with the parts, the manifest with their hashes, and the hash
//! of the manifest. `tar` and `sha256sum` can read it without this program.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path};

use anyhow::Context;
use sha2::{Digest, Sha256};
use tar::{Archive, Builder, EntryType, Header};
use tokio::io::{AsyncRead, AsyncReadExt};

use super::manifest::{DATA, DATABASE, FORMAT, Manifest, Part};

/// The list of the parts.
const MANIFEST: &str = "manifest.json";

/// The hash of the manifest, as `sha256sum` writes it.
const SEAL: &str = "manifest.json.sha256";

/// The largest manifest that is read, in bytes. Each mail of the local mailbox takes about 200.
const LARGEST: u64 = 256 << 20;

/// How much is copied at a time.
const PIECE: usize = 128 << 10;

/// Writes a backup.
pub(super) struct Writer {
    tar: Builder<File>,
    /// The modification time of all parts, in seconds since 1970.
    time: u64,
    parts: Vec<Part>,
}

impl Writer {
    pub(super) fn new(file: File, time: u64) -> Writer {
        Writer {
            tar: Builder::new(file),
            time,
            parts: Vec::new(),
        }
    }

    /// Adds a part.
    pub(super) async fn add(
        &mut self,
        name: &str,
        mut source: impl AsyncRead + Unpin,
    ) -> anyhow::Result<()> {
        let mut header = Header::new_gnu();
        header.set_entry_type(EntryType::Regular);
        header.set_mode(0o600);
        header.set_uid(0);
        header.set_gid(0);
        header.set_mtime(self.time);
        let mut entry = self.tar.append_writer(&mut header, name)?;
        let (mut piece, mut hash, mut bytes) = (vec![0; PIECE], Sha256::new(), 0);
        loop {
            let read = source.read(&mut piece).await?;
            if read == 0 {
                break;
            }
            entry.write_all(&piece[..read])?;
            hash.update(&piece[..read]);
            bytes += u64::try_from(read)?;
        }
        entry.finish()?;
        self.parts.push(Part {
            name: name.to_owned(),
            bytes,
            sha256: hex::encode(hash.finalize()),
        });
        Ok(())
    }

    /// Completes the file, and waits until it is on the disk. The manifest gets the parts.
    pub(super) async fn finish(mut self, manifest: &mut Manifest) -> anyhow::Result<()> {
        manifest.parts = std::mem::take(&mut self.parts);
        let text = serde_json::to_string_pretty(manifest)? + "\n";
        self.add(MANIFEST, text.as_bytes()).await?;
        let seal = format!("{}  {MANIFEST}\n", hash(text.as_bytes()));
        self.add(SEAL, seal.as_bytes()).await?;
        self.tar.into_inner()?.sync_all()?;
        Ok(())
    }
}

fn hash(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// A backup whose hashes are right.
pub(super) struct Backup {
    pub(super) manifest: Manifest,
    file: File,
    /// Where the parts begin in the file.
    places: BTreeMap<String, u64>,
}

impl Backup {
    /// Reads a whole backup and checks all hashes.
    ///
    /// # Errors
    ///
    /// If the file is not a backup, is damaged or incomplete, or has a newer format.
    pub(super) fn open(path: &Path) -> anyhow::Result<Backup> {
        let shown = path.display();
        let file = File::open(path).with_context(|| format!("{shown} cannot be read"))?;
        let damaged = || format!("{shown} is damaged or incomplete; use another backup");
        let mut archive = Archive::new(BufReader::with_capacity(PIECE, &file));
        let (mut parts, mut places) = (Vec::new(), BTreeMap::new());
        let (mut text, mut seal) = (Vec::new(), Vec::new());
        for entry in archive.entries()? {
            let mut entry = entry.with_context(|| match parts.is_empty() {
                true => format!("{shown} is not a backup of Turnpike"),
                false => damaged(),
            })?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let (bytes, place) = (entry.size(), entry.raw_file_position());
            match &*name {
                MANIFEST | SEAL if bytes <= LARGEST => {
                    let kept = if name == SEAL { &mut seal } else { &mut text };
                    entry.read_to_end(kept).with_context(damaged)?;
                    continue;
                }
                _ => {}
            }
            let (mut piece, mut hash, mut seen) = (vec![0; PIECE], Sha256::new(), 0);
            loop {
                let read = entry.read(&mut piece).with_context(damaged)?;
                if read == 0 {
                    break;
                }
                hash.update(&piece[..read]);
                seen += u64::try_from(read)?;
            }
            anyhow::ensure!(seen == bytes, damaged());
            places.insert(name.clone(), place);
            parts.push(Part {
                name,
                bytes,
                sha256: hex::encode(hash.finalize()),
            });
        }
        anyhow::ensure!(
            !text.is_empty() || places.contains_key(DATABASE),
            "{shown} is not a backup of Turnpike"
        );
        let sealed = format!("{}  {MANIFEST}\n", hash(&text));
        anyhow::ensure!(seal == sealed.as_bytes(), damaged());
        let format: serde_json::Value = serde_json::from_slice(&text).with_context(damaged)?;
        anyhow::ensure!(
            format["format"] == FORMAT,
            "{shown} has the format {}, which this program does not know: use the program that made it",
            format["format"]
        );
        let manifest: Manifest = serde_json::from_slice(&text).with_context(damaged)?;
        anyhow::ensure!(
            manifest.parts == parts && places.len() == parts.len(),
            damaged()
        );
        let known = |name: &str| name == DATABASE || name.strip_prefix(DATA).is_some_and(is_inside);
        let odd = parts.iter().find(|part| !known(&part.name));
        anyhow::ensure!(
            odd.is_none() && places.contains_key(DATABASE),
            "{shown} has parts that no backup of Turnpike has"
        );
        drop(archive);
        Ok(Backup {
            manifest,
            file,
            places,
        })
    }

    /// Returns the contents of a part.
    pub(super) fn read(&self, part: &str) -> anyhow::Result<impl Read + use<>> {
        let place = self.places.get(part).context("the part is missing")?;
        let bytes = self.manifest.parts.iter().find(|it| it.name == part);
        let bytes = bytes.context("the part is missing")?.bytes;
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(*place))?;
        Ok(file.take(bytes))
    }
}

/// Whether this path leads to a file below the folder that it starts from.
fn is_inside(path: &str) -> bool {
    let mut parts = Path::new(path).components();
    !path.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        Manifest {
            format: FORMAT.to_owned(),
            version: "0.1.0".to_owned(),
            schema: "20261201000310".to_owned(),
            postgres: 15,
            made_at: "2026-12-02T00:00:00.000Z".to_owned(),
            games: 1,
            entries: 2,
            accounts: 3,
            parts: Vec::new(),
        }
    }

    async fn backup(path: &Path, parts: &[(&str, &[u8])]) {
        let mut writer = Writer::new(File::create(path).unwrap(), 0);
        for (name, bytes) in parts {
            writer.add(name, *bytes).await.unwrap();
        }
        writer.finish(&mut manifest()).await.unwrap();
    }

    fn fault(path: &Path) -> String {
        Backup::open(path).err().unwrap().to_string()
    }

    #[tokio::test]
    async fn every_changed_byte_of_a_part_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("backup");
        let long = format!("data/mailbox/{}.eml", "m".repeat(150));
        backup(&path, &[(DATABASE, b"PGDMP"), (&long, b"To: ann")]).await;
        let read = Backup::open(&path).unwrap();
        let mut mail = String::new();
        read.read(&long).unwrap().read_to_string(&mut mail).unwrap();
        assert_eq!(mail, "To: ann");
        let whole = std::fs::read(&path).unwrap();
        let used = (0..whole.len()).filter(|at| whole[*at] != 0);
        for at in used {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            std::fs::write(&path, changed).unwrap();
            fault(&path);
        }
        for length in [0, 100, 600, 1024, whole.len() / 2] {
            std::fs::write(&path, &whole[..length]).unwrap();
            fault(&path);
        }
    }

    #[tokio::test]
    async fn part_outside_of_the_data_folder_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("backup");
        backup(&path, &[(DATABASE, b"PGDMP"), ("data", b"x")]).await;
        assert!(fault(&path).contains("has parts that no backup"));
        backup(&path, &[("data/x", b"x")]).await;
        assert!(fault(&path).contains("has parts that no backup"));
        assert!(is_inside("mailbox/a.eml") && is_inside("key.pem"));
        for path in ["", "../x", "/x", "a/../../x"] {
            assert!(!is_inside(path), "{path}");
        }
    }
}
