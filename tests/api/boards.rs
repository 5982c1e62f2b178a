//! Pictures of boards, and moves put together word by word.

use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::table::*;

#[tokio::test]
async fn the_board_is_drawn() {
    let server = server().await;
    let [ann, ben] = server.players(["ann", "ben"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    let svg = ann.get(&format!("/v1/games/{game}/board.svg")).await;
    assert_eq!(
        (svg.status.as_u16(), &svg.headers["content-type"]),
        (200, &"image/svg+xml".parse().unwrap())
    );
    assert!(
        svg.text.starts_with("<svg ") && svg.text.contains("ann"),
        "{}",
        svg.text
    );
    assert!(svg.text.contains("prefers-color-scheme"));
    assert!(svg.headers.contains_key("content-security-policy"));
    let dark = ann
        .get(&format!("/v1/games/{game}/board.svg?theme=dark"))
        .await;
    assert_ne!(dark.text, svg.text);
    ann.get(&format!("/v1/games/{game}/board.svg?theme=pink"))
        .await
        .problem(400, "invalid-request");

    // What has not changed is not sent again.
    let path = format!("/v1/games/{game}/board.svg");
    let known = svg.headers["etag"].clone();
    let again = answer(
        server
            .request(Method::GET, &path)
            .header("If-None-Match", known),
    )
    .await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));

    play_on(&[&ann, &ben], &game, 1).await;
    let moved = ann.get(&path).await;
    assert_ne!(moved.text, svg.text);
    let earlier = ann.get(&format!("{path}?ply=0")).await;
    assert_eq!(earlier.text, svg.text);
    ann.get(&format!("{path}?ply=99"))
        .await
        .problem(404, "not-found");
}

#[tokio::test]
async fn the_board_is_drawn_in_pixels() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "ferry-follies"})).await;
    let mut sizes = Vec::new();
    for scale in [1, 2] {
        let path = format!("/v1/games/{game}/board.png?scale={scale}&theme=dark");
        let request = server.request(Method::GET, &path).bearer_auth(&ann.token);
        let png = request.send().await.unwrap();
        assert_eq!(png.headers()["content-type"], "image/png");
        let png = png.bytes().await.unwrap();
        assert_eq!(&png[1..4], b"PNG");
        // The width and height of a PNG stand at byte 16 (PNG specification, IHDR).
        sizes.push([16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap())));
    }
    assert!(sizes[0][0] >= 400, "{sizes:?}");
    assert_eq!(sizes[1], sizes[0].map(|it| it * 2));
    for query in ["scale=0", "scale=4", "size=1"] {
        ann.get(&format!("/v1/games/{game}/board.png?{query}"))
            .await
            .problem(400, "invalid-request");
    }
}

#[tokio::test]
async fn a_move_is_put_together_word_by_word() {
    let server = server().await;
    let [ann, ben] = server.players(["ann", "ben"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}/legal/branch");
    let root = ann.get(&path).await.ok();
    assert_eq!(root["next"], json!(["roll"]));
    assert_eq!((&root["text"], &root["move"]), (&json!(""), &Value::Null));
    let leaf = ann.get(&format!("{path}?text=ROLL")).await.ok();
    assert_eq!((&leaf["text"], &leaf["next"]), (&json!("roll"), &json!([])));
    let body = json!({"seq": leaf["seq"], "moves": [leaf["move"]]});
    assert_eq!(ann.posts_moves(&game, &body).await.status, 200);
    ann.get(&format!("{path}?text=fly"))
        .await
        .problem(422, "illegal-move");
    let waiting = ben.get(&path).await.ok();
    assert_eq!(
        (&waiting["next"], &waiting["move"]),
        (&json!([]), &Value::Null)
    );
}

#[tokio::test]
async fn several_moves_stand_on_one_line() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "ferry-follies"})).await;
    let mut texts = Vec::new();
    for _ in 0..2 {
        let legal = ann.may_play(&game).await;
        texts.push(legal["texts"][0].as_str().unwrap().to_owned());
        let body = json!({"seq": legal["seq"], "moves": [legal["moves"][0]]});
        ann.posts_moves(&game, &body).await;
    }
    let again = ann
        .makes(json!({"kind": "thats-life", "invite": [{"bot": "random"}]}))
        .await;
    // A roll must be the last of its line.
    let line = json!({"seq": 1, "moves": [{"text": "roll; move start"}]});
    let refused = ann.posts_moves(&again, &line).await.problem(422, "reveals");
    assert_eq!(refused["index"], 0);
    let line = json!({"seq": 1, "moves": [{"text": " Roll ; "}]});
    assert_eq!(ann.posts_moves(&again, &line).await.status, 200);
    let line = json!({"seq": 2, "moves": [{"text": "; ;"}]});
    ann.posts_moves(&again, &line)
        .await
        .problem(422, "illegal-move");
}
