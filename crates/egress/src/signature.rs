//! Signatures of webhooks according to Standard Webhooks: HMAC-SHA256 of id, time and body.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::TimeDelta;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use common::clock::Moment;
use common::ids;

/// The prefix of a secret in its written form.
const PREFIX: &str = "whsec_";

/// The scheme of the signatures.
const SCHEME: &str = "v1,";

/// The length of a new secret in bytes.
const BYTES: usize = 32;

/// The largest difference between the time of a message and the receiver's clock.
pub const TOLERANCE: TimeDelta = TimeDelta::minutes(5);

/// A secret that signs for one webhook. No `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

impl Secret {
    /// Draws a new secret.
    pub fn draw() -> Secret {
        Secret(ids::random_bytes::<BYTES>().to_vec())
    }

    /// Wraps a stored secret.
    pub const fn stored(bytes: Vec<u8>) -> Secret {
        Secret(bytes)
    }

    /// Reads a secret in its written form (`whsec_…`).
    pub fn read(text: &str) -> Option<Secret> {
        let bytes = STANDARD.decode(text.strip_prefix(PREFIX)?).ok()?;
        (24..=64).contains(&bytes.len()).then_some(Secret(bytes))
    }

    /// Returns the written form for its owner.
    pub fn written(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(&self.0))
    }

    /// Returns the bytes to store.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn mac(&self, id: &str, at: Moment, body: &str) -> Hmac<Sha256> {
        #[expect(clippy::expect_used, reason = "HMAC takes keys of every length")]
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length");
        mac.update(format!("{id}.{}.{body}", at.timestamp()).as_bytes());
        mac
    }
}

/// Returns the header `webhook-signature`, with a signature by each of the secrets.
pub fn sign<'a>(
    secrets: impl IntoIterator<Item = &'a Secret>,
    id: &str,
    at: Moment,
    body: &str,
) -> String {
    let mut header = String::new();
    for secret in secrets {
        let signature = secret.mac(id, at, body).finalize().into_bytes();
        let blank = if header.is_empty() { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(header, "{blank}{SCHEME}{}", STANDARD.encode(signature));
    }
    header
}

/// Checks a message as a receiver does: one of the signatures in `header` must be by this secret,
/// and the time may differ from the receiver's by at most [`TOLERANCE`].
pub fn verify(
    secret: &Secret,
    id: &str,
    at: Moment,
    body: &str,
    header: &str,
    now: Moment,
) -> bool {
    let mut signatures = header.split(' ').filter_map(|it| it.strip_prefix(SCHEME));
    let is_ours = |signature: &str| {
        let given = STANDARD.decode(signature).unwrap_or_default();
        secret.mac(id, at, body).verify_slice(&given).is_ok()
    };
    (now - at).abs() <= TOLERANCE && signatures.any(is_ours)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    const BODY: &str = r#"{"test": 2432232314}"#;

    fn at(seconds: i64) -> Moment {
        Moment::from_timestamp(seconds, 0).unwrap()
    }

    fn secret() -> Secret {
        Secret::read("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap()
    }

    /// Uses the test vectors of the specification's own libraries.
    #[test]
    fn signatures_match_the_test_vectors_of_the_specification() {
        let signed = sign(&[secret()], ID, at(1_614_265_330), BODY);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        let secret = Secret::read("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD").unwrap();
        let body = r#"{"email":"test@example.com","username":"test_user"}"#;
        let signed = sign(
            &[secret],
            "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk",
            at(1_649_367_553),
            body,
        );
        assert_eq!(signed, "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=");
    }

    #[test]
    fn changed_or_outdated_message_fails_verification() {
        let (secret, now) = (secret(), at(1_614_265_330));
        let signed = sign(&[Secret::draw(), secret.clone()], ID, now, BODY);
        let good = |id: &str, sent: Moment, body: &str, header: &str, now: Moment| {
            verify(&secret, id, sent, body, header, now)
        };
        assert!(good(ID, now, BODY, &signed, now));
        let late = TOLERANCE + TimeDelta::seconds(1);
        assert!(good(ID, now, BODY, &signed, now + TOLERANCE));
        assert!(!good(ID, now, BODY, &signed, now + late));
        assert!(!good(ID, now, BODY, &signed, now - late));
        assert!(!good("msg_other", now, BODY, &signed, now));
        assert!(!good(ID, now + TimeDelta::seconds(1), BODY, &signed, now));
        assert!(!good(ID, now, r#"{"test": 2432232315}"#, &signed, now));
        let first = signed.split(' ').next().unwrap();
        for header in [
            "",
            "v1,",
            "v1,AAAA",
            &signed.replace("v1,", ""),
            &signed.replace("v1", "v2"),
            first,
        ] {
            assert!(!good(ID, now, BODY, header, now), "{header}");
        }
    }

    #[test]
    fn webhook_secret_round_trips() {
        let secret = Secret::draw();
        assert!(Secret::read(&secret.written()).is_some_and(|it| it == secret));
        for text in [
            "",
            "whsec_",
            "whsec_AAAA",
            "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        ] {
            assert!(Secret::read(text).is_none(), "{text}");
        }
    }
}
