//! Conditional orders: the server follows them when their decision is due. Only their owner sees
//! them.

use serde_json::{Value, json};

use crate::helpers::*;
use crate::table::*;

fn path(game: &str) -> String {
    format!("/v1/games/{game}/orders")
}

async fn order(player: &Player<'_>, game: &str, conditional: &[&str]) -> Value {
    let orders = json!({"conditional": conditional});
    player.put(&path(game), orders).await.ok()["conditional"].clone()
}

/// Plays the first of the legal moves.
async fn plays_any(player: &Player<'_>, game: &str) {
    let legal = player.may_play(game).await;
    player
        .plays(game, legal["texts"][0].as_str().unwrap())
        .await;
}

#[tokio::test]
async fn game_with_orders_of_both_players_plays_itself() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    for player in [&ann, &ben] {
        player
            .patch("/v1/me", json!({"play_forced_moves": true}))
            .await
            .ok();
    }
    let game = thats_life(&[&ann, &ben]).await;
    let full = order(&ben, &game, &["pawns onto +8", "pawn last"]).await;
    assert_eq!(full, json!(["pawns onto p8", "pawns back"]));
    assert!(!ann.sees(&game).await.to_string().contains("pawns back"));
    let anns = ann.get(&path(&game)).await.ok();
    assert_eq!(anns["conditional"], json!([]), "nobody else sees them");
    let before = server.letters("ben", "your_turn").await.len();
    order(&ann, &game, &["pawns front"]).await;
    let seen = ann.sees(&game).await;
    assert_eq!(seen["status"], "finished", "{seen}");
    assert_eq!(server.letters("ben", "your_turn").await.len(), before);
    assert!(
        !server
            .told("orders_cancelled")
            .await
            .iter()
            .any(|key| key.contains(&game))
    );
    audited(&server.database).await;
}

#[tokio::test]
async fn illegal_first_move_of_a_queue_at_its_owners_turn_cancels_the_queue() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let queue = json!({"moves": [{"text": "move start"}, {"text": "roll"}],
        "conditional": ["pawns back"]});
    let left = ann.put(&path(&game), queue).await.ok();
    assert_eq!(
        (&left["moves"], &left["conditional"]),
        (&json!([]), &json!(["pawns back"]))
    );
    let told = server.told("orders_cancelled").await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(ann.sees(&game).await["ply"], 0);
    // The rest of the orders is followed.
    ann.plays(&game, "roll").await;
    assert_eq!(ann.sees(&game).await["to_act"], json!([1]));
    audited(&server.database).await;
}

#[tokio::test]
async fn queue_waits_for_the_forced_roll_of_its_owner() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    ben.patch("/v1/me", json!({"play_forced_moves": true}))
        .await
        .ok();
    let game = thats_life(&[&ann, &ben]).await;
    let queue = json!({"moves": [{"text": "move start"}, {"text": "move start"}]});
    ben.put(&path(&game), queue).await.ok();
    ann.plays(&game, "roll").await;
    ann.plays(&game, "move start").await;
    let seen = ann.sees(&game).await;
    assert_eq!((&seen["ply"], &seen["to_act"]), (&json!(4), &json!([0])));
    let left = ben.get(&path(&game)).await.ok();
    assert_eq!(
        left["moves"],
        json!([{"type": "text", "text": "move start"}])
    );
    assert!(server.told("orders_cancelled").await.is_empty());
    audited(&server.database).await;
}

