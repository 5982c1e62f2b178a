//! Streams during crashes of the database.

use serde_json::{Value, json};

use crate::helpers::*;
use crate::locks::{first_move, insists};
use crate::postgres::{Postgres, until};
use crate::stream_client::{Event, StreamClient};
use crate::table::*;

#[tokio::test]
async fn streams_deliver_every_event_across_database_crashes() {
    let mut postgres = Postgres::new().await;
    let one = server_on(postgres.url()).await;
    let two = server_on(postgres.url()).await;
    let [ann, ben] = one.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}/events?since=0");
    let mut ear = StreamClient::at(&two, &path, Some(&ann.token), None).await;
    let mut own = StreamClient::at(&two, "/v1/me/events", Some(&ben.token), None).await;
    let mut heard = Vec::new();
    for round in 1..4 {
        play_on(&[&ann, &ben], &game, 4).await;
        postgres.crash();
        postgres.start().await;
        for server in [&one, &two] {
            until("a look", async || {
                let look = server.get(&format!("/v1/games/{game}")).await;
                (look.status == 200).then_some(())
            })
            .await;
        }
        // The first move may still meet a broken connection.
        let view = ann.sees(&game).await;
        let next = player_in(&[&ann, &ben], &view, view["to_act"][0].as_u64().unwrap());
        let body = first_move(next, &game).await;
        insists(next, &game, &body).await;
        let is_there = |event: &Event| event.name == "game" && event.data["ply"] == 5 * round;
        heard.extend(ear.until(is_there).await);
        own.until(is_there).await;
    }
    let log = ann.get(&format!("/v1/games/{game}/log?since=0")).await.ok();
    let pages = heard.iter().filter(|event| event.name == "log");
    let told: Vec<Value> = pages
        .flat_map(|event| event.data["entries"].as_array().unwrap().clone())
        .collect();
    assert_eq!(json!(told), log["entries"]);
}
