//! The kinds of games.

use ::games::KINDS;

use crate::helpers::*;

#[tokio::test]
async fn schema_of_a_kind_accepts_its_example_moves() {
    let server = server().await;
    let ann = server.player("ann").await;
    for kind in KINDS.current() {
        let path = format!("/v1/kinds/{}/schema", kind.info().id);
        let schemas = ann.get(&path).await.ok();
        for mv in kind.examples() {
            assert!(jsonschema::is_valid(&schemas["move"], &mv), "{mv}");
        }
    }
}

#[tokio::test]
async fn schema_of_a_kind_accepts_the_view_of_a_new_game() {
    let server = server().await;
    let ann = server.player("ann").await;
    for kind in KINDS.current() {
        let kind = kind.info().id;
        let schemas = ann.get(&format!("/v1/kinds/{kind}/schema")).await.ok();
        let seats = usize::from(*KINDS.latest(kind).unwrap().info().seats.start());
        let invite = vec![serde_json::json!({"bot": "random"}); seats - 1];
        let body = serde_json::json!({"kind": kind, "seats": seats, "invite": invite});
        let game = ann.post("/v1/games", body).await.ok();
        assert!(
            jsonschema::is_valid(&schemas["view"], &game["view"]),
            "{kind}"
        );
    }
}
