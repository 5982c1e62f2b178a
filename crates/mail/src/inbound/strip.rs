//! Extracts the sender's own text from a reply, without the additions of the mail program.
//!
//! A line that names the server's addresses or repeats its own text ([`OwnText`]) ends the sender's
//! text, regardless of how it is quoted. A small table covers the usual mail programs in English,
//! French and German, because the crates for this are abandoned or support only English. The result
//! is a list of lines. This module does not interpret them.

use super::courtesy::{
    is_courtesy, is_farewell, is_footer, is_link, is_name, is_notice, is_said, is_signature,
    names_a_program,
};
use super::own::OwnText;
use super::second_thoughts::{is_small_talk, speaks, takes_back, takes_back_below};
pub use crate::visible;

/// The marks before a quoted line. Mail programs write the first one. The server's mails write the
/// second one before chat messages.
const MARKS: [char; 2] = ['>', '|'];

/// The most lines that are read.
const MAX_LINES: usize = 5_000;

/// The limit for kept lines of the sender. It is higher than the number of lines that a mail may
/// have.
const MOST_OWN: usize = 100;

/// Returns the lines that the sender wrote, and whether some of them come from below the signature.
///
/// `names` are the words of the sender's name. A name that `is_command` too counts as a signature
/// only if it begins a later paragraph with a capital letter.
pub fn own_lines(
    text: &str,
    ours: &OwnText,
    names: &[String],
    is_command: fn(&str) -> bool,
) -> (Vec<String>, bool) {
    let lines: Vec<String> = text.lines().take(MAX_LINES).map(visible).collect();
    let lines = signed(lines);
    // Each line with its index.
    let mut own: Vec<(usize, String)> = Vec::new();
    let mut at = 0;
    // Whether the line before is quoted, or continues a quoted line that was wrapped.
    let mut is_below = false;
    let mut adds_below = false;
    while let Some(line) = lines.get(at) {
        let rest = &lines[at..];
        // The caller rejects a mail with too many lines.
        if own.len() > MOST_OWN {
            break;
        }
        // Another quotation may begin here, without marks.
        let is_attribution = ours.holds(line) && line.ends_with(':');
        is_below = is_quoted(line) || (is_below && !line.is_empty() && !is_attribution);
        if is_below {
            at += 1;
            continue;
        }
        let is_apart = at == 0 || lines[at - 1].is_empty();
        if is_apart && let Some(count) = notice(rest, ours, own.is_empty()) {
            at += count;
            continue;
        }
        // A retraction counts even if its line contains a courtesy, a name or a program.
        let is_second_thought = !own.is_empty() && takes_back(line);
        // “roll” of Ann Roll is a command. “Roll” alone in a paragraph at the end is a signature.
        let says_so = || {
            let is_inside = own.is_empty() || !is_apart || line.starts_with(char::is_lowercase);
            is_inside && is_command(line)
        };
        let is_signed = is_farewell(line) || (is_name(line, names) && !says_so());
        let is_end = !is_second_thought && (is_signed || (is_rule(line) && !is_separator(line)));
        if is_end && own.is_empty() {
            // The text comes after it.
            at += 1;
            continue;
        }
        if is_header_block(rest) {
            pop_headers(&mut own, at);
            break;
        }
        if is_separator(line) {
            break;
        }
        let names_program = is_apart && !line.contains('@') && names_a_program(line);
        let says_more = is_second_thought || (!own.is_empty() && takes_back_below(line));
        if is_end || ((is_signature(line) || names_program) && !says_more) {
            if !own.is_empty() {
                let below = said_below(&lines, at + 1, ours, is_signed, is_command);
                adds_below = !below.is_empty();
                own.extend(below.into_iter().take(MOST_OWN));
            }
            break;
        }
        let is_ours = !line.starts_with(MARKS) && ours.holds(line);
        if is_ours {
            // An address alone is the end of a wrapped attribution.
            let is_wrapped = |above: &str| line.starts_with('<') || above.ends_with('<');
            own.pop_if(|(kept, above)| *kept + 1 == at && is_wrapped(above));
        }
        if let Some(count) = attribution(rest).or(is_ours.then_some(1)) {
            let quoted = rest[count..].iter().find(|line| !line.is_empty());
            match quoted {
                Some(line) if is_quoted(line) => {
                    at += count;
                    continue;
                }
                // The quotation has no marks, so it continues to the end.
                _ => {
                    pop_headers(&mut own, at);
                    break;
                }
            }
        }
        if is_quotation(&rest[1..])
            && let Some(begins) = begin_of_attribution(&lines[..=at])
        {
            own.retain(|(kept, _)| *kept < begins);
            at += 1;
            continue;
        }
        let is_said = is_second_thought || (!is_courtesy(line) && !is_link(line));
        if !line.is_empty() && !line.starts_with(MARKS) && is_said {
            own.push((at, narrow(line)));
        }
        at += 1;
    }
    (own.into_iter().map(|(_, line)| line).collect(), adds_below)
}

