//! A synchronous standby: acknowledged requests must survive the loss of the primary.

use std::cell::Cell;

use diesel_async::SimpleAsyncConnection;
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::postgres::{Postgres, lines, until};
use crate::table::*;

/// A primary, and the standby that its commits wait for.
struct Pair {
    primary: Postgres,
    standby: Postgres,
}

async fn pair() -> Pair {
    let primary = Postgres::new().await;
    let mut standby = primary.standby();
    standby.start().await;
    primary.waits_for_standby(true).await;
    Pair { primary, standby }
}

/// How to interrupt the wait for the standby.
#[derive(Clone, Copy)]
enum Break {
    Terminate,
    Cancel,
}

/// The sessions that wait for the standby.
async fn waiters(primary: &Postgres) -> Vec<String> {
    let mut conn = primary.superuser("postgres").await;
    let query = "SELECT pid::text AS line FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    lines(&mut conn, query).await
}

/// Waits until a session waits for the standby, and interrupts it. Then waits until another session
/// waits.
async fn breaks_off(primary: &Postgres, how: Break) {
    let what = match how {
        Break::Terminate => "pg_terminate_backend",
        Break::Cancel => "pg_cancel_backend",
    };
    let first = until("a wait for the standby", async || {
        waiters(primary).await.pop()
    })
    .await;
    let mut conn = primary.superuser("postgres").await;
    conn.batch_execute(&format!("SELECT {what}({first})"))
        .await
        .unwrap();
    until("another wait for the standby", async || {
        let waiters = waiters(primary).await;
        (waiters.iter().any(|pid| *pid != first)).then_some(())
    })
    .await;
}

/// Returns the player whose turn it is, and the body of their next move.
async fn next<'a>(players: &[&'a Player<'a>], game: &str) -> (&'a Player<'a>, Value) {
    let view = players[0].sees(game).await;
    let player = player_in(players, &view, view["to_act"][0].as_u64().unwrap());
    let legal = player.may_play(game).await;
    (
        player,
        json!({"seq": legal["seq"], "moves": [legal["moves"][0]]}),
    )
}

/// Sends a request until the answer is not 503. Also returns an answer that comes too early.
async fn insists(send: impl AsyncFn() -> Answer) -> Answer {
    until("an answer", async || {
        let answer = send().await;
        (answer.status != 503).then_some(answer)
    })
    .await
}

#[tokio::test]
async fn move_is_not_acknowledged_when_the_standby_wait_is_interrupted() {
    for how in [Break::Terminate, Break::Cancel] {
        let mut pair = pair().await;
        let server = server_on(pair.primary.url()).await;
        let [ann, ben] = server.two_players().await;
        let game = thats_life(&[&ann, &ben]).await;
        play_on(&[&ann, &ben], &game, 3).await;
        let (player, body) = next(&[&ann, &ben], &game).await;
        pair.standby.stop();
        let mut answer = Box::pin(insists(async || player.posts_moves(&game, &body).await));
        tokio::select! {
            answer = &mut answer => panic!("acknowledged too early: {}", answer.text),
            () = breaks_off(&pair.primary, how) => {}
        }
        pair.standby.start().await;
        assert_eq!(answer.await.ok()["ply"], 4);
        assert_eq!(audited(&pair.primary.url()).await, 4);
    }
}

