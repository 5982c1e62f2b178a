//! Sends one signed request or one encrypted push. Of the answer, it reads only the status and
//! `Retry-After`.

use std::time::{Duration, Instant};
use std::{fmt, io};

use chrono::{DateTime, TimeDelta, Utc};
use common::clock::Moment;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, RequestBuilder};
use rustls::ClientConfig;
use rustls_platform_verifier::ConfigVerifierExt;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::OnceCell;
use tokio::time::timeout;
use tokio_util::task::AbortOnDropHandle;
use url::Url;

use super::circuits::Circuits;
use super::guard::{self, Allowed, Guard, No};
pub use super::names::Ways;
use super::push::{Identity, Keys};
use super::signature::{Secret, sign};

/// The extra time until a timeout is noticed, in case a receiver keeps the thread busy.
const SLACK: Duration = Duration::from_secs(1);

/// The user agent.
const AGENT: &str = concat!("Turnpike/", env!("CARGO_PKG_VERSION"), " (webhooks)");

/// A webhook request. No `Debug`, because the URL is its owner's secret.
pub struct Message<'a> {
    /// The target.
    pub url: &'a str,
    /// The id of the message, the same for each attempt.
    pub id: &'a str,
    /// The body.
    pub body: &'a str,
    /// The secrets that sign it.
    pub secrets: &'a [Secret],
}

/// A push to a browser or phone. No `Debug`, because the endpoint is its owner's secret.
pub struct Push<'a> {
    /// The target.
    pub endpoint: &'a str,
    /// The keys that encrypt it.
    pub keys: &'a Keys,
    /// The body before encryption.
    pub body: &'a str,
    /// The topic. The push replaces an undelivered one with the same topic (RFC 8030 section 5.4).
    pub topic: Option<&'a str>,
    /// Whether it may wake a phone (RFC 8030 section 5.3).
    pub urgent: bool,
    /// How long the push service should keep it (RFC 8030 section 5.2).
    pub lasts: TimeDelta,
    /// The sender.
    pub by: &'a Identity,
}

/// The answer of a receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The status; `None` if there was no answer, or the URL is not allowed.
    pub status: Option<u16>,
    /// How long the receiver asks the server to wait.
    pub retry_after: Option<TimeDelta>,
}

impl Answer {
    /// No answer.
    pub const NONE: Answer = Answer {
        status: None,
        retry_after: None,
    };

    /// Whether the receiver accepted the message.
    pub fn is_success(&self) -> bool {
        self.status.is_some_and(|it| (200..300).contains(&it))
    }

    /// Whether the receiver wants no further messages, ever.
    pub fn is_gone(&self) -> bool {
        self.status == Some(410)
    }
}

/// The result of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// The receiver's answer, or the absence of one.
    Answered(Answer),
    /// Nothing was sent, because the receiver took too long before and is paused until then.
    Paused(Moment),
}

/// How an attempt ended.
enum End {
    Answered(Answer),
    /// The host was not reached in time.
    NotReached,
    /// The host was reached, and did not answer in time.
    NotAnswered,
    /// The attempt failed quickly for another reason.
    Failed,
}

/// Sends from its own thread, so that long answers of receivers delay no other work.
pub struct Sender {
    allowed: Allowed,
    ways: Ways,
    circuits: Circuits,
    thread: Thread,
    /// The clients for public addresses and for those that the operator allows. They are created on
    /// first use, because reading the machine's certificates takes a while.
    clients: OnceCell<[Client; 2]>,
}

impl fmt::Debug for Sender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sender").finish_non_exhaustive()
    }
}

impl Sender {
    /// Creates a sender that may also send to the allowed targets.
    pub fn new(allowed: Allowed, ways: Ways) -> io::Result<Sender> {
        Ok(Sender {
            allowed,
            ways,
            circuits: Circuits::default(),
            thread: Thread::start()?,
            clients: OnceCell::const_new(),
        })
    }

    /// Checks that the URL is allowed now. Returns the parsed URL.
    pub async fn check(&self, url: &str) -> Result<Url, No> {
        let (url, allowed, ways) = (url.to_owned(), self.allowed.clone(), self.ways);
        let check = async move { guard::check(&url, &allowed, ways).await };
        let checked = self.thread.run(check, self.ways.answering).await;
        checked.unwrap_or(Err(No::Host))
    }

    /// Sends a webhook request, unless the receiver is paused. Fails if this server cannot send at
    /// all.
    pub async fn send(&self, message: &Message<'_>, now: Moment) -> anyhow::Result<Attempt> {
        let Ok(url) = guard::read(message.url, &self.allowed) else {
            return Ok(Attempt::Answered(Answer::NONE));
        };
        self.attempt(&url, now, |request| {
            let signed = sign(message.secrets, message.id, now, message.body);
            let request = request
                .header(CONTENT_TYPE, "application/json")
                .header("webhook-id", message.id)
                .header("webhook-timestamp", now.timestamp())
                .header("webhook-signature", signed)
                .body(message.body.to_owned());
            Ok(request)
        })
        .await
    }

