//! The database itself: the log is append-only, an upgraded database equals a new one, `schema.rs`
//! matches the schema, and an audit finds changed rows.

use std::collections::BTreeMap;

use base::refusal::Rejection;
use db::connect;
use diesel::QueryableByName;
use diesel::sql_types::Text;
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use play::audit;
use serde_json::json;

use crate::helpers::*;
use crate::table::*;

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// The lines that a query answers, in its column `line`.
async fn lines(conn: &mut AsyncPgConnection, query: &str) -> Vec<String> {
    let lines = diesel::sql_query(query).load::<Line>(conn).await.unwrap();
    lines.into_iter().map(|line| line.line).collect()
}

#[tokio::test]
async fn game_log_is_append_only_for_every_role() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ann.takes_a_first_turn(&game).await;
    let mut role = server.app.db.get().await.unwrap();
    let mut owner = connect::owner(&server.database).await.unwrap();
    for change in [
        "UPDATE entries SET seq = 7",
        "UPDATE entries SET at = now() WHERE false",
        "DELETE FROM entries",
        "DELETE FROM entries WHERE n = 2",
        "TRUNCATE entries",
        "INSERT INTO entries SELECT * FROM entries ON CONFLICT (game_id, n) DO UPDATE SET seq = 7",
    ] {
        let refused = role.batch_execute(change).await.unwrap_err().to_string();
        assert!(refused.contains("permission denied"), "{change}: {refused}");
        // The trigger guards against logins that have the privilege.
        let refused = owner.batch_execute(change).await.unwrap_err().to_string();
        assert!(refused.contains("append-only"), "{change}: {refused}");
    }
    for change in [
        "DELETE FROM games",
        "TRUNCATE games CASCADE",
        "DELETE FROM players WHERE false",
        "TRUNCATE players CASCADE",
    ] {
        let refused = role.batch_execute(change).await.unwrap_err().to_string();
        assert!(refused.contains("permission denied"), "{change}: {refused}");
        let refused = owner.batch_execute(change).await.unwrap_err().to_string();
        assert!(refused.contains("not removed"), "{change}: {refused}");
    }
    for change in [
        "ALTER TABLE entries DISABLE TRIGGER entries_append_only",
        "DROP TRIGGER entries_append_only ON entries",
        "DROP TABLE entries CASCADE",
        "SET session_replication_role = replica",
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
             'BEGIN RETURN NEW; END'",
        "GRANT UPDATE ON entries TO turnpike_app",
    ] {
        let done = role.batch_execute(change).await;
        // A grant without the right to it only warns.
        assert!(done.is_err() || change.starts_with("GRANT"), "{change}");
    }
    role.batch_execute("UPDATE entries SET seq = 7")
        .await
        .unwrap_err();
    // Nor is a number given twice.
    let again = "INSERT INTO entries (game_id, n, kind, seat, seq, \"move\", at, hash)
        SELECT game_id, 2, kind, seat, 9, \"move\", at, hash FROM entries WHERE n = 1";
    let refused = role.batch_execute(again).await.unwrap_err().to_string();
    assert!(refused.contains("duplicate key"), "{refused}");
    assert_eq!(audited(&server.database).await, 2);
    // An entry added at the end is not a move, and is detected.
    let more = "INSERT INTO entries (game_id, n, kind, seat, seq, \"move\", at, hash)
        SELECT game_id, 3, kind, seat, seq, \"move\", at, hash FROM entries WHERE n = 2";
    role.batch_execute(more).await.unwrap();
    let found = audit::database(&server.database, |_| {}).await.unwrap();
    let found = format!("{:#?}", found.faults);
    assert!(found.contains("does not follow from the entry"), "{found}");
}

#[tokio::test]
async fn unknown_enum_value_in_database_returns_500() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let mut conn = superuser(&server.database).await;
    conn.batch_execute("ALTER TABLE games DROP CONSTRAINT games_status_check")
        .await
        .unwrap();
    for (column, word) in [
        ("status", "running"),
        ("visibility", "public"),
        ("seed_source", "secret"),
    ] {
        let set = |word: &str| {
            format!(
                "SET session_replication_role = replica; UPDATE games SET {column} = '{word}'; \
                 RESET session_replication_role"
            )
        };
        conn.batch_execute(&set("later")).await.unwrap();
        let path = format!("/v1/games/{game}");
        ann.get(&path).await.problem(500, "internal");
        conn.batch_execute(&set(word)).await.unwrap();
        ann.get(&path).await.ok();
    }
}

