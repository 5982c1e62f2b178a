//! Whole games by legal moves, and looks at them.
//!
//! The seed of a game is chosen here, so that its dice are known before they fall: each game is played
//! out by the rules when it is made, and its requests are ready when they are measured.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::rc::Rc;

use games::KINDS;
use rules::{Action, Dice, Game, GameSeed, Hash, Header, Kind, Seat, SeedSource, ServerSeed};
use serde_json::{Value, json};

use crate::client::{self, spread};
use crate::load::{IN_FLIGHT, Work};

/// How many people play: each may make so many games an hour.
const PLAYERS: usize = 64;

/// How many passwords are worked on at once.
const SIGNING_IN: usize = 4;

/// How many games are made at once.
const MAKING: usize = 16;

const PASSWORD: &str = "correct horse battery";

/// Somebody who plays.
#[derive(Clone)]
pub(crate) struct Player {
    name: String,
    /// The access token. It is good for 15 minutes.
    pub(crate) token: String,
}

impl Player {
    /// Somebody who has not signed in.
    pub(crate) fn new(name: String) -> Player {
        let token = String::new();
        Player { name, token }
    }

    /// What this player signs in with.
    pub(crate) fn credentials(&self) -> Value {
        json!({"name": self.name, "password": PASSWORD})
    }
}

/// Signs everybody up.
pub(crate) async fn sign_up(address: SocketAddr) -> Vec<Player> {
    let names = (0..PLAYERS).map(|i| format!("player-{i}")).collect();
    let mut players = spread(address, SIGNING_IN, names, async |connection, name| {
        let email = format!("{name}@example.org");
        let body = json!({"name": name, "email": email, "password": PASSWORD});
        connection.call("POST", "/v1/players", None, &body).await;
        Player::new(name)
    })
    .await;
    sign_in(address, &mut players).await;
    // They play every move themselves.
    let all = players.iter().collect();
    spread(
        address,
        SIGNING_IN,
        all,
        async |connection, player: &Player| {
            let body = json!({"forced": false});
            let token = Some(player.token.as_str());
            connection.call("PATCH", "/v1/me", token, &body).await;
        },
    )
    .await;
    players
}

/// Signs everybody in once more.
pub(crate) async fn sign_in(address: SocketAddr, players: &mut [Player]) {
    let players = players.iter_mut().collect();
    spread(
        address,
        SIGNING_IN,
        players,
        async |connection, player: &mut Player| {
            let body = player.credentials();
            let session = connection.call("POST", "/v1/sessions", None, &body).await;
            player.token = session["access_token"].as_str().unwrap().to_owned();
        },
    )
    .await;
}

/// A game that was made, and how it goes on.
pub(crate) struct Script {
    /// Its id.
    pub(crate) id: String,
    /// Who has its seats, by number.
    pub(crate) seats: Vec<usize>,
    /// The moves that are left: whose each is, and the body of its request.
    moves: VecDeque<(Seat, Vec<u8>)>,
    /// The game in the middle, as a server may store it.
    pub(crate) middle: Vec<u8>,
}

impl Script {
    /// How many moves are left.
    pub(crate) fn left(&self) -> usize {
        self.moves.len()
    }

    /// The request for the next move.
    pub(crate) fn next(&mut self, players: &[Player]) -> Option<Vec<u8>> {
        let (seat, tail) = self.moves.pop_front()?;
        let mut request = self.head(seat, players);
        request.extend_from_slice(&tail);
        Some(request)
    }

    fn head(&self, seat: Seat, players: &[Player]) -> Vec<u8> {
        let player = &players[self.seats[seat.index()]];
        let path = format!("/v1/games/{}/moves", self.id);
        client::head("POST", &path, Some(&player.token))
    }
}