#[tokio::test]
async fn buttons_game_follows_placement_and_stopping_orders() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    for player in [&ann, &ben] {
        player
            .patch("/v1/me", json!({"play_forced_moves": true}))
            .await
            .ok();
    }
    let game = a_game_of("buttons", json!({}), &[&ann, &ben]).await;
    let full = order(&ann, &game, &["gold blue and red", "roll until 2 stars"]).await;
    assert_eq!(full[0], "gold red blue");
    let full = full[1].as_str().unwrap().to_owned();
    assert!(full.starts_with("roll until 2 stars in round "), "{full}");
    order(&ben, &game, &["gold never", "roll until 1 button"]).await;
    // Neither has to roll. Ann only chooses where to put a button, and which become stars.
    for _ in 0..200 {
        let seen = ann.sees(&game).await;
        if seen["status"] == "finished" || seen["view"]["round"] != json!(1) {
            break;
        }
        let phase = seen["view"]["phase"].as_str().unwrap();
        for seat in seen["to_act"].as_array().unwrap() {
            let player = player_in(&[&ann, &ben], &seen, seat.as_u64().unwrap());
            let legal = player.may_play(&game).await;
            let texts = legal["texts"].as_array().unwrap();
            assert!(
                texts.iter().all(|it| it != "roll" && it != "pass"),
                "{phase} {legal}"
            );
            player.plays(&game, texts[0].as_str().unwrap()).await;
        }
    }
    // The round is over: orders for it are deleted, the rest stay.
    let orders = ann.get(&path(&game)).await.ok();
    assert_eq!(orders["conditional"], json!(["gold red blue"]), "{orders}");
    audited(&server.database).await;
}

#[tokio::test]
async fn conditional_action_runs_once_when_condition_holds() {
    let server = server().await;
    let players = server.players(["ann", "ben", "cleo"]).await;
    let [ann, ben, cleo] = players.each_ref();
    let all = [ann, ben, cleo];
    let game = a_game_of("paris-connection", json!({}), &all).await;
    let seen = ann.sees(&game).await;
    let first = seen["to_act"][0].as_u64().unwrap();
    let last = player_in(&all, &seen, (first + 2) % 3);
    // For any share, the condition of the first never holds, and that of the second does.
    let own = last.sees(&game).await;
    let seat = own["seat"].as_u64().unwrap();
    let shares = &own["view"]["shares"][usize::try_from(seat).unwrap()];
    let held = ["black", "blue", "brown", "purple", "red", "yellow"];
    let held = held.into_iter().find(|it| shares[it].as_u64() > Some(0));
    let give = held.unwrap_or_else(|| panic!("{shares}"));
    let take = if give == "red" { "blue" } else { "red" };
    let never = format!("when {give} is worth at least 90: trade {give} for 1 {take}");
    let then = format!("when Troyes free and {take} worth 0 then trade {give} {take} 1");
    let full = order(last, &game, &[&never, &then]).await;
    assert_eq!(
        full[0],
        format!("when {give} worth 90: trade {give} {take} 1")
    );
    assert_eq!(full.as_array().unwrap().len(), 2);
    for n in [first, (first + 1) % 3] {
        plays_any(player_in(&all, &seen, n), &game).await;
    }
    let seen = ann.sees(&game).await;
    assert_eq!(
        (&seen["ply"], &seen["to_act"]),
        (&json!(3), &json!([first]))
    );
    let left = last.get(&path(&game)).await.ok();
    assert_eq!(left["conditional"], json!([full[0]]), "done once");
    // An order that is illegal at its moment is cancelled, and its owner gets a mail.
    let build = order(
        last,
        &game,
        &[
            &format!("when {take} worth 0: build {take} Marseille"),
            &never,
        ],
    )
    .await;
    assert_eq!(build.as_array().unwrap().len(), 2);
    for n in [first, (first + 1) % 3] {
        plays_any(player_in(&all, &seen, n), &game).await;
    }
    let left = last.get(&path(&game)).await.ok();
    assert_eq!(left["conditional"], json!([full[0]]));
    assert_eq!(server.told("orders_cancelled").await.len(), 1);
    audited(&server.database).await;
}

