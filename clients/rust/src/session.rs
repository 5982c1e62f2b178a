//! Tokens, and how they are renewed: once, however many calls wait.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures_util::{
    FutureExt,
    future::{BoxFuture, Shared},
};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use crate::{Error, api::SessionBody};

/// Renewed this long before its end, a token is not refused on its way.
const EARLY: Duration = Duration::from_secs(30);

/// The tokens of a session: store them, and give them to [`Turnpike::resume`](crate::Turnpike::resume).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Tokens {
    /// Goes into the `Authorization` header.
    pub access: String,
    /// Good for one use: for the next tokens.
    pub refresh: String,
    /// When the access token ends, by this machine's clock.
    pub ends_at: DateTime<Utc>,
    /// Send it when the same player signs in again on this device.
    pub device: Option<String>,
}

impl Tokens {
    /// The tokens that a session came with.
    pub(crate) fn of(session: SessionBody, device: Option<String>) -> Self {
        Tokens {
            access: session.access_token,
            refresh: session.refresh_token,
            ends_at: Utc::now() + chrono::TimeDelta::seconds(session.expires_in),
            device: session.device_token.or(device),
        }
    }
}

/// What goes into the `Authorization` header.
#[async_trait]
pub(crate) trait Bearer: Send + Sync {
    /// A token that is good, as far as this side knows.
    async fn token(&self) -> Result<String, Error>;
    /// Another than the one that was refused; `None` where there is none to be had.
    async fn instead(&self, refused: &str) -> Result<Option<String>, Error>;
}

/// A personal access token: it is good until it ends.
pub(crate) struct PersonalToken(pub(crate) String);

#[async_trait]
impl Bearer for PersonalToken {
    async fn token(&self) -> Result<String, Error> {
        Ok(self.0.clone())
    }

    async fn instead(&self, _: &str) -> Result<Option<String>, Error> {
        Ok(None)
    }
}

pub(crate) type Renewal = BoxFuture<'static, Result<Tokens, Error>>;

/// A session, whose refresh token is good for one use: of all calls that wait, one refreshes.
pub(crate) struct Session {
    state: Mutex<State>,
    renew: Box<dyn Fn(Tokens) -> Renewal + Send + Sync>,
}

struct State {
    tokens: Tokens,
    /// All wait for the same one. It goes on where it was left, should whoever began it give up.
    renewal: Option<Shared<Renewal>>,
}

impl Session {
    /// `renew` asks for the tokens that follow, and tells them before they are used.
    pub(crate) fn new(
        tokens: Tokens,
        renew: impl Fn(Tokens) -> Renewal + Send + Sync + 'static,
    ) -> Arc<Self> {
        let state = Mutex::new(State {
            tokens,
            renewal: None,
        });
        Arc::new(Session {
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
impl Bearer for Session {
    async fn token(&self) -> Result<String, Error> {
        let tokens = self.tokens().await;
        if Utc::now() + EARLY < tokens.ends_at {
            Ok(tokens.access)
        } else {
            self.renewed(tokens).await
        }
    }

    async fn instead(&self, refused: &str) -> Result<Option<String>, Error> {
        let tokens = self.tokens().await;
        let other = if tokens.access == refused {
            self.renewed(tokens).await
        } else {
            self.token().await
        };
        other.map(Some)
    }
}
