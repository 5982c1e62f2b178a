//! One game in progress: header, seed, log head and position.
//!
//! This is what a server keeps in memory and what the offline verifier steps through. It knows
//! seats and not people, and times only as the text that an entry carries.

use std::sync::Arc;

use serde_json::value::RawValue;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::daily::Daily;
use crate::dice::{Randomness, entropy_is_valid};
use crate::log::{Body, Entry, Hash, LeadsTo, SeedSource, Successor};
use crate::message::COMMON;
use crate::seals::Seals;
use crate::{
    Blinding, Branch, Dice, GameSeed, Illegal, Kind, LegalMoves, MAX_SEATS, Names, Outcome,
    Position, Refusal, Seat, SeatSet, Secrets, ServerSeed, Standing, Told, Turn, Viewer, canonical,
};

/// What is fixed when a game starts; the first link of the hash chain covers all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game's id.
    pub id: String,
    /// Game and version: `thats-life@1`.
    pub rules: String,
    /// The options, every one of them.
    pub options: Arc<Value>,
    /// What each player gave towards the seed, in seat order; its length is the number of seats.
    pub entropies: Vec<String>,
    /// SHA-256 of the server seed.
    pub seed_commitment: Hash,
    /// Where the server seed came from.
    pub seed_source: SeedSource,
    /// SHA-256 of the game's own blinding; games with a secret seed have none.
    pub blinding_commitment: Option<Hash>,
    /// The id of the deal that the game is on, where it is on one.
    pub deal: Option<String>,
}

impl Header {
    /// The hash of the log before its first entry.
    pub fn hash(&self) -> Hash {
        let mut header = json!({
            "id": self.id,
            "rules": self.rules,
            "options": self.options,
            "entropies": self.entropies,
            "seed_commitment": self.seed_commitment,
            "seed_source": self.seed_source,
            "randomness": self.randomness().version(),
        });
        if let Some(commitment) = self.blinding_commitment {
            header["blinding_commitment"] = json!(commitment);
        }
        if let Some(deal) = &self.deal {
            header["deal"] = json!(deal);
        }
        Hash(Sha256::digest(canonical::to_string(&header)).into())
    }

    /// How the seed of the game derives from the server's.
    pub fn randomness(&self) -> Randomness {
        match self.deal {
            None => Randomness::Own,
            Some(_) => Randomness::Shared,
        }
    }

    /// The seed of the game, of this seed of the server's.
    pub fn game_seed(&self, server_seed: &ServerSeed) -> GameSeed {
        match &self.deal {
            None => server_seed.game_seed(&self.id, self.entropies.iter().map(String::as_str)),
            Some(deal) => server_seed.seed_on_deal(deal),
        }
    }

    /// A game has a deal where its seed is one's, and then a blinding of its own.
    pub(crate) fn check_deal(&self) -> Result<(), GameFault> {
        let is_on_one = self.deal.is_some();
        if is_on_one != (self.seed_source == SeedSource::Deal) {
            return Err(GameFault::Deal);
        }
        match is_on_one && self.blinding_commitment.is_none() {
            true => Err(GameFault::Blinding),
            false => Ok(()),
        }
    }

    fn seats(&self) -> u8 {
        u8::try_from(self.entropies.len()).unwrap_or(u8::MAX)
    }
}

/// Why a stored game cannot be brought to life.
#[derive(Debug, thiserror::Error)]
pub enum GameFault {
    /// The game is one of other rules.
    #[error("no rules called {0}")]
    UnknownRules(String),
    /// The options are not those of the game.
    #[error("{0}")]
    Options(Illegal),
    /// Too few or too many seats.
    #[error("{name} takes {least} to {most} seats, not {seats}")]
    Seats {
        /// The game.
        name: &'static str,
        /// The fewest seats.
        least: u8,
        /// The most seats.
        most: u8,
        /// The seats asked for.
        seats: u8,
    },
    /// A player's entropy is too long or has a line break.
    #[error("the entropy of seat {0} is longer than 64 bytes or has a line break")]
    Entropy(Seat),
    /// The server seed is not the one that was promised.
    #[error("the seed does not hash to the commitment")]
    Commitment,
    /// The blinding is not the one that was promised.
    #[error("the blinding does not hash to the commitment")]
    Blinding,
    /// The seed is a deal's and no deal is named, or the other way round.
    #[error("a game names a deal where its seed is one's, and only there")]
    Deal,
    /// An entry does not follow the one before it.
    #[error("entry {0} is out of order")]
    Order(u64),
    /// An entry holds a move that the rules refuse.
    #[error("entry {0} is illegal: {1}")]
    Illegal(u64, Illegal),
    /// A snapshot cannot be read.
    #[error("the snapshot cannot be read")]
    Snapshot,
}

