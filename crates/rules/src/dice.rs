//! Seeds and dice: how every shuffle and roll derives from a game's seed.
//!
//! `docs/VERIFYING.md` defines this to the bit; it can never change for games that were started
//! under it ([`Randomness`]). Nothing else in this crate is a source of randomness.

use std::fmt;

use chacha20::cipher::{Block, KeyIvInit, StreamCipherCore};
use chacha20::variants::Ietf;
use chacha20::{ChaChaCore, R20};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// How the seed of a game derives from the server's: its number is written in every export. Streams
/// and draws are the same in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Randomness {
    /// Every game has dice of its own: its id and what the players gave enter.
    Own,
    /// All games on one deal have the same dice: the deal's id enters, and nothing of the game.
    Shared,
}

impl Randomness {
    /// The number that stands for it.
    pub const fn version(self) -> u32 {
        match self {
            Randomness::Own => 1,
            Randomness::Shared => 2,
        }
    }
}

/// The longest entropy that a player may give, in bytes of UTF-8.
pub const MAX_ENTROPY: usize = 64;

/// The 32 secret bytes that a server draws when a game is created, or a deal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ServerSeed(pub [u8; 32]);

/// The 32 bytes that all dice of one game derive from; secret until the game is over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct GameSeed(pub [u8; 32]);

/// The 32 bytes that blind the hashes of one game's log; secret until the game is over.
///
/// A game whose seed somebody chose has some of its own: whoever knows the seed could else tell
/// sealed moves from their hashes. So has a game on a deal, whose seed is that of other games too. In
/// all other games they are the game seed's.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Blinding(pub [u8; 32]);

/// What the dice and the hashes of one game derive from; secret until the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secrets {
    /// What the dice derive from.
    pub seed: GameSeed,
    /// What blinds the hashes.
    pub blinding: Blinding,
}

impl Secrets {
    /// The secrets of a game that has no blinding of its own.
    pub fn of_seed(seed: GameSeed) -> Secrets {
        Secrets::new(seed, None)
    }

    /// The secrets of a game with this seed, and its own blinding where it has one.
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
    /// What is shown of the seed at once: its SHA-256.
    pub fn commitment(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }

    /// The seed of the game with this id, once every seat has given its entropy (seat order).
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

    /// The seed of every game on the deal with this id, whose seed this is.
    pub fn seed_on_deal(&self, deal_id: &str) -> GameSeed {
        let mut mac = keyed(&self.0);
        mac.update(b"turnpike/2\n");
        mac.update(deal_id.as_bytes());
        mac.update(b"\n");
        GameSeed(mac.finalize().into_bytes().into())
    }
}

impl Blinding {
    /// What is shown of it at once: its SHA-256.
    pub fn commitment(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }

    /// The bytes that blind log entry `n` in the hash chain: without them a sealed move could be
    /// guessed from its hash.
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

/// Whether a player may give this entropy: at most [`MAX_ENTROPY`] bytes and no line break.
pub fn entropy_is_valid(entropy: &str) -> bool {
    entropy.len() <= MAX_ENTROPY && !entropy.contains(['\n', '\r'])
}

/// The dice of one log entry.
///
/// They depend on the game's seed and on the entry's number, and on nothing that was drawn before.
/// Nothing is computed until the first draw.
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

/// ChaCha20 of RFC 8439.
type Cipher = ChaChaCore<R20, Ietf>;

/// The key stream of one entry, a block at a time: most entries need no second one.
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
    /// The dice of entry `n` of the game with this seed. Entry 0 is the setup.
    pub const fn new(seed: GameSeed, n: u64) -> Dice {
        Dice {
            source: Source::Unopened(seed, n),
            words_read: 0,
        }
    }

    /// Dice whose next answers of [`Dice::below`] are given, for scripts and worked examples.
    /// When they run out, every further answer is 0.
    pub fn given(answers: Vec<u32>) -> Dice {
        Dice {
            source: Source::Given(answers.into_iter()),
            words_read: 0,
        }
    }

    /// How many words of the stream have been read.
    pub const fn words_read(&self) -> u32 {
        self.words_read
    }

    /// The answers that were given and have not been drawn.
    pub fn given_left(&self) -> usize {
        match &self.source {
            Source::Given(answers) => answers.len(),
            _ => 0,
        }
    }

    /// The next 32-bit word of the key stream.
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

    /// A fair number from 0 to `k - 1`. For `k = 1` nothing is read.
    ///
    /// # Panics
    /// When `k` is 0.
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

    /// A die with `sides` sides: 1 to `sides`.
    #[inline]
    pub fn die(&mut self, sides: u32) -> u32 {
        self.below(sides) + 1
    }

    /// Shuffles in place (Fisher-Yates from the end).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = self.below(i as u32 + 1) as usize;
            list.swap(i, j);
        }
    }
}
