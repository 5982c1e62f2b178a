//! Lists of games: filters, pages, and how many rows a list reads.

use std::collections::BTreeSet;

use accounts::store::players;
use chrono::TimeDelta;
use common::ids::GameId;
use db::Conn;
use db::sets::{GameStatus, PlayerResult};
use diesel::QueryResult;
use diesel::sql_types::BigInt;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use play::store::games;
use play::store::lists::{self, Filter, Order};
use reqwest::Method;
use serde_json::json;

use crate::helpers::*;
use crate::play::invitations::invites;
use crate::table::*;

#[tokio::test]
async fn game_list_filters_return_matching_visible_games() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let open = ann.makes(json!({"kind": "thats-life", "seats": 3})).await;
    let running = thats_life(&[&ann, &ben]).await;
    let over = thats_life(&[&ben, &ann]).await;
    ben.plays(&over, "leave").await;
    let cancelled = ben.makes(json!({"kind": "thats-life"})).await;
    ben.delete(&format!("/v1/games/{cancelled}")).await.ok();
    let alone = cleo.makes(json!({"kind": "ferry-follies"})).await;
    let hidden = invites(&cleo, "private", json!({"player": "ann"})).await;
    let set = |games: &[&String]| -> BTreeSet<String> {
        games.iter().map(|game| (*game).clone()).collect()
    };
    for (player, query, games) in [
        (
            &ann,
            "",
            set(&[&open, &running, &over, &cancelled, &alone, &hidden]),
        ),
        (&ben, "", set(&[&open, &running, &over, &cancelled, &alone])),
        (&ann, "?status=open", set(&[&open, &hidden])),
        (&ben, "?status=open", set(&[&open])),
        (&ben, "?status=running", set(&[&running, &alone])),
        (&ben, "?status=finished", set(&[&over])),
        (&ben, "?status=cancelled", set(&[&cancelled])),
        (&ben, "?kind=ferry-follies", set(&[&alone])),
        (&ben, "?kind=thats-life&status=running", set(&[&running])),
        (&ann, "?mine=true", set(&[&open, &running, &over, &hidden])),
        (&cleo, "?mine=true", set(&[&alone, &hidden])),
        (&ann, "?my_turn=true", set(&[&running])),
        (&ben, "?my_turn=true", set(&[])),
        (&cleo, "?my_turn=true", set(&[&alone])),
        (&ben, "?player=CLEO", set(&[&alone])),
        (&ben, "?player=ann&status=finished", set(&[&over])),
        (&ben, "?player=nobody", set(&[])),
    ] {
        let listed = player.lists(query).await;
        assert_eq!(listed.len(), games.len(), "{query}");
        assert_eq!(
            listed.into_iter().collect::<BTreeSet<_>>(),
            games,
            "{} {query}",
            player.name
        );
    }
    // A list has the same data as the game itself.
    let listed = server.get("/v1/games?status=finished").await.ok();
    let (listed, game) = (&listed["games"][0], ann.sees(&over).await);
    for (member, value) in listed.as_object().unwrap() {
        assert_eq!(*value, game[member], "{member}");
    }
    assert_eq!(listed["result"]["standings"][0]["left"], true);
    server
        .get("/v1/games?mine=true")
        .await
        .problem(401, "not-signed-in");
    server
        .get("/v1/games?my_turn=true")
        .await
        .problem(401, "not-signed-in");
    for bad in [
        "status=lost",
        "kind=chess",
        "limit=0",
        "limit=101",
        "limit=x",
        "cursor=x",
        "player=%00",
        "mine=1",
        "colour=red",
        "since=yesterday",
        "until=2026-03-01",
        "since=0999-03-01T12:00:00Z",
        "result=won&player=ann",
        "result=win",
        "fields=kind,view",
        "cursor=LTkwMDAwMDAwMDAwMDAwMDAwMCBhYQ",
        "cursor=LTgwMDAwMDAwMDAwMDAwMDAwMDAgYWE",
        "cursor=ODAwMDAwMDAwMDAwMDAwMDAwMCBhYQ",
    ] {
        let answer = server.get(&format!("/v1/games?{bad}")).await;
        assert_eq!(answer.status, 400, "{bad} {}", answer.text);
        answer.problem(400, "invalid-request");
    }
}

