//! A client of Turnpike, a server for correspondence play of board games.
//!
//! Every call of the contract is a method of [`api::HttpClient`], which is generated, as every type
//! of [`api`] is. [`Turnpike`] has one that signs in and stays signed in, and tries again where that
//! is safe.
#![deny(missing_docs)]
#![warn(unreachable_pub)]

// What is generated is used, and not ours to mend.
#[expect(dead_code, missing_docs, unreachable_pub, clippy::all, clippy::as_conversions)]
#[rustfmt::skip]
pub mod api;
mod common;
mod error;
mod session;
mod stream;
mod transport;

use std::{sync::Arc, time::Duration};

use reqwest::Client;
use reqwest_middleware::ClientBuilder;
use rustls::{ClientConfig, crypto::ring};
use rustls_platform_verifier::BuilderVerifierExt;

use api::{HttpClient, HttpError, RefreshRequest, SignIn, SignUp};
pub use error::{Error, Problem};
pub use session::Tokens;
use session::{Bearer, PersonalToken, Session};
pub use stream::{Events, Since, Told};
use transport::Transport;

/// How a client behaves.
#[derive(Clone)]
pub struct Settings {
    /// What is written for people comes in this language: `en`, `fr` or `de`.
    pub language: Option<String>,
    /// Is told each new pair of tokens before any call uses them: store them here.
    pub keep: Arc<dyn Fn(&Tokens) + Send + Sync>,
    /// For how long one call is tried again, waits included.
    pub patience: Duration,
    /// How long one try may take.
    pub timeout: Duration,
    /// After how long without a line a stream is taken to be dead, and begun anew.
    pub silence: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            language: None,
            keep: Arc::new(|_| {}),
            patience: Duration::from_secs(60),
            timeout: Duration::from_secs(30),
            silence: Duration::from_secs(60),
        }
    }
}

/// A server, as one player or as nobody. A clone is the same client.
#[derive(Clone)]
pub struct Turnpike {
    /// Every call of the contract: `turnpike.api.legal_moves(id).await?`.
    pub api: HttpClient,
}

impl Turnpike {
    /// As nobody: for what needs no account.
    pub fn new(url: &str, settings: &Settings) -> Result<Self, Error> {
        Self::bearing(None, url, settings)
    }

    /// With a personal access token (`POST /v1/me/tokens`): for programs, which need no password.
    pub fn with_token(url: &str, token: &str, settings: &Settings) -> Result<Self, Error> {
        Self::bearing(Some(Arc::new(PersonalToken(token.into()))), url, settings)
    }

    /// With a password, or whatever else `POST /v1/sessions` takes.
    pub async fn sign_in(url: &str, how: SignIn, settings: &Settings) -> Result<Self, Error> {
        let session = Self::new(url, settings)?.api.sign_in(how).await?;
        Self::begin(url, Tokens::of(session, None), settings)
    }

    /// As a new player.
    pub async fn sign_up(url: &str, who: SignUp, settings: &Settings) -> Result<Self, Error> {
        let made = Self::new(url, settings)?.api.sign_up(who).await?;
        Self::begin(url, Tokens::of(made.session, None), settings)
    }

    /// With the tokens that were told last. No other program may go on with the same ones.
    pub fn resume(url: &str, tokens: Tokens, settings: &Settings) -> Result<Self, Error> {
        // The server takes a used token again for half a minute, for answers that were lost.
        let hasty = Settings {
            patience: Duration::from_secs(25),
            timeout: Duration::from_secs(10),
            ..settings.clone()
        };
        let (api, keep) = (Self::new(url, &hasty)?.api, settings.keep.clone());
        let session = Session::new(tokens, move |old| {
            let (api, keep) = (api.clone(), keep.clone());
            Box::pin(async move {
                let session = api
                    .refresh(RefreshRequest {
                        refresh_token: old.refresh,
                    })
                    .await?;
                let tokens = Tokens::of(session, old.device);
                // The old one is used up: from here on the new one is what there is.
                keep(&tokens);
                Ok(tokens)
            })
        });
        Self::bearing(Some(session), url, settings)
    }

    fn begin(url: &str, tokens: Tokens, settings: &Settings) -> Result<Self, Error> {
        (settings.keep)(&tokens);
        Self::resume(url, tokens, settings)
    }

    fn bearing(
        bearer: Option<Arc<dyn Bearer>>,
        url: &str,
        settings: &Settings,
    ) -> Result<Self, Error> {
        let transport = Transport::new(settings.patience, settings.timeout, bearer);
        let client = Client::builder()
            .tls_backend_preconfigured(tls().map_err(|error| HttpError::Config(error.to_string()))?)
            .read_timeout(settings.silence)
            .build()
            .map_err(HttpError::Network)?;
        let api = HttpClient::with_client(client.clone())
            .with_transport(ClientBuilder::new(client).with(transport).build())
            .with_base_url(url);
        Ok(Turnpike {
            api: match &settings.language {
                Some(language) => api.with_header("Accept-Language", language),
                None => api,
            },
        })
    }
}

/// Trusts whom the machine trusts.
fn tls() -> Result<ClientConfig, rustls::Error> {
    Ok(
        ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_platform_verifier()?
            .with_no_client_auth(),
    )
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;
