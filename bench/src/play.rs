//! Plays whole games with legal moves, and reads them.
//!
//! The benchmark chooses the seed of a game, so it knows the dice in advance. It plays each game by
//! the rules when it creates the game. So all requests are ready before the measurement.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::rc::Rc;

use games::KINDS;
use rules::{Action, Dice, Game, GameSeed, Hash, Header, Kind, Seat, SeedSource, ServerSeed};
use serde_json::{Value, json};

use crate::client::{self, spread};
use crate::load::{IN_FLIGHT, Work};

/// The number of players. The number of games that a player may create in an hour is limited.
pub(crate) const PLAYERS: usize = 64;

/// The number of concurrent sign-ups and sign-ins.
const SIGNING_IN: usize = 4;

/// The number of games that are created concurrently.
const MAKING: usize = 16;

const PASSWORD: &str = "correct horse battery";

/// A player.
#[derive(Clone)]
pub(crate) struct Player {
    pub(crate) name: String,
    /// The access token, which is valid for 15 minutes.
    pub(crate) token: String,
}

impl Player {
    /// Returns a player who has not signed in.
    pub(crate) fn new(name: String) -> Player {
        let token = String::new();
        Player { name, token }
    }

    /// Returns the body of this player's sign-in request.
    pub(crate) fn credentials(&self) -> Value {
        json!({"name": self.name, "password": PASSWORD})
    }
}

/// Registers all players and signs them in.
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
    // The server must not play forced moves for them.
    let all = players.iter().collect();
    spread(
        address,
        SIGNING_IN,
        all,
        async |connection, player: &Player| {
            let body = json!({"play_forced_moves": false});
            let token = Some(player.token.as_str());
            connection.call("PATCH", "/v1/me", token, &body).await;
        },
    )
    .await;
    players
}

/// Signs all players in again.
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

/// A created game, and its remaining moves.
pub(crate) struct Script {
    /// The id of the game.
    pub(crate) id: String,
    /// The indexes of the players in its seats.
    pub(crate) seats: Vec<usize>,
    /// The remaining moves: the seat, and the rest of the request.
    moves: VecDeque<(Seat, Vec<u8>)>,
    /// The position in the middle of the game, as a server may store it.
    pub(crate) middle: Vec<u8>,
}

impl Script {
    /// Returns the number of remaining moves.
    pub(crate) fn left(&self) -> usize {
        self.moves.len()
    }

    /// Returns the request for the next move.
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

/// Creates games of one kind, with the smallest number of seats for players to compete. `first` is
/// the number of games created before.
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
            let seed = ServerSeed(seed_of(number).0);
            let count = least_seats(kind);
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
            play_out(kind, header(kind, id, count, &seed), seats, &seed)
        },
    )
    .await
}

/// Returns the smallest number of seats for players to compete.
pub(crate) fn least_seats(kind: &dyn Kind) -> usize {
    let allowed = kind.info().seats;
    let least = usize::from(*allowed.start()).max(2);
    least.min(usize::from(*allowed.end()))
}

/// Returns the header of a game with a chosen seed.
pub(crate) fn header(kind: &dyn Kind, id: String, seats: usize, seed: &ServerSeed) -> Header {
    Header {
        id,
        rules: kind.info().rules(),
        options: kind.options(&json!({})).unwrap().into(),
        entropies: vec![String::new(); seats],
        seed_commitment: Hash(seed.commitment()),
        seed_source: SeedSource::Chosen,
        // The server's own blinding is unknown here; no move depends on it.
        blinding_commitment: None,
        deal: None,
    }
}

fn seed_of(number: usize) -> GameSeed {
    let mut seed = [7; 32];
    seed[..8].copy_from_slice(&(number as u64).to_le_bytes());
    GameSeed(seed)
}

/// Plays a game to its end with random legal moves.
pub(crate) fn play_out(
    kind: &'static dyn Kind,
    header: Header,
    seats: Vec<usize>,
    seed: &ServerSeed,
) -> Script {
    let id = header.id.clone();
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

/// Games that wait for a free slot.
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

/// Sends these requests in turn, over and over, beginning at one of `IN_FLIGHT` offsets.
pub(crate) fn again(requests: &Rc<Vec<Vec<u8>>>, place: usize) -> Work {
    let requests = Rc::clone(requests);
    let mut next = place * requests.len() / IN_FLIGHT;
    Box::new(move |request| {
        request.extend_from_slice(&requests[next % requests.len()]);
        next += 1;
        true
    })
}
