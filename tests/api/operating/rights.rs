//! The database privileges of the server's login: exactly those that its code uses.

use std::collections::BTreeMap;

use admin::acts::Act;
use base::refusal::Rejection;
use chrono::TimeDelta;
use common::clock::rfc3339;
use db::Login;
use diesel::QueryableByName;
use diesel::sql_types::Text;
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use serde_json::json;

use crate::helpers::*;
use crate::table::*;

/// How the code changes the rows of each table, apart from reading and inserting them.
const CHANGES: &[(&str, &[&str])] = &[
    ("admin_acts", &[]),
    ("admins", &[]),
    ("answers", &["UPDATE", "DELETE"]),
    ("archive_files", &["UPDATE", "DELETE"]),
    ("archive_pieces", &["DELETE"]),
    ("avoided", &["DELETE"]),
    ("ceremonies", &["DELETE"]),
    ("chat_marks", &["UPDATE", "DELETE"]),
    ("deals", &[]),
    ("entries", &[]),
    ("following", &["DELETE"]),
    ("former_names", &["UPDATE", "DELETE"]),
    ("former_sitters", &[]),
    ("game_wishes", &["UPDATE", "DELETE"]),
    // Some columns of it.
    ("feeds", &["UPDATE", "DELETE"]),
    ("games", &[]),
    ("grants", &["UPDATE", "DELETE"]),
    ("heartbeats", &["UPDATE", "DELETE"]),
    ("holidays", &["UPDATE", "DELETE"]),
    ("idempotency_keys", &["UPDATE", "DELETE"]),
    ("inbound", &["UPDATE", "DELETE"]),
    ("mail_addresses", &["UPDATE", "DELETE"]),
    ("mail_codes", &["UPDATE", "DELETE"]),
    ("mailed_commands", &["UPDATE", "DELETE"]),
    ("messages", &["UPDATE"]),
    ("notes", &["UPDATE", "DELETE"]),
    ("orders", &["UPDATE", "DELETE"]),
    ("outages", &["UPDATE", "DELETE"]),
    ("outbox", &["UPDATE", "DELETE"]),
    ("passkeys", &["UPDATE", "DELETE"]),
    ("players", &["UPDATE"]),
    ("presence", &["UPDATE", "DELETE"]),
    ("push_subscriptions", &["UPDATE", "DELETE"]),
    ("quotas", &["UPDATE", "DELETE"]),
    ("rated_games", &[]),
    ("ratings", &["UPDATE", "DELETE"]),
    ("recovery_codes", &["DELETE"]),
    ("refresh_tokens", &["UPDATE", "DELETE"]),
    ("reply_senders", &["UPDATE", "DELETE"]),
    ("reports", &["UPDATE", "DELETE"]),
    ("reservations", &["DELETE"]),
    ("resignations", &["UPDATE", "DELETE"]),
    ("seats", &["UPDATE"]),
    ("sent_away", &[]),
    ("sessions", &["UPDATE", "DELETE"]),
    ("settings", &[]),
    ("signing_keys", &[]),
    ("snapshots", &[]),
    ("strangers", &["UPDATE", "DELETE"]),
    ("suspensions", &["UPDATE", "DELETE"]),
    ("tokens", &["UPDATE", "DELETE"]),
    ("totp_secrets", &["UPDATE", "DELETE"]),
    ("watches", &["UPDATE", "DELETE"]),
    ("webhook_deliveries", &["UPDATE", "DELETE"]),
    ("webhooks", &["UPDATE", "DELETE"]),
];

/// The tables that the server only reads.
const READ: &[&str] = &["admins"];

/// The columns of a game that the server never changes.
const FIXED: &[&str] = &[
    "id",
    "kind",
    "rules",
    "options",
    "seat_count",
    "visibility",
    "creator_id",
    "server_seed",
    "seed_source",
    "seed_commitment",
    "blinding_secret",
    "created_at",
    "pace",
    "deal_id",
    "closes_at",
];

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

async fn lines(conn: &mut AsyncPgConnection, query: &str) -> Vec<String> {
    let lines = diesel::sql_query(query).load::<Line>(conn).await.unwrap();
    lines.into_iter().map(|line| line.line).collect()
}

