//! Orders by mail.

use super::*;
use crate::table::audited;

async fn says(post: &Post, game: &str, lines: &str) -> String {
    let mail = post.last_about("ann", game).await;
    post.replies("ann", &mail, lines).await;
    let text = post.answers("ann").await.pop().unwrap().text;
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn orders_can_be_given_listed_and_cancelled_by_mail() {
    let post = busy_post().await;
    let (game, _) = a_game(&post).await;
    for (lines, told) in [
        ("orders", "You have no orders in this game."),
        (
            "Orders",
            "pawns back: move your pawn that is furthest behind",
        ),
        ("orders pawns back", "YOUR ORDERS - pawns back THE BOARD"),
        (
            "Orders pawns onto +8; pawns from m10b",
            "- pawns onto p8 - pawns from m10b - pawns back",
        ),
        // Once each, the newest first.
        (
            "orders pawns back",
            "- pawns back - pawns onto p8 - pawns from m10b",
        ),
        ("Anweisungen", "- pawns back - pawns onto p8"),
        ("ordres pions avant", "- pawns front - pawns back"),
        (
            "orders pawns sideways",
            "The order “pawns sideways” is not understood: Say “pawns back”",
        ),
        ("roll\norders pawns up", "We did not act on your mail."),
        // At most sixteen: four are there.
        (
            "orders pawns from m1a; pawns from m1b; pawns from m2a; pawns from m2b; pawns from m3a; pawns from m3b; pawns from m4a; pawns from m4b; pawns from m5a; pawns from m5b; pawns from m6a; pawns from m6b; pawns from m7a; pawns from m7b",
            "You can have at most 16 orders with a condition.",
        ),
        ("orders", "- pawns front - pawns back"),
        ("orders off", "Your orders in this game are cancelled."),
        ("orders", "You have no orders in this game."),
    ] {
        let text = says(&post, &game, lines).await;
        assert!(text.contains(told), "{lines}: {text}");
    }
    assert_eq!(ply(&post, &game).await, 0);
    // Moves are a queue, which runs at once on the writer's turn.
    let text = says(&post, &game, "orders roll; move start; roll").await;
    assert!(text.contains("YOUR ORDERS - roll "), "{text}");
    assert_eq!(ply(&post, &game).await, 2);
    audited(&post.server.database).await;
}

#[tokio::test]
async fn conditional_line_is_an_order_in_three_languages() {
    let post = busy_post().await;
    let players = post.server.players(["ann", "ben", "cleo"]).await;
    let all = players.each_ref();
    let game = crate::table::a_game_of("paris-connection", json!({}), &all).await;
    post.works().await;
    for (line, order) in [
        (
            "when black is worth 8: trade yellow for 2 black",
            "when black worth 8: trade yellow black 2",
        ),
        (
            "Wenn schwarz wert 7: tauschen gelb schwarz 2",
            "when black worth 7: trade yellow black 2",
        ),
        (
            "> quand noir vaut 6 : échanger jaune noir 2".trim_start_matches("> "),
            "when black worth 6: trade yellow black 2",
        ),
    ] {
        let text = says(&post, &game, line).await;
        assert!(text.contains(order), "{line}: {text}");
    }
    audited(&post.server.database).await;
}
