//! Tokens and their renewal: once, even if many calls wait for it.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures_util::{
    FutureExt,
    future::{BoxFuture, Shared},
};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use crate::{Error, api::Session};

/// How long before its expiry a token is renewed, so that it does not expire in transit.
const EARLY: Duration = Duration::from_secs(30);

/// The tokens of a session. Store them for [`Turnpike::resume`](crate::Turnpike::resume).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Tokens {
    /// The access token, for the `Authorization` header.
    pub access: String,
    /// The refresh token. It gets the next tokens, once.
    pub refresh: String,
    /// When the access token expires, by this machine's clock.
    pub expires_at: DateTime<Utc>,
    /// The device token. Send it when the same player signs in again on this device.
    pub device: Option<String>,
}

impl Tokens {
    /// Returns the tokens of a new session.
    pub(crate) fn of(session: Session, device: Option<String>) -> Self {
        Tokens {
            access: session.access_token,
            refresh: session.refresh_token,
            expires_at: Utc::now() + chrono::TimeDelta::seconds(session.expires_in),
            device: session.device_token.or(device),
        }
    }
}

/// A source of tokens for the `Authorization` header.
#[async_trait]
pub(crate) trait TokenSource: Send + Sync {
    /// Returns a token that has not expired by this machine's clock.
    async fn token(&self) -> Result<String, Error>;
    /// Returns a token to replace the rejected one, or `None` if it cannot be replaced.
    async fn replace(&self, rejected: &str) -> Result<Option<String>, Error>;
}

/// A personal access token, which cannot be renewed.
pub(crate) struct PersonalToken(pub(crate) String);

#[async_trait]
impl TokenSource for PersonalToken {
    async fn token(&self) -> Result<String, Error> {
        Ok(self.0.clone())
    }

    async fn replace(&self, _: &str) -> Result<Option<String>, Error> {
        Ok(None)
    }
}

pub(crate) type Renewal = BoxFuture<'static, Result<Tokens, Error>>;

/// A session. Its refresh token works once, so one call renews the tokens for all that wait.
pub(crate) struct SessionTokens {
    state: Mutex<State>,
    renew: Box<dyn Fn(Tokens) -> Renewal + Send + Sync>,
}

struct State {
    tokens: Tokens,
    /// The renewal that all calls wait for. It continues if the call that began it is cancelled.
    renewal: Option<Shared<Renewal>>,
}

impl SessionTokens {
    /// Creates a session. `renew` requests the next tokens and stores them before any call uses
    /// them.
    pub(crate) fn new(
        tokens: Tokens,
        renew: impl Fn(Tokens) -> Renewal + Send + Sync + 'static,
    ) -> Arc<Self> {
        let state = Mutex::new(State {
            tokens,
            renewal: None,
        });
        Arc::new(SessionTokens {
            state,
            renew: Box::new(renew),
        })
    }

    async fn renewed(&self, used: Tokens) -> Result<String, Error> {
        let renewal = {
            let mut state = self.state.lock().await;
            if state.tokens.access != used.access {
                return Ok(state.tokens.access.clone());
            }
            state
                .renewal
                .get_or_insert_with(|| (self.renew)(used).shared())
                .clone()
        };
        let renewed = renewal.clone().await;
        let mut state = self.state.lock().await;
        if state.renewal.as_ref().is_some_and(|it| it.ptr_eq(&renewal)) {
            state.renewal = None;
            if let Ok(tokens) = &renewed {
                state.tokens = tokens.clone();
            }
        }
        renewed.map(|tokens| tokens.access)
    }

    async fn tokens(&self) -> Tokens {
        self.state.lock().await.tokens.clone()
    }
}

#[async_trait]
impl TokenSource for SessionTokens {
    async fn token(&self) -> Result<String, Error> {
        let tokens = self.tokens().await;
        if Utc::now() + EARLY < tokens.expires_at {
            Ok(tokens.access)
        } else {
            self.renewed(tokens).await
        }
    }

    async fn replace(&self, rejected: &str) -> Result<Option<String>, Error> {
        let tokens = self.tokens().await;
        let other = if tokens.access == rejected {
            self.renewed(tokens).await
        } else {
            self.token().await
        };
        other.map(Some)
    }
}
