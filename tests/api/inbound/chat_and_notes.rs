//! Chat and notes by mail.

use serde_json::json;

use super::*;

async fn heard(post: &Post, name: &str) -> String {
    let answer = post.answers(name).await.pop().unwrap();
    answer.text.replace("\n  ", " ")
}

async fn said(post: &Post, game: &str) -> Vec<String> {
    let ben = post.server.returns("ben").await;
    let page = ben.get(&format!("/v1/games/{game}/chat")).await.ok();
    let messages = page["messages"].as_array().unwrap().iter();
    messages
        .map(|it| {
            format!(
                "{}: {}",
                it["author"].as_str().unwrap(),
                it["text"].as_str().unwrap()
            )
        })
        .collect()
}

#[tokio::test]
async fn chat_line_is_posted_regardless_of_turn() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    post.replies("ann", &mail, "Chat Good luck, Ben!\nchat  <b>Really.</b>")
        .await;
    let text = heard(&post, "ann").await;
    assert!(
        text.contains("Said at the table: “Good luck, Ben!”."),
        "{text}"
    );
    assert!(!text.contains("THE BOARD"));
    // Ben is not to move.
    let bens = post.last_about("ben", &game).await;
    post.replies("ben", &bens, "chat Thanks").await;
    let lines = ["ann: Good luck, Ben!", "ann: <b>Really.</b>", "ben: Thanks"];
    assert_eq!(said(&post, &game).await, lines);
    post.replies("ann", &mail, "chat").await;
    let text = heard(&post, "ann").await;
    assert!(
        text.contains("SAID AT THE TABLE") && text.contains("ben (1 March, 12:00 UTC): Thanks")
    );
    assert_eq!(ply(&post, &game).await, 0);
}

#[tokio::test]
async fn chat_is_posted_only_if_moves_are_played() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    post.replies("ann", &mail, "fly\nchat Oops\nnote Flying is out")
        .await;
    let text = heard(&post, "ann").await.replace('\n', " ");
    assert!(
        text.contains("(“fly”) was rejected") && text.contains("We did not act on your mail."),
        "{text}"
    );
    assert!(
        !text.contains("YOUR NOTE") && !text.contains("Said"),
        "{text}"
    );
    assert_eq!(said(&post, &game).await.len(), 0);
    assert_eq!(ply(&post, &game).await, 0);
    // It is in the turn mail that the moves bring about.
    post.replies("ann", &mail, "chat Oops\nroll").await;
    let answer = post.answers("ann").await.pop().unwrap();
    post.replies("ann", &answer, "chat Your turn\nmove start")
        .await;
    let turn = post.last_about("ben", &game).await;
    let expected = "| ann (1 March, 12:00): Oops\n| ann (1 March, 12:00): Your turn";
    assert!(turn.text.contains(expected), "{}", turn.text);
    // A command that must stand alone is not combined with others.
    post.replies("ben", &turn, "resign yes\nchat I give up")
        .await;
    assert!(
        heard(&post, "ben")
            .await
            .contains("We did not act on your mail")
    );
    assert_eq!(said(&post, &game).await.len(), 2);
    // A text that is too long is rejected, not cut.
    let long = "x".repeat(1001);
    post.replies("ben", &turn, &format!("chat {long}")).await;
    assert!(
        heard(&post, "ben")
            .await
            .contains("has at most 1000 characters")
    );
    assert_eq!(said(&post, &game).await.len(), 2);
}

#[tokio::test]
async fn format_flowed_chat_line_is_rejoined() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    let lines = "chat This is a long line, which Thunderbird has broken \r\nwhere the window ended.\r\nroll\r\n-- \r\nAnn";
    let (to, raw) = reply("ann", &mail, lines);
    let raw = raw.replace("charset=utf-8", "charset=utf-8; format=flowed");
    post.sends("ann@example.org", &to, &raw).await.unwrap();
    post.works().await;
    let whole = "ann: This is a long line, which Thunderbird has broken where the window ended.";
    assert_eq!(said(&post, &game).await, [whole]);
    assert_eq!(ply(&post, &game).await, 1);
}

#[tokio::test]
async fn reply_to_chat_mail_posts_chat() {
    let post = post().await;
    let (game, _) = a_game(&post).await;
    let ann = post.server.returns("ann").await;
    let path = format!("/v1/games/{game}/chat");
    ann.post(&path, json!({"text": "Anybody here?"})).await.ok();
    post.server.app.clock.forward(chrono::Duration::minutes(40));
    post.works().await;
    let mails = post.newest("ben").await;
    let mail = mails
        .iter()
        .find(|mail| mail.message_id.starts_with("chat."))
        .unwrap();
    assert!(
        mail.text
            .contains("reply to this mail with a line that begins with “chat”")
    );
    post.replies("ben", mail, "chat I am").await;
    assert_eq!(
        said(&post, &game).await,
        ["ann: Anybody here?", "ben: I am"]
    );
    // Also when the game is over.
    let ann = post.server.returns("ann").await;
    ann.sends(&game, &json!(1), json!([{"type": "leave"}]))
        .await
        .ok();
    post.works().await;
    post.replies("ben", mail, "chat Well played\nnote Ann gives up early")
        .await;
    assert_eq!(said(&post, &game).await.len(), 3);
}

#[tokio::test]
async fn note_lines_are_appended_to_note() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    post.replies("ann", &mail, "note").await;
    assert!(
        heard(&post, "ann")
            .await
            .contains("You have no note about this game")
    );
    post.replies("ann", &mail, "note Watch Ben\nnote and the wall")
        .await;
    post.replies("ann", &mail, "note\nnote Third").await;
    let text = heard(&post, "ann").await;
    assert!(
        text.contains("| Watch Ben\n| and the wall\n| Third"),
        "{text}"
    );
    let ann = post.server.returns("ann").await;
    let note = ann.get(&format!("/v1/games/{game}/note")).await.ok();
    assert_eq!(note["text"], "Watch Ben\nand the wall\nThird");
}

#[tokio::test]
async fn crash_posts_chat_and_notes_once() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    let (to, raw) = reply("ann", &mail, "chat One\nchat One\nnote a\nnote b");
    post.sends("ann@example.org", &to, &raw).await.unwrap();
    use mail_commands as service;
    let app = &post.server.app;
    let leased = service::lease(app, 1).await.unwrap();
    service::deal_with(app, &leased[0]).await.unwrap();
    app.clock.forward(chrono::Duration::minutes(6));
    post.works().await;
    assert_eq!(said(&post, &game).await, ["ann: One", "ann: One"]);
    let ann = post.server.returns("ann").await;
    let note = ann.get(&format!("/v1/games/{game}/note")).await.ok();
    assert_eq!(note["text"], "a\nb");
}
