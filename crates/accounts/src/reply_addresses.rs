//! The addresses for mails to the server: one secret address for each seat, and one public address
//! for everything else.
//!
//! The secret of a seat is derived from a server secret, the game, the seat and its player. So the
//! server can write it into every mail and store only its hash. When the seat changes hands, the
//! old address becomes invalid. All addresses of a player also depend on an epoch ([`void`]). A new
//! epoch begins with each new password, and when the player asks for it.
//!
//! After the secret follows the position that a mail is about: `play+SECRET-17@host`. Mail servers
//! replace message ids and mail programs drop them, but they must keep the reply address.
//!
//! The secret alone does not authorise a mail: [`is_known`] also checks the sender.

use std::borrow::Cow;

use base::config::MailIn;
use base::current::Current;
use common::ids::{self, GameId, PlayerId};
use db::Conn;
use db::seated::Seated;
use hmac::{Hmac, KeyInit, Mac};
use mail::inbound::Incoming;
use mail::inbound::authentic::Word;
use rules::Seat;
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::account::is_confirmed;
use crate::refusal::Result;
use crate::store::players::Player;
use crate::store::{mailed_commands, reply_addresses, reply_senders, strangers};
use crate::{Accounts, bounces};

/// The length of a secret: 128 bits in hex, which survives changes of case by mail servers.
const LENGTH: usize = 32;

/// The prefix of the addresses of seats.
const SEAT: &str = "play+";

/// Derives the secrets of seats, of questions to people without an account, and of invitations. It
/// holds the key, so it has no `Debug`.
pub struct ReplyAddresses(Current<Hmac<Sha256>>);

impl ReplyAddresses {
    /// Uses this key, which all servers on one database share.
    pub fn new(key: &[u8; 64]) -> ReplyAddresses {
        ReplyAddresses(Current::new(Hmac::new(key.into())))
    }

    /// Replaces the key. Addresses of the old key become invalid.
    pub fn set_key(&self, key: &[u8; 64]) {
        self.0.set(Hmac::new(key.into()));
    }

    fn secret(&self, game: &GameId, seat: Seat, player: PlayerId, epoch: i32) -> String {
        let of = format!("reply/{game}/{seat}/{player}");
        // Addresses from before epochs were introduced belong to the first epoch.
        match epoch {
            ..=0 => self.derived(&of),
            epoch => self.derived(&format!("{of}/{epoch}")),
        }
    }

    /// Returns the secret that proves that the sender of inbound mail `mail` reads mail to this
    /// address.
    pub(super) fn of_stranger(&self, mail: i64, email: &str) -> String {
        self.derived(&format!("stranger/{mail}/{email}"))
    }

    /// Returns the secret that proves that the sender has read the invitation with this token.
    pub(super) fn of_invitation(&self, token: &str) -> String {
        self.derived(&format!("invitation/{token}"))
    }

    fn derived(&self, of: &str) -> String {
        let mut mac = Hmac::clone(&self.0.get());
        mac.update(of.as_bytes());
        let mut secret = hex::encode(mac.finalize().into_bytes());
        secret.truncate(LENGTH);
        secret
    }
}

/// The purpose of an address.
pub enum Addressee {
    /// Everything that is not about one seat.
    Desk,
    /// One seat, with its player.
    Seat {
        /// The game.
        game: GameId,
        /// The seat.
        seat: Seat,
        /// The player.
        player: PlayerId,
        /// The sequence number of the player's next move when the mail with this address was
        /// written. Older addresses have none.
        seq: Option<u32>,
    },
    /// Bounces, with the token of the recipient's address; complaints without a token.
    Bounces(Option<String>),
    /// A request to unsubscribe from a kind of mail, with the token for player and kind.
    Stop(String),
    /// The confirmation of pending commands, with the hash of their secret.
    Confirmation(Vec<u8>),
    /// The reply of a person who may get an account, with the hash of the secret.
    Stranger(Vec<u8>),
}

