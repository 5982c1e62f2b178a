//! Streams of events that resume after an interruption.

use std::{pin::Pin, time::Duration};

use bytes::Bytes;
use futures_util::{
    Stream, StreamExt, TryStreamExt,
    future::BoxFuture,
    stream::{BoxStream, try_unfold},
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sse_stream::{Sse, SseByteStream};
use tokio::time::sleep;

use crate::{
    Error, Turnpike,
    api::{FollowedEvent, GameStreamEvent, PlayerStreamEvent},
};

/// How long to wait before reconnecting, unless the server says otherwise.
const RETRY: Duration = Duration::from_secs(3);

/// An event of a stream.
#[derive(Debug, Clone)]
pub struct StreamEvent<E> {
    /// The id of the event. Another stream resumes after it.
    pub id: String,
    /// What happened, or the current state.
    pub event: E,
}

/// A stream of events. It ends with the first error: a rejection by the server, or a network
/// failure that outlasts [`Options::retry_timeout`](crate::Options::retry_timeout).
pub type EventStream<E> = Pin<Box<dyn Stream<Item = Result<StreamEvent<E>, Error>> + Send>>;

/// Where the stream of a game begins. By default it has only new events.
#[derive(Debug, Clone, Default)]
pub struct StreamOptions {
    /// After the entry with this number.
    pub since: Option<i32>,
    /// After the chat message with this number.
    pub message: Option<i64>,
    /// After the event with this id.
    pub last_event_id: Option<String>,
}

impl Turnpike {
    /// Follows the list of the player's games and the state of each, after the event with this id.
    pub fn my_events(&self, last_event_id: Option<String>) -> EventStream<PlayerStreamEvent> {
        let api = self.api.clone();
        follow(&["game", "games"], last_event_id, move |last| {
            let api = api.clone();
            Box::pin(async move { Ok(api.stream_my_games(last).await?.boxed()) })
        })
    }

    /// Follows all public games from now on, or these, up to 100, after the event with this id.
    pub fn public_events(
        &self,
        games: &[&str],
        last_event_id: Option<String>,
    ) -> EventStream<FollowedEvent> {
        let api = self.api.clone();
        let games = (!games.is_empty()).then(|| games.join(","));
        follow(&["game", "ready"], last_event_id, move |last| {
            let (api, games) = (api.clone(), games.clone());
            Box::pin(async move { Ok(api.stream_public_games(games, last).await?.boxed()) })
        })
    }

    /// Follows the log, the state and the chat of a game.
    pub fn game_events(&self, game: &str, options: StreamOptions) -> EventStream<GameStreamEvent> {
        let (api, game) = (self.api.clone(), game.to_owned());
        let (since, message) = (options.since, options.message);
        follow(
            &["chat", "game", "log"],
            options.last_event_id,
            move |last| {
                let (api, game) = (api.clone(), game.clone());
                Box::pin(
                    async move { Ok(api.stream_game(game, since, message, last).await?.boxed()) },
                )
            },
        )
    }
}

type Bytewise = BoxStream<'static, reqwest::Result<Bytes>>;
type Open = dyn Fn(Option<String>) -> BoxFuture<'static, Result<Bytewise, Error>> + Send;

struct Follower {
    /// The events that the client knows. It ignores all others.
    known: &'static [&'static str],
    open: Box<Open>,
    last: Option<String>,
    retry: Duration,
    lines: Option<SseByteStream<Bytewise>>,
}

fn follow<E: DeserializeOwned + Send + 'static>(
    known: &'static [&'static str],
    last: Option<String>,
    open: impl Fn(Option<String>) -> BoxFuture<'static, Result<Bytewise, Error>> + Send + 'static,
) -> EventStream<E> {
    let follower = Follower {
        known,
        open: Box::new(open),
        last,
        retry: RETRY,
        lines: None,
    };
    Box::pin(try_unfold(follower, |mut follower| async {
        let event = follower.next().await?;
        Ok(Some((event, follower)))
    }))
}

impl Follower {
    /// Returns the next event, of this connection or a later one.
    async fn next<E: DeserializeOwned>(&mut self) -> Result<StreamEvent<E>, Error> {
        loop {
            let lines = match &mut self.lines {
                Some(lines) => lines,
                none => none.insert(SseByteStream::new((self.open)(self.last.clone()).await?)),
            };
            // After an interruption, the server repeats all events after the last complete one.
            let Ok(Some(Sse {
                event,
                data,
                id,
                retry,
            })) = lines.try_next().await
            else {
                self.lines = None;
                sleep(self.retry).await;
                continue;
            };
            if let Some(retry) = retry {
                self.retry = Duration::from_millis(retry);
            }
            if let (Some(name), Some(data), Some(id)) = (event, data, id) {
                self.last = Some(id.clone());
                if !self.known.contains(&name.as_str()) {
                    continue;
                }
                let event = serde_json::from_str(&data)
                    .and_then(|data: Value| {
                        serde_json::from_value(json!({ "event": name, "data": data }))
                    })
                    .map_err(|_| Error::UnexpectedResponse {
                        status: 200,
                        body: data,
                    })?;
                return Ok(StreamEvent { id, event });
            }
        }
    }
}
