//! Receipts: signed statements of the server about a game (Ed25519). With a receipt, its holder can
//! prove the statement later. `docs/VERIFYING.md` defines the format to the byte.
//!
//! A receipt is one line of text, which may be folded and quoted in transit. This module writes
//! receipts, finds them in a text and checks their signatures. `play::receipts` chooses the
//! statements, and `cli::verify` compares them with a history.
//!
//! A receipt contains the whole public key and not only its id, so that a verifier can check it
//! even if the server no longer exists.

use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use rules::{Hash, Seat, canonical};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use common::clock::{Moment, rfc3339};

/// The prefix of a receipt, with the version of the format.
const BEGIN: &str = "turnpike-receipt-1.";

/// The length of a signature in base64.
const SIGNATURE: usize = 86;

/// The maximal length of a receipt's line. Longer text is not a receipt.
const LONGEST: usize = 4096;

/// The number of hex digits in the id of a key.
const ID: usize = 16;

/// The public half of a signing key. Its text form is 43 characters of base64url.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// Returns a short name: the beginning of the key's SHA-256, in hex.
    pub fn id(&self) -> String {
        let mut id = hex::encode(Sha256::digest(self.0));
        id.truncate(ID);
        id
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl FromStr for PublicKey {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<PublicKey, &'static str> {
        let bytes = URL_SAFE_NO_PAD.decode(text.trim()).ok();
        bytes
            .and_then(|bytes| bytes.try_into().ok())
            .map(PublicKey)
            .ok_or("a key is 43 letters of base64url, as GET /v1/receipt-keys gives it")
    }
}

/// A statement about a game. It contains a player's contribution to the dice, so it has no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Statement {
    /// The game's id.
    pub game: String,
    /// The game's rules and their version; `None` while the game is only reserved.
    pub rules: Option<String>,
    /// SHA-256 of the server seed.
    pub seed_commitment: Hash,
    /// The state of the log; `None` before the game begins.
    pub log: Option<LogState>,
    /// The contribution from the reader's seat.
    pub seat: Option<Given>,
}

/// The state of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogState {
    /// The number of entries.
    pub n: u64,
    /// The hash of the last entry, or of the header if there is none.
    pub head: Hash,
}

/// A seat's contribution to the seed. No `Debug`, as for [`Statement`].
#[derive(Clone, PartialEq, Eq)]
pub struct Given {
    /// The seat.
    pub seat: Seat,
    /// The contributed text.
    pub entropy: String,
}

/// The members of a receipt. No `Debug`, as for [`Statement`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    entropy: Option<String>,
    game: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    head: Option<Hash>,
    key: String,
    n: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    seed_commitment: Hash,
}

/// A signing key. No `Debug`: it is secret.
pub struct Key(SigningKey);

impl Key {
    /// Creates the key from these bytes.
    pub fn new(secret: &[u8; 32]) -> Key {
        Key(SigningKey::from_bytes(secret))
    }

    /// Returns the public half.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    /// Returns a receipt for this statement, issued at this time. The result depends only on the
    /// arguments and the key.
    pub fn sign(&self, statement: Statement, at: Moment) -> String {
        let Statement { log, seat, .. } = statement;
        let (seat, entropy) = seat.map(|it| (it.seat, it.entropy)).unzip();
        let members = Members {
            at: rfc3339(at),
            entropy,
            game: statement.game,
            head: log.map(|log| log.head),
            key: self.public().to_string(),
            n: log.map_or(0, |log| log.n),
            rules: statement.rules,
            seat,
            seed_commitment: statement.seed_commitment,
        };
        let json = canonical::to_string(&serde_json::json!(members));
        let signed = format!("{BEGIN}{}", URL_SAFE_NO_PAD.encode(json));
        let signature = self.0.sign(signed.as_bytes()).to_bytes();
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

/// A receipt with a valid signature. No `Debug`, as for [`Statement`].
#[derive(Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The statement.
    pub statement: Statement,
    /// The time of issue.
    pub at: String,
    /// The key that signed it. The receipt cannot prove the owner of the key.
    pub key: PublicKey,
}

/// Why a text that begins like a receipt proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsound {
    /// The end is missing, or foreign text interrupts it.
    #[error("it is not whole")]
    NotWhole,
    /// The content does not have the form of a receipt.
    #[error("what it says has not the form of a receipt")]
    Form,
    /// The signature does not match the key in the receipt.
    #[error("its signature is not good: somebody has changed it, or made it up")]
    Signature,
}

