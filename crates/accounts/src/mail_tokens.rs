//! Tokens in links and addresses of mails. They need no database row: each holds an id and a keyed
//! hash (HMAC) that only the server can compute. Tokens in links never expire. Tokens in bounce
//! addresses hold the day on which the mail was sent, and are valid for 45 days.
//!
//! A player's id in a token is `players.mail_id`, an address's id is a keyed hash. So a token
//! reveals neither. Tokens use lower-case letters and digits, because mail servers change the case
//! of addresses. With a word before them, they fit into the 64 characters before an `@`.

use base::current::Current;
use common::clock::Moment;
use common::ids::GameId;
use common::notice::MailKind;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// The length of an id: 128 bits in hex.
const ID: usize = 32;

/// The length of the keyed hash: 80 bits in hex. An attacker can only guess it by asking the
/// server.
const SEAL: usize = 20;

/// The length of the day in a token: days since 1970-01-01, in hex.
const DAY: usize = 4;

/// For how many days a report is accepted. Mail servers give up after a week at most, but readers
/// may complain about a mail that they find after a holiday.
const BOUNCE_DAYS: i64 = 45;

/// Creates and reads tokens. It holds the keys, so it has no `Debug`.
pub struct MailTokens {
    /// Hashes addresses. Addresses are stored under these hashes, so the key is kept.
    addresses: Current<Hmac<Sha256>>,
    /// Authenticates everything else.
    links: Current<Hmac<Sha256>>,
}

/// The mails that a link unsubscribes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subscription {
    /// Mails of a kind, to a player.
    Kind {
        /// The player's id in tokens.
        player: String,
        /// The kind.
        kind: MailKind,
    },
    /// All mails in a player's digest.
    Digest {
        /// The player's id in tokens.
        player: String,
    },
    /// Invitations to an address without an account.
    Address {
        /// The address's id in tokens.
        address: String,
    },
}

impl Subscription {
    fn parts(&self) -> (char, &str) {
        match self {
            Subscription::Kind { player, kind } => {
                let letter = match kind {
                    MailKind::Turns => 't',
                    MailKind::Reminders => 'r',
                    MailKind::News => 'n',
                    MailKind::Invitations => 'i',
                };
                (letter, player)
            }
            Subscription::Digest { player } => ('d', player),
            Subscription::Address { address } => ('a', address),
        }
    }
}

impl MailTokens {
    /// Uses these keys for addresses and links, which all servers on one database share.
    pub fn new(addresses: &[u8; 64], links: &[u8; 64]) -> MailTokens {
        MailTokens {
            addresses: Current::new(Hmac::new(addresses.into())),
            links: Current::new(Hmac::new(links.into())),
        }
    }

    /// Replaces the keys. Tokens of the old keys become invalid.
    pub fn set_keys(&self, addresses: &[u8; 64], links: &[u8; 64]) {
        self.addresses.set(Hmac::new(addresses.into()));
        self.links.set(Hmac::new(links.into()));
    }

    fn hash(&self, text: &str, length: usize) -> String {
        hashed(&self.links, text, length)
    }

    /// Returns the id of an address.
    pub fn address(&self, address: &str) -> String {
        let text = format!("address/{}", address.trim().to_lowercase());
        hashed(&self.addresses, &text, ID)
    }

    /// Returns the topic under which push services see a game's turns: 32 characters (RFC 8030
    /// section 5.4).
    pub fn topic(&self, player: &str, game: &GameId) -> String {
        self.hash(&format!("topic/{player}/{game}"), 32)
    }

    /// Returns the secret in the link to a private table.
    pub fn table(&self, game: &GameId) -> String {
        self.hash(&format!("table/{game}"), ID)
    }

    /// Whether this is the secret in the link to this table.
    pub fn is_table(&self, game: &GameId, secret: &str) -> bool {
        self.table(game).as_bytes().ct_eq(secret.as_bytes()).into()
    }

    fn sealed(&self, purpose: &str, id: &str) -> String {
        format!("{id}{}", self.hash(&format!("{purpose}/{id}"), SEAL))
    }

