//! Presence: which players of a table are active.

use serde_json::json;

use crate::helpers::*;
use crate::table::*;

impl Player<'_> {
    /// Returns the seats whose players are here.
    async fn finds_here(&self, game: &str) -> serde_json::Value {
        let told = self.get(&format!("/v1/games/{game}/presence")).await.ok();
        told["seats"].clone()
    }
}

#[tokio::test]
async fn table_lists_only_players_seen_recently() {
    let server = server().await;
    let two = server_on(server.database.clone()).await;
    let [ann, ben, eve] = server.players(["ann", "ben", "eve"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    assert_eq!(ann.finds_here(&game).await, json!([0, 1]));

    // After three minutes without a word from ben, he is gone; ann's questions keep her here.
    server.app.clock.forward(chrono::TimeDelta::minutes(4));
    assert_eq!(ann.finds_here(&game).await, json!([0]));
    ben.sees(&game).await;
    assert_eq!(ann.finds_here(&game).await, json!([0, 1]));

    // Another server knows once it is written down.
    two.app.clock.forward(chrono::TimeDelta::minutes(4));
    let elsewhere = ann.at(&two);
    assert_eq!(elsewhere.finds_here(&game).await, json!([0]));
    social::presence::write_down(&server.app).await.unwrap();
    assert_eq!(elsewhere.finds_here(&game).await, json!([0, 1]));

    // Spectators do not see it. If one player has blocked the other, neither sees it.
    let refused = eve.get(&format!("/v1/games/{game}/presence")).await;
    refused.problem(409, "not-seated");
    let blocked = ben.put("/v1/me/blocked/ann", json!({})).await;
    assert_eq!(blocked.status, 204, "{}", blocked.text);
    assert_eq!(ann.finds_here(&game).await, json!([0]));
    assert_eq!(ben.finds_here(&game).await, json!([1]));

    // A player who signs out is gone at once, on other servers too.
    let dora = server.player("dora").await;
    let other = thats_life(&[&ann, &dora]).await;
    assert_eq!(ann.finds_here(&other).await, json!([0, 1]));
    social::presence::write_down(&server.app).await.unwrap();
    assert_eq!(dora.delete("/v1/sessions").await.status, 204);
    assert_eq!(ann.finds_here(&other).await, json!([0]));
    assert_eq!(elsewhere.finds_here(&other).await, json!([0]));

    // A player who leaves the game is gone, too, and sees no presence either.
    let fay = server.player("fay").await;
    let left = thats_life(&[&ann, &fay, &eve]).await;
    assert_eq!(ann.finds_here(&left).await, json!([0, 1, 2]));
    fay.plays(&left, "leave").await;
    assert_eq!(ann.finds_here(&left).await, json!([0, 2]));
    assert_eq!(fay.finds_here(&left).await, json!([]));

    // After the game, players do not see each other's presence for ever.
    let cleo = server.player("cleo").await;
    let over = thats_life(&[&ann, &cleo]).await;
    assert_eq!(ann.finds_here(&over).await, json!([0, 1]));
    play_on(&[&ann, &cleo], &over, 2000).await;
    assert_eq!(ann.sees(&over).await["status"], "finished");
    assert_eq!(ann.finds_here(&over).await, json!([]));
}

#[tokio::test]
async fn token_request_does_not_mark_the_player_as_present() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let token = ben.token_for(&["games:read"]).await;
    server.app.clock.forward(chrono::TimeDelta::minutes(4));
    let path = format!("/v1/games/{game}");
    let looks = server.send(reqwest::Method::GET, &path, Some(&token), None);
    assert_eq!(looks.await.status, 200);
    assert_eq!(ann.finds_here(&game).await, json!([0]));
}