/// Returns the lines below a signature that retract the text above it, or that may be about it. The
/// search ends where a quotation begins.
///
/// The paragraph of the signature holds titles, addresses and mottos. There a line counts only if
/// it begins with a retraction or, right below a name, if it speaks to the reader. In a paragraph
/// of its own, a retraction may take any form.
fn said_below(
    lines: &[String],
    from: usize,
    ours: &OwnText,
    mut is_below_name: bool,
    is_command: fn(&str) -> bool,
) -> Vec<(usize, String)> {
    let is_theirs = |at: &usize| {
        let (line, rest) = (&lines[*at], &lines[*at..]);
        let is_quoted = line.starts_with(MARKS) || ours.holds(line) || attribution(rest).is_some();
        !is_quoted && !is_separator(line) && !is_header_block(rest)
    };
    let end = (from..lines.len())
        .find(|at| !is_theirs(at))
        .unwrap_or(lines.len());
    let mut said = Vec::new();
    let mut at = from;
    for paragraph in lines[from..end].split(String::is_empty) {
        let is_whole = at > from && may_be_about_moves(paragraph, ours, is_command);
        for (n, line) in paragraph.iter().enumerate() {
            // Further inside a paragraph it may be the end of a wrapped sentence.
            let begins = n == 0 || at + n < from + 3;
            is_below_name &= !is_signature(line) && !is_rule(line);
            let is_spoken = is_below_name && at == from && speaks(line);
            if is_whole || (begins && (takes_back_below(line) || is_spoken)) {
                said.push((at + n, line.clone()));
            }
        }
        at += paragraph.len() + 1;
    }
    said
}

/// Whether a paragraph below a signature may be about the text above: it speaks to the reader, is a
/// move, or continues a sentence.
fn may_be_about_moves(paragraph: &[String], ours: &OwnText, is_command: fn(&str) -> bool) -> bool {
    let text = paragraph.join(" ");
    let Some(first) = text.split_whitespace().next() else {
        return false;
    };
    let is_from_program =
        |line: &String| is_signature(line) || is_rule(line) || is_link(line) || line.contains('@');
    if paragraph.iter().any(is_from_program)
        || names_a_program(&text)
        || is_courtesy(&text)
        || is_farewell(&text)
        || is_small_talk(&text)
        || is_footer(&text)
        || notice(paragraph, ours, false).is_some()
    {
        return false;
    }
    let is_plain = first.chars().all(char::is_alphabetic);
    let goes_on = is_plain
        && first.starts_with(char::is_lowercase)
        && (is_command(first) || text.split_whitespace().count() > 2);
    let has_number = text.contains(|c: char| c.is_ascii_digit());
    let is_move = is_command(first) && (first == text || has_number);
    speaks(&text) || goes_on || is_move
}