#[tokio::test]
async fn invalid_query_parameter_is_named_with_allowed_values() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "thats-life"})).await;
    for (path, told) in [
        (
            // `kind` allows any word, so the same word in it is no fault.
            "?kind=later&status=later".to_owned(),
            "“status” cannot be `later`. It may be `open`, `running`, `finished`, `cancelled`.",
        ),
        (
            format!("/{game}/board.svg?ply=1&theme=pink"),
            "“theme” cannot be `pink`. It may be `auto`, `light`, `dark`.",
        ),
        (
            format!("/{game}/chat?room=hall"),
            "“room” cannot be `hall`. It may be `table`, `spectators`.",
        ),
        ("?mine=1".to_owned(), "“mine” is true or false."),
        (
            "?colour=red".to_owned(),
            "“colour” is not a parameter of this call. It takes `status`, `ids`, `kind`, `player`, \
             `opponent`, `result`, `since`, `until`, `mine`, `my_turn`, `fields`, `limit`, `cursor`.",
        ),
    ] {
        let refused = ann.get(&format!("/v1/games{path}")).await;
        let problem = refused.problem(400, "invalid-request");
        assert_eq!(problem["detail"], told, "{path}");
    }
}

#[tokio::test]
async fn game_list_has_games_made_from_since_until_before_until() {
    let server = server().await;
    let ann = server.player("ann").await;
    let mut made = Vec::new();
    for _ in 0..3 {
        let game = ann.makes(json!({"kind": "ferry-follies"})).await;
        let at = ann.sees(&game).await["created_at"].clone();
        made.push((game, at.as_str().unwrap().to_owned()));
        server.app.clock.forward(TimeDelta::days(1));
    }
    let [(first, _), (second, from), (third, to)] = made.try_into().unwrap();
    let since = ann.lists(&format!("?since={from}")).await;
    assert_eq!(since, [third, second.clone()]);
    let until = ann.lists(&format!("?until={to}")).await;
    assert_eq!(until, [second.clone(), first]);
    let between = ann.lists(&format!("?since={from}&until={to}")).await;
    assert_eq!(between, [second]);
}

#[tokio::test]
async fn game_list_result_matches_rank_of_player() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let lost = thats_life(&[&ann, &ben]).await;
    ann.plays(&lost, "leave").await;
    server.app.clock.forward(TimeDelta::seconds(1));
    let running = thats_life(&[&ann, &ben]).await;
    for (player, result, games) in [
        ("ann", "loss", vec![lost.clone()]),
        ("ann", "win", vec![]),
        ("ben", "win", vec![lost.clone()]),
        ("ben", "draw", vec![]),
    ] {
        let query = format!("?player={player}&result={result}");
        assert_eq!(ann.lists(&query).await, games, "{query}");
    }
    let all = ann.lists("?player=ann").await;
    assert_eq!(all, [running, lost]);
}

#[tokio::test]
async fn shared_first_rank_is_a_draw_for_each_player() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ann.plays(&game, "leave").await;
    let tied = format!(
        "SET session_replication_role = replica;
         UPDATE games SET result = '{{\"standings\": [{{\"seat\": 0, \"rank\": 1, \"score\": 3, \"left\": false}},
            {{\"seat\": 1, \"rank\": 1, \"score\": 3, \"left\": false}}]}}' WHERE id = '{game}'"
    );
    let mut owner = superuser(&server.database).await;
    owner.batch_execute(&tied).await.unwrap();
    for player in ["ann", "ben"] {
        let drawn = ann.lists(&format!("?player={player}&result=draw")).await;
        assert_eq!(drawn, [&*game], "{player}");
    }
}

#[tokio::test]
async fn game_with_one_seat_has_no_result_for_its_player() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "ferry-follies"})).await;
    ann.plays(&game, "leave").await;
    for result in ["win", "loss", "draw"] {
        let listed = ann.lists(&format!("?player=ann&result={result}")).await;
        assert_eq!(listed, [""; 0], "{result}");
    }
}

