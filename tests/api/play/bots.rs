//! Bots at the table, as their opponents see them.

use diesel_async::SimpleAsyncConnection;
use futures_util::FutureExt;
use play::bots;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::table::*;

/// Plays a game to its end: the player's moves by request, the bots' moves by the bots.
pub async fn plays_against_bots(player: &Player<'_>, game: &str) -> Value {
    for _ in 0..2000 {
        bots::answer_all(&player.server.app).await.unwrap();
        let view = player.sees(game).await;
        if view["status"] == "finished" {
            return view;
        }
        assert_eq!(
            view["to_act"],
            json!([0]),
            "only the player keeps the bots waiting"
        );
        let legal = player.may_play(game).await;
        let mv = legal["moves"][0].clone();
        let body = json!({"seq": legal["seq"], "moves": [mv]});
        assert_eq!(player.posts_moves(game, &body).await.status, 200);
    }
    panic!("the game has no end");
}

#[tokio::test]
async fn invited_bots_play_the_game_to_the_end() {
    let server = server().await;
    let ann = server.player("ann").await;
    let guests = json!([{"bot": "greedy"}, {"bot": "random"}]);
    let new = json!({"kind": "thats-life", "seats": 3, "invite": guests});
    let game = ann.post("/v1/games", new).await.ok();
    assert_eq!(game["status"], "running", "bots need no time to sit down");
    let seats = game["seats"].as_array().unwrap();
    assert_eq!(
        (&seats[1]["bot"], &seats[1]["player"]),
        (&json!("greedy"), &Value::Null)
    );
    assert_eq!(seats[2]["bot"], "random");
    assert_eq!(seats[0]["bot"], Value::Null);
    let id = id(&game);
    let over = plays_against_bots(&ann, &id).await;
    assert_eq!(over["result"]["standings"].as_array().unwrap().len(), 3);
    let export = ann.get(&format!("/v1/games/{id}/export")).await.ok();
    assert_eq!(export["seats"][1]["player"], "Bot 2");
    assert_eq!(export["seats"][2]["player"], "Bot 3");
    assert!(audited(&server.database).await > 10);
    // Bots get no mail.
    let mails = db::schema::outbox::table;
    use diesel::prelude::*;
    use diesel_async::RunQueryDsl;
    let conn = &mut *server.app.db.get().await.unwrap();
    let seats: Vec<Option<i16>> = mails
        .select(db::schema::outbox::seat)
        .filter(db::schema::outbox::game_id.eq(&id))
        .load(conn)
        .await
        .unwrap();
    assert!(seats.iter().all(|seat| *seat == Some(0)), "{seats:?}");
}

#[tokio::test]
async fn damaged_games_do_not_delay_bots_in_other_games() {
    let server = server().await;
    let ann = server.player("ann").await;
    let new = json!({"kind": "thats-life", "seats": 2, "invite": [{"bot": "greedy"}]});
    let game = id(&ann.post("/v1/games", new).await.ok());
    ann.takes_a_first_turn(&game).await;
    // Their ids come before that of the game; they have neither seats nor entries.
    let damaged = format!(
        "INSERT INTO games SELECT (jsonb_populate_record(games,
             jsonb_build_object('id', '0000000' || lpad(n::text, 4, '0')))).*
         FROM games, generate_series(1, 250) AS n WHERE id = '{game}'"
    );
    let mut conn = superuser(&server.database).await;
    conn.batch_execute(&damaged).await.unwrap();
    bots::answer_all(&server.app).await.unwrap();
    assert_eq!(ann.sees(&game).await["to_act"], json!([0]));
}

#[tokio::test]
async fn creator_can_add_and_remove_bot_in_open_game() {
    let server = server().await;
    let [ann, ben] = server.players(["ann", "ben"]).await;
    let game = ann.makes(json!({"kind": "thats-life", "seats": 3})).await;
    let path = format!("/v1/games/{game}/invitations");
    ben.post(&path, json!({"bot": "greedy"}))
        .await
        .problem(403, "forbidden");
    ann.post(&path, json!({"bot": "clever"}))
        .await
        .problem(400, "invalid-request");
    ann.post(&path, json!({"bot": "greedy", "player": "ben"}))
        .await
        .problem(400, "invalid-request");
    let seated = ann.post(&path, json!({"bot": "greedy"})).await.ok();
    assert_eq!(seated["seats"][1]["bot"], "greedy");
    assert_eq!(seated["status"], "open");
    let away = ann.delete(&format!("/v1/games/{game}/seats/1")).await;
    assert_eq!(away.status, 204);
    assert_eq!(ann.sees(&game).await["seats"][1]["bot"], Value::Null);
    ann.post(&path, json!({"bot": "random"})).await.ok();
    ben.joins(&game).await;
    let begun = ann.sees(&game).await;
    assert_eq!(begun["status"], "running");
    assert_eq!(begun["seats"][1]["bot"], "random");
    assert_eq!(begun["seats"][2]["player"], "ben");
    ann.post(&path, json!({"bot": "greedy"}))
        .await
        .problem(409, "game-not-open");
}

#[tokio::test]
async fn rematch_keeps_bots() {
    let server = server().await;
    let ann = server.player("ann").await;
    let new = json!({"kind": "thats-life", "invite": [{"bot": "greedy"}]});
    let game = id(&ann.post("/v1/games", new).await.ok());
    ann.posts_moves(&game, &json!({"seq": 1, "moves": [{"type": "leave"}]}))
        .await;
    bots::answer_all(&server.app).await.unwrap();
    assert_eq!(ann.sees(&game).await["status"], "finished");
    let again = ann
        .post(&format!("/v1/games/{game}/rematch"), json!({}))
        .await
        .ok();
    assert_eq!(again["status"], "running");
    assert_eq!(again["seats"][0]["bot"], "greedy");
    assert_eq!(again["seats"][1]["player"], "ann");
}

#[tokio::test]
async fn bots_are_woken_only_when_a_bot_is_to_act() {
    let server = server().await;
    let [ann, bob] = server.two_players().await;
    let woken = || {
        server
            .app
            .bots
            .next()
            .now_or_never()
            .map(|id| id.to_string())
    };
    let without = ann
        .makes(json!({"kind": "flip-freighters", "seats": 2}))
        .await;
    bob.joins(&without).await;
    assert_eq!(woken(), None, "no bot plays");
    let new = json!({"kind": "thats-life", "invite": [{"bot": "greedy"}]});
    let later = ann.makes(new).await;
    assert_eq!(woken(), None, "the player acts first");
    let new = json!({"kind": "flip-freighters", "seats": 2, "invite": [{"bot": "greedy"}]});
    let both = ann.makes(new).await;
    assert_eq!(woken(), Some(both), "both act");
    let new = json!({"kind": "flip-freighters", "seats": 3, "invite": [{"bot": "greedy"}]});
    let open = ann.makes(new).await;
    assert_eq!(woken(), None, "a seat is free");
    bob.joins(&open).await;
    assert_eq!(woken(), Some(open));
    ann.posts_moves(&later, &json!({"seq": 1, "moves": [{"type": "leave"}]}))
        .await;
    let again = ann
        .post(&format!("/v1/games/{later}/rematch"), json!({}))
        .await
        .ok();
    assert_eq!(woken(), Some(id(&again)), "the bot has the first seat now");
}
