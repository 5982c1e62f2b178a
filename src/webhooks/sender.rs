//! The way out: one signed request, whose answer is a status and nothing else.

use std::fmt;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::header::{CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder};
use rustls::ClientConfig;
use rustls_platform_verifier::ConfigVerifierExt;
use tokio::sync::OnceCell;

use super::guard::{self, Allowed, Guard};
use super::signature::{Secret, sign};
use crate::clock::Moment;

/// How long a receiver may take to answer.
const PATIENCE: Duration = Duration::from_secs(15);

/// Who sends.
const AGENT: &str = concat!("Turnpike/", env!("CARGO_PKG_VERSION"), " (webhooks)");

/// What is sent. No `Debug`: the URL is its owner's secret.
pub struct Message<'a> {
    /// Where to.
    pub url: &'a str,
    /// The id of what is told, the same each time it is tried.
    pub id: &'a str,
    /// What is told.
    pub body: &'a str,
    /// What signs.
    pub secrets: &'a [Secret],
}

/// What came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The status; none where nothing was answered, or nothing may go there.
    pub status: Option<u16>,
    /// How long the receiver wants to be left alone.
    pub retry_after: Option<TimeDelta>,
}

impl Answer {
    const NONE: Answer = Answer {
        status: None,
        retry_after: None,
    };

    /// Whether it was taken.
    pub fn is_success(&self) -> bool {
        self.status.is_some_and(|it| (200..300).contains(&it))
    }

    /// Whether the receiver wants nothing more, for good.
    pub fn is_gone(&self) -> bool {
        self.status == Some(410)
    }
}

/// Sends.
pub struct Sender {
    allowed: Allowed,
    /// Made when they are first needed: reading the machine's certificates takes a while. To public addresses, and
    /// to those that the operator allows.
    clients: OnceCell<[Client; 2]>,
}

impl fmt::Debug for Sender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sender").finish_non_exhaustive()
    }
}

impl Sender {
    /// One that may also send to what is allowed.
    pub const fn new(allowed: Allowed) -> Sender {
        Sender {
            allowed,
            clients: OnceCell::const_new(),
        }
    }

    /// What may be sent to besides the public internet.
    pub const fn allowed(&self) -> &Allowed {
        &self.allowed
    }

    /// Sends, and says what was answered; an error where nothing can be sent at all, from here.
    pub async fn send(&self, message: &Message<'_>, now: Moment) -> anyhow::Result<Answer> {
        let Ok(url) = guard::read(message.url, &self.allowed) else {
            return Ok(Answer::NONE);
        };
        let [public, strict] = self.clients().await?;
        let client = if guard::is_strict(&url) {
            strict
        } else {
            public
        };
        let request = client
            .post(url)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", message.id)
            .header("webhook-timestamp", now.timestamp())
            .header(
                "webhook-signature",
                sign(message.secrets, message.id, now, message.body),
            )
            .body(message.body.to_owned());
        // What went wrong is not told: the error quotes the URL. The body is not read.
        Ok(match request.send().await {
            Ok(response) => Answer {
                status: Some(response.status().as_u16()),
                retry_after: retry_after(response.headers(), now),
            },
            Err(_) => Answer::NONE,
        })
    }

    async fn clients(&self) -> anyhow::Result<&[Client; 2]> {
        let make = || async {
            let tls = ClientConfig::with_platform_verifier()?;
            let client = |strict| client(&tls, Guard::new(self.allowed.clone(), strict)).build();
            Ok([client(false)?, client(true)?])
        };
        self.clients.get_or_try_init(make).await
    }
}

/// No redirects, which would lead past the guard; no proxy, which would resolve names itself; and no connection that
/// is kept, whose name may lead elsewhere by now.
fn client(tls: &ClientConfig, guard: Guard) -> ClientBuilder {
    Client::builder()
        .tls_backend_preconfigured(tls.clone())
        .dns_resolver(guard)
        .redirect(Policy::none())
        .no_proxy()
        .retry(reqwest::retry::never())
        .http1_only()
        .referer(false)
        .pool_max_idle_per_host(0)
        .timeout(PATIENCE)
        .user_agent(AGENT)
}

/// Seconds, or a date (RFC 9110 section 10.2.3).
fn retry_after(headers: &HeaderMap, now: Moment) -> Option<TimeDelta> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let seconds = text.parse::<u32>().map(|it| TimeDelta::seconds(it.into()));
    let until = || {
        let until = DateTime::parse_from_rfc2822(text).ok()?.with_timezone(&Utc);
        Some((until - now).max(TimeDelta::zero()))
    };
    seconds.ok().or_else(until)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receiver_says_when_to_come_again() {
        let now: Moment = "2026-03-01T12:00:00Z".parse().unwrap();
        let of = |text: &str| {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, text.parse().unwrap())]);
            retry_after(&headers, now).map(|it| it.num_seconds())
        };
        assert_eq!(of("120"), Some(120));
        assert_eq!(of("Sun, 01 Mar 2026 12:01:00 GMT"), Some(60));
        assert_eq!(of("Sun, 01 Mar 2026 11:01:00 GMT"), Some(0));
        assert_eq!(of("soon"), None);
    }
}
