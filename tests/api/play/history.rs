//! The past of a game: the log, earlier positions, the board as text, and exports.

use std::collections::BTreeMap;

use ::games::KINDS;
use rules::record::{Record, verify};
use serde_json::{Value, json};

use crate::helpers::*;
use crate::table::*;

#[tokio::test]
async fn log_returns_all_entries_in_order_and_by_page() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let done = play_on(&[&ann, &ben], &game, 25).await;
    let path = |query: &str| format!("/v1/games/{game}/log{query}");
    let log = ann.get(&path("")).await.ok();
    let entries = log["entries"].as_array().unwrap();
    assert_eq!(
        (&log["kind"], &log["ply"]),
        (&json!("thats-life"), &json!(25))
    );
    assert_eq!(log["head"], ann.sees(&game).await["head"]);
    assert!(!log["setup"].as_array().unwrap().is_empty());
    assert!(
        log["setup"]
            .as_array()
            .unwrap()
            .iter()
            .all(|event| event["n"] == 0)
    );
    assert_eq!(entries.len(), 25);
    for (n, (entry, done)) in entries.iter().zip(&done).enumerate() {
        let answer = done.answer();
        assert_eq!(entry["n"], n + 1);
        assert_eq!(
            (&entry["seat"], &entry["seq"]),
            (&answer["seat"], &done.body["seq"])
        );
        assert_eq!(
            (&entry["hash"], &entry["events"]),
            (&answer["head"], &answer["events"])
        );
        assert_eq!(
            (&entry["kind"], &entry["sealed"]),
            (&json!("move"), &json!(false))
        );
        assert_eq!(entry["at"], "2026-03-01T12:00:00.000Z");
        match &done.body["moves"][0] {
            words if words.get("text").is_some() => assert_eq!(entry["text"], words["text"]),
            mv => assert_eq!(entry["move"], *mv),
        }
    }
    // Pages make up the whole, and only the first has the setup.
    let mut pages = Vec::new();
    loop {
        let since = pages.len();
        let query = if since == 0 {
            "?limit=4".to_owned()
        } else {
            format!("?since={since}&limit=4")
        };
        let page = ann.get(&path(&query)).await.ok();
        assert_eq!(page["setup"] == log["setup"], since == 0);
        assert_eq!((&page["ply"], &page["head"]), (&log["ply"], &log["head"]));
        let entries = page["entries"].as_array().unwrap();
        pages.extend(entries.iter().cloned());
        if entries.len() < 4 {
            break;
        }
    }
    assert_eq!(pages, *entries);
    assert_eq!(ann.get(&path("?since=0")).await.ok()["setup"], json!([]));
    assert_eq!(
        ann.get(&path("?since=0")).await.ok()["entries"],
        log["entries"]
    );
    for beyond in ["25", "26", "4294967295"] {
        assert_eq!(
            ann.get(&path(&format!("?since={beyond}"))).await.ok()["entries"],
            json!([])
        );
    }
    for bad in [
        "limit=0",
        "limit=1001",
        "limit=-1",
        "limit=x",
        "since=-1",
        "since=x",
        "until=3",
        "since=4294967296",
    ] {
        ann.get(&path(&format!("?{bad}")))
            .await
            .problem(400, "invalid-request");
    }
    // In this game, players know no more than spectators.
    assert_eq!(server.get(&path("")).await.ok(), log);
    let open = ann.makes(json!({"kind": "thats-life"})).await;
    let empty = ann.get(&format!("/v1/games/{open}/log")).await.ok();
    assert_eq!(
        empty,
        json!({"kind": "thats-life", "ply": 0, "head": null, "setup": [], "entries": []})
    );
}

/// Returns the view of a position for this reader.
fn position(seen: &Value) -> Value {
    json!([seen["ply"], seen["head"], seen["to_act"], seen["view"]])
}

#[tokio::test]
async fn view_at_past_ply_equals_view_at_that_time() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let alone = a_game_of("ferry-follies", json!({}), &[&ann]).await;
    let two = thats_life(&[&ann, &ben]).await;
    for (game, players) in [(&alone, &[&ann][..]), (&two, &[&ann, &ben][..])] {
        let path = format!("/v1/games/{game}");
        let at = |ply: u64| format!("{path}/positions/{ply}");
        let mut then: BTreeMap<(u64, bool), Value> = BTreeMap::new();
        let mut ply = 0;
        while ply < 12 {
            then.insert((ply, true), position(&ann.sees(game).await));
            then.insert((ply, false), position(&server.get(&path).await.ok()));
            let done = play_on(players, game, 1).await;
            let Some(done) = done.first() else { break };
            let answer = done.answer();
            if answer["status"] == "finished" {
                break;
            }
            ply += 1;
            if done.player.name == "ann" {
                then.insert((ply, true), position(&answer));
            }
        }
        assert!(ply > 3, "{ply}");
        server.app.tables.forget(&game.clone().try_into().unwrap());
        for ((ply, is_ann), then) in &then {
            let past = if *is_ann {
                ann.get(&at(*ply)).await
            } else {
                server.get(&at(*ply)).await
            };
            assert_eq!(position(&past.ok()), *then, "{ply}");
        }
        let latest = ann.sees(game).await["ply"].as_u64().unwrap();
        ann.get(&at(latest)).await.ok();
        ann.get(&at(latest + 1)).await.problem(404, "not-found");
        for bad in ["-1", "x", "1.5", "18446744073709551616"] {
            ann.get(&format!("{path}/positions/{bad}"))
                .await
                .problem(404, "not-found");
        }
        // When it is over, everybody sees everything.
        ann.plays(game, "leave").await;
        for ply in 0..=latest {
            assert_eq!(
                ann.get(&at(ply)).await.text,
                server.get(&at(ply)).await.text
            );
        }
    }
    let open = ann.makes(json!({"kind": "thats-life"})).await;
    for rest in ["positions/0", "export", "board.txt"] {
        ann.get(&format!("/v1/games/{open}/{rest}"))
            .await
            .problem(409, "not-started");
    }
}

