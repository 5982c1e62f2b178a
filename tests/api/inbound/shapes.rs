//! Answers as the usual mail programs write them: text and HTML, with what they quote and sign, in
//! English, French and German. The shapes follow mails of these programs; names and text are ours.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use turnpike::mail::mailbox::Stored;

use super::{VOUCHED, address, fresh_id, header, reply_address};

/// How the body of an answer is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Text,
    Html,
    Both,
}

/// A mail program in a language.
pub struct Shape {
    pub name: &'static str,
    pub form: Form,
    /// What stands between the answer and what it quotes, in the text.
    attribution: &'static str,
    /// Whether the quotation is marked by `>`.
    marked: bool,
    /// What stands below the answer.
    signature: &'static str,
    /// The HTML around the answer (`{a}`) and the quotation (`{q}`).
    html: &'static str,
    /// Headers of its own.
    headers: &'static str,
}

const GMAIL: &str = r#"<div dir="ltr"><div>{a}</div></div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">{w}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">{q}</blockquote></div>"#;

const OUTLOOK: &str = r#"<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style><!-- p.MsoNormal {margin:0cm;font-size:11.0pt;} --></style></head><body lang="EN-GB" link="blue"><div class="WordSection1"><p class="MsoNormal">{a}<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">{w}</div></div><p class="MsoNormal">{q}</p></div></body></html>"#;

const APPLE: &str = r#"<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">{a}<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>{w}</div><br class="Apple-interchange-newline"><div>{q}</div></blockquote></div><br></body></html>"#;

const THUNDERBIRD: &str = r#"<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body><p>{a}</p><div class="moz-cite-prefix">{w}<br></div><blockquote type="cite" cite="mid:x@play.test">{q}</blockquote></body></html>"#;

const K9: &str = r#"<!DOCTYPE html><html><body><div dir="auto">{a}<br><br></div><br><br><div class="gmail_quote"><div dir="auto">{w}</div><blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex; border-left: 1px solid rgb(204, 204, 204); padding-left: 1ex;">{q}</blockquote></div></body></html>"#;

const fn shape(
    name: &'static str,
    form: Form,
    attribution: &'static str,
    marked: bool,
    signature: &'static str,
    html: &'static str,
) -> Shape {
    Shape {
        name,
        form,
        attribution,
        marked,
        signature,
        html,
        headers: "",
    }
}