#[tokio::test]
async fn game_list_with_fields_has_these_members_and_the_id() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "ferry-follies"})).await;
    let page = ann.get("/v1/games?fields=kind,result").await.ok();
    let shown = json!({"id": game, "kind": "ferry-follies", "result": null});
    assert_eq!(page, json!({"games": [shown], "next": null}));
}

#[tokio::test]
async fn unknown_name_in_fields_is_named_with_its_parameter() {
    let server = server().await;
    let refused = server
        .send(Method::GET, "/v1/games?fields=kind,view", None, None)
        .await;
    let problem = refused.problem(400, "invalid-request");
    assert_eq!(problem["errors"][0]["parameter"], "fields");
    let detail = problem["detail"].as_str().unwrap();
    assert!(
        detail.starts_with("“fields” cannot be `view`. It may be `"),
        "{detail}"
    );
}

#[tokio::test]
async fn wrong_parameter_of_a_list_is_named() {
    let server = server().await;
    for (path, parameter) in [
        ("/v1/games?limit=0", "limit"),
        ("/v1/games?cursor=x", "cursor"),
        ("/v1/games?kind=chess", "kind"),
        ("/v1/games?opponent=ann", "opponent"),
        ("/v1/games?result=win", "result"),
        ("/v1/archive?seats=2", "seats"),
        ("/v1/archive?kind=buttons&seats=13", "seats"),
        ("/v1/kinds/buttons/ratings?cursor=x", "cursor"),
    ] {
        let refused = server.send(Method::GET, path, None, None).await;
        let problem = refused.problem(400, "invalid-request");
        assert_eq!(problem["errors"][0]["parameter"], parameter, "{path}");
    }
}

#[tokio::test]
async fn time_that_is_not_rfc_3339_is_named_with_its_parameter() {
    let server = server().await;
    let refused = server
        .send(Method::GET, "/v1/games?limit=2&since=monday", None, None)
        .await;
    let problem = refused.problem(400, "invalid-request");
    assert_eq!(problem["errors"][0]["parameter"], "since");
    assert_eq!(
        problem["detail"],
        "“since” is a time such as `2026-03-01T12:00:00Z`."
    );
}

#[tokio::test]
async fn game_list_pages_have_no_gaps_or_duplicates() {
    let server = server().await;
    let ann = server.player("ann").await;
    let mut made = Vec::new();
    for n in 0..13 {
        made.push(ann.makes(json!({"kind": "thats-life"})).await);
        if n % 4 == 0 {
            // Several games share a moment.
            server.app.clock.forward(chrono::Duration::milliseconds(1));
        }
    }
    let mut listed = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = ann.get(&format!("/v1/games?limit=3{cursor}")).await.ok();
        let games = page["games"].as_array().unwrap();
        listed.extend(games.iter().map(id));
        // Games created in the meantime come before the first page, and disturb none.
        ann.makes(json!({"kind": "thats-life"})).await;
        match page["next"].as_str() {
            Some(next) => {
                assert_eq!(games.len(), 3);
                cursor = format!("&cursor={next}");
            }
            None => break,
        }
    }
    // The first page may contain games created later at the same moment. No earlier game is
    // missing.
    let distinct: BTreeSet<&String> = listed.iter().collect();
    assert_eq!(distinct.len(), listed.len());
    assert!(made.iter().all(|game| distinct.contains(game)));
    let whole = ann.get("/v1/games?limit=100").await.ok();
    assert!(whole["next"].is_null());
    let times: Vec<&str> = whole["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["created_at"].as_str().unwrap())
        .collect();
    assert!(times.is_sorted_by(|a, b| a >= b));
}

/// How many games a page shows here.
const PAGE: i64 = 20;

