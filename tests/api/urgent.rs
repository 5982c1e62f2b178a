//! Mail that somebody waits for goes before mail that can wait.

use chrono::TimeDelta;
use diesel::sql_types::Timestamptz;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use reqwest::Method;
use serde_json::json;
use turnpike::notice::NoticeKind;
use turnpike::store::outbox;

use crate::helpers::*;
use crate::table::*;

#[tokio::test]
async fn codes_and_answers_do_not_wait_behind_five_thousand_turns() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let now = server.app.clock.now();
    let conn = &mut *server.app.db.get().await.unwrap();
    conn.batch_execute("DELETE FROM outbox").await.unwrap();
    let turns = "INSERT INTO outbox (game_id, key, kind, player_id, seat, ply, created_at, due_at)
        SELECT g.id, 'your_turn/' || n || '/0', 'your_turn', p.id, 0, n, $1, $1
        FROM games g, players p, generate_series(1, 5000) n WHERE p.name = 'ann'";
    let before = now - TimeDelta::hours(1);
    let count = diesel::sql_query(turns)
        .bind::<Timestamptz, _>(before)
        .execute(conn)
        .await
        .unwrap();
    assert_eq!(count, 5000);
    let reply = "INSERT INTO outbox (game_id, key, kind, player_id, seat, created_at, due_at)
        SELECT g.id, 'reply/1', 'reply', p.id, 0, $1, $1 FROM games g, players p
        WHERE p.name = 'ann'";
    let reply = diesel::sql_query(reply).bind::<Timestamptz, _>(now);
    assert_eq!(reply.execute(conn).await.unwrap(), 1);
    let asked = json!({"name": "ben"});
    let path = "/v1/sessions/code";
    server
        .send(Method::POST, path, None, Some(&asked))
        .await
        .ok();
    let leased = outbox::lease(conn, now, now + TimeDelta::minutes(5), 4).await;
    let kinds: Vec<NoticeKind> = leased.unwrap().iter().map(|mail| mail.kind).collect();
    let of = |kind| kinds.iter().filter(|it| **it == kind).count();
    assert_eq!(
        (
            of(NoticeKind::SignInCode),
            of(NoticeKind::Reply),
            of(NoticeKind::YourTurn)
        ),
        (1, 1, 2),
        "{kinds:?}"
    );
    // What is not due yet waits its turn, and nobody is leased twice.
    let again = outbox::lease(conn, now, now + TimeDelta::minutes(5), 4)
        .await
        .unwrap();
    assert!(
        again
            .iter()
            .all(|mail| mail.kind == NoticeKind::YourTurn && mail.attempts == 1)
    );
    assert_eq!((again.len(), game.is_empty()), (4, false));
}

/// During an upgrade a node of the new version writes what one of the old version cannot word.
#[tokio::test]
async fn a_kind_of_mail_that_a_node_does_not_know_waits_for_one_that_does() {
    let server = server().await;
    server.player("ann").await;
    let now = server.app.clock.now();
    let conn = &mut *server.app.db.get().await.unwrap();
    let two = "INSERT INTO outbox (game_id, key, kind, player_id, created_at, due_at)
        SELECT '', kind || '/1', kind, p.id, $1, $1
        FROM players p, unnest(ARRAY['of_tomorrow', 'digest']) kind WHERE p.name = 'ann'";
    let two = diesel::sql_query(two).bind::<Timestamptz, _>(now);
    assert_eq!(two.execute(conn).await.unwrap(), 2);
    let leased = outbox::lease(conn, now, now + TimeDelta::minutes(5), 99)
        .await
        .unwrap();
    let kinds: Vec<NoticeKind> = leased.iter().map(|mail| mail.kind).collect();
    assert_eq!(kinds, [NoticeKind::Digest]);
}
