//! Moves sent with `dry_run`: the answer shows what they would lead to and reveals nothing hidden,
//! and the server stores nothing.

use ::games::KINDS;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::table::*;

/// No game here is longer.
const MOVES: usize = 2_000;

fn dry_run(seq: &Value, moves: &Value) -> Value {
    json!({"seq": seq, "moves": moves, "dry_run": true})
}

#[tokio::test]
async fn dry_run_predicts_the_played_move_and_stores_nothing() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let players = [&ann, &ben, &cleo];
    for kind in KINDS.current() {
        let info = kind.info();
        let (kind, seats) = (info.id, 2.clamp(*info.seats.start(), *info.seats.end()));
        let game = a_game_of(kind, json!({}), &players[..seats.into()]).await;
        let (mut foreseen, mut hidden) = (0, 0);
        for n in 0..MOVES {
            let view = ann.sees(&game).await;
            let Some(seat) = view["to_act"][0].as_u64() else {
                break;
            };
            let player = player_in(&players, &view, seat);
            let legal = player.may_play(&game).await;
            let texts = legal["texts"].as_array().unwrap();
            let moves = json!([{"text": texts[(n * 7919 + 3) % texts.len()]}]);
            let before = (stored(&server).await, player.sees(&game).await);
            let told = player
                .posts_moves(&game, &dry_run(&legal["seq"], &moves))
                .await;
            let twice = json!([moves[0], moves[0]]);
            let behind = player
                .posts_moves(&game, &dry_run(&legal["seq"], &twice))
                .await;
            assert_eq!(
                (stored(&server).await, player.sees(&game).await),
                before,
                "{kind} {moves}"
            );
            let played = player.sends(&game, &legal["seq"], moves.clone()).await.ok();
            if told.status == 200 {
                // Information that is public after the game is hidden before.
                assert_eq!(played["status"], "running", "{kind} {moves}");
                let mut told = told.ok();
                assert_eq!(told["head"], before.1["head"], "a dry run is in no log");
                told["head"] = played["head"].clone();
                assert_eq!(told, played, "{kind} {moves}");
                foreseen += 1;
            } else {
                let told = told.problem(422, "reveals-information");
                assert_eq!(told["index"], 0);
                // A list reveals no more: not even whether the game ends after it.
                assert_eq!(behind.problem(422, "reveals-information")["index"], 0);
                hidden += 1;
            }
        }
        assert_eq!(ann.sees(&game).await["status"], "finished");
        assert!(foreseen > 0 && hidden > 0, "{kind} {foreseen} {hidden}");
    }
}

#[tokio::test]
async fn dry_run_of_illegal_or_revealing_move_is_rejected() {
    let server = server().await;
    let [ann, ben, eve] = server.players(["ann", "ben", "eve"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    let (roll, start) = (json!({"text": "roll"}), json!({"text": "move start"}));
    let leave = json!({"type": "leave"});
    let one = json!(1);
    for (player, seq, moves, status, code) in [
        // The last move of a list reveals no die either, and nothing that spectators see.
        (&ann, &one, json!([roll]), 422, "reveals-information"),
        (&ann, &one, json!([roll, start]), 422, "reveals-information"),
        (&ann, &one, json!([leave]), 422, "reveals-information"),
        (&ann, &one, json!([start]), 422, "illegal-move"),
        (&ann, &one, json!([]), 400, "invalid-request"),
        (&ann, &json!(2), json!([roll]), 409, "stale"),
        (&ben, &one, json!([roll]), 409, "not-your-turn"),
        (&eve, &one, json!([roll]), 409, "not-seated"),
    ] {
        let told = player.posts_moves(&game, &dry_run(seq, &moves)).await;
        told.problem(status, code);
    }
    let private = ann
        .makes(json!({"kind": "buttons", "seats": 2, "visibility": "private", "entropy": "a"}))
        .await;
    let told = dry_run(&one, &json!([roll]));
    let hers = ann.posts_moves(&private, &told).await;
    hers.problem(409, "not-started");
    let nobodys = eve.posts_moves(&private, &told).await;
    nobodys.problem(404, "not-found");
    // The seq of a played move is stale for a dry run as well.
    let played = ann.plays(&game, "roll").await;
    let again = ann.posts_moves(&game, &dry_run(&one, &json!([roll]))).await;
    assert_eq!(again.problem(409, "stale")["seq"], played["seq"]);
}

#[tokio::test]
async fn dry_run_on_stale_node_uses_the_current_position() {
    let one = server().await;
    let other = server_on(one.database.clone()).await;
    let [ann, ben] = one.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let elsewhere = ann.at(&other);
    // Both have the game in memory.
    elsewhere.sees(&game).await;
    ann.plays(&game, "roll").await;
    let moves = json!([{"text": "move start"}]);
    let told = elsewhere
        .posts_moves(&game, &dry_run(&json!(2), &moves))
        .await
        .ok();
    let played = ann.sends(&game, &json!(2), moves).await.ok();
    assert_eq!(told["view"], played["view"]);
    assert_eq!(ben.sees(&game).await["to_act"], told["to_act"]);
}
