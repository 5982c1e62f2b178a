//! Helpers that read and write the database directly: the outbox and other tables. Also servers
//! with other limits, and requests without a token.

use std::num::NonZeroU32;

use accounts::limits::{Limits, Quotas};
use db::schema::{games, outbox, players, seats, sessions};
use diesel::prelude::*;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use governor::Quota;
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::*;

/// A mail that waits to be sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    pub kind: String,
    pub game: String,
    pub address: Option<String>,
    pub payload: Value,
}

/// All mails that wait to be sent, the oldest first.
pub async fn mails(server: &Server) -> Vec<Waiting> {
    let mut conn = server.app.db.get().await.unwrap();
    outbox::table
        .filter(outbox::status.eq("waiting"))
        .order(outbox::created_at)
        .select((
            outbox::kind,
            outbox::game_id,
            outbox::address,
            outbox::payload,
        ))
        .load::<(String, String, Option<String>, Value)>(&mut conn)
        .await
        .unwrap()
        .into_iter()
        .map(|(kind, game, address, payload)| Waiting {
            kind,
            game,
            address,
            payload,
        })
        .collect()
}

/// Payload of the unread mail of this kind to this address, if any. Marks it as read.
pub async fn payload_of(server: &Server, kind: &str, address: &str) -> Option<Value> {
    let mut conn = server.app.db.get().await.unwrap();
    let these = outbox::table
        .filter(outbox::kind.eq(kind))
        .filter(outbox::address.eq(address))
        .filter(outbox::last_error.is_null());
    let payloads = these
        .select(outbox::payload)
        .load::<Value>(&mut conn)
        .await
        .unwrap();
    assert!(payloads.len() <= 1, "several mails: {}", payloads.len());
    diesel::update(these)
        .set(outbox::last_error.eq("looked at"))
        .execute(&mut conn)
        .await
        .unwrap();
    let payload = payloads.into_iter().next()?;
    assert_eq!(payload["kind"], kind);
    Some(payload)
}

/// Code in the unread mail of this kind to this address, if any. Marks it as read.
pub async fn code_of(server: &Server, kind: &str, address: &str) -> Option<String> {
    let payload = payload_of(server, kind, address).await?;
    Some(payload["code"].as_str().unwrap().to_owned())
}

/// Secret in the link of the unread mail of this kind to this address. Marks it as read.
pub async fn link_for(server: &Server, kind: &str, address: &str) -> String {
    let payload = payload_of(server, kind, address).await.expect("a mail");
    payload["link"].as_str().expect("a link").to_owned()
}

/// Code in the unread mail of this kind to this address. Marks it as read.
pub async fn code_for(server: &Server, kind: &str, address: &str) -> String {
    code_of(server, kind, address).await.expect("a mail")
}

/// How many accounts there are.
pub async fn players(server: &Server) -> i64 {
    let mut conn = server.app.db.get().await.unwrap();
    players::table.count().get_result(&mut conn).await.unwrap()
}

/// How many sessions there are.
pub async fn sessions(server: &Server) -> i64 {
    let mut conn = server.app.db.get().await.unwrap();
    sessions::table.count().get_result(&mut conn).await.unwrap()
}

/// Name, address and password of the only account.
pub async fn player_row(server: &Server) -> (String, Option<String>, Option<String>) {
    let mut conn = server.app.db.get().await.unwrap();
    players::table
        .select((players::name, players::email, players::password_hash))
        .get_result(&mut conn)
        .await
        .unwrap()
}

/// Puts an open table into the database.
pub async fn open_table(server: &Server, id: &str, seated: &[&str], creator: &str) -> String {
    table(server, id, seated, creator, "open").await
}

/// Puts a running game into the database.
pub async fn running_table(server: &Server, id: &str, seated: &[&str], creator: &str) -> String {
    table(server, id, seated, creator, "running").await
}

async fn table(server: &Server, id: &str, names: &[&str], creator: &str, status: &str) -> String {
    let mut conn = server.app.db.get().await.unwrap();
    let mut sql = format!(
        "INSERT INTO games (id, kind, rules, options, seat_count, visibility, status, creator_id,
             server_seed, seed_source, seed_commitment, created_at, changed_at)
         SELECT '{id}', 'thats-life', 'thats-life@1', '{{}}', {}, 'public', '{status}', id,
             decode(repeat('00', 32), 'hex'), 'secret', decode(repeat('00', 32), 'hex'),
             now(), now()
         FROM players WHERE name = '{creator}';",
        names.len()
    );
    for (seat, name) in names.iter().enumerate() {
        sql += &format!(
            "INSERT INTO seats (game_id, seat, player_id, joined_at)
             SELECT '{id}', {seat}, id, now() FROM players WHERE name = '{name}';"
        );
    }
    conn.batch_execute(&sql).await.unwrap();
    id.to_owned()
}

/// The status of a game.
pub async fn status(server: &Server, game: &str) -> String {
    let mut conn = server.app.db.get().await.unwrap();
    games::table
        .find(game)
        .select(games::status)
        .get_result(&mut conn)
        .await
        .unwrap()
}

/// The names of the players in the seats of a game. A free seat is "".
pub async fn seated(server: &Server, game: &str) -> Vec<String> {
    let mut conn = server.app.db.get().await.unwrap();
    seats::table
        .left_join(players::table)
        .filter(seats::game_id.eq(game))
        .order(seats::seat)
        .select(players::name.nullable())
        .load::<Option<String>>(&mut conn)
        .await
        .unwrap()
        .into_iter()
        .map(Option::unwrap_or_default)
        .collect()
}

/// A server that sends mail through a mail server, so that addresses must be confirmed.
pub async fn smtp_server() -> Server {
    let smtp = |settings: &mut base::config::Settings| {
        settings.smtp_url = Some("smtp://127.0.0.1:9".into());
    };
    server_with(fresh_database().await, smtp, |_| {}).await
}

/// A server with other limits.
pub async fn limited_server(change: impl FnOnce(&mut Quotas)) -> Server {
    let mut quotas = Quotas::default();
    change(&mut quotas);
    let exchange = |app: &mut turnpike::App| app.limits = Limits::new(quotas);
    server_with(fresh_database().await, |_| {}, exchange).await
}

/// A quota of this many per hour.
pub fn few(number: u32) -> Quota {
    Quota::per_hour(NonZeroU32::new(number).unwrap())
}

impl Server {
    /// Sends a request without a token.
    pub async fn call(&self, method: Method, path: &str, body: Value) -> Answer {
        self.send(method, path, None, Some(&body)).await
    }

    /// Sends a GET without a token.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None, None).await
    }

    /// Sends a form, as a browser does.
    pub async fn form(&self, path: &str, form: &str) -> Answer {
        let request = self
            .request(Method::POST, path)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form.to_owned());
        answer(request).await
    }

    /// Signs up a player with this address.
    pub async fn signs_up(&self, name: &str, email: &str) -> Player<'_> {
        let body = json!({"name": name, "email": email, "password": PASSWORD});
        self.call(Method::POST, "/v1/players", body).await.ok();
        let player = self.returns(name).await;
        player.plays_every_move().await;
        player
    }

    /// Signs in a player who has an account.
    pub async fn returns(&self, name: &str) -> Player<'_> {
        Player::of(self, name, &self.session(name).await)
    }
}

/// The changes that the pending letters about accounts report.
pub async fn told(server: &Server) -> Vec<String> {
    let mails = mails(server).await.into_iter();
    mails
        .filter(|mail| mail.kind == "account_changed")
        .map(|mail| mail.payload["what"].as_str().unwrap().to_owned())
        .collect()
}
