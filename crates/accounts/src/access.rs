//! Issues and checks access tokens. They are short-lived and checked in memory. A revocation takes
//! effect at once on this node and within a second on the others.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use base::current::Current;
use chrono::Duration;
use common::cache;
use common::clock::Moment;
use common::ids::PlayerId;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};

/// The lifetime of an access token.
pub const ACCESS_MINUTES: i64 = 15;

/// The most tokens whose decoded claims are cached.
const MOST_KNOWN: usize = 4_096;

/// The authenticated caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The player's id in the database; never shown.
    pub player: PlayerId,
    /// The session of the token; empty if the player was identified by other means.
    pub session: String,
}

impl Caller {
    /// Returns a caller who was identified by other means than an access token.
    pub const fn without_session(player: PlayerId) -> Caller {
        let session = String::new();
        Caller { player, session }
    }
}

/// The claims of a token with a valid signature. [`Access::caller`] checks whether it is still
/// valid.
#[derive(Serialize, Deserialize)]
pub struct Claims {
    sub: String,
    sid: String,
    /// Whether the token carries admin rights.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    admin: bool,
    iat: i64,
    exp: i64,
}

/// Signs and checks access tokens (JWT, HMAC-SHA-256).
pub struct Access {
    keys: Current<Keys>,
    validation: Validation,
    /// Revoked sessions that may still have unexpired access tokens, and the time of revocation.
    revoked: RwLock<HashMap<String, Moment>>,
}

/// The keys for signing and checking, and a cache of the tokens read with them.
struct Keys {
    signing: EncodingKey,
    checking: DecodingKey,
    /// The claims of recently read tokens. Clients send the same token repeatedly.
    known: Cache<String, Arc<Claims>>,
}

impl Keys {
    fn new(secret: &[u8]) -> Keys {
        Keys {
            signing: EncodingKey::from_secret(secret),
            checking: DecodingKey::from_secret(secret),
            known: cache::of(MOST_KNOWN),
        }
    }
}

impl Access {
    /// Uses this signing secret, which all servers on one database share.
    pub fn new(secret: &[u8]) -> Access {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_required_spec_claims(&["exp", "sub"]);
        // `caller` compares the expiry with the server's own clock.
        validation.validate_exp = false;
        Access {
            keys: Current::new(Keys::new(secret)),
            validation,
            revoked: RwLock::default(),
        }
    }

    /// Replaces the signing secret. Tokens signed with the old one become invalid.
    pub fn set_secret(&self, secret: &[u8]) {
        self.keys.set(Keys::new(secret));
    }

    /// Issues a token for this caller, with admin rights if `admin` is set.
    pub fn issue(
        &self,
        caller: &Caller,
        admin: bool,
        now: Moment,
    ) -> Result<String, jsonwebtoken::errors::Error> {
        let claims = Claims {
            sub: caller.player.to_string(),
            sid: caller.session.clone(),
            admin,
            iat: now.timestamp(),
            exp: (now + Duration::minutes(ACCESS_MINUTES)).timestamp(),
        };
        jsonwebtoken::encode(
            &Header::new(Algorithm::HS256),
            &claims,
            &self.keys.get().signing,
        )
    }

    /// Returns the claims of this token, or `None` if its signature is invalid.
    pub fn read(&self, token: &str) -> Option<Arc<Claims>> {
        let keys = self.keys.get();
        if let Some(claims) = keys.known.get(token) {
            return Some(claims);
        }
        let read = jsonwebtoken::decode::<Claims>(token, &keys.checking, &self.validation);
        let claims = Arc::new(read.ok()?.claims);
        keys.known.insert(token.to_owned(), Arc::clone(&claims));
        Some(claims)
    }

    /// Returns the caller of a token with these claims, or `None` if it is expired or revoked.
    pub fn caller(&self, claims: &Claims, now: Moment) -> Option<Caller> {
        let revoked = self.revoked.read().unwrap_or_else(PoisonError::into_inner);
        if claims.exp <= now.timestamp() || revoked.contains_key(&claims.sid) {
            return None;
        }
        Some(Caller {
            player: PlayerId(claims.sub.parse().ok()?),
            session: claims.sid.clone(),
        })
    }

    /// Returns the caller of this token if it is valid and carries admin rights.
    pub fn check_admin(&self, token: &str, now: Moment) -> Option<Caller> {
        let claims = self.read(token).filter(|claims| claims.admin)?;
        self.caller(&claims, now)
    }

    /// Rejects the access tokens of these sessions from now on.
    pub fn revoke(&self, sessions: impl IntoIterator<Item = String>, now: Moment) {
        let mut revoked = self.revoked.write().unwrap_or_else(PoisonError::into_inner);
        let oldest = now - Duration::minutes(ACCESS_MINUTES + 1);
        revoked.retain(|_, at| *at > oldest);
        revoked.extend(sessions.into_iter().map(|session| (session, now)));
    }
}

#[cfg(test)]
mod tests {
    use chrono::Utc;

    use super::*;

    #[test]
    fn tokens_expire_and_are_revoked() {
        let (access, now) = (Access::new(b"secret"), Utc::now());
        let ann = Caller {
            player: PlayerId(7),
            session: "s1".into(),
        };
        let check = |token: &str, now| access.caller(&*access.read(token)?, now);
        let token = access.issue(&ann, false, now).unwrap();
        assert_eq!(check(&token, now), Some(ann.clone()));
        assert_eq!(access.check_admin(&token, now), None);
        let admin = access.issue(&ann, true, now).unwrap();
        assert_eq!(access.check_admin(&admin, now), Some(ann));
        assert_eq!(check(&token, now + Duration::minutes(15)), None);
        assert!(Access::new(b"other").read(&token).is_none());
        access.revoke(["s1".to_owned()], now);
        assert_eq!(check(&token, now), None);
    }
}
