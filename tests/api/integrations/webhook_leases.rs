//! Which pending deliveries a node leases: fairly among players, hosts and receivers.

use chrono::TimeDelta;
use diesel_async::SimpleAsyncConnection;
use integrations::store::{Leased, Share};
use integrations::webhooks::store::{Room, lease};
use serde_json::json;

use crate::helpers::*;
use crate::integrations::webhooks::a_server;

/// The pending deliveries of one database, for webhooks of ann and ben. Each webhook has a host of
/// its own: `127.0.1.1`, `127.0.1.2` and so on.
struct Queue {
    server: Server,
    conn: diesel_async::AsyncPgConnection,
}

impl Queue {
    async fn new() -> Queue {
        let server = a_server().await;
        let [ann, ben] = server.two_players().await;
        for n in 1..=4 {
            let wanted = json!({"url": format!("http://127.0.1.{n}/"), "events": ["game.turn"]});
            ann.makes_webhook(wanted.clone()).await;
            ben.makes_webhook(wanted).await;
        }
        let conn = superuser(&server.database).await;
        Queue { server, conn }
    }

    /// Queues this many deliveries for webhooks of a player, each `minutes` old.
    async fn waits(&mut self, player: &str, event: &str, count: i64, minutes: i64) {
        let put = format!(
            "INSERT INTO webhook_deliveries (player_id, webhook_id, event, created_at, due_at)
             SELECT player_id, webhooks.id, '{event}', webhooks.created_at - '{minutes} min'::interval,
                 webhooks.created_at - '{minutes} min'::interval
             FROM webhooks JOIN players ON players.id = player_id
             WHERE name = '{player}' ORDER BY host LIMIT {count}"
        );
        self.conn.batch_execute(&put).await.unwrap();
    }

    /// Lets the webhooks of a player accept deliveries.
    async fn proves(&mut self, player: &str) {
        let proven = format!(
            "UPDATE webhooks SET taken_at = now() FROM players
             WHERE players.id = player_id AND name = '{player}'"
        );
        self.conn.batch_execute(&proven).await.unwrap();
    }

    async fn leases(&mut self, places: [i64; 3], of_player: i64, to_host: i64) -> Vec<Leased> {
        let room = Room {
            places,
            of_player,
            to_host,
            players: Default::default(),
            hosts: Default::default(),
        };
        let now = self.server.app.clock.now();
        let (until, known) = (now + TimeDelta::minutes(5), ["game.turn", "webhook.test"]);
        let leased = lease(&mut self.conn, now, until, &room, &known, &known[1..]).await;
        leased.unwrap()
    }
}

#[tokio::test]
async fn lease_takes_one_delivery_of_each_player_before_a_second() {
    let mut queue = Queue::new().await;
    queue.waits("ann", "game.turn", 4, 10).await;
    queue.waits("ben", "game.turn", 1, 0).await;
    let leased = queue.leases([2, 2, 2], 4, 4).await;
    assert_eq!(leased.len(), 2);
    assert_ne!(leased[0].player_id, leased[1].player_id);
}

#[tokio::test]
async fn lease_reserves_permits_for_receivers_that_accepted_their_last() {
    let mut queue = Queue::new().await;
    queue.waits("ann", "game.turn", 4, 10).await;
    queue.waits("ben", "game.turn", 2, 0).await;
    queue.proves("ben").await;
    let leased = queue.leases([4, 1, 0], 4, 4).await;
    let proven = leased.iter().filter(|it| it.share() == Share::Proven);
    assert_eq!((leased.len(), proven.count()), (3, 2));
}

#[tokio::test]
async fn lease_limits_tests_to_their_permits() {
    let mut queue = Queue::new().await;
    queue.waits("ann", "webhook.test", 4, 10).await;
    queue.waits("ben", "game.turn", 1, 0).await;
    let leased = queue.leases([4, 4, 2], 4, 4).await;
    let tests = leased.iter().filter(|it| it.share() == Share::Test);
    assert_eq!((leased.len(), tests.count()), (3, 2));
}

#[tokio::test]
async fn lease_limits_deliveries_per_host() {
    let mut queue = Queue::new().await;
    queue.waits("ann", "game.turn", 1, 10).await;
    queue.waits("ben", "game.turn", 2, 0).await;
    let leased = queue.leases([4, 4, 4], 4, 1).await;
    let mut hosts: Vec<&str> = leased.iter().map(|it| &*it.host).collect();
    hosts.sort_unstable();
    assert_eq!(hosts, ["127.0.1.1", "127.0.1.2"]);
}