    fn opened<'a>(&self, purpose: &str, token: &'a str) -> Option<&'a str> {
        let (id, _) = token
            .is_ascii()
            .then(|| token.split_at_checked(ID))
            .flatten()?;
        let good = self.sealed(purpose, id);
        bool::from(good.as_bytes().ct_eq(token.as_bytes())).then_some(id)
    }

    /// Returns the token in the bounce address of a mail that is sent now.
    pub fn bounce(&self, address: &str, now: Moment) -> String {
        let (day, id) = (format!("{:04x}", day(now)), self.address(address));
        let sealed = self.sealed(&format!("bounce/{day}"), &id);
        format!("{day}{sealed}")
    }

    /// Returns the id of the address to which a mail bounced, if the token is valid and not too
    /// old.
    pub fn bounced<'a>(&self, token: &'a str, now: Moment) -> Option<&'a str> {
        let (made, rest) = token.split_at_checked(DAY)?;
        let age = day(now) - i64::from_str_radix(made, 16).ok()?;
        // One day more, because the clocks of two servers may differ.
        (-1..=BOUNCE_DAYS)
            .contains(&age)
            .then(|| self.opened(&format!("bounce/{made}"), rest))
            .flatten()
    }

    /// Returns the token in the link that unsubscribes from these mails.
    pub fn unsubscribe(&self, what: &Subscription) -> String {
        let (letter, id) = what.parts();
        let sealed = self.sealed(&format!("unsubscribe/{letter}"), id);
        format!("{letter}{sealed}")
    }

    /// Returns the mails that a token unsubscribes from.
    pub fn subscription(&self, token: &str) -> Option<Subscription> {
        let letter = token.chars().next()?;
        let rest = token.get(1..)?;
        let id = self.opened(&format!("unsubscribe/{letter}"), rest)?;
        let kind = |kind| Subscription::Kind {
            player: id.to_owned(),
            kind,
        };
        Some(match letter {
            't' => kind(MailKind::Turns),
            'r' => kind(MailKind::Reminders),
            'n' => kind(MailKind::News),
            'i' => kind(MailKind::Invitations),
            'd' => Subscription::Digest {
                player: id.to_owned(),
            },
            'a' => Subscription::Address {
                address: id.to_owned(),
            },
            _ => return None,
        })
    }
}

fn hashed(key: &Current<Hmac<Sha256>>, text: &str, length: usize) -> String {
    let mut mac = Hmac::clone(&key.get());
    mac.update(text.as_bytes());
    let mut hash = hex::encode(mac.finalize().into_bytes());
    hash.truncate(length);
    hash
}

fn day(now: Moment) -> i64 {
    now.timestamp().div_euclid(24 * 3600)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn mail_tokens_round_trip_and_forged_ones_are_rejected() {
        let tokens = MailTokens::new(&[7; 64], &[7; 64]);
        let player = "0123456789abcdef0123456789abcdef".to_owned();
        let all = MailKind::ALL.map(|kind| Subscription::Kind {
            player: player.clone(),
            kind,
        });
        for what in all.into_iter().chain([
            Subscription::Digest {
                player: player.clone(),
            },
            Subscription::Address {
                address: tokens.address("ann@example.org"),
            },
        ]) {
            let token = tokens.unsubscribe(&what);
            assert_eq!(tokens.subscription(&token), Some(what));
            assert!(format!("stop+{token}").len() <= 64);
            assert!(
                token
                    .bytes()
                    .all(|b| b.is_ascii_digit() || b.is_ascii_lowercase())
            );
            let other = if token.starts_with('t') { "n" } else { "t" };
            for bad in [
                format!("{other}{}", &token[1..]),
                token[..token.len() - 1].to_owned(),
                format!("{token}0"),
                "ü".repeat(40),
                String::new(),
            ] {
                assert_eq!(tokens.subscription(&bad), None, "{bad}");
            }
            assert_eq!(
                MailTokens::new(&[7; 64], &[8; 64]).subscription(&token),
                None
            );
        }
        let [game, other] = [[1; 16], [2; 16]].map(GameId::of);
        assert!(tokens.is_table(&game, &tokens.table(&game)));
        for bad in [&*tokens.table(&other), &tokens.table(&game)[..31], ""] {
            assert!(!tokens.is_table(&game, bad), "{bad}");
        }
        let now: Moment = "2026-03-01T12:00:00Z".parse().unwrap();
        let days = |days| now + TimeDelta::days(days);
        let token = tokens.bounce("Ann@Example.org", now);
        let id = tokens.address("ann@example.org");
        for then in [now, days(-1), days(7), days(45)] {
            assert_eq!(tokens.bounced(&token, then), Some(&*id));
        }
        // Tokens expire, and their day cannot be changed.
        for then in [days(-2), days(46), days(365 * 180)] {
            assert_eq!(tokens.bounced(&token, then), None);
        }
        let later = tokens.bounce("ann@example.org", days(60));
        let forged = format!("{}{}", &later[..4], &token[4..]);
        assert_eq!(tokens.bounced(&forged, days(60)), None);
        assert!(format!("bounces+{token}").len() <= 64);
        for bad in [&*"0".repeat(56), "é", "", "zzzz", &id] {
            assert_eq!(tokens.bounced(bad, now), None, "{bad}");
        }
    }
}