/// Returns the reply address for the player in this seat, for a mail that shows the position of
/// their move number `seq`. Returns `None` if the server receives no mail or the account is gone.
/// Stores the secret's hash.
pub async fn of_seat(
    app: &Accounts,
    game: &GameId,
    seat: Seat,
    player: PlayerId,
    seq: u32,
) -> Result<Option<String>> {
    let Some(mail_in) = &app.config.mail_in else {
        return Ok(None);
    };
    let mut conn = app.db.get().await?;
    let epoch = reply_addresses::epoch(&mut conn, player).await?;
    let Some(epoch) = epoch else {
        return Ok(None);
    };
    let secret = app.reply_addresses.secret(game, seat, player, epoch);
    let hash = ids::secret_hash(&secret);
    reply_addresses::set(&mut conn, game, seat, &hash).await?;
    Ok(Some(format!("play+{secret}-{seq}@{}", mail_in.domain)))
}

/// Returns an address without its position, which is the same for all mails about one seat.
pub fn without_position(address: &str) -> Cow<'_, str> {
    let seat = address
        .rsplit_once('@')
        .and_then(|(local, domain)| Some((local.split_once('-')?.0, domain)));
    match seat {
        Some((local, domain)) if begins_seat(local) => format!("{local}@{domain}").into(),
        _ => address.into(),
    }
}

fn begins_seat(local: &str) -> bool {
    let begin = local.get(..SEAT.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(SEAT))
}

/// Parses the local part of a seat's address into the secret and the position, if there is one.
fn of_local(local: &str) -> Option<(&str, Option<u32>)> {
    let rest = local.strip_prefix(SEAT)?;
    let (secret, seq) = match rest.split_once('-') {
        None => (rest, None),
        Some((secret, seq)) => {
            let is_number = seq.bytes().all(|it| it.is_ascii_digit());
            (secret, Some(is_number.then(|| seq.parse().ok())??))
        }
    };
    (secret.len() == LENGTH).then_some((secret, seq))
}

/// Voids all addresses of a player's seats, their pending commands, and the confirmed senders.
pub async fn void(conn: &mut Conn, player: PlayerId) -> diesel::QueryResult<()> {
    reply_addresses::next_epoch(conn, player).await?;
    reply_senders::remove(conn, player).await?;
    mailed_commands::remove_of(conn, player).await?;
    Ok(())
}

/// Whether a mail to a seat comes from its player. That is the case if the sender is the player's
/// own confirmed address, and the receiving mail server has authenticated it or no server can. It
/// is also the case if the player has confirmed this sender before, and the authentication result
/// is no worse than it was then.
pub async fn is_known(app: &Accounts, player: &Player, incoming: &Incoming) -> Result<bool> {
    let Some(from) = &incoming.from else {
        return Ok(false);
    };
    let email = player.email.as_deref();
    let own = email.is_some_and(|own| own.trim().to_lowercase() == *from);
    let mail_in = app.config.mail_in.as_ref();
    let could_vouch = mail_in.is_some_and(|it| it.authserv_id.is_some());
    if own && is_confirmed(app, player) && (incoming.is_vouched_for() || !could_vouch) {
        return Ok(true);
    }
    let sender = app.mail_tokens.address(from);
    let yes = reply_senders::find(&mut *app.db.get().await?, player.id, &sender).await?;
    Ok(yes.is_some_and(|yes| match incoming.word {
        Word::For => true,
        Word::None => !yes.proven,
        Word::Against => yes.forged,
    }))
}

/// Returns the hash of a new secret for commands that need confirmation, and its address.
pub fn of_confirmation(mail_in: &MailIn) -> (Vec<u8>, String) {
    let secret = hex::encode(ids::random_bytes::<16>());
    (ids::secret_hash(&secret), confirmation(mail_in, &secret))
}

/// Returns the address for a confirmation with this secret.
pub fn confirmation(mail_in: &MailIn, secret: &str) -> String {
    format!("confirm+{secret}@{}", mail_in.domain)
}

