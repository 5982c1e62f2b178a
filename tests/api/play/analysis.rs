//! Analysis: other moves in finished games.

use chrono::TimeDelta;
use common::clock::rfc3339;
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::table::*;

/// Asks for an analysis, without a token.
async fn analyses(server: &Server, game: &str, question: &Value) -> Answer {
    let path = format!("/v1/games/{game}/analysis");
    server.send(Method::POST, &path, None, Some(question)).await
}

/// A game of two that ended after six moves, because the first player left.
async fn finished(ann: &Player<'_>, ben: &Player<'_>) -> String {
    let game = thats_life(&[ann, ben]).await;
    play_on(&[ann, ben], &game, 6).await;
    ann.plays(&game, "leave").await;
    game
}

/// Returns the first moves of the log, each with its seat.
async fn moves_of(ann: &Player<'_>, game: &str, count: usize) -> Vec<Value> {
    let log = ann.get(&format!("/v1/games/{game}/log")).await.ok();
    let entries = log["entries"].as_array().unwrap().iter().take(count);
    entries
        .map(|entry| json!({"seat": entry["seat"], "move": entry["move"]}))
        .collect()
}

#[tokio::test]
async fn analysis_of_the_moves_of_a_game_has_its_dice() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = finished(&ann, &ben).await;
    let question = json!({"ply": 0, "moves": moves_of(&ann, &game, 6).await});
    let analysis = analyses(&server, &game, &question).await.ok();
    let position = ann.get(&format!("/v1/games/{game}/positions/6")).await.ok();
    assert_eq!(analysis["view"], position["view"]);
}

#[tokio::test]
async fn analysis_goes_on_from_an_earlier_position() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = finished(&ann, &ben).await;
    let at_four = analyses(&server, &game, &json!({"ply": 4, "moves": []})).await;
    let legal = at_four.ok()["legal"][0].clone();
    let other = legal["moves"].as_array().unwrap().last().unwrap();
    let moves = json!([{"seat": legal["seat"], "move": other}]);
    let analysis = analyses(&server, &game, &json!({"ply": 4, "moves": moves})).await;
    assert_eq!(analysis.ok()["moves"], moves);
}

#[tokio::test]
async fn analysis_accepts_moves_in_words() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = finished(&ann, &ben).await;
    let start = analyses(&server, &game, &json!({"ply": 0, "moves": []})).await;
    let legal = start.ok()["legal"][0].clone();
    let words = json!({"type": "text", "text": legal["texts"][0]});
    let question = json!({"ply": 0, "moves": [{"seat": legal["seat"], "move": words}]});
    let analysis = analyses(&server, &game, &question).await.ok();
    assert_eq!(analysis["moves"][0]["move"], legal["moves"][0]);
}

#[tokio::test]
async fn bots_play_an_analysis_to_its_end() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = finished(&ann, &ben).await;
    let bots = json!([{"seat": 0, "bot": "greedy"}, {"seat": 1, "bot": "random"}]);
    let question = json!({"ply": 2, "moves": [], "bots": bots});
    let analysis = analyses(&server, &game, &question).await.ok();
    let standings = analysis["result"]["standings"].as_array();
    assert_eq!(standings.map(Vec::len), Some(2));
}

#[tokio::test]
async fn analysis_with_the_moves_of_bots_leads_to_the_same_position() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = finished(&ann, &ben).await;
    let bots = json!([{"seat": 0, "bot": "random"}, {"seat": 1, "bot": "random"}]);
    let question = json!({"ply": 2, "moves": [], "bots": bots});
    let first = analyses(&server, &game, &question).await.ok();
    let again = json!({"ply": 2, "moves": first["moves"]});
    let again = analyses(&server, &game, &again).await.ok();
    assert_eq!(again["view"], first["view"]);
}

#[tokio::test]
async fn analysis_changes_nothing_in_the_game() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = finished(&ann, &ben).await;
    let before = ann.sees(&game).await;
    let bots = json!([{"seat": 0, "bot": "random"}, {"seat": 1, "bot": "random"}]);
    let question = json!({"ply": 0, "moves": [], "bots": bots});
    analyses(&server, &game, &question).await.ok();
    assert_eq!(ann.sees(&game).await, before);
}

#[tokio::test]
async fn analysis_of_a_running_game_returns_not_over() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let refused = analyses(&server, &game, &json!({"ply": 0, "moves": []})).await;
    refused.problem(409, "not-over");
}

#[tokio::test]
async fn analysis_of_a_game_on_an_open_deal_returns_not_over() {
    let server = server().await;
    let ann = server.player("ann").await;
    let closes_at = rfc3339(server.app.clock.now() + TimeDelta::days(7));
    let deal = json!({"kind": "ferry-follies", "closes_at": closes_at});
    let deal = id(&ann.post("/v1/deals", deal).await.ok());
    let game = ann.makes(json!({"deal": deal})).await;
    ann.plays(&game, "leave").await;
    let path = format!("/v1/games/{game}/analysis");
    let refused = ann.post(&path, json!({"ply": 0, "moves": []})).await;
    refused.problem(409, "not-over");
}

#[tokio::test]
async fn illegal_move_of_an_analysis_is_named_by_its_index() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = finished(&ann, &ben).await;
    let mut moves = moves_of(&ann, &game, 2).await;
    let seat = analyses(&server, &game, &json!({"ply": 2, "moves": []})).await;
    let seat = seat.ok()["to_act"][0].clone();
    moves.push(json!({"seat": seat, "move": {"type": "fly"}}));
    let refused = analyses(&server, &game, &json!({"ply": 0, "moves": moves})).await;
    assert_eq!(refused.problem(422, "illegal-move")["index"], 2);
}

#[tokio::test]
async fn move_of_a_seat_that_does_not_act_is_rejected() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = finished(&ann, &ben).await;
    let start = analyses(&server, &game, &json!({"ply": 0, "moves": []})).await;
    let legal = start.ok()["legal"][0].clone();
    let other = 1 - legal["seat"].as_u64().unwrap();
    let moves = json!([{"seat": other, "move": legal["moves"][0]}]);
    let refused = analyses(&server, &game, &json!({"ply": 0, "moves": moves})).await;
    refused.problem(409, "not-your-turn");
}

#[tokio::test]
async fn analysis_after_the_end_of_the_log_returns_404() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = finished(&ann, &ben).await;
    let refused = analyses(&server, &game, &json!({"ply": 99, "moves": []})).await;
    refused.problem(404, "not-found");
}

#[tokio::test]
async fn analysis_with_more_than_1000_moves_is_rejected() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = finished(&ann, &ben).await;
    let moves = vec![json!({"seat": 0, "move": {"type": "roll"}}); 1_001];
    let refused = analyses(&server, &game, &json!({"ply": 0, "moves": moves})).await;
    refused.problem(400, "invalid-request");
}

#[tokio::test]
async fn move_of_a_seat_that_the_game_does_not_have_is_rejected() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = finished(&ann, &ben).await;
    for mv in [json!({"type": "roll"}), json!({"type": "leave"})] {
        let moves = json!([{"seat": 7, "move": mv}]);
        let refused = analyses(&server, &game, &json!({"ply": 0, "moves": moves})).await;
        refused.problem(409, "not-your-turn");
    }
}
