//! Stored games that depend only on their numbers.
//!
//! A number always gives the same game: the same id, seed and moves. So a game is generated when it
//! is stored, and again when it is played on. A million games need no memory in between.

use games::KINDS;
use rules::{Action, Dice, Entry, Game, GameSeed, Hash, Header, Seat, SeedSource, ServerSeed};
use serde_json::{Value, json};

/// The number of players. Each has many games.
pub(super) const PLAYERS: usize = 2_000;

/// The interval of snapshots, in entries.
const SNAPSHOT_EVERY: u64 = 8;

/// The most moves of a stored game. A complete game of That's Life! has three or four times as
/// many, but the logs of a million of them would not fit on most disks.
const MOST: u32 = 40;

/// One game in this many is over, because a player left.
const OVER: usize = 5;

/// The moves in the games of a set.
#[derive(Clone, Copy)]
pub(super) enum Plot {
    /// That's Life!, with random legal moves. Some games have just begun, some are over.
    Mixed,
    /// Flip Freighters, in which a player loads a truck and takes that back, over and over. The log
    /// has this many entries, and the position is the same at any length.
    Long(u64),
}

/// A number of games.
#[derive(Clone, Copy)]
pub(super) struct Set {
    pub(super) plot: Plot,
    pub(super) count: usize,
}

/// A game with its log.
pub(super) struct Stored {
    plot: Plot,
    pub(super) id: String,
    pub(super) seed: ServerSeed,
    pub(super) game: Game,
    pub(super) start: Hash,
    pub(super) entries: Vec<Entry>,
    /// The snapshots, by the number of their last entry.
    pub(super) snapshots: Vec<(u64, Vec<u8>)>,
    /// Chooses the moves.
    chance: Dice,
    /// The move that is played repeatedly.
    load: Option<Value>,
}

impl Set {
    /// Returns the players in the seats of a game.
    pub(super) fn players(self, number: usize) -> [usize; 2] {
        let first = number % PLAYERS;
        // Pairs play again, and most players meet.
        [
            first,
            (first + 1 + number / PLAYERS % (PLAYERS - 1)) % PLAYERS,
        ]
    }

    /// Whether a player had left the game before it was stored.
    pub(super) fn is_over(self, number: usize) -> bool {
        matches!(self.plot, Plot::Mixed) && number.is_multiple_of(OVER)
    }

    fn seed(self, number: usize) -> [u8; 32] {
        let mut seed = match self.plot {
            Plot::Mixed => [11; 32],
            Plot::Long(length) => [(length % 251) as u8; 32],
        };
        seed[..8].copy_from_slice(&(number as u64).to_le_bytes());
        seed
    }

    fn chance(self, number: usize) -> Dice {
        Dice::new(GameSeed(self.seed(number)), 0)
    }

    /// Returns an id like the server's, with the same distribution. The ids grow with the numbers.
    /// Otherwise each stored game would touch other pages in every index.
    pub(super) fn id(self, number: usize) -> String {
        self.drawn_id(number, &mut self.chance(number))
    }

    fn drawn_id(self, number: usize, chance: &mut Dice) -> String {
        const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        let step = 62_u128.pow(11) / self.count as u128;
        let within = (u128::from(chance.word()) << 32 | u128::from(chance.word())) % step;
        let mut rest = number as u128 * step + within;
        let mut id = [0; 11];
        for digit in id.iter_mut().rev() {
            *digit = DIGITS[(rest % 62) as usize];
            rest /= 62;
        }
        id.map(char::from).iter().collect()
    }

    /// Returns the game as it is stored.
    pub(super) fn game(self, number: usize) -> Stored {
        let seed = ServerSeed(self.seed(number));
        let mut chance = self.chance(number);
        let id = self.drawn_id(number, &mut chance);
        let kind = KINDS.latest(match self.plot {
            Plot::Mixed => "thats-life",
            Plot::Long(_) => "flip-freighters",
        });
        let kind = kind.unwrap();
        let header = Header {
            id: id.clone(),
            rules: kind.info().rules(),
            options: kind.options(&json!({})).unwrap().into(),
            entropies: vec![String::new(); 2],
            seed_commitment: Hash(seed.commitment()),
            seed_source: SeedSource::Secret,
            blinding_commitment: None,
            deal: None,
        };
        let (game, _) = Game::start(kind, header, &seed, None).unwrap();
        let mut stored = Stored {
            plot: self.plot,
            id,
            seed,
            start: game.head(),
            game,
            entries: Vec::new(),
            snapshots: Vec::new(),
            chance,
            load: None,
        };
        let length = match self.plot {
            Plot::Mixed => stored.chance.below(MOST + 1).into(),
            Plot::Long(length) => length,
        };
        for _ in 0..length {
            stored.play_on(number);
        }
        if self.is_over(number) {
            let seat = stored.game.acting().iter().next().unwrap();
            stored.add(number, seat, &Action::Leave);
        }
        stored
    }
}

impl Stored {
    /// Plays the next move. Returns its seat, its sequence number and the move; `None` if the game
    /// is over.
    pub(super) fn play_on(&mut self, number: usize) -> Option<(Seat, u32, Value)> {
        let seat = self.game.acting().iter().next()?;
        let mv = match self.plot {
            Plot::Long(_) if self.game.ply() % 2 == 1 => json!({"type": "restart_turn"}),
            Plot::Long(_) => {
                let first = || {
                    let mut legal = self.game.legal(seat).moves.into_iter();
                    legal.find(|mv| mv["type"] == "load").unwrap()
                };
                self.load.get_or_insert_with(first).clone()
            }
            Plot::Mixed => {
                let mut legal = self.game.legal(seat).moves;
                let count = u32::try_from(legal.len()).unwrap();
                legal.swap_remove(self.chance.below(count) as usize)
            }
        };
        let seq = self.game.next_seq(seat);
        self.add(number, seat, &Action::Move(mv.clone()));
        Some((seat, seq, mv))
    }

    fn add(&mut self, number: usize, seat: Seat, action: &Action) {
        let at = moment(number, self.game.ply() + 1);
        self.entries
            .push(self.game.submit(seat, action, &at).unwrap().entry);
        if self.game.ply().is_multiple_of(SNAPSHOT_EVERY) {
            self.snapshots.push((self.game.ply(), self.game.snapshot()));
        }
    }
}

/// Returns the time of an entry. It is so long ago that its mails have been sent and deleted.
pub(super) fn moment(number: usize, n: u64) -> String {
    let minutes = number as u64 % 20_000 + 10 * n;
    let (day, hour, minute) = (1 + minutes / 1440, minutes / 60 % 24, minutes % 60);
    format!("2026-01-{day:02}T{hour:02}:{minute:02}:00.000Z")
}