/// What a player asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A move as JSON.
    Move(Value),
    /// A move in the text notation.
    Text(String),
    /// To leave the game for good: `{"type": "leave"}` in every game, or the word `leave`.
    Leave,
}

impl Action {
    /// Reads what clients send: a move, `{"text": "…"}` or `{"type": "leave"}`. A text may hold
    /// several actions.
    pub fn read(value: Value) -> Vec<Action> {
        if value == json!({"type": "leave"}) {
            return vec![Action::Leave];
        }
        match value.as_object() {
            Some(members) if members.len() == 1 => match members.get("text") {
                Some(Value::String(text)) => Action::read_text(text),
                _ => vec![Action::Move(value)],
            },
            _ => vec![Action::Move(value)],
        }
    }

    /// Reads a line in the text notation: one action, or several with semicolons between them.
    pub fn read_text(line: &str) -> Vec<Action> {
        let parts = line.split(';').map(str::trim);
        let actions: Vec<Action> = parts
            .filter(|part| !part.is_empty())
            .map(|part| match part {
                _ if part.eq_ignore_ascii_case("leave") => Action::Leave,
                _ => Action::Text(part.to_owned()),
            })
            .collect();
        match actions.is_empty() {
            // Nothing is no move; the game says so.
            true => vec![Action::Text(line.to_owned())],
            false => actions,
        }
    }

    /// The actions with the numbers of seats in place of players' names, as in `target Ben`; `None` where
    /// nobody is named. For what is no move as it is written: a player may be called `start`.
    pub fn numbered(actions: &[Action], names: &Names) -> Option<Vec<Action>> {
        let mut is_named = false;
        let mut numbered = |action: &Action| match action {
            Action::Text(text) => names.numbered(text).map(|text| {
                is_named = true;
                Action::Text(text)
            }),
            Action::Move(_) | Action::Leave => None,
        };
        let actions = actions
            .iter()
            .map(|it| numbered(it).unwrap_or_else(|| it.clone()))
            .collect();
        is_named.then_some(actions)
    }
}

/// An action that was carried out.
pub struct Played {
    /// The entry that it became.
    pub entry: Entry,
    /// What happened.
    pub told: Vec<Box<dyn Told>>,
    /// Whether it turned up something that its player could not know before.
    pub reveals: bool,
    /// Who owes a decision after it.
    pub acting: SeatSet,
}

/// Why a list of actions is not carried out, and none of it is.
#[derive(Debug, PartialEq, Eq)]
pub enum Unplayed {
    /// The rules refuse an action, in the position that those before it would have led to.
    Illegal {
        /// Which one, from 0.
        index: usize,
        /// Why.
        illegal: Illegal,
    },
    /// An action that is not the last one leaves the game, or turns up something new: what is said
    /// of those after it would be a way to peep.
    Reveals {
        /// Which one, from 0.
        index: usize,
    },
}

/// Something that happened around the game: told in words, and no event of the game's own.
enum Aside {
    TimeOut(Seat, LeadsTo),
    Takeover(Seat, Successor),
}

impl Told for Aside {
    fn json(&self, _: Viewer) -> Option<Value> {
        None
    }

    fn tell(&self, _: Viewer, _: &Names) -> Option<(Box<RawValue>, String)> {
        None
    }

    fn say(&self, _: Viewer, names: &Names) -> Option<String> {
        // Names are those of the people who have the seats now.
        let (id, seat) = match *self {
            Aside::TimeOut(seat, LeadsTo::Leave) => ("time-out-leave", seat),
            Aside::TimeOut(seat, LeadsTo::Bot) => ("time-out-bot", seat),
            Aside::TimeOut(seat, LeadsTo::Move) => ("time-out-move", seat),
            Aside::TimeOut(seat, LeadsTo::End) => ("time-out-end", seat),
            Aside::Takeover(seat, Successor::Player) => ("takeover-player", seat),
            Aside::Takeover(seat, Successor::Random | Successor::Greedy) => ("takeover-bot", seat),
        };
        let message = COMMON.message(id).with("name", names.of(seat));
        Some(names.tell(&message.with("seat", seat.number() + 1)))
    }
}

