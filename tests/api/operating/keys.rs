//! Finds the tables that could be distributed over several servers by game or by player: those
//! whose unique indexes all begin with its id. Neither PostgreSQL's partitions nor Citus enforce
//! other unique keys.

use std::collections::{BTreeMap, BTreeSet};

use diesel::QueryableByName;
use diesel::sql_types::Text;
use diesel_async::RunQueryDsl;

use crate::helpers::*;

/// Tables by game: all that a move or a look at a game touches.
const BY_GAME: &[&str] = &[
    "chat_marks",
    "entries",
    "former_sitters",
    "game_wishes",
    "games",
    "messages",
    "notes",
    "orders",
    "outbox",
    "resignations",
    "seats",
    "sent_away",
    "snapshots",
];

/// Tables by player.
const BY_PLAYER: &[&str] = &[
    "admins",
    "avoided",
    "feeds",
    "following",
    "idempotency_keys",
    "players",
    "presence",
    "push_subscriptions",
    "ratings",
    "recovery_codes",
    "reply_senders",
    "suspensions",
    "totp_secrets",
    "webhook_deliveries",
    "webhooks",
];

/// Tables that would stay on one server, and why they may.
const WHOLE: &[(&str, &str)] = &[
    ("__diesel_schema_migrations", "one row a migration"),
    (
        "admin_acts",
        "what operators did: seldom, and read in order",
    ),
    (
        "answers",
        "found by a hash of who asked and under which key; gone within a day",
    ),
    (
        "ceremonies",
        "gone within minutes; nobody is known before signing in",
    ),
    ("archive_files", "some for each month"),
    ("archive_pieces", "found by the file"),
    ("deals", "found by the id that whoever may play one has"),
    ("former_names", "names are unique among all players"),
    (
        "grants",
        "found by their hash, by whoever is not signed in; gone within the hour",
    ),
    ("heartbeats", "one row a node"),
    ("holidays", "one row a holiday, found by an id of its own"),
    (
        "inbound",
        "mail in: who and which game it is from shows when it is read",
    ),
    (
        "mail_addresses",
        "addresses that had trouble, of whoever it is",
    ),
    ("mail_codes", "some a player, gone within a day"),
    ("mailed_commands", "found by the hash in the link"),
    ("outages", "of the whole server"),
    ("passkeys", "found by the id that an authenticator knows"),
    ("quotas", "gone within hours; whose they are is hashed"),
    ("rated_games", "one order of all rated games"),
    (
        "refresh_tokens",
        "found by their hash, by whoever has not signed in",
    ),
    ("reports", "seldom, and read by operators in order"),
    ("reservations", "gone within a day"),
    ("sessions", "found by the id in a token"),
    ("settings", "of the whole server"),
    ("signing_keys", "of the whole server"),
    (
        "strangers",
        "found by the hash in the link; gone within three days",
    ),
    ("tokens", "found by their hash, by whoever is not signed in"),
    ("watches", "of the whole server"),
];

/// Unique indexes that begin with something else, and the lookup that each would need first.
const OTHERWISE: &[(&str, &str)] = &[
    (
        "feeds_hash_key",
        "whoever asks for a calendar has nothing but the secret",
    ),
    (
        "games_one_rematch",
        "one rematch a game: the new game has another id",
    ),
    (
        "players_confirmed_email",
        "an address belongs to one player",
    ),
    (
        "players_mail_id",
        "links that stop mail find their player by it",
    ),
    ("players_looks", "a name belongs to one player"),
    ("players_name_key", "a name belongs to one player"),
    (
        "seats_reply",
        "mail finds its seat by the hash of an address",
    ),
];

#[derive(QueryableByName)]
struct Unique {
    #[diesel(sql_type = Text)]
    table: String,
    #[diesel(sql_type = Text)]
    index: String,
    #[diesel(sql_type = Text)]
    first: String,
}

const UNIQUE: &str = r#"
SELECT tables.relname::text AS "table", COALESCE(indexes.relname::text, '') AS "index",
    COALESCE(attname::text, '') AS "first"
FROM pg_class AS tables
LEFT JOIN pg_index ON indrelid = tables.oid AND indisunique
LEFT JOIN pg_class AS indexes ON indexes.oid = indexrelid
LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0] AND indkey[0] > 0
WHERE tables.relkind IN ('r', 'p') AND tables.relnamespace = 'public'::regnamespace
"#;

#[tokio::test]
async fn unique_indexes_begin_with_game_or_player_id() {
    let database = fresh_database().await;
    let mut conn = superuser(&database).await;
    let unique: Vec<Unique> = diesel::sql_query(UNIQUE).load(&mut conn).await.unwrap();
    let otherwise: BTreeMap<_, _> = OTHERWISE.iter().copied().collect();

    let whole = WHOLE.iter().map(|(table, _)| table);
    let listed: Vec<&str> = BY_GAME
        .iter()
        .chain(BY_PLAYER)
        .chain(whole)
        .copied()
        .collect();
    let found: BTreeSet<&str> = unique.iter().map(|it| it.table.as_str()).collect();
    assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), found);
    assert_eq!(listed.len(), found.len(), "a table is on two lists");

    let mut others = BTreeSet::new();
    for Unique {
        table,
        index,
        first,
    } in &unique
    {
        let table = table.as_str();
        let key = match table {
            "games" | "players" => "id",
            _ if BY_GAME.contains(&table) => "game_id",
            _ if BY_PLAYER.contains(&table) => "player_id",
            _ => continue,
        };
        assert_ne!(index, "", "{table} has no key");
        if first != key {
            assert!(
                otherwise.contains_key(index.as_str()),
                "{index} of {table} begins with {first:?}"
            );
            others.insert(index.as_str());
        }
    }
    assert_eq!(others, otherwise.into_keys().collect());
}

#[test]
fn tables_by_game_are_distributed() {
    let sql = include_str!("../../../crates/db/distribute.sql");
    let (_, distributed) = sql.split_once("create_distributed_table('games'").unwrap();
    let (distributed, _) = distributed.split_once("DO $$").unwrap();
    let found = |table: &&&str| distributed.contains(&format!("'{table}'"));
    let others: Vec<_> = BY_GAME.iter().filter(|table| !found(table)).collect();
    // Workers lease mails of all games at once.
    assert_eq!(others, [&"outbox"]);
}
