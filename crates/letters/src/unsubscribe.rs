//! Links in mails that stop mails of their kind without signing in (RFC 8058).
//!
//! With a link, its holder can stop these mails and request them again, but do nothing else.

use accounts::mail_tokens::Subscription;
use accounts::store::mail_addresses;
use accounts::store::players::{self, Player};
use common::notice::MailKind;
use common::texts;
use db::Conn;
use notices::outbox;
use play::refusal::{Refusal, Result};
use rules::Message;

use crate::Letters;
use crate::mail_settings::{self, Delivery, Wishes};

/// The subject of a link, and its current state.
pub struct Shown {
    /// The title of the mails.
    pub title: Message,
    /// Whether the mails are already stopped.
    pub stopped: bool,
}

/// Returns the title of the mails of a subscription.
fn title_of(what: &Subscription) -> Message {
    match what {
        Subscription::Kind { kind, .. } => kind.title(),
        Subscription::Digest { .. } => texts::message("stop-digest"),
        Subscription::Address { .. } => texts::message("stop-address"),
    }
}

/// The result of stopping mails.
pub struct Stopped {
    /// The title of the mails.
    pub title: Message,
    /// The settings before.
    pub before: Before,
}

/// The settings before mails were stopped, as a word for [`resume`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Before(pub String);

impl Before {
    fn note(&mut self, kind: MailKind, delivery: Delivery) {
        let how = match delivery {
            Delivery::AtOnce => "at_once",
            Delivery::Digest => "digest",
            Delivery::Off => return,
        };
        if !self.0.is_empty() {
            self.0.push('-');
        }
        self.0.push_str(&format!("{}.{how}", kind.word()));
    }

    /// Returns the earlier setting for this kind.
    fn of(&self, kind: MailKind) -> Option<Delivery> {
        self.0.split('-').find_map(|part| {
            let (word, how) = part.split_once('.')?;
            match (word == kind.word(), how) {
                (true, "at_once") => Some(Delivery::AtOnce),
                (true, "digest") => Some(Delivery::Digest),
                _ => None,
            }
        })
    }
}

fn about(app: &Letters, token: &str) -> Result<Subscription> {
    let what = app.mail_tokens.subscription(token);
    what.ok_or(Refusal::NOT_FOUND)
}

/// Returns the subject of a link. Changes nothing.
pub async fn look(app: &Letters, token: &str) -> Result<Shown> {
    let what = about(app, token)?;
    let mut conn = app.db.get().await?;
    let player = async |conn: &mut _, id: &str| {
        let player = players::by_mail_id(conn, id).await?;
        Wishes::of_player(&player.ok_or(Refusal::NOT_FOUND)?)
    };
    let title = title_of(&what);
    let stopped = match what {
        Subscription::Kind { player: id, kind } => {
            player(&mut conn, &id).await?.get(kind) == Delivery::Off
        }
        Subscription::Digest { player: id } => {
            let wishes = player(&mut conn, &id).await?;
            MailKind::ALL
                .iter()
                .all(|kind| wishes.get(*kind) != Delivery::Digest)
        }
        Subscription::Address { address } => mail_addresses::find(&mut conn, &[address])
            .await?
            .iter()
            .any(|row| row.declined_at.is_some()),
    };
    Ok(Shown { title, stopped })
}

/// Stops the mails of a link, and removes different settings for single games. A second call
/// changes nothing.
pub async fn stop(app: &Letters, token: &str) -> Result<Stopped> {
    let what = about(app, token)?;
    let (title, now) = (title_of(&what), app.clock.now());
    let mut before = Before::default();
    app.transaction(async |conn| {
        match what {
            Subscription::Address { address } => {
                let mut row = mail_addresses::lock(conn, &address, now).await?;
                row.declined_at = row.declined_at.or(Some(now));
                mail_addresses::set(conn, &row).await?;
            }
            Subscription::Kind { player, kind } => {
                let (player, mut wishes) = locked(conn, &player).await?;
                before.note(kind, wishes.get(kind));
                wishes.want(kind, Delivery::Off);
                mail_settings::set(conn, player.id, &wishes).await?;
                mail_settings::forget_in_games(conn, player.id, kind).await?;
                outbox::release(conn, player.id, now).await?;
            }
            Subscription::Digest { player } => {
                let (player, mut wishes) = locked(conn, &player).await?;
                for kind in MailKind::ALL {
                    if wishes.get(kind) == Delivery::Digest {
                        before.note(kind, Delivery::Digest);
                        wishes.want(kind, Delivery::Off);
                        mail_settings::forget_in_games(conn, player.id, kind).await?;
                    }
                }
                mail_settings::set(conn, player.id, &wishes).await?;
                outbox::release(conn, player.id, now).await?;
            }
        }
        Ok(())
    })
    .await?;
    metrics::counter!("turnpike_unsubscribed_total").increment(1);
    app.outbox.notify_one();
    Ok(Stopped { title, before })
}

/// Starts the mails of a link again with the earlier settings. If these are unknown, single kinds
/// are mailed at once, and a digest contains turns and news.
pub async fn resume(app: &Letters, token: &str, before: &Before) -> Result<Message> {
    let what = about(app, token)?;
    let (title, now) = (title_of(&what), app.clock.now());
    app.transaction(async |conn| {
        match what {
            Subscription::Address { address } => {
                let mut row = mail_addresses::lock(conn, &address, now).await?;
                row.declined_at = None;
                mail_addresses::set(conn, &row).await?;
            }
            Subscription::Kind { player, kind } => {
                let (player, mut wishes) = locked(conn, &player).await?;
                if wishes.get(kind) == Delivery::Off {
                    wishes.want(kind, before.of(kind).unwrap_or_default());
                }
                mail_settings::set(conn, player.id, &wishes).await?;
            }
            Subscription::Digest { player } => {
                let (player, mut wishes) = locked(conn, &player).await?;
                let known = MailKind::ALL.iter().any(|kind| before.of(*kind).is_some());
                for kind in MailKind::ALL {
                    let was = match known {
                        true => before.of(kind).is_some(),
                        false => matches!(kind, MailKind::Turns | MailKind::News),
                    };
                    if was && wishes.get(kind) == Delivery::Off {
                        wishes.want(kind, Delivery::Digest);
                    }
                }
                mail_settings::set(conn, player.id, &wishes).await?;
            }
        }
        Ok(())
    })
    .await?;
    Ok(title)
}

async fn locked(conn: &mut Conn, mail_id: &str) -> Result<(Player, Wishes)> {
    let found = players::by_mail_id(conn, mail_id)
        .await?
        .ok_or(Refusal::NOT_FOUND)?;
    let player = players::lock(conn, found.id)
        .await?
        .ok_or(Refusal::NOT_FOUND)?;
    let wishes = Wishes::of_player(&player)?;
    Ok((player, wishes))
}
