//! Access tokens: short-lived, checked in memory, revoked at once on this node and within a
//! second on the others.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use chrono::Duration;
use common::cache;
use common::clock::Moment;
use common::ids::PlayerId;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};

use crate::current::Current;

/// How long an access token is good for.
pub const ACCESS_MINUTES: i64 = 15;

/// Of how many tokens it is remembered what they say.
const MOST_KNOWN: usize = 4_096;

/// Who is calling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The player's number in the database; never shown.
    pub player: PlayerId,
    /// The session that the token belongs to; empty where a player is known by something else.
    pub session: String,
}

impl Caller {
    /// A player who is known by something else than a token.
    pub const fn without_session(player: PlayerId) -> Caller {
        let session = String::new();
        Caller { player, session }
    }
}

/// What a token says that is not forged. Whether it holds is another question.
#[derive(Serialize, Deserialize)]
pub struct Claims {
    sub: String,
    sid: String,
    /// Whether it carries the rights of an admin.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    admin: bool,
    iat: i64,
    exp: i64,
}

/// Signs and checks access tokens (JWT, HMAC-SHA-256).
pub struct Access {
    keys: Current<Keys>,
    validation: Validation,
    /// Sessions that were ended while access tokens of theirs may still be about, and when.
    revoked: RwLock<HashMap<String, Moment>>,
}

/// What tokens are signed and checked with, and what was read with it.
struct Keys {
    signing: EncodingKey,
    checking: DecodingKey,
    /// What tokens say that were read lately: the same are shown again and again.
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
    /// Tokens signed with this secret, which all servers on one database share.
    pub fn new(secret: &[u8]) -> Access {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_required_spec_claims(&["exp", "sub"]);
        // The expiry is compared with our own clock below.
        validation.validate_exp = false;
        Access {
            keys: Current::new(Keys::new(secret)),
            validation,
            revoked: RwLock::default(),
        }
    }

    /// Signs with this secret from now on. Tokens of the old one are forged ones now.
    pub(super) fn set_secret(&self, secret: &[u8]) {
        self.keys.set(Keys::new(secret));
    }

    /// A token for this caller, who may be an admin.
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

    /// What this token says; `None` when it is forged.
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

    /// Who shows a token that says this; `None` when it is expired or revoked.
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

    /// Whose token this is, if it carries the rights of an admin.
    pub fn check_admin(&self, token: &str, now: Moment) -> Option<Caller> {
        let claims = self.read(token).filter(|claims| claims.admin)?;
        self.caller(&claims, now)
    }

    /// Refuses the access tokens of these sessions from now on.
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
