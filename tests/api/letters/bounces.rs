//! Bounces and spam complaints, and the suspension of mail that follows.

use accounts::bounces;
use chrono::TimeDelta;
use letters::mailer::deliver_due;
use serde_json::{Value, json};

use crate::database_helpers::{code_for, code_of};
use crate::helpers::*;
use crate::inbound::{DOMAIN, Post, fresh_id, post_with};
use crate::smtp::{Act, MailServer};
use crate::table::*;

/// A server that sends through a mail server and takes mail in.
async fn sending() -> (Post, MailServer) {
    let smtp = MailServer::start().await;
    let url = smtp.url();
    let post = post_with(|settings| settings.smtp_url = Some(url), |_| {}).await;
    (post, smtp)
}

/// A player with a confirmed address.
async fn confirmed<'a>(server: &'a Server, name: &str) -> Player<'a> {
    let player = server.player(name).await;
    let address = format!("{name}@example.org");
    let code = code_for(server, "confirm_address", &address).await;
    player
        .post("/v1/me/confirmation", json!({"code": code}))
        .await
        .ok();
    player
}

/// A report as Postfix writes it.
fn report(to: &str, action: &str, status: &str, diagnostic: &str) -> String {
    let id = fresh_id();
    format!(
        "From: MAILER-DAEMON@mail.example.org (Mail Delivery System)\r\nTo: {to}\r\n\
         Subject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied\r\n\
         Message-ID: <{id}>\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\r\n\r\n\
         --b\r\nContent-Type: text/plain\r\n\r\nI'm sorry to have to inform you.\r\n\
         --b\r\nContent-Description: Delivery report\r\nContent-Type: message/delivery-status\r\n\r\n\
         Reporting-MTA: dns; mail.example.org\r\nArrival-Date: Sun, 1 Mar 2026 12:00:00 +0000\r\n\
         \r\nFinal-Recipient: rfc822; ben@example.org\r\n\
         Action: {action}\r\nStatus: {status}\r\n\
         Diagnostic-Code: smtp; {diagnostic}\r\n    and more of it\r\n\r\n\
         --b\r\nContent-Type: message/rfc822\r\n\r\n\
         From: games@{DOMAIN}\r\nTo: ben@example.org\r\nSubject: Your turn\r\n\r\nHello\r\n--b--\r\n"
    )
}

impl Post {
    /// Takes a report in and deals with it; says what became of it.
    async fn hears(&self, to: &str, raw: &str) -> String {
        self.sends("", to, raw).await.unwrap();
        mail_commands::worker::deal_with_due(&self.server.app)
            .await
            .unwrap();
        self.outcomes().await.pop().unwrap()
    }

    fn bounce_address(&self, name: &str) -> String {
        bounces::sender(&self.server.app, &format!("{name}@example.org")).unwrap()
    }
}

async fn suspended(player: &Player<'_>) -> Value {
    player.get("/v1/me").await.ok()["mail_suspended"].clone()
}

