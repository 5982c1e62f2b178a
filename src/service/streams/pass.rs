//! The credentials of a reader, to check again as long as the stream is open.

use super::App;
use crate::refusal::{Refusal, Result};
use crate::service::access::Caller;
use crate::service::tokens::{self, Bearer, Scope};

/// The credentials that a reader has shown. No `Debug`: they may hold a token.
pub enum Pass {
    /// Nothing.
    Nobody,
    /// The access token of a session: the token itself, because a new secret makes it invalid.
    Session(String),
    /// The token of a program.
    Token(Bearer),
}

impl Pass {
    /// Returns the reader if the credentials are still valid: not expired, not revoked, and signed
    /// with the current secret. Suspending or deleting a player revokes all of them.
    pub async fn caller(&self, app: &App) -> Result<Option<Caller>> {
        match self {
            Pass::Nobody => Ok(None),
            Pass::Session(token) => {
                let claims = app.access.read(token).ok_or(Refusal::NotSignedIn)?;
                let caller = app.access.caller(&claims, app.clock.now());
                caller.ok_or(Refusal::NotSignedIn).map(Some)
            }
            Pass::Token(bearer) => match tokens::holds(app, &bearer.id).await? {
                true => Ok(Some(bearer.caller.clone())),
                false => Err(Refusal::NotSignedIn),
            },
        }
    }

    /// Whether the reader may be told what is said: a program only with the scope for it.
    pub(super) fn covers_chat(&self) -> bool {
        match self {
            Pass::Token(bearer) => bearer.scopes.contains(&Scope::Chat),
            Pass::Nobody | Pass::Session(_) => true,
        }
    }
}
