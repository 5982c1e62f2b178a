//! Two servers on one database, many concurrent games, and broken database connections.

use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::TimeDelta;
use db::schema::entries;
use diesel::prelude::*;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use futures_util::future::join_all;
use play::clocks::outages::Watch;
use reqwest::StatusCode;
use serde_json::{Value, json};
use turnpike::jobs;

use crate::helpers::*;
use crate::table::*;

/// The entries that the log of a game holds.
async fn entries_of(server: &Server, game: &str) -> Vec<(i64, i16, i32)> {
    entries::table
        .filter(entries::game_id.eq(game))
        .order(entries::n)
        .select((entries::n, entries::seat, entries::seq))
        .load(&mut server.app.db.get().await.unwrap())
        .await
        .unwrap()
}

#[tokio::test]
async fn two_nodes_play_one_game_alternately() {
    let one = server().await;
    let two = server_on(one.database.clone()).await;
    let [ann, ben] = one.two_players().await;
    let (ann_too, ben_too) = (ann.at(&two), ben.at(&two));
    let game = thats_life(&[&ann, &ben]).await;
    for round in 0.. {
        // A move at one node is visible at the other at once.
        let done = match round % 3 {
            0 => play_on(&[&ann, &ben], &game, 1).await,
            1 => play_on(&[&ann_too, &ben_too], &game, 2).await,
            _ => play_on(&[&ann, &ben_too], &game, 1).await,
        };
        let seen = ann.sees(&game).await;
        assert_eq!(seen, ann_too.sees(&game).await);
        assert_eq!(ben.sees(&game).await, ben_too.sees(&game).await);
        assert_eq!(ann.may_play(&game).await, ann_too.may_play(&game).await);
        if done.is_empty() {
            assert_eq!(seen["status"], "finished");
            break;
        }
        assert_eq!(done.last().unwrap().answer()["head"], seen["head"]);
    }
    for path in ["log", "export", "positions/7"] {
        let path = format!("/v1/games/{game}/{path}");
        assert_eq!(one.get(&path).await.text, two.get(&path).await.text);
    }
    audited(&one.database).await;
}

#[tokio::test]
async fn hourly_jobs_run_although_server_restarts_more_often() {
    let one = server().await;
    let is_due = async |server: &Server| {
        jobs::is_due(&server.app, Watch::Hourly, TimeDelta::hours(1))
            .await
            .unwrap()
    };
    assert!(is_due(&one).await);
    let mut due = Vec::new();
    for minutes in [30, 59, 61, 90] {
        let next = server_on(one.database.clone()).await;
        next.app.clock.forward(TimeDelta::minutes(minutes));
        due.push(is_due(&next).await);
    }
    assert_eq!(due, [false, false, true, false]);
}

#[tokio::test]
async fn node_with_stale_game_judges_moves_by_current_state() {
    let one = server().await;
    let two = server_on(one.database.clone()).await;
    let [ann, ben] = one.two_players().await;
    let (ann_too, ben_too) = (ann.at(&two), ben.at(&two));
    let game = thats_life(&[&ann, &ben]).await;
    let send = async |player: &Player<'_>, seq: u32, text: &str| {
        player
            .sends(&game, &json!(seq), json!([{"text": text}]))
            .await
    };
    // From now on the second node has the game in memory, and gets no signals.
    ann_too.sees(&game).await;
    send(&ann, 1, "roll").await.ok();
    // According to its memory this is the wrong phase, and the wrong number.
    send(&ann_too, 2, "move start").await.ok();
    // According to the first node's memory it is not Ben's turn.
    send(&ben, 1, "roll").await.ok();
    send(&ben, 2, "move start").await.ok();
    // A rejection depends on the current state.
    let early = send(&ben_too, 3, "roll")
        .await
        .problem(409, "not-your-turn");
    assert_eq!(early["seq"], 3);
    send(&ann, 3, "roll").await.ok();
    let wrong = send(&ann_too, 4, "roll").await.problem(422, "illegal-move");
    assert_eq!(wrong["legal"], {
        let mut legal = ann.may_play(&game).await;
        let legal = legal.as_object_mut().unwrap();
        for more in ["seq", "status", "to_act"] {
            legal.remove(more);
        }
        Value::Object(legal.clone())
    });
    let stale = send(&ann_too, 9, "roll").await.problem(409, "stale");
    assert_eq!(stale["seq"], 4);
    send(&ben, 3, "leave").await.ok();
    send(&ann_too, 4, "move start")
        .await
        .problem(409, "game-over");
    assert_eq!(entries_of(&one, &game).await.len(), 6);
    audited(&one.database).await;
}

