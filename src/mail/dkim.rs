//! Signing mails (DKIM, RFC 6376), so that mail servers know that they come from our domain.
//!
//! Keys are PEM files as OpenSSL writes them: RSA (PKCS #1 or #8), or Ed25519 (PKCS #8). Not here:
//! checking the signatures of others; the mail server in front does that.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lettre::Message;
use lettre::message::dkim::{
    DkimCanonicalization, DkimCanonicalizationType, DkimConfig, DkimSigningAlgorithm,
    DkimSigningKey,
};
use lettre::message::header::HeaderName;
use rsa::pkcs1::{EncodeRsaPrivateKey, LineEnding};
use rsa::pkcs8::{DecodePrivateKey, PrivateKeyInfo, SecretDocument};
use rsa::traits::PublicKeyParts;

/// The headers that a signature covers: all that say who wrote, to whom, and what may be done.
const SIGNED: [&str; 15] = [
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "Reply-To",
    "MIME-Version",
    "Content-Type",
    "Content-Transfer-Encoding",
    "Auto-Submitted",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
    "X-Auto-Response-Suppress",
];

/// The smallest RSA key that the large mailbox providers accept, in bits.
const SMALLEST: usize = 1024;

/// The stack of a thread that signs: headers are a few thousand letters, a call some hundred bytes.
const STACK: usize = 16 << 20;

/// The identifier of Ed25519 (RFC 8410).
const ED25519: &str = "1.3.101.112";

/// What is needed to sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DkimSettings {
    /// The file with the private key.
    pub key: PathBuf,
    /// The name under which the public key stands in DNS.
    pub selector: String,
    /// The domain that signs.
    pub domain: String,
}

/// Signs mails.
#[derive(Clone)]
pub struct Signer(Arc<DkimConfig>);

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // It holds a private key.
        f.debug_struct("Signer").finish_non_exhaustive()
    }
}

impl Signer {
    /// Reads the key. The error is a sentence without any of it.
    pub fn read(settings: &DkimSettings) -> Result<Signer, String> {
        let DkimSettings {
            key,
            selector,
            domain,
        } = settings;
        let labels = |name: &str| {
            !name.is_empty()
                && name.split('.').all(|label| {
                    !label.is_empty()
                        && label
                            .bytes()
                            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
                })
        };
        if !labels(selector) {
            return Err(format!("the selector “{selector}” is none"));
        }
        if !labels(domain) {
            return Err(format!("“{domain}” is no domain"));
        }
        let canonical = DkimCanonicalization {
            header: DkimCanonicalizationType::Relaxed,
            body: DkimCanonicalizationType::Relaxed,
        };
        let config = DkimConfig::new(
            selector.clone(),
            domain.clone(),
            read_key(key)?,
            SIGNED
                .iter()
                .map(|name| HeaderName::new_from_ascii_str(name))
                .collect(),
            canonical,
        );
        Ok(Signer(Arc::new(config)))
    }

    /// Signs a mail. Headers that it does not have are signed as missing, so that nobody can add
    /// them.
    ///
    /// The library goes through the headers by calling itself once for each letter, so it gets a
    /// stack of its own that the longest headers fit on.
    pub fn sign(&self, message: &mut Message) -> std::io::Result<()> {
        std::thread::scope(|scope| {
            std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, || message.sign(&self.0))?
                .join()
                .map_err(|_| std::io::Error::other("signing panicked"))
        })
    }
}

fn read_key(path: &Path) -> Result<DkimSigningKey, String> {
    let file = path.display();
    let pem =
        std::fs::read_to_string(path).map_err(|error| format!("{file} cannot be read: {error}"))?;
    let unfit = |what: &str| format!("{file} {what}");
    if pem.contains("BEGIN RSA PRIVATE KEY") {
        return rsa_key(&pem).map_err(|what| unfit(&what));
    }
    let (_, document) = SecretDocument::from_pem(&pem)
        .map_err(|_| unfit("holds no private key in PEM that can be read"))?;
    let info =
        PrivateKeyInfo::try_from(document.as_bytes()).map_err(|_| unfit("holds no private key"))?;
    if info.algorithm.oid.to_string() == ED25519 {
        // An octet string of 32 bytes.
        let seed = info.private_key.strip_prefix(&[4, 32]);
        let seed = seed.ok_or_else(|| unfit("holds no Ed25519 key"))?;
        return DkimSigningKey::new(&STANDARD.encode(seed), DkimSigningAlgorithm::Ed25519)
            .map_err(|_| unfit("holds no Ed25519 key"));
    }
    let key = rsa::RsaPrivateKey::from_pkcs8_pem(&pem)
        .map_err(|_| unfit("holds neither an RSA nor an Ed25519 key"))?;
    let pem = key
        .to_pkcs1_pem(LineEnding::LF)
        .map_err(|_| unfit("cannot be used"))?;
    rsa_key(&pem).map_err(|what| unfit(&what))
}

fn rsa_key(pem: &str) -> Result<DkimSigningKey, String> {
    use rsa::pkcs1::DecodeRsaPrivateKey;
    let bad = |_| "holds no RSA key".to_owned();
    let key = rsa::RsaPrivateKey::from_pkcs1_pem(pem).map_err(bad)?;
    if key.size() * 8 < SMALLEST {
        return Err(format!("holds a key of less than {SMALLEST} bits"));
    }
    DkimSigningKey::new(pem, DkimSigningAlgorithm::Rsa).map_err(|_| "holds no RSA key".to_owned())
}
