//! Passwords: hashed with Argon2id, a few at a time, away from the threads that answer requests.

use std::time::Duration;

use argon2::password_hash::{Error, PasswordHasher};
use argon2::{Algorithm, Argon2, Params, PasswordHash, PasswordVerifier, Version};
use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD;

use super::identity::NewPassword;
use crate::ids;
use crate::lanes::Lane;
use crate::refusal::{Refusal, Result};

/// How many hashes are computed at once: each takes 19 MiB and a whole core.
const AT_ONCE: usize = 2;

/// How many more may be waited for: about as many as there is time for.
const WAITING: usize = 256;

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// Hashes and verifies passwords.
pub struct Passwords {
    lane: Lane,
    argon2: Argon2<'static>,
    /// What is verified against where there is no account, so that the answer takes as long.
    nobody: String,
}

impl Passwords {
    /// Ready to hash, at the cost that guessing shall have.
    pub fn new() -> Passwords {
        Passwords::at_cost(Params::DEFAULT)
    }

    /// Ready to hash at another cost.
    pub fn at_cost(cost: Params) -> Passwords {
        Passwords {
            lane: Lane::new("passwords", AT_ONCE, WAITING, PATIENCE),
            nobody: hash_of_nothing(&cost),
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, cost),
        }
    }

    /// The hash of a new password, as a PHC string.
    pub async fn hash(&self, password: NewPassword) -> Result<String> {
        let place = self.lane.enter().await?;
        let argon2 = self.argon2.clone();
        Lane::work(place, move || hash(&argon2, &password.into_inner()))
            .await?
            .map_err(Refusal::internal)
    }

    /// Whether `password` has this hash. Without a hash it takes as long, and is false.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        let place = self.lane.enter().await?;
        let password = password.to_owned();
        let known = hash.is_some();
        let hash = hash.unwrap_or(&self.nobody).to_owned();
        let argon2 = self.argon2.clone();
        Lane::work(place, move || {
            let hash = PasswordHash::new(&hash).map_err(|error| error.to_string())?;
            match argon2.verify_password(password.as_bytes(), &hash) {
                Ok(()) => Ok(known),
                Err(Error::PasswordInvalid) => Ok(false),
                Err(error) => Err(error.to_string()),
            }
        })
        .await?
        .map_err(|error| Refusal::internal(format!("a stored hash cannot be read: {error}")))
    }
}

fn hash(argon2: &Argon2<'_>, password: &str) -> Result<String, Error> {
    argon2
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
}

/// What looks like a hash at this cost, of no password that could be found: computing one would be a third
/// of the time in which a server starts, and most of its memory then.
fn hash_of_nothing(cost: &Params) -> String {
    let (m, t, p) = (cost.m_cost(), cost.t_cost(), cost.p_cost());
    let salt = BASE64_STANDARD_NO_PAD.encode(ids::random_bytes::<16>());
    let hash = BASE64_STANDARD_NO_PAD.encode(ids::random_bytes::<32>());
    format!("$argon2id$v=19$m={m},t={t},p={p}${salt}${hash}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_only() {
        let passwords = Passwords::new();
        let password = NewPassword::parse("correct horse".into(), &[])
            .ok()
            .unwrap();
        let hash = passwords.hash(password).await.unwrap();
        // Whoever is nobody costs as much.
        for hash in [&hash, &passwords.nobody] {
            assert!(
                hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
                "{hash}"
            );
            assert_eq!(hash.len(), 97);
        }
        let verify = async |typed: &str, hash| passwords.verify(typed, hash).await.unwrap();
        assert!(verify("correct horse", Some(hash.as_str())).await);
        assert!(!verify("correct hors", Some(hash.as_str())).await);
        assert!(!verify("correct horse", None).await);
        assert!(passwords.verify("x", Some("no hash")).await.is_err());
    }
}
