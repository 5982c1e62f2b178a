//! Damaged bytes in the database: the server plays no moves on top of them, and other tables go on
//! undisturbed.

use common::ids::GameId;
use db::schema::{outbox, snapshots};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use notices::outbox::Mail;
use play::audit;
use play::store::{self, clocks};
use serde_json::json;

use crate::helpers::*;
use crate::postgres::{Postgres, lines};
use crate::table::*;

/// Plays a game for some moves, until it has a snapshot.
async fn long_game(ann: &Player<'_>, ben: &Player<'_>) -> String {
    let game = a_game_of("thats-life", json!({}), &[ann, ben]).await;
    play_on(&[ann, ben], &game, 35).await;
    game
}

#[tokio::test]
async fn snapshot_with_a_flipped_bit_is_not_used() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = long_game(&ann, &ben).await;
    let mut conn = superuser(&server.database).await;
    let kept: Vec<u8> = snapshots::table
        .filter(snapshots::game_id.eq(&game))
        .select(snapshots::state)
        .first(&mut conn)
        .await
        .unwrap();
    let looks = async || {
        let path = format!("/v1/games/{game}");
        let legal = format!("{path}/legal");
        let mut texts = Vec::new();
        for (player, path) in [(&ann, &path), (&ben, &path), (&ann, &legal), (&ben, &legal)] {
            texts.push(player.get(path).await.text);
        }
        texts
    };
    let right = looks().await;
    let bits = kept.len() * 8;
    let mut used = 0;
    for n in 0..60 {
        let bit = n * bits / 60 + n % 8;
        let mut state = kept.clone();
        state[bit / 8 % kept.len()] ^= 1 << (bit % 8);
        diesel::update(snapshots::table.filter(snapshots::game_id.eq(&game)))
            .set(snapshots::state.eq(&state))
            .execute(&mut conn)
            .await
            .unwrap();
        server.app.tables.forget(&game.clone().try_into().unwrap());
        used += usize::from(looks().await != right);
    }
    assert_eq!(
        used, 0,
        "snapshots with a flipped bit that were used, of 60"
    );
    let played = play_on(&[&ann, &ben], &game, 1).await;
    assert_eq!(played[0].answer()["ply"], 36);
    // The server does not use another game's snapshot either.
    let other = long_game(&ann, &ben).await;
    let swap = format!(
        "SET session_replication_role = replica;
         UPDATE snapshots SET game_id = 'x' WHERE game_id = '{game}';
         UPDATE snapshots SET game_id = '{game}' WHERE game_id = '{other}';
         UPDATE snapshots SET game_id = '{other}' WHERE game_id = 'x';"
    );
    conn.batch_execute(&swap).await.unwrap();
    let right = looks().await;
    server.app.tables.forget(&game.clone().try_into().unwrap());
    assert_eq!(looks().await, right);
}

/// Changes of stored rows. Each damages a game.
const DAMAGES: [&str; 14] = [
    "UPDATE entries SET \"move\" = '{\"type\": \"roll\"}' WHERE n = 34 AND game_id = ",
    "UPDATE entries SET hash = sha256('x') WHERE n = 33 AND game_id = ",
    "UPDATE entries SET hash = sha256('x') WHERE n = 35 AND game_id = ",
    "UPDATE entries SET at = at + interval '1 ms' WHERE n = 34 AND game_id = ",
    "UPDATE entries SET seq = seq + 1000 WHERE n = 34 AND game_id = ",
    "DELETE FROM entries WHERE n = 34 AND game_id = ",
    "DELETE FROM entries WHERE n = 35 AND game_id = ",
    "UPDATE games SET ply = ply + 1 WHERE id = ",
    "UPDATE games SET ply = ply - 1 WHERE id = ",
    "UPDATE games SET head = sha256('x') WHERE id = ",
    "UPDATE games SET acting = 3 - acting WHERE id = ",
    "UPDATE games SET game_seed = sha256('x') WHERE id = ",
    "UPDATE games SET options = '{\"pawns\": \"2\"}' WHERE id = ",
    "UPDATE seats SET entropy = 'more luck' WHERE seat = 1 AND game_id = ",
];

