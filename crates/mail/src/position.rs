//! The position that a mail is about, encoded in message ids that come back in replies.
//!
//! `game.Gx3kPq7LmZ2.0.seq17@host` means: in this game, for this seat, the next move has sequence
//! number 17. The server plays a reply with this number, so it plays a move only once, and only in
//! the position that the player saw.

use std::str::FromStr;

use rules::Seat;

use common::notice::NoticeKind;

/// The prefix of the sequence number.
pub(super) const MARK: &str = "seq";

/// The prefix of position ids in mails about several games.
const AMONG: &str = "waits";

/// Returns the part before the `@` of the id for a position.
pub(super) fn local(game: &str, seat: Seat, seq: u32) -> String {
    format!("game.{game}.{seat}.{MARK}{seq}")
}

/// Returns the part before the `@` of the id for one of several positions, in a mail about several
/// games. Its prefix differs from the one of a game's thread; otherwise the threads of all games
/// would become one.
pub(super) fn local_among(game: &str, seat: Seat, seq: u32) -> String {
    format!("{AMONG}.{game}.{seat}.{MARK}{seq}")
}

/// Returns the games in the mail with these ids, the nearest first, each once.
pub fn told_of(ids: &[String], hosts: &[&str]) -> Vec<String> {
    let mut games = Vec::new();
    for id in ids {
        let rest = own_local(id, hosts).and_then(|local| local.strip_prefix(AMONG));
        let game = rest.and_then(|rest| rest.strip_prefix('.')?.split('.').next());
        if let Some(game) = game.filter(|game| !games.iter().any(|it| it == game)) {
            games.push(game.to_owned());
        }
    }
    games
}

/// Adds the sequence number to a subject, for replies that start a new thread: `… (Gx3kPq7LmZ2)
/// #17`.
pub(super) fn with_number(subject: &str, seq: u32) -> String {
    format!("{subject} #{seq}")
}

/// Returns the sequence number in a subject that names this game.
pub fn in_subject(subject: &str, game: &str) -> Option<u32> {
    let (about, seq) = subject.trim().rsplit_once(" #")?;
    about.contains(game).then(|| seq.parse().ok())?
}

/// Strips the sequence number from a subject.
pub(super) fn without_number(subject: &str) -> &str {
    let is_number = |seq: &str| !seq.is_empty() && seq.bytes().all(|it| it.is_ascii_digit());
    match subject.rsplit_once(" #") {
        Some((about, seq)) if is_number(seq) => about,
        _ => subject,
    }
}

/// Returns the sequence number for this seat in the ids that a reply refers to, the nearest first.
pub fn answered(ids: &[String], hosts: &[&str], game: &str, seat: Seat) -> Option<u32> {
    ids.iter().find_map(|id| {
        let local = own_local(id, hosts)?;
        let (rest, mark) = local.rsplit_once('.')?;
        let seq = mark.strip_prefix(MARK)?.parse().ok()?;
        let parts: Vec<&str> = rest.split('.').collect();
        let seat = seat.to_string();
        let is_here = match parts.as_slice() {
            ["game" | AMONG, id, at] => *id == game && *at == seat,
            [kind, rest @ ..] => match (NoticeKind::from_str(kind), rest) {
                (
                    Ok(NoticeKind::YourTurn | NoticeKind::GameStarted | NoticeKind::Chat),
                    [_, at, id],
                )
                | (Ok(NoticeKind::Reminder), [_, at, _, id]) => *id == game && *at == seat,
                (Ok(NoticeKind::Reply), [_, id]) => *id == game,
                _ => false,
            },
            [] => false,
        };
        is_here.then_some(seq)
    })
}

/// Returns the game of an invitation or an offered seat among these ids, the nearest first.
pub fn invited(ids: &[String], hosts: &[&str]) -> Option<String> {
    ids.iter().find_map(|id| {
        let mut parts = own_local(id, hosts)?.split('.');
        let kind = NoticeKind::from_str(parts.next()?).ok()?;
        let invites = matches!(kind, NoticeKind::Invitation | NoticeKind::SeatOffered);
        let is_seq = |part: &str| {
            part.strip_prefix(MARK)
                .is_some_and(|n| n.parse::<u32>().is_ok())
        };
        let game = parts.rfind(|part| !is_seq(part))?;
        invites.then(|| game.to_owned())
    })
}

/// Returns the number of the incoming mail that our reply among these ids, the nearest first,
/// answered.
pub fn answer_to(ids: &[String], hosts: &[&str]) -> Option<i64> {
    ids.iter().find_map(|id| {
        let rest = own_local(id, hosts)?.strip_prefix(NoticeKind::Reply.word())?;
        rest.strip_prefix('.')?.split('.').next()?.parse().ok()
    })
}