/// Everything that makes up the schema, and the versions of the migrations.
async fn schema(database: &str) -> Vec<String> {
    let mut conn = superuser(database).await;
    let mut all = Vec::new();
    for query in [
        "SELECT concat_ws(' ', relname, relkind, relowner::regrole, relacl, reloptions) AS line
         FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY relname",
        "SELECT concat_ws(' ', attrelid::regclass, attnum, attname,
             format_type(atttypid, atttypmod), nullif(attcollation, 0)::regcollation,
             CASE WHEN attnotnull THEN 'NOT NULL' END, attidentity, attgenerated, attstorage,
             attacl, pg_get_expr(adbin, adrelid)) AS line
         FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
         LEFT JOIN pg_attrdef ON (adrelid, adnum) = (attrelid, attnum)
         WHERE relnamespace = 'public'::regnamespace AND attnum > 0
         ORDER BY relname, attnum",
        // An upgrade does not check the rows that a constraint was added to.
        "SELECT concat_ws(' ', conrelid::regclass, conname,
             replace(pg_get_constraintdef(oid), ' NOT VALID', '')) AS line
         FROM pg_constraint WHERE connamespace = 'public'::regnamespace
         ORDER BY conrelid::regclass::text, conname",
        "SELECT indexdef AS line FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname",
        "SELECT concat_ws(' ', pg_get_triggerdef(oid), tgenabled) AS line
         FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname",
        "SELECT concat_ws(' ', pg_get_functiondef(oid), proowner::regrole, proacl) AS line
         FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY proname",
        "SELECT concat_ws(' ', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement,
             seqmax, seqmin, seqcache, seqcycle) AS line
         FROM pg_sequence ORDER BY seqrelid::regclass::text",
        "SELECT pg_describe_object(classoid, objoid, objsubid) || ': ' || description AS line
         FROM pg_description LEFT JOIN pg_class ON pg_class.oid = objoid
         WHERE relnamespace = 'public'::regnamespace ORDER BY line",
        "SELECT concat_ws(' ', nspacl, datacl) AS line FROM pg_namespace, pg_database
         WHERE nspname = 'public' AND datname = current_database()",
        "SELECT version::text AS line FROM __diesel_schema_migrations ORDER BY version",
    ] {
        all.extend(lines(&mut conn, query).await);
    }
    all
}

/// The number of rows in each table.
async fn rows(database: &str) -> Vec<String> {
    let count = "SELECT concat_ws(' ', relname, (xpath('//count/text()', query_to_xml(
             format('SELECT count(*) FROM %I', relname), false, false, '')))[1]) AS line
         FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
         ORDER BY relname";
    lines(&mut superuser(database).await, count).await
}

/// The oldest database that can be upgraded.
const OLDEST: &str = include_str!("../../fixtures/2026-11-22.sql");

#[tokio::test]
async fn upgraded_database_has_the_schema_of_a_new_one() {
    let [new, upgraded, emptied] = [
        database_of("").await,
        database_of(OLDEST).await,
        database_of(OLDEST).await,
    ];
    let empty = "SET session_replication_role = replica;
        DO $$ BEGIN EXECUTE (SELECT format('TRUNCATE %s', string_agg(oid::regclass::text, ', '))
            FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
                AND relname <> '__diesel_schema_migrations'); END $$";
    superuser(&emptied)
        .await
        .batch_execute(empty)
        .await
        .unwrap();
    for database in [&new, &upgraded, &emptied] {
        db::migrate(database).await.unwrap();
    }
    let expected = schema(&new).await;
    assert!(expected.len() > 700, "{}", expected.len());
    for database in [&upgraded, &emptied] {
        let found = schema(database).await;
        let lacks: Vec<_> = expected.iter().filter(|it| !found.contains(it)).collect();
        let extra: Vec<_> = found.iter().filter(|it| !expected.contains(it)).collect();
        assert!(lacks.is_empty(), "lacks {lacks:#?}, but has {extra:#?}");
        assert_eq!(found, expected);
    }
    // Nor does an upgrade add rows that a new database lacks.
    assert_eq!(rows(&emptied).await, rows(&new).await);
}