#[tokio::test]
async fn damaged_game_rejects_moves_and_others_go_on() {
    let operator = |settings: &mut base::config::Settings| {
        settings.operator_email = Some("operator@example.org".into());
    };
    turnpike::metrics::start().unwrap();
    let server = server_with(fresh_database().await, operator, |_| {}).await;
    let [ann, ben] = server.two_players().await;
    let (game, other) = (long_game(&ann, &ben).await, long_game(&ann, &ben).await);
    let mut conn = superuser(&server.database).await;
    let mut restore = "SET session_replication_role = replica;".to_owned();
    for table in ["games", "seats", "entries", "snapshots"] {
        conn.batch_execute(&format!("CREATE TABLE saved_{table} AS TABLE {table}"))
            .await
            .unwrap();
        let id = if table == "games" { "id" } else { "game_id" };
        restore += &format!(
            "DELETE FROM {table} WHERE {id} = '{game}';
             INSERT INTO {table} SELECT * FROM saved_{table} WHERE {id} = '{game}';"
        );
    }
    let view = ann.sees(&game).await;
    let next = [&ann, &ben][view["to_act"][0].as_u64().unwrap() as usize];
    let legal = next.may_play(&game).await;
    let body = json!({"seq": legal["seq"], "moves": [legal["moves"][0]]});
    let mut wrong = Vec::new();
    for change in DAMAGES {
        let sql = format!("SET session_replication_role = replica; {change} '{game}'");
        conn.batch_execute(&sql).await.unwrap();
        server.app.tables.forget(&game.clone().try_into().unwrap());
        let answers = [
            next.posts_moves(&game, &body).await,
            ann.get(&format!("/v1/games/{game}")).await,
            server.get(&format!("/v1/games/{game}")).await,
        ];
        for answer in answers {
            if answer.status != 503 || answer.json()["code"] != "damaged-game" {
                let text: String = answer.text.chars().take(80).collect();
                wrong.push(format!("{change}: {} {text}", answer.status));
            }
        }
        let stored: Vec<i64> = diesel::sql_query(format!(
            "SELECT count(*) AS n FROM entries WHERE game_id = '{game}' AND n > 35"
        ))
        .load::<Count>(&mut conn)
        .await
        .unwrap()
        .into_iter()
        .map(|count| count.n)
        .collect();
        if stored != [0] {
            wrong.push(format!("{change}: was played on"));
        }
        conn.batch_execute(&restore).await.unwrap();
        server.app.tables.forget(&game.clone().try_into().unwrap());
        play_on(&[&ann, &ben], &other, 1).await;
    }
    assert!(
        wrong.is_empty(),
        "{} of {}: {wrong:#?}",
        wrong.len(),
        DAMAGES.len()
    );
    // The operator gets one mail, and players can continue the repaired game.
    let reports: Vec<(Option<String>, String)> = outbox::table
        .filter(outbox::kind.eq("damaged_game"))
        .select((outbox::address, outbox::key))
        .load(&mut conn)
        .await
        .unwrap();
    let told = (
        Some("operator@example.org".to_owned()),
        format!("damaged_game/{game}"),
    );
    assert_eq!(reports, [told]);
    let metrics = turnpike::metrics::render();
    assert!(
        metrics.contains("turnpike_damaged_games_total"),
        "{metrics}"
    );
    next.posts_moves(&game, &body).await.ok();
    audited(&server.database).await;
}

#[tokio::test]
async fn damaged_log_returns_503() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = long_game(&ann, &ben).await;
    let mut conn = superuser(&server.database).await;
    conn.batch_execute(&format!(
        "SET session_replication_role = replica;
         UPDATE entries SET \"move\" = '{{\"type\": \"nonsense\"}}' WHERE n = 3 AND game_id = '{game}'"
    ))
    .await
    .unwrap();
    for path in ["log", "positions/5", "export"] {
        let answer = server.get(&format!("/v1/games/{game}/{path}")).await;
        answer.problem(503, "damaged-game");
    }
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