#[tokio::test]
async fn repeated_request_is_not_acknowledged_before_the_standby_has_it() {
    let mut pair = pair().await;
    let server = server_on(pair.primary.url()).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    play_on(&[&ann, &ben], &game, 3).await;
    let (player, body) = next(&[&ann, &ben], &game).await;
    let chat = json!({"text": "Hello", "id": "m-1"});
    let makes = || {
        server
            .request(Method::POST, "/v1/games")
            .bearer_auth(&ann.token)
            .header("Idempotency-Key", "8e03978e-40d5-43e8-bc93-6894a57f9324")
            .json(&json!({"kind": "thats-life", "seats": 2}))
    };
    let says = async || {
        ann.post(&format!("/v1/games/{game}/chat"), chat.clone())
            .await
    };
    pair.standby.stop();
    // Three requests wait for the standby. Then the primary crashes.
    {
        let all = async { tokio::join!(player.posts_moves(&game, &body), makes().send(), says()) };
        let wait = until("three waits for the standby", async || {
            (waiters(&pair.primary).await.len() >= 3).then_some(())
        });
        tokio::select! {
            _ = all => panic!("acknowledged too early"),
            () = wait => {}
        }
    }
    pair.primary.crash();
    pair.primary.start().await;
    // The callers retry while the standby is still away.
    let is_back = Cell::new(false);
    let again = async {
        let late = async |what: &str, answer: Answer| {
            assert!(
                is_back.get(),
                "{what} was acknowledged too early: {}",
                answer.text
            );
            answer.ok();
        };
        tokio::join!(
            async {
                let answer = insists(async || player.posts_moves(&game, &body).await).await;
                late("the move", answer).await;
            },
            async { late("the game", insists(async || answer(makes()).await).await).await },
            async { late("the message", insists(says).await).await },
        )
    };
    let back = async {
        until("a wait for the standby", async || {
            waiters(&pair.primary).await.pop()
        })
        .await;
        // Leave time for an acknowledgement that comes too early.
        for _ in 0..100 {
            server.get("/v1/kinds").await.ok();
        }
        is_back.set(true);
        pair.standby.start().await;
    };
    tokio::join!(again, back);
    assert_eq!(audited(&pair.primary.url()).await, 4);
    // The server did nothing twice.
    assert_eq!(ann.lists("?status=open").await.len(), 1);
}

#[tokio::test]
async fn already_applied_request_is_not_acknowledged_before_the_standby_has_it() {
    let mut pair = pair().await;
    let mail_in = |settings: &mut base::config::Settings| {
        settings.mail_domain = Some("play.test".into());
        settings.inbound_secret = Some("a secret of some length".into());
    };
    let server = server_with(pair.primary.url(), mail_in, |_| {}).await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    let offer = format!("/v1/games/{game}/seats/me/replacement");
    ann.post(&offer, json!({"player": "cleo"})).await.ok();
    let take = format!("/v1/games/{game}/seats/0/replacement");
    let takes = async || cleo.post(&take, json!({})).await;
    let hands_over = async |node: &Server| {
        let request = node
            .request(Method::POST, "/v1/inbound/mime")
            .bearer_auth("a secret of some length")
            .header("x-envelope-from", "ann@example.org")
            .header("x-envelope-to", "games@play.test")
            .body("From: ann@example.org\r\nMessage-ID: <1@x.test>\r\n\r\nhelp\r\n");
        answer(request).await
    };
    pair.standby.stop();
    // Both are written and wait for the standby. Then the primary crashes.
    {
        let both = async { tokio::join!(takes(), hands_over(&server)) };
        let wait = until("two waits for the standby", async || {
            (waiters(&pair.primary).await.len() >= 2).then_some(())
        });
        tokio::select! {
            _ = both => panic!("acknowledged too early"),
            () = wait => {}
        }
    }
    pair.primary.crash();
    pair.primary.start().await;
    // After a crash the first `nextval` of a sequence waits for the standby. Call it here without
    // waiting, so that the retries do not wait for this reason.
    let mut conn = pair.primary.superuser("turnpike").await;
    let number = "SET synchronous_commit = local; SELECT nextval('inbound_id_seq')";
    conn.batch_execute(number).await.unwrap();
    // Retry at a node that does not process these requests yet.
    let two = server_with(pair.primary.url(), mail_in, |_| {}).await;
    let elsewhere = cleo.at(&two);
    let takes = async || elsewhere.post(&take, json!({})).await;
    let hands_over = async || hands_over(&two).await;
    let is_back = Cell::new(false);
    let again = async {
        let late = async |what: &str, answer: Answer| {
            assert!(is_back.get(), "{what} was acknowledged too early");
            answer.ok();
        };
        tokio::join!(
            async { late("the seat", insists(takes).await).await },
            async { late("the mail", insists(hands_over).await).await },
        )
    };
    let back = async {
        until("a wait for the standby", async || {
            waiters(&pair.primary).await.pop()
        })
        .await;
        // Leave time for an acknowledgement that comes too early.
        for _ in 0..100 {
            server.get("/v1/kinds").await.ok();
        }
        is_back.set(true);
        pair.standby.start().await;
    };
    tokio::join!(again, back);
    assert_eq!(cleo.sees(&game).await["seat"], 0);
}