#[tokio::test]
async fn migrating_an_upgraded_or_new_database_again_changes_nothing() {
    for dump in ["", OLDEST] {
        let database = database_of(dump).await;
        db::migrate(&database).await.unwrap();
        let (schema_before, rows_before) = (schema(&database).await, rows(&database).await);
        db::migrate(&database).await.unwrap();
        assert_eq!(schema(&database).await, schema_before);
        assert_eq!(rows(&database).await, rows_before);
    }
}

#[tokio::test]
async fn distribution_without_citus_is_rejected_and_changes_nothing() {
    let database = database_of("").await;
    db::migrate(&database).await.unwrap();
    let before = schema(&database).await;
    let refused = db::distributed::distribute(&database).await.unwrap_err();
    assert!(refused.to_string().contains("CREATE EXTENSION citus"));
    assert_eq!(schema(&database).await, before);
}

#[tokio::test]
async fn database_older_than_the_oldest_upgrade_is_rejected() {
    let database = database_of(OLDEST).await;
    let older = "DELETE FROM __diesel_schema_migrations
        WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)";
    let mut owner = connect::owner(&database).await.unwrap();
    owner.batch_execute(older).await.unwrap();
    let before = schema(&database).await;
    let refused = db::migrate(&database).await.unwrap_err().to_string();
    assert!(refused.contains("older than this program"), "{refused}");
    assert_eq!(schema(&database).await, before);
}

/// The fixture has games of all kinds, stored before each game had its own crate. Their logs replay
/// to the same hashes, and players can continue them.
#[tokio::test]
async fn database_of_earlier_version_migrates_and_games_continue() {
    let database = database_of(OLDEST).await;
    db::migrate(&database).await.unwrap();
    let report = audit::database(&database, |_| {}).await.unwrap();
    assert!(report.faults.is_empty(), "{:#?}", report.faults);
    assert_eq!(
        (report.games, report.entries, report.snapshots),
        (19, 582, 9)
    );
    let server = server_on(database).await;
    // The stored data is from November.
    server.app.clock.forward(chrono::TimeDelta::days(267));
    let mut players = Vec::new();
    for name in ["ann", "ben", "cleo"] {
        players.push(Player::of(&server, name, &server.session(name).await));
    }
    let running = players[0].get("/v1/games?status=running&limit=50").await;
    let (mut kinds, mut said) = (std::collections::BTreeSet::new(), 0);
    for game in running.ok()["games"].as_array().unwrap() {
        let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
        let chat = players[0].get(&format!("{path}/chat")).await.ok();
        said += chat["messages"].as_array().unwrap().len();
        for player in &players {
            let legal = player.get(&format!("{path}/legal")).await;
            if legal.status == 200
                && let legal = legal.ok()
                && let Some(mv) = legal["moves"].get(0)
            {
                let body = json!({"seq": legal["seq"], "moves": [mv]});
                player.post(&format!("{path}/moves"), body).await.ok();
                kinds.insert(game["kind"].as_str().unwrap().to_owned());
            }
        }
    }
    assert_eq!(said, 10);
    assert_eq!(kinds.len(), ::games::KINDS.current().count(), "{kinds:?}");
    audited(&server.database).await;
}

/// The tables of `schema.rs`: their columns with names and types.
fn tables_in_rust() -> BTreeMap<String, Vec<(String, String)>> {
    let mut tables = BTreeMap::<_, Vec<_>>::new();
    let (mut table, mut name) = (String::new(), None::<String>);
    for line in include_str!("../../../crates/db/src/schema.rs").lines() {
        let line = line.trim();
        if let Some((head, "")) = line.split_once(") {") {
            table = head.split(' ').next().unwrap().to_owned();
        } else if let Some(other) = line.strip_prefix("#[sql_name = \"") {
            name = Some(other.trim_end_matches("\"]").to_owned());
        } else if let Some((column, kind)) = line.split_once(" -> ")
            && let Some(kind) = kind.strip_suffix(',')
        {
            let column = name.take().unwrap_or_else(|| column.to_owned());
            tables
                .entry(table.clone())
                .or_default()
                .push((column, kind.to_owned()));
        }
    }
    tables
}