    /// Sends a push, unless the push service is paused. Fails if this server cannot send at all.
    pub async fn push(&self, push: &Push<'_>, now: Moment) -> anyhow::Result<Attempt> {
        let Ok(url) = guard::read(push.endpoint, &self.allowed) else {
            return Ok(Attempt::Answered(Answer::NONE));
        };
        self.attempt(&url, now, |mut request| {
            if let Some(topic) = push.topic {
                request = request.header("topic", topic);
            }
            let request = request
                .header(AUTHORIZATION, push.by.authorization(&url, now)?)
                .header(CONTENT_TYPE, "application/octet-stream")
                .header(CONTENT_ENCODING, "aes128gcm")
                .header("ttl", push.lasts.num_seconds())
                .header("urgency", if push.urgent { "high" } else { "normal" })
                .body(push.keys.seal(push.body)?);
            Ok(request)
        })
        .await
    }

    /// Sends a request, unless its receiver is paused. Records whether the receiver took too long.
    async fn attempt(
        &self,
        url: &Url,
        now: Moment,
        written: impl FnOnce(RequestBuilder) -> anyhow::Result<RequestBuilder>,
    ) -> anyhow::Result<Attempt> {
        // Another port of the same host counts as another receiver.
        let (host, whole) = (url.origin().ascii_serialization(), url.as_str());
        if let Some(until) = self.circuits.rests(&[&host, whole], now) {
            return Ok(Attempt::Paused(until));
        }
        let [public, strict] = self.clients().await?;
        let client = if guard::is_strict(url) {
            strict
        } else {
            public
        };
        let request = written(client.post(url.clone()).timeout(self.ways.answering))?;
        let begun = Instant::now();
        let end = self.end(request, now).await;
        let ended = now + TimeDelta::from_std(begun.elapsed()).unwrap_or_default();
        match end {
            End::Answered(answer) => {
                self.circuits.answered(&host);
                self.circuits.answered(whole);
                return Ok(Attempt::Answered(answer));
            }
            End::NotReached => self.circuits.was_late(&host, now, ended),
            End::NotAnswered => self.circuits.was_late(whole, now, ended),
            End::Failed => {}
        }
        Ok(Attempt::Answered(Answer::NONE))
    }

    async fn end(&self, request: RequestBuilder, now: Moment) -> End {
        let ended = async move {
            match request.send().await {
                // The body is not read.
                Ok(response) => End::Answered(Answer {
                    status: Some(response.status().as_u16()),
                    retry_after: retry_after(response.headers(), now),
                }),
                // The error is not logged, because it quotes the URL.
                Err(error) if !error.is_timeout() => End::Failed,
                Err(error) if error.is_connect() => End::NotReached,
                Err(_) => End::NotAnswered,
            }
        };
        let ended = self.thread.run(ended, self.ways.answering + SLACK).await;
        ended.unwrap_or(End::Failed)
    }

    async fn clients(&self) -> anyhow::Result<&[Client; 2]> {
        let make = || async {
            let tls = ClientConfig::with_platform_verifier()?;
            let client = |strict| {
                let guard = Guard::new(self.allowed.clone(), strict, self.ways);
                client(&tls, guard, self.ways.connecting).build()
            };
            Ok([client(false)?, client(true)?])
        };
        self.clients.get_or_try_init(make).await
    }
}

/// A thread that runs tasks. Dropping this value ends it.
struct Thread(Option<Runtime>);

impl Thread {
    fn start() -> io::Result<Thread> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("webhooks")
            .enable_all()
            .build()?;
        Ok(Thread(Some(runtime)))
    }

    /// Runs a task. Returns `None` if it does not end in time.
    async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
        patience: Duration,
    ) -> Option<T> {
        let task = AbortOnDropHandle::new(self.0.as_ref()?.spawn(work));
        timeout(patience, task).await.ok()?.ok()
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// Configures a client without redirects, which would bypass the guard, without a proxy, which
/// would resolve names itself, and without kept connections, whose names may resolve to other
/// addresses by now.
fn client(tls: &ClientConfig, guard: Guard, connecting: Duration) -> ClientBuilder {
    Client::builder()
        .connect_timeout(connecting)
        .tls_backend_preconfigured(tls.clone())
        .dns_resolver(guard)
        .redirect(Policy::none())
        .no_proxy()
        .retry(reqwest::retry::never())
        .http1_only()
        .referer(false)
        .pool_max_idle_per_host(0)
        .user_agent(AGENT)
}

/// Reads `Retry-After`: seconds, or a date (RFC 9110 section 10.2.3).
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
    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpListener;

    use super::*;

    /// The receiver sends `102 Processing` without end. The attempt times out like one without an
    /// answer, and other requests don't wait.
    #[tokio::test]
    async fn receiver_that_sends_102_without_end_times_out() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let receiver = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let more = b"HTTP/1.1 102 Processing\r\n\r\n".repeat(64);
            let mut sent = 0;
            while stream.write_all(&more).await.is_ok() {
                sent += more.len();
            }
            sent
        });
        let ways = Ways {
            answering: Duration::from_secs(2),
            ..Ways::default()
        };
        let sender = Sender::new("127.0.0.0/8".parse().unwrap(), ways).unwrap();
        let message = Message {
            url: &url,
            id: "msg_1",
            body: "{}",
            secrets: &[Secret::draw()],
        };
        let now = "2026-03-01T12:00:00Z".parse().unwrap();
        let attempt = sender.send(&message, now).await.unwrap();
        assert_eq!(attempt, Attempt::Answered(Answer::NONE));
        assert!(receiver.await.unwrap() > 0, "it is cut off");
    }

    #[test]
    fn retry_after_is_parsed_as_seconds_or_date() {
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
