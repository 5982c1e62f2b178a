//! Passwords: hashed with Argon2id, a few at a time, away from the threads that answer requests.

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::{Error, PasswordHasher};
use argon2::{Argon2, PasswordHash, PasswordVerifier};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::identity::NewPassword;
use crate::ids;
use crate::problem::Problem;

/// How many hashes are computed at once: each takes 19 MiB and a whole core.
const AT_ONCE: usize = 2;

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// Hashes and verifies passwords.
pub struct Passwords {
    turns: Arc<Semaphore>,
    /// The hash of a password that nobody knows, verified against where there is no account, so
    /// that the answer takes as long.
    nobody: String,
}

impl Passwords {
    /// Ready to hash.
    pub fn new() -> anyhow::Result<Passwords> {
        Ok(Passwords {
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            nobody: hash(&ids::secret_token())
                .map_err(|error| anyhow::anyhow!("passwords cannot be hashed: {error}"))?,
        })
    }

    /// The hash of a new password, as a PHC string.
    pub async fn hash(&self, password: NewPassword) -> Result<String, Problem> {
        let turn = self.turn().await?;
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            hash(&password.into_inner())
        })
        .await
        .map_err(Problem::internal)?
        .map_err(Problem::internal)
    }

    /// Whether `password` has this hash. Without a hash it takes as long, and is false.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, Problem> {
        let turn = self.turn().await?;
        let password = password.to_owned();
        let known = hash.is_some();
        let hash = hash.unwrap_or(&self.nobody).to_owned();
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let hash = PasswordHash::new(&hash).map_err(|error| error.to_string())?;
            match Argon2::default().verify_password(password.as_bytes(), &hash) {
                Ok(()) => Ok(known),
                Err(Error::PasswordInvalid) => Ok(false),
                Err(error) => Err(error.to_string()),
            }
        })
        .await
        .map_err(Problem::internal)?
        .map_err(|error| Problem::internal(format!("a stored hash cannot be read: {error}")))
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let turn = Arc::clone(&self.turns).acquire_owned();
        match tokio::time::timeout(PATIENCE, turn).await {
            Ok(Ok(turn)) => Ok(turn),
            _ => Err(Problem::Unavailable),
        }
    }
}

fn hash(password: &str) -> Result<String, Error> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_only() {
        let passwords = Passwords::new().unwrap();
        let password = NewPassword::parse("correct horse".into(), &[])
            .ok()
            .unwrap();
        let hash = passwords.hash(password).await.unwrap();
        assert!(hash.starts_with("$argon2id$"));
        let verify = async |typed: &str, hash| passwords.verify(typed, hash).await.unwrap();
        assert!(verify("correct horse", Some(hash.as_str())).await);
        assert!(!verify("correct hors", Some(hash.as_str())).await);
        assert!(!verify("correct horse", None).await);
        assert!(passwords.verify("x", Some("no hash")).await.is_err());
    }
}
