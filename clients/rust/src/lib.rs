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
mod error;
mod session;
mod stream;
mod transport;

use std::{sync::Arc, time::Duration};

use reqwest::Client;
use reqwest_middleware::ClientBuilder;
use rustls::{ClientConfig, crypto::ring};
use rustls_platform_verifier::BuilderVerifierExt;

use api::{GuestInput, HttpClient, HttpError, SessionRefresh, SignIn, SignUp};
pub use error::{Error, Problem};
pub use session::Tokens;
use session::{PersonalToken, SessionTokens, TokenSource};
pub use stream::{EventStream, StreamEvent, StreamOptions};
use transport::Transport;

/// How a client behaves.
#[derive(Clone)]
pub struct Options {
    /// The language of texts for people: `en`, `fr` or `de`.
    pub language: Option<String>,
    /// Called with each new pair of tokens before any call uses them. Store them here.
    pub on_tokens: Arc<dyn Fn(&Tokens) + Send + Sync>,
    /// How long to retry one call, including waits.
    pub retry_timeout: Duration,
    /// The timeout of one attempt.
    pub timeout: Duration,
    /// How long a stream may be silent before the client reconnects.
    pub stream_timeout: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            language: None,
            on_tokens: Arc::new(|_| {}),
            retry_timeout: Duration::from_secs(60),
            timeout: Duration::from_secs(30),
            stream_timeout: Duration::from_secs(60),
        }
    }
}

/// A client of a server, as one player or anonymous. Clones share one client.
#[derive(Clone)]
pub struct Turnpike {
    /// The calls of the contract: `turnpike.api.list_legal_moves(id).await?`.
    pub api: HttpClient,
}

impl Turnpike {
    /// Creates an anonymous client, for calls that need no account.
    pub fn new(url: &str, options: &Options) -> Result<Self, Error> {
        Self::with_source(None, url, options)
    }

    /// Creates a client with a personal access token (`POST /v1/me/tokens`), so that the program
    /// needs no password.
    pub fn with_token(url: &str, token: &str, options: &Options) -> Result<Self, Error> {
        Self::with_source(Some(Arc::new(PersonalToken(token.into()))), url, options)
    }

    /// Signs in with a password, or with anything else that `POST /v1/sessions` accepts.
    pub async fn sign_in(url: &str, body: SignIn, options: &Options) -> Result<Self, Error> {
        let session = Self::new(url, options)?.api.sign_in(body).await?;
        Self::start(url, Tokens::of(session, None), options)
    }

    /// Signs up a new player.
    pub async fn sign_up(url: &str, body: SignUp, options: &Options) -> Result<Self, Error> {
        let signed_up = Self::new(url, options)?.api.sign_up(body).await?;
        Self::start(url, Tokens::of(signed_up.session, None), options)
    }

    /// Creates a guest. Store the tokens: a guest has no password to sign in with.
    pub async fn as_guest(url: &str, body: GuestInput, options: &Options) -> Result<Self, Error> {
        let signed_up = Self::new(url, options)?
            .api
            .create_guest(Some(body))
            .await?;
        Self::start(url, Tokens::of(signed_up.session, None), options)
    }

    /// Continues a session with its newest tokens. No other program may use the same tokens.
    pub fn resume(url: &str, tokens: Tokens, options: &Options) -> Result<Self, Error> {
        // The server accepts a used refresh token for another half minute, in case its response was
        // lost.
        let for_renewals = Options {
            retry_timeout: Duration::from_secs(25),
            timeout: Duration::from_secs(10),
            ..options.clone()
        };
        let api = Self::new(url, &for_renewals)?.api;
        let on_tokens = options.on_tokens.clone();
        let session = SessionTokens::new(tokens, move |old| {
            let (api, on_tokens) = (api.clone(), on_tokens.clone());
            Box::pin(async move {
                let session = api
                    .refresh_session(SessionRefresh {
                        refresh_token: old.refresh,
                    })
                    .await?;
                let tokens = Tokens::of(session, old.device);
                // The old tokens are used up, so store these before anything else.
                on_tokens(&tokens);
                Ok(tokens)
            })
        });
        Self::with_source(Some(session), url, options)
    }

    fn start(url: &str, tokens: Tokens, options: &Options) -> Result<Self, Error> {
        (options.on_tokens)(&tokens);
        Self::resume(url, tokens, options)
    }

    fn with_source(
        tokens: Option<Arc<dyn TokenSource>>,
        url: &str,
        options: &Options,
    ) -> Result<Self, Error> {
        let transport = Transport::new(options.retry_timeout, options.timeout, tokens);
        let client = Client::builder()
            .tls_backend_preconfigured(tls().map_err(|error| HttpError::Config(error.to_string()))?)
            .read_timeout(options.stream_timeout)
            .build()
            .map_err(HttpError::Network)?;
        let api = HttpClient::with_client(client.clone())
            .with_transport(ClientBuilder::new(client).with(transport).build())
            .with_base_url(url);
        Ok(Turnpike {
            api: match &options.language {
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
