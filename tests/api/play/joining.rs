//! Which visitors may create an account: all of them on an open server, only invited ones, or none.

use accounts::mail_domains::is_blocked;
use base::config::{Settings, SignUp};
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::inbound::post_with;

/// Starts two servers on one database: an open one, and one with this setting.
async fn open_and(sign_up: SignUp) -> (Server, Server) {
    let database = fresh_database().await;
    let open = server_on(database.clone()).await;
    let change = |settings: &mut Settings| settings.sign_up = Ok(sign_up);
    let other = server_with(database, change, |_| {}).await;
    (open, other)
}

fn account(name: &str) -> Value {
    json!({"name": name, "email": format!("{name}@example.org"), "password": PASSWORD})
}

impl Server {
    async fn tries_to_sign_up(&self, body: Value) -> Answer {
        self.call(Method::POST, "/v1/players", body).await
    }

    async fn tries_as_guest(&self, body: Value) -> Answer {
        self.call(Method::POST, "/v1/players/guest", body).await
    }
}

/// Creates a private game, and returns the invitation in its link.
async fn private_table(ann: &Player<'_>) -> Value {
    let game = json!({"kind": "thats-life", "visibility": "private"});
    let game = ann.post("/v1/games", game).await.ok();
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    let secret = ann.get(&path).await.ok()["invitation"].clone();
    assert!(secret.is_string());
    json!({"game": game["id"], "secret": secret})
}

#[tokio::test]
async fn closed_server_rejects_new_accounts() {
    let (open, closed) = open_and(SignUp::Closed).await;
    let ann = open.player("ann").await;
    let invitation = private_table(&ann).await;
    let mut invited = account("ben");
    invited["invitation"] = invitation.clone();
    for body in [account("ben"), invited] {
        let refused = closed.tries_to_sign_up(body).await;
        refused.problem(403, "forbidden");
    }
    for body in [json!({}), json!({"invitation": invitation})] {
        closed.tries_as_guest(body).await.problem(403, "forbidden");
    }
    // Players with an account are not affected.
    assert_eq!(ann.at(&closed).get("/v1/me").await.status, 200);
}

#[tokio::test]
async fn closed_server_rejects_keeping_a_guest_account() {
    let (open, closed) = open_and(SignUp::Closed).await;
    let guest = open.tries_as_guest(json!({})).await.ok();
    let guest = Player::of(&closed, "guest", &guest["session"]);
    let kept = guest.post("/v1/me/upgrade", account("ben")).await;
    kept.problem(403, "forbidden");
}

#[tokio::test]
async fn invitation_only_server_accepts_only_invited_address_or_link() {
    let (open, by_invitation) = open_and(SignUp::Invitation).await;
    let ann = open.player("ann").await;
    let link = private_table(&ann).await;
    let kept = json!({"kind": "thats-life", "invite": [{"email": "Ben@example.org"}]});
    ann.post("/v1/games", kept).await.ok();
    let refused = by_invitation.tries_to_sign_up(account("cleo")).await;
    refused.problem(403, "forbidden");
    let mut wrong = link.clone();
    wrong["secret"] = json!("0".repeat(32));
    for invitation in [json!(null), wrong] {
        let guest = json!({"invitation": invitation});
        by_invitation
            .tries_as_guest(guest)
            .await
            .problem(403, "forbidden");
    }
    by_invitation.tries_to_sign_up(account("ben")).await.ok();
    let mut dora = account("dora");
    dora["invitation"] = link.clone();
    by_invitation.tries_to_sign_up(dora).await.ok();
    let guest = by_invitation
        .tries_as_guest(json!({"invitation": link}))
        .await
        .ok();
    let guest = Player::of(&by_invitation, "guest", &guest["session"]);
    guest.post("/v1/me/upgrade", account("emil")).await.ok();
}

#[tokio::test]
async fn mail_from_stranger_to_restricted_server_offers_no_account() {
    for sign_up in [SignUp::Closed, SignUp::Invitation] {
        let post = post_with(|settings| settings.sign_up = Ok(sign_up), |_| {}).await;
        post.asks("dora", "new that's life", true).await;
        let answer = post.answers("dora").await.pop().unwrap();
        assert!(!answer.text.contains("/begin?link="), "{}", answer.text);
        assert!(
            answer.text.contains("This server accepts"),
            "{}",
            answer.text
        );
    }
}

#[tokio::test]
async fn address_in_blocked_domain_returns_403() {
    let blocks = |settings: &mut Settings| {
        settings.blocked_mail_domains = vec!["Example.COM".into(), "@trash.test".into()];
    };
    let server = server_with(fresh_database().await, blocks, |_| {}).await;
    for email in ["a@example.com", "a@EXAMPLE.com", "a@mail.trash.test"] {
        let body = json!({"name": "ann", "email": email, "password": PASSWORD});
        let refused = server.tries_to_sign_up(body).await;
        refused.problem(403, "forbidden");
    }
    assert!(!is_blocked(&server.app, "a@notexample.com"));
    let ann = server.player("ann").await;
    let change = json!({"email": "ann@example.com", "current_password": PASSWORD});
    ann.patch("/v1/me", change).await.problem(403, "forbidden");
}

#[tokio::test]
async fn sign_ups_beyond_operator_limit_return_429() {
    let few = |settings: &mut Settings| settings.sign_ups_per_client = "1".into();
    let server = server_with(fresh_database().await, few, |_| {}).await;
    for _ in 0..2 {
        server.tries_as_guest(json!({})).await.ok();
    }
    server
        .tries_as_guest(json!({}))
        .await
        .problem(429, "rate-limited");
}
