//! Signs mails (DKIM, RFC 6376), so that mail servers can verify that they come from our domain.
//!
//! Keys are PEM files as OpenSSL writes them: Ed25519 (PKCS #8), or RSA (PKCS #1 or #8). With one
//! key of each kind, a mail carries both signatures, because some verifiers support only one of
//! them (RFC 8463). Verifying signatures of incoming mail is not part of this module; the mail
//! server in front of the server does that.
//!
//! `lettre` signs, on a thread with a large stack because it recurses over each character. The
//! server signs a mail when it hands it over, not when it composes it, because a signature has a
//! date.

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
use rsa::pkcs1::{DecodeRsaPrivateKey, EncodeRsaPrivateKey, LineEnding};
use rsa::pkcs8::{DecodePrivateKey, EncodePublicKey, PrivateKeyInfo, SecretDocument};
use rsa::traits::PublicKeyParts;

/// The signed headers: sender, recipient, identity, and instructions to mail programs.
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

/// The stack size of a signing thread. Headers have a few thousand characters, and a call takes
/// some hundred bytes.
const STACK: usize = 16 << 20;

/// The identifier of Ed25519 (RFC 8410).
const ED25519: &str = "1.3.101.112";

/// The settings of one signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DkimSettings {
    /// The file with the private key.
    pub key: PathBuf,
    /// The selector, under which DNS has the public key.
    pub selector: String,
    /// The signing domain.
    pub domain: String,
}

/// Signs mails with each of its keys.
#[derive(Clone)]
pub struct Signer(Arc<[DkimConfig]>);

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The struct holds private keys.
        f.debug_struct("Signer").finish_non_exhaustive()
    }
}

impl Signer {
    /// Reads the keys. Returns `None` if there are none. The error message contains no key
    /// material.
    pub fn read(settings: &[DkimSettings]) -> Result<Option<Signer>, String> {
        let mut keys: Vec<(Kind, DkimConfig)> = Vec::new();
        for one in settings {
            let (kind, config) = read_one(one)?;
            if keys.iter().any(|(known, _)| *known == kind) {
                return Err("two keys of one kind are given".to_owned());
            }
            keys.push((kind, config));
        }
        keys.sort_by_key(|(kind, _)| *kind);
        let configs: Vec<DkimConfig> = keys.into_iter().map(|(_, config)| config).collect();
        Ok((!configs.is_empty()).then(|| Signer(configs.into())))
    }

    /// Returns the signed mail as sent over the wire. Missing headers are signed as missing, so
    /// that nobody can add them.
    ///
    /// The library recurses once for each character of the headers. So it runs on its own thread,
    /// with a stack large enough for the longest headers. It keeps only one signature for each
    /// message. So each signature is made on a copy and then put before the message.
    pub fn signed(&self, message: &Message) -> std::io::Result<Vec<u8>> {
        let mut whole = Vec::new();
        for config in self.0.iter() {
            let mut copy = message.clone();
            std::thread::scope(|scope| {
                std::thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, || copy.sign(config))?
                    .join()
                    .map_err(|_| std::io::Error::other("signing panicked"))
            })?;
            let copy = copy.formatted();
            let signature = signature(&copy);
            whole.extend(signature.ok_or_else(|| std::io::Error::other("it has no signature"))?);
        }
        whole.extend(message.formatted());
        Ok(whole)
    }
}

/// Finds the signature of a mail: the whole `DKIM-Signature` header.
fn signature(mail: &[u8]) -> Option<&[u8]> {
    const NAME: &[u8] = b"DKIM-Signature:";
    let mut at = 0;
    let mut begun = None;
    for line in mail.split_inclusive(|byte| *byte == b'\n') {
        let goes_on = line.starts_with(b" ") || line.starts_with(b"\t");
        if let Some(begun) = begun.filter(|_| !goes_on) {
            return mail.get(begun..at);
        }
        let is_it = line
            .get(..NAME.len())
            .is_some_and(|it| it.eq_ignore_ascii_case(NAME));
        if is_it {
            begun = Some(at);
        }
        if line == b"\r\n" {
            return None;
        }
        at += line.len();
    }
    None
}

