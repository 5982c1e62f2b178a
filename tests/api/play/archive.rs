//! The archive: which finished games it has, in which order, and random ones.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use common::clock::rfc3339;
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::play::invitations::invites;
use crate::table::*;

/// Returns the ids of a page of the archive, as a reader without a token sees it.
async fn archive(server: &Server, query: &str) -> Vec<String> {
    let path = format!("/v1/archive?{query}");
    let page = server.send(Method::GET, &path, None, None).await.ok();
    page["games"].as_array().unwrap().iter().map(id).collect()
}

/// Finishes a game of That's Life!, a second after the one before. The first player loses.
async fn finished(server: &Server, players: &[&Player<'_>]) -> String {
    let game = thats_life(players).await;
    server.app.clock.forward(TimeDelta::seconds(1));
    players[0].plays(&game, "leave").await;
    game
}

#[tokio::test]
async fn archive_lists_the_most_recently_finished_game_first() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let early = thats_life(&[&ann, &ben]).await;
    server.app.clock.forward(TimeDelta::seconds(1));
    let late = finished(&server, &[&ann, &ben]).await;
    server.app.clock.forward(TimeDelta::seconds(1));
    ann.plays(&early, "leave").await;
    assert_eq!(archive(&server, "").await, [early, late]);
}

#[tokio::test]
async fn archive_has_neither_private_nor_unfinished_games() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    thats_life(&[&ann, &ben]).await;
    let cancelled = ann.makes(json!({"kind": "thats-life"})).await;
    ann.delete(&format!("/v1/games/{cancelled}")).await.ok();
    let private = invites(&ann, "private", json!({"player": "ben"})).await;
    ben.joins(&private).await;
    ann.plays(&private, "leave").await;
    assert_eq!(ann.sees(&private).await["status"], "finished");
    assert_eq!(archive(&server, "").await, [""; 0]);
    let own = ann.get("/v1/archive").await.ok();
    assert_eq!(own["games"], json!([]));
    let random = ann.get("/v1/archive/random").await;
    random.problem(404, "not-found");
}

#[tokio::test]
async fn archive_has_a_game_on_a_deal_once_the_deal_closes() {
    let server = server().await;
    let ann = server.player("ann").await;
    let closes_at = rfc3339(server.app.clock.now() + TimeDelta::days(7));
    let deal = json!({"kind": "ferry-follies", "closes_at": closes_at});
    let deal = id(&ann.post("/v1/deals", deal).await.ok());
    let game = ann.makes(json!({"deal": deal})).await;
    ann.plays(&game, "leave").await;
    assert_eq!(archive(&server, "").await, [""; 0]);
    let random = ann.get("/v1/archive/random").await;
    random.problem(404, "not-found");
    server.app.clock.forward(TimeDelta::days(8));
    assert_eq!(archive(&server, "").await, [game]);
}

#[tokio::test]
async fn archive_filters_by_players_result_kind_and_seats() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let first = finished(&server, &[&ann, &ben]).await;
    let second = finished(&server, &[&cleo, &ann]).await;
    let third = finished(&server, &[&ben, &cleo]).await;
    let alone = ann.makes(json!({"kind": "ferry-follies"})).await;
    server.app.clock.forward(TimeDelta::seconds(1));
    ann.plays(&alone, "leave").await;
    for (query, games) in [
        ("", vec![&alone, &third, &second, &first]),
        ("kind=ferry-follies", vec![&alone]),
        ("kind=thats-life&seats=2", vec![&third, &second, &first]),
        ("kind=thats-life&seats=3", vec![]),
        ("player=ANN", vec![&alone, &second, &first]),
        ("player=ann&opponent=Cleo", vec![&second]),
        ("player=ann&result=win", vec![&second]),
        ("player=ann&result=loss", vec![&first]),
        ("player=ann&opponent=nobody", vec![]),
        ("player=nobody", vec![]),
    ] {
        let games: Vec<String> = games.into_iter().cloned().collect();
        assert_eq!(archive(&server, query).await, games, "{query}");
    }
}