/// How many deals [`Game::unreadable`] tries.
const DEALS: u8 = 64;

/// The most actions that it reads over all deals: a long mail is tried with fewer deals.
const MOST_READS: usize = 512;

/// A game in progress, or over.
pub struct Game {
    kind: &'static dyn Kind,
    /// Shared by all copies of the game: it never changes.
    header: Arc<Header>,
    secrets: Secrets,
    ply: u64,
    head: Hash,
    seqs: [u32; MAX_SEATS],
    seals: Seals,
    daily: Daily,
    position: Box<dyn Position>,
    /// How the game ended, where a time-out and not the rules ended it.
    ended: Option<Outcome>,
}

impl Clone for Game {
    fn clone(&self) -> Game {
        Game {
            kind: self.kind,
            header: Arc::clone(&self.header),
            secrets: self.secrets,
            ply: self.ply,
            head: self.head,
            seqs: self.seqs,
            seals: self.seals,
            daily: self.daily,
            position: self.position.boxed(),
            ended: self.ended.clone(),
        }
    }
}

/// How a snapshot begins. No number is written so, which keeps programs that know another form
/// from reading this one as theirs; the last byte is the version of the form.
const SNAPSHOT: [u8; 11] = [
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2,
];

type SnapshotParts = (u64, [u8; 32], [u32; MAX_SEATS], Seals, Daily, Vec<u8>);

impl Game {
    /// Starts the game: everything that can be wrong with a header or seed is refused here.
    pub fn start(
        kind: &'static dyn Kind,
        header: Header,
        server_seed: &ServerSeed,
        blinding: Option<Blinding>,
    ) -> Result<(Game, Vec<Box<dyn Told>>), GameFault> {
        if server_seed.commitment() != header.seed_commitment.0 {
            return Err(GameFault::Commitment);
        }
        if blinding.map(|it| Hash(it.commitment())) != header.blinding_commitment {
            return Err(GameFault::Blinding);
        }
        header.check_deal()?;
        let seed = header.game_seed(server_seed);
        Game::deal(kind, header, Secrets::new(seed, blinding))
    }

    /// As [`Game::start`], from the game's own secrets.
    pub fn deal(
        kind: &'static dyn Kind,
        header: Header,
        secrets: Secrets,
    ) -> Result<(Game, Vec<Box<dyn Told>>), GameFault> {
        let (info, seats) = (kind.info(), header.seats());
        if header.rules != info.rules() {
            return Err(GameFault::UnknownRules(header.rules));
        }
        if !info.seats.contains(&seats) {
            return Err(GameFault::Seats {
                name: info.name,
                least: *info.seats.start(),
                most: *info.seats.end(),
                seats,
            });
        }
        for (seat, entropy) in Seat::all(seats).zip(&header.entropies) {
            if !entropy_is_valid(entropy) {
                return Err(GameFault::Entropy(seat));
            }
        }
        let (position, told) = kind
            .setup(&header.options, seats, &mut Dice::new(secrets.seed, 0))
            .map_err(GameFault::Options)?;
        Ok((Game::at(kind, header, secrets, position), told))
    }

    /// A game that begins in this position, such as one that was
    /// [arranged](crate::Trial::arrange).
    pub fn at(
        kind: &'static dyn Kind,
        header: Header,
        secrets: Secrets,
        position: Box<dyn Position>,
    ) -> Game {
        Game {
            kind,
            head: header.hash(),
            header: Arc::new(header),
            secrets,
            ply: 0,
            seqs: [1; MAX_SEATS],
            seals: Seals::default(),
            daily: Daily::default(),
            position,
            ended: None,
        }
    }

    /// Carries out a list of a player's actions, all of them or none: without all of them there is
    /// no game. What follows from them, be it only why one of them is refused, tells the player
    /// nothing that is not theirs to know before they have played.
    pub fn submit_all(
        mut self,
        seat: Seat,
        actions: &[Action],
        at: &str,
    ) -> Result<(Game, Vec<Played>), Unplayed> {
        let mut all = Vec::with_capacity(actions.len());
        for (index, action) in actions.iter().enumerate() {
            let is_last = index + 1 == actions.len();
            if !is_last && *action == Action::Leave {
                return Err(Unplayed::Reveals { index });
            }
            let played = self
                .submit(seat, action, at)
                .map_err(|illegal| Unplayed::Illegal { index, illegal })?;
            if !is_last && played.reveals {
                return Err(Unplayed::Reveals { index });
            }
            all.push(played);
        }
        Ok((self, all))
    }

