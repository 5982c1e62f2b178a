//! Offers of a seat in a running game to another player, or to a bot.

use ::games::KINDS;
use accounts::store::players;
use chrono::TimeDelta;
use common::ids::GameId;
use diesel_async::SimpleAsyncConnection;
use futures_util::FutureExt;
use play::{bots, replacement};
use rules::Seat;
use rules::record::{self, Record};
use serde_json::json;

use crate::helpers::*;
use crate::table::*;

#[tokio::test]
async fn seat_is_transferred_after_offer_and_acceptance() {
    let server = server().await;
    let two = server_on(server.database.clone()).await;
    let players = server.players(["ann", "ben", "cleo", "dan"]).await;
    let [ann, ben, cleo, dan] = players.each_ref();
    let game = json!({"kind": "thats-life", "options": {"pawns": "2"}, "visibility": "private",
        "invite": [{"player": "ben"}], "pace": {"days_per_move": 2}});
    let game = ann.makes(game).await;
    ben.joins(&game).await;
    let (cleo_too, ben_too) = (cleo.at(&two), ben.at(&two));
    ben_too.sees(&game).await;
    let mine = format!("/v1/games/{game}/seats/me/replacement");
    let seat = format!("/v1/games/{game}/seats/0/replacement");
    cleo.post(&seat, json!({})).await.problem(404, "not-found");
    ann.post(&mine, json!({"player": "ben"}))
        .await
        .problem(409, "already-seated");
    ann.post(&mine, json!({"player": "nobody"}))
        .await
        .problem(400, "invalid-request");
    let offered = ann.post(&mine, json!({"player": "cleo"})).await.ok();
    assert_eq!(offered["seats"][0]["invited"], "cleo");
    assert_eq!(ann.delete(&mine).await.status, 204);
    cleo.post(&seat, json!({})).await.problem(404, "not-found");
    assert!(
        server.letters("cleo", "seat_offered").await.is_empty(),
        "it was taken back"
    );
    ann.post(&mine, json!({"player": "cleo"})).await.ok();
    assert_eq!(server.letters("cleo", "seat_offered").await.len(), 1);
    // A player who declines keeps nobody waiting.
    assert_eq!(cleo.delete(&seat).await.status, 204);
    let letters = server.letters("ann", "seat_declined").await;
    let told = "cleo does not take over your seat in";
    assert!(letters[0].text.contains(told), "{}", letters[0].text);
    ann.post(&mine, json!({"player": "cleo"})).await.ok();
    ben.post(&seat, json!({})).await.problem(403, "forbidden");
    dan.post(&seat, json!({})).await.problem(404, "not-found");
    server.app.clock.forward(TimeDelta::days(1));
    two.app.clock.forward(TimeDelta::days(1));
    let taken = cleo.post(&seat, json!({})).await.ok();
    assert_eq!((&taken["seat"], &taken["seq"]), (&json!(0), &json!(2)));
    assert_eq!(cleo.post(&seat, json!({})).await.ok()["ply"], taken["ply"]);
    assert_eq!(
        taken["seats"][0]["clock"]["deadline"],
        "2026-03-04T12:00:00.000Z"
    );
    let log = ben.get(&format!("/v1/games/{game}/log")).await.ok();
    assert_eq!(
        (&log["entries"][0]["kind"], &log["entries"][0]["by"]),
        (&json!("takeover"), &json!("player"))
    );
    // The former player may only watch. The new one plays at every node.
    ann.sees(&game).await;
    let roll = json!({"seq": 2, "moves": [{"text": "roll"}]});
    ann.posts_moves(&game, &roll)
        .await
        .problem(404, "not-found");
    ann.at(&two)
        .posts_moves(&game, &roll)
        .await
        .problem(404, "not-found");
    cleo_too.plays(&game, "roll").await;
    cleo.plays(&game, "move start").await;
    assert_eq!(
        server.letters("cleo", "your_turn").await.len(),
        0,
        "the turn is over"
    );
    assert_eq!(server.letters("ben", "seat_taken").await.len(), 1);
    // To a bot, at once.
    let given = ben.post(&mine, json!({"bot": "greedy"})).await.ok();
    assert_eq!(given["seats"][1]["bot"], "greedy");
    bots::answer_all(&server.app).await.unwrap();
    assert_eq!(cleo.sees(&game).await["to_act"], json!([0]));
    cleo.plays(&game, "leave").await;
    cleo.post(&mine, json!({"bot": "greedy"}))
        .await
        .problem(409, "not-running");
    let export = cleo.get(&format!("/v1/games/{game}/export")).await.ok();
    let record = Record::from_json(&export.to_string()).unwrap();
    record::verify(&record, KINDS).unwrap();
    audited(&server.database).await;
}

