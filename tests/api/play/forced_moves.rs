//! Moves without a choice: the server plays them at once, unless a player wants to play every move.

use db::schema::orders;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::table::*;

/// Two players with default settings.
async fn newcomers(server: &Server) -> [Player<'_>; 2] {
    [
        server.player_as_they_come("ann").await,
        server.player_as_they_come("ben").await,
    ]
}

fn phase(seen: &Value) -> &Value {
    &seen["view"]["phase"]
}

#[tokio::test]
async fn forced_moves_are_played_before_the_turn_mail() {
    let server = server().await;
    let [ann, ben] = newcomers(&server).await;
    assert_eq!(ann.get("/v1/me").await.ok()["play_forced_moves"], true);
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}/orders");
    assert_eq!(
        ann.get(&path).await.ok(),
        json!({"play_forced_moves": true, "moves": [], "conditional": []})
    );
    // All pawns are at the start: the roll is made, and the move that follows it is the only one;
    // so is Ben's.
    let seen = ann.sees(&game).await;
    let plies = seen["ply"].as_u64().unwrap();
    assert!(plies > 0, "{seen}");
    let acting = seen["to_act"][0].as_u64().unwrap();
    let (name, other) = if acting == 0 {
        ("ann", "ben")
    } else {
        ("ben", "ann")
    };
    let asked = server.letters(name, "your_turn").await;
    assert_eq!(asked.len(), 1, "{name} is asked once");
    let mail = asked.last().unwrap();
    assert!(
        !mail.text.contains("The game has just started"),
        "{}",
        mail.text
    );
    assert!(
        mail.text.contains("HOW IT BEGINS") && mail.text.contains("rolls"),
        "{}",
        mail.text
    );
    let says = "Moves without a choice are made for you; “Time, language and moves” in your settings ends that.";
    assert!(mail.text.replace('\n', " ").contains(says), "{}", mail.text);
    // Each has one mail: about the start of the game, or about a decision.
    assert!(server.letters(name, "game_started").await.is_empty());
    assert!(server.letters(other, "your_turn").await.is_empty());
    assert_eq!(server.letters(other, "game_started").await.len(), 1);
    audited(&server.database).await;
}

#[tokio::test]
async fn player_can_turn_forced_moves_off() {
    let server = server().await;
    let [ann, ben] = newcomers(&server).await;
    let off = json!({"play_forced_moves": false});
    assert_eq!(
        ann.patch("/v1/me", off.clone()).await.ok()["play_forced_moves"],
        false
    );
    let game = thats_life(&[&ann, &ben]).await;
    assert_eq!(ann.sees(&game).await["ply"], 0);
    // Ben has not chosen so: his roll follows Ann's move.
    ann.plays(&game, "roll").await;
    ann.plays(&game, "move start").await;
    let seen = ann.sees(&game).await;
    assert!(seen["ply"].as_u64().unwrap() > 2, "{seen}");
    // The setting also applies to running games, immediately.
    ben.patch("/v1/me", off).await.ok();
    let on = json!({"play_forced_moves": true});
    assert_eq!(
        ann.patch("/v1/me", on).await.ok()["play_forced_moves"],
        true
    );
    let of = async |player: &Player<'_>| {
        let orders = player.get(&format!("/v1/games/{game}/orders")).await.ok();
        orders["play_forced_moves"].clone()
    };
    assert_eq!(
        (of(&ann).await, of(&ben).await),
        (json!(true), json!(false))
    );
    // Orders that say nothing are not kept.
    let conn = &mut *server.app.db.get().await.unwrap();
    let kept: i64 = orders::table.count().get_result(conn).await.unwrap();
    assert_eq!(kept, 1);
    // A queue stays as it is.
    let path = format!("/v1/games/{game}/orders");
    let queue = json!({"moves": [{"text": "move start"}]});
    if ann.sees(&game).await["to_act"] != json!([0]) {
        // Omitted members stay unchanged.
        ann.put(&path, queue.clone()).await.ok();
        let orders = ann.get(&path).await.ok();
        assert_eq!(
            (&orders["play_forced_moves"], &orders["moves"]),
            (&json!(true), &queue["moves"])
        );
    }
    ann.patch("/v1/me", json!({"play_forced_moves": null}))
        .await
        .problem(400, "invalid-request");
    audited(&server.database).await;
}

#[tokio::test]
async fn turn_mail_lists_forced_moves_played_for_its_reader() {
    let server = server().await;
    let [ann, ben] = newcomers(&server).await;
    let game = thats_life(&[&ann, &ben]).await;
    for _ in 0..60 {
        let seen = ann.sees(&game).await;
        let (player, name) = match seen["to_act"][0].as_u64() {
            Some(0) => (&ann, "ann"),
            Some(_) => (&ben, "ben"),
            None => break,
        };
        // The player to act has a choice, and knows everything that led to it.
        assert_eq!(phase(&seen), "await_move", "{seen}");
        let legal = player.may_play(&game).await;
        let texts = legal["texts"].as_array().unwrap();
        assert!(texts.len() > 1, "{legal}");
        let mails = server.letters(name, "your_turn").await;
        let mail = mails.last().unwrap();
        assert!(
            mail.text.contains(&format!("{name} rolls")),
            "{}",
            mail.text
        );
        let last = mail.text.matches(&format!("{name} moves")).count();
        assert!(last <= 5, "what is known is not told again: {}", mail.text);
        player.plays(&game, texts[0].as_str().unwrap()).await;
        server.app.clock.forward(chrono::TimeDelta::minutes(5));
    }
    audited(&server.database).await;
}

#[tokio::test]
async fn turn_ended_by_forced_move_can_be_restarted() {
    let server = server().await;
    let [ann, ben] = newcomers(&server).await;
    let game = a_game_of("flip-freighters", json!({}), &[&ann, &ben]).await;
    for _ in 0..3 {
        assert_eq!(ann.sees(&game).await["to_act"], json!([0, 1]));
        let legal = ann.may_play(&game).await;
        ann.plays(&game, legal["texts"][0].as_str().unwrap()).await;
    }
    assert_eq!(ann.sees(&game).await["to_act"], json!([1]));
    ann.plays(&game, "restart").await;
    assert_eq!(ann.sees(&game).await["to_act"], json!([0, 1]));
    audited(&server.database).await;
}

#[tokio::test]
async fn replacement_player_uses_own_forced_moves_setting() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let cleo = server.player_as_they_come("cleo").await;
    let game = thats_life(&[&ann, &ben]).await;
    let offer = json!({"player": "cleo"});
    ann.post(&format!("/v1/games/{game}/seats/me/replacement"), offer)
        .await
        .ok();
    cleo.post(&format!("/v1/games/{game}/seats/0/replacement"), json!({}))
        .await
        .ok();
    let orders = cleo.get(&format!("/v1/games/{game}/orders")).await.ok();
    assert_eq!(orders["play_forced_moves"], true);
    // The seat's mail is not of a position that is gone.
    let asked = server.letters("cleo", "your_turn").await;
    assert!(asked.is_empty());
    // The pawns all stand at the start: what her turn is decides nothing.
    assert_eq!(cleo.sees(&game).await["to_act"], json!([1]));
    audited(&server.database).await;
}