/// Replaces full-width letters and digits with plain ones, unless the line contains free text.
fn narrow(line: &str) -> String {
    let plain = |c: char| match u32::from(c) {
        wide @ 0xff01..=0xff5e => char::from_u32(wide - 0xfee0).unwrap_or(c),
        _ => c,
    };
    match is_said(line) {
        true => line.to_owned(),
        false => line.chars().map(plain).collect(),
    }
}

/// Whether a line is quoted: `> roll`, `T> roll` with initials as in The Bat!, or `Turnpike> roll`
/// with a name as in supercite.
fn is_quoted(line: &str) -> bool {
    const LONGEST: usize = 15;
    let Some((name, rest)) = line.split_once('>') else {
        return false;
    };
    let rest = rest.trim_start_matches('>');
    let is_name = name.starts_with(char::is_uppercase)
        && name.chars().count() <= LONGEST
        && name
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, '.' | '-'));
    name.is_empty() || (is_name && (rest.is_empty() || rest.starts_with(' ')))
}

/// Returns the signed text of these lines, with its escapes removed, if they are a message signed
/// with OpenPGP (RFC 9580, section 7). Otherwise returns all lines.
fn signed(lines: Vec<String>) -> Vec<String> {
    const BEGIN: &str = "-----BEGIN PGP SIGNED MESSAGE-----";
    // Further down, another author may have written it.
    let first = lines.iter().position(|line| !line.is_empty());
    let Some(begin) = first.filter(|at| lines[*at] == BEGIN) else {
        return lines;
    };
    let above = lines[begin + 1..]
        .iter()
        .take_while(|line| !line.is_empty());
    let is_header = |line: &String| {
        line.split_once(": ")
            .is_some_and(|(name, _)| !name.contains(' '))
    };
    if !above.clone().all(is_header) {
        return lines;
    }
    let signed = lines[begin + 1..].iter().skip(above.count());
    let signed = signed.take_while(|line| *line != "-----BEGIN PGP SIGNATURE-----");
    let undashed = |line: &String| line.strip_prefix("- ").unwrap_or(line).to_owned();
    signed.map(undashed).collect()
}

/// Returns the number of lines of the notice that begins here, if one does. It ends where a
/// quotation begins.
fn notice(lines: &[String], ours: &OwnText, is_above: bool) -> Option<usize> {
    let goes_on = |at: &usize| {
        let (line, rest) = (&lines[*at], &lines[*at..]);
        let is_quoted = line.starts_with(MARKS) || ours.holds(line) || attribution(rest).is_some();
        !line.is_empty() && !is_quoted && !is_separator(line) && !is_header_block(rest)
    };
    let length = (0..lines.len()).take_while(goes_on).count();
    (length > 0 && is_notice(&lines[..length], is_above)).then_some(length)
}

/// Whether a line is a rule, which people and programs put above text that does not belong to the
/// letter.
fn is_rule(line: &str) -> bool {
    line.len() >= 3
        && ['-', '_', '*', '=']
            .iter()
            .any(|it| line.chars().all(|c| c == *it))
}

/// Removes the headers of a quotation right above this line, at most three: `Gesendet: …`.
fn pop_headers(own: &mut Vec<(usize, String)>, mut at: usize) {
    let is_header = |line: &str| {
        let name = line.split_once(": ").map(|(name, _)| name);
        name.is_some_and(|name| (2..=15).contains(&name.chars().count()) && !name.contains(' '))
    };
    for _ in 0..3 {
        if own
            .pop_if(|(kept, line)| *kept + 1 == at && is_header(line))
            .is_none()
        {
            return;
        }
        at -= 1;
    }
}

