//! Answers to commands by mail, as `outgoing` and `game_letters` write them.

use base::config::MailIn;
use mail::letter::{LetterTable, Reply, ReplySection};
use mail::tongue::Tongue;
use mail::{Answering, Letter, Recipient, Threading};
use notices::answer::{self, Answer, Refused};
use play::refusal::{Refusal, Result};

use crate::Letters;

/// Writes the answer to a mail that was not about one seat, or whose sender has lost that seat.
pub(super) fn desk_answer(
    app: &Letters,
    answer: Answer,
    to: &Recipient,
) -> Result<(Letter, Threading)> {
    let desk = app.config.mail_in.as_ref().map(MailIn::desk);
    let t = Tongue(to.language);
    let reply = Reply::new(&app.config.public_url, to.name.clone(), &answer.subject, t)
        .asking(answer.link.as_deref(), t)
        .saying(&answer.said)
        .with_sections(answer.sections.iter().map(section));
    let reply = refusing(reply, answer.refused, None, t);
    let letter = reply.letter(to).map_err(Refusal::internal)?;
    let letter = letter.with_receipts(reply.receipts());
    let threading = Threading {
        reply_to: answer.reply_to.clone().or(desk),
        answering: Some(answering(&answer)),
        thread: answer.thread.clone(),
        positions: answer.positions.clone(),
        ..Threading::default()
    };
    Ok((letter, threading))
}

/// Says in the subject of a reply what the server refused.
pub(super) fn refusing(
    reply: Reply,
    refused: Option<Refused>,
    table: Option<&LetterTable>,
    t: Tongue,
) -> Reply {
    match refused {
        None => reply,
        Some(Refused::Moves) => reply.refusing("subject-not-played", table, t),
        Some(Refused::Mail) => reply.refusing("subject-not-done", table, t),
        Some(Refused::Part) => reply.refusing("subject-partly-done", table, t),
    }
}

/// Returns the headers of the mail that an answer refers to.
pub(super) fn answering(answer: &Answer) -> Answering {
    Answering {
        message_id: answer.message_id.clone(),
        references: answer.references.clone(),
    }
}

/// Converts a section of an answer for its letter.
pub(super) fn section(section: &answer::Section) -> ReplySection {
    ReplySection {
        title: (&section.title).into(),
        lines: section.lines.clone(),
        fixed: section.fixed,
        quoted: section.quoted,
        board: section.board,
        page: section.page.clone(),
        link: section.link.clone(),
    }
}
