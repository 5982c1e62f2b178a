//! Seeds and dice: how a game's seed determines every shuffle and roll.
//!
//! `docs/VERIFYING.md` defines this derivation bit by bit. A derivation never changes for games
//! that started under it ([`Randomness`]). This crate has no other source of randomness.

use std::fmt;

use chacha20::cipher::{Block, KeyIvInit, StreamCipherCore};
use chacha20::variants::Ietf;
use chacha20::{ChaChaCore, R20};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// How the seed of a game is derived from the server seed. Every export contains the version
/// number. The derivation of streams and draws from the game seed is the same in both versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Randomness {
    /// Every game has its own dice. Its id and the entropy of its players enter the seed.
    Own,
    /// All games on one deal have the same dice. The deal's id enters the seed, and nothing of the
    /// game does.
    Shared,
}

impl Randomness {
    /// Returns the version number of this derivation.
    pub const fn version(self) -> u32 {
        match self {
            Randomness::Own => 1,
            Randomness::Shared => 2,
        }
    }
}

/// The maximum length of a player's entropy, in bytes of UTF-8.
pub const MAX_ENTROPY: usize = 64;

/// The 32 secret bytes that a server draws when it creates a game or a deal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ServerSeed(pub [u8; 32]);

/// The 32 bytes from which all dice of one game are derived. They are secret until the game is
/// over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct GameSeed(pub [u8; 32]);

/// The 32 bytes that blind the hashes of one game's log. They are secret until the game is over.
///
/// A game whose seed was chosen by its creator has its own blinding: otherwise anyone with the seed
/// could recover sealed moves from their hashes. A game on a deal also has its own, because it
/// shares its seed with other games. All other games use the game seed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Blinding(pub [u8; 32]);

/// The sources of the dice and hashes of one game. They are secret until the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secrets {
    /// The seed of the dice.
    pub seed: GameSeed,
    /// The blinding of the hashes.
    pub blinding: Blinding,
}

impl Secrets {
    /// Returns the secrets of a game without a separate blinding.
    pub fn of_seed(seed: GameSeed) -> Secrets {
        Secrets::new(seed, None)
    }

    /// Returns the secrets of a game with this seed and, if it has one, this separate blinding.
    pub fn new(seed: GameSeed, blinding: Option<Blinding>) -> Secrets {
        Secrets {
            seed,
            blinding: blinding.unwrap_or(Blinding(seed.0)),
        }
    }
}

impl fmt::Debug for Blinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Blinding(secret)")
    }
}

impl fmt::Debug for ServerSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerSeed(secret)")
    }
}

impl fmt::Debug for GameSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GameSeed(secret)")
    }
}

impl ServerSeed {
    /// Returns the SHA-256 of the seed, which is public from the start.
    pub fn commitment(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }

    /// Returns the seed of the game with this id, given every seat's entropy in seat order.
    pub fn game_seed<'a>(
        &self,
        game_id: &str,
        entropies: impl IntoIterator<Item = &'a str>,
    ) -> GameSeed {
        let mut mac = keyed(&self.0);
        mac.update(b"turnpike/1\n");
        mac.update(game_id.as_bytes());
        mac.update(b"\n");
        for entropy in entropies {
            mac.update(entropy.as_bytes());
            mac.update(b"\n");
        }
        GameSeed(mac.finalize().into_bytes().into())
    }

    /// Returns the seed of every game on the deal with this id. `self` is the deal's server seed.
    pub fn seed_on_deal(&self, deal_id: &str) -> GameSeed {
        let mut mac = keyed(&self.0);
        mac.update(b"turnpike/2\n");
        mac.update(deal_id.as_bytes());
        mac.update(b"\n");
        GameSeed(mac.finalize().into_bytes().into())
    }
}

impl Blinding {
    /// Returns the SHA-256 of the blinding, which is public from the start.
    pub fn commitment(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }

    /// Returns the bytes that blind log entry `n` in the hash chain. Without them, a sealed move
    /// could be guessed from its hash.
    pub fn blind(&self, n: u64) -> [u8; 32] {
        let mut mac = keyed(&self.0);
        mac.update(b"blind");
        mac.update(&n.to_le_bytes());
        mac.finalize().into_bytes().into()
    }
}

fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    #[expect(
        clippy::expect_used,
        reason = "HMAC takes a key of any length (RFC 2104)"
    )]
    Hmac::new_from_slice(key).expect("HMAC takes a key of any length")
}

