//! Sign-up by mail: people without an account who write a mail or are invited by address. The
//! server asks them once, and creates an account when they reply from the mailbox.
//!
//! Nothing happens for an address before that. Only the mail with the question contains the secret
//! that confirms the reply. The database counts the questions ([`crate::attempts`]), so forged
//! mails cannot cause many. `mail_commands` parses and answers the mails.

use base::config::{MailIn, SignUp};
use common::clock::Moment;
use common::ids::{self, GameId, PlayerId};
use db::Conn;
use db::sets::Stored;
use rules::Language;
use serde_json::json;
use unicode_normalization::UnicodeNormalization;

use crate::account::{former_name, is_confirmed};
use crate::identity::PlayerName;
use crate::refusal::{Refusal, Result};
use crate::store::players::{self, Confirmed, NewPlayer, Player};
use crate::store::strangers::{self, NewStranger};
use crate::{Accounts, attempts, bounces, reply_addresses};

/// The number of days in which a reply to the question is accepted.
pub const DAYS: i64 = 3;

/// The number of days in which a reply to an invitation is accepted.
const INVITED_DAYS: i64 = 60;

/// The base of the name if the sender gave nothing usable.
const NAMELESS: &str = "player";

/// A sender without an account. It holds an address, so it has no `Debug`.
pub struct Stranger<'a> {
    /// The number of the inbound mail.
    pub mail: i64,
    /// The sender's address.
    pub email: &'a str,
    /// Whether a mail server has authenticated the sender.
    pub proven: bool,
    /// The name for the account, if it is free.
    pub name: &'a str,
    /// The commands to carry out once there is an account.
    pub lines: &'a [String],
    /// The language of the mail.
    pub language: Language,
}

/// The ways to confirm. Both hold a secret, so there is no `Debug`.
pub struct Ways {
    /// The address for a reply.
    pub reply_to: String,
    /// The link to a page that confirms as well.
    pub link: String,
}

/// A confirmed sender. It holds an address, so it has no `Debug`.
pub struct Begun {
    /// The account.
    pub player: Player,
    /// Whether the account is new. Otherwise the sender had one before.
    pub is_new: bool,
    /// The commands to carry out.
    pub lines: Vec<String>,
}

/// Derives a valid player name from a person's name: the first word that is suitable.
pub fn fitted(called: &str) -> Option<PlayerName> {
    let plain: String = called
        .nfkd()
        .filter(|c| !unicode_normalization::char::is_combining_mark(*c))
        .flat_map(|c| {
            let spelled = SPELLED.iter().find(|(letter, _)| *letter == c);
            let spelled = spelled.map_or_else(|| c.to_string(), |(_, it)| (*it).to_owned());
            spelled.chars().collect::<Vec<_>>()
        })
        .collect();
    let part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    plain
        .split(|c| !part(c))
        .map(|word| word.trim_start_matches(['-', '_']))
        .map(|word| word.get(..ROOM).unwrap_or(word))
        .find_map(|word| PlayerName::parse(word).ok())
}

/// The maximum length of a derived name, which leaves room for a number.
const ROOM: usize = 19;

/// The spelling of letters that have no Unicode decomposition.
const SPELLED: [(char, &str); 12] = [
    ('ß', "ss"),
    ('æ', "ae"),
    ('Æ', "Ae"),
    ('œ', "oe"),
    ('Œ', "Oe"),
    ('ø', "o"),
    ('Ø', "O"),
    ('ł', "l"),
    ('Ł', "L"),
    ('đ', "d"),
    ('Đ', "D"),
    ('ı', "i"),
];

/// Whether addresses without an account can sign up by mail.
pub fn signs_up(app: &Accounts) -> bool {
    let mail_in = app.config.mail_in.as_ref();
    let is_closed = matches!(app.config.sign_up, SignUp::Closed);
    !is_closed && mail_in.is_some_and(|mail_in| mail_in.sign_up)
}

/// Counts a mail to an address without an account against the rate limits.
pub async fn count(app: &Accounts, email: &str, proven: bool) -> Result<()> {
    app.transaction(async |conn| attempts::stranger(conn, app, email, proven).await)
        .await
}

/// Stores the question to a sender, with the commands. The same inbound mail, processed again after
/// a crash, leads to the same question.
pub async fn ask(app: &Accounts, stranger: &Stranger<'_>) -> Result<Ways> {
    let Some(mail_in) = &app.config.mail_in else {
        return Err(Refusal::internal("a mail came in where none does"));
    };
    let secret = app
        .reply_addresses
        .of_stranger(stranger.mail, stranger.email);
    let hash = ids::secret_hash(&secret);
    let new = NewStranger {
        hash: &hash,
        email: stranger.email,
        name: stranger.name,
        lines: json!(stranger.lines),
        language: Stored(stranger.language),
        expires_at: app.clock.now() + chrono::TimeDelta::days(DAYS),
        game_id: None,
    };
    app.transaction(async |conn| {
        if !strangers::exists(conn, &hash).await? {
            attempts::stranger(conn, app, stranger.email, stranger.proven).await?;
            strangers::insert(conn, &new).await?;
        }
        Ok(())
    })
    .await?;
    Ok(Ways {
        reply_to: reply_to(mail_in, &secret),
        link: format!("{}/begin#link={secret}", app.config.public_url),
    })
}

/// An invitation by address. It holds an address and a secret, so it has no `Debug`.
pub struct Invited<'a> {
    /// The game.
    pub game: &'a GameId,
    /// The address that is invited.
    pub email: &'a str,
    /// The secret in the link of the invitation.
    pub token: &'a str,
    /// The language of the player who invites.
    pub language: Language,
    /// When the player invited the address.
    pub at: Moment,
}