/// Adds `count` copies of a game and its seats, with this visibility, each a millisecond newer than
/// the one before. `first` is the number of the first copy.
pub async fn copies(server: &Server, game: &str, first: usize, count: usize, visibility: &str) {
    let last = first + count - 1;
    let copy = format!(
        "SET session_replication_role = replica;
         INSERT INTO games SELECT (jsonb_populate_record(games, jsonb_build_object('id', md5(n::text),
             'visibility', '{visibility}', 'created_at', created_at + n * interval '1 ms'))).*
         FROM games, generate_series({first}, {last}) n WHERE id = '{game}';
         INSERT INTO seats SELECT (jsonb_populate_record(seats, jsonb_build_object(
             'game_id', md5(n::text)))).*
         FROM seats, generate_series({first}, {last}) n WHERE game_id = '{game}';
         ANALYZE games, seats"
    );
    superuser(&server.database)
        .await
        .batch_execute(&copy)
        .await
        .unwrap();
}

/// How many rows of a table PostgreSQL has read in this transaction.
async fn rows_read(conn: &mut Conn, table: &str) -> QueryResult<i64> {
    #[derive(diesel::QueryableByName)]
    struct Read {
        #[diesel(sql_type = BigInt)]
        rows: i64,
    }
    // It also counts earlier reads of this session that were not reported yet.
    let read = "SELECT (seq_tup_read + idx_tup_fetch)::bigint AS rows
        FROM pg_stat_xact_user_tables WHERE relname = $1";
    let read: Read = diesel::sql_query(read)
        .bind::<diesel::sql_types::Text, _>(table)
        .get_result(conn)
        .await?;
    Ok(read.rows)
}

/// The result of a query, and how many rows of a table PostgreSQL reads for it.
pub async fn with_rows_read<T>(
    server: &Server,
    table: &str,
    query: impl AsyncFnOnce(&mut Conn) -> QueryResult<T>,
) -> (T, i64) {
    let mut conn = server.app.db.get().await.unwrap();
    // The statistics are those of one transaction.
    conn.batch_execute("BEGIN").await.unwrap();
    let before = rows_read(&mut conn, table).await.unwrap();
    let found = query(&mut conn).await.unwrap();
    let read = rows_read(&mut conn, table).await.unwrap() - before;
    conn.batch_execute("ROLLBACK").await.unwrap();
    (found, read)
}