    /// Whether the player may know what came of these actions before they are played: the last of them
    /// turned up nothing new, and the game, in which everybody sees everything once it is over, goes on.
    pub fn is_foreseen(&self, played: &[Played]) -> bool {
        self.goes_on().is_ok() && played.last().is_none_or(|last| !last.reveals)
    }

    /// The first of these actions that is no move of the game, and why: the player knows of no
    /// position after the actions before it in which it could be read. What is hidden from the
    /// player is dealt anew for each try, so the answer tells nothing of it.
    pub fn unreadable(
        &self,
        seat: Seat,
        actions: &[Action],
        names: &Names,
    ) -> Option<(usize, Illegal)> {
        let mut faults: Vec<Option<Illegal>> = vec![None; actions.len()];
        let mut is_read: Vec<bool> = actions.iter().map(|it| *it == Action::Leave).collect();
        // At least one, and as many as always where a mail is short.
        let deals = (MOST_READS / actions.len().max(1)).clamp(1, usize::from(DEALS));
        for n in (0..DEALS).take(deals) {
            let mut dice = Dice::new(GameSeed([n; 32]), 0);
            let mut position = self.position.boxed();
            position.redeal(Viewer::Seat(seat), &mut dice);
            for (at, action) in actions.iter().enumerate() {
                let mv = match action {
                    Action::Leave => continue,
                    Action::Move(value) => position.parse(value),
                    Action::Text(text) => position.read(seat, text).or_else(|illegal| {
                        let numbered = names.numbered(text).ok_or_else(|| illegal.clone())?;
                        position.read(seat, &numbered).map_err(|_| illegal)
                    }),
                };
                match mv {
                    // Where it is not legal, the next is read in the same position.
                    Ok(mv) => drop(position.submit(seat, &mv.to_string(), &mut dice)),
                    Err(illegal) if illegal.refusal == Refusal::Malformed => {
                        faults[at].get_or_insert(illegal);
                        continue;
                    }
                    Err(_) => {}
                }
                is_read[at] = true;
            }
            if is_read.iter().all(|it| *it) {
                return None;
            }
        }
        let first = is_read.iter().position(|it| !it)?;
        // What may be played instead is told of the position that the player knows.
        let known = match &actions[first] {
            Action::Text(text) => self.position.read(seat, text).err(),
            Action::Move(_) | Action::Leave => None,
        };
        Some((first, known.or_else(|| faults[first].take())?))
    }

    /// Carries out a player's action as the next entry. On `Err` nothing has changed.
    pub fn submit(&mut self, seat: Seat, action: &Action, at: &str) -> Result<Played, Illegal> {
        if self.ended.is_some() {
            return Err(Illegal::game_over());
        }
        let mv = match action {
            Action::Leave => None,
            Action::Move(value) => Some(self.position.parse(value)?),
            Action::Text(text) => Some(self.position.read(seat, text)?),
        };
        let mut dice = Dice::new(self.secrets.seed, self.ply + 1);
        let (body, told, reveals) = match mv {
            // Whoever has left sees what those see who look on.
            None => (Body::Leave, self.position.leave(seat, &mut dice)?, true),
            Some(mv) => {
                let text = canonical::to_string(&mv);
                let (told, reveals) = self.position.submit(seat, &text, &mut dice)?;
                (Body::Move(RawValue::from_string(text).ok()), told, reveals)
            }
        };
        Ok(self.append(seat, body, at, told, reveals))
    }

    /// Writes down that the time of a seat that owes a decision ran out, and what comes of it. On
    /// `Err` nothing has changed.
    pub fn time_out(&mut self, seat: Seat, leads_to: LeadsTo, at: &str) -> Result<Played, Illegal> {
        let told = self.timed_out(seat, leads_to, self.ply + 1)?;
        Ok(self.append(seat, Body::Timeout(leads_to), at, told, true))
    }

    /// Writes down that somebody else has the seat from now on. On `Err` nothing has changed.
    pub fn take_over(&mut self, seat: Seat, by: Successor, at: &str) -> Result<Played, Illegal> {
        let told = self.taken_over(seat, by)?;
        Ok(self.append(seat, Body::Takeover(by), at, told, false))
    }

