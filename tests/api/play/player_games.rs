//! The public games of a player as NDJSON.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::play::invitations::invites;
use crate::table::*;

/// Returns the games of a player as `reader` gets them.
async fn games_of(reader: &Player<'_>, name: &str, query: &str) -> Vec<Value> {
    let answer = reader
        .get(&format!("/v1/players/{name}/games{query}"))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.headers["content-type"], "application/x-ndjson");
    let lines = answer.text.lines();
    lines.map(|it| serde_json::from_str(it).unwrap()).collect()
}

async fn ids_of(reader: &Player<'_>, name: &str, query: &str) -> Vec<String> {
    let games = games_of(reader, name, query).await;
    games.iter().map(id).collect()
}

#[tokio::test]
async fn player_games_are_those_of_the_list_newest_first() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    thats_life(&[&ann, &ben]).await;
    server.app.clock.forward(TimeDelta::seconds(1));
    ben.makes(json!({"kind": "ferry-follies"})).await;
    server.app.clock.forward(TimeDelta::seconds(1));
    ann.makes(json!({"kind": "buttons", "seats": 2})).await;
    let listed = ben.get("/v1/games?player=ann").await.ok();
    assert_eq!(json!(games_of(&ben, "ANN", "").await), listed["games"]);
}

#[tokio::test]
async fn player_games_never_have_private_games() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let hidden = invites(&ann, "private", json!({"player": "ben"})).await;
    ben.joins(&hidden).await;
    for reader in [&ann, &ben] {
        assert_eq!(ids_of(reader, "ann", "").await, [""; 0]);
    }
}

#[tokio::test]
async fn player_games_have_a_game_on_a_deal_when_the_deal_is_closed() {
    let server = server().await;
    let ann = server.player("ann").await;
    let closes_at = common::clock::rfc3339(server.app.clock.now() + TimeDelta::days(1));
    let deal = json!({"kind": "ferry-follies", "closes_at": closes_at});
    let deal = id(&ann.post("/v1/deals", deal).await.ok());
    let game = ann.makes(json!({"deal": deal})).await;
    assert_eq!(ids_of(&ann, "ann", "").await, [""; 0]);
    server.app.clock.forward(TimeDelta::days(2));
    assert_eq!(ids_of(&ann, "ann", "").await, [game]);
}

#[tokio::test]
async fn player_games_filters_narrow_the_list() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let lost = thats_life(&[&ann, &ben]).await;
    ann.plays(&lost, "leave").await;
    server.app.clock.forward(TimeDelta::days(1));
    let later = ann.makes(json!({"kind": "ferry-follies"})).await;
    let day = ann.sees(&later).await["created_at"].clone();
    let day = day.as_str().unwrap();
    for (query, games) in [
        ("?kind=ferry-follies".to_owned(), vec![later.clone()]),
        ("?status=finished".to_owned(), vec![lost.clone()]),
        ("?result=loss".to_owned(), vec![lost.clone()]),
        ("?result=win".to_owned(), vec![]),
        (format!("?since={day}"), vec![later.clone()]),
        (format!("?until={day}"), vec![lost.clone()]),
        ("?limit=1".to_owned(), vec![later.clone()]),
    ] {
        assert_eq!(ids_of(&ben, "ann", &query).await, games, "{query}");
    }
}

#[tokio::test]
async fn player_games_with_fields_have_these_members_and_the_id() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "ferry-follies"})).await;
    let shown = games_of(&ann, "ann", "?fields=status").await;
    assert_eq!(shown, [json!({"id": game, "status": "running"})]);
}

#[tokio::test]
async fn player_games_beyond_a_page_are_sent_without_gaps() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "ferry-follies"})).await;
    crate::play::game_lists::copies(&server, &game, 1, 250, "public").await;
    let all = ids_of(&ann, "ann", "?fields=id").await;
    let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!((all.len(), distinct.len()), (251, 251));
    let some = ids_of(&ann, "ann", "?fields=id&limit=120").await;
    assert_eq!(some, all[..120]);
}

#[tokio::test]
async fn games_of_unknown_player_return_404() {
    let server = server().await;
    let ann = server.player("ann").await;
    let answer = ann.get("/v1/players/nobody/games").await;
    answer.problem(404, "not-found");
}

#[tokio::test]
async fn bad_parameter_of_player_games_returns_400() {
    let server = server().await;
    let ann = server.player("ann").await;
    for bad in [
        "since=monday",
        "until=x",
        "kind=chess",
        "status=lost",
        "result=won",
        "fields=view",
        "limit=0",
        "limit=-1",
        "player=ben",
    ] {
        let answer = ann.get(&format!("/v1/players/ann/games?{bad}")).await;
        answer.problem(400, "invalid-request");
    }
}
