//! A request to the operator's own server, to see whether it answers. Without the guard: the
//! operator gives the address.

use std::time::Duration;

use anyhow::Context;
use reqwest::Client;
use reqwest::redirect::Policy;
use rustls::ClientConfig;
use rustls_platform_verifier::ConfigVerifierExt;

/// The time limit for an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most that is read of an answer, in bytes.
const MOST: usize = 4096;

/// Returns the status and the beginning of the answer to a GET. It follows no redirect.
///
/// # Errors
///
/// If the server does not answer in time, or its certificate is invalid.
pub async fn get(url: &str) -> anyhow::Result<(u16, String)> {
    let tls = ClientConfig::with_platform_verifier()
        .context("the machine's certificates cannot be read")?;
    let client = Client::builder()
        .timeout(PATIENCE)
        .tls_backend_preconfigured(tls)
        .redirect(Policy::none())
        .no_proxy()
        .user_agent(concat!("Turnpike/", env!("CARGO_PKG_VERSION"), " (doctor)"))
        .build()?;
    let mut response = client.get(url).send().await?;
    let mut body = Vec::new();
    while body.len() < MOST
        && let Some(piece) = response.chunk().await?
    {
        body.extend_from_slice(&piece);
    }
    Ok((
        response.status().as_u16(),
        String::from_utf8_lossy(&body).into_owned(),
    ))
}
