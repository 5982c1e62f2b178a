//! The LMTP and SMTP protocol: the order of commands, limits, and what 250 means.

use accounts::limits::{Limits, Quotas};

use super::*;
use crate::database_helpers::few;

const MAIL: &str = "From: ann@example.org\r\nMessage-ID: <lmtp@x.test>\r\n\r\nhelp\r\n.\r\n";

#[tokio::test]
async fn lmtp_returns_one_status_per_recipient() {
    let post = post().await;
    let (_, mail) = a_game(&post).await;
    let to = reply_address(&mail);
    let mut wire = Wire::open(post.port).await;
    assert!(wire.says("LHLO mx.test").await.starts_with("250 SIZE"));
    assert!(
        wire.says("MAIL FROM:<ann@example.org> BODY=8BITMIME")
            .await
            .starts_with("250")
    );
    assert!(
        wire.says(&format!("RCPT TO:<{to}>"))
            .await
            .starts_with("250")
    );
    assert!(
        wire.says("RCPT TO:<games@PLAY.test>")
            .await
            .starts_with("250")
    );
    for unknown in [
        "games@elsewhere.test",
        "nobody@play.test",
        "play+00000000000000000000000000000000@play.test",
        "play+short@play.test",
        "confirm+00000000000000000000000000000000@play.test",
    ] {
        let heard = wire.says(&format!("RCPT TO:<{unknown}>")).await;
        assert!(heard.starts_with("550 5.1.1"), "{heard}");
    }
    assert!(wire.says("DATA").await.starts_with("354"));
    wire.writes(MAIL).await;
    assert_eq!(wire.hears().await, "250 2.0.0 Taken");
    assert_eq!(wire.hears().await, "250 2.0.0 Taken");
    assert!(wire.says("QUIT").await.starts_with("221"));
    post.works().await;
    assert_eq!(post.outcomes().await, ["answered", "answered"]);
    assert_eq!(post.answers("ann").await.len(), 2);
}

#[tokio::test]
async fn duplicate_mail_is_answered_once() {
    let post = post().await;
    let (_, mail) = a_game(&post).await;
    let (to, raw) = reply("ann", &mail, "help");
    for _ in 0..3 {
        post.sends("ann@example.org", &to, &raw).await.unwrap();
        post.works().await;
    }
    // With another letter case in the address it is the same mail.
    post.sends("ann@example.org", &to.to_uppercase(), &raw)
        .await
        .unwrap();
    post.works().await;
    assert_eq!(post.outcomes().await, ["answered"]);
    // Without an id, the whole mail identifies it.
    let raw = "From: ann@example.org\r\n\r\nhelp\r\n";
    for _ in 0..2 {
        post.sends("ann@example.org", &to, raw).await.unwrap();
    }
    post.works().await;
    assert_eq!(post.outcomes().await.len(), 2);
}

#[tokio::test]
async fn smtp_commands_out_of_order_are_rejected() {
    let post = post().await;
    let mut wire = Wire::open(post.port).await;
    assert!(wire.says("MAIL FROM:<a@b.test>").await.starts_with("503"));
    assert!(wire.says("WHAT").await.starts_with("500"));
    assert!(wire.says("HELO x").await.starts_with("250"));
    assert!(
        wire.says("RCPT TO:<games@play.test>")
            .await
            .starts_with("503")
    );
    assert!(wire.says("DATA").await.starts_with("503"));
    assert!(wire.says("MAIL FROM:<a@b.test>").await.starts_with("250"));
    assert!(wire.says("MAIL FROM:<a@b.test>").await.starts_with("503"));
    assert!(wire.says("DATA").await.starts_with("503"));
    assert!(wire.says("RSET").await.starts_with("250"));
    assert!(wire.says("NOOP").await.starts_with("250"));
    assert!(wire.says("STARTTLS").await.starts_with("502"));
    assert!(wire.says("AUTH PLAIN").await.starts_with("502"));
    assert!(wire.says("EHLO x").await.starts_with("250"));
    assert!(
        wire.says("MAIL FROM:<a@b.test> SIZE=9999999")
            .await
            .starts_with("552")
    );
    assert!(wire.says("MAIL FROM:<a@b.test>").await.starts_with("250"));
    assert!(wire.says("RCPT TO:<x@play.test>").await.starts_with("550"));
    assert!(wire.says("DATA").await.starts_with("503"));
    assert!(wire.says("WHAT").await.starts_with("421"));
    assert_eq!(wire.hears().await, "");
}

#[tokio::test]
async fn endless_smtp_line_closes_connection() {
    let post = post().await;
    let mut wire = Wire::open(post.port).await;
    wire.writes(&"x".repeat(5_000)).await;
    assert!(wire.hears().await.starts_with("500"));
    assert_eq!(wire.hears().await, "");
}

#[tokio::test]
async fn smtp_accepts_pipelining_and_dot_stuffing() {
    let post = post().await;
    let (_, mail) = a_game(&post).await;
    let to = reply_address(&mail);
    let mut wire = Wire::open(post.port).await;
    wire.writes(&format!(
        "EHLO x\r\nMAIL FROM:<ann@example.org>\r\nRCPT TO:<{to}>\r\nDATA\r\n"
    ))
    .await;
    for code in ["250", "250", "250", "354"] {
        assert!(wire.hears().await.starts_with(code));
    }
    // No end of the mail: not a dot with bare line feeds, nor a doubled one.
    wire.writes("From: ann@example.org\r\n\r\nhelp\r\n-- \r\n\n.\n\r\n..\r\nMAIL FROM:<x@y.test>\r\n.\r\nQUIT\r\n")
        .await;
    assert!(wire.hears().await.starts_with("250"));
    assert!(wire.hears().await.starts_with("221"));
    post.works().await;
    assert_eq!(post.outcomes().await, ["answered"]);
}

#[tokio::test]
async fn interrupted_mail_is_not_stored() {
    let post = post().await;
    let (_, mail) = a_game(&post).await;
    let to = reply_address(&mail);
    let mut wire = Wire::open(post.port).await;
    wire.says("LHLO x").await;
    wire.says("MAIL FROM:<ann@example.org>").await;
    wire.says(&format!("RCPT TO:<{to}>")).await;
    wire.says("DATA").await;
    wire.writes("From: ann@example.org\r\n\r\nroll\r\n").await;
    drop(wire);
    post.works().await;
    assert!(post.outcomes().await.is_empty());
}

#[tokio::test]
async fn too_many_mails_return_451() {
    let post = post_with(
        |_| {},
        |app| {
            app.limits = Limits::new(Quotas {
                inbound: few(3),
                ..Quotas::default()
            });
        },
    )
    .await;
    let (_, mail) = a_game(&post).await;
    let mut outcomes = Vec::new();
    for _ in 0..4 {
        let (to, raw) = reply("ann", &mail, "help");
        outcomes.push(post.sends("ann@example.org", &to, &raw).await);
    }
    assert_eq!(outcomes, [Ok(()), Ok(()), Ok(()), Err(451)]);
}

#[tokio::test]
async fn twenty_first_recipient_returns_452() {
    let post = post().await;
    let mut wire = Wire::open(post.port).await;
    wire.says("LHLO x").await;
    wire.says("MAIL FROM:<ann@example.org>").await;
    for _ in 0..20 {
        assert!(
            wire.says("RCPT TO:<games@play.test>")
                .await
                .starts_with("250")
        );
    }
    assert!(
        wire.says("RCPT TO:<games@play.test>")
            .await
            .starts_with("452")
    );
}
