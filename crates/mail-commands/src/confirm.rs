//! Commands from an unverified sender. The server stores them and asks the player, by a mail that
//! only the player's mailbox receives. An answer to that mail proves that its sender reads the
//! player's mail.

use accounts::reply_addresses;
use accounts::store::mailed_commands::{self, KeptSeat, NewCommands};
use accounts::store::reply_senders::{self, Yes};
use chrono::TimeDelta;
use common::ids::PlayerId;
use common::texts::message;
use mail::inbound::Incoming;
use notices::answer::Answer;
use notices::outbox::To;
use play::refusal::{Refusal, Result};
use rules::Message;
use serde_json::json;

use crate::consent::{self, Consent};
use crate::store::Arrival;
use crate::{Answered, CONFIRM_DAYS, MailCommands, answer_to, desk, language_of, seat};

/// Stores the lines for a seat or for the desk, and asks the player with `question` whether they
/// are theirs. The question quotes the lines as written.
pub(super) async fn ask(
    app: &MailCommands,
    player: PlayerId,
    (lines, written): (Vec<String>, Vec<String>),
    seat: KeptSeat,
    question: Message,
    answer: &mut Answer,
) -> Result<()> {
    let Some(mail_in) = &app.config.mail_in else {
        return Err(Refusal::internal("a mail came in where none does"));
    };
    let (hash, address) = reply_addresses::of_confirmation(mail_in);
    let kept = NewCommands {
        hash: &hash,
        player_id: player,
        lines: json!(lines),
        expires_at: app.clock.now() + TimeDelta::days(CONFIRM_DAYS),
        seat,
    };
    let mut conn = app.db.get().await?;
    mailed_commands::insert(&mut conn, &kept).await?;
    answer.say(question.with("days", CONFIRM_DAYS));
    answer.repeat(message("answer-title-asked"), written);
    answer.reply_to = Some(address);
    Ok(())
}

/// Processes a mail to the address of a question: carries out the stored commands, or drops them.
/// `finish` deletes them, so that a repeat after a crash answers too.
pub(super) async fn answer(
    app: &MailCommands,
    mail: &Arrival,
    incoming: &Incoming,
    hash: &[u8],
) -> Result<Answered> {
    let now = app.clock.now();
    let kept = mailed_commands::find(&mut *app.db.get().await?, hash, now).await?;
    let Some((player, kept)) = kept else {
        return Ok(Answered::Silence("unknown address"));
    };
    if let Some(refused) = crate::suspended(app, mail, incoming, player).await? {
        return Ok(refused);
    }
    let mut answer = answer_to(incoming, language_of(app, player).await?);
    let consent = consent::of(incoming);
    // The question was only about the board, so the player may answer it with other moves.
    let takes_moves = kept.game_id.is_some() && kept.sender.is_none() && !incoming.lines.is_empty();
    let is_unclear = match consent {
        Consent::Yes | Consent::No => false,
        Consent::Unclear => true,
        Consent::Absent => !takes_moves,
    };
    if is_unclear {
        answer.say(message("answer-yes-or-no"));
        answer.reply_to = Some(mail.recipient.clone());
        let answer = answer.mail(mail.id, To::Player(player), None, now);
        return Ok(Answered::new(answer, true));
    }
    let mut conn = app.db.get().await?;
    let Some(lines) = mailed_commands::claim(&mut conn, hash, mail.id).await? else {
        return Ok(Answered::Silence("confirmed already"));
    };
    let lines: Vec<String> = match consent {
        Consent::No => {
            answer.say(message("answer-forgotten"));
            let answer = answer.mail(mail.id, To::Player(player), None, now);
            return Ok(Answered::new(answer, false));
        }
        Consent::Yes => {
            if let Some(sender) = &kept.sender {
                let yes = Yes {
                    proven: kept.proven,
                    forged: kept.forged,
                };
                reply_senders::put(&mut conn, player, sender, yes).await?;
            }
            serde_json::from_value(lines).map_err(Refusal::internal)?
        }
        Consent::Unclear | Consent::Absent => incoming.lines.clone(),
    };
    drop(conn);
    match kept.game_id {
        Some(_) => seat::follow(app, mail, player, &kept, &lines, answer).await,
        None => desk::follow(app, mail, incoming, player, &lines, answer).await,
    }
}
