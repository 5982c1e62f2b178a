//! The local mailbox: a directory with one `.eml` file for each mail, for installations without a
//! mail server.
//!
//! The file name depends only on the message id and the time of the event, so sending a mail again
//! creates no duplicate. The files contain sign-in codes; only their owner may read them.
//!
//! Access control is not part of this module (`http::operator::mailbox`).

use std::io::{self, Write};
#[cfg(unix)]
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::DateTime;
use mail_parser::{Address, MessageParser, MimeHeaders};
use serde::Serialize;
use tokio::fs;

use super::Mail;
use common::ids;

/// A directory of mails.
#[derive(Clone, Debug)]
pub struct Mailbox {
    dir: PathBuf,
}

/// A mail in the mailbox. It contains an address and may contain a secret: no `Debug`.
#[derive(Clone, Serialize)]
pub struct Stored {
    /// The file name.
    pub file: String,
    /// The sender.
    pub from: String,
    /// The recipient's address.
    pub to: String,
    /// The subject.
    pub subject: String,
    /// The date, RFC 3339.
    pub date: String,
    /// The message id, without angle brackets.
    pub message_id: String,
    /// The text part.
    pub text: String,
    /// The HTML part.
    #[serde(skip)]
    pub html: String,
    /// The source of the mail.
    #[serde(skip)]
    pub source: String,
}

impl Mailbox {
    /// Returns the mailbox in this directory. The directory is created with the first mail.
    pub fn new(dir: PathBuf) -> Mailbox {
        Mailbox { dir }
    }

    /// Stores a mail. The file appears complete or not at all, and is on the disk when this returns
    /// `Ok`.
    pub(super) async fn put(&self, mail: &Mail) -> io::Result<()> {
        let (dir, name, bytes) = (self.dir.clone(), mail.file.clone(), mail.bytes());
        let unfinished = dir.join(format!(".{}.tmp", ids::short_id()));
        let put = move || {
            let put = write(&dir, &unfinished, &name, &bytes);
            if put.is_err() {
                drop(std::fs::remove_file(&unfinished));
            }
            put
        };
        // Not with `tokio::fs`: it writes later, and its `sync_all` does not report whether that
        // failed.
        tokio::task::spawn_blocking(put)
            .await
            .map_err(io::Error::other)?
    }

    /// Returns at most `most` mails, the newest first. With `to`, only mails to that address.
    pub async fn list(&self, to: Option<&str>, most: usize) -> io::Result<Vec<Stored>> {
        self.page(to, None, most).await
    }

    /// Like [`Mailbox::list`], but only mails older than the file `before`.
    pub async fn page(
        &self,
        to: Option<&str>,
        before: Option<&str>,
        most: usize,
    ) -> io::Result<Vec<Stored>> {
        let mut mails = Vec::new();
        for file in self.files().await?.into_iter().rev() {
            if before.is_some_and(|before| file.as_str() >= before) {
                continue;
            }
            if mails.len() == most {
                break;
            }
            if let Some(mail) = self.open(&file).await?
                && to.is_none_or(|to| mail.to.eq_ignore_ascii_case(to.trim()))
            {
                mails.push(mail);
            }
        }
        Ok(mails)
    }

    /// Returns the mail in this file, if there is one.
    pub async fn open(&self, file: &str) -> io::Result<Option<Stored>> {
        if !is_mail(file) {
            return Ok(None);
        }
        match fs::read(self.dir.join(file)).await {
            Ok(bytes) => Ok(read(file, &bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the names of all mails, the oldest first.
    async fn files(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        let mut dir = match fs::read_dir(&self.dir).await {
            Ok(dir) => dir,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(names),
            Err(error) => return Err(error),
        };
        while let Some(entry) = dir.next_entry().await? {
            if let Ok(name) = entry.file_name().into_string()
                && is_mail(&name)
            {
                names.push(name);
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Returns the directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }
}

/// Writes a mail into a hidden file, syncs it to the disk, and then renames it.
fn write(dir: &Path, unfinished: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    make(dir)?;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    options.mode(0o600);
    let mut file = options.open(unfinished)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(unfinished, dir.join(name))?;
    // The file name is stored in the directory, which needs its own sync.
    sync(dir)
}

/// Creates a directory and its missing parents, and syncs their names to the disk. Otherwise a
/// crash could lose the directory, and with it a stored mail.
fn make(dir: &Path) -> io::Result<()> {
    let parent = match dir.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => return Ok(()),
    };
    if !dir.exists() {
        make(parent)?;
        let mut builder = std::fs::DirBuilder::new();
        // Another task may be creating it at the same time.
        builder.recursive(true);
        #[cfg(unix)]
        builder.mode(0o700);
        builder.create(dir)?;
    }
    // Also for an existing directory: the process that created it may have died before its sync.
    sync(parent)
}

/// Syncs the names in a directory to the disk.
fn sync(dir: &Path) -> io::Result<()> {
    #[cfg(unix)]
    std::fs::File::open(dir)?.sync_all()?;
    Ok(())
}

/// Whether a file name may belong to a mail: it is plain and leads to no other directory.
fn is_mail(file: &str) -> bool {
    file.ends_with(".eml")
        && !file.starts_with('.')
        && file
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))
}

impl Stored {
    /// Returns the HTML with the pictures of the mail as `data:` URLs, since browsers cannot load
    /// `cid:` URLs.
    pub fn html_with_pictures(&self) -> String {
        let mut html = self.html.clone();
        let Some(mail) = MessageParser::default().parse(self.source.as_bytes()) else {
            return html;
        };
        for part in &mail.parts {
            let (Some(id), Some(media)) = (part.content_id(), part.content_type()) else {
                continue;
            };
            if media.ctype() == "image" {
                let bytes = STANDARD.encode(part.contents());
                let kind = media.subtype().unwrap_or("png");
                let picture = format!("data:image/{kind};base64,{bytes}");
                html = html.replace(&format!("cid:{id}"), &picture);
            }
        }
        html
    }
}

fn read(file: &str, bytes: &[u8]) -> Option<Stored> {
    let mail = MessageParser::default().parse(bytes)?;
    let address = |field: Option<&Address<'_>>| {
        field
            .and_then(Address::first)
            .and_then(|one| one.address())
            .unwrap_or_default()
            .to_owned()
    };
    let date = mail
        .date()
        .and_then(|date| DateTime::from_timestamp(date.to_timestamp(), 0))
        .map(common::clock::rfc3339);
    Some(Stored {
        file: file.to_owned(),
        from: address(mail.from()),
        to: address(mail.to()),
        subject: mail.subject().unwrap_or_default().to_owned(),
        date: date.unwrap_or_default(),
        message_id: mail.message_id().unwrap_or_default().to_owned(),
        text: mail.body_text(0).unwrap_or_default().replace("\r\n", "\n"),
        html: mail.body_html(0).unwrap_or_default().replace("\r\n", "\n"),
        source: String::from_utf8_lossy(bytes).replace("\r\n", "\n"),
    })
}