/// The lines above a quotation: their beginning, a part of their middle, and their end.
const ATTRIBUTIONS: [(&str, &str, &str); 8] = [
    // Gmail, Apple Mail, Thunderbird, K-9.
    ("On ", "", " wrote:"),
    ("Le ", " écrit", ":"),
    ("Am ", " schrieb", ":"),
    // Apple Mail in other word orders.
    ("Il ", " scritto", ":"),
    ("El ", " escribió", ":"),
    // Thunderbird: the name comes first.
    ("", " wrote on ", ":"),
    ("", " a écrit le ", ":"),
    ("", " schrieb am ", ":"),
];

/// Returns the number of lines of the attribution that begins here, if one does. Mail programs wrap
/// it.
fn attribution(lines: &[String]) -> Option<usize> {
    let mut joined = String::new();
    for (n, line) in lines.iter().take(4).enumerate() {
        if line.is_empty() || line.starts_with(MARKS) {
            return None;
        }
        joined.push_str(if n > 0 { " " } else { "" });
        joined.push_str(line);
        let found = ATTRIBUTIONS.iter().any(|(begin, middle, end)| {
            joined.starts_with(begin)
                && joined.contains(middle)
                && joined.ends_with(end)
                && joined.len() > begin.len() + end.len() + 8
        });
        // Old Gmail: `2026-03-01 12:15 GMT+01:00 Turnpike <games@example.org>:`
        let dated = joined.starts_with(|c: char| c.is_ascii_digit())
            && joined.ends_with(">:")
            && joined.contains('@');
        if found || dated {
            return Some(n + 1);
        }
    }
    None
}

/// Whether these lines begin with a line that a mail program has quoted.
fn is_quotation(lines: &[String]) -> bool {
    let first = lines.iter().find(|line| !line.is_empty());
    first.is_some_and(|line| is_quoted(line))
}

/// Returns the index at which an attribution begins that ends with the last of these lines, in any
/// language. It ends with a colon, and contains a time or an address. A wrapped attribution must be
/// separated from the text before it.
fn begin_of_attribution(lines: &[String]) -> Option<usize> {
    let tells = |part: &[String]| {
        let digits = part
            .iter()
            .flat_map(|line| line.chars())
            .filter(char::is_ascii_digit);
        digits.count() >= 4 || part.iter().any(|line| line.contains('@'))
    };
    let last = lines.len().checked_sub(1)?;
    if !lines[last].ends_with([':', '：']) {
        return None;
    }
    if tells(&lines[last..]) {
        return Some(last);
    }
    let above = lines.iter().rev().take_while(|line| !line.is_empty());
    let begins = lines.len() - above.count();
    let is_apart = begins > 0 && lines.len() - begins <= 3;
    (is_apart && tells(&lines[begins..])).then_some(begins)
}

/// Whether a line separates a quotation: `-----Original Message-----`, `---------- Forwarded
/// message ---------`, a long rule, or a sentence of Apple Mail.
fn is_separator(line: &str) -> bool {
    let dashes = |text: &str| text.chars().take_while(|c| *c == '-').count();
    let back: String = line.chars().rev().collect();
    let ruled = dashes(line) >= 3 && dashes(&back) >= 3 && line.len() >= 12;
    let rule = line.len() >= 20 && line.chars().all(|c| c == '_' || c == '-' || c == '=');
    let sentence = [
        "Begin forwarded message:",
        "Début du message réexpédié",
        "Début du message transféré",
        "Anfang der weitergeleiteten Nachricht:",
    ];
    ruled || rule || sentence.iter().any(|it| line.starts_with(it))
}

/// The headers that Outlook puts above a quotation, in its order.
const BLOCKS: [(&str, [&str; 4]); 3] = [
    ("from", ["sent", "date", "to", "subject"]),
    ("de", ["envoyé", "date", "à", "objet"]),
    ("von", ["gesendet", "datum", "an", "betreff"]),
];

