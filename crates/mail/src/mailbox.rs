//! The local mailbox: a directory with one `.eml` file a mail, for servers without a mail server.
//!
//! A mail with the same message id has the same file name, so that sending it again doubles
//! nothing. The files hold sign-in codes; only their owner may read them.
//!
//! Not here: who may look at the mailbox (`http::mailbox`).

use std::io::{self, Write};
#[cfg(unix)]
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use chrono::DateTime;
use mail_parser::{Address, MessageParser};
use serde::Serialize;
use tokio::fs;

use super::Mail;
use common::ids;

/// A directory of mails.
#[derive(Clone, Debug)]
pub struct Mailbox {
    dir: PathBuf,
}

/// A mail in the mailbox. It holds an address and may hold a secret: no `Debug`.
#[derive(Clone, Serialize)]
pub struct Stored {
    /// The name of its file.
    pub file: String,
    /// The sender.
    pub from: String,
    /// The address it went to.
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
    /// The mail as it is.
    #[serde(skip)]
    pub source: String,
}

impl Mailbox {
    /// The mailbox in this directory, which is made when the first mail comes.
    pub fn new(dir: PathBuf) -> Mailbox {
        Mailbox { dir }
    }

    /// Puts a mail in. It is there whole or not at all, and on the disk once this answers `Ok`.
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
        // Not tokio's files: what they write is written later, and `sync_all` does not tell when that
        // failed.
        tokio::task::spawn_blocking(put)
            .await
            .map_err(io::Error::other)?
    }

    /// The mails, the newest first, at most `most`; with `to`, those to that address.
    pub async fn list(&self, to: Option<&str>, most: usize) -> io::Result<Vec<Stored>> {
        self.page(to, None, most).await
    }

    /// The same, and of those only what is older than the file `before`.
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

    /// The mail in this file, if there is one.
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

    /// The names of all files, the oldest first.
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

    /// Where the mailbox is.
    pub fn dir(&self) -> &Path {
        &self.dir
    }
}

/// Writes a mail into a file that nobody sees, sees to it that the disk has it, and gives it its name.
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
    // The name is in the folder, which is a file of its own.
    sync(dir)
}

/// Makes a folder, and those above it, where they are not there, and sees to it that the disk has
/// their names as well: a mail in a folder that is gone after a crash is gone.
fn make(dir: &Path) -> io::Result<()> {
    let parent = match dir.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => return Ok(()),
    };
    if !dir.exists() {
        make(parent)?;
        let mut builder = std::fs::DirBuilder::new();
        // Another mail may be making it just now.
        builder.recursive(true);
        #[cfg(unix)]
        builder.mode(0o700);
        builder.create(dir)?;
    }
    // Also where it is there: whoever made it may have died before this.
    sync(parent)
}

/// Sees to it that the disk has the names in a folder.
fn sync(dir: &Path) -> io::Result<()> {
    #[cfg(unix)]
    std::fs::File::open(dir)?.sync_all()?;
    Ok(())
}

/// Whether a file of this name may be a mail: a plain name, and none that leads elsewhere.
fn is_mail(file: &str) -> bool {
    file.ends_with(".eml")
        && !file.starts_with('.')
        && file
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))
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
