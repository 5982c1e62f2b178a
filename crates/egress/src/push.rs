//! Web Push: encryption for a browser or phone (RFC 8291), and the identity of the sender (RFC
//! 8292).

use std::fmt;

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde::Serialize;
use url::Url;
use web_push_native::p256::elliptic_curve::rand_core::OsRng;
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::p256::pkcs8::{DecodePrivateKey, EncodePrivateKey};
use web_push_native::p256::{PublicKey, SecretKey};
use web_push_native::{Auth, encrypt};

use common::clock::Moment;

/// How long a signed token identifies the sender. RFC 8292 section 2 allows at most a day.
const SIGNED_FOR: TimeDelta = TimeDelta::hours(12);

/// The length of a browser's secret in bytes (RFC 8291 section 3.2).
const SECRET: usize = 16;

/// The length of a browser's public key in bytes: an uncompressed point of P-256.
const POINT: usize = 65;

/// The keys that a browser or phone sends with its endpoint. Only it can decrypt its messages. No
/// `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Keys {
    public: PublicKey,
    auth: [u8; SECRET],
}

impl Keys {
    /// Reads keys in base64url, with or without padding.
    pub fn read(public: &str, auth: &str) -> Option<Keys> {
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        Keys::stored(&bytes(public)?, &bytes(auth)?)
    }

    /// Reads the stored keys. Returns `None` if they are invalid.
    pub fn stored(public: &[u8], auth: &[u8]) -> Option<Keys> {
        let public = Some(public).filter(|it| it.len() == POINT)?;
        Some(Keys {
            public: PublicKey::from_sec1_bytes(public).ok()?,
            auth: auth.try_into().ok()?,
        })
    }

    /// Returns the public key in its stored form.
    pub fn public(&self) -> Vec<u8> {
        self.public.to_encoded_point(false).as_bytes().to_vec()
    }

    /// Returns the secret in its stored form.
    pub fn auth(&self) -> Vec<u8> {
        self.auth.to_vec()
    }

    /// Encrypts a body. The result differs each time.
    pub(super) fn seal(&self, body: &str) -> anyhow::Result<Vec<u8>> {
        let auth = Auth::from(self.auth);
        encrypt(body.into(), &self.public, &auth).context("a push could not be sealed")
    }
}

/// The sender's identity for push services: a key that all servers on one database share, and a
/// contact address.
pub struct Identity {
    signing: EncodingKey,
    public: String,
    contact: String,
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity").finish_non_exhaustive()
    }
}

/// The claims of a token (RFC 8292 section 2).
#[derive(Serialize)]
struct Claims<'a> {
    aud: String,
    exp: i64,
    sub: &'a str,
}

impl Identity {
    /// Generates a key in its stored form (PKCS #8).
    pub fn fresh() -> anyhow::Result<Vec<u8>> {
        let key = SecretKey::random(&mut OsRng).to_pkcs8_der();
        let key = key.context("no key for pushes could be made")?;
        Ok(key.as_bytes().to_vec())
    }

    /// Creates the identity with a stored key. `contact` is an `https:` or `mailto:` address of the
    /// operator.
    pub fn stored(key: &[u8], contact: String) -> anyhow::Result<Identity> {
        let secret = SecretKey::from_pkcs8_der(key).context("the key for pushes is damaged")?;
        let public = secret.public_key().to_encoded_point(false);
        Ok(Identity {
            signing: EncodingKey::from_ec_der(key),
            public: URL_SAFE_NO_PAD.encode(public),
            contact,
        })
    }

    /// Returns the public key, which browsers need to subscribe (`applicationServerKey`).
    pub fn public(&self) -> &str {
        &self.public
    }

    /// Returns the `Authorization` header for this push service (RFC 8292 section 3).
    pub(super) fn authorization(&self, endpoint: &Url, now: Moment) -> anyhow::Result<String> {
        let claims = Claims {
            aud: endpoint.origin().ascii_serialization(),
            exp: (now + SIGNED_FOR).timestamp(),
            sub: &self.contact,
        };
        let header = Header::new(Algorithm::ES256);
        let token = jsonwebtoken::encode(&header, &claims, &self.signing);
        let token = token.context("a push could not be signed")?;
        Ok(format!("vapid t={token}, k={}", self.public))
    }
}