/// Whether these lines begin with `From:` and continue with `Sent:`, `To:` and the like.
fn is_header_block(lines: &[String]) -> bool {
    let name = |line: &String| {
        let (name, _) = line.split_once(':')?;
        Some(name.trim_matches(['*', ' ']).to_lowercase())
    };
    let Some(first) = lines.first().and_then(name) else {
        return false;
    };
    BLOCKS.iter().any(|(begin, others)| {
        first == *begin
            && lines
                .iter()
                .skip(1)
                .take(5)
                .filter_map(name)
                .filter(|name| others.contains(&name.as_str()))
                .count()
                >= 2
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(text: &str) -> Vec<String> {
        let ours = OwnText::new(
            "Turnpike",
            "games@play.test",
            "play.test",
            "https://play.test",
        );
        let names = ["ann", "example", "roll", "stop"].map(str::to_owned);
        let is_command = |line: &str| ["roll", "stop"].contains(&line.to_lowercase().as_str());
        own_lines(text, &ours, &names, is_command).0
    }

    #[test]
    fn command_that_equals_the_name_of_the_sender_is_kept() {
        for (text, kept) in [
            ("roll\n", &["roll"][..]),
            ("Roll\n\nAnn Roll\n", &["Roll"]),
            (
                "Hello,\n\nroll\nmove start\n\nRoll\n",
                &["roll", "move start"],
            ),
            ("move start\n\nroll\n", &["move start", "roll"]),
            ("Stop\n\nAnn Stop\n", &["Stop"]),
            ("move start\nRoll\n", &["move start", "Roll"]),
        ] {
            assert_eq!(own(text), kept, "{text}");
        }
    }

    #[test]
    fn lines_marked_with_initials_or_a_name_are_quoted() {
        for mark in ["T> ", "T>> ", "TP> ", "Turnpike> ", ">T> "] {
            let text = format!("x, you wrote:\n\n{mark}YOUR MOVES\n{mark}roll\n\nmove start\n");
            let kept = own(&text);
            assert_eq!(
                kept.last().map(String::as_str),
                Some("move start"),
                "{mark}"
            );
            assert!(!kept.iter().any(|line| line.contains("roll")), "{mark}");
        }
        assert_eq!(own("hearts>5\nA>5 x\n"), ["hearts>5", "A>5 x"]);
    }

    #[test]
    fn full_width_letters_are_normalised_except_in_chat() {
        assert_eq!(
            own("ｐｌａｙ　３　ａｔ　０\nchat ３！\n"),
            ["play 3 at 0", "chat ３！"]
        );
    }

    #[test]
    fn quotations_and_signatures_are_left_out() {
        for below in [
            "On Sun, Mar 1, 2026 at 12:15 PM Turnpike <games@play.test> wrote:\n\n> roll\n>> x\n",
            "On Sun, Mar 1, 2026 at 12:15 PM Turnpike\n<games@play.test> wrote:\n> roll\n",
            "On 1 Mar 2026, at 12:15, Turnpike <games@play.test> wrote:\n\nYOUR MOVES\nroll\n",
            "On 3/1/26 12:15 PM, Turnpike wrote:\n> roll\n",
            "Le dim. 1 mars 2026 à 12:15, Turnpike <games@play.test> a écrit :\n\n> roll\n",
            "Le 01/03/2026 à 12:15, Turnpike a écrit :\n> roll\n",
            "Le 1 mars 2026 à 12:15, Turnpike <games@play.test> a\nécrit\u{a0}:\n> roll\n",
            "Am So., 1. März 2026 um 12:15 Uhr schrieb Turnpike <games@play.test>:\n\n> roll\n",
            "Am 01.03.2026 um 12:15 schrieb Turnpike <games@play.test>:\n> roll\n",
            "Am 1. März 2026 12:15:00 MEZ schrieb Turnpike\n<games@play.test>:\n>roll\n",
            "Turnpike wrote on 01.03.2026 12:15:\n> roll\n",
            "Op zo 1 mrt 2026 om 12:15 schreef Turnpike <games@play.test>:\n> roll\n",
            "Op 1 mrt 2026 om 12:15 heeft Turnpike <games@play.test> het volgende\ngeschreven:\n\n> roll\n",
            "niedz., 1 mar 2026 o 12:15 Turnpike <games@play.test> napisał(a):\n> roll\n",
            "Em dom., 1 de mar. de 2026 às 12:15, Turnpike\n<games@play.test> escreveu:\n> roll\n",
            "вс, 1 мар. 2026 г. в 12:15, Turnpike <games@play.test>:\n> roll\n",
            "Den sön 1 mars 2026 kl 12:15 skrev Turnpike <games@play.test>:\n> roll\n",
            "Turnpike <games@play.test> 于2026年3月1日周日 12:15写道：\n> roll\n",
            "2026/03/01 12:15、Turnpike <games@play.test>のメール:\n> roll\n",
            "El dom, 1 mar 2026 a las 12:15, Turnpike (<games@play.test>) escribió:\n> roll\n",
            "Il giorno dom 1 mar 2026 alle ore 12:15 Turnpike <games@play.test> ha\nscritto:\n> roll\n",
            "1. maaliskuuta 2026 klo 12.15 Ben kirjoitti:\n> roll\n",
            "2026. március 1., vasárnap dátummal Ben ezt\nírta:\n\n> roll\n",
            "ב-1 במרץ 2026, Ben כתב:\n> roll\n",
            "Lähettäjä: Turnpike <games@play.test>\nAihe: [Turnpike] Your turn\n\nroll\n",
            "Aihe: [Turnpike] Your turn\nPäiväys: 1.3.2026\n\nroll\n",
            "Write your answer above this line.\n\nroll\n",
            "Écrivez votre réponse au-dessus de cette ligne.\n\nroll\n",
            "Virus-free. www.avast.com\n",
            "Odesláno z iPhonu\n",
            "Пожалуйста, скачайте Outlook для iOS<https://aka.ms/x>\n",
            "Diese Nachricht ist vertraulich und nur für den bestimmt, an den sie gerichtet ist.\n",
            "---\nAnn\nroll\n",
            "Verzonden vanaf mijn iPhone\n",
            "Enviado desde mi iPhone\n",
            "iPhoneから送信\n",
            "2026-03-01 12:15 GMT+01:00 Turnpike <games@play.test>:\n> roll\n",
            "Gesendet: Mittwoch, 25. November 2026 um 18:30 Uhr\nVon: \"Turnpike\" <play+x@play.test>\nAn: x\n\nroll\n",
            "Od: Turnpike\nDa: Ann\n\nroll\n",
            "-----Original Message-----\nFrom: Turnpike\nroll\n",
            "-----Message d'origine-----\nDe : Turnpike\nroll\n",
            "-----Ursprüngliche Nachricht-----\nVon: Turnpike\nroll\n",
            "________________________________\nFrom: Turnpike\nroll\n",
            "From: Turnpike <games@play.test>\nSent: Sunday\nTo: Ann\nSubject: x\n\nroll\n",
            "De : Turnpike <games@play.test>\nEnvoyé : dimanche\nÀ : Ann\nObjet : x\n\nroll\n",
            "Von: Turnpike <games@play.test>\nGesendet: Sonntag\nAn: Ann\nBetreff: x\n\nroll\n",
            "*From:* Turnpike\n*Sent:* Sunday\n*To:* Ann\n\nroll\n",
            "---------- Forwarded message ---------\nFrom: x\nroll\n",
            "-------- Message transféré --------\nroll\n",
            "-------- Weitergeleitete Nachricht --------\nroll\n",
            "Begin forwarded message:\n\nroll\n",
            "-- \nAnn\nroll\n",
            "--\nAnn\n",
            "Sent from my iPhone\n",
            "Envoyé de mon iPhone\n",
            "Von meinem iPhone gesendet\n",
            "Get Outlook for iOS<https://aka.ms/x>\n",
            "Best regards,\nAnn\n",
            "Cordialement,\nAnn\n",
            "Viele Grüße\nAnn\n",
            "Best, Ann\n",
            "LG Ann\n",
            "MfG\nAnn Example\n",
            "Thanks!\nAnn\n",
            "Merci beaucoup,\nAnn\n",
            "Bien à vous\nAnn\n",
            "Cheers Ann Example!\n",
            "Ann\n",
            "Ann Example.\n",
        ] {
            let text = format!("move start\n\n{below}");
            assert_eq!(own(&text), ["move start"], "{below}");
        }
    }

    #[test]
    fn line_that_ends_in_a_colon_without_date_or_sender_is_kept() {
        for (text, kept) in [
            (
                "roll\n\nchat Look what you said:\n> x\n",
                &["roll", "chat Look what you said:"][..],
            ),
            (
                "move 3\n\nroll\nsee below:\n> x\n",
                &["move 3", "roll", "see below:"],
            ),
            ("roll\n2026. március 1., 12:15 Ben írta:\n> x\n", &["roll"]),
        ] {
            assert_eq!(own(text), kept, "{text}");
        }
    }

    #[test]
    fn rest_of_a_wrapped_quoted_line_is_left_out() {
        let text = "chat Thanks\n\nOn 1 March 2026, Turnpike wrote:\n> | Ben: hhh hhh\npass zzz\n> | Ben: ggg\nstop \
                    all yyy\n\nroll\n";
        assert_eq!(own(text), ["chat Thanks", "roll"]);
    }

    #[test]
    fn unmarked_quotation_below_a_marked_line_is_left_out() {
        let text = "roll\n> it says\n<games@play.test> wrote:\nYour moves\n\n  stop all\n";
        assert_eq!(own(text), ["roll"]);
        let answered = "> it says\n<games@play.test> wrote:\n> Your moves\n\nroll\n";
        assert_eq!(own(answered), ["roll"]);
    }

    #[test]
    fn pgp_signed_text_is_read_and_nothing_below_it() {
        let begin = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n";
        let end = "-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\nroll\n";
        assert_eq!(
            own(&format!("\n{begin}- - move start\n{end}")),
            ["- move start"]
        );
        // Further down, an opponent may have written it.
        assert!(own(&format!("On 1 March 2026, Turnpike wrote:\n{begin}roll\n")).is_empty());
    }

    #[test]
    fn legal_notice_does_not_hide_the_start_of_a_quotation() {
        for begin in [
            "Ben has a virus and will not come to the table again, I am afraid.\nOn 1 March 2026, Turnpike wrote:\n",
            "On 1 March 2026, Turnpike wrote:\n| Ben: this is confidential, and long enough to be a notice\n",
            "A virus, and a line that is long enough for a notice below a mail.\n1. 3. Turnpike\n<games@play.test>:\n",
        ] {
            assert!(own(&format!("{begin}\nroll\n")).is_empty(), "{begin}");
        }
    }

    #[test]
    fn text_below_a_quotation_is_kept() {
        let text = "On 1 March 2026, Turnpike wrote:\n> YOUR MOVES\n> roll\n\nroll\n";
        assert_eq!(own(text), ["roll"]);
    }

    #[test]
    fn greetings_and_blanks_are_left_out() {
        let text = "\u{feff}Hello Turnpike,\r\n\r\n  roll\u{a0} \r\nmove  start\r\n";
        assert_eq!(own(text), ["roll", "move start"]);
    }

    #[test]
    fn thanks_before_the_text_are_left_out() {
        for text in [
            "Thanks!\nmove start\n",
            "Merci beaucoup.\n\nmove start\n\nAnn\n",
        ] {
            assert_eq!(own(text), ["move start"], "{text}");
        }
        assert!(own("Hello!\n\nThanks\nAnn\n").is_empty());
    }

    #[test]
    fn correction_is_kept_beside_a_courtesy_and_below_a_signature() {
        for (text, kept) in [
            ("roll\nHey, scrap that\n", &["roll", "Hey, scrap that"][..]),
            ("roll\nlieber nicht\n", &["roll", "lieber nicht"]),
            (
                "roll\n\nBest regards\nAnn\n\nPS: no wait!\n",
                &["roll", "PS: no wait!"],
            ),
            (
                "roll\n-- \nAnn\n\nplease undo that\n",
                &["roll", "please undo that"],
            ),
            ("roll\n-- \nAnn\n\nundo\n", &["roll", "undo"]),
            (
                "roll\n\nMerci\nAnn\n\nÀ confirmer demain\n",
                &["roll", "À confirmer demain"],
            ),
            (
                "roll\n\nLG Ann\n\nDer Zug war Unsinn\n",
                &["roll", "Der Zug war Unsinn"],
            ),
            (
                "roll\n\nCheers, Ann\n\nI could play 10\nas well\n\n> x\n",
                &["roll", "I could play 10", "as well"],
            ),
            ("roll\n\nAnn\nJ’y repense\n", &["roll", "J’y repense"]),
            ("roll\n\nAnn\nHead of Sales\n\n10 Main Street\n", &["roll"]),
            ("roll\n\nAnn\n-- \nI like it here\n", &["roll"]),
            ("roll\n\nTom\n", &["roll", "Tom"]),
            (
                "Thanks for inviting me\n\nYes\n",
                &["Thanks for inviting me", "Yes"],
            ),
            (
                "roll\n-- \nAnn\n\nedit: forget it\n",
                &["roll", "edit: forget it"],
            ),
            (
                "roll\nSent from my iPhone\n\nI take the other one\n",
                &["roll", "I take the other one"],
            ),
            ("roll\n\nRegards\nAnn\n\nroll\n", &["roll", "roll"]),
            (
                "roll\n\nRegards\nAnn\n\nor rather the other\n",
                &["roll", "or rather the other"],
            ),
            (
                "roll\n\nRegards\n\nA. Example\nSARL Transports du Nord, 59000 Lille\n",
                &["roll"],
            ),
            (
                "roll\n\nAnn\n\nIf you are not the recipient, please delete this mail.\n",
                &["roll"],
            ),
            ("roll\n-- \nAnn\n\nNo. 10 Dove Lane\nI. Meier\n", &["roll"]),
            (
                "roll\nSent from my iPhone. Ignore that.\n",
                &["roll", "Sent from my iPhone. Ignore that."],
            ),
            (
                "roll\nSent from my iPad - don't count this one\n",
                &["roll", "Sent from my iPad - don't count this one"],
            ),
            (
                "roll\n\nSorry, my iPhone sent that too fast\n",
                &["roll", "Sorry, my iPhone sent that too fast"],
            ),
            ("roll\n\nThanks\nAnn\n\n> no wait\n", &["roll"]),
            (
                "roll\n\nThanks\nAnn\n\nOn 1 March 2026, Turnpike wrote:\nno wait\n",
                &["roll"],
            ),
            ("Lieber Turnpike,\nroll\n", &["roll"]),
        ] {
            assert_eq!(own(text), kept, "{text}");
        }
    }

    #[test]
    fn mail_of_thousands_of_lines_is_truncated() {
        assert_eq!(own(&"x\n".repeat(5_000)).len(), MOST_OWN + 1);
    }

    #[test]
    fn lines_that_resemble_quotation_headers_are_kept() {
        let text =
            "On to victory\nlegal move\nhistory\nfrom: here\nbest move\nbestow\nthanks to luck";
        assert_eq!(own(text).len(), 7);
        for said in [
            "chat I have an iPhone",
            "- note the galaxy",
            "new thats with ann@yahoo.com",
            "chat This is confidential, and nobody else is to know of it, not even Cleo.",
        ] {
            assert_eq!(own(&format!("roll\n\n{said}")), ["roll", said]);
        }
    }
}
