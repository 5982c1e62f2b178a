//! The way out: one signed request, or one sealed push, whose answer is a status and nothing else.

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

/// How much longer it may be until that is noticed, where a receiver keeps the thread busy.
const SLACK: Duration = Duration::from_secs(1);

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

/// What is pushed to a browser or phone. No `Debug`: the endpoint is its owner's secret.
pub struct Push<'a> {
    /// Where to.
    pub endpoint: &'a str,
    /// What it is sealed with.
    pub keys: &'a Keys,
    /// What is told.
    pub body: &'a str,
    /// What takes the place of what has the same topic and was not shown yet (RFC 8030 section 5.4).
    pub topic: Option<&'a str>,
    /// Whether it is worth waking a phone (RFC 8030 section 5.3).
    pub urgent: bool,
    /// How long it is worth telling (RFC 8030 section 5.2).
    pub lasts: TimeDelta,
    /// Who pushes.
    pub by: &'a Identity,
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

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// The receiver answered this, or nothing.
    Answer(Answer),
    /// Nothing was sent: the receiver took too long before, and rests until then.
    Rests(Moment),
}

/// How an attempt ended.
enum End {
    Answered(Answer),
    /// The host was not reached in time.
    NotReached,
    /// The host was reached, and did not answer in time.
    NotAnswered,
    /// It failed otherwise, soon.
    Failed,
}

/// Sends, from a thread of its own: what receivers answer, however much, keeps nobody else busy.
pub struct Sender {
    allowed: Allowed,
    ways: Ways,
    circuits: Circuits,
    thread: Thread,
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
    pub fn new(allowed: Allowed, ways: Ways) -> io::Result<Sender> {
        Ok(Sender {
            allowed,
            ways,
            circuits: Circuits::default(),
            thread: Thread::start()?,
            clients: OnceCell::const_new(),
        })
    }

    /// Checks that something may go to this URL now, and answers it as it is read.
    pub async fn check(&self, url: &str) -> Result<Url, No> {
        let (url, allowed, ways) = (url.to_owned(), self.allowed.clone(), self.ways);
        let check = async move { guard::check(&url, &allowed, ways).await };
        let checked = self.thread.run(check, self.ways.answering).await;
        checked.unwrap_or(Err(No::Host))
    }

    /// Sends, unless the receiver rests. An error if nothing can be sent at all, from here.
    pub async fn send(&self, message: &Message<'_>, now: Moment) -> anyhow::Result<Came> {
        let Ok(url) = guard::read(message.url, &self.allowed) else {
            return Ok(Came::Answer(Answer::NONE));
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

    /// Pushes, unless the push service rests. An error if nothing can be sent at all, from here.
    pub async fn push(&self, push: &Push<'_>, now: Moment) -> anyhow::Result<Came> {
        let Ok(url) = guard::read(push.endpoint, &self.allowed) else {
            return Ok(Came::Answer(Answer::NONE));
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

    /// Sends a request, unless its receiver rests, and notes whether that took too long.
    async fn attempt(
        &self,
        url: &Url,
        now: Moment,
        written: impl FnOnce(RequestBuilder) -> anyhow::Result<RequestBuilder>,
    ) -> anyhow::Result<Came> {
        // Another port of the same host is another receiver.
        let (host, whole) = (url.origin().ascii_serialization(), url.as_str());
        if let Some(until) = self.circuits.rests(&[&host, whole], now) {
            return Ok(Came::Rests(until));
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
                return Ok(Came::Answer(answer));
            }
            End::NotReached => self.circuits.was_late(&host, now, ended),
            End::NotAnswered => self.circuits.was_late(whole, now, ended),
            End::Failed => {}
        }
        Ok(Came::Answer(Answer::NONE))
    }

    async fn end(&self, request: RequestBuilder, now: Moment) -> End {
        let ended = async move {
            match request.send().await {
                // The body is not read.
                Ok(response) => End::Answered(Answer {
                    status: Some(response.status().as_u16()),
                    retry_after: retry_after(response.headers(), now),
                }),
                // What went wrong is not told: the error quotes the URL.
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

/// A thread that does what may be asked of it. It ends with this.
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

    /// What comes of it, if it comes in time.
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

/// No redirects, which would lead past the guard; no proxy, which would resolve names itself; and no connection that
/// is kept, whose name may lead elsewhere by now.
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
    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpListener;

    use super::*;

    /// `102 Processing`, again and again, before any answer: it takes as long as nothing does, and nobody else waits.
    #[tokio::test]
    async fn a_receiver_that_never_comes_to_the_point_is_given_up() {
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
            answering: Duration::from_millis(200),
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
        let came = sender.send(&message, now).await.unwrap();
        assert_eq!(came, Came::Answer(Answer::NONE));
        assert!(receiver.await.unwrap() > 0, "it is cut off");
    }

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