/// Whether a player's entropy is valid: at most [`MAX_ENTROPY`] bytes and no line break.
pub fn entropy_is_valid(entropy: &str) -> bool {
    entropy.len() <= MAX_ENTROPY && !entropy.contains(['\n', '\r'])
}

/// The dice of one log entry.
///
/// They depend only on the game's seed and the entry's number, not on earlier draws. The first draw
/// starts the computation.
#[derive(Debug)]
pub struct Dice {
    source: Source,
    words_read: u32,
}

#[derive(Debug)]
enum Source {
    Unopened(GameSeed, u64),
    Stream(KeyStream),
    Given(std::vec::IntoIter<u32>),
}

/// ChaCha20, as in RFC 8439.
type Cipher = ChaChaCore<R20, Ietf>;

/// The key stream of one entry, computed block by block. Most entries need only one block.
struct KeyStream {
    cipher: Cipher,
    block: Block<Cipher>,
    /// How many bytes of the block have been read.
    read: usize,
}

impl KeyStream {
    fn new(seed: &GameSeed, n: u64) -> KeyStream {
        let mut nonce = [0; 12];
        nonce[4..].copy_from_slice(&n.to_le_bytes());
        let mut stream = KeyStream {
            cipher: Cipher::new(&seed.0.into(), &nonce.into()),
            block: Block::<Cipher>::default(),
            read: 0,
        };
        stream.cipher.write_keystream_block(&mut stream.block);
        stream
    }

    fn word(&mut self) -> u32 {
        if self.read == self.block.len() {
            self.cipher.write_keystream_block(&mut self.block);
            self.read = 0;
        }
        let mut word = [0; 4];
        word.copy_from_slice(&self.block[self.read..self.read + 4]);
        self.read += 4;
        u32::from_le_bytes(word)
    }
}

impl fmt::Debug for KeyStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyStream(secret)")
    }
}

impl Dice {
    /// Returns the dice of entry `n` of the game with this seed. Entry 0 is the setup.
    pub const fn new(seed: GameSeed, n: u64) -> Dice {
        Dice {
            source: Source::Unopened(seed, n),
            words_read: 0,
        }
    }

    /// Returns dice with the given results of [`Dice::below`], for scripts and worked examples.
    /// When they run out, every further result is 0.
    pub fn given(answers: Vec<u32>) -> Dice {
        Dice {
            source: Source::Given(answers.into_iter()),
            words_read: 0,
        }
    }

    /// Returns how many words of the stream have been read.
    pub const fn words_read(&self) -> u32 {
        self.words_read
    }

    /// Returns how many of the given results have not been drawn yet.
    pub fn given_left(&self) -> usize {
        match &self.source {
            Source::Given(answers) => answers.len(),
            _ => 0,
        }
    }

    /// Returns the next 32-bit word of the key stream.
    pub fn word(&mut self) -> u32 {
        self.words_read += 1;
        loop {
            match &mut self.source {
                Source::Stream(stream) => return stream.word(),
                Source::Given(answers) => return answers.next().unwrap_or(0),
                Source::Unopened(seed, n) => {
                    self.source = Source::Stream(KeyStream::new(seed, *n));
                }
            }
        }
    }

    /// Returns a fair number from 0 to `k - 1`. For `k = 1` it reads nothing from the stream.
    ///
    /// # Panics
    /// If `k` is 0.
    #[inline]
    pub fn below(&mut self, k: u32) -> u32 {
        assert!(k > 0, "below(0) has no answer");
        if k == 1 {
            return 0;
        }
        if matches!(self.source, Source::Given(_)) {
            let answer = self.word();
            assert!(answer < k, "the given answer {answer} is not below {k}");
            return answer;
        }
        let k = u64::from(k);
        let zone = (1_u64 << 32) / k * k;
        loop {
            let x = u64::from(self.word());
            if x < zone {
                return (x % k) as u32;
            }
        }
    }

    /// Rolls a die with `sides` sides: 1 to `sides`.
    #[inline]
    pub fn die(&mut self, sides: u32) -> u32 {
        self.below(sides) + 1
    }

    /// Shuffles a list in place (Fisher-Yates from the end).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = self.below(i as u32 + 1) as usize;
            list.swap(i, j);
        }
    }
}