#[tokio::test]
async fn rust_schema_matches_the_database() {
    let database = fresh_database().await;
    let mut conn = superuser(&database).await;
    let columns = lines(
        &mut conn,
        "SELECT concat_ws('|', table_name, column_name, data_type, is_nullable) AS line
         FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name <> '__diesel_schema_migrations'
         ORDER BY table_name, ordinal_position",
    );
    let mut tables = BTreeMap::<_, Vec<_>>::new();
    for column in columns.await {
        let parts: Vec<&str> = column.split('|').collect();
        let kind = match parts[2] {
            "text" => "Text",
            "bytea" => "Binary",
            "jsonb" => "Jsonb",
            "bigint" => "BigInt",
            "integer" => "Integer",
            "smallint" => "SmallInt",
            "date" => "Date",
            "boolean" => "Bool",
            // The only arrays are of numbers of players.
            "ARRAY" => "Array<BigInt>",
            "timestamp with time zone" => "Timestamptz",
            other => other,
        };
        let kind = match parts[3] {
            "YES" => format!("Nullable<{kind}>"),
            _ => kind.to_owned(),
        };
        let column = (parts[1].to_owned(), kind);
        tables.entry(parts[0].to_owned()).or_default().push(column);
    }
    let in_rust = tables_in_rust();
    for (table, columns) in &tables {
        assert_eq!(in_rust.get(table), Some(columns), "{table}");
    }
    assert_eq!(in_rust.len(), tables.len());
}

#[tokio::test]
async fn audit_reports_changed_rows() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let over = thats_life(&[&ann, &ben]).await;
    play_on(&[&ann, &ben], &over, 2000).await;
    let runs = a_game_of("thats-life", json!({}), &[&ann, &ben]).await;
    play_on(&[&ann, &ben], &runs, 35).await;
    audited(&server.database).await;
    let mut conn = superuser(&server.database).await;
    let tables = ["games", "seats", "entries", "snapshots"];
    let mut restore = "SET session_replication_role = replica;".to_owned();
    for table in tables {
        let saved = format!(
            "CREATE TABLE saved_{table} AS TABLE {table};
             GRANT SELECT ON saved_{table} TO turnpike_app"
        );
        conn.batch_execute(&saved).await.unwrap();
        restore += &format!("DELETE FROM {table}; INSERT INTO {table} TABLE saved_{table};");
    }
    for (change, fault) in [
        (
            "UPDATE entries SET \"move\" = '{\"type\": \"roll\"}' WHERE n = 2 AND ",
            "entries[1].hash",
        ),
        (
            "UPDATE entries SET \"move\" = '{\"type\": \"move_pawn\", \"from\": \"m4a\"}' WHERE n = 8 AND ",
            "entries[7].hash",
        ),
        (
            "UPDATE entries SET hash = sha256('x') WHERE n = 5 AND ",
            "entries[4].hash",
        ),
        (
            "UPDATE entries SET at = at + interval '1 ms' WHERE n = 3 AND ",
            "entries[2].hash",
        ),
        (
            "UPDATE entries SET seat = 5 WHERE n = 4 AND ",
            "entries[3].hash",
        ),
        (
            "UPDATE entries SET seq = 999 WHERE n = 4 AND ",
            "entries[3].hash",
        ),
        (
            "UPDATE entries SET kind = 'leave', \"move\" = NULL WHERE n = 1 AND ",
            "entries[0].hash",
        ),
        (
            "ALTER TABLE entries DROP CONSTRAINT IF EXISTS entries_check;
             UPDATE entries SET kind = 'leave' WHERE n = 1 AND ",
            "entries: cannot be read: entry 1 is a leave with `move`",
        ),
        ("DELETE FROM entries WHERE n = 1 AND ", "entries[1].hash"),
        ("DELETE FROM entries WHERE n = 20 AND ", "entries[20].hash"),
        (
            "DELETE FROM entries WHERE n = (SELECT ply FROM games WHERE id = game_id) AND ",
            "ply: ",
        ),
        (
            "UPDATE snapshots SET state = state || '\\x00' WHERE ",
            "snapshot 32",
        ),
        (
            "UPDATE snapshots SET state = sha256('x') WHERE ",
            "snapshot 32",
        ),
        (
            "UPDATE snapshots SET n = 999 WHERE n = 32 AND ",
            "snapshot 999",
        ),
        ("UPDATE games SET ply = ply + 1 WHERE ", "ply: "),
        ("UPDATE games SET head = sha256('x') WHERE ", "head: "),
        ("UPDATE games SET start = sha256('x') WHERE ", "start: "),
        ("UPDATE games SET acting = acting + 4 WHERE ", "acting: "),
        (
            "UPDATE games SET status = CASE status WHEN 'running' THEN 'finished' ELSE 'running' END WHERE ",
            "status: ",
        ),
        (
            "UPDATE games SET server_seed = sha256('x') WHERE ",
            "seed_commitment: ",
        ),
        (
            "UPDATE games SET server_seed = sha256('x'), seed_commitment = sha256(sha256('x')) WHERE ",
            "start: ",
        ),
        (
            "UPDATE games SET game_seed = sha256('x') WHERE ",
            "game_seed: ",
        ),
        (
            "UPDATE games SET options = options || '{\"pawns\": \"auto\"}' WHERE ",
            "start: ",
        ),
        ("UPDATE games SET seed_source = 'chosen' WHERE ", "start: "),
        (
            "UPDATE games SET rules = 'ferry-follies@1' WHERE ",
            "start: ",
        ),
        (
            "UPDATE seats SET entropy = 'more luck' WHERE seat = 1 AND ",
            "start: ",
        ),
        ("DELETE FROM seats WHERE seat = 1 AND ", "start: "),
    ] {
        for game in [&over, &runs] {
            let id = if change.contains(" games SET ") {
                "id"
            } else {
                "game_id"
            };
            let sql = format!("SET session_replication_role = replica; {change} {id} = '{game}'");
            conn.batch_execute(&sql).await.unwrap();
            let report = audit::database(&server.database, |_| {}).await.unwrap();
            assert_eq!(report.games, 2);
            let of_game = |it: &&String| it.starts_with(&format!("game {game}: "));
            let start = format!("game {game}: {fault}");
            assert!(
                report.faults.iter().all(|it| of_game(&it))
                    && report.faults.iter().any(|it| it.starts_with(&start)),
                "{change}: {:#?}",
                report.faults
            );
            conn.batch_execute(&restore).await.unwrap();
        }
    }
    let result = format!("UPDATE games SET result = '{{\"standings\": []}}' WHERE id = '{over}'");
    conn.batch_execute(&result).await.unwrap();
    let report = audit::database(&server.database, |_| {}).await.unwrap();
    assert!(report.faults[0].contains("result: "), "{:?}", report.faults);
    conn.batch_execute(&restore).await.unwrap();
    audited(&server.database).await;
}

