//! Guests for whom seats are reserved: finds them, and limits invitations.

use accounts::account::{self, is_confirmed};
use accounts::store::players::{self, Player};
use accounts::{avoided, mail_domains};
use common::ids::PlayerId;
use common::texts::message;
use db::Conn;
use rules::Bot;
use serde_json::{Value, json};

use crate::Play;
use crate::refusal::{Refusal, Result};

/// A guest for whom a new game reserves a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guest {
    /// A player, by name.
    Player(String),
    /// The owner of a mail address, with or without an account.
    Email(lettre::Address),
    /// A bot, which takes the seat at once.
    Bot(Bot),
}

impl Guest {
    pub(super) fn to_json(&self) -> Value {
        match self {
            Guest::Player(name) => json!({"player": name.to_lowercase()}),
            Guest::Email(address) => json!({"email": address.to_string()}),
            Guest::Bot(bot) => json!({"bot": bot.to_string()}),
        }
    }
}

/// The initial state of a seat at a new table.
pub(super) enum Kept {
    /// Taken by this player, with the entropy.
    For(PlayerId, String),
    /// Reserved for a player, with the name.
    Player(PlayerId, String),
    /// Reserved for the owner of this address.
    Email(String),
    /// Taken by a bot.
    Bot(Bot),
    /// Free for any player.
    Free,
}

impl Kept {
    pub(super) fn is_same(&self, other: &Kept) -> bool {
        match (self, other) {
            (Kept::For(a, _) | Kept::Player(a, _), Kept::For(b, _) | Kept::Player(b, _)) => a == b,
            (Kept::Email(a), Kept::Email(b)) => a.eq_ignore_ascii_case(b),
            _ => false,
        }
    }
}

pub(super) async fn find_guest(conn: &mut Conn, from: PlayerId, guest: &Guest) -> Result<Kept> {
    match guest {
        // The answer must not reveal whether an account has this address.
        Guest::Email(address) => Ok(Kept::Email(address.to_string())),
        Guest::Bot(bot) => Ok(Kept::Bot(*bot)),
        Guest::Player(name) => match players::by_name(conn, &name.to_lowercase()).await? {
            // `letters::game_letters` drops the mail to a player who has blocked the inviter, and
            // the inviter gets no error.
            Some(player) => {
                avoided::refuse_blocked(conn, from, (player.id, &player.name)).await?;
                Ok(Kept::Player(player.id, player.name))
            }
            None => Err(Refusal::InvalidGame(
                message("why-no-player").with("name", name.as_str()),
            )),
        },
    }
}

/// Counts the invitations for these seats against the rate limits.
///
/// A guest may fill the other seats with bots only. A player without a confirmed address may not
/// invite by address. The server's own addresses cannot be invited.
pub(super) fn count_invitations(app: &Play, from: &Player, kept: &[Kept]) -> Result<()> {
    let own = |kept: &Kept| matches!(kept, Kept::For(..) | Kept::Bot(_));
    if !kept.iter().all(own) {
        account::refuse_guest(from)?;
    }
    let by_address = kept.iter().any(|kept| matches!(kept, Kept::Email(_)));
    if by_address && !is_confirmed(app, from) {
        return Err(Refusal::forbidden("why-confirm-first"));
    }
    let is_ours = |kept: &Kept| matches!(kept, Kept::Email(to) if mail_domains::is_own(app, to));
    if kept.iter().any(is_ours) {
        return Err(Refusal::invalid("why-address-blocked"));
    }
    kept.iter().try_for_each(|kept| match kept {
        Kept::Player(_, to) | Kept::Email(to) => Ok(app.limits.invitation(from.id, to)?),
        Kept::For(..) | Kept::Bot(_) | Kept::Free => Ok(()),
    })
}