#[tokio::test]
async fn invalid_orders_are_rejected() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    for (orders, says) in [
        (json!({"conditional": ["pawns sideways"]}), "pawns back"),
        (json!({"conditional": ["gold always"]}), "pawns back"),
        (
            json!({"moves": [{"type": "place", "col": 3}]}),
            "not a move",
        ),
        (json!({"moves": [{"text": "fly"}]}), "fly"),
        (json!({"moves": [5]}), "object"),
    ] {
        let problem = ann
            .put(&path(&game), orders)
            .await
            .problem(422, "illegal-move");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(says), "{detail}");
    }
    let seventeen = vec!["pawns back"; 17];
    ann.put(&path(&game), json!({"conditional": seventeen}))
        .await
        .problem(400, "invalid-request");
    let long = format!("pawns from {}", "m".repeat(300));
    ann.put(&path(&game), json!({"conditional": [long]}))
        .await
        .problem(422, "illegal-move");
    let none = json!({"play_forced_moves": false, "moves": [], "conditional": []});
    assert_eq!(ann.get(&path(&game)).await.ok(), none);
    // The kind resource lists its orders.
    let kind = ann.get("/v1/kinds/buttons").await.ok();
    let known = kind["orders"].as_array().unwrap();
    assert!(
        known.iter().any(|it| it["example"] == "gold always"),
        "{kind}"
    );
    audited(&server.database).await;
}

#[tokio::test]
async fn queued_move_accepts_player_names() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    for words in ["target ben", "Target BEN"] {
        let queue = json!({"moves": [{"text": words}]});
        let orders = ben.put(&path(&game), queue).await.ok();
        let kept = orders["moves"][0]["text"].as_str().unwrap().to_lowercase();
        assert_eq!(kept, "target 1", "{words}");
    }
    let queue = json!({"moves": [{"text": "target nobody"}]});
    assert_eq!(ben.put(&path(&game), queue).await.status, 422);
}

#[tokio::test]
async fn orders_are_secret_and_played_when_turn_comes() {
    let server = server().await;
    let players = server.players(["ann", "ben", "cleo"]).await;
    let [ann, ben, cleo] = players.each_ref();
    let game = thats_life(&[ann, ben, cleo]).await;
    let path = format!("/v1/games/{game}/orders");
    let none = json!({"play_forced_moves": false, "moves": [], "conditional": []});
    assert_eq!(ben.get(&path).await.ok(), none);
    let queue = json!({"moves": [{"text": "roll; move start"}, {"text": "roll"}]});
    let given = ben.put(&path, queue).await.ok();
    assert_eq!(given["moves"].as_array().unwrap().len(), 3);
    assert_eq!(ann.get(&path).await.ok(), none, "nobody else sees them");
    assert!(!ann.sees(&game).await.to_string().contains("orders"));
    ann.plays(&game, "roll").await;
    let body = json!({"seq": 2, "moves": [{"text": "move start"}]});
    let first = ann.posts_moves(&game, &body).await;
    // Ben's turn was over in the same write: no mail, and the answer to Ann is her own.
    assert_eq!(first.json()["ply"], 2);
    assert_eq!(ann.posts_moves(&game, &body).await.text, first.text);
    let seen = ann.sees(&game).await;
    assert_eq!((&seen["ply"], &seen["to_act"]), (&json!(4), &json!([2])));
    assert!(
        server
            .told("your_turn")
            .await
            .iter()
            .all(|key| !key.ends_with("/1"))
    );
    assert_eq!(
        ben.get(&path).await.ok()["moves"],
        json!([{"type": "text", "text": "roll"}])
    );
    // A move that is not legal when the turn comes cancels the rest.
    ben.put(
        &path,
        json!({"moves": [{"text": "move start"}, {"text": "roll"}]}),
    )
    .await
    .ok();
    cleo.takes_a_first_turn(&game).await;
    ann.plays(&game, "leave").await;
    assert_eq!(ben.get(&path).await.ok(), none);
    assert_eq!(ben.sees(&game).await["to_act"], json!([1]));
    assert_eq!(server.letters("ben", "orders_cancelled").await.len(), 1);
    // The only legal move is played at once, if it is one's turn.
    ben.put(&path, json!({"play_forced_moves": true}))
        .await
        .ok();
    assert!(ben.sees(&game).await["ply"].as_u64().unwrap() > 7);
    let too_many: Vec<Value> = (0..33).map(|_| json!({"text": "roll"})).collect();
    ben.put(&path, json!({"moves": too_many}))
        .await
        .problem(400, "invalid-request");
    cleo.plays(&game, "leave").await;
    ben.put(&path, json!({"play_forced_moves": true}))
        .await
        .problem(409, "not-running");
    audited(&server.database).await;
}