/// All of them.
pub const SHAPES: [Shape; 30] = [
    shape(
        "gmail en",
        Form::Both,
        "On Sun, Mar 1, 2026 at 12:15 PM Turnpike <games@play.test> wrote:",
        true,
        "",
        GMAIL,
    ),
    shape(
        "gmail fr",
        Form::Both,
        "Le dim. 1 mars 2026 à 12:15, Turnpike <games@play.test> a écrit :",
        true,
        "",
        GMAIL,
    ),
    shape(
        "gmail de",
        Form::Both,
        "Am So., 1. März 2026 um 12:15 Uhr schrieb Turnpike <games@play.test>:",
        true,
        "",
        GMAIL,
    ),
    shape(
        "gmail html en",
        Form::Html,
        "On Sun, Mar 1, 2026 at 12:15 PM Turnpike &lt;games@play.test&gt; wrote:",
        true,
        "",
        GMAIL,
    ),
    shape(
        "gmail html fr",
        Form::Html,
        "Le dim. 1 mars 2026 à 12:15, Turnpike &lt;games@play.test&gt; a écrit&nbsp;:",
        true,
        "",
        GMAIL,
    ),
    shape(
        "gmail html de",
        Form::Html,
        "Am So., 1. März 2026 um 12:15 Uhr schrieb Turnpike &lt;games@play.test&gt;:",
        true,
        "",
        GMAIL,
    ),
    shape(
        "outlook en",
        Form::Text,
        "From: Turnpike <games@play.test>\r\nSent: Sunday, 1 March 2026 12:15\r\nTo: Ann <ann@example.org>\r\nSubject: Your turn\r\n",
        false,
        "",
        OUTLOOK,
    ),
    shape(
        "outlook fr",
        Form::Text,
        "De : Turnpike <games@play.test>\r\nEnvoyé : dimanche 1 mars 2026 12:15\r\nÀ : Ann <ann@example.org>\r\nObjet : Your turn\r\n",
        false,
        "",
        OUTLOOK,
    ),
    shape(
        "outlook de",
        Form::Text,
        "Von: Turnpike <games@play.test>\r\nGesendet: Sonntag, 1. März 2026 12:15\r\nAn: Ann <ann@example.org>\r\nBetreff: Your turn\r\n",
        false,
        "",
        OUTLOOK,
    ),
    shape(
        "outlook old en",
        Form::Text,
        "-----Original Message-----\r\nFrom: Turnpike [mailto:games@play.test]\r\n",
        false,
        "",
        OUTLOOK,
    ),
    shape(
        "outlook old fr",
        Form::Text,
        "-----Message d'origine-----\r\nDe : Turnpike\r\n",
        false,
        "",
        OUTLOOK,
    ),
    shape(
        "outlook old de",
        Form::Text,
        "-----Ursprüngliche Nachricht-----\r\nVon: Turnpike\r\n",
        false,
        "",
        OUTLOOK,
    ),
    shape(
        "outlook html en",
        Form::Html,
        "<p class=\"MsoNormal\"><b>From:</b> Turnpike &lt;games@play.test&gt;<br><b>Sent:</b> Sunday, 1 March 2026 12:15<br><b>To:</b> Ann<br><b>Subject:</b> Your turn</p>",
        false,
        "",
        OUTLOOK,
    ),
    shape(
        "outlook html fr",
        Form::Html,
        "<p class=\"MsoNormal\"><b>De&nbsp;:</b> Turnpike &lt;games@play.test&gt;<br><b>Envoyé&nbsp;:</b> dimanche 1 mars 2026 12:15<br><b>À&nbsp;:</b> Ann<br><b>Objet&nbsp;:</b> Your turn</p>",
        false,
        "",
        OUTLOOK,
    ),
    shape(
        "outlook html de",
        Form::Html,
        "<p class=\"MsoNormal\"><b>Von:</b> Turnpike &lt;games@play.test&gt;<br><b>Gesendet:</b> Sonntag, 1. März 2026 12:15<br><b>An:</b> Ann<br><b>Betreff:</b> Your turn</p>",
        false,
        "",
        OUTLOOK,
    ),
    shape(
        "outlook ios",
        Form::Text,
        "________________________________\r\nFrom: Turnpike <games@play.test>\r\n",
        false,
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
        OUTLOOK,
    ),
    shape(
        "apple en",
        Form::Both,
        "On 1 Mar 2026, at 12:15, Turnpike <games@play.test> wrote:",
        true,
        "",
        APPLE,
    ),
    shape(
        "apple fr",
        Form::Both,
        "Le 1 mars 2026 à 12:15, Turnpike <games@play.test> a écrit :",
        true,
        "",
        APPLE,
    ),
    shape(
        "apple de",
        Form::Both,
        "Am 01.03.2026 um 12:15 schrieb Turnpike <games@play.test>:",
        true,
        "",
        APPLE,
    ),
    shape(
        "iphone en",
        Form::Html,
        "On 1 Mar 2026, at 12:15, Turnpike &lt;games@play.test&gt; wrote:",
        true,
        "Sent from my iPhone",
        APPLE,
    ),
    shape(
        "iphone fr",
        Form::Html,
        "Le 1 mars 2026 à 12:15, Turnpike &lt;games@play.test&gt; a écrit&nbsp;:",
        true,
        "Envoyé de mon iPhone",
        APPLE,
    ),
    shape(
        "iphone de",
        Form::Html,
        "Am 01.03.2026 um 12:15 schrieb Turnpike &lt;games@play.test&gt;:",
        true,
        "Von meinem iPhone gesendet",
        APPLE,
    ),
    shape(
        "thunderbird en",
        Form::Text,
        "On 3/1/26 12:15 PM, Turnpike wrote:",
        true,
        "-- \r\nAnn",
        THUNDERBIRD,
    ),
    shape(
        "thunderbird fr",
        Form::Text,
        "Le 01/03/2026 à 12:15, Turnpike a écrit :",
        true,
        "-- \r\nAnn",
        THUNDERBIRD,
    ),
    shape(
        "thunderbird de",
        Form::Text,
        "Am 01.03.26 um 12:15 schrieb Turnpike:",
        true,
        "-- \r\nAnn",
        THUNDERBIRD,
    ),
    shape(
        "thunderbird html en",
        Form::Html,
        "On 3/1/26 12:15 PM, Turnpike wrote:",
        true,
        "",
        THUNDERBIRD,
    ),
    shape(
        "k9 en",
        Form::Both,
        "On 1 March 2026 12:15:00 GMT, Turnpike <games@play.test> wrote:",
        true,
        "",
        K9,
    ),
    shape(
        "k9 fr",
        Form::Text,
        "Le 1 mars 2026 12:15:00 GMT+01:00, Turnpike <games@play.test> a écrit :",
        true,
        "",
        K9,
    ),
    shape(
        "k9 de",
        Form::Text,
        "Am 1. März 2026 12:15:00 MEZ schrieb Turnpike <games@play.test>:",
        true,
        "-- \r\nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        K9,
    ),
    shape(
        "k9 html en",
        Form::Html,
        "On 1 March 2026 12:15:00 GMT, Turnpike &lt;games@play.test&gt; wrote:",
        true,
        "",
        K9,
    ),
];