#[tokio::test]
async fn board_txt_returns_plain_text_within_78_columns() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    play_on(&[&ann, &ben], &game, 9).await;
    let board = ann.get(&format!("/v1/games/{game}/board.txt")).await;
    assert_eq!(board.headers["content-type"], "text/plain; charset=utf-8");
    assert!(board.text.contains("ann") && board.text.contains("finish"));
    assert!(board.text.lines().all(|line| line.chars().count() <= 78));
}

#[tokio::test]
async fn board_txt_at_past_ply_equals_board_at_that_time() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let board = format!("/v1/games/{game}/board.txt");
    let first = ann.get(&board).await.text;
    play_on(&[&ann, &ben], &game, 9).await;
    let at = async |ply: u64| ann.get(&format!("{board}?ply={ply}")).await;
    assert_eq!(at(0).await.text, first);
    assert_eq!(at(9).await.text, ann.get(&board).await.text);
    assert_ne!(at(9).await.text, first);
    at(10).await.problem(404, "not-found");
    ann.get(&format!("{board}?ply=x"))
        .await
        .problem(400, "invalid-request");
}

#[tokio::test]
async fn export_of_running_game_hides_server_seed() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    play_on(&[&ann, &ben], &game, 7).await;
    let export = server.get(&format!("/v1/games/{game}/export")).await.ok();
    assert!(export["server_seed"].is_null() && export["result"].is_null());
    assert_eq!(
        (&export["ply"], &export["format"]),
        (&json!(7), &json!("turnpike-record/1"))
    );
    assert_eq!(export["entries"].as_array().unwrap().len(), 7);
    assert_eq!(
        export["seats"][1],
        json!({"seat": 1, "player": "ben", "entropy": ben.luck()})
    );
    let record = Record::from_json(&export.to_string()).unwrap();
    assert_eq!(verify(&record, KINDS).unwrap_err().at, "server_seed");
    // No member of anything says the seed, in any form.
    let conn = &mut *server.app.db.get().await.unwrap();
    let row = play::store::games::find(conn, &game.clone().try_into().unwrap())
        .await
        .unwrap()
        .unwrap();
    for secret in [row.server_seed, row.game_seed.unwrap()] {
        let secret = hex::encode(secret);
        for path in ["", "/log", "/export", "/positions/3", "/legal"] {
            let text = ann.get(&format!("/v1/games/{game}{path}")).await.text;
            assert!(!text.contains(&secret), "{path}");
        }
    }
}

#[tokio::test]
async fn export_of_finished_game_verifies_and_any_change_fails() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    play_on(&[&ann, &ben], &game, 30).await;
    ben.plays(&game, "leave").await;
    let text = server.get(&format!("/v1/games/{game}/export")).await.text;
    let good = |text: &str| Record::from_json(text).and_then(|record| verify(&record, KINDS));
    assert_eq!(good(&text).unwrap().entries, 31);
    // A change of any letter or digit is detected, except in names.
    let names: Vec<_> = text
        .match_indices("\"player\":")
        .map(|(at, _)| at..at + 16)
        .collect();
    for at in (0..text.len()).step_by(23) {
        let byte = text.as_bytes()[at];
        if !byte.is_ascii_alphanumeric() || names.iter().any(|name| name.contains(&at)) {
            continue;
        }
        let mut changed = text.clone().into_bytes();
        changed[at] = if byte == b'3' { b'4' } else { b'3' };
        let changed = String::from_utf8(changed).unwrap();
        assert!(
            good(&changed).is_err(),
            "{}",
            &changed[at.saturating_sub(30)..at + 30]
        );
    }
    // Nor can an entry be taken out, doubled, or put elsewhere.
    let record: Value = serde_json::from_str(&text).unwrap();
    let change = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut record = record.clone();
        change(record["entries"].as_array_mut().unwrap());
        record.to_string()
    };
    for changed in [
        change(&|entries| drop(entries.pop())),
        change(&|entries| drop(entries.remove(3))),
        change(&|entries| entries.push(entries[30].clone())),
        change(&|entries| entries.insert(5, entries[4].clone())),
        change(&|entries| entries.swap(2, 3)),
        change(&|entries| entries.clear()),
    ] {
        assert!(good(&changed).is_err());
    }
}
