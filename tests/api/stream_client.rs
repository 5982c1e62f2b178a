//! A client that reads an event stream, and can close its connection after any number of bytes.

use std::time::Duration;

use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::conformance;
use crate::helpers::*;

/// How long anything may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// An event.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub id: String,
    pub name: String,
    pub data: Value,
}

/// A client of one stream.
pub struct StreamClient {
    response: Response,
    heard: Vec<u8>,
    /// Number of keep-alive comments received.
    pub beats: usize,
    schema: &'static str,
}

/// Requests a stream, after the event with this id.
pub async fn ask(
    server: &Server,
    path: &str,
    token: Option<&str>,
    after: Option<&str>,
) -> Response {
    let mut request = server.request(Method::GET, path);
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    if let Some(after) = after {
        request = request.header("Last-Event-ID", after);
    }
    request.send().await.unwrap()
}

impl StreamClient {
    /// Opens a stream; the server must allow it.
    pub async fn at(
        server: &Server,
        path: &str,
        token: Option<&str>,
        after: Option<&str>,
    ) -> StreamClient {
        let response = ask(server, path, token, after).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let schema = match path {
            _ if path.starts_with("/v1/me/") => "PlayerStreamEvent",
            _ if path.starts_with("/v1/events") => "FollowedEvent",
            _ => "GameStreamEvent",
        };
        StreamClient {
            response,
            heard: Vec::new(),
            beats: 0,
            schema,
        }
    }

    /// Returns the next event, or `None` at the end of the response, even if it was cut.
    pub async fn next(&mut self) -> Option<Event> {
        let next = async {
            loop {
                if let Some(event) = self.whole() {
                    return Some(event);
                }
                self.heard
                    .extend_from_slice(&self.response.chunk().await.ok()??);
            }
        };
        let next = tokio::time::timeout(PATIENCE, next).await;
        next.expect("no event for too long")
    }

    /// Events up to and including the first for which `is_it` holds.
    pub async fn until(&mut self, is_it: impl Fn(&Event) -> bool) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            let is_last = is_it(&event);
            events.push(event);
            if is_last {
                return events;
            }
        }
        panic!("the stream ended after {events:?}");
    }

    /// Waits for this many more keep-alive comments, and drops the events in between.
    pub async fn lives(&mut self, beats: usize) {
        let until = self.beats + beats;
        let lives = async {
            while self.beats < until {
                let chunk = self.response.chunk().await.unwrap();
                self.heard
                    .extend_from_slice(&chunk.expect("the stream ended"));
                while self.whole().is_some() {}
            }
        };
        let lived = tokio::time::timeout(PATIENCE, lives).await;
        lived.expect("no keep-alive comment for too long");
    }

    /// Waits until the stream ends, and drops the events before.
    pub async fn ends(mut self) {
        while self.next().await.is_some() {}
    }

    /// Reads this many bytes, or those that arrive within a moment, and closes the connection.
    /// Returns the complete events among them.
    pub async fn cut_after(mut self, bytes: usize) -> Vec<Event> {
        let read = async {
            while self.heard.len() < bytes
                && let Ok(Some(chunk)) = self.response.chunk().await
            {
                self.heard.extend_from_slice(&chunk);
            }
        };
        drop(tokio::time::timeout(Duration::from_millis(150), read).await);
        self.heard.truncate(bytes);
        std::iter::from_fn(|| self.whole()).collect()
    }

    /// Removes the first whole event from the received bytes, if there is one.
    fn whole(&mut self) -> Option<Event> {
        loop {
            let end = self.heard.windows(2).position(|it| it == b"\n\n")?;
            let block: Vec<u8> = self.heard.drain(..end + 2).collect();
            let block = String::from_utf8(block).unwrap();
            let line = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
            let Some(data) = line("data: ") else {
                self.beats += usize::from(block.starts_with(':'));
                continue;
            };
            let event = Event {
                id: line("id: ").unwrap().to_owned(),
                name: line("event: ").unwrap().to_owned(),
                data: serde_json::from_str(data).unwrap(),
            };
            conformance::check_event(
                self.schema,
                &json!({"event": event.name, "data": event.data}),
            );
            return Some(event);
        }
    }
}
