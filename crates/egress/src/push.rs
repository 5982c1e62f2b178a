//! Web Push: what is sealed for a browser or phone (RFC 8291), and who says that it is from here (RFC 8292).

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

/// How long a server may say by one token that it sends: at most a day (RFC 8292 section 2).
const SIGNED_FOR: TimeDelta = TimeDelta::hours(12);

/// How many bytes the secret of a browser has (RFC 8291 section 3.2).
const SECRET: usize = 16;

/// How many bytes its public key has: an uncompressed point of P-256.
const POINT: usize = 65;

/// What a browser or phone gives with its endpoint: nobody else reads what is sealed for it. No `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Keys {
    public: PublicKey,
    auth: [u8; SECRET],
}

impl Keys {
    /// As they are written in base64url, with or without padding.
    pub fn read(public: &str, auth: &str) -> Option<Keys> {
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        Keys::stored(&bytes(public)?, &bytes(auth)?)
    }

    /// Those that are stored.
    pub fn stored(public: &[u8], auth: &[u8]) -> Option<Keys> {
        let public = Some(public).filter(|it| it.len() == POINT)?;
        Some(Keys {
            public: PublicKey::from_sec1_bytes(public).ok()?,
            auth: auth.try_into().ok()?,
        })
    }

    /// The public key as it is stored.
    pub fn public(&self) -> Vec<u8> {
        self.public.to_encoded_point(false).as_bytes().to_vec()
    }

    /// The secret as it is stored.
    pub fn auth(&self) -> Vec<u8> {
        self.auth.to_vec()
    }

    /// Seals this: another time it looks otherwise.
    pub(super) fn seal(&self, body: &str) -> anyhow::Result<Vec<u8>> {
        let auth = Auth::from(self.auth);
        encrypt(body.into(), &self.public, &auth).context("a push could not be sealed")
    }
}

/// Who pushes from here, to push services: a key that all servers on one database share, and whom to ask.
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

/// What a token says (RFC 8292 section 2).
#[derive(Serialize)]
struct Claims<'a> {
    aud: String,
    exp: i64,
    sub: &'a str,
}

impl Identity {
    /// A new key, as it is stored (PKCS #8).
    pub fn fresh() -> anyhow::Result<Vec<u8>> {
        let key = SecretKey::random(&mut OsRng).to_pkcs8_der();
        let key = key.context("no key for pushes could be made")?;
        Ok(key.as_bytes().to_vec())
    }

    /// The one whose key is stored; `contact` is an `https:` or `mailto:` address of the operator's.
    pub fn stored(key: &[u8], contact: String) -> anyhow::Result<Identity> {
        let secret = SecretKey::from_pkcs8_der(key).context("the key for pushes is damaged")?;
        let public = secret.public_key().to_encoded_point(false);
        Ok(Identity {
            signing: EncodingKey::from_ec_der(key),
            public: URL_SAFE_NO_PAD.encode(public),
            contact,
        })
    }

    /// The public key: what browsers want to know of whoever will push (`applicationServerKey`).
    pub fn public(&self) -> &str {
        &self.public
    }

    /// The header `Authorization` for this push service (RFC 8292 section 3).
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