#[tokio::test]
async fn audit_reports_every_fault_of_a_game() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = long_game(&ann, &ben).await;
    let mut conn = superuser(&server.database).await;
    conn.batch_execute(&format!(
        "SET session_replication_role = replica;
         UPDATE games SET acting = acting + 4, start = sha256('x') WHERE id = '{game}';
         UPDATE entries SET hash = sha256('x') WHERE n = 35 AND game_id = '{game}';
         UPDATE snapshots SET state = state || '\\x00' WHERE game_id = '{game}';"
    ))
    .await
    .unwrap();
    let report = audit::database(&server.database, |_| {}).await.unwrap();
    for fault in ["start: ", "entries[34].hash", "snapshot 32", "acting: "] {
        let start = format!("game {game}: {fault}");
        assert!(
            report.faults.iter().any(|it| it.starts_with(&start)),
            "{fault} is not among {:#?}",
            report.faults
        );
    }
}

#[tokio::test]
async fn damaged_id_or_seat_does_not_hide_other_rows() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let mut games = Vec::new();
    for _ in 0..2 {
        games.push(long_game(&ann, &ben).await);
    }
    let mut conn = superuser(&server.database).await;
    conn.batch_execute(&format!(
        "SET session_replication_role = replica;
         UPDATE games SET look_at = created_at;
         UPDATE games SET id = 'dam/ged' WHERE id = '{0}';
         UPDATE outbox SET seat = 99 WHERE game_id = '{0}'",
        games[0]
    ))
    .await
    .unwrap();
    let now = server.app.clock.now();
    let due = clocks::due(&mut conn, now, 9).await.unwrap();
    assert!(due.iter().any(|id| **id == *games[1]), "{due:?}");
    let mails = notices::outbox::lease(&mut conn, now, now, 99, 99)
        .await
        .unwrap();
    assert!(mails.iter().any(|mail| mail.is_torn()));
    let untouched = |mail: &Mail| mail.game().is_some_and(|id| **id == *games[1]);
    assert!(mails.iter().any(untouched));
}

#[tokio::test]
async fn snapshot_of_moves_lost_in_a_failover_is_ignored() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = long_game(&ann, &ben).await;
    let id: GameId = game.clone().try_into().unwrap();
    let seen = ann.sees(&game).await;
    let mut conn = superuser(&server.database).await;
    let kept = format!("CREATE TABLE kept AS SELECT * FROM games WHERE id = '{game}'");
    conn.batch_execute(&kept).await.unwrap();
    play_on(&[&ann, &ben], &game, 1).await;
    let (lost, state) = {
        let table = server.app.tables.lock(&id).await.unwrap();
        let game = &table.as_ref().unwrap().game;
        (game.ply(), game.snapshot())
    };
    let hash = store::entries::snapshot_hash(&id, lost, &state);
    diesel::insert_into(snapshots::table)
        .values((
            snapshots::game_id.eq(&game),
            snapshots::n.eq(lost as i64),
            snapshots::state.eq(&state),
            snapshots::hash.eq(&hash[..]),
        ))
        .execute(&mut conn)
        .await
        .unwrap();
    conn.batch_execute(&format!(
        "SET session_replication_role = replica;
         DELETE FROM entries WHERE game_id = '{game}' AND n = {lost};
         UPDATE games SET (ply, head, acting) = (SELECT ply, head, acting FROM kept)
         WHERE id = '{game}'"
    ))
    .await
    .unwrap();
    server.app.tables.forget(&id);
    let again = ann.sees(&game).await;
    assert_eq!(
        (&again["head"], &again["view"]),
        (&seen["head"], &seen["view"])
    );
    // The players continue from there with other moves. The snapshot has the lost one.
    server.app.clock.forward(chrono::TimeDelta::hours(1));
    play_on(&[&ann, &ben], &game, 2).await;
    server.app.tables.forget(&id);
    assert_eq!(ann.sees(&game).await["ply"], lost + 1);
}