/// The kind of a key, in the order of the signatures. Ed25519 comes first, because the timing of
/// the library's RSA may leak the key (RUSTSEC-2023-0071).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Ed25519,
    Rsa,
}

fn read_one(settings: &DkimSettings) -> Result<(Kind, DkimConfig), String> {
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
    let file = key.display();
    let key = read_key(key)?;
    let kind = key.kind();
    let key = key.signing();
    let key = key.ok_or_else(|| format!("{file} holds no usable key"))?;
    let config = DkimConfig::new(
        selector.clone(),
        domain.clone(),
        key,
        SIGNED
            .iter()
            .map(|name| HeaderName::new_from_ascii_str(name))
            .collect(),
        canonical,
    );
    Ok((kind, config))
}

/// A private key.
enum Key {
    Ed25519([u8; 32]),
    Rsa(Box<rsa::RsaPrivateKey>),
}

impl Key {
    fn kind(&self) -> Kind {
        match self {
            Key::Ed25519(_) => Kind::Ed25519,
            Key::Rsa(_) => Kind::Rsa,
        }
    }

    /// Returns the key for the library.
    fn signing(&self) -> Option<DkimSigningKey> {
        match self {
            Key::Ed25519(seed) => {
                DkimSigningKey::new(&STANDARD.encode(seed), DkimSigningAlgorithm::Ed25519).ok()
            }
            Key::Rsa(key) => {
                let pem = key.to_pkcs1_pem(LineEnding::LF).ok()?;
                DkimSigningKey::new(&pem, DkimSigningAlgorithm::Rsa).ok()
            }
        }
    }

    /// Returns the public key as DNS has it (RFC 6376 section 3.6.1, RFC 8463 section 4).
    fn public(&self) -> Option<String> {
        Some(match self {
            Key::Ed25519(seed) => {
                let key = ed25519_dalek::SigningKey::from_bytes(seed);
                STANDARD.encode(key.verifying_key().as_bytes())
            }
            Key::Rsa(key) => STANDARD.encode(key.to_public_key().to_public_key_der().ok()?),
        })
    }
}

/// Returns the public key for these settings: the value of `p=` in DNS.
pub fn public_key(settings: &DkimSettings) -> Result<String, String> {
    let key = read_key(&settings.key)?.public();
    key.ok_or_else(|| format!("{} holds no usable key", settings.key.display()))
}

fn read_key(path: &Path) -> Result<Key, String> {
    let file = path.display();
    let pem =
        std::fs::read_to_string(path).map_err(|error| format!("{file} cannot be read: {error}"))?;
    let unfit = |what: &str| format!("{file} {what}");
    let rsa = |key: rsa::RsaPrivateKey| match key.size() * 8 < SMALLEST {
        true => Err(unfit(&format!("holds a key of less than {SMALLEST} bits"))),
        false => Ok(Key::Rsa(Box::new(key))),
    };
    if pem.contains("BEGIN RSA PRIVATE KEY") {
        let key = rsa::RsaPrivateKey::from_pkcs1_pem(&pem);
        return rsa(key.map_err(|_| unfit("holds no RSA key"))?);
    }
    let (_, document) = SecretDocument::from_pem(&pem)
        .map_err(|_| unfit("holds no private key in PEM that can be read"))?;
    let info =
        PrivateKeyInfo::try_from(document.as_bytes()).map_err(|_| unfit("holds no private key"))?;
    if info.algorithm.oid.to_string() == ED25519 {
        // The key is a DER octet string of 32 bytes.
        let seed = info.private_key.strip_prefix(&[4, 32]);
        let seed = seed.and_then(|seed| seed.try_into().ok());
        return Ok(Key::Ed25519(
            seed.ok_or_else(|| unfit("holds no Ed25519 key"))?,
        ));
    }
    let key = rsa::RsaPrivateKey::from_pkcs8_pem(&pem);
    rsa(key.map_err(|_| unfit("holds neither an RSA nor an Ed25519 key"))?)
}