#[tokio::test]
async fn bounce_for_unknown_user_suspends_mail_until_reconfirmation() {
    let (post, smtp) = sending().await;
    let server = &post.server;
    let (ann, ben) = (
        confirmed(server, "ann").await,
        confirmed(server, "ben").await,
    );
    let game = thats_life(&[&ann, &ben]).await;
    ann.takes_a_first_turn(&game).await;
    deliver_due(&server.app).await.unwrap();
    let mails = smtp.taken();
    let to_ben = mails.iter().find(|mail| mail.data.contains("Your turn"));
    let sender = to_ben.unwrap().from.clone();
    assert_eq!(sender, post.bounce_address("ben"));
    assert!(!sender.contains("ben"), "{sender}");
    assert_ne!(sender, post.bounce_address("ann"));
    assert_eq!(suspended(&ben).await, Value::Null);

    // A forged report says nothing about anybody.
    let raw = report(&sender, "failed", "5.1.1", "550 5.1.1 no such user");
    for forged in [
        format!("bounces+{}@{DOMAIN}", "0".repeat(52)),
        format!("bounces+x@{DOMAIN}"),
    ] {
        assert_eq!(post.sends("", &forged, &raw).await, Err(550));
    }
    let desk = format!("bounces@{DOMAIN}");
    assert_eq!(post.hears(&desk, &raw).await, "silent: forged report");
    let prose = format!(
        "From: x@mail.example.org\r\nTo: {sender}\r\nMessage-ID: <prose@x>\r\n\r\nIt came back.\r\n"
    );
    assert_eq!(post.hears(&sender, &prose).await, "silent: no report");
    assert_eq!(suspended(&ben).await, Value::Null);

    assert_eq!(post.hears(&sender, &raw).await, "silent: no such user");
    let now = suspended(&ben).await;
    assert_eq!(
        now,
        json!({"since": "2026-03-01T12:00:00.000Z", "reason": "bounced"})
    );
    assert_eq!(suspended(&ann).await, Value::Null);
    // Nothing of the game goes there, and nothing is answered.
    let before = smtp.taken().len();
    ben.takes_a_first_turn(&game).await;
    deliver_due(&server.app).await.unwrap();
    ann.takes_a_first_turn(&game).await;
    deliver_due(&server.app).await.unwrap();
    let after = smtp.taken();
    assert_eq!(after.len(), before + 1, "only Ann's");
    assert!(after.last().unwrap().to == ["ann@example.org"]);
    // A requested code is sent, and confirms the address again.
    ben.post("/v1/me/confirmation/mail", json!({})).await.ok();
    let code = code_of(server, "confirm_address", "ben@example.org").await;
    deliver_due(&server.app).await.unwrap();
    assert!(smtp.taken().last().unwrap().to == ["ben@example.org"]);
    ben.post("/v1/me/confirmation", json!({"code": code.unwrap()}))
        .await
        .ok();
    assert_eq!(suspended(&ben).await, Value::Null);
    // Without a suspension there is nothing to confirm.
    ann.post("/v1/me/confirmation/mail", json!({})).await.ok();
    assert_eq!(
        code_of(server, "confirm_address", "ann@example.org").await,
        None
    );
}

#[tokio::test]
async fn other_bounces_suspend_mail_on_the_third_day() {
    let (post, _smtp) = sending().await;
    let server = &post.server;
    let ben = confirmed(server, "ben").await;
    let sender = post.bounce_address("ben");
    let full = || report(&sender, "failed", "5.2.2", "552 5.2.2 mailbox full");
    for day in 0..3 {
        // Several on one day are one.
        for _ in 0..3 {
            assert_eq!(post.hears(&sender, &full()).await, "silent: refused");
        }
        let ben = server.returns("ben").await;
        assert_eq!(suspended(&ben).await.is_null(), day < 2, "{day}");
        server.app.clock.forward(TimeDelta::days(1));
    }
    drop(ben);
    // The reply of the mail server makes a vague status precise.
    let ann = confirmed(server, "ann").await;
    let sender = post.bounce_address("ann");
    let vague = report(&sender, "failed", "5.0.0", "550-5.1.1 unknown");
    assert_eq!(post.hears(&sender, &vague).await, "silent: no such user");
    assert_eq!(suspended(&ann).await["reason"], "bounced");
}

#[tokio::test]
async fn delay_report_postpones_next_mail() {
    let (post, smtp) = sending().await;
    let server = &post.server;
    let (ann, ben) = (
        confirmed(server, "ann").await,
        confirmed(server, "ben").await,
    );
    let game = thats_life(&[&ann, &ben]).await;
    deliver_due(&server.app).await.unwrap();
    let sender = post.bounce_address("ben");
    let late = report(&sender, "delayed", "4.4.1", "connection timed out");
    assert_eq!(post.hears(&sender, &late).await, "silent: delayed");
    assert_eq!(suspended(&ben).await, Value::Null);
    ann.takes_a_first_turn(&game).await;
    let before = smtp.taken().len();
    deliver_due(&server.app).await.unwrap();
    assert_eq!(smtp.taken().len(), before);
    server.app.clock.forward(TimeDelta::hours(1));
    deliver_due(&server.app).await.unwrap();
    assert_eq!(smtp.taken().len(), before + 1);
}

