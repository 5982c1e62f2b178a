//! Limits on the log entries that one account can create.

use serde_json::{Value, json};

use crate::helpers::*;
use crate::table::*;

/// A load and its taking back, so many times.
fn to_and_fro(game: &Value, times: usize) -> Value {
    let card = game["view"]["cards"][0]["name"].as_str().unwrap();
    let load = json!({"text": format!("{card} any.0 as 3")});
    let restart = json!({"type": "restart_turn"});
    (0..times)
        .flat_map(|_| [load.clone(), restart.clone()])
        .collect()
}

#[tokio::test]
async fn move_without_effect_is_rejected_and_not_stored() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = a_game_of("flip-freighters", json!({}), &[&ann, &ben]).await;
    let restart = json!({"type": "restart_turn"});
    let before = (stored(&server).await, ann.sees(&game).await);
    for moves in [
        json!([restart]),
        json!([{"text": "restart"}]),
        json!(vec![&restart; 64]),
    ] {
        let problem = ann
            .sends(&game, &json!(1), moves)
            .await
            .problem(422, "illegal-move");
        assert_eq!(
            (&problem["rule"], &problem["index"]),
            (&json!("ChangesNothing"), &json!(0))
        );
        assert_eq!((stored(&server).await, ann.sees(&game).await), before);
    }
    // It is not offered either. A move that takes something back counts as both.
    let offers = async || {
        let texts = ann.may_play(&game).await["texts"].clone();
        texts.as_array().unwrap().contains(&json!("restart"))
    };
    assert!(!offers().await);
    let mut moves = to_and_fro(&before.1, 1);
    ann.sends(&game, &json!(1), json!([moves[0]])).await.ok();
    assert!(offers().await);
    ann.sends(&game, &json!(2), json!([moves[1]])).await.ok();
    assert!(!offers().await);
    moves.as_array_mut().unwrap().push(restart);
    let problem = ann
        .sends(&game, &json!(3), moves)
        .await
        .problem(422, "illegal-move");
    assert_eq!(problem["index"], 2);
    // A player who has ended the day may take that back.
    ann.plays(&game, "done").await;
    ann.plays(&game, "restart").await;
    assert_eq!(ann.sees(&game).await["seq"], 5);
    audited(&server.database).await;
}

#[tokio::test]
async fn moves_beyond_the_daily_limit_of_a_seat_return_429() {
    let server = server().await;
    let other = server_on(server.database.clone()).await;
    let [ann, ben] = server.two_players().await;
    let game = a_game_of("flip-freighters", json!({}), &[&ann, &ben]).await;
    let begun = ann.sees(&game).await;
    let many = to_and_fro(&begun, 32);
    let mut seq = 1;
    for round in 0..15 {
        // The nodes alternate: the log counts.
        let node = if round % 2 == 0 { &server } else { &other };
        ann.at(node)
            .sends(&game, &json!(seq), many.clone())
            .await
            .ok();
        seq += 64;
    }
    let before = (stored(&server).await, ann.sees(&game).await);
    for node in [&server, &other] {
        for _ in 0..2 {
            let answer = ann.at(node).sends(&game, &json!(seq), many.clone()).await;
            // It is noon.
            assert_eq!(answer.headers["retry-after"], "43200");
            let problem = answer.problem(429, "move-limit-reached");
            assert_eq!(problem["retry_after"], 43_200);
            assert_eq!((stored(&server).await, ann.sees(&game).await), before);
            node.app.tables.forget(&game.clone().try_into().unwrap());
        }
    }
    // Up to the last one.
    ann.sends(&game, &json!(seq), to_and_fro(&begun, 20))
        .await
        .ok();
    ann.sends(&game, &json!(seq + 40), json!([{"text": "done"}]))
        .await
        .problem(429, "move-limit-reached");
    // The same request still gets its answer, others play on, and tomorrow is another day.
    ann.sends(&game, &json!(seq), to_and_fro(&begun, 20))
        .await
        .ok();
    ben.plays(&game, "done").await;
    server.app.clock.forward(chrono::Duration::hours(12));
    ann.sends(&game, &json!(seq + 40), json!([{"text": "done"}]))
        .await
        .ok();
    audited(&server.database).await;
}

#[tokio::test]
async fn player_at_daily_move_limit_can_still_leave() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = a_game_of("flip-freighters", json!({}), &[&ann, &ben]).await;
    let begun = ann.sees(&game).await;
    for (round, times) in [32; 15].into_iter().chain([20]).enumerate() {
        let seq = json!(1 + 64 * round);
        ann.sends(&game, &seq, to_and_fro(&begun, times)).await.ok();
    }
    ann.tries(&game, "done")
        .await
        .problem(429, "move-limit-reached");
    ann.plays(&game, "leave").await;
}
