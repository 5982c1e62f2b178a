//! Retries and caching.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use turnpike_client::{
    Error, Options, Turnpike,
    api::{MessageInput, MovesInput, ProblemCode},
};

use crate::helpers::{Fate, Proxy, in_words, new_game, player, player_with, server};

async fn a_move_is_played_once(fate: Fate) {
    let proxy = Proxy::start().await;
    let turnpike = player(&proxy.url).await;
    let game = new_game(&turnpike).await.expect("a game");
    let path = format!("POST /v1/games/{game}/moves ");
    proxy.once(&path, fate, 2);
    let roll = serde_json::from_value(json!({ "type": "roll" })).expect("a move");
    let played = turnpike
        .api
        .play_moves(&game, MovesInput::new(vec![roll], 1))
        .await
        .expect("a response");
    assert_eq!(played.seq, 2);
    assert_eq!(proxy.count(&path), 3);
    let log = turnpike
        .api
        .get_log(&game, None, None)
        .await
        .expect("a log");
    assert_eq!(log.entries.iter().filter(|it| it.seat == 0).count(), 1);
}

#[tokio::test]
async fn move_is_played_once_when_requests_are_lost() {
    a_move_is_played_once(Fate::CutBefore).await;
}

#[tokio::test]
async fn move_is_played_once_when_responses_are_lost() {
    a_move_is_played_once(Fate::CutAfter).await;
}

#[tokio::test]
async fn game_is_created_once_when_the_response_is_lost() {
    let proxy = Proxy::start().await;
    let turnpike = player(&proxy.url).await;
    proxy.once("POST /v1/games ", Fate::CutAfter, 1);
    let game = new_game(&turnpike).await.expect("a game");
    assert_eq!(proxy.count("POST /v1/games "), 2);
    let games = turnpike
        .api
        .list_games_builder()
        .mine(true)
        .send()
        .await
        .unwrap()
        .games;
    assert_eq!(games.iter().map(|it| &it.id).collect::<Vec<_>>(), [&game]);
}

#[tokio::test]
async fn only_chat_message_with_an_id_is_retried() {
    let proxy = Proxy::start().await;
    let turnpike = player(&proxy.url).await;
    let game = new_game(&turnpike).await.expect("a game");
    let path = format!("POST /v1/games/{game}/chat ");
    let say = |id: Option<&str>| {
        proxy.once(&path, Fate::CutAfter, 1);
        let message = MessageInput {
            id: id.map(str::to_owned),
            ..MessageInput::new("hello".into())
        };
        turnpike.api.send_message(&game, message)
    };
    say(Some("first")).await.unwrap();
    assert_eq!(proxy.count(&path), 2);
    let failed = say(None).await.map_err(Error::from);
    assert!(matches!(failed, Err(Error::Network(_))), "{failed:?}");
    assert_eq!(proxy.count(&path), 3);
    let chat = turnpike
        .api
        .list_messages_builder(&game)
        .send()
        .await
        .unwrap();
    assert_eq!(chat.messages.len(), 2);
}

/// Returns a client of a new player without retries, another one with retries, and a new game.
async fn without_and_with_retries() -> (Turnpike, Turnpike, String) {
    let (_, tokens) = player_with(&server(), Options::default()).await;
    let hasty = Options {
        retry_timeout: Duration::ZERO,
        ..Options::default()
    };
    let resume = |options| Turnpike::resume(&server(), tokens.clone(), options).expect("a client");
    let (hasty, patient) = (resume(&hasty), resume(&Options::default()));
    let game = new_game(&patient).await.expect("a game");
    (hasty, patient, game)
}

/// Makes fifty calls at once until the rate limit rejects some, and returns their errors. A busy
/// server also rejects calls that would take too long, with status 503.
async fn too_many<T, E, C>(call: impl Fn() -> C) -> Vec<Error>
where
    C: Future<Output = Result<T, E>>,
    Error: From<E>,
{
    loop {
        let responses = join_all((0..50).map(|_| call())).await;
        let refused = responses
            .into_iter()
            .filter_map(Result::err)
            .map(Error::from);
        let (too_many, others): (Vec<_>, Vec<_>) =
            refused.partition(|it| it.code() == Some(&ProblemCode::RateLimited));
        for other in others {
            assert_eq!(other.code(), Some(&ProblemCode::Unavailable), "{other}");
        }
        if !too_many.is_empty() {
            return too_many;
        }
    }
}

#[tokio::test]
async fn rate_limited_request_waits_and_succeeds() {
    let (hasty, patient, game) = without_and_with_retries().await;
    too_many(|| hasty.api.get_log(&game, None, None)).await;
    patient.api.get_log(&game, None, None).await.unwrap();
}

#[tokio::test]
async fn rate_limited_request_without_retries_fails_at_once() {
    let (hasty, _, game) = without_and_with_retries().await;
    for error in too_many(|| hasty.api.export_game(&game)).await {
        let problem = error.problem().unwrap();
        assert_eq!(problem.status, 429);
        assert!(problem.retry_after > Some(0));
    }
}

#[tokio::test]
async fn problem_has_a_code_and_its_members() {
    let turnpike = player(&server()).await;
    let game = new_game(&turnpike).await.expect("a game");
    let refusal = async |seq, text| {
        Error::from(
            turnpike
                .api
                .play_moves(&game, in_words(seq, text))
                .await
                .unwrap_err(),
        )
    };
    let stale = refusal(9, "roll").await;
    assert_eq!(stale.code(), Some(&ProblemCode::Stale));
    assert_eq!(stale.problem().unwrap().seq, Some(1));
    let illegal = refusal(1, "move start").await;
    let problem = illegal.problem().unwrap();
    assert_eq!(problem.code, ProblemCode::IllegalMove);
    assert_eq!(
        (problem.rule.as_deref(), problem.index),
        (Some("WrongPhase"), Some(0))
    );
}

#[tokio::test]
async fn unchanged_response_is_served_from_the_cache() {
    let proxy = Proxy::start().await;
    let turnpike = player(&proxy.url).await;
    let game = new_game(&turnpike).await.expect("a game");
    let first = turnpike.api.list_legal_moves(&game).await.unwrap();
    proxy.forget();
    assert_eq!(
        turnpike.api.list_legal_moves(&game).await.unwrap().texts,
        first.texts
    );
    assert!(proxy.heads("GET ")[0].contains("\r\nif-none-match: "));
    turnpike
        .api
        .play_moves(&game, in_words(1, "roll"))
        .await
        .unwrap();
    assert_ne!(
        turnpike.api.list_legal_moves(&game).await.unwrap().texts,
        first.texts
    );
}