#[tokio::test]
async fn spam_complaint_suspends_mail() {
    let (post, _smtp) = sending().await;
    let server = &post.server;
    let sender = post.bounce_address("ben");
    let ben = confirmed(server, "ben").await;
    // As providers send it: to one address, with the head of our mail.
    let complaint = |kind: &str, path: &str| {
        format!(
            "From: <feedback@provider.example>\r\nTo: bounces@{DOMAIN}\r\nSubject: FW: Your turn\r\n\
             Message-ID: <{}>\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/report; report-type=feedback-report; boundary=\"b\"\r\n\r\n\
             --b\r\nContent-Type: text/plain\r\n\r\nThis is an abuse report.\r\n\
             --b\r\nContent-Type: message/feedback-report\r\n\r\n\
             Feedback-Type: {kind}\r\nUser-Agent: Provider/1.0\r\nVersion: 1\r\n\
             --b\r\nContent-Type: message/rfc822\r\n\r\n\
             Return-Path: <{path}>\r\nFrom: games@{DOMAIN}\r\nSubject: Your turn\r\n\r\nHello\r\n--b--\r\n",
            fresh_id()
        )
    };
    let desk = format!("bounces@{DOMAIN}");
    let forged = format!("bounces+{}@{DOMAIN}", "1".repeat(52));
    let heard = post.hears(&desk, &complaint("abuse", &forged)).await;
    assert_eq!(heard, "silent: forged report");
    let heard = post.hears(&desk, &complaint("not-spam", &sender)).await;
    assert_eq!(heard, "silent: no report");
    assert_eq!(suspended(&ben).await, Value::Null);
    let heard = post.hears(&desk, &complaint("abuse", &sender)).await;
    assert_eq!(heard, "silent: complaint");
    assert_eq!(suspended(&ben).await["reason"], "complained");
}

#[tokio::test]
async fn permanent_smtp_rejection_of_recipient_suspends_mail() {
    let (post, smtp) = sending().await;
    let server = &post.server;
    let (ann, ben) = (
        confirmed(server, "ann").await,
        confirmed(server, "ben").await,
    );
    // Confirmation mails do not count as rejected.
    deliver_due(&server.app).await.unwrap();
    smtp.will(&[Act::RefuseRecipient(550)]);
    ann.makes(json!({"kind": "ferry-follies"})).await;
    deliver_due(&server.app).await.unwrap();
    // The server says 5.1.1: no such user.
    assert_eq!(suspended(&ann).await["reason"], "bounced");
    // A refusal for now does not count.
    smtp.will(&[Act::RefuseRecipient(450)]);
    ben.makes(json!({"kind": "ferry-follies"})).await;
    deliver_due(&server.app).await.unwrap();
    assert_eq!(suspended(&ben).await, Value::Null);
    // A rejection because of the content counts as one of three.
    smtp.will(&[Act::RefuseMail(554)]);
    ben.makes(json!({"kind": "ferry-follies"})).await;
    deliver_due(&server.app).await.unwrap();
    assert_eq!(suspended(&ben).await, Value::Null);
}

#[tokio::test]
async fn bounce_address_ignores_case_and_needs_a_mail_domain() {
    let (post, _smtp) = sending().await;
    let server = &post.server;
    let ben = confirmed(server, "ben").await;
    let sender = bounces::sender(&server.app, "BEN@Example.org").unwrap();
    assert_eq!(sender, post.bounce_address("ben"));
    // Mail servers may change the case of an address.
    let shouted = sender.to_uppercase();
    let raw = report(&sender, "Failed (user unknown)", "5.1.1", "x");
    assert_eq!(post.hears(&shouted, &raw).await, "silent: no such user");
    assert_eq!(suspended(&ben).await["reason"], "bounced");
    // Without a mail domain there is nowhere that bounces could come back to.
    let plain = crate::helpers::server().await;
    assert_eq!(bounces::sender(&plain.app, "ben@example.org"), None);
}
