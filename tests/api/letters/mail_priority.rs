//! The outbox sends codes and replies before turn mails.

use std::time::{Duration, Instant};

use base::config::Role;
use chrono::TimeDelta;
use common::notice::NoticeKind;
use db::schema::outbox as mails;
use db::sets::OutboxEnd;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use letters::mailer;
use notices::outbox;
use reqwest::Method;
use serde_json::json;
use strum::VariantArray;
use tokio_util::sync::CancellationToken;
use turnpike::jobs;

use crate::helpers::*;
use crate::operating::connections;
use crate::table::*;

#[tokio::test]
async fn codes_and_replies_are_leased_before_5000_turn_mails() {
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
    asks_for_a_code(&server).await;
    let leased = outbox::lease(conn, now, now + TimeDelta::minutes(5), 4, 4).await;
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
    // Mail that is not due yet waits, and no mail is leased twice.
    let again = outbox::lease(conn, now, now + TimeDelta::minutes(5), 4, 4)
        .await
        .unwrap();
    assert!(
        again
            .iter()
            .all(|mail| mail.kind == NoticeKind::YourTurn && mail.attempts == 1)
    );
    assert_eq!((again.len(), game.is_empty()), (4, false));
}

#[tokio::test]
async fn lease_does_not_scan_the_whole_outbox() {
    #[derive(QueryableByName)]
    struct Read {
        #[diesel(sql_type = BigInt)]
        rows: i64,
    }

    let server = server().await;
    let [ann, ben] = server.two_players().await;
    thats_life(&[&ann, &ben]).await;
    let turns = "INSERT INTO outbox (game_id, key, kind, player_id, seat, ply, created_at, due_at)
        SELECT g.id, 'your_turn/' || n || '/0', 'your_turn', p.id, 0, n, $1, $1
        FROM games g, players p, generate_series(1, 20000) n WHERE p.name = 'ann'";
    let conn = &mut *server.app.db.get().await.unwrap();
    let now = server.app.clock.now();
    let turns = diesel::sql_query(turns).bind::<Timestamptz, _>(now);
    assert_eq!(turns.execute(conn).await.unwrap(), 20_000);
    let mut owner = superuser(&server.database).await;
    owner.batch_execute("ANALYZE outbox").await.unwrap();
    conn.batch_execute("BEGIN").await.unwrap();
    let rows = "SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_xact_user_tables
        WHERE relname = 'outbox'";
    let before: Read = diesel::sql_query(rows).get_result(conn).await.unwrap();
    let leased = outbox::lease(conn, now, now + TimeDelta::minutes(5), 32, 1).await;
    assert_eq!(leased.unwrap().len(), 1);
    let after: Read = diesel::sql_query(rows).get_result(conn).await.unwrap();
    let read = after.rows - before.rows;
    assert!(read < 10, "{read}");
    conn.batch_execute("ROLLBACK").await.unwrap();
}

/// Returns the number of pending mails of this kind.
async fn waiting(server: &Server, kind: &str) -> i64 {
    let waiting = mails::table.filter(mails::status.eq("waiting").and(mails::kind.eq(kind)));
    let conn = &mut *server.app.db.get().await.unwrap();
    waiting.count().get_result(conn).await.unwrap()
}

/// Waits until `is_left` accepts the number of pending mails of this kind.
async fn until(server: &Server, kind: &str, is_left: impl Fn(i64) -> bool) {
    connections::until(kind, async || is_left(waiting(server, kind).await)).await;
}

async fn asks_for_a_code(server: &Server) {
    let asked = json!({"name": "ben"});
    let path = "/v1/sessions/code";
    server
        .send(Method::POST, path, None, Some(&asked))
        .await
        .ok();
}

/// Records each lease of a turn mail.
const RECORD: &str = "CREATE TABLE leases (batch xid8);
    CREATE FUNCTION record() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        INSERT INTO leases VALUES (pg_current_xact_id());
        RETURN NEW;
    END $$;
    CREATE TRIGGER record BEFORE UPDATE ON outbox FOR EACH ROW
        WHEN (NEW.kind = 'your_turn' AND NEW.attempts > OLD.attempts) EXECUTE FUNCTION record()";

#[derive(QueryableByName)]
struct Batch {
    #[diesel(sql_type = BigInt)]
    size: i64,
}

/// Returns the size of the largest batch of turn mails that was leased.
async fn largest_batch(conn: &mut AsyncPgConnection) -> i64 {
    let size = "SELECT coalesce(max(size), 0) AS size
        FROM (SELECT count(*) AS size FROM leases GROUP BY batch) batches";
    let batch: Batch = diesel::sql_query(size).get_result(conn).await.unwrap();
    batch.size
}