/// A trigger that lets no write of several games through, and counts those of one.
const NO_ROOM: &str = "
    CREATE SEQUENCE tries;
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
        IF (SELECT count(*) FROM changed) > 1 THEN
            RAISE EXCEPTION 'not so many' USING ERRCODE = '23514';
        END IF;
        PERFORM nextval('tries');
        RAISE EXCEPTION 'no room' USING ERRCODE = '53100';
    END $$;
    CREATE TRIGGER no_room AFTER UPDATE ON games REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION no_room();";

#[tokio::test]
async fn unavailable_database_is_retried_once_per_batch_not_per_game() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let mut games = Vec::new();
    for _ in 0..4 {
        games.push(thats_life(&[&ann, &ben]).await);
        ann.sees(games.last().unwrap()).await;
    }
    let me = {
        let mut conn = server.app.db.get().await.unwrap();
        let key = accounts::store::players::by_name(&mut conn, "ann").await;
        key.unwrap().unwrap().id
    };
    let mut conn = superuser(&server.database).await;
    conn.batch_execute(NO_ROOM).await.unwrap();
    // All requests are made before the writers, which run on this thread too, can run. So there is
    // one batch, or one for each writer.
    let ids = games.iter().map(|game| game.clone().try_into().unwrap());
    let ids: Vec<common::ids::GameId> = ids.collect();
    let moves = ids.iter().map(|game| {
        let roll = vec![json!({"text": "roll"})];
        play::moves::play(
            &server.app,
            play::moves::Mover::Player(me),
            game,
            1,
            roll,
            drop,
        )
    });
    for played in futures_util::future::join_all(moves).await {
        let code = played.err().map(|problem| problem.code());
        assert_eq!(code, Some("unavailable"));
    }
    let tries = lines(&mut conn, "SELECT last_value::text AS line FROM tries").await;
    let is_once = tries == ["5"] || tries == ["10"];
    assert!(
        is_once,
        "{tries:?} attempts; a writer makes 5 for a single write"
    );
}
