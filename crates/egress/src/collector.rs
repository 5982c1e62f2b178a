//! Requests to the operator's collector of traces. Without the guard: the operator gives the address.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Request};
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::ConfigVerifierExt;
use url::Url;

/// The time limit for an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A client for the collector.
#[derive(Clone, Debug)]
pub struct Collector(Client);

impl Collector {
    /// Creates a client for the collector at this address. It reads the machine's certificates only
    /// for `https:`.
    ///
    /// # Errors
    ///
    /// If the machine's certificates cannot be read.
    pub fn at(url: &Url) -> anyhow::Result<Collector> {
        let tls = match url.scheme() {
            "https" => ClientConfig::with_platform_verifier()?,
            _ => ClientConfig::builder()
                .with_root_certificates(RootCertStore::empty())
                .with_no_client_auth(),
        };
        let client = Client::builder()
            .timeout(PATIENCE)
            .tls_backend_preconfigured(tls)
            .redirect(Policy::none())
            .no_proxy()
            .build()?;
        Ok(Collector(client))
    }

    /// Sends a request, and returns the status of the answer. The body is not read.
    ///
    /// # Errors
    ///
    /// If the collector does not answer in time. The error does not contain the address.
    pub async fn send(
        &self,
        request: impl TryInto<Request, Error = reqwest::Error>,
    ) -> anyhow::Result<u16> {
        let answer = self.0.execute(request.try_into()?).await;
        let answer = answer.map_err(reqwest::Error::without_url)?;
        Ok(answer.status().as_u16())
    }
}
