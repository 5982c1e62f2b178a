//! All games of a player at once, one a line (NDJSON).

use std::collections::VecDeque;

use actix_web::web::Bytes;
use actix_web::{HttpResponse, get};
use futures_util::stream;
use tracing::{Instrument, Span};

use super::State;
use super::caller::SignedIn;
use crate::clock::Moment;
use crate::http::problem::{Problem, Result};
use crate::http::schemas::RecordBody;
use crate::ids::GameId;
use crate::refusal::Refusal;
use crate::service::access::Caller;
use crate::service::export::{self, Export};
use crate::service::look::{self, Search};
use crate::store::sets::GameStatus;

/// The media type: JSON values, each on a line of its own.
const NDJSON: &str = "application/x-ndjson";

/// How many games are looked up at once.
const PAGE: i64 = 100;

/// What is being told.
struct All {
    state: State,
    caller: Caller,
    /// Games that are told next.
    next: VecDeque<GameId>,
    /// Up to which game they were looked up; none when there are no more.
    after: Option<Option<(Moment, GameId)>>,
    /// The game that is being told.
    now: Option<Export>,
}

impl All {
    async fn piece(&mut self) -> Result<Option<Bytes>, Refusal> {
        loop {
            if let Some(game) = &mut self.now {
                if let Some(piece) = game.next(&self.state).await? {
                    return Ok(Some(piece.into()));
                }
                self.now = None;
                return Ok(Some(Bytes::from_static(b"\n")));
            }
            match self.next.pop_front() {
                // What is damaged rests, and the operator has been told: it keeps nobody from the others.
                Some(id) => match self.begin(&id).await {
                    Err(Refusal::DamagedGame) => {}
                    begun => self.now = Some(begun?),
                },
                None if self.after.is_none() => return Ok(None),
                None => self.look_up().await?,
            }
        }
    }

    async fn begin(&self, id: &GameId) -> Result<Export, Refusal> {
        // As for each piece, with no place while whoever reads takes their time.
        let _place = self.state.lanes.histories.take().await?;
        export::begin(&self.state, Some(&self.caller), id).await
    }

    async fn look_up(&mut self) -> Result<(), Refusal> {
        let search = Search {
            status: Some(GameStatus::Finished),
            mine: true,
            after: self.after.take().flatten(),
            limit: PAGE,
            ..Search::default()
        };
        let page = look::list(&self.state, Some(&self.caller), &search).await?;
        if let Some((row, _)) = page.games.last().filter(|_| page.more) {
            self.after = Some(Some((row.created_at, row.id.clone())));
        }
        self.next = page.games.into_iter().map(|(row, _)| row.id).collect();
        Ok(())
    }
}

/// Export all your games
///
/// The records of your finished games, the newest first, one on each line (NDJSON): what
/// `GET /v1/games/{id}/export` answers for each, but for games that are damaged. An answer that breaks off ends within a line.
#[utoipa::path(
    tag = "history",
    responses(
        (status = 200, description = "The records.", body = RecordBody, content_type = "application/x-ndjson"),
    ),
)]
#[get("/v1/me/export")]
pub(super) async fn export_games(state: State, SignedIn(caller): SignedIn) -> Result<HttpResponse> {
    let mut all = All {
        state,
        caller,
        next: VecDeque::new(),
        after: Some(None),
        now: None,
    };
    // Before anything is answered, so that what is refused is refused.
    all.look_up().await?;
    let pieces = stream::try_unfold((all, Span::current()), async |(mut all, span)| {
        let piece = async {
            all.piece().await.inspect_err(|refusal| {
                // The answer has begun: no line about the request tells it.
                tracing::error!(%refusal, "an export broke off");
            })
        };
        let piece = piece.instrument(span.clone()).await?;
        Ok::<_, Problem>(piece.map(|piece| (piece, (all, span))))
    });
    Ok(HttpResponse::Ok().content_type(NDJSON).streaming(pieces))
}