#[tokio::test]
async fn node_that_is_a_few_moves_behind_reads_only_the_last_entries() {
    let one = server().await;
    let two = server_on(one.database.clone()).await;
    let [ann, ben] = one.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    play_on(&[&ann, &ben], &game, 10).await;
    ann.at(&two).sees(&game).await;
    play_on(&[&ann, &ben], &game, 2).await;
    // A node that reads the whole game finds it damaged now.
    let damage = "SET session_replication_role = replica;
        DELETE FROM entries WHERE n = 1; DELETE FROM snapshots";
    let mut superuser = superuser(&one.database).await;
    superuser.batch_execute(damage).await.unwrap();
    let seen = ann.at(&two).sees(&game).await;
    assert_eq!(seen["ply"], 12);
    assert_eq!(seen, ann.sees(&game).await);
}

#[tokio::test]
async fn concurrent_moves_at_two_nodes_write_one() {
    let one = server().await;
    let two = server_on(one.database.clone()).await;
    let [ann, ben] = one.two_players().await;
    let (ann_too, ben_too) = (ann.at(&two), ben.at(&two));
    let game = thats_life(&[&ann, &ben]).await;
    let mut ply = 0;
    let mut races = 0;
    loop {
        let view = ann.sees(&game).await;
        let Some(seat) = view["to_act"][0].as_u64() else {
            break;
        };
        let (here, there) = [(&ann, &ann_too), (&ben, &ben_too)][seat as usize];
        let legal = here.may_play(&game).await;
        // The clocks of nodes differ.
        two.app.clock.forward(chrono::Duration::milliseconds(7));
        let last = legal["moves"].as_array().unwrap().len() - 1;
        let body = |index: usize| json!({"seq": legal["seq"], "moves": [legal["moves"][index]]});
        let (a, b) = (body(0), body(last));
        let (one, other) = tokio::join!(here.posts_moves(&game, &a), there.posts_moves(&game, &b));
        ply += 1;
        if a == b {
            assert_eq!((one.status, &one.text), (StatusCode::OK, &other.text));
            assert_eq!(one.ok()["ply"], ply);
        } else {
            races += 1;
            let (won, lost) = if one.status == 200 {
                (one, other)
            } else {
                (other, one)
            };
            assert_eq!(won.ok()["ply"], ply);
            lost.problem(409, "stale");
        }
    }
    assert!(races > 5, "{races}");
    assert_eq!(entries_of(&one, &game).await.len() as u64, ply);
    assert_eq!(audited(&one.database).await, ply);
}

#[tokio::test]
async fn concurrent_players_at_two_nodes_all_succeed() {
    let one = server().await;
    let two = server_on(one.database.clone()).await;
    let players = one.players(["ann", "ben", "cleo", "dan"]).await;
    for _ in 0..4 {
        let game = thats_life(&players.each_ref()).await;
        // One player moves while two others leave at other nodes: they do not disturb each other.
        let far: Vec<Player<'_>> = players.iter().map(|player| player.at(&two)).collect();
        for player in &far {
            player.sees(&game).await;
        }
        let leave = || json!([{"type": "leave"}]);
        let first = json!(1);
        let (rolled, left, also) = tokio::join!(
            players[0].sends(&game, &first, json!([{"type": "roll"}])),
            far[1].sends(&game, &first, leave()),
            players[2].sends(&game, &first, leave())
        );
        for answer in [rolled, left, also] {
            answer.ok();
        }
        assert_eq!(far[3].sees(&game).await["ply"], 3);
    }
    audited(&one.database).await;
}

/// Ends the committer's session, or every session of a server, as a failing network would.
async fn breaks(server: &Server, which: &str) {
    let name = server.database.split(['/', '?']).nth(3).unwrap();
    superuser(&server.database)
        .await
        .batch_execute(&format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = '{name}' AND pid <> pg_backend_pid() AND query LIKE '{which}'"
        ))
        .await
        .unwrap();
}

/// Repeats a request until it gets a final response, as clients do after `unavailable`. Returns the
/// number of failures.
async fn insists(player: &Player<'_>, game: &str, body: &Value) -> (Value, usize) {
    for tries in 0..20 {
        let answer = player.posts_moves(game, body).await;
        if answer.status != 503 {
            return (answer.ok(), tries);
        }
        answer.problem(503, "unavailable");
    }
    panic!("unavailable for too long");
}

/// Plays `moves` moves in a separate game, and breaks the committer's connection after some.
/// Returns the acknowledged heads.
async fn plays_over_breaks(player: &Player<'_>, game: &str, breaks_at: &[usize]) -> Vec<Value> {
    let mut heads = Vec::new();
    for n in 0.. {
        let legal = player.may_play(game).await;
        let moves = legal["moves"].as_array().unwrap();
        if moves.is_empty() || heads.len() >= 25 {
            break;
        }
        let body = json!({"seq": legal["seq"], "moves": [moves[n * 31 % moves.len()]]});
        let (answer, _) = if breaks_at.contains(&n) {
            let (answer, ()) = tokio::join!(
                insists(player, game, &body),
                breaks(player.server, "WITH new AS%")
            );
            answer
        } else {
            insists(player, game, &body).await
        };
        heads.push(answer["head"].clone());
    }
    heads
}

