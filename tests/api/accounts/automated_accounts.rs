//! The `automated` mark of accounts that programs play with.

use serde_json::json;

use crate::helpers::*;

#[tokio::test]
async fn account_can_be_marked_automated_only_before_its_first_seat() {
    let server = server().await;
    let (droid, ann) = (server.player("droid").await, server.player("ann").await);
    assert_eq!(droid.get("/v1/me").await.ok()["automated"], false);
    let yes = json!({"automated": true});
    droid
        .patch("/v1/me", json!({"automated": false}))
        .await
        .problem(400, "invalid-request");
    let changed = droid.patch("/v1/me", yes.clone()).await.ok();
    assert_eq!(changed["automated"], true);
    let seen = ann.get("/v1/players/droid").await.ok();
    assert_eq!(seen["automated"], true);
    let new = json!({"kind": "buttons", "seats": 2, "invite": [{"player": "droid"}]});
    let made = ann.post("/v1/games", new).await.ok();
    let game = format!("/v1/games/{}", made["id"].as_str().unwrap());
    droid.post(&format!("{game}/seats"), json!({})).await.ok();
    let seats = ann.get(&game).await.ok()["seats"].clone();
    assert_eq!(
        (&seats[0]["automated"], &seats[1]["automated"]),
        (&json!(false), &json!(true))
    );
    // A repetition changes nothing. A person who has played cannot become a program.
    droid.patch("/v1/me", yes.clone()).await.ok();
    ann.patch("/v1/me", yes).await.problem(403, "forbidden");
    assert_eq!(ann.get("/v1/me").await.ok()["automated"], false);
}
