//! Helpers that create, join and play games.

use common::clock::Moment;
use db::schema::{entries, games, outbox, snapshots};
use diesel::dsl::max;
use diesel::prelude::*;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use play::audit;
use serde_json::{Value, json};

use crate::helpers::*;

/// The amount of stored data. A rejected request must not change it.
#[derive(Debug, PartialEq, Eq)]
pub struct Stored {
    pub plies: Vec<(String, i64)>,
    pub entries: i64,
    pub snapshots: i64,
    pub mails: i64,
    pub last_change: Option<Moment>,
}

/// Returns the current amount of stored data.
pub async fn stored(server: &Server) -> Stored {
    let conn = &mut *server.app.db.get().await.unwrap();
    let plies = games::table
        .order(games::id)
        .select((games::id, games::ply))
        .load(conn);
    let plies = plies.await.unwrap();
    let entries = entries::table.count().get_result(conn).await.unwrap();
    let snapshots = snapshots::table.count().get_result(conn).await.unwrap();
    let mails = outbox::table.count().get_result(conn).await.unwrap();
    let last_change = games::table.select(max(games::changed_at));
    Stored {
        plies,
        entries,
        snapshots,
        mails,
        last_change: last_change.get_result(conn).await.unwrap(),
    }
}

/// Audits the database, and panics with the faults that it finds. Returns the number of entries.
pub async fn audited(database: &str) -> u64 {
    let report = audit::database(database, |_| {}).await.unwrap();
    assert!(report.faults.is_empty(), "{:#?}", report.faults);
    report.entries
}

/// Creates a game of this kind, in which the players sit in their order from seat 0.
pub async fn a_game_of(kind: &str, options: Value, players: &[&Player<'_>]) -> String {
    let game = json!({"kind": kind, "options": options, "seats": players.len(),
        "entropy": players[0].luck()});
    let game = players[0].makes(game).await;
    for player in &players[1..] {
        player.joins(&game).await;
    }
    game
}

/// Creates a short game of That's Life! The first of the players begins.
pub async fn thats_life(players: &[&Player<'_>]) -> String {
    a_game_of("thats-life", json!({"pawns": "2"}), players).await
}

/// A successful request, with its answer to the byte.
pub struct Done<'a> {
    pub player: &'a Player<'a>,
    pub body: Value,
    pub text: String,
}

impl Done<'_> {
    /// The answer.
    pub fn answer(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }
}

/// Plays on, for at most `most` moves or to the end. The moves are legal, picked from the whole
/// list, and sent as JSON and as text in turn.
pub async fn play_on<'a>(players: &[&'a Player<'a>], game: &str, most: usize) -> Vec<Done<'a>> {
    let mut done = Vec::new();
    while done.len() < most {
        let view = players[0].sees(game).await;
        let Some(seat) = view["to_act"][0].as_u64() else {
            break;
        };
        let player = player_in(players, &view, seat);
        let legal = player.may_play(game).await;
        let ply = view["ply"].as_u64().unwrap() as usize;
        let pick = (ply * 7919 + 3) % legal["moves"].as_array().unwrap().len();
        let mv = if ply.is_multiple_of(2) {
            legal["moves"][pick].clone()
        } else {
            json!({"text": legal["texts"][pick]})
        };
        let body = json!({"seq": legal["seq"], "moves": [mv]});
        let answer = player.posts_moves(game, &body).await;
        assert_eq!(answer.status, 200, "{body} {}", answer.text);
        done.push(Done {
            player,
            body,
            text: answer.text,
        });
    }
    done
}

/// The player in this seat.
pub fn player_in<'a>(players: &[&'a Player<'a>], view: &Value, seat: u64) -> &'a Player<'a> {
    let name = &view["seats"][seat as usize]["player"];
    players.iter().find(|player| *name == player.name).unwrap()
}

/// The id of a game.
pub fn id(game: &Value) -> String {
    game["id"].as_str().unwrap().to_owned()
}

impl Server {
    /// Signs these players up.
    pub async fn players<const N: usize>(&self, names: [&str; N]) -> [Player<'_>; N] {
        let mut players = Vec::new();
        for name in names {
            players.push(self.player(name).await);
        }
        players.try_into().ok().unwrap()
    }

    /// Ann and Ben.
    pub async fn two_players(&self) -> [Player<'_>; 2] {
        self.players(["ann", "ben"]).await
    }

    /// Gives an open game another id. All dice follow from seed, id and entropies, so that a game
    /// with a chosen seed goes the same way each time.
    pub async fn renames(&self, game: &str, id: &str) {
        superuser(&self.database)
            .await
            .batch_execute(&format!(
                "SET session_replication_role = replica;
                 UPDATE games SET id = '{id}' WHERE id = '{game}';
                 UPDATE seats SET game_id = '{id}' WHERE game_id = '{game}';
                 UPDATE outbox SET game_id = '{id}' WHERE game_id = '{game}';"
            ))
            .await
            .unwrap();
    }
}

impl Player<'_> {
    /// The player's entropy for a seed.
    pub fn luck(&self) -> String {
        format!("{}'s luck ☘", self.name)
    }

    /// Makes a game and says its id.
    pub async fn makes(&self, game: Value) -> String {
        id(&self.post("/v1/games", game).await.ok())
    }

    /// Takes a seat.
    pub async fn joins(&self, game: &str) -> Value {
        self.tries_to_join(game).await.ok()
    }

    /// Takes a seat, if possible.
    pub async fn tries_to_join(&self, game: &str) -> Answer {
        let body = json!({"entropy": self.luck()});
        self.post(&format!("/v1/games/{game}/seats"), body).await
    }

    /// Looks at a game.
    pub async fn sees(&self, game: &str) -> Value {
        self.get(&format!("/v1/games/{game}")).await.ok()
    }

    /// The lists of games with this query: their ids.
    pub async fn lists(&self, query: &str) -> Vec<String> {
        let page = self.get(&format!("/v1/games{query}")).await.ok();
        page["games"].as_array().unwrap().iter().map(id).collect()
    }

    /// The player's legal moves.
    pub async fn may_play(&self, game: &str) -> Value {
        self.get(&format!("/v1/games/{game}/legal")).await.ok()
    }

    /// Plays a move given in words.
    pub async fn plays(&self, game: &str, text: &str) -> Value {
        self.tries(game, text).await.ok()
    }

    /// Plays a move given in words, if possible.
    pub async fn tries(&self, game: &str, text: &str) -> Answer {
        let seq = self.sees(game).await["seq"].clone();
        self.sends(game, &seq, json!([{"text": text}])).await
    }

    /// Sends moves with this number.
    pub async fn sends(&self, game: &str, seq: &Value, moves: Value) -> Answer {
        self.posts_moves(game, &json!({"seq": seq, "moves": moves}))
            .await
    }

    /// Sends this to be played.
    pub async fn posts_moves(&self, game: &str, body: &Value) -> Answer {
        self.post(&format!("/v1/games/{game}/moves"), body.clone())
            .await
    }

    /// Rolls, moves a pawn that stands on the start, and so ends a first turn.
    pub async fn takes_a_first_turn(&self, game: &str) -> Value {
        self.plays(game, "roll").await;
        self.plays(game, "move start").await
    }
}
