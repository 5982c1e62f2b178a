//! Failover to a standby that lacks the last entries: the nodes still have them in memory.

use diesel_async::SimpleAsyncConnection;
use serde_json::json;

use crate::helpers::*;
use crate::table::*;

/// Copies the tables, for [`fails_over`] to restore.
async fn replicates(server: &Server) {
    let mut conn = superuser(&server.database).await;
    for table in ["games", "seats", "entries", "snapshots", "outbox"] {
        conn.batch_execute(&format!("CREATE TABLE kept_{table} AS TABLE {table}"))
            .await
            .unwrap();
    }
}

/// Restores the copied tables, like the promotion of an asynchronous standby.
async fn fails_over(server: &Server) {
    let mut conn = superuser(&server.database).await;
    // Skip generated columns.
    let back = "SET session_replication_role = replica;
        DO $$ DECLARE name text; columns text; BEGIN
            FOREACH name IN ARRAY ARRAY['games', 'seats', 'entries', 'snapshots', 'outbox'] LOOP
                SELECT string_agg(quote_ident(column_name), ', ') INTO columns
                FROM information_schema.columns
                WHERE table_schema = 'public' AND table_name = name AND is_generated = 'NEVER';
                EXECUTE format('DELETE FROM %I', name);
                EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM %I',
                    name, columns, columns, 'kept_' || name);
            END LOOP;
        END $$";
    conn.batch_execute(back).await.unwrap();
}

/// Plays the first legal move and returns the response.
async fn plays_whatever(player: &Player<'_>, game: &str) -> Answer {
    let legal = player.may_play(game).await;
    let body = json!({"seq": legal["seq"], "moves": [legal["moves"][0]]});
    player.posts_moves(game, &body).await
}

#[tokio::test]
async fn node_with_lost_entries_builds_on_the_head_of_the_database() {
    let one = server().await;
    let two = server_on(one.database.clone()).await;
    let [ann, ben] = one.two_players().await;
    let mut games = Vec::new();
    for _ in 0..6 {
        let game = thats_life(&[&ann, &ben]).await;
        play_on(&[&ann, &ben], &game, 3).await;
        games.push(game);
    }
    replicates(&one).await;
    for game in &games {
        play_on(&[&ann, &ben], game, 2).await;
    }
    fails_over(&one).await;
    // Play at the other node, from the restored state to the same length.
    two.app.clock.forward(chrono::TimeDelta::seconds(7));
    let (ann_too, ben_too) = (ann.at(&two), ben.at(&two));
    for game in &games {
        let played = play_on(&[&ann_too, &ben_too], game, 2).await;
        assert_eq!(played.last().unwrap().answer()["ply"], 5);
    }
    // The first node must now build on those entries.
    for game in &games {
        let next = [&ann, &ben][ann_too.sees(game).await["to_act"][0].as_u64().unwrap() as usize];
        let legal = next.at(&two).may_play(game).await;
        let body = json!({"seq": legal["seq"], "moves": [legal["moves"][0]]});
        let played = next.posts_moves(game, &body).await.ok();
        assert_eq!(played["head"], ann_too.sees(game).await["head"]);
    }
    assert_eq!(audited(&one.database).await, 36);
}

#[tokio::test]
async fn node_ahead_of_the_database_drops_entries_lost_in_a_failover() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    play_on(&[&ann, &ben], &game, 3).await;
    let known = server.get(&format!("/v1/games/{game}")).await.ok();
    replicates(&server).await;
    play_on(&[&ann, &ben], &game, 3).await;
    let path = format!("/v1/games/{game}");
    assert_eq!(server.get(&path).await.ok()["ply"], 6);
    fails_over(&server).await;
    let shown = server.get(&format!("/v1/games/{game}")).await.ok();
    assert_eq!((&shown["ply"], &shown["head"]), (&json!(3), &known["head"]));
    // The same, without a read before the move.
    play_on(&[&ann, &ben], &game, 3).await;
    fails_over(&server).await;
    let next = [&ann, &ben][known["to_act"][0].as_u64().unwrap() as usize];
    let far = next
        .sends(&game, &json!(99), json!([{"text": "roll"}]))
        .await;
    let stale = far.problem(409, "stale");
    assert_eq!(stale["seq"], next.may_play(&game).await["seq"]);
    assert_eq!(plays_whatever(next, &game).await.ok()["ply"], 4);
    audited(&server.database).await;
}

#[tokio::test]
async fn extension_after_a_failover_adds_to_the_stored_deadline() {
    let one = server().await;
    let two = server_on(one.database.clone()).await;
    let [ann, ben] = one.two_players().await;
    let body = json!({"kind": "thats-life", "options": {"pawns": "2"}, "seats": 2,
        "pace": {"days_per_move": 3}});
    let game = ann.makes(body).await;
    ben.joins(&game).await;
    replicates(&one).await;
    play_on(&[&ann, &ben], &game, 2).await;
    fails_over(&one).await;
    two.app.clock.forward(chrono::TimeDelta::seconds(7));
    play_on(&[&ann.at(&two), &ben.at(&two)], &game, 2).await;
    // Give an extension at the node with the lost entries in memory.
    let acting = ann.at(&two).sees(&game).await["to_act"][0]
        .as_u64()
        .unwrap();
    let path = format!("/v1/games/{game}/seats/{acting}/extension");
    let before = deadline(&ann.at(&two), &game, acting).await;
    let giver = [&ben, &ann][acting as usize];
    giver.post(&path, json!({"days": 1})).await.ok();
    let after = deadline(&ann.at(&two), &game, acting).await;
    assert_eq!(after - before, chrono::TimeDelta::days(1));
}

/// The deadline of a seat, according to the player's node.
async fn deadline(player: &Player<'_>, game: &str, seat: u64) -> common::clock::Moment {
    let clock = player.sees(game).await["seats"][seat as usize]["clock"].clone();
    clock["deadline"].as_str().unwrap().parse().unwrap()
}
