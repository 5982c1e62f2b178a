//! The access token for the pages of the local mailbox. It is in a file that only its owner may
//! read.
//!
//! The token survives restarts, so a browser that opened the link once keeps its access.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use subtle::ConstantTimeEq;

use common::ids;

/// The file with the token.
pub struct MailboxKey {
    file: PathBuf,
}

impl MailboxKey {
    /// Returns the key in this data directory. Creates the token if there is none.
    pub fn read_or_make(data_dir: &Path) -> io::Result<MailboxKey> {
        let file = data_dir.join("mailbox-token");
        let key = MailboxKey { file };
        match key.token() {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                make(data_dir, &key.file)?;
                key.token()?;
            }
            read => drop(read?),
        }
        Ok(key)
    }

    /// Whether this token is the current one.
    pub fn opens(&self, token: &str) -> bool {
        let current = self.token();
        current.is_ok_and(|it| it.as_bytes().ct_eq(token.as_bytes()).into())
    }

    /// Reads the current token.
    pub fn token(&self) -> io::Result<String> {
        let token = fs::read_to_string(&self.file)?.trim().to_owned();
        match token.len() {
            ..32 => Err(io::Error::other("the file holds no token; delete it")),
            _ => Ok(token),
        }
    }

    /// Writes a new token into the file. Owner and mode do not change.
    pub fn replace(&self) -> io::Result<()> {
        fs::write(&self.file, format!("{}\n", ids::secret_token()))
    }

    /// Returns the file with the token.
    pub fn file(&self) -> &Path {
        &self.file
    }
}

/// Creates the file, complete or not at all. If another process was first, keeps that one's file.
fn make(data_dir: &Path, file: &Path) -> io::Result<()> {
    let mut dir = DirBuilder::new();
    dir.recursive(true).mode(0o700).create(data_dir)?;
    let unfinished = data_dir.join(format!(".mailbox-token.{}.tmp", ids::short_id()));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    let linked = options.open(&unfinished).and_then(|mut new| {
        writeln!(new, "{}", ids::secret_token())?;
        new.sync_all()?;
        fs::hard_link(&unfinished, file)
    });
    drop(fs::remove_file(&unfinished));
    match linked {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        linked => linked,
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn mailbox_token_persists_in_a_private_file() {
        let dir = tempfile::tempdir().unwrap();
        let data_dir = dir.path().join("data");
        let key = MailboxKey::read_or_make(&data_dir).unwrap();
        let again = MailboxKey::read_or_make(&data_dir).unwrap();
        let token = again.token().unwrap();
        assert!(key.opens(&token) && !key.opens("") && !key.opens(&token[1..]));
        again.replace().unwrap();
        assert!(key.opens(&key.token().unwrap()) && !key.opens(&token));
        let mode = fs::metadata(key.file()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(fs::read_dir(&data_dir).unwrap().count(), 1);
        fs::write(key.file(), "").unwrap();
        assert!(!key.opens(""));
        assert!(MailboxKey::read_or_make(&data_dir).is_err());
    }
}