#[tokio::test]
async fn acknowledged_moves_survive_broken_database_connections() {
    let server = server().await;
    let players = server.players(["ann", "ben", "cleo", "dan"]).await;
    let mut games = Vec::new();
    for player in players.iter().chain(&players) {
        games.push((player, player.makes(json!({"kind": "ferry-follies"})).await));
    }
    let all = games
        .iter()
        .enumerate()
        .map(|(n, (player, game))| async move {
            (
                game,
                plays_over_breaks(player, game, &[n, n + 5, n + 11]).await,
            )
        });
    let mut acknowledged = 0;
    for (game, heads) in join_all(all).await {
        let log = server.get(&format!("/v1/games/{game}/log")).await.ok();
        let stored: Vec<Value> = log["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["hash"].clone())
            .collect();
        assert_eq!(stored, heads, "every move once, in its order");
        acknowledged += heads.len() as u64;
    }
    assert!(acknowledged > 80, "{acknowledged}");
    assert_eq!(audited(&server.database).await, acknowledged);
}

#[tokio::test]
async fn server_recovers_when_all_database_connections_break() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    for round in 0..4 {
        let seq = ann.sees(&game).await["seq"].clone();
        breaks(&server, "%").await;
        if round % 2 == 0 {
            server.app.tables.forget(&game.clone().try_into().unwrap());
        }
        let mv = ["roll", "move start"][round % 2];
        let body = json!({"seq": seq, "moves": [{"text": mv}]});
        let (_, unavailable) = insists(&ann, &game, &body).await;
        // As many as there were connections.
        assert!(unavailable <= 5, "{unavailable}");
        if round % 2 == 1 {
            ben.takes_a_first_turn(&game).await;
        }
    }
    audited(&server.database).await;
}

#[tokio::test]
async fn many_games_are_played_concurrently_at_two_nodes() {
    let server = server().await;
    let two = server_on(server.database.clone()).await;
    let players = server.players(["ann", "ben", "cleo", "dan"]).await;
    let far: Vec<Player<'_>> = players.iter().map(|player| player.at(&two)).collect();
    let mut games = Vec::new();
    for n in 0..12 {
        let (one, other) = (n % 4, (n + 1 + n / 4) % 4);
        let game = thats_life(&[&players[one], &players[other]]).await;
        games.push((game, one, other));
    }
    let plies = AtomicUsize::new(0);
    let all = games.iter().map(async |(game, one, other)| {
        let table = [&players[*one], &far[*other]];
        plies.fetch_add(play_on(&table, game, 40).await.len(), Ordering::Relaxed);
    });
    join_all(all).await;
    assert_eq!(audited(&server.database).await as usize, plies.into_inner());
}

#[tokio::test]
async fn spectators_do_not_block_move_requests() {
    let few = |settings: &mut base::config::Settings| settings.pool = "2".into();
    let server = server_with(fresh_database().await, few, |_| {}).await;
    let two = server_on(server.database.clone()).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}");
    let wrong = json!({"seq": 999, "moves": [{"type": "roll"}]});
    for _ in 0..10 {
        // The first node is behind; to say no it has to look into the database, while many others
        // look at the same game.
        play_on(&[&ann.at(&two), &ben.at(&two)], &game, 1).await;
        let look = join_all((0..12).map(|_| server.get(&path)));
        let refused = join_all((0..4).map(|_| ann.posts_moves(&game, &wrong)));
        let (looks, refused) = tokio::join!(look, refused);
        for look in looks {
            look.ok();
        }
        for answer in refused {
            answer.problem(409, "stale");
        }
    }
}

#[tokio::test]
async fn concurrent_reads_never_see_a_half_finished_game() {
    let server = server().await;
    let two = server_on(server.database.clone()).await;
    let [ann, ben] = server.two_players().await;
    for round in 0..6 {
        let game = thats_life(&[&ann, &ben]).await;
        let path = format!("/v1/games/{game}");
        server.app.clock.forward(chrono::Duration::seconds(1));
        let node = [&server, &two][round % 2];
        let looks = join_all((0..10).map(|_| node.get(&path)));
        let (left, looks) = tokio::join!(ann.tries(&game, "leave"), looks);
        left.ok();
        for look in looks {
            let look = look.ok();
            let over = look["status"] == "finished";
            for (member, told) in [
                ("finished_at", over),
                ("result", over),
                ("server_seed", over),
            ] {
                assert_eq!(!look[member].is_null(), told, "{member} of {look}");
            }
            assert_eq!(look["ply"], u8::from(over));
        }
    }
}