    fn append(
        &mut self,
        seat: Seat,
        body: Body,
        at: &str,
        told: Vec<Box<dyn Told>>,
        reveals: bool,
    ) -> Played {
        let mut entry = Entry {
            n: self.ply + 1,
            seat,
            seq: self.next_seq(seat),
            body,
            at: at.to_owned(),
            hash: Hash::default(),
        };
        entry.hash = entry.hash_after(self.head, &self.secrets.blinding);
        self.advance(&entry);
        Played {
            entry,
            told,
            reveals,
            acting: self.acting(),
        }
    }

    fn goes_on(&self) -> Result<(), Illegal> {
        match self.turn() {
            Turn::Act(_) => Ok(()),
            Turn::Over(_) => Err(Illegal::game_over()),
        }
    }

    /// What a time-out as entry `n` changes.
    fn timed_out(
        &mut self,
        seat: Seat,
        leads_to: LeadsTo,
        n: u64,
    ) -> Result<Vec<Box<dyn Told>>, Illegal> {
        self.goes_on()?;
        if !self.acting().contains(seat) {
            return Err(Illegal::not_your_turn(
                "NoClock",
                COMMON.message("no-clock"),
            ));
        }
        let mut told: Vec<Box<dyn Told>> = vec![Box::new(Aside::TimeOut(seat, leads_to))];
        match leads_to {
            LeadsTo::Leave => {
                told.extend(
                    self.position
                        .leave(seat, &mut Dice::new(self.secrets.seed, n))?,
                );
            }
            LeadsTo::Bot | LeadsTo::Move => {}
            LeadsTo::End => self.ended = Some(self.as_it_stands(seat, n)),
        }
        Ok(told)
    }

    fn taken_over(&self, seat: Seat, by: Successor) -> Result<Vec<Box<dyn Told>>, Illegal> {
        self.goes_on()?;
        Ok(vec![Box::new(Aside::Takeover(seat, by))])
    }

    /// The outcome when the game ends as it stands because this seat's time ran out. The scores
    /// are those that the rules give when everybody leaves, the ranks are not: which of the others
    /// would have won is not known.
    fn as_it_stands(&self, seat: Seat, n: u64) -> Outcome {
        let mut position = self.position.boxed();
        let mut dice = Dice::new(self.secrets.seed, n);
        let others = Seat::all(self.seats()).filter(|other| *other != seat);
        for leaver in std::iter::once(seat).chain(others) {
            // Whoever has left before cannot leave again.
            let _ = position.leave(leaver, &mut dice);
        }
        let scores = position.turn();
        let standing = |it: Seat| {
            let mut scored = scores.outcome().into_iter().flat_map(|it| &it.standings);
            let score = scored
                .find(|other| other.seat == it)
                .map_or(0, |it| it.score);
            (it != seat, Standing::new(it, score, it == seat))
        };
        Outcome::ranked(Seat::all(self.seats()).map(standing))
    }

    /// Carries out a stored entry, every rule checked. Its hash is taken on trust; comparing it
    /// with [`Entry::hash_after`] is the verifier's work.
    pub fn replay(&mut self, entry: &Entry) -> Result<(), GameFault> {
        if let (Body::Move(Some(mv)), None) = (&entry.body, &self.ended) {
            self.in_order(entry)?;
            let mut dice = Dice::new(self.secrets.seed, entry.n);
            self.position
                .replay(entry.seat, mv.get(), &mut dice)
                .map_err(|illegal| GameFault::Illegal(entry.n, illegal))?;
            self.advance(entry);
            return Ok(());
        }
        self.retell(entry).map(drop)
    }

    /// As [`Game::replay`], and says what happened.
    pub fn retell(&mut self, entry: &Entry) -> Result<Vec<Box<dyn Told>>, GameFault> {
        self.in_order(entry)?;
        let (seat, mut dice) = (entry.seat, Dice::new(self.secrets.seed, entry.n));
        let told = match &entry.body {
            Body::Move(_) | Body::Leave if self.ended.is_some() => Err(Illegal::game_over()),
            Body::Move(Some(mv)) => self.position.play(seat, mv.get(), &mut dice),
            Body::Move(None) => return Err(GameFault::Order(entry.n)),
            Body::Leave => self.position.leave(seat, &mut dice),
            Body::Timeout(leads_to) => self.timed_out(seat, *leads_to, entry.n),
            Body::Takeover(by) => self.taken_over(seat, *by),
        }
        .map_err(|illegal| GameFault::Illegal(entry.n, illegal))?;
        self.advance(entry);
        Ok(told)
    }

