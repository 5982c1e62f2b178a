//! Rematches: another game with the same players.

use serde_json::json;

use crate::helpers::*;
use crate::play::invitations::{invites, waiting};
use crate::play::lobby::names;
use crate::table::*;

#[tokio::test]
async fn concurrent_rematch_proposals_create_one_game() {
    let server = server().await;
    let [ann, ben, eve] = server.players(["ann", "ben", "eve"]).await;
    let options = json!({"pawns": "2", "scoring": "expert"});
    let first = a_game_of("thats-life", options, &[&ann, &ben]).await;
    let path = format!("/v1/games/{first}/rematch");
    ann.post(&path, json!({})).await.problem(409, "not-over");
    ben.plays(&first, "leave").await;
    eve.post(&path, json!({})).await.problem(409, "not-seated");
    ann.post(&path, json!({"entropy": "\n"}))
        .await
        .problem(400, "invalid-request");
    ann.post(&path, json!({"luck": 1}))
        .await
        .problem(400, "invalid-request");
    // Both propose it at once, and one of them twice.
    let (by_ann, by_ben, again) = tokio::join!(
        ann.post(&path, json!({"entropy": "a"})),
        ben.post(&path, json!({"entropy": "b"})),
        ann.post(&path, json!({"entropy": "a"}))
    );
    let (by_ann, by_ben, again) = (by_ann.ok(), by_ben.ok(), again.ok());
    assert_eq!(id(&by_ann), id(&by_ben));
    assert_eq!(id(&by_ann), id(&again));
    let second = ann.sees(&id(&by_ann)).await;
    assert_eq!(
        (&second["rematch_of"], &second["status"]),
        (&json!(first), &json!("running"))
    );
    // Everybody one seat further round, with the same options and their own luck.
    assert_eq!(names(&second), [&json!("ben"), &json!("ann")]);
    assert_eq!(second["options"], ann.sees(&first).await["options"]);
    assert_eq!(
        (
            &second["seats"][0]["entropy"],
            &second["seats"][1]["entropy"]
        ),
        (&json!("b"), &json!("a"))
    );
    assert_eq!(second["seed_source"], "secret");
    assert_eq!(ann.sees(&first).await["rematch"], second["id"]);
    assert_eq!(ann.lists("?status=running").await, [id(&second)]);
    // Asked again when it has begun, it is still the same.
    assert_eq!(
        id(&ben.post(&path, json!({"entropy": "other"})).await.ok()),
        id(&second)
    );
    audited(&server.database).await;
}

#[tokio::test]
async fn rematch_stays_open_until_the_others_join() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let first = invites(&ann, "private", json!({"player": "ben"})).await;
    ben.joins(&first).await;
    ann.plays(&first, "leave").await;
    let path = format!("/v1/games/{first}/rematch");
    let second = ann.post(&path, json!({})).await.ok();
    assert_eq!(
        (&second["status"], &second["visibility"]),
        (&json!("open"), &json!("private"))
    );
    assert_eq!(second["seats"][0]["invited"], "ben");
    assert_eq!(second["seat"], 1);
    assert_eq!(waiting(&server, "invitation").await.len(), 2);
    // The seat can be taken as any other.
    assert_eq!(ben.joins(&id(&second)).await["status"], "running");
}

#[tokio::test]
async fn cancelled_rematch_can_be_proposed_again() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let first = thats_life(&[&ann, &ben]).await;
    ann.plays(&first, "leave").await;
    let path = format!("/v1/games/{first}/rematch");
    let second = id(&ann.post(&path, json!({})).await.ok());
    ann.delete(&format!("/v1/games/{second}")).await.ok();
    assert!(ben.sees(&first).await["rematch"].is_null());
    let third = ben.post(&path, json!({})).await.ok();
    assert_eq!(third["status"], "open");
    assert_ne!(id(&third), second);
    assert_eq!(id(&ann.post(&path, json!({})).await.ok()), id(&third));
    assert_eq!(ann.sees(&id(&third)).await["status"], "running");
}