/// Returns all receipts in a text, such as a mail or an answer of the server, in their order and
/// without duplicates. They may be folded and quoted.
pub fn find(text: &str) -> Vec<Result<Receipt, Unsound>> {
    let mut lines: Vec<(String, Option<String>)> = Vec::new();
    for (at, _) in text.match_indices(BEGIN) {
        let line = unfolded(&text[at + BEGIN.len()..]);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let receipt = |(body, signature): (String, Option<String>)| {
        let signature = signature.filter(|it| it.len() == SIGNATURE);
        let members = read(&body, &signature.ok_or(Unsound::NotWhole)?)?;
        Receipt::of(members)
    };
    lines.into_iter().map(receipt).collect()
}

/// Returns the two parts after the prefix of a receipt, as far as they go. Characters that mail
/// programs insert are removed.
fn unfolded(text: &str) -> (String, Option<String>) {
    let (mut body, mut signature) = (String::new(), None::<String>);
    let mut letters = text.chars().take(LONGEST).peekable();
    while let Some(letter) = letters.next() {
        match letter {
            'A'..='Z' | 'a'..='z' | '0'..='9' | '-' | '_' => {
                let part = signature.as_mut().unwrap_or(&mut body);
                part.push(letter);
                if signature.as_ref().is_some_and(|it| it.len() == SIGNATURE) {
                    break;
                }
            }
            '.' if signature.is_none() => signature = Some(String::new()),
            // Folded, quoted (`> `), or broken by quoted-printable.
            '>' | '|' => {}
            '=' if matches!(letters.peek(), Some('\r' | '\n')) => {}
            blank if blank.is_whitespace() => {}
            _ => break,
        }
    }
    (body, signature)
}

fn read(body: &str, signature: &str) -> Result<Members, Unsound> {
    let json = URL_SAFE_NO_PAD.decode(body).map_err(|_| Unsound::Form)?;
    let members: Members = serde_json::from_slice(&json).map_err(|_| Unsound::Form)?;
    let key: PublicKey = members.key.parse().map_err(|_| Unsound::Form)?;
    let signature = URL_SAFE_NO_PAD
        .decode(signature)
        .ok()
        .and_then(|bytes| Signature::from_slice(&bytes).ok())
        .ok_or(Unsound::Signature)?;
    let signed = format!("{BEGIN}{body}");
    VerifyingKey::from_bytes(&key.0)
        .and_then(|key| key.verify_strict(signed.as_bytes(), &signature))
        .map_err(|_| Unsound::Signature)?;
    Ok(members)
}

impl Receipt {
    fn of(members: Members) -> Result<Receipt, Unsound> {
        let log = match (members.n, members.head) {
            (n, Some(head)) => Some(LogState { n, head }),
            (0, None) => None,
            (_, None) => return Err(Unsound::Form),
        };
        let seat = match (members.seat, members.entropy) {
            (Some(seat), Some(entropy)) => Some(Given { seat, entropy }),
            (None, None) => None,
            _ => return Err(Unsound::Form),
        };
        Ok(Receipt {
            statement: Statement {
                game: members.game,
                rules: members.rules,
                seed_commitment: members.seed_commitment,
                log,
                seat,
            },
            at: members.at,
            key: members.key.parse().map_err(|_| Unsound::Form)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statement() -> Statement {
        Statement {
            game: "Gx3kPq7LmZ2".into(),
            rules: Some("thats-life@1".into()),
            seed_commitment: Hash([1; 32]),
            log: Some(LogState {
                n: 12,
                head: Hash([2; 32]),
            }),
            seat: Some(Given {
                seat: Seat(1),
                entropy: "rain ☘ \" \\".into(),
            }),
        }
    }

    #[test]
    fn receipt_is_found_in_folded_and_quoted_text() {
        let key = Key::new(&[7; 32]);
        let at = "2026-03-01T12:00:00Z".parse().unwrap();
        let line = key.sign(statement(), at);
        assert_eq!(line, key.sign(statement(), at));
        let folded = |begin: &str, end: &str| {
            let lines = line.as_bytes().chunks(70);
            lines.fold(String::new(), |text, line| {
                text + begin + std::str::from_utf8(line).unwrap() + end
            })
        };
        for text in [
            line.clone(),
            format!("Look: {line}."),
            format!("{{\"receipt\":\"{line}\"}}"),
            folded("  ", "\r\n"),
            folded("> > ", "\n"),
            folded("", "=\r\n"),
            format!("{line}\n{line}\n"),
        ] {
            let found = find(&text);
            assert_eq!(found.len(), 1, "{text}");
            let Ok(receipt) = &found[0] else {
                panic!("{text}");
            };
            assert!(receipt.statement == statement() && receipt.key == key.public());
            assert_eq!(receipt.at, "2026-03-01T12:00:00.000Z");
        }
        let cut = &line[..line.len() - 1];
        assert!(matches!(find(cut)[..], [Err(Unsound::NotWhole)]));
        let last = if line.ends_with('A') { "Q" } else { "A" };
        assert!(matches!(
            find(&format!("{cut}{last}"))[..],
            [Err(Unsound::Signature)]
        ));
        assert!(find("a turnpike").is_empty());
    }

    #[test]
    fn receipt_of_a_reservation_round_trips() {
        let key = Key::new(&[8; 32]);
        let reserved = Statement {
            rules: None,
            log: None,
            seat: None,
            ..statement()
        };
        let line = key.sign(reserved.clone(), "2026-03-01T12:00:00Z".parse().unwrap());
        assert!(matches!(&find(&line)[..], [Ok(receipt)] if receipt.statement == reserved));
        assert_eq!(key.public().to_string().parse(), Ok(key.public()));
        assert!("short".parse::<PublicKey>().is_err());
    }
}
