//! Streams of many games: all public ones, or chosen ones.

use std::time::Duration;

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};
use turnpike::http::server::Bounds;

use crate::helpers::*;
use crate::play::invitations::invites;
use crate::stream_client::*;
use crate::table::*;

const ALL: &str = "/v1/events";

fn chosen(games: &[&str]) -> String {
    format!("/v1/events?ids={}", games.join(","))
}

/// Starts a server whose streams look only after a hint.
async fn quiet_server() -> Server {
    server_bounded(fresh_database().await, |_| {}, |_| {}, only_after_hints).await
}

fn only_after_hints(bounds: &mut Bounds) {
    bounds.streams.heartbeat = Duration::from_secs(3600);
}

/// Opens a stream for a reader without a token.
async fn follows(server: &Server, path: &str, after: Option<&str>) -> StreamClient {
    StreamClient::at(server, path, None, after).await
}

/// Whether the event has this state of a game.
fn is(game: &str, status: &str) -> impl Fn(&Event) -> bool {
    move |event| event.data["id"] == game && event.data["status"] == status
}

/// Returns the games in these events, in order, each with its status.
fn states(events: &[Event]) -> Vec<(&str, &str)> {
    let games = events.iter().filter(|event| event.name == "game");
    games
        .map(|it| {
            let member = |name: &str| it.data[name].as_str().unwrap();
            (member("id"), member("status"))
        })
        .collect()
}

#[tokio::test]
async fn public_stream_sends_each_change_of_a_public_game() {
    let server = quiet_server().await;
    let [ann, ben] = server.two_players().await;
    let mut ear = follows(&server, ALL, None).await;
    assert_eq!(ear.next().await.unwrap().name, "ready");
    let game = ann.makes(json!({"kind": "thats-life", "seats": 2})).await;
    ear.until(is(&game, "open")).await;
    ben.joins(&game).await;
    ear.until(is(&game, "running")).await;
    ann.plays(&game, "leave").await;
    let over = ear.until(is(&game, "finished")).await.pop().unwrap();
    let seen = ann.sees(&game).await;
    for member in ["kind", "ply", "to_act", "result"] {
        assert_eq!(over.data[member], seen[member], "{member}");
    }
}

#[tokio::test]
async fn public_stream_never_sends_private_games() {
    let server = quiet_server().await;
    let [ann, ben] = server.two_players().await;
    let mut ear = StreamClient::at(&server, ALL, Some(&ann.token), None).await;
    let hidden = invites(&ann, "private", json!({"player": "ben"})).await;
    ben.joins(&hidden).await;
    ann.plays(&hidden, "leave").await;
    let game = ann.makes(json!({"kind": "ferry-follies"})).await;
    let events = ear.until(is(&game, "running")).await;
    assert!(states(&events).iter().all(|(id, _)| *id == game));
}

#[tokio::test]
async fn public_stream_does_not_repeat_a_state_after_a_chat_message() {
    let server = quiet_server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let mut ear = follows(&server, ALL, None).await;
    ann.plays(&game, "leave").await;
    ear.until(is(&game, "finished")).await;
    ben.says(&game, "Already?").await;
    let other = ann.makes(json!({"kind": "ferry-follies"})).await;
    let events = ear.until(is(&other, "running")).await;
    assert_eq!(states(&events), [(&*other, "running")]);
}

#[tokio::test]
async fn public_stream_resumes_with_the_newest_state_of_each_changed_game() {
    let server = quiet_server().await;
    let [ann, ben] = server.two_players().await;
    let still = thats_life(&[&ann, &ben]).await;
    let running = thats_life(&[&ann, &ben]).await;
    server.app.clock.forward(TimeDelta::minutes(5));
    let ready = follows(&server, ALL, None).await.next().await.unwrap();
    server.app.clock.forward(TimeDelta::minutes(5));
    ann.plays(&running, "leave").await;
    let made = ann.makes(json!({"kind": "thats-life"})).await;
    ann.delete(&format!("/v1/games/{made}")).await.ok();
    let alone = ann.makes(json!({"kind": "ferry-follies"})).await;
    let mut ear = follows(&server, ALL, Some(&ready.id)).await;
    let mut events = Vec::new();
    while states(&events).len() < 3 {
        events.push(ear.next().await.unwrap());
    }
    let mut states = states(&events);
    states.sort_unstable();
    let mut expected = [
        (&*running, "finished"),
        (&*made, "cancelled"),
        (&*alone, "running"),
    ];
    expected.sort_unstable();
    assert_eq!(states, expected, "not {still}");
}

#[tokio::test]
async fn public_stream_resumes_at_another_node_after_its_last_event() {
    let one = quiet_server().await;
    let two = server_bounded(one.database.clone(), |_| {}, |_| {}, only_after_hints).await;
    let ann = one.player("ann").await;
    let mut ear = follows(&one, ALL, None).await;
    let first = ann.makes(json!({"kind": "ferry-follies"})).await;
    let last = ear.until(is(&first, "running")).await.pop().unwrap();
    drop(ear);
    let second = ann.makes(json!({"kind": "ferry-follies"})).await;
    let mut ear = follows(&two, ALL, Some(&last.id)).await;
    ear.until(is(&second, "running")).await;
}

#[tokio::test]
async fn public_stream_sends_changes_made_at_another_node() {
    let one = quiet_server().await;
    let two = server_bounded(one.database.clone(), |_| {}, |_| {}, only_after_hints).await;
    let ann = one.player("ann").await;
    let mut ear = follows(&two, ALL, None).await;
    let game = ann.makes(json!({"kind": "ferry-follies"})).await;
    ear.until(is(&game, "running")).await;
}