#[tokio::test]
async fn server_login_cannot_escape_its_role() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ann.takes_a_first_turn(&game).await;
    for way in [
        "SELECT set_config('role', 'none', false)",
        "RESET ROLE",
        "RESET ALL",
        "DISCARD ALL",
        "SET SESSION AUTHORIZATION DEFAULT",
        "SET ROLE turnpike",
        "SET SESSION AUTHORIZATION turnpike",
        "SET ROLE postgres",
    ] {
        let mut conn = server.app.db.get().await.unwrap();
        // Some are rejected. The others must have no effect.
        drop(conn.batch_execute(way).await);
        for deed in [
            "UPDATE entries SET seq = 7",
            "DELETE FROM entries",
            "TRUNCATE entries",
            "ALTER TABLE entries DISABLE TRIGGER entries_append_only",
            "DROP TABLE entries CASCADE",
            "UPDATE games SET server_seed = server_seed",
            "UPDATE games SET seed_commitment = seed_commitment",
            "DELETE FROM games",
            "UPDATE snapshots SET state = state",
            "DELETE FROM snapshots",
            "CREATE TABLE mine (n INT)",
            "SELECT lo_create(0)",
            "SELECT lo_from_bytea(0, 'mine')",
            "CREATE FUNCTION mine() RETURNS INT LANGUAGE sql AS 'SELECT 1'",
            "INSERT INTO __diesel_schema_migrations (version) VALUES ('1')",
            "INSERT INTO admins SELECT id, now() FROM players",
            "DELETE FROM admins",
            "CREATE ROLE mine",
            "CREATE DATABASE mine",
            "COPY entries TO PROGRAM 'cat'",
        ] {
            let done = conn.batch_execute(deed).await;
            let refused = done.expect_err(&format!("after {way}: {deed}")).to_string();
            assert!(
                refused.contains("permission denied") || refused.contains("must be "),
                "{deed}: {refused}"
            );
        }
        // Forgotten data comes back with the next one.
        drop(conn);
    }
    audited(&server.database).await;
}

/// A copy of a database has the default privileges again, so this test migrates an empty one.
#[tokio::test]
async fn server_login_cannot_create_temporary_tables() {
    let url = database_of("").await;
    db::migrate(&url).await.unwrap();
    let mut conn = db::connect::owner(&as_login(&url)).await.unwrap();
    let temporary = "CREATE TEMPORARY TABLE mine (n INT)";
    let refused = conn.batch_execute(temporary).await.unwrap_err().to_string();
    assert!(refused.contains("permission denied"), "{refused}");
}

#[tokio::test]
async fn seed_of_a_started_game_cannot_be_changed() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    thats_life(&[&ann, &ben]).await;
    let mut conn = server.app.db.get().await.unwrap();
    for column in ["game_seed", "start"] {
        let change = format!("UPDATE games SET {column} = sha256('luck')");
        let refused = conn.batch_execute(&change).await.unwrap_err().to_string();
        assert!(refused.contains("stays as it is"), "{refused}");
    }
}

#[tokio::test]
async fn database_rejects_invalid_games() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    thats_life(&[&ann, &ben]).await;
    let mut conn = superuser(&server.database).await;
    for unsound in [
        "seat_count = 0",
        "seat_count = 13",
        "visibility = 'hidden'",
        "seed_source = 'luck'",
        "seed_source = 'deal'",
        "server_seed = 'short'",
        "seed_commitment = 'short'",
        "blinding_secret = 'short'",
    ] {
        let change = format!("UPDATE games SET {unsound}");
        let refused = conn.batch_execute(&change).await.unwrap_err().to_string();
        assert!(
            refused.contains("such a game cannot be"),
            "{unsound}: {refused}"
        );
    }
}

#[tokio::test]
async fn database_rejects_games_with_part_of_a_deal() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let closes_at = rfc3339(server.app.clock.now() + TimeDelta::days(7));
    let deal = json!({"kind": "ferry-follies", "closes_at": closes_at});
    let [deal, other] = [
        id(&ann.post("/v1/deals", deal.clone()).await.ok()),
        id(&ann.post("/v1/deals", deal).await.ok()),
    ];
    let on_deal = ann.makes(json!({"deal": deal})).await;
    let ordinary = ben.makes(json!({"kind": "ferry-follies"})).await;
    let whole = format!("deal_id = '{deal}', closes_at = '{closes_at}', seed_source = 'deal'");
    let mut conn = superuser(&server.database).await;
    for (game, change, why) in [
        (&on_deal, "closes_at = NULL".to_owned(), "cannot be"),
        (&on_deal, "deal_id = NULL".to_owned(), "cannot be"),
        (
            &on_deal,
            "deal_id = NULL, closes_at = NULL".to_owned(),
            "cannot be",
        ),
        (&on_deal, "seed_source = 'secret'".to_owned(), "cannot be"),
        (&on_deal, "blinding_secret = NULL".to_owned(), "cannot be"),
        (&on_deal, format!("deal_id = '{other}'"), "games_deal"),
        (&on_deal, "deal_id = 'none'".to_owned(), "games_deal"),
        (
            &on_deal,
            "closes_at = closes_at + interval '1 day'".to_owned(),
            "games_deal",
        ),
        (
            &on_deal,
            "seed_commitment = sha256('luck')".to_owned(),
            "games_deal",
        ),
        (&ordinary, format!("deal_id = '{deal}'"), "cannot be"),
        (&ordinary, format!("closes_at = '{closes_at}'"), "cannot be"),
        (&ordinary, "seed_source = 'deal'".to_owned(), "cannot be"),
        (&ordinary, whole.clone(), "cannot be"),
        (
            &ordinary,
            format!("{whole}, blinding_secret = sha256('luck')"),
            "games_deal",
        ),
    ] {
        let change = format!("UPDATE games SET {change} WHERE id = '{game}'");
        let refused = conn.batch_execute(&change).await.unwrap_err().to_string();
        assert!(refused.contains(why), "{change}: {refused}");
    }
}