/// Returns the hash of the secret in the address of a confirmation.
pub fn confirmation_hash(address: &str) -> Option<Vec<u8>> {
    let address = address.trim().to_ascii_lowercase();
    let (local, _) = address.rsplit_once('@')?;
    let secret = local.strip_prefix("confirm+")?;
    (secret.len() == LENGTH).then(|| ids::secret_hash(secret))
}

/// Returns the purpose of this address; `None` if it is unknown or no longer valid.
pub async fn find(app: &Accounts, address: &str) -> Result<Option<Addressee>> {
    let Some(mail_in) = &app.config.mail_in else {
        return Ok(None);
    };
    let address = address.trim().to_ascii_lowercase();
    let Some((local, domain)) = address.rsplit_once('@') else {
        return Ok(None);
    };
    if domain != mail_in.domain {
        return Ok(None);
    }
    if local == "games" {
        return Ok(Some(Addressee::Desk));
    }
    if local == bounces::LOCAL {
        return Ok(Some(Addressee::Bounces(None)));
    }
    if let Some(token) = local
        .strip_prefix(bounces::LOCAL)
        .and_then(|rest| rest.strip_prefix('+'))
    {
        let known = app.mail_tokens.bounced(token, app.clock.now());
        return Ok(known.map(|_| Addressee::Bounces(Some(token.to_owned()))));
    }
    if let Some(token) = local.strip_prefix("stop+") {
        let known = app.mail_tokens.subscription(token);
        return Ok(known.map(|_| Addressee::Stop(token.to_owned())));
    }
    let mut conn = app.db.get().await?;
    if let Some((secret, seq)) = of_local(local) {
        let hash = ids::secret_hash(secret);
        let found = reply_addresses::find(&mut conn, &hash).await?;
        let Some(Seated { game, seat, player }) = found else {
            return Ok(None);
        };
        let epoch = reply_addresses::epoch(&mut conn, player).await?;
        let is_alive = epoch.is_some_and(|epoch| {
            let now = app.reply_addresses.secret(&game, seat, player, epoch);
            bool::from(now.as_bytes().ct_eq(secret.as_bytes()))
        });
        return Ok(is_alive.then_some(Addressee::Seat {
            game,
            seat,
            player,
            seq,
        }));
    }
    if let Some(hash) = confirmation_hash(&address) {
        let now = app.clock.now();
        if mailed_commands::find(&mut conn, &hash, now)
            .await?
            .is_some()
        {
            return Ok(Some(Addressee::Confirmation(hash)));
        }
        let found = strangers::find(&mut conn, &hash, now).await?;
        return Ok(found.map(|_| Addressee::Stranger(hash)));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_in_a_reply_address_is_parsed_and_removed() {
        let secret = "0123456789abcdef".repeat(2);
        let read = |rest: &str| of_local(&format!("play+{secret}{rest}")).map(|(_, seq)| seq);
        assert_eq!(read(""), Some(None));
        assert_eq!(read("-17"), Some(Some(17)));
        assert_eq!(read("-4294967295"), Some(Some(u32::MAX)));
        for bad in ["-", "-x", "-+1", "--1", "-4294967296", "-1-2", "0", "0-1"] {
            assert_eq!(read(bad), None, "{bad}");
        }
        let longest = format!("play+{secret}-{}", u32::MAX);
        assert!(longest.len() <= 64);
        for (with, without) in [
            ("play+ab-17@a-b.test", "play+ab@a-b.test"),
            ("PLAY+AB-17@A-B.test", "PLAY+AB@A-B.test"),
            ("play+ab@a-b.test", "play+ab@a-b.test"),
            ("games@a-b.test", "games@a-b.test"),
            ("confirm+ab-1@b.test", "confirm+ab-1@b.test"),
            ("play+ab-1", "play+ab-1"),
        ] {
            assert_eq!(without_position(with), without);
        }
    }
}