#[tokio::test]
async fn finished_game_shows_no_offer_and_is_not_a_game_of_the_invited() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    let mine = format!("/v1/games/{game}/seats/me/replacement");
    ann.post(&mine, json!({"player": "cleo"})).await.ok();
    assert_eq!(cleo.lists("?mine=true").await, [&*game]);
    ben.plays(&game, "leave").await;
    let seat = ann.sees(&game).await["seats"][0].clone();
    assert_eq!(
        (&seat["invited"], &seat["reserved"]),
        (&json!(null), &json!(false))
    );
    assert_eq!(cleo.lists("?mine=true").await, [""; 0]);
    assert_eq!(cleo.sees(&game).await["invited"], false);
}

#[tokio::test]
async fn seat_transferred_and_taken_back_keeps_its_remaining_time() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = json!({"kind": "thats-life", "options": {"pawns": "2"}, "entropy": ann.luck(),
        "invite": [{"player": "ben"}], "pace": {"days_per_move": 2}});
    let game = ann.makes(game).await;
    ben.joins(&game).await;
    let mine = format!("/v1/games/{game}/seats/me/replacement");
    let seat = format!("/v1/games/{game}/seats/0/replacement");
    server.app.clock.forward(TimeDelta::hours(36));
    ann.post(&mine, json!({"player": "cleo"})).await.ok();
    cleo.post(&seat, json!({})).await.ok();
    server.app.clock.forward(TimeDelta::hours(1));
    cleo.post(&mine, json!({"player": "ann"})).await.ok();
    let back = ann.post(&seat, json!({})).await.ok();
    // Twelve hours were left of two days.
    assert_eq!(
        back["seats"][0]["clock"]["deadline"],
        "2026-03-03T13:00:00.000Z"
    );
}

#[tokio::test]
async fn decline_waits_for_the_account_before_it_locks_the_game() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    let offer = format!("/v1/games/{game}/seats/me/replacement");
    ann.post(&offer, json!({"player": "cleo"})).await.ok();
    let mut holder = superuser(&server.database).await;
    let lock = "BEGIN; SELECT FROM players WHERE name = 'cleo' FOR NO KEY UPDATE";
    holder.batch_execute(lock).await.unwrap();
    let locks = async {
        let waits = "DO $$ BEGIN
            ASSERT EXISTS (SELECT FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock');
            END $$";
        let mut other = superuser(&server.database).await;
        while other.batch_execute(waits).await.is_err() {}
        let lock = format!("SELECT FROM games WHERE id = '{game}' FOR UPDATE NOWAIT");
        let locked = holder.batch_execute(&lock).await;
        holder.batch_execute("ROLLBACK").await.unwrap();
        locked
    };
    let offered = format!("/v1/games/{game}/seats/0/replacement");
    let (declined, locked) = tokio::join!(cleo.delete(&offered), locks);
    locked.unwrap();
    assert_eq!(declined.status, 204);
}

#[tokio::test]
async fn takeover_wakes_the_bot_even_if_the_game_cannot_be_read_again() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game: GameId = thats_life(&[&ann, &ben]).await.try_into().unwrap();
    let app = &server.app;
    let ann = players::by_name(&mut app.db.get().await.unwrap(), "ann").await;
    let ann = ann.unwrap().unwrap().id;
    // The commit itself stores a row that differs from the log.
    let mut conn = superuser(&server.database).await;
    let damage = "CREATE FUNCTION damage() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN NEW.acting := 3 - NEW.acting; RETURN NEW; END';
        CREATE TRIGGER damage BEFORE UPDATE ON games FOR EACH ROW
            WHEN (NEW.ply > OLD.ply) EXECUTE FUNCTION damage()";
    conn.batch_execute(damage).await.unwrap();
    assert_eq!(app.bots.next().now_or_never(), None);
    let given = replacement::to_bot(app, &game, Seat(0), ann, None).await;
    assert!(given.is_ok(), "{:?}", given.err());
    assert_eq!(app.bots.next().now_or_never(), Some(game));
    assert_eq!(app.outbox.notified().now_or_never(), Some(()));
}