/// Makes games of one kind, with the fewest seats at which somebody plays against somebody. `first`
/// is how many were made before.
pub(crate) async fn make(
    address: SocketAddr,
    players: &[Player],
    kind: &str,
    first: usize,
    count: usize,
) -> Vec<Script> {
    let kind = KINDS.latest(kind).unwrap();
    let numbers = (first..first + count).collect();
    spread(
        address,
        MAKING,
        numbers,
        async |connection, number: usize| {
            let (seed, allowed) = (ServerSeed(seed_of(number).0), kind.info().seats);
            let least = usize::from(*allowed.start()).max(2);
            let count = least.min(usize::from(*allowed.end()));
            let seats: Vec<usize> = (0..count).map(|seat| (number + seat) % PLAYERS).collect();
            let body = json!({
                "kind": kind.info().id,
                "seats": count,
                "seed": hex::encode(seed.0),
            });
            let token = |seat: usize| Some(players[seats[seat]].token.as_str());
            let made = connection.call("POST", "/v1/games", token(0), &body).await;
            let id = made["id"].as_str().unwrap().to_owned();
            let path = format!("/v1/games/{id}/seats");
            for seat in 1..count {
                connection
                    .call("POST", &path, token(seat), &json!({}))
                    .await;
            }
            play_out(kind, id, seats, &seed)
        },
    )
    .await
}

fn seed_of(number: usize) -> GameSeed {
    let mut seed = [7; 32];
    seed[..8].copy_from_slice(&(number as u64).to_le_bytes());
    GameSeed(seed)
}

/// Plays a game to its end by legal moves, chosen by chance.
fn play_out(kind: &'static dyn Kind, id: String, seats: Vec<usize>, seed: &ServerSeed) -> Script {
    let header = Header {
        id: id.clone(),
        rules: kind.info().rules(),
        options: kind.options(&json!({})).unwrap().into(),
        entropies: vec![String::new(); seats.len()],
        seed_commitment: Hash(seed.commitment()),
        seed_source: SeedSource::Chosen,
        // The server's own is not known here; no move depends on it.
        blinding_commitment: None,
        deal: None,
    };
    let (mut game, _) = Game::start(kind, header, seed, None).unwrap();
    let mut chance = Dice::new(GameSeed(seed.0), 0);
    let (mut moves, mut stored) = (VecDeque::new(), Vec::new());
    while let Some(seat) = game.acting().iter().next() {
        let legal = game.legal(seat).moves;
        let mv = &legal[chance.below(u32::try_from(legal.len()).unwrap()) as usize];
        let body = json!({"seq": game.next_seq(seat), "moves": [mv]});
        moves.push_back((seat, client::tail(&body.to_string())));
        let action = Action::Move(mv.clone());
        game.submit(seat, &action, "2026-03-01T12:00:00.000Z")
            .unwrap();
        stored.push(game.snapshot());
    }
    Script {
        id,
        seats,
        middle: stored.swap_remove(stored.len() / 2),
        moves,
    }
}

/// Games that are played when somebody has time for one.
pub(crate) type Pool = Rc<RefCell<VecDeque<Script>>>;

/// Plays the games of a pool, one after the other.
pub(crate) fn moves(pool: &Pool, players: &Rc<Vec<Player>>) -> Work {
    let (pool, players) = (Rc::clone(pool), Rc::clone(players));
    let mut current: Option<(Script, Vec<Vec<u8>>)> = None;
    Box::new(move |request| {
        loop {
            if let Some((script, heads)) = &mut current
                && let Some((seat, tail)) = script.moves.pop_front()
            {
                request.extend_from_slice(&heads[seat.index()]);
                request.extend_from_slice(&tail);
                return true;
            }
            let Some(script) = pool.borrow_mut().pop_front() else {
                return false;
            };
            let seats = Seat::all(u8::try_from(script.seats.len()).unwrap());
            let heads = seats.map(|seat| script.head(seat, &players)).collect();
            current = Some((script, heads));
        }
    })
}

/// Sends these requests in turn, over and over, from one of `IN_FLIGHT` places on.
pub(crate) fn again(requests: &Rc<Vec<Vec<u8>>>, place: usize) -> Work {
    let requests = Rc::clone(requests);
    let mut next = place * requests.len() / IN_FLIGHT;
    Box::new(move |request| {
        request.extend_from_slice(&requests[next % requests.len()]);
        next += 1;
        true
    })
}