#[tokio::test]
async fn game_list_with_any_filter_reads_at_most_two_pages_of_rows() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let rare = cleo.makes(json!({"kind": "ferry-follies"})).await;
    let open = cleo.makes(json!({"kind": "thats-life", "seats": 3})).await;
    invites(&cleo, "private", json!({"player": "ann"})).await;
    let over = thats_life(&[&ann, &ben]).await;
    ben.plays(&over, "leave").await;
    // All are newer than those of cleo, and the private ones newer than the public ones.
    copies(&server, &over, 1, 2_000, "public").await;
    copies(&server, &over, 2_001, 3_000, "private").await;
    let game = |id: &str| GameId::try_from(id.to_owned()).unwrap();
    let mut conn = server.app.db.get().await.unwrap();
    let cleo = players::by_name(&mut conn, "cleo")
        .await
        .unwrap()
        .unwrap()
        .id;
    let over = games::find(&mut conn, &game(&over)).await.unwrap().unwrap();
    let before = over.created_at - TimeDelta::days(1);
    let middle = (over.created_at + TimeDelta::seconds(1), over.id);
    drop(conn);
    let any = Filter {
        status: None,
        ids: None,
        kind: None,
        player: None,
        opponent: None,
        result: None,
        seats: None,
        order: Order::Created,
        since: None,
        until: None,
        mine: None,
        asked: None,
        waiting: None,
        viewer: None,
        now: server.app.clock.now(),
        address: None,
        barred: Vec::new(),
        before: None,
        limit: PAGE,
    };
    let kind = |kind: &str| Some(kind.to_owned());
    let (rare, open) = (game(&rare), game(&open));
    type Change<'a> = &'a dyn Fn(&mut Filter);
    let cases: [(&str, Change, i64); 20] = [
        ("nothing", &|_| {}, PAGE),
        ("kind", &|it| it.kind = kind("thats-life"), PAGE),
        ("a rare kind", &|it| it.kind = kind("ferry-follies"), 1),
        ("status", &|it| it.status = Some(GameStatus::Open), 1),
        (
            "kind and status",
            &|it| {
                it.kind = kind("ferry-follies");
                it.status = Some(GameStatus::Running);
            },
            1,
        ),
        ("player", &|it| it.player = Some(cleo), 2),
        (
            "ids",
            &|it| it.ids = Some(vec![rare.clone(), open.clone()]),
            2,
        ),
        (
            "a time with a rare kind",
            &|it| (it.kind, it.since) = (kind("ferry-follies"), Some(before)),
            1,
        ),
        ("until", &|it| it.until = Some(middle.0), PAGE),
        (
            "result",
            &|it| (it.player, it.result) = (Some(cleo), Some(PlayerResult::Win)),
            0,
        ),
        (
            "an opponent",
            &|it| (it.player, it.opponent) = (Some(cleo), Some(cleo)),
            2,
        ),
        ("the archive", &|it| it.order = Order::Finished, PAGE),
        (
            "the archive of a kind",
            &|it| (it.order, it.kind) = (Order::Finished, kind("thats-life")),
            PAGE,
        ),
        (
            "the archive of a kind with a rare number of seats",
            &|it| {
                (it.order, it.kind) = (Order::Finished, kind("thats-life"));
                it.seats = Some(5);
            },
            0,
        ),
        (
            "the archive of a player",
            &|it| (it.order, it.player) = (Order::Finished, Some(cleo)),
            0,
        ),
        ("a later page", &|it| it.before = Some(middle.clone()), PAGE),
        ("a viewer", &|it| it.viewer = Some(cleo), PAGE),
        (
            "kind for a viewer",
            &|it| (it.kind, it.viewer) = (kind("ferry-follies"), Some(cleo)),
            1,
        ),
        (
            "mine",
            &|it| (it.mine, it.viewer) = (Some(cleo), Some(cleo)),
            3,
        ),
        (
            "waiting",
            &|it| (it.waiting, it.viewer) = (Some(cleo), Some(cleo)),
            1,
        ),
    ];
    for (what, narrow, listed) in cases {
        let mut filter = any.clone();
        narrow(&mut filter);
        let list = async |conn: &mut Conn| lists::list(conn, &filter).await;
        let (found, read) = with_rows_read(&server, "games", list).await;
        assert_eq!(found.len() as i64, listed, "{what}");
        assert!(read <= 2 * PAGE, "{what}: {read} rows");
    }
}

#[tokio::test]
async fn random_finished_game_reads_at_most_two_rows() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let over = thats_life(&[&ann, &ben]).await;
    ben.plays(&over, "leave").await;
    copies(&server, &over, 1, 2_000, "public").await;
    copies(&server, &over, 2_001, 3_000, "private").await;
    let (near, now) = (GameId::of([7; 16]), server.app.clock.now());
    let random = async |conn: &mut Conn| lists::finished_near(conn, "thats-life", &near, now).await;
    let (found, read) = with_rows_read(&server, "games", random).await;
    assert!(found.is_some());
    assert!(read <= 2, "{read} rows");
}

#[tokio::test]
async fn changed_public_games_are_found_without_reading_games_that_were_over_before() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let over = thats_life(&[&ann, &ben]).await;
    ben.plays(&over, "leave").await;
    copies(&server, &over, 1, 2_000, "public").await;
    server.app.clock.forward(TimeDelta::hours(1));
    let since = (server.app.clock.now(), String::new());
    let now_over = thats_life(&[&ann, &ben]).await;
    ben.plays(&now_over, "leave").await;
    let now = server.app.clock.now();
    let changed = async |conn: &mut Conn| lists::listed_since(conn, &since, now, 100).await;
    let (found, read) = with_rows_read(&server, "games", changed).await;
    assert_eq!(found.len(), 1);
    assert!(read <= 10, "{read} rows");
}