#[tokio::test]
async fn public_stream_that_falls_behind_sends_the_newest_state() {
    let server = quiet_server().await;
    let ann = server.player("ann").await;
    let mut ear = follows(&server, ALL, None).await;
    ear.next().await;
    let game = ann.makes(json!({"kind": "ferry-follies"})).await;
    // More hints than a stream may be behind.
    let other = |n: usize| common::ids::GameId::try_from(format!("x{n}")).unwrap();
    let hints = (0..10_000).map(|n| (other(n), Vec::new()));
    server.app.listeners.changed(hints);
    ear.until(is(&game, "running")).await;
}

#[tokio::test]
async fn chosen_stream_begins_with_the_state_of_each_game() {
    let server = quiet_server().await;
    let [ann, ben] = server.two_players().await;
    let open = ann.makes(json!({"kind": "thats-life"})).await;
    let running = thats_life(&[&ann, &ben]).await;
    let mut ear = follows(&server, &chosen(&[&open, &running]), None).await;
    let events = [ear.next().await.unwrap(), ear.next().await.unwrap()];
    let begins = [(&*open, "open"), (&*running, "running")];
    assert_eq!(states(&events), begins);
}

#[tokio::test]
async fn chosen_stream_sends_changes_of_its_games_only() {
    let server = quiet_server().await;
    let [ann, ben] = server.two_players().await;
    let games = [
        thats_life(&[&ann, &ben]).await,
        thats_life(&[&ann, &ben]).await,
    ];
    let other = thats_life(&[&ann, &ben]).await;
    let path = chosen(&[&games[0], &games[1]]);
    let mut ear = follows(&server, &path, None).await;
    ear.until(is(&games[1], "running")).await;
    ann.plays(&other, "leave").await;
    ann.plays(&games[1], "leave").await;
    ann.plays(&games[0], "leave").await;
    // The stream may send the two in any order.
    let mut events = ear.until(is(&games[0], "finished")).await;
    if !states(&events).contains(&(&*games[1], "finished")) {
        events.extend(ear.until(is(&games[1], "finished")).await);
    }
    assert!(states(&events).iter().all(|(id, _)| *id != other));
}

#[tokio::test]
async fn chosen_stream_resumes_with_the_games_that_changed() {
    let server = quiet_server().await;
    let [ann, ben] = server.two_players().await;
    let still = thats_life(&[&ann, &ben]).await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = chosen(&[&still, &game]);
    let mut ear = follows(&server, &path, None).await;
    let last = ear.until(is(&game, "running")).await.pop().unwrap();
    drop(ear);
    ann.plays(&game, "leave").await;
    let mut ear = follows(&server, &path, Some(&last.id)).await;
    let next = ear.next().await.unwrap();
    assert_eq!(states(&[next]), [(&*game, "finished")]);
}

#[tokio::test]
async fn chosen_stream_sends_a_private_game_to_its_players() {
    let server = quiet_server().await;
    let ann = server.player("ann").await;
    let hidden = invites(&ann, "private", json!({"bot": "greedy"})).await;
    let mut ear = StreamClient::at(&server, &chosen(&[&hidden]), Some(&ann.token), None).await;
    assert_eq!(ear.next().await.unwrap().data["id"], hidden);
}

#[tokio::test]
async fn chosen_stream_with_an_unseen_game_returns_404() {
    let server = quiet_server().await;
    let [ann, ben] = server.two_players().await;
    let public = ann.makes(json!({"kind": "thats-life"})).await;
    let hidden = ann
        .makes(json!({"kind": "thats-life", "visibility": "private"}))
        .await;
    for unseen in [&*hidden, "nothing", "not an id", ""] {
        let answer = ben.get(&chosen(&[&public, unseen])).await;
        answer.problem(404, "not-found");
    }
}

#[tokio::test]
async fn chosen_stream_with_more_than_100_ids_returns_400() {
    let server = server().await;
    let path = chosen(&["Xk3mPq7RtZ2"; 101]);
    let answer = server.send(Method::GET, &path, None, None).await;
    let problem = answer.problem(400, "invalid-request");
    assert_eq!(problem["detail"], "“ids” names at most 100 games.");
}

#[tokio::test]
async fn unknown_last_event_id_of_a_followed_stream_returns_400() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "thats-life"})).await;
    for path in [ALL.to_owned(), chosen(&[&game])] {
        for after in ["x", "18.3.0.9f2c11aa", "t-1"] {
            let refused = ask(&server, &path, None, Some(after)).await;
            assert_eq!(refused.status(), 400, "{path} {after}");
            let problem: Value = refused.json().await.unwrap();
            assert_eq!(problem["code"], "invalid-request");
        }
    }
}

#[tokio::test]
async fn followed_streams_count_against_the_limit_of_streams() {
    let few = |bounds: &mut Bounds| bounds.streams.most.per_client = 1;
    let server = server_bounded(fresh_database().await, |_| {}, |_| {}, few).await;
    let _one = follows(&server, ALL, None).await;
    let refused = server.send(Method::GET, ALL, None, None).await;
    refused.problem(429, "rate-limited");
}

#[tokio::test]
async fn chosen_stream_ends_when_its_reader_can_no_longer_see_a_game() {
    let server = quiet_server().await;
    let [ann, ben] = server.two_players().await;
    let hidden = invites(&ann, "private", json!({"player": "ben"})).await;
    let mut ear = StreamClient::at(&server, &chosen(&[&hidden]), Some(&ben.token), None).await;
    ear.next().await.unwrap();
    ann.delete(&format!("/v1/games/{hidden}/seats/1"))
        .await
        .ok();
    ear.ends().await;
}