/// Whether this is the id of a mail that the server sent.
pub fn is_own(id: &str, hosts: &[&str]) -> bool {
    own_local(id, hosts)
        .and_then(|local| local.split('.').next())
        .is_some_and(|kind| NoticeKind::from_str(kind).is_ok())
}

fn own_local<'a>(id: &'a str, hosts: &[&str]) -> Option<&'a str> {
    let (local, host) = id.trim_matches(['<', '>', ' ']).rsplit_once('@')?;
    hosts
        .iter()
        .any(|own| own.eq_ignore_ascii_case(host))
        .then_some(local)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_is_found_in_message_ids() {
        let hosts = ["play.test"];
        let find = |ids: &[&str]| {
            let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
            answered(&ids, &hosts, "G1", Seat(2))
        };
        assert_eq!(find(&["game.G1.2.seq17@play.test"]), Some(17));
        assert_eq!(find(&["your_turn.4.2.G1.seq3@PLAY.test"]), Some(3));
        let with_head = "your_turn.4-9f2c11aa.2.G1.seq3@play.test";
        assert_eq!(find(&[with_head]), Some(3));
        let reminder = "reminder.4-9f2c11aa.2.1772366400.G1.seq3@play.test";
        assert_eq!(find(&[reminder]), Some(3));
        assert_eq!(find(&["reply.9.G1.seq3@play.test"]), Some(3));
        assert_eq!(find(&["chat.986832.2.G1.seq3@play.test"]), Some(3));
        assert_eq!(find(&["x@y.test", "<game.G1.2.seq5@play.test>"]), Some(5));
        let many = ["waits.G2.2.seq4@play.test", "waits.G1.2.seq6@play.test"];
        assert_eq!(find(&many), Some(6));
        let many = many.map(str::to_owned);
        assert_eq!(told_of(&many, &hosts), ["G2", "G1"]);
        assert_eq!(told_of(&many, &["other.test"]), [""; 0]);
        for other in [
            "game.G1.2.seq17@evil.test",
            "game.G1.1.seq17@play.test",
            "game.G2.2.seq17@play.test",
            "game.G1.2@play.test",
            "game.G1.2.seq-1@play.test",
            "game.G1.2.seq99999999999@play.test",
            "",
            "@",
        ] {
            assert_eq!(find(&[other]), None, "{other}");
        }
    }

    #[test]
    fn number_in_a_subject_counts_only_for_its_game() {
        let plain = "[Turnpike] Your turn: Buttons with Ben (G1)";
        let subject = with_number(plain, 17);
        assert_eq!(in_subject(&format!("Re: {subject} "), "G1"), Some(17));
        assert_eq!(without_number(&subject), plain);
        for other in ["Order #17", "Turn (G1) #x", "Turn (G1)", "(G2) #17"] {
            assert_eq!(in_subject(other, "G1"), None, "{other}");
        }
        assert_eq!(without_number("We are #1 of us"), "We are #1 of us");
    }

    #[test]
    fn answered_mail_is_recognised_by_its_message_id() {
        let ids = |id: &str| ["x@y.test".to_owned(), id.to_owned()];
        let hosts = ["play.test"];
        let to = |id: &str| invited(&ids(id), &hosts);
        assert_eq!(
            to("invitation.1.k3J9.seqG@play.test"),
            Some("seqG".to_owned())
        );
        assert_eq!(to("invitation.1.k3J9.G1@play.test"), Some("G1".to_owned()));
        assert_eq!(
            to("seat_offered.4.1.G1.seq7@play.test"),
            Some("G1".to_owned())
        );
        for other in [
            "your_turn.4.1.G1.seq7@play.test",
            "invitation.1.x.G1@evil.test",
        ] {
            assert_eq!(to(other), None, "{other}");
        }
        let answer = |id: &str| answer_to(&ids(id), &hosts);
        assert_eq!(answer("reply.9.G1.seq3@play.test"), Some(9));
        assert_eq!(answer("reply.12@play.test"), Some(12));
        for other in [
            "reply.9@evil.test",
            "reply@play.test",
            "chat.9.2.G1@play.test",
        ] {
            assert_eq!(answer(other), None, "{other}");
        }
    }

    #[test]
    fn own_mails_are_recognised_by_their_message_ids() {
        assert!(is_own("reply.9.G1.seq3@play.test", &["play.test"]));
        assert!(!is_own("CAF=x@play.test", &["play.test"]));
        assert!(!is_own("reply.9.G1.seq3@mail.test", &["play.test"]));
    }
}