#[tokio::test]
async fn server_login_owns_no_objects_and_has_no_other_roles() {
    let database = fresh_database().await;
    let mut conn = superuser(&database).await;
    for query in [
        "SELECT classid::regclass || ' ' || objid AS line FROM pg_shdepend
         WHERE refclassid = 'pg_authid'::regclass AND refobjid = 'turnpike_app'::regrole
             AND deptype = 'o'",
        "SELECT roleid::regrole::text AS line FROM pg_auth_members
         WHERE member = 'turnpike_app'::regrole",
        "SELECT rolname::text AS line FROM pg_roles WHERE rolname = 'turnpike_app'
         AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls
             OR NOT rolcanlogin)",
        "SELECT nspname::text AS line FROM pg_namespace
         WHERE has_schema_privilege('turnpike_app', oid, 'CREATE')",
    ] {
        let found = lines(&mut conn, query).await;
        assert!(found.is_empty(), "{query}: {found:?}");
    }
    assert_eq!(
        db::prepare(&as_login(&database), None).await.unwrap(),
        Login::OfItsOwn
    );
    // With one address for both, the server works, and warns about the privileges.
    assert_eq!(db::prepare(&database, None).await.unwrap(), Login::Owner);
}

#[tokio::test]
async fn server_login_has_only_the_privileges_that_the_code_uses() {
    let database = fresh_database().await;
    let mut conn = superuser(&database).await;
    let rights = lines(
        &mut conn,
        "SELECT concat_ws(' ', relname, privilege) AS line
         FROM pg_class, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE',
             'REFERENCES', 'TRIGGER']) AS privilege
         WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
             AND has_table_privilege('turnpike_app', oid, privilege)",
    )
    .await;
    let mut tables = BTreeMap::<String, Vec<String>>::new();
    for right in rights {
        let (table, privilege) = right.split_once(' ').unwrap();
        tables
            .entry(table.into())
            .or_default()
            .push(privilege.into());
    }
    let list = tables.remove("__diesel_schema_migrations");
    assert_eq!(list, Some(vec!["SELECT".to_owned()]));
    for (table, changes) in CHANGES {
        let mut expected = vec!["SELECT"];
        if !READ.contains(table) {
            expected.push("INSERT");
        }
        expected.extend(*changes);
        assert_eq!(tables.remove(*table).unwrap(), expected, "{table}");
    }
    assert!(tables.is_empty(), "not in the list: {tables:?}");
    let columns = lines(
        &mut conn,
        "SELECT attname::text AS line FROM pg_attribute
         WHERE attrelid = 'games'::regclass AND attnum > 0 AND NOT attisdropped
             AND NOT has_column_privilege('turnpike_app', attrelid, attnum, 'UPDATE')
         ORDER BY attnum",
    )
    .await;
    for column in FIXED {
        assert!(columns.iter().any(|fixed| fixed == column), "{column}");
    }
}

#[tokio::test]
async fn server_login_may_read_every_sequence_for_a_dump() {
    let database = fresh_database().await;
    let mut conn = superuser(&database).await;
    let unreadable = lines(
        &mut conn,
        "SELECT seqrelid::regclass::text AS line FROM pg_sequence
         WHERE NOT has_sequence_privilege('turnpike_app', seqrelid, 'SELECT')",
    )
    .await;
    assert!(unreadable.is_empty(), "not granted: {unreadable:?}");
}

#[tokio::test]
async fn login_without_migration_rights_does_not_start_on_an_old_schema() {
    let database = fresh_database().await;
    let mut owner = db::connect::owner(&database).await.unwrap();
    owner
        .batch_execute(
            "DELETE FROM __diesel_schema_migrations
             WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)",
        )
        .await
        .unwrap();
    let login = as_login(&database);
    let refused = db::prepare(&login, None).await.unwrap_err().to_string();
    assert!(refused.contains("turnpike migrate"), "{refused}");
    assert!(refused.contains("TURNPIKE_MIGRATE_URL"), "{refused}");
}

#[tokio::test]
async fn server_login_cannot_appoint_or_dismiss_admins() {
    let server = server().await;
    server.player("ann").await;
    let login = as_login(&server.database);
    let mut settings = settings(&login, std::path::Path::new("unused"));
    settings.migrate_url = None;
    let app = turnpike::App::new(
        settings.check().unwrap(),
        &login,
        common::clock::Clock::set(server.app.clock.now()),
    );
    let app = app.await.unwrap();
    let operator = admin::acts::Operator::on_the_command_line("root");
    for act in [
        Act::Appoint {
            player: "ann".to_owned(),
        },
        Act::Dismiss {
            player: "ann".to_owned(),
        },
    ] {
        let done = admin::acts::carry_out(&app, &operator, &act, "x").await;
        let Err(refused) = done else {
            panic!("done without the right to it");
        };
        assert_eq!(refused.code(), "forbidden");
        assert!(refused.detail().contains("TURNPIKE_MIGRATE_URL"));
    }
}
