//! Rows locked by others: a long transaction, an operator at the prompt, a backup.

use std::cell::Cell;

use diesel::QueryableByName;
use diesel::sql_types::BigInt;
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::postgres::{lines, until};
use crate::table::*;

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// The process id of this session.
async fn pid(conn: &mut AsyncPgConnection) -> String {
    lines(conn, "SELECT pg_backend_pid()::text AS line")
        .await
        .remove(0)
}

/// The number of sessions that wait for a lock of the session with this process id.
async fn waiting(conn: &mut AsyncPgConnection, holder: &str) -> i64 {
    let counts = diesel::sql_query(format!(
        "SELECT count(*) AS n FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND {holder} = ANY (pg_blocking_pids(pid))"
    ))
    .load::<Count>(conn)
    .await;
    counts.unwrap()[0].n
}

/// The body of the request that plays the first legal move.
pub async fn first_move(player: &Player<'_>, game: &str) -> Value {
    let legal = player.may_play(game).await;
    json!({"seq": legal["seq"], "moves": [legal["moves"][0]]})
}

/// Sends moves until the server does not answer 503.
pub async fn insists(player: &Player<'_>, game: &str, body: &Value) -> Value {
    until("a move", async || {
        let answer = player.posts_moves(game, body).await;
        (answer.status != 503).then_some(answer)
    })
    .await
    .ok()
}

#[tokio::test]
async fn locked_game_does_not_delay_other_games() {
    let server = server().await;
    let [ann, ben, cleo, dan] = server.players(["ann", "ben", "cleo", "dan"]).await;
    let locked = thats_life(&[&ann, &ben]).await;
    let mut games = Vec::new();
    for _ in 0..4 {
        games.push(thats_life(&[&cleo, &dan]).await);
    }
    let mut holder = superuser(&server.database).await;
    let lock = format!("BEGIN; SELECT 1 FROM games WHERE id = '{locked}' FOR UPDATE");
    holder.batch_execute(&lock).await.unwrap();
    let holding = pid(&mut holder).await;
    let body = first_move(&ann, &locked).await;
    let (over, waits) = (Cell::new(false), Cell::new(0));
    let watch = async {
        let mut conn = superuser(&server.database).await;
        while !over.get() {
            waits.set(waits.get() + waiting(&mut conn, &holding).await);
        }
    };
    let others = async {
        let all = games.iter().map(async |game| {
            for _ in 0..10 {
                play_on(&[&cleo, &dan], game, 1).await;
            }
        });
        join_all(all).await;
        over.set(true);
        holder.batch_execute("COMMIT").await.unwrap();
    };
    let (played, (), ()) = tokio::join!(insists(&ann, &locked, &body), others, watch);
    assert_eq!(played["ply"], 1);
    assert_eq!(
        waits.get(),
        0,
        "looks at which the committer waited for the locked row"
    );
    assert_eq!(audited(&server.database).await, 41);
}

#[tokio::test]
async fn locked_orders_of_a_game_do_not_delay_other_games() {
    let server = server().await;
    let [ann, ben, cleo, dan] = server.players(["ann", "ben", "cleo", "dan"]).await;
    let locked = thats_life(&[&ann, &ben]).await;
    let other = thats_life(&[&cleo, &dan]).await;
    let orders = json!({"moves": [{"text": "roll"}]});
    ben.put(&format!("/v1/games/{locked}/orders"), orders)
        .await
        .ok();
    ann.plays(&locked, "roll").await;
    let mut holder = superuser(&server.database).await;
    let lock = format!("BEGIN; SELECT 1 FROM orders WHERE game_id = '{locked}' FOR UPDATE");
    holder.batch_execute(&lock).await.unwrap();
    let holding = pid(&mut holder).await;
    // Ann's move gives Ben the turn, and the server follows his orders.
    let body = first_move(&ann, &locked).await;
    let others = async {
        until("a wait for a lock", async || {
            let mut conn = superuser(&server.database).await;
            (waiting(&mut conn, &holding).await > 0).then_some(())
        })
        .await;
        play_on(&[&cleo, &dan], &other, 10).await;
        holder.batch_execute("COMMIT").await.unwrap();
    };
    let (played, ()) = tokio::join!(insists(&ann, &locked, &body), others);
    assert_eq!(played["ply"], 2);
    assert_eq!(ben.sees(&locked).await["ply"], 3);
    assert_eq!(audited(&server.database).await, 13);
}