#[tokio::test]
async fn archive_has_games_finished_from_since_until_before_until() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let mut games = Vec::new();
    for _ in 0..3 {
        let game = finished(&server, &[&ann, &ben]).await;
        let at = ann.sees(&game).await["finished_at"].clone();
        games.push((game, at.as_str().unwrap().to_owned()));
    }
    let (from, to) = (&games[1].1, &games[2].1);
    let between = archive(&server, &format!("since={from}&until={to}")).await;
    assert_eq!(between, [games[1].0.clone()]);
}

#[tokio::test]
async fn archive_pages_list_each_game_once_in_order() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let mut all = Vec::new();
    for n in 0..7 {
        let game = thats_life(&[&ann, &ben]).await;
        // Several games share a moment.
        server.app.clock.forward(TimeDelta::seconds(n % 2));
        ann.plays(&game, "leave").await;
        let at = ann.sees(&game).await["finished_at"].clone();
        all.push((at.as_str().unwrap().to_owned(), game));
    }
    all.sort();
    let latest_first: Vec<String> = all.into_iter().rev().map(|(_, game)| game).collect();
    let (mut listed, mut path) = (Vec::new(), "/v1/archive?limit=2".to_owned());
    loop {
        let page = server.send(Method::GET, &path, None, None).await.ok();
        listed.extend(page["games"].as_array().unwrap().iter().map(id));
        let Some(next) = page["next"].as_str() else {
            break;
        };
        path = format!("/v1/archive?limit=2&cursor={next}");
    }
    assert_eq!(listed, latest_first);
}

#[tokio::test]
async fn invalid_archive_queries_return_400() {
    let server = server().await;
    for bad in [
        "kind=chess",
        "opponent=ann",
        "result=win",
        "seats=2",
        "kind=buttons&seats=0",
        "kind=buttons&seats=13",
        "limit=0",
        "limit=101",
        "cursor=x",
        "player=%00",
        "player=ann&opponent=%00",
        // The cursor of another list.
        "cursor=MTc3MjM2NjQwMDAwMDAwMCBYazNtUHE3UnRaMg",
        "since=yesterday",
        "status=open",
    ] {
        let path = format!("/v1/archive?{bad}");
        let answer = server.send(Method::GET, &path, None, None).await;
        assert_eq!(answer.status, 400, "{bad} {}", answer.text);
        answer.problem(400, "invalid-request");
    }
}

/// Returns the id of a random game of the archive.
async fn random(server: &Server, query: &str) -> Value {
    let path = format!("/v1/archive/random?{query}");
    server.send(Method::GET, &path, None, None).await.ok()["id"].clone()
}

#[tokio::test]
async fn every_finished_game_can_be_the_random_one() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let mut all = BTreeSet::new();
    for _ in 0..3 {
        all.insert(finished(&server, &[&ann, &ben]).await);
    }
    let mut seen = BTreeSet::new();
    // The ids are random, and so are their distances, on which the chance depends.
    for _ in 0..2_000 {
        seen.insert(random(&server, "").await.as_str().unwrap().to_owned());
        if seen == all {
            return;
        }
    }
    panic!("{seen:?} of {all:?}");
}

#[tokio::test]
async fn random_game_is_of_the_wanted_kind() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    finished(&server, &[&ann, &ben]).await;
    let alone = ann.makes(json!({"kind": "ferry-follies"})).await;
    ann.plays(&alone, "leave").await;
    assert_eq!(random(&server, "kind=ferry-follies").await, alone);
}

#[tokio::test]
async fn archive_without_games_has_no_random_one() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    thats_life(&[&ann, &ben]).await;
    let path = "/v1/archive/random";
    let answer = server.send(Method::GET, path, None, None).await;
    answer.problem(404, "not-found");
}

#[tokio::test]
async fn games_of_a_player_can_be_those_with_one_opponent() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    thats_life(&[&ann, &cleo]).await;
    let path = "/v1/players/ann/games?opponent=BEN&fields=kind";
    let lines = server.send(Method::GET, path, None, None).await.text;
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines, [json!({"id": game, "kind": "thats-life"})]);
}
