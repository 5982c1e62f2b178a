//! Reports by players to the operator, about other players or their messages.
//!
//! A report is stored and sent to the operator by mail. If the server has no operator address,
//! reports are rejected. `admin::acts` has the operator's actions.

use accounts::access::Caller;
use accounts::account;
use accounts::store::players;
use base::typed_text;
use common::ids::{self, GameId, PlayerId};
use notices::{ReportNotice, outbox};
use play::look;
use play::refusal::{Refusal, Result};
use play::store::games;

use crate::store::messages;
use crate::store::reports::{self, ReportRow};
use crate::{Social, chat};

/// The longest reason, in characters.
const MAX_REASON: usize = 2000;

/// The subject of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// A message, by its number.
    Message(i64),
    /// A player, by name, who plays in the game, created it, or has chatted in it.
    Player(String),
}

/// Stores a report and notifies the operator. Repeating a report changes nothing.
pub async fn file(
    app: &Social,
    caller: &Caller,
    id: &GameId,
    about: &About,
    reason: &str,
) -> Result<()> {
    let Some(operator) = &app.config.operator_email else {
        return Err(Refusal::forbidden("why-no-reports"));
    };
    let reason = typed_text::plain("reason", reason, MAX_REASON, true)?;
    let me = caller.player;
    let look = look::glance(app, Some(me), id, None).await?;
    let now = app.clock.now();
    app.once(async |conn| {
        account::refuse_guest(&account::locked(conn, me).await?)?;
        let seats = games::seats(conn, &[id]).await?;
        let unfit = Refusal::invalid;
        let (reported, message, said) = match about {
            About::Message(n) => {
                let found = messages::find(conn, id, *n).await?;
                let found = found.filter(|it| chat::may_read(&look, it.room, me));
                let Some(it) = found else {
                    return Err(unfit("why-no-such-message"));
                };
                (it.author_id, Some(it.n), it.said)
            }
            About::Player(name) => {
                let found = players::by_name(conn, &name.to_lowercase()).await?;
                let Some(player) = found else {
                    return Err(unfit("why-no-such-player"));
                };
                let here = |it: Option<PlayerId>| it == Some(player.id);
                let plays = seats
                    .iter()
                    .any(|it| here(it.player_id) || here(it.former_id));
                let is_here = plays
                    || look.row.creator_id == player.id
                    || messages::has_spoken(conn, id, player.id).await?;
                if !is_here {
                    return Err(unfit("why-no-such-player"));
                }
                (player.id, None, None)
            }
        };
        if reported == me {
            return Err(unfit("why-yourself"));
        }
        let row = ReportRow {
            id: ids::short_id(),
            game_id: id.to_owned(),
            reporter_id: Some(me),
            reported_id: reported,
            message,
            said,
            reason: reason.clone(),
            created_at: now,
        };
        if reports::is_known(conn, &row).await? {
            return Ok(());
        }
        app.limits.report(me)?;
        reports::insert(conn, &row).await?;
        let notice = ReportNotice {
            report: row.id.clone(),
        };
        outbox::put(conn, &[notice.mail(operator.to_string(), now)]).await?;
        Ok(())
    })
    .await?;
    app.outbox.notify_one();
    Ok(())
}