#[tokio::test]
async fn turn_mails_slow_down_during_many_moves_but_codes_do_not() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ann.takes_a_first_turn(&game).await;
    let mut conn = superuser(&server.database).await;
    conn.batch_execute(RECORD).await.unwrap();
    let put = async |name: &str, count: i32| {
        let turns =
            "INSERT INTO outbox (game_id, key, kind, player_id, seat, ply, created_at, due_at)
            SELECT g.id, $1 || n, 'your_turn', p.id, 0, 0, $3, $3
            FROM games g, players p, generate_series(1, $2) n WHERE p.name = 'ann'";
        diesel::sql_query(turns)
            .bind::<Text, _>(name)
            .bind::<Integer, _>(count)
            .bind::<Timestamptz, _>(server.app.clock.now())
            .execute(&mut *server.app.db.get().await.unwrap())
            .await
            .unwrap();
    };
    let stop = CancellationToken::new();
    let story = async {
        // A few players who move all the time do not delay mail.
        let mut moves = Vec::new();
        while moves.len() < 4 {
            moves.push(server.app.permits.moves.enter().await.unwrap());
        }
        put("few/", 40).await;
        until(&server, "your_turn", |left| left == 0).await;
        assert!(largest_batch(&mut conn).await > 1);

        while moves.len() < 16 {
            moves.push(server.app.permits.moves.enter().await.unwrap());
        }
        // The worker has noticed the moves once it has leased another mail.
        put("next/", 1).await;
        until(&server, "your_turn", |left| left == 0).await;
        conn.batch_execute("TRUNCATE leases").await.unwrap();
        let begun = Instant::now();
        put("many/", 1_000).await;
        until(&server, "your_turn", |left| left <= 996).await;
        // The worker pauses for half a second after each mail.
        assert!(begun.elapsed() >= Duration::from_millis(1_500));
        asks_for_a_code(&server).await;
        until(&server, "sign_in_code", |left| left == 0).await;
        assert!(waiting(&server, "your_turn").await > 0, "the code waited");
        assert_eq!(largest_batch(&mut conn).await, 1);

        // Then they are overdue.
        server.app.clock.forward(TimeDelta::minutes(2));
        connections::until("larger batches", async || {
            largest_batch(&mut conn).await > 1
        })
        .await;
        stop.cancel();
    };
    tokio::join!(mailer::run(&server.app, &stop), story);
}

#[tokio::test]
async fn code_is_sent_while_superseded_turns_cannot_be_dropped() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ann.takes_a_first_turn(&game).await;
    let fails = "CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            PERFORM pg_sleep(0.5);
            RAISE EXCEPTION 'not now';
        END $$;
        CREATE TRIGGER fails BEFORE UPDATE ON outbox FOR EACH ROW WHEN (NEW.status = 'dropped')
            EXECUTE FUNCTION fails()";
    let mut conn = superuser(&server.database).await;
    conn.batch_execute(fails).await.unwrap();
    assert!(mailer::sift(&server.app).await.is_err());
    let stop = CancellationToken::new();
    let jobs = jobs::start(&server.app.clone(), Role::Worker, &stop);
    until(&server, "game_started", |left| left == 0).await;
    asks_for_a_code(&server).await;
    until(&server, "sign_in_code", |left| left == 0).await;
    // The mail that is up to date is sent.
    until(&server, "your_turn", |left| left == 1).await;
    stop.cancel();
    jobs.close();
    jobs.wait().await;
}

/// During an upgrade, a node of the new version writes mails that the old version does not know.
#[tokio::test]
async fn mail_of_an_unknown_kind_waits_for_a_newer_node() {
    let server = server().await;
    server.player("ann").await;
    let now = server.app.clock.now();
    let conn = &mut *server.app.db.get().await.unwrap();
    let two = "INSERT INTO outbox (game_id, key, kind, player_id, created_at, due_at)
        SELECT '', kind || '/1', kind, p.id, $1, $1
        FROM players p, unnest(ARRAY['of_tomorrow', 'digest']) kind WHERE p.name = 'ann'";
    let two = diesel::sql_query(two).bind::<Timestamptz, _>(now);
    assert_eq!(two.execute(conn).await.unwrap(), 2);
    let leased = outbox::lease(conn, now, now + TimeDelta::minutes(5), 99, 99)
        .await
        .unwrap();
    let kinds: Vec<NoticeKind> = leased.iter().map(|mail| mail.kind).collect();
    assert_eq!(kinds, [NoticeKind::Digest]);
    // It does not end mails that it cannot put into a digest either.
    let held = "UPDATE outbox SET status = 'held' WHERE kind = 'of_tomorrow'";
    assert_eq!(diesel::sql_query(held).execute(conn).await.unwrap(), 1);
    let ann = leased[0].player_id.unwrap();
    assert!(outbox::held(conn, ann, now).await.unwrap().is_empty());
    let ended = outbox::end_held(conn, ann, now, OutboxEnd::Sent, now).await;
    assert_eq!(ended.unwrap(), 0);
}

/// The database has its own list of the kinds of urgent mail.
#[tokio::test]
async fn database_ranks_every_kind_of_mail_as_the_code_does() {
    let server = server().await;
    server.player("ann").await;
    let conn = &mut *server.app.db.get().await.unwrap();
    for kind in NoticeKind::VARIANTS {
        let put = format!(
            "INSERT INTO outbox (game_id, key, kind, player_id, created_at, due_at)
             SELECT '', 'of/{0}', '{0}', id, now(), now() FROM players WHERE name = 'ann'",
            kind.word()
        );
        conn.batch_execute(&put).await.unwrap();
        let found = format!(
            "DELETE FROM outbox WHERE key = 'of/{}' AND rank = {}",
            kind.word(),
            i16::from(!kind.is_urgent())
        );
        let found = diesel::sql_query(found).execute(conn).await.unwrap();
        assert_eq!(found, 1, "{}", kind.word());
    }
}
