//! The event stream of many games.

use actix_web::{HttpResponse, get};
use common::clock::rfc3339;
use common::ids::GameId;
use db::sets::GameStatus;
use integrations::streams::followed::{Cursor, Followed, FollowedStream, MOST, News};
use play::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::http::integrations::streams::{self, Event, Listener, Tells};
use crate::http::openapi::schemas::{OutcomeResource, ProblemBody};
use crate::http::play::lobby::split_ids;
use crate::http::play::resources::seats_to_act;
use crate::http::problem::Result;
use crate::http::query::Query;
use crate::http::{DateTime, State};

/// Which games to follow.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FollowQuery {
    /// Only these games: up to 100 ids, separated by commas. You must be allowed to see each of
    /// them. Default: all public games.
    #[param(example = "Xk3mPq7RtZ2,Gx3kPq7LmZ2")]
    ids: Option<String>,
}

/// An event of a stream of many games: its name, and the data that it carries as JSON.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
pub enum FollowedEvent {
    /// The stream of all public games has begun.
    Ready(FollowReady),
    /// The state of a game, sent whenever it changes. It may skip states in between.
    Game(FollowedGameState),
}

/// The beginning of a stream of all public games.
#[derive(Serialize, ToSchema)]
pub struct FollowReady {
    /// The stream has the changes since this time.
    since: DateTime,
}

/// The state of a game that you follow.
#[derive(Serialize, ToSchema)]
pub struct FollowedGameState {
    /// The game's id.
    id: String,
    /// The kind of game.
    #[schema(example = "thats-life")]
    kind: String,
    /// The game's status.
    status: GameStatus,
    /// The number of entries in the log.
    ply: i64,
    /// The seats that have to decide.
    to_act: Vec<u8>,
    /// The result; null until the game finishes.
    #[schema(value_type = Option<OutcomeResource>, required)]
    result: Option<Value>,
}

impl From<Followed> for FollowedGameState {
    fn from(game: Followed) -> FollowedGameState {
        FollowedGameState {
            id: game.id.to_string(),
            kind: game.kind,
            status: game.status,
            ply: game.ply,
            to_act: seats_to_act(game.acting),
            result: game.result,
        }
    }
}

policy!(stream_public_games: Scope(GamesRead), cost = 3);
/// Follow many games
///
/// Streams server-sent events: `game` has the state of a game that has changed. Without `ids` the
/// stream is about all public games. It begins with `ready`, and the changes from now on follow.
/// With `ids` it begins with the state of each of these games. Private games that you may see are
/// allowed; a game that you may not see is `not-found`. To resume, at any server, send the `id` of
/// the last event as `Last-Event-ID`: you get the current state of each game that has changed
/// since. A stream of all public games may
/// repeat states; after a cursor older than a day it begins anew. The stream ends
/// when you can no longer see one of the `ids`, when your token is no longer valid, and when the
/// server stops. Public games need no token.
#[utoipa::path(
    tag = "games",
    params(
        FollowQuery,
        ("Last-Event-ID" = Option<String>, Header, description = "The `id` of the last event that you have"),
    ),
    responses(
        (status = 200, description = "Events, each with an `id`, one of these names as `event`, and `data`",
            body = FollowedEvent, content_type = "text/event-stream"),
        (status = 400, description = "invalid-request", body = ProblemBody),
        (status = 404, description = "not-found", body = ProblemBody),
    ),
    security((), ("access_token" = []))
)]
#[get("/v1/events")]
pub(crate) async fn stream_public_games(
    state: State,
    listener: Listener,
    Query(query): Query<FollowQuery>,
) -> Result<HttpResponse> {
    let games = query.ids.as_deref().map(read_ids).transpose()?;
    let (public, chosen) = match &games {
        None => (listener.cursor()?, None),
        Some(_) => (None, listener.cursor()?),
    };
    let (reader, stopping) = listener.parts();
    let heartbeat = reader.terms.heartbeat;
    let follows = match games {
        None => FollowedStream::public(&state, reader, public).await?,
        Some(games) => FollowedStream::chosen(&state, reader, games, chosen).await?,
    };
    Ok(streams::answer(state, stopping, heartbeat, follows))
}

/// Parses the ids of games. A text that cannot be an id names no game.
fn read_ids(list: &str) -> Result<Vec<GameId>> {
    let mut games: Vec<GameId> = Vec::new();
    for id in split_ids(list, MOST)? {
        let id = GameId::try_from(id.to_owned()).map_err(|_| Refusal::NOT_FOUND)?;
        if !games.contains(&id) {
            games.push(id);
        }
    }
    Ok(games)
}

impl Tells for FollowedStream {
    async fn next(&mut self, app: &App) -> Result<Vec<Event>, Refusal> {
        let news = FollowedStream::next(self, app).await?;
        let events = news
            .into_iter()
            .map(|(news, cursor)| FollowedEvent::of(news).written(&cursor));
        events.collect()
    }
}

impl FollowedEvent {
    fn of(news: News) -> FollowedEvent {
        match news {
            News::Ready(at) => FollowedEvent::Ready(FollowReady { since: rfc3339(at) }),
            News::Game(game) => FollowedEvent::Game((*game).into()),
        }
    }

    fn written(&self, cursor: &Cursor) -> Result<Event, Refusal> {
        match self {
            FollowedEvent::Ready(ready) => Event::new(cursor, "ready", ready),
            FollowedEvent::Game(state) => Event::new(cursor, "game", state),
        }
    }
}
