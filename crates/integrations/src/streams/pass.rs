//! The credentials of a reader, which are checked again while the stream is open.

use accounts::access::Caller;
use accounts::tokens::{self, Bearer, Scope};
use play::refusal::{Refusal, Result};

use crate::streams::Integrations;

/// The credentials of a reader. They may hold a token, so there is no `Debug`.
pub enum Pass {
    /// No credentials.
    Nobody,
    /// The access token of a session: the token itself, because a new secret makes it invalid.
    Session(String),
    /// The token of a connected app.
    Token(Bearer),
}

impl Pass {
    /// Returns the reader if the credentials are still valid: not expired, not revoked, and signed
    /// with the current secret. Suspending or deleting a player revokes all of them.
    pub async fn caller(&self, app: &Integrations) -> Result<Option<Caller>> {
        match self {
            Pass::Nobody => Ok(None),
            Pass::Session(token) => {
                let claims = app.access.read(token).ok_or(Refusal::NOT_SIGNED_IN)?;
                let caller = app.access.caller(&claims, app.clock.now());
                caller.ok_or(Refusal::NOT_SIGNED_IN).map(Some)
            }
            Pass::Token(bearer) => match tokens::holds(app, &bearer.id).await? {
                true => Ok(Some(bearer.caller.clone())),
                false => Err(Refusal::NOT_SIGNED_IN),
            },
        }
    }

    /// Whether the reader may read chat. A connected app needs the scope for it.
    pub(super) fn covers_chat(&self) -> bool {
        match self {
            Pass::Token(bearer) => bearer.scopes.contains(&Scope::Chat),
            Pass::Nobody | Pass::Session(_) => true,
        }
    }
}