/// Stores an invitation, and returns the address for replies to it.
pub async fn invite(app: &Accounts, mail_in: &MailIn, invited: &Invited<'_>) -> Result<String> {
    let secret = app.reply_addresses.of_invitation(invited.token);
    let name = invited.email.split('@').next().and_then(fitted);
    let new = NewStranger {
        hash: &ids::secret_hash(&secret),
        email: invited.email,
        name: name.as_ref().map_or("", PlayerName::as_str),
        lines: json!([format!("join {}", invited.game)]),
        language: Stored(invited.language),
        expires_at: invited.at + chrono::TimeDelta::days(INVITED_DAYS),
        game_id: Some(invited.game),
    };
    strangers::insert(&mut *app.db.get().await?, &new).await?;
    Ok(reply_to(mail_in, &secret))
}

/// Whether a player has confirmed this address.
pub async fn is_player(app: &Accounts, email: &str) -> Result<bool> {
    let known = players::by_email(&mut *app.db.get().await?, email, 1)
        .await?
        .pop();
    Ok(known.is_some_and(|player| is_confirmed(app, &player)))
}

/// Returns the address for a reply with this secret.
pub fn reply_to(mail_in: &MailIn, secret: &str) -> String {
    reply_addresses::confirmation(mail_in, secret)
}

/// Confirms the question with this hash for the inbound mail of this number. Returns the account of
/// the address, and creates it if there is none. Returns `None` if another mail has used the secret
/// or the time is over.
pub async fn begin(
    app: &Accounts,
    hash: &[u8],
    mail: i64,
    chosen: Option<&str>,
    language: Option<Language>,
) -> Result<Option<Begun>> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        let Some(row) = strangers::lock(conn, hash, now).await? else {
            return Ok(None);
        };
        let lines = serde_json::from_value(row.lines).map_err(Refusal::internal)?;
        let (id, is_new) = match (row.player_id, row.email) {
            (Some(id), _) if row.claimed_by == Some(mail) => (id, true),
            (Some(_), _) | (None, None) => return Ok(None),
            (None, Some(email)) => {
                let known = players::by_email(conn, &email, 1).await?.pop();
                let known = known.filter(|player| is_confirmed(app, player));
                let (id, is_new) = match known {
                    Some(player) => (player.id, false),
                    None => {
                        let language = language.or(row.language.parse().ok());
                        let name = chosen.and_then(fitted).or_else(|| fitted(&row.name));
                        let id = make(app, conn, name, &email, language.unwrap_or_default(), now);
                        (id.await?, true)
                    }
                };
                strangers::claim(conn, hash, id, mail).await?;
                (id, is_new)
            }
        };
        let player = players::by_id(conn, id).await?;
        Ok(player.map(|player| Begun {
            player,
            is_new,
            lines,
        }))
    })
    .await
}

/// Creates an account with a confirmed address, without a password, under a free name.
async fn make(
    app: &Accounts,
    conn: &mut Conn,
    name: Option<PlayerName>,
    email: &str,
    language: Language,
    now: Moment,
) -> Result<PlayerId> {
    let base = name.as_ref().map_or(NAMELESS, PlayerName::as_str);
    let few = (2..10_u16).map(|n| format!("{base}{n}"));
    let many = (0..100).map(|_| {
        let number = u16::from_be_bytes(ids::random_bytes());
        format!("{base}{:04}", number % 10_000)
    });
    for name in std::iter::once(base.to_owned()).chain(few).chain(many) {
        let Ok(name) = PlayerName::parse(&name) else {
            continue;
        };
        let looks = name.looks();
        if players::is_taken(conn, &looks, &former_name(&looks), now).await? {
            continue;
        }
        let new = NewPlayer {
            name: name.as_str(),
            name_key: &name.key(),
            looks: &looks,
            email: Some(email),
            password_hash: None,
            created_at: now,
            language: Stored(language),
            guest: false,
        };
        let Some(id) = players::insert(conn, &new).await? else {
            continue;
        };
        return match players::confirm_email(conn, id, email, now).await? {
            Confirmed::Done => {
                bounces::lift(app, conn, email).await?;
                Ok(id)
            }
            // Another account confirmed the address first. The mail is processed again.
            Confirmed::Taken => Err(Refusal::AddressTaken),
        };
    }
    Err(Refusal::NameTaken)
}

/// Deletes the commands of a question after they have been carried out.
pub async fn done(app: &Accounts, hash: &[u8]) -> Result<()> {
    strangers::done(&mut *app.db.get().await?, hash).await?;
    Ok(())
}

/// Deletes the question to a person who does not want an account.
pub async fn forget(app: &Accounts, hash: &[u8]) -> Result<()> {
    strangers::remove(&mut *app.db.get().await?, hash).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn player_name_is_derived_from_a_display_name() {
        for (called, name) in [
            ("Zoë Müller", "Zoe"),
            ("ann.example+games", "ann"),
            ("J. Straße", "Strasse"),
            ("Marie-Claire D.", "Marie-Claire"),
            ("Łukasz", "Lukasz"),
            ("support Team", "Team"),
            ("\u{202e}Eve<script>", "Eve"),
            ("Donaudampfschifffahrtskapitän", "Donaudampfschifffah"),
        ] {
            let fitted = fitted(called);
            assert_eq!(fitted.as_ref().map(PlayerName::as_str), Some(name));
        }
        for none in ["", "安娜", "a", "-", "admin", "…!?"] {
            assert!(fitted(none).is_none(), "{none}");
        }
    }
}
