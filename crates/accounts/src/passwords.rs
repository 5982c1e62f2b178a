//! Hashes passwords with Argon2id, a few at a time, on separate threads from requests.

use std::cell::RefCell;
use std::time::Duration;

use argon2::password_hash::phc::{Output, ParamsString, Salt};
use argon2::password_hash::{self, CustomizedPasswordHasher, Error};
use argon2::{Algorithm, Argon2, Block, Params, PasswordHash, PasswordVerifier, Version};
use base::permits::PermitPool;
use base::thread_pool::ThreadPool;
use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use common::ids;

use crate::identity::NewPassword;
use crate::refusal::{Refusal, Result};

/// The number of concurrent hashes. Each takes 19 MiB and a whole core.
const AT_ONCE: usize = 2;

/// The most memory of a hash, in KiB. A row that asks for more is damaged.
const MOST_MEMORY: u32 = 64 << 10;

/// The most queued requests: about as many as can finish in time.
const WAITING: usize = 256;

/// The longest time in the queue.
const PATIENCE: Duration = Duration::from_secs(10);

/// Hashes and verifies passwords.
pub struct Passwords {
    pool: PermitPool,
    threads: ThreadPool,
    cost: Params,
    /// A hash to verify against if there is no account, so that the response takes as long.
    nobody: String,
}

impl Default for Passwords {
    /// Uses the default cost.
    fn default() -> Passwords {
        Passwords::at_cost(Params::DEFAULT)
    }
}

impl Passwords {
    /// Uses another cost.
    pub fn at_cost(cost: Params) -> Passwords {
        Passwords {
            pool: PermitPool::new("passwords", AT_ONCE, WAITING, PATIENCE),
            threads: ThreadPool::new(AT_ONCE),
            nobody: hash_of_nothing(&cost),
            cost,
        }
    }

    /// Returns the hash of a new password, as a PHC string.
    pub async fn hash(&self, password: NewPassword) -> Result<String> {
        let permit = self.pool.enter().await?;
        let cost = self.cost.clone();
        let hashed = self.threads.work(permit, move || {
            let (password, salt) = (password.into_inner(), ids::random_bytes::<16>());
            Hasher.hash_password_with_params(password.as_bytes(), &salt, cost)
        });
        let hash = hashed.await?.map_err(Refusal::internal)?;
        Ok(hash.to_string())
    }

    /// Whether `password` has this hash. Without a hash, takes as long and returns false.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        let permit = self.pool.enter().await?;
        let password = password.to_owned();
        let known = hash.is_some();
        let hash = hash.unwrap_or(&self.nobody).to_owned();
        let verified = self.threads.work(permit, move || {
            let hash = PasswordHash::new(&hash).map_err(|error| error.to_string())?;
            match Hasher.verify_password(password.as_bytes(), &hash) {
                Ok(()) => Ok(known),
                Err(Error::PasswordInvalid) => Ok(false),
                Err(error) => Err(error.to_string()),
            }
        });
        verified
            .await?
            .map_err(|error| Refusal::internal(format!("a stored hash cannot be read: {error}")))
    }
}

thread_local! {
    /// The memory in which a thread hashes. The thread keeps it. Otherwise, the system's allocator
    /// would not reuse the freed memory (glibc's bug 14581, until 2.38), and touching new pages
    /// takes half as long as hashing.
    static MEMORY: RefCell<Vec<Block>> = const { RefCell::new(Vec::new()) };
}

/// Hashes in the memory of its thread.
struct Hasher;

impl CustomizedPasswordHasher<PasswordHash> for Hasher {
    type Params = Params;

    fn hash_password_customized(
        &self,
        password: &[u8],
        salt: &[u8],
        algorithm: Option<&str>,
        version: Option<u32>,
        cost: Params,
    ) -> password_hash::Result<PasswordHash> {
        if cost.m_cost() > MOST_MEMORY {
            return Err(Error::OutOfMemory);
        }
        let algorithm = algorithm.map(Algorithm::try_from).transpose()?;
        let algorithm = algorithm.unwrap_or_default();
        let version = version.map(Version::try_from).transpose()?;
        let version = version.unwrap_or_default();
        let salt = Salt::new(salt)?;
        let params = ParamsString::try_from(&cost)?;
        let length = cost.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let mut hash = [0; Output::MAX_LENGTH];
        let hash = hash.get_mut(..length).ok_or(Error::OutputSize)?;
        let blocks = cost.block_count();
        let argon2 = Argon2::new(algorithm, version, cost);
        MEMORY.with_borrow_mut(|memory| {
            let more = blocks.saturating_sub(memory.len());
            let reserved = memory.try_reserve_exact(more);
            reserved.map_err(|_| argon2::Error::OutOfMemory)?;
            memory.resize(blocks, Block::new());
            let hashed = argon2.hash_password_into_with_memory(password, &salt, hash, &mut *memory);
            // With the data left here, passwords could be guessed much faster than with the hash.
            memory.fill(Block::new());
            hashed
        })?;
        Ok(PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params,
            salt: Some(salt),
            hash: Some(Output::new(hash)?),
        })
    }
}

/// Returns random data in the form of a hash at this cost. No known password matches it. Computing
/// a real hash would take a third of the server's start-up time and most of its memory at that
/// point.
fn hash_of_nothing(cost: &Params) -> String {
    let (m, t, p) = (cost.m_cost(), cost.t_cost(), cost.p_cost());
    let salt = BASE64_STANDARD_NO_PAD.encode(ids::random_bytes::<16>());
    let hash = BASE64_STANDARD_NO_PAD.encode(ids::random_bytes::<32>());
    format!("$argon2id$v=19$m={m},t={t},p={p}${salt}${hash}")
}

#[cfg(test)]
mod tests {
    use argon2::PasswordHasher;

    use super::*;

    #[test]
    fn password_hash_equals_the_hash_of_the_library() {
        let salt = [7; 16];
        // The remains of a larger hash must not affect a smaller one.
        for memory in [256, 64, 256] {
            let cost = Params::new(memory, 2, 1, None).unwrap();
            let ours = Hasher.hash_password_with_params(b"correct horse", &salt, cost.clone());
            let theirs = Argon2::from(cost).hash_password_with_salt(b"correct horse", &salt);
            let ours = ours.unwrap().to_string();
            assert_eq!(ours, theirs.unwrap().to_string());
            let verified = Argon2::default().verify_password(b"correct horse", ours.as_str());
            assert!(verified.is_ok());
        }
    }

    #[test]
    fn hash_with_too_much_memory_returns_out_of_memory() {
        let cost = Params::new(u32::MAX, 2, 1, None).unwrap();
        let refused = Hasher.hash_password_with_params(b"correct horse", &[7; 16], cost);
        assert_eq!(refused, Err(Error::OutOfMemory));
    }

    #[tokio::test]
    async fn password_matches_only_its_own_hash() {
        let passwords = Passwords::default();
        let password = NewPassword::parse("correct horse".into(), &[])
            .ok()
            .unwrap();
        let hash = passwords.hash(password).await.unwrap();
        // The hash for unknown accounts has the same cost.
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
