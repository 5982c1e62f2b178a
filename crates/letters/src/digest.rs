//! The digest: one mail a day with waiting games and news, for players who want one.
//!
//! The outbox holds mails for a digest (`held`) until its hour. The digest itself is a mail that is
//! due at that hour. It is sent if any of the held mails is still true, and lists every game that
//! waits for its reader.
//!
//! `letters::mail_settings` decides which mails belong in a digest, and when.

use accounts::access::Caller;
use accounts::account::zone_of;
use accounts::store::players::{self, Player};
use base::config::MailIn;
use common::clock::Moment;
use common::ids::{self, GameId};
use common::notice::{MailKind, NoticeKind};
use db::Conn;
use db::sets::{GameStatus, OutboxEnd};
use mail::letter::{Digest, DigestNews};
use mail::{Letter, Line, Recipient, Threading};
use notices::outbox::{self, Mail, NewMail};
use notices::{self, Notice};
use play::clocks::shown::{Times, seat_times};
use play::look::{self, Search};
use play::refusal::{Refusal, Result};
use play::store::games::{GameRow, SeatRow};

use crate::Letters;
use crate::background::Background;
use crate::game_letters::{self, Written};
use crate::mail_settings::Wishes;
use crate::mail_settings::wishes::next_digest;

/// The largest number of games in a digest.
const MOST_GAMES: usize = 40;

/// Among how many waiting games a digest looks for the most urgent ones.
const MOST_WAITING: i64 = 200;

/// Holds a mail for the reader's digest that is due at `due`, or for the next one if that time has
/// passed.
pub async fn hold(app: &Letters, mail: &Mail, due: Moment) -> Result<()> {
    let Some(player) = mail.player_id else {
        return Err(Refusal::internal("a mail for nobody is wanted in a digest"));
    };
    app.transaction(async |conn| {
        let player = players::by_id(conn, player)
            .await?
            .ok_or(Refusal::NOT_FOUND)?;
        let now = app.clock.now();
        let due = match due > now {
            true => due,
            // The database was unreachable for a while, and the digest may already be sent.
            false => {
                let wishes = Wishes::of_player(&player)?;
                next_digest(wishes.digest_hour, zone_of(&player), now)
            }
        };
        if outbox::hold(conn, mail, due).await? {
            outbox::put(conn, &[row(&player, due)]).await?;
        }
        Ok(())
    })
    .await
}

/// Returns the outbox row of a player's digest. There is one for each due time.
fn row(player: &Player, due: Moment) -> NewMail {
    // The name appears in the message id, so it must not identify the player.
    let whose = hex::encode(&ids::secret_hash(&player.mail_id)[..8]);
    notices::digest(player.id, &whose, due)
}

/// Ends the mails that this digest held. Does nothing for other kinds of mail.
pub async fn ended(conn: &mut Conn, mail: &Mail, end: OutboxEnd, now: Moment) -> Result<()> {
    if let Some(player) = mail.player_id.filter(|_| mail.kind == NoticeKind::Digest) {
        outbox::end_held(conn, player, mail.created_at, end, now).await?;
    }
    Ok(())
}

/// Writes a digest. Returns `None` if it would be empty.
pub async fn letter(
    app: &Letters,
    mail: &Mail,
    player: &Player,
    to: &Recipient,
) -> Result<Option<(Letter, Threading)>> {
    let mut conn = app.db.get().await?;
    let held = outbox::held(&mut conn, player.id, mail.created_at).await?;
    if held.is_empty() {
        return Ok(None);
    }
    let known = Background::of(app, &mut conn, &held.iter().collect::<Vec<_>>()).await?;
    drop(conn);
    let caller = Caller::without_session(player.id);
    let search = Search {
        status: Some(GameStatus::Running),
        mine: true,
        waiting: true,
        limit: MOST_WAITING,
        ..Search::default()
    };
    let waiting = look::list(app, Some(&caller), &search).await?;
    let is_turn = |mail: &Mail| {
        matches!(
            MailKind::of(mail.kind),
            Some(MailKind::Turns | MailKind::Reminders)
        )
    };
    // The start of a game is no news if the game waits for its reader or is over.
    let is_old = |mail: &Mail| {
        let is_over =
            |other: &Mail| other.game() == mail.game() && other.kind == NoticeKind::GameOver;
        mail.kind == NoticeKind::GameStarted
            && (held.iter().any(is_over)
                || waiting
                    .games
                    .iter()
                    .any(|(row, _)| mail.game() == Some(&row.id)))
    };
    let mut news = Vec::new();
    for mail in held.iter().filter(|mail| !is_turn(mail) && !is_old(mail)) {
        let Some(about) = &mail.about else { continue };
        let told = Notice::of(mail)?;
        if let Some(Written {
            letter, receipt, ..
        }) = game_letters::game_letter(app, mail, about, told, to, &known).await?
        {
            news.push(DigestNews {
                what: Line::new(letter.what()),
                said: letter.gist,
                quotes: mail.kind == NoticeKind::Chat,
                url: format!("{}/games/{}", app.config.public_url, about.game),
                receipt,
            });
        }
    }
    let is_new = |id: &GameId| {
        held.iter()
            .any(|mail| is_turn(mail) && mail.game() == Some(id))
    };
    if news.is_empty() && !waiting.games.iter().any(|(row, _)| is_new(&row.id)) {
        return Ok(None);
    }
    let (mut games, mut positions) = (Vec::new(), Vec::new());
    // The most urgent game first: only the first games list their moves.
    let mut urgent: Vec<_> = waiting.games.iter().collect();
    urgent.sort_by_cached_key(|(row, seats)| {
        let deadline = deadline(row, seats, player, &waiting.times);
        (deadline.is_none(), deadline)
    });
    for (row, seats) in urgent.into_iter().take(MOST_GAMES) {
        let at = mail.created_at;
        let game = game_letters::waiting_game(app, games.len(), row, seats, player, to, at).await?;
        if let Some((position, game)) = game {
            positions.push(position);
            games.push(game);
        }
    }
    let mail_in = app.config.mail_in.as_ref();
    let digest = Digest {
        public_url: app.config.public_url.clone(),
        you: to.name.clone().unwrap_or_default(),
        games,
        more: waiting.next.is_some() || waiting.games.len() > MOST_GAMES,
        news,
        by_mail: mail_in.is_some(),
    };
    let receipts = digest.receipts().cloned().collect();
    let letter = digest.letter(to).map_err(Refusal::internal)?;
    let letter = letter.with_receipts(receipts);
    let threading = Threading {
        reply_to: mail_in.map(MailIn::desk),
        positions: match mail_in {
            Some(_) => positions,
            None => Vec::new(),
        },
        ..Threading::default()
    };
    Ok(Some((letter, threading)))
}

/// Returns the player's deadline in a game.
fn deadline(row: &GameRow, seats: &[SeatRow], player: &Player, times: &Times) -> Option<Moment> {
    let own = seats.iter().find(|row| row.player_id == Some(player.id))?;
    let (_, shown) = seat_times(row, seats, times).ok()??;
    shown.into_iter().nth(own.seat.index())?.deadline
}