    fn in_order(&self, entry: &Entry) -> Result<(), GameFault> {
        let known = entry.seat.number() < self.header.seats();
        if entry.n == self.ply + 1 && known && entry.seq == self.next_seq(entry.seat) {
            Ok(())
        } else {
            Err(GameFault::Order(entry.n))
        }
    }

    fn advance(&mut self, entry: &Entry) {
        self.ply = entry.n;
        self.head = entry.hash;
        self.seqs[entry.seat.index()] += 1;
        self.seals.note(entry, self.position.sealed());
        self.daily.count(entry.seat, &entry.at);
    }

    /// The compact bytes of the whole game after its last entry, for [`Game::restore`].
    pub fn snapshot(&self) -> Vec<u8> {
        let parts: SnapshotParts = (
            self.ply,
            self.head.0,
            self.seqs,
            self.seals,
            self.daily,
            self.position.to_bytes(),
        );
        #[expect(
            clippy::expect_used,
            reason = "postcard writes plain data to memory without failing"
        )]
        postcard::to_extend(&parts, SNAPSHOT.to_vec()).expect("a snapshot is plain data")
    }

    /// Brings a game back from a snapshot made under the same rules.
    pub fn restore(
        kind: &'static dyn Kind,
        header: Header,
        secrets: Secrets,
        snapshot: &[u8],
    ) -> Result<Game, GameFault> {
        if header.rules != kind.info().rules() {
            return Err(GameFault::UnknownRules(header.rules));
        }
        let parts = snapshot
            .strip_prefix(&SNAPSHOT)
            .ok_or(GameFault::Snapshot)?;
        let (ply, head, seqs, seals, daily, bytes): SnapshotParts =
            postcard::from_bytes(parts).map_err(|_| GameFault::Snapshot)?;
        Ok(Game {
            kind,
            header: Arc::new(header),
            secrets,
            ply,
            head: Hash(head),
            seqs,
            seals,
            daily,
            position: kind.restore(&bytes).ok_or(GameFault::Snapshot)?,
            ended: None,
        })
    }

    /// The rules the game is played by.
    pub fn kind(&self) -> &'static dyn Kind {
        self.kind
    }

    /// What was fixed at the start.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What the dice and the hashes of this game derive from.
    pub fn secrets(&self) -> Secrets {
        self.secrets
    }

    /// The number of entries in the log.
    pub fn ply(&self) -> u64 {
        self.ply
    }

    /// The hash of the last entry, or of the header.
    pub fn head(&self) -> Hash {
        self.head
    }

    /// How many seats the table has.
    pub fn seats(&self) -> u8 {
        self.header.seats()
    }

    /// The number that the seat's next entry will carry.
    pub fn next_seq(&self, seat: Seat) -> u32 {
        self.seqs[seat.index()]
    }

    /// Who owes a decision, or how the game ended.
    pub fn turn(&self) -> Turn {
        match &self.ended {
            Some(outcome) => Turn::Over(outcome.clone()),
            None => self.position.turn(),
        }
    }

    /// What the seat may play now.
    pub fn legal(&self, seat: Seat) -> LegalMoves {
        match self.ended {
            Some(_) => LegalMoves {
                complete: true,
                ..LegalMoves::default()
            },
            None => self.position.legal(seat),
        }
    }

    /// The legal moves of a seat that begin with these words.
    pub fn branch(&self, seat: Seat, words: &str) -> Result<Branch<Value>, Illegal> {
        match self.ended {
            Some(_) => Ok(Branch::none()),
            None => self.position.branch(seat, words),
        }
    }

    /// Whether a time-out ended the game, and not the rules. A snapshot does not hold that.
    pub fn was_ended(&self) -> bool {
        self.ended.is_some()
    }

    /// The position.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// Whether the viewer may read this entry of the log now.
    pub fn may_read(&self, entry: &Entry, viewer: Viewer) -> bool {
        viewer.sees(entry.seat) || !self.seals.covers(entry)
    }

    /// How many entries the seat has added to the log on the day of this time, which is not before
    /// the last entry's.
    pub fn added(&self, seat: Seat, at: &str) -> u32 {
        self.daily.of(seat, at)
    }

    /// The seats that owe a decision; none when the game is over.
    pub fn acting(&self) -> SeatSet {
        self.turn().acting()
    }
}