impl Shape {
    /// An answer to a mail in this shape: its address and the message.
    pub fn reply(&self, name: &str, to: &Stored, lines: &str) -> (String, String) {
        self.reply_in(name, to, lines, Coding::Quoted)
    }

    /// As [`Shape::reply`], in this transfer encoding.
    pub fn reply_in(
        &self,
        name: &str,
        to: &Stored,
        lines: &str,
        coding: Coding,
    ) -> (String, String) {
        let own = format!("<{}>", to.message_id);
        let references = match header(to, "References") {
            Some(before) => format!("{before} {own}"),
            None => own.clone(),
        };
        let (text, html) = (self.text(lines, &to.text), self.html(lines, &to.text));
        let body = match self.form {
            Form::Text => coding.part("text/plain", &text),
            Form::Html => coding.part("text/html", &html),
            Form::Both => format!(
                "Content-Type: multipart/alternative; boundary=\"b1\"\r\n\r\n--b1\r\n{}\r\n--b1\r\n{}\r\n--b1--\r\n",
                coding.part("text/plain", &text),
                coding.part("text/html", &html)
            ),
        };
        let (from, address, id) = (address(name), reply_address(to), fresh_id());
        let raw = format!(
            "{VOUCHED}Received: from mail.example.org by mx.test; Sun, 1 Mar 2026 12:16:00 +0000\r\n\
             From: {name} <{from}>\r\nTo: Turnpike <{address}>\r\nSubject: Re: {}\r\n\
             Date: Sun, 01 Mar 2026 13:16:00 +0100\r\nMessage-ID: <{id}>\r\nIn-Reply-To: {own}\r\n\
             References: {references}\r\n{}MIME-Version: 1.0\r\n{body}",
            to.subject, self.headers
        );
        (address, raw)
    }

    fn text(&self, lines: &str, quoted: &str) -> String {
        let signature = match self.signature {
            "" => String::new(),
            signature => format!("{signature}\r\n\r\n"),
        };
        let mark = if self.marked { "> " } else { "" };
        let quoted: String = quoted
            .lines()
            .map(|line| format!("{mark}{line}\r\n"))
            .collect();
        let attribution = self.attribution.replace("&lt;", "<").replace("&gt;", ">");
        // Programs that sign below what they quote would end with it; on top is the harder case.
        format!(
            "{}\r\n\r\n{signature}{attribution}\r\n\r\n{quoted}",
            crlf(lines)
        )
    }

    fn html(&self, lines: &str, quoted: &str) -> String {
        let html = |text: &str| {
            text.replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
                .lines()
                .collect::<Vec<_>>()
                .join("<br>")
        };
        let mut answer = html(lines);
        if !self.signature.is_empty() {
            answer.push_str(&format!("<br><br>{}", html(self.signature)));
        }
        let attribution = match self.form {
            Form::Both => html(self.attribution),
            _ => self.attribution.to_owned(),
        };
        self.html
            .replace("{a}", &answer)
            .replace("{w}", &attribution)
            .replace("{q}", &html(quoted))
    }
}

fn crlf(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join("\r\n")
}

/// How a part is coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// As it is, in UTF-8.
    Eight,
    Quoted,
    Base64,
    /// ISO 8859-1, quoted.
    Latin,
}

impl Coding {
    /// All of them.
    pub const ALL: [Coding; 4] = [Coding::Eight, Coding::Quoted, Coding::Base64, Coding::Latin];

    /// A part with its headers.
    pub fn part(self, media: &str, text: &str) -> String {
        let (charset, name, body) = match self {
            Coding::Eight => ("utf-8", "8bit", text.to_owned()),
            Coding::Quoted => ("utf-8", "quoted-printable", quoted(text.as_bytes())),
            Coding::Base64 => {
                let all = STANDARD.encode(text);
                let lines: Vec<&str> = (0..all.len().div_ceil(76))
                    .map(|n| &all[n * 76..all.len().min(n * 76 + 76)])
                    .collect();
                ("utf-8", "base64", lines.join("\r\n"))
            }
            Coding::Latin => {
                let bytes: Vec<u8> = text
                    .chars()
                    .map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?'))
                    .collect();
                ("iso-8859-1", "quoted-printable", quoted(&bytes))
            }
        };
        format!(
            "Content-Type: {media}; charset={charset}\r\nContent-Transfer-Encoding: {name}\r\n\r\n{body}\r\n"
        )
    }
}

fn quoted(bytes: &[u8]) -> String {
    let (mut out, mut width) = (String::new(), 0);
    for byte in bytes {
        let piece = match byte {
            b'\r' => continue,
            b'\n' => {
                out.push_str("\r\n");
                width = 0;
                continue;
            }
            b'=' | 0..=31 | 127.. => format!("={byte:02X}"),
            _ => char::from(*byte).to_string(),
        };
        if width + piece.len() > 72 {
            out.push_str("=\r\n");
            width = 0;
        }
        width += piece.len();
        out.push_str(&piece);
    }
    out
}
