//! Rotation of leaked secrets: once the operator replaces a secret, every node rejects tokens and
//! links made with the old one, without a restart.

use accounts::access::{Access, Caller};
use accounts::mail_tokens::{MailTokens, Subscription};
use admin::acts::Act;
use admin::secrets::{self, Secret};
use base::refusal::Rejection;
use common::ids::PlayerId;
use common::notice::MailKind;
use db::settings;
use reqwest::Method;
use serde_json::json;

use crate::helpers::*;
use crate::inbound::{a_game, address, ply, post, reply};
use crate::integrations::pushes::browser;
use crate::integrations::webhooks::a_server;
use crate::receiver::Receiver;
use crate::table::*;

impl Server {
    /// Replaces secrets as the operator does.
    pub async fn rotates(&self, secrets: &[Secret]) {
        let act = Act::RotateSecrets {
            secrets: secrets.to_vec(),
            all: false,
        };
        self.operator_does(act).await.unwrap();
    }

    /// A secret as a dump of the database has it.
    async fn leaks(&self, key: &str) -> Vec<u8> {
        let mut conn = self.app.db.get().await.unwrap();
        let [value] = settings::stored(&mut conn, [key]).await.unwrap().unwrap();
        value
    }
}

/// Signs an access token for an admin with a secret from a dump.
async fn forged(server: &Server, session: &str) -> String {
    let secret = server.leaks("access_token_secret").await;
    let caller = Caller {
        player: PlayerId(1),
        session: session.to_owned(),
    };
    let now = server.app.clock.now();
    Access::new(&secret).issue(&caller, true, now).unwrap()
}

#[tokio::test]
async fn admin_token_forged_with_a_leaked_secret_is_rejected_after_rotation() {
    let one = server().await;
    let two = server_on(one.database.clone()).await;
    let root = one.admin("root2").await;
    let token = forged(&one, "a session that is none").await;
    for node in [&one, &two] {
        let acts = node.send(Method::GET, "/v1/admin/actions", Some(&token), None);
        assert_eq!(acts.await.status, 200, "the forgery is a good one");
    }
    one.rotates(&[Secret::AccessTokens]).await;
    secrets::take_up(&two.app).await.unwrap();
    for node in [&one, &two] {
        let acts = node.send(Method::GET, "/v1/admin/actions", Some(&token), None);
        acts.await.problem(401, "not-signed-in");
    }
    // Sessions go on: only the access token is a new one.
    let body = json!({"refresh_token": root.refresh_token});
    let refreshed = two.call(Method::POST, "/v1/sessions/refresh", body).await;
    let token = refreshed.ok()["access_token"].as_str().unwrap().to_owned();
    for node in [&one, &two] {
        let me = node.send(Method::GET, "/v1/me", Some(&token), None);
        assert_eq!(me.await.status, 200);
    }
}

#[tokio::test]
async fn answer_to_an_old_reply_address_is_rejected_after_rotation() {
    let post = post().await;
    let (game, mail) = a_game(&post).await;
    post.server.rotates(&[Secret::ReplyAddresses]).await;
    let (to, raw) = reply("ann", &mail, "roll");
    assert!(post.sends(&address("ann"), &to, &raw).await.is_err());
    assert_eq!(ply(&post, &game).await, 0);
}

#[tokio::test]
async fn links_made_with_a_leaked_key_are_rejected_after_rotation() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann
        .post(
            "/v1/games",
            json!({"kind": "thats-life", "visibility": "private"}),
        )
        .await;
    let game = id(&game.ok());
    let addresses = server.leaks("mail_token_key").await.try_into().unwrap();
    let links = server.leaks("mail_link_key").await.try_into().unwrap();
    let forger = MailTokens::new(&addresses, &links);
    let now = server.app.clock.now();
    let table = forger.table(&game.clone().try_into().unwrap());
    let table = format!("/v1/games/{game}?invitation={table}");
    let stop = forger.unsubscribe(&Subscription::Kind {
        player: "0".repeat(32),
        kind: MailKind::Turns,
    });
    let bounce = forger.bounce("ann@example.org", now);
    let tokens = &server.app.mail_tokens;
    assert_eq!(server.get(&table).await.status, 200);
    assert!(tokens.subscription(&stop).is_some() && tokens.bounced(&bounce, now).is_some());
    server.rotates(&[Secret::MailLinks]).await;
    server.get(&table).await.problem(404, "not-found");
    assert!(tokens.subscription(&stop).is_none() && tokens.bounced(&bounce, now).is_none());
    // The stored data of addresses is still found.
    assert_eq!(
        tokens.address("ann@example.org"),
        forger.address("ann@example.org")
    );
}

#[tokio::test]
async fn device_token_is_replaced_after_rotation() {
    let server = server().await;
    server.player("ann").await;
    let signs_in = async |device: Option<&str>| {
        let body = json!({"name": "ann", "password": PASSWORD, "device_token": device});
        let session = server.call(Method::POST, "/v1/sessions", body).await.ok();
        session["device_token"].as_str().unwrap().to_owned()
    };
    let first = signs_in(None).await;
    assert_eq!(signs_in(Some(&first)).await, first);
    server.rotates(&[Secret::Devices]).await;
    let id = |token: &str| token.split('.').next().unwrap().to_owned();
    assert_ne!(id(&signs_in(Some(&first)).await), id(&first));
}

#[tokio::test]
async fn push_subscriptions_end_after_rotation() {
    let (server, service) = (a_server().await, Receiver::start().await);
    let ann = server.player("ann").await;
    let (wanted, _) = browser(&service.url);
    ann.post("/v1/me/push-subscriptions", wanted).await.ok();
    let before = ann.get("/v1/me/push-subscriptions").await.ok();
    server.rotates(&[Secret::Pushes]).await;
    let after = ann.get("/v1/me/push-subscriptions").await.ok();
    assert_ne!(
        after["application_server_key"],
        before["application_server_key"]
    );
    assert_eq!(after["subscriptions"], json!([]));
}

#[tokio::test]
async fn feed_urls_are_invalid_after_rotation() {
    let server = server().await;
    let ann = server.player("ann").await;
    let made = ann.post("/v1/me/feeds", json!(null)).await.ok();
    let url = made["feed_url"].as_str().unwrap();
    let path = url.strip_prefix("http://turnpike.test").unwrap();
    assert_eq!(server.get(path).await.status, 200);
    server.rotates(&[Secret::Feeds]).await;
    server.get(path).await.problem(404, "not-found");
}

#[tokio::test]
async fn pending_sign_up_by_mail_is_rejected_after_rotation() {
    let post = post().await;
    post.asks("dora", "help", true).await;
    let asked = post.answers("dora").await.pop().unwrap();
    post.server.rotates(&[Secret::ReplyAddresses]).await;
    let (to, raw) = reply("dora", &asked, "yes");
    assert!(post.sends(&address("dora"), &to, &raw).await.is_err());
}

#[tokio::test]
async fn server_login_cannot_rotate_secrets() {
    let server = server_with(
        fresh_database().await,
        |_| {},
        |app| {
            app.config.migrate_url = None;
        },
    )
    .await;
    let act = Act::RotateSecrets {
        secrets: Vec::new(),
        all: true,
    };
    let refused = server.operator_does(act).await.unwrap_err();
    assert_eq!(refused.code(), "forbidden");
    assert!(refused.detail().contains("TURNPIKE_MIGRATE_URL"));
}
