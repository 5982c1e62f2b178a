//! A client of Turnpike, a server for correspondence play of board games.
//!
//! [`api::HttpClient`] has a method for each call of the contract. It is generated, as are all
//! types of [`api`]. [`Turnpike`] has an `HttpClient` that signs in, renews its tokens, and retries
//! calls that are safe to repeat.
#![deny(missing_docs)]
#![warn(unreachable_pub)]

// The generated code does not follow our lints.
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

use api::{GuestBody, HttpClient, HttpError, RefreshRequest, SignIn, SignUp};
pub use error::{Error, Problem};
pub use session::Tokens;
use session::{Bearer, PersonalToken, Session};
pub use stream::{Events, Since, Told};
use transport::Transport;

/// How a client behaves.
#[derive(Clone)]
pub struct Settings {
    /// The language of texts for people: `en`, `fr` or `de`.
    pub language: Option<String>,
    /// Called with each new pair of tokens before any call uses them. Store them here.
    pub keep: Arc<dyn Fn(&Tokens) + Send + Sync>,
    /// How long to retry one call, including waits.
    pub patience: Duration,
    /// The timeout of one attempt.
    pub timeout: Duration,
    /// How long a stream may be silent before the client reconnects.
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

/// A client of a server, as one player or anonymous. Clones share one client.
#[derive(Clone)]
pub struct Turnpike {
    /// The calls of the contract: `turnpike.api.legal_moves(id).await?`.
    pub api: HttpClient,
}

impl Turnpike {
    /// Creates an anonymous client, for calls that need no account.
    pub fn new(url: &str, settings: &Settings) -> Result<Self, Error> {
        Self::bearing(None, url, settings)
    }

    /// Creates a client with a personal access token (`POST /v1/me/tokens`), so that the program
    /// needs no password.
    pub fn with_token(url: &str, token: &str, settings: &Settings) -> Result<Self, Error> {
        Self::bearing(Some(Arc::new(PersonalToken(token.into()))), url, settings)
    }

    /// Signs in with a password, or with anything else that `POST /v1/sessions` accepts.
    pub async fn sign_in(url: &str, how: SignIn, settings: &Settings) -> Result<Self, Error> {
        let session = Self::new(url, settings)?.api.sign_in(how).await?;
        Self::begin(url, Tokens::of(session, None), settings)
    }

    /// Signs up a new player.
    pub async fn sign_up(url: &str, who: SignUp, settings: &Settings) -> Result<Self, Error> {
        let made = Self::new(url, settings)?.api.sign_up(who).await?;
        Self::begin(url, Tokens::of(made.session, None), settings)
    }

    /// Begins as a new guest. Store the tokens: a guest has no password to sign in with.
    pub async fn as_guest(url: &str, who: GuestBody, settings: &Settings) -> Result<Self, Error> {
        let made = Self::new(url, settings)?
            .api
            .begin_as_guest(Some(who))
            .await?;
        Self::begin(url, Tokens::of(made.session, None), settings)
    }

    /// Continues a session with its newest tokens. No other program may use the same tokens.
    pub fn resume(url: &str, tokens: Tokens, settings: &Settings) -> Result<Self, Error> {
        // The server accepts a used refresh token for another half minute, in case its response was
        // lost.
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
                // The old tokens are used up, so store these before anything else.
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

/// Returns a TLS configuration that trusts the certificates that the machine trusts.
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