#[tokio::test]
async fn entries_beyond_the_game_row_return_503_with_and_without_snapshot() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = long_game(&ann, &ben).await;
    let mut conn = superuser(&server.database).await;
    let beyond = format!(
        "INSERT INTO entries (game_id, n, kind, seat, seq, move, leads_to, by, at, hash)
         SELECT game_id, n + 1, kind, seat, seq + 1000, move, leads_to, by, at, hash
         FROM entries WHERE game_id = '{game}' ORDER BY n DESC LIMIT 1"
    );
    let no_snapshots = format!(
        "SET session_replication_role = replica; DELETE FROM snapshots WHERE game_id = '{game}'"
    );
    for harm in [beyond, no_snapshots] {
        conn.batch_execute(&harm).await.unwrap();
        server.app.tables.forget(&game.clone().try_into().unwrap());
        let answer = ann.get(&format!("/v1/games/{game}")).await;
        answer.problem(503, "damaged-game");
    }
}

#[tokio::test]
async fn unreadable_block_stops_neither_the_audit_nor_other_games() {
    let mut postgres = Postgres::new().await;
    let server = server_on(postgres.url()).await;
    let [ann, ben] = server.two_players().await;
    let mut games = Vec::new();
    for _ in 0..6 {
        games.push(long_game(&ann, &ben).await);
    }
    let mut conn = postgres.superuser("turnpike").await;
    let file = lines(&mut conn, "SELECT pg_relation_filepath('entries') AS line").await;
    let first = lines(
        &mut conn,
        "SELECT game_id AS line FROM entries GROUP BY game_id
         HAVING min((ctid::text::point)[0]) = 0",
    )
    .await;
    let last = games.last().unwrap();
    assert!(first.contains(&games[0]) && !first.contains(last));
    // Another kind of fault, in a readable game.
    conn.batch_execute(&format!(
        "UPDATE games SET acting = acting + 4 WHERE id = '{last}'"
    ))
    .await
    .unwrap();
    drop(conn);
    postgres.stop();
    let path = postgres.data().join(&file[0]);
    let mut bytes = std::fs::read(&path).unwrap();
    // Overwrite the header of the first block.
    bytes[8..24].fill(0xA5);
    std::fs::write(&path, &bytes).unwrap();
    postgres.start().await;

    let report = audit::database(&postgres.url(), |_| {}).await.unwrap();
    assert_eq!(
        (report.games, report.faults.len()),
        (6, first.len() + 1),
        "{:#?}",
        report.faults
    );
    for game in first.iter().chain([last]) {
        let start = format!("game {game}: ");
        assert!(report.faults.iter().any(|it| it.starts_with(&start)));
    }
    let server = server_on(postgres.url()).await;
    let (ann, ben) = (ann.at(&server), ben.at(&server));
    let damaged = server.get(&format!("/v1/games/{}", games[0])).await;
    damaged.problem(503, "damaged-game");
    play_on(&[&ann, &ben], &games[2], 1).await;
}

#[tokio::test]
async fn game_row_ahead_of_its_log_returns_503_while_the_game_is_cached() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = long_game(&ann, &ben).await;
    let view = ann.sees(&game).await;
    let next = [&ann, &ben][view["to_act"][0].as_u64().unwrap() as usize];
    let legal = next.may_play(&game).await;
    let body = json!({"seq": legal["seq"], "moves": [legal["moves"][0]]});
    let mut conn = superuser(&server.database).await;
    let raise = |by: i32| {
        format!(
            "SET session_replication_role = replica;
             UPDATE games SET ply = ply + {by} WHERE id = '{game}'"
        )
    };
    for by in [1, 5] {
        conn.batch_execute(&raise(by)).await.unwrap();
        let answers = [
            next.posts_moves(&game, &body).await,
            next.posts_moves(&game, &body).await,
        ];
        for answer in answers {
            answer.problem(503, "damaged-game");
        }
        conn.batch_execute(&raise(-by)).await.unwrap();
        // Load the game into memory again.
        ann.sees(&game).await;
        conn.batch_execute(&raise(by)).await.unwrap();
        let looked = ann.get(&format!("/v1/games/{game}")).await;
        looked.problem(503, "damaged-game");
        conn.batch_execute(&raise(-by)).await.unwrap();
        ann.sees(&game).await;
    }
    next.posts_moves(&game, &body).await.ok();
    audited(&server.database).await;
}
